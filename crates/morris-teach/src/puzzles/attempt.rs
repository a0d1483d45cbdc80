// SPDX-License-Identifier: GPL-3.0-or-later
//! Somebody solves a puzzle: each move is judged, and the opponent answers.

use std::sync::Arc;

use morris::{IllegalMove, Move, Position};
use morris_solved::tablebase::{Tables, Wdl};

use super::canonical::{image, stabiliser};
use super::lines::{pick, refutation};
use super::player_rating::RatingScore;
use super::puzzle::Puzzle;
use super::values::Values;
use super::win_search::{MOST_OWN, WinSearch};

/// So many positions the search for the quickest win may visit.
const NODES: u64 = 200_000;

/// With so many wrong moves a puzzle has failed.
const MOST_WRONG: u8 = 2;

/// What a move in a puzzle was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Right. The opponent has answered with `reply`; where there is none, the puzzle is solved.
    Right {
        /// The opponent's answer, already played.
        reply: Option<Move>,
    },
    /// It keeps the win, but is not the quickest: one may try again, and nothing is lost.
    WinsToo {
        /// By how many of one's own moves it is slower, where that is known.
        slower: Option<u8>,
    },
    /// It gives value away.
    Wrong {
        /// What the position is worth to the solver after it.
        value: Option<Wdl>,
        /// How it is punished: the opponent's move and what follows, from the position after the
        /// wrong move.
        refutation: Vec<Move>,
    },
}

/// How an attempt stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptState {
    /// The solver is to move.
    Open,
    /// The last move was found.
    Solved,
    /// Wrong twice, or given up: the answer is to be shown.
    Failed,
}

/// One try at a puzzle, with the opponent's answers.
#[derive(Clone, Debug)]
pub struct Attempt {
    puzzle: Arc<Puzzle>,
    tables: Arc<Tables>,
    position: Position,
    /// The moves of both sides so far.
    played: Vec<Move>,
    /// What is to come if all goes by the book.
    expected: Vec<Move>,
    state: AttemptState,
    wrong: u8,
    hinted: bool,
}

impl Attempt {
    /// A first look at a puzzle. The tables are asked about wins that are slower, and for
    /// refutations.
    #[must_use]
    pub fn new(puzzle: Arc<Puzzle>, tables: Arc<Tables>) -> Self {
        let (position, expected) = (puzzle.position, puzzle.line.clone());
        let state = AttemptState::Open;
        Self { puzzle, tables, position, played: Vec::new(), expected, state, wrong: 0, hinted: false }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Where it stands, with the solver to move as long as it is open.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves of both sides so far.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// The way from here to the end of the line: what is shown to whoever has failed.
    #[must_use]
    pub fn answer(&self) -> &[Move] {
        &self.expected
    }

    /// How it stands.
    #[must_use]
    pub const fn state(&self) -> AttemptState {
        self.state
    }

    /// How many moves gave value away.
    #[must_use]
    pub const fn wrong(&self) -> u8 {
        self.wrong
    }

    /// A hint was given: the attempt is no longer rated.
    pub fn hint(&mut self) {
        self.hinted = true;
    }

    /// The solver wants to see the answer.
    pub fn give_up(&mut self) {
        if self.state == AttemptState::Open {
            self.state = AttemptState::Failed;
        }
    }

    /// What the attempt counts for the rating: 1 if it was solved at once, ½ with the second try, 0
    /// if it failed; `None` as long as it is open, and after a hint.
    #[must_use]
    pub fn points(&self) -> Option<RatingScore> {
        match (self.state, self.wrong) {
            (AttemptState::Open, _) => None,
            _ if self.hinted => None,
            (AttemptState::Failed, _) => Some(RatingScore::Nothing),
            (AttemptState::Solved, 0) => Some(RatingScore::Whole),
            (AttemptState::Solved, _) => Some(RatingScore::Half),
        }
    }

    /// How it went, hints or not: with hints half at best. `None` while it is open.
    #[must_use]
    pub fn result(&self) -> Option<RatingScore> {
        match self.state {
            AttemptState::Open => None,
            AttemptState::Failed => Some(RatingScore::Nothing),
            AttemptState::Solved => Some(self.points().unwrap_or(RatingScore::Half)),
        }
    }

    /// Judges a move of the solver, and plays it and the answer if it is right. Once the attempt is
    /// over nothing is played, and what is not part of the answer is wrong. Visits some 200,000
    /// positions at most.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn judge(&mut self, mv: Move) -> Result<Verdict, IllegalMove> {
        let rules = self.puzzle.rules;
        self.position.check(mv, &rules)?;
        let tables = Arc::clone(&self.tables);
        let mut values = Values::new(&tables, &rules);
        let verdict = if let Some(line) = self.continuation(mv, &mut values) {
            self.advance(line)
        } else {
            let after = self.position.play_unchecked(mv, &rules);
            let worth = values.of(&after).map(Wdl::opposite);
            // A move that keeps the value is never called wrong.
            if worth == Some(Wdl::Win) {
                Verdict::WinsToo { slower: self.slower(&after, &mut values) }
            } else {
                Verdict::Wrong { value: worth, refutation: refutation(&mut values, &after, self.seed()) }
            }
        };
        if matches!(verdict, Verdict::Wrong { .. }) && self.state == AttemptState::Open {
            self.wrong += 1;
            if self.wrong >= MOST_WRONG {
                self.state = AttemptState::Failed;
            }
        }
        Ok(verdict)
    }

