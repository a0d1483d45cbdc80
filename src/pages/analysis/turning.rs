// SPDX-License-Identifier: GPL-3.0-or-later
//! Mirrors and turns the board with all that is on it, and swaps the colors. The result is an
//! analysis of the user's own, so that a saved game stays as it is.

use std::collections::HashMap;

use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{GameTree, NodeId, Transformation};

use crate::compat::announcer::Again;

use super::opened::{Opened, Subject};
use super::{AnalysisPage, Told};

impl AnalysisPage {
    /// Shows the image of the tree under the transformation with this id, at the same move.
    pub(super) fn transform(&self, id: &str) {
        let Some(kind) = Transformation::ALL.into_iter().find(|kind| kind.id() == id) else { return };
        let part = self.part();
        let image = self.imp().opened.borrow().as_ref().and_then(|opened| image(opened, kind));
        let Some(image) = image else {
            return self.context().messages.answer(&gettext("This is not possible in this position"));
        };
        self.restore(image, part);
        self.show_position(Told::Silently);
        self.context().messages.announce(&done(kind), Again::Yes);
    }
}

/// Returns the image of the whole tree, or of the current position alone if the start has none.
fn image(opened: &Opened, kind: Transformation) -> Option<Subject> {
    let (tree, current) = (opened.tree(), opened.node());
    let (rules, start) = (*tree.rules(), kind.position(tree.start(), tree.rules()));
    let Some(start) = start else {
        return Some(Subject::own(GameTree::new(rules, kind.position(tree.position(current), &rules)?)));
    };
    let mut turned = GameTree::new(rules, start);
    let mut nodes: HashMap<NodeId, NodeId> = HashMap::from([(tree.root(), turned.root())]);
    for row in tree.rows() {
        let (parent, mv) = (tree.parent(row.node)?, tree.mv(row.node)?);
        let node = turned.play(*nodes.get(&parent)?, kind.mv(mv, rules.board)?).ok()?;
        turned.set_glyphs(node, tree.glyphs(row.node).to_vec());
        // Arrows and rings name points, so only the words stay.
        turned.set_comment(node, &opened.analysis.words(row.node));
        nodes.insert(row.node, node);
    }
    let mut subject = Subject::own(turned);
    subject.analysis.go_to(*nodes.get(&current)?);
    Some(subject)
}

fn done(kind: Transformation) -> String {
    match kind {
        Transformation::Mirror => gettext("Mirrored"),
        Transformation::TurnLeft => gettext("Turned to the left"),
        Transformation::TurnRight => gettext("Turned to the right"),
        Transformation::InsideOut => gettext("Turned inside out"),
        Transformation::SwapColors => gettext("Colors swapped"),
    }
}
