// SPDX-License-Identifier: GPL-3.0-or-later
//! Exceptions with words, Ctrl+C during long work, and the results that Python defines.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use morris::{ActionError, Board, IllegalMove};

create_exception!(
    nine_mens_morris,
    MorrisError,
    PyValueError,
    "A line, name, number, or shape is wrong. The message says what and where."
);
create_exception!(
    nine_mens_morris,
    IllegalMoveError,
    MorrisError,
    "A move or action is illegal. The message gives the reason."
);

pub fn wrong(error: impl Display) -> PyErr {
    MorrisError::new_err(error.to_string())
}

pub fn illegal(error: IllegalMove, board: &Board) -> PyErr {
    IllegalMoveError::new_err(board.display(error).to_string())
}

pub fn illegal_action(error: ActionError, board: &Board) -> PyErr {
    match error {
        ActionError::Illegal(error) => illegal(error, board),
        ActionError::Unknown(..) => wrong(error),
    }
}

/// Returns the error of an argument of the wrong type. `wanted` names the right ones.
pub fn wrong_type(argument: &Bound<'_, PyAny>, wanted: &str) -> PyErr {
    let found = argument.get_type().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{wanted} is needed, not {found}"))
}

/// Creates a named tuple that the Python part of the package defines.
pub fn result<'py>(
    py: Python<'py>,
    name: &str,
    fields: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("nine_mens_morris._results")?.getattr(name)?.call1(fields.into_pyobject(py)?)
}

/// Time between two looks for Ctrl+C.
const LOOK: Duration = Duration::from_millis(50);

/// Ends long work on Ctrl+C.
pub struct Signals {
    looked: Instant,
    error: Option<PyErr>,
}

impl Signals {
    /// Runs long work without the interpreter's lock. The work asks whether to continue.
    ///
    /// # Errors
    /// Fails if a signal handler raised an exception meanwhile.
    pub fn watch<T: Send>(
        py: Python<'_>,
        work: impl Send + FnOnce(&mut dyn FnMut() -> ControlFlow<()>) -> T,
    ) -> PyResult<T> {
        py.detach(|| {
            let mut signals = Self { looked: Instant::now(), error: None };
            let result = work(&mut || signals.go_on());
            signals.error.map_or(Ok(result), Err)
        })
    }

    fn go_on(&mut self) -> ControlFlow<()> {
        if self.error.is_none() && self.looked.elapsed() >= LOOK {
            self.error = Python::attach(|py| py.check_signals()).err();
            self.looked = Instant::now();
        }
        if self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
