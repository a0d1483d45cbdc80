// SPDX-License-Identifier: GPL-3.0-or-later
//! A small picture of a position.

use std::cell::Cell;
use std::ops::RangeInclusive;

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::widgets::ui_scale::grown_picture;
use morris::{Board, ByColor, Color, PointSet, Rules};
use morris_paint::geometry::{Coordinates, Facing, Geometry, place_of};

use super::animation::{PIECES, Pose};
use super::canvas::Canvas;
use super::look::{self, Chosen, LookManager};
use super::texture_cache::{self, TextureSpec};

mod imp {
    use super::*;

    pub struct BoardPicture {
        pub men: Cell<ByColor<PointSet>>,
        pub board: Cell<&'static Board>,
        /// Side length in logical pixels, if there is room.
        pub side: Cell<i32>,
        /// Minimum side length in logical pixels.
        pub least: Cell<i32>,
        /// Styles, if different from those of the program.
        pub styles: Cell<Option<Chosen>>,
    }

    impl Default for BoardPicture {
        fn default() -> Self {
            Self {
                men: Cell::default(),
                board: Cell::new(Rules::default().board),
                side: Cell::new(96),
                least: Cell::new(96),
                styles: Cell::default(),
            }
        }
    }

    impl ObjectImpl for BoardPicture {
        fn constructed(&self) {
            self.parent_constructed();
            let picture = self.obj();
            picture.set_halign(gtk::Align::Center);
            picture.set_valign(gtk::Align::Center);
            picture.set_can_target(false);
            LookManager::default().follow(&*picture, super::BoardPicture::queue_draw);
        }
    }

    impl WidgetImpl for BoardPicture {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, width: i32) -> (i32, i32, i32, i32) {
            let [least, side] = [&self.least, &self.side].map(|side| grown_picture(&*self.obj(), side.get()));
            if orientation == gtk::Orientation::Vertical && width >= 0 {
                let height = width.clamp(least, side);
                return (height, height, -1, -1);
            }
            (least, side, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.obj().draw(snapshot);
        }
    }
}

class! {
    /// A small picture of a position, in the style of the board. It has no input, and screen
    /// readers skip it: the text beside it gives the same information.
    BoardPicture: gtk::Widget, role = Presentation
}

impl BoardPicture {
    /// Creates an empty board with this side length in logical pixels.
    pub fn new(side: i32) -> Self {
        let picture = Self::default();
        picture.set_side(side);
        picture
    }

    /// Sets the side length in logical pixels, before scaling. The default is 96.
    pub fn set_side(&self, side: i32) {
        self.set_sides(side..=side);
    }

    /// Sets the minimum and the maximum side length in logical pixels, before scaling.
    pub fn set_sides(&self, sides: RangeInclusive<i32>) {
        self.imp().least.set(*sides.start());
        self.imp().side.set(*sides.end());
        self.queue_resize();
    }

    pub fn set_men(&self, men: ByColor<PointSet>) {
        self.imp().men.set(men);
        self.queue_draw();
    }

    /// Sets the board. The default is the plain one of 24 points.
    pub fn set_board(&self, board: &'static Board) {
        self.imp().board.set(board);
        self.queue_draw();
    }

    /// Sets styles that override those of the program, for previews.
    pub fn set_styles(&self, styles: Chosen) {
        self.imp().styles.set(Some(styles));
        self.queue_draw();
    }

    fn draw(&self, snapshot: &gtk::Snapshot) {
        let imp = self.imp();
        let geometry = Geometry::new(
            (self.width(), self.height()),
            self.scale_factor(),
            imp.board.get(),
            Coordinates::Hidden,
            Facing::White,
        );
        let spec = TextureSpec {
            side: geometry.device_side(),
            look: imp.styles.get().map_or_else(look::current, |styles| styles.look(look::current().tone)),
            frame: Coordinates::Hidden.into(),
            board: imp.board.get(),
        };
        let canvas = Canvas { snapshot, geometry, art: &texture_cache::board(spec) };
        canvas.face();
        for color in Color::BOTH {
            for point in imp.men.get()[color] {
                let pose = Pose { place: place_of(geometry.board, point), alpha: 1.0, lift: 0.0, size: 1.0 };
                canvas.man(color, point.index() % PIECES, pose, 1.0);
            }
        }
    }
}
