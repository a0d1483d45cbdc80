// SPDX-License-Identifier: GPL-3.0-or-later
//! Proves questions whether a move is a mistake against the tables.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use morris::{Color, Position, Rules};
use morris_solved::tablebase::{Prober, Tables, Wdl};
use morris_teach::puzzles::{Practice, QUESTION_RATINGS, Question, question};
use morris_teach::review::{Mistake, Reason};

const RULES: Rules = Rules::STANDARD;
const COUNT: u64 = 300;

fn shipped() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    Arc::clone(TABLES.get_or_init(|| Arc::new(Tables::open("../../data/endgame".as_ref()).0)))
}

fn of_seed(seed: u64) -> Question {
    question(&shipped(), seed, &QUESTION_RATINGS, &mut || ControlFlow::Continue(())).unwrap()
}

/// Returns questions of different seeds, made once for all tests.
fn questions() -> &'static [Question] {
    static QUESTIONS: OnceLock<Vec<Question>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let half = |seeds: std::ops::Range<u64>| seeds.map(of_seed).collect::<Vec<_>>();
        std::thread::scope(|scope| {
            let first = scope.spawn(|| half(0..COUNT / 2));
            let second = half(COUNT / 2..COUNT);
            [first.join().unwrap(), second].concat()
        })
    })
}

/// Returns the value of a position for its side to move by a search of two plies over the tables,
/// which does not use the value of the position itself.
fn searched(position: &Position, plies: u8) -> Wdl {
    if let Some(value) = Wdl::ended(position, &RULES) {
        return value;
    }
    if plies == 0 {
        return shipped().value(position, &RULES).unwrap();
    }
    let after = position.legal_moves(&RULES).into_iter().map(|mv| position.play(mv, &RULES).unwrap());
    after.map(|after| searched(&after, plies - 1).opposite()).max().unwrap()
}

#[test]
fn three_hundred_questions_are_proven() {
    for question in questions() {
        let Question { position, before: (before, last), review, rating, .. } = question;
        let line = format!("{} {}", position.line(&RULES), question.mv());
        assert_eq!(before.play(*last, &RULES).unwrap(), *position, "{line}");
        assert_eq!(position.quiet(), 0);
        assert!(QUESTION_RATINGS.contains(rating), "{line}: {rating}");
        let value = searched(position, 2);
        assert_ne!(value, Wdl::Loss, "{line}");
        let mut right = 0;
        let moves = position.legal_moves(&RULES);
        for &mv in &moves {
            let worth = searched(&position.play(mv, &RULES).unwrap(), 1).opposite();
            right += usize::from(worth == value);
            if mv == question.mv() {
                assert_eq!(review.mistake, Mistake::between(value, worth), "{line}");
                assert_eq!(question.is_mistake(), worth != value, "{line}");
            }
            if question.is_mistake() {
                assert_eq!(review.better.contains(&mv), worth == value, "{line} {mv}");
            }
        }
        assert_eq!((review.legal, review.keeping), (moves.len(), Some(right)), "{line}");
        assert!(right > 0 && right < moves.len(), "{line}: the answer is plain");
        check_reason(question, &line);
    }
}

