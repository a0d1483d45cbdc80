// SPDX-License-Identifier: GPL-3.0-or-later
//! The game as a Python package: the compiled part, `nine_mens_morris._morris`.
//!
//! The doc comments of classes and functions are their Python documentation, and their examples
//! run as tests. `_morris.pyi` has the types.
//!
//! | modules | purpose |
//! |---|---|
//! | `values` | rules, moves, positions, path counts |
//! | `game`, `state` | games by moves, and by actions |
//! | `batch`, `planes` | many games side by side, and arrays for learning |
//! | `oracle`, `engine`, `teach` | tables, computer player, reviews and puzzles |
//! | `errors` | exceptions, and Ctrl+C |

mod batch;
mod engine;
mod errors;
mod game;
mod oracle;
mod planes;
mod state;
mod teach;
mod values;

use pyo3::prelude::*;

/// Nine Men's Morris and its family: the compiled part.
#[pymodule]
fn _morris(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("MorrisError", py.get_type::<errors::MorrisError>())?;
    module.add("IllegalMoveError", py.get_type::<errors::IllegalMoveError>())?;
    module.add_class::<values::PyRules>()?;
    module.add_class::<values::PyMove>()?;
    module.add_class::<values::PyPosition>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<state::PyState>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<oracle::PyOracle>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<teach::PyPuzzles>()?;
    module.add_function(wrap_pyfunction!(values::perft, module)?)?;
    module.add_function(wrap_pyfunction!(teach::review, module)?)?;
    module.add_function(wrap_pyfunction!(teach::puzzles, module)?)
}
