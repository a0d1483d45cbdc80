// SPDX-License-Identifier: GPL-3.0-or-later
//! Page that shows one puzzle after the other on the board.
//!
//! Puzzles are generated and moves are judged in the background. A wrong move is shown with its
//! refutation before the user may try again. After the second failure the solution is shown.

mod clock;
mod course;
mod hands;
mod keys;
mod series;
mod solving;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use jiff::Zoned;

use morris::{Color, Move, Position, Rules};
use morris_play::session::MoveEntry;
use morris_teach::puzzles::{Attempt, Puzzle, PuzzleGenerator, RatingScore, Run, Wanted, daily};

use crate::board::{BoardView, MenTray, step_of};
use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Saved};
use crate::pages::practice::PracticePage;
use crate::services::{Job, PageContext};
use crate::text::describe;
use crate::text::i18n::{gettext_f, joined};
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel};
use crate::widgets::callbacks::on_click;
use crate::widgets::timer::Timer;
pub use course::Course;
use series::{LENGTH, Series};

/// A puzzle on the board.
struct Open {
    attempt: Attempt,
    /// Position before the solver's move.
    position: Position,
    /// Points of the move entered so far.
    entry: MoveEntry,
    /// The opponent's last move.
    last: Option<(Color, Move)>,
    /// Step that must be completed before the solver may move.
    waits_for: Option<Wait>,
    /// Number of hints given.
    hints: usize,
}

/// Step that must be completed before the solver may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    /// A move is being judged.
    Judge,
    /// A wrong move is shown.
    Look,
    /// The puzzle is over.
    Next,
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "puzzle_page.ui")]
    pub struct PuzzlePage {
        /// Title of the practice, and difficulty of the puzzle.
        #[template_child]
        pub(super) header_title: TemplateChild<adw::WindowTitle>,
        /// Board and controls.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        /// The board.
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// Task of the puzzle.
        #[template_child]
        pub(super) task: TemplateChild<gtk::Label>,
        /// Men in hand, visible if the puzzle starts with some.
        #[template_child]
        pub(super) hands: TemplateChild<gtk::Box>,
        /// White's men in hand.
        #[template_child]
        pub(super) white_hand: TemplateChild<MenTray>,
        /// Number of White's men in hand.
        #[template_child]
        pub(super) white_count: TemplateChild<gtk::Label>,
        /// Black's men in hand.
        #[template_child]
        pub(super) black_hand: TemplateChild<MenTray>,
        /// Number of Black's men in hand.
        #[template_child]
        pub(super) black_count: TemplateChild<gtk::Label>,
        /// Result of the last move.
        #[template_child]
        pub(super) said: TemplateChild<gtk::Label>,
        /// Gives a further hint.
        #[template_child]
        pub(super) hint: TemplateChild<gtk::Button>,
        /// Gives up and shows the solution.
        #[template_child]
        pub(super) answer: TemplateChild<gtk::Button>,
        /// Starts the next puzzle or the next attempt.
        #[template_child]
        pub(super) next: TemplateChild<gtk::Button>,
        /// Rating of the user, or progress of the run.
        #[template_child]
        pub(super) score: TemplateChild<gtk::Label>,
        /// Leads to the previous page.
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        /// Kind of practice.
        pub(super) course: Cell<Course>,
        /// Rules of the puzzles.
        pub(super) rules: Cell<Rules>,
        /// Puzzle on the board.
        pub(super) open: RefCell<Option<Open>>,
        /// Current run, if any.
        pub(super) run: RefCell<Option<Run>>,
        /// Progress in the puzzles of a lesson.
        pub(super) series: Cell<Series>,
        /// Clock of the run.
        pub(super) clock: Timer,
        /// Generates the next puzzle.
        pub(super) generator: RefCell<Option<Job>>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
    }

    template_class!(PuzzlePage: adw::Bin; BoardView, MenTray);

    impl ObjectImpl for PuzzlePage {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::board_and_panel(BoardAndPanel::WORK)));
            // Wrap at large font sizes, so that the window can stay narrow.
            for words in [&self.hint, &self.answer].into_iter().filter_map(|button| button.child().and_downcast()) {
                gtk::Label::set_wrap(&words, true);
            }
            self.obj().connect_parts();
        }

        fn dispose(&self) {
            self.clock.stop();
        }
    }

    impl WidgetImpl for PuzzlePage {
        fn map(&self) {
            self.parent_map();
            self.obj().follow_settings();
            self.obj().start_clock();
        }

        fn unmap(&self) {
            // A run pauses while the page is hidden.
            self.clock.stop();
            self.parent_unmap();
        }
    }

    impl BinImpl for PuzzlePage {}
}

