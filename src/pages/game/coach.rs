// SPDX-License-Identifier: GPL-3.0-or-later
//! The coach: a tip when something new happens in the first games against the lowest level.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Move, Position};
use morris_play::session::{Scene, Status};
use morris_play::setup::Skill;
use morris_teach::coach::{CoachChoice, Moment, Tip};

use super::{GamePage, OpenGame};
use crate::pages::app_page::AppPage;
use crate::services::messages::Message;
use crate::text::describe;
use crate::widgets::notice_bar::Notice;

impl OpenGame {
    /// Returns whether the game can have a coach: a person plays it against the lowest level, from
    /// its start. A game from elsewhere has none.
    fn can_have_coach(&self) -> bool {
        let (setup, start) = (self.session.setup(), self.session.game().start());
        let opponent = setup.only_person().and_then(|person| setup.players[person.other()].skill());
        self.aids.is_some() && opponent == Some(Skill::FIRST) && *start == Position::start(&setup.rules)
    }

    /// Returns the tip for a scene of the game, if it is the current one and something is new.
    fn tip(&self, scene: &Scene) -> Option<Tip> {
        let game = self.session.game();
        if scene.played != game.cursor() || scene.checked_move.is_some() {
            return None;
        }
        let half = half_move(scene)?;
        let before = game.cursor().checked_sub(1);
        let last = before.and_then(|moves| game.position_after(moves).zip(game.moves().get(moves).copied()));
        let moment = Moment { rules: game.rules(), position: game.position(), last, half };
        Tip::find(&moment, &self.coached.given)
    }
}

/// Returns the person's move that lacks its removal, if there is one. `None` if the person is not
/// to act.
fn half_move(scene: &Scene) -> Option<Option<Move>> {
    let person = scene.setup.only_person()?;
    match scene.status {
        Status::Place { side, .. } | Status::Move { side } | Status::Fly { side } if side == person => Some(None),
        Status::Remove { side } if side == person => scene.last.map(|(_, mv)| Some(mv)),
        _ => None,
    }
}

impl GamePage {
    /// Gives the tip for a scene, if the coach speaks. It comes after the announcement of the turn,
    /// and takes nothing from the page.
    pub(super) fn coach(&self, scene: &Scene) {
        if self.read(OpenGame::can_have_coach) != Some(true) {
            return;
        }
        let practice = &self.services().practice;
        if !practice.is_read() {
            return self.coach_once_read();
        }
        if !practice.read(|practice| practice.coach.speaks()) {
            return;
        }
        let Some(tip) = self.read(|game| game.tip(scene)).flatten() else { return };
        if let Some(game) = self.imp().game.borrow_mut().as_mut() {
            game.coached.given.push(tip);
            game.coached.last = Some((tip, scene.played, half_move(scene).flatten()));
        }
        let page = self.downgrade();
        let turn_off = move || {
            if let Some(page) = page.upgrade() {
                page.turn_off_coach();
            }
        };
        let notice = Notice::passing(&describe::tip(tip)).with_button(&gettext("Turn Off Coach"), turn_off);
        self.messages().send(Message::Notice(notice));
    }

    /// Ends the last tip if the game has continued since.
    pub(super) fn end_outdated_tip(&self, scene: &Scene) {
        let mut game = self.imp().game.borrow_mut();
        let Some(coached) = game.as_mut().map(|game| &mut game.coached) else { return };
        let half = half_move(scene);
        let is_outdated = |(_, played, about): &mut (Tip, usize, _)| {
            *played != scene.played || half.is_some_and(|half| half != *about)
        };
        if let Some((tip, ..)) = coached.last.take_if(is_outdated) {
            drop(game);
            self.messages().send(Message::Outdated(describe::tip(tip)));
        }
    }

    /// Gives the tip for the current scene once the practice data are read.
    fn coach_once_read(&self) {
        let (page, practice) = (self.downgrade(), Rc::clone(&self.services().practice));
        glib::spawn_future_local(async move {
            practice.load().await;
            let Some(page) = page.upgrade().filter(|_| practice.is_read()) else { return };
            // A scene that has yet to arrive has its tip then.
            if let Some(scene) = page.scene().filter(|_| !page.imp().narrator.borrow().is_pending()) {
                page.coach(&scene);
            }
        });
    }

    fn turn_off_coach(&self) {
        self.services().practice.change(|practice| practice.coach.choice = CoachChoice::Never);
        self.messages().tell(&gettext("Coach turned off. You can turn it on again in Settings."));
        // The button had the focus, and is gone.
        self.focus_first();
    }

