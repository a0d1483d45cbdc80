// SPDX-License-Identifier: GPL-3.0-or-later
//! The computer player.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use morris_engine::{EngineOptions, Level, Limits, Request, Score, Searcher, Strength};

use crate::errors::{IllegalMoveError, Signals, result, wrong};
use crate::game::history_of;
use crate::oracle::{PyOracle, tables_of};
use crate::values::PyMove;

/// The computer player, at one strength: a level from 1 to 10, perfect, or limits of the search.
///
/// `depth` is a number of plies from 1 to 127, `nodes` about how many positions to search, and
/// `time` in seconds; the search ends at the first limit. Perfect play, level 10, and limits use
/// the tables of `oracle`, or the included ones. `memory` is the size of the search's memory in
/// MiB.
///
/// An engine can be used by several threads, one after the other.
///
/// >>> from nine_mens_morris import Engine, Position
/// >>> best = Engine(depth=4).best_move(Position.parse("WW./.../..W/....../.../.../BBB w 0 0"))
/// >>> str(best.move), best.value
/// ('e5-g7xa1', 'win')
#[pyclass(frozen, name = "Engine", module = "nine_mens_morris")]
pub struct PyEngine {
    searcher: Mutex<Searcher>,
    strength: Strength,
}

/// The most memory that can be asked for, in MiB.
const MOST_MEMORY: usize = 65_536;

fn limits(depth: Option<u8>, nodes: Option<u64>, time: Option<f64>) -> PyResult<Option<Limits>> {
    if depth.is_none() && nodes.is_none() && time.is_none() {
        return Ok(None);
    }
    if !depth.is_none_or(|depth| (1..=127).contains(&depth)) || nodes == Some(0) {
        return Err(wrong("depth has to be 1 to 127, and nodes at least 1"));
    }
    let seconds = |time| Duration::try_from_secs_f64(time).ok().filter(|time| !time.is_zero());
    let seconds =
        |time| seconds(time).ok_or_else(|| wrong(format!("time has to be a number of seconds above 0, not {time}")));
    Ok(Some(Limits { depth, nodes, time: time.map(seconds).transpose()?, ..Limits::default() }))
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (*, level = None, perfect = false, depth = None, nodes = None, time = None, oracle = None, memory = 16))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        level: Option<u8>,
        perfect: bool,
        depth: Option<u8>,
        nodes: Option<u64>,
        time: Option<f64>,
        oracle: Option<&Bound<'_, PyOracle>>,
        memory: usize,
    ) -> PyResult<Self> {
        let strength = match (level, perfect, limits(depth, nodes, time)?) {
            (Some(level), false, None) => {
                let known = Level::new(level);
                Strength::Level(
                    known.ok_or_else(|| wrong(format!("levels are 1 to 10, and there is no level {level}")))?,
                )
            }
            (None, true, None) => Strength::Perfect,
            (None, false, Some(limits)) => Strength::Limits(limits),
            _ => return Err(wrong("an engine needs either level, perfect, or limits: depth, nodes, time")),
        };
        if !(1..=MOST_MEMORY).contains(&memory) {
            return Err(wrong(format!("memory has to be 1 to {MOST_MEMORY} MiB, not {memory}")));
        }
        let mut searcher = Searcher::new(EngineOptions { memory_mib: memory, ..EngineOptions::default() });
        if strength.uses_tables() {
            searcher.set_tables(tables_of(py, oracle)?);
        }
        Ok(Self { searcher: Mutex::new(searcher), strength })
    }

    /// Returns the best move at a position or at the end of a game, as a `Best`. Ctrl+C ends the
    /// search.
    ///
    /// `seed` decides among equal moves, and about the oversights of weak levels.
    #[pyo3(signature = (at, /, *, seed = 0))]
    fn best_move<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let game = history_of(at)?;
        if game.outcome().is_some() {
            return Err(IllegalMoveError::new_err("the game is over"));
        }
        let rules = *game.rules();
        let request = Request { seed, ..Request::new(rules, game.positions().to_vec(), self.strength) };
        let mut last = None;
        let (best, nodes) = Signals::watch(py, |go_on| {
            let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
            let best = searcher.try_think(&request, go_on, |info| last = Some(info));
            (best, searcher.nodes())
        })?;
        let best = best.map_err(|words| wrong(format!("the search failed: {words}")))?;
        let best = best.ok_or_else(|| IllegalMoveError::new_err("the game is over"))?;
        let pv = last.iter().flat_map(|info| &info.pv).map(|&mv| PyMove { mv, rules });
        let pv = PyTuple::new(py, pv.collect::<Vec<_>>())?;
        let score = best.score.or(last.as_ref().map(|info| info.score));
        let (value, score, win_in) = score.map_or((None, None, None), words);
        let depth = last.as_ref().map_or(0, |info| info.depth);
        result(py, "Best", (PyMove { mv: best.mv, rules }, value, score, win_in, pv, depth, nodes))
    }

    fn __repr__(&self) -> String {
        format!("<Engine {:?}>", self.strength)
    }
}

/// Returns the exact value, the estimate, and the plies to the win or, if negative, to the loss.
const fn words(score: Score) -> (Option<&'static str>, Option<i32>, Option<i32>) {
    match score {
        Score::Win(plies) => (Some("win"), None, Some(plies as i32)),
        Score::Won => (Some("win"), None, None),
        Score::Draw => (Some("draw"), None, None),
        Score::Lost => (Some("loss"), None, None),
        Score::Loss(plies) => (Some("loss"), None, Some(-(plies as i32))),
        Score::Value(value) => (None, Some(value), None),
    }
}
