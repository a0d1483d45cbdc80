// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows of the list that have a widget, and the current one, which stays in view.

use std::ops::RangeInclusive;

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::{MoveList, MoveRow};
use crate::widgets::list_item::list_item;

/// Maximum distance from the row of the current move at which rows are filled immediately, since
/// they will be visible. Other rows are filled when idle, `AT_A_TIME` at a time.
const NEAR: usize = 24;
const AT_A_TIME: usize = 8;
/// Maximum number of frames to wait until a row is visible.
const MOST_FRAMES: u32 = 10;

/// Content.
impl MoveList {
    pub(super) fn connect_rows(&self) {
        let factory = gtk::SignalListItemFactory::new();
        let list = self.downgrade();
        factory.connect_setup(move |_, item| {
            let item = list_item(item);
            item.set_activatable(false);
            item.set_selectable(false);
            item.set_child(Some(&MoveRow::default()));
            let list = list.clone();
            item.connect_position_notify(move |item| {
                if let Some(list) = list.upgrade() {
                    list.fill_item(item);
                }
            });
        });
        let list = self.downgrade();
        factory.connect_bind(move |_, item| {
            if let Some(list) = list.upgrade() {
                list.imp().bound.borrow_mut().push(list_item(item).clone());
                list.fill_item(list_item(item));
            }
        });
        let list = self.downgrade();
        factory.connect_unbind(move |_, item| {
            if let Some(list) = list.upgrade() {
                list.imp().bound.borrow_mut().retain(|other| other != list_item(item));
            }
        });
        self.imp().list.set_factory(Some(&factory));
    }

    fn fill_item(&self, item: &gtk::ListItem) {
        let is_bound = self.imp().bound.borrow().contains(item);
        if let (true, Some(row)) = (is_bound, item.child().and_downcast()) {
            self.fill_in_time(item.position() as usize, &row);
        }
    }

    pub(super) fn bound_rows(&self) -> Vec<(usize, MoveRow)> {
        let place = |item: &gtk::ListItem| Some((item.position() as usize, item.child().and_downcast()?));
        self.imp().bound.borrow().iter().filter_map(place).collect()
    }

    pub(super) fn row(&self, index: usize) -> Option<MoveRow> {
        self.bound_rows().into_iter().find_map(|(other, row)| (other == index).then_some(row))
    }

    pub fn built_rows(&self) -> usize {
        self.imp().bound.borrow().len()
    }

    pub(super) fn fill_bound(&self, rows: RangeInclusive<usize>) {
        for (index, row) in self.bound_rows().into_iter().filter(|(index, _)| rows.contains(index)) {
            self.fill_in_time(index, &row);
        }
    }

    /// Fills a row. Returns whether it has content.
    pub(super) fn fill(&self, index: usize, row: &MoveRow) -> bool {
        let content = self.content(index);
        let is_there = content.is_some();
        if content.is_some_and(|content| row.show(content)) {
            self.imp().touched.set(self.imp().touched.get() + 1);
        }
        is_there
    }

    /// Fills a row now if that is quick or if it will be visible, otherwise when idle.
    fn fill_in_time(&self, index: usize, row: &MoveRow) {
        if row.is_made() || index.abs_diff(self.current_row().unwrap_or(0)) <= NEAR {
            self.fill(index, row);
        } else if !self.imp().making.replace(true) {
            let list = self.downgrade();
            glib::idle_add_local(move || list.upgrade().map_or(glib::ControlFlow::Break, |list| list.make_some()));
        }
    }

    fn make_some(&self) -> glib::ControlFlow {
        let empty = self.bound_rows().into_iter().filter(|(_, row)| !row.is_made());
        let filled = empty.take(AT_A_TIME).filter(|(index, row)| self.fill(*index, row)).count();
        self.imp().making.set(filled > 0);
        if filled == 0 { glib::ControlFlow::Break } else { glib::ControlFlow::Continue }
    }
}

/// Keeps the current move in view.
impl MoveList {
    /// Returns the row that is in view. A tree stays where it is if the current move is folded
    /// away.
    fn current_row(&self) -> Option<usize> {
        let first = (!self.is_tree()).then_some(0);
        self.imp().current.get().map(|place| place.row).or(first)
    }

    /// Returns whether the row of the current move is fully visible. GTK does not move rows that
    /// are out of view, but unmaps them.
    pub fn current_in_sight(&self) -> bool {
        let scroller = &*self.imp().scroller;
        let row = self.current_row().and_then(|row| self.row(row)).filter(|row| row.is_made() && row.is_mapped());
        row.and_then(|row| row.compute_bounds(scroller)).is_some_and(|bounds| {
            bounds.height() > 0.0 && bounds.y() >= 0.0 && bounds.y() + bounds.height() <= scroller.height() as f32
        })
    }

    pub(super) fn scroll_to(&self, row: usize) {
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        // Fails only if there is no such row.
        let _ = self.imp().list.activate_action("list.scroll-to-item", Some(&row.to_variant()));
    }

    /// Scrolls the current move into view. A row is allocated only in the next layout, so this
    /// tries in each frame until the row is visible.
    pub(super) fn bring_into_sight(&self) {
        if self.imp().settling.replace(MOST_FRAMES) > 0 {
            return;
        }
        self.add_tick_callback(|list, _| {
            let left = list.imp().settling.get();
            match list.current_row().filter(|_| list.is_mapped() && left > 0 && !list.current_in_sight()) {
                Some(row) => {
                    list.scroll_to(row);
                    list.imp().settling.set(left - 1);
                    glib::ControlFlow::Continue
                }
                None => {
                    list.imp().settling.set(0);
                    glib::ControlFlow::Break
                }
            }
        });
    }

    /// Scrolls the current move into view again whenever the height of the list changes.
    pub(super) fn follow_height(&self) {
        self.imp().scroller.vadjustment().connect_changed(weak!(list = self, move |scroll| {
            if list.imp().page_size.replace(scroll.page_size()) != scroll.page_size() {
                list.bring_into_sight();
            }
        }));
    }

    pub(super) fn rows_in_sight(&self) -> usize {
        let height = self.bound_rows().first().map_or(0, |(_, row)| row.height());
        (self.imp().scroller.height() / height.max(1)) as usize
    }
}
