// SPDX-License-Identifier: GPL-3.0-or-later
//! The built-in engine as a program for user interfaces.

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::command::{Command, Go, Start};
use super::options::{Afterwards, Options, ReadRules};
use super::path_count::PathCount;
use super::thinking::{Limit, Thinking, info_line, info_line_after_end};
use crate::position_formats::PartialPosition;
use crate::process::Line;
use crate::tracked_game::TrackedGame;
use morris::{ByColor, escape, text_picture};
use morris_engine::{
    Engine, EngineOptions, Evaluator, Event, EventKind, Limits, Reports, Request, RequestId, Skill, Strength,
    TimeControl,
};
use morris_solved::tablebase::{Tables, check_folder};

/// Time for a search with a limit to end by itself after the user interface has gone.
const GRACE: Duration = Duration::from_secs(1);

const REFUSED: &str = "there is no position, since the last one was refused";

enum Message {
    Line(Line),
    End,
    Engine(Event),
    /// A line of a path count.
    Counted(String),
    CountEnds(RequestId),
}

/// Sends lines to the server. Dropping it tells the server that the user interface has gone.
#[derive(Debug)]
pub struct LineSender(Sender<Message>);

impl LineSender {
    /// Sends a line. Breaks if the server has ended.
    pub fn send(&self, line: Line) -> ControlFlow<()> {
        if self.0.send(Message::Line(line)).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Drop for LineSender {
    fn drop(&mut self) {
        let _ = self.0.send(Message::End);
    }
}

/// The built-in engine as a program for user interfaces.
pub struct UciServer<W> {
    inbox: Receiver<Message>,
    outbox: Sender<Message>,
    say: W,
    engine: Engine,
    tables: Arc<Tables>,
    options: Options,
    read_rules: ReadRules,
    in_play: TrackedGame,
    /// Whether the last position was refused. The following commands must not be answered for the
    /// earlier position.
    refused: bool,
    thinking: Option<Thinking>,
    /// Commands from the first `go` that arrived between a stopped search and its answer.
    waiting: VecDeque<Line>,
    counting: Option<(RequestId, PathCount)>,
    id: RequestId,
    seed: u64,
}

impl<W: FnMut(&str) -> io::Result<()>> UciServer<W> {
    /// Creates a server that sends its lines through `say`, and the sender for its input lines.
    /// `seed` makes games differ as long as no seed is set. `tables` are the tables of solved
    /// positions until the user interface names others. `read_rules` reads the value of the option
    /// `Rules`.
    pub fn new(seed: u64, tables: Arc<Tables>, read_rules: ReadRules, say: W) -> (Self, LineSender) {
        let (outbox, inbox) = mpsc::channel();
        let options = Options::default();
        let server = Self {
            inbox,
            say,
            engine: start_engine(&outbox, &tables),
            tables,
            options,
            read_rules,
            in_play: TrackedGame::new(options.rules),
            refused: false,
            thinking: None,
            waiting: VecDeque::new(),
            counting: None,
            id: RequestId(0),
            seed,
            outbox: outbox.clone(),
        };
        (server, LineSender(outbox))
    }

    /// Serves until `quit`, or until the user interface has gone.
    ///
    /// # Errors
    /// Returns an error if `say` fails.
    pub fn run(mut self) -> io::Result<()> {
        while let Ok(message) = self.inbox.recv() {
            match message {
                Message::Line(line) if self.has_to_wait(&line) => self.waiting.push_back(line),
                Message::Line(line) => {
                    if self.execute_line(line)?.is_break() {
                        return self.shut_down(Duration::ZERO);
                    }
                }
                Message::End => return self.shut_down(GRACE),
                Message::Engine(event) => self.on_engine_event(event)?,
                Message::Counted(line) => (self.say)(&line)?,
                Message::CountEnds(id) => self.end_count(id),
            }
        }
        Ok(())
    }

    /// Returns `true` if a line must wait. A `go` after a stopped search waits until that search is
    /// answered. Later lines wait behind it, since its position and options must be those at the
    /// time of the request.
    fn has_to_wait(&self, line: &Line) -> bool {
        let is_quit = first_word(line) == Some("quit");
        self.is_stopping() && !is_quit && (!self.waiting.is_empty() || first_word(line) == Some("go"))
    }

    /// Returns `true` if a search was stopped and its answer is still to come.
    fn is_stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.limit == Limit::Stopped)
    }

