// SPDX-License-Identifier: GPL-3.0-or-later
//! A demo game between two low levels on the main menu. It makes no sounds or announcements, is not
//! saved, and does not count in the statistics.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use crate::services::{EngineClient, EngineService};
use crate::widgets::timer::Timer;
use morris::{ByColor, Game, Rules};
use morris_engine::{Event, Request};
use morris_play::session::{Effect, Input, Scene, Session};
use morris_play::setup::{GameSetup, Level, Player, Skill};

/// Pause after a game, in moves' time.
const REST: u32 = 3;
const LEVELS: ByColor<u8> = ByColor { white: 3, black: 2 };

/// Moves from which the games start: all men are placed, and mills are in sight.
const OPENINGS: [&str; 3] = [
    "d2 b4 f4 c4 a4 b2 b6 d6 d1 d3 g1 a1 g4 e4 g7xd3 d3 f6 c5",
    "f4 d6 d2 f6 b6 b4 g4 e4 d1 d3 g1 g7 a1xe4 e4 c4 a4 b2 f2",
    "f4 b4 d3 b2 b6 d2 f2 f6 e3 c3 e4 g4 e5xf6 f6 c5 d5 a4 a1",
];

/// A demo game that plays while it is not suspended.
pub struct QuietGame(Rc<Table>);

struct Table {
    session: RefCell<Session>,
    engine: OnceCell<EngineClient>,
    pace: Duration,
    show: Box<dyn Fn(&Scene)>,
    next: Timer,
    plays: Cell<bool>,
    has_started: Cell<bool>,
}

impl QuietGame {
    /// Creates a game that has not started. Each move waits for `pace`. `show` is called with each
    /// scene.
    pub fn new(service: &Rc<EngineService>, pace: Duration, show: impl Fn(&Scene) + 'static) -> Self {
        let table = Rc::new(Table {
            session: RefCell::new(new_session()),
            engine: OnceCell::new(),
            pace,
            show: Box::new(show),
            next: Timer::default(),
            plays: Cell::default(),
            has_started: Cell::default(),
        });
        let weak = Rc::downgrade(&table);
        let hear = move |event: Event| {
            if let Some(table) = weak.upgrade() {
                table.handle(Input::Engine(event));
            }
        };
        table.engine.get_or_init(|| service.client(hear));
        Self(table)
    }

    pub fn play(&self) {
        if self.0.plays.replace(true) {
            return;
        }
        let over = self.0.session.borrow().outcome().is_some();
        if over || !self.0.has_started.replace(true) {
            self.0.restart();
        } else {
            self.0.handle(Input::Resume);
        }
    }

    /// Suspends the game. It stops thinking and waiting.
    pub fn suspend(&self) {
        if self.0.plays.replace(false) {
            self.0.handle(Input::Pause);
            self.0.stop();
        }
    }
}

impl Drop for QuietGame {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Table {
    fn handle(self: &Rc<Self>, input: Input) {
        let effects = self.session.borrow_mut().handle(input);
        for effect in effects {
            match effect {
                Effect::Show { scene, .. } => (self.show)(&scene),
                Effect::Think(request) => self.think(request),
                Effect::StopThinking => self.stop(),
                Effect::GameOver(_) => self.later(self.pace * REST, Self::restart),
                _ => {}
            }
        }
    }

    fn restart(self: &Rc<Self>) {
        self.session.replace(new_session());
        self.handle(Input::Begin);
    }

    /// Lets the engine think after a pause, and again later if it is busy. This way a game that the
    /// user has just started gets its answer even while the menu fades out.
    fn think(self: &Rc<Self>, request: Box<Request>) {
        self.later(self.pace, move |table| {
            if table.engine.get().is_some_and(|engine| !engine.think_if_free((*request).clone())) {
                table.think(request);
            }
        });
    }

    fn later(self: &Rc<Self>, after: Duration, act: impl FnOnce(&Rc<Self>) + 'static) {
        let table = Rc::downgrade(self);
        self.next.start(after, move || {
            if let Some(table) = table.upgrade() {
                act(&table);
            }
        });
    }

    fn stop(&self) {
        self.next.stop();
        if let Some(engine) = self.engine.get() {
            engine.stop();
        }
    }
}

/// Returns one of the games that are played on, after its first moves.
pub(super) fn opening(index: usize) -> Game {
    let moves = OPENINGS[index % OPENINGS.len()].split_whitespace().map_while(|word| word.parse().ok());
    let mut game = Game::new(Rules::default());
    for mv in moves {
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

fn new_session() -> Session {
    let level = |number| Player::Computer(Skill::Level(Level::new(number).unwrap_or(Level::FIRST)));
    let players = ByColor { white: level(LEVELS.white), black: level(LEVELS.black) };
    let setup = GameSetup { players, ..GameSetup::between_persons(Rules::default()) };
    Session::restore(setup, opening(rand::random::<u8>().into()), None, rand::random())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::Tablebases;
    use crate::services::messages::Messages;
    use morris::{Color, Position};

    /// Returns a session whose game is over, since Black has no move.
    fn over() -> Session {
        let rules = Rules::default();
        let blocked = Position::parse("BBB/.W./.../BW...W/.../.../W.. b 0 0", &rules).unwrap();
        Session::restore(GameSetup::between_persons(rules), Game::from_position(rules, blocked), None, 0)
    }

    #[test]
    fn games_start_in_their_middle() {
        for (index, moves) in OPENINGS.iter().enumerate() {
            let game = opening(index);
            assert_eq!(game.moves().len(), moves.split(' ').count(), "all moves of {index} are legal");
            let men = [Color::White, Color::Black].map(|color| game.position().men(color).len());
            assert!(men.iter().all(|men| *men >= 6) && game.outcome().is_none(), "{men:?}");
        }
    }

    #[gtk::test]
    fn plays_by_itself_and_pauses_on_request() {
        let context = glib::MainContext::default();
        let tables = Rc::new(Tablebases::new(Vec::new(), Messages::new(|_| {})));
        let service = Rc::new(EngineService::new(Rc::default(), tables));
        let shown = Rc::new(RefCell::new(Vec::new()));
        let note = Rc::clone(&shown);
        let game = QuietGame::new(&service, Duration::ZERO, move |scene| note.borrow_mut().push(scene.played));
        game.play();
        let opened = opening(0).moves().len();
        while shown.borrow().last() != Some(&(opened + 1)) {
            context.iteration(true);
        }
        game.suspend();
        // The game was suspended after its end, while the next one was due.
        game.0.session.replace(over());
        game.play();
        assert!(game.0.session.borrow().outcome().is_none() && game.0.next.runs(), "another one is played");
        game.suspend();
        assert!(!game.0.next.runs(), "nothing is waited for");
        let before = shown.borrow().len();
        while context.iteration(false) {}
        assert_eq!(before, shown.borrow().len(), "at rest nothing happens");
    }
}