/// Checks what the reason of a mistake claims on the board.
fn check_reason(question: &Question, line: &str) {
    let Question { position, review, .. } = question;
    assert_eq!(question.is_mistake(), review.reason.is_some(), "{line}");
    let (side, after) = (position.side(), position.play(question.mv(), &RULES).unwrap());
    let closes = |reply| after.closes_mill(after.side(), reply, &RULES);
    match review.reason {
        Some(Reason::LosesAtOnce(reply)) => {
            let outcome = after.play(reply, &RULES).unwrap().outcome(&RULES).unwrap();
            assert_eq!(outcome.winner(), Some(side.other()), "{line}");
        }
        Some(Reason::LetsMill(reply)) => assert!(closes(reply), "{line}"),
        Some(Reason::MissesMill(mv)) => {
            assert!(position.closes_mill(side, mv, &RULES) && review.better.contains(&mv), "{line}");
        }
        Some(Reason::WrongMan(men)) => assert!(!men.is_empty() && !question.mv().removed.is_empty(), "{line}"),
        _ => {}
    }
    let mut at = after;
    for &mv in &review.refutation {
        at = at.play(mv, &RULES).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

#[test]
fn questions_are_balanced_and_differ() {
    let questions = questions();
    let mistakes = questions.iter().filter(|question| question.is_mistake()).count();
    assert!((120..=180).contains(&mistakes), "{mistakes} of {COUNT} are mistakes");
    let keys: HashSet<_> = questions.iter().map(Question::key).collect();
    assert!(keys.len() > 285, "{} positions", keys.len());
    // The rating does not give the answer away.
    let middle = |is_mistake| {
        let mut ratings: Vec<_> =
            questions.iter().filter(|question| question.is_mistake() == is_mistake).map(|it| it.rating).collect();
        ratings.sort_unstable();
        ratings[ratings.len() / 2]
    };
    eprintln!("{mistakes} mistakes, middle ratings {} and {}", middle(true), middle(false));
    assert!((middle(true) - middle(false)).abs() < 250);
    for ratings in [1050..=1300, 1301..=1550, 1551..=1850] {
        let count = questions.iter().filter(|question| ratings.contains(&question.rating)).count();
        eprintln!("{ratings:?}: {count}");
        assert!(count > 20, "{count} in {ratings:?}");
    }
    let in_hand = questions.iter().filter(|question| question.position.hand(Color::Black) > 0).count();
    assert!((90..=210).contains(&in_hand), "{in_hand} while men are placed");
    let removals = questions.iter().filter(|question| !question.mv().removed.is_empty()).count();
    eprintln!("{in_hand} placing, {removals} remove");
}

#[test]
fn a_seed_has_one_question_and_the_rating_is_near_the_wanted_one() {
    assert_eq!(of_seed(7), questions()[7]);
    for (seed, wanted) in [(1, 1050..=1250), (2, 1250..=1450), (3, 1450..=1650), (4, 1600..=1850)] {
        let mut near = 0;
        for seed in 10 * seed..10 * seed + 10 {
            let started = Instant::now();
            let question = question(&shipped(), seed, &wanted, &mut || ControlFlow::Continue(())).unwrap();
            eprintln!("{wanted:?}: {} in {:?}", question.rating, started.elapsed());
            near += usize::from(wanted.contains(&question.rating));
        }
        assert!(near >= 8, "{near} of 10 in {wanted:?}");
    }
}

#[test]
fn it_can_be_stopped_and_needs_tables() {
    let mut polls = 0;
    let stopped = question(&shipped(), 1, &QUESTION_RATINGS, &mut || {
        polls += 1;
        ControlFlow::Break(())
    });
    assert!(stopped.is_none() && polls < 10);
    assert_eq!(question(&Arc::default(), 1, &QUESTION_RATINGS, &mut || ControlFlow::Continue(())), None);
}

#[test]
fn answers_are_rated_and_guessing_does_not_pay() {
    let mut practice = Practice::default();
    let first = practice.next_question();
    for question in questions().iter().take(20) {
        practice.judged(question, true);
    }
    assert_eq!((practice.judgment.tried, practice.judgment.solved), (20, 20));
    assert!(practice.next_question().start() > first.start(), "{:?}", practice.judgment);
    assert_eq!(practice.all, Practice::default().all);
    let before = practice.judgment.rating.rating;
    for (number, question) in questions().iter().enumerate().take(100) {
        practice.judged(question, number % 2 == 0);
    }
    assert!(practice.judgment.rating.rating < before.min(1300.0), "{:?}", practice.judgment);
}

/// The value does not depend on the way it is looked up.
#[test]
fn the_prober_agrees() {
    let (tables, mut go_on) = (shipped(), || ControlFlow::Continue(()));
    let mut prober = Prober::new(&tables, &RULES, &mut go_on);
    for question in questions() {
        let after = prober.move_value(&[question.position], question.mv()).unwrap();
        let best = prober.position(&question.position).unwrap();
        assert_eq!(question.is_mistake(), after.value < best.value);
    }
}
