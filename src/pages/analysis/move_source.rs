// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of the tree, as the list asks for them, and what the user does in the list.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use morris::{NodeId, Row, shown};

use crate::text::describe;
use crate::widgets::move_list::{Branch, Choice, ListedMove, MoveMark, MoveSource};

use super::position_words::mark_of;
use super::{AnalysisPage, Announce};

struct Source(glib::WeakRef<AnalysisPage>);

impl MoveSource for Source {
    fn listed(&self, index: usize) -> Option<ListedMove> {
        let page = self.0.upgrade()?;
        let opened = page.imp().opened.borrow();
        let opened = opened.as_ref()?;
        let (Row { node, nesting, begins }, folded) = page.imp().tree.row(index)?;
        let tree = opened.tree();
        let (number, side) = tree.number(node);
        let ply = opened.reviewed.as_ref().and_then(|reviewed| reviewed.ply(tree, node));
        Some(ListedMove {
            depth: tree.depth(node),
            number,
            side,
            mv: tree.mv(node)?,
            board: tree.rules().board,
            mark: describe::glyph(tree.glyphs(node)).map(MoveMark::Glyph).or_else(|| mark_of(ply?)),
            branch: Branch { nesting, begins, folded },
            comment: shown(&opened.analysis.words(node)),
            current: false,
        })
    }

    fn choose(&self, index: usize, choice: Choice<'_>) {
        let Some(page) = self.0.upgrade() else { return };
        let Some((Row { node, .. }, _)) = page.imp().tree.row(index) else { return };
        match choice {
            Choice::Show => page.go_to(node, Announce::Aloud),
            Choice::Fold => _ = page.fold(node),
            Choice::Menu(row, place) => page.open_menu(node, row, place),
        }
    }
}

impl AnalysisPage {
    /// Connects the list with the tree.
    pub(super) fn connect_moves(&self) {
        let imp = self.imp();
        imp.moves.set_source(Source(self.downgrade()));
        imp.tree.show_in(&imp.moves);
    }

    /// Folds the variation around a move, or unfolds it. Returns whether it is folded now, or
    /// `None` if the move is in the main line.
    pub(super) fn fold(&self, node: NodeId) -> Option<bool> {
        let opened = self.imp().opened.borrow();
        let opened = opened.as_ref()?;
        self.imp().tree.toggle_fold(opened.tree(), opened.node(), node)
    }
}
