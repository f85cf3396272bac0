//! See `untrusted::own_file`.

#![no_main]

#[expect(dead_code, unused_imports, reason = "each target feeds one of its functions")]
#[path = "../../tests/support/untrusted.rs"]
mod untrusted;

libfuzzer_sys::fuzz_target!(|data: &[u8]| untrusted::own_file(data));
