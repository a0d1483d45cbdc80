// SPDX-License-Identifier: GPL-3.0-or-later
//! Rules, moves, and positions as frozen objects, and path counts.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use morris::{Color, ForcedMove, Layout, Move, Outcome, Point, PointSet, Position, Rules, rules_of_line};

use crate::errors::{Signals, illegal, wrong, wrong_type};
use crate::planes;

/// A set of rules.
///
/// `Rules("six")` is a preset, one of `Rules.PRESETS`. `Rules("twelve,men=9,flying=never")` changes
/// some of its choices; `Rules.choices()` names them.
///
/// >>> from nine_mens_morris import Rules
/// >>> Rules("twelve,men=9").men
/// 9
/// >>> Rules("standard").num_actions
/// 600
/// >>> Rules("chess")
/// Traceback (most recent call last):
/// nine_mens_morris.MorrisError: there are no rules “chess”...
#[pyclass(frozen, from_py_object, name = "Rules", module = "nine_mens_morris")]
#[derive(Clone, Copy)]
pub struct PyRules(pub Rules);

/// Reads an argument that is a `Rules` object or a line.
pub fn rules_of(argument: &Bound<'_, PyAny>) -> PyResult<Rules> {
    if let Ok(rules) = argument.cast::<PyRules>() {
        return Ok(rules.get().0);
    }
    let line = argument.cast::<PyString>().map_err(|_| wrong_type(argument, "Rules or str"))?;
    Rules::read_line(&line.to_cow()?).map_err(wrong)
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (line = "standard", /))]
    fn new(line: &str) -> PyResult<Self> {
        Rules::read_line(line).map(Self).map_err(wrong)
    }

    /// The names of all presets.
    #[classattr]
    #[allow(non_snake_case)]
    fn PRESETS(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Rules::PRESETS.iter().map(|rules| rules.id()))
    }

    /// Returns all choices with their values.
    ///
    /// >>> from nine_mens_morris import Rules
    /// >>> Rules("standard").choices()["flying"]
    /// '3'
    fn choices(&self) -> BTreeMap<&'static str, String> {
        self.0.choices().into_iter().collect()
    }

    /// The rules as a line, which reads back.
    #[getter]
    fn line(&self) -> String {
        self.0.line()
    }

    /// The number of pieces that each side begins with.
    #[getter]
    fn men(&self) -> u8 {
        self.0.men
    }

    /// The number of actions: see `State`.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.num_actions()
    }

    /// The names of the planes of an observation: see `Batch.observe`.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, planes::names(&self.0))
    }

    /// The names of the points by number.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.board.points().map(|point| self.0.board.name(point)).collect::<Vec<_>>())
    }

    /// The edges along which pieces slide, as pairs of points.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.board.edges().map(|(a, b)| (a.index(), b.index())).collect::<Vec<_>>())
    }

    /// The lines that form mills, as triples of points.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lines = self.0.board.lines().map(|line| numbers(py, line)).collect::<PyResult<Vec<_>>>();
        PyTuple::new(py, lines?)
    }

    /// Row and column of each point, from the top left, or None if the board is not on a grid.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let board = self.0.board;
        if board.layout() != Layout::Grid {
            return Ok(None);
        }
        let place = |point| (board.name(point).as_bytes()[1], board.name(point).as_bytes()[0]);
        let top = board.points().map(|point| place(point).0).max().unwrap_or_default();
        let cells = board.points().map(place).map(|(row, column)| (top - row, column - b'a'));
        PyTuple::new(py, cells.collect::<Vec<_>>()).map(Some)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0.line())
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.0.line())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.line(),)
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the points of a set by number.
fn numbers<'py>(py: Python<'py>, set: PointSet) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, set.map(Point::index).collect::<Vec<_>>())
}

