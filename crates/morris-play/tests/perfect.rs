// SPDX-License-Identifier: GPL-3.0-or-later
//! Play with tables of solved positions. Moves keep the value, wins are converted, and probing
//! gives true values.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use morris::{Arrangement, ByColor, Color, Game, Move, Position, Rules};
use morris_engine::{EngineOptions, FixedDepth, Limits, Request, Score, Searcher, Strength};
use morris_players::{NoControl, PlayerConfig, PlayerSpec};
use morris_solved::tablebase::{BoardKind, Index, Keep, LookedAhead, Prober, Sector, SectorsTask, Tables, Wdl};
use tempfile::TempDir;

const RULES: Rules = Rules::STANDARD;
const MOST_MEN: u8 = 7;

/// Returns the tables of all sectors with at most seven men, with or without distances. They are
/// solved once.
fn tables(keep: Keep) -> Arc<Tables> {
    static MADE: [OnceLock<Arc<Tables>>; 2] = [OnceLock::new(), OnceLock::new()];
    let made = MADE[usize::from(keep == Keep::ValuesAndDistances)].get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let task = SectorsTask {
            folder: folder.path().to_owned(),
            board_kind: BoardKind::Plain,
            most_men: MOST_MEN,
            most_per_side: BoardKind::Plain.most_per_side(),
            memory: u64::MAX,
            threads: Some(1),
            keep,
            looked_ahead: LookedAhead::Remove,
        };
        morris_solved::tablebase::solve(&task, |_| ControlFlow::Continue(())).unwrap();
        let (tables, refused) = Tables::open(folder.path());
        assert!(refused.is_empty());
        Arc::new(tables)
    });
    Arc::clone(made)
}

/// Returns some positions of each sector, evenly distributed.
fn samples(each: u64) -> Vec<Position> {
    let sectors = Sector::all().filter(|sector| sector.men() <= MOST_MEN);
    let of_sector = |sector: Sector| {
        let index = Index::new(sector);
        (0..each).map(move |sample| {
            let (white, black) = index.men((sample * 2 + 1) * index.len() / (each * 2));
            let (men, hand) = (ByColor { white, black }, ByColor { white: 0, black: 0 });
            Arrangement::new(men, hand, Color::White).check(&RULES).unwrap()
        })
    };
    sectors.flat_map(of_sector).filter(|position| position.outcome(&RULES).is_none()).collect()
}

fn value_of(tables: &Tables, position: &Position) -> Wdl {
    Prober::new(tables, &RULES, &mut || ControlFlow::Continue(())).position(position).unwrap().value
}

fn searcher(tables: &Arc<Tables>) -> Searcher {
    // Each query of the clock advances it by a fifth of a millisecond.
    let looks = AtomicU32::new(0);
    let options = EngineOptions { memory_mib: 4, threads: 1, thinking_time: Duration::from_millis(30) };
    let mut searcher = Searcher::timed_by(options, move || Duration::from_micros(200) * looks.fetch_add(1, Relaxed));
    searcher.set_tables(Arc::clone(tables));
    searcher
}

fn request(positions: &[Position], strength: Strength) -> Request {
    Request { seed: 5, ..Request::new(RULES, positions.to_vec(), strength) }
}

fn choose(searcher: &mut Searcher, positions: &[Position], strength: Strength) -> (Move, Score) {
    let request = request(positions, strength);
    let best = searcher.think(&request, || ControlFlow::Continue(()), |info| assert!(!info.pv.is_empty())).unwrap();
    (best.mv, best.score.unwrap())
}

const SHALLOW: Strength = Strength::Limits(Limits { depth: Some(4), nodes: None, time: None, critical_factor: None });

#[test]
fn no_move_gives_value_away() {
    let tables = tables(Keep::Values);
    let mut kinds = [0; 3];
    for position in samples(40) {
        let value = value_of(&tables, &position);
        kinds[value as usize] += 1;
        for strength in [SHALLOW, Strength::Perfect] {
            let (mv, score) = choose(&mut searcher(&tables), &[position], strength);
            let after = position.play_unchecked(mv, &RULES);
            assert_eq!(value_of(&tables, &after).opposite(), value, "{position} {mv}");
            let fits = match value {
                Wdl::Win => matches!(score, Score::Won | Score::Win(_)),
                Wdl::Draw => score == Score::Draw,
                Wdl::Loss => matches!(score, Score::Lost | Score::Loss(_)),
            };
            assert!(fits, "{position}: {value} is reported as {score}");
        }
    }
    assert!(kinds.iter().all(|&positions| positions > 4), "{kinds:?}");
}

