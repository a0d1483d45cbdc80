// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for reviews.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, list, ngettext_f, sentence, sentences};
use crate::text::openings::position_name;
use morris::{Board, Color, Game, Move, Point, Rules};
use morris_solved::tablebase::Wdl;
use morris_teach::opening::{self, Holding, InGame};
use morris_teach::review::{Mark, Mistake, PlyReview, Praise, Reason, SideReview, Worth};

use super::analysis::estimate;
use super::game::{last_move, points, side_name};
use super::puzzles::answers;

/// Returns how a move made the result worse, as the end of a sentence.
pub fn mistake(mistake: Mistake) -> String {
    match mistake {
        Mistake::WinToDraw => gettext("threw away the win"),
        Mistake::WinToLoss => gettext("turned a win into a loss"),
        Mistake::DrawToLoss => gettext("threw away the draw"),
    }
}

/// Returns how a move would make the result worse, as a heading.
pub fn warning(mistake: Mistake) -> String {
    match mistake {
        Mistake::WinToDraw => gettext("This Throws Away the Win"),
        Mistake::WinToLoss => gettext("This Turns a Win Into a Loss"),
        Mistake::DrawToLoss => gettext("This Throws Away the Draw"),
    }
}

/// Returns the value of a position from White's point of view, as a sentence without a period.
pub fn worth(worth: Worth) -> String {
    match worth {
        Worth::Exact(known) => match known.value {
            Wdl::Win => gettext("White can force a win"),
            Wdl::Draw => gettext("Draw with best play"),
            Wdl::Loss => gettext("Black can force a win"),
        },
        Worth::Estimate(value) => estimate(value, Color::White),
    }
}

/// Number of plies after which it is worth a sentence that a game left its opening.
const LEAST_PLIES: usize = 4;

/// Returns where a game left its opening, and how many moves held there. `None` if it never did, or
/// in its first moves.
pub fn left_opening(game: &Game) -> Option<String> {
    let InGame { name, plies, holding } =
        opening::of_game(game).filter(|opening| (LEAST_PLIES..game.cursor()).contains(&opening.plies))?;
    let (name, number) = (position_name(name), (plies / 2 + 1).to_string());
    let values = [("opening", &*name), ("number", &*number)];
    // Translators: {opening} is a name such as “Center mill, main line”, {number} that of a move
    let left = gettext_f("{opening}: left at move {number}", &values);
    let held = holding.map(|Holding { holding, of }| {
        // Translators: the moves that kept the result: “9 of 15 moves held”
        ngettext_f("{count} of {all} moves held", "{count} of {all} moves held", holding, &[("all", &of.to_string())])
    });
    Some(sentence(&sentences(&[left, held.unwrap_or_default()])))
}

/// Returns the comments on a move as sentences. The first one is the move itself.
pub fn reviewed_move(rules: &Rules, ply: &PlyReview) -> Vec<String> {
    let board = rules.board;
    let played = last_move(board, ply.side, ply.mv);
    let mut words = vec![match (ply.mistake, ply.mark) {
        (Some(how), _) => played_wrong(&played, how),
        (None, Some(Mark::Doubtful)) => {
            // Translators: {played} is “White played a4-a7”
            gettext_f("{played}. There is probably a better move.", &[("played", &played)])
        }
        (None, _) => sentence(&played),
    }];
    words.extend(ply.reason.as_ref().map(|why| mistake_reason(board, why)));
    words.extend(ply.praise.map(|what| praise(what, ply.legal)));
    if ply.praise.is_none() && ply.mark == Some(Mark::OnlyMove) {
        words.push(praise(Praise::OnlyMove, ply.legal));
    }
    words.extend(better(board, &ply.better));
    words
}

/// Returns a move, and how it made the result worse.
fn played_wrong(played: &str, how: Mistake) -> String {
    let values = [("played", played)];
    match how {
        // Translators: {played} is “White played a4-a7”
        Mistake::WinToDraw => gettext_f("{played}. This threw away the win.", &values),
        // Translators: {played} is “White played a4-a7”
        Mistake::WinToLoss => gettext_f("{played}. This turned a win into a loss.", &values),
        // Translators: {played} is “White played a4-a7”
        Mistake::DrawToLoss => gettext_f("{played}. This threw away the draw.", &values),
    }
}

/// Maximum number of better moves that are named.
const MOST_BETTER: usize = 3;

/// Returns the better moves in a sentence, if there are any.
pub fn better(board: &Board, moves: &[Move]) -> Option<String> {
    let named: Vec<_> = moves.iter().take(MOST_BETTER).map(|&mv| board.display(mv).to_string()).collect();
    let (named, more) = (list(&named), moves.len().saturating_sub(MOST_BETTER));
    if more == 0 {
        // Translators: {moves} are moves such as “a4-a7, d6”
        return (!moves.is_empty()).then(|| gettext_f("Better: {moves}.", &[("moves", &named)]));
    }
    let values = [("moves", &*named)];
    Some(ngettext_f("Better: {moves}, and {count} more.", "Better: {moves}, and {count} more.", more, &values))
}

