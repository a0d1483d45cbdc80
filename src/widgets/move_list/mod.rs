// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of moves: of a game, with White's move and Black's in a row, or of a tree, with one
//! move in a row, indented, and variations that fold. It has widgets only for the rows near the
//! visible ones, even for long games, and is one stop of the Tab key.

mod game_moves;
mod keys;
mod move_mark;
mod move_row;
mod row_model;
mod rows;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::widgets::changed_range::ChangedRange;
use game_moves::GameMoves;
use morris::Game;
use move_row::{MoveRow, RowContent};
use row_model::RowModel;

pub use move_mark::MoveMark;
pub use move_row::{Branch, ListedMove};

/// The moves of a tree, in the order of the list.
pub trait MoveSource {
    /// Returns the move at an index.
    fn listed(&self, index: usize) -> Option<ListedMove>;

    /// Does what the user has chosen for a move.
    fn choose(&self, index: usize, choice: Choice<'_>);
}

/// What the user wants of a move.
#[derive(Clone, Copy, Debug)]
pub enum Choice<'a> {
    /// The position after it.
    Show,
    /// Its variation folded or unfolded.
    Fold,
    /// Its menu, at a place in its row if a click asks for it.
    Menu(&'a gtk::Widget, Option<(f64, f64)>),
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "move_list.ui")]
    pub struct MoveList {
        /// Contains the list of moves, and a text for an empty list.
        #[template_child]
        pub(super) stack: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) empty: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        /// The list. The content of a row is found by its position.
        #[template_child]
        pub(super) list: TemplateChild<gtk::ListView>,
        #[template_child]
        pub(super) rows: TemplateChild<RowModel>,
        /// The moves of a tree. A list without one shows those of a game.
        pub(super) source: OnceCell<Box<dyn MoveSource>>,
        pub(super) game: RefCell<GameMoves>,
        /// Number of moves.
        pub(super) count: Cell<usize>,
        /// Index of the move that led to the position on the board.
        pub(super) current: Cell<Option<usize>>,
        /// Rows that have a widget. GTK may move a row to another position without binding it
        /// again.
        pub(super) bound: RefCell<Vec<gtk::ListItem>>,
        /// Number of frames left until the current row must be visible.
        pub(super) settling: Cell<u32>,
        /// Whether rows are being filled when idle.
        pub(super) making: Cell<bool>,
        /// Number of rows that were added, removed, or filled with other content so far.
        pub(super) touched: Cell<usize>,
        /// Page size of the scroller for which the current move was scrolled into view.
        pub(super) page_size: Cell<f64>,
    }

    template_class!(MoveList: adw::Bin; RowModel);

    impl ObjectImpl for MoveList {
        fn constructed(&self) {
            self.parent_constructed();
            let list = self.obj();
            list.connect_rows();
            list.connect_keys();
            list.follow_height();
        }
    }

    impl WidgetImpl for MoveList {
        /// Makes the current move the only stop of the Tab key. GTK's own list would stop at every
        /// row.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let list = self.obj();
            let tab = matches!(direction, gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward);
            match list.focused() {
                Some(_) if tab => false,
                Some(_) => self.list.child_focus(direction),
                None => list.focus_current(),
            }
        }

        fn map(&self) {
            self.parent_map();
            self.obj().bring_into_sight();
        }
    }

    impl BinImpl for MoveList {}
}

