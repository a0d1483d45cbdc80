// SPDX-License-Identifier: GPL-3.0-or-later
//! The image of an analysis: mirrored, turned, turned inside out, or with the colors swapped.

use std::collections::HashMap;

use morris::{GameTree, NodeId, Transformation};

use super::Analysis;
use crate::persistence::transformed;

impl Analysis {
    /// Returns the image of the tree with its glyphs, words, and drawings, at the same node. Other
    /// commands in comments, for example values that a review has written there, are left out.
    ///
    /// Returns `None` if the start has no image. The colors cannot be swapped if White places the
    /// first man.
    #[must_use]
    pub fn image(&self, kind: Transformation) -> Option<Self> {
        let (tree, rules) = (&self.tree, *self.tree.rules());
        let comment = |id: NodeId| transformed(tree.comment(id), kind, rules.board);
        let mut image = GameTree::new(rules, kind.position(tree.start(), &rules)?);
        image.set_comment(image.root(), &comment(tree.root()));
        let mut nodes: HashMap<NodeId, NodeId> = HashMap::from([(tree.root(), image.root())]);
        for row in tree.rows() {
            let (parent, mv) = (tree.parent(row.node)?, tree.mv(row.node)?);
            let node = image.play(*nodes.get(&parent)?, kind.mv(mv, rules.board)?).ok()?;
            image.set_glyphs(node, tree.glyphs(row.node).to_vec());
            image.set_comment(node, &comment(row.node));
            nodes.insert(row.node, node);
        }
        let mut analysis = Self::new(image);
        analysis.go_to(*nodes.get(&self.current)?);
        Some(analysis)
    }
}
