// SPDX-License-Identifier: GPL-3.0-or-later
//! Results of a review as glyphs and comments of a game text, for display in other programs.
//!
//! ```text
//! 1. d6 {[%wdl D]} a4 $2 {well, well [%wdl W] [%review $2 lets-mill]}
//! ```
//!
//! `[%wdl W]`, `D` or `L` is the exact value of the position from White's view. The glyphs are `$2`
//! for a slip, `$4` for a blunder, `$6` for a doubtful move, `$1` for the only move that keeps the
//! value, and `$3` for a move that declines a mill or gives up a man. `[%review …]` repeats the
//! glyph, so that the next review recognizes its own, and gives the reason or the praise as a word.
//! The rest of the text is unchanged.

use super::import_export::with_notes;
use super::saved_game::SavedGame;
use morris::{Game, Pgn};
use morris_solved::tablebase::Wdl;
use morris_teach::review::{Mark, PlyReview, Praise, Review, Worth};

const WDL: &str = "[%wdl ";
const REVIEW: &str = "[%review ";

/// Writes the results of a review into a game text, in place of those of an earlier review. Moves
/// that differ from those of the review, and all moves after them, get no marks.
pub fn mark_review(text: &mut Pgn, review: &Review) {
    remove_review(text);
    let played = text.game.played().iter().zip(&review.plies);
    let same = played.take_while(|(mv, ply)| **mv == ply.mv).count();
    for moves in 0..=same {
        let ply = moves.checked_sub(1).and_then(|last| review.plies.get(last));
        let glyph = ply.and_then(glyph).filter(|glyph| !text.glyphs.get(&moves).is_some_and(|all| all.contains(glyph)));
        let mut words = Vec::new();
        if let Some(letter) = review.worth(moves).and_then(Worth::exact).map(letter) {
            words.push(format!("{WDL}{letter}]"));
        }
        let glyph_word = glyph.map(|glyph| format!("${glyph}"));
        let told: Vec<_> = glyph_word.into_iter().chain(ply.and_then(reason).map(str::to_owned)).collect();
        if !told.is_empty() {
            words.push(format!("{REVIEW}{}]", told.join(" ")));
        }
        if !words.is_empty() {
            let comment = text.comments.entry(moves).or_default();
            words.splice(0..0, (!comment.is_empty()).then(|| comment.clone()));
            *comment = words.join(" ");
        }
        if let Some(glyph) = glyph {
            text.glyphs.entry(moves).or_default().push(glyph);
        }
    }
}

/// Removes the marks of a review from a game text.
pub fn remove_review(text: &mut Pgn) {
    for (moves, comment) in &mut text.comments {
        let (reviews, values) = (take(comment, REVIEW), take(comment, WDL));
        for told in &reviews {
            let glyph = told.split(' ').find_map(|word| word.strip_prefix('$')?.parse::<u8>().ok());
            let glyphs = text.glyphs.entry(*moves).or_default();
            if let Some(place) = glyphs.iter().rposition(|other| Some(*other) == glyph) {
                glyphs.remove(place);
            }
        }
        if !(reviews.is_empty() && values.is_empty()) {
            *comment = comment.trim().to_owned();
        }
    }
    text.comments.retain(|_, comment| !comment.is_empty());
    text.glyphs.retain(|_, glyphs| !glyphs.is_empty());
}

/// Removes all commands with this beginning from a comment, with the space before each, and returns
/// their contents.
pub(super) fn take(comment: &mut String, command: &str) -> Vec<String> {
    let (mut kept, mut taken) = (String::new(), Vec::new());
    let mut rest = comment.as_str();
    while let Some((before, after)) = rest.split_once(command) {
        let Some((told, after)) = after.split_once(']') else { break };
        kept.push_str(before.strip_suffix(' ').unwrap_or(before));
        taken.push(told.to_owned());
        rest = after;
    }
    kept.push_str(rest);
    *comment = kept;
    taken
}

impl SavedGame {
    /// Returns the accuracy of the only person, in percent. Returns `None` if the game is not over,
    /// or if the review does not cover all its moves.
    #[must_use]
    pub fn accuracy(&self, reviewed: &Game, review: &Review) -> Option<f64> {
        let person = self.setup.only_person().filter(|_| self.game.outcome().is_some())?;
        let whole = self.game.played() == reviewed.played();
        whole.then(|| review.of(person).accuracy)?.map(|accuracy| accuracy.percent)
    }

    /// Returns the game with the results of a review in its notes. Other comments are kept as far
    /// as the moves agree.
    #[must_use]
    pub fn with_review(&self, review: &Review) -> Self {
        let mut notes = with_notes(self.game.clone(), self.notes.as_ref());
        mark_review(&mut notes, review);
        Self { notes: Some(notes), ..self.clone() }
    }
}

const fn letter(value: Wdl) -> char {
    match value {
        Wdl::Win => 'W',
        Wdl::Draw => 'D',
        Wdl::Loss => 'L',
    }
}

fn glyph(ply: &PlyReview) -> Option<u8> {
    match (ply.mark, ply.praise) {
        (Some(Mark::Slip), _) => Some(2),
        (Some(Mark::Blunder), _) => Some(4),
        (Some(Mark::Doubtful), _) => Some(6),
        (_, Some(Praise::RefusesMill | Praise::GivesMan)) => Some(3),
        (Some(Mark::OnlyMove), _) => Some(1),
        (None, _) => None,
    }
}

fn reason(ply: &PlyReview) -> Option<&'static str> {
    let praise = || ply.praise.filter(|_| glyph(ply).is_some()).map(Praise::id);
    ply.reason.map(|reason| reason.id()).or_else(praise)
}
