// SPDX-License-Identifier: GPL-3.0-or-later
//! The places of tiles of one width: all in a row where their words have room, else two in a row.

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

/// Between two tiles, in pixels.
const GAP: i32 = 10;

/// How many of `tiles` stand in a row of this width, if each is at least so wide.
fn columns(tiles: i32, width: i32, least: i32) -> i32 {
    if span(tiles, least) <= width { tiles.max(1) } else { 2.min(tiles).max(1) }
}

/// The width of so many tiles in a row, or the height of so many rows.
fn span(tiles: i32, size: i32) -> i32 {
    tiles * size + (tiles - 1).max(0) * GAP
}

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Tiles;

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
            let (least, natural) = widths(widget);
            let tiles = count(widget);
            if orientation == gtk::Orientation::Horizontal {
                return (span(tiles.min(2), least), span(tiles, natural), -1, -1);
            }
            let width = if width < 0 { span(tiles, natural) } else { width };
            let columns = columns(tiles, width, least);
            let height = span((tiles + columns - 1) / columns, row_height(widget, tile_width(width, columns)));
            (height, height, -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _: i32) {
            let columns = columns(count(widget), width, widths(widget).0);
            let rows = (count(widget) + columns - 1) / columns;
            let tile = tile_width(width, columns);
            let row = (height - (rows - 1) * GAP) / rows.max(1);
            for (index, child) in (0..).zip(children(widget)) {
                let (column, line) = (index % columns, index / columns);
                let column = if widget.direction() == gtk::TextDirection::Rtl { columns - 1 - column } else { column };
                let place = gdk::Rectangle::new(column * (tile + GAP), line * (row + GAP), tile, row);
                child.size_allocate(&place, -1);
            }
        }
    }

    fn children(widget: &gtk::Widget) -> impl Iterator<Item = gtk::Widget> + use<> {
        std::iter::successors(widget.first_child(), WidgetExt::next_sibling)
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

    const fn tile_width(width: i32, columns: i32) -> i32 {
        (width - (columns - 1) * GAP) / columns
    }
}

glib::wrapper! {
    /// Puts tiles of one width into one row, or two into each row.
    pub struct Tiles(ObjectSubclass<imp::Tiles>)
        @extends gtk::LayoutManager;
}

impl Default for Tiles {
    fn default() -> Self {
        glib::Object::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_stand_in_one_row_or_in_rows_of_two() {
        assert_eq!(columns(4, 430, 100), 4);
        assert_eq!(columns(4, 429, 100), 2);
        assert_eq!(columns(4, 336, 100), 2);
        assert_eq!(span(2, 100), 210);
    }
}
