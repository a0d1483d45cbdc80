// SPDX-License-Identifier: GPL-3.0-or-later
//! Page that shows one puzzle after the other.

mod clock;
mod coordinates;
mod course;
mod exercise;
mod grades;
mod playback;
mod series;
mod solver;
mod solving;
#[cfg(test)]
mod tests;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Position, Rules};
use morris_teach::puzzles::RunKind;

use crate::pages::app_page::{AppPage, PRACTICE, Page, PageId, Saved};
use crate::pages::exercise::{Exercise, Parts};
use crate::services::PageContext;
pub use course::{AGAINST_PERFECT, Course, REFUTED};
pub use solver::Solver;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct PuzzlePage {
        pub(super) solver: Solver,
    }

    impl ObjectImpl for PuzzlePage {}
    impl WidgetImpl for PuzzlePage {}
}

class!(PuzzlePage: adw::Bin);

impl Page for PuzzlePage {
    const ID: PageId = PageId("puzzle");
    const HELP: &'static str = "practice#puzzles";

    fn title() -> String {
        gettext("Puzzle")
    }

    fn make(context: &PageContext) -> Self {
        let page = Self::default();
        page.set_child(Some(&page.imp().solver));
        page.imp().solver.join(context);
        page.panel().analysis.set_visible(true);
        page
    }
}

impl AppPage for PuzzlePage {
    /// Focuses the board, or the back button while a puzzle is being generated.
    fn focus_first(&self) -> bool {
        self.imp().solver.focus_board() || self.panel().back.grab_focus()
    }

    /// The name of the practice. That of a run comes with its first task, when the menu that led
    /// here has closed.
    fn name(&self) -> Option<String> {
        let title = self.panel().header_title.title();
        let is_run = matches!(self.imp().solver.course(), Course::Run(_));
        (!is_run && !title.is_empty()).then(|| title.into())
    }

    /// Ends a run that goes on, and says its result on the next page: before that is shown, its
    /// name would take the place of the result.
    fn back(&self) -> bool {
        let solver = &self.imp().solver;
        if let Some(words) = solver.leave_run() {
            let messages = solver.context().messages.clone();
            glib::idle_add_local_once(move || messages.tell(&words));
        }
        false
    }

    fn position_to_analyze(&self) -> Option<(Rules, Position)> {
        self.imp().solver.finished_task()
    }

    fn why_not_analyze(&self) -> Option<String> {
        self.imp().solver.why_not_analyze()
    }

    /// A puzzle cannot move to another window. A run that goes on counts.
    fn save(&self) -> Saved {
        self.end_run();
        Saved::Replaced(PRACTICE)
    }
}

impl PuzzlePage {
    fn panel(&self) -> &Parts {
        self.imp().solver.panel()
    }

    /// Starts a kind of practice by these rules.
    pub fn begin(&self, course: Course, rules: Rules) {
        self.panel().header_title.set_title(&match course {
            // The time is on the page, and a narrow header has no room for it.
            Course::Run(RunKind::Rush3 | RunKind::Rush5) => gettext("Rush"),
            _ => course.title(),
        });
        // Nothing follows that could be analyzed.
        self.panel().analysis.set_visible(course != Course::Run(RunKind::Coordinates));
        self.imp().solver.begin(course, rules);
    }

    /// Ends a run that goes on, so that it counts.
    pub fn end_run(&self) {
        _ = self.imp().solver.leave_run();
    }

    /// Announces the task to a screen reader, once it is known.
    pub fn announce_task(&self) {
        self.imp().solver.announce_task();
    }
}
