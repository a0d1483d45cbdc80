// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests puzzles made from the bundled tables.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use jiff::civil::date;
use morris::{ByColor, Color, Move, Phase, Position, Rules};
use morris_solved::tablebase::{Prober, Tables, Wdl};
use morris_teach::puzzles::{
    Attempt, AttemptState, DailyGrade, Endgame, EndgameGoal, EndgamePlay, EndgameState, GENERATOR_VERSION,
    MOVES_TO_HOLD, Practice, Puzzle, PuzzleGenerator, PuzzleKind, RatingScore, Run, RunKind, Theme, Verdict, Wanted,
    check, daily, endgame, from_mistake,
};

const RULES: Rules = Rules::STANDARD;

pub fn shipped() -> Arc<Tables> {
    static SHIPPED: OnceLock<Arc<Tables>> = OnceLock::new();
    let open = || Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame").as_ref()).0.into();
    Arc::clone(SHIPPED.get_or_init(open))
}

fn make(kind: PuzzleKind, seed: u64) -> Puzzle {
    let wanted = Wanted { kind: Some(kind), ..Wanted::default() };
    PuzzleGenerator::new(&shipped(), &RULES).make(seed, &wanted, &mut || ControlFlow::Continue(())).unwrap()
}

#[test]
fn a_seed_makes_one_puzzle_which_is_read_back() {
    for kind in PuzzleKind::ALL {
        let puzzle = make(kind, 5);
        assert_eq!(puzzle.kind, kind);
        assert_eq!(make(kind, 5), puzzle);
        let read = Puzzle::parse(&puzzle.to_string()).unwrap();
        assert_eq!(read, Puzzle { mistake: None, ..puzzle });
    }
}

#[test]
fn the_first_puzzle_takes_few_looks() {
    for kind in PuzzleKind::ALL {
        for seed in 0..10 {
            let tables = shipped();
            let mut generator = PuzzleGenerator::new(&tables, &RULES);
            let wanted = Wanted { kind: Some(kind), ..Wanted::default() };
            assert!(generator.make(seed, &wanted, &mut || ControlFlow::Continue(())).is_some());
            let (candidates, probes) = generator.effort();
            assert!(candidates < 3_000 && probes < 60_000, "{kind} {seed}: {candidates} positions, {probes} looks");
        }
    }
}

#[test]
fn following_the_line_solves_the_puzzle() {
    for kind in PuzzleKind::ALL {
        for seed in 0..10 {
            let puzzle = Arc::new(make(kind, seed));
            let mut attempt = Attempt::new(Arc::clone(&puzzle), shipped());
            for pair in puzzle.line.chunks(2) {
                assert_eq!(attempt.state(), AttemptState::Open);
                let verdict = attempt.judge(pair[0]).unwrap();
                assert_eq!(verdict, Verdict::Right { reply: pair.get(1).copied() });
            }
            assert_eq!((attempt.state(), attempt.points()), (AttemptState::Solved, Some(RatingScore::Whole)));
        }
    }
}

/// Verifies the puzzles of these seeds, and checks their themes on the board.
fn prove(seeds: std::ops::Range<u64>) {
    let (tables, mut themes) = (shipped(), std::collections::BTreeSet::new());
    for seed in seeds {
        let made =
            PuzzleGenerator::new(&tables, &RULES).make(seed, &Wanted::default(), &mut || ControlFlow::Continue(()));
        let puzzle = made.unwrap();
        assert_eq!(check(&puzzle, &tables), Ok(()), "seed {seed}: {puzzle}");
        for &theme in &puzzle.themes {
            assert!(shows(theme, &puzzle), "seed {seed}: {puzzle}: {theme}");
            themes.insert(theme);
        }
    }
    assert!(themes.len() >= 10, "{themes:?}");
}

#[test]
fn hundreds_of_puzzles_are_proven_by_another_way() {
    prove(0..200);
}

#[test]
#[ignore = "takes a minute: build-aux/test-long puzzles"]
fn ten_thousand_puzzles_are_proven_by_another_way() {
    prove(0..10_000);
}

