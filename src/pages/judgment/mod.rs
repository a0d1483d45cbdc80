// SPDX-License-Identifier: GPL-3.0-or-later
//! Page that asks whether a move is a mistake. The answer is one key, and the reason follows at
//! once: that of the review, with the better move on the board.

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use morris::{Color, Position, Rules};
use morris_play::session::{Cue, Scene};
use morris_teach::puzzles::{QUESTION_RATINGS, Question, question};

use crate::board::{MoveTone, ShownMove};
use crate::pages::app_page::{AppPage, PRACTICE, Page, PageId, Saved};
use crate::pages::exercise::{Exercise, ExercisePanel, Parts, Success};
use crate::services::PageContext;
use crate::text::describe::{self, ExerciseAction, YesNo};
use crate::text::i18n::sentences;
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel};

/// Layout of the page. Below the board, the button that leads on is in sight, too.
const LAYOUT: BoardAndPanel = BoardAndPanel { below: Some(255), share: (55, 99), ..BoardAndPanel::WORK };

/// Name of the questions, as target of the action `win.practise`.
pub const NAME: &str = "judgment";

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct JudgmentPage {
        pub(super) panel: ExercisePanel,
        pub(super) question: RefCell<Option<Question>>,
        pub(super) answer: Cell<Option<YesNo>>,
        pub(super) in_a_row: Cell<u32>,
    }

    impl ObjectImpl for JudgmentPage {}
    impl WidgetImpl for JudgmentPage {}
}

class!(JudgmentPage: adw::Bin);

impl Page for JudgmentPage {
    const ID: PageId = PageId("judgment");
    const HELP: &'static str = "practice#puzzles";

    fn title() -> String {
        gettext("Is This a Mistake?")
    }

    fn make(context: &PageContext) -> Self {
        let page = Self::default();
        page.set_child(Some(&page.imp().panel));
        page.set_up(
            context,
            [
                (YesNo::Yes.word_with_key(), |page| page.answer(YesNo::Yes)),
                (YesNo::No.word_with_key(), |page| page.answer(YesNo::No)),
                (gettext("Next Question"), Self::next),
            ],
        );
        let panel = page.panel();
        panel.header_title.set_title(&Self::title());
        panel.parts.set_layout_manager(Some(AdaptiveLayout::new(LAYOUT)));
        panel.hands.set_margin_bottom(6);
        panel.said.add_css_class("heading");
        panel.why.remove_css_class("dim-label");
        page
    }
}

impl AppPage for JudgmentPage {
    fn focus_first(&self) -> bool {
        let panel = self.panel();
        match (self.imp().question.borrow().is_some(), self.is_answered()) {
            (false, _) => panel.back.grab_focus(),
            (true, false) => panel.first.grab_focus(),
            (true, true) => panel.next.grab_focus(),
        }
    }

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

impl Exercise for JudgmentPage {
    fn panel(&self) -> &Parts {
        self.imp().panel.imp()
    }

    fn act(&self, action: ExerciseAction) {
        match action {
            ExerciseAction::Next if self.is_answered() => self.next(),
            _ => self.explain_refusal(action),
        }
    }

    /// There is neither a hint nor a move to take back.
    fn why_not(&self, action: ExerciseAction) -> Option<String> {
        let over = self.is_answered();
        match action {
            ExerciseAction::Next | ExerciseAction::Tap if !over => Some(self.panel().task.label().into()),
            ExerciseAction::Hint => Some(describe::only_in_a_game()),
            _ => Some(describe::unavailable_in_puzzle(Rules::STANDARD.board, action, over)),
        }
    }

