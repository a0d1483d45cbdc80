// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout of the card of a saved game: its buttons are at the end of a wide card, otherwise below
//! its words.

use gtk::prelude::*;

use crate::widgets::adaptive_layout::{Area, Arrangement, put, visible_children, widest};
use crate::widgets::ui_scale::factor;

/// Width of a wide card, in pixels.
const WIDE: i32 = 480;
/// Space between the words and the buttons, in pixels.
const GAP: i32 = 12;

pub(super) struct WordsAndButtons;

impl Arrangement for WordsAndButtons {
    fn measure(&self, card: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        if orientation == gtk::Orientation::Horizontal {
            return widest(&visible_children(card));
        }
        let height = places(card, width).iter().map(|place| place.top + place.height).max().unwrap_or_default();
        (height, height)
    }

    fn allocate(&self, card: &gtk::Widget, width: i32, _: i32) {
        let children = visible_children(card);
        children.iter().zip(places(card, width)).for_each(|(child, place)| put(child, width, Some(place)));
    }
}

/// Returns the places of the words and the buttons in a card of this width.
fn places(card: &gtk::Widget, width: i32) -> Vec<Area> {
    let [words, buttons] = &visible_children(card)[..] else { return Vec::new() };
    let height = |child: &gtk::Widget, width| child.measure(gtk::Orientation::Vertical, width).1;
    let own = buttons.measure(gtk::Orientation::Horizontal, -1).1;
    // Large text has no room for both, and words would be cut in two.
    if f64::from(width) < f64::from(WIDE) * factor(card) || own > width / 2 {
        let top = Area { start: 0, top: 0, width, height: height(words, width) };
        return vec![top, Area { start: 0, top: top.height + GAP, width, height: height(buttons, width) }];
    }
    let rest = width - own - GAP;
    let (words, buttons) = (height(words, rest), height(buttons, own));
    let middle = |height: i32| (words.max(buttons) - height) / 2;
    vec![
        Area { start: 0, top: middle(words), width: rest, height: words },
        Area { start: rest + GAP, top: middle(buttons), width: own, height: buttons },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::adaptive_layout::AdaptiveLayout;

    #[gtk::test]
    fn buttons_are_beside_the_words_where_there_is_room() {
        adw::init().unwrap();
        let tops = |buttons, width| {
            let card = gtk::Box::builder().layout_manager(&AdaptiveLayout::new(WordsAndButtons)).build();
            for width in [100, buttons] {
                card.append(&adw::Bin::builder().width_request(width).height_request(40).build());
            }
            let places = places(card.upcast_ref(), width);
            let tops: Vec<_> = places.iter().map(|place| (place.start, place.top)).collect();
            (tops, card.measure(gtk::Orientation::Vertical, width).1)
        };
        assert_eq!(tops(200, 300), (vec![(0, 0), (0, 52)], 92));
        assert_eq!(tops(200, 600), (vec![(0, 0), (400, 0)], 40));
        assert_eq!(tops(320, 600), (vec![(0, 0), (0, 52)], 92), "large text");
    }
}
