// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of moves. It has widgets only for the rows near the visible ones, even for long games.
//! It is one stop of the Tab key; arrow keys lead from move to move.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use crate::widgets::bound_rows::{BoundRows, RowState};
use crate::widgets::keys::{self, StepDirection};
use morris::{Board, Color, Game, Move};

mod move_row;

use move_row::{MoveCell, MoveRow};

pub use move_row::MoveMark;

/// Maximum distance from the row of the current move at which rows are filled immediately, since
/// they will be visible. Other rows are filled when idle, `AT_A_TIME` at a time.
const NEAR: usize = 40;
const AT_A_TIME: usize = 8;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "move_list.ui")]
    pub struct MoveList {
        /// Contains the list of moves, and a text for an empty list.
        #[template_child]
        pub(super) stack: TemplateChild<gtk::Stack>,
        /// The text for an empty list.
        #[template_child]
        pub(super) empty: TemplateChild<gtk::Label>,
        /// Scrolls the list.
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        /// Each row has a number, White's move, and Black's move.
        #[template_child]
        pub(super) list: TemplateChild<gtk::ListView>,
        /// One string per row. The content of a row is found by its position.
        #[template_child]
        pub(super) rows: TemplateChild<gtk::StringList>,
        /// Board of the game.
        pub(super) board: Cell<Option<&'static Board>>,
        /// The moves in the list.
        pub(super) moves: RefCell<Vec<Move>>,
        /// Marks beside the moves: one entry for each move, or none at all.
        pub(super) marks: RefCell<Vec<Option<MoveMark>>>,
        /// Whether Black made the first move.
        pub(super) black_first: Cell<bool>,
        /// Number of moves before the position on the board.
        pub(super) current: Cell<usize>,
        /// What is kept about the rows.
        pub(super) row_state: RowState,
        /// Whether rows are being filled when idle.
        pub(super) making: Cell<bool>,
        /// Page size of the scroller for which the current move was scrolled into view.
        pub(super) page_size: Cell<f64>,
    }

    template_class!(MoveList: adw::Bin);

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
        fn focus(&self, _direction: gtk::DirectionType) -> bool {
            let list = self.obj();
            list.focused().is_none() && list.focus_move(self.current.get().saturating_sub(1))
        }

        fn map(&self) {
            self.parent_map();
            self.obj().bring_into_sight();
        }
    }

    impl BinImpl for MoveList {}
}

