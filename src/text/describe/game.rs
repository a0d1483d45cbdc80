// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for a game: what a player can do, the moves, the result, the value of a position, and the
//! reason why an action is refused.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, list, ngettext_f, sentences};
use morris::{
    Board, Color, DrawReason, DrawRules, Game, IllegalMove, MIN_MEN, Move, Outcome, PointSet, Rules, WinReason,
    shortened,
};
use morris_engine::{Plies, Score};
use morris_play::session::{Purpose, Question, Refusal, Scene, Status};
use morris_play::setup::GameSetup;

use super::rules::{quiet_three_each, repetition};
use super::setup::player_name;

/// Maximum length of the name of a friend in the status, in characters.
const LONGEST_IN_STATUS: usize = 16;

/// Returns what the side to move can do now, in one line.
pub fn status(status: Status, setup: &GameSetup) -> String {
    match status {
        Status::Place { side, hand } => place(side, hand),
        Status::Move { side: Color::White } => gettext("White: move a piece along a line"),
        Status::Move { side: Color::Black } => gettext("Black: move a piece along a line"),
        // Translators: with three pieces left one may go to any empty point
        Status::Fly { side: Color::White } => gettext("White: move a piece to any empty point"),
        // Translators: with three pieces left one may go to any empty point
        Status::Fly { side: Color::Black } => gettext("Black: move a piece to any empty point"),
        Status::Remove { side: Color::White } => gettext("Mill! Remove a black piece"),
        Status::Remove { side: Color::Black } => gettext("Mill! Remove a white piece"),
        // Translators: a piece came between two others, and there are several pairs to choose from
        Status::RemovePair { side: Color::White } => gettext("White: choose the black pieces to remove"),
        // Translators: a piece came between two others, and there are several pairs to choose from
        Status::RemovePair { side: Color::Black } => gettext("Black: choose the white pieces to remove"),
        // Translators: no mill is closed: each side removes a piece before pieces move
        Status::RemoveOnly { side: Color::White } => gettext("White: remove a black piece"),
        // Translators: no mill is closed: each side removes a piece before pieces move
        Status::RemoveOnly { side: Color::Black } => gettext("Black: remove a white piece"),
        // Translators: no black piece can move, so White moves twice
        Status::Unblock { side: Color::White } => gettext("Black is blocked. White: open a way out."),
        // Translators: no white piece can move, so Black moves twice
        Status::Unblock { side: Color::Black } => gettext("White is blocked. Black: open a way out."),
        // Translators: {side} is “White” or “Black”
        Status::Thinking { side } => gettext_f("{side} is thinking…", &[("side", &side_name(side))]),
        Status::Waiting { .. } if !setup.has_person() => gettext("Game paused"),
        Status::Waiting { side } => {
            // Translators: {side} is “White” or “Black”, played by the computer; “Move Now” is the
            // button of this name
            gettext_f("{side} is waiting: press Move Now to continue", &[("side", &side_name(side))])
        }
        Status::NotAccepted => gettext("Waiting for your friend to accept"),
        Status::Unsent { side, question } => send(question, &friend_name(setup, side)),
        // Translators: {name} is a friend in a game by message, whose turn it is
        Status::Elsewhere { side } => gettext_f("Waiting for {name}", &[("name", &friend_name(setup, side))]),
        Status::Asked { side, .. } if setup.players[side].is_friend() => {
            gettext_f("Waiting for {name}", &[("name", &friend_name(setup, side))])
        }
        Status::Asked { side, question } => asks(question, &friend_name(setup, side.other())),
        Status::Paused => gettext("Game paused"),
        Status::Viewing { moves, of } => viewing(moves, of),
        Status::Over(outcome) => outcome_title(outcome, setup),
    }
}

/// Returns the name of a friend, so short that the status has one line.
fn friend_name(setup: &GameSetup, side: Color) -> String {
    shortened(&player_name(setup, side), LONGEST_IN_STATUS)
}

