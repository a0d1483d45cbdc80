// SPDX-License-Identifier: GPL-3.0-or-later
//! Starts practice: puzzles, endgames, questions, and games after a published move.

use std::rc::Rc;

use super::Window;
use crate::pages::app_page::Page;
use crate::pages::endgame::{self, EndgamePage};
use crate::pages::game::OpenGame;
use crate::pages::how_to_play::HowToPlay;
use crate::pages::judgment::{self, JudgmentPage};
use crate::pages::practice::PracticePage;
use crate::pages::puzzle::{AGAINST_PERFECT, Course, PuzzlePage};
use morris::{ByColor, Game, Rules};
use morris_play::session::Session;
use morris_play::setup::{GameSetup, Player, Skill};
use morris_teach::opening::RefutedMove;
use morris_teach::puzzles::Endgame;

impl Window {
    /// Goes to the puzzle of the day, also from that of another day.
    pub fn go_to_puzzle_of_the_day(&self) {
        self.go(PracticePage::ID);
        self.page_of::<PracticePage>().show_today();
    }

    /// Starts the practice that a button names.
    pub(super) fn start_practice(&self, name: &str) {
        if let Some(refuted) = name.strip_prefix(AGAINST_PERFECT).and_then(RefutedMove::named) {
            return self.play_refuted(refuted);
        }
        let endgame = name.strip_prefix(endgame::NAME).and_then(Endgame::of_id);
        match (endgame, Course::named(name)) {
            (Some(endgame), _) => self.begin_on(move |page: &EndgamePage| page.begin(endgame), |_| ()),
            (None, Some(course)) => self.begin_puzzles(course),
            (None, None) if name == judgment::NAME => self.begin_on(JudgmentPage::begin, |_| ()),
            (None, None) => tracing::warn!("no practice has the name {name}"),
        }
    }

    /// Starts a game against perfect play after a published move, which the user refutes.
    fn play_refuted(&self, refuted: RefutedMove) {
        let Some((position, mv)) = refuted.position_and_move() else { return };
        let mut game = Game::from_position(Rules::STANDARD, position);
        if let Err(error) = game.play(mv) {
            return tracing::error!("{}: {error}", refuted.id);
        }
        let perfect = |color| if color == position.side() { Player::Computer(Skill::Perfect) } else { Player::Person };
        let setup = GameSetup { players: ByColor::from_fn(perfect), ..GameSetup::between_persons(Rules::STANDARD) };
        self.play(OpenGame::of(Session::restore(setup, game, None, rand::random())));
    }

    fn begin_puzzles(&self, course: Course) {
        let rules = match course {
            Course::Rated | Course::Theme(_) => self.page_of::<PracticePage>().rules(),
            Course::Daily(..)
            | Course::Run(_)
            | Course::Again
            | Course::Lesson(_)
            | Course::Lines
            | Course::Refuted(_) => Rules::STANDARD,
        };
        // A task that is restored exists before its page is shown.
        self.begin_on(move |page: &PuzzlePage| page.begin(course, rules), PuzzlePage::announce_task);
    }

    /// Ends the puzzles of a lesson: returns to the lesson, with a comment.
    pub(super) fn end_lesson(&self, solved: u32) {
        self.back();
        if self.page() == HowToPlay::ID {
            self.page_of::<HowToPlay>().end_puzzles(solved);
        }
    }

    /// Starts practice on a page once the tables are there. `shown` is called when the page is
    /// shown.
    fn begin_on<P: Page>(&self, begin: impl FnOnce(&P) + 'static, shown: fn(&P)) {
        let (window, services, from) = (self.clone(), Rc::clone(self.services()), self.page());
        glib::spawn_future_local(async move {
            services.practice.load().await;
            services.tables.opened().await;
            // If two were chosen in quick succession, the first has already changed the page.
            if window.page() == from {
                let page: P = window.page_of();
                begin(&page);
                window.go(P::ID);
                shown(&page);
            }
        });
    }
}