/// A whole move: a placement, slide, or flight with the pieces that it removes.
///
/// >>> from nine_mens_morris import Move
/// >>> move = Move("a4-a7xd2")
/// >>> str(move), move.from_point, move.to_point, move.removed
/// ('a4-a7xd2', 9, 0, (19,))
/// >>> move.actions()
/// (240, 19)
#[pyclass(frozen, from_py_object, name = "Move", module = "nine_mens_morris")]
#[derive(Clone, Copy)]
pub struct PyMove {
    pub mv: Move,
    pub rules: Rules,
}

impl PyMove {
    /// Reads an argument that is a `Move` or its text.
    pub fn of(argument: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Move> {
        if let Ok(mv) = argument.cast::<Self>() {
            let Self { mv, rules: its } = *mv.get();
            let same = its.board == rules.board;
            return if same { Ok(mv) } else { Err(wrong(format!("the move is one on the board of {}", its.line()))) };
        }
        let text = argument.cast::<PyString>().map_err(|_| wrong_type(argument, "Move or str"))?;
        Move::parse(&text.to_cow()?, rules.board).map_err(wrong)
    }
}

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (text, rules = None, /))]
    fn new(text: &str, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = rules.map_or(Ok(Rules::STANDARD), rules_of)?;
        Ok(Self { mv: Move::parse(text, rules.board).map_err(wrong)?, rules })
    }

    /// The point that the piece leaves, or None if none does.
    #[getter(from_point)]
    fn origin(&self) -> Option<usize> {
        self.mv.from.map(Point::index)
    }

    /// The point that the piece goes to, or None if none moves.
    #[getter(to_point)]
    fn target(&self) -> Option<usize> {
        self.mv.to.map(Point::index)
    }

    /// The points of the pieces that the move removes.
    #[getter]
    fn removed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, self.mv.removed)
    }

    /// Returns the actions of the move: see `State`.
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.mv.actions(&self.rules))
    }

    fn __str__(&self) -> String {
        self.rules.board.display(self.mv).to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.__str__())
    }

    fn __eq__(&self, other: &Self) -> bool {
        (self.mv, self.rules.board) == (other.mv, other.rules.board)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.mv)
    }

    fn __getnewargs__(&self) -> (String, String) {
        (self.__str__(), self.rules.line())
    }
}

/// A legal position: pieces on the board and in hand, the side to move, and what the rules
/// remember.
///
/// Two positions are equal if the repetition rule treats them as the same: quiet plies do not
/// count.
///
/// >>> from nine_mens_morris import Position
/// >>> position = Position("standard").play("d6")
/// >>> position.line, position.side, len(position.legal_moves())
/// ('.../.W./.../....../.../.../... b 8 9 0', 'black', 23)
/// >>> position.play("d6")
/// Traceback (most recent call last):
/// nine_mens_morris.IllegalMoveError: d6 is occupied
#[pyclass(frozen, from_py_object, name = "Position", module = "nine_mens_morris")]
#[derive(Clone, Copy)]
pub struct PyPosition {
    pub position: Position,
    pub rules: Rules,
}