/// Returns what to send to a friend: a move or a question.
fn send(question: Option<Question>, name: &str) -> String {
    match question {
        // Translators: {name} is a friend in a game by message; the message contains a move
        None => gettext_f("Send your message to {name}", &[("name", name)]),
        // Translators: {name} is a friend in a game by message; short
        Some(Question::Draw) => gettext_f("Send your draw offer to {name}", &[("name", name)]),
        // Translators: {name} is a friend in a game by message, who is asked to let a move be taken
        // back; short
        Some(Question::Undo) => gettext_f("Send your take-back request to {name}", &[("name", name)]),
    }
}

/// Returns what a friend asks, as a sentence without a period.
fn asks(question: Question, name: &str) -> String {
    match question {
        // Translators: {name} is a friend in a game by message
        Question::Draw => gettext_f("{name} offers a draw", &[("name", name)]),
        // Translators: {name} is a friend in a game by message
        Question::Undo => gettext_f("{name} asks to take back a move", &[("name", name)]),
    }
}

fn place(side: Color, hand: u8) -> String {
    match side {
        // Translators: {count} is the number of White’s pieces that are not on the board yet
        Color::White => {
            ngettext_f("White: place a piece ({count} in hand)", "White: place a piece ({count} in hand)", hand, &[])
        }
        // Translators: {count} is the number of Black’s pieces that are not on the board yet
        Color::Black => {
            ngettext_f("Black: place a piece ({count} in hand)", "Black: place a piece ({count} in hand)", hand, &[])
        }
    }
}

/// Returns how many men a side has in hand.
pub fn in_hand(men: u8) -> String {
    // Translators: how many pieces a side has not placed yet
    ngettext_f("{count} in hand", "{count} in hand", men, &[])
}

/// Returns how many men of its opponent a side has removed.
pub fn removed(men: u8) -> String {
    // Translators: short; how many of the opponent’s pieces a player has removed
    ngettext_f("{count} removed", "{count} removed", men, &[])
}

pub fn moves(moves: usize) -> String {
    ngettext_f("{count} move", "{count} moves", moves, &[])
}

fn viewing(moves: usize, of: usize) -> String {
    if moves == 0 {
        return gettext("Earlier position: start");
    }
    // Translators: {move} and {count} are numbers: “move 3 of 20”
    gettext_f("Earlier position: move {move} of {count}", &[("move", &moves.to_string()), ("count", &of.to_string())])
}

/// Returns the side to move or another status of the game, for the title of the window.
pub fn to_move(now: Status, setup: &GameSetup) -> String {
    match now.in_brief() {
        // Translators: {side} is “White” or “Black”: whose turn it is
        Status::Move { side } => gettext_f("{side} to move", &[("side", &side_name(side))]),
        _ => status(now, setup),
    }
}

/// Returns the name of a side, as the subject of a sentence.
pub fn side_name(side: Color) -> String {
    match side {
        // Translators: the player of the light pieces, as the subject of a sentence: “White is
        // thinking…”
        Color::White => gettext("White"),
        // Translators: the player of the dark pieces, as the subject of a sentence: “Black is
        // thinking…”
        Color::Black => gettext("Black"),
    }
}

/// Returns a move as a sentence without a period: “Black played f4”.
pub fn last_move(board: &Board, side: Color, mv: Move) -> String {
    let side = side_name(side);
    let step = board.display(mv.without_removal()).to_string();
    if mv.removed.is_empty() {
        // Translators: {side} is “White” or “Black”, {move} is a move such as “d6” or “a4-a7”
        return gettext_f("{side} played {move}", &[("side", &side), ("move", &step)]);
    }
    // Translators: as “{side} played {move}”; {piece} is the point of the opposing piece that was
    // removed, such as “c3”
    let values = [("side", &*side), ("move", &*step), ("piece", &*points(board, mv.removed))];
    gettext_f("{side} played {move} and removed {piece}", &values)
}

/// Returns which move decided a game, by its index. `None` if there is no such move.
pub fn deciding_move(game: &Game, index: usize) -> Option<String> {
    let mv = game.moves().get(index)?;
    let mv = format!("{} {}", move_number(game, index), game.rules().board.display(*mv));
    // Translators: {move} is the last mistake of a finished game, such as “12. d1”
    Some(gettext_f("Decided at {move}", &[("move", &mv)]))
}

