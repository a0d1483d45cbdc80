// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of the tree in the rows of the list, with variations that fold. A row has a move of
//! White and Black's reply, as long as no variation and no comment is between them.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashSet;

use morris::{Color, GameTree, NodeId, Row, Walk};
use morris_play::persistence::has_words;

use crate::widgets::changed_range::ChangedRange;
use crate::widgets::move_list::{Branch, LEAST_DIGITS, MoveList, Place};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// White's move and Black's.
    pub moves: [Option<NodeId>; 2],
    pub branch: Branch,
}

#[derive(Default)]
pub struct TreeMoves {
    list: OnceCell<MoveList>,
    rows: RefCell<Vec<TreeRow>>,
    /// Number of digits of the last move's number.
    digits: Cell<usize>,
    /// First moves of folded variations.
    folded: RefCell<HashSet<NodeId>>,
    /// Whether moves were added or removed since the list was updated.
    is_outdated: Cell<bool>,
}

impl TreeMoves {
    pub(super) fn show_in(&self, list: &MoveList) {
        self.list.get_or_init(|| list.clone());
    }

    fn list(&self) -> &MoveList {
        self.list.get().expect("it is set when the page is made")
    }

    /// Forgets the moves and folds, because another tree follows.
    pub(super) fn begin(&self) {
        self.folded.take();
        let range = ChangedRange { removed: self.rows.take().len(), ..ChangedRange::default() };
        self.list().update(range, None);
        self.read_again();
    }

    /// Notes that moves were added or removed. The next [`Self::show`] updates the list.
    pub(super) fn read_again(&self) {
        self.is_outdated.set(true);
    }

    /// Marks the move that led to the position on the board. Unfolds the variations around it.
    pub(super) fn show(&self, tree: &GameTree, current: NodeId) {
        let mut head = tree.variation(current).filter(|head| *head != current);
        while let Some(folded) = head {
            if self.folded.borrow_mut().remove(&folded) {
                self.read_again();
            }
            head = tree.parent(folded).and_then(|parent| tree.variation(parent));
        }
        self.update(tree, current);
    }

    fn update(&self, tree: &GameTree, current: NodeId) {
        let range = if self.is_outdated.take() { self.read(tree) } else { ChangedRange::default() };
        let place = self.rows.borrow().iter().enumerate().find_map(|(row, TreeRow { moves, .. })| {
            moves.iter().position(|&node| node == Some(current)).map(|column| Place { row, column })
        });
        self.list().update(range, place);
    }

    /// Reads the whole tree, which takes much less time than to fill a row, and returns which rows
    /// have changed.
    fn read(&self, tree: &GameTree) -> ChangedRange {
        let rows = rows(tree, &self.folded.borrow());
        let nodes = rows.iter().flat_map(|row| row.moves).flatten();
        let last = nodes.map(|node| tree.number(node).0).max().unwrap_or_default();
        self.digits.set(last.to_string().len().max(LEAST_DIGITS));
        let range = ChangedRange::between(&self.rows.borrow(), &rows, |old, new| old == new);
        self.rows.replace(rows);
        range
    }

    pub(super) fn row(&self, row: usize) -> Option<TreeRow> {
        self.rows.borrow().get(row).copied()
    }

    /// Returns the number of digits that the column of numbers has room for.
    pub(super) fn digits(&self) -> usize {
        self.digits.get()
    }

    pub(super) fn node(&self, Place { row, column }: Place) -> Option<NodeId> {
        self.row(row)?.moves[column]
    }

    pub(super) fn focused(&self) -> Option<NodeId> {
        self.node(self.list().focused()?)
    }

    pub(super) fn focus_current(&self) -> bool {
        self.list().focus_current()
    }

    /// Folds the variation around a move, or unfolds it. Returns whether it is folded now, or
    /// `None` if the move is in the main line.
    pub(super) fn toggle_fold(&self, tree: &GameTree, current: NodeId, node: NodeId) -> Option<bool> {
        let head = tree.variation(node)?;
        let folds = !self.folded.borrow_mut().remove(&head) && self.folded.borrow_mut().insert(head);
        self.read_again();
        self.update(tree, current);
        Some(folds)
    }

    pub(super) fn is_folded(&self, head: NodeId) -> bool {
        self.folded.borrow().contains(&head)
    }

