// SPDX-License-Identifier: GPL-3.0-or-later
//! Steps through the tree: move by move, from mistake to mistake, or along a line that is played
//! out.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use morris::{Color, Move, NodeId};
use morris_play::session::MoveEntry;

use crate::compat::announcer::Again;
use crate::text::describe;
use crate::widgets::callbacks::{add_action, add_action_with};
use crate::widgets::enabling::{enable, enable_each};
use crate::widgets::keys::{self, StepDirection};
use crate::widgets::shortcuts::game_action;

use super::opened::{Line, Opened, Part};
use super::review::{mistake_near, next_mistake, previous_mistake};
use super::{AnalysisPage, Announce};

/// Name of an action, and its function.
type PageAction = (&'static str, fn(&AnalysisPage));

/// Time between two moves of a line that is played out.
const PACE: Duration = Duration::from_millis(1200);

impl AnalysisPage {
    pub(super) fn add_actions(&self) {
        let actions: [PageAction; 19] = [
            ("view-previous", |page| page.step_back()),
            ("view-next", |page| page.step_on()),
            ("view-first", |page| page.to_end(|opened| opened.tree().root())),
            ("view-last", |page| {
                page.to_end(|opened| {
                    let node = opened.node();
                    opened.tree().line_after(node).last().unwrap_or(node)
                });
            }),
            ("previous-mistake", |page| page.to_mistake(previous_mistake)),
            ("next-mistake", |page| page.to_mistake(next_mistake)),
            ("best-reply", Self::toggle_refutation),
            ("play-line", Self::play_estimate),
            ("undo", Self::undo),
            ("redo", Self::redo),
            ("promote", Self::promote),
            ("remove", Self::remove),
            ("comment", Self::ask_comment),
            ("expand", Self::toggle_fold),
            ("collapse", Self::toggle_fold),
            ("flip", Self::flip),
            ("clear-drawings", Self::clear_drawings),
            ("new-analysis", Self::begin_new),
            ("review", |page| page.look_into(Part::Review)),
        ];
        let group = &self.imp().actions;
        for (name, act) in actions {
            add_action(group, name, self, act);
        }
        add_action_with(group, "view", self, |page, index: u32| page.go_to_listed(index));
        add_action_with(group, "mark", self, |page, sign: String| page.mark(&sign));
        add_action_with(group, "transform", self, |page, id: String| page.transform(&id));
        self.insert_action_group("game", Some(group));
    }

    pub(super) fn connect_parts(&self) {
        let imp = self.imp();
        imp.review.ribbon().connect_chosen(weak!(page = self, move |moves| page.view(moves)));
        imp.review.connect_chosen(weak!(page = self, move |node| page.go_to(node, Announce::Aloud)));
        imp.values.connect_pointed(weak!(page = self, move |mv| page.point_at(mv)));
        imp.values.connect_played(weak!(page = self, move |mv| page.play(mv)));
        imp.parts_stack.connect_visible_child_notify(weak!(page = self, move |_| {
            if page.part() == Part::Review {
                page.look_into_review();
            }
            page.show_position(Announce::Silently);
        }));
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
        // Home and End would scroll.
        let page = self.downgrade();
        keys::connect(&*self.imp().scroller, gtk::PropagationPhase::Bubble, move |_, key, state| {
            page.upgrade().map_or(glib::Propagation::Proceed, |page| page.key_pressed(key, state))
        });
        keys::connect(self, gtk::PropagationPhase::Capture, Self::key_in_list);
    }

    /// Handles keys of the lists, which would use them for themselves.
    fn key_in_list(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let imp = self.imp();
        if self.is_setting_up() {
            return glib::Propagation::Proceed;
        }
        if state.contains(gdk::ModifierType::CONTROL_MASK) && matches!(key, gdk::Key::Up | gdk::Key::KP_Up) {
            self.promote();
            return glib::Propagation::Stop;
        }
        let in_tree = imp.tree.focused().is_some();
        let in_line = in_tree || imp.review.focus_child().is_some();
        if keys::has_command(state) || !in_line && !imp.values.has_the_focus() {
            return glib::Propagation::Proceed;
        }
        match (StepDirection::of_key(key, self.direction()), key) {
            (Some(step), _) => self.step_from_focus(step),
            (None, gdk::Key::Home | gdk::Key::KP_Home) if in_line => self.view_first(),
            (None, gdk::Key::End | gdk::Key::KP_End) if in_line => self.view_last(),
            (None, gdk::Key::plus | gdk::Key::minus | gdk::Key::KP_Add | gdk::Key::KP_Subtract) if in_tree => {
                self.toggle_fold();
            }
            _ => return glib::Propagation::Proceed,
        }
        glib::Propagation::Stop
    }

    pub(super) fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if self.is_setting_up() {
            return self.editor().key_pressed(key, state);
        }
        let by_shift = state.contains(gdk::ModifierType::SHIFT_MASK);
        let is_menu = key == gdk::Key::Menu || key == gdk::Key::F10 && by_shift;
        if is_menu && self.imp().moves.is_mapped() && self.imp().moves.open_menu_by_key() {
            return glib::Propagation::Stop;
        }
        match game_action(key, state) {
            Some("undo") => self.act("undo", &gettext("There is nothing to undo")),
            Some("redo") => self.act("redo", &gettext("There is nothing to redo")),
            _ => return self.plain_key_pressed(key, state),
        }
        glib::Propagation::Stop
    }

    fn plain_key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let by_shift = state.contains(gdk::ModifierType::SHIFT_MASK);
        if keys::has_command(state) {
            return glib::Propagation::Proceed;
        }
        if let Some(step) = StepDirection::of_key(key, self.direction()) {
            self.step(step);
            return glib::Propagation::Stop;
        }
        let in_review = self.part() == Part::Review;
        match (key.to_lower(), by_shift) {
            (gdk::Key::Home | gdk::Key::KP_Home, _) => self.view_first(),
            (gdk::Key::End | gdk::Key::KP_End, _) => self.view_last(),
            (gdk::Key::m, false) if in_review => self.act("next-mistake", &gettext("No more mistakes")),
            (gdk::Key::m, true) if in_review => self.act("previous-mistake", &gettext("No earlier mistakes")),
            (gdk::Key::v, _) => self.look_at_values(),
            (gdk::Key::r, _) => self.draw_at_focus(),
            (gdk::Key::F2, _) => self.ask_comment(),
            (gdk::Key::exclam, _) => self.type_mark('!'),
            (gdk::Key::question, _) => self.type_mark('?'),
            // The focused move may be another one than the current one.
            (gdk::Key::Delete | gdk::Key::KP_Delete, _) if self.imp().tree.focused().is_some() => self.remove(),
            (gdk::Key::Delete | gdk::Key::KP_Delete, _) => self.act("remove", &gettext("There is no move to delete")),
            (gdk::Key::Escape, _) if self.imp().pen.take().is_some() => {}
            (gdk::Key::Escape, _) => _ = self.activate_action("win.back", None),
            _ => return self.answer(key, state),
        }
        glib::Propagation::Stop
    }

    /// Goes one move back or forward.
    pub fn step(&self, step: StepDirection) {
        match step {
            StepDirection::Back => self.act("view-previous", &gettext("Start of the game")),
            StepDirection::Forth => self.act("view-next", &gettext("End of the game")),
        }
    }

    /// Goes one move back or forward from the focused move of the list.
    pub(super) fn step_from_focus(&self, step: StepDirection) {
        let current = self.imp().opened.borrow().as_ref().map(Opened::node);
        if let Some(node) = self.imp().tree.focused().filter(|&node| current != Some(node)) {
            self.go_to(node, Announce::Silently);
        }
        self.step(step);
    }

    fn view_first(&self) {
        self.act("view-first", &gettext("Start of the game"));
    }

    fn view_last(&self) {
        self.act("view-last", &gettext("End of the game"));
    }

    /// Activates an action, or gives the reason why it is unavailable.
    fn act(&self, action: &str, why_not: &str) {
        if self.imp().actions.is_action_enabled(action) {
            self.imp().actions.activate_action(action, None);
            return;
        }
        if action.starts_with("view-") {
            // A key that asks for the shown position chooses it: a review that ends later must not
            // leave it. The buttons already show that there is no other position.
            self.touch();
            return self.context().messages.announce(why_not, Again::Yes);
        }
        self.context().messages.answer(why_not);
    }

    /// Answers a question about the board for users who cannot see it. Other keys belong to the
    /// board.
    fn answer(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let board = &self.imp().board;
        match (describe::query_for_key(key), board.scene()) {
            (Some(words), Some(scene)) => {
                self.context().messages.announce(&words(&scene), Again::Yes);
                glib::Propagation::Stop
            }
            _ => board.handle_key(key, state),
        }
    }

    /// Shows the values of all moves, and gives the focus to them, as soon as they are known.
    fn look_at_values(&self) {
        self.show_part(Part::Values);
        let imp = self.imp();
        if !imp.values.focus_list() {
            imp.awaits_values.set(self.is_exploring());
            // Otherwise the words are in place of the table.
            let thinking = self.is_exploring().then(|| gettext("The computer is thinking"));
            let words = thinking.unwrap_or_else(|| imp.values.words().into());
            self.context().messages.announce(&words, Again::Yes);
        }
    }

    pub(super) fn go_to(&self, node: NodeId, announce: Announce) {
        if let Some(opened) = self.imp().opened.borrow_mut().as_mut() {
            opened.analysis.go_to(node);
            opened.leave_entry();
            opened.touch();
        }
        self.imp().playing.stop();
        self.show_position(announce);
    }

    /// Shows the position after a move of the list.
    fn go_to_listed(&self, index: u32) {
        let node = self.imp().opened.borrow().as_ref().and_then(|opened| opened.tree().node_with(index));
        if let Some(node) = node {
            self.go_to(node, Announce::Aloud);
        }
    }

    /// Shows the position of the game after this number of moves.
    pub(super) fn view(&self, moves: usize) {
        self.view_as(moves, Announce::Aloud);
    }

    /// Shows the position of the game after this number of moves, without an announcement.
    pub fn look_at(&self, moves: usize) {
        self.view_as(moves, Announce::Silently);
    }

    fn view_as(&self, moves: usize, announce: Announce) {
        let opened = self.imp().opened.borrow();
        let node = opened.as_ref().map(|opened| {
            let tree = opened.tree();
            let reviewed = opened.reviewed.as_ref().map(|reviewed| reviewed.nodes_in(tree).to_vec());
            let nodes = reviewed.unwrap_or_else(|| std::iter::once(tree.root()).chain(tree.main_line()).collect());
            nodes[moves.min(nodes.len() - 1)]
        });
        drop(opened);
        if let Some(node) = node {
            self.go_to(node, announce);
        }
    }

    fn to_end(&self, end: impl FnOnce(&Opened) -> NodeId) {
        let node = self.imp().opened.borrow().as_ref().map(end);
        if let Some(node) = node {
            self.go_to(node, Announce::Aloud);
        }
    }

    fn step_on(&self) {
        self.imp().playing.stop();
        self.advance(Announce::Aloud);
    }

    /// Goes one move further: along the line that is played out, in the tree, or where that ends
    /// along the line of the engine.
    fn advance(&self, announce: Announce) {
        let estimated = self.estimated_line();
        let mut opened = self.imp().opened.borrow_mut();
        let Some(opened_now) = opened.as_mut() else { return };
        opened_now.touch();
        opened_now.entry = MoveEntry::default();
        let node = opened_now.node();
        let child = opened_now.tree().children(node).first().copied();
        match (&mut opened_now.line, child) {
            (Some(line), _) => line.shown = (line.shown + 1).min(line.moves.len()),
            (None, Some(child)) => _ = opened_now.analysis.go_to(child),
            (None, None) => opened_now.line = estimated.map(|moves| Line { moves, shown: 1 }),
        }
        drop(opened);
        self.show_position(announce);
    }

    fn step_back(&self) {
        self.imp().playing.stop();
        let mut opened = self.imp().opened.borrow_mut();
        let Some(opened_now) = opened.as_mut() else { return };
        opened_now.touch();
        opened_now.entry = MoveEntry::default();
        match &mut opened_now.line {
            Some(line) if line.shown > 1 => line.shown -= 1,
            Some(_) => opened_now.line = None,
            None => {
                let node = opened_now.node();
                let parent = opened_now.tree().parent(node).unwrap_or(node);
                opened_now.analysis.go_to(parent);
            }
        }
        drop(opened);
        self.show_position(Announce::Aloud);
    }

    /// Plays out a line on the board, move by move, from the current position.
    pub(super) fn play_out(&self, moves: Vec<Move>) {
        if let Some(opened) = self.imp().opened.borrow_mut().as_mut() {
            opened.line = Some(Line { moves, shown: 1 });
            opened.touch();
        }
        self.show_position(Announce::Aloud);
        let page = self.downgrade();
        self.imp().playing.repeat(PACE, move || match page.upgrade() {
            Some(page) if page.has_more_of_line() => {
                page.advance(Announce::Aloud);
                glib::ControlFlow::Continue
            }
            _ => glib::ControlFlow::Break,
        });
    }

    fn has_more_of_line(&self) -> bool {
        let opened = self.imp().opened.borrow();
        let line = opened.as_ref().and_then(|opened| opened.line.as_ref());
        line.is_some_and(|line| line.shown < line.moves.len())
    }

    /// Returns from a line to the tree. Returns whether one was shown.
    pub(super) fn leave_line(&self) -> bool {
        self.imp().playing.stop();
        let left = self.imp().opened.borrow_mut().as_mut().and_then(|opened| opened.line.take());
        if left.is_some() {
            self.show_position(Announce::Aloud);
        }
        left.is_some()
    }

    fn flip(&self) {
        let board = &self.imp().board;
        board.set_flipped(!board.is_flipped());
        let side = if board.is_flipped() { Color::Black } else { Color::White };
        self.context().messages.announce(&describe::side_below(side), Again::Yes);
    }

    /// Enables exactly the actions that are available now. While a position is set up, there are
    /// none.
    pub(super) fn update_actions(&self, opened: &Opened) {
        if self.is_setting_up() {
            return;
        }
        let (tree, node) = (opened.tree(), opened.node());
        let in_line = opened.line.as_ref();
        let goes_on = !tree.children(node).is_empty() || self.estimated_line().is_some();
        let more = in_line.map_or(goes_on, |line| line.shown < line.moves.len());
        let has_move = node != tree.root();
        let is_folded = tree.variation(node).map(|head| self.imp().tree.is_folded(head));
        let wanted = [
            ("view-previous", has_move || in_line.is_some()),
            ("view-first", has_move || in_line.is_some()),
            ("view-next", more),
            ("view-last", !tree.children(node).is_empty()),
            ("previous-mistake", mistake_near(opened, previous_mistake).is_some()),
            ("next-mistake", mistake_near(opened, next_mistake).is_some()),
            ("best-reply", opened.mistake().is_some_and(|ply| !ply.refutation.is_empty())),
            ("play-line", in_line.is_none() && self.estimated_line().is_some()),
            ("undo", opened.analysis.can_undo()),
            ("redo", opened.analysis.can_redo()),
            ("promote", tree.variation(node).is_some()),
            ("remove", has_move),
            ("mark", has_move),
            ("expand", is_folded == Some(true)),
            ("collapse", is_folded == Some(false)),
        ];
        enable_each(&self.imp().actions, &wanted, self, &*self.imp().board);
    }

    pub(super) fn enable_all(&self, enabled: bool) {
        let actions = &self.imp().actions;
        actions.list_actions().iter().for_each(|name| enable(actions, name, enabled));
    }
}
