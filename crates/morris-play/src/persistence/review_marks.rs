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

use std::sync::Arc;

use super::saved_game::SavedGame;
use morris::{Game, GameTree, NodeId};
use morris_teach::review::{Mark, PlyReview, Praise, Review, Worth};

const WDL: &str = "[%wdl ";
const REVIEW: &str = "[%review ";

/// Writes the results of a review into a tree, in place of those of an earlier review. Moves that
/// differ from those of the review, and all moves after them, get no marks.
pub fn mark_review(tree: &mut GameTree, review: &Review) {
    remove_review(tree, review);
    for (moves, id) in reviewed(tree, review).into_iter().enumerate() {
        let ply = moves.checked_sub(1).and_then(|last| review.plies.get(last));
        let glyph = ply.and_then(glyph).filter(|glyph| !tree.glyphs(id).contains(glyph));
        let glyph_word = glyph.map(|glyph| format!("${glyph}"));
        let told: Vec<_> = glyph_word.into_iter().chain(ply.and_then(reason).map(str::to_owned)).collect();
        let value = review.worth(moves).and_then(Worth::exact).map(|value| format!("{WDL}{}]", value.letter()));
        let told = (!told.is_empty()).then(|| format!("{REVIEW}{}]", told.join(" ")));
        let comment = Some(tree.comment(id).to_owned()).filter(|comment| !comment.is_empty());
        let words: Vec<_> = [comment, value, told].into_iter().flatten().collect();
        tree.set_comment(id, &words.join(" "));
        if let Some(glyph) = glyph {
            tree.set_glyphs(id, [tree.glyphs(id), &[glyph]].concat());
        }
    }
}

/// Returns the nodes of the moves of a review, with the start, as far as they are in the tree.
fn reviewed(tree: &GameTree, review: &Review) -> Vec<NodeId> {
    let mut nodes = vec![tree.root()];
    let mut last = tree.root();
    nodes.extend(review.plies.iter().map_while(|ply| {
        last = tree.child_with(last, ply.mv)?;
        Some(last)
    }));
    nodes
}

/// Removes the marks of a review from its moves, and from those of the main line.
pub fn remove_review(tree: &mut GameTree, review: &Review) {
    for id in reviewed(tree, review).into_iter().chain(tree.main_line()) {
        let mut comment = tree.comment(id).to_owned();
        let (reviews, values) = (take(&mut comment, REVIEW), take(&mut comment, WDL));
        let mut glyphs = tree.glyphs(id).to_vec();
        for told in &reviews {
            let glyph = told.split(' ').find_map(|word| word.strip_prefix('$')?.parse::<u8>().ok());
            if let Some(place) = glyphs.iter().rposition(|other| Some(*other) == glyph) {
                glyphs.remove(place);
            }
        }
        if !(reviews.is_empty() && values.is_empty()) {
            tree.set_comment(id, &comment);
            tree.set_glyphs(id, glyphs);
        }
    }
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

/// New notes of a saved game.
#[derive(Clone, Debug)]
pub struct Notes {
    /// The tree, if it has changed.
    pub tree: Option<GameTree>,
    /// A review, with the game that it is about.
    pub review: Option<(Arc<Game>, Review)>,
}

impl SavedGame {
    /// Returns the game with new notes. A review of other moves changes nothing. Returns `None` if
    /// the tree has another start.
    #[must_use]
    pub fn with_notes(&self, notes: &Notes) -> Option<Self> {
        let game = &self.game;
        let noted = match &notes.tree {
            Some(tree) if (tree.start(), tree.rules()) != (game.start(), game.rules()) => return None,
            Some(tree) => self.with_tree(tree.clone()),
            None => self.clone(),
        };
        let is_same = |of: &Game| (of.start(), of.played()) == (game.start(), game.played());
        Some(match &notes.review {
            Some((of, review)) if is_same(of) => noted.with_review(review),
            _ => noted,
        })
    }

    /// Returns the game with the results of a review in its notes.
    #[must_use]
    pub fn with_review(&self, review: &Review) -> Self {
        let mut tree = self.tree();
        mark_review(&mut tree, review);
        self.with_tree(tree)
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
