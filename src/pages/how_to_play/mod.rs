// SPDX-License-Identifier: GPL-3.0-or-later
//! The How to Play page: the rules in words, and lessons with a board to try them on.

mod in_words;
mod layout;
mod lesson;
mod rows;
mod trying;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use morris::Rules;
use morris_play::session::MoveEntry;

use crate::board::{BoardPicture, BoardView};
use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::services::PageContext;
use crate::text::describe;
use crate::text::i18n::{gettext_f, ngettext_f, sentences};
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel};
use crate::widgets::callbacks::on_click;
use crate::widgets::keys;
use crate::widgets::single_tab_stop::SingleTabStop;
use crate::widgets::timer::Timer;
use layout::{LOW, LessonParts};
pub use lesson::Lesson;

/// Layout of the picture of the board and the rules in words.
const WORDS: BoardAndPanel = BoardAndPanel {
    from: (860, 0),
    panel: (600, 55),
    gaps: (24, 6),
    margin: 24,
    below: None,
    share: (26, 36),
    least: 0,
};
/// Minimum side of that picture, in logical pixels.
const PICTURE: i32 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLesson {
    pub lesson: Lesson,
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
        #[template_child]
        pub(super) rules_name: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) rules_summary: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) rules_board: TemplateChild<BoardPicture>,
        /// The picture of the board, and the rules.
        #[template_child]
        pub(super) words_parts: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) sections: TemplateChild<gtk::Box>,
        /// Title, with the number of the lesson and of all lessons.
        #[template_child]
        pub(super) header_title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub(super) lesson_parts: TemplateChild<gtk::Box>,
        /// Scrolls them on a low page.
        #[template_child]
        pub(super) lesson_page: TemplateChild<gtk::ScrolledWindow>,
        /// Holds the title and the text of the lesson.
        #[template_child]
        pub(super) explained: TemplateChild<gtk::ScrolledWindow>,
        #[template_child]
        pub(super) title: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) text: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        #[template_child]
        pub(super) message: TemplateChild<gtk::ScrolledWindow>,
        /// Sign before the message.
        #[template_child]
        pub(super) sign: TemplateChild<gtk::Image>,
        /// The task, and later the reason of a refusal or the praise.
        #[template_child]
        pub(super) task: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) previous: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) reset: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) puzzles: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) next: TemplateChild<gtk::Button>,
        /// Goes to the next lesson while another button starts the first game.
        #[template_child]
        pub(super) more: TemplateChild<gtk::Button>,
        /// Starts a game after the rules and after the last lesson.
        #[template_child]
        pub(super) play: TemplateChild<gtk::Button>,
        pub(super) lesson: Cell<Lesson>,
        pub(super) rules: Cell<Rules>,
        /// Whether the user came to the rules in words from the lessons.
        pub(super) lessons_behind: Cell<bool>,
        /// The part of the move entered so far.
        pub(super) entry: Cell<MoveEntry>,
        /// Takes back a wrong move once it has landed.
        pub(super) taking_back: Timer,
        /// Lessons whose gesture has been shown.
        pub(super) beckoned: RefCell<Vec<Lesson>>,
        /// Data shared by the pages, and access to the window. A page without them teaches
        /// nevertheless.
        pub(super) context: OnceCell<PageContext>,
    }

    impl ObjectImpl for HowToPlay {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().connect_parts();
            self.obj().connect_escape();
            self.lesson_parts.set_layout_manager(Some(AdaptiveLayout::new(LessonParts)));
            self.lesson_parts.connect_css_classes_notify(weak!(page = self, move |parts| page
                .title
                .set_visible(!parts.has_css_class(LOW))));
            self.words_parts.set_layout_manager(Some(AdaptiveLayout::new(WORDS)));
            self.rules_board.set_side(PICTURE);
            self.obj().teach(Lesson::default());
            self.obj().show_rules(&Rules::default());
        }
    }

    impl WidgetImpl for HowToPlay {
        fn map(&self) {
            self.parent_map();
            self.obj().follow_settings();
        }
    }
}

class!(HowToPlay: adw::Bin, template = [BoardView, BoardPicture, SingleTabStop]);

impl Page for HowToPlay {
    const ID: PageId = PageId("how-to-play");
    const HELP: &'static str = "practice";

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
            self.announce_rules();
            return imp.rules_head.grab_focus();
        }
        self.announce_lesson();
        self.beckon();
        self.enter_board()
    }

    fn back(&self) -> bool {
        self.go_back()
    }

    fn save(&self) -> Saved {
        let shown = self.shown();
        Saved::Always(Restore::new(move |page: &Self| page.show(&shown)))
    }

    /// Answers a question about the turn with the task, too.
    fn answer_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> Option<glib::Propagation> {
        let asked = key.to_lower() == gdk::Key::s && !keys::has_command(state);
        let scene = self.imp().board.scene().filter(|_| asked && self.imp().board.is_mapped() && !self.is_done())?;
        let turn = describe::query_for_key(key).map(|words| words(&scene))?;
        self.announce(&sentences(&[turn, self.task_in_words()]));
        Some(glib::Propagation::Stop)
    }

    fn board_asked_about(&self, _: gdk::Key) -> Option<BoardView> {
        Some(self.board())
    }
}

