// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests each reason in a position where it holds, and checks the sentences about many random
//! positions against the rules alone and against the tables.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::*;
use morris::{Arrangement, ByColor};
use morris_engine::{EngineOptions, Limits, Request, Searcher, Strength};
use morris_solved::tablebase::{Prober, Tables, Wdl};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

const RULES: Rules = Rules::STANDARD;

#[test]
fn effects_of_a_move_are_found_on_the_board() {
    let cases = [
        (".../WW./.../B...W./..B/.../W.B w 0 0 0", "f4-f6xa4", HintReason::Wins),
        ("WW./B../.../.B..B./..W/B../... w 5 5 0", "g7xf4", HintReason::ClosesMill),
        ("WW./.../.../....../.../.../BB. w 7 7 0", "g7xa1", HintReason::ClosesAndStopsMill),
        ("BB./W../.../....../.../.../..W w 7 7 0", "g7", HintReason::StopsMill),
        ("W../.../.../....../.../.../..W w 7 7 0", "g7", HintReason::PreparesTwoMills),
        ("WWW/.../.../....../.../B.B/BWB w 0 0 0", "d7-d6", HintReason::OpensMill),
        ("BB./.../..W/....W./.../W../BB. w 5 5 0", "c3", HintReason::CannotStop),
        ("W../.../.../....../.../.../..B w 8 8 0", "d7", HintReason::PreparesMill),
        ("B../..W/.../.W..BW/B.B/.W./... w 0 0 0", "b4-a4", HintReason::Blocks),
        (".../.../.../....../.../.../... w 9 9 0", "d6", HintReason::TakesCrossing),
        ("..B/.../.../....../.../.../..W w 8 8 0", "a7", HintReason::SpoilsLine),
        (".../.B./.../....../.../.W./... w 8 8 0", "a1", HintReason::Safe),
        // The mill could have been closed, and the move does something else.
        ("WW./B../.../.B..B./..W/B../... w 5 5 0", "g1", HintReason::LooksAhead),
    ];
    for (line, mv, expected) in cases {
        let Ok(position) = Position::parse(line, &RULES) else { panic!("{line}") };
        let mv = mv.parse().unwrap();
        assert_eq!(HintReason::of(&position, mv, &RULES), expected, "{line} {mv:?}");
    }
}

#[test]
fn hint_names_the_only_move() {
    let only = Position::parse("WBW/.../WB./B.B.../.../.../WBB w 0 0 0", &RULES).unwrap();
    let moves = only.legal_moves(&RULES);
    assert_eq!(moves.len(), 1, "{moves:?}");
    assert_eq!(HintReason::of(&only, moves[0], &RULES), HintReason::OnlyMove);
}

#[test]
fn other_rules_have_reasons_too() {
    let shax: Rules = "shax".parse().unwrap();
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    for rules in &Rules::PRESETS {
        let (id, mut position) = (rules.preset(), Position::start(rules));
        for ply in 0..60 {
            let legal = position.legal_moves(rules);
            let Some(&mv) = legal.choose(&mut chance).filter(|_| position.outcome(rules).is_none()) else { break };
            let reason = HintReason::of(&position, mv, rules);
            let closes = position.closes_mill(position.side(), mv, rules);
            let told = matches!(reason, HintReason::ClosesMill | HintReason::ClosesAndStopsMill);
            assert!(told == closes || reason == HintReason::Wins, "{id:?}, ply {ply}: {reason:?}");
            position = position.play_unchecked(mv, rules);
        }
    }
    let line = "BB./W../.../....../.../.../..W w 9 9 0";
    let position = Position::parse(line, &shax).unwrap();
    assert_eq!(HintReason::of(&position, "g7".parse().unwrap(), &shax), HintReason::StopsMill);
}

#[test]
fn a_pair_is_named_and_misere_has_few_reasons() {
    let reason = |rules: &str, line: &str, mv: &str| {
        let rules = Rules::read_line(rules).unwrap();
        HintReason::of(&Position::parse(line, &rules).unwrap(), Move::parse(mv, rules.board).unwrap(), &rules)
    };
    let pair = "B../.WW/B../....../.../.../..B w 6 6 0";
    assert_eq!(reason("mulmulan", pair, "b6xa7xc5"), HintReason::TakesPair);
    assert_eq!(reason("mulmulan", pair, "b6xg1"), HintReason::ClosesAndStopsMill);
    let mill = "WW./.../B..W/B../B.. w 1 1 0";
    assert_eq!(reason("five", mill, "e5xa3"), HintReason::ClosesMill);
    assert_eq!(reason("five,goal=misere", mill, "e5xa3"), HintReason::LooksAhead);
    assert_eq!(reason("five,goal=misere", "WWW/.B./B.B./.../... b 0 0 0", "d3-e3"), HintReason::LooksAhead);
    assert_eq!(reason("five,goal=misere", "WW./.../B..W/B../B.. b 0 0 0", "a3-b3"), HintReason::LooksAhead);
}

