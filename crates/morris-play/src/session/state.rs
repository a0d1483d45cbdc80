// SPDX-License-Identifier: GPL-3.0-or-later
//! The state of a game being played, with its clocks, and the way of every input.

use std::sync::Arc;
use std::time::Duration;

use super::hint::Hint;
use super::messages::{Contact, Cue, Effect, Help, Input, Purpose, Question, Refusal};
use super::move_entry::MoveEntry;
use crate::setup::{Clock, ClockTimes, GameSetup};
use morris::{ByColor, Color, Game, LONGEST_GAME, Move, Outcome};
use morris_engine::{RequestId, TimeControl};

/// One game being played.
#[derive(Clone, Debug)]
pub struct Session {
    /// What was agreed before the game.
    pub(super) setup: GameSetup,
    /// The moves played and taken back. Whoever shows them shares them for as long as that takes.
    pub(super) game: Arc<Game>,
    /// How far a person's move has come; a whole move that is not played yet is being weighed.
    pub(super) entry: MoveEntry,
    /// What both sides have left, if there is a clock.
    pub(super) clocks: Option<Clocks>,
    /// The computer, or the outside program, waits with its move until it is told to go on.
    pub(super) paused_before_move: bool,
    /// Clock and search rest, and nobody may play.
    pub(super) paused: bool,
    /// What was being thought about besides a move when the game was paused.
    pub(super) postponed: Option<Purpose>,
    /// After so many moves the game cannot go on: what is saved has to be read again.
    pub(super) longest: usize,
    /// The number of moves after which the game is looked at, where that is not now.
    pub(super) review_at: Option<usize>,
    /// The advice that was given for the position of now.
    pub(super) hint: Option<Hint>,
    /// Whether moves of a person who plays alone are weighed before they are played.
    pub(super) warns: bool,
    /// What engine or program has been asked for.
    pub(super) search: Option<Search>,
    /// What one side has asked the other, and is not answered yet.
    pub(super) question: Option<OpenQuestion>,
    /// The outside players that take part in questions and answers.
    pub(super) contact: ByColor<Option<Contact>>,
    /// It begins with the seed, so that late answers of another game answer nothing in this one,
    /// and is itself the seed of the search.
    pub(super) next_id: RequestId,
    /// What is to be done, until [`Self::handle`] hands it over.
    pub(super) effects: Vec<Effect>,
}

/// A search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Search {
    pub(super) id: RequestId,
    pub(super) purpose: Purpose,
}

/// A question that is not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenQuestion {
    /// Who asks.
    pub(super) by: Color,
    pub(super) question: Question,
}

impl Search {
    pub(super) fn is_for_move(self) -> bool {
        self.purpose == Purpose::Move
    }

    pub(super) fn answers(self, id: RequestId) -> bool {
        self.id == id
    }
}

impl Session {
    /// A new game. Its seed decides what the computer plays where moves are equal.
    #[must_use]
    pub fn new(setup: GameSetup, seed: u64) -> Self {
        let game = Game::new(setup.rules);
        Self::restore(setup, game, None, seed)
    }

    /// A game that goes on, with what its clocks say.
    #[must_use]
    pub fn restore(setup: GameSetup, game: Game, times: Option<ClockTimes>, seed: u64) -> Self {
        let clocks = setup.clock.map(|clock| Clocks::new(clock, times, game.moves().len()));
        let mut session = Self {
            setup,
            game: Arc::new(game),
            entry: MoveEntry::default(),
            clocks,
            paused_before_move: false,
            paused: false,
            postponed: None,
            longest: LONGEST_GAME,
            review_at: None,
            hint: None,
            warns: false,
            search: None,
            question: None,
            contact: ByColor::default(),
            next_id: RequestId(seed),
            effects: Vec::new(),
        };
        session.wait();
        session
    }

