// SPDX-License-Identifier: GPL-3.0-or-later
//! The places of tiles of one width: many in a row where their words have room, else few.

use std::cell::Cell;

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

/// How tiles are arranged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// How many stand in a row where there is room.
    pub many: i32,
    /// How many elsewhere.
    pub few: i32,
    /// Between two tiles, in pixels.
    pub gap: i32,
}

impl Rows {
    /// How many tiles stand in a row of this width, if each is at least so wide.
    fn columns(self, width: i32, least: i32) -> i32 {
        if self.span(self.many, least) <= width { self.many } else { self.few }
    }

    /// The width of so many tiles in a row, or the height of so many rows.
    const fn span(self, tiles: i32, size: i32) -> i32 {
        if tiles < 1 { 0 } else { tiles * size + (tiles - 1) * self.gap }
    }
}

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Tiles {
        pub(super) rows: Cell<Rows>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Tiles {
        const NAME: &'static str = "NmmTiles";
        type Type = super::Tiles;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for Tiles {}

    impl LayoutManagerImpl for Tiles {
        fn request_mode(&self, _: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32, i32, i32) {
            let rows = self.rows.get();
            let (least, natural) = widths(widget);
            let tiles = count(widget);
            if orientation == gtk::Orientation::Horizontal {
                return (rows.span(tiles.min(rows.few), least), rows.span(tiles.min(rows.many), natural), -1, -1);
            }
            let width = if width < 0 { rows.span(rows.many, natural) } else { width };
            let columns = rows.columns(width, least);
            let lines = (tiles + columns - 1) / columns;
            let height = rows.span(lines, row_height(widget, rows.tile(width, columns)));
            (height, height, -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _: i32) {
            let rows = self.rows.get();
            let columns = rows.columns(width, widths(widget).0);
            let lines = (count(widget) + columns - 1) / columns;
            let tile = rows.tile(width, columns);
            let line_height = (height - (lines - 1) * rows.gap) / lines.max(1);
            for (index, child) in (0..).zip(children(widget)) {
                let (column, line) = (index % columns, index / columns);
                let column = if widget.direction() == gtk::TextDirection::Rtl { columns - 1 - column } else { column };
                let (x, y) = (column * (tile + rows.gap), line * (line_height + rows.gap));
                child.size_allocate(&gdk::Rectangle::new(x, y, tile, line_height), -1);
            }
        }
    }

    impl Rows {
        const fn tile(self, width: i32, columns: i32) -> i32 {
            (width - (columns - 1) * self.gap) / columns
        }
    }

    fn children(widget: &gtk::Widget) -> impl Iterator<Item = gtk::Widget> + use<> {
        std::iter::successors(widget.first_child(), WidgetExt::next_sibling).filter(WidgetExt::is_visible)
    }

    fn count(widget: &gtk::Widget) -> i32 {
        children(widget).map(|_| 1).sum()
    }

    /// What the tile of most words needs at least, and likes.
    fn widths(widget: &gtk::Widget) -> (i32, i32) {
        let widths = children(widget).map(|child| child.measure(gtk::Orientation::Horizontal, -1));
        widths.fold((0, 0), |most, (least, natural, ..)| (most.0.max(least), most.1.max(natural)))
    }

    fn row_height(widget: &gtk::Widget, tile: i32) -> i32 {
        children(widget).map(|child| child.measure(gtk::Orientation::Vertical, tile).0).max().unwrap_or_default()
    }
}

glib::wrapper! {
    /// Puts tiles of one width into rows.
    pub struct Tiles(ObjectSubclass<imp::Tiles>)
        @extends gtk::LayoutManager;
}

impl Tiles {
    /// Tiles in such rows.
    #[must_use]
    pub fn new(rows: Rows) -> Self {
        let tiles: Self = glib::Object::new();
        tiles.imp().rows.set(rows);
        tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_stand_in_one_row_or_in_rows_of_two() {
        let rows = Rows { many: 4, few: 2, gap: 10 };
        assert_eq!(rows.columns(430, 100), 4);
        assert_eq!(rows.columns(429, 100), 2);
        assert_eq!(rows.columns(336, 100), 2);
        assert_eq!(rows.span(2, 100), 210);
    }
}
