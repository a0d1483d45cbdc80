// SPDX-License-Identifier: GPL-3.0-or-later
//! The state of a game in progress, with its clocks, and the dispatch of inputs.

use std::sync::Arc;
use std::time::Duration;

use super::hint::Hint;
use super::last_line::ByMessage;
use super::messages::{Contact, Cue, Effect, Help, Input, Purpose, Question, Refusal};
use super::move_entry::MoveEntry;
use crate::setup::{Clock, ClockTimes, GameSetup};
use morris::{ByColor, Color, Game, LONGEST_GAME, Move, Outcome};
use morris_engine::{RequestId, TimeControl};
use morris_message::{MessageGame, Turn};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) setup: GameSetup,
    /// Moves played and taken back. The value is shared while they are shown.
    pub(super) game: Arc<Game>,
    /// Entry of the person's move. A complete move that has not been played is being checked.
    pub(super) entry: MoveEntry,
    /// Time that each side has left, if there is a clock.
    pub(super) clocks: Option<Clocks>,
    /// Whether the computer or the external program waits for the user before its move.
    pub(super) paused_before_move: bool,
    /// Whether a game without a person is held after the next move.
    pub(super) stepping: bool,
    /// Time for a move in a game without a person, if set.
    pub(super) pace: Option<Duration>,
    /// Whether clock and search are stopped, so that no move can be played.
    pub(super) paused: bool,
    /// Purpose of the search, other than for a move, that the pause interrupted.
    pub(super) postponed: Option<Purpose>,
    /// Maximum number of moves, since the saved game must be readable again.
    pub(super) longest: usize,
    /// Number of moves before the position that is shown, unless it is the current one.
    pub(super) review_at: Option<usize>,
    /// Hint for the current position.
    pub(super) hint: Option<Hint>,
    /// Whether moves are checked before they are played, in games with a single person.
    pub(super) warns: bool,
    /// Pending request to the engine or a program.
    pub(super) search: Option<Search>,
    /// Open question of one side to the other.
    pub(super) question: Option<OpenQuestion>,
    /// Presence of the external players that take part in questions and answers.
    pub(super) contact: ByColor<Option<Contact>>,
    /// The game by message, if this is one.
    pub(super) message: Option<Box<ByMessage>>,
    /// Number of the next request. It begins with the seed, so that late answers to another game
    /// match no request. It is also the seed of the search.
    pub(super) next_id: RequestId,
    /// Effects collected until [`Self::handle`] returns them.
    pub(super) effects: Vec<Effect>,
}

/// A search in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Search {
    pub(super) id: RequestId,
    pub(super) purpose: Purpose,
}

/// A question that has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenQuestion {
    /// Side that asks.
    pub(super) by: Color,
    pub(super) question: Question,
}

impl Search {
    pub(super) fn answers(self, id: RequestId) -> bool {
        self.id == id
    }
}

impl Session {
    /// Creates a new game. The seed decides between equal moves of the computer.
    pub fn new(setup: GameSetup, seed: u64) -> Self {
        let game = Game::new(setup.rules);
        Self::restore(setup, game, None, seed)
    }

    /// Restores a game with its clock times.
    pub fn restore(setup: GameSetup, game: Game, times: Option<ClockTimes>, seed: u64) -> Self {
        let clocks = setup.clock.map(|clock| Clocks::new(clock, times, game.moves().len()));
        let mut session = Self {
            setup,
            game: Arc::new(game),
            entry: MoveEntry::default(),
            clocks,
            paused_before_move: false,
            stepping: false,
            pace: None,
            paused: false,
            postponed: None,
            longest: LONGEST_GAME,
            review_at: None,
            hint: None,
            warns: false,
            search: None,
            question: None,
            contact: ByColor::default(),
            message: None,
            next_id: RequestId(seed),
            effects: Vec::new(),
        };
        session.wait();
        session
    }

