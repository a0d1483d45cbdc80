// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for puzzles: their tasks, themes, and results.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, ngettext_f, sentence, sentences};
use morris::{Board, Color, Move, Position, Rules};
use morris_play::session::Refusal;
use morris_solved::tablebase::Wdl;
use morris_teach::puzzles::{
    DailyGrade, Endgame, EndgameGoal, EndgameRecord, EndgameState, PlayerRating, Progress, Puzzle, PuzzleKind,
    RatingScore, RunKind, Theme,
};

use super::game::{only_in_a_game, refusal, side_name};
use super::reply::reply_reason;

/// Returns the task of a puzzle, and which sides can fly unless the task says it, in sentences.
pub fn puzzle_task(puzzle: &Puzzle) -> String {
    let (position, rules) = (&puzzle.position, &puzzle.rules);
    let says_it = puzzle.kind == PuzzleKind::Fly && !position.flies(position.side().other(), rules);
    let flying = if says_it { String::new() } else { flying(position, rules) };
    sentences(&[what_to_do(puzzle), flying])
}

fn what_to_do(puzzle: &Puzzle) -> String {
    let side = side_name(puzzle.position.side());
    let values = [("side", &*side)];
    match (puzzle.kind, puzzle.value) {
        (PuzzleKind::Win, _) => win_in(&side, puzzle.own_moves()),
        // Translators: {side} is “White” or “Black”, here and in the next ones
        (PuzzleKind::Removal, Wdl::Win) => {
            gettext_f("{side} closes a mill and wins. Which piece should it remove?", &values)
        }
        (PuzzleKind::Removal, _) => gettext_f("{side} closes a mill and draws. Which piece should it remove?", &values),
        (PuzzleKind::Place, Wdl::Win) => gettext_f("{side} to place a piece and win.", &values),
        (PuzzleKind::Place, _) => gettext_f("{side} to place a piece and draw.", &values),
        (PuzzleKind::Fly, Wdl::Win) => gettext_f("{side} to fly and win.", &values),
        (PuzzleKind::Fly, _) => gettext_f("{side} to fly and draw.", &values),
        (PuzzleKind::Only | PuzzleKind::Draw, Wdl::Win) => gettext_f("{side} to move and win.", &values),
        (PuzzleKind::Only | PuzzleKind::Draw, _) => gettext_f("{side} to move and draw.", &values),
    }
}

/// Returns which sides can fly in a position, in a sentence. Empty if none can.
pub fn flying(position: &Position, rules: &Rules) -> String {
    let [white, black] = Color::BOTH.map(|side| position.flies(side, rules));
    match (white, black) {
        (true, true) => gettext("Both sides can fly."),
        (false, false) => String::new(),
        _ => {
            let side = side_name(if white { Color::White } else { Color::Black });
            // Translators: {side} is “White” or “Black”, which has few enough pieces to fly
            gettext_f("{side} can fly.", &[("side", &side)])
        }
    }
}

/// Returns the task to win in a number of own moves.
fn win_in(side: &str, moves: usize) -> String {
    // Translators: {side} is “White” or “Black”
    ngettext_f(
        "{side} to move and win in {count} move.",
        "{side} to move and win in {count} moves.",
        moves,
        &[("side", side)],
    )
}

pub fn grade_name(grade: DailyGrade) -> String {
    match grade {
        // Translators: how hard a puzzle is, here and in the next ones
        DailyGrade::Easy => gettext("Easy"),
        DailyGrade::Medium => gettext("Medium"),
        DailyGrade::Hard => gettext("Hard"),
    }
}

/// What a key, a button, or a tap asks for in an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseAction {
    /// A point of the board.
    Tap,
    /// A hint.
    Hint,
    /// The next task.
    Next,
    /// The position before the last step.
    Undo,
    /// The position after the step that was undone.
    Redo,
    /// A move of the computer.
    MoveNow,
    /// Something that exists only in a game.
    InGame,
}