/// Returns the word for a side.
pub const fn word(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (rules = None, /))]
    fn new(rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = rules.map_or(Ok(Rules::STANDARD), rules_of)?;
        Ok(Self { position: Position::start(&rules), rules })
    }

    /// Reads a position line. The rules are those that the line names, if none are given.
    ///
    /// >>> from nine_mens_morris import Position
    /// >>> Position.parse("WWW/.../.../....../.../.../BB. b 0 0 0").outcome
    /// '1-0'
    #[staticmethod]
    #[pyo3(signature = (line, rules = None))]
    fn parse(line: &str, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = match rules {
            Some(rules) => rules_of(rules)?,
            None => rules_of_line(line).map_err(wrong)?.unwrap_or_default(),
        };
        Ok(Self { position: Position::parse(line, &rules).map_err(wrong)?, rules })
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.rules)
    }

    /// The position as a line, with the rules unless they are the standard ones.
    #[getter]
    fn line(&self) -> String {
        self.position.line_with_rules(&self.rules)
    }

    /// The side to move: `white` or `black`.
    #[getter]
    fn side(&self) -> &'static str {
        word(self.position.side())
    }

    /// The points of White's and of Black's pieces.
    #[getter]
    pub fn men<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
        Ok((numbers(py, self.position.men(Color::White))?, numbers(py, self.position.men(Color::Black))?))
    }

    /// The numbers of pieces that White and Black have in hand.
    #[getter]
    pub fn hands(&self) -> (u8, u8) {
        (self.position.hand(Color::White), self.position.hand(Color::Black))
    }

    /// The number of quiet plies, as the rules count them.
    #[getter]
    fn quiet(&self) -> u16 {
        self.position.quiet()
    }

    /// A number of 64 bits for the position, the same on every machine and in every version.
    #[getter]
    fn key(&self) -> u64 {
        self.position.hash()
    }

    /// The result if the game is over in this position, and otherwise None.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.position.outcome(&self.rules).map(Outcome::result)
    }

    /// The reason for the result, such as `few-men`.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.position.outcome(&self.rules).map(Outcome::reason)
    }

    /// Returns all legal moves. There are none if the game is over by pieces, a mill, or blocking.
    fn legal_moves(&self) -> Vec<PyMove> {
        let rules = self.rules;
        self.position.legal_moves(&rules).into_iter().map(|mv| PyMove { mv, rules }).collect()
    }

    /// Returns the position after a move, which is a `Move` or its text.
    #[pyo3(signature = (mv, /))]
    fn play(&self, mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mv = PyMove::of(mv, &self.rules)?;
        let position = self.position.play(mv, &self.rules).map_err(|error| illegal(error, self.rules.board))?;
        Ok(Self { position, ..*self })
    }

    /// Returns this position as seen by each symmetry of the board, itself first.
    ///
    /// >>> from nine_mens_morris import Position
    /// >>> len(Position("standard").symmetries())
    /// 16
    fn symmetries(&self) -> Vec<Self> {
        let images = self.rules.board.symmetries().iter().map(|symmetry| self.position.image(symmetry, &self.rules));
        images.map(|position| Self { position, ..*self }).collect()
    }

    /// Returns a drawing as SVG.
    fn svg(&self) -> String {
        morris_paint::svg(&self.position, &self.rules)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        morris::text_picture(&self.position, &self.rules)
    }

    fn __repr__(&self) -> String {
        format!("Position.parse('{}')", self.line())
    }

    fn __eq__(&self, other: &Self) -> bool {
        (self.position, self.rules) == (other.position, other.rules)
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("parse")?, (self.line(),)))
    }
}

/// The greatest depth of `perft`. It takes longer than anybody waits.
const MOST_PLIES: u32 = 40;
/// Depth that is counted without looking for Ctrl+C. It takes less than a second.
const AT_ONCE: u32 = 5;

/// Counts the sequences of `depth` moves. A pass does not count as a move.
///
/// >>> from nine_mens_morris import Position, perft
/// >>> [perft(Position("standard"), depth) for depth in range(4)]
/// [1, 24, 552, 12144]
#[pyfunction]
pub fn perft(py: Python<'_>, position: PyPosition, depth: u32) -> PyResult<u64> {
    if depth > MOST_PLIES {
        return Err(wrong(format!("a depth of {depth} is more than {MOST_PLIES}")));
    }
    Signals::watch(py, |go_on| count(&position.position, &position.rules, depth, go_on))
}

fn count(position: &Position, rules: &Rules, depth: u32, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> u64 {
    if go_on().is_break() {
        return 0;
    }
    if depth <= AT_ONCE {
        return morris::perft(position, rules, depth);
    }
    let left = if position.forced_move(rules) == Some(ForcedMove::Pass) { depth } else { depth - 1 };
    let moves = position.legal_moves(rules).into_iter();
    moves.map(|mv| count(&position.play_unchecked(mv, rules), rules, left, go_on)).sum()
}
