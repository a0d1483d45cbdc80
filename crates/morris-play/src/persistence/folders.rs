// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the user's files lie.

use std::env;
use std::path::{Path, PathBuf};

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

/// The name of the folder of tables in that of the program.
const TABLES: &str = "endgame";
/// Where systems keep data if `XDG_DATA_DIRS` says nothing.
const SYSTEM_DATA: &str = "/usr/local/share:/usr/share";

impl Folders {
    /// The places of the freedesktop.org base directories: `nine-mens-morris/settings.toml` below `XDG_CONFIG_HOME` and
    /// `nine-mens-morris/saves` and `…/endgame` below `XDG_DATA_HOME`. `None` if the user has no home.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        Some(Self {
            settings: dirs::config_dir()?.join(PROGRAM).join("settings.toml"),
            saves: dirs::data_dir()?.join(PROGRAM).join("saves"),
            tables: dirs::data_dir()?.join(PROGRAM).join(TABLES),
        })
    }
}

/// The folders with tables of solved positions: that which came with the program, those of the system, and the user's
/// own. They need not be there.
#[must_use]
pub fn table_folders(shipped: &Path) -> Vec<PathBuf> {
    let system = env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let system = system.unwrap_or_else(|| SYSTEM_DATA.into());
    let system = env::split_paths(&system).filter(|folder| folder.is_absolute());
    let system = system.map(|folder| folder.join(PROGRAM).join(TABLES));
    let mut folders = vec![shipped.to_owned()];
    for folder in system.chain(Folders::of_user().map(|folders| folders.tables)) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}