/// Returns why an action is unavailable in a puzzle. `over` tells whether the puzzle is over.
pub fn unavailable_in_puzzle(board: &Board, action: ExerciseAction, over: bool) -> String {
    match action {
        ExerciseAction::Hint if !over => gettext("No hints during Streak and Rush"),
        ExerciseAction::Next if !over => gettext("Finish this puzzle first"),
        ExerciseAction::Hint | ExerciseAction::Next | ExerciseAction::Tap => gettext("This puzzle is finished"),
        ExerciseAction::Undo => refusal(board, Refusal::NothingToUndo),
        ExerciseAction::Redo => refusal(board, Refusal::NothingToRedo),
        ExerciseAction::MoveNow => gettext("The computer is not thinking"),
        ExerciseAction::InGame => only_in_a_game(),
    }
}

/// Returns the same for an endgame.
pub fn unavailable_in_endgame(board: &Board, action: ExerciseAction, over: bool) -> String {
    match action {
        ExerciseAction::Hint if !over => gettext("No hints in endgames: take moves back instead"),
        ExerciseAction::Next if !over => gettext("Finish this endgame first"),
        ExerciseAction::Hint | ExerciseAction::Next | ExerciseAction::Tap => gettext("This endgame is finished"),
        _ => unavailable_in_puzzle(board, action, over),
    }
}

/// Returns the name of a theme, and what it means, which is true of each puzzle with that theme.
fn theme_words(theme: Theme) -> [String; 2] {
    match theme {
        Theme::DoubleMill => [gettext("Double mill"), gettext("One piece moves back and forth between two mills.")],
        Theme::OpenMill => [gettext("Open mill"), gettext("A mill opens, so that it can close again.")],
        Theme::Fork => [gettext("Two threats at once"), gettext("Two mills are threatened at once.")],
        Theme::Block => [gettext("Block a mill"), gettext("A piece goes where your opponent would close a mill.")],
        Theme::Immobilise => [gettext("Trap pieces"), gettext("In the end, your opponent cannot move.")],
        Theme::Sacrifice => [gettext("Sacrifice a piece"), gettext("Losing a piece does no harm here.")],
        Theme::DeclineMill => {
            [gettext("Don’t close the mill"), gettext("You could close a mill, but that would be a mistake.")]
        }
        Theme::RightMan => [gettext("The right piece"), gettext("It matters which piece you remove.")],
        Theme::Zugzwang => {
            [gettext("Let your opponent move"), gettext("Your opponent has to move, and would rather not.")]
        }
        Theme::Flying => [gettext("Flying"), gettext("A player with three pieces can move to any empty point.")],
        Theme::PreventFlying => {
            [gettext("Prevent flying"), gettext("A removal that lets your opponent fly would be a mistake.")]
        }
        Theme::Long => [gettext("Long solutions"), gettext("It takes several good moves in a row.")],
        Theme::Fortress => [gettext("Draw with fewer pieces"), gettext("You draw, although you have fewer pieces.")],
        Theme::SevenFour => [gettext("Seven against four"), gettext("Seven pieces can win against four here.")],
        Theme::SixFour => [gettext("Six against four"), gettext("Six pieces can win against four here.")],
        Theme::SpareMill => {
            [gettext("Spare mill"), gettext("Whatever your opponent removes, you can close a mill next.")]
        }
        Theme::OnlyThree => [gettext("Only three hold"), gettext("Only three points keep the result.")],
    }
}

pub fn theme_name(theme: Theme) -> String {
    let [name, _] = theme_words(theme);
    name
}

/// Returns what a theme means, in a sentence.
pub fn theme_reason(theme: Theme) -> String {
    let [_, reason] = theme_words(theme);
    reason
}

/// Returns the theme of a puzzle, and why its solution is right, in a sentence.
pub fn puzzle_reason(puzzle: &Puzzle) -> String {
    match puzzle.themes.first() {
        Some(&theme) => {
            let [name, why] = theme_words(theme);
            let values = [("theme", &*name), ("why", &*why)];
            // Translators: the theme of a puzzle and what it means: “Double mill: One piece moves
            // …”
            gettext_f("{theme}: {why}", &values)
        }
        None if puzzle.kind == PuzzleKind::Win => gettext("This is the fastest way."),
        None if puzzle.right.len() > 1 => right_moves(puzzle),
        None if puzzle.value == Wdl::Win => gettext("It is the only way to keep the win."),
        None => gettext("It is the only way to keep the draw."),
    }
}

