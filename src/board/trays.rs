// SPDX-License-Identifier: GPL-3.0-or-later
//! The trays of a board view, where men in hand and removed men lie.

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Color, Rules};
use morris_paint::geometry::{Facing, Frame, Place, TrayEnd, Trays};
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

    pub(super) fn trays(&self, rules: &Rules) -> TrayPlaces {
        let (geometry, appearance) = (self.imp().geometry(), self.imp().appearance.borrow());
        let bottom = if appearance.facing == Facing::White { Color::White } else { Color::Black };
        TrayPlaces { geometry, near: appearance.near.unwrap_or(bottom), most: rules.men }
    }

    /// Returns the middle of the far tray between the men that lie in it, in board units, or of the
    /// far side of the frame if there are no trays.
    pub(super) fn middle_of_far_side(&self) -> Place {
        let scene = self.imp().scene.borrow();
        let between = scene.as_ref().and_then(|scene| {
            let trays = self.trays(&scene.setup.rules);
            let (far, near) = (trays.near.other(), trays.near);
            let (hand, _) = trays.place(far, TrayEnd::Hand, scene.hand[far])?;
            let (taken, _) = trays.place(near, TrayEnd::Taken, scene.lost[near])?;
            Some(Place { x: (hand.x + taken.x) / 2.0, y: 0.0 })
        });
        between.unwrap_or_default()
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
    fn the_middle_of_the_far_side_is_between_the_men_there() {
        adw::init().unwrap();
        let view = BoardView::new();
        view.set_trays(Trays::Shown);
        view.allocate(600, 600, -1, None);
        let middle = |moves: &str| {
            let mut game = morris::Game::new(Rules::STANDARD);
            moves.split_whitespace().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
            view.begin(&Scene::of_position(game.position(), None, &Rules::STANDARD));
            view.middle_of_far_side().x
        };
        let full = middle("");
        assert!(full > 1.0, "nine black men lie on the left: {full}");
        assert!(middle("a7 a1 d6 g1 d7") < full, "one has left");
    }

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