glib::wrapper! {
    /// The list of moves.
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
    /// Shows the played moves of a game, and the number of moves before the position on the board.
    pub fn show(&self, game: &Game, current: usize) {
        let imp = self.imp();
        let (moves, black_first) = (game.played(), game.start().side() == Color::Black);
        let board = game.rules().board;
        let other_board = imp.board.replace(Some(board)).is_some_and(|before| before != board);
        let other_first = imp.black_first.replace(black_first) != black_first || other_board;
        let same = moves.iter().zip(imp.moves.borrow().iter()).take_while(|(mv, known)| mv == known).count();
        let changed = other_first || same < moves.len().max(imp.moves.borrow().len());
        let before = imp.current.replace(current);
        if !changed && before == current {
            return;
        }
        let focused = self.focused();
        if changed {
            self.replace_moves(if other_first { 0 } else { same }, moves);
        }
        for mv in [before, current] {
            self.refresh(self.row_of(mv.saturating_sub(1)), 1);
        }
        self.bring_into_sight();
        self.keep_focus(focused, before);
    }

    /// Sets the text that is shown while there are no moves.
    pub fn set_words_if_empty(&self, words: &str) {
        self.imp().empty.set_label(words);
    }

    /// Sets the marks beside the moves: one entry for each move, or none at all.
    pub fn set_marks(&self, marks: &[Option<MoveMark>]) {
        if *self.imp().marks.borrow() != marks {
            self.imp().marks.replace(marks.to_vec());
            self.refresh(0, usize::MAX);
        }
    }

    /// Replaces all moves after the first `same` ones.
    fn replace_moves(&self, same: usize, moves: &[Move]) {
        let imp = self.imp();
        let mut known = imp.moves.borrow_mut();
        known.truncate(same);
        known.extend_from_slice(&moves[same..]);
        drop(known);
        let (rows, wanted) = (imp.rows.n_items(), if moves.is_empty() { 0 } else { self.row_of(moves.len() - 1) + 1 });
        let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
        if wanted + 1 < rows {
            // If the position that GTK keeps in view is removed, GTK keeps widgets of rows that no
            // longer exist.
            imp.rows.splice(0, rows, &[]);
        }
        let rows = imp.rows.n_items();
        imp.rows.splice(wanted.min(rows), rows.saturating_sub(wanted), &vec![""; wanted.saturating_sub(rows) as usize]);
        imp.stack.set_visible_child_name(if moves.is_empty() { "empty" } else { "moves" });
        let digits = |rows: u32| rows.to_string().len();
        let first = if digits(rows) == digits(wanted) { self.row_of(same) } else { 0 };
        self.refresh(first, usize::MAX);
    }

    /// Updates rows that have a widget.
    fn refresh(&self, first: usize, count: usize) {
        let last = first.saturating_add(count);
        for (index, row) in self.bound_rows().into_iter().filter(|(index, _)| (first..last).contains(index)) {
            self.fill_in_time(index, &row);
        }
    }

    /// Returns the row at a position, if it has a widget.
    fn row(&self, index: usize) -> Option<MoveRow> {
        self.bound_rows().into_iter().find_map(|(other, row)| (other == index).then_some(row))
    }

    fn fill(&self, index: usize, row: &MoveRow) {
        let digits = self.imp().rows.n_items().to_string().len().max(3);
        row.show(index + 1, digits as i32, [0, 1].map(|column| self.entry(index, column)));
    }

    /// Fills a row now if that is quick or if it will be visible, otherwise when idle.
    fn fill_in_time(&self, index: usize, row: &MoveRow) {
        let imp = self.imp();
        if row.is_made() || index.abs_diff(self.row_of(imp.current.get().saturating_sub(1))) <= NEAR {
            self.fill(index, row);
        } else if !imp.making.replace(true) {
            let list = self.downgrade();
            glib::idle_add_local(move || list.upgrade().map_or(glib::ControlFlow::Break, |list| list.make_some()));
        }
    }

    fn make_some(&self) -> glib::ControlFlow {
        let empty = self.bound_rows().into_iter().filter(|(_, row)| !row.is_made());
        let some: Vec<_> = empty.take(AT_A_TIME).collect();
        some.iter().for_each(|(index, row)| self.fill(*index, row));
        self.imp().making.set(!some.is_empty());
        if some.is_empty() { glib::ControlFlow::Break } else { glib::ControlFlow::Continue }
    }

    /// Returns the move in a row, in White's column (0) or Black's (1).
    fn entry(&self, row: usize, column: usize) -> Option<MoveCell> {
        let imp = self.imp();
        let index = (2 * row + column).checked_sub(usize::from(imp.black_first.get()))?;
        let mv = *imp.moves.borrow().get(index)?;
        let mark = imp.marks.borrow().get(index).copied().flatten();
        let side = if column == 0 { Color::White } else { Color::Black };
        let (board, current) = (imp.board.get()?, imp.current.get() == index + 1);
        Some(MoveCell { number: index + 1, side, mv, board, mark, current })
    }

    /// Returns the place of a move in reading order. White's first move is at 0.
    fn place_of(&self, index: usize) -> usize {
        index + usize::from(self.imp().black_first.get())
    }

    fn row_of(&self, index: usize) -> usize {
        self.place_of(index) / 2
    }
}

impl BoundRows for MoveList {
    type Row = MoveRow;

    fn list(&self) -> &gtk::ListView {
        &self.imp().list
    }

    fn scroller(&self) -> &gtk::ScrolledWindow {
        &self.imp().scroller
    }

    fn row_state(&self) -> &RowState {
        &self.imp().row_state
    }

    fn make_item(&self, item: &gtk::ListItem) {
        item.set_activatable(false);
        item.set_selectable(false);
        item.set_child(Some(&MoveRow::default()));
    }

    fn fill_item(&self, item: &gtk::ListItem) {
        if let (true, Some(row)) = (self.is_bound(item), item.child().and_downcast::<MoveRow>()) {
            self.fill_in_time(item.position() as usize, &row);
        }
    }

