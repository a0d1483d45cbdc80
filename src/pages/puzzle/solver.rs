// SPDX-License-Identifier: GPL-3.0-or-later
//! Widget in which a person solves puzzles: a board, and a panel with the task, the men in hand,
//! and the buttons. The page of puzzles and the practice page contain one.
//!
//! Puzzles are generated and moves are judged in the background. A wrong move is shown with its
//! refutation before the user may try again. After the second failure the solution is played.
//! A message moves nothing, except on the practice page the one at the end.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use jiff::Zoned;

use morris::{Color, Move, Point, Position, Rules};
use morris_teach::opening::{LineCard, RefutedMove};
use morris_teach::puzzles::{Attempt, Practice, Puzzle, PuzzleGenerator, RatingScore, Run, Wanted, daily};

use super::course::Course;
use super::series::{LENGTH, Series};
use crate::compat::announcer::Again;
use crate::pages::exercise::{Entry, Exercise, ExercisePanel, Parts, Success};
use crate::services::PageContext;
use crate::text::describe::{self, WORD_JOINER};
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::timer::Timer;

pub(super) struct Open {
    pub(super) attempt: Attempt,
    pub(super) stage: Stage,
    pub(super) hints: usize,
}

/// What is on the board, and what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// There is no puzzle.
    Empty,
    /// The solver's move.
    Move,
    /// The judgment of a move.
    Judge,
    /// The next attempt, while a wrong move is shown.
    Look,
    /// The next puzzle. This one is over.
    Next,
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Solver {
        pub(in crate::pages::puzzle) panel: ExercisePanel,
        pub(in crate::pages::puzzle) course: Cell<Course>,
        pub(in crate::pages::puzzle) rules: Cell<Rules>,
        pub(in crate::pages::puzzle) open: RefCell<Option<Open>>,
        pub(in crate::pages::puzzle) run: RefCell<Option<Run>>,
        /// Progress in the puzzles of a lesson.
        pub(in crate::pages::puzzle) series: Cell<Series>,
        /// Plays the solution.
        pub(in crate::pages::puzzle) playback: Timer,
        /// Rest of the solution that is being played, and the number of its moves before.
        pub(in crate::pages::puzzle) answer: RefCell<(VecDeque<Move>, usize)>,
        pub(in crate::pages::puzzle) clock: Timer,
        /// Seconds until the clock of a run starts.
        pub(in crate::pages::puzzle) until_start: Cell<u32>,
        /// Decision of an opening that is on the board.
        pub(in crate::pages::puzzle) card: Cell<Option<LineCard>>,
        /// Point to be found.
        pub(in crate::pages::puzzle) sought: Cell<Option<Point>>,
    }

    impl ObjectImpl for Solver {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_child(Some(&self.panel));
        }
    }

    impl WidgetImpl for Solver {
        fn map(&self) {
            self.parent_map();
            self.obj().show_coordinates();
            self.obj().start_clock();
        }

        fn unmap(&self) {
            // A run pauses while the page is hidden.
            self.clock.stop();
            self.parent_unmap();
            self.obj().end_answer();
        }
    }
}

class!(Solver: adw::Bin);

impl Solver {
    /// Connects the widget to the window.
    pub fn join(&self, context: &PageContext) {
        self.set_up(
            context,
            [
                (gettext("Hint"), Self::hint_clicked),
                (gettext("Show Solution"), Self::ask_answer),
                (gettext("Next Puzzle"), Self::go_on),
            ],
        );
        self.offer_grades();
    }

    pub fn course(&self) -> Course {
        self.imp().course.get()
    }

    /// Focuses the board. Returns `false` before the first puzzle, and while a puzzle is being
    /// generated, since the board still shows the previous one.
    pub fn focus_board(&self) -> bool {
        let panel = self.panel();
        panel.search.borrow().is_none() && panel.board.scene().is_some() && panel.board.grab_focus()
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
        imp.sought.set(None);
        imp.card.set(None);
        self.show_coordinates();
        self.show_grade();
        if imp.run.borrow().as_ref().is_some_and(|run| run.left().is_some()) {
            self.get_ready();
            if self.is_about_points() {
                self.show_empty_board();
            }
        } else {
            imp.until_start.set(0);
            self.next();
        }
        self.show_time();
        self.start_clock();
    }

    /// Announces the task to a screen reader, once it is known. Announcements about the previous
    /// puzzle come first.
    pub fn announce_task(&self) {
        let imp = self.imp();
        if self.is_mapped() && self.panel().search.borrow().is_none() {
            let name = if self.is_first() { imp.course.get().title() } else { String::new() };
            self.context().messages.announce(&sentences(&[name, self.whole_task()]), Again::No);
        }
    }

    /// Returns whether the task is the only one of the day, or the first one of a run. Its name is
    /// not the title of the page, or comes while the menu that led here closes.
    fn is_first(&self) -> bool {
        self.is_daily() || self.imp().run.borrow().as_ref().is_some_and(|run| run.solved() + run.wrong() == 0)
    }