#[test]
fn planted_faults_are_found() {
    let tables = shipped();
    let faults = |kind, plant: fn(&mut Puzzle)| {
        let mut found = Vec::new();
        for seed in 0..8 {
            let mut puzzle = make(kind, seed);
            plant(&mut puzzle);
            found.extend(check(&puzzle, &tables).err());
        }
        found.len()
    };
    let wrong_move = |puzzle: &mut Puzzle| {
        let legal = puzzle.position.legal_moves(&RULES);
        let wrong = legal.into_iter().find(|mv| !puzzle.right.contains(mv)).unwrap();
        (puzzle.right, puzzle.line) = (vec![wrong], vec![wrong]);
    };
    for kind in PuzzleKind::ALL {
        assert_eq!(faults(kind, wrong_move), 8, "{kind}");
        assert_eq!(faults(kind, |puzzle| puzzle.value = Wdl::Loss), 8, "{kind}");
        assert_eq!(faults(kind, |puzzle| puzzle.right.clear()), 8, "{kind}");
    }
    assert_eq!(faults(PuzzleKind::Win, |puzzle| _ = puzzle.line.pop()), 8);
    assert_eq!(faults(PuzzleKind::Only, |puzzle| puzzle.kind = PuzzleKind::Place), 8);
    assert_eq!(faults(PuzzleKind::Place, |puzzle| puzzle.kind = PuzzleKind::Fly), 8);
}

#[test]
fn shown_puzzles_do_not_return_as_images() {
    let tables = shipped();
    let wanted = Wanted { kind: Some(PuzzleKind::Fly), ..Wanted::default() };
    let mut go_on = || ControlFlow::Continue(());
    let first = PuzzleGenerator::new(&tables, &RULES).make(7, &wanted, &mut go_on).unwrap();
    let other = PuzzleGenerator::new(&tables, &RULES).avoiding([first.key()]).make(7, &wanted, &mut go_on).unwrap();
    assert_ne!(first.key(), other.key());
}

#[test]
fn without_tables_or_time_there_is_no_puzzle() {
    let none = Tables::none();
    assert_eq!(
        PuzzleGenerator::new(&none, &RULES).make(1, &Wanted::default(), &mut || ControlFlow::Continue(())),
        None
    );
    let tables = shipped();
    let mut generator = PuzzleGenerator::new(&tables, &RULES);
    assert_eq!(generator.make(1, &Wanted::default(), &mut || ControlFlow::Break(())), None);
    assert_eq!(generator.effort(), (0, 0));
}

#[test]
fn a_wrong_move_is_punished_and_the_second_one_fails() {
    let (tables, mut punished) = (shipped(), 0);
    for seed in 0..20 {
        let puzzle = Arc::new(make(PuzzleKind::Draw, seed));
        let wrong = puzzle.position.legal_moves(&RULES).into_iter().find(|mv| !puzzle.right.contains(mv)).unwrap();
        let mut attempt = Attempt::new(Arc::clone(&puzzle), Arc::clone(&tables));
        let Verdict::Wrong { value, refutation } = attempt.judge(wrong).unwrap() else { panic!("{puzzle}: {wrong}") };
        assert_eq!((value, attempt.state()), (Some(Wdl::Loss), AttemptState::Open));
        assert_eq!(refutation.len() % 2, 1, "it ends with the punisher");
        let mut at = puzzle.position.play_unchecked(wrong, &RULES);
        for &mv in &refutation {
            at.check(mv, &RULES).unwrap();
            at = at.play_unchecked(mv, &RULES);
        }
        punished +=
            usize::from(refutation.last().is_some_and(|mv| !mv.removed.is_empty()) || at.outcome(&RULES).is_some());
        attempt.judge(wrong).unwrap();
        assert_eq!((attempt.state(), attempt.points()), (AttemptState::Failed, Some(RatingScore::Nothing)));
        assert_eq!(attempt.position(), &puzzle.position);
    }
    assert!(punished > 10, "{punished} of 20 refutations end with a man taken");
}