    /// A letter pressed twice must not lead past the reason.
    fn own_key(&self, key: gdk::Key) -> bool {
        let answer = answer_of(key);
        match answer {
            Some(_) if self.is_answered() => self.announce_result(),
            Some(answer) => self.answer(answer),
            None => {}
        }
        answer.is_some()
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

    fn next(&self) {
        let imp = self.imp();
        imp.question.replace(None);
        imp.answer.set(None);
        let PageContext { services, .. } = self.context();
        let wanted = services.practice.read(|practice| Some(practice.next_question()));
        let wanted = wanted.unwrap_or(QUESTION_RATINGS);
        let (tables, seed) = (services.tables.current(), rand::random());
        let find = move |go_on: &mut dyn FnMut() -> ControlFlow<()>| question(&tables, seed, &wanted, go_on);
        self.look_for(&gettext("Looking for a puzzle…"), find, Self::show);
        self.show_result();
        self.show_progress();
    }

    fn show(&self, question: Option<Question>) {
        let panel = self.panel();
        panel.search.replace(None);
        let words = match &question {
            Some(question) => {
                self.show_board(question);
                describe::question(question)
            }
            None => {
                panel.hands.set_visible(false);
                gettext("No matching puzzle was found.")
            }
        };
        panel.task.set_label(&words);
        self.imp().question.replace(question);
        self.show_result();
        self.announce(&sentences(&[words, panel.hands.words()]));
        if self.is_mapped() {
            self.focus_first();
        }
    }

    fn show_board(&self, question: &Question) {
        let panel = self.panel();
        let Question { rules, position, before: (before, mv), .. } = question;
        let scene = Scene::of_position(position, Some((before.side(), *mv)), rules).at_rest();
        panel.board.set_flipped(position.side() == Color::Black);
        panel.board.show(&scene);
        panel.board.set_shown_moves(&[ShownMove { mv: question.mv(), tone: MoveTone::Task }]);
        panel.hands.begin(position, rules);
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
        self.panel().board.set_shown_moves(&shown);
        if !is_right {
            self.play_cue(Cue::Refused);
        }
        self.context().services.practice.change(move |practice| practice.judged(&question, is_right));
        self.show_result();
        self.show_progress();
        self.announce_result();
        if self.is_mapped() {
            self.panel().next.grab_focus();
        }
    }

    /// Shows whether the answer was right and why, or the buttons that answer.
    fn show_result(&self) {
        let (imp, panel) = (self.imp(), self.panel());
        let question = imp.question.borrow();
        let answered = question.as_ref().zip(imp.answer.get());
        let words = |words: Option<String>| words.unwrap_or_default();
        panel.said.set_label(&words(answered.map(|(question, answer)| describe::answered(question, answer))));
        panel.why.set_label(&words(answered.map(|(question, _)| describe::question_reason(question))));
        let is_right = answered.is_some_and(|(question, answer)| question.is_mistake() == (answer == YesNo::Yes));
        self.celebrate(if is_right { Success::Yes } else { Success::No });
        for button in [&panel.first, &panel.second] {
            button.set_sensitive(question.is_some());
        }
        panel.offer_next(answered.is_some() || panel.waits_on(&panel.next));
    }

    /// Announces whether the answer was right, and why.
    fn announce_result(&self) {
        self.announce(&sentences(&[self.panel().said.label(), self.panel().why.label()]));
    }

    /// Shows the right answers in a row, and the rating.
    fn show_progress(&self) {
        let (panel, count) = (self.panel(), self.imp().in_a_row.get());
        panel.progress.set_label(&if count > 0 { describe::right_in_a_row(count) } else { String::new() });
        let rating = self.context().services.practice.read(|practice| describe::own_rating(&practice.judgment));
        panel.level.set_label(&rating);
    }
}

/// Returns the answer of a key: its own letter, or that of the English word where no other answer
/// has it.
fn answer_of(key: gdk::Key) -> Option<YesNo> {
    let letter = key.to_lower().to_unicode()?;
    let english = |answer: YesNo| if answer == YesNo::Yes { 'y' } else { 'n' };
    let find = |of: &dyn Fn(YesNo) -> char| YesNo::BOTH.into_iter().find(|&answer| of(answer) == letter);
    find(&YesNo::letter).or_else(|| find(&english))
}
