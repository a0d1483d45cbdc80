// SPDX-License-Identifier: GPL-3.0-or-later
//! Restrictions of a sandbox.

use std::path::Path;

/// File that exists only if the program runs as a Flatpak.
const FLATPAK: &str = "/.flatpak-info";

/// Returns whether the program runs as a Flatpak, without network and without the programs of the
/// host system.
pub fn is_sandboxed() -> bool {
    Path::new(FLATPAK).exists()
}
