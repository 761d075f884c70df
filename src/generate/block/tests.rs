use super::*;
use crate::format::writer::Files;
use crate::game::{Game, MAXI_MOTS_CROISES};
use crate::seal::MasterSeed;
use crate::watch::{Impatient, Nobody};
use crate::words::{BLOCKED, FRENCH, WordList};

/// A disk that is full, or a fault of the tool, when so many chunks are written.
struct Fails {
    after: u32,
    panics: bool,
}

impl Files for Fails {
    fn create(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn write(&mut self, _: &[u8]) -> io::Result<()> {
        if self.after == 0 {
            assert!(!self.panics, "a fault of the tool");
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.after -= 1;
        Ok(())
    }

    fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn generator() -> Generator {
    let definition =
        MAXI_MOTS_CROISES.replace("units_per_block = 3_000_000", "units_per_block = 800_000");
    let game = Game::parse(&definition).expect("a smaller game");
    let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
    Generator::new(&game, &words, &BLOCKED).expect("a generator")
}

fn keys() -> BlockKeys {
    BlockKeys::derive(&MasterSeed::from_bytes(&[9; 32]), &[0; 32], &[0; 32], 1, 1)
}

/// Makes 98 chunks on eight threads, into files that fail.
fn make_into(mut files: Fails) -> Result<Usage, BlockError> {
    let (generator, keys) = (generator(), keys());
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(8)
        .build()
        .expect("threads");
    let mut parts = PartWriter::new(generator.game().units_per_block, Packing::Csv, &mut files);
    threads.install(|| make(&generator, &keys, &mut parts, &Nobody))
}

/// A thread that fails stops the others, and none waits for its chunk.
#[test]
fn a_full_disk_ends_all_threads() {
    for after in [0, 3] {
        let error = make_into(Fails {
            after,
            panics: false,
        })
        .expect_err("a full disk");
        assert!(matches!(error, BlockError::Io(_)), "{error}");
    }
}

/// So does one that panics: the fault is seen, and the command does not hang.
#[test]
fn a_panic_ends_all_threads() {
    let caught = std::panic::catch_unwind(|| {
        make_into(Fails {
            after: 1,
            panics: true,
        })
    });
    assert!(caught.is_err());
}

/// Nobody waits for layouts that are not wanted any more.
#[test]
fn growing_layouts_stops_when_asked() {
    let mut files = Fails {
        after: 0,
        panics: true,
    };
    let (generator, keys) = (generator(), keys());
    let mut parts = PartWriter::new(generator.game().units_per_block, Packing::Csv, &mut files);
    let error = make(&generator, &keys, &mut parts, &Impatient).expect_err("stopped");
    assert!(matches!(error, BlockError::Cancelled), "{error}");
    assert!(generator.plans.iter().all(|plan| plan.get().is_none()));
}
