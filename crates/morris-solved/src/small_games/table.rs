// SPDX-License-Identifier: GPL-3.0-or-later
//! The tables of small games that lie in folders, and what they tell of a position.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::code::Code;
use super::file::{self, game_file_name};
use super::layout::{Layout, is_small};
use super::numbering::MOST_POINTS;
use super::sector::GameSector;
use crate::tablebase::{ProbeResult, Summary, TableError, Wdl};
use morris::{Position, Rules};

/// The table of a game, in memory: the value of every position and how many plies it takes to the
/// end.
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
    /// Reads the table of a game out of a folder.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// # Panics
    /// If the game is not [small](is_small).
    pub fn open(folder: &Path, rules: &Rules) -> Result<Self, TableError> {
        let layout = Layout::new(rules).expect("only small games are solved whole");
        let path = folder.join(game_file_name(rules));
        let codes = file::load(&path, &layout).map_err(|kind| TableError { path, kind })?;
        Ok(Self { layout, codes })
    }

    /// What a position is worth to its side, and the plies to the end if one side wins: the winner
    /// takes as few as it can, the loser as many. `None` where the game is over because men are
    /// lacking, and where somebody has won by a mill before the last move.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<ProbeResult> {
        let (number, slot) = self.layout.find(position)?;
        Code(self.codes[number][slot]).result()
    }

    /// The sectors in the order of solving.
    #[must_use]
    pub fn sectors(&self) -> &[GameSector] {
        &self.layout.sectors
    }

    /// What there is in a sector; nothing in one that the game does not have.
    #[must_use]
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

/// The tables of small games in one or more folders. Each is read when its game is first asked
/// about.
#[derive(Default)]
pub struct GameTables {
    folders: Vec<PathBuf>,
    /// The games with a name whose tables are there, and their sizes in bytes.
    there: Vec<(Rules, u64)>,
    /// The files that were refused by name when they were looked for.
    refused: Vec<PathBuf>,
    /// Those that were asked for, with the rules of the question.
    read: Mutex<Vec<(Rules, Option<Arc<GameTable>>)>>,
}

impl GameTables {
    /// The tables of a folder; says which files of games with a name are damaged.
    #[must_use]
    pub fn open(folder: &Path) -> (Self, Vec<TableError>) {
        let (mut there, mut refused) = (Vec::new(), Vec::new());
        for rules in Rules::PRESETS.into_iter().filter(is_small) {
            let path = folder.join(game_file_name(&rules));
            match file::check(&path, &rules) {
                Ok(bytes) => there.push((rules, bytes)),
                Err(kind) => refused.push(TableError { path, kind }),
            }
        }
        refused.retain(|error| !error.is_missing());
        let told = refused.iter().map(|error| error.path.clone()).collect();
        (Self { folders: vec![folder.to_owned()], there, refused: told, read: Mutex::default() }, refused)
    }

    /// These tables, and those of `other` that are missing here.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        let missing = |(rules, _): &(Rules, u64)| self.there.iter().all(|(there, _)| there != rules);
        let more: Vec<_> = other.there.into_iter().filter(missing).collect();
        self.there.extend(more);
        self.folders.extend(other.folders);
        self.refused.extend(other.refused);
        Self { read: Mutex::default(), ..self }
    }

    /// The games with a name whose tables are there, and their sizes in bytes.
    #[must_use]
    pub fn there(&self) -> &[(Rules, u64)] {
        &self.there
    }

    /// The table of a game, if it is there and whole. Reads it if it has not been read before.
    #[must_use]
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
        let is_refused = |folder: &PathBuf| self.refused.contains(&folder.join(game_file_name(rules)));
        let mut folders = self.folders.iter().filter(|folder| is_small(rules) && !is_refused(folder));
        let table = folders.find_map(|folder| whole(GameTable::open(folder, rules)));
        read.push((*rules, table.clone()));
        table
    }
}
