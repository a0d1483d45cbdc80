// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the files of the user, of the system and of the program itself lie.

use std::path::{Path, PathBuf};
use std::{env, iter};

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
    /// The places of the freedesktop.org base directories: `nine-mens-morris/settings.toml` below
    /// `XDG_CONFIG_HOME` and `nine-mens-morris/saves` and `…/endgame` below `XDG_DATA_HOME`. `None`
    /// if the user has no home.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        Some(Self {
            settings: dirs::config_dir()?.join(PROGRAM).join("settings.toml"),
            saves: dirs::data_dir()?.join(PROGRAM).join("saves"),
            tables: dirs::data_dir()?.join(PROGRAM).join(TABLES),
        })
    }
}

/// The folder `share` of the prefix that the program itself lies in: right even where all of it was
/// moved after it had been installed. It need not be there. `None` if the system does not tell
/// where the program lies.
#[must_use]
pub fn share_beside_program() -> Option<PathBuf> {
    share_beside(&env::current_exe().ok()?)
}

/// `/opt/share` for `/opt/bin/nmm`.
fn share_beside(program: &Path) -> Option<PathBuf> {
    Some(program.parent()?.parent()?.join("share"))
}

/// The folders with tables of solved positions: that which came with the program, those of the
/// system, that beside the program, and the user's own, which is the last in any case. They need
/// not be there.
#[must_use]
pub fn table_folders(shipped: &Path) -> Vec<PathBuf> {
    let system = env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let system = system.unwrap_or_else(|| SYSTEM_DATA.into());
    let system = env::split_paths(&system).filter(|folder| folder.is_absolute());
    let system = system.map(|folder| folder.join(PROGRAM).join(TABLES));
    let beside = share_beside_program().map(|share| share.join(PROGRAM).join(TABLES));
    let own = Folders::of_user().map(|folders| folders.tables);
    with_own_last(iter::once(shipped.to_owned()).chain(system).chain(beside), own)
}

/// Each folder once, the user's own as the last also where it is among the others.
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

/// Whether the user's own tables lie among those that came with the program, as where it is
/// installed in his home.
#[must_use]
pub fn own_tables_lie_among_shipped() -> bool {
    share_beside_program().is_some_and(|share| lie_below(&share, Folders::of_user().map(|folders| folders.tables)))
}

/// Whether the tables of a user, who may have none, lie where those of a program with this `share`
/// come to lie.
fn lie_below(share: &Path, own: Option<PathBuf>) -> bool {
    own.is_some_and(|own| own == share.join(PROGRAM).join(TABLES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_ones_own_home_the_shipped_tables_are_ones_own() {
        let own = || Some(PathBuf::from("/home/ada/.local/share/nine-mens-morris/endgame"));
        assert!(lie_below(Path::new("/home/ada/.local/share"), own()));
        assert!(!lie_below(Path::new("/usr/share"), own()));
        assert!(!lie_below(Path::new("/usr/share"), None), "without a home nothing is one's own");
    }

    #[test]
    fn the_users_own_folder_is_the_last_also_where_it_is_among_the_others() {
        let order = |others: &[&str], own: Option<&str>| {
            let folders = with_own_last(others.iter().map(PathBuf::from), own.map(PathBuf::from));
            folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order(&["/shipped", "/a", "/shipped", "/b"], Some("/own")), "/shipped /a /b /own");
        // Installed in the home of the user.
        assert_eq!(order(&["/own", "/a", "/b"], Some("/own")), "/a /b /own");
        assert_eq!(order(&["/shipped", "/own", "/own"], None), "/shipped /own");
    }
}
