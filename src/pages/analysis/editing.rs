// SPDX-License-Identifier: GPL-3.0-or-later
//! Edits of the tree: marks, comments, promoting and removing of variations, and undo.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;
use gtk::gdk;

use morris::{GameTree, NodeId};
use morris_play::analysis::EditError;
use morris_play::persistence::{Notes, SaveId};

use crate::compat::announcer::Again;
use crate::services::{Document, Saving};
use crate::text::describe::{self, GLYPHS};
use crate::text::i18n::{ngettext_f, sentences};
use crate::widgets::access_keys;
use crate::widgets::ask::{Last, confirm, take_control_enter};

use super::opened::Opened;
use super::{AnalysisPage, Announce};

/// Time after an edit until the tree is saved.
const BEFORE_SAVING: Duration = Duration::from_millis(800);

impl AnalysisPage {
    /// Returns the move that an edit is about: the focused one of the list, or the current one. It
    /// becomes the current move.
    fn edited(&self) -> Option<NodeId> {
        self.touch();
        let current = self.imp().opened.borrow().as_ref().map(Opened::node)?;
        let focused = self.imp().tree.focused().filter(|&focused| focused != current);
        if let Some(node) = focused {
            self.go_to(node, Announce::Silently);
        }
        Some(focused.unwrap_or(current))
    }

    /// Changes the tree, then shows, announces, and saves it.
    fn edit<T>(&self, change: impl FnOnce(&mut Opened) -> Result<T, EditError>, told: impl FnOnce(T) -> String) {
        if let Some(what) = self.change(change) {
            self.context().messages.announce(&told(what), Again::Yes);
        }
    }

    /// Changes the tree, then shows and saves it.
    fn change<T>(&self, change: impl FnOnce(&mut Opened) -> Result<T, EditError>) -> Option<T> {
        let changed = self.imp().opened.borrow_mut().as_mut().map(change);
        match changed? {
            Ok(what) => {
                self.imp().tree.read_again();
                self.show_all();
                self.save_soon();
                Some(what)
            }
            Err(error) => {
                self.announce_refusal(error);
                None
            }
        }
    }

    /// Opens the menu of a move, which becomes the current one.
    pub(super) fn open_menu(&self, node: NodeId, row: &gtk::Widget, place: Option<(f64, f64)>) {
        self.go_to(node, Announce::Silently);
        let popover = gtk::PopoverMenu::from_model(Some(&*self.imp().move_menu));
        access_keys::in_menu(&popover);
        popover.set_parent(row);
        popover.set_has_arrow(false);
        popover.set_halign(gtk::Align::Start);
        let (x, y) = place.unwrap_or((0.0, f64::from(row.height())));
        popover.set_pointing_to(Some(&gdk::Rectangle::new(x as i32, y as i32, 1, 1)));
        let page = self.downgrade();
        popover.connect_closed(move |popover| {
            let (popover, page) = (popover.clone(), page.clone());
            // An item is activated after its menu has closed.
            glib::idle_add_local_once(move || {
                let had_focus = popover
                    .root()
                    .and_then(|root| root.focus())
                    .is_none_or(|focus| focus.is_ancestor(&popover) || !focus.is_mapped());
                popover.unparent();
                if let Some(page) = page.upgrade().filter(|_| had_focus) {
                    page.imp().tree.focus_current();
                }
            });
        });
        popover.popup();
    }

    /// Gives a move a mark, or removes it if it has that mark already.
    pub(super) fn mark(&self, sign: &str) {
        let Some(node) = self.edited() else { return };
        let wanted = GLYPHS.into_iter().find(|glyph| glyph.sign == sign);
        let change = move |opened: &mut Opened| {
            if let Some(glyph) = wanted.or_else(|| describe::glyph(opened.tree().glyphs(node))) {
                opened.analysis.toggle_glyph(node, glyph.nag)?;
            }
            Ok(describe::glyph(opened.tree().glyphs(node)))
        };
        self.edit(change, |mark| mark.map_or_else(|| gettext("Mark cleared"), describe::glyph_meaning));
    }