#[test]
fn a_move_that_keeps_the_value_is_never_called_wrong() {
    let tables = shipped();
    let mut slower = 0;
    for kind in PuzzleKind::ALL {
        for seed in 0..10 {
            let puzzle = Arc::new(make(kind, seed));
            let mut go_on = || ControlFlow::Continue(());
            let mut prober = Prober::new(&tables, &RULES, &mut go_on);
            for mv in puzzle.position.legal_moves(&RULES) {
                let keeps = prober.move_value(&[puzzle.position], mv).unwrap().value == puzzle.value;
                let mut attempt = Attempt::new(Arc::clone(&puzzle), Arc::clone(&tables));
                match attempt.judge(mv).unwrap() {
                    Verdict::Right { .. } => assert!(keeps && puzzle.right.contains(&mv), "{puzzle}: {mv}"),
                    Verdict::WinsToo { slower: by } => {
                        assert!(keeps && attempt.wrong() == 0 && by != Some(0), "{puzzle}: {mv}");
                        slower += 1;
                    }
                    Verdict::Wrong { .. } => assert!(!keeps, "{puzzle}: {mv}"),
                }
            }
        }
    }
    assert!(slower > 10);
}

#[test]
fn another_quickest_win_solves_the_puzzle() {
    let tables = shipped();
    for seed in 0..10 {
        let puzzle = Arc::new(make(PuzzleKind::Win, seed));
        let mut attempt = Attempt::new(Arc::clone(&puzzle), Arc::clone(&tables));
        let mut own = 0;
        while attempt.state() == AttemptState::Open {
            // The last one of all right moves.
            let mut legal = attempt.position().legal_moves(&RULES);
            let right = loop {
                let mv = legal.pop().unwrap();
                let mut tried = attempt.clone();
                if matches!(tried.judge(mv).unwrap(), Verdict::Right { .. }) {
                    break mv;
                }
            };
            attempt.judge(right).unwrap();
            own += 1;
        }
        assert_eq!((own, attempt.points()), (puzzle.own_moves(), Some(RatingScore::Whole)));
        let outcome = attempt.position().outcome(&RULES).unwrap();
        assert_eq!(outcome.winner(), Some(puzzle.position.side()));
    }
}

#[test]
fn mistakes_of_a_game_make_puzzles() {
    let tables = shipped();
    for seed in 0..5 {
        let made = make(PuzzleKind::Only, seed);
        let legal = made.position.legal_moves(&RULES);
        for mv in legal {
            let puzzle = from_mistake(&tables, &RULES, &made.position, mv);
            assert_eq!(puzzle.is_none(), made.right.contains(&mv), "{made}: {mv}");
            let Some(puzzle) = puzzle else { continue };
            assert_eq!((puzzle.position, &puzzle.right), (made.position, &made.right));
        }
    }
    // Several moves are right here.
    let position = Position::parse("WW./.../.../..W.../.../.B./BBB w 0 0", &RULES).unwrap();
    let values = |mv: &Move| from_mistake(&tables, &RULES, &position, *mv);
    let puzzle = position.legal_moves(&RULES).iter().find_map(values).unwrap();
    assert!(puzzle.right.len() > 1);
    for &mv in &puzzle.right {
        let mut attempt = Attempt::new(Arc::new(puzzle.clone()), Arc::clone(&tables));
        attempt.judge(mv).unwrap();
        assert_eq!(attempt.state(), AttemptState::Solved);
        assert_eq!(attempt.is_by_another_move(), mv != puzzle.line[0]);
    }
}

fn themes_of(line: &str) -> Vec<Theme> {
    let position = Position::parse(line, &RULES).unwrap();
    let puzzle = |mv: &Move| from_mistake(&shipped(), &RULES, &position, *mv);
    position.legal_moves(&RULES).iter().find_map(puzzle).unwrap().themes
}

