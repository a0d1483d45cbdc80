// SPDX-License-Identifier: GPL-3.0-or-later
//! An outside program at the board of a window: on a thread of its own, so that nobody has to wait
//! for it.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use super::player::{GamePlayer, PlayerConfig, PlayerError};
use super::player_spec::connect_program;
use super::search_control::{PlayerSignal, SearchControl};
use crate::program::{Program, ProtocolKind};
use morris::{Color, Game, Move};
use morris_engine::{RequestId, TimeControl};

/// Thoughts are told at most so often.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(100);

/// An outside player is asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatRequest {
    /// The number that its events will carry.
    pub id: RequestId,
    /// The game so far.
    pub game: Game,
    /// The answer comes no sooner, so that one sees what happens.
    pub min_time: Duration,
    /// What the clock of the game leaves, if there is one.
    pub clock: Option<TimeControl>,
}

/// What an outside player says about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatEvent {
    /// The request.
    pub id: RequestId,
    /// The news.
    pub kind: SeatEventKind,
}

/// What kind of news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatEventKind {
    /// It has sat down and says what it is called.
    Named(String),
    /// What it says about its thinking.
    Thought(String),
    /// Its move, which may be illegal; nothing follows.
    Move(Move),
    /// It cannot go on; nothing follows.
    Failed(PlayerError),
}

/// What the handle tells the thread.
#[derive(Debug)]
enum Command {
    Ask(Box<SeatRequest>),
    Stop,
    MoveNow,
}

/// An outside program that plays one side of a game. Nothing here waits; once this is dropped the
/// program ends.
#[derive(Debug)]
pub struct ExternalPlayer {
    commands: Sender<Command>,
}

impl ExternalPlayer {
    /// Lets a program play; it is started with the first request. `callback` is called with each
    /// event.
    ///
    /// # Errors
    /// There is no room for another thread.
    pub fn new(
        program: Program,
        config: PlayerConfig,
        callback: impl Fn(SeatEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let (commands, inbox) = mpsc::channel();
        let actor = Actor { player: None, program, config, inbox, callback };
        thread::Builder::new().name("outside program".to_owned()).spawn(move || actor.run())?;
        Ok(Self { commands })
    }

    /// Asks for a move. An earlier request is given up.
    pub fn ask(&self, request: SeatRequest) {
        self.send(Command::Ask(Box::new(request)));
    }

    /// Gives up the request; no answer follows.
    pub fn stop(&self) {
        self.send(Command::Stop);
    }

    /// Has the request answered at once, as far as the program can.
    pub fn move_now(&self) {
        self.send(Command::MoveNow);
    }

    fn send(&self, command: Command) {
        // The thread only ends before this if the callback panicked, and then nobody waits for an
        // answer.
        let _ = self.commands.send(command);
    }
}

/// The thread.
struct Actor<F> {
    /// From the first request to the first failure. It goes first: whoever sees the callback go
    /// knows that it has ended.
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

    /// Answers a request; what came instead of waiting for it, if anything did.
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
            // A competitor that was interrupted would answer the next question with what it thought
            // of this one.
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

    /// Waits for the time at which an answer can be followed; what came instead.
    fn pause_until(&self, time: Instant) -> Option<Command> {
        match self.inbox.recv_timeout(time.saturating_duration_since(Instant::now())) {
            Ok(Command::MoveNow) | Err(RecvTimeoutError::Timeout) => None,
            Ok(command) => Some(command),
            Err(RecvTimeoutError::Disconnected) => Some(Command::Stop),
        }
    }
}

/// How long the move waits after all: to look natural must not cost the game.
fn delay(request: &SeatRequest) -> Duration {
    let share = request.clock.map(|clock| clock.share(request.game.position().side()));
    share.map_or(request.min_time, |share| request.min_time.min(share))
}

/// A clock that runs while a program thinks.
struct RunningClock {
    /// When the question came.
    clock: TimeControl,
    side: Color,
    started: Instant,
}

/// Connects the program, if that has not been done yet, and asks it.
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

/// Looks on for the handle.
struct RequestControl<'h> {
    id: RequestId,
    inbox: &'h Receiver<Command>,
    callback: &'h dyn Fn(SeatEvent),
    clock: Option<RunningClock>,
    /// What came instead of waiting.
    next: Option<Command>,
    /// Whether the handle has gone.
    quit: bool,
    /// When a thought was told last.
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
