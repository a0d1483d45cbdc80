// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the engine's thread with any order of commands. A script delivers each command after a
//! number of polls, so that no test depends on time.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::engine_thread::{Command, Inbox, Interruption, Setting, Worker};
use super::{EngineOptions, Event, EventKind, Limits, Request, RequestId, Strength, TimeControl};
use morris::{ByColor, Position, Rules};
use morris_solved::tablebase::Tables;

/// Positions with few men in hand, with and without tables, so that placements are played out.
const LINES: [&str; 4] = [
    "W.B/.../..W/....../.../.../B.. b 3 4 0",
    "B.W/.BW/.../.W.BW./..B/.B./WB. w 2 2 0",
    "BWW/.BW/.../.W.BWB/..B/WB./W.B w 1 1 0",
    ".../W.B/.BW/....BB/.B./.WB/B.. b 0 0 3",
];

/// Events in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LoggedStep {
    Asked(u64),
    Stopped,
    ToldToMove,
    Set,
    /// The worker waits for the next command.
    Idle,
    Answered(u64),
    Failed(u64, String),
}

type Steps = Rc<RefCell<Vec<LoggedStep>>>;

/// Delivers each command after a number of polls, or when there is nothing else to wait for.
struct Script {
    /// Number of polls without a result before each command.
    commands: VecDeque<(u64, Command)>,
    steps: Steps,
    /// Number of polls after which it panics.
    breaks_after: Option<u64>,
    /// Deadline of the worker's last wait before an answer.
    waited_until: Rc<Cell<Option<Instant>>>,
}

impl Script {
    fn take(&mut self) -> Option<Command> {
        let (_, command) = self.commands.pop_front()?;
        self.steps.borrow_mut().push(match &command {
            Command::Set(_) => LoggedStep::Set,
            Command::Interrupt(Interruption::Think(request)) => LoggedStep::Asked(request.id.0),
            Command::Interrupt(Interruption::Stop | Interruption::Quit) => LoggedStep::Stopped,
            Command::Interrupt(Interruption::MoveNow) => LoggedStep::ToldToMove,
        });
        Some(command)
    }
}

impl Inbox for Script {
    fn poll(&mut self) -> Result<Command, TryRecvError> {
        let left = self.breaks_after.map(|looks| looks - 1);
        self.breaks_after = left.filter(|&looks| looks > 0);
        assert!(left != Some(0), "as the script has it");
        match self.commands.front_mut() {
            Some((0, _)) => self.take().ok_or(TryRecvError::Empty),
            Some((looks, _)) => {
                *looks -= 1;
                Err(TryRecvError::Empty)
            }
            None => Err(TryRecvError::Empty),
        }
    }

    fn wait_until(&mut self, time: Instant) -> Result<Command, RecvTimeoutError> {
        self.waited_until.set(Some(time));
        self.poll().map_err(|_| RecvTimeoutError::Timeout)
    }

    fn wait(&mut self) -> Option<Command> {
        self.steps.borrow_mut().push(LoggedStep::Idle);
        self.take()
    }
}

/// Runs a worker with a script. Returns the events, and the deadline of the last wait before an
/// answer.
fn run(commands: Vec<(u64, Command)>, breaks_after: Option<u64>) -> (Vec<LoggedStep>, Option<Instant>) {
    let (steps, waited_until) = (Steps::default(), Rc::default());
    let script = Script {
        commands: commands.into(),
        steps: Rc::clone(&steps),
        breaks_after,
        waited_until: Rc::clone(&waited_until),
    };
    let callback = |Event { id: RequestId(id), kind }| {
        steps.borrow_mut().push(match kind {
            EventKind::Info(_) => return,
            EventKind::Best(_) | EventKind::NoMove => LoggedStep::Answered(id),
            EventKind::Failed(words) => LoggedStep::Failed(id, words),
        });
    };
    Worker::new(script, callback).run();
    (steps.take(), waited_until.get())
}

fn request(id: u64, line: &str, strength: Strength) -> Request {
    let rules = Rules::STANDARD;
    Request {
        id: RequestId(id),
        seed: id,
        ..Request::new(rules, vec![Position::parse(line, &rules).unwrap()], strength)
    }
}

fn ask(request: Request) -> Command {
    Command::Interrupt(Interruption::Think(Box::new(request)))
}

fn nodes(nodes: u64) -> Strength {
    Strength::Limits(Limits { nodes: Some(nodes), ..Limits::default() })
}

/// Every request is answered exactly once, except for requests that were stopped or replaced, which
/// are not answered.
fn check(steps: &[LoggedStep]) {
    let (mut asked, mut told) = (None, false);
    for step in steps {
        match *step {
            LoggedStep::Asked(id) => (asked, told) = (Some(id), false),
            LoggedStep::Stopped => asked = None,
            LoggedStep::ToldToMove => told = asked.is_some(),
            LoggedStep::Set => {}
            LoggedStep::Idle => assert_eq!(asked, None, "forgotten: {steps:?}"),
            LoggedStep::Answered(id) => assert_eq!(asked.take(), Some(id), "not asked for: {steps:?}"),
            LoggedStep::Failed(..) => panic!("{steps:?}"),
        }
        let waits = told && asked.is_some() && !matches!(step, LoggedStep::ToldToMove);
        assert!(!waits, "told to move, it does something else: {steps:?}");
    }
}