/// Phases of the random positions, with the numbers of men on the board and in hand.
const PHASES: [(std::ops::RangeInclusive<usize>, bool); 3] = [(0..=7, true), (4..=9, false), (3..=3, false)];

/// Returns 210 random positions that are not over: men are placed, moved, and fly in a third each.
fn random_positions(chance: &mut Xoshiro256PlusPlus) -> Vec<Position> {
    let mut positions = Vec::new();
    while positions.len() < 210 {
        let (men, placing) = PHASES[positions.len() % PHASES.len()].clone();
        let own = chance.random_range(men);
        let theirs = if placing { own } else { chance.random_range(3..=9) };
        let mut points: Vec<_> = RULES.board.points().collect();
        points.shuffle(chance);
        let men = ByColor {
            white: points[..own].iter().copied().collect(),
            black: points[own..own + theirs].iter().copied().collect(),
        };
        let hand = if placing { (9 - own) as u8 } else { 0 };
        let arrangement = Arrangement::new(men, ByColor { white: hand, black: hand }, Color::White);
        positions.extend(arrangement.check(&RULES).ok().filter(|position| position.outcome(&RULES).is_none()));
    }
    positions
}

/// A board that is read by the rules alone, without the functions that find reasons.
struct Oracle {
    before: Position,
    mv: Move,
    after: Position,
}

impl Oracle {
    /// Returns the lines that a side can close next. It flies with three men.
    fn closable(position: &Position, color: Color) -> Vec<PointSet> {
        let (men, hand) = (position.men(color), position.hand(color));
        let closable = |line: &PointSet| {
            let gap = *line - men;
            let Some(gap) = gap.first().filter(|_| gap.len() == 1 && (gap & position.occupied()).is_empty()) else {
                return false;
            };
            let others = men - *line;
            let beside = others.filter(|&man| RULES.board.neighbors(gap).contains(man)).count();
            hand > 0 || beside > 0 || men.len() == 3 && !others.is_empty()
        };
        RULES.board.lines().filter(closable).collect()
    }

    fn mills(position: &Position, color: Color) -> Vec<PointSet> {
        RULES.board.lines().filter(|line| *line - position.men(color) == PointSet::EMPTY).collect()
    }

    /// Returns the number of empty points beside the men of a side, for each man.
    fn ways(position: &Position, color: Color) -> usize {
        let free = |man| (RULES.board.neighbors(man) - position.occupied()).len();
        position.men(color).map(free).sum()
    }

    /// Returns the positions after all legal replies.
    fn replies(&self) -> Vec<Position> {
        let replies = self.after.legal_moves(&RULES).into_iter();
        replies.map(|reply| self.after.play(reply, &RULES).unwrap()).collect()
    }

