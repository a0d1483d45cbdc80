// SPDX-License-Identifier: GPL-3.0-or-later
//! A game: its moves from the start to the cursor, and the moves taken back.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{DrawReason, ForcedMove, IllegalMove, Move, Outcome, Position, Rules};

/// Maximum number of plies that every move format can write and read back. Moves taken back count.
/// Long notes are not included.
///
/// A saved game is the tightest format. Two plies take one row of at most 37 bytes: four spaces,
/// `"a4-a7xd2", "a4-a7xd2",  # 12345` and the line end. Of the 1,048,576 bytes that are read,
/// 50,000 plies take 925,000. The rest is for the names.
pub const LONGEST_GAME: usize = 50_000;

/// A game: its start, its moves, and a cursor that moves back and forth among them.
///
/// ```
/// use morris::{Color, Game, Rules};
///
/// let mut game = Game::new(Rules::STANDARD);
/// for mv in ["d6", "f4", "d2"] {
///     game.play(mv.parse()?)?;
/// }
/// assert_eq!(game.position().side(), Color::Black);
///
/// game.undo();
/// assert_eq!((game.cursor(), game.moves().len()), (2, 3));
/// game.redo();
/// assert!(game.play("d6".parse()?).is_err(), "d6 is occupied");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    moves: Vec<Move>,
    /// The position before each move, and the position after the last move. Never empty.
    positions: Vec<Position>,
    /// For each entry of `positions`, how often that position has occurred up to and including it.
    /// `occurrences` counts each position over the whole list. Both are stored because recounting
    /// at every move of a long game would take time quadratic in its length.
    repetitions: Vec<usize>,
    occurrences: HashMap<Position, usize>,
    cursor: usize,
    /// The declared end of the game, and the number of moves after which it was declared.
    declared: Option<(usize, Outcome)>,
}

/// The last move of a game with its position and declared end, set aside while other moves take its
/// place.
#[derive(Debug)]
pub(super) struct TakenAway {
    mv: Move,
    position: Position,
    declared: Option<(usize, Outcome)>,
}

impl Game {
    /// Creates a game from the start position.
    pub fn new(rules: Rules) -> Self {
        Self::from_position(rules, Position::start(&rules))
    }

    /// Creates a game from any position.
    pub fn from_position(rules: Rules, start: Position) -> Self {
        Self {
            rules,
            moves: Vec::new(),
            positions: vec![start],
            repetitions: vec![1],
            occurrences: HashMap::from([(start, 1)]),
            cursor: 0,
            declared: None,
        }
    }

    /// Returns the rules of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns all moves, including moves taken back.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the moves before the cursor.
    pub fn played(&self) -> &[Move] {
        &self.moves[..self.cursor]
    }

    /// Returns the move before the cursor.
    pub fn last_move(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// Returns the number of moves played and not taken back.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns the position at the start of the game.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the position at the cursor.
    pub fn position(&self) -> &Position {
        &self.positions[self.cursor]
    }

    /// Returns the positions from the start to the cursor.
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.cursor]
    }

    /// Returns the position after `moves` moves, including moves taken back.
    pub fn position_after(&self, moves: usize) -> Option<&Position> {
        self.positions.get(moves)
    }

    /// Plays a move at the cursor. Discards moves taken back.
    ///
    /// # Errors
    /// Returns the reason why the move is illegal. The game does not change then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let next = self.position().play(mv, &self.rules)?;
        self.forget_taken_back();
        self.declared = None;
        self.append(mv, next);
        Ok(())
    }

    /// Returns `true` if the side to move can only pass: the rules require it, or the side has to
    /// remove a man and none may be removed.
    pub fn must_pass(&self) -> bool {
        let nothing = || self.position().removable_after(Move::PASS, &self.rules).is_empty();
        self.outcome().is_none()
            && match self.position().forced_move(&self.rules) {
                Some(ForcedMove::Pass) => true,
                Some(ForcedMove::RemoveOnly) => nothing(),
                Some(ForcedMove::Unblock) | None => false,
            }
    }

    /// Plays a pass if the side to move can only pass. Returns `true` if it did.
    pub fn pass(&mut self) -> bool {
        // A move taken back at this point can only be a pass.
        self.must_pass() && (self.redo().is_some() || self.play(Move::PASS).is_ok())
    }

    /// Removes the last move so that others can take its place. [`Self::put_back`] restores it. The
    /// cursor must be at the end.
    pub(super) fn take_away(&mut self) -> Option<TakenAway> {
        let taken = TakenAway { mv: *self.moves.last()?, position: *self.position(), declared: self.declared.take() };
        self.cursor -= 1;
        self.forget_taken_back();
        Some(taken)
    }

    /// Restores a move that was taken away after `after` moves. Discards the moves played since.
    pub(super) fn put_back(&mut self, after: usize, taken: TakenAway) {
        self.cursor = after;
        self.forget_taken_back();
        self.append(taken.mv, taken.position);
        self.declared = taken.declared;
    }

    /// Appends a move after the last one. `position` is the position after it.
    pub(super) fn append(&mut self, mv: Move, position: Position) {
        let occurrences = self.occurrences.entry(position).or_default();
        *occurrences += 1;
        self.repetitions.push(*occurrences);
        self.moves.push(mv);
        self.positions.push(position);
        self.cursor += 1;
    }

    fn forget_taken_back(&mut self) {
        self.moves.truncate(self.cursor);
        self.repetitions.truncate(self.cursor + 1);
        for position in self.positions.drain(self.cursor + 1..) {
            if let Entry::Occupied(mut occurrences) = self.occurrences.entry(position) {
                *occurrences.get_mut() -= 1;
                if *occurrences.get() == 0 {
                    occurrences.remove();
                }
            }
        }
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.last_move()?;
        self.cursor -= 1;
        Some(mv)
    }

    /// Replays the move that was taken back last and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.cursor)?;
        self.cursor += 1;
        Some(mv)
    }

    /// Moves the cursor to the position after `moves` moves, at most to the end.
    pub fn go_to(&mut self, moves: usize) {
        self.cursor = moves.min(self.moves.len());
    }

    /// Returns how often the position at the cursor has occurred, including this time.
    pub fn repetitions(&self) -> usize {
        self.repetitions[self.cursor]
    }

    /// Returns the end of the game, if the cursor is at it.
    pub fn outcome(&self) -> Option<Outcome> {
        let declared = self.declared.filter(|&(moves, _)| moves == self.cursor).map(|(_, outcome)| outcome);
        declared.or_else(|| self.outcome_on_board())
    }

    /// Returns the end of the game by position or repetition, if the cursor is at it.
    pub(crate) fn outcome_on_board(&self) -> Option<Outcome> {
        self.position().outcome(&self.rules).or_else(|| {
            let limit = usize::from(self.rules.draws.repetition?);
            (self.repetitions() >= limit).then_some(Outcome::Draw(DrawReason::Repetition))
        })
    }

    /// Declares the end of the game at the cursor: a resignation, an agreement, a time forfeit or
    /// an adjudication. Discards moves taken back. Does nothing if the game is over already.
    pub fn declare(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.forget_taken_back();
            self.declared = Some((self.cursor, outcome));
        }
    }
}