/// Returns how many moves keep the value of a position, in a sentence.
pub fn right_moves(puzzle: &Puzzle) -> String {
    let all = puzzle.position.legal_moves(&puzzle.rules).len().to_string();
    let (count, values) = (puzzle.right.len(), [("all", &*all)]);
    match puzzle.value {
        Wdl::Win => {
            ngettext_f("{count} of {all} moves keeps the win.", "{count} of {all} moves keep the win.", count, &values)
        }
        _ => ngettext_f(
            "{count} of {all} moves keeps the draw.",
            "{count} of {all} moves keep the draw.",
            count,
            &values,
        ),
    }
}

/// Returns the name of an endgame, as on its card and in the title of its page.
pub fn endgame_name(endgame: Endgame) -> String {
    let [own, other] = [endgame.own, endgame.other].map(|men| men.to_string());
    let values = [("own", &*own), ("other", &*other)];
    match endgame.goal {
        // Translators: numbers of pieces of both players, and the goal: “Win: 5 against 4”
        EndgameGoal::Win => gettext_f("Win: {own} against {other}", &values),
        // Translators: numbers of pieces of both players, and the goal: “Draw: 4 against 5”
        EndgameGoal::Draw => gettext_f("Draw: {own} against {other}", &values),
    }
}

/// Returns the task of an endgame, in a sentence, with the length of the win if the state tells it.
/// White is the solver.
pub fn endgame_task(endgame: Endgame, state: EndgameState) -> String {
    let side = side_name(Color::White);
    match (endgame.goal, state) {
        (EndgameGoal::Win, EndgameState::Kept { value: Wdl::Win, moves: Some(moves) }) => win_in(&side, moves.into()),
        (EndgameGoal::Win, _) => gettext_f("{side} to move and win.", &[("side", &side)]),
        (EndgameGoal::Draw, _) => gettext_f("{side} to move and draw.", &[("side", &side)]),
    }
}

/// Returns the state of an endgame with the solver to move, or its result, in a sentence.
fn endgame_state(goal: EndgameGoal, state: EndgameState) -> String {
    match (state, goal) {
        (EndgameState::Kept { value: Wdl::Win, moves: Some(moves) }, _) => ngettext_f(
            "Still winning, in {count} move at best.",
            "Still winning, in {count} moves at best.",
            moves,
            &[],
        ),
        (EndgameState::Kept { value: Wdl::Win, .. }, EndgameGoal::Win) => gettext("Still winning."),
        (EndgameState::Kept { value: Wdl::Win, .. }, EndgameGoal::Draw) => {
            gettext("Better still: you are winning now.")
        }
        (EndgameState::Kept { .. }, _) => gettext("Still a draw."),
        (EndgameState::Lost(Wdl::Loss), _) => gettext("You are losing now: take it back or play on."),
        (EndgameState::Lost(_), _) => gettext("The win is gone: take it back or play on."),
        (EndgameState::Reached, _) => gettext("Solved!"),
        (EndgameState::Missed, _) => gettext("Goal missed: take the move back or start again."),
    }
}

/// Returns the verdict on a move in an endgame, with the result if it is over. After help, the
/// result alone says it.
pub fn endgame_verdict(goal: EndgameGoal, state: EndgameState, record: Option<EndgameRecord>) -> String {
    let (verdict, result) = (endgame_state(goal, state), endgame_record(goal, record));
    match (record.map(|record| record.points), goal) {
        (Some(RatingScore::Half), _) => sentence(&result),
        (Some(RatingScore::Whole), EndgameGoal::Win) => sentences(&[verdict, sentence(&result)]),
        _ => verdict,
    }
}

/// Returns the best result of an endgame, in a few words. Nothing without one.
pub fn endgame_record(goal: EndgameGoal, record: Option<EndgameRecord>) -> String {
    let Some(EndgameRecord { points, moves }) = record else { return String::new() };
    match (points, goal) {
        (RatingScore::Whole, EndgameGoal::Win) => ngettext_f("Won in {count} move", "Won in {count} moves", moves, &[]),
        _ => practice_result(points),
    }
}

