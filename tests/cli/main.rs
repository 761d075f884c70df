//! What people see of `emission`: every message, exit code and file that a command leaves.

mod audit;
mod built_in;
mod ci;
mod game;
mod generate;
mod json;
mod manual;
mod outputs;
mod parquet;
mod preview;
mod proof;
mod report;
mod reproduce;
mod rng_dump;
mod secrets;
mod show;
mod spoil;
mod support;
mod verbose;
mod verify;

/// The texts of `--help`, of usage errors and of `game`, as they stand in the `.trycmd` files beside this one.
#[test]
fn texts() {
    trycmd::TestCases::new()
        .case("tests/cli/help/*.trycmd")
        .case("tests/cli/*.trycmd");
}
