// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs an external program for the window on a separate thread, so that the caller never waits for
//! it.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::{Duration, Instant};
use std::{io, thread};

use super::player::{GamePlayer, PlayerConfig, PlayerError};
use super::player_spec::connect_program;
use super::search_control::{PlayerSignal, SearchControl};
use crate::program::{Program, ProtocolKind};
use morris::{Color, Game, Move};
use morris_engine::{RequestId, TimeControl};

/// Minimum interval between two reported thoughts.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(100);

/// Request for a move of an external player.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatRequest {
    /// Number that the events of this request carry.
    pub id: RequestId,
    /// Game so far.
    pub game: Game,
    /// Minimum time before the answer, so that moves can be followed.
    pub min_time: Duration,
    /// Remaining time on the clock of the game, if there is a clock.
    pub clock: Option<TimeControl>,
}

/// Event of a request to an external player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatEvent {
    /// Number of the request.
    pub id: RequestId,
    /// Kind of event, with its data.
    pub kind: SeatEventKind,
}

/// Kind of a [`SeatEvent`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatEventKind {
    /// The player is connected and has this name.
    Named(String),
    /// The player describes its search.
    Thought(String),
    /// The move of the player, which may be illegal. This is the last event of the request.
    Move(Move),
    /// The player cannot continue. This is the last event of the request.
    Failed(PlayerError),
}

/// Message from the handle to the thread.
#[derive(Debug)]
enum Command {
    Ask(Box<SeatRequest>),
    Stop,
    MoveNow,
}

/// An external program that plays one side of a game. No method blocks. The program ends when this
/// handle is dropped.
#[derive(Debug)]
pub struct ExternalPlayer {
    commands: Sender<Command>,
}

impl ExternalPlayer {
    /// Creates a player for a program. The program starts with the first request. `callback` is
    /// called on the player's thread with each event.
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    pub fn new(
        program: Program,
        config: PlayerConfig,
        callback: impl Fn(SeatEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let (commands, inbox) = mpsc::channel();
        let actor = Actor { player: None, program, config, inbox, callback };
        thread::Builder::new().name("external program".to_owned()).spawn(move || actor.run())?;
        Ok(Self { commands })
    }

    /// Requests a move and cancels an earlier request.
    pub fn ask(&self, request: SeatRequest) {
        self.send(Command::Ask(Box::new(request)));
    }

    /// Cancels the request. No answer follows.
    pub fn stop(&self) {
        self.send(Command::Stop);
    }

    /// Asks for an immediate answer, as far as the program supports this.
    pub fn move_now(&self) {
        self.send(Command::MoveNow);
    }

    fn send(&self, command: Command) {
        // The thread ends before the handle only if the callback panicked. No answer is expected
        // then.
        let _ = self.commands.send(command);
    }
}

/// State of the thread.
struct Actor<F> {
    /// Player from the first request to the first failure. This field comes before `callback`, so
    /// the player ends before the callback is dropped.
    player: Option<Box<dyn GamePlayer>>,
    program: Program,
    config: PlayerConfig,
    inbox: Receiver<Command>,
    callback: F,
}

impl<F: Fn(SeatEvent)> Actor<F> {
    fn run(mut self) {
        let mut next = None;
        while let Some(command) = next.take().or_else(|| self.inbox.recv().ok()) {
            if let Command::Ask(request) = command {
                next = self.answer(&request);
            }
        }
    }

