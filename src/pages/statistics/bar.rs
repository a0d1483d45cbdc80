// SPDX-License-Identifier: GPL-3.0-or-later
//! A bar of results, with wins, draws, and losses side by side in the colors of light men, of both
//! mixed, and of dark men. The row also shows the numbers as
//! text.

use std::cell::Cell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{TextDirection, graphene, gsk};

use crate::board::LookManager;
use crate::board::look::shades;
use morris_play::statistics::tally::Tally;

const HEIGHT: i32 = 12;

/// Returns the start and end of each part within a width, in the direction of the text.
fn parts(tally: &Tally, width: f32, direction: TextDirection) -> [(f32, f32); 3] {
    let share = |games: usize| width * games as f32 / tally.decided().max(1) as f32;
    let (won, drawn) = (share(tally.won), share(tally.won + tally.drawn));
    [(0.0, won), (won, drawn), (drawn, share(tally.decided()))].map(|(start, end)| match direction {
        TextDirection::Rtl => (width - end, width - start),
        _ => (start, end),
    })
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct TallyBar {
        pub(super) tally: Cell<Tally>,
    }

    impl ObjectImpl for TallyBar {
        fn constructed(&self) {
            self.parent_constructed();
            LookManager::default().follow(&*self.obj(), super::TallyBar::queue_draw);
        }
    }

    impl WidgetImpl for TallyBar {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Horizontal => (60, 200, -1, -1),
                _ => (HEIGHT, HEIGHT, -1, -1),
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let (width, height) = (self.obj().width() as f32, self.obj().height() as f32);
            let outline = gsk::RoundedRect::from_rect(graphene::Rect::new(0.0, 0.0, width, height), 4.0);
            snapshot.push_rounded_clip(&outline);
            let parts = parts(&self.tally.get(), width, self.obj().direction());
            let shades = shades();
            for ((start, end), color) in parts.into_iter().zip(shades) {
                snapshot.append_color(&color, &graphene::Rect::new(start, 0.0, end - start, height));
            }
            snapshot.pop();
            snapshot.append_border(&outline, &[1.0; 4], &[shades[1]; 4]);
        }
    }
}

class!(TallyBar: gtk::Widget, role = Presentation);

impl TallyBar {
    pub fn new(tally: Tally) -> Self {
        let bar: Self = glib::Object::new();
        bar.imp().tally.set(tally);
        bar
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_as_long_as_its_share() {
        let parts = |tally| parts(tally, 100.0, TextDirection::Ltr);
        assert_eq!(parts(&Tally { won: 2, drawn: 1, lost: 1, shared: 9 }), [(0.0, 50.0), (50.0, 75.0), (75.0, 100.0)]);
        assert_eq!(parts(&Tally::default()), [(0.0, 0.0); 3]);
    }

    #[test]
    fn it_runs_as_the_words_above_it() {
        let parts = parts(&Tally { won: 2, drawn: 1, lost: 1, shared: 0 }, 100.0, TextDirection::Rtl);
        assert_eq!(parts, [(50.0, 100.0), (25.0, 50.0), (0.0, 25.0)]);
    }
}
