// SPDX-License-Identifier: GPL-3.0-or-later
//! Restrictions of a sandbox.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// File that exists only if the program runs as a Flatpak.
const FLATPAK: &str = "/.flatpak-info";

/// Returns whether the program runs as a Flatpak, without the programs of the host system.
pub fn is_sandboxed() -> bool {
    Path::new(FLATPAK).exists()
}

/// Returns whether the program has no network: it runs as a Flatpak, and the user has not allowed
/// it one.
pub fn is_offline() -> bool {
    // The file does not change while the program runs.
    static IS_OFFLINE: OnceLock<bool> = OnceLock::new();
    *IS_OFFLINE.get_or_init(|| fs::read_to_string(FLATPAK).is_ok_and(|info| !shares_network(&info)))
}

fn shares_network(info: &str) -> bool {
    let shared = info.lines().filter_map(|line| line.strip_prefix("shared="));
    shared.flat_map(|shared| shared.split(';')).any(|part| part == "network")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flatpak_has_the_network_that_the_user_allows() {
        assert!(shares_network("[Context]\nshared=network;ipc;\nsockets=wayland;\n"));
        for closed in ["", "[Context]\nshared=ipc;\nsockets=wayland;\n", "[Context]\nunshared=network;\n"] {
            assert!(!shares_network(closed), "{closed}");
        }
    }
}
