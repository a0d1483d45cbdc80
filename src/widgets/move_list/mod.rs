// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of moves. It has widgets only for the rows around those in sight, however long the game
//! is, and is one stop of the Tab key; arrows lead from move to move.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use crate::app::keys::{self, StepDirection};
use morris::{Board, Color, Game, Move};

mod move_row;

use move_row::{MoveCell, MoveRow};

pub use move_row::MoveMark;

/// Rows no further than this from that of the current move are made at once, as they will be seen;
/// the others when nothing else is to be done, so many at a time.
const NEAR: usize = 40;
const AT_A_TIME: usize = 8;

/// A row that does not come into sight within so many frames never will.
const MOST_FRAMES: u32 = 10;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "move_list.ui")]
    pub struct MoveList {
        /// The moves, or words where there are none yet.
        #[template_child]
        pub(super) stack: TemplateChild<gtk::Stack>,
        /// Lets one see all of them.
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        /// A number, White's move and Black's move in each row.
        #[template_child]
        pub(super) list: TemplateChild<gtk::ListView>,
        /// As many strings as there are rows; what a row shows is found by its place.
        #[template_child]
        pub(super) rows: TemplateChild<gtk::StringList>,
        /// The board that they were played on.
        pub(super) board: Cell<Option<&'static Board>>,
        /// The moves shown.
        pub(super) moves: RefCell<Vec<Move>>,
        /// What stands beside each move: one entry for each, or none at all.
        pub(super) marks: RefCell<Vec<Option<MoveMark>>>,
        /// Whether Black began.
        pub(super) black_first: Cell<bool>,
        /// The number of moves after which the position on the board stands.
        pub(super) current: Cell<usize>,
        /// The rows that have a widget. GTK may move one to another place without binding it again.
        pub(super) bound: RefCell<Vec<gtk::ListItem>>,
        /// Whether rows are made when nothing else is to be done.
        pub(super) making: Cell<bool>,
        /// How many more frames the current move may take to come into sight.
        pub(super) settling: Cell<u32>,
        /// The height in which the current move was brought into sight.
        pub(super) page_size: Cell<f64>,
    }

    template_class!(MoveList: adw::Bin);

    impl ObjectImpl for MoveList {
        fn constructed(&self) {
            self.parent_constructed();
            let list = self.obj();
            list.make_rows();
            list.connect_keys();
            list.follow_height();
        }
    }

    impl WidgetImpl for MoveList {
        /// One stop for the Tab key: the current move. GTK's own list would stop at every row.
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
    /// Shows the moves of a game that have been played, and which of them led to the position on
    /// the board.
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

    /// Puts marks beside moves; there is one entry for each move, or none at all.
    pub fn set_marks(&self, marks: &[Option<MoveMark>]) {
        if *self.imp().marks.borrow() != marks {
            self.imp().marks.replace(marks.to_vec());
            self.refresh(0, usize::MAX);
        }
    }

    /// How many rows have a widget.
    #[must_use]
    pub fn built_rows(&self) -> usize {
        self.imp().bound.borrow().len()
    }

    /// Takes over the moves from one on that is not known yet, or no longer right.
    fn replace_moves(&self, same: usize, moves: &[Move]) {
        let imp = self.imp();
        let mut known = imp.moves.borrow_mut();
        known.truncate(same);
        known.extend_from_slice(&moves[same..]);
        drop(known);
        let (rows, wanted) = (imp.rows.n_items(), if moves.is_empty() { 0 } else { self.row_of(moves.len() - 1) + 1 });
        let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
        if wanted + 1 < rows {
            // Where the place goes away that GTK keeps in sight, it leaves widgets of rows that are
            // no more.
            imp.rows.splice(0, rows, &[]);
        }
        let rows = imp.rows.n_items();
        imp.rows.splice(wanted.min(rows), rows.saturating_sub(wanted), &vec![""; wanted.saturating_sub(rows) as usize]);
        imp.stack.set_visible_child_name(if moves.is_empty() { "empty" } else { "moves" });
        let digits = |rows: u32| rows.to_string().len();
        let first = if digits(rows) == digits(wanted) { self.row_of(same) } else { 0 };
        self.refresh(first, usize::MAX);
    }

    /// Shows rows again, as far as they have widgets.
    fn refresh(&self, first: usize, count: usize) {
        let last = first.saturating_add(count);
        for (index, row) in self.rows().into_iter().filter(|(index, _)| (first..last).contains(index)) {
            self.fill_in_time(index, &row);
        }
    }

    /// The rows that have a widget, with their places.
    fn rows(&self) -> Vec<(usize, MoveRow)> {
        let place = |item: &gtk::ListItem| Some((item.position() as usize, item.child().and_downcast()?));
        self.imp().bound.borrow().iter().filter_map(place).collect()
    }

    /// The row at a place, if it has a widget.
    fn row(&self, index: usize) -> Option<MoveRow> {
        let bound = self.imp().bound.borrow();
        bound.iter().find(|item| item.position() as usize == index)?.child().and_downcast()
    }

    fn fill(&self, index: usize, row: &MoveRow) {
        let digits = self.imp().rows.n_items().to_string().len().max(3);
        row.show(index + 1, digits as i32, [0, 1].map(|column| self.entry(index, column)));
    }

    /// Fills a row now if it is a matter of a few words or will be seen, else later.
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
        let empty = self.rows().into_iter().filter(|(_, row)| !row.is_made());
        let some: Vec<_> = empty.take(AT_A_TIME).collect();
        some.iter().for_each(|(index, row)| self.fill(*index, row));
        self.imp().making.set(!some.is_empty());
        if some.is_empty() { glib::ControlFlow::Break } else { glib::ControlFlow::Continue }
    }

    fn fill_item(&self, item: &gtk::ListItem) {
        let is_bound = self.imp().bound.borrow().contains(item);
        if let (true, Some(row)) = (is_bound, item.child().and_downcast::<MoveRow>()) {
            self.fill_in_time(item.position() as usize, &row);
        }
    }

    /// What stands in a row in White's column, 0, or Black's, 1.
    fn entry(&self, row: usize, column: usize) -> Option<MoveCell> {
        let imp = self.imp();
        let index = (2 * row + column).checked_sub(usize::from(imp.black_first.get()))?;
        let mv = *imp.moves.borrow().get(index)?;
        let mark = imp.marks.borrow().get(index).copied().flatten();
        let side = if column == 0 { Color::White } else { Color::Black };
        let (board, current) = (imp.board.get()?, imp.current.get() == index + 1);
        Some(MoveCell { number: index + 1, side, mv, board, mark, current })
    }

    /// Where a move stands, White's first move being at 0.
    fn place_of(&self, index: usize) -> usize {
        index + usize::from(self.imp().black_first.get())
    }

    fn row_of(&self, index: usize) -> usize {
        self.place_of(index) / 2
    }

    fn make_rows(&self) {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |_, item| {
                let item = list_item(item);
                item.set_activatable(false);
                item.set_selectable(false);
                item.set_child(Some(&MoveRow::default()));
                item.connect_position_notify(glib::clone!(
                    #[weak]
                    list,
                    move |item| list.fill_item(item)
                ));
            }
        ));
        factory.connect_bind(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |_, item| {
                list.imp().bound.borrow_mut().push(list_item(item).clone());
                list.fill_item(list_item(item));
            }
        ));
        factory.connect_unbind(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |_, item| {
                list.imp().bound.borrow_mut().retain(|other| other != list_item(item));
            }
        ));
        self.imp().list.set_factory(Some(&factory));
    }
}

