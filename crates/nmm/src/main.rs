// SPDX-License-Identifier: GPL-3.0-or-later
//! The headless program. Only this crate root reads its installation folder, by
//! `option_env!("NMM_TABLESDIR")`, which meson sets. A switch between cargo and meson therefore
//! recompiles these lines and not the library.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    nmm::run(option_env!("NMM_TABLESDIR").map(Path::new))
}
