// SPDX-License-Identifier: GPL-3.0-or-later
//! A row with a side's men in hand and the men it has removed.

use std::cell::Cell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::graphene;

use crate::text::i18n::ngettext_f;
use crate::widgets::ui_scale::grown;
use morris::{Color, Rules};
use morris_paint::piece_texture::{PieceTextureSpec, SHADOW};

use super::animation::PIECES;
use super::look::{self, LookManager};
use super::texture_cache;

/// Diameter of a man in logical pixels, before scaling.
const MAN: i32 = 24;
/// Maximum distance between the centers of two men in hand, in diameters.
const APART: f32 = 0.62;
/// Margin around the men for their shadows, in logical pixels.
const ROOM: i32 = 4;
/// Size of a removed man, in diameters.
const TAKEN_SIZE: f32 = 0.75;
mod imp {
    use super::*;

    #[derive(Debug)]
    pub struct MenTray {
        pub color: Cell<Color>,
        pub hand: Cell<u8>,
        pub lost: Cell<u8>,
        pub taken: Cell<u8>,
        /// Number of men of a side at the beginning. The row has room for this many without
        /// overlap.
        pub most: Cell<u8>,
    }

    impl Default for MenTray {
        fn default() -> Self {
            Self {
                color: Cell::new(Color::White),
                hand: Cell::new(0),
                lost: Cell::new(0),
                taken: Cell::new(0),
                most: Cell::new(Rules::default().men),
            }
        }
    }

    #[glib::object_subclass]
    impl ObjectSubclass for MenTray {
        const NAME: &'static str = "NmmMenTray";
        type Type = super::MenTray;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_accessible_role(gtk::AccessibleRole::Img);
        }
    }

    impl ObjectImpl for MenTray {
        fn constructed(&self) {
            self.parent_constructed();
            LookManager::default().follow(&*self.obj(), super::MenTray::queue_draw);
        }
    }

    impl WidgetImpl for MenTray {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let man = self.obj().diameter();
            match orientation {
                gtk::Orientation::Horizontal => {
                    let others = i32::from(self.most.get().saturating_sub(1));
                    let wide = man + (man as f32 * APART) as i32 * others + 2 * ROOM;
                    ((man * 3).min(wide), wide, -1, -1)
                }
                _ => (man + 2 * ROOM, man + 2 * ROOM, -1, -1),
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.obj().draw(snapshot);
        }
    }
}

glib::wrapper! {
    /// A row that shows a side's men in hand, and at its other end, smaller, the men that the side
    /// has removed.
    ///
    /// Screen readers get the same information as a sentence.
    pub struct MenTray(ObjectSubclass<imp::MenTray>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for MenTray {
    fn default() -> Self {
        glib::Object::new()
    }
}

/// Returns the sentence about a side's men: “White: 5 pieces in hand, 2 lost”.
#[must_use]
pub fn words(color: Color, hand: u8, lost: u8) -> String {
    let values = [("hand", &*hand.to_string()), ("lost", &*lost.to_string())];
    let count = hand.into();
    match color {
        Color::White => ngettext_f(
            "White: {hand} piece in hand, {lost} lost",
            "White: {hand} pieces in hand, {lost} lost",
            count,
            &values,
        ),
        Color::Black => ngettext_f(
            "Black: {hand} piece in hand, {lost} lost",
            "Black: {hand} pieces in hand, {lost} lost",
            count,
            &values,
        ),
    }
}

impl MenTray {
    /// Creates the row of a side, without men.
    #[must_use]
    pub fn new(color: Color) -> Self {
        let view = Self::default();
        view.set_color(color);
        view
    }

    /// Sets the side. The default is White.
    pub fn set_color(&self, color: Color) {
        self.imp().color.set(color);
        self.say_words();
        self.queue_draw();
    }

    /// Sets the numbers of men in hand, lost to the opponent, and taken from it, and the number at
    /// the beginning.
    pub fn set_men(&self, hand: u8, lost: u8, taken: u8, most: u8) {
        let imp = self.imp();
        if imp.most.replace(most) != most {
            self.queue_resize();
        }
        let before = (imp.hand.replace(hand), imp.lost.replace(lost), imp.taken.replace(taken));
        if before != (hand, lost, taken) {
            self.say_words();
            self.queue_draw();
        }
    }

    fn say_words(&self) {
        let imp = self.imp();
        let words = words(imp.color.get(), imp.hand.get(), imp.lost.get());
        self.update_property(&[gtk::accessible::Property::Label(&words)]);
        self.set_tooltip_text(Some(&words));
    }

    fn diameter(&self) -> i32 {
        grown(self, MAN)
    }

    fn draw(&self, snapshot: &gtk::Snapshot) {
        let imp = self.imp();
        let (hand, taken, color) = (imp.hand.get(), imp.taken.get(), imp.color.get());
        let man = self.diameter() as f32;
        let taken_apart = man * TAKEN_SIZE * APART;
        let taken_width = if taken == 0 { 0.0 } else { taken_apart * f32::from(taken - 1) + man * TAKEN_SIZE };
        let width = (self.width() - 2 * ROOM) as f32;
        let free = (width - taken_width - man).max(0.0);
        let apart = (man * APART).min(free / f32::from(hand.max(2) - 1));
        for number in 0..hand {
            self.man(snapshot, color, f32::from(number) * apart, man, number);
        }
        for number in 0..taken {
            let start = width - man * TAKEN_SIZE - f32::from(number) * taken_apart;
            self.man(snapshot, color.other(), start, man * TAKEN_SIZE, number);
        }
    }

    /// Draws a man. `start` is the distance from the beginning of the row and `side` the diameter,
    /// both in logical pixels.
    fn man(&self, snapshot: &gtk::Snapshot, color: Color, start: f32, side: f32, number: u8) {
        let side = side.round();
        let left = match self.direction() {
            gtk::TextDirection::Rtl => self.width() as f32 - ROOM as f32 - side - start,
            _ => ROOM as f32 + start,
        }
        .round();
        let top = ((self.height() as f32 - side) / 2.0).round();
        let (diameter, look) = (side as usize * self.scale_factor() as usize, look::current());
        let room = side * SHADOW / 2.0;
        let around = graphene::Rect::new(left - room + 1.0, top - room + 1.5, side + 2.0 * room, side + 2.0 * room);
        snapshot.append_texture(&texture_cache::shadow(diameter, look), &around);
        let spec = PieceTextureSpec { diameter, color, look, piece: u32::from(number) % PIECES as u32 };
        snapshot.append_texture(&texture_cache::man(spec), &graphene::Rect::new(left, top, side, side));
    }
}