/// The keyboard.
impl MoveList {
    fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Capture, |list, key, _| list.handle_key(key));
    }

    /// Left and right lead from move to move, up and down from row to row.
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
        self.focus_move(wanted.min(last));
        glib::Propagation::Stop
    }

    /// The move on which the keyboard stands, from 0.
    fn focused(&self) -> Option<usize> {
        let place = self.rows().into_iter().find_map(|(row, widget)| Some(2 * row + widget.focused_column()?))?;
        place.checked_sub(usize::from(self.imp().black_first.get()))
    }

    /// Puts the keyboard on a move, counted from 0.
    fn focus_move(&self, index: usize) -> bool {
        let place = self.place_of(index);
        self.scroll_to(place / 2);
        self.row(place / 2).is_some_and(|row| {
            self.fill(place / 2, &row);
            row.button(place % 2).grab_focus()
        })
    }

    /// The keyboard goes with the current move if it stood on it, and stays in the list if its move
    /// goes away.
    fn keep_focus(&self, focused: Option<usize>, current: usize) {
        let (Some(focused), Some(last)) = (focused, self.imp().moves.borrow().len().checked_sub(1)) else { return };
        if focused + 1 == current {
            self.focus_move(self.imp().current.get().saturating_sub(1));
        } else if focused > last {
            self.focus_move(last);
        }
    }
}

/// The current move is always in sight.
impl MoveList {
    fn scroll_to(&self, row: usize) {
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        // It fails only where there is no such row.
        let _ = self.imp().list.activate_action("list.scroll-to-item", Some(&row.to_variant()));
    }

    /// Whatever makes the list higher or lower brings the current move back.
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

    /// A row has a place only after the next layout: so this asks for it in each frame until it is
    /// in sight.
    fn bring_into_sight(&self) {
        if self.imp().settling.replace(MOST_FRAMES) > 0 {
            return;
        }
        self.add_tick_callback(|list, _| {
            let left = list.imp().settling.get();
            if list.is_mapped() && left > 0 && !list.current_in_sight() {
                list.scroll_to(list.row_of(list.imp().current.get().saturating_sub(1)));
                list.imp().settling.set(left - 1);
                return glib::ControlFlow::Continue;
            }
            list.imp().settling.set(0);
            glib::ControlFlow::Break
        });
    }

    /// Whether the whole row of the current move is seen.
    #[must_use]
    pub fn current_in_sight(&self) -> bool {
        let imp = self.imp();
        let row = self.row_of(imp.current.get().saturating_sub(1));
        // GTK leaves rows out of sight where they were, and takes them off the screen.
        let shown = self.row(row).filter(|widget| widget.number() == row + 1 && widget.is_mapped());
        let bounds = shown.and_then(|row| row.compute_bounds(&*imp.scroller));
        bounds.is_some_and(|bounds| {
            bounds.height() > 0.0 && bounds.y() >= 0.0 && bounds.y() + bounds.height() <= imp.scroller.height() as f32
        })
    }

    fn rows_in_sight(&self) -> usize {
        let height = self.rows().first().map_or(0, |(_, row)| row.height());
        (self.imp().scroller.height() / height.max(1)) as usize
    }
}

fn list_item(item: &glib::Object) -> &gtk::ListItem {
    item.downcast_ref().expect("a factory makes list items")
}
