// SPDX-License-Identifier: GPL-3.0-or-later
//! Writer of game texts.

use std::collections::BTreeMap;
use std::fmt;

use super::tokens::visible;
use super::{Pgn, PointNotation, ROSTER, RULES, Variation};
use crate::{Board, Color, DrawReason, Outcome, Position, WinReason};

/// Maximum width of the lines of moves, in characters.
const WIDTH: usize = 80;

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            tag(f, name, self.tags.get(name).map_or(unknown, String::as_str))?;
        }
        let result = self.game.outcome().map_or("*", Outcome::result);
        tag(f, "Result", result)?;
        let rules = self.game.rules();
        tag(f, "Variant", rules.id())?;
        if rules.preset().is_none() {
            tag(f, RULES, &rules.line())?;
        }
        if let Some(word) = termination(self) {
            tag(f, "Termination", word)?;
        }
        let start = self.game.start();
        if *start != Position::start(self.game.rules()) || start.quiet() != 0 {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", &start.line(self.game.rules()))?;
        }
        let given = |name: &str| ROSTER.contains(&name) || name == RULES && rules.preset().is_none();
        for (name, value) in self.tags.iter().filter(|(name, _)| !given(name)) {
            tag(f, name, value)?;
        }
        writeln!(f)?;
        f.write_str(&wrapped(&self.words(Some(result), PointNotation::Names)))
    }
}

impl Pgn {
    /// Returns the numbered moves and the result, without comments and variations.
    #[must_use]
    pub fn move_list(&self, spelling: PointNotation) -> String {
        let bare = Self::new(self.game.clone());
        let result = self.game.outcome().map(Outcome::result);
        wrapped(&bare.words(result, spelling))
    }

    /// Returns the words of the numbered moves with comments, variations and the result.
    fn words(&self, result: Option<&str>, spelling: PointNotation) -> Vec<String> {
        let board = self.game.rules().board;
        let black_begins = usize::from(self.game.start().side() == Color::Black);
        let mut words = Vec::new();
        let variations = self.variations_by_move();
        words.extend(glyphs(&self.glyphs, 0));
        words.extend(comment(&self.comments, 0));
        // Black's move has a number only at the beginning or after an interruption.
        let mut begins = true;
        for (index, &mv) in self.game.played().iter().enumerate() {
            words.extend(number(index + black_begins, begins));
            words.push(spelling.write(mv, board));
            words.extend(glyphs(&self.glyphs, index + 1));
            let before = words.len();
            words.extend(comment(&self.comments, index + 1));
            for variation in variations.get(&index).into_iter().flatten() {
                words.extend(variation.words(index + black_begins, spelling, board));
            }
            begins = words.len() > before;
        }
        words.extend(result.map(str::to_owned));
        words
    }

    /// Returns the variations by the number of moves before them, so that lookup does not search
    /// the whole list.
    fn variations_by_move(&self) -> BTreeMap<usize, Vec<&Variation>> {
        let mut by_move = BTreeMap::<_, Vec<_>>::new();
        self.variations.iter().for_each(|variation| by_move.entry(variation.after).or_default().push(variation));
        by_move
    }
}

impl Variation {
    fn words(&self, ply: usize, spelling: PointNotation, board: &Board) -> Vec<String> {
        let mut words = vec!["(".to_owned()];
        words.extend(glyphs(&self.glyphs, 0));
        words.extend(comment(&self.comments, 0));
        let mut begins = true;
        for (index, &mv) in self.moves.iter().enumerate() {
            words.extend(number(ply + index, begins));
            words.push(spelling.write(mv, board));
            words.extend(glyphs(&self.glyphs, index + 1));
            words.extend(comment(&self.comments, index + 1));
            begins = self.comments.contains_key(&(index + 1));
        }
        if words.len() > 1 {
            let first = words.remove(1);
            words[0].push_str(&first);
        }
        if let Some(last) = words.last_mut() {
            last.push(')');
        }
        words
    }
}

fn glyphs(glyphs: &BTreeMap<usize, Vec<u8>>, moves: usize) -> impl Iterator<Item = String> + '_ {
    glyphs.get(&moves).into_iter().flatten().map(|glyph| format!("${glyph}"))
}

/// Returns the comment at a place, in braces. Replaces `}`, which would end the comment, and drops
/// control characters, which are invisible.
fn comment(comments: &BTreeMap<usize, String>, moves: usize) -> Option<String> {
    let text: String = comments.get(&moves)?.chars().filter_map(visible).collect();
    Some(format!("{{{}}}", text.replace('}', ")")))
}

/// Returns the number in front of a move, if it has one.
fn number(ply: usize, begins: bool) -> Option<String> {
    match (ply % 2, begins) {
        (0, _) => Some(format!("{}.", ply / 2 + 1)),
        (_, true) => Some(format!("{}...", ply / 2 + 1)),
        _ => None,
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    // A line end would end the tag.
    let value: String = value.chars().filter_map(visible).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Returns the word for an end of the game that the board does not show.
fn termination(text: &Pgn) -> Option<&'static str> {
    let outcome = text.game.outcome().filter(|_| text.game.outcome_on_board().is_none())?;
    Some(match outcome {
        Outcome::Win { reason: WinReason::Resignation, .. } => "resignation",
        Outcome::Win { reason: WinReason::Time, .. } => "time forfeit",
        Outcome::Draw(DrawReason::Agreement) => "agreement",
        _ => "adjudication",
    })
}

/// Returns the declared end of the game that a result and a termination word stand for.
pub(super) fn declared(winner: Option<Color>, termination: Option<&str>) -> Outcome {
    match (winner, termination) {
        (Some(winner), Some("resignation")) => Outcome::Win { winner, reason: WinReason::Resignation },
        (Some(winner), Some("time forfeit")) => Outcome::Win { winner, reason: WinReason::Time },
        (Some(winner), _) => Outcome::Win { winner, reason: WinReason::Adjudication },
        (None, Some("agreement")) => Outcome::Draw(DrawReason::Agreement),
        (None, _) => Outcome::Draw(DrawReason::Adjudication),
    }
}

/// Joins the words into lines of at most [`WIDTH`] characters.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}
