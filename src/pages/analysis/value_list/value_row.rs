// SPDX-License-Identifier: GPL-3.0-or-later
//! A row of the table of all moves: value, move, opening, moves left, and replies.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::board::ValueBadge;
use crate::compat::accessible_names::{list_item_around, name_list_item};
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::text::openings::position_name;
use morris::{Board, Move};
use morris_engine::Plies;
use morris_teach::explore::MoveRow;

/// Widths of the last columns of the table.
#[derive(Clone, Debug)]
pub struct Columns([gtk::SizeGroup; 3]);

impl Default for Columns {
    fn default() -> Self {
        Self([(); 3].map(|()| gtk::SizeGroup::new(gtk::SizeGroupMode::Horizontal)))
    }
}

impl Columns {
    /// Makes cells as wide as the others of their columns.
    pub fn add(&self, cells: [&gtk::Widget; 3]) {
        self.0.iter().zip(cells).for_each(|(column, cell)| column.add_widget(cell));
    }
}

struct RowParts {
    badge: ValueBadge,
    mv: gtk::Label,
    /// Name of the opening to which the move leads.
    opening: gtk::Label,
    plies: gtk::Label,
    replies: gtk::Label,
    perfect: gtk::Image,
}

type OnFocus = Box<dyn Fn(Move)>;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct ValueRow {
        pub(super) parts: OnceCell<RowParts>,
        pub(super) mv: Cell<Option<Move>>,
        pub(super) words: RefCell<String>,
        pub(super) on_focus: RefCell<Option<OnFocus>>,
        /// Whether the list's own widget around the row is watched.
        pub(super) watched: glib::WeakRef<gtk::Widget>,
    }

    impl ObjectImpl for ValueRow {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_spacing(10);
        }
    }

    impl WidgetImpl for ValueRow {
        fn root(&self) {
            self.parent_root();
            self.obj().name_item();
            self.obj().watch_focus();
        }
    }
}

class!(ValueRow: gtk::Box);

impl ValueRow {
    /// Creates an empty row whose columns are as wide as those of other rows. `on_focus` is called
    /// with the move when the row is focused or under the pointer.
    pub fn new(columns: &Columns, on_focus: impl Fn(Move) + 'static) -> Self {
        let row: Self = glib::Object::new();
        row.imp().on_focus.replace(Some(Box::new(on_focus)));
        let parts = row.make();
        columns.add([parts.plies.upcast_ref(), parts.replies.upcast_ref(), parts.perfect.upcast_ref()]);
        row.imp().parts.get_or_init(|| parts);
        let pointer = gtk::EventControllerMotion::new();
        pointer.connect_enter(weak!(row, move |_, _, _| row.show_on_board()));
        row.add_controller(pointer);
        row
    }

    fn make(&self) -> RowParts {
        let badge = ValueBadge::default();
        let label = |align: f32| gtk::Label::builder().xalign(align).css_classes(["numeric"]).build();
        let (mv, plies, replies) = (label(0.0), label(1.0), label(1.0));
        let opening = gtk::Label::builder().xalign(0.0).hexpand(true).ellipsize(pango::EllipsizeMode::End);
        let opening = opening.css_classes(["caption", "dim-label"]).build();
        let perfect = gtk::Image::builder().icon_name("starred-symbolic");
        let perfect = perfect.accessible_role(gtk::AccessibleRole::Presentation).build();
        self.append(&badge);
        [&mv, &opening, &plies, &replies].into_iter().for_each(|label| self.append(label));
        self.append(&perfect);
        RowParts { badge, mv, opening, plies, replies, perfect }
    }

    pub fn show(&self, board: &'static Board, row: &MoveRow) {
        let Some(parts) = self.imp().parts.get() else { return };
        parts.badge.set_value(row.value);
        parts.mv.set_label(&board.display(row.mv).to_string());
        let moves = row.plies.map(|plies| describe::number(Plies(plies.into()).own_moves()));
        parts.plies.set_label(&moves.unwrap_or_default());
        let holding = row.holding.filter(|_| row.replies > 0);
        parts.replies.set_label(&holding.map_or_else(String::new, |holding| of(holding, row.replies)));
        parts.opening.set_label(&row.opening.map(position_name).unwrap_or_default());
        parts.perfect.set_opacity(if row.is_perfect { 1.0 } else { 0.0 });
        self.imp().mv.set(Some(row.mv));
        self.imp().words.replace(describe::explored_move(board, row));
        self.set_tooltip_text(Some(&self.words()));
        self.name_item();
    }

    /// Returns the row in words, as a screen reader speaks it.
    pub fn words(&self) -> String {
        self.imp().words.borrow().clone()
    }

    pub fn mv(&self) -> Option<Move> {
        self.imp().mv.get()
    }

    /// Names the list's own widget around the row. While that has the focus, a screen reader would
    /// speak a new name by itself.
    fn name_item(&self) {
        if !list_item_around(self).is_some_and(|item| item.has_focus()) {
            name_list_item(self, &self.words());
        }
    }

    /// Watches the focus of the list's own widget around the row.
    fn watch_focus(&self) {
        let Some(item) = list_item_around(self).filter(|item| self.imp().watched.upgrade().as_ref() != Some(item))
        else {
            return;
        };
        self.imp().watched.set(Some(&item));
        item.connect_has_focus_notify(weak!(row = self, move |item| if item.has_focus() {
            row.show_on_board();
        } else {
            // Later, when a screen reader knows that the focus is elsewhere.
            glib::idle_add_local_once(move || row.name_item());
        }));
    }

    fn show_on_board(&self) {
        if let (Some(mv), Some(call)) = (self.imp().mv.get(), &*self.imp().on_focus.borrow()) {
            call(mv);
        }
    }
}

/// Returns a share: “3 of 14”.
fn of(part: usize, all: usize) -> String {
    gettext_f("{number} of {count}", &[("number", &part.to_string()), ("count", &all.to_string())])
}