/// Returns why a move that makes the result worse is a mistake, in a sentence: its reason, or the
/// refuting reply if no reason is proven.
pub fn why(board: &Board, ply: &PlyReview) -> Option<String> {
    let punished = || Some(answers(board, ply.side.other(), *ply.refutation.first()?));
    ply.reason.as_ref().map(|why| mistake_reason(board, why)).or_else(punished)
}

/// Returns the reason why a move is a mistake, in a sentence.
fn mistake_reason(board: &Board, reason: &Reason) -> String {
    let mv = |mv: &Move| board.display(*mv).to_string();
    let point = |point: &Point| board.name(*point);
    match reason {
        // Translators: “it” is the move that was played, here and in the next sentences
        Reason::EndsGame => gettext("It ends the game."),
        Reason::LosesAtOnce(reply) => gettext_f("It allows {move}, which ends the game.", &[("move", &mv(reply))]),
        Reason::LetsMill(reply) => gettext_f("It allows {move}, which closes a mill.", &[("move", &mv(reply))]),
        Reason::IgnoresThreat(reply) if !reply.removed.is_empty() => {
            gettext_f("It does not prevent {move}, which closes a mill.", &[("move", &mv(reply))])
        }
        Reason::IgnoresThreat(reply) => gettext_f("It does not prevent {move}.", &[("move", &mv(reply))]),
        Reason::LetsForcedMill(reply, _) => {
            gettext_f("It allows {move}, which forces a mill.", &[("move", &mv(reply))])
        }
        Reason::MissesForcedMill(forcing, _) => {
            gettext_f("It misses {move}, which forces a mill.", &[("move", &mv(forcing))])
        }
        Reason::WrongMan(right) => {
            gettext_f("It removes the wrong piece; {pieces} would be better.", &[("pieces", &points(board, *right))])
        }
        Reason::MillTooEarly(quiet) => {
            gettext_f("It closes the mill too early; {move} comes first.", &[("move", &mv(quiet))])
        }
        Reason::MissesMill(mill) => gettext_f("It misses a mill with {move}.", &[("move", &mv(mill))]),
        Reason::GivesUpDoubleMill(man) => {
            gettext_f("It gives up the double mill of the piece on {point}.", &[("point", point(man))])
        }
        Reason::LetsDoubleMill(reply) => {
            gettext_f("It allows {move}, which makes a double mill.", &[("move", &mv(reply))])
        }
        Reason::LetsFork(reply) => {
            gettext_f("It allows {move}, which threatens two mills at once.", &[("move", &mv(reply))])
        }
        Reason::MissesFork(fork) => {
            gettext_f("It misses {move}, which threatens two mills at once.", &[("move", &mv(fork))])
        }
        Reason::OpensMill(reply) => {
            gettext_f("It opens a mill, and {move} keeps it from closing again.", &[("move", &mv(reply))])
        }
        Reason::LocksIn(ways) => ngettext_f(
            "After it, the same player has only {count} move.",
            "After it, the same player has only {count} moves.",
            *ways,
            &[],
        ),
        Reason::FreesToFly => gettext("It lets the opponent fly."),
        Reason::Zugzwang(reply) => {
            gettext_f("After {move}, having to move is a disadvantage.", &[("move", &mv(reply))])
        }
        Reason::LeavesPoint(left) => gettext_f("It lets the opponent go to {point}.", &[("point", point(left))]),
    }
}

fn praise(praise: Praise, legal: usize) -> String {
    match praise {
        Praise::RefusesMill => gettext("Well spotted: closing a mill would have been a mistake."),
        Praise::GivesMan => gettext("Well spotted: it sacrifices a piece and still wins."),
        Praise::OnlyMove => ngettext_f(
            "Well found: the only good move out of {count}.",
            "Well found: the only good move out of {count}.",
            legal,
            &[],
        ),
        Praise::HoldsOutnumbered => gettext("Well defended with fewer pieces."),
        Praise::Shortest => gettext("This is the fastest way."),
    }
}

/// Returns how many of the levels find the better move or the only move.
pub fn levels(found: usize, all: usize) -> String {
    // Translators: the levels of the computer
    ngettext_f(
        "{count} of the computer’s {all} levels finds the right move.",
        "{count} of the computer’s {all} levels find the right move.",
        found,
        &[("all", &all.to_string())],
    )
}

/// Returns the summary of a side's play, as sentences without periods. Only a `whole` review can
/// state that there is no mistake.
pub fn side_review(side: &SideReview, whole: bool) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(accuracy) = side.accuracy {
        let [percent, chance] = [accuracy.percent, accuracy.chance].map(|share| format!("{share:.0}"));
        let values = [("percent", &*percent), ("chance", &*chance)];
        // Translators: how much of what was hard was done right; {chance} is what random moves
        // would have had
        words.push(gettext_f("Accuracy {percent}% (random moves: {chance}%)", &values));
    }
    if side.slips > 0 {
        // Translators: the mark “?”: a draw for a win, or a loss for a draw
        words.push(ngettext_f("{count} mistake", "{count} mistakes", side.slips, &[]));
    }
    if side.blunders > 0 {
        // Translators: a blunder makes a loss of a win
        words.push(ngettext_f("{count} blunder", "{count} blunders", side.blunders, &[]));
    }
    if side.doubtful > 0 {
        words.push(ngettext_f("{count} dubious move", "{count} dubious moves", side.doubtful, &[]));
    }
    if side.only_moves > 0 {
        words.push(ngettext_f(
            "Found the only good move: {count} time",
            "Found the only good move: {count} times",
            side.only_moves,
            &[],
        ));
    }
    if whole && side.slips + side.blunders + side.doubtful == 0 {
        words.push(gettext("No mistakes"));
    }
    words
}

