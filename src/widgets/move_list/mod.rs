// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of moves, with White's move and Black's in a row: of a game, or of a tree, with
//! variations that are indented and fold. It has widgets only for the rows near the visible ones,
//! even for long games, and is one stop of the Tab key.

mod game_moves;
mod keys;
mod move_mark;
mod move_row;
mod row_layout;
mod row_model;
mod rows;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::widgets::changed_range::ChangedRange;
use game_moves::GameMoves;
use morris::Game;
use move_row::MoveRow;
use row_model::RowModel;

pub use move_mark::MoveMark;
pub use move_row::{Branch, LEAST_DIGITS, ListedMove, Place, RowContent};

/// The moves of a tree, in the rows of the list.
pub trait MoveSource {
    fn row(&self, row: usize) -> Option<RowContent>;

    /// Does what the user has chosen for a move.
    fn choose(&self, place: Place, choice: Choice<'_>);
}

/// What the user wants of a move, besides the position after it.
#[derive(Clone, Copy, Debug)]
pub enum Choice<'a> {
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
        /// Place of the move that led to the position on the board.
        pub(super) current: Cell<Option<Place>>,
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
}

class!(MoveList: adw::Bin, template = [RowModel]);

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
        imp.empty.remove_css_class("caption");
        self.connect_choices();
    }

    /// Sets the text that is shown while there are no moves.
    pub fn set_words_if_empty(&self, words: &str) {
        self.imp().empty.set_label(words);
    }

    /// Shows the played moves of a game, and the number of moves before the position on the board.
    pub fn show(&self, game: &Game, current: usize) {
        let range = self.imp().game.borrow_mut().follow(game);
        let current = current.checked_sub(1).map(|index| self.imp().game.borrow().place(index));
        self.update(range, current);
    }

    /// Sets the marks beside the moves of a game: one entry for each move, or none at all.
    pub fn set_marks(&self, marks: &[Option<MoveMark>]) {
        let is_same = self.imp().game.borrow().marks == marks;
        if !is_same {
            self.imp().game.borrow_mut().marks = marks.to_vec();
            self.refresh();
        }
    }

    /// Shows that a range of rows has changed, and which move led to the position on the board.
    pub fn update(&self, range: ChangedRange, current: Option<Place>) {
        let imp = self.imp();
        let before = imp.current.get();
        if range.is_empty() && before == current {
            return;
        }
        let focused = self.focused();
        let is_lost = focused.is_some_and(|place| self.loses(range, place));
        if let Some(root) = self.root().filter(|_| is_lost && self.is_tree()) {
            // The button of the focus gets another move, which a screen reader would speak.
            root.set_focus(None::<&gtk::Widget>);
        }
        imp.current.set(current);
        self.replace(range);
        for row in [before, current].into_iter().flatten().map(|place| place.row) {
            self.fill_bound(row..=row);
        }
        self.bring_into_sight();
        // The focus goes along with the current move, and stays in the list.
        match focused {
            Some(_) if focused == before => _ = self.focus_current(),
            Some(place) if is_lost => _ = self.focus_near(place),
            _ => {}
        }
    }

    /// Returns whether a place has another move after a range of rows has changed.
    fn loses(&self, range: ChangedRange, place: Place) -> bool {
        let is_changed = (range.first..range.first + range.removed).contains(&place.row);
        let stays = place.row < range.first + range.added;
        let shown = self.row(place.row).and_then(|row| row.listed(place.column));
        is_changed && !(stays && shown.is_some() && shown == self.listed(place))
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
        // Rows in both lists keep their widgets.
        let rows = imp.rows.rows();
        let kept = removed.min(added);
        let (at, gone, new) = (first + kept, removed - kept, added - kept);
        let is_in_sight = |(row, _): &(usize, MoveRow)| (at..at + gone).contains(row);
        let changes = if gone > 1 && self.bound_rows().iter().any(is_in_sight) {
            // If the position that GTK keeps in view is removed, GTK keeps widgets of rows that no
            // longer exist.
            [(0, rows, 0), (0, 0, rows - gone)]
        } else {
            [(at, gone, 0), (at, 0, new)]
        };
        for (at, removed, added) in changes.into_iter().filter(|(_, removed, added)| removed + added > 0) {
            imp.rows.splice(at, removed, added);
            imp.touched.set(imp.touched.get() + removed + added);
        }
        imp.stack.set_visible_child_name(if imp.rows.rows() == 0 { "empty" } else { "moves" });
        self.refresh();
    }

    fn is_tree(&self) -> bool {
        self.imp().source.get().is_some()
    }

    fn content(&self, row: usize) -> Option<RowContent> {
        let imp = self.imp();
        let content = match imp.source.get() {
            Some(source) => source.row(row),
            None => imp.game.borrow().row(row),
        };
        let mut content = content?;
        if let Some(Place { column, .. }) = imp.current.get().filter(|place| place.row == row) {
            content.moves[column].iter_mut().for_each(|mv| mv.current = true);
        }
        Some(content)
    }

    fn listed(&self, place: Place) -> Option<ListedMove> {
        self.content(place.row)?.moves[place.column].take()
    }

    pub fn rows_listed(&self) -> usize {
        self.imp().rows.rows()
    }

    /// Returns the number of rows that were added, removed, or filled with other content so far.
    pub fn rows_touched(&self) -> usize {
        self.imp().touched.get()
    }
}