#[test]
fn themes_are_found_where_they_are_and_nowhere_else() {
    for (line, theme) in [
        (".WB/.../.WB/....BB/W../BB./.W. b 0 0 0", Theme::DeclineMill),
        ("BBB/.../WB./WW..B./W../W../.W. w 0 0 0", Theme::Zugzwang),
        ("..B/.BB/W.W/B....B/..W/.BW/..B w 0 0 0", Theme::Fortress),
        (".WB/.../.WB/....BB/W../BB./.W. b 0 0 0", Theme::PreventFlying),
        ("WBW/.../B../...WB./.../.../... b 0 0 0", Theme::Flying),
        (".../.../W.W/.BW..B/W.B/.W./... b 4 5 0", Theme::Block),
    ] {
        let found = themes_of(line);
        assert!(found.contains(&theme), "{line}: {found:?} without {theme}");
    }
    assert_eq!(themes_of("W.B/.BW/..B/...WB./WB./..W/B.. b 0 0 0"), []);
}

/// Checks a theme on the board by independent means.
pub fn shows(theme: Theme, puzzle: &Puzzle) -> bool {
    let (position, us, first) = (&puzzle.position, puzzle.position.side(), puzzle.line[0]);
    let after = position.play_unchecked(first, &RULES);
    let closes = |mv: &Move| position.closes_mill(us, *mv, &RULES);
    // The other side's lines, as if it were to move.
    let closes_theirs = |to| {
        let line_of_theirs = |line: morris::PointSet| line.contains(to) && (line & position.men(us.other())).len() == 2;
        RULES.board.lines().any(line_of_theirs)
    };
    match theme {
        Theme::Block => closes_theirs(first.to.unwrap()),
        Theme::DeclineMill => position.legal_moves(&RULES).iter().any(closes) && !closes(&first),
        Theme::RightMan | Theme::PreventFlying => position.legal_moves(&RULES).iter().any(closes),
        Theme::OpenMill => RULES.board.in_mill(position.men(us), first.from.unwrap()),
        Theme::Fork => {
            let gaps =
                |line: morris::PointSet| (line & after.men(us)).len() == 2 && (line & after.men(us.other())).is_empty();
            RULES.board.lines().filter(|&line| gaps(line)).count() >= 2
        }
        Theme::DoubleMill => !(RULES.board.in_mills(after.men(us)) & after.men(us)).is_empty(),
        Theme::Sacrifice => puzzle.line.iter().skip(1).step_by(2).any(|reply| !reply.removed.is_empty()),
        Theme::Flying => [us, us.other()].iter().any(|&color| position.men(color).len() == 3),
        Theme::Fortress => puzzle.value == Wdl::Draw && position.total(us) + 2 <= position.total(us.other()),
        Theme::Long => puzzle.own_moves() >= 4,
        Theme::Zugzwang | Theme::Immobilise => true,
        Theme::SevenFour | Theme::SixFour => {
            let men = if theme == Theme::SixFour { 6 } else { 7 };
            let on_board = [us, us.other()].map(|color| position.men(color).len());
            on_board == [men, 4] && puzzle.value == Wdl::Win && position.hand(us) == 0
        }
        Theme::SpareMill => {
            let takes = |at: &Position| at.legal_moves(&RULES).into_iter().filter(|mv| !mv.removed.is_empty());
            let answers = |mv| takes(&after.play(mv, &RULES).unwrap()).next().is_some();
            takes(&after).next().is_some() && takes(&after).all(answers)
        }
        Theme::OnlyThree => {
            let value = |mv: &Move| shipped().value(&position.play(*mv, &RULES).unwrap(), &RULES).unwrap();
            let legal = position.legal_moves(&RULES);
            legal.iter().filter(|mv| value(mv).opposite() == puzzle.value).count() == 3 && position.hand(us) > 0
        }
    }
}

