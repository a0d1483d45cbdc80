// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole games by all rules, whose lines arrive late, several times, and in any order.

use morris::{Color, Move, Rules};
use morris_message::{ColorChoice, MessageGame, Reading, Status, Turn, Version};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::support::{invited, invited_in, random_turn};

/// A player, and all lines that the other one has sent.
struct Side {
    game: MessageGame,
    mail: Vec<String>,
}

/// The two players of a game.
struct Pair {
    sides: [Side; 2],
    random: Xoshiro256PlusPlus,
}

impl Pair {
    fn new(version: Version, rules: Rules, seed: u64) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let color = *ColorChoice::ALL.choose(&mut random).unwrap();
        let (ann, bob) = invited_in(version, rules, color, seed as u8);
        let mail = vec![bob.last_line()];
        Self { sides: [Side { game: ann, mail }, Side { game: bob, mail: Vec::new() }], random }
    }

    /// Lets a player write a line, if it may.
    fn write(&mut self, side: usize, turn: Option<Turn>) {
        let Some(line) = turn.and_then(|turn| self.sides[side].game.write(turn).ok()) else { return };
        self.sides[1 - side].mail.push(line.into_line());
    }

    /// Lets a player read a line, and checks the answer.
    fn read(&mut self, side: usize, line: &str) -> bool {
        let Side { game, .. } = &mut self.sides[side];
        let before = game.clone();
        let reading = game.read(line);
        let is_over = matches!(game.status(), Status::Over(_));
        match reading {
            Ok(Reading::Applied(_)) => assert_ne!(*game, before),
            Ok(Reading::PlayedAlready | Reading::Missing) => assert_eq!(*game, before),
            Ok(Reading::OverAlready) => assert!(is_over && *game == before),
            other => panic!("{line}: {other:?} in {}", before.whole()),
        }
        *game != before
    }

    fn read_one(&mut self, side: usize) {
        if let Some(line) = self.sides[side].mail.choose(&mut self.random).cloned() {
            self.read(side, &line);
        }
    }

    fn step(&mut self, resign: u32) {
        let side = self.random.random_range(0..2);
        match self.random.random_range(0..100) {
            0..30 => {
                let turn = random_turn(&self.sides[side].game, &mut self.random);
                self.write(side, turn);
            }
            30..95 => self.read_one(side),
            95 if self.random.random_range(0..100) < resign => self.write(side, Some(Turn::Resign)),
            99 if self.random.random_range(0..100) < resign => self.write(side, Some(Turn::Time)),
            96 => {
                let whole = self.sides[1 - side].game.whole();
                self.read(side, &whole);
            }
            97 => {
                let own = self.sides[side].game.last_line();
                self.read(side, &own);
            }
            98 => self.reopen(side),
            _ => {}
        }
    }

    fn reopen(&mut self, side: usize) {
        let opened = MessageGame::from_toml(&self.sides[side].game.to_toml()).unwrap();
        assert_eq!(opened, self.sides[side].game);
        self.sides[side].game = opened;
    }

    fn is_over(&self) -> bool {
        self.sides.iter().all(|side| matches!(side.game.status(), Status::Over(_)))
    }

    /// Delivers everything until nothing changes, in random order.
    fn deliver(&mut self) {
        loop {
            let mut changed = false;
            for side in 0..2 {
                let mut lines = self.sides[side].mail.clone();
                lines.shuffle(&mut self.random);
                for line in lines {
                    changed |= self.read(side, &line);
                }
            }
            if !changed {
                break;
            }
        }
    }

    fn agree(&self) {
        let [ann, bob] = &self.sides;
        assert_eq!(ann.game.game().played(), bob.game.game().played());
        assert_eq!(ann.game.game().outcome(), bob.game.game().outcome());
        assert_eq!(ann.game.whole(), bob.game.whole());
        assert_ne!(ann.game.color(), bob.game.color());
    }
}

#[test]
fn games_by_all_rules_are_the_same_on_both_sides() {
    let (mut passes, mut over) = (0, 0);
    for (index, rules) in (0..).zip(Rules::PRESETS) {
        // Passes are rare.
        let seeds = if rules.id() == "shax" { 6 } else { 2 };
        for (seed, version) in (0..seeds).flat_map(|seed| Version::ALL.map(|version| (seed, version))) {
            let mut pair = Pair::new(version, rules, 100 * index + seed);
            for _ in 0..4_000 {
                pair.step(if seed == 0 { 3 } else { 0 });
                if pair.is_over() {
                    break;
                }
            }
            pair.deliver();
            pair.agree();
            passes += pair.sides[0].game.game().played().iter().filter(|&&mv| mv == Move::PASS).count();
            over += usize::from(pair.is_over());
        }
    }
    assert!(passes > 0 && over > 60, "{passes} passes, {over} games are over");
}

/// In these games, players resign while lines of the other are under way.
#[test]
fn resignations_that_cross_with_other_lines_end_the_game_in_the_same_way() {
    let (mut by_color, mut void) = ([0, 0], 0);
    for seed in 0..300 {
        let rules = if seed % 3 == 0 { "shax".parse().unwrap() } else { Rules::STANDARD };
        let version = Version::ALL[seed as usize % 2];
        let mut pair = Pair::new(version, rules, seed);
        let length = pair.random.random_range(10..400);
        (0..length).for_each(|_| pair.step(0));
        let written = |pair: &Pair| pair.sides.iter().map(|side| side.game.game().cursor()).max().unwrap();
        // Both players write without reading.
        for _ in 0..3 {
            let side = pair.random.random_range(0..2);
            let turn = random_turn(&pair.sides[side].game, &mut pair.random);
            pair.write(side, turn);
        }
        for side in 0..2 {
            match pair.random.random_range(0..6) {
                0..4 => pair.write(side, Some(Turn::Resign)),
                4 => pair.write(side, Some(Turn::Time)),
                _ => {}
            }
        }
        let before = written(&pair);
        pair.deliver();
        pair.agree();
        void += usize::from(written(&pair) < before);
        if let Some(winner) = pair.sides[0].game.game().outcome().and_then(|outcome| outcome.winner()) {
            by_color[usize::from(winner == Color::White)] += 1;
        }
    }
    assert!(by_color.iter().all(|&count| count > 25) && void > 5, "{by_color:?}, {void}");
}

/// Without a draw, a game could go on forever, and the line of a whole game would have no limit.
#[test]
fn a_game_without_end_is_drawn() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut ann, mut bob) = invited("compo".parse().unwrap(), ColorChoice::White, 9);
    ann.read(&bob.whole()).unwrap();
    let sides = [&mut ann, &mut bob];
    while !matches!(sides[0].status(), Status::Over(_)) {
        let moves = sides[0].game().position().legal_moves(sides[0].rules());
        let quiet: Vec<_> = moves.iter().copied().filter(|mv| mv.removed.is_empty()).collect();
        let mv = *quiet.choose(&mut random).or(moves.first()).unwrap();
        let writer = usize::from(sides[0].status() == Status::FriendsTurn);
        let line = sides[writer].write(Turn::Move(mv)).unwrap().into_line();
        sides[1 - writer].read(&line).unwrap();
    }
    let most = morris_message::LAST_NUMBER as usize;
    assert!(ann.game().cursor() == most || ann.game().outcome().unwrap().winner().is_some(), "{}", ann.game().cursor());
    assert_eq!(ann.status(), bob.status());
    assert_eq!(MessageGame::from_toml(&ann.to_toml()).unwrap(), ann);
    assert!(ann.whole().len() < morris_message::MAX_TEXT_BYTES);
}
