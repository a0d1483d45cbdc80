// SPDX-License-Identifier: GPL-3.0-or-later
//! Starts practice: puzzles, endgames, and questions.

use std::rc::Rc;

use super::Window;
use crate::pages::app_page::{Page, PageId};
use crate::pages::endgame::{self, EndgamePage};
use crate::pages::how_to_play::HowToPlay;
use crate::pages::judgment::{self, JudgmentPage};
use crate::pages::practice::PracticePage;
use crate::pages::puzzle::{Course, PuzzlePage};
use morris::Rules;
use morris_teach::puzzles::Endgame;

impl Window {
    /// Starts the practice that a button names.
    pub(super) fn start_practice(&self, name: &str) {
        let endgame = name.strip_prefix(endgame::NAME).and_then(|endgame| endgame.parse().ok());
        match (endgame, Course::named(name)) {
            (Some(endgame), _) => self.begin_endgame(endgame),
            (None, Some(course)) => self.begin_puzzles(course),
            (None, None) if name == judgment::NAME => self.begin_questions(),
            (None, None) => tracing::warn!("no practice has the name {name}"),
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
            page.announce_task();
        });
    }

    /// Ends the puzzles of a lesson: returns to the lesson, with a comment.
    pub(super) fn end_lesson(&self, solved: u32) {
        self.back();
        if self.page() == HowToPlay::ID {
            self.page_of::<HowToPlay>().end_puzzles(solved);
        }
    }

    fn begin_endgame(&self, endgame: Endgame) {
        self.begin_with_tables(EndgamePage::ID, move |window| window.page_of::<EndgamePage>().begin(endgame));
    }

    /// Starts questions whether a move is a mistake.
    fn begin_questions(&self) {
        self.begin_with_tables(JudgmentPage::ID, |window| window.page_of::<JudgmentPage>().begin());
    }

    fn begin_with_tables(&self, page: PageId, begin: impl FnOnce(&Self) + 'static) {
        let (window, services, from) = (self.clone(), Rc::clone(self.services()), self.page());
        glib::spawn_future_local(async move {
            services.practice.load().await;
            services.tables.opened().await;
            if window.page() == from {
                begin(&window);
                window.go(page);
            }
        });
    }
}