    /// Adds a typed sign to the mark of a move, as far as that makes a mark, or else begins a new
    /// one.
    pub(super) fn type_mark(&self, typed: char) {
        let Some(node) = self.edited() else { return };
        let opened = self.imp().opened.borrow();
        let Some(opened_now) = opened.as_ref().filter(|opened| opened.tree().mv(node).is_some()) else {
            return self.context().messages.answer(&describe::nothing_played());
        };
        let before = describe::glyph(opened_now.tree().glyphs(node)).map_or("", |glyph| glyph.sign);
        drop(opened);
        self.mark(&composed(before, typed));
    }

    pub(super) fn promote(&self) {
        let Some(node) = self.edited() else { return };
        let variation = self.imp().opened.borrow().as_ref().and_then(|opened| opened.tree().variation(node));
        if variation.is_none() {
            return self.context().messages.answer(&gettext("This is the main variation"));
        }
        self.edit(|opened| Ok(opened.analysis.promote(node)), |_| gettext("Variation promoted"));
    }

    pub(super) fn remove(&self) {
        let Some(node) = self.edited() else { return };
        let change = |opened: &mut Opened| {
            let count = opened.tree().subtree(node).count();
            opened.leave_entry();
            opened.analysis.remove(node);
            Ok(count)
        };
        self.edit(change, |count| {
            // Translators: moves were removed from an analysis; the keys are the shortcut of Undo
            ngettext_f(
                "{count} move deleted. Press Ctrl+Z to undo.",
                "{count} moves deleted. Press Ctrl+Z to undo.",
                count,
                &[],
            )
        });
    }

    pub(super) fn toggle_fold(&self) {
        let Some(node) = self.edited() else { return };
        // Its first move stays visible.
        let head = self.imp().opened.borrow().as_ref().and_then(|opened| opened.tree().variation(node));
        if let Some(head) = head {
            self.go_to(head, Announce::Silently);
        }
        let words = match self.fold(node) {
            Some(true) => gettext("collapsed"),
            Some(false) => gettext("expanded"),
            None => return self.context().messages.answer(&gettext("This is the main variation")),
        };
        self.context().messages.announce(&words, Again::Yes);
    }

    pub(super) fn undo(&self) {
        self.retrace(|opened| opened.analysis.undo(), &gettext("Undone"));
    }

    pub(super) fn redo(&self) {
        self.retrace(|opened| opened.analysis.redo(), &gettext("Redone"));
    }

    fn retrace(&self, retrace: impl FnOnce(&mut Opened) -> bool, what: &str) {
        let retraced = self.imp().opened.borrow_mut().as_mut().is_some_and(|opened| {
            opened.touch();
            opened.leave_entry();
            retrace(opened)
        });
        if retraced {
            self.imp().tree.read_again();
            self.show_all();
            let words = sentences(&[what, &self.imp().spoken.borrow()]);
            self.context().messages.announce(&words, Again::Yes);
            self.save_soon();
        }
    }

    pub(super) fn ask_comment(&self) {
        let Some(node) = self.edited() else { return };
        let of = |opened: &Opened| (opened.analysis.words_to_edit(node), title(opened.tree(), node));
        let Some((before, title)) = self.imp().opened.borrow().as_ref().map(of) else { return };
        let text = gtk::TextView::builder().wrap_mode(gtk::WrapMode::WordChar).accepts_tab(false);
        let text = text.left_margin(8).right_margin(8).top_margin(8).bottom_margin(8).build();
        text.buffer().set_text(&before);
        // Orca does not read the body.
        text.update_property(&[Property::Label(&gettext("Comment")), Property::Description(&title)]);
        let frame = gtk::ScrolledWindow::builder().child(&text).min_content_height(96).css_classes(["card"]).build();
        let (heading, buffer) = (gettext("Comment"), text.buffer());
        let save = (&*gettext("Save"), Last::Default);
        let dialog = confirm(self, (&heading, &title), Some(frame.upcast_ref()), save, move |page| {
            page.set_words(node, &buffer.text(&buffer.start_iter(), &buffer.end_iter(), false));
        });
        take_control_enter(&dialog);
        self.imp().comment_dialog.set(Some(&dialog));
        text.grab_focus();
    }