#[test]
fn there_are_puzzles_for_every_rating_that_is_asked_for() {
    let tables = shipped();
    let mut asked = vec![Practice::default().next_rating()];
    for rating in (0..=2900).step_by(50) {
        let mut practice = Practice::default();
        practice.all.rating.rating = f64::from(rating);
        asked.push(practice.next_rating());
    }
    let mut run = Run::new(RunKind::Streak);
    for _ in 0..60 {
        asked.push(run.next_rating());
        (0..10).for_each(|_| run.solve());
    }
    asked.dedup();
    for (rating, seed) in asked.into_iter().zip(0..) {
        let wanted = Wanted { rating: Some(rating.clone()), ..Wanted::default() };
        let mut generator = PuzzleGenerator::new(&tables, &RULES);
        let puzzle = generator.make(seed, &wanted, &mut || ControlFlow::Continue(())).unwrap();
        assert!(rating.contains(&puzzle.rating), "{rating:?}: {puzzle}");
        assert!(generator.effort().0 < 20_000, "{rating:?}: {:?}", generator.effort());
        assert_eq!(check(&puzzle, &tables), Ok(()), "{rating:?}: {puzzle}");
    }
}

#[test]
fn a_newcomer_begins_with_wins_in_one_move_that_may_remove_any_man() {
    let tables = shipped();
    let wanted = Wanted { rating: Some(Practice::default().next_rating()), ..Wanted::default() };
    let mut choices = 0;
    for seed in 0..40 {
        let mut generator = PuzzleGenerator::new(&tables, &RULES);
        let puzzle = Arc::new(generator.make(seed, &wanted, &mut || ControlFlow::Continue(())).unwrap());
        assert_eq!((puzzle.kind, puzzle.own_moves()), (PuzzleKind::Win, 1), "{puzzle}");
        assert!((800..=1000).contains(&puzzle.rating), "{puzzle}");
        assert_eq!(check(&puzzle, &tables), Ok(()), "{puzzle}");
        choices += usize::from(puzzle.right.len() > 1);
        let flies = puzzle.position.phase(puzzle.position.side(), &RULES) == Phase::Flying;
        assert_eq!(puzzle.themes.contains(&Theme::Flying), flies, "{puzzle}");
        for &mv in &puzzle.right {
            let mut attempt = Attempt::new(Arc::clone(&puzzle), shipped());
            assert_eq!(attempt.judge(mv), Ok(Verdict::Right { reply: None }), "{puzzle}");
            assert_eq!(attempt.points(), Some(RatingScore::Whole));
        }
    }
    assert!(choices > 20, "{choices}");
}

/// The puzzles of three days, of each grade. They change only with [`GENERATOR_VERSION`].
const DAYS: [(i8, [&str; 3]); 3] = [
    (
        1,
        [
            "win|.W./.../.W./.....B/.W./.../BB. w 0 0 0|d3-d6xg4",
            "place|B../.../.../W.WWBW/.../.../B.. b 5 6 0|b4",
            "only|.../.BW/B.W/.BBW.W/W.W/..B/... w 0 0 0|e4-f4",
        ],
    ),
    (
        2,
        [
            "win|.../.WB/.../..B..B/.W./.../.W. w 0 0 0|d6-d2xc4",
            "place|.../.BW/.W./..W..B/B../WW./B.. b 4 5 0|f2",
            "fly|.../.BB/.WB/.W..../..W/W../... b 0 0 0|e5-b6xd5 e3-f2 d6-d2 f2-d6 f6-d1",
        ],
    ),
    (
        3,
        [
            "win|.../BW./B../B....W/..B/B.B/.WB b 0 0 0|a4-b4xd1",
            "win|B../.../.../..W.B./..B/..W/W.. b 0 0 0|a7-e4 c4-d3 f4-e5xd3",
            "only|.../B.B/.W./WB.WW./B../WW./... w 0 0 0|d5-d6",
        ],
    ),
];

#[test]
fn puzzles_of_three_days_do_not_change() {
    let tables = shipped();
    assert_eq!(GENERATOR_VERSION, 3, "with another version other puzzles are frozen here");
    let found = DAYS.map(|(day, _)| {
        let of = |grade: DailyGrade| {
            let puzzle = daily(&tables, date(2027, 1, day), grade, &mut || ControlFlow::Continue(())).unwrap();
            assert!(grade.ratings().contains(&puzzle.rating), "{day} {grade:?}: {puzzle}");
            let text = puzzle.to_string();
            let fields: Vec<_> = text.split('\t').collect();
            [fields[0], fields[2], fields[5]].join("|")
        };
        (day, DailyGrade::ALL.map(of))
    });
    assert_eq!(found, DAYS.map(|(day, lines)| (day, lines.map(str::to_owned))));
}