/// Returns on how many days in a row the puzzle of the day was solved, or an invitation.
pub fn days_in_a_row(days: u32) -> String {
    if days == 0 {
        // Translators: solve the puzzle of the day, day after day
        return gettext("Solve it to start a streak");
    }
    // Translators: the puzzle of the day was solved on {count} days
    ngettext_f("{count} day in a row", "{count} days in a row", days, &[])
}

/// Returns the result of a puzzle or an endgame, in a few words.
pub fn practice_result(points: RatingScore) -> String {
    match points {
        RatingScore::Whole => gettext("Solved"),
        RatingScore::Half => gettext("Solved with help"),
        RatingScore::Nothing => gettext("Not solved"),
    }
}

pub fn personal_best() -> String {
    gettext("New personal best!")
}

pub fn run_name(kind: RunKind) -> String {
    match kind {
        // Translators: puzzles one after the other until the first goes wrong
        RunKind::Streak => gettext("Streak"),
        // Translators: as many puzzles as one can solve in that time
        RunKind::Rush3 => gettext("3-Minute Rush"),
        // Translators: as many puzzles as one can solve in that time
        RunKind::Rush5 => gettext("5-Minute Rush"),
        // Translators: points of the board to be found by their names, such as “d6”
        RunKind::Coordinates => gettext("Coordinates"),
    }
}

/// Number of answers from which a rating says something.
const RATED_AFTER: u32 = 10;

/// Returns the user's rating, or when there will be one.
pub fn own_rating(progress: &Progress) -> String {
    match RATED_AFTER.saturating_sub(progress.tried) {
        0 => {}
        RATED_AFTER => return gettext("Not rated yet"),
        left => {
            // Translators: the user gets a rating after {count} more puzzles or questions
            return ngettext_f("Your rating: after {count} more", "Your rating: after {count} more", left, &[]);
        }
    }
    gettext_f("Your rating: about {rating}", &[("rating", &about(progress.rating).to_string())])
}

/// Returns a rating without false precision.
fn about(PlayerRating { rating, .. }: PlayerRating) -> i32 {
    const STEP: f64 = 25.0;
    ((rating / STEP).round() * STEP) as i32
}

/// Returns a rating with its margin of error, for 95 % confidence.
pub fn rating(rating: PlayerRating) -> String {
    let [number, margin] = [rating.rating, 1.96 * rating.deviation].map(|number| format!("{number:.0}"));
    // Translators: a rating and how far from it the truth may be
    gettext_f("{rating} ± {margin}", &[("rating", &number), ("margin", &margin)])
}

/// Keeps together what is on both sides of it. It is invisible.
pub const WORD_JOINER: char = '\u{2060}';

/// Returns moves in notation, one after the other. Lines break only between them.
pub fn move_line(board: &Board, moves: &[Move]) -> String {
    let unbroken = |&mv: &Move| board.display(mv).to_string().replace('-', &format!("{WORD_JOINER}-{WORD_JOINER}"));
    moves.iter().map(unbroken).collect::<Vec<_>>().join(" ")
}

/// Returns what a wrong move loses and its refutation with its reason, in sentences. `at` is the
/// position after the wrong move.
pub fn wrong_move(rules: &Rules, before: Wdl, after: Option<Wdl>, at: &Position, refutation: &[Move]) -> String {
    let lost = match (before, after) {
        (Wdl::Win, Some(Wdl::Draw)) => gettext("That throws away the win."),
        (_, Some(Wdl::Loss)) => gettext("That loses."),
        _ => gettext("Not the right move."),
    };
    match refutation.first() {
        Some(reply) => {
            let why = reply_reason(rules, at, refutation);
            sentences(&[lost, answers(rules.board, at.side(), *reply), why])
        }
        None => lost,
    }
}

