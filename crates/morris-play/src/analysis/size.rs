// SPDX-License-Identifier: GPL-3.0-or-later
//! The size that a tree has in a saved game, as a sum over its nodes. So an edit changes it by a
//! few terms, and a large tree is not written to find out.

use morris::{Color, GameTree, Move, NodeId};

use crate::persistence::SavedGame;

/// Bytes that are left for what may change without an edit of the tree, such as the name.
const RESERVE: usize = 2_048;

/// Returns the size of a saved game without the moves, comments, and glyphs of its tree.
pub(super) fn of_rest(saved: &SavedGame) -> usize {
    let text = saved.with_tree(GameTree::new(*saved.game.rules(), *saved.game.start())).to_text();
    in_toml(&text) + RESERVE
}

pub(super) fn of_tree(tree: &GameTree) -> usize {
    tree.subtree(tree.root()).map(|id| of_node(tree, id)).sum()
}

pub(super) fn of_subtree(tree: &GameTree, id: NodeId) -> usize {
    let is_alternative = tree.parent(id).is_some_and(|parent| tree.children(parent).len() > 1);
    let alone: usize = tree.subtree(id).map(|id| of_node(tree, id)).sum();
    alone + if is_alternative { of_variation(tree, id) } else { 0 }
}

/// Returns the size of a node, with the variations that begin after it.
fn of_node(tree: &GameTree, id: NodeId) -> usize {
    let mv = tree.mv(id).map_or(0, |mv| of_move(tree, id, mv));
    let variations = tree.children(id).iter().skip(1).map(|&child| of_variation(tree, child)).sum::<usize>();
    let comments = of_comment(tree, id, tree.comment(id)) + of_comment(tree, id, tree.comment_before(id));
    mv + variations + comments + of_glyphs(tree.glyphs(id))
}

pub(super) fn of_new_move(tree: &GameTree, parent: NodeId, mv: Move) -> usize {
    let begins = if tree.children(parent).is_empty() { 0 } else { of_variation(tree, parent) + 1 };
    // The number may have one more digit, and a move of Black may have none.
    tree.rules().board.display(mv).to_string().len() + 1 + of_number(tree, parent) + 1 + begins + 3
}

/// Returns the size of a move, with the spaces around it and the number of White's.
fn of_move(tree: &GameTree, id: NodeId, mv: Move) -> usize {
    let number = if tree.number(id).1 == Color::White || tree.depth(id) <= 1 { of_number(tree, id) } else { 0 };
    tree.rules().board.display(mv).to_string().len() + 1 + number
}

/// Returns the size of what a variation adds to its moves: parentheses, and a number of Black's,
/// either at its beginning or after it.
fn of_variation(tree: &GameTree, id: NodeId) -> usize {
    2 + of_number(tree, id)
}

/// Returns the size of a number with its periods and a space.
fn of_number(tree: &GameTree, id: NodeId) -> usize {
    let (number, _) = tree.number(id);
    number.to_string().len() + 4
}

/// Returns the size of a comment with its braces, and of the number of the move of Black after it.
pub(super) fn of_comment(tree: &GameTree, id: NodeId, comment: &str) -> usize {
    let number = if tree.number(id).1 == Color::White { of_number(tree, id) } else { 0 };
    if comment.is_empty() { 0 } else { in_toml(comment) + 3 + number }
}

pub(super) fn of_glyphs(glyphs: &[u8]) -> usize {
    glyphs.iter().map(|glyph| format!(" ${glyph}").len()).sum()
}

/// Returns the size of a text in a saved game, which writes quotation marks and backslashes twice
/// at worst.
fn in_toml(text: &str) -> usize {
    text.len() + text.bytes().filter(|byte| b"\"\\".contains(byte)).count()
}
