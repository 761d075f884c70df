//! Who watches long work: the one thing that making and verifying a block tell the edge while they run.

/// Who watches the work: it is told of progress and may ask to stop.
pub trait Watch: Sync {
    /// So many more units are done.
    fn units(&self, more: u64);
    /// Whether the work is to stop.
    fn cancelled(&self) -> bool;
}
