// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests reviews of whole games: the mistakes found, their number, and the state after an early
//! stop.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use morris::{Color, Game, Move, Position, Rules};
use morris_engine::Score;
use morris_solved::small_games::{GameTask, solve_game};
use morris_solved::tablebase::{Prober, Tables, Wdl};
use morris_teach::explore::explore;
use morris_teach::review::{Mark, Mistake, PlyReview, Reason, Review, Reviewer, Worth, mistakes, move_values};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn rules() -> Rules {
    "five".parse().unwrap()
}

/// Returns the table of five men's morris, solved once for all tests.
fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    let solve = || {
        let folder = tempfile::tempdir().unwrap();
        let task = GameTask { folder: folder.path().to_owned(), rules: rules(), threads: None };
        solve_game(&task, |_| ControlFlow::Continue(())).unwrap();
        let tables = Tables::open(folder.path()).0;
        // Read before the folder is removed.
        assert!(tables.game(&rules()).is_some());
        Arc::new(tables)
    };
    Arc::clone(TABLES.get_or_init(solve))
}

fn review_with(tables: Arc<Tables>, game: &Game) -> Review {
    let mut reviewer = Reviewer::new(tables, game);
    assert!(reviewer.run(&mut || ControlFlow::Continue(()), &mut |_, _| {}).is_continue());
    reviewer.into_review()
}

fn review(game: &Game) -> Review {
    review_with(tables(), game)
}

/// Returns the legal moves of a game with their values.
fn values(game: &Game) -> Vec<(Move, Wdl)> {
    let known = move_values(&tables(), game.rules(), game.positions());
    known.into_iter().map(|(mv, known)| (mv, known.value)).collect()
}

/// Returns a random move among those that keep the value.
fn perfect(game: &Game, chance: &mut Xoshiro256PlusPlus) -> Move {
    let values = values(game);
    let best = values.iter().map(|(_, value)| *value).max().unwrap();
    let best: Vec<_> = values.iter().filter(|(_, value)| *value == best).collect();
    best.choose(chance).unwrap().0
}

fn play_on(game: &mut Game, plies: usize, mut choose: impl FnMut(&Game) -> Move) {
    for _ in 0..plies {
        if game.outcome().is_some() {
            return;
        }
        let mv = choose(game);
        game.play(mv).unwrap();
    }
}

/// Returns the number of moves before the first mistake.
fn first_mistake(review: &Review) -> Option<usize> {
    review.plies.iter().position(|ply| ply.mistake.is_some())
}

#[test]
fn perfect_players_are_not_blamed() {
    for seed in 0..20 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(rules());
        play_on(&mut game, 40, |game| perfect(game, &mut chance));
        let review = review(&game);
        assert_eq!(first_mistake(&review), None, "seed {seed}");
        assert!(review.plies.iter().all(|ply| !matches!(ply.mark, Some(Mark::Slip | Mark::Blunder | Mark::Doubtful))));
        for color in Color::BOTH {
            let side = review.of(color);
            assert_eq!((side.slips, side.blunders, side.doubtful), (0, 0, 0));
            assert!(side.accuracy.is_none_or(|accuracy| accuracy.percent > accuracy.chance));
        }
    }
}

#[test]
fn a_planted_blunder_is_the_first_fall() {
    let mut planted = 0;
    for seed in 100.. {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(rules());
        play_on(&mut game, chance.random_range(2..24), |game| perfect(game, &mut chance));
        if game.outcome().is_some() {
            continue;
        }
        let values = values(&game);
        let before = values.iter().map(|(_, value)| *value).max().unwrap();
        let bad: Vec<_> = values.iter().filter(|(_, value)| *value < before).collect();
        let Some(&&(mv, after)) = bad.choose(&mut chance) else { continue };
        let at = game.cursor();
        game.play(mv).unwrap();
        play_on(&mut game, 8, |game| perfect(game, &mut chance));
        let review = review(&game);
        assert_eq!(first_mistake(&review), Some(at), "seed {seed}");
        let ply = &review.plies[at];
        assert_eq!(ply.mistake, Mistake::between(before, after));
        let keeping: Vec<_> = values.iter().filter(|(_, value)| *value == before).map(|(mv, _)| *mv).collect();
        assert_eq!(ply.better.len(), keeping.len());
        assert!(ply.better.iter().all(|mv| keeping.contains(mv)), "seed {seed}");
        check_line(&game, at, &ply.refutation, after);
        assert_eq!(review.plies.iter().filter(|ply| ply.mistake.is_some()).count(), 1, "nothing is blamed twice");
        planted += 1;
        if planted == 50 {
            break;
        }
    }
}