/// Tables may be on a slow disk. A search that probes them often therefore checks its time more
/// often.
#[test]
fn the_more_a_search_looks_into_tables_the_sooner_it_asks_whether_to_go_on() {
    let tables = tables(Keep::Values);
    let won = samples(40).into_iter().filter(|position| value_of(&tables, position) == Wdl::Win);
    let mut long = 0;
    for position in won {
        let (mut asked, mut nodes) = (0, 0);
        let interrupt = || {
            asked += 1;
            if asked >= 400 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let strength = Strength::Limits(Limits { nodes: Some(100_000), ..Limits::default() });
        searcher(&tables).think(&request(&[position], strength), interrupt, |info| nodes = info.nodes);
        // Such a search probes at each node. Without probes it would check the time every 1,024
        // nodes.
        long += u32::from(asked >= 400);
        assert!(nodes < 400 * 256, "{position}: {nodes} positions, asked {asked} times");
    }
    assert!(long > 0);
}

/// A player in a match uses the tables in the same way as a player in the window.
#[test]
fn players_of_a_match_give_nothing_away_either() {
    let tables = tables(Keep::Values);
    let mut given_away = 0;
    for choice in ["level:10", "perfect", "nodes:300", "depth:2", "level:3"] {
        let choice: PlayerSpec = choice.parse().unwrap();
        for position in samples(20) {
            let seat = PlayerConfig {
                rules: RULES,
                color: position.side(),
                engine: EngineOptions { memory_mib: 1, threads: 1, thinking_time: Duration::from_millis(2) },
                limits: Limits::default(),
                timeout: Duration::MAX,
                tables: Arc::clone(&tables),
                seed: 1,
            };
            let mut player = choice.connect(&seat, &mut NoControl).unwrap();
            let mv = player.choose(&Game::from_position(RULES, position), &mut NoControl).unwrap();
            let after = position.play_unchecked(mv, &RULES);
            let kept = value_of(&tables, &after).opposite() == value_of(&tables, &position);
            assert!(kept || choice == "level:3".parse().unwrap(), "{choice}: {position} {mv}");
            given_away += u32::from(!kept);
        }
    }
    assert!(given_away > 0, "a weak level knows no more than it sees");
}

#[test]
fn a_win_is_won_whatever_the_loser_does() {
    for keep in [Keep::Values, Keep::ValuesAndDistances] {
        let tables = tables(keep);
        let won = samples(60).into_iter().filter(|position| value_of(&tables, position) == Wdl::Win);
        let mut games = 0;
        for start in won.step_by(5) {
            games += 1;
            let mut game = Game::from_position(RULES, start);
            let (mut winner, mut loser) = (searcher(&tables), searcher(&tables));
            while game.outcome().is_none() {
                let mover = if game.cursor() % 2 == 0 { &mut winner } else { &mut loser };
                let strength = Strength::Limits(Limits { depth: Some(12), ..Limits::default() });
                let (mv, _) = choose(mover, game.positions(), strength);
                game.play(mv).unwrap();
            }
            let winner = game.outcome().and_then(morris::Outcome::winner);
            assert_eq!(winner, Some(start.side()), "{start}: {:?}", game.moves());
        }
        assert!(games >= 10, "{games}");
    }
}

#[test]
fn loser_takes_a_draw_by_repetition() {
    let tables = tables(Keep::Values);
    let lost = samples(400).into_iter().filter(|position| value_of(&tables, position) == Wdl::Loss);
    let mut tried = 0;
    for position in lost {
        // A quiet move to a position that has occurred twice since the last move that counts.
        let mut position = Arrangement::from(position);
        position.quiet = 2;
        let position = position.check(&RULES).unwrap();
        let moves = position.legal_moves(&RULES);
        let Some(mv) = moves.iter().find(|mv| mv.removed.is_empty()).filter(|_| moves.len() > 1) else {
            continue;
        };
        let after = position.play_unchecked(*mv, &RULES);
        let (chosen, score) = choose(&mut searcher(&tables), &[after, after, position], Strength::Perfect);
        assert_eq!((chosen, score), (*mv, Score::Draw), "{position}");
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}

/// Computes the value by plain minimax over all placements.
fn minimax(tables: &Tables, position: &Position) -> Wdl {
    if position.outcome(&RULES).is_some() || Sector::of(position).is_some() {
        return value_of(tables, position);
    }
    let after = |mv: &Move| minimax(tables, &position.play_unchecked(*mv, &RULES)).opposite();
    position.legal_moves(&RULES).iter().map(after).max().unwrap()
}

#[test]
fn the_last_placements_are_played_out() {
    let tables = tables(Keep::Values);
    let mut values = [0; 3];
    for position in samples(30).into_iter().filter(|position| Sector::of(position).unwrap().men() == 6) {
        // The last man of each side is put back in hand.
        let mut early = Arrangement::from(position);
        for color in Color::BOTH {
            early.men[color] = early.men[color] - early.men[color].first().unwrap().set();
            early.hand[color] = 1;
        }
        let Ok(early) = early.check(&RULES) else { continue };
        let value = value_of(&tables, &early);
        values[value as usize] += 1;
        assert_eq!(value, minimax(&tables, &early), "{early}");
    }
    assert!(values.iter().sum::<i32>() > 10, "{values:?}");
}

#[test]
fn other_rules_and_fixed_depths_know_nothing_of_tables() {
    let tables = tables(Keep::Values);
    let position = samples(1)[0];
    let mut go_on = || ControlFlow::Continue(());
    assert_eq!(Prober::new(&tables, &Rules::COMPO, &mut go_on).position(&position), None);
    let weak = Strength::Depth(FixedDepth::new(4).unwrap());
    let mv = |tables: &Arc<Tables>, position: Position| choose(&mut searcher(tables), &[position], weak);
    for position in samples(10) {
        assert_eq!(mv(&tables, position), mv(&Arc::default(), position), "{position}");
    }
}