    /// Handles an input and returns the effects to perform.
    #[must_use = "what it says has to be done"]
    pub fn handle(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Begin => {
                self.request_move();
                self.ask_again();
            }
            Input::Tap(point) => self.tap(point),
            Input::Cancel => self.cancel(),
            Input::Undo => self.undo(),
            Input::Redo => self.redo(),
            Input::View(moves) => self.view(moves),
            Input::Hint if self.setup.closes_aids(self.outcome()) => self.refuse(Refusal::AfterTheGame),
            Input::Hint => {
                self.effects.push(Effect::HelpUsed(Help::Hint));
                self.ask_hint();
            }
            Input::MoveNow => {
                self.effects.push(Effect::HelpUsed(Help::MoveNow));
                self.move_now();
            }
            Input::Engine(event) => self.on_engine_event(event),
            Input::Seat(event) => self.on_seat_event(event),
            Input::Contact { side, contact } => self.on_contact(side, contact),
            Input::Message { from, message } => self.on_message(from, message),
            Input::Replace(skill) => self.replace(skill),
            Input::Resign => self.resign(),
            Input::OfferDraw => self.offer_draw(),
            Input::SetWarnings(warns) => self.warns = warns,
            Input::SetPace(pace) => self.set_pace(pace),
            Input::Hold => self.hold(),
            Input::Step => self.step(),
            Input::ConfirmMove(answer) => self.confirm(answer),
            Input::Answer(answer) => self.answer(answer),
            Input::Pause => self.pause(),
            Input::Resume => self.resume(),
            Input::Tick(elapsed) => self.tick(elapsed),
            Input::Line(line) => self.read_line(&line, MessageGame::read_line),
            Input::TakeTheirs(line) => self.read_line(&line, MessageGame::take_theirs),
            Input::Spent { side, time } => self.spend(side, time),
            Input::Left(left) => self.set_left(left),
            Input::Claim => self.claim(),
            Input::Follow(game) => self.follow(*game),
            Input::LineCopied => self.copy_line(),
            Input::LineSent => self.send_line(),
        }
        self.report_line();
        std::mem::take(&mut self.effects)
    }

    /// Returns the setup of the game.
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// Returns the moves played and taken back. If the value is still shared at the next move, that
    /// move copies all moves.
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Returns the time that each side has left, if there is a clock.
    pub fn clocks(&self) -> Option<ByColor<Duration>> {
        self.clocks.as_ref().map(Clocks::left)
    }

    /// Returns the current and earlier times of the clocks, if there are any. They suffice to
    /// restore the clocks.
    pub fn clock_times(&self) -> Option<ClockTimes> {
        self.clocks.as_ref().map(|clocks| clocks.times(&self.game))
    }

    /// Returns the side whose clock runs. The clock also runs while an earlier position is shown.
    /// It is stopped while the game is paused, waits for a decision or an answer, or is over. In a
    /// game by message, it is that of the side that writes the next line, also an answer, and it is
    /// stopped while the friend is away.
    pub fn clock_running(&self) -> Option<Color> {
        if self.message.is_some() {
            return self.side_on_the_clock();
        }
        let runs = self.clocks.is_some() && self.goes_on() && !self.person_is_asked() && !self.awaits_answer();
        runs.then(|| self.side())
    }

    /// Returns `true` if the computer or an external program is searching for its move.
    pub(crate) fn is_thinking(&self) -> bool {
        self.search.is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// Returns `true` if a request to the computer or to an external program is pending: for a
    /// move, a hint, or an answer to a draw offer.
    pub(crate) fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    /// Returns the complete move of a person that is being checked before it is played.
    pub fn checked_move(&self) -> Option<Move> {
        self.entry.entered()
    }

    /// Returns the outcome of the game, or `None` if it is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Returns the side to move.
    pub(super) fn side(&self) -> Color {
        self.game.position().side()
    }

    /// Returns `true` if a person is to move, even while the game is paused or an earlier position
    /// is shown, but not after the end.
    pub(super) fn is_persons_turn(&self) -> bool {
        self.outcome().is_none() && self.setup.players[self.side()].is_local() && !self.awaits_acceptance()
    }

    /// Returns `true` if moves can be played: the game is not paused, does not wait for a decision,
    /// and has not reached its end or maximum length.
    pub(super) fn goes_on(&self) -> bool {
        !self.paused && !self.paused_before_move && !self.is_full() && self.outcome().is_none()
    }

    /// Returns `true` if the game has the maximum number of moves that can be saved.
    pub(super) fn is_full(&self) -> bool {
        self.game.cursor() >= self.longest
    }

    pub(super) fn refuse(&mut self, refusal: Refusal) {
        self.effects.extend([Effect::Cue(Cue::Refused), Effect::Refuse(refusal)]);
    }

    pub(super) fn show(&mut self) {
        let (scene, game) = (Box::new(self.scene()), Arc::clone(&self.game));
        self.effects.push(Effect::Show { scene, game });
    }

    /// Plays a complete move. Sounds that were already played are skipped.
    pub(super) fn play(&mut self, mv: Move) {
        let side = self.side();
        if self.setup.players[side].is_local() && !self.write(Turn::Move(mv)) {
            return;
        }
        let cues = self.entry.unplayed_cues(mv, self.game.position(), self.game.rules());
        if let Err(error) = Arc::make_mut(&mut self.game).play(mv) {
            // Moves of persons and programs have been checked.
            return self
                .engine_failed(Purpose::Move, format!("it chose {}: {error}", self.game.rules().board.display(mv)));
        }
        self.effects.extend(cues.into_iter().map(Effect::Cue));
        if let Some(clocks) = &mut self.clocks {
            clocks.played(side, self.game.cursor());
        }
        self.wait();
        self.paused_before_move |= std::mem::take(&mut self.stepping);
        let offer = self.question.filter(|open| open.by == side);
        self.changed();
        if self.is_thinking() {
            // An offer that has not been evaluated is answered together with the following move.
            self.question = self.question.or(offer);
        }
    }

    /// Passes if the side to move must let the other side move first. The pass gives no increment.
    fn wait(&mut self) {
        if !self.game.must_pass() || self.is_full() || !Arc::make_mut(&mut self.game).pass() {
            return;
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.waited(self.game.cursor());
        }
    }

    /// Handles a change of the game: saves it, shows it, and continues or ends it.
    pub(super) fn changed(&mut self) {
        self.follow_message();
        self.save();
        let ended = self.outcome().map(|outcome| Cue::of_end(outcome, self.setup.only_person()));
        self.effects.extend(ended.map(Effect::Cue));
        self.refresh();
    }

    /// Saves the game, once for each input.
    pub(super) fn save(&mut self) {
        if !self.effects.contains(&Effect::Autosave) {
            self.effects.push(Effect::Autosave);
        }
    }

    /// Resets everything that depends on the position: partial move, hint, offer, and search. Then
    /// starts the search that is needed now.
    pub(super) fn refresh(&mut self) {
        self.stop_search();
        self.entry = MoveEntry::default();
        self.hint = None;
        self.drop_question();
        self.postponed = None;
        self.request_move();
    }

    /// Requests a move from the player to move, unless a request is pending.
    pub(super) fn ask_for_move(&mut self) {
        let request = if self.is_busy() { None } else { self.move_request() };
        self.show();
        self.effects.extend(request);
    }

    /// Requests a move as [`Self::ask_for_move`] does, and then reports the end or the maximum
    /// length of the game.
    fn request_move(&mut self) {
        self.ask_for_move();
        match self.outcome() {
            Some(outcome) => self.effects.push(Effect::GameOver(outcome)),
            None if self.is_full() => self.effects.push(Effect::Refuse(Refusal::TooLong)),
            None => {}
        }
    }
}

