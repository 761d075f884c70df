//! Who watches long work: the one thing that making and verifying a block tell the edge while they run.

/// Who watches the work: it is told of progress and may ask to stop.
pub trait Watch: Sync {
    /// So many more units are done.
    fn units(&self, more: u64);
    /// Whether the work is to stop.
    fn cancelled(&self) -> bool;
}

/// Nobody, who never asks to stop.
#[cfg(test)]
pub(crate) struct Nobody;

#[cfg(test)]
impl Watch for Nobody {
    fn units(&self, _more: u64) {}

    fn cancelled(&self) -> bool {
        false
    }
}

/// Somebody who has pressed Ctrl-C.
#[cfg(test)]
pub(crate) struct Impatient;

#[cfg(test)]
impl Watch for Impatient {
    fn units(&self, _more: u64) {}

    fn cancelled(&self) -> bool {
        true
    }
}
