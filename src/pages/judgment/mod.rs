// SPDX-License-Identifier: GPL-3.0-or-later
//! Page that asks whether a move is a mistake. The answer is one key, and the reason follows at
//! once: that of the review, with the better move on the board.

mod exercise;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::ControlFlow;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Color, Position, Rules};
use morris_play::session::{Cue, Scene};
use morris_teach::puzzles::{QUESTION_RATINGS, Question, question};

use crate::board::men_in_hand::MenInHand;
use crate::board::{BoardView, MoveTone, ShownMove};
use crate::compat::button_words::let_wrap;
use crate::pages::app_page::{AppPage, PRACTICE, Page, PageId, Pages, Saved};
use crate::pages::exercise::{Exercise, Success};
use crate::services::{Job, PageContext};
use crate::text::describe::{self, YesNo};
use crate::text::i18n::sentences;
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel};
use crate::widgets::callbacks::on_click;

/// Layout of the page. Below the board, the button that leads on is in sight, too.
const LAYOUT: BoardAndPanel = BoardAndPanel { below: Some(255), share: (55, 99), ..BoardAndPanel::WORK };

/// Name of the questions, as target of the action `win.practise`.
pub const NAME: &str = "judgment";

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "judgment_page.ui")]
    pub struct JudgmentPage {
        /// Leads to the previous page.
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        /// Board and panel.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        /// The board.
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// The question.
        #[template_child]
        pub(super) task: TemplateChild<gtk::Label>,
        /// Men in hand, visible if there are some.
        #[template_child]
        pub(super) hands: TemplateChild<MenInHand>,
        /// Shows the answers, or the button that leads on. They share a place.
        #[template_child]
        pub(super) actions: TemplateChild<gtk::Stack>,
        /// The two answers.
        #[template_child]
        pub(super) answers: TemplateChild<gtk::Box>,
        /// Answers that the move is a mistake.
        #[template_child]
        pub(super) yes: TemplateChild<gtk::Button>,
        /// Answers that it is not.
        #[template_child]
        pub(super) no: TemplateChild<gtk::Button>,
        /// Asks the next question.
        #[template_child]
        pub(super) next: TemplateChild<gtk::Button>,
        /// Sign of success.
        #[template_child]
        pub(super) check: TemplateChild<gtk::Image>,
        /// Whether the answer is right.
        #[template_child]
        pub(super) said: TemplateChild<gtk::Label>,
        /// The reason.
        #[template_child]
        pub(super) why: TemplateChild<gtk::Label>,
        /// Number of right answers in a row.
        #[template_child]
        pub(super) streak: TemplateChild<gtk::Label>,
        /// The user's rating.
        #[template_child]
        pub(super) rating: TemplateChild<gtk::Label>,
        /// The question on the board.
        pub(super) question: RefCell<Option<Question>>,
        /// The answer to it.
        pub(super) answer: Cell<Option<YesNo>>,
        /// Number of right answers in a row.
        pub(super) in_a_row: Cell<u32>,
        /// Looks for a question.
        pub(super) search: RefCell<Option<Job>>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
    }

    template_class!(JudgmentPage: adw::Bin; BoardView, MenInHand);

    impl ObjectImpl for JudgmentPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::new(LAYOUT)));
            let page = self.obj();
            for (button, answer) in [(&self.yes, YesNo::Yes), (&self.no, YesNo::No)] {
                button.set_label(&answer.word());
                button.set_tooltip_text(Some(&answer.word_with_key()));
                on_click(button, &*page, move |page| page.answer(answer));
            }
            on_click(&self.next, &*page, super::JudgmentPage::next);
            // Wrap at large font sizes, so that the window can stay narrow.
            [&self.yes, &self.no, &self.next].into_iter().for_each(|button| let_wrap(button));
            // No move is entered here. A point is refused with the question.
            page.board().connect_entry(&*page, |page, _| page.refuse_tap(), |_| {});
            page.connect_keys();
        }
    }

    impl WidgetImpl for JudgmentPage {
        fn map(&self) {
            self.parent_map();
            self.obj().follow_settings();
        }
    }

    impl BinImpl for JudgmentPage {}
}

