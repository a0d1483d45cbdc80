// SPDX-License-Identifier: GPL-3.0-or-later
//! The words about the current position: the move, its review, the state of the game, and the
//! comment.

use gettextrs::gettext;
use morris::{Game, GameTree, NodeId, shown};
use morris_engine::PROFILES;
use morris_play::setup::GameSetup;
use morris_solved::tablebase::Wdl;
use morris_teach::opening;
use morris_teach::review::{Mark, PlyReview, Review};

use crate::text::describe;
use crate::text::i18n::{gettext_f, sentence, sentences};
use crate::text::openings::position_name;
use crate::widgets::move_list::MoveMark;

use super::opened::{Opened, Part};

pub(super) fn mark_of(ply: &PlyReview) -> Option<MoveMark> {
    match (ply.mistake, ply.mark?) {
        (Some(mistake), _) => Some(MoveMark::Mistake(mistake)),
        (None, Mark::OnlyMove) => Some(MoveMark::OnlyMove),
        (None, Mark::Doubtful) => Some(MoveMark::Doubtful),
        (None, Mark::Slip | Mark::Blunder) => None,
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// All of them, for a screen reader.
    pub spoken: String,
    /// Those that nothing else on the page says.
    pub seen: String,
}

impl From<String> for Words {
    fn from(words: String) -> Self {
        Self { spoken: words.clone(), seen: words }
    }
}

/// Returns the words about the current position. `value` is its value for the side to move, if it
/// is known. A mistake that is listed beside the board says itself what it did.
pub(super) fn words(opened: &Opened, value: Option<Wdl>, part: Part) -> Words {
    let (tree, node) = (opened.tree(), opened.node());
    if let Some(line) = &opened.line {
        let moves = describe::move_line(tree.rules().board, &line.moves[..line.shown.min(line.moves.len())]);
        let values = [("moves", &*moves)];
        let seen = match opened.mistake() {
            // Translators: {moves} are the moves that refute a mistake, as far as they are shown
            Some(_) => gettext_f("Best reply: {moves}", &values),
            // Translators: {moves} are the moves that the computer expects, as far as shown
            None => gettext_f("The computer expects: {moves}", &values),
        };
        return Words { spoken: seen.replace(describe::WORD_JOINER, ""), seen };
    }
    let ply = opened.ply();
    let opening = opening::name(tree.position(node), tree.rules())
        .and_then(|_| opening::made(&tree.game_at(node), tree.depth(node)))
        .map(|name| sentence(&position_name(name)));
    let mut told = ply.map_or_else(|| vec![played(tree, node)], |ply| describe::reviewed_move(tree.rules(), ply));
    told.extend(opening);
    let is_listed = part == Part::Review && opened.reviewed.as_ref().zip(ply).is_some_and(|(of, ply)| of.lists(ply));
    let (state, levels) = (state(opened, node, value), ply.and_then(levels));
    let comment = shown(&opened.analysis.words(node));
    let join = |words: Vec<&String>| {
        let words = sentences(&words);
        if comment.is_empty() { words } else { format!("{words}\n{comment}").trim().to_owned() }
    };
    Words {
        spoken: join(told.iter().chain(&levels).chain(&state).collect()),
        seen: join(told[usize::from(is_listed)..].iter().chain(&state).collect()),
    }
}

/// Returns how many levels of the computer find the right move.
pub(super) fn levels(ply: &PlyReview) -> Option<String> {
    ply.levels.as_ref().map(|found| describe::levels(found.len(), PROFILES.len()))
}

/// Returns the move that led to a node as a sentence, with its mark.
fn played(tree: &GameTree, node: NodeId) -> String {
    let Some(mv) = tree.mv(node) else { return gettext("Start of the game.") };
    let played = describe::last_move(tree.rules().board, tree.number(node).1, mv);
    match describe::glyph(tree.glyphs(node)) {
        Some(glyph) => format!("{played}{}", glyph.sign),
        None => sentence(&played),
    }
}

/// Returns the state of the game at a node, in a sentence: who can win, or who has won and why.
fn state(opened: &Opened, node: NodeId, value: Option<Wdl>) -> Option<String> {
    let tree = opened.tree();
    let reviewed = opened.reviewed.as_ref();
    if let Some((reviewed, moves)) = reviewed.and_then(|reviewed| Some((reviewed, reviewed.moves_at(tree, node)?))) {
        return standing(&reviewed.review, &reviewed.game, &opened.setup, moves);
    }
    if let Some(outcome) = tree.outcome(node) {
        return Some(describe::result(outcome, &opened.setup));
    }
    value.map(|value| sentence(&describe::value(value, tree.position(node).side())))
}

/// Returns the state of the game after this number of moves, in a sentence: who can win, or at the
/// end who has won and why.
fn standing(review: &Review, game: &Game, setup: &GameSetup, moves: usize) -> Option<String> {
    match game.outcome().filter(|_| moves == game.cursor()) {
        Some(outcome) => Some(describe::result(outcome, setup)),
        None => review.worth(moves).map(|worth| sentence(&describe::worth(worth))),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use morris::{Color, Outcome, Position, Rules, WinReason};
    use morris_solved::tablebase::Tables;
    use morris_teach::review::Reviewer;

    use super::*;

    /// Returns the state of a game after each number of moves, including the start.
    fn state_after_each_move(game: &Game, setup: &GameSetup) -> Vec<String> {
        let mut reviewer = Reviewer::new(Arc::new(Tables::none()), game);
        assert!(reviewer.run(&mut || ControlFlow::Continue(()), &mut |_, _| {}).is_continue());
        let review = reviewer.into_review();
        (0..=game.cursor()).map(|moves| standing(&review, game, setup, moves).unwrap()).collect()
    }

    #[test]
    fn end_of_a_game_names_winner_and_reason() {
        let line = ".../WW./.../B...W./..B/.../W.B w 0 0 0";
        let mut game = Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
        game.play("f4-f6xa4".parse().unwrap()).unwrap();
        let setup = GameSetup::between_persons(Rules::STANDARD);
        let words = state_after_each_move(&game, &setup);
        assert_eq!(words.last().unwrap(), "White has won. Black has fewer than three pieces.");
        assert!(words[0].contains("White can win") || words[0].contains("White wins"), "{words:?}");
    }

    #[test]
    fn resigned_game_names_its_loser() {
        let mut game = Game::new(Rules::STANDARD);
        ["d6", "f4"].into_iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let setup = GameSetup::between_persons(Rules::STANDARD);
        assert!(state_after_each_move(&game, &setup)[2].starts_with("Estimate: "), "it is not over");
        game.declare(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation });
        let words = state_after_each_move(&game, &setup);
        assert!(words[1].starts_with("Estimate: "), "{words:?}");
        assert_eq!(words[2], "Black has won. White has resigned.");
    }
}
