// SPDX-License-Identifier: GPL-3.0-or-later
//! Starts practice: puzzles, endgames, lessons.

use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

use gettextrs::gettext;
use jiff::Zoned;

use super::Window;
use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page};
use crate::pages::game::OpenGame;
use crate::pages::how_to_play::{HowToPlay, Lesson};
use crate::pages::practice::PracticePage;
use crate::pages::puzzle::{Course, PuzzlePage};
use morris::{ByColor, Game, Position, Rules};
use morris_play::session::Session;
use morris_play::setup::{GameSetup, Player, Skill};
use morris_teach::puzzles::endgame;

impl Window {
    /// Starts the practice that a row of the page names.
    pub(super) fn practise(&self, name: &str) {
        match (name, Course::named(name, Zoned::now().date())) {
            ("endgame", _) => self.begin_endgame(),
            ("strategy", _) => self.teach_strategy(),
            (_, Some(course)) => self.begin_puzzles(course),
            (_, None) => tracing::warn!("no practice has the name {name}"),
        }
    }

    fn begin_puzzles(&self, course: Course) {
        let rules = match course {
            Course::Rated | Course::Theme(_) | Course::Kind(_) => self.page_of::<PracticePage>().rules(),
            Course::Daily(_) | Course::Run(_) | Course::Again | Course::Lesson(_) => Rules::STANDARD,
        };
        let (window, practice, from) = (self.clone(), Rc::clone(&self.services().practice), self.page());
        glib::spawn_future_local(async move {
            practice.load().await;
            window.services().tables.opened().await;
            // If two were chosen in quick succession, the first has already changed the page.
            if window.page() != from {
                return;
            }
            let page: PuzzlePage = window.page_of();
            page.begin(course, rules);
            window.go(PuzzlePage::ID);
            // A task that is restored exists before its page is shown.
            page.tell_task();
        });
    }

    fn teach_strategy(&self) {
        self.go(HowToPlay::ID);
        let how: HowToPlay = self.page_of();
        how.teach(Lesson::FIRST_OF_STRATEGY);
        how.focus_first();
    }

    /// Ends the puzzles of a lesson: returns to the lesson, with a comment.
    pub(super) fn end_lesson(&self, solved: u32) {
        self.back();
        if self.page() == HowToPlay::ID {
            self.page_of::<HowToPlay>().end_puzzles(solved);
        }
    }

    /// Searches for an endgame with the chosen properties, and plays it out against the computer at
    /// full strength. Leaving the page cancels the search.
    fn begin_endgame(&self) {
        let page: PracticePage = self.page_of();
        let (men, value) = page.endgame();
        let looking = gettext("Looking for an endgame…");
        page.show_looking(Some(&looking));
        self.announce(&looking, Again::Yes);
        let window = self.clone();
        glib::spawn_future_local(async move {
            let services = Rc::clone(window.services());
            let (tables, seed) = (services.tables.opened().await, rand::random());
            let (job, found) = services.background.start(move |worker| {
                worker.tell(endgame(&tables, &Rules::STANDARD, men, value, seed, &mut || worker.go_on()));
            });
            let stopped = job.stopping();
            // A second request replaces the first.
            page.look_for_endgame(Some(job).filter(|_| window.page() == PracticePage::ID));
            let found = found.recv().await.ok().flatten();
            if stopped.load(Relaxed) {
                return;
            }
            page.forget_endgame();
            match found {
                Some(position) => window.play_out(position),
                None => window.tell(&gettext("No such endgame was found: others may be there.")),
            }
        });
    }

    fn play_out(&self, position: Position) {
        let players = ByColor { white: Player::Person, black: Player::Computer(Skill::Perfect) };
        let setup = GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) };
        let game = Game::from_position(setup.rules, position);
        self.play(OpenGame::of(Session::restore(setup, game, None, rand::random())));
    }
}