/// Returns the number that the list of moves shows for the move with this index: `3.` for White's
/// third move, `3…` for Black's.
pub fn move_number(game: &Game, index: usize) -> String {
    let place = index + usize::from(game.start().side() == Color::Black);
    format!("{}{}", place / 2 + 1, if place % 2 == 0 { "." } else { "…" })
}

/// Returns the result of a game and its reason, as two sentences.
pub fn result(outcome: Outcome, setup: &GameSetup) -> String {
    sentences(&[outcome_title(outcome, setup), outcome_reason(outcome, &setup.rules)])
}

pub(super) fn points(board: &Board, set: PointSet) -> String {
    let names: Vec<_> = set.map(|point| board.name(point)).collect();
    list(&names)
}

/// Returns who won. If one person plays against the computer, it addresses that person.
pub fn outcome_title(outcome: Outcome, setup: &GameSetup) -> String {
    match (outcome.winner(), setup.only_person()) {
        (None, _) => gettext("Draw"),
        (Some(winner), Some(person)) if winner == person => gettext("You have won!"),
        (Some(_), Some(_)) => gettext("You have lost"),
        (Some(Color::White), None) => gettext("White has won"),
        (Some(Color::Black), None) => gettext("Black has won"),
    }
}

/// Returns who won in as few words as possible, for a list of games.
pub fn outcome_short(outcome: Outcome, setup: &GameSetup) -> String {
    match (outcome.winner(), setup.only_person()) {
        // Translators: the result of a saved game for the user
        (Some(winner), Some(person)) if winner == person => gettext("Won"),
        // Translators: the result of a saved game for the user
        (Some(_), Some(_)) => gettext("Lost"),
        _ => outcome_title(outcome, setup),
    }
}

/// Returns the reason of the result by these rules, as a sentence.
pub fn outcome_reason(outcome: Outcome, rules: &Rules) -> String {
    match outcome {
        Outcome::Win { winner, reason: WinReason::FewMen } if rules.least_men != MIN_MEN => match winner {
            Color::White => gettext("Black has too few pieces."),
            Color::Black => gettext("White has too few pieces."),
        },
        Outcome::Win { winner, reason } => win_reason(winner.other(), reason),
        Outcome::Draw(reason) => draw_reason(reason, &rules.draws),
    }
}

fn win_reason(loser: Color, reason: WinReason) -> String {
    match (loser, reason) {
        (Color::White, WinReason::FewMen) => gettext("White has fewer than three pieces."),
        (Color::Black, WinReason::FewMen) => gettext("Black has fewer than three pieces."),
        (Color::White, WinReason::GaveAway) => gettext("Black has given its pieces away."),
        (Color::Black, WinReason::GaveAway) => gettext("White has given its pieces away."),
        (Color::White, WinReason::ShutIn) => gettext("Black cannot move."),
        (Color::Black, WinReason::ShutIn) => gettext("White cannot move."),
        (Color::White, WinReason::Mill) => gettext("Black has closed a mill."),
        (Color::Black, WinReason::Mill) => gettext("White has closed a mill."),
        (Color::White, WinReason::Blocked) => gettext("White cannot move."),
        (Color::Black, WinReason::Blocked) => gettext("Black cannot move."),
        (Color::White, WinReason::Resignation) => gettext("White has resigned."),
        (Color::Black, WinReason::Resignation) => gettext("Black has resigned."),
        (Color::White, WinReason::Time) => gettext("White has run out of time."),
        (Color::Black, WinReason::Time) => gettext("Black has run out of time."),
        (_, WinReason::Adjudication) => decided_outside(),
    }
}

fn draw_reason(reason: DrawReason, draws: &DrawRules) -> String {
    match reason {
        DrawReason::Repetition if draws.repetition == Some(3) => {
            gettext("The same position occurred for the third time.")
        }
        // For other numbers, the text is that of the rule itself.
        DrawReason::Repetition => draws.repetition.map_or_else(decided_outside, repetition),
        DrawReason::QuietPlies => gettext("Too many moves were made without removing a piece."),
        DrawReason::QuietThreeEach if draws.quiet_three_each == Some(10) => {
            gettext("With three pieces each, both players made five moves without removing a piece.")
        }
        DrawReason::QuietThreeEach => draws.quiet_three_each.map_or_else(decided_outside, quiet_three_each),
        DrawReason::QuietThree => gettext("With three pieces left, too many moves were made without removing a piece."),
        DrawReason::FullBoard => gettext("All pieces are placed and the board is full."),
        DrawReason::Blocked => gettext("No piece can move."),
        DrawReason::Agreement => gettext("Both players agreed to a draw."),
        DrawReason::Adjudication => decided_outside(),
    }
}