    /// Takes in what happened; says what is to be done.
    #[must_use = "what it says has to be done"]
    pub fn handle(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Begin => self.request_move(),
            Input::Tap(point) => self.tap(point),
            Input::Cancel => self.cancel(),
            Input::Undo => self.undo(),
            Input::Redo => self.redo(),
            Input::View(moves) => self.view(moves),
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
            Input::ConfirmMove(answer) => self.confirm(answer),
            Input::Answer(answer) => self.answer(answer),
            Input::Pause => self.pause(),
            Input::Resume => self.resume(),
            Input::Tick(elapsed) => self.tick(elapsed),
        }
        std::mem::take(&mut self.effects)
    }

    /// What was agreed before the game.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// The moves played and taken back. A move more while somebody else holds them costs a copy of
    /// all.
    #[must_use]
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// What each side has left, if there is a clock.
    #[must_use]
    pub fn clocks(&self) -> Option<ByColor<Duration>> {
        self.clocks.as_ref().map(Clocks::left)
    }

    /// What the clocks say now and said before, if there are any: all that a game needs to go on.
    #[must_use]
    pub fn clock_times(&self) -> Option<ClockTimes> {
        self.clocks.as_ref().map(|clocks| clocks.times(&self.game))
    }

    /// Whose clock runs: also while an earlier position is looked at, but none while the game
    /// rests, waits for a decision or an answer, or is over.
    #[must_use]
    pub fn clock_running(&self) -> Option<Color> {
        let runs = self.clocks.is_some() && self.goes_on() && !self.person_is_asked() && !self.awaits_answer();
        runs.then(|| self.side())
    }

    /// Whether the computer, or an outside program, thinks about its move.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.search.is_some_and(Search::is_for_move)
    }

    /// Whether the computer, or an outside program, is asked for something: a move, advice, or
    /// whether it is a draw.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    /// The move of a person that is not played yet, since it is weighed before.
    #[must_use]
    pub fn weighed(&self) -> Option<Move> {
        self.entry.entered()
    }

    /// How the game ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The side to move.
    pub(super) fn side(&self) -> Color {
        self.game.position().side()
    }

    /// Whether a person is to move, also while the game rests or an earlier position is looked at,
    /// but not after its end.
    pub(super) fn is_persons_turn(&self) -> bool {
        self.outcome().is_none() && self.setup.players[self.side()].is_local()
    }

    /// Whether moves can be played: the game does not rest, wait for a decision, or stand at an
    /// end.
    pub(super) fn goes_on(&self) -> bool {
        !self.paused && !self.paused_before_move && !self.is_full() && self.outcome().is_none()
    }

    /// Whether the game has as many moves as can be saved.
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

    /// Plays a whole move, whoever chose it. What has been heard of it already is not heard again.
    pub(super) fn play(&mut self, mv: Move) {
        let side = self.side();
        let cues = self.entry.unheard(mv, self.game.position(), self.game.rules());
        if let Err(error) = Arc::make_mut(&mut self.game).play(mv) {
            // Persons' moves and those of programs have been checked.
            return self
                .engine_failed(Purpose::Move, format!("it chose {}: {error}", self.game.rules().board.display(mv)));
        }
        self.effects.extend(cues.into_iter().map(Effect::Cue));
        if let Some(clocks) = &mut self.clocks {
            clocks.played(side, self.game.cursor());
        }
        self.wait();
        let offer = self.question.filter(|open| open.by == side);
        self.changed();
        if self.is_thinking() {
            // An offer that is not weighed yet is answered with the move that follows.
            self.question = self.question.or(offer);
        }
    }

    /// Who has to let the other side move first does so by itself, and gets no time for it.
    fn wait(&mut self) {
        if !self.game.must_pass() || self.is_full() || !Arc::make_mut(&mut self.game).pass() {
            return;
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.waited(self.game.cursor());
        }
    }

    /// The game has changed: save it, show it, and go on or end.
    pub(super) fn changed(&mut self) {
        self.effects.push(Effect::Autosave);
        let ended = self.outcome().map(|outcome| Cue::of_end(outcome, self.setup.only_person()));
        self.effects.extend(ended.map(Effect::Cue));
        self.refresh();
    }

    /// Brings everything in line with the game: no half-finished move, no advice, no search but the
    /// one needed now.
    pub(super) fn refresh(&mut self) {
        self.stop_search();
        self.entry = MoveEntry::default();
        self.hint = None;
        self.lapse_question();
        self.postponed = None;
        self.request_move();
    }

    /// Asks whoever is to move, unless that has been done.
    pub(super) fn ask_for_move(&mut self) {
        let request = if self.is_busy() { None } else { self.move_request() };
        self.show();
        self.effects.extend(request);
    }

    /// The same, and says what else there is to say of the game.
    fn request_move(&mut self) {
        self.ask_for_move();
        match self.outcome() {
            Some(outcome) => self.effects.push(Effect::GameOver(outcome)),
            None if self.is_full() => self.effects.push(Effect::Refuse(Refusal::TooLong)),
            None => {}
        }
    }
}

/// What both sides have left, now and after each move, so that taking moves back gives the time
/// back.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    increment: Duration,
    now: ByColor<Duration>,
    /// By the number of moves, those taken back included.
    after: Vec<ByColor<Duration>>,
}

impl Clocks {
    /// The clocks of a game with so many moves. Where it is not known what was left, it counts as
    /// what is known next.
    pub(super) fn new(clock: Clock, times: Option<ClockTimes>, moves: usize) -> Self {
        let start = ByColor { white: clock.time, black: clock.time };
        let ClockTimes { now, history } = times.unwrap_or_else(|| start.into());
        let known = &history[history.len().saturating_sub(moves + 1)..];
        let earliest = known.first().copied().unwrap_or(now);
        let mut after = vec![earliest; moves + 1 - known.len()];
        after.extend(known);
        Self { increment: clock.increment, now, after }
    }

    /// What they say now and said before. An end that is declared has the game forget what was
    /// taken back.
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

    /// What is left, for those who have to play within it.
    pub(super) const fn control(&self) -> TimeControl {
        TimeControl { left: self.now, increment: self.increment }
    }

    /// Lets time go by for a side; whether it has run out.
    pub(super) fn run(&mut self, side: Color, elapsed: Duration) -> bool {
        self.now[side] = self.now[side].saturating_sub(elapsed);
        self.now[side].is_zero()
    }

    /// A side has played its move, the one with this number.
    pub(super) fn played(&mut self, side: Color, moves: usize) {
        self.now[side] = self.now[side].saturating_add(self.increment);
        self.waited(moves);
    }

    /// A side has let the other move first, by the move with this number.
    pub(super) fn waited(&mut self, moves: usize) {
        self.after.truncate(moves);
        self.after.push(self.now);
    }

    /// The game, which stood after `from` moves, stands after `moves` moves again. What has been
    /// used there is remembered for the way back.
    pub(super) fn go_to(&mut self, from: usize, moves: usize) {
        if let Some(here) = self.after.get_mut(from) {
            *here = self.now;
        }
        if let Some(&then) = self.after.get(moves) {
            self.now = then;
        }
    }
}
