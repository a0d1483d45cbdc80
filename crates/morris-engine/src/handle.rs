// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine on its own thread.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use super::worker::Worker;
use super::{EngineOptions, Event, Request};
use crate::tablebase::Tables;

/// What the handle tells the worker.
#[derive(Debug)]
pub(super) enum Command {
    Interrupt(Interruption),
    Set(Setting),
}

/// What the handle changes between two requests.
#[derive(Debug)]
pub(super) enum Setting {
    Options(EngineOptions),
    Solved(Arc<Tables>),
}

/// What ends the work on a request.
#[derive(Debug)]
pub(super) enum Interruption {
    /// No answer, but another request.
    Think(Box<Request>),
    /// No answer.
    Stop,
    /// The answer at once.
    MoveNow,
    /// No answer, and the end of the thread.
    Quit,
}

/// An engine on its own thread. Nothing here waits, except dropping it, which stops the thread and joins it.
#[derive(Debug)]
pub struct Engine {
    /// `None` only while it is dropped.
    commands: Option<Sender<Command>>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts the thread, which calls `callback` with each event. It costs no memory worth mentioning before the first
    /// request.
    pub fn start(callback: impl Fn(Event) + Send + 'static) -> Self {
        let (commands, inbox) = mpsc::channel();
        let worker = Worker::new(inbox, callback);
        let thread = thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || worker.run())
            .expect("the system has room for one more thread");
        Self { commands: Some(commands), thread: Some(thread) }
    }

    /// Asks for a move. An earlier request is given up; an event of it that is already under way may still come.
    pub fn think(&self, request: Request) {
        self.send(Command::Interrupt(Interruption::Think(Box::new(request))));
    }

    /// Gives up the request; no answer follows.
    pub fn stop(&self) {
        self.send(Command::Interrupt(Interruption::Stop));
    }

    /// Has the request answered at once with the best move so far.
    pub fn move_now(&self) {
        self.send(Command::Interrupt(Interruption::MoveNow));
    }

    /// Changes the settings from the next request on.
    pub fn set_options(&self, options: EngineOptions) {
        self.send(Command::Set(Setting::Options(options)));
    }

    /// Gives it other tables of solved positions from the next request on.
    pub fn set_solved(&self, tables: Arc<Tables>) {
        self.send(Command::Set(Setting::Solved(tables)));
    }

    fn send(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // The worker only ends before us if the callback panicked, and then nobody waits for an answer.
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
