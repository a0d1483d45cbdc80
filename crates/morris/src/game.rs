// SPDX-License-Identifier: GPL-3.0-or-later
//! A game from its start to where it stands, with what was taken back.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{DrawReason, ForcedMove, IllegalMove, Move, Outcome, Position, Rules};

/// The most plies of a game that can be written and read back in every format that has moves, also
/// with moves taken back counted, but without long notes.
///
/// A saved game takes the most: two plies stand in a row of 37 bytes, `    "a4-a7xd2",
/// "a4-a7xd2",  # 12345` and the line end, and no row is longer. Of the 1,048,576 bytes that are
/// read, 50,000 plies take 925,000; the rest is for the names.
pub const LONGEST_GAME: usize = 50_000;

/// A game: its start, its moves, and a cursor that goes to and fro between them.
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
/// assert!(game.play("d6".parse()?).is_err(), "somebody stands there");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    moves: Vec<Move>,
    /// The position before each move and the one after the last; never empty.
    positions: Vec<Position>,
    /// How often each of them has stood up to there, itself counted, and how often it stands among
    /// all of them: looked up, since to count again with each move of a long game would take the
    /// square of its length.
    repetitions: Vec<usize>,
    occurrences: HashMap<Position, usize>,
    cursor: usize,
    /// An end that the board does not show, and the number of moves after which it was declared.
    declared: Option<(usize, Outcome)>,
}

/// The last move of a game, where it led and what was declared then, while others stand in its
/// place.
#[derive(Debug)]
pub(super) struct TakenAway {
    mv: Move,
    position: Position,
    declared: Option<(usize, Outcome)>,
}

impl Game {
    /// A game from the start position.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::from_position(rules, Position::start(&rules))
    }

    /// A game from any position.
    #[must_use]
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

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// All moves, also those taken back.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves up to the cursor.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.moves[..self.cursor]
    }

    /// The move before the cursor.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// How many moves have been played and not taken back.
    #[must_use]
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where the game stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.cursor]
    }

    /// The positions from the start to the cursor.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.cursor]
    }

    /// The position after so many moves, up to all moves, also those taken back.
    #[must_use]
    pub fn position_after(&self, moves: usize) -> Option<&Position> {
        self.positions.get(moves)
    }

    /// Plays a move at the cursor; moves taken back are forgotten.
    ///
    /// # Errors
    /// Why the move is not legal; then nothing changes.
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

    /// Whether all that the side to move can do is to let the other one move first: by the rules,
    /// or since it has to remove a man and none may be removed.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        let nothing = || self.position().removable_after(Move::PASS, &self.rules).is_empty();
        self.outcome().is_none()
            && match self.position().forced_move(&self.rules) {
                Some(ForcedMove::Pass) => true,
                Some(ForcedMove::RemoveOnly) => nothing(),
                Some(ForcedMove::Unblock) | None => false,
            }
    }

    /// Lets the other side move first, where that is all that the side to move can do; whether it
    /// is.
    pub fn pass(&mut self) -> bool {
        // What was taken back there can be nothing else.
        self.must_pass() && (self.redo().is_some() || self.play(Move::PASS).is_ok())
    }

    /// Takes the last move away, for others in its place; [`Self::put_back`] undoes it. Nothing may
    /// have been taken back.
    pub(super) fn take_away(&mut self) -> Option<TakenAway> {
        let taken = TakenAway { mv: *self.moves.last()?, position: *self.position(), declared: self.declared.take() };
        self.cursor -= 1;
        self.forget_taken_back();
        Some(taken)
    }

    /// Takes away what was played since a move was taken away after so many moves, and puts it
    /// back.
    pub(super) fn put_back(&mut self, after: usize, taken: TakenAway) {
        self.cursor = after;
        self.forget_taken_back();
        self.append(taken.mv, taken.position);
        self.declared = taken.declared;
    }

    /// Goes on after the last move.
    fn append(&mut self, mv: Move, position: Position) {
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

    /// Takes the last move back, and says which it was.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.last_move()?;
        self.cursor -= 1;
        Some(mv)
    }

    /// Plays the move that was taken back last, and says which it was.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.cursor)?;
        self.cursor += 1;
        Some(mv)
    }

    /// Goes to where so many moves have been played; at most to the end.
    pub fn go_to(&mut self, moves: usize) {
        self.cursor = moves.min(self.moves.len());
    }

    /// How often the position at the cursor has stood, itself counted.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.repetitions[self.cursor]
    }

    /// The end of the game, if the cursor stands at it.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let declared = self.declared.filter(|&(moves, _)| moves == self.cursor).map(|(_, outcome)| outcome);
        declared.or_else(|| self.outcome_on_board())
    }

    /// The end of the game that position and repetition bring, if the cursor stands at it.
    #[must_use]
    pub fn outcome_on_board(&self) -> Option<Outcome> {
        self.position().outcome(&self.rules).or_else(|| {
            let limit = usize::from(self.rules.draws.repetition?);
            (self.repetitions() >= limit).then_some(Outcome::Draw(DrawReason::Repetition))
        })
    }

    /// Ends the game at the cursor by word: somebody resigned, both agreed, the time ran out. Moves
    /// taken back are forgotten. Where the game is over already nothing changes.
    pub fn declare(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.forget_taken_back();
            self.declared = Some((self.cursor, outcome));
        }
    }
}
