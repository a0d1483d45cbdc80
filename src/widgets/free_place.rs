// SPDX-License-Identifier: GPL-3.0-or-later
//! Looks for a place for a message that covers nothing that is needed: below the board if there is
//! room, otherwise beside it, otherwise above it.

use gtk::gdk::Rectangle;

/// Returns the lowest place on a page of this size that overlaps none of `needed`. `size` returns
/// the size of the message in a column of some width, or `None` if it is too narrow. The place is
/// at the lower end of the free space, at most `margin` from it.
pub fn free_place(
    page: (i32, i32),
    needed: &[Rectangle],
    margin: i32,
    size: impl Fn(i32) -> Option<(i32, i32)>,
) -> Option<Rectangle> {
    let beside = needed.iter().flat_map(|area| [(0, area.x()), (area.x() + area.width(), page.0)]);
    let columns = std::iter::once((0, page.0)).chain(beside);
    let places = columns.flat_map(|(left, right)| {
        let (width, height) = size(right - left).unwrap_or((0, i32::MAX));
        spaces(page.1, needed, (left, right)).filter(move |(top, bottom)| bottom - top >= height).map(move |space| {
            let below = margin.min((space.1 - space.0 - height) / 2);
            Rectangle::new(left + (right - left - width) / 2, space.1 - height - below, width, height)
        })
    });
    // The first of those that are equally low is the widest.
    places.reduce(|best, next| if next.y() + next.height() > best.y() + best.height() { next } else { best })
}

/// Returns top and bottom of the free spaces in a column.
fn spaces(height: i32, needed: &[Rectangle], (left, right): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let is_in = |area: &&Rectangle| area.x() < right && left < area.x() + area.width();
    let mut taken: Vec<_> = needed.iter().filter(is_in).map(|area| (area.y(), area.y() + area.height())).collect();
    taken.sort_unstable();
    taken.push((height, height));
    taken.into_iter().scan(0, move |top, (next, bottom)| {
        let space = (*top, next.min(height));
        *top = bottom.max(*top);
        Some(space)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns left, top, width, and height of a message of 300 × 50 pixels, or twice as high in
    /// half the width.
    fn place(page: (i32, i32), needed: &[[i32; 4]]) -> Option<[i32; 4]> {
        let needed: Vec<_> = needed.iter().map(|&[x, y, width, height]| Rectangle::new(x, y, width, height)).collect();
        let size = |width| match width {
            300.. => Some((300, 50)),
            150.. => Some((150, 100)),
            _ => None,
        };
        let place = free_place(page, &needed, 10, size)?;
        Some([place.x(), place.y(), place.width(), place.height()])
    }

    #[test]
    fn a_message_is_below_the_board_or_beside_or_above_it() {
        let board = [0, 100, 360, 360];
        assert_eq!(place((360, 600), &[board]), Some([30, 540, 300, 50]));
        assert_eq!(place((360, 511), &[board]), Some([30, 461, 300, 50]), "the margin gives way");
        assert_eq!(place((360, 500), &[board]), Some([30, 40, 300, 50]), "above");
        assert_eq!(place((600, 500), &[board]), Some([405, 390, 150, 100]), "beside");
        assert_eq!(place((360, 140), &[[0, 40, 360, 100]]), None);
    }

    #[test]
    fn a_message_is_between_two_cards() {
        let (board, cards) = ([0, 50, 400, 400], [[410, 50, 300, 60], [410, 390, 300, 60]]);
        let needed = [board, cards[0], cards[1]];
        assert_eq!(place((720, 460), &needed), Some([410, 330, 300, 50]));
    }
}
