// SPDX-License-Identifier: GPL-3.0-or-later
//! Clocks against players who lie, and games over a network that loses lines.

use super::*;
use crate::rows::Watching;
use morris::Rules;
use morris_message::{Answer, MessageGame, Question, Status};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const WHITE: MemberId = 1;
const BLACK: MemberId = 2;

fn line(text: &str) -> Line {
    Line::parse(text).unwrap()
}

fn games(rules: Rules) -> (MessageGame, MessageGame) {
    let white = MessageGame::invite(rules, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
    let black = MessageGame::accept(&white.invitation().to_string(), "Bob".parse().unwrap(), [2; 32]).unwrap();
    (white, black)
}

fn seats(rules: Rules, clock: Option<Clock>) -> Seats {
    let players = ByColor { white: WHITE, black: BLACK };
    Seats::new(Table { id: 1, game: None, players, rules, clock, watching: Watching::Open }, None)
}

/// Returns a game with one minute for each player, in which White has thought for ten seconds.
fn after_ten_seconds() -> (Seats, MessageGame) {
    let (mut white, black) = games(Rules::STANDARD);
    let mut seats = seats(Rules::STANDARD, Some("60+0".parse().unwrap()));
    let acceptance = line(&black.last_line());
    seats.take(WHITE, white.invitation()).unwrap();
    seats.take(BLACK, &acceptance).unwrap();
    white.read_line(&acceptance).unwrap();
    assert!(seats.run(true));
    seats.times.as_mut().unwrap().turn = Some((Color::White, Duration::from_secs(10)));
    (seats, white)
}

/// Returns the time of White’s first move in seconds, if its program says this of a line.
fn time_of(claim: Option<(u32, u64)>) -> f64 {
    let (mut seats, mut white) = after_ten_seconds();
    if let Some((number, seconds)) = claim {
        let game = white.invitation().game().to_owned();
        seats.claim(&Spent { game, number, time: Duration::from_secs(seconds) });
    }
    let d6 = white.write(Turn::parse("d6", white.rules().board).unwrap()).unwrap().into_line();
    let taken = seats.take(WHITE, &line(&d6)).unwrap();
    let time = Duration::from_secs(60) - seats.left().unwrap().white;
    let game = white.invitation().game().to_owned();
    assert_eq!(taken, Taken::New(Some(Spent { game, number: 1, time })));
    time.as_secs_f64()
}

#[test]
fn players_can_misstate_their_time_by_two_seconds() {
    for (claim, expected) in [
        (Some((1, 0)), 8.0),
        (Some((1, 7)), 8.0),
        (Some((1, 9)), 9.0),
        (Some((1, 3600)), 10.0),
        (Some((3, 0)), 10.0),
        (None, 10.0),
    ] {
        let time = time_of(claim);
        assert!((expected..expected + 0.5).contains(&time), "{claim:?}: {time}");
    }
}

#[test]
fn a_move_in_a_whole_game_takes_its_time() {
    let (mut seats, mut white) = after_ten_seconds();
    seats.times.as_mut().unwrap().increment = Duration::from_secs(3);
    white.write(Turn::parse("d6", white.rules().board).unwrap()).unwrap();
    assert_eq!(seats.take(WHITE, &line(&white.whole())), Ok(Taken::New(None)));
    let left = seats.left().unwrap().white.as_secs_f64();
    assert!((52.5..=53.0).contains(&left), "{left}");
}

#[test]
fn clocks_stop_while_a_player_is_away() {
    let (mut seats, _) = after_ten_seconds();
    let pause = || std::thread::sleep(Duration::from_millis(30));
    assert!(seats.run(false) && !seats.run(false));
    let left = seats.left().unwrap();
    pause();
    assert_eq!(seats.left().unwrap(), left);
    assert!(seats.run(true));
    pause();
    let later = seats.left().unwrap();
    assert!(later.white + Duration::from_millis(30) <= left.white && later.black == left.black);
}

/// A network between two players and their room.
struct Network {
    random: StdRng,
    seats: Seats,
    games: [MessageGame; 2],
    /// What each player has sent, and what the room has sent to each.
    sent: [Vec<Line>; 2],
    passed: [Vec<Line>; 2],
}

impl Network {
    fn new(rules: Rules, seed: u64) -> Self {
        let (white, black) = games(rules);
        let mut seats = seats(rules, None);
        seats.take(WHITE, white.invitation()).unwrap();
        let sent = [Vec::new(), vec![line(&black.last_line())]];
        Self { random: StdRng::seed_from_u64(seed), seats, games: [white, black], sent, passed: Default::default() }
    }

    fn is_over(&self) -> bool {
        let is_over = |game: &MessageGame| matches!(game.status(), Status::Over(_));
        self.games.iter().all(is_over) && self.seats.game.as_ref().is_some_and(|game| game.game().outcome().is_some())
    }

    /// What a player sends after a break, or if the room lacks a line.
    fn send_all(&mut self, player: usize) {
        let game = &self.games[player];
        self.sent[player].extend([game.invitation().clone(), line(&game.whole())]);
    }

    /// Ends both connections, and at times also the program of the room.
    fn break_off(&mut self) {
        (self.sent, self.passed) = Default::default();
        if self.random.random_ratio(1, 2) {
            self.seats = Seats::new(self.seats.table.clone(), None);
        }
        (0..2).for_each(|player| self.send_all(player));
    }

    /// Takes a line that arrives: one of the first, and at times one that is lost, or comes again.
    fn arriving(random: &mut StdRng, queue: &mut Vec<Line>) -> Option<Line> {
        let last = queue.len().checked_sub(1)?;
        let place = random.random_range(0..=last.min(2));
        let line = if random.random_ratio(1, 8) { queue[place].clone() } else { queue.remove(place) };
        (!random.random_ratio(1, 8)).then_some(line)
    }

    fn step(&mut self) {
        let player = self.random.random_range(0..2);
        if self.random.random_ratio(1, 200) || [&self.sent, &self.passed].into_iter().flatten().all(Vec::is_empty) {
            self.break_off();
        } else if self.random.random_ratio(1, 3) {
            self.write(player);
        } else if self.random.random_ratio(1, 2) {
            if let Some(line) = Self::arriving(&mut self.random, &mut self.sent[player]) {
                self.take(player, line);
            }
        } else if let Some(line) = Self::arriving(&mut self.random, &mut self.passed[player]) {
            if matches!(self.games[player].read_line(&line), Ok(Reading::Missing)) {
                self.send_all(player);
            }
        }
    }

    /// Lets the room take a line.
    fn take(&mut self, player: usize, line: Line) {
        match self.seats.take([WHITE, BLACK][player], &line) {
            Ok(Taken::Claim) => self.passed[player].push(line),
            Ok(_) => self.passed.iter_mut().for_each(|queue| queue.push(line.clone())),
            Err(Refusal::Missing) => self.send_all(player),
            Err(_) => {}
        }
        if let Some(asked) = self.seats.asks.take() {
            self.send_all(usize::from(asked == BLACK));
        }
    }

    /// Lets everything arrive once after a last break.
    fn exchange_all(&mut self) {
        self.break_off();
        while let Some(player) = (0..2).find(|&player| !self.sent[player].is_empty()) {
            let line = self.sent[player].remove(0);
            self.take(player, line);
            for (game, passed) in self.games.iter_mut().zip(&mut self.passed) {
                passed.drain(..).for_each(|line| _ = game.read_line(&line));
            }
        }
    }

    fn write(&mut self, player: usize) {
        let game = &mut self.games[player];
        let moves = game.game().position().legal_moves(game.rules());
        let turn = match game.status() {
            Status::YourAnswer(_) => Turn::Answer(Answer::Decline),
            Status::YourTurn if self.random.random_ratio(1, 20) => Turn::Ask(Question::Draw),
            Status::YourTurn => Turn::Move(moves[self.random.random_range(0..moves.len())]),
            Status::FriendsTurn if self.random.random_ratio(1, 300) => Turn::Resign,
            _ => return,
        };
        let written = game.write(turn).unwrap().into_line();
        self.sent[player].push(line(&written));
    }
}

#[test]
fn lines_that_are_late_lost_or_doubled_lead_to_the_same_game() {
    for (seed, rules) in (0..).zip(Rules::PRESETS) {
        let mut network = Network::new(rules, seed);
        let mut steps = 0;
        while !network.is_over() {
            network.step();
            steps += 1;
            assert!(steps < 100_000, "{}: the game does not end", rules.id());
        }
        network.exchange_all();
        let [white, black] = &network.games;
        assert_eq!(white.whole(), black.whole(), "{}", rules.id());
        let seen = network.seats.game.as_ref().unwrap().game();
        assert_eq!(seen.outcome(), white.game().outcome(), "{}", rules.id());
        assert_eq!(seen.played(), white.game().played(), "{}", rules.id());
    }
}

#[test]
fn turns_of_the_other_side_in_a_whole_game_need_both_players() {
    for word in ["d6", "+resign"] {
        let (mut white, black) = games(Rules::STANDARD);
        let mut seats = seats(Rules::STANDARD, None);
        let acceptance = line(&black.last_line());
        seats.take(WHITE, white.invitation()).unwrap();
        seats.take(BLACK, &acceptance).unwrap();
        white.read_line(&acceptance).unwrap();
        white.write(Turn::parse(word, white.rules().board).unwrap()).unwrap();
        let whole = line(&white.whole());
        let last = |seats: &Seats| seats.game.as_ref().unwrap().last_number();
        for asked in [Some(WHITE), None] {
            assert_eq!(seats.take(BLACK, &whole), Ok(Taken::Claim), "{word}: Black could have made it up");
            assert_eq!((last(&seats), seats.asks.take()), (0, asked), "{word}: White is asked once");
        }
        assert_eq!(seats.take(WHITE, &whole), Ok(Taken::New(None)));
        assert_eq!((last(&seats), seats.asks.take()), (1, Some(BLACK)), "{word}: Black can have more turns");
    }
}
