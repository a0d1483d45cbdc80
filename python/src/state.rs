// SPDX-License-Identifier: GPL-3.0-or-later
//! Games by actions.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use morris::{ActionError, Color, DrawReason, Move, Outcome, Position, Rules, Steps};

use crate::errors::{illegal_action, wrong};
use crate::game::start_of;
use crate::planes;
use crate::values::{PyMove, PyPosition, PyRules};

/// A game by actions, without its moves.
#[derive(Clone)]
pub struct Play {
    pub rules: Rules,
    pub steps: Steps,
    pub outcome: Option<Outcome>,
    /// Whether the game ended by the limit of plies alone.
    pub capped: bool,
    plies: u32,
    max_plies: Option<u32>,
    /// Hashes of the positions since the last move that cannot be undone, if repetition counts.
    seen: Vec<u64>,
}

impl Play {
    pub fn new(position: Position, rules: Rules, max_plies: Option<u32>) -> Self {
        let steps = Steps::new(position, &rules);
        let outcome = position.outcome(&rules);
        Self { rules, steps, outcome, capped: false, plies: 0, max_plies, seen: vec![position.hash()] }
    }

    pub const fn is_over(&self) -> bool {
        self.outcome.is_some() || self.capped
    }

    pub fn check(&self, action: usize) -> Result<(), ActionError> {
        if self.is_over() {
            return Err(morris::IllegalMove::GameOver.into());
        }
        self.steps.check(action, &self.rules).map(drop)
    }

    /// Applies an action. The game must not be over.
    pub fn apply(&mut self, action: usize) -> Result<(), ActionError> {
        if let Some(mv) = self.steps.apply(action, &self.rules)? {
            self.count(mv);
        }
        Ok(())
    }

    /// Finds out whether the game is over after a whole move.
    fn count(&mut self, mv: Move) {
        let position = self.steps.position();
        self.plies += 1;
        self.outcome = position.outcome(&self.rules);
        if let Some(limit) = self.rules.draws.repetition {
            if mv.is_placement() || !mv.removed.is_empty() {
                self.seen.clear();
            }
            self.seen.push(position.hash());
            let times = self.seen.iter().filter(|&&hash| hash == position.hash()).count();
            let repeated = times >= usize::from(limit);
            self.outcome = self.outcome.or(repeated.then_some(Outcome::Draw(DrawReason::Repetition)));
        }
        self.capped = self.outcome.is_none() && self.max_plies.is_some_and(|most| self.plies >= most);
    }

    /// Returns what a side has won: 1, 0, or -1.
    pub fn reward(&self, side: Color) -> f32 {
        match self.outcome.and_then(Outcome::winner) {
            Some(winner) => {
                if winner == side {
                    1.0
                } else {
                    -1.0
                }
            }
            None => 0.0,
        }
    }
}

/// A game by actions, which are numbers. The names are those of OpenSpiel.
///
/// A move is one to four actions: a placement, slide, or flight, and then each removal. On a board
/// of n points, the actions are these numbers:
///
/// * p: place on point p, or remove the piece there if a removal is due
/// * n + n * from + to: slide or fly
/// * n + n * n: pass, only if the rules have a pass
///
/// After `max_plies` moves of both sides, the game ends without a winner.
///
/// >>> from nine_mens_morris import State
/// >>> state = State("plain", max_plies=200)
/// >>> for action in (0, 3, 1, 4, 2):
/// ...     state.apply_action(action)
/// >>> state.current_player(), state.legal_actions(), state.action_to_string(3)
/// (0, [3, 4], 'xb6')
#[pyclass(name = "State", module = "nine_mens_morris")]
#[derive(Clone)]
pub struct PyState {
    start: PyPosition,
    play: Play,
    actions: Vec<u16>,
}

/// How a state is restored: a function and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (PyPosition, Option<u32>, Vec<u16>));

/// Reads the number of an action. A negative one does not exist.
fn number(action: i64) -> usize {
    usize::try_from(action).unwrap_or(usize::MAX)
}

impl PyState {
    /// Returns the position with the part of the move that has been made.
    fn seen(&self) -> PyPosition {
        PyPosition { position: planes::seen(&self.play.steps, &self.play.rules), rules: self.play.rules }
    }

    fn wrong(&self, error: ActionError) -> PyErr {
        illegal_action(error, self.play.rules.board)
    }
}

