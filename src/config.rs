// SPDX-License-Identifier: GPL-3.0-or-later
//! Names under which the desktop knows the program, and where a build puts its files.

/// Application id: of the desktop file, the icons, the D-Bus name and the window.
pub const APP_ID: &str = "io.github.ninemensmorris.NineMensMorris";

/// Where the resources of the program begin.
pub const RESOURCE_PATH: &str = "/io/github/ninemensmorris/NineMensMorris";

/// Version of the program, as in `Cargo.toml`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Address of the homepage, where the build was given one.
pub const HOMEPAGE: Option<&str> = option_env!("NMM_HOMEPAGE");

/// Address where faults are told, where the build was given one.
pub const BUGTRACKER: Option<&str> = option_env!("NMM_BUGTRACKER");

/// The gettext domain of the translations.
pub const GETTEXT_DOMAIN: &str = "nine-mens-morris";

/// The gettext domain of the translations of the help.
pub const HELP_DOMAIN: &str = "nine-mens-morris-help";

/// Folder of the translations that belong to this build, for a program that is not installed.
///
/// The installed place is known to `main.rs` alone, by `option_env!("NMM_LOCALEDIR")`, which meson
/// sets: so a change between cargo and meson compiles the small program again and not the library.
pub const BUILD_LOCALE_DIR: &str = concat!(env!("OUT_DIR"), "/locale");
