// SPDX-License-Identifier: GPL-3.0-or-later
//! What a sandbox keeps from the program.

use std::path::Path;

/// Lies where the program runs as a Flatpak, and nowhere else.
const FLATPAK: &str = "/.flatpak-info";

/// Whether the program runs as a Flatpak: without network, and without the programs of the system
/// around it.
#[must_use]
pub fn is_sandboxed() -> bool {
    Path::new(FLATPAK).exists()
}