glib::wrapper! {
    /// Page that shows puzzles.
    pub struct PuzzlePage(ObjectSubclass<imp::PuzzlePage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for PuzzlePage {
    const ID: PageId = PageId("puzzle");
    const HELP: &'static str = "practice#puzzles";
    const ACTIONS: &'static [&'static str] = &[];

    fn title() -> String {
        gettext("Puzzle")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().context.get_or_init(|| context.clone());
        page
    }
}

impl AppPage for PuzzlePage {
    fn enter(&self, _: PageId, _: &dyn Pages) {}

    /// Focuses the board, or the back button while a puzzle is being generated, since the board
    /// still shows the previous one.
    fn focus_first(&self) -> bool {
        let imp = self.imp();
        if imp.generator.borrow().is_some() { imp.back.grab_focus() } else { imp.board.grab_focus() }
    }

    fn leave(&self) {}

    /// A puzzle cannot move to another window.
    fn save(&self) -> Saved {
        Saved::Replaced(PracticePage::ID)
    }
}

impl PuzzlePage {
    /// Returns the title of the practice.
    #[must_use]
    pub fn title(&self) -> String {
        self.imp().course.get().title()
    }

    /// Starts a kind of practice by these rules.
    pub fn begin(&self, course: Course, rules: Rules) {
        let imp = self.imp();
        imp.clock.stop();
        imp.course.set(course);
        imp.rules.set(rules);
        let run = match course {
            Course::Run(kind) => Some(Run::new(kind)),
            _ => None,
        };
        imp.run.replace(run);
        imp.series.set(Series::default());
        imp.header_title.set_title(&course.title());
        self.next();
        self.start_clock();
    }

    /// Announces the task to a screen reader, once it is known. Announcements about the previous
    /// puzzle come first.
    pub fn tell_task(&self) {
        if self.is_mapped() && self.imp().generator.borrow().is_none() {
            self.context().messages.announce(&self.whole_task(), Again::No);
        }
    }

    fn context(&self) -> &PageContext {
        self.imp().context.get().expect("it is set when the page is made")
    }

    /// Starts generating the next puzzle, or takes one that is due for repetition.
    fn next(&self) {
        let imp = self.imp();
        imp.open.replace(None);
        imp.task.set_label(&gettext("Looking for a puzzle…"));
        self.say("");
        imp.header_title.set_subtitle("");
        let course = imp.course.get();
        let PageContext { services, .. } = self.context();
        if course == Course::Again {
            let today = Zoned::now().date();
            let due = services
                .practice
                .read(|practice| practice.repetition.due(today).next().map(|card| card.puzzle.clone()));
            return self.show(due);
        }
        let run = imp.run.borrow().as_ref().map(Run::next_rating);
        let wanted = services.practice.read(|practice| Some(self.wanted(course.wanted(practice), run)));
        let shown = services.practice.read(|practice| practice.shown.iter().cloned().collect::<Vec<_>>());
        let (tables, rules) = (services.tables.current(), imp.rules.get());
        let seed = rand::random();
        let (job, news) = services.background.start(move |worker| {
            let mut go_on = || worker.go_on();
            let made = match course {
                Course::Daily(day) => daily(&tables, day, &mut go_on),
                _ => make(
                    PuzzleGenerator::new(&tables, &rules).avoiding(shown),
                    seed,
                    wanted.unwrap_or_default(),
                    &mut go_on,
                ),
            };
            worker.tell(made);
        });
        // A job that is dropped still reports its result.
        let stopped = job.stopping();
        imp.generator.replace(Some(job));
        self.show_buttons();
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            if let (Ok(made), Some(page), false) = (news.recv().await, page.upgrade(), stopped.load(Relaxed)) {
                page.show(made);
            }
        });
    }

    fn wanted(&self, wanted: Wanted, run: Option<RangeInclusive<i32>>) -> Wanted {
        Wanted { rating: run.or(wanted.rating.clone()), ..wanted }
    }

    /// Puts a puzzle on the board.
    fn show(&self, puzzle: Option<Puzzle>) {
        let imp = self.imp();
        imp.generator.replace(None);
        self.show_hands(puzzle.as_ref());
        let Some(puzzle) = puzzle else {
            imp.task.set_label(&match imp.course.get() {
                Course::Again => gettext("Nothing more to practice today."),
                _ => gettext("There is no such puzzle among the solved positions."),
            });
            self.tell_task();
            return self.give_keyboard();
        };
        let PageContext { services, .. } = self.context();
        let puzzle = Arc::new(puzzle);
        let shown = Arc::clone(&puzzle);
        services.practice.change(move |practice| practice.show(&shown));
        // Translators: how hard a puzzle is
        imp.header_title.set_subtitle(&gettext_f("Difficulty {rating}", &[("rating", &puzzle.rating.to_string())]));
        let task = describe::puzzle_task(&puzzle);
        imp.task.set_label(&task);
        let attempt = Attempt::new(Arc::clone(&puzzle), services.tables.current());
        let last = puzzle.mistake.map(|(before, mv)| (before.side(), mv));
        let (position, entry) = (*attempt.position(), MoveEntry::default());
        imp.board.set_flipped(puzzle.position.side() == Color::Black);
        imp.board.set_shown_moves(&[]);
        imp.open.replace(Some(Open { attempt, position, entry, last, waits_for: None, hints: 0 }));
        self.show_score();
        self.show_scene();
        self.tell_task();
        self.give_keyboard();
    }

    /// Moves the focus to the board, and only then hides the button that had it. The board already
    /// shows the position that is to be announced.
    fn give_keyboard(&self) {
        if self.is_mapped() {
            self.focus_first();
        }
        self.show_buttons();
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        imp.board.connect_tapped(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_, point| page.tap(point)
        ));
        imp.board.connect_cancelled(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.put_down()
        ));
        for (button, act) in
            [(&imp.hint, Self::ask_hint as fn(&Self)), (&imp.answer, Self::ask_answer), (&imp.next, Self::go_on)]
        {
            on_click(button, self, act);
        }
        self.connect_keys();
    }

    /// Shows the rating or the progress of the run.
    fn show_score(&self) {
        let imp = self.imp();
        let words = match imp.run.borrow().as_ref() {
            Some(run) => {
                let values = [("solved", &*run.solved().to_string()), ("wrong", &*run.wrong().to_string())];
                // Translators: puzzles
                let score = gettext_f("Solved {solved}, wrong {wrong}", &values);
                match run.left() {
                    Some(left) => joined(&[score, clock::words(left)]),
                    None => score,
                }
            }
            None if self.in_lesson() => {
                let values = [("number", &*imp.series.get().number().to_string()), ("count", &*LENGTH.to_string())];
                // Translators: the puzzles that a lesson ends with
                gettext_f("Puzzle {number} of {count}", &values)
            }
            None => self.context().services.practice.read(|practice| describe::own_rating(&practice.all)),
        };
        if imp.score.label() != words {
            imp.score.set_label(&words);
        }
    }

    fn in_lesson(&self) -> bool {
        matches!(self.imp().course.get(), Course::Lesson(_))
    }

    /// Returns whether the last puzzle of a lesson is over.
    fn lesson_is_over(&self) -> bool {
        self.in_lesson() && self.imp().series.get().is_over()
    }

    fn run_is_over(&self) -> bool {
        self.imp().run.borrow().as_ref().is_some_and(Run::is_over)
    }

    /// Shows the available buttons.
    fn show_buttons(&self) {
        let imp = self.imp();
        let open = imp.open.borrow();
        let waits_for = open.as_ref().map(|open| open.waits_for);
        let in_run = imp.run.borrow().is_some();
        imp.hint.set_visible(!in_run);
        // They stay sensitive while a move is judged or a wrong one is shown: otherwise a focused
        // button would lose the focus.
        let goes_on = waits_for.is_some_and(|waits_for| waits_for != Some(Wait::Next));
        let loses_keyboard = !goes_on && (imp.hint.has_focus() || imp.answer.has_focus());
        imp.hint.set_sensitive(goes_on);
        imp.answer.set_sensitive(goes_on);
        let daily = matches!(imp.course.get(), Course::Daily(_));
        imp.next.set_visible(match waits_for {
            Some(Some(Wait::Next)) => !daily,
            Some(Some(Wait::Look)) => true,
            // The button keeps the focus while a puzzle is being generated.
            None if imp.generator.borrow().is_some() && imp.next.has_focus() => true,
            _ => self.run_is_over(),
        });
        imp.next.set_label(&match waits_for {
            Some(Some(Wait::Look)) => gettext("Try Again"),
            _ if self.run_is_over() => gettext("New Run"),
            _ if self.lesson_is_over() => gettext("Back to the Lesson"),
            _ => gettext("Next Puzzle"),
        });
        drop(open);
        if loses_keyboard && self.is_mapped() {
            self.focus_first();
        }
    }

    /// Applies the settings, which may have changed since the page was last visible.
    fn follow_settings(&self) {
        let board = &self.imp().board;
        self.context().services.settings.read(|settings| {
            board.set_animation(step_of(settings.animation));
            board.set_coordinates(settings.coordinates);
            board.set_marks(true);
        });
    }

    /// Shows a text below the task, and announces it to a screen reader.
    fn say(&self, words: &str) {
        self.imp().said.set_label(words);
        if !words.is_empty() {
            self.announce(words);
        }
    }

    fn announce(&self, words: &str) {
        if self.is_mapped() {
            self.context().messages.announce(words, Again::Yes);
        }
    }
}

/// Generates a puzzle with these requirements, or one of any difficulty if there is none.
fn make(
    mut generator: PuzzleGenerator<'_>,
    seed: u64,
    wanted: Wanted,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Puzzle> {
    let any = Wanted { rating: None, ..wanted.clone() };
    generator.make(seed, &wanted, go_on).or_else(|| generator.make(seed, &any, go_on))
}

/// Returns whether a puzzle of a run counts as solved.
fn solved(points: Option<RatingScore>) -> bool {
    points == Some(RatingScore::Whole)
}
