// SPDX-License-Identifier: GPL-3.0-or-later
//! Exact values from tables of solved positions.

use std::cmp::Reverse;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use morris_solved::tablebase::{Prober, Tables, Wdl, check_folder};

use crate::batch::output;
use crate::errors::{Signals, result, wrong};
use crate::game::history_of;
use crate::values::{PyMove, PyPosition};

/// Exact values of positions, from the included tables and those of the named folders.
///
/// A value is `win`, `draw`, or `loss` for the side to move with best play, or None if no table has
/// it. Draws by repetition and quiet plies do not count. An oracle can be used by several threads.
///
/// >>> from nine_mens_morris import Oracle, Position
/// >>> oracle = Oracle()
/// >>> oracle.value(Position("standard"))
/// 'draw'
/// >>> best = oracle.values(Position.parse("WW./.../..W/....../.../.../BBB w 0 0"))[0]
/// >>> str(best.move), best.value
/// ('e5-g7xa1', 'win')
#[pyclass(frozen, name = "Oracle", module = "nine_mens_morris")]
pub struct PyOracle {
    pub tables: Arc<Tables>,
    folders: Vec<PathBuf>,
}

/// Returns the tables of an oracle, or the included ones.
pub fn tables_of(py: Python<'_>, oracle: Option<&Bound<'_, PyOracle>>) -> PyResult<Arc<Tables>> {
    match oracle {
        Some(oracle) => Ok(Arc::clone(&oracle.get().tables)),
        None => PyOracle::open(py, Vec::new()).map(|oracle| oracle.tables),
    }
}

impl PyOracle {
    fn open(py: Python<'_>, folders: Vec<PathBuf>) -> PyResult<Self> {
        for folder in &folders {
            check_folder(folder).map_err(wrong)?;
        }
        let included: PathBuf = py.import("nine_mens_morris")?.getattr("TABLES")?.extract()?;
        let (tables, refused) = Tables::open_all(std::iter::once(&included).chain(&folders));
        for error in refused {
            let words = CString::new(error.to_string()).map_err(wrong)?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &words, 1)?;
        }
        Ok(Self { tables: Arc::new(tables), folders })
    }
}

#[pymethods]
impl PyOracle {
    #[new]
    #[pyo3(signature = (*folders))]
    fn new(py: Python<'_>, folders: Vec<PathBuf>) -> PyResult<Self> {
        Self::open(py, folders)
    }

    /// Returns the value of a position.
    #[pyo3(signature = (position, /))]
    fn value(&self, py: Python<'_>, position: PyPosition) -> PyResult<Option<&'static str>> {
        let known = Signals::watch(py, |go_on| {
            let mut go_on = || go_on();
            Prober::new(&self.tables, &position.rules, &mut go_on).position(&position.position)
        })?;
        Ok(known.map(|known| known.value.id()))
    }

    /// Returns the value of each legal move for the side that plays it, the best first: wins,
    /// draws, moves of unknown value, and losses.
    ///
    /// Each is a `MoveValue` of move, value, and plies to the end or the next removal, where they
    /// are known. In a game, a move that draws by repetition or quiet plies is a draw.
    #[pyo3(signature = (at, /))]
    fn values<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let game = history_of(at)?;
        let rules = *game.rules();
        let moves = if game.outcome().is_some() { Vec::new() } else { game.position().legal_moves(&rules) };
        let mut values = Signals::watch(py, |go_on| {
            let mut go_on = || go_on();
            let mut prober = Prober::new(&self.tables, &rules, &mut go_on);
            moves.into_iter().map(|mv| (mv, prober.move_value(game.positions(), mv))).collect::<Vec<_>>()
        })?;
        values.sort_by_key(|(_, known)| {
            let is_loss = known.is_some_and(|known| known.value == Wdl::Loss);
            let rank = known.map(|known| {
                let plies = i32::from(known.plies.unwrap_or(u8::MAX));
                (known.value, if is_loss { plies } else { -plies })
            });
            (is_loss, Reverse(rank))
        });
        let fields = |(mv, known): (_, Option<morris_solved::tablebase::ProbeResult>)| {
            result(
                py,
                "MoveValue",
                (PyMove { mv, rules }, known.map(|it| it.value.id()), known.and_then(|it| it.plies)),
            )
        };
        values.into_iter().map(fields).collect()
    }

    /// Writes the value of each position to an array of int8: 1 win, 0 draw, -1 loss, 2 unknown.
    fn values_of(&self, py: Python<'_>, positions: Vec<PyPosition>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let out = output::<i8>(out, "out", "int8", positions.len())?;
        let values = Signals::watch(py, |go_on| {
            let mut values = Vec::with_capacity(positions.len());
            for positions in positions.chunk_by(|a, b| a.rules == b.rules) {
                let mut go_on = || go_on();
                let mut prober = Prober::new(&self.tables, &positions[0].rules, &mut go_on);
                for position in positions {
                    if prober.go_on().is_none() {
                        break;
                    }
                    values.push(prober.position(&position.position).map_or(2, |known| known.value as i8 - 1));
                }
            }
            values
        })?;
        out.copy_from_slice(py, &values)
    }

    fn __repr__(&self) -> String {
        format!("Oracle({})", self.folders.iter().map(|folder| format!("{folder:?}")).collect::<Vec<_>>().join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, self.folders.clone())?))
    }
}
