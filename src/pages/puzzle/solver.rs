// SPDX-License-Identifier: GPL-3.0-or-later
//! Widget in which a person solves puzzles: a board, and a panel with the task, the men in hand,
//! and the buttons. The page of puzzles and the practice page contain one.
//!
//! Puzzles are generated and moves are judged in the background. A wrong move is shown with its
//! refutation before the user may try again. After the second failure the solution is played.
//! Everything in the panel has its place: a message moves nothing, except on the practice page the
//! one at the end.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use jiff::Zoned;

use morris::{Color, Move, Position, Rules};
use morris_play::session::MoveEntry;
use morris_teach::puzzles::{Attempt, Practice, Puzzle, PuzzleGenerator, RatingScore, Run, Wanted, daily};

use super::course::Course;
use super::series::{LENGTH, Series};
use crate::board::BoardView;
use crate::board::men_in_hand::MenInHand;
use crate::compat::announcer::Again;
use crate::compat::button_words::let_wrap;
use crate::pages::exercise::{Exercise, Success};
use crate::services::{Job, PageContext};
use crate::text::describe::{self, WORD_JOINER};
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel, Rows, Scrolled};
use crate::widgets::callbacks::on_click;
use crate::widgets::timer::Timer;

/// Layout of the buttons for an open puzzle.
const BUTTONS: Rows = Rows { many: 2, few: 1, gap: 8, from: 0 };

/// A puzzle on the board.
pub(super) struct Open {
    pub(super) attempt: Attempt,
    /// Position before the solver's move.
    pub(super) position: Position,
    /// Points of the move entered so far.
    pub(super) entry: MoveEntry,
    /// The opponent's last move.
    pub(super) last: Option<(Color, Move)>,
    /// Step that must be completed before the solver may move.
    pub(super) waits_for: Option<Wait>,
    /// Number of hints given.
    pub(super) hints: usize,
}

/// Step that must be completed before the solver may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
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
    #[template(file = "solver.ui")]
    pub struct Solver {
        /// Board and controls.
        #[template_child]
        pub(in crate::pages::puzzle) parts: TemplateChild<gtk::Box>,
        /// The board.
        #[template_child]
        pub(in crate::pages::puzzle) board: TemplateChild<BoardView>,
        /// Task of the puzzle.
        #[template_child]
        pub(in crate::pages::puzzle) task: TemplateChild<gtk::Label>,
        /// Men in hand, visible if the puzzle starts with some.
        #[template_child]
        pub(in crate::pages::puzzle) hands: TemplateChild<MenInHand>,
        /// Room of the result, which scrolls there.
        #[template_child]
        pub(in crate::pages::puzzle) result_room: TemplateChild<gtk::ScrolledWindow>,
        /// The result and its reason.
        #[template_child]
        pub(in crate::pages::puzzle) result: TemplateChild<gtk::Box>,
        /// Sign of success before that result.
        #[template_child]
        pub(in crate::pages::puzzle) check: TemplateChild<gtk::Image>,
        /// Result of the last move.
        #[template_child]
        pub(in crate::pages::puzzle) said: TemplateChild<gtk::Label>,
        /// Theme of the puzzle, and why the solution is right.
        #[template_child]
        pub(in crate::pages::puzzle) why: TemplateChild<gtk::Label>,
        /// Says that this is the puzzle of the day.
        #[template_child]
        pub(in crate::pages::puzzle) kicker: TemplateChild<gtk::Label>,
        /// Remaining time of a run.
        #[template_child]
        pub(in crate::pages::puzzle) time: TemplateChild<gtk::Label>,
        /// All below the board or beside it.
        #[template_child]
        pub(in crate::pages::puzzle) panel: TemplateChild<gtk::Box>,
        /// What the page adds to the panel.
        #[template_child]
        pub(in crate::pages::puzzle) extra: TemplateChild<gtk::Box>,
        /// Shows the buttons for an open puzzle, or the one that leads on. They share a place.
        #[template_child]
        pub(in crate::pages::puzzle) actions: TemplateChild<gtk::Stack>,
        /// The buttons for an open puzzle.
        #[template_child]
        pub(in crate::pages::puzzle) buttons: TemplateChild<gtk::Box>,
        /// Gives a further hint.
        #[template_child]
        pub(in crate::pages::puzzle) hint: TemplateChild<gtk::Button>,
        /// Gives up and shows the solution.
        #[template_child]
        pub(in crate::pages::puzzle) answer: TemplateChild<gtk::Button>,
        /// Starts the next puzzle or the next attempt.
        #[template_child]
        pub(in crate::pages::puzzle) next: TemplateChild<gtk::Button>,
        /// Rating of the user, or progress of the run.
        #[template_child]
        pub(in crate::pages::puzzle) score: TemplateChild<gtk::Label>,
        /// Difficulty of the puzzle, or the result of the puzzle of the day.
        #[template_child]
        pub(in crate::pages::puzzle) difficulty: TemplateChild<gtk::Label>,
        /// Kind of practice.
        pub(in crate::pages::puzzle) course: Cell<Course>,
        /// Rules of the puzzles.
        pub(in crate::pages::puzzle) rules: Cell<Rules>,
        /// Puzzle on the board.
        pub(in crate::pages::puzzle) open: RefCell<Option<Open>>,
        /// Current run, if any.
        pub(in crate::pages::puzzle) run: RefCell<Option<Run>>,
        /// Progress in the puzzles of a lesson.
        pub(in crate::pages::puzzle) series: Cell<Series>,
        /// Plays the solution.
        pub(in crate::pages::puzzle) playback: Timer,
        /// Clock of the run.
        pub(in crate::pages::puzzle) clock: Timer,
        /// Generates the next puzzle.
        pub(in crate::pages::puzzle) generator: RefCell<Option<Job>>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(in crate::pages::puzzle) context: OnceCell<PageContext>,
    }

    template_class!(Solver: adw::Bin; BoardView, MenInHand);

    impl ObjectImpl for Solver {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::new(BoardAndPanel::WORK)));
            self.buttons.set_layout_manager(Some(AdaptiveLayout::new(BUTTONS)));
            // Wrap at large font sizes, so that the window can stay narrow.
            [&self.hint, &self.answer, &self.next].into_iter().for_each(|button| let_wrap(button));
            self.obj().connect_parts();
        }

        fn dispose(&self) {
            self.clock.stop();
            self.playback.stop();
        }
    }

    impl WidgetImpl for Solver {
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

    impl BinImpl for Solver {}
}