glib::wrapper! {
    pub struct MoveList(ObjectSubclass<imp::MoveList>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for MoveList {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl MoveList {
    /// Returns the greatest height up to this one at which no row is cut.
    pub fn whole_rows(&self, room: i32) -> i32 {
        let list = &*self.imp().list;
        let rows = std::iter::successors(list.first_child(), WidgetExt::next_sibling);
        // A row without content is lower.
        let row = rows.map(|row| row.measure(gtk::Orientation::Vertical, -1).0).max().unwrap_or_default();
        let padding = list.style_context().padding();
        let around = i32::from(padding.top()) + i32::from(padding.bottom());
        if row > 0 && room >= around + row { room - (room - around) % row } else { room }
    }

    /// Makes it the list of the moves of a tree, which takes the user's choices.
    pub fn set_source(&self, source: impl MoveSource + 'static) {
        let imp = self.imp();
        imp.source.get_or_init(|| Box::new(source));
        imp.list.set_single_click_activate(true);
        imp.empty.remove_css_class("caption");
        self.add_css_class("tree-list");
        self.connect_choices();
    }

    /// Sets the text that is shown while there are no moves.
    pub fn set_words_if_empty(&self, words: &str) {
        self.imp().empty.set_label(words);
    }

    /// Shows the played moves of a game, and the number of moves before the position on the board.
    pub fn show(&self, game: &Game, current: usize) {
        let range = self.imp().game.borrow_mut().follow(game);
        self.update(range, current.checked_sub(1));
    }

    /// Sets the marks beside the moves of a game: one entry for each move, or none at all.
    pub fn set_marks(&self, marks: &[Option<MoveMark>]) {
        let is_same = self.imp().game.borrow().marks == marks;
        if !is_same {
            self.imp().game.borrow_mut().marks = marks.to_vec();
            self.refresh();
        }
    }

    /// Shows that a range of moves has changed, and which move led to the position on the board.
    pub fn update(&self, range: ChangedRange, current: Option<usize>) {
        let imp = self.imp();
        let before = imp.current.get();
        if range.is_empty() && before == current {
            return;
        }
        let focused = self.focused();
        let is_lost = focused.is_some_and(|index| (range.first..range.first + range.removed).contains(&index));
        if let Some(root) = self.root().filter(|_| is_lost && self.is_tree()) {
            // The row of the focus gets other content, which a screen reader would speak.
            root.set_focus(None::<&gtk::Widget>);
        }
        imp.current.set(current);
        self.replace(range);
        for index in [before, current].into_iter().flatten() {
            self.fill_bound(self.row_of(index)..=self.row_of(index));
        }
        self.bring_into_sight();
        // The focus goes along with the current move, and stays in the list.
        match focused {
            Some(_) if focused == before => _ = self.focus_current(),
            Some(index) if is_lost => _ = self.focus_move(index.min(imp.count.get().saturating_sub(1))),
            _ => {}
        }
    }

    /// Fills the rows again, because comments or marks have changed.
    pub fn refresh(&self) {
        self.fill_bound(0..=usize::MAX);
    }

    fn replace(&self, ChangedRange { first, removed, added }: ChangedRange) {
        if removed + added == 0 {
            return;
        }
        let imp = self.imp();
        let count = imp.count.get() - removed + added;
        imp.count.set(count);
        // Rows in both lists keep their widgets.
        let rows = imp.rows.rows();
        let wanted = self.rows_for(count);
        let (at, gone) = (self.rows_for(first + removed.min(added)).min(rows), rows.saturating_sub(wanted));
        let is_in_sight = |(row, _): &(usize, MoveRow)| (at..at + gone).contains(row);
        let changes = if gone > 1 && self.bound_rows().iter().any(is_in_sight) {
            // If the position that GTK keeps in view is removed, GTK keeps widgets of rows that no
            // longer exist.
            [(0, rows, 0), (0, 0, wanted)]
        } else {
            [(at, gone, 0), (at, 0, wanted.saturating_sub(rows))]
        };
        for (at, removed, added) in changes.into_iter().filter(|(_, removed, added)| removed + added > 0) {
            imp.rows.splice(at, removed, added);
            imp.touched.set(imp.touched.get() + removed + added);
        }
        imp.stack.set_visible_child_name(if count == 0 { "empty" } else { "moves" });
        self.refresh();
    }

    /// Returns whether it is the list of a tree.
    fn is_tree(&self) -> bool {
        self.imp().source.get().is_some()
    }

    /// Returns the number of moves in a row.
    fn columns(&self) -> usize {
        if self.is_tree() { 1 } else { 2 }
    }

    /// Returns the place of a move in reading order. White's first move is at 0.
    fn place_of(&self, index: usize) -> usize {
        index + usize::from(self.imp().game.borrow().black_first)
    }

    fn row_of(&self, index: usize) -> usize {
        self.place_of(index) / self.columns()
    }

    /// Returns the number of rows for a number of moves.
    fn rows_for(&self, moves: usize) -> usize {
        moves.checked_sub(1).map_or(0, |last| self.row_of(last) + 1)
    }

    fn listed(&self, index: usize) -> Option<ListedMove> {
        let imp = self.imp();
        let listed = match imp.source.get() {
            Some(source) => source.listed(index),
            None => imp.game.borrow().listed(index),
        };
        Some(ListedMove { current: imp.current.get() == Some(index), ..listed? })
    }

    fn content(&self, row: usize) -> Option<RowContent> {
        if self.is_tree() {
            return self.listed(row).map(RowContent::Single);
        }
        let digits = self.imp().rows.rows().to_string().len().max(3);
        let moves = [0, 1].map(|column| self.listed((2 * row + column).checked_sub(self.place_of(0))?));
        Some(RowContent::Pair { number: row + 1, digits, moves })
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows_listed(&self) -> usize {
        self.imp().rows.rows()
    }

    /// Returns the number of rows that were added, removed, or filled with other content so far.
    #[must_use]
    pub fn rows_touched(&self) -> usize {
        self.imp().touched.get()
    }
}
