// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of the tree, as the list asks for them, and what the user does in the list.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use morris::{NodeId, shown};

use crate::text::describe;
use crate::widgets::move_list::{Branch, Choice, ListedMove, MoveMark, MoveSource, Place, RowContent};

use super::AnalysisPage;
use super::opened::Opened;
use super::position_words::mark_of;
use super::tree_moves::TreeRow;

struct Source(glib::WeakRef<AnalysisPage>);

impl MoveSource for Source {
    fn row(&self, row: usize) -> Option<RowContent> {
        let page = self.0.upgrade()?;
        let opened = page.imp().opened.borrow();
        let (opened, tree) = (opened.as_ref()?, &page.imp().tree);
        let TreeRow { moves, branch } = tree.row(row)?;
        Some(RowContent { digits: tree.digits(), moves: moves.map(|node| listed(opened, node?, branch)) })
    }

    fn choose(&self, place: Place, choice: Choice<'_>) {
        let Some(page) = self.0.upgrade() else { return };
        let Some(node) = page.imp().tree.node(place) else { return };
        match choice {
            Choice::Fold => _ = page.fold(node),
            Choice::Menu(row, at) => page.open_menu(node, row, at),
        }
    }
}

fn listed(opened: &Opened, node: NodeId, branch: Branch) -> Option<ListedMove> {
    let tree = opened.tree();
    let (number, side) = tree.number(node);
    let ply = opened.reviewed.as_ref().and_then(|reviewed| reviewed.ply(tree, node));
    Some(ListedMove {
        target: node.index(),
        depth: tree.depth(node),
        number,
        side,
        mv: tree.mv(node)?,
        board: tree.rules().board,
        mark: describe::glyph(tree.glyphs(node)).map(MoveMark::Glyph).or_else(|| mark_of(ply?)),
        branch,
        comment: shown(&opened.analysis.words(node)),
        current: false,
    })
}

impl AnalysisPage {
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
        let folds = self.imp().tree.toggle_fold(opened.tree(), opened.node(), node);
        self.update_actions(opened);
        folds
    }
}
