// SPDX-License-Identifier: GPL-3.0-or-later
//! Locations of the files of the user, the system, and the program.

use std::path::{Path, PathBuf};
use std::{env, iter};

use morris_players::HiddenFolders;

/// Name of the program's folder among the user's folders.
const PROGRAM: &str = "nine-mens-morris";

/// Locations of the user's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Settings file.
    pub settings: PathBuf,
    /// Folder of the saved games.
    pub saves: PathBuf,
    /// Folder of the tables of solved positions that the user has computed.
    pub tables: PathBuf,
}

/// Name of the folder of tables within the program's folder.
const TABLES: &str = "endgame";
/// Default of `XDG_DATA_DIRS`.
const SYSTEM_DATA: &str = "/usr/local/share:/usr/share";

impl Folders {
    /// Returns what programs of the user must not read: the program's folders, with the keys in the
    /// saved games, but not the tables. Nothing is hidden if the user has no home directory.
    pub fn hidden_from_programs() -> HiddenFolders {
        let hidden = [dirs::config_dir(), dirs::data_dir()].into_iter().flatten().map(|folder| folder.join(PROGRAM));
        HiddenFolders {
            hidden: hidden.collect(),
            shown: Self::of_user().map(|folders| folders.tables).into_iter().collect(),
        }
    }

    /// Returns the locations in the freedesktop.org base directories:
    /// `nine-mens-morris/settings.toml` in `XDG_CONFIG_HOME`, and `nine-mens-morris/saves` and
    /// `…/endgame` in `XDG_DATA_HOME`. Returns `None` if the user has no home directory.
    pub fn of_user() -> Option<Self> {
        Some(Self {
            settings: dirs::config_dir()?.join(PROGRAM).join("settings.toml"),
            saves: dirs::data_dir()?.join(PROGRAM).join("saves"),
            tables: dirs::data_dir()?.join(PROGRAM).join(TABLES),
        })
    }
}

/// Returns the folder `share` of the prefix in which the program is installed. This is right even
/// if the prefix was moved after installation. The folder may not exist. Returns `None` if the path
/// of the program is unknown.
pub fn share_beside_program() -> Option<PathBuf> {
    share_beside(&env::current_exe().ok()?)
}

/// Returns `/opt/share` for `/opt/bin/nmm`.
fn share_beside(program: &Path) -> Option<PathBuf> {
    Some(program.parent()?.parent()?.join("share"))
}

/// Returns the folders with tables of solved positions: that shipped with the program, those of the
/// system, that beside the program, and always last the user's own. The folders may not exist.
pub fn table_folders(shipped: &Path) -> Vec<PathBuf> {
    let system = env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let system = system.unwrap_or_else(|| SYSTEM_DATA.into());
    let system = env::split_paths(&system).filter(|folder| folder.is_absolute());
    let system = system.map(|folder| folder.join(PROGRAM).join(TABLES));
    let beside = share_beside_program().map(|share| share.join(PROGRAM).join(TABLES));
    let own = Folders::of_user().map(|folders| folders.tables);
    with_own_last(iter::once(shipped.to_owned()).chain(system).chain(beside), own)
}

/// Returns each folder once. The user's own folder comes last even if it is among the others.
fn with_own_last(others: impl Iterator<Item = PathBuf>, own: Option<PathBuf>) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in others.filter(|folder| own.as_ref() != Some(folder)) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders.extend(own);
    folders
}

/// Returns `true` if the user's own tables are in the folder of the shipped ones. This is so if the
/// program is installed in the user's home directory.
pub fn own_tables_are_among_shipped() -> bool {
    share_beside_program().is_some_and(|share| are_below(&share, Folders::of_user().map(|folders| folders.tables)))
}

/// Returns `true` if the tables of a user are in the folder of the tables of a program with this
/// `share`.
fn are_below(share: &Path, own: Option<PathBuf>) -> bool {
    own.is_some_and(|own| own == share.join(PROGRAM).join(TABLES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_ones_own_home_the_shipped_tables_are_ones_own() {
        let own = || Some(PathBuf::from("/home/ada/.local/share/nine-mens-morris/endgame"));
        assert!(are_below(Path::new("/home/ada/.local/share"), own()));
        assert!(!are_below(Path::new("/usr/share"), own()));
        assert!(!are_below(Path::new("/usr/share"), None), "no folder is the user's own without a home");
    }

    #[test]
    fn the_users_own_folder_is_the_last_also_where_it_is_among_the_others() {
        let order = |others: &[&str], own: Option<&str>| {
            let folders = with_own_last(others.iter().map(PathBuf::from), own.map(PathBuf::from));
            folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order(&["/shipped", "/a", "/shipped", "/b"], Some("/own")), "/shipped /a /b /own");
        // The program is installed in the home directory of the user.
        assert_eq!(order(&["/own", "/a", "/b"], Some("/own")), "/a /b /own");
        assert_eq!(order(&["/shipped", "/own", "/own"], None), "/shipped /own");
    }
}