    pub(super) fn clear(&self) {
        self.imp().playback.stop();
        self.imp().open.replace(None);
        self.clear_result();
        self.panel().level.set_label("");
    }

    /// Starts generating the next puzzle, or takes one that is due for repetition.
    pub(super) fn next(&self) {
        let imp = self.imp();
        if self.is_about_points() {
            return self.next_point();
        }
        self.clear();
        let course = imp.course.get();
        let PageContext { services, .. } = self.context();
        if course == Course::Again {
            let today = Zoned::now().date();
            let due = services
                .practice
                .read(|practice| practice.repetition.due(today).next().map(|card| card.puzzle.clone()));
            return self.show(due);
        }
        let due = |practice: &Practice| practice.lines_due(Zoned::now().date()).next();
        let card = if course == Course::Lines { services.practice.read(due) } else { None };
        imp.card.set(card);
        let mut wanted = services.practice.read(|practice| course.wanted(practice));
        wanted.rating = imp.run.borrow().as_ref().map(Run::next_rating).or(wanted.rating);
        let shown = services.practice.read(|practice| practice.shown.iter().cloned().collect::<Vec<_>>());
        let (tables, rules) = (services.tables.current(), imp.rules.get());
        let seed = rand::random();
        let find = move |go_on: &mut dyn FnMut() -> ControlFlow<()>| match course {
            Course::Daily(day, grade) => daily(&tables, day, grade, go_on),
            Course::Lines => card?.puzzle(&tables, seed),
            Course::Refuted(refuted) => refuted.puzzle(&tables),
            _ => {
                let generator = PuzzleGenerator::new(&tables, &rules).avoiding(shown);
                make(generator, seed, wanted, go_on)
            }
        };
        self.look_for(&gettext("Looking for a puzzle…"), find, Self::show);
        self.show_buttons();
    }

    /// Returns the task, with the numbers of men in hand if they are shown. Where points are to be
    /// found, it tells how the empty board is turned.
    pub(super) fn whole_task(&self) -> String {
        let Parts { task, hands, level, .. } = self.panel();
        let side = if self.is_about_points() { level.label() } else { glib::GString::default() };
        sentences(&[&*task.label(), &hands.words(), &side])
    }

    pub(super) fn show(&self, puzzle: Option<Puzzle>) {
        let (imp, panel) = (self.imp(), self.panel());
        panel.search.replace(None);
        match &puzzle {
            Some(puzzle) => panel.hands.begin(&puzzle.position, &puzzle.rules),
            None => panel.hands.set_visible(false),
        }
        let Some(puzzle) = puzzle else {
            panel.entry.replace(None);
            panel.task.set_label(&match imp.course.get() {
                Course::Again => gettext("All done for today."),
                Course::Lines if imp.card.get().is_none() => gettext("All done for today."),
                _ => gettext("No matching puzzle was found."),
            });
            self.announce_task();
            return self.give_keyboard();
        };
        let PageContext { services, .. } = self.context();
        let puzzle = Arc::new(puzzle);
        // A mistake can be from a game by other rules.
        imp.rules.set(puzzle.rules);
        if !self.is_daily() {
            // The puzzle of the day is shown each time, and counts as shown once it is tried.
            let shown = Arc::clone(&puzzle);
            services.practice.change(move |practice| practice.show(&shown));
        }
        panel.task.set_label(&match imp.course.get() {
            Course::Refuted(refuted) => describe::refuted_task(refuted, &puzzle),
            _ => describe::puzzle_task(&puzzle),
        });
        let attempt = Attempt::new(Arc::clone(&puzzle), services.tables.current());
        let last = puzzle.mistake.map(|(before, mv)| (before.side(), mv));
        panel.board.set_flipped(puzzle.position.side() == Color::Black);
        panel.board.set_shown_moves(&[]);
        panel.entry.replace(Some(Entry::new(puzzle.rules, *attempt.position(), last)));
        imp.open.replace(Some(Open { attempt, stage: Stage::Move, hints: 0 }));
        self.show_score();
        if let Some(scene) = self.scene() {
            panel.hands.count(&scene);
            panel.board.begin(&scene);
        }
        self.announce_task();
        self.give_keyboard();
    }

    /// Moves the focus to the board, and only then hides the button that had it. The board already
    /// shows the position that is to be announced.
    pub(super) fn give_keyboard(&self) {
        // Arrow keys go on among the grades.
        if self.is_mapped() && self.panel().grades.focus_child().is_none() {
            self.focus_board();
        }
        self.show_buttons();
    }

