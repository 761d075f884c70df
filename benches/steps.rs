//! One bench a step of the pipeline, in its order: what a unit costs, and where.

use std::hint::black_box;
use std::io::{Seek as _, Write as _};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use emission::format::parquet::Table;
use emission::format::part::{Form, Packer};
use emission::game::{Game, MAXI_MOTS_CROISES};
use emission::generate::rng::BlockKeys;
use emission::generate::{Generator, Maker, assign};
use emission::seal::{MasterSeed, merkle};
use emission::unit::{Outcome, RowShape, Unit};
use emission::verify::solve::Solver;
use emission::words::{BLOCKED, FRENCH, WordList};
use sha2::{Digest as _, Sha256};

/// Units that the steps after drawing work on, again and again.
const SAMPLE: u32 = 4_096;

struct Fixture {
    game: Game,
    words: WordList,
    keys: BlockKeys,
    generator: Generator,
    outcomes: Vec<Outcome>,
}

fn fixture() -> Fixture {
    let game = Game::parse(MAXI_MOTS_CROISES).expect("the embedded game");
    let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
    let generator = Generator::new(&game, &words, &BLOCKED).expect("a generator");
    generator.grow_layouts().expect("layouts");
    let seed = MasterSeed::from_bytes(&[1; 32]);
    let keys = BlockKeys::derive(&seed, &game.sha256(), &words.sha256(), 1, 1);
    let outcomes = assign(&game, &keys.order);
    Fixture {
        game,
        words,
        keys,
        generator,
        outcomes,
    }
}

fn start_up(criterion: &mut Criterion) {
    let fixture = fixture();
    let mut group = criterion.benchmark_group("start-up");
    group.sample_size(10);
    group.bench_function("words, tables and letter sets", |bencher| {
        bencher.iter(|| Generator::new(&fixture.game, &fixture.words, &BLOCKED));
    });
    group.bench_function("layouts", |bencher| {
        bencher.iter_batched(
            || Generator::new(&fixture.game, &fixture.words, &BLOCKED).expect("a generator"),
            |generator| generator.grow_layouts(),
            BatchSize::PerIteration,
        );
    });
    group.bench_function("order of 3,000,000 units", |bencher| {
        bencher.iter(|| assign(&fixture.game, &fixture.keys.order));
    });
    group.finish();
}

fn unit(criterion: &mut Criterion) {
    let fixture = fixture();
    let mut group = criterion.benchmark_group("unit");
    group.throughput(Throughput::Elements(1));
    let mut numbers = (1..=SAMPLE).cycle();
    let mut maker = Maker::new(&fixture.generator, &fixture.keys.unit);
    group.bench_function("grids", |bencher| {
        bencher.iter(|| {
            let number = numbers.next().expect("numbers go round");
            maker.grids_alone(number)
        });
    });
    group.bench_function("whole, as written", |bencher| {
        bencher.iter(|| {
            let number = numbers.next().expect("numbers go round");
            let outcome = fixture.outcomes[number as usize - 1];
            maker
                .make(number, outcome)
                .map(|unit| black_box(unit).number)
        });
    });
    let units = sample(&fixture);
    let mut next = units.iter().cycle();
    let mut solver = Solver::new(&fixture.game.grids);
    group.bench_function("solve", |bencher| {
        bencher.iter(|| {
            let unit = next.next().expect("units go round");
            solver.solve(unit)
        });
    });
    let shape = RowShape::of(&fixture.game);
    let mut row = Vec::with_capacity(1_024);
    group.bench_function("row", |bencher| {
        bencher.iter(|| {
            row.clear();
            next.next()
                .expect("units go round")
                .write_canonical(&shape, &mut row);
            row.len()
        });
    });
    group.bench_function("leaf hash", |bencher| {
        bencher.iter(|| merkle::leaf_hash(&row));
    });
    group.finish();
}

fn chunk(criterion: &mut Criterion) {
    let fixture = fixture();
    let (units, shape) = (sample(&fixture), RowShape::of(&fixture.game));
    let mut rows = Vec::new();
    for unit in &units {
        unit.write_canonical(&shape, &mut rows);
        rows.push(b'\n');
    }
    let leaves: Vec<_> = units
        .iter()
        .map(|unit| merkle::leaf_hash(&unit.nonce))
        .collect();
    let mut group = criterion.benchmark_group("chunk of 4,096 units");
    group.throughput(Throughput::Elements(u64::from(SAMPLE)));
    group.bench_function("tree", |bencher| bencher.iter(|| merkle::root(&leaves)));
    let mut packer = Packer::new(Form::CsvZstd).expect("a packer");
    group.bench_function("compression", |bencher| {
        bencher.iter_batched(
            || rows.clone(),
            |rows| packer.pack(rows),
            BatchSize::PerIteration,
        );
    });
    let mut columns = Packer::new(Form::Parquet(&shape)).expect("a packer");
    group.bench_function("columns and their compression", |bencher| {
        bencher.iter_batched(
            || rows.clone(),
            |rows| columns.pack(rows),
            BatchSize::PerIteration,
        );
    });
    let pages = columns.pack(rows.clone()).expect("pages").bytes;
    group.bench_function("columns unpacked to rows", |bencher| {
        bencher.iter(|| {
            let (table, _) = Table::unpack(&pages, &shape).expect("a table");
            let mut text = Vec::with_capacity(rows.len());
            table.write_rows(&mut text);
            text
        });
    });
    let frame = packer.pack(rows.clone()).expect("a frame").bytes;
    for (what, bytes) in [("plain", &rows), ("packed", &frame)] {
        group.bench_function(format!("file hash, {what}"), |bencher| {
            bencher.iter(|| Sha256::digest(bytes));
        });
        let mut file = tempfile::tempfile().expect("a temporary file");
        group.bench_function(format!("write, {what}"), |bencher| {
            bencher.iter(|| {
                file.rewind().expect("the start of a file");
                file.write_all(bytes)
            });
        });
    }
    group.finish();
}

fn many(criterion: &mut Criterion) {
    let fixture = fixture();
    let mut maker = Maker::new(&fixture.generator, &fixture.keys.unit);
    let mut group = criterion.benchmark_group("100,000 units");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(100_000));
    group.bench_function("made and solved", |bencher| {
        bencher.iter(|| {
            for (number, &outcome) in (1..=100_000).zip(&fixture.outcomes) {
                maker.make(number, outcome).expect("a unit");
            }
        });
    });
    group.finish();
}

/// The first units of a block.
fn sample(fixture: &Fixture) -> Vec<Unit> {
    let mut maker = Maker::new(&fixture.generator, &fixture.keys.unit);
    (1..=SAMPLE)
        .zip(&fixture.outcomes)
        .map(|(number, &outcome)| maker.make(number, outcome).expect("a unit").clone())
        .collect()
}

criterion_group!(benches, start_up, unit, chunk, many);
criterion_main!(benches);