fn decided_outside() -> String {
    gettext("The result was set in the file.")
}

/// Returns why an input is refused, as a short sentence without a period.
pub fn refusal(board: &Board, refusal: Refusal) -> String {
    let name = |point| board.name(point);
    match refusal {
        Refusal::Illegal(reason) => illegal(board, reason),
        Refusal::NotYourTurn => gettext("It is the computer’s turn"),
        Refusal::NotAccepted => gettext("Your friend has not accepted the invitation yet"),
        // Translators: said of hints and values of moves in a game by message
        Refusal::AfterTheGame => gettext("Available after the game"),
        Refusal::NotYourMan(_) => gettext("That piece belongs to your opponent"),
        Refusal::Stuck(point) => gettext_f("The piece on {point} cannot move", &[("point", name(point))]),
        Refusal::NothingThere(point) => {
            gettext_f("{point} is empty: choose one of your pieces", &[("point", name(point))])
        }
        Refusal::RemoveFirst => gettext("Mill! Choose one of your opponent’s pieces to remove"),
        Refusal::Paused => gettext("Game paused"),
        // Translators: End is the key of this name
        Refusal::LookingBack => gettext("You are viewing an earlier position: press End to return to the game"),
        Refusal::NothingToUndo => gettext("There is nothing to undo"),
        Refusal::NothingToRedo => gettext("There is nothing to redo"),
        Refusal::OfferPending => gettext("The computer has not answered your offer yet"),
        Refusal::TooLong => gettext("The game is too long to be saved and cannot continue"),
    }
}

/// Returns why an input is refused in a game, as a short sentence without a period.
pub fn refusal_in_game(refused: Refusal, scene: &Scene) -> String {
    match (refused, scene.status) {
        (
            Refusal::NotYourTurn | Refusal::OfferPending,
            Status::Unsent { .. } | Status::Elsewhere { .. } | Status::Asked { .. },
        ) => status(scene.status, &scene.setup),
        _ => refusal(scene.setup.rules.board, refused),
    }
}

/// Returns why an input is refused, without names of points, for learners who see the point.
pub fn refusal_on_sight(board: &Board, refusal: Refusal) -> String {
    match refusal {
        Refusal::Stuck(_) => gettext("That piece cannot move"),
        Refusal::NothingThere(_) => gettext("No piece is there: choose one of your pieces"),
        Refusal::Illegal(IllegalMove::Occupied(_)) => gettext("There is already a piece there"),
        Refusal::Illegal(IllegalMove::NotJoined(..)) => gettext("A piece moves along a line, to the next point"),
        _ => self::refusal(board, refusal),
    }
}

/// Returns what the computer failed to do, as a short sentence without a period.
pub fn engine_failure(purpose: Purpose) -> String {
    match purpose {
        Purpose::Move => gettext("The computer found no move: press Move Now to try again"),
        Purpose::Hint => gettext("The computer found no hint"),
        Purpose::Offer => gettext("The computer could not answer your offer"),
    }
}

/// Returns why an action of the game, named as in `game.…`, is unavailable.
pub fn unavailable(action: &str, scene: &Scene) -> String {
    let (board, status) = (scene.setup.rules.board, scene.status);
    match (action, status) {
        ("hint" | "values" | "warn" | "review", _) if scene.closes_aids() => refusal(board, Refusal::AfterTheGame),
        ("pause", _) if scene.setup.is_by_message() => gettext("A game by message has no clock to pause"),
        (_, Status::NotAccepted | Status::Unsent { .. } | Status::Elsewhere { .. } | Status::Asked { .. }) => {
            self::status(status, &scene.setup)
        }
        ("undo", _) => refusal(board, Refusal::NothingToUndo),
        ("redo", _) => refusal(board, Refusal::NothingToRedo),
        ("view-first" | "view-previous", Status::Viewing { .. }) => gettext("This is the start of the game"),
        ("review" | "view-first" | "view-previous", _) => nothing_played(),
        ("view-next" | "view-last", _) => gettext("This is the last move"),
        (_, Status::Over(_)) => illegal(board, IllegalMove::GameOver),
        (_, Status::Viewing { .. }) => refusal(board, Refusal::LookingBack),
        ("move-now", _) => gettext("The computer is not thinking"),
        (_, Status::Paused) => refusal(board, Refusal::Paused),
        _ => refusal(board, Refusal::NotYourTurn),
    }
}