    /// Changes a comment, saves it at once, and announces the result. The service reports a
    /// failure.
    pub(super) fn set_words(&self, node: NodeId, words: &str) {
        if self.change(|opened| opened.analysis.set_edited_words(node, words)).is_none() {
            return;
        }
        self.save_now();
        let save = self.imp().opened.borrow().as_ref().and_then(|opened| opened.save.clone());
        let messages = self.context().messages.clone();
        glib::spawn_future_local(async move {
            match save {
                Some(save) if save.ended().await == Saving::Saved => {
                    messages.announce(&gettext("Comment saved"), Again::Yes);
                }
                Some(_) => {}
                // Only moves were tried, which are not saved.
                None => messages.announce(&gettext("Comment changed"), Again::Yes),
            }
        });
    }

    pub(super) fn save_soon(&self) {
        if let Some(opened) = self.imp().opened.borrow_mut().as_mut() {
            opened.is_saved = false;
        }
        let page = self.downgrade();
        self.imp().saving.start(BEFORE_SAVING, move || {
            if let Some(page) = page.upgrade() {
                page.save_now();
            }
        });
    }

    /// Returns whether everything is saved: what is on the page, and the user's own analysis behind
    /// it.
    pub fn saving(&self) -> Saving {
        let opened = self.imp().opened.borrow().as_ref().map(Opened::saving);
        let kept = self.imp().own.borrow().as_ref().and_then(|own| Some(own.document.as_ref()?.saving()));
        [opened, kept].into_iter().flatten().find(|saving| *saving != Saving::Saved).unwrap_or_default()
    }

    /// Saves the tree, in its game or as the user's own analysis, if it has changed. The service
    /// reports a failure.
    pub fn save_now(&self) {
        self.imp().saving.stop();
        let saves = &self.context().services.saves;
        // The disk may have room now for the user's own analysis that had to wait.
        let kept = self.imp().own.borrow().clone();
        if let Some((document, own)) = kept.as_ref().and_then(|own| Some((own.document.as_ref()?, own))) {
            if document.saving() == Saving::Failed {
                _ = saves.save(document, own.to_save());
            }
        }
        let mut opened = self.imp().opened.borrow_mut();
        let Some(opened_now) = opened.as_mut().filter(|opened| opened.needs_saving()) else { return };
        opened_now.is_saved = true;
        let is_empty = opened_now.tree().is_empty() && !opened_now.tree().has_comments();
        // Nothing would be lost without an empty one.
        if opened_now.is_own && !is_empty {
            opened_now.document.get_or_insert_with(|| Document::new(SaveId::new(), None));
        }
        let Some(document) = opened_now.document.clone() else { return };
        let tree = (!opened_now.is_own).then(|| opened_now.tree().clone());
        let review = opened_now.review();
        drop(opened);
        let save = match (tree, self.subject()) {
            (None, Some(own)) => saves.save(&document, own.to_save()),
            (tree, _) => saves.save_notes(document.id(), Notes { tree, review }),
        };
        if let Some(opened) = self.imp().opened.borrow_mut().as_mut() {
            opened.save = Some(save);
        }
    }
}

/// Returns the move that led to a node with its number, or that the node is the start.
fn title(tree: &GameTree, node: NodeId) -> String {
    tree.mv(node).map_or_else(
        || gettext("Start of the game"),
        |mv| {
            let played = describe::last_move(tree.rules().board, tree.number(node).1, mv);
            describe::numbered_move(tree.depth(node), &played)
        },
    )
}

/// Returns the mark that a sign makes after another one.
fn composed(before: &str, typed: char) -> String {
    let both = format!("{before}{typed}");
    if GLYPHS.iter().any(|glyph| glyph.sign == both) { both } else { typed.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_typed_as_it_is_written() {
        for (typed, mark) in [("!", "!"), ("!?", "!?"), ("??", "??"), ("?!", "?!"), ("!!?", "?"), ("!?!", "!")] {
            assert_eq!(typed.chars().fold(String::new(), |before, typed| composed(&before, typed)), mark, "{typed}");
        }
    }
}