#[pymethods]
impl PyState {
    #[new]
    #[pyo3(signature = (start = None, /, *, max_plies = None))]
    fn new(start: Option<&Bound<'_, PyAny>>, max_plies: Option<u32>) -> PyResult<Self> {
        let start = start_of(start)?;
        if max_plies == Some(0) {
            return Err(wrong("max_plies has to be at least 1"));
        }
        Ok(Self { start, play: Play::new(start.position, start.rules, max_plies), actions: Vec::new() })
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.play.rules)
    }

    /// The position before the current move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition { position: *self.play.steps.position(), rules: self.play.rules }
    }

    /// The number of whole moves.
    #[getter]
    const fn plies(&self) -> u32 {
        self.play.plies
    }

    /// The points of White's and of Black's pieces, after the part of the move that has been made.
    #[getter]
    fn men<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
        self.seen().men(py)
    }

    /// The numbers of pieces that White and Black have in hand, after the part of the move.
    #[getter]
    fn hands(&self) -> (u8, u8) {
        self.seen().hands()
    }

    /// The number of removals that the current move still needs.
    #[getter]
    fn removals_due(&self) -> u8 {
        self.play.steps.removals_due()
    }

    /// The reason for the end, such as `few-men`, or `max-plies`; None before it.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        if self.play.capped { Some("max-plies") } else { self.play.outcome.map(Outcome::reason) }
    }

    /// Returns the legal actions in order. There are none at the end.
    fn legal_actions(&self) -> Vec<usize> {
        let mut actions = Vec::with_capacity(32);
        if !self.play.is_over() {
            self.play.steps.for_each_action(&self.play.rules, |action| actions.push(action));
        }
        actions.sort_unstable();
        actions
    }

    /// Applies an action.
    #[pyo3(signature = (action, /))]
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let action = number(action);
        let done = self.play.check(action).and_then(|()| self.play.apply(action));
        done.map_err(|error| self.wrong(error))?;
        self.actions.push(action as u16);
        Ok(())
    }

    /// Takes back the last action and returns it, or None at the start. The game is replayed for
    /// it.
    fn undo_action(&mut self) -> Option<u16> {
        let last = self.actions.pop()?;
        self.play = Play::new(self.start.position, self.start.rules, self.play.max_plies);
        for &action in &self.actions {
            self.play.apply(action.into()).expect("it was legal before");
        }
        Some(last)
    }

    /// Returns a copy.
    fn clone(&self) -> Self {
        Clone::clone(self)
    }

    /// Returns the side to act: 0 for White, 1 for Black, -4 at the end.
    fn current_player(&self) -> i32 {
        if self.play.is_over() { -4 } else { self.play.steps.position().side() as i32 }
    }

    /// Returns whether the game is over.
    fn is_terminal(&self) -> bool {
        self.play.is_over()
    }

    /// Returns what White and Black have won: 1, 0, or -1.
    fn returns(&self) -> Vec<f32> {
        Color::BOTH.map(|side| self.play.reward(side)).to_vec()
    }

    /// Returns an action in words: `d6`, `a4-a7`, `xd2`, or `--` for a pass.
    #[pyo3(signature = (action, /))]
    fn action_to_string(&self, action: i64) -> PyResult<String> {
        let (action, rules) = (number(action), &self.play.rules);
        let unknown = || self.wrong(ActionError::Unknown(action, rules.num_actions() - 1));
        let mv = rules.action(action).ok_or_else(unknown)?;
        let removal = mv.to.filter(|_| self.removals_due() > 0 && mv.is_placement());
        let mv = removal.map_or(mv, |point| Move::remove(point.set()));
        Ok(rules.board.display(mv).to_string())
    }

    /// Returns all actions so far.
    fn history(&self) -> Vec<u16> {
        self.actions.clone()
    }

    /// Returns the observation of the side to act, as bytes: see `Batch.observe`.
    fn observation(&self) -> Vec<u8> {
        let rules = &self.play.rules;
        let mut bytes = vec![0; planes::names(rules).len() * rules.board.points().len()];
        planes::observe(&self.play.steps, rules, &mut bytes);
        bytes
    }

    fn __repr__(&self) -> String {
        let PyMove { mv, rules } = PyMove { mv: self.play.steps.part(), rules: self.play.rules };
        let part = if mv == Move::PASS { String::new() } else { format!(", {} so far", rules.board.display(mv)) };
        format!("<State of {}, {}{part}>", rules.line(), self.play.steps.position().line(&rules))
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        let same = self.start.rules == other.start.rules && self.start.position == other.start.position;
        same && self.actions == other.actions && self.play.max_plies == other.play.max_plies
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.start, self.play.max_plies, self.actions.clone())))
    }

    #[staticmethod]
    fn _restore(start: PyPosition, max_plies: Option<u32>, actions: Vec<i64>) -> PyResult<Self> {
        let play = Play::new(start.position, start.rules, max_plies);
        let mut state = Self { start, play, actions: Vec::new() };
        actions.into_iter().try_for_each(|action| state.apply_action(action))?;
        Ok(state)
    }
}
