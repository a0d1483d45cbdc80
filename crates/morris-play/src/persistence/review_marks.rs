// SPDX-License-Identifier: GPL-3.0-or-later
//! What a review found, as glyphs and comments of a game text, so that other programs show it.
//!
//! ```text
//! 1. d6 {[%wdl D]} a4 $2 {well, well [%wdl W] [%review $2 lets-mill]}
//! ```
//!
//! `[%wdl W]`, `D` or `L` is what the position is worth for certain, as White sees it. The glyphs
//! are `$2` for a slip, `$4` for a blunder, `$6` for a doubtful move, `$1` for the only move that
//! keeps the value, and `$3` for one that refuses a mill or gives a man; `[%review …]` repeats the
//! glyph, so that the next review knows which is its own, and gives the reason or the praise as a
//! word. All else stays as it is.

use super::import_export::with_notes;
use super::saved_game::SavedGame;
use morris::{Game, Pgn};
use morris_solved::tablebase::Wdl;
use morris_teach::review::{Mark, PlyReview, Praise, Review, Worth};

const WDL: &str = "[%wdl ";
const REVIEW: &str = "[%review ";

/// Writes what a review found into a game text, in place of what another review has written there.
/// Moves that are not those of the review are left alone, and all that follows them.
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

/// Takes away what a review has written into a game text.
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

/// Takes all commands out of a comment that begin so, with the space before each, and says what
/// stood in them.
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
    /// How well the only person played, in percent, as a review of all the moves says, if the game
    /// is over.
    #[must_use]
    pub fn accuracy(&self, reviewed: &Game, review: &Review) -> Option<f64> {
        let person = self.setup.only_person().filter(|_| self.game.outcome().is_some())?;
        let whole = self.game.played() == reviewed.played();
        whole.then(|| review.of(person).accuracy)?.map(|accuracy| accuracy.percent)
    }

    /// The game with what a review found in its notes; comments of others stay, as far as the game
    /// went the same way.
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