    /// Returns `true` if what the sentence about a reason says is true.
    fn agrees(&self, reason: HintReason) -> bool {
        let (own, them) = (self.before.side(), self.before.side().other());
        let [own_before, own_after] = [&self.before, &self.after].map(|position| Self::closable(position, own));
        let [their_before, their_after] = [&self.before, &self.after].map(|position| Self::closable(position, them));
        let to = self.mv.to.unwrap();
        let mills_before = Self::mills(&self.before, own);
        let new_mill = || Self::mills(&self.after, own).into_iter().any(|line| line.contains(to));
        let stops = || their_before.iter().any(|line| !their_after.contains(line));
        let prepared = own_after.iter().filter(|line| !own_before.contains(line));
        let calm = own_before.is_empty() && their_before.is_empty() && their_after.is_empty();
        match reason {
            HintReason::Wins => {
                let few = self.after.total(them) < 3;
                few || self.after.legal_moves(&RULES).is_empty()
            }
            HintReason::ClosesAndStopsMill => new_mill() && stops(),
            HintReason::ClosesMill => new_mill() && !self.mv.removed.is_empty(),
            HintReason::TakesPair => self.mv.removed.len() == 2,
            HintReason::OnlyMove => {
                self.before.legal_moves(&RULES).into_iter().all(|mv| (mv.from, mv.to) == (self.mv.from, self.mv.to))
            }
            HintReason::StopsMill => stops(),
            HintReason::PreparesTwoMills => {
                let closes = |next: &Position| !Self::closable(next, own).is_empty();
                prepared.count() >= 2 && self.replies().iter().all(closes)
            }
            HintReason::OpensMill => mills_before.iter().any(|line| {
                let opened = self.mv.from.is_some_and(|from| line.contains(from));
                opened && self.replies().iter().all(|next| Self::closable(next, own).contains(line))
            }),
            HintReason::CannotStop => self.before.legal_moves(&RULES).into_iter().all(|mv| {
                let after = self.before.play(mv, &RULES).unwrap();
                !Self::closable(&after, them).is_empty()
            }),
            HintReason::PreparesMill => prepared.into_iter().any(|line| !mills_before.contains(line)),
            HintReason::Blocks => calm && Self::ways(&self.after, them) < Self::ways(&self.before, them),
            HintReason::MakesRoom => calm && Self::ways(&self.after, own) > Self::ways(&self.before, own),
            HintReason::TakesCrossing => {
                let free = RULES.board.neighbors(to) - self.after.occupied();
                calm && RULES.board.neighbors(to).len() == 4 && free.len() >= 3
            }
            HintReason::SpoilsLine => {
                let men = |line: PointSet, color| (line & self.before.men(color)).len();
                let spoilt = |line: PointSet| line.contains(to) && men(line, them) > 0 && men(line, own) == 0;
                calm && RULES.board.lines().any(spoilt)
            }
            HintReason::Safe => calm,
            // The engine has searched.
            HintReason::LooksAhead => true,
        }
    }
}

#[test]
fn no_reason_is_false_in_random_positions() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(43);
    let mut seen = std::collections::HashSet::new();
    for position in random_positions(&mut chance) {
        let mut legal = position.legal_moves(&RULES);
        legal.shuffle(&mut chance);
        for &mv in legal.iter().take(8) {
            let reason = HintReason::of(&position, mv, &RULES);
            let oracle = Oracle { before: position, mv, after: position.play(mv, &RULES).unwrap() };
            assert!(oracle.agrees(reason), "{} {mv:?}: {reason:?}", position.line(&RULES));
            seen.insert(reason);
        }
    }
    assert!(seen.len() >= 13, "the positions show nearly all reasons, but only {seen:?}");
}

#[test]
fn advice_has_a_true_reason_and_keeps_the_value() {
    let tables = Arc::new(Tables::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/endgame")).0);
    let mut searcher = Searcher::new(EngineOptions::default());
    searcher.set_tables(Arc::clone(&tables));
    let limits = Strength::Limits(Limits { nodes: Some(2_000), ..Limits::default() });
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(44);
    let (mut known, mut unexplained) = (0, 0);
    for position in random_positions(&mut chance) {
        let request = Request::new(RULES, vec![position], limits);
        let best = searcher.think(&request, || ControlFlow::Continue(()), |_| ()).unwrap();
        let (mv, line) = (best.mv, position.line(&RULES));
        let reason = HintReason::of(&position, mv, &RULES);
        let oracle = Oracle { before: position, mv, after: position.play(mv, &RULES).unwrap() };
        assert!(oracle.agrees(reason), "{line} {mv:?}: {reason:?}");
        unexplained += usize::from(reason == HintReason::LooksAhead);
        let mut go_on = || ControlFlow::Continue(());
        let mut prober = Prober::new(&tables, &RULES, &mut go_on);
        let (value, after) = (prober.position(&position), prober.move_value(&[position], mv));
        let (Some(value), Some(after)) = (value, after) else { continue };
        known += 1;
        assert_eq!(after.value, value.value, "{line} {mv:?}: {reason:?} is not the best");
        if reason == HintReason::Wins {
            assert_eq!((after.value, value.value), (Wdl::Win, Wdl::Win), "{line} {mv:?}");
        }
    }
    assert!(known >= 40, "the tables know only {known}");
    assert!(unexplained <= 40, "{unexplained} of 210 have no reason of their own");
}
