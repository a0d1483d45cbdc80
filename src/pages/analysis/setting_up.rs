// SPDX-License-Identifier: GPL-3.0-or-later
//! The mode of the page in which a position is set up: the editor takes the place of the analysis.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Arrangement, Rules};

use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::pages::setup::SetupPage;

use super::editor::PositionEditor;
use super::opened::{LeadsTo, Mode, Subject};
use super::{AnalysisPage, Announce};

impl AnalysisPage {
    pub fn editor(&self) -> PositionEditor {
        self.imp().editor.get()
    }

    pub(super) fn is_setting_up(&self) -> bool {
        self.imp().mode.get() != Mode::Analysis
    }

    /// Sets up a position: from the analysis the one on its board, and from other pages the one
    /// that was set up last, by their rules.
    pub fn set_up_from(&self, from: PageId, pages: &dyn Pages) {
        let here = self.position_here().filter(|_| from == Self::ID);
        match here {
            Some((rules, position)) => return self.set_up(rules, position.into(), from),
            None if from == SetupPage::ID => self.editor().set_rules(pages.rules_on(from)),
            None => {}
        }
        self.begin_to_set_up(from);
    }

    /// Sets up this position, legal or not.
    pub fn set_up(&self, rules: Rules, arrangement: Arrangement, from: PageId) {
        self.editor().edit(rules, arrangement);
        self.begin_to_set_up(from);
    }

    fn begin_to_set_up(&self, from: PageId) {
        match (self.imp().mode.get(), from == Self::ID) {
            // The way back stays.
            (Mode::Editor(_), true) => {}
            (Mode::Analysis, true) => self.show_mode(Mode::Editor(LeadsTo::Analysis)),
            (_, false) => self.show_mode(Mode::Editor(LeadsTo::PageBefore)),
        }
    }

    /// Returns from the editor to the analysis where it was opened. Returns whether it did.
    pub(super) fn leave_editor(&self) -> bool {
        let leaves = self.imp().mode.get() == Mode::Editor(LeadsTo::Analysis);
        if leaves {
            self.show_mode(Mode::Analysis);
            self.context().messages.announce(&self.imp().spoken.borrow(), Again::Yes);
        }
        leaves
    }

    /// Analyzes the position that has been set up, if it is legal.
    pub(super) fn analyze_draft(&self) {
        let editor = self.editor();
        if let Some(position) = editor.position() {
            self.open(Subject::own_position(editor.rules(), position), self.part());
            self.touch();
        }
    }

    /// Turns to the mode, and moves the focus before the other one is hidden. Otherwise a screen
    /// reader would still find both boards.
    fn turn_to(&self, mode: Mode) {
        let imp = self.imp();
        let (parts, editor): (&gtk::Widget, &gtk::Widget) = (imp.parts.upcast_ref(), imp.editor.upcast_ref());
        let (shown, hidden) = if mode == Mode::Analysis { (parts, editor) } else { (editor, parts) };
        shown.set_visible(true);
        imp.modes.set_visible_child_name(mode.name());
        if self.is_mapped() {
            self.focus_first();
        }
        hidden.set_visible(false);
    }

    /// Shows the analysis or the editor. Both boards are at the same place and alike.
    pub(super) fn show_mode(&self, mode: Mode) {
        let imp = self.imp();
        let before = imp.mode.replace(mode);
        if (before == Mode::Analysis) == (mode == Mode::Analysis) {
            return;
        }
        self.rest();
        imp.editor.board().set_flipped(imp.board.is_flipped());
        self.turn_to(mode);
        imp.header_title.set_title(&if self.is_setting_up() { gettext("Position") } else { Self::title() });
        let menu = if self.is_setting_up() { &imp.editor_menu } else { &imp.menu };
        imp.menu_button.set_menu_model(Some(&**menu));
        self.show_subtitle();
        self.enable_all(!self.is_setting_up());
        if !self.is_setting_up() {
            self.show_position(Announce::Silently);
            self.ask_engine_again();
        }
    }
}
