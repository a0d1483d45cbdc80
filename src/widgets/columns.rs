// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout of a long page: its parts in two columns if there is room, otherwise in one.

use gtk::prelude::*;

use crate::widgets::adaptive_layout::{Area, Arrangement, put, visible_children, widest};
use crate::widgets::ui_scale::grown;

/// Sizes of the columns, in pixels before scaling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Minimum width of a page with two columns.
    pub from: i32,
    pub across: i32,
    /// Space between the parts of a column.
    pub down: i32,
}

impl Columns {
    /// Returns the sizes for a widget on a large screen.
    fn grown(self, widget: &gtk::Widget) -> Self {
        let [from, across, down] = [self.from, self.across, self.down].map(|length| grown(widget, length));
        Self { from, across, down }
    }

    /// Returns the number of columns of a page of this width. `least` is the minimum width of a
    /// part.
    const fn count(self, width: i32, parts: usize, least: i32) -> i32 {
        if parts > 1 && width >= self.from && width >= 2 * least + self.across { 2 } else { 1 }
    }

    const fn part(self, width: i32, columns: i32) -> i32 {
        (width - (columns - 1) * self.across) / columns
    }

    fn height(self, parts: &[i32]) -> i32 {
        parts.iter().sum::<i32>() + self.down * (parts.len() as i32 - 1).max(0)
    }

    /// Returns the number of parts in the first column: the columns are as equal in height as the
    /// order allows.
    fn first(self, heights: &[i32], columns: i32) -> usize {
        let higher = |first: &usize| self.height(&heights[..*first]).max(self.height(&heights[*first..]));
        if columns == 1 { heights.len() } else { (1..heights.len()).min_by_key(higher).unwrap_or(heights.len()) }
    }

    /// Returns the places of parts with these heights.
    fn places(self, width: i32, heights: &[i32], columns: i32) -> Vec<Area> {
        let (part, first) = (self.part(width, columns), self.first(heights, columns));
        let place = |index: usize| {
            let (begin, start) = if index < first { (0, 0) } else { (first, part + self.across) };
            let above = &heights[begin..index];
            let top = above.iter().sum::<i32>() + self.down * above.len() as i32;
            Area { start, top, width: part, height: heights[index] }
        };
        (0..heights.len()).map(place).collect()
    }
}

impl Arrangement for Columns {
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let (columns, parts) = (self.grown(widget), visible_children(widget));
        let (least, natural) = widest(&parts);
        if orientation == gtk::Orientation::Horizontal {
            let both = 2 * natural + columns.across;
            return (least, if parts.len() > 1 { both } else { natural }.max(least));
        }
        let width = if width < 0 { natural } else { width };
        let count = columns.count(width, parts.len(), least);
        let heights = heights(&parts, columns.part(width, count));
        let first = columns.first(&heights, count);
        let height = columns.height(&heights[..first]).max(columns.height(&heights[first..]));
        (height, height)
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, _: i32) {
        let (columns, parts) = (self.grown(widget), visible_children(widget));
        let count = columns.count(width, parts.len(), widest(&parts).0);
        let heights = heights(&parts, columns.part(width, count));
        let places = columns.places(width, &heights, count);
        parts.iter().zip(places).for_each(|(part, place)| put(part, width, Some(place)));
    }
}

fn heights(parts: &[gtk::Widget], width: i32) -> Vec<i32> {
    parts.iter().map(|part| part.measure(gtk::Orientation::Vertical, width).1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: Columns = Columns { from: 700, across: 20, down: 10 };

    #[test]
    fn two_columns_need_a_wide_page_and_room_for_each_part() {
        assert_eq!(COLUMNS.count(700, 3, 340), 2);
        assert_eq!(COLUMNS.count(699, 3, 300), 1);
        assert_eq!(COLUMNS.count(700, 3, 341), 1);
        assert_eq!(COLUMNS.count(900, 1, 100), 1);
    }

    #[test]
    fn parts_keep_their_order_and_fill_both_columns_evenly() {
        let numbers = |width, heights: &[i32], columns| {
            let places = COLUMNS.places(width, heights, columns).into_iter();
            places.map(|place| [place.start, place.top, place.width, place.height]).collect::<Vec<_>>()
        };
        let two = [[0, 0, 400, 100], [0, 110, 400, 50], [420, 0, 400, 60], [420, 70, 400, 70]];
        assert_eq!(numbers(820, &[100, 50, 60, 70], 2), two);
        let one = [[0, 0, 300, 100], [0, 110, 300, 50]];
        assert_eq!(numbers(300, &[100, 50], 1), one);
        assert_eq!(COLUMNS.first(&[10, 500], 2), 1, "the first column is never empty");
        assert_eq!(numbers(300, &[], 1), [[0; 4]; 0]);
    }
}
