// SPDX-License-Identifier: GPL-3.0-or-later
//! The review beside the board: the ribbon, the user's mistakes, and what the sides made of the
//! game.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Color, GameTree, NodeId};
use morris_play::setup::GameSetup;
use morris_teach::review::PlyReview;

use crate::compat::accessible_names::{never_selected, set_accessible_name};
use crate::compat::button_words::let_wrap;
use crate::text::describe;
use crate::text::i18n::{list, sentences, without_period};
use crate::widgets::changed_range::ChangedRange;
use crate::widgets::move_list::MoveMark;
use crate::widgets::single_tab_stop::SingleTabStop;

use super::opened::Reviewed;
use super::position_words::mark_of;
use super::ribbon::Ribbon;

mod imp {
    use super::*;

    type OnNode = Box<dyn Fn(NodeId)>;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "review_part.ui")]
    pub struct ReviewPart {
        /// Graph of the game.
        #[template_child]
        pub(super) ribbon: TemplateChild<Ribbon>,
        /// Explains the hatched areas of the graph.
        #[template_child]
        pub(super) hatched: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) mistakes: TemplateChild<gtk::ListBox>,
        /// Shown instead, if there are none.
        #[template_child]
        pub(super) no_mistakes: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) white_name: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) white_side: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) black_name: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) black_side: TemplateChild<gtk::Label>,
        /// Says where the game left its opening.
        #[template_child]
        pub(super) opening: TemplateChild<gtk::Label>,
        /// Says how many levels of the computer find the right move.
        #[template_child]
        pub(super) levels: TemplateChild<gtk::Label>,
        /// Offers to solve more positions.
        #[template_child]
        pub(super) unknown: TemplateChild<gtk::Box>,
        /// Leads to the meaning of the marks.
        #[template_child]
        pub(super) meanings: TemplateChild<gtk::Button>,
        /// Leads to the settings, where positions are solved.
        #[template_child]
        pub(super) solve_more: TemplateChild<gtk::Button>,
        /// Plays the refutation of the current mistake, or returns to the game.
        #[template_child]
        pub(super) best_reply: TemplateChild<gtk::Button>,
        /// Leads to the mistakes as puzzles.
        #[template_child]
        pub(super) learn: TemplateChild<gtk::Button>,
        /// Moves in the list of mistakes.
        pub(super) listed: RefCell<Vec<(NodeId, PlyReview)>>,
        /// Row of the current move.
        pub(super) chosen: glib::WeakRef<gtk::ListBoxRow>,
        pub(super) on_chosen: RefCell<Option<OnNode>>,
    }

    impl ObjectImpl for ReviewPart {
        fn constructed(&self) {
            self.parent_constructed();
            [&self.best_reply, &self.learn, &self.meanings, &self.solve_more]
                .into_iter()
                .for_each(|button| let_wrap(button));
            self.mistakes.connect_row_activated(weak!(part = self.obj(), move |_, row| part.choose(row.index())));
        }
    }

    impl WidgetImpl for ReviewPart {}
}

class!(ReviewPart: adw::Bin, template = [Ribbon, SingleTabStop]);

impl ReviewPart {
    pub(super) fn ribbon(&self) -> &Ribbon {
        &self.imp().ribbon
    }

    /// Calls `call` with a mistake that is chosen from the list.
    pub(super) fn connect_chosen(&self, call: impl Fn(NodeId) + 'static) {
        self.imp().on_chosen.replace(Some(Box::new(call)));
    }

    /// Shows the review so far, with the mistakes that are in the tree.
    pub(super) fn show(&self, reviewed: &Reviewed, setup: &GameSetup, tree: &GameTree) {
        let imp = self.imp();
        imp.ribbon.show(&reviewed.review);
        for (side, name, words) in
            [(Color::White, &imp.white_name, &imp.white_side), (Color::Black, &imp.black_name, &imp.black_side)]
        {
            let of = format!("{} ({})", describe::side_name(side), describe::player_name(setup, side));
            name.set_label(&of);
            words.set_label(&describe::side_review(&reviewed.review.of(side), reviewed.finished).join("\n"));
        }
        let opening = describe::left_opening(&reviewed.game);
        imp.opening.set_visible(opening.is_some());
        imp.opening.set_label(&opening.unwrap_or_default());
        imp.hatched.set_visible(reviewed.is_estimated());
        imp.unknown.set_visible(reviewed.finished && reviewed.is_estimated());
        self.list_mistakes(reviewed, tree);
    }

    /// Shows that there is no review yet.
    pub(super) fn clear(&self) {
        let imp = self.imp();
        imp.ribbon.clear();
        self.remove_rows(0, self.mistakes_listed());
        imp.mistakes.set_visible(false);
        imp.no_mistakes.set_visible(true);
        imp.no_mistakes.set_label(&gettext("Reviewing…"));
        imp.hatched.set_visible(false);
        imp.unknown.set_visible(false);
        [&imp.white_name, &imp.white_side, &imp.black_name, &imp.black_side]
            .into_iter()
            .for_each(|label| label.set_label(""));
        self.set_can_learn(false);
    }