/// Returns commands in any order. The first one requests a move, and so does about every third.
fn any_commands(first: u64, chance: &mut Xoshiro256PlusPlus, tables: &Arc<Tables>) -> Vec<(u64, Command)> {
    let any_request = |id, chance: &mut Xoshiro256PlusPlus| {
        // A request without a limit is ended by a later command. Playing out seven placements is
        // slow.
        let (line, limit) = *[(0, u64::MAX), (1, 200), (2, 200), (2, 3_000), (3, u64::MAX)].choose(chance).unwrap();
        let strength = if limit == u64::MAX || chance.random_ratio(1, 3) { Strength::FULL } else { nodes(limit) };
        let min_time = Duration::from_millis(chance.random_range(0..2));
        ask(Request { min_time, ..request(id, LINES[line], strength) })
    };
    let mut commands = vec![(0, any_request(first, chance))];
    for id in first + 1..=first + chance.random_range(3..8) {
        // Usually at once, because that is the critical case.
        let looks = *[0, 0, 0, 1, 2, 5, 20, 60].choose(chance).unwrap();
        commands.push((
            looks,
            match chance.random_range(0..6) {
                0 | 1 => any_request(id, chance),
                2 => Command::Interrupt(Interruption::Stop),
                3 => Command::Interrupt(Interruption::MoveNow),
                4 => Command::Set(Setting::Options(EngineOptions {
                    memory_mib: 1,
                    threads: 1,
                    thinking_time: Duration::from_micros(chance.random_range(0..400)),
                })),
                _ => Command::Set(Setting::Tables(if chance.random() { Arc::clone(tables) } else { Arc::default() })),
            },
        ));
    }
    commands.push((3, Command::Interrupt(Interruption::MoveNow)));
    commands
}

pub(super) fn shipped_tables() -> Arc<Tables> {
    let (tables, refused) = Tables::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/endgame"));
    assert!(refused.is_empty() && !tables.is_empty());
    Arc::new(tables)
}

#[test]
fn no_order_of_commands_loses_a_request_or_answers_one_twice() {
    let tables = shipped_tables();
    let (mut asked, mut answered) = (0, 0);
    for seed in 0..100 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = EngineOptions { memory_mib: 1, threads: 1, thinking_time: Duration::from_micros(200) };
        let mut commands = vec![(0, Command::Set(Setting::Options(options)))];
        // A hundred requests to one worker, which caches data that is slow to create.
        for number in 0..100 {
            commands.extend(any_commands(number * 10, &mut chance, &tables));
        }
        let (steps, _) = run(commands, None);
        check(&steps);
        asked += steps.iter().filter(|step| matches!(step, LoggedStep::Asked(_))).count();
        answered += steps.iter().filter(|step| matches!(step, LoggedStep::Answered(_))).count();
    }
    assert!(answered > 8_000 && asked - answered > 5_000, "{answered} of {asked}");
}

#[test]
fn three_commands_in_one_look_are_taken_one_after_the_other() {
    let tables = shipped_tables();
    for looks in 0..40 {
        let (steps, _) = run(
            vec![
                (0, Command::Set(Setting::Tables(Arc::clone(&tables)))),
                (0, ask(request(1, LINES[0], Strength::Perfect))),
                (looks, Command::Interrupt(Interruption::Stop)),
                (0, ask(request(2, LINES[0], Strength::Perfect))),
                (0, Command::Interrupt(Interruption::MoveNow)),
            ],
            None,
        );
        check(&steps);
        assert!(
            steps.contains(&LoggedStep::Answered(2)) && !steps.contains(&LoggedStep::Answered(1)),
            "{looks}: {steps:?}"
        );
    }
}

#[test]
fn panicking_search_is_reported_and_the_next_one_is_answered() {
    for threads in 1..=2 {
        let options = EngineOptions { memory_mib: 1, threads, ..EngineOptions::default() };
        let (steps, _) = run(
            vec![
                (0, Command::Set(Setting::Options(options))),
                (0, ask(request(1, LINES[1], nodes(u64::MAX)))),
                (100, ask(request(2, LINES[1], Strength::Limits(Limits { depth: Some(1), ..Limits::default() })))),
            ],
            Some(50),
        );
        let words = "as the script has it".to_owned();
        assert!(steps.contains(&LoggedStep::Failed(1, words)) && steps.contains(&LoggedStep::Answered(2)), "{steps:?}");
    }
}

#[test]
fn a_natural_delay_is_kept_but_never_costs_the_game() {
    let depth = Strength::Limits(Limits { depth: Some(1), ..Limits::default() });
    let waits = |min_time, clock| {
        let before = Instant::now();
        let (steps, until) = run(vec![(0, ask(Request { min_time, clock, ..request(1, LINES[1], depth) }))], None);
        assert!(steps.contains(&LoggedStep::Answered(1)));
        let (until, after) = (until.unwrap(), Instant::now());
        // Counted from the request, which was made between these two times.
        (until - before, until.saturating_duration_since(after))
    };
    let long = Duration::from_secs(1_000_000);
    let (most, least) = waits(long, None);
    assert!(most >= long && least <= long, "{most:?} {least:?}");
    let left = ByColor { white: Duration::from_secs(2), black: long };
    let clock = TimeControl { left, increment: Duration::ZERO };
    let (_, least) = waits(long, Some(clock));
    assert!(least <= clock.share(morris::Color::White), "{least:?}");
    assert!(waits(Duration::from_secs(1), Some(clock)).1 < Duration::from_secs(1));
}
