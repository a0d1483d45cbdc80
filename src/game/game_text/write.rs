// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing game texts.

use std::fmt;

use super::{GameText, ROSTER};
use crate::game::{Color, DrawReason, Outcome, Position, WinReason};

/// Lines of turns are broken before this many characters.
const WIDTH: usize = 80;

impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            tag(f, name, self.tags.get(name).map_or(unknown, String::as_str))?;
        }
        let result = self.record.outcome().map_or("*", Outcome::result);
        tag(f, "Result", result)?;
        tag(f, "Variant", self.record.rules().id())?;
        if let Some(word) = termination(self) {
            tag(f, "Termination", word)?;
        }
        let start = self.record.start();
        if *start != Position::start(self.record.rules()) || start.quiet() != 0 {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", &start.to_string())?;
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str())) {
            tag(f, name, value)?;
        }
        writeln!(f)?;
        write_wrapped(f, self.words(result))
    }
}

impl GameText {
    /// The turns with their numbers and comments, and the result.
    fn words(&self, result: &str) -> Vec<String> {
        let black_begins = usize::from(self.record.start().side() == Color::Black);
        let mut words = Vec::new();
        // A closing brace would end the comment.
        let comment = |turns| self.comments.get(&turns).map(|text| format!("{{{}}}", text.replace('}', ")")));
        words.extend(comment(0));
        for (index, turn) in self.record.played().iter().enumerate() {
            let ply = index + black_begins;
            let number = ply / 2 + 1;
            if ply % 2 == 0 {
                words.push(format!("{number}."));
            } else if index == 0 || self.comments.contains_key(&index) {
                words.push(format!("{number}..."));
            }
            words.push(turn.to_string());
            words.extend(comment(index + 1));
        }
        words.push(result.to_owned());
        words
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The word for an end that the board does not show.
fn termination(text: &GameText) -> Option<&'static str> {
    let outcome = text.record.outcome().filter(|_| text.record.outcome_on_board().is_none())?;
    Some(match outcome {
        Outcome::Win { reason: WinReason::Resignation, .. } => "resignation",
        Outcome::Win { reason: WinReason::Time, .. } => "time forfeit",
        Outcome::Draw(DrawReason::Agreement) => "agreement",
        _ => "adjudication",
    })
}

/// The end that a result and a word for it declare.
pub(super) fn declared(winner: Option<Color>, termination: Option<&str>) -> Outcome {
    match (winner, termination) {
        (Some(winner), Some("resignation")) => Outcome::Win { winner, reason: WinReason::Resignation },
        (Some(winner), Some("time forfeit")) => Outcome::Win { winner, reason: WinReason::Time },
        (Some(winner), _) => Outcome::Win { winner, reason: WinReason::Adjudication },
        (None, Some("agreement")) => Outcome::Draw(DrawReason::Agreement),
        (None, _) => Outcome::Draw(DrawReason::Adjudication),
    }
}

fn write_wrapped(f: &mut fmt::Formatter<'_>, words: Vec<String>) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            writeln!(f)?;
            column = 0;
        }
        write!(f, "{}{word}", if column > 0 { " " } else { "" })?;
        column += length + usize::from(column > 0);
    }
    writeln!(f)
}
