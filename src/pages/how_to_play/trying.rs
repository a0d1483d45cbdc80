// SPDX-License-Identifier: GPL-3.0-or-later
//! The board of a lesson: the learner tries the task, and a wrong move slides back with the reason.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;

use morris::Point;
use morris_play::session::{Cue, MoveEntry, Refusal};

use super::lesson::{BOARD, Lesson, RULES};
use super::{HowToPlay, Sign};
use crate::board::{MoveTone, ShownMove};
use crate::services::PageContext;
use crate::text::describe;
use crate::text::i18n::sentences;

/// How long a wrong move stays on the board after it has landed.
const LINGER: Duration = Duration::from_millis(350);

impl HowToPlay {
    pub(super) fn connect_board(&self) {
        self.imp().board.connect_entry(self, Self::tap, Self::put_down);
    }

    /// Handles a tap on a point. After the task the opponent would move, but the learner plays only
    /// one side.
    fn tap(&self, point: Point) {
        let imp = self.imp();
        if imp.taking_back.runs() {
            self.show_board();
        }
        if self.is_done() {
            return self.praise();
        }
        let (before, mut entry) = (imp.entry.get(), imp.entry.get());
        match entry.tap(point, &self.lesson().position(), &RULES) {
            Ok(entered) if entry.shown().is_none_or(|mv| self.lesson().accepts(mv)) => {
                imp.entry.set(entry);
                let cues = entry.cues(entered, &self.lesson().position(), &RULES);
                cues.into_iter().for_each(|cue| self.play_cue(cue));
                self.show_board();
                self.announce_step(before);
            }
            Ok(_) => self.take_back(before, entry),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Returns `true` if the task is completed.
    pub(super) fn is_done(&self) -> bool {
        self.imp().entry.get().entered().is_some()
    }

    /// Says what to do after a step, or praises. A point with the focus says itself that its man is
    /// picked up.
    fn announce_step(&self, before: MoveEntry) {
        let (imp, entry) = (self.imp(), self.imp().entry.get());
        if self.is_done() {
            return self.praise();
        }
        match entry.picked().zip(imp.board.scene()) {
            _ if entry.half().is_some() => {
                self.report(Sign::None, &gettext("Mill! Now remove a black piece marked with a cross."));
            }
            Some((picked, scene)) => {
                self.show_message(Sign::None, &self.lesson().task());
                if imp.board.focused_point() != Some(picked) {
                    self.announce(&describe::point::point(&scene, picked));
                }
            }
            None if before == entry => {}
            None => self.announce_task(before),
        }
    }

    fn praise(&self) {
        let lesson = self.lesson();
        self.show_message(Sign::Done, &lesson.praise());
        let words = [Some(lesson.praise()), lesson.row().afterword];
        self.announce(&sentences(&words.into_iter().flatten().collect::<Vec<_>>()));
    }

    fn refuse(&self, refusal: Refusal) {
        self.play_cue(Cue::Refused);
        self.imp().board.shake();
        self.show_message(Sign::Refused, &describe::refusal_on_sight(BOARD, refusal));
        self.announce(&describe::refusal(BOARD, refusal));
    }

    /// Shows a move that is not the task until it has landed, and lets it slide back. If only its
    /// removal is wrong, the rest stays.
    fn take_back(&self, before: MoveEntry, wrong: MoveEntry) {
        let (imp, lesson) = (self.imp(), self.lesson());
        let Some(mv) = wrong.shown() else { return };
        imp.entry.set(if before.half().is_some() { before } else { MoveEntry::default() });
        self.play_cue(Cue::Refused);
        imp.board.show(&wrong.scene(&lesson.position(), &RULES).at_rest());
        let landed = imp.board.lands_in();
        if landed.is_zero() {
            self.show_board();
        } else {
            let back = weak!(page = self, move || page.show_board());
            imp.taking_back.start(landed + LINGER, back);
        }
        let words = lesson.refusal(mv);
        self.show_message(Sign::Refused, &words);
        self.announce(&sentences(&[words, lesson.marks_in_words()]));
    }

    /// Deselects the man, or takes back a half-entered move.
    fn put_down(&self) {
        let before = self.imp().entry.get();
        let mut entry = before;
        if entry.put_down() {
            self.imp().entry.set(entry);
            self.show_board();
            self.announce_task(before);
        }
    }

    /// Shows the position with the part of the move that has been entered, and what is marked.
    pub(super) fn show_board(&self) {
        let (imp, lesson, done) = (self.imp(), self.lesson(), self.is_done());
        imp.taking_back.stop();
        let entry = imp.entry.get();
        let scene = entry.scene(&lesson.position(), &RULES);
        imp.board.show(&if done { scene.at_rest() } else { scene });
        let (marked, tone) = match () {
            () if done => (lesson.afterwards(), MoveTone::Good),
            () if entry.half().is_some() => (Vec::new(), MoveTone::Task),
            () => (lesson.marks(), MoveTone::Task),
        };
        let marked: Vec<_> = marked.into_iter().map(|mv| ShownMove { mv, tone }).collect();
        imp.board.set_shown_moves(&marked);
        let row = lesson.row();
        let text = row.afterword.filter(|_| done).unwrap_or(row.text);
        imp.text.set_label(&text);
        imp.explained.update_property(&[Property::Label(&lesson.title()), Property::Description(&text)]);
        self.offer_choices();
    }

    /// Shows the buttons that are of use now, and highlights the main one after the task.
    fn offer_choices(&self) {
        let (imp, lesson, done) = (self.imp(), self.lesson(), self.is_done());
        let first_game = done && lesson == Lesson::Win;
        imp.reset.set_visible(imp.entry.get().shown().is_some());
        imp.play.set_visible(first_game || lesson.next().is_none());
        imp.next.set_visible(!imp.play.get_visible());
        imp.more.set_visible(first_game);
        // Leads from the task to the buttons where the page scrolls.
        let adjustment = imp.lesson_page.vadjustment();
        adjustment.set_value(if done { adjustment.upper() } else { adjustment.lower() });
        for button in [&imp.next, &imp.play] {
            if done {
                button.add_css_class("suggested-action");
            } else {
                button.remove_css_class("suggested-action");
            }
        }
    }

    /// Shows the gesture of the lesson, once and only before the learner has begun.
    pub(super) fn beckon(&self) {
        let (imp, lesson) = (self.imp(), self.lesson());
        let wanted = imp.board.is_mapped() && imp.entry.get().is_open() && !imp.beckoned.borrow().contains(&lesson);
        let shown = lesson.gesture().filter(|_| wanted).and_then(|mv| Some(imp.board.show_gesture(mv.from, mv.to?)));
        if shown == Some(true) {
            imp.beckoned.borrow_mut().push(lesson);
        }
    }

    fn play_cue(&self, cue: Cue) {
        if let Some(PageContext { services, .. }) = self.imp().context.get() {
            services.play_cue(cue);
        }
    }

    /// Applies the settings, which may have changed since the page was last shown. Coordinates and
    /// targets are always shown, because the lessons refer to them.
    pub(super) fn follow_settings(&self) {
        let Some(PageContext { services, .. }) = self.imp().context.get() else { return };
        services.settings.read(|settings| self.imp().board.follow(settings));
        self.imp().board.set_coordinates(true);
    }
}

#[cfg(test)]
mod tests {
    use morris_play::persistence::OneSwitch;

    use super::*;
    use crate::pages::app_page::{AppPage, Page};
    use crate::services::for_tests::{in_folder, logged, spoken};
    use crate::widgets::for_tests::in_window;

    #[gtk::test]
    fn refused_tap_shakes_with_one_text_and_one_announcement() {
        let (messages, told) = logged(spoken);
        let page = in_folder(messages, |context| HowToPlay::make(&context));
        let window = in_window(&*page);
        page.teach(Lesson::Slide);
        let imp = page.imp();
        let other = imp.board.scene().unwrap().men[morris::Color::Black].first().unwrap();
        told.take();
        imp.board.type_point(other);
        assert!(imp.board.is_shaking());
        assert_eq!(imp.board.refusal(), None, "the page has its own place for the reason");
        assert_eq!(told.take(), [imp.task.label()]);
        window.destroy();
    }

    #[gtk::test]
    fn a_piece_that_is_chosen_twice_is_put_back_in_words() {
        let (messages, told) = logged(spoken);
        let page = in_folder(messages, |context| HowToPlay::make(&context));
        let window = in_window(&*page);
        page.teach(Lesson::Slide);
        let imp = page.imp();
        let d6 = "d6".parse().unwrap();
        imp.board.type_point(d6);
        told.take();
        imp.board.type_point(d6);
        let words = "You put the piece back. Try it: move the white piece along the arrow.";
        assert_eq!((imp.task.label().as_str(), imp.entry.get().is_open()), (words, true));
        assert_eq!(told.take(), [format!("{words} Arrow from d6 to d5.")]);
        window.destroy();
    }

    #[gtk::test]
    fn tab_goes_to_the_target_with_one_switch() {
        let page = in_folder(logged(spoken).0, |context| {
            context.services.settings.change(|settings| settings.one_switch = OneSwitch::Tab);
            HowToPlay::make(&context)
        });
        let window = in_window(&*page);
        page.teach(Lesson::Slide);
        let board = &page.imp().board;
        let [from, to] = ["d6", "d5"].map(|name| name.parse().unwrap());
        board.focus_point(from);
        board.type_point(from);
        while board.focused_point() != Some(to) {
            assert!(board.child_focus(gtk::DirectionType::TabForward));
        }
        window.destroy();
    }

    #[gtk::test]
    fn the_focus_begins_where_the_task_begins() {
        let page = in_folder(logged(spoken).0, |context| HowToPlay::make(&context));
        let window = in_window(&*page);
        for (lesson, point) in [(Lesson::Place, "d6"), (Lesson::Mill, "g7"), (Lesson::Slide, "d6")] {
            page.teach(lesson);
            page.focus_first();
            assert_eq!(page.imp().board.focused_point(), point.parse().ok(), "{lesson:?}");
        }
        window.destroy();
    }
}
