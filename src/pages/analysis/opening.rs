// SPDX-License-Identifier: GPL-3.0-or-later
//! What is put on the page: a game, a position, or an analysis of the user's own.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Position, Row, Rules};
use morris_play::analysis::Analysis;
use morris_play::session::MoveEntry;

use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::pages::game::GamePage;
use crate::pages::pause::PausePage;
use crate::text::describe;

use super::opened::{Mode, Opened, Part, Subject};
use super::{AnalysisPage, Announce};

impl AnalysisPage {
    /// Opens what the page that leads here shows: its game or its position, or else the user's own
    /// analysis. Keeps the part beside the board, which [`Self::look_into`] then chooses.
    pub(super) fn open_from(&self, from: PageId, pages: &dyn Pages) {
        if [GamePage::ID, PausePage::ID].contains(&from) {
            if let Some(subject) = pages.page_of::<GamePage>().subject() {
                return self.open(subject, self.part());
            }
        }
        match pages.page_with(from).position_to_analyze() {
            Some((rules, position)) => self.open(Subject::position(rules, position), self.part()),
            None => self.open_own(),
        }
    }

    /// Shows the user's own analysis, or an empty board.
    pub(super) fn open_own(&self) {
        self.show_mode(Mode::Analysis);
        if self.imp().opened.borrow().as_ref().is_some_and(|opened| opened.is_own) {
            return;
        }
        match self.imp().own.take() {
            Some(own) => self.open(own, self.part()),
            None => {
                self.begin_own();
                self.find_own();
            }
        }
    }

    /// Shows the user's last analysis once it has been read, unless the user has begun something
    /// else.
    fn find_own(&self) {
        let (page, saves) = (self.downgrade(), Rc::clone(&self.context().services.saves));
        glib::spawn_future_local(async move {
            let latest = saves.latest_analysis().await;
            let (Some((id, saved)), Some(page)) = (latest, page.upgrade()) else { return };
            let is_new = |opened: &Opened| opened.is_own && opened.document.is_none() && !opened.is_touched;
            if page.imp().opened.borrow().as_ref().is_some_and(is_new) && !page.is_setting_up() {
                page.open(Subject::saved(Some(id), &saved), page.part());
                page.show_position(Announce::Aloud);
            }
        });
    }

    /// Begins a new analysis at the start of a game.
    pub(super) fn begin_new(&self) {
        self.begin_own();
        self.touch();
        self.show_position(Announce::Aloud);
    }

    /// Begins an analysis from the start of a game.
    pub(super) fn begin_own(&self) {
        let rules = self.rules_now();
        self.open(Subject::own_position(rules, Position::start(&rules)), Part::Moves);
    }

    fn rules_now(&self) -> Rules {
        self.rules_of_tree().unwrap_or_else(|| self.context().services.settings.read(|settings| settings.choice.rules))
    }

    /// Puts something on the page, unless it is there. An analysis of the user's own that was there
    /// is kept.
    pub fn open(&self, subject: Subject, part: Part) {
        self.imp().announcing.stop();
        self.show_mode(Mode::Analysis);
        let same = |opened: &Opened| {
            let is_same = opened.document.is_some() && opened.document == subject.document;
            is_same && has_same_moves(&opened.analysis, &subject.analysis)
        };
        if self.imp().opened.borrow().as_ref().is_some_and(same) {
            return self.show_part_or_moves(part);
        }
        self.save_now();
        let own = self.subject().filter(|own| own.is_own && !own.is_empty() && own.document != subject.document);
        if let Some(own) = own {
            if subject.is_own && subject.document.is_none() {
                self.context().messages.tell(&gettext("Your last analysis is in Saved Games"));
            }
            self.imp().own.replace(Some(own));
        }
        let Subject { document, head, setup, mut analysis, is_own } = subject;
        let is_same = |opened: &&Opened| !is_own && opened.document.is_some() && opened.document == document;
        let before = self.imp().opened.borrow().as_ref().filter(is_same).map(|opened| opened.analysis.clone());
        if let Some(mut before) = before {
            if before.follow(&analysis) {
                analysis = before;
            }
        }
        document.iter().for_each(|document| self.context().services.saves.open(document));
        // It is about a move of the tree that leaves.
        if let Some(dialog) = self.imp().comment_dialog.upgrade() {
            dialog.close();
        }
        self.imp().pen.take();
        self.imp().opened.replace(Some(Opened {
            document,
            head,
            setup,
            analysis,
            is_own,
            reviewed: None,
            line: None,
            entry: MoveEntry::default(),
            is_touched: false,
            is_saved: true,
            save: None,
        }));
        self.imp().tree.begin();
        self.show_all();
        self.show_part_or_moves(part);
        self.review_soon();
    }

    /// Shows what was on the page of another window, where it was.
    pub(super) fn restore(&self, subject: Subject, part: Part) {
        self.open(subject, part);
        self.touch();
    }

    /// Notes that the user has done something with what is on the page.
    pub(super) fn touch(&self) {
        if let Some(opened) = &mut *self.imp().opened.borrow_mut() {
            opened.touch();
        }
    }

    /// Shows a part, or the moves if there is nothing to review, and says so. The review begins at
    /// the first mistake.
    pub fn look_into(&self, part: Part) {
        if self.is_setting_up() {
            self.analyze_draft();
        }
        self.show_part_or_moves(part);
        if self.part() == Part::Review {
            self.look_into_review();
        }
        self.show_position(Announce::Silently);
        self.focus_first();
        self.announce_review();
        if part == Part::Review && self.part() != part {
            self.context().messages.answer(&describe::nothing_played());
        }
    }

    fn show_part_or_moves(&self, part: Part) {
        let has_game = self.imp().opened.borrow().as_ref().is_some_and(Opened::has_game);
        self.imp().review_page.set_visible(has_game);
        self.show_part(if has_game || part != Part::Review { part } else { Part::Moves });
        self.show_position(Announce::Silently);
    }

    /// Returns what is on the page.
    pub(super) fn subject(&self) -> Option<Subject> {
        let opened = self.imp().opened.borrow();
        let Opened { document, head, setup, analysis, is_own, .. } = opened.as_ref()?;
        let (document, head, setup, analysis) = (document.clone(), head.clone(), setup.clone(), analysis.clone());
        Some(Subject { document, head, setup, analysis, is_own: *is_own })
    }
}

/// Returns whether both have the same game, moves, comments, drawings, and end. A review only adds
/// marks.
fn has_same_moves(one: &Analysis, other: &Analysis) -> bool {
    let rows = |analysis: &Analysis| -> Vec<_> {
        let row = |Row { node, nesting, .. }| {
            (nesting, analysis.tree().mv(node), analysis.words(node), analysis.strokes(node))
        };
        analysis.tree().rows().map(row).collect()
    };
    let end = |analysis: &Analysis| {
        let (node, outcome) = analysis.tree().declared()?;
        Some((analysis.tree().game_at(node).played().to_vec(), outcome))
    };
    let played = |analysis: &Analysis| analysis.tree().game_at(analysis.end()).played().to_vec();
    let is_same = one.tree().start() == other.tree().start() && rows(one) == rows(other);
    is_same && end(one) == end(other) && played(one) == played(other)
}