    /// Chance among equal answers: the same for everybody who solves the puzzle.
    fn seed(&self) -> u64 {
        self.puzzle.position.hash()
    }

    /// The line that begins with a move, if it is right here.
    fn continuation(&self, mv: Move, values: &mut Values<'_>) -> Option<Vec<Move>> {
        let rules = values.rules;
        let expected = *self.expected.first()?;
        if mv == expected {
            return Some(self.expected.clone());
        }
        // The same by a symmetry of the position.
        if let Some(symmetry) = stabiliser(&self.position, rules).find(|symmetry| image(expected, symmetry) == mv) {
            return Some(self.expected.iter().map(|&mv| image(mv, symmetry)).collect());
        }
        if self.puzzle.kind == super::PuzzleKind::Win {
            return self.other_quickest(mv, values);
        }
        // A mistake of one's own games may have several ways to do better; they end there.
        (self.played.is_empty() && self.puzzle.right.contains(&mv)).then(|| vec![mv])
    }

    /// The line after another move that wins as quickly.
    fn other_quickest(&self, mv: Move, values: &mut Values<'_>) -> Option<Vec<Move>> {
        let (rules, seed) = (values.rules, self.seed());
        let mut search = WinSearch::new(values, NODES);
        let own = self.expected.len().div_ceil(2) as u8;
        let (mut at, mut line, mut next) = (self.position, Vec::new(), mv);
        for left in (0..own).rev() {
            line.push(next);
            at = at.play_unchecked(next, rules);
            if left == 0 {
                break;
            }
            let reply = pick(&search.longest(&at, left)?.1, &at, seed)?;
            line.push(reply);
            at = at.play_unchecked(reply, rules);
            next = pick(&search.quickest(&at, left)?.moves, &at, seed)?;
        }
        at.outcome(rules).is_some_and(|over| over.winner() == Some(self.position.side())).then_some(line)
    }

    /// By how many moves of the solver a win is slower than the quickest one.
    fn slower(&self, after: &Position, values: &mut Values<'_>) -> Option<u8> {
        let mut search = WinSearch::new(values, NODES);
        let (own, _) = search.longest(after, MOST_OWN)?;
        (own + 1).checked_sub(self.expected.len().div_ceil(2) as u8)
    }

    /// Plays the first move of a line and the opponent's answer.
    fn advance(&mut self, line: Vec<Move>) -> Verdict {
        let mut line = line.into_iter();
        if self.state != AttemptState::Open {
            return Verdict::Right { reply: None };
        }
        let rules = self.puzzle.rules;
        let made: Vec<_> = line.by_ref().take(2).collect();
        for &mv in &made {
            self.position = self.position.play_unchecked(mv, &rules);
        }
        let reply = made.get(1).copied();
        self.played.extend(made);
        self.expected = line.collect();
        if self.expected.is_empty() {
            self.state = AttemptState::Solved;
        }
        Verdict::Right { reply }
    }
}