pub fn answers(board: &Board, side: Color, reply: Move) -> String {
    let values = [("side", &*side_name(side)), ("move", &*board.display(reply).to_string())];
    // Translators: {side} is “White” or “Black”, {move} a move such as “a4-a7”
    gettext_f("{side} replies {move}.", &values)
}

/// Returns why a puzzle cannot be analyzed while it is being solved.
pub fn analysis_is_closed() -> String {
    gettext("Analysis opens when the puzzle is over")
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use morris_engine::{EngineOptions, Limits, Request, Score, Searcher, Strength};
    use morris_solved::tablebase::ProbeResult;

    use super::super::{point, score};
    use super::*;

    #[test]
    fn a_side_with_three_pieces_can_fly() {
        let said = |line: &str| flying(&Position::parse(line, &Rules::STANDARD).unwrap(), &Rules::STANDARD);
        assert_eq!(said("WWW/B.B/.../.B..B./.../.../... w 0 0 0"), "White can fly.");
        assert_eq!(said("WW./B.B/.../.B..W./.W./.../... w 0 0 0"), "Black can fly.");
        assert_eq!(said("WWW/B.B/.../.B..../.../.../... w 0 0 0"), "Both sides can fly.");
        assert_eq!(said("WWW/B.B/.../.B..../.../.../... w 1 1 0"), "");
    }

    /// Returns the score that the engine finds for a position.
    fn searched(puzzle: &Puzzle) -> Option<Score> {
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let request = Request::new(puzzle.rules, vec![puzzle.position], Strength::Limits(limits));
        let mut found = None;
        let mut searcher = Searcher::new(EngineOptions { memory_mib: 1, ..EngineOptions::default() });
        searcher.think(&request, || ControlFlow::Continue(()), |info| found = Some(info.score));
        found
    }

    #[test]
    fn a_puzzle_with_several_right_moves_has_no_only_way() {
        let reason = |right: &str| {
            let line = format!("only\tstandard\t.../.W./.../....../.../.../... b 8 9 0\tD\t{right}\td2\t1000\t");
            puzzle_reason(&Puzzle::parse(&line).unwrap())
        };
        assert_eq!(reason("d2"), "It is the only way to keep the draw.");
        assert_eq!(reason("d2 b4"), "2 of 23 moves keep the draw.");
    }

    #[test]
    fn end_of_an_endgame_is_described_once() {
        let told = |goal, points| {
            let state = if points == RatingScore::Nothing { EndgameState::Missed } else { EndgameState::Reached };
            endgame_verdict(goal, state, Some(EndgameRecord { points, moves: 7 }))
        };
        for (goal, points, words) in [
            (EndgameGoal::Win, RatingScore::Whole, "Solved! Won in 7 moves."),
            (EndgameGoal::Win, RatingScore::Half, "Solved with help."),
            (EndgameGoal::Draw, RatingScore::Whole, "Solved!"),
            (EndgameGoal::Draw, RatingScore::Half, "Solved with help."),
            (EndgameGoal::Draw, RatingScore::Nothing, "Goal missed: take the move back or start again."),
        ] {
            assert_eq!(told(goal, points), words);
        }
    }

    #[test]
    fn puzzle_analysis_and_value_agree_on_the_number() {
        let line = "win\tstandard\t.W./..B/..W/..W.B./W.W/..W/BW. w 0 0 0\tW\tc3-d3\tc3-d3 a1-a4 f2-d2xf4\t1330\tfork";
        let puzzle = Puzzle::parse(line).unwrap();
        assert_eq!(puzzle_task(&puzzle), "White to move and win in 2 moves. Black can fly.");
        let found = searched(&puzzle).unwrap();
        assert_eq!(found, Score::Win(3), "the plies of both sides");
        assert_eq!(score(found, Color::White), "White wins in 2 moves");
        assert_eq!(point::worth(ProbeResult { value: Wdl::Win, plies: Some(3) }), "wins, 2 moves left");
        // After the first move the opponent has lost, and the winner has one move to go.
        assert_eq!(score(Score::Loss(2), Color::Black), "White wins in 1 move");
        assert_eq!(point::worth(ProbeResult { value: Wdl::Loss, plies: Some(2) }), "loses, 1 move left");
    }
}
