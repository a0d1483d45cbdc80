// SPDX-License-Identifier: GPL-3.0-or-later
#![no_main]

#[allow(dead_code, reason = "each target calls one of them")]
#[path = "../../crates/morris-play/tests/parsers/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::room(data));
