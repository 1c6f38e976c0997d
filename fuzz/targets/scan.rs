//! The target `scan`.
#![no_main]

mod watch;

libfuzzer_sys::fuzz_target!(init: watch::watch(), |bytes: &[u8]| shardkey_fuzz::scan(bytes));
