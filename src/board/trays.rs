// SPDX-License-Identifier: GPL-3.0-or-later
//! The trays of a board view, where men in hand and removed men lie.

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Color, Rules};
use morris_paint::geometry::{Facing, Frame, TrayEnd, Trays};
use morris_play::session::Scene;

use super::animation::{Animator, PIECES};
use super::canvas::Canvas;
use super::tray_places::TrayPlaces;
use super::view::BoardView;

/// Minimum side length of a board with trays, in logical pixels.
pub const TRAYS_FROM: i32 = 500;

impl BoardView {
    /// Sets whether the men in hand and the removed men lie in trays in the frame, as far as the
    /// board is large enough.
    pub fn set_trays(&self, trays: Trays) {
        self.change_places(|appearance| appearance.trays = trays);
    }

    /// Sets the side that sits below the board. The default is the one at the bottom of the board.
    pub fn set_near(&self, color: Color) {
        self.change_places(|appearance| appearance.near = Some(color));
    }

    /// Returns what the frame has room for.
    pub(super) fn frame(&self) -> Frame {
        let appearance = self.imp().appearance.borrow();
        let is_small = self.width().min(self.height()) < TRAYS_FROM;
        let trays = if is_small { Trays::Hidden } else { appearance.trays };
        Frame { coordinates: appearance.coordinates, trays }
    }

    /// Returns the trays, as far as the board has any.
    pub(super) fn trays(&self, rules: &Rules) -> TrayPlaces {
        let (geometry, appearance) = (self.imp().geometry(), self.imp().appearance.borrow());
        let bottom = if appearance.facing == Facing::White { Color::White } else { Color::Black };
        TrayPlaces { geometry, near: appearance.near.unwrap_or(bottom), most: rules.men }
    }

    /// Draws the men in hand and the removed men that lie in the trays.
    pub(super) fn draw_trays(&self, canvas: &Canvas, scene: &Scene, animator: &Animator) {
        let trays = self.trays(&scene.setup.rules);
        for color in Color::BOTH {
            for (end, count) in [(TrayEnd::Hand, scene.hand[color]), (TrayEnd::Taken, scene.lost[color])] {
                for index in 0..animator.in_tray(color, end, count) {
                    if let Some(place) = trays.place(color, end, index) {
                        canvas.man_in_tray(color, usize::from(index) % PIECES, place);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use morris_paint::geometry::Coordinates;

    use super::*;

    #[gtk::test]
    fn only_large_boards_have_trays_and_the_player_below_has_the_near_one() {
        adw::init().unwrap();
        let view = BoardView::new();
        let window = gtk::Window::builder().child(&view).build();
        view.set_trays(Trays::Shown);
        let rules = Rules::STANDARD;
        for (side, expected) in [(TRAYS_FROM - 1, Trays::Hidden), (TRAYS_FROM, Trays::Shown)] {
            view.measure(gtk::Orientation::Horizontal, -1);
            view.allocate(side, side, -1, None);
            assert_eq!(view.frame(), Frame { coordinates: Coordinates::Shown, trays: expected });
            let place = view.trays(&rules).place(Color::White, TrayEnd::Hand, 0);
            assert_eq!(place.is_some(), expected == Trays::Shown);
        }
        let is_near = |color, end| view.trays(&rules).place(color, end, 0).is_some_and(|(place, _)| place.y > 0.0);
        assert!(is_near(Color::White, TrayEnd::Hand) && is_near(Color::Black, TrayEnd::Taken));
        view.set_near(Color::Black);
        assert!(is_near(Color::Black, TrayEnd::Hand) && is_near(Color::White, TrayEnd::Taken));
        window.destroy();
    }
}