/// Returns why a key of the game does nothing elsewhere.
pub fn only_in_a_game() -> String {
    gettext("This key works only in a game")
}

/// Returns why a game cannot be reviewed or looked back at, as a short sentence without a period.
pub fn nothing_played() -> String {
    gettext("No move has been played yet")
}

/// Returns the sentence about the name of a point that the board lacks.
pub fn no_such_point(name: &str) -> String {
    gettext_f("There is no point {point} on this board", &[("point", name)])
}

fn illegal(board: &Board, reason: IllegalMove) -> String {
    let name = |point| board.name(point);
    match reason {
        IllegalMove::GameOver => gettext("The game is over"),
        IllegalMove::OffBoard(point) => no_such_point(&board.display(point).to_string()),
        IllegalMove::Occupied(point) => gettext_f("There is already a piece on {point}", &[("point", name(point))]),
        IllegalMove::MustPlace => gettext("Place all your pieces first"),
        IllegalMove::NoneInHand => gettext("All your pieces are placed: move one"),
        IllegalMove::NotOwn(point) => gettext_f("None of your pieces is on {point}", &[("point", name(point))]),
        IllegalMove::NotJoined(from, to) => {
            gettext_f("No line leads from {from} to {to}", &[("from", name(from)), ("to", name(to))])
        }
        IllegalMove::RemovalMissing => gettext("Mill! Choose one of your opponent’s pieces to remove"),
        IllegalMove::PairMissing => gettext("Choose one of the two pieces on either side"),
        IllegalMove::NoMill => gettext("You can remove a piece only after closing a mill"),
        IllegalMove::MillWithoutRemoval => gettext("You cannot remove a piece for this mill"),
        IllegalMove::TooManyRemoved(_) => gettext("You can remove only one piece"),
        IllegalMove::NotOpposing(_) => gettext("Mill! Choose one of your opponent’s pieces to remove"),
        IllegalMove::Protected(_) => gettext("That piece is protected by its mill"),
        IllegalMove::BlockedPoint(_) => {
            gettext("A piece was removed here: the point is free once all pieces are placed")
        }
        IllegalMove::CenterFirst(_) => gettext("The first piece cannot go in the center"),
        IllegalMove::StraightBack(_) => gettext("This piece cannot go straight back to close a mill again"),
        IllegalMove::MustRemove => gettext("Choose one of your opponent’s pieces to remove"),
        IllegalMove::MustPass => gettext("Your opponent moves first"),
        IllegalMove::NothingMoved => gettext("Place or move a piece"),
        IllegalMove::StillBlocked => gettext("Your opponent would still be blocked"),
    }
}

pub fn score(score: Score, side: Color) -> String {
    match (score, side) {
        (Score::Draw, _) => gettext("Draw with best play"),
        (Score::Win(plies), side) => wins(side, plies),
        (Score::Loss(plies), side) => wins(side.other(), plies),
        (Score::Won, side) => wins_at_last(side),
        (Score::Lost, side) => wins_at_last(side.other()),
        (Score::Value(value), Color::White) => leads(value),
        (Score::Value(value), Color::Black) => leads(-value),
    }
}

fn wins_at_last(side: Color) -> String {
    match side {
        // Translators: with best play, in an unknown number of moves
        Color::White => gettext("White can force a win"),
        // Translators: with best play, in an unknown number of moves
        Color::Black => gettext("Black can force a win"),
    }
}