    /// Shows the rating or the progress of the run, and the difficulty of the puzzle.
    pub(super) fn show_score(&self) {
        let imp = self.imp();
        self.show_time();
        put(&self.panel().progress, &self.score_words());
        if self.is_about_points() {
            // How the board is turned.
            return;
        }
        let result = match imp.course.get() {
            Course::Daily(day, grade) => self.practice(|practice| practice.daily_result(day, grade)),
            _ => None,
        };
        let rating = imp.open.borrow().as_ref().map(|open| open.attempt.puzzle().rating.to_string());
        // Translators: how hard a puzzle is
        let difficulty = rating.map(|rating| gettext_f("Difficulty {rating}", &[("rating", &rating)]));
        put(&self.panel().level, &result.map(describe::practice_result).or(difficulty).unwrap_or_default());
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
            Course::Daily(day, grade) => self.practice(|practice| match practice.days_in_a_row(day) {
                0 if practice.daily_result(day, grade).is_some() => gettext("Next puzzle tomorrow"),
                days => describe::days_in_a_row(days),
            }),
            Course::Lines => self.practice(|practice| describe::lines_due(practice, Zoned::now().date())),
            Course::Refuted(_) => String::new(),
            _ => self.practice(|practice| describe::own_rating(&practice.all)),
        }
    }

    fn practice<T: Default>(&self, look: impl FnOnce(&Practice) -> T) -> T {
        self.context().services.practice.read(look)
    }

    pub(super) fn is_daily(&self) -> bool {
        matches!(self.imp().course.get(), Course::Daily(..))
    }

    pub(super) fn in_lesson(&self) -> bool {
        matches!(self.imp().course.get(), Course::Lesson(_))
    }

    /// Returns whether the last puzzle of a lesson is over.
    pub(super) fn lesson_is_over(&self) -> bool {
        self.in_lesson() && self.imp().series.get().is_over()
    }

    /// Returns the published move that is to be refuted, if any.
    pub(super) fn refuted(&self) -> Option<RefutedMove> {
        if let Course::Refuted(refuted) = self.course() { Some(refuted) } else { None }
    }

    pub(super) fn run_is_over(&self) -> bool {
        self.imp().run.borrow().as_ref().is_some_and(Run::is_over)
    }

    /// Returns why the analysis is closed: a puzzle that goes on may not be looked up.
    pub fn why_not_analyze(&self) -> Option<String> {
        self.finished_task().is_none().then(describe::analysis_is_closed)
    }

    /// Returns the task of a puzzle that is over. There is none during a run.
    pub fn finished_task(&self) -> Option<(Rules, Position)> {
        if self.imp().run.borrow().is_some() && !self.run_is_over() {
            return None;
        }
        let open = self.imp().open.borrow();
        let open = open.as_ref().filter(|open| open.stage == Stage::Next)?;
        let puzzle = open.attempt.puzzle();
        Some((puzzle.rules, puzzle.position))
    }

    pub(super) fn stage(&self) -> Stage {
        self.imp().open.borrow().as_ref().map_or(Stage::Empty, |open| open.stage)
    }

    /// Shows which buttons are available. They keep their places.
    pub(super) fn show_buttons(&self) {
        let panel = self.panel();
        let (hint, answer, next) = (&panel.first, &panel.second, &panel.next);
        let stage = self.stage();
        let goes_on = !matches!(stage, Stage::Empty | Stage::Next);
        let focused = hint.has_focus() || answer.has_focus();
        hint.set_visible(self.imp().run.borrow().is_none());
        panel.actions.set_visible(!self.is_about_points() || self.run_is_over());
        let words = if stage == Stage::Look { gettext("Try Again") } else { gettext("Hint") };
        if hint.label().is_some_and(|before| before != words) {
            // A screen reader would speak the new words of a focused button.
            if hint.has_focus() && self.is_mapped() {
                self.focus_board();
            }
            hint.set_label(&words);
        }
        // They stay sensitive while a move is judged or a wrong one is shown: otherwise a focused
        // button would lose the focus.
        hint.set_sensitive(goes_on);
        answer.set_sensitive(goes_on);
        panel.offer_next(match stage {
            Stage::Next => true,
            Stage::Empty if panel.waits_on(next) => true,
            _ => self.run_is_over(),
        });
        // While a puzzle is being generated, a focused button keeps its words, too.
        if !panel.waits_on(next) {
            next.set_label(&match () {
                () if self.is_daily() => gettext("Rated Puzzles"),
                () if self.run_is_over() => gettext("Play Again"),
                () if self.lesson_is_over() => gettext("Back to the Lesson"),
                () if self.refuted().is_some() => gettext("Play Against Perfect"),
                () => gettext("Next Puzzle"),
            });
        }
        if focused && !goes_on && self.is_mapped() {
            self.focus_board();
        }
    }

    /// Shows the result of a move, and announces it to a screen reader, with the reason if that is
    /// shown.
    pub(super) fn report(&self, words: &str) {
        let panel = self.panel();
        panel.said.set_label(words);
        if !words.is_empty() {
            // The ear needs no help with line breaks.
            self.announce(&sentences(&[words, &panel.why.label()]).replace(WORD_JOINER, ""));
        }
    }

    pub(super) fn clear_result(&self) {
        self.panel().said.set_label("");
        self.panel().why.set_label("");
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
