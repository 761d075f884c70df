//! Fuzz targets, one for each reader of `emission`: libFuzzer calls what `tests/corpus.rs` replays in the tests.
//! `docs/testing.md` says how to run them and how to add one.

pub mod readers;

pub use libfuzzer_sys;

/// The whole of a fuzz target: hands every input to a [`readers::Reader`], prepared once.
#[macro_export]
macro_rules! target {
    ($reader:ident) => {
        use $crate::libfuzzer_sys;
        use $crate::readers::{Reader as _, $reader};

        static READER: std::sync::LazyLock<$reader> = std::sync::LazyLock::new($reader::new);

        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
            READER.read(bytes);
        });
    };
}
