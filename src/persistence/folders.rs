// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the user's files lie.

use std::path::PathBuf;

/// The name of the program's folder in those of the user.
const PROGRAM: &str = "nine-mens-morris";

/// Where the user's files lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// The settings: a file.
    pub settings: PathBuf,
    /// The saved games: a folder.
    pub saves: PathBuf,
    /// The tables of solved positions that the user had made: a folder.
    pub tables: PathBuf,
}

impl Folders {
    /// The places of the freedesktop.org base directories: `nine-mens-morris/settings.toml` below `XDG_CONFIG_HOME` and
    /// `nine-mens-morris/saves` and `…/endgame` below `XDG_DATA_HOME`. `None` if the user has no home.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        Some(Self {
            settings: dirs::config_dir()?.join(PROGRAM).join("settings.toml"),
            saves: dirs::data_dir()?.join(PROGRAM).join("saves"),
            tables: dirs::data_dir()?.join(PROGRAM).join("endgame"),
        })
    }
}
