// SPDX-License-Identifier: GPL-3.0-or-later
//! Edits of an analysis. Each edit is kept as its inverse.

use morris::{NodeId, Point};

use super::step::{Edit, Step};
use super::{Analysis, EditError, size};
use crate::persistence::{Stroke, strokes, toggled};

/// The glyphs `!`, `?`, `!!`, `??`, `!?`, and `?!`, of which a move has at most one.
const JUDGMENTS: std::ops::RangeInclusive<u8> = 1..=6;

impl Analysis {
    /// Returns the arrows and rings of a node.
    pub fn strokes(&self, id: NodeId) -> Vec<Stroke> {
        strokes(self.tree.comment(id), self.tree.rules().board)
    }

    /// Adds an arrow, or a ring if both points are the same. Removes it if it is there already.
    pub fn toggle_stroke(&mut self, id: NodeId, from: Point, to: Point) -> Result<bool, EditError> {
        let comment = toggled(self.tree.comment(id), Stroke::new(from, to), self.tree.rules().board);
        self.set_comment(id, &comment)
    }

    /// Sets the whole comment of a node. Returns `false` if nothing changes.
    pub fn set_comment(&mut self, id: NodeId, comment: &str) -> Result<bool, EditError> {
        let more = size::of_comment(&self.tree, id, comment);
        self.fits(more.saturating_sub(size::of_comment(&self.tree, id, self.tree.comment(id))))?;
        let before = self.tree.comment(id).to_owned();
        let inverse = self.apply(Edit::Comment(id, comment.to_owned()));
        Ok(self.has_changed(inverse, self.tree.comment(id) != before))
    }

    /// Sets the glyph `!`, `?`, `!!`, `??`, `!?`, or `?!` of a move (1 to 6) in place of another
    /// one of them. Removes it if it is there already. Other glyphs are toggled.
    pub fn toggle_glyph(&mut self, id: NodeId, glyph: u8) -> Result<bool, EditError> {
        let before = self.tree.glyphs(id);
        let is_replaced = |other: u8| JUDGMENTS.contains(&glyph) && JUDGMENTS.contains(&other) || other == glyph;
        let mut glyphs: Vec<_> = before.iter().copied().filter(|&other| !is_replaced(other)).collect();
        if !before.contains(&glyph) {
            // A judgment comes first, as in texts.
            glyphs.insert(if JUDGMENTS.contains(&glyph) { 0 } else { glyphs.len() }, glyph);
        }
        self.fits(size::of_glyphs(&glyphs).saturating_sub(size::of_glyphs(before)))?;
        let inverse = self.apply(Edit::Glyphs(id, glyphs));
        Ok(self.has_changed(inverse, true))
    }

    /// Moves the variation of a node before the line that it branches from. Returns `false` on the
    /// main line.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let place = self.tree.promote(id);
        place.is_some_and(|place| self.has_changed(Edit::Put(place), true))
    }

    /// Removes a node and all that follows it. If it is shown, its parent is shown instead. Returns
    /// `false` if it is the start.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let before = self.current;
        let Some(parent) = self.tree.parent(id).filter(|_| self.tree.contains(id)) else { return false };
        let inverse = self.apply(Edit::Remove(id));
        if !self.tree.contains(self.current) {
            self.current = parent;
        }
        self.push(inverse, before);
        true
    }

    /// Keeps the edit that added a node, and shows it.
    pub(super) fn has_added(&mut self, node: NodeId) {
        let before = std::mem::replace(&mut self.current, node);
        self.push(Edit::Remove(node), before);
    }

    fn has_changed(&mut self, inverse: Edit, is_changed: bool) -> bool {
        if is_changed {
            self.push(inverse, self.current);
        }
        is_changed
    }

    fn push(&mut self, inverse: Edit, before: NodeId) {
        self.undone.clear();
        self.done.push(Step { inverse, before, after: self.current });
    }

    /// Returns `true` if there is an edit to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Returns `true` if there is an edit to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Undoes the last edit, and shows the node that was shown before it. Returns `false` if there
    /// is none.
    pub fn undo(&mut self) -> bool {
        let Some(Step { inverse, before, after }) = self.done.pop() else { return false };
        let inverse = self.apply(inverse);
        self.current = before;
        self.undone.push(Step { inverse, before, after });
        true
    }

    /// Redoes the edit that was undone last, and shows the node that was shown after it. Returns
    /// `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(Step { inverse, before, after }) = self.undone.pop() else { return false };
        let inverse = self.apply(inverse);
        self.current = after;
        self.done.push(Step { inverse, before, after });
        true
    }

    /// Edits the tree and returns the inverse.
    fn apply(&mut self, edit: Edit) -> Edit {
        match edit {
            Edit::Put(place) => match self.tree.put(place) {
                Some(before) => Edit::Put(before),
                None => {
                    self.bytes += size::of_subtree(&self.tree, place.node);
                    Edit::Remove(place.node)
                }
            },
            Edit::Remove(node) => {
                self.bytes -= size::of_subtree(&self.tree, node);
                self.tree.remove(node).map_or(Edit::Remove(node), Edit::Put)
            }
            Edit::Comment(node, comment) => {
                self.bytes -= size::of_comment(&self.tree, node, self.tree.comment(node));
                let before = self.tree.set_comment(node, &comment);
                self.bytes += size::of_comment(&self.tree, node, self.tree.comment(node));
                Edit::Comment(node, before)
            }
            Edit::Glyphs(node, glyphs) => {
                self.bytes += size::of_glyphs(&glyphs);
                let before = self.tree.set_glyphs(node, glyphs);
                self.bytes -= size::of_glyphs(&before);
                Edit::Glyphs(node, before)
            }
        }
    }
}