glib::wrapper! {
    /// Board and panel in which puzzles are solved.
    pub struct Solver(ObjectSubclass<imp::Solver>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Solver {
    /// Makes the widget part of this page, all of whose keys it handles, with the services and the
    /// sender of messages.
    pub fn join(&self, page: &impl IsA<gtk::Widget>, context: &PageContext) {
        self.imp().context.get_or_init(|| context.clone());
        self.listen_to_keys_of(page);
    }

    /// Makes room for the rest of a page in the panel, and lays it out as part of that page. The
    /// result does not scroll there, since it would stop the wheel.
    pub fn add_to_panel(&self, widget: &impl IsA<gtk::Widget>) {
        let imp = self.imp();
        imp.result_room.set_child(gtk::Widget::NONE);
        imp.result.insert_after(&*imp.panel, Some(&*imp.result_room));
        imp.panel.remove(&*imp.result_room);
        imp.result.add_css_class("free-result");
        imp.extra.append(widget);
        imp.extra.set_visible(true);
        imp.panel.set_valign(gtk::Align::Start);
        imp.parts.set_layout_manager(Some(AdaptiveLayout::new(Scrolled(BoardAndPanel::FACE))));
    }

    /// Returns the kind of practice.
    #[must_use]
    pub fn course(&self) -> Course {
        self.imp().course.get()
    }

    /// Focuses the board. Returns `false` before the first puzzle, and while a puzzle is being
    /// generated, since the board still shows the previous one.
    pub fn focus_board(&self) -> bool {
        let imp = self.imp();
        imp.generator.borrow().is_none() && imp.board.scene().is_some() && imp.board.grab_focus()
    }

    /// Starts a kind of practice by these rules.
    pub fn begin(&self, course: Course, rules: Rules) {
        let imp = self.imp();
        // A run that was left for another page counts, too.
        _ = self.leave_run();
        imp.clock.stop();
        imp.course.set(course);
        imp.rules.set(rules);
        let run = match course {
            Course::Run(kind) => Some(Run::new(kind)),
            _ => None,
        };
        imp.run.replace(run);
        imp.series.set(Series::default());
        imp.kicker.set_visible(matches!(course, Course::Daily(_)));
        self.next();
        self.show_time();
        self.start_clock();
    }

    /// Announces the task to a screen reader, once it is known. Announcements about the previous
    /// puzzle come first.
    pub fn announce_task(&self) {
        let imp = self.imp();
        if self.is_mapped() && imp.generator.borrow().is_none() {
            let name = if self.is_first() { imp.course.get().title() } else { String::new() };
            self.context().messages.announce(&sentences(&[name, self.whole_task()]), Again::No);
        }
    }

    /// Returns whether the task is the only one of the day, or the first one of a run. Its name is
    /// not the title of the page, or comes while the menu that led here closes.
    fn is_first(&self) -> bool {
        self.is_daily() || self.imp().run.borrow().as_ref().is_some_and(|run| run.solved() + run.wrong() == 0)
    }

    /// Starts generating the next puzzle, or takes one that is due for repetition.
    pub(super) fn next(&self) {
        let imp = self.imp();
        imp.playback.stop();
        imp.open.replace(None);
        imp.task.set_label(&gettext("Looking for a puzzle…"));
        self.clear_result();
        imp.difficulty.set_label("");
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
        let find = move |go_on: &mut dyn FnMut() -> ControlFlow<()>| match course {
            Course::Daily(day) => daily(&tables, day, go_on),
            _ => {
                let generator = PuzzleGenerator::new(&tables, &rules).avoiding(shown);
                make(generator, seed, wanted.unwrap_or_default(), go_on)
            }
        };
        let then = glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |made| page.show(made)
        );
        imp.generator.replace(Some(services.background.find(find, then)));
        self.show_buttons();
    }

    /// Returns the task, with the numbers of men in hand if they are shown.
    pub(super) fn whole_task(&self) -> String {
        sentences(&[&*self.imp().task.label(), &self.imp().hands.words()])
    }

    fn wanted(&self, wanted: Wanted, run: Option<RangeInclusive<i32>>) -> Wanted {
        Wanted { rating: run.or(wanted.rating.clone()), ..wanted }
    }

    /// Puts a puzzle on the board.
    pub(super) fn show(&self, puzzle: Option<Puzzle>) {
        let imp = self.imp();
        imp.generator.replace(None);
        match &puzzle {
            Some(puzzle) => imp.hands.begin(&puzzle.position, &puzzle.rules),
            None => imp.hands.set_visible(false),
        }
        let Some(puzzle) = puzzle else {
            imp.task.set_label(&match imp.course.get() {
                Course::Again => gettext("All done for today."),
                _ => gettext("No matching puzzle was found."),
            });
            self.announce_task();
            return self.give_keyboard();
        };
        let PageContext { services, .. } = self.context();
        let puzzle = Arc::new(puzzle);
        if !self.is_daily() {
            // The puzzle of the day is shown each time, and counts as shown once it is tried.
            let shown = Arc::clone(&puzzle);
            services.practice.change(move |practice| practice.show(&shown));
        }
        let task = describe::puzzle_task(&puzzle);
        imp.task.set_label(&task);
        let attempt = Attempt::new(Arc::clone(&puzzle), services.tables.current());
        let last = puzzle.mistake.map(|(before, mv)| (before.side(), mv));
        let (position, entry) = (*attempt.position(), MoveEntry::default());
        imp.board.set_flipped(puzzle.position.side() == Color::Black);
        imp.board.set_shown_moves(&[]);
        imp.open.replace(Some(Open { attempt, position, entry, last, waits_for: None, hints: 0 }));
        self.show_score();
        if let Some(scene) = self.scene() {
            imp.board.begin(&scene);
        }
        self.announce_task();
        self.give_keyboard();
    }

    /// Moves the focus to the board, and only then hides the button that had it. The board already
    /// shows the position that is to be announced.
    pub(super) fn give_keyboard(&self) {
        if self.is_mapped() {
            self.focus_board();
        }
        self.show_buttons();
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        imp.board.connect_entry(self, Self::tap, Self::put_down);
        self.watch_room_of_result();
        for (button, act) in
            [(&imp.hint, Self::hint_clicked as fn(&Self)), (&imp.answer, Self::ask_answer), (&imp.next, Self::go_on)]
        {
            on_click(button, self, act);
        }
    }

    /// Shows the rating or the progress of the run, and the difficulty of the puzzle.
    pub(super) fn show_score(&self) {
        let imp = self.imp();
        self.show_time();
        put(&imp.score, &self.score_words());
        let result = match imp.course.get() {
            Course::Daily(day) => self.practice(|practice| practice.days.get(&day).map(|result| result.points)),
            _ => None,
        };
        let rating = imp.open.borrow().as_ref().map(|open| open.attempt.puzzle().rating.to_string());
        // Translators: how hard a puzzle is
        let difficulty = rating.map(|rating| gettext_f("Difficulty {rating}", &[("rating", &rating)]));
        put(&imp.difficulty, &result.map(describe::practice_result).or(difficulty).unwrap_or_default());
    }

    pub(super) fn score_words(&self) -> String {
        let imp = self.imp();
        if let Some(run) = imp.run.borrow().as_ref() {
            let values = [("solved", &*run.solved().to_string()), ("wrong", &*run.wrong().to_string())];
            // Translators: puzzles
            return gettext_f("{solved} solved, {wrong} wrong", &values);
        }
        match imp.course.get() {
            Course::Lesson(_) => {
                let values = [("number", &*imp.series.get().number().to_string()), ("count", &*LENGTH.to_string())];
                // Translators: the puzzles that a lesson ends with
                gettext_f("Puzzle {number} of {count}", &values)
            }
            Course::Daily(day) => self.practice(|practice| match practice.days_in_a_row(day) {
                0 if practice.days.contains_key(&day) => gettext("Next puzzle tomorrow"),
                days => describe::days_in_a_row(days),
            }),
            _ => self.practice(|practice| describe::own_rating(&practice.all)),
        }
    }

    fn practice<T: Default>(&self, look: impl FnOnce(&Practice) -> T) -> T {
        self.context().services.practice.read(look)
    }

    pub(super) fn is_daily(&self) -> bool {
        matches!(self.imp().course.get(), Course::Daily(_))
    }

    pub(super) fn in_lesson(&self) -> bool {
        matches!(self.imp().course.get(), Course::Lesson(_))
    }

    /// Returns whether the last puzzle of a lesson is over.
    pub(super) fn lesson_is_over(&self) -> bool {
        self.in_lesson() && self.imp().series.get().is_over()
    }

    pub(super) fn run_is_over(&self) -> bool {
        self.imp().run.borrow().as_ref().is_some_and(Run::is_over)
    }

    /// Returns why the analysis is closed: a puzzle that goes on may not be looked up.
    #[must_use]
    pub fn why_not_analyze(&self) -> Option<String> {
        self.finished_task().is_none().then(describe::analysis_is_closed)
    }

    /// Returns the task of a puzzle that is over. There is none during a run.
    #[must_use]
    pub fn finished_task(&self) -> Option<(Rules, Position)> {
        if self.imp().run.borrow().is_some() && !self.run_is_over() {
            return None;
        }
        let open = self.imp().open.borrow();
        let open = open.as_ref().filter(|open| open.waits_for == Some(Wait::Next))?;
        let puzzle = open.attempt.puzzle();
        Some((puzzle.rules, puzzle.position))
    }

    /// Shows which buttons are available. They keep their places.
    pub(super) fn show_buttons(&self) {
        let imp = self.imp();
        let waits_for = self.waits_for();
        let goes_on = waits_for.is_some_and(|waits_for| waits_for != Some(Wait::Next));
        let can_go_on = match waits_for {
            Some(Some(Wait::Next)) => true,
            // The button keeps the focus while a puzzle is being generated.
            None if imp.generator.borrow().is_some() && imp.next.has_focus() => true,
            _ => self.run_is_over(),
        };
        let focused = [&imp.hint, &imp.answer].into_iter().any(|button| button.has_focus());
        imp.hint.set_visible(imp.run.borrow().is_none());
        let words = match waits_for {
            Some(Some(Wait::Look)) => gettext("Try Again"),
            _ => gettext("Hint"),
        };
        if imp.hint.label().is_some_and(|before| before != words) {
            // A screen reader would speak the new words of a focused button.
            if imp.hint.has_focus() && self.is_mapped() {
                self.focus_board();
            }
            imp.hint.set_label(&words);
        }
        // They stay sensitive while a move is judged or a wrong one is shown: otherwise a focused
        // button would lose the focus.
        imp.hint.set_sensitive(goes_on);
        imp.answer.set_sensitive(goes_on);
        match can_go_on {
            true => imp.actions.set_visible_child(&*imp.next),
            false => imp.actions.set_visible_child(&*imp.buttons),
        }
        // While a puzzle is being generated, a focused button keeps its words, too.
        if imp.generator.borrow().is_none() || !imp.next.has_focus() {
            imp.next.set_label(&match () {
                () if self.is_daily() => gettext("Rated Puzzles"),
                () if self.run_is_over() => gettext("Play Again"),
                () if self.lesson_is_over() => gettext("Back to the Lesson"),
                () => gettext("Next Puzzle"),
            });
        }
        if focused && !goes_on && self.is_mapped() {
            self.focus_board();
        }
    }

    /// Returns whether the button that leads on is there.
    pub(super) fn offers_next(&self) -> bool {
        let imp = self.imp();
        imp.actions.visible_child().is_some_and(|child| child == *imp.next)
    }

    /// Shows the result of a move, and announces it to a screen reader, with the reason if that is
    /// shown.
    pub(super) fn say(&self, words: &str) {
        self.imp().said.set_label(words);
        if !words.is_empty() {
            // The ear needs no help with line breaks.
            self.announce(&sentences(&[words, &self.imp().why.label()]).replace(WORD_JOINER, ""));
        }
    }

    /// Removes the result of the last move.
    pub(super) fn clear_result(&self) {
        let imp = self.imp();
        imp.said.set_label("");
        imp.why.set_label("");
        self.celebrate(Success::No);
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

/// Changes a label, if its text differs.
fn put(label: &gtk::Label, words: &str) {
    if label.label() != words {
        label.set_label(words);
    }
}

/// Returns whether a puzzle of a run counts as solved.
pub(super) fn solved(points: Option<RatingScore>) -> bool {
    points == Some(RatingScore::Whole)
}
