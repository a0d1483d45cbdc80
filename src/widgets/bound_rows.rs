// SPDX-License-Identifier: GPL-3.0-or-later
//! What long lists have in common: rows that have a widget only near the visible ones, and a row
//! that stays in view.

use std::cell::{Cell, RefCell};

use gtk::glib;
use gtk::prelude::*;

/// Maximum number of frames to wait until a row is visible.
const MOST_FRAMES: u32 = 10;

/// What a list keeps about its rows.
#[derive(Default)]
pub struct RowState {
    /// Rows that have a widget. GTK may move a row to another position without binding it again.
    bound: RefCell<Vec<gtk::ListItem>>,
    /// Number of frames left until the current row must be visible.
    settling: Cell<u32>,
}

/// A widget with a long list, whose content is found by the position of a row.
pub trait BoundRows: IsA<gtk::Widget> {
    type Row: IsA<gtk::Widget>;

    fn list(&self) -> &gtk::ListView;

    /// Scrolls the list.
    fn scroller(&self) -> &gtk::ScrolledWindow;

    /// What the list keeps about its rows.
    fn row_state(&self) -> &RowState;

    /// Prepares a new item, which contains no row yet.
    fn make_item(&self, item: &gtk::ListItem);

    /// Fills the row of an item that has got a position.
    fn fill_item(&self, item: &gtk::ListItem);

    /// Returns the position of the row that must be in view.
    fn current_row(&self) -> Option<usize>;

    /// Returns whether the row at a position is fully visible.
    fn is_in_sight(&self, row: usize) -> bool;

    /// Makes the rows of the list.
    fn connect_rows(&self) {
        let factory = gtk::SignalListItemFactory::new();
        let list = self.downgrade();
        factory.connect_setup(move |_, item| {
            let (item, Some(list)) = (list_item(item), list.upgrade()) else { return };
            list.make_item(item);
            let list = list.downgrade();
            item.connect_position_notify(move |item| {
                if let Some(list) = list.upgrade() {
                    list.fill_item(item);
                }
            });
        });
        let list = self.downgrade();
        factory.connect_bind(move |_, item| {
            if let Some(list) = list.upgrade() {
                list.row_state().bound.borrow_mut().push(list_item(item).clone());
                list.fill_item(list_item(item));
            }
        });
        let list = self.downgrade();
        factory.connect_unbind(move |_, item| {
            if let Some(list) = list.upgrade() {
                list.row_state().bound.borrow_mut().retain(|other| other != list_item(item));
            }
        });
        self.list().set_factory(Some(&factory));
    }

    /// Returns whether an item has a position.
    fn is_bound(&self, item: &gtk::ListItem) -> bool {
        self.row_state().bound.borrow().contains(item)
    }

    /// Returns the rows that have a widget, with their positions.
    fn bound_rows(&self) -> Vec<(usize, Self::Row)> {
        let place = |item: &gtk::ListItem| Some((item.position() as usize, item.child().and_downcast()?));
        self.row_state().bound.borrow().iter().filter_map(place).collect()
    }

    /// Returns the number of rows that have a widget.
    fn built_rows(&self) -> usize {
        self.row_state().bound.borrow().len()
    }

    fn scroll_to(&self, row: usize) {
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        // Fails only if there is no such row.
        let _ = self.list().activate_action("list.scroll-to-item", Some(&row.to_variant()));
    }

    /// Scrolls the current row into view. A row is allocated only in the next layout, so this tries
    /// in each frame until the row is visible.
    fn bring_into_sight(&self) {
        if self.row_state().settling.replace(MOST_FRAMES) > 0 {
            return;
        }
        self.add_tick_callback(|list, _| {
            let left = list.row_state().settling.get();
            match list.current_row().filter(|row| list.is_mapped() && left > 0 && !list.is_in_sight(*row)) {
                Some(row) => {
                    list.scroll_to(row);
                    list.row_state().settling.set(left - 1);
                    glib::ControlFlow::Continue
                }
                None => {
                    list.row_state().settling.set(0);
                    glib::ControlFlow::Break
                }
            }
        });
    }

    /// Returns whether a row is fully visible. GTK does not move rows that are out of view, but
    /// unmaps them.
    fn shows(&self, row: &Self::Row) -> bool {
        let scroller = self.scroller();
        let bounds = Some(row).filter(|row| row.is_mapped()).and_then(|row| row.compute_bounds(scroller));
        bounds.is_some_and(|bounds| {
            bounds.height() > 0.0 && bounds.y() >= 0.0 && bounds.y() + bounds.height() <= scroller.height() as f32
        })
    }
}

/// Returns the item that a factory makes.
#[must_use]
pub fn list_item(item: &glib::Object) -> &gtk::ListItem {
    item.downcast_ref().expect("a factory makes list items")
}