    /// Answers a request. Returns the command that interrupted it, if any.
    fn answer(&mut self, request: &SeatRequest) -> Option<Command> {
        let started = Instant::now();
        let id = request.id;
        let mut control = RequestControl {
            id,
            inbox: &self.inbox,
            callback: &self.callback,
            clock: request.clock.map(|clock| RunningClock { clock, side: request.game.position().side(), started }),
            next: None,
            quit: false,
            last_info: None,
        };
        let result = choose(&self.program, &self.config, &mut self.player, &request.game, &mut control);
        let RequestControl { next, quit, .. } = control;
        let interrupted = quit || next.is_some();
        if result.is_err() && !(interrupted && self.program.speech != ProtocolKind::Competition) {
            // An interrupted competition program would answer the next question with its answer to
            // this one.
            self.player = None;
        }
        if interrupted {
            return next;
        }
        let wait = if result.is_ok() { delay(request) } else { Duration::ZERO };
        if let Some(command) = self.pause_until(started + wait) {
            return Some(command);
        }
        let kind = result.map_or_else(SeatEventKind::Failed, SeatEventKind::Move);
        (self.callback)(SeatEvent { id, kind });
        None
    }

    /// Waits until `time`, so that the move can be followed. Returns the command that interrupted
    /// the wait.
    fn pause_until(&self, time: Instant) -> Option<Command> {
        match self.inbox.recv_timeout(time.saturating_duration_since(Instant::now())) {
            Ok(Command::MoveNow) | Err(RecvTimeoutError::Timeout) => None,
            Ok(command) => Some(command),
            Err(RecvTimeoutError::Disconnected) => Some(Command::Stop),
        }
    }
}

/// Returns the minimum duration of a move. It is at most the share of the clock for one move, so
/// that waiting does not lose the game on time.
fn delay(request: &SeatRequest) -> Duration {
    let share = request.clock.map(|clock| clock.share(request.game.position().side()));
    share.map_or(request.min_time, |share| request.min_time.min(share))
}

/// Clock that runs while a program searches.
struct RunningClock {
    /// Remaining time when the request arrived.
    clock: TimeControl,
    side: Color,
    started: Instant,
}

/// Connects the program unless it is connected, and asks it for a move.
fn choose(
    program: &Program,
    config: &PlayerConfig,
    player: &mut Option<Box<dyn GamePlayer>>,
    game: &Game,
    control: &mut RequestControl<'_>,
) -> Result<Move, PlayerError> {
    let seated = match player {
        Some(seated) => seated,
        None => {
            let seated = player.insert(connect_program(program, config, control)?);
            control.tell(SeatEventKind::Named(seated.name()));
            seated
        }
    };
    seated.choose(game, control)
}

/// Search control that reads the commands of the handle during a search.
struct RequestControl<'h> {
    id: RequestId,
    inbox: &'h Receiver<Command>,
    callback: &'h dyn Fn(SeatEvent),
    clock: Option<RunningClock>,
    /// Command that interrupted the search.
    next: Option<Command>,
    /// Whether the handle was dropped.
    quit: bool,
    /// Time of the last reported thought.
    last_info: Option<Instant>,
}

impl RequestControl<'_> {
    fn tell(&self, kind: SeatEventKind) {
        (self.callback)(SeatEvent { id: self.id, kind });
    }
}

impl SearchControl for RequestControl<'_> {
    fn signal(&mut self) -> PlayerSignal {
        if self.quit || self.next.is_some() {
            return PlayerSignal::Cancel;
        }
        match self.inbox.try_recv() {
            Err(TryRecvError::Empty) => PlayerSignal::Continue,
            Ok(Command::MoveNow) => PlayerSignal::MoveNow,
            Ok(command) => {
                self.next = Some(command);
                PlayerSignal::Cancel
            }
            Err(TryRecvError::Disconnected) => {
                self.quit = true;
                PlayerSignal::Cancel
            }
        }
    }

    fn on_info(&mut self, thought: &str) {
        if self.last_info.is_none_or(|last_info| last_info.elapsed() >= BETWEEN_THOUGHTS) {
            self.last_info = Some(Instant::now());
            self.tell(SeatEventKind::Thought(thought.to_owned()));
        }
    }

    fn clock(&self) -> Option<TimeControl> {
        let RunningClock { mut clock, side, started } = *self.clock.as_ref()?;
        clock.left[side] = clock.left[side].saturating_sub(started.elapsed());
        Some(clock)
    }
}
