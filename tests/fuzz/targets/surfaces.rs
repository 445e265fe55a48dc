#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fabric_rules_fuzz::surfaces::hold(bytes));
