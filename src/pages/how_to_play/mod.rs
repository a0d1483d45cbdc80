// SPDX-License-Identifier: GPL-3.0-or-later
//! The How to Play page: the rules in words, and lessons with a board to try them on.

mod in_words;
mod lesson;
mod strategy;

use std::cell::{Cell, OnceCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use morris::{Point, Rules};
use morris_play::session::{Cue, MoveEntry, Status};

use crate::app::keys;
use crate::board::{BoardPicture, BoardView, MoveTone, ShownMove, step_of};
use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::services::PageContext;
use crate::sound;
use crate::text::describe;
use crate::text::i18n::{gettext_f, ngettext_f};
use crate::widgets::callbacks::on_click;
use crate::widgets::single_tab_stop::SingleTabStop;
pub use lesson::Lesson;
use lesson::{BOARD, RULES};
pub use strategy::Strategy;

/// Side of the picture of the board, in logical pixels.
const PICTURE: i32 = 220;

/// The content shown on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLesson {
    /// The current lesson.
    pub lesson: Lesson,
    /// The rules in words.
    pub rules: Rules,
    /// Whether the rules in words are shown instead of the lesson.
    pub in_words: bool,
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "how_to_play.ui")]
    pub struct HowToPlay {
        /// The lessons or the rules in words.
        #[template_child]
        pub(super) views: TemplateChild<gtk::Stack>,
        /// Switches between them.
        #[template_child]
        pub(super) in_words: TemplateChild<gtk::ToggleButton>,
        /// Stop with the name and the summary of the rules.
        #[template_child]
        pub(super) rules_head: TemplateChild<SingleTabStop>,
        /// Name of the rules.
        #[template_child]
        pub(super) rules_name: TemplateChild<gtk::Label>,
        /// Summary of the rules.
        #[template_child]
        pub(super) rules_summary: TemplateChild<gtk::Label>,
        /// Board of the rules.
        #[template_child]
        pub(super) rules_board: TemplateChild<BoardPicture>,
        /// Sections of the rules.
        #[template_child]
        pub(super) sections: TemplateChild<gtk::Box>,
        /// Title, with the number of the lesson and of all lessons.
        #[template_child]
        pub(super) header_title: TemplateChild<adw::WindowTitle>,
        /// Title of the lesson.
        #[template_child]
        pub(super) title: TemplateChild<gtk::Label>,
        /// Text of the lesson.
        #[template_child]
        pub(super) text: TemplateChild<gtk::Label>,
        /// Board of the lesson.
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// Visible once the task is completed.
        #[template_child]
        pub(super) done: TemplateChild<gtk::Image>,
        /// The task, and later the praise.
        #[template_child]
        pub(super) task: TemplateChild<gtk::Label>,
        /// Goes to the previous lesson.
        #[template_child]
        pub(super) previous: TemplateChild<gtk::Button>,
        /// Starts the lesson over.
        #[template_child]
        pub(super) reset: TemplateChild<gtk::Button>,
        /// Goes to puzzles about the lesson.
        #[template_child]
        pub(super) puzzles: TemplateChild<gtk::Button>,
        /// Goes to the next lesson.
        #[template_child]
        pub(super) next: TemplateChild<gtk::Button>,
        /// Starts a game after the last lesson.
        #[template_child]
        pub(super) play: TemplateChild<gtk::Button>,
        /// The current lesson.
        pub(super) lesson: Cell<Lesson>,
        /// The rules in words.
        pub(super) rules: Cell<Rules>,
        /// Whether the user came to the rules in words from the lessons.
        pub(super) lessons_behind: Cell<bool>,
        /// The part of the move entered so far.
        pub(super) entry: Cell<MoveEntry>,
        /// Data shared by the pages, and access to the window. A page without them teaches
        /// nevertheless.
        pub(super) context: OnceCell<PageContext>,
    }

    template_class!(HowToPlay: adw::Bin; BoardView, BoardPicture, SingleTabStop);

    impl ObjectImpl for HowToPlay {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().connect_parts();
            self.obj().connect_escape();
            self.rules_board.set_side(PICTURE);
            self.obj().teach(Lesson::default());
            self.obj().tell(&Rules::default());
        }
    }

    impl WidgetImpl for HowToPlay {
        fn map(&self) {
            self.parent_map();
            self.obj().follow_settings();
        }
    }

    impl BinImpl for HowToPlay {}
}

