// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables of small games in folders, and probing of positions in them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::code::Code;
use super::file;
use super::head::game_path;
use super::layout::{Layout, is_small};
use super::numbering::MOST_POINTS;
use super::sector::GameSector;
use crate::tablebase::{ProbeResult, Summary, TableError, Wdl};
use morris::{Position, Rules};

/// The table of a game in memory: the value of every position and its plies to the end.
///
/// ```
/// use morris::{Position, Rules};
/// use morris_solved::small_games::{GameTable, GameTask, solve_game};
/// use std::ops::ControlFlow;
///
/// let folder = tempfile::tempdir()?;
/// let rules: Rules = "smallmerels".parse()?;
/// let task = GameTask { folder: folder.path().into(), rules, threads: Some(1) };
/// solve_game(&task, |_| ControlFlow::Continue(()))?;
/// let known = GameTable::open(folder.path(), &rules)?.probe(&Position::start(&rules));
/// assert!(known.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameTable {
    pub(super) layout: Layout,
    pub(super) codes: Vec<Vec<u8>>,
}

impl GameTable {
    /// Reads the table of a game from a folder.
    ///
    /// # Errors
    /// Returns the reason why the table is refused.
    ///
    /// # Panics
    /// Panics if the game is not [small](is_small).
    pub fn open(folder: &Path, rules: &Rules) -> Result<Self, TableError> {
        let layout = Layout::new(rules).expect("only small games are solved whole");
        let path = game_path(folder, rules);
        let codes = file::load(&path, &layout).map_err(|kind| TableError { path, kind })?;
        Ok(Self { layout, codes })
    }

    /// Returns the value of a position for the side to move, and the plies to the end if one side
    /// wins. The winner takes the shortest way, the loser the longest. Returns `None` if the game
    /// is over because a side has too few men, or if the side to move has already won by a mill.
    pub fn probe(&self, position: &Position) -> Option<ProbeResult> {
        let (number, slot) = self.layout.find(position)?;
        Code(self.codes[number][slot]).result()
    }

    /// Returns the sectors in the order of solving.
    pub fn sectors(&self) -> &[GameSector] {
        &self.layout.sectors
    }

    /// Returns the contents of a sector. A sector that the game does not have is empty.
    pub fn summary(&self, sector: GameSector) -> Summary {
        let mut summary = Summary::default();
        let codes = self.layout.number(sector).map_or(&[][..], |number| &self.codes[number]);
        for ProbeResult { value, plies } in codes.iter().filter_map(|&code| Code(code).result()) {
            let plies = plies.unwrap_or(0);
            summary.positions += 1;
            match value {
                Wdl::Win => {
                    summary.wins += 1;
                    summary.longest_win = summary.longest_win.max(plies);
                }
                Wdl::Draw => summary.draws += 1,
                Wdl::Loss => {
                    summary.losses += 1;
                    summary.longest_loss = summary.longest_loss.max(plies);
                }
            }
        }
        summary
    }
}

/// Tables of small games in one or more folders. Each table is read when its game is first probed.
#[derive(Default)]
pub struct GameTables {
    folders: Vec<PathBuf>,
    /// Presets with an existing table, and the sizes of the tables in bytes.
    there: Vec<(Rules, u64)>,
    /// Files that were refused, and already reported, when the folder was opened.
    refused: Vec<PathBuf>,
    /// Tables that were requested, by the rules of the request.
    read: Mutex<Vec<(Rules, Option<Arc<GameTable>>)>>,
}

impl GameTables {
    /// Opens the tables of a folder. Also returns the damaged files of presets.
    pub fn open(folder: &Path) -> (Self, Vec<TableError>) {
        let (mut there, mut refused) = (Vec::new(), Vec::new());
        for rules in Rules::PRESETS.into_iter().filter(is_small) {
            let path = game_path(folder, &rules);
            match file::check(&path, &rules) {
                Ok(bytes) => there.push((rules, bytes)),
                Err(kind) => refused.push(TableError { path, kind }),
            }
        }
        refused.retain(|error| !error.is_missing());
        let told = refused.iter().map(|error| error.path.clone()).collect();
        (Self { folders: vec![folder.to_owned()], there, refused: told, read: Mutex::default() }, refused)
    }

    /// Adds those tables of `other` that are missing here.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        let missing = |(rules, _): &(Rules, u64)| self.there.iter().all(|(there, _)| there != rules);
        let more: Vec<_> = other.there.into_iter().filter(missing).collect();
        self.there.extend(more);
        self.folders.extend(other.folders);
        self.refused.extend(other.refused);
        Self { read: Mutex::default(), ..self }
    }

    /// Returns the presets with an existing table, and the sizes of the tables in bytes.
    pub fn there(&self) -> &[(Rules, u64)] {
        &self.there
    }

    /// Returns the table of a game, if it exists and is intact. Reads it on the first request.
    pub fn game(&self, rules: &Rules) -> Option<Arc<GameTable>> {
        if self.folders.is_empty() || rules.board.points().len() > MOST_POINTS {
            return None;
        }
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, table)) = read.iter().find(|(of, _)| of == rules) {
            return table.clone();
        }
        let whole = |table: Result<GameTable, TableError>| match table {
            Ok(table) => Some(Arc::new(table)),
            Err(error) if error.is_missing() => None,
            Err(error) => {
                tracing::error!("{error}: the table is not used");
                None
            }
        };
        let is_refused = |folder: &PathBuf| self.refused.contains(&game_path(folder, rules));
        let mut folders = self.folders.iter().filter(|folder| is_small(rules) && !is_refused(folder));
        let table = folders.find_map(|folder| whole(GameTable::open(folder, rules)));
        read.push((*rules, table.clone()));
        table
    }
}
