// SPDX-License-Identifier: GPL-3.0-or-later
//! Names by which the desktop knows the program, and paths set at build time.

/// Application id, used by the desktop file, the icons, the D-Bus name, and the window.
pub const APP_ID: &str = "io.github.ninemensmorris.NineMensMorris";

/// Path prefix of the program's resources.
pub const RESOURCE_PATH: &str = "/io/github/ninemensmorris/NineMensMorris";

/// Version of the program, as in `Cargo.toml`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Address of the home page, if set at build time.
pub const HOMEPAGE: Option<&str> = option_env!("NMM_HOMEPAGE");

/// Address of the issue tracker, if set at build time.
pub const BUGTRACKER: Option<&str> = option_env!("NMM_BUGTRACKER");

pub const GETTEXT_DOMAIN: &str = "nine-mens-morris";

/// Gettext domain of the translations of the help.
pub const HELP_DOMAIN: &str = "nine-mens-morris-help";

/// Folder of this build's translations, for a program that is not installed.
///
/// The installed folder is known only to `main.rs`, by `option_env!("NMM_LOCALEDIR")`, which meson
/// sets. So a change between cargo and meson recompiles the small program but not the library.
pub const BUILD_LOCALE_DIR: &str = concat!(env!("OUT_DIR"), "/locale");