    /// Returns the row of the current move.
    fn current_row(&self) -> Option<usize> {
        Some(self.row_of(self.imp().current.get().saturating_sub(1)))
    }

    fn is_in_sight(&self, row: usize) -> bool {
        self.row(row).is_some_and(|widget| widget.number() == row + 1 && self.shows(&widget))
    }
}

/// Keyboard navigation.
impl MoveList {
    fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Capture, |list, key, _| list.handle_key(key));
    }

    /// Handles a key: left and right lead from move to move, up and down from row to row.
    pub fn handle_key(&self, key: gdk::Key) -> glib::Propagation {
        let Some(index) = self.focused() else { return glib::Propagation::Proceed };
        let last = self.imp().moves.borrow().len().saturating_sub(1);
        let page = 2 * self.rows_in_sight().max(1);
        let step = StepDirection::of_key(key, self.direction());
        let wanted = match key {
            _ if step == Some(StepDirection::Back) => index.saturating_sub(1),
            _ if step == Some(StepDirection::Forth) => index + 1,
            gdk::Key::Up => index.checked_sub(2).unwrap_or(index),
            gdk::Key::Down if index + 2 <= last => index + 2,
            gdk::Key::Down => index,
            gdk::Key::Page_Up => index.saturating_sub(page),
            gdk::Key::Page_Down => index + page,
            gdk::Key::Home => 0,
            gdk::Key::End => last,
            _ => return glib::Propagation::Proceed,
        };
        let wanted = wanted.min(last);
        if wanted != index {
            self.focus_move(wanted);
        } else if let Some(edge) = edge(index, last) {
            // A list outside the window of the program stays silent.
            _ = self.activate_action("win.say", Some(&edge.to_variant()));
        }
        glib::Propagation::Stop
    }

    /// Returns the index of the focused move, from 0.
    fn focused(&self) -> Option<usize> {
        let place = self.bound_rows().into_iter().find_map(|(row, widget)| Some(2 * row + widget.focused_column()?))?;
        place.checked_sub(usize::from(self.imp().black_first.get()))
    }

    /// Moves the focus to a move, counted from 0.
    fn focus_move(&self, index: usize) -> bool {
        let place = self.place_of(index);
        self.scroll_to(place / 2);
        self.row(place / 2).is_some_and(|row| {
            self.fill(place / 2, &row);
            row.button(place % 2).grab_focus()
        })
    }

    /// Moves the focus along with the current move if that was focused, and keeps it in the list if
    /// the focused move is removed.
    fn keep_focus(&self, focused: Option<usize>, current: usize) {
        let (Some(focused), Some(last)) = (focused, self.imp().moves.borrow().len().checked_sub(1)) else { return };
        if focused + 1 == current {
            self.focus_move(self.imp().current.get().saturating_sub(1));
        } else if focused > last {
            self.focus_move(last);
        }
    }
}

/// Keeps the current move in view.
impl MoveList {
    /// Scrolls the current move into view again whenever the height of the list changes.
    fn follow_height(&self) {
        self.imp().scroller.vadjustment().connect_changed(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |scroll| {
                if list.imp().page_size.replace(scroll.page_size()) != scroll.page_size() {
                    list.bring_into_sight();
                }
            }
        ));
    }

    /// Returns whether the row of the current move is fully visible.
    #[must_use]
    pub fn current_in_sight(&self) -> bool {
        self.current_row().is_some_and(|row| self.is_in_sight(row))
    }

    fn rows_in_sight(&self) -> usize {
        let height = self.bound_rows().first().map_or(0, |(_, row)| row.height());
        (self.imp().scroller.height() / height.max(1)) as usize
    }
}

/// Returns why a key goes no further from the first or the last move.
fn edge(index: usize, last: usize) -> Option<String> {
    match index {
        _ if index == last => Some(gettext("This is the last move")),
        0 => Some(gettext("This is the first move")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_at_the_first_or_the_last_move_is_answered() {
        let answers = [(0, 2), (1, 2), (2, 2), (0, 0)].map(|(index, last)| edge(index, last));
        let [first, last] = ["This is the first move", "This is the last move"].map(|words| Some(words.to_owned()));
        assert_eq!(answers, [first, None, last.clone(), last]);
    }
}