/// Checks that a refutation is legal and gives nothing away.
fn check_line(game: &Game, at: usize, line: &[Move], after: Wdl) {
    let (tables, rules) = (tables(), rules());
    let mut go_on = || ControlFlow::Continue(());
    let mut prober = Prober::new(&tables, &rules, &mut go_on);
    let mut position = *game.position_after(at + 1).unwrap();
    assert_eq!(line.is_empty(), position.outcome(&rules).is_some());
    let mut value = after.opposite();
    for &mv in line {
        assert_eq!(prober.position(&position).unwrap().value, value);
        position = position.play(mv, &rules).unwrap();
        value = value.opposite();
    }
}

/// Returns 1 for a win, 0 for a draw, −1 for a loss.
fn points(value: Wdl) -> i32 {
    value as i32 - 1
}

#[test]
fn losses_of_both_sides_add_up_to_the_result() {
    let mut counted = 0;
    for seed in 0..40 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(rules());
        play_on(&mut game, 60, |game| *game.position().legal_moves(game.rules()).choose(&mut chance).unwrap());
        let review = review(&game);
        let exact = |moves| points(review.worth(moves).and_then(Worth::exact).unwrap());
        let lost = |color| -> i32 {
            let falls = review.plies.iter().filter(|ply| ply.side == color && ply.mistake.is_some());
            falls
                .map(|ply| points(ply.before.unwrap().exact().unwrap()) - points(ply.after.unwrap().exact().unwrap()))
                .sum()
        };
        let last = review.plies.len();
        let values =
            |ply: &PlyReview| (points(ply.before.unwrap().exact().unwrap()), ply.after.unwrap().exact().unwrap());
        // If every winning move repeats a position too often, the win is gone, and neither side is
        // to blame.
        let is_whole = |pair: &[PlyReview]| values(&pair[1]).0 == -points(values(&pair[0]).1);
        if !review.plies.windows(2).all(is_whole) {
            continue;
        }
        counted += 1;
        assert_eq!(exact(last) - exact(0), lost(Color::Black) - lost(Color::White), "seed {seed}");
        for moves in 0..=last {
            assert!(review.pressure(moves).is_none_or(|pressure| (-1.0..=1.0).contains(&pressure)));
        }
        let outcome = game.outcome().map(|outcome| outcome.winner().map_or(0, |color| 1 - 2 * color as i32));
        assert!(outcome.is_none_or(|outcome| outcome == exact(last)), "seed {seed}");
    }
    assert!(counted >= 35, "{counted}");
}

#[test]
fn stopped_review_keeps_its_values() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut game = Game::new(rules());
    play_on(&mut game, 30, |game| perfect(game, &mut chance));
    let whole = review(&game);
    let shown = std::cell::RefCell::new(Vec::new());
    let mut go_on = || if shown.borrow().len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    let mut reviewer = Reviewer::new(tables(), &game);
    let done = reviewer.run(&mut go_on, &mut |review, number| {
        assert!(review.plies[number].before.is_some());
        shown.borrow_mut().push(number);
    });
    assert!(done.is_break());
    let reached = shown.borrow().len();
    assert!((5..game.cursor()).contains(&reached), "{reached}");
    assert_eq!(*shown.borrow(), (0..reached).collect::<Vec<_>>());
    assert_eq!(reviewer.review().plies[..5], whole.plies[..5]);
    assert!(reviewer.review().plies[reached..].iter().all(|ply| ply.before.is_none() && ply.legal > 0));
}

