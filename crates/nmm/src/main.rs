// SPDX-License-Identifier: GPL-3.0-or-later
//! The headless program. Only this crate root reads its installation folder, by
//! `option_env!("NMM_TABLESDIR")`, which meson sets. A switch between cargo and meson therefore
//! recompiles these lines and not the library.

use std::process::ExitCode;

/// Folder of the installed tables of solved positions. A build that is not installed uses those of
/// the source.
const TABLES_DIR: &str = match option_env!("NMM_TABLESDIR") {
    Some(installed) => installed,
    None => concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame"),
};

fn main() -> ExitCode {
    nmm::run(TABLES_DIR.as_ref())
}
