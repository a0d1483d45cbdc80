// SPDX-License-Identifier: GPL-3.0-or-later
//! Keeps external programs from reading the files of the user's games, among them keys of games by
//! message.
//!
//! Landlock, a part of Linux, only knows what is allowed. So the neighbors of the hidden folders
//! are allowed on each level, from the root down. New files directly in a folder above a hidden one
//! can then not be read either. Names of files can be listed.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use landlock::{
    AccessFs, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr,
    RulesetError, path_beneath_rules,
};

/// Folders that external programs cannot read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenFolders {
    /// Absolute paths of these folders. They may be missing.
    pub hidden: Vec<PathBuf>,
    /// Absolute paths of folders in them that can be read all the same. One that is a link is shown
    /// only if it leads out of the hidden folders.
    pub shown: Vec<PathBuf>,
}

static HIDDEN: OnceLock<HiddenFolders> = OnceLock::new();

/// Hides folders from all programs that this process starts from now on, as far as the system can
/// ([`can_hide`]). Only the first call has an effect.
pub fn hide_from_programs(folders: HiddenFolders) {
    // A second call would name the same folders.
    let _ = HIDDEN.set(folders);
}

pub(super) fn hidden() -> HiddenFolders {
    HIDDEN.get().cloned().unwrap_or_default()
}

/// Returns `true` if the system can hide folders from programs.
pub fn can_hide() -> bool {
    ruleset(CompatLevel::HardRequirement).is_ok()
}

fn ruleset(level: CompatLevel) -> Result<RulesetCreated, RulesetError> {
    Ruleset::default().set_compatibility(level).handle_access(allowed())?.create()
}

/// Returns what is allowed beside the hidden folders alone. A program that could rename a hidden
/// folder, or put a link to it in another place, would show it to the next program.
fn allowed() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::MakeSym | AccessFs::RemoveDir
}

impl HiddenFolders {
    /// Hides the folders from this thread, and from all processes that it starts.
    ///
    /// # Errors
    /// Returns an error if the system refuses. It is none if the system knows no Landlock.
    pub(super) fn hide(&self) -> Result<(), RulesetError> {
        let rules = path_beneath_rules(self.readable(), allowed());
        ruleset(CompatLevel::BestEffort)?.add_rules(rules)?.restrict_self().map(drop)
    }

    /// Returns what can be read: everything beside the hidden folders.
    fn readable(&self) -> Vec<PathBuf> {
        let hidden: Vec<_> = self.hidden.iter().cloned().chain(self.links()).map(|path| real(&path)).collect();
        // These come from the hidden paths, because a folder that cannot be listed (mode 0711) may
        // still be entered. Only its own entries are then not allowed.
        let mut above: BTreeSet<_> = hidden.iter().flat_map(|path| path.ancestors().skip(1)).collect();
        above.insert(Path::new("/"));
        above.retain(|folder| !hidden.iter().any(|hidden| folder.starts_with(hidden)));
        let mut readable = self.shown.clone();
        readable.retain(|path| path.is_dir() && !path.is_symlink());
        for entry in above.into_iter().flat_map(fs::read_dir).flatten().flatten() {
            let path = entry.path();
            // A link may lead into a hidden folder. What others lead to is allowed itself.
            if !path.is_symlink() && !hidden.iter().any(|hidden| hidden.starts_with(&path)) {
                readable.push(path);
            }
        }
        readable
    }

    /// Returns the links directly in the hidden folders, such as to a folder of saved games that is
    /// synchronized. What they lead to is hidden, too.
    fn links(&self) -> impl Iterator<Item = PathBuf> {
        let entries = self.hidden.iter().flat_map(fs::read_dir).flatten().flatten().map(|entry| entry.path());
        entries.filter(|path| path.is_symlink() && !self.shown.contains(path))
    }
}

/// Returns the path without links, as far as it exists.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => real(parent).join(name),
        _ => path.to_owned(),
    })
}

/// Word that begins a hidden folder among the arguments of a supervisor.
const HIDE: &str = "--hide";
/// Word that begins what is shown in one.
const SHOW: &str = "--show";

impl HiddenFolders {
    /// Returns the arguments that tell a supervisor these folders.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &OsStr> {
        let with = |word: &'static str| move |path| [OsStr::new(word), Path::as_os_str(path)];
        let hidden = self.hidden.iter().map(PathBuf::as_path).flat_map(with(HIDE));
        hidden.chain(self.shown.iter().map(PathBuf::as_path).flat_map(with(SHOW)))
    }

    /// Takes a folder from an argument and the one after it. Returns `false` if it is another one.
    pub(super) fn take(&mut self, argument: &OsStr, next: impl FnOnce() -> Option<PathBuf>) -> bool {
        let list = match argument.to_str() {
            Some(HIDE) => &mut self.hidden,
            Some(SHOW) => &mut self.shown,
            _ => return false,
        };
        list.extend(next());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn everything_can_be_read_if_nothing_is_hidden() {
        assert!(HiddenFolders::default().readable().contains(&PathBuf::from("/usr")));
    }

    /// Linux does not list a thread in `/proc`, just as a folder of mode 0711 lists nothing.
    #[test]
    fn all_but_hidden_folders_can_be_read_in_a_folder_that_is_not_listed() {
        let readable = thread::spawn(|| {
            let unlisted = Path::new("/proc").join(real(Path::new("/proc/thread-self")).file_name().unwrap());
            let hidden = vec![unlisted.join("attr"), unlisted.join("attr/none/game")];
            let readable = HiddenFolders { hidden, shown: Vec::new() }.readable();
            readable.iter().filter_map(|path| path.strip_prefix(&unlisted).ok().map(Path::to_owned)).collect::<Vec<_>>()
        });
        let readable = readable.join().unwrap();
        assert!(readable.contains(&PathBuf::from("status")), "{readable:?}");
        assert!(!readable.iter().any(|path| path.starts_with("attr")), "{readable:?}");
    }
}