fn wins(side: Color, plies: u16) -> String {
    let moves = Plies(plies).own_moves();
    match side {
        // Translators: the moves of the side that wins are counted
        Color::White => ngettext_f("White wins in {count} move", "White wins in {count} moves", moves, &[]),
        // Translators: the moves of the side that wins are counted
        Color::Black => ngettext_f("Black wins in {count} move", "Black wins in {count} moves", moves, &[]),
    }
}

/// Advantages, in hundredths of a man, from which a side is a little better, better, and as good as
/// winning.
const LITTLE: i32 = 25;
const CLEAR: i32 = 150;
const AS_GOOD_AS_WON: i32 = 500;

/// Returns an estimate in words. `value` is in hundredths of a man, from White's point of view.
fn leads(value: i32) -> String {
    match (value.abs(), value > 0) {
        (..LITTLE, _) => gettext("Even position"),
        (..CLEAR, true) => gettext("White is a little better"),
        (..CLEAR, false) => gettext("Black is a little better"),
        (..AS_GOOD_AS_WON, true) => gettext("White is better"),
        (..AS_GOOD_AS_WON, false) => gettext("Black is better"),
        (_, true) => gettext("White is much better"),
        (_, false) => gettext("Black is much better"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{Point, RING_16};
    use morris_play::setup::{Player, Skill};

    #[test]
    fn a_lead_has_words() {
        assert_eq!(score(Score::Value(-24), Color::White), "Even position");
        assert_eq!(score(Score::Value(35), Color::White), "White is a little better");
        assert_eq!(score(Score::Value(499), Color::Black), "Black is better");
        assert_eq!(score(Score::Value(2083), Color::Black), "Black is much better");
        assert_eq!(score(Score::Value(-500), Color::Black), "White is much better");
    }

    #[test]
    fn the_short_result_is_that_of_the_user_or_names_the_winner() {
        let won = |winner| Outcome::Win { winner, reason: WinReason::Mill };
        let two = GameSetup::between_persons(Rules::STANDARD);
        let mut one = two.clone();
        one.players.black = Player::Computer(Skill::Perfect);
        assert_eq!(Color::BOTH.map(|color| outcome_short(won(color), &one)), ["Won", "Lost"]);
        assert_eq!(outcome_short(won(Color::Black), &two), "Black has won");
        assert_eq!(outcome_short(Outcome::Draw(DrawReason::Repetition), &one), "Draw");
    }

    #[test]
    fn draw_is_described_with_the_numbers_of_its_rules() {
        let told = |line: &str, reason| {
            let rules = Rules::read_line(line).unwrap();
            outcome_reason(Outcome::Draw(reason), &rules)
        };
        let third = "The same position occurred for the third time.";
        assert_eq!(told("standard", DrawReason::Repetition), third);
        let twice = "If the same position occurs 2 times, the game is a draw.";
        assert_eq!(told("standard,repetition=2", DrawReason::Repetition), twice);
        let ten = "With three pieces each, both players made five moves without removing a piece.";
        assert_eq!(told("windmill", DrawReason::QuietThreeEach), ten);
        let twenty =
            "When both players have three pieces, the game is a draw after 10 moves by each player without a mill.";
        assert_eq!(told("windmill,quiet_three_each=20", DrawReason::QuietThreeEach), twenty);
        // A game from elsewhere may claim a draw that its rules do not have.
        assert_eq!(told("plain", DrawReason::Repetition), "The result was set in the file.");
    }

    #[test]
    fn points_are_called_as_on_the_board_of_the_game() {
        let board = &RING_16;
        let [from, to, man] = ["c4", "c5", "b2"].map(|name| board.point(name).unwrap());
        let mv = Move::slide(from, to).removing(man.set());
        let beyond = IllegalMove::OffBoard(Point::new(20).unwrap());
        assert_eq!(refusal(board, Refusal::Illegal(beyond)), "There is no point p21 on this board");
        assert_eq!(last_move(board, Color::Black, mv), "Black played c4-c5 and removed b2");
        assert_eq!(refusal(board, Refusal::Stuck(from)), "The piece on c4 cannot move");
        let reason = IllegalMove::NotJoined(from, man);
        assert_eq!(refusal(board, Refusal::Illegal(reason)), "No line leads from c4 to b2");
    }
}
