// SPDX-License-Identifier: GPL-3.0-or-later
//! The user's files: settings, saved games, practice and statistics. Settings, saves and practice
//! are readable TOML.
//!
//! ```text
//! FileActor (a thread each) ─► SettingsFile ─► Settings            ┐
//!                           ├► Saver ─► Store ─► Entry ─► SavedGame ┴─ toml_text ─ files ─► disk
//!                           ├► TournamentFiles ─► Tournament ─ files ─► disk
//!                           └► Counter ─► StatisticsFile, PracticeFile  ─ lock, files ─► disk
//! Content: saves and the texts of other programs, for import and export
//! ```
//!
//! Each TOML file has a version, is checked as a whole on reading, and is replaced in one step on
//! writing. At any moment either the old or the new text exists. Errors are reported with file and
//! line, and a file with errors is never overwritten. All functions here block on the disk. The
//! window makes all changes through a [`FileActor`], and reads on another thread.
//!
//! Only finished games are appended, as lines, under a lock. Each line ends with a mark, so a line
//! that was cut short is recognized and skipped. A symbolic link stays a link, even if its target
//! does not exist yet. The program asks for a lock only for a moment (`lock`). If it cannot write,
//! it reports that, keeps the data, tries again, and can still quit. The next start recovers the
//! rest: a game that was saved but not counted from its save (`counter`), and practice from a file
//! beside its own. A game is identified by the name of its save and the moment of its end.
//!
//! A deleted game is renamed (`.toml.deleted`), and the program that deleted it can restore it
//! until it quits (`deleted`). It locks the file, so that no other program removes it. The first
//! start after a day does. The list of saved games reads a file again only if it has changed
//! (`ReadGames`).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

mod assistance;
mod clock_times;
mod counter;
mod deleted;
mod drawings;
mod entry;
mod error;
mod file_actor;
mod files;
mod folders;
mod import_export;
mod lock;
mod locked_file;
mod own_rules;
mod practice_file;
mod private_file;
mod review_marks;
mod saved_game;
mod saver;
mod settings;
mod settings_file;
mod statistics;
mod store;
mod toml_text;
mod tournaments;

pub use assistance::HelpUsed;
pub use counter::{Count, Counter};
pub use deleted::{Deleted, Restored};
pub use drawings::{Stroke, commands, has_words, strokes, strokes_after, toggled, transformed, words};
pub use entry::{Broken, Entry, SaveId, Summary};
pub use error::{FileError, FileProblem, StoreError, WriteError};
pub use file_actor::{FileActor, Flush, OnDisk};
pub use files::{MAX_FILE_BYTES, read_text, read_text_from, read_text_up_to, survive_size_limit, write_file};
pub use folders::{Folders, own_tables_are_among_shipped, share_beside_program, table_folders};
pub use import_export::{Content, FileFormat, GamePart, from_pgn};
pub use locked_file::LockedFile;
pub use own_rules::{OwnRules, OwnRulesError};
pub use practice_file::{LoadedPractice, PracticeChange, PracticeFile};
pub use private_file::PrivateFile;
pub use review_marks::{Notes, mark_review, remove_review};
pub use saved_game::{SavedGame, SavedKind};
pub use saver::{SaveJob, SaveReport, Saver};
pub use settings::{Animation, OneSwitch, Pace, Settings, StyleId, Words, limits};
pub use settings_file::{LoadedSettings, SettingsFile, Styles};
pub use statistics::{FinishedGame, OpponentKind, Statistics, StatisticsFile};
pub use store::{Saved, Store};
pub use tournaments::{ListedTournament, TournamentFiles, TournamentId, TournamentJob};
