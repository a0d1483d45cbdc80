// SPDX-License-Identifier: GPL-3.0-or-later
//! A game with its history, where repetition counts.

use pyo3::prelude::*;

use morris::{Game, Outcome, Pgn, Position};

use crate::errors::{illegal, wrong, wrong_type};
use crate::values::{PyMove, PyPosition, PyRules, rules_of};

/// A game: its start and its moves. Here, repetition ends the game, too.
///
/// >>> from nine_mens_morris import Game
/// >>> game = Game("standard")
/// >>> for move in ("d6", "f4", "d2"):
/// ...     game.play(move)
/// >>> game.position.side, [str(move) for move in game.moves]
/// ('black', ['d6', 'f4', 'd2'])
/// >>> Game.from_pgn(game.pgn()) == game
/// True
#[pyclass(name = "Game", module = "nine_mens_morris")]
pub struct PyGame(pub Game);

/// Reads an argument that is `Rules`, a `Position`, or a line of rules.
pub fn start_of(argument: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
    let Some(argument) = argument else { return Ok(start(PyRules(morris::Rules::STANDARD))) };
    if let Ok(position) = argument.cast::<PyPosition>() {
        return Ok(*position.get());
    }
    rules_of(argument).map(|rules| start(PyRules(rules)))
}

fn start(PyRules(rules): PyRules) -> PyPosition {
    PyPosition { position: Position::start(&rules), rules }
}

/// Reads an argument that is a `Position` or a `Game`, as a game.
pub fn history_of(argument: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(game) = argument.extract::<PyRef<'_, PyGame>>() {
        return Ok(game.0.clone());
    }
    let position = argument.cast::<PyPosition>().map_err(|_| wrong_type(argument, "Position or Game"))?.get();
    Ok(Game::from_position(position.rules, position.position))
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (start = None, /))]
    fn new(start: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let PyPosition { position, rules } = start_of(start)?;
        Ok(Self(Game::from_position(rules, position)))
    }

    /// Reads a game text. Variations and comments are left out.
    #[staticmethod]
    fn from_pgn(text: &str) -> PyResult<Self> {
        text.parse::<Pgn>().map(|pgn| Self(pgn.game())).map_err(wrong)
    }

    /// Returns the game as text, in the format of the program.
    fn pgn(&self) -> String {
        Pgn::new(&self.0).to_string()
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(*self.0.rules())
    }

    /// The position after the last move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition { position: *self.0.position(), rules: *self.0.rules() }
    }

    /// All positions, from the start to that after the last move.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        let rules = *self.0.rules();
        self.0.positions().iter().map(|&position| PyPosition { position, rules }).collect()
    }

    /// All moves.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        let rules = *self.0.rules();
        self.0.played().iter().map(|&mv| PyMove { mv, rules }).collect()
    }

    /// The result if the game is over, and otherwise None.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(Outcome::result)
    }

    /// The reason for the result, such as `repetition`.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.0.outcome().map(Outcome::reason)
    }

    /// Plays a move, which is a `Move` or its text.
    #[pyo3(signature = (mv, /))]
    fn play(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = PyMove::of(mv, self.0.rules())?;
        self.0.play(mv).map_err(|error| illegal(error, self.0.rules().board))
    }

    /// Takes back the last move and returns it, or None at the start.
    fn undo(&mut self) -> Option<PyMove> {
        self.0.undo().map(|mv| PyMove { mv, rules: *self.0.rules() })
    }

    fn __len__(&self) -> usize {
        self.0.cursor()
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        let parts = |game: &Game| (*game.rules(), *game.start(), game.played().to_vec(), game.outcome());
        parts(&self.0) == parts(&other.0)
    }

    fn __repr__(&self) -> String {
        format!("<Game of {}, {} plies, {}>", self.0.rules().line(), self.0.cursor(), self.outcome().unwrap_or("*"))
    }

    fn _repr_svg_(&self) -> String {
        morris_paint::svg(self.0.position(), self.0.rules())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_pgn")?, (self.pgn(),)))
    }
}