#[test]
fn estimates_blame_no_one() {
    // Black repeatedly lets a mill be closed that it could have prevented.
    let mut game = Game::new(Rules::STANDARD);
    for mv in ["d6", "a1", "b6", "a4", "f6xa1", "g1", "d5", "g4"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let review = review_with(Arc::new(Tables::none()), &game);
    assert!(!review.is_certain());
    assert!(review.plies.iter().all(|ply| matches!(ply.before, Some(Worth::Estimate(_))) && ply.mistake.is_none()));
    assert!(review.of(Color::Black).doubtful > 0);
    assert_eq!(review.of(Color::Black).accuracy, None);
    let moments = review.critical_moments();
    assert!(moments.iter().all(|&number| review.plies[number].mark == Some(Mark::Doubtful)), "{moments:?}");
    assert!(review.plies.iter().all(|ply| ply.reason.is_none()));
}

/// Returns games in which this share of the moves is perfect and the others are random.
fn played_well(seed: u64, share: f64) -> Game {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules());
    play_on(&mut game, 60, |game| {
        if chance.random_bool(share) {
            return perfect(game, &mut chance);
        }
        *game.position().legal_moves(game.rules()).choose(&mut chance).unwrap()
    });
    game
}

#[test]
fn each_move_that_gives_value_away_is_a_critical_moment() {
    let (mut given, mut easy, mut found) = (0, 0, 0);
    for (seed, share) in (0..60).zip([0.0, 0.5, 0.9].into_iter().cycle()) {
        let game = played_well(seed, share);
        let review = review(&game);
        let moments = review.critical_moments();
        assert!(moments.is_sorted_by(|one, other| one < other), "seed {seed}: {moments:?}");
        let mut played = Game::new(rules());
        let mut fallen = 0;
        for (number, &mv) in game.played().iter().enumerate() {
            let values = values(&played);
            let value = values.iter().find(|(other, _)| *other == mv).unwrap().1;
            let better = values.iter().filter(|(_, other)| *other > value).count();
            assert!(better == 0 || moments.contains(&number), "seed {seed}: {mv} is not among {moments:?}");
            fallen += usize::from(better > 0);
            // Most moves would have kept the value. That does not make the mistake smaller.
            easy += usize::from(better * 2 > values.len());
            played.play(mv).unwrap();
        }
        given += fallen;
        found += moments.len() - fallen;
        assert!(moments.len() <= fallen.max(5), "seed {seed}: beside mistakes there are few");
    }
    assert!(given > 100 && easy > 20 && found > 20, "{given}, {easy}, {found}");
}

#[test]
fn where_nothing_is_certain_the_move_that_loses_by_estimate_is_critical() {
    let mut game = Game::new(Rules::STANDARD);
    ["d6", "a1", "b6", "a4", "f6xa1", "g1"].into_iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
    let mut review = Reviewer::new(Arc::new(Tables::none()), &game).review().clone();
    let estimates = [(10, 0), (0, -90), (90, 20), (-20, -150), (150, 900), (-150, -400)];
    for (ply, (before, after)) in review.plies.iter_mut().zip(estimates) {
        let worth = |value| Some(Worth::Estimate(Score::Value(value)));
        (ply.before, ply.after) = (worth(before), worth(after));
        ply.mark = (before - after >= 100).then_some(Mark::Doubtful);
    }
    assert_eq!(review.critical_moments(), [3], "what was lost before is not lost again");
    // If the engine would have played the move too, the error is its own.
    review.plies[3].mark = None;
    assert!(review.critical_moments().is_empty());
}

#[test]
fn levels_are_asked_at_mistakes_and_the_better_ones_find_more() {
    let mut found = [0; 10];
    for seed in 0..6 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(rules());
        play_on(&mut game, 40, |game| *game.position().legal_moves(game.rules()).choose(&mut chance).unwrap());
        let mut reviewer = Reviewer::new(tables(), &game);
        let mut go_on = || ControlFlow::Continue(());
        assert!(reviewer.run(&mut go_on, &mut |_, _| {}).is_continue());
        assert!(reviewer.ask_levels(&mut go_on, &mut |_, _| {}).is_continue());
        let review = reviewer.review();
        for ply in review.plies.iter().filter(|ply| ply.mistake.is_some()) {
            ply.levels.as_ref().unwrap().iter().for_each(|level| found[usize::from(level.number()) - 1] += 1);
        }
        assert!(review.plies.iter().any(|ply| ply.levels.is_none()));
        assert_eq!(Reviewer::new(tables(), &game).ask_levels(&mut go_on, &mut |_, _| {}), ControlFlow::Continue(()));
    }
    assert!(found[9] > found[0], "{found:?}");
}

