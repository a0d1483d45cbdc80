// SPDX-License-Identifier: GPL-3.0-or-later
//! The log level, selected by an environment variable.

use std::ffi::OsStr;

use morris::escape;

/// Environment variable that selects the log level.
pub const LOG_VARIABLE: &str = "NMM_LOG";

/// Returns the message that a log level is unknown, with the known ones.
pub fn not_understood(choice: &OsStr) -> String {
    let choice = escape(&choice.to_string_lossy());
    format!("{LOG_VARIABLE}=“{choice}” is not understood: write error, warn, info, debug or trace")
}
