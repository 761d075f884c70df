//! The command line of `emission`.

fn main() {}