#[test]
fn lines_of_a_lost_game_end_with_it() {
    // Opening the only way to a mill loses at once. The table has distances, so the line is the
    // shortest.
    let mut closed = 0;
    for seed in 0..30 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(rules());
        play_on(&mut game, 50, |game| *game.position().legal_moves(game.rules()).choose(&mut chance).unwrap());
        let review = review(&game);
        for (number, ply) in review.plies.iter().enumerate() {
            let Some(Reason::LosesAtOnce(reply)) = ply.reason else { continue };
            let after: &Position = game.position_after(number + 1).unwrap();
            assert_eq!(
                after.play(reply, game.rules()).unwrap().outcome(game.rules()).unwrap().winner(),
                Some(after.side())
            );
            assert_eq!(ply.refutation.len(), 1, "the line ends the game at once");
            closed += 1;
        }
    }
    assert!(closed > 0);
}

#[test]
fn games_with_rarer_choices_are_reviewed_without_tables() {
    let lines = [
        "sesotho",
        "marelletriple,men=4",
        "naoguti,men=4",
        "mulmulan,men=4",
        "laskertotal,men=4",
        "rota",
        "five,goal=misere",
    ];
    for (seed, line) in (0..).zip(lines) {
        let rules = Rules::read_line(line).unwrap();
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(rules);
        play_on(&mut game, 16, |game| *game.position().legal_moves(&rules).choose(&mut chance).unwrap());
        let review = review_with(Arc::default(), &game);
        assert_eq!(review.plies.len(), game.moves().len(), "{}", rules.line());
    }
}

#[test]
fn values_and_mistakes_are_exact() {
    let rules = "tapatan".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let task = GameTask { folder: folder.path().to_owned(), rules, threads: None };
    solve_game(&task, |_| ControlFlow::Continue(())).unwrap();
    let tables = Tables::open(folder.path()).0;
    let start = Position::start(&rules);
    let values = move_values(&tables, &rules, &[start]);
    for (mv, known) in &values {
        let expected = match rules.board.display(*mv).to_string().as_str() {
            "b2" => (Wdl::Win, Some(9)),
            "a1" | "a3" | "c1" | "c3" => (Wdl::Draw, None),
            _ => (Wdl::Loss, Some(8)),
        };
        assert_eq!((known.value, known.plies), expected, "{}", rules.board.display(*mv));
    }
    assert_eq!(values.len(), 9);
    let elsewhere = values.iter().find(|(_, known)| known.value == Wdl::Draw).unwrap().0;
    let next = start.play_unchecked(elsewhere, &rules);
    assert_eq!(mistakes(&tables, &rules, &[start, next]), [Some(Mistake::WinToDraw)]);
}

#[test]
fn rules_that_draw_long_wins_leave_values_unknown() {
    let tables = crate::puzzles::shipped();
    // White wins in 15 plies without a removal before the last, but not after g7-d7.
    let judged = |rules: Rules| {
        let position = Position::parse("B.W/BWB/.../W...../.../.../... w 0 0 0", &rules).unwrap();
        let mut game = Game::from_position(rules, position);
        let rows = explore(&tables, &game, &mut || ControlFlow::Continue(()));
        let known = move_values(&tables, &rules, game.positions()).len();
        game.play("g7-d7".parse().unwrap()).unwrap();
        let found = mistakes(&tables, &rules, game.positions())[0];
        let review = review_with(Arc::clone(&tables), &game);
        assert_eq!(review.plies[0].mistake, found, "{}", rules.line());
        assert_eq!(rows.iter().filter(|row| row.value.is_some()).count(), known, "{}", rules.line());
        (found, known > 0, matches!(review.plies[0].before, Some(Worth::Exact(_))))
    };
    assert_eq!(judged(Rules::STANDARD), (Some(Mistake::WinToDraw), true, true));
    assert_eq!(judged(Rules::PLAIN), (Some(Mistake::WinToDraw), true, true));
    for line in ["windmill", "standard,quiet_three=10", "standard,quiet=20"] {
        assert_eq!(judged(Rules::read_line(line).unwrap()), (None, false, false), "{line}");
    }
}