glib::wrapper! {
    /// The How to Play page.
    pub struct HowToPlay(ObjectSubclass<imp::HowToPlay>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for HowToPlay {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl Page for HowToPlay {
    const ID: PageId = PageId("how-to-play");
    const HELP: &'static str = "practice";
    const ACTIONS: &'static [&'static str] = &[];

    fn title() -> String {
        gettext("How to Play")
    }

    fn make(context: &PageContext) -> Self {
        let page = Self::default();
        page.imp().context.get_or_init(|| context.clone());
        page
    }
}

impl AppPage for HowToPlay {
    /// Explains the rules that apply on the previous page.
    fn enter(&self, from: PageId, pages: &dyn Pages) {
        self.explain(&pages.rules_on(from));
    }

    fn focus_first(&self) -> bool {
        let imp = self.imp();
        if imp.in_words.is_active() {
            self.tell_rules();
            return imp.rules_head.grab_focus();
        }
        self.tell_lesson();
        imp.board.grab_focus()
    }

    fn leave(&self) {}

    fn back(&self) -> bool {
        self.go_back()
    }

    fn save(&self) -> Saved {
        let shown = self.shown();
        Saved::Always(Restore::new(move |page: &Self| page.show(&shown)))
    }

    fn board_asked_about(&self, _: gdk::Key) -> Option<BoardView> {
        Some(self.board())
    }
}

impl HowToPlay {
    /// Returns the content of the page for another one.
    #[must_use]
    pub fn shown(&self) -> ShownLesson {
        let imp = self.imp();
        ShownLesson { lesson: self.lesson(), rules: imp.rules.get(), in_words: imp.in_words.is_active() }
    }

    /// Shows the content of another page. The lesson starts over.
    pub fn show(&self, shown: &ShownLesson) {
        self.tell(&shown.rules);
        self.teach(shown.lesson);
        self.imp().in_words.set_active(shown.in_words);
    }

    /// Shows a lesson from its start.
    pub fn teach(&self, lesson: Lesson) {
        let imp = self.imp();
        imp.lesson.set(lesson);
        imp.in_words.set_active(false);
        self.number_lesson();
        imp.title.set_label(&lesson.title());
        imp.text.set_label(&lesson.text());
        imp.previous.set_sensitive(lesson.previous().is_some());
        imp.next.set_visible(lesson.next().is_some());
        imp.play.set_visible(lesson.next().is_none());
        imp.puzzles.set_visible(lesson.course().is_some());
        if let Some(course) = lesson.course() {
            imp.puzzles.set_action_target_value(Some(&course.to_variant()));
        }
        imp.entry.take();
        imp.board.set_shown_moves(&[]);
        self.show_scene();
        self.tell_lesson();
    }

    /// Announces the whole text of the lesson to screen readers, at its start and when the user
    /// comes back to it.
    fn tell_lesson(&self) {
        let imp = self.imp();
        self.announce(&format!("{} – {} {}", imp.title.label(), imp.text.label(), imp.task.label()));
    }

    /// Called at the end of the lesson's puzzles. `solved` is the number that were solved at the
    /// first try.
    pub fn end_puzzles(&self, solved: u32) {
        let imp = self.imp();
        let words = ngettext_f(
            "{count} puzzle solved at the first try. On to what comes next.",
            "{count} puzzles solved at the first try. On to what comes next.",
            solved,
            &[("count", &solved.to_string())],
        );
        self.say(&words);
        let on = if self.lesson().next().is_some() { &imp.next } else { &imp.play };
        on.grab_focus();
    }

    fn number_lesson(&self) {
        let (number, count) = (self.lesson().number().to_string(), Lesson::ALL.len().to_string());
        // Translators: {number} and {count} are numbers: “Lesson 2 of 6”
        let which = gettext_f("Lesson {number} of {count}", &[("number", &number), ("count", &count)]);
        self.imp().header_title.set_subtitle(&which);
    }

    /// Returns the current lesson.
    #[must_use]
    pub fn lesson(&self) -> Lesson {
        self.imp().lesson.get()
    }

    /// Returns the board of the lesson.
    #[must_use]
    pub fn board(&self) -> BoardView {
        self.imp().board.get()
    }

    /// Returns the task or the praise.
    #[must_use]
    pub fn task(&self) -> String {
        self.imp().task.label().into()
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
        self.connect_in_words();
        self.connect_button(&imp.reset, Some);
        self.connect_button(&imp.previous, Lesson::previous);
        self.connect_button(&imp.next, Lesson::next);
    }

    /// Makes Escape go back, unless the board handles it first.
    fn connect_escape(&self) {
        keys::connect(self, gtk::PropagationPhase::Bubble, |page, key, state| match key {
            // A disabled action does nothing.
            gdk::Key::Escape => {
                page.activate_action("win.back", None).map_or(glib::Propagation::Proceed, |()| glib::Propagation::Stop)
            }
            _ if page.imp().in_words.is_active() => glib::Propagation::Proceed,
            _ => page.imp().board.handle_key(key, state),
        });
    }

    fn connect_button(&self, button: &gtk::Button, to: fn(Lesson) -> Option<Lesson>) {
        on_click(button, self, move |page| {
            if let Some(lesson) = to(page.lesson()) {
                page.teach(lesson);
                page.imp().board.grab_focus();
            }
        });
    }

    /// Handles a tap on a point. After the task the opponent would move, but the learner plays only
    /// one side.
    fn tap(&self, point: Point) {
        if self.is_done() {
            self.say(&self.lesson().praise());
        } else {
            self.enter(point);
        }
    }

    /// Returns `true` if the task is completed.
    fn is_done(&self) -> bool {
        self.imp().entry.get().entered().is_some_and(|mv| self.lesson().is_done_by(mv))
    }

    fn enter(&self, point: Point) {
        let (mut entry, position) = (self.imp().entry.get(), self.lesson().position());
        match entry.tap(point, &position, &RULES) {
            Ok(entered) => {
                self.imp().entry.set(entry);
                entry.cues(entered, &position, &RULES).into_iter().for_each(|cue| self.play_cue(cue));
                self.show_scene();
                self.take_back_wrong();
            }
            Err(refusal) => {
                self.play_cue(Cue::Refused);
                self.say(&describe::refusal(BOARD, refusal));
            }
        }
    }

    /// Takes back a move that does not complete the task.
    fn take_back_wrong(&self) {
        if let Some(mv) = self.imp().entry.get().entered().filter(|_| !self.is_done()) {
            self.imp().entry.take();
            self.show_scene();
            self.say(&self.lesson().refusal(mv));
        }
    }

    /// Deselects the man, or takes back a half-entered move.
    fn put_down(&self) {
        let mut entry = self.imp().entry.get();
        if entry.put_down() {
            self.imp().entry.set(entry);
            self.show_scene();
        }
    }

    fn show_scene(&self) {
        let (imp, lesson, done) = (self.imp(), self.lesson(), self.is_done());
        let scene = imp.entry.get().scene(&lesson.position(), &RULES);
        let status = scene.status;
        imp.board.show(&if done { scene.at_rest() } else { scene });
        imp.done.set_visible(done);
        match (done, status) {
            (true, _) => {
                let moves = lesson.afterwards().iter().filter_map(|text| text.parse().ok());
                let shown: Vec<_> = moves.map(|mv| ShownMove { mv, tone: MoveTone::Good }).collect();
                imp.board.set_shown_moves(&shown);
                self.say(&lesson.praise());
            }
            (false, Status::Remove { .. }) => self.say(&gettext("Mill! Now remove a black piece marked with a cross.")),
            _ => self.say(&lesson.task()),
        }
        if done {
            imp.next.add_css_class("suggested-action");
        } else {
            imp.next.remove_css_class("suggested-action");
        }
    }

    fn play_cue(&self, cue: Cue) {
        if let Some(PageContext { services, .. }) = self.imp().context.get() {
            services.settings.read(|settings| sound::play(cue, settings));
        }
    }

    /// Applies the settings, which may have changed since the page was last shown. Coordinates and
    /// targets are always shown, because the lessons refer to them.
    fn follow_settings(&self) {
        let Some(PageContext { services, .. }) = self.imp().context.get() else { return };
        self.imp().board.set_animation(services.settings.read(|settings| step_of(settings.animation)));
    }

    /// Shows a message below the board, and announces it to screen readers.
    fn say(&self, words: &str) {
        self.imp().task.set_label(words);
        self.announce(words);
    }

    fn announce(&self, words: &str) {
        if let Some(PageContext { messages, .. }) = self.imp().context.get().filter(|_| self.is_mapped()) {
            messages.announce(words, Again::Yes);
        }
    }
}
