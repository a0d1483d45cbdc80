// SPDX-License-Identifier: GPL-3.0-or-later
//! Starts practice: puzzles, endgames, and questions.

use std::rc::Rc;

use super::Window;
use crate::pages::app_page::Page;
use crate::pages::endgame::{self, EndgamePage};
use crate::pages::how_to_play::HowToPlay;
use crate::pages::judgment::{self, JudgmentPage};
use crate::pages::practice::PracticePage;
use crate::pages::puzzle::{Course, PuzzlePage};
use morris::Rules;

impl Window {
    /// Starts the practice that a button names.
    pub(super) fn start_practice(&self, name: &str) {
        let endgame = name.strip_prefix(endgame::NAME).and_then(|endgame| endgame.parse().ok());
        match (endgame, Course::named(name)) {
            (Some(endgame), _) => self.begin_on(move |page: &EndgamePage| page.begin(endgame), |_| ()),
            (None, Some(course)) => self.begin_puzzles(course),
            (None, None) if name == judgment::NAME => self.begin_on(JudgmentPage::begin, |_| ()),
            (None, None) => tracing::warn!("no practice has the name {name}"),
        }
    }

    fn begin_puzzles(&self, course: Course) {
        let rules = match course {
            Course::Rated | Course::Theme(_) => self.page_of::<PracticePage>().rules(),
            Course::Daily(..) | Course::Run(_) | Course::Again | Course::Lesson(_) => Rules::STANDARD,
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