impl HowToPlay {
    /// Returns the content of the page for another one.
    pub fn shown(&self) -> ShownLesson {
        let imp = self.imp();
        ShownLesson { lesson: self.lesson(), rules: imp.rules.get(), in_words: imp.in_words.is_active() }
    }

    /// Shows the content of another page. The lesson starts over.
    pub fn show(&self, shown: &ShownLesson) {
        self.show_rules(&shown.rules);
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
        imp.explained.vadjustment().set_value(0.0);
        imp.previous.set_sensitive(lesson.previous().is_some());
        imp.puzzles.set_visible(lesson.course().is_some());
        if let Some(course) = lesson.course() {
            imp.puzzles.set_action_target_value(Some(&course.to_variant()));
        }
        imp.entry.take();
        self.show_board();
        self.show_message(Sign::None, &lesson.task());
        self.announce_lesson();
        self.beckon();
    }

    /// Moves the focus to the board: before the task, to the point that is marked, so that there is
    /// one ring.
    fn enter_board(&self) -> bool {
        let (imp, marks) = (self.imp(), self.lesson().marks());
        let first = marks.first().and_then(|mv| mv.from.or(mv.to));
        if let Some(point) = first.filter(|_| imp.entry.get().is_open()) {
            imp.board.focus_point(point);
        }
        imp.board.grab_focus()
    }

    /// Announces the whole text of the lesson to screen readers, at its start and when the user
    /// comes back to it.
    fn announce_lesson(&self) {
        let imp = self.imp();
        let now = if self.is_done() { imp.task.label().into() } else { self.task_in_words() };
        self.announce(&sentences(&[
            self.lesson_number(),
            format!("{} – {}", imp.title.label(), imp.text.label()),
            now,
        ]));
    }

    /// Called at the end of the lesson's puzzles. `solved` is the number that were solved at the
    /// first try.
    pub fn end_puzzles(&self, solved: u32) {
        let imp = self.imp();
        let words = match self.lesson().next() {
            Some(_) => ngettext_f(
                "{count} puzzle solved on the first try. On to the next lesson!",
                "{count} puzzles solved on the first try. On to the next lesson!",
                solved,
                &[],
            ),
            None => gettext_f("Finished: {count} solved.", &[("count", &solved.to_string())]),
        };
        self.report(Sign::Done, &words);
        let on = if self.lesson().next().is_some() { &imp.next } else { &imp.play };
        on.grab_focus();
    }

    fn number_lesson(&self) {
        self.imp().header_title.set_subtitle(&self.lesson_number());
    }

    fn lesson_number(&self) -> String {
        let (number, count) = (self.lesson().number().to_string(), Lesson::ALL.len().to_string());
        // Translators: {number} and {count} are numbers: “Lesson 2 of 6”
        gettext_f("Lesson {number} of {count}", &[("number", &number), ("count", &count)])
    }

    pub fn lesson(&self) -> Lesson {
        self.imp().lesson.get()
    }

    pub fn board(&self) -> BoardView {
        self.imp().board.get()
    }

    /// Returns the message beside the board: the task, the reason of a refusal, or the praise.
    pub fn task(&self) -> String {
        self.imp().task.label().into()
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        self.connect_board();
        self.connect_in_words();
        self.connect_button(&imp.reset, Some);
        self.connect_button(&imp.previous, Lesson::previous);
        self.connect_button(&imp.next, Lesson::next);
        self.connect_button(&imp.more, Lesson::next);
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
                page.enter_board();
            }
        });
    }

    /// Returns the task as a learner hears it, with the places of the marks.
    fn task_in_words(&self) -> String {
        let lesson = self.lesson();
        sentences(&[lesson.task(), lesson.marks_in_words()])
    }

    /// Says the task again, after a picked man was put back or a mill was opened again.
    fn announce_task(&self, before: MoveEntry) {
        let back = before.picked().map(|_| describe::piece_put_back()).unwrap_or_default();
        self.show_message(Sign::None, &sentences(&[&back, &self.lesson().task()]));
        self.announce(&sentences(&[back, self.task_in_words()]));
    }

    /// Shows a message beside the board, and announces it to screen readers.
    fn report(&self, sign: Sign, words: &str) {
        self.show_message(sign, words);
        self.announce(words);
    }

    fn show_message(&self, sign: Sign, words: &str) {
        let imp = self.imp();
        imp.task.set_label(words);
        imp.sign.set_visible(sign != Sign::None);
        imp.sign.set_icon_name(Some(sign.icon()));
        for (other, class) in [(Sign::Done, "done"), (Sign::Refused, "refused")] {
            if other == sign {
                imp.message.add_css_class(class);
            } else {
                imp.message.remove_css_class(class);
            }
        }
        imp.message.vadjustment().set_value(0.0);
    }

    fn announce(&self, words: &str) {
        if let Some(PageContext { messages, .. }) = self.imp().context.get().filter(|_| self.is_mapped()) {
            messages.announce(words, Again::Yes);
        }
    }
}

/// Sign before a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// None: what is to be done.
    None,
    /// The task is completed.
    Done,
    /// Something was refused.
    Refused,
}

impl Sign {
    const fn icon(self) -> &'static str {
        match self {
            Self::Done => "object-select-symbolic",
            Self::None | Self::Refused => "edit-undo-symbolic",
        }
    }
}
