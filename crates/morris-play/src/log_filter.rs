// SPDX-License-Identifier: GPL-3.0-or-later
//! What the programs tell of their work: which of it, the environment chooses.

use std::ffi::OsStr;

use morris::escape;

/// The variable of the environment that chooses it.
pub const LOG_VARIABLE: &str = "NMM_LOG";

/// Says that a choice cannot be understood, and which can be.
#[must_use]
pub fn not_understood(choice: &OsStr) -> String {
    let choice = escape(&choice.to_string_lossy());
    format!("{LOG_VARIABLE}=“{choice}” is not understood: write error, warn, info, debug or trace")
}
