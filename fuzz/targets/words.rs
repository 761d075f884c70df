#![no_main]

emission_fuzz::target!(Words);