    /// Counts a finished game that could have a coach. An end that follows after moves were taken
    /// back is not counted again.
    pub(super) fn count_coached_game(&self) {
        let new = self.imp().game.borrow_mut().as_mut().is_some_and(|game| {
            let new = game.can_have_coach() && !game.coached.counted;
            game.coached.counted |= new;
            new
        });
        if new {
            self.services().practice.change(|practice| practice.coach.count_game());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use morris::{ByColor, Game, Rules};
    use morris_play::session::{Input, Session};
    use morris_play::setup::{GameSetup, Level, Player};

    use super::*;
    use crate::pages::app_page::Page;
    use crate::services::for_tests::{InFolder, in_folder};
    use crate::services::messages::Messages;

    /// Creates a page whose practice data are read, and a list of its titles and notices.
    fn page() -> (InFolder<GamePage>, Rc<RefCell<Vec<String>>>) {
        let told = Rc::new(RefCell::new(Vec::new()));
        let note = Rc::clone(&told);
        let messages = Messages::new(move |message| match message {
            Message::GameTitle(title) => note.borrow_mut().push(title),
            Message::Notice(notice) => note.borrow_mut().push(format!("Coach: {}", notice.words())),
            Message::Outdated(words) => note.borrow_mut().push(format!("Outdated: {words}")),
            _ => {}
        });
        let page = in_folder(messages, |context| GamePage::make(&context));
        glib::MainContext::default().block_on(page.services().practice.load());
        (page, told)
    }

    /// Returns a session after moves, with a human White.
    fn session(black: Player, moves: &str) -> Session {
        let mut game = Game::new(Rules::STANDARD);
        moves.split_whitespace().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let players = ByColor { white: Player::Person, black };
        Session::restore(GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) }, game, None, 1)
    }

    /// Black threatens to close a mill on g7, which White can prevent.
    const THREAT: &str = "b6 a7 g1 d7";
    const SAID: &str = "Coach: Careful: your opponent can close a mill next. Can you stop it?";

    fn beginner() -> Player {
        Player::Computer(Skill::FIRST)
    }

    #[gtk::test]
    fn a_tip_follows_the_title_and_is_given_once_in_a_game() {
        let (page, told) = page();
        let mut game = OpenGame::of(session(beginner(), THREAT));
        page.play(game);
        assert_eq!(told.take(), ["Black played d7 – White to move", SAID]);
        page.handle(Input::Pause);
        page.handle(Input::Resume);
        game = page.take().unwrap();
        told.take();
        page.play(game);
        assert_eq!(told.take().iter().filter(|words| *words == SAID).count(), 0);
        page.play(OpenGame::of(session(beginner(), THREAT)));
        assert!(told.take().contains(&SAID.to_owned()), "another game");
    }

    #[gtk::test]
    fn a_tip_ends_once_the_game_continues() {
        let (page, told) = page();
        // White can close a7, d7, g7, and Black threatens a1, d1, g1.
        page.play(OpenGame::of(session(beginner(), "a7 a1 d7 d1")));
        let tip = told.take().pop().unwrap();
        page.report();
        assert!(told.take().is_empty(), "the same moment");
        page.handle(Input::Tap("g7".parse().unwrap()));
        page.report();
        let outdated = tip.replace("Coach", "Outdated");
        assert_eq!(told.take().iter().filter(|words| **words == outdated).count(), 1, "{outdated}");
    }

    #[gtk::test]
    fn only_a_game_of_ones_own_against_the_lowest_level_has_a_coach() {
        let (page, told) = page();
        let second = Player::Computer(Skill::Level(Level::new(2).unwrap()));
        for game in [
            OpenGame::of(session(second, THREAT)),
            OpenGame::of(session(Player::Person, THREAT)),
            OpenGame::loaded(session(beginner(), THREAT)),
        ] {
            page.play(game);
            let told = told.take();
            assert!(told.iter().all(|words| !words.starts_with("Coach")), "{told:?}");
        }
        let line = "BB./W../.../....../.../.../..W w 7 7 0";
        let game = Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
        let setup = session(beginner(), "").setup().clone();
        page.play(OpenGame::of(Session::restore(setup, game, None, 1)));
        assert!(!told.take().contains(&SAID.to_owned()), "a position that was set up");
    }

    #[gtk::test]
    fn the_coach_is_silent_when_it_is_off_and_after_three_games() {
        let (page, told) = page();
        let games = || page.services().practice.read(|practice| practice.coach.games);
        let speaks = || {
            told.take();
            page.play(OpenGame::of(session(beginner(), THREAT)));
            told.take().contains(&SAID.to_owned())
        };
        for played in 1..=3 {
            assert!(speaks());
            page.handle(Input::Resign);
            assert_eq!(games(), played);
            // The same game ends again.
            page.handle(Input::Undo);
            page.handle(Input::Resign);
            assert_eq!(games(), played);
        }
        assert!(!speaks());
        page.services().practice.change(|practice| practice.coach.choice = CoachChoice::Always);
        assert!(speaks());
        page.turn_off_coach();
        assert!(!speaks());
    }

    #[gtk::test]
    fn tip_about_the_removal_comes_while_the_mill_waits() {
        let (page, told) = page();
        // White closes a7, d7, g7. Black has a1 and d1.
        page.play(OpenGame::of(session(beginner(), "a7 a1 d7 d1")));
        told.take();
        page.handle(Input::Tap("g7".parse().unwrap()));
        page.report();
        let tip = "Coach: Mill! Remove a piece that could close a mill next.";
        assert_eq!(told.take().last().unwrap(), tip);
    }
}
