#![no_main]

emission_fuzz::target!(Parquet);