#[test]
fn endgames_match_the_request() {
    let tables = shipped();
    let mut missing = Vec::new();
    for (white, black) in (3..=5).flat_map(|white| (3..=5).map(move |black| (white, black))) {
        for (seed, value) in [Wdl::Win, Wdl::Draw].into_iter().enumerate() {
            let men = ByColor { white, black };
            let found = endgame(&tables, &RULES, men, value, seed as u64, &mut || ControlFlow::Continue(()));
            let Some(position) = found else {
                missing.push((white, black, value));
                continue;
            };
            assert_eq!(tables.value(&position, &RULES), Some(value));
            assert_eq!([Color::White, Color::Black].map(|color| position.men(color).len()), [white, black]);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// Returns the moves of the solver, with the values that they lead to.
fn values_of_moves(position: &Position) -> Vec<(Move, Wdl)> {
    let tables = shipped();
    let value = |mv| {
        let after = position.play(mv, &RULES).unwrap();
        tables.value(&after, &RULES).unwrap_or_else(|| Wdl::ended(&after, &RULES).unwrap())
    };
    position.legal_moves(&RULES).into_iter().map(|mv| (mv, value(mv).opposite())).collect()
}

#[test]
fn each_endgame_is_found_and_its_verdicts_are_those_of_the_tables() {
    for endgame in Endgame::ALL {
        assert_eq!(Endgame::of_id(&endgame.to_string()), Some(endgame));
        for seed in 0..3 {
            let position = endgame.find(&shipped(), seed, &mut || ControlFlow::Continue(())).unwrap();
            let mut play = EndgamePlay::new(endgame, position, shipped());
            assert!(matches!(play.state(), EndgameState::Kept { .. }), "{endgame}");
            let moves = values_of_moves(&position);
            let (wrong, lost) = *moves.iter().find(|(_, value)| *value < endgame.value()).unwrap();
            // A move that loses at once ends the endgame.
            let state = play.play(wrong).unwrap();
            assert!(state == EndgameState::Lost(lost) || state == EndgameState::Missed, "{endgame}: {state:?}");
            assert!(play.take_back() && !play.take_back(), "{endgame}");
            assert_eq!(*play.position(), position);
            let right = moves.iter().find(|(_, value)| *value == endgame.value()).unwrap().0;
            let state = play.play(right).unwrap();
            assert!(matches!(state, EndgameState::Kept { .. } | EndgameState::Reached), "{endgame}: {state:?}");
        }
    }
}

#[test]
fn a_draw_is_held_for_some_moves_and_taking_back_counts_half() {
    let endgame = Endgame { goal: EndgameGoal::Draw, own: 4, other: 5 };
    let position = endgame.find(&shipped(), 1, &mut || ControlFlow::Continue(())).unwrap();
    for (takes_back, points) in [(false, RatingScore::Whole), (true, RatingScore::Half)] {
        let mut play = EndgamePlay::new(endgame, position, shipped());
        while !play.state().is_over() {
            assert_eq!(play.record(), None);
            let (mv, _) = values_of_moves(play.position()).into_iter().max_by_key(|(_, value)| *value).unwrap();
            play.play(mv).unwrap();
            if takes_back && play.own_moves() == 1 && play.record().is_none() {
                assert!(play.take_back());
                play.play(mv).unwrap();
                break;
            }
        }
        while !play.state().is_over() {
            let (mv, _) = values_of_moves(play.position()).into_iter().max_by_key(|(_, value)| *value).unwrap();
            play.play(mv).unwrap();
        }
        let record = play.record().unwrap();
        assert_eq!((play.state(), record.points), (EndgameState::Reached, points));
        assert!(record.moves <= MOVES_TO_HOLD);
        assert!(play.play(values_of_moves(&position)[0].0).is_err(), "it is over");
    }
}