    /// Executes the waiting lines up to the next one that must wait.
    fn execute_waiting(&mut self) -> io::Result<()> {
        while let Some(line) = self.waiting.pop_front() {
            if self.is_stopping() && first_word(&line) == Some("go") {
                self.waiting.push_front(line);
                break;
            }
            // `quit` never waits.
            let _ = self.execute_line(line)?;
        }
        Ok(())
    }

    /// Executes a line. Breaks after `quit`.
    fn execute_line(&mut self, line: Line) -> io::Result<ControlFlow<()>> {
        let Line::Text(line) = line else {
            // Only a line with a position is ever so long.
            self.refused = true;
            self.print_error("the line is too long")?;
            return Ok(ControlFlow::Continue(()));
        };
        match line.parse() {
            Ok(Command::Quit) => return Ok(ControlFlow::Break(())),
            Ok(command) => self.execute(command)?,
            Err(error) => {
                let command = line.split_whitespace().next();
                self.refused |= command == Some("position");
                self.print_error(error)?;
                // The user interface waits for a move after every `go`.
                if command == Some("go") && self.thinking.is_none() {
                    (self.say)("bestmove none")?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.identify(),
            Command::IsReady => (self.say)("readyok"),
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => self.set_position(start, &moves),
            Command::Go(_) if self.thinking.is_some() => self.print_error("a search is under way: say stop first"),
            Command::Go(_) if self.refused => {
                self.print_error(REFUSED)?;
                (self.say)("bestmove none")
            }
            Command::Perft(_) | Command::Eval if self.refused => self.print_error(REFUSED),
            Command::Go(go) => self.go(go),
            Command::Stop => self.stop(),
            Command::Draw => self.draw(),
            Command::Perft(depth) => self.count_paths(depth),
            Command::Eval => self.evaluate(),
            Command::Quit | Command::Nothing => Ok(()),
        }
    }

    fn print_error(&mut self, error: impl std::fmt::Display) -> io::Result<()> {
        (self.say)(&format!("info string error: {error}"))
    }

    fn identify(&mut self) -> io::Result<()> {
        (self.say)(&format!("id name {} {}", "Nine Men's Morris", env!("CARGO_PKG_VERSION")))?;
        (self.say)("id author the Nine Men's Morris contributors")?;
        Options::lines().try_for_each(|line| (self.say)(&line))?;
        (self.say)("uciok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        if let Some(name) = Options::without_effect(name) {
            return (self.say)(&format!("info string option {name} is known, but changes nothing here"));
        }
        match self.options.set(name, value, self.read_rules) {
            Ok(Afterwards::OpenTables) => return self.open_tables(value),
            Ok(Afterwards::Nothing) => {}
            Err(error) => return self.print_error(error),
        }
        if *self.in_play.game().rules() != self.options.rules {
            self.in_play = TrackedGame::new(self.options.rules);
        }
        Ok(())
    }

    /// Uses the tables of a folder instead of the current ones. An empty value means no tables. A
    /// path that is not a folder changes nothing.
    fn open_tables(&mut self, folder: &str) -> io::Result<()> {
        let (tables, refused) = match folder {
            "" | "<empty>" => (Tables::none(), Vec::new()),
            folder => match check_folder(folder.as_ref()) {
                Ok(()) => Tables::open(folder.as_ref()),
                Err(error) => return self.print_error(error),
            },
        };
        self.tables = Arc::new(tables);
        self.engine.set_tables(Arc::clone(&self.tables));
        refused.iter().try_for_each(|error| self.print_error(error))
    }

    /// Starts a new engine, since its transposition table is empty.
    fn new_game(&mut self) -> io::Result<()> {
        if self.thinking.is_none() {
            self.engine = start_engine(&self.outbox, &self.tables);
        }
        self.in_play = TrackedGame::new(self.options.rules);
        self.refused = false;
        Ok(())
    }

    /// Sets the position. After an error the game stays as it was, but commands are refused until a
    /// valid position arrives.
    fn set_position(&mut self, start: Start, moves: &str) -> io::Result<()> {
        self.refused = true;
        let rules = self.options.rules;
        let mut game = match start {
            Start::Beginning => TrackedGame::new(rules),
            Start::Fen(text) => match PartialPosition::read(&text, &rules) {
                Ok(partial_position) => TrackedGame::from_partial_position(rules, partial_position),
                Err(error) => return self.print_error(error),
            },
        };
        match game.play_words(moves) {
            Ok(()) => (self.in_play, self.refused) = (game, false),
            Err(error) => self.print_error(error)?,
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        self.counting = None;
        if let Some(outcome) = self.in_play.outcome() {
            (self.say)(&info_line_after_end(outcome))?;
            return (self.say)("bestmove none");
        }
        self.id.0 += 1;
        let (strength, thinking_time) = self.strength(&go);
        let clock = self.clock(&go);
        self.engine.set_options(EngineOptions { thinking_time, ..self.options.engine });
        self.engine.think(Request {
            id: self.id,
            rules: self.options.rules,
            positions: self.in_play.game().positions().to_vec(),
            search_moves: self.in_play.finishes(),
            strength,
            seed: self.options.seed.unwrap_or_else(|| self.seed.wrapping_add(self.id.0)),
            min_time: Duration::ZERO,
            clock,
            reports: Reports::EachDepth,
        });
        let endless = strength == Strength::Limits(Limits::default()) && clock.is_none();
        let limit = if go.infinite || endless { Limit::Stop } else { Limit::Bounded };
        self.thinking = Some(Thinking { id: self.id, game: self.in_play.clone(), limit, answer: None });
        Ok(())
    }

    /// Returns the strength for a search, and the thinking time of the strongest level.
    fn strength(&self, go: &Go) -> (Strength, Duration) {
        let time = go.movetime.filter(|_| !go.infinite).map(|time| time.saturating_sub(self.options.overhead));
        let thinking_time = time.unwrap_or(self.options.engine.thinking_time);
        let limits = Limits { depth: go.depth, nodes: go.nodes, time, ..Limits::default() };
        let limited = go.depth.is_some() || go.nodes.is_some() || go.infinite;
        let strength = match self.options.skill().filter(|_| !limited) {
            None => Strength::Limits(limits),
            Some(Skill::Depth(depth)) if time.is_some() => {
                Strength::Limits(Limits { depth: Some(depth.plies()), ..limits })
            }
            Some(skill) => skill.into(),
        };
        (strength, thinking_time)
    }

    /// Returns the clock that the user interface reports, reduced by the overhead per move.
    fn clock(&self, go: &Go) -> Option<TimeControl> {
        let side = self.in_play.game().position().side();
        let left = go.time[side].filter(|_| !go.infinite)?;
        let less = |time: Duration| time.saturating_sub(self.options.overhead);
        let left = ByColor::from_fn(|color| less(go.time[color].unwrap_or(left)));
        Some(TimeControl { left, increment: less(go.increment[side]) })
    }

    fn stop(&mut self) -> io::Result<()> {
        self.counting = None;
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        thinking.limit = Limit::Stopped;
        self.engine.move_now();
        self.answer()
    }

    fn on_engine_event(&mut self, event: Event) -> io::Result<()> {
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.id == event.id) else {
            return Ok(());
        };
        thinking.answer = Some(match event.kind {
            EventKind::Info(found) => return (self.say)(&info_line(&found, &thinking.game)),
            EventKind::Best(best) => thinking.game.word(best.mv),
            EventKind::NoMove => "none".to_owned(),
            EventKind::Failed(reason) => {
                thinking.answer = Some("none".to_owned());
                self.print_error(format!("the search broke down: {}", escape(&reason)))?;
                return self.answer();
            }
        });
        self.answer()
    }

    /// Sends the answer if there is one and it is due, and then executes the waiting lines.
    fn answer(&mut self) -> io::Result<()> {
        let due = |thinking: &mut Thinking| thinking.limit != Limit::Stop && thinking.answer.is_some();
        let Some(word) = self.thinking.take_if(due).and_then(|thinking| thinking.answer) else { return Ok(()) };
        (self.say)(&format!("bestmove {word}"))?;
        self.execute_waiting()
    }

    /// Sends the answers to the current search and to waiting ones. A search that does not end
    /// within `grace` answers with its best move so far.
    fn shut_down(mut self, grace: Duration) -> io::Result<()> {
        let end = Instant::now() + grace;
        while self.thinking.is_some() || self.counting.is_some() {
            let left = match &self.thinking {
                Some(Thinking { limit: Limit::Stopped, .. }) => GRACE,
                Some(Thinking { limit: Limit::Stop, .. }) => Duration::ZERO,
                _ => end.saturating_duration_since(Instant::now()),
            };
            match self.inbox.recv_timeout(left) {
                Ok(Message::Engine(event)) => self.on_engine_event(event)?,
                Ok(Message::Counted(line)) => (self.say)(&line)?,
                Ok(Message::CountEnds(id)) => self.end_count(id),
                Ok(Message::Line(_) | Message::End) => {}
                Err(RecvTimeoutError::Timeout) if !self.is_stopping() => self.stop()?,
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let partial_position = self.in_play.partial_position();
        text_picture(&partial_position.position, self.in_play.game().rules())
            .lines()
            .try_for_each(|line| (self.say)(line))?;
        (self.say)(&format!("position {}", partial_position.line(self.in_play.game().rules())))?;
        (self.say)(&format!("key {:016x}", partial_position.position.hash()))?;
        match self.in_play.outcome() {
            Some(outcome) => (self.say)(&format!("result {}", outcome.result())),
            None => Ok(()),
        }
    }

    fn count_paths(&mut self, depth: u32) -> io::Result<()> {
        self.id.0 += 1;
        let (id, outbox) = (self.id, self.outbox.clone());
        let tell = move |line: Option<String>| {
            _ = outbox.send(line.map_or(Message::CountEnds(id), Message::Counted));
        };
        let game = self.in_play.game();
        self.counting = Some((id, PathCount::start(*game.position(), *game.rules(), depth, tell)));
        Ok(())
    }

    fn end_count(&mut self, id: RequestId) {
        self.counting.take_if(|(of_count, _)| *of_count == id);
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let game = self.in_play.game();
        let value = Evaluator::new(game.rules()).value(game.position());
        (self.say)(&format!("eval {value} men for the side to move, without a search"))
    }
}

fn first_word(line: &Line) -> Option<&str> {
    match line {
        Line::Text(line) => line.split_whitespace().next(),
        Line::TooLong => None,
    }
}

fn start_engine(outbox: &Sender<Message>, tables: &Arc<Tables>) -> Engine {
    let outbox = outbox.clone();
    let engine = Engine::start(move |event| _ = outbox.send(Message::Engine(event)));
    engine.set_tables(Arc::clone(tables));
    engine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panicking_search_is_reported_and_answered_with_no_move() {
        let mut said = Vec::new();
        let say = |line: &str| {
            said.push(line.to_owned());
            Ok(())
        };
        let (mut server, input) = UciServer::new(1, Arc::default(), |_| Err(None), say);
        server.go(Go { nodes: Some(1), ..Go::default() }).unwrap();
        // This event comes before all events of the engine, which wait in the inbox.
        server.on_engine_event(Event { id: RequestId(1), kind: EventKind::Failed("no\npaths".to_owned()) }).unwrap();
        drop(input);
        server.run().unwrap();
        assert_eq!(said, ["info string error: the search broke down: no\\npaths", "bestmove none"]);
    }
}