    fn list_mistakes(&self, reviewed: &Reviewed, tree: &GameTree) {
        let imp = self.imp();
        let plies = reviewed.review.plies.iter().zip(reviewed.nodes_in(tree).iter().skip(1)).enumerate();
        let mine = plies.filter(|(_, (ply, _))| reviewed.lists(ply));
        let mistakes: Vec<_> = mine.map(|(index, (ply, &node))| (index, node, ply)).collect();
        imp.no_mistakes.set_visible(mistakes.is_empty());
        imp.no_mistakes.set_label(&match reviewed.finished {
            true => gettext("No mistakes"),
            false => gettext("Reviewing…"),
        });
        imp.mistakes.set_visible(!mistakes.is_empty());
        let range = ChangedRange::between(&imp.listed.borrow(), &mistakes, |(known, before), (_, node, ply)| {
            known == node && shown(before) == shown(ply)
        });
        let focused = imp.mistakes.focus_child().and_downcast::<gtk::ListBoxRow>();
        let focused = focused.map(|row| (row.index(), row));
        self.remove_rows(range.first, range.removed);
        for (place, (index, node, ply)) in mistakes.into_iter().enumerate().skip(range.first).take(range.added) {
            imp.mistakes.insert(&row(reviewed, index, ply), i32::try_from(place).unwrap_or(-1));
            imp.listed.borrow_mut().insert(place, (node, ply.clone()));
        }
        let lost = focused.filter(|(_, row)| row.parent().is_none());
        if let Some(row) = lost.and_then(|(index, _)| imp.mistakes.row_at_index(index)) {
            row.grab_focus();
        }
    }

    fn remove_rows(&self, first: usize, count: usize) {
        for _ in self.imp().listed.borrow_mut().drain(first..first + count) {
            if let Some(row) = i32::try_from(first).ok().and_then(|first| self.imp().mistakes.row_at_index(first)) {
                self.imp().mistakes.remove(&row);
            }
        }
    }

    fn choose(&self, index: i32) {
        let node = usize::try_from(index).ok().and_then(|index| Some(self.imp().listed.borrow().get(index)?.0));
        if let (Some(node), Some(call)) = (node, &*self.imp().on_chosen.borrow()) {
            call(node);
        }
    }

    pub(super) fn mistakes_listed(&self) -> usize {
        self.imp().listed.borrow().len()
    }

    /// Marks the row of the current move, and names the button that plays the refutation.
    pub(super) fn set_current(&self, node: NodeId, plays_line: bool) {
        let imp = self.imp();
        let current = imp.listed.borrow().iter().position(|(listed, _)| *listed == node);
        if let Some(row) = imp.chosen.upgrade() {
            row.remove_css_class("chosen");
        }
        let row = current.and_then(|index| imp.mistakes.row_at_index(i32::try_from(index).ok()?));
        if let Some(row) = &row {
            row.add_css_class("chosen");
        }
        imp.chosen.set(row.as_ref());
        imp.best_reply.set_label(&match plays_line {
            false => gettext("Show Best Reply"),
            true => gettext("Back to the Game"),
        });
    }

    /// Shows how many levels of the computer find the right move, if that is known.
    pub(super) fn show_levels(&self, words: Option<String>) {
        let label = &self.imp().levels;
        label.set_visible(words.is_some());
        label.set_label(&words.unwrap_or_default());
    }

    /// Offers to practice the mistakes.
    pub(super) fn set_can_learn(&self, can: bool) {
        self.imp().learn.set_visible(can);
    }

    /// Gives the focus to the list of mistakes, or else to the ribbon.
    pub(super) fn focus_first(&self) -> bool {
        let imp = self.imp();
        let row = imp.chosen.upgrade().or_else(|| imp.mistakes.row_at_index(0));
        row.is_some_and(|row| row.grab_focus()) || imp.ribbon.grab_focus()
    }
}

/// Returns what a row shows of a mistake besides its move. It does not show the levels, which are
/// found last.
fn shown(ply: &PlyReview) -> impl PartialEq + '_ {
    (ply.mistake, ply.mark, ply.reason, ply.refutation.first(), &ply.better)
}

/// Creates the row of a mistake. Why it is one, and a better move, are for screen readers: the
/// words about the position show them.
fn row(reviewed: &Reviewed, index: usize, ply: &PlyReview) -> gtk::ListBoxRow {
    let board = reviewed.game.rules().board;
    let sign = mark_of(ply).map_or("", MoveMark::symbol);
    let title = format!("{} {}{sign}", describe::move_number(&reviewed.game, index), board.display(ply.mv));
    let meaning = mark_of(ply).map(MoveMark::meaning).unwrap_or_default();
    let lines: Vec<_> =
        [describe::why(board, ply), describe::better(board, &ply.better)].into_iter().flatten().collect();
    let label =
        |text: &str, class: &str| gtk::Label::builder().label(text).xalign(0.0).wrap(true).css_classes([class]).build();
    let head = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    let name = label(&title, "heading");
    name.set_wrap(false);
    head.append(&name);
    head.append(&label(&meaning, "dim-label"));
    let row = gtk::ListBoxRow::builder().child(&head).css_classes(["mistake-row"]).build();
    never_selected(row.upcast_ref());
    let played = list(&[describe::numbered_move(index + 1, &describe::last_move(board, ply.side, ply.mv)), meaning]);
    let spoken: Vec<_> = std::iter::once(&played).chain(&lines).map(|line| without_period(line)).collect();
    set_accessible_name(&row, &sentences(&spoken));
    row
}
