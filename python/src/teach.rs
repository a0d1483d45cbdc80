// SPDX-License-Identifier: GPL-3.0-or-later
//! Reviews of games, and puzzles.

use std::collections::VecDeque;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use morris::{Move, Rules};
use morris_solved::tablebase::{Tables, Wdl};
use morris_teach::puzzles::{MOST_SHOWN, PuzzleGenerator, PuzzleKey, PuzzleKind, Wanted};
use morris_teach::review::{Mistake, Reviewer};

use crate::errors::{Signals, result, wrong, wrong_type};
use crate::game::PyGame;
use crate::oracle::{PyOracle, tables_of};
use crate::values::{PyMove, PyPosition, rules_of};

fn moves<'py>(py: Python<'py>, moves: &[Move], rules: Rules) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, moves.iter().map(|&mv| PyMove { mv, rules }))
}

/// Returns the mistakes of a game, in order: moves that gave value away by the tables.
///
/// >>> from nine_mens_morris import Game, Position, review
/// >>> game = Game(Position.parse("WW./.../..W/....../.../.../BBB w 0 0"))
/// >>> game.play("d7-g7")
/// >>> [mistake] = review(game)
/// >>> mistake.lost, str(mistake.better[0])
/// ('win to loss', 'e5-g7xa1')
#[pyfunction]
#[pyo3(signature = (game, oracle = None))]
pub fn review<'py>(
    py: Python<'py>,
    game: PyRef<'py, PyGame>,
    oracle: Option<&Bound<'py, PyOracle>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (rules, mut reviewer) = (*game.0.rules(), Reviewer::new(tables_of(py, oracle)?, &game.0));
    Signals::watch(py, |go_on| {
        // It only ends early on Ctrl+C.
        let _ = reviewer.find_mistakes(go_on, &mut |_, _| {});
    })?;
    let mut mistakes = Vec::new();
    for (ply, found) in reviewer.review().plies.iter().enumerate() {
        let Some(mistake) = found.mistake else { continue };
        let lost = match mistake {
            Mistake::WinToDraw => "win to draw",
            Mistake::WinToLoss => "win to loss",
            Mistake::DrawToLoss => "draw to loss",
        };
        let reason = found.reason.map(|reason| reason.words(rules.board));
        let (better, line) = (moves(py, &found.better, rules)?, moves(py, &found.refutation, rules)?);
        mistakes.push(result(py, "Mistake", (ply, PyMove { mv: found.mv, rules }, lost, reason, better, line))?);
    }
    Ok(mistakes)
}

/// The iterator of `puzzles`.
#[pyclass(name = "Puzzles", module = "nine_mens_morris")]
pub struct PyPuzzles {
    tables: Arc<Tables>,
    rules: Rules,
    seed: u64,
    wanted: Wanted,
    shown: VecDeque<PuzzleKey>,
}

/// Makes puzzles from the tables, without end. The same seed gives the same puzzles.
///
/// `kind` is one of only, win, draw, removal, place, and fly. `rating` is a range, such as
/// `range(1000, 1400)`.
///
/// >>> from nine_mens_morris import puzzles
/// >>> puzzle = next(puzzles(seed=1, kind="win"))
/// >>> puzzle.value, puzzle.line[0] in puzzle.right
/// ('win', True)
#[pyfunction]
#[pyo3(signature = (seed = 0, kind = None, rating = None, *, rules = None, oracle = None))]
pub fn puzzles(
    py: Python<'_>,
    seed: u64,
    kind: Option<&str>,
    rating: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
    oracle: Option<&Bound<'_, PyOracle>>,
) -> PyResult<PyPuzzles> {
    let kind = kind.map(|kind| kind.parse::<PuzzleKind>().map_err(wrong)).transpose()?;
    let rating = rating.map(|rating| {
        let end = |name| rating.getattr(name).and_then(|end| end.extract::<i32>());
        let ends = end("start").and_then(|start| Ok((start, end("stop")?)));
        let (start, stop) = ends.map_err(|_| wrong_type(rating, "a range of ratings"))?;
        if start < stop { Ok(start..=stop - 1) } else { Err(wrong("the range of ratings is empty")) }
    });
    let wanted = Wanted { kind, theme: None, rating: rating.transpose()? };
    let rules = rules.map_or(Ok(Rules::STANDARD), rules_of)?;
    Ok(PyPuzzles { tables: tables_of(py, oracle)?, rules, seed, wanted, shown: VecDeque::new() })
}

#[pymethods]
impl PyPuzzles {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self { tables, rules, seed, wanted, shown } = self;
        let puzzle = Signals::watch(py, |go_on| {
            PuzzleGenerator::new(tables, rules).avoiding(shown.iter().copied()).make(*seed, wanted, &mut || go_on())
        })?;
        let puzzle =
            puzzle.ok_or_else(|| wrong(format!("the tables give no such puzzle for the rules {}", rules.line())))?;
        *seed = seed.wrapping_add(1);
        shown.push_back(puzzle.key());
        if shown.len() > MOST_SHOWN {
            shown.pop_front();
        }
        let position = PyPosition { position: puzzle.position, rules: *rules };
        let (right, line) = (moves(py, &puzzle.right, *rules)?, moves(py, &puzzle.line, *rules)?);
        let themes = PyTuple::new(py, puzzle.themes.iter().map(|theme| theme.id()))?;
        let value: Wdl = puzzle.value;
        result(py, "Puzzle", (puzzle.kind.id(), position, value.id(), right, line, puzzle.rating, themes))
    }
}
