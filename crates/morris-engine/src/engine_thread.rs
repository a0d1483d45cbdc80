// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine on its own thread: the handle that sends commands, and the worker that thinks and
//! answers.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::{BestMove, EngineOptions, Event, EventKind, Reports, Request, Searcher};
use morris_solved::tablebase::Tables;

/// Command from the handle to the worker.
#[derive(Debug)]
pub(super) enum Command {
    Interrupt(Interruption),
    Set(Setting),
}

/// Change of settings between two requests.
#[derive(Debug)]
pub(super) enum Setting {
    Options(EngineOptions),
    Tables(Arc<Tables>),
}

/// Reason for ending the work on a request.
#[derive(Debug)]
pub(super) enum Interruption {
    /// Replaces the request without an answer.
    Think(Box<Request>),
    /// Stops without an answer.
    Stop,
    /// Answers at once.
    MoveNow,
    /// Stops without an answer and ends the thread.
    Quit,
}

/// An engine on its own thread. None of its methods block. Only dropping it does: it stops the
/// thread and joins it.
///
/// ```
/// use morris::{Position, Rules};
/// use morris_engine::{Engine, EventKind, Level, Request, Strength};
/// use std::sync::mpsc;
///
/// let (sender, events) = mpsc::channel();
/// let engine = Engine::start(move |event| drop(sender.send(event)));
/// let rules = Rules::STANDARD;
/// engine.think(Request::new(rules, vec![Position::start(&rules)], Strength::Level(Level::FIRST)));
/// let last = events.iter().find(|event| !matches!(event.kind, EventKind::Info(_)));
/// assert!(matches!(last.map(|event| event.kind), Some(EventKind::Best(_))));
/// ```
#[derive(Debug)]
pub struct Engine {
    /// `None` only while the engine is dropped.
    commands: Option<Sender<Command>>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts the thread, which calls `callback` with each event. It takes little memory before the
    /// first request.
    pub fn start(callback: impl Fn(Event) + Send + 'static) -> Self {
        let (commands, inbox) = mpsc::channel();
        let worker = Worker::new(inbox, callback);
        let thread = thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || worker.run())
            .expect("the system has room for one more thread");
        Self { commands: Some(commands), thread: Some(thread) }
    }

    /// Requests a move. An earlier request is abandoned, but an event of it that is already on its
    /// way may still arrive.
    pub fn think(&self, request: Request) {
        self.send(Command::Interrupt(Interruption::Think(Box::new(request))));
    }

    /// Stops the request without an answer.
    pub fn stop(&self) {
        self.send(Command::Interrupt(Interruption::Stop));
    }

    /// Answers the request at once with the best move so far.
    pub fn move_now(&self) {
        self.send(Command::Interrupt(Interruption::MoveNow));
    }

    /// Changes the settings from the next request on.
    pub fn set_options(&self, options: EngineOptions) {
        self.send(Command::Set(Setting::Options(options)));
    }

    /// Replaces the tables of solved positions from the next request on.
    pub fn set_tables(&self, tables: Arc<Tables>) {
        self.send(Command::Set(Setting::Tables(tables)));
    }

    fn send(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // The worker only ends earlier if the callback panicked. Then an answer is no longer
            // expected.
            let _ = commands.send(command);
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Next activity of the worker.
enum Next {
    Think(Box<Request>),
    Wait,
    Quit,
}

/// Source of commands, in the order in which they were sent.
pub(super) trait Inbox {
    /// Returns the next command, if it has already arrived.
    fn poll(&mut self) -> Result<Command, TryRecvError>;

    fn wait_until(&mut self, time: Instant) -> Result<Command, RecvTimeoutError>;

    /// Waits for the next command. Returns `None` if the sender is gone.
    fn wait(&mut self) -> Option<Command>;
}

impl Inbox for Receiver<Command> {
    fn poll(&mut self) -> Result<Command, TryRecvError> {
        self.try_recv()
    }

    fn wait_until(&mut self, time: Instant) -> Result<Command, RecvTimeoutError> {
        self.recv_timeout(time.saturating_duration_since(Instant::now()))
    }

    fn wait(&mut self) -> Option<Command> {
        self.recv().ok()
    }
}

/// The worker on the engine's thread.
pub(super) struct Worker<I, F> {
    inbox: I,
    callback: F,
    searcher: Searcher,
}

impl<I: Inbox, F: Fn(Event)> Worker<I, F> {
    pub(super) fn new(inbox: I, callback: F) -> Self {
        Self { inbox, callback, searcher: Searcher::default() }
    }

    /// Runs until the handle is dropped.
    pub(super) fn run(mut self) {
        let mut next = Next::Wait;
        loop {
            next = match next {
                Next::Think(request) => self.answer(&request),
                Next::Wait => self.wait(),
                Next::Quit => return,
            }
        }
    }

    fn wait(&mut self) -> Next {
        match self.inbox.wait() {
            Some(Command::Interrupt(Interruption::Think(request))) => Next::Think(request),
            Some(Command::Interrupt(Interruption::Stop | Interruption::MoveNow)) => Next::Wait,
            Some(Command::Interrupt(Interruption::Quit)) | None => Next::Quit,
            Some(Command::Set(setting)) => {
                self.set(setting);
                Next::Wait
            }
        }
    }

    /// Thinks about a request and answers it, unless it is interrupted.
    fn answer(&mut self, request: &Request) -> Next {
        let started = Instant::now();
        let send = |callback: &F, kind| callback(Event { id: request.id, kind });
        let (mut settings, mut interruption) = (Vec::new(), None);
        let interrupt = || {
            // The search polls again while it unwinds. Commands after the interruption stay in the
            // inbox.
            if interruption.is_none() {
                match self.inbox.poll() {
                    Ok(Command::Set(setting)) => settings.push(setting),
                    Ok(Command::Interrupt(by)) => interruption = Some(by),
                    Err(TryRecvError::Empty) => {}
                    Err(TryRecvError::Disconnected) => interruption = Some(Interruption::Quit),
                }
            }
            if interruption.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let report = |info| {
            if request.reports == Reports::EachDepth {
                send(&self.callback, EventKind::Info(info));
            }
        };
        let found = self.searcher.try_think(request, interrupt, report);
        settings.into_iter().for_each(|setting| self.set(setting));
        match interruption.or_else(|| self.pause_until(started + request.delay())) {
            None | Some(Interruption::MoveNow) => {
                send(&self.callback, found.map_or_else(EventKind::Failed, answer));
                Next::Wait
            }
            Some(Interruption::Stop) => Next::Wait,
            Some(Interruption::Think(request)) => Next::Think(request),
            Some(Interruption::Quit) => Next::Quit,
        }
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Options(options) => self.searcher.set_options(options),
            Setting::Tables(tables) => self.searcher.set_tables(tables),
        }
    }

    /// Waits until an answer looks natural, or until an interruption.
    fn pause_until(&mut self, time: Instant) -> Option<Interruption> {
        loop {
            match self.inbox.wait_until(time) {
                Ok(Command::Set(setting)) => self.set(setting),
                Ok(Command::Interrupt(by)) => return Some(by),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => return Some(Interruption::Quit),
            }
        }
    }
}

fn answer(best: Option<BestMove>) -> EventKind {
    best.map_or(EventKind::NoMove, EventKind::Best)
}