glib::wrapper! {
    /// Page that asks whether a move is a mistake.
    pub struct JudgmentPage(ObjectSubclass<imp::JudgmentPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for JudgmentPage {
    const ID: PageId = PageId("judgment");
    const HELP: &'static str = "practice#puzzles";
    const ACTIONS: &'static [&'static str] = &[];

    fn title() -> String {
        gettext("Is This a Mistake?")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().context.get_or_init(|| context.clone());
        page
    }
}

impl AppPage for JudgmentPage {
    fn enter(&self, _: PageId, _: &dyn Pages) {}

    fn focus_first(&self) -> bool {
        let imp = self.imp();
        match (imp.question.borrow().is_some(), self.is_answered()) {
            (false, _) => imp.back.grab_focus(),
            (true, false) => imp.yes.grab_focus(),
            (true, true) => imp.next.grab_focus(),
        }
    }

    fn leave(&self) {}

    fn position_to_analyze(&self) -> Option<(Rules, Position)> {
        self.imp().question.borrow().as_ref().map(|question| (question.rules, question.position))
    }

    fn why_not_analyze(&self) -> Option<String> {
        (!self.is_answered()).then(describe::analysis_is_closed)
    }

    /// A question cannot move to another window.
    fn save(&self) -> Saved {
        Saved::Replaced(PRACTICE)
    }
}

impl JudgmentPage {
    /// Starts a series of questions.
    pub fn begin(&self) {
        self.imp().in_a_row.set(0);
        self.next();
    }

    fn is_answered(&self) -> bool {
        self.imp().answer.get().is_some()
    }

    /// Looks for the next question.
    fn next(&self) {
        let imp = self.imp();
        imp.question.replace(None);
        imp.answer.set(None);
        imp.task.set_label(&gettext("Looking for a puzzle…"));
        let PageContext { services, .. } = self.context();
        let wanted = services.practice.read(|practice| Some(practice.next_question()));
        let wanted = wanted.unwrap_or(QUESTION_RATINGS);
        let (tables, seed) = (services.tables.current(), rand::random());
        let then = glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |found| page.show(found)
        );
        let find = move |go_on: &mut dyn FnMut() -> ControlFlow<()>| question(&tables, seed, &wanted, go_on);
        imp.search.replace(Some(services.background.find(find, then)));
        self.show_result();
        self.show_progress();
    }

    /// Puts a question on the board.
    fn show(&self, question: Option<Question>) {
        let imp = self.imp();
        imp.search.replace(None);
        let words = match &question {
            Some(question) => {
                self.show_board(question);
                describe::question(question)
            }
            None => {
                imp.hands.set_visible(false);
                gettext("No matching puzzle was found.")
            }
        };
        imp.task.set_label(&words);
        imp.question.replace(question);
        self.show_result();
        self.announce(&sentences(&[words, imp.hands.words()]));
        if self.is_mapped() {
            self.focus_first();
        }
    }

    fn show_board(&self, question: &Question) {
        let imp = self.imp();
        let Question { rules, position, before: (before, mv), .. } = question;
        let scene = Scene::of_position(position, Some((before.side(), *mv)), rules).at_rest();
        imp.board.set_flipped(position.side() == Color::Black);
        imp.board.show(&scene);
        imp.board.set_shown_moves(&[ShownMove { mv: question.mv(), tone: MoveTone::Task }]);
        imp.hands.begin(position, rules);
    }

    /// Judges an answer, records it, and shows the reason.
    fn answer(&self, answer: YesNo) {
        let imp = self.imp();
        let Some(question) = imp.question.borrow().clone().filter(|_| !self.is_answered()) else { return };
        let is_right = question.is_mistake() == (answer == YesNo::Yes);
        imp.answer.set(Some(answer));
        imp.in_a_row.set(if is_right { imp.in_a_row.get() + 1 } else { 0 });
        let tone = if question.is_mistake() { MoveTone::Bad } else { MoveTone::Good };
        let better = question.review.better.first().map(|&mv| ShownMove { mv, tone: MoveTone::Good });
        let shown: Vec<_> = [ShownMove { mv: question.mv(), tone }].into_iter().chain(better).collect();
        imp.board.set_shown_moves(&shown);
        if !is_right {
            self.play_cue(Cue::Refused);
        }
        self.context().services.practice.change(move |practice| practice.judged(&question, is_right));
        self.show_result();
        self.show_progress();
        self.announce_result();
        if self.is_mapped() {
            imp.next.grab_focus();
        }
    }

    /// Shows whether the answer was right and why, or the buttons that answer.
    fn show_result(&self) {
        let imp = self.imp();
        let question = imp.question.borrow();
        let answered = question.as_ref().zip(imp.answer.get());
        let words = |words: Option<String>| words.unwrap_or_default();
        imp.said.set_label(&words(answered.map(|(question, answer)| describe::answered(question, answer))));
        imp.why.set_label(&words(answered.map(|(question, _)| describe::question_reason(question))));
        let is_right = answered.is_some_and(|(question, answer)| question.is_mistake() == (answer == YesNo::Yes));
        self.celebrate(if is_right { Success::Yes } else { Success::No });
        for button in [&imp.yes, &imp.no] {
            button.set_sensitive(question.is_some());
        }
        // The button keeps the focus until the next question is there.
        let waits = imp.search.borrow().is_some() && imp.next.has_focus();
        match answered {
            None if !waits => imp.actions.set_visible_child(&*imp.answers),
            _ => imp.actions.set_visible_child(&*imp.next),
        }
    }

    /// Announces whether the answer was right, and why.
    fn announce_result(&self) {
        let imp = self.imp();
        self.announce(&sentences(&[imp.said.label(), imp.why.label()]));
    }

    /// Shows the right answers in a row, and the rating.
    fn show_progress(&self) {
        let imp = self.imp();
        let count = imp.in_a_row.get();
        imp.streak.set_label(&if count > 0 { describe::right_in_a_row(count) } else { String::new() });
        let rating = self.context().services.practice.read(|practice| describe::own_rating(&practice.judgment));
        imp.rating.set_label(&rating);
    }
}