/// Returns the mistakes and the accuracy of these sides, a sentence each. One side alone is not
/// named.
pub fn review_summary(sides: &[(Color, SideReview)]) -> String {
    let words = |(side, review): &(Color, SideReview)| {
        let mistakes = review.slips + review.blunders + review.doubtful;
        let mut words = vec![match mistakes {
            0 => gettext("No mistakes"),
            _ => ngettext_f("{count} mistake", "{count} mistakes", mistakes, &[]),
        }];
        words.extend(
            review
                .accuracy
                .map(|accuracy| gettext_f("accuracy {percent}%", &[("percent", &format!("{:.0}", accuracy.percent))])),
        );
        let words = list(&words);
        if sides.len() == 1 {
            return words;
        }
        // Translators: {side} is “White” or “Black”, {words} such as “2 mistakes, accuracy 84%”
        gettext_f("{side}: {words}", &[("side", &side_name(*side)), ("words", &words)])
    };
    sentences(&sides.iter().map(words).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use morris_engine::Score;
    use morris_solved::tablebase::{ProbeResult, Tables};
    use morris_teach::review::{Accuracy, Reviewer};

    #[test]
    fn a_game_leaves_its_opening_where_no_line_goes_on() {
        let mut game = Game::new(Rules::STANDARD);
        assert_eq!(left_opening(&game), None);
        "d6 d2 b4 f4 b6 b2 f6xb2 b2 f2 c4".split(' ').for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        assert_eq!(left_opening(&game), None, "it is still a named position");
        game.play("a1".parse().unwrap()).unwrap();
        let words = "Center mill, reply at White’s crossing: left at move 6. 9 of 15 moves held.";
        assert_eq!(left_opening(&game).as_deref(), Some(words));
    }

    #[test]
    fn review_describes_the_result_for_a_side() {
        let side = SideReview { slips: 1, only_moves: 2, ..SideReview::default() };
        assert_eq!(side_review(&side, true), ["1 mistake", "Found the only good move: 2 times"]);
        assert_eq!(side_review(&SideReview::default(), true), ["No mistakes"]);
        let accuracy = Some(Accuracy { percent: 83.6, chance: 38.2 });
        let words = side_review(&SideReview { accuracy, blunders: 2, ..SideReview::default() }, false);
        assert_eq!(words, ["Accuracy 84% (random moves: 38%)", "2 blunders"]);
    }

    #[test]
    fn review_is_summarized_for_one_side_or_both() {
        let accuracy = Some(Accuracy { percent: 83.6, chance: 38.2 });
        let white = SideReview { accuracy, slips: 1, doubtful: 1, ..SideReview::default() };
        assert_eq!(review_summary(&[(Color::White, white)]), "2 mistakes, accuracy 84%");
        let sides = [(Color::White, white), (Color::Black, SideReview::default())];
        assert_eq!(review_summary(&sides), "White: 2 mistakes, accuracy 84%. Black: No mistakes");
    }

    #[test]
    fn only_moves_with_a_removal_close_a_mill() {
        let board = morris::Rules::STANDARD.board;
        let said = |reply: &str| mistake_reason(board, &Reason::IgnoresThreat(reply.parse().unwrap()));
        assert_eq!(said("b2-d2"), "It does not prevent b2-d2.");
        assert_eq!(said("b2-d2xa7"), "It does not prevent b2-d2xa7, which closes a mill.");
    }

    #[test]
    fn a_mistake_without_a_proven_reason_is_explained_by_its_punishment() {
        let mut game = Game::new(Rules::STANDARD);
        game.play("d6".parse().unwrap()).unwrap();
        let mut ply = Reviewer::new(Arc::new(Tables::none()), &game).review().plies[0].clone();
        let board = game.rules().board;
        assert_eq!(why(board, &ply), None);
        ply.refutation = vec!["f4".parse().unwrap(), "d2".parse().unwrap()];
        assert_eq!(why(board, &ply).unwrap(), "Black replies f4.");
        ply.reason = Some(Reason::FreesToFly);
        assert_eq!(why(board, &ply).unwrap(), "It lets the opponent fly.");
    }

    #[test]
    fn uncertain_values_are_called_estimates() {
        let exact = |value| worth(Worth::Exact(ProbeResult { value, plies: None }));
        assert_eq!(exact(Wdl::Win), "White can force a win");
        assert_eq!(exact(Wdl::Loss), "Black can force a win");
        assert_eq!(worth(Worth::Estimate(Score::Draw)), "Estimate: Draw with best play");
    }
}
