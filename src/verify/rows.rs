//! The rows of a chunk.

use crate::format::csv::{Row, count};
use crate::unit::RowShape;

/// Ends each line.
const LINE_FEED: u8 = b'\n';

/// The lines of a text, each without its line feed.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { rest: text }
    }

    /// The next line, which is probably of this length: then it need not be searched for its end.
    pub(super) fn next(&mut self, probable_len: usize) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let len = line_len(self.rest, probable_len);
        let (line, rest) = self.rest.split_at(len);
        self.rest = rest.get(1..).unwrap_or_default();
        Some(line)
    }

    /// Takes the header from the start of a part's first chunk. Says whether it was the right one; a line that is a
    /// row is none at all and stays.
    pub(super) fn take_header(&mut self, header: &[u8], shape: &RowShape) -> bool {
        let before = self.rest;
        let line = self.next(header.len());
        if line.is_some_and(|line| Row::split(line, shape).is_some()) {
            self.rest = before;
        }
        line == Some(header)
    }

    /// How many lines are left.
    pub(super) fn count_rest(&self) -> usize {
        let unended = self.rest.last().is_some_and(|&last| last != LINE_FEED);
        count(self.rest, LINE_FEED) + usize::from(unended)
    }
}

/// Length of the first line.
fn line_len(text: &[u8], probable_len: usize) -> usize {
    match text.get(..=probable_len) {
        Some([line @ .., LINE_FEED]) if !line.contains(&LINE_FEED) => probable_len,
        _ => text
            .iter()
            .position(|&byte| byte == LINE_FEED)
            .unwrap_or(text.len()),
    }
}

#[cfg(test)]
mod tests;
