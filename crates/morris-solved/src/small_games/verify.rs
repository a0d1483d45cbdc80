// SPDX-License-Identifier: GPL-3.0-or-later
//! Verifier for the table of a game. The value of every position is recomputed from the positions
//! after its moves.
//!
//! If all of them agree, the table is right. Wins and losses follow by induction over the plies to
//! the end. A position stored as a draw has a move to another draw and no winning move.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::code::Code;
use super::sector::GameSector;
use super::table::GameTable;
use crate::progress::{At, Progress};
use crate::tablebase::{ProbeResult, SolveError, Wdl};
use morris::Position;

/// Reason why verification failed or ended early.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum GameVerifyError {
    #[error("the table has {said} for {position}, its moves give {found}")]
    Wrong { position: String, said: String, found: String },
    /// The threads could not be started, or verification was stopped.
    #[error(transparent)]
    Ended(#[from] SolveError),
}

/// Verifies a table and returns its number of positions. `report` is called for each sector and may
/// stop the verification.
///
/// # Errors
/// Returns the first wrong position, or the reason why verification ended early.
pub fn verify_game(
    table: &GameTable,
    threads: Option<usize>,
    mut report: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<u64, GameVerifyError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build().map_err(SolveError::from)?;
    let all = table.codes.iter().map(|codes| codes.len() as u64).sum();
    let (mut done, mut positions) = (0, 0);
    for (&sector, codes) in table.sectors().iter().zip(&table.codes) {
        if report(Progress { at: Some(At::Game(sector)), done, all }).is_break() {
            return Err(SolveError::Stopped.into());
        }
        positions += pool.install(|| verify_sector(table, sector))?;
        done += codes.len() as u64;
    }
    Ok(positions)
}

fn verify_sector(table: &GameTable, sector: GameSector) -> Result<u64, GameVerifyError> {
    let rows = (0..table.layout.numbering.rows(sector.men[0])).into_par_iter();
    let counts = rows.map(|row| {
        let (mut positions, mut wrong) = (0, None);
        table.layout.for_each_in_row(sector, row, |position| {
            if let Some(position) = position {
                let error = verify_position(table, &position);
                positions += u64::from(error == Ok(true));
                wrong = wrong.take().or_else(|| error.err().map(|error| (position, error)));
            }
        });
        match wrong {
            None => Ok(positions),
            Some((position, [said, found])) => {
                Err(GameVerifyError::Wrong { position: position.line(&table.layout.rules), said, found })
            }
        }
    });
    counts.try_reduce(|| 0, |a, b| Ok(a + b))
}

/// Returns whether the position can occur. If the table and the moves disagree, returns the value
/// in the table and the value that follows from the moves.
fn verify_position(table: &GameTable, position: &Position) -> Result<bool, [String; 2]> {
    let rules = &table.layout.rules;
    let worth = |position: &Position| match position.outcome(rules).map(|outcome| outcome.winner()) {
        Some(Some(winner)) if winner == position.side() => None,
        Some(Some(_)) => Some((Wdl::Loss, Some(0))),
        Some(None) => Some((Wdl::Draw, None)),
        None => table.probe(position).map(|ProbeResult { value, plies }| (value, plies)),
    };
    let mut after = Vec::new();
    position.for_each_move(rules, |mv| after.extend(worth(&position.play_unchecked(mv, rules))));
    let plies = |value| after.iter().filter(move |worth| worth.0 == value).filter_map(|worth| worth.1);
    let one_more = |plies: Option<u8>| plies.and_then(|plies| Code::after(u16::from(plies) + 1).plies());
    let found = match worth(position) {
        known if position.outcome(rules).is_some() => known,
        _ if after.iter().any(|worth| worth.0 == Wdl::Loss) => Some((Wdl::Win, one_more(plies(Wdl::Loss).min()))),
        _ if after.iter().any(|worth| worth.0 == Wdl::Draw) => Some((Wdl::Draw, None)),
        _ => Some((Wdl::Loss, one_more(plies(Wdl::Win).max()))),
    };
    let said = table.probe(position).map(|ProbeResult { value, plies }| (value, plies));
    let words = |worth: Option<(Wdl, Option<u8>)>| match worth {
        None => "nothing".to_owned(),
        Some((value, None)) => value.to_string(),
        Some((value, Some(plies))) => format!("{value} in {plies}"),
    };
    if said == found { Ok(found.is_some()) } else { Err([words(said), words(found)]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_games::{GameTask, solve_game};

    #[test]
    fn plies_beyond_the_longest_stored_are_right() {
        let (folder, rules) = (tempfile::tempdir().unwrap(), "tapatan".parse().unwrap());
        let task = GameTask { folder: folder.path().to_owned(), rules, threads: Some(1) };
        solve_game(&task, |_| ControlFlow::Continue(())).unwrap();
        let mut table = GameTable::open(folder.path(), &rules).unwrap();
        let mut set = |position: &Position, plies| {
            let (number, slot) = table.layout.find(position).unwrap();
            table.codes[number][slot] = Code::after(plies).0;
        };
        let start = Position::start(&rules);
        set(&start, Code::MOST_PLIES + 2);
        start.for_each_move(&rules, |mv| set(&start.play_unchecked(mv, &rules), Code::MOST_PLIES + 1));
        assert_eq!(verify_position(&table, &start), Ok(true));
    }
}
