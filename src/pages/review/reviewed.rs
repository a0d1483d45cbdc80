// SPDX-License-Identifier: GPL-3.0-or-later
//! A game under review, and its current position.

use std::sync::Arc;

use gettextrs::gettext;
use morris::{Color, Game, Move, Position};
use morris_engine::PROFILES;
use morris_play::persistence::SaveId;
use morris_play::setup::GameSetup;
use morris_solved::tablebase::Tables;
use morris_teach::review::{Mark, PlyReview, Review};

use crate::board::{MoveTone, ShownMove};
use crate::services::Job;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::move_list::MoveMark;

/// Maximum number of better moves that are drawn.
const MOST_SHOWN: usize = 3;

/// A game under review.
pub(super) struct Reviewed {
    /// Id under which the game is saved.
    pub(super) id: SaveId,
    pub(super) setup: GameSetup,
    pub(super) game: Arc<Game>,
    /// Tables used by the review.
    pub(super) tables: Arc<Tables>,
    pub(super) review: Review,
    /// Whether the review is complete.
    pub(super) finished: bool,
    /// Number of moves before the current position.
    pub(super) moves: usize,
    /// Number of moves of the refutation that are shown, or `None` if it is not shown.
    pub(super) line: Option<usize>,
    /// Job that makes the review. Dropping it stops the work.
    pub(super) _job: Job,
}

impl Reviewed {
    /// Returns whether the values of some moves are only estimates.
    pub(super) fn is_estimated(&self) -> bool {
        self.review.plies.iter().any(|ply| ply.before.is_none_or(|worth| worth.exact().is_none()))
    }

    /// Returns the move that led to the current position.
    pub(super) fn ply(&self) -> Option<&PlyReview> {
        self.review.plies.get(self.moves.checked_sub(1)?)
    }

    /// Returns that move if it is a mistake.
    pub(super) fn mistake(&self) -> Option<&PlyReview> {
        self.ply().filter(|ply| ply.mistake.is_some())
    }

    /// Returns the content of the board: the position, the move that led to it, and the highlighted
    /// moves.
    pub(super) fn sight(&self) -> (Position, Option<(Color, Move)>, Vec<ShownMove>) {
        let positions = self.game.positions();
        match (self.mistake(), self.line) {
            (Some(ply), None) => {
                let better = ply.better.iter().take(MOST_SHOWN).map(|&mv| ShownMove { mv, tone: MoveTone::Good });
                let played = ShownMove { mv: ply.mv, tone: MoveTone::Bad };
                (positions[self.moves - 1], None, std::iter::once(played).chain(better).collect())
            }
            (Some(ply), Some(shown)) => {
                let mut sight = (positions[self.moves], Some((ply.side, ply.mv)), Vec::new());
                for &mv in ply.refutation.iter().take(shown) {
                    sight.1 = Some((sight.0.side(), mv));
                    sight.0 = sight.0.play_unchecked(mv, self.game.rules());
                }
                sight
            }
            (None, _) => (positions[self.moves], self.ply().map(|ply| (ply.side, ply.mv)), Vec::new()),
        }
    }
}

/// Returns whether two games of the same rules have the same start and moves.
pub(super) fn is_same(one: &Game, other: &Game) -> bool {
    one.start() == other.start() && one.played() == other.played()
}

/// Returns whether the keys for mistakes stop at a move.
pub(super) fn is_stop(ply: &PlyReview) -> bool {
    matches!(ply.mark, Some(Mark::Slip | Mark::Blunder | Mark::Doubtful))
}

pub(super) fn mark_of(ply: &PlyReview) -> Option<MoveMark> {
    match (ply.mistake, ply.mark?) {
        (Some(mistake), _) => Some(MoveMark::Mistake(mistake)),
        (None, Mark::OnlyMove) => Some(MoveMark::OnlyMove),
        (None, Mark::Doubtful) => Some(MoveMark::Doubtful),
        (None, Mark::Slip | Mark::Blunder) => None,
    }
}

/// Returns the comment on the current position.
pub(super) fn words(shown: &Reviewed) -> String {
    let worth = standing(&shown.review, &shown.game, &shown.setup, shown.moves);
    let Some(ply) = shown.ply() else {
        return [gettext("The start.")].into_iter().chain(worth).collect::<Vec<_>>().join(" ");
    };
    if let (Some(line), true) = (shown.line, ply.mistake.is_some()) {
        let moves: Vec<_> =
            ply.refutation.iter().take(line).map(|&mv| shown.game.rules().board.display(mv).to_string()).collect();
        // Translators: {moves} are the moves that punish a mistake, as far as they are shown
        return gettext_f("Punished by {moves}", &[("moves", &moves.join(" "))]);
    }
    let mut words = describe::reviewed_move(shown.game.rules(), ply);
    words.extend(ply.levels.as_ref().map(|found| describe::levels(found.len(), PROFILES.len())));
    words.extend(worth);
    words.join(" ")
}

/// Returns the state of the game after this number of moves, in a sentence: who can win, or at the
/// end who has won and why.
fn standing(review: &Review, game: &Game, setup: &GameSetup, moves: usize) -> Option<String> {
    match game.outcome().filter(|_| moves == game.cursor()) {
        Some(outcome) => Some(describe::result(outcome, setup)),
        None => review.worth(moves).map(|worth| format!("{}.", describe::worth(worth))),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use morris::{Outcome, Position, Rules, WinReason};
    use morris_teach::review::Reviewer;

    use super::*;

    /// Returns the state of a game after each number of moves, including the start.
    fn told(game: &Game, setup: &GameSetup) -> Vec<String> {
        let mut reviewer = Reviewer::new(Arc::new(Tables::none()), game);
        assert!(reviewer.run(&mut || ControlFlow::Continue(()), &mut |_, _| {}).is_continue());
        let review = reviewer.into_review();
        (0..=game.cursor()).map(|moves| standing(&review, game, setup, moves).unwrap()).collect()
    }

    #[test]
    fn at_the_end_of_a_game_it_is_said_who_has_won_and_why() {
        let line = ".../WW./.../B...W./..B/.../W.B w 0 0 0";
        let mut game = Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
        game.play("f4-f6xa4".parse().unwrap()).unwrap();
        let setup = GameSetup::between_persons(Rules::STANDARD);
        let words = told(&game, &setup);
        assert_eq!(words.last().unwrap(), "White has won – Black has fewer than three pieces.");
        assert!(words[0].contains("White can win") || words[0].contains("White wins"), "{words:?}");
    }

    #[test]
    fn of_a_game_that_somebody_gave_up_it_is_said_who() {
        let mut game = Game::new(Rules::STANDARD);
        ["d6", "f4"].into_iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let setup = GameSetup::between_persons(Rules::STANDARD);
        assert!(told(&game, &setup)[2].starts_with("Estimate: "), "it is not over");
        game.declare(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation });
        let words = told(&game, &setup);
        assert!(words[1].starts_with("Estimate: "), "{words:?}");
        assert_eq!(words[2], "Black has won – White has resigned.");
    }
}