    pub(super) fn folds(&self) -> HashSet<NodeId> {
        self.folded.borrow().clone()
    }

    /// Folds exactly the variations that begin with these moves. The next [`Self::show`] shows it.
    pub(super) fn set_folds(&self, folds: HashSet<NodeId>) {
        self.folded.replace(folds);
        self.read_again();
    }
}

fn rows(tree: &GameTree, folded: &HashSet<NodeId>) -> Vec<TreeRow> {
    let (mut rows, mut walk) = (Vec::<TreeRow>::with_capacity(tree.len()), Walk::new(tree));
    while let Some(Row { node, nesting, begins }) = walk.next(tree) {
        let folds = begins && folded.contains(&node) && !tree.children(node).is_empty();
        if folds {
            walk.skip_variation();
        }
        let (parent, side) = (tree.parent(node), tree.number(node).1);
        let before = rows.last_mut().filter(|row| side == Color::Black && !begins && row.moves == [parent, None]);
        match before.filter(|_| parent.is_some_and(|parent| !has_words(tree.comment(parent)))) {
            Some(row) => row.moves[1] = Some(node),
            None => {
                let moves = Color::BOTH.map(|color| Some(node).filter(|_| color == side));
                rows.push(TreeRow { moves, branch: Branch { nesting, begins, folded: folds } });
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use morris::{Position, Rules};

    use super::*;

    /// Returns rows as text: the nesting as signs, and the moves.
    fn texts(tree: &GameTree, folded: &[NodeId]) -> Vec<String> {
        let rows = rows(tree, &folded.iter().copied().collect());
        let text = |node: Option<NodeId>| node.map_or("…".to_owned(), |node| tree.mv(node).unwrap().to_string());
        rows.iter()
            .map(|TreeRow { moves, branch }| {
                let sign = if branch.folded { "+" } else { "" };
                format!("{}{sign}{}", "|".repeat(branch.nesting), moves.map(text).join(" "))
            })
            .collect()
    }

    fn played(tree: &mut GameTree, from: NodeId, moves: &str) -> NodeId {
        moves.split(' ').fold(from, |node, mv| tree.play(node, mv.parse().unwrap()).unwrap())
    }

    #[test]
    fn a_variation_and_a_comment_are_between_two_rows() {
        let mut tree = GameTree::new(Rules::STANDARD, Position::start(&Rules::STANDARD));
        let root = tree.root();
        let end = played(&mut tree, root, "d6 f4 d2 b4 a1");
        assert_eq!(texts(&tree, &[]), ["d6 f4", "d2 b4", "a1 …"]);
        let [d6, f4, d2] = [1, 2, 3].map(|depth| tree.path(end)[depth - 1]);
        let black = played(&mut tree, d6, "g7 a7 d7");
        let white = played(&mut tree, f4, "c4 c3");
        assert_eq!(texts(&tree, &[]), ["d6 f4", "|… g7", "|a7 d7", "d2 …", "|c4 c3", "… b4", "a1 …"]);
        let heads = [black, white].map(|node| tree.variation(node).unwrap());
        assert_eq!(texts(&tree, &heads), ["d6 f4", "|+… g7", "d2 …", "|+c4 …", "… b4", "a1 …"]);
        heads.into_iter().for_each(|head| _ = tree.remove(head));
        tree.set_comment(f4, "usual");
        assert_eq!(texts(&tree, &[]), ["d6 f4", "d2 b4", "a1 …"], "the comment is below Black's move");
        tree.set_comment(d2, "[%csl Ga1]");
        assert_eq!(texts(&tree, &[]), ["d6 f4", "d2 b4", "a1 …"], "a drawing has no words");
        tree.set_comment(d2, "bold");
        assert_eq!(texts(&tree, &[]), ["d6 f4", "d2 …", "… b4", "a1 …"]);
    }

    #[test]
    fn where_black_began_the_first_row_has_one_move() {
        let rules = Rules::STANDARD;
        let start = Position::parse("WWW/.../.../....../.../.../BBB b 0 0", &rules).unwrap();
        let mut tree = GameTree::new(rules, start);
        let root = tree.root();
        played(&mut tree, root, "a1-a4 a7-b6");
        assert_eq!(texts(&tree, &[]).len(), 2);
    }
}
