// SPDX-License-Identifier: GPL-3.0-or-later
//! All solvers behind one call.

use std::fs;
use std::ops::ControlFlow;

use crate::progress::Progress;
use crate::small_games::{GameTask, solve_game};
use crate::tablebase::{self, PlacingTask, SectorsTask, SolveError, solve_placing};

/// Game or part of a game to solve, and settings of the solver.
#[derive(Clone, Debug)]
pub enum Task {
    /// The sectors of a board.
    Sectors(SectorsTask),
    /// The placing phase of a game, from its sectors.
    Placing(PlacingTask),
    /// A small game as a whole.
    Game(GameTask),
}

/// Solves the missing tables. `report` is called several times per second and may stop the solver.
/// Complete parts are kept, and the next call continues from there.
///
/// # Errors
/// Returns the reason why the solver ended early, such as a damaged table. Damaged tables are left
/// alone.
///
/// # Panics
/// Panics if a game is not [small](crate::small_games::is_small).
pub fn solve(task: &Task, report: impl FnMut(Progress) -> ControlFlow<()> + Send) -> Result<(), SolveError> {
    match task {
        Task::Sectors(task) => tablebase::solve(task, report),
        Task::Placing(task) => solve_placing(task, report),
        Task::Game(task) => solve_game(task, report),
    }
}

/// Returns the available memory in bytes, if the system reports it. It serves as the limit for a
/// task.
pub fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::At;
    use crate::tablebase::{BoardKind, Keep, LookedAhead, PlacingGame};

    /// Runs a task in an empty folder. Returns its result and the work that it reported.
    fn ended(task: &Task) -> (Result<(), SolveError>, Vec<At>) {
        let mut at = Vec::new();
        let solved = solve(task, |progress| {
            assert!(progress.done <= progress.all);
            at.extend(progress.at);
            ControlFlow::Continue(())
        });
        (solved, at)
    }

    #[test]
    fn each_task_is_solved_and_reports_progress() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().to_owned();
        let placing = PlacingTask {
            folder: folder.clone(),
            memory: u64::MAX,
            threads: None,
            last: PlacingGame::Nine.last_kept(),
        };
        let (solved, at) = ended(&Task::Placing(placing));
        assert!(solved.is_err() && at.is_empty(), "without the sectors");
        let sectors = SectorsTask {
            folder: folder.clone(),
            board_kind: BoardKind::Plain,
            most_men: 6,
            most_per_side: 3,
            memory: u64::MAX,
            threads: None,
            keep: Keep::Values,
            looked_ahead: LookedAhead::Remove,
        };
        let (solved, at) = ended(&Task::Sectors(sectors));
        assert!(solved.is_ok() && at.iter().all(|at| matches!(at, At::Sector(..)) && at.table().is_some()), "{at:?}");
        assert_eq!(at.first().map(ToString::to_string).as_deref(), Some("3-3, removals"));
        let game = GameTask { folder, rules: "tapatan".parse().unwrap(), threads: None };
        let (solved, at) = ended(&Task::Game(game));
        assert!(solved.is_ok() && !at.is_empty() && at.iter().all(|at| matches!(at, At::Game(_))), "{at:?}");
    }
}