/// Clock times of both sides, now and after each move, so that undo restores the times.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    increment: Duration,
    now: ByColor<Duration>,
    /// Times by the number of moves, including moves that were taken back.
    after: Vec<ByColor<Duration>>,
}

impl Clocks {
    /// Creates the clocks of a game with this number of moves. Unknown earlier times are set to the
    /// first known ones.
    pub(super) fn new(clock: Clock, times: Option<ClockTimes>, moves: usize) -> Self {
        let start = ByColor { white: clock.time, black: clock.time };
        let ClockTimes { now, history } = times.unwrap_or_else(|| start.into());
        let known = &history[history.len().saturating_sub(moves + 1)..];
        let earliest = known.first().copied().unwrap_or(now);
        let mut after = vec![earliest; moves + 1 - known.len()];
        after.extend(known);
        Self { increment: clock.increment, now, after }
    }

    /// Returns the current and earlier times. If a declared end has removed moves from the game,
    /// their times are left out.
    fn times(&self, game: &Game) -> ClockTimes {
        let mut history: Vec<_> = self.after.iter().take(game.moves().len() + 1).copied().collect();
        if let Some(here) = history.get_mut(game.cursor()) {
            *here = self.now;
        }
        ClockTimes { now: self.now, history }
    }

    pub(super) const fn left(&self) -> ByColor<Duration> {
        self.now
    }

    /// Returns the time control for players.
    pub(super) const fn control(&self) -> TimeControl {
        TimeControl { left: self.now, increment: self.increment }
    }

    /// Lets time pass for a side. Returns `true` if its time has run out.
    pub(super) fn run(&mut self, side: Color, elapsed: Duration) -> bool {
        self.now[side] = self.now[side].saturating_sub(elapsed);
        self.now[side].is_zero()
    }

    /// Records the move of a side. `moves` is the number of moves including it.
    pub(super) fn played(&mut self, side: Color, moves: usize) {
        self.now[side] = self.now[side].saturating_add(self.increment);
        self.waited(moves);
    }

    /// Records the pass of a side. `moves` is the number of moves including it.
    pub(super) fn waited(&mut self, moves: usize) {
        self.after.truncate(moves);
        self.after.push(self.now);
    }

    /// Goes from a game of `from` moves to another one of `to` moves.
    pub(super) fn follow(&mut self, from: usize, to: usize) {
        if to < from {
            self.go_to(from, to);
        }
        self.after.resize(to + 1, self.now);
    }

    /// Returns the time that a side has spent on the move that it made after `before` moves.
    pub(super) fn spent(&self, side: Color, before: usize) -> Option<Duration> {
        let (then, now) = (self.after.get(before)?, self.after.get(before + 1)?);
        Some((then[side] + self.increment).saturating_sub(now[side]))
    }

    /// Sets the time that a side has spent on the move that it made after `before` moves, which was
    /// its last.
    pub(super) fn spend(&mut self, side: Color, before: usize, time: Duration) {
        let Some(then) = self.after.get(before) else { return };
        let left = then[side].saturating_sub(time).saturating_add(self.increment);
        self.now[side] = left;
        self.after.iter_mut().skip(before + 1).for_each(|later| later[side] = left);
    }

    pub(super) fn set_left(&mut self, left: ByColor<Duration>) {
        self.now = left;
    }

    /// Goes from the position after `from` moves to that after `moves` moves. The current times are
    /// stored for the way back.
    pub(super) fn go_to(&mut self, from: usize, moves: usize) {
        if let Some(here) = self.after.get_mut(from) {
            *here = self.now;
        }
        if let Some(&then) = self.after.get(moves) {
            self.now = then;
        }
    }
}
