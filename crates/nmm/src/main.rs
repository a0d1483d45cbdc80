// SPDX-License-Identifier: GPL-3.0-or-later
//! The headless program. It alone knows where it is installed, by `option_env!("NMM_TABLESDIR")`,
//! which meson sets: so a change between cargo and meson compiles these lines again and not the
//! library.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    nmm::run(option_env!("NMM_TABLESDIR").map(Path::new))
}
