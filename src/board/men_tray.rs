// SPDX-License-Identifier: GPL-3.0-or-later
//! The men a side has in hand and those it has lost, as a row.

use std::cell::Cell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::graphene;

use crate::i18n::ngettext_f;
use morris::{Color, Rules};

use super::animation::PIECES;
use super::look::{Look, LookManager};
use super::man_texture::{ManSpec, SHADOW};
use super::style::Tone;
use super::texture_cache;

/// The diameter of a man, in logical pixels.
const MAN: i32 = 26;
/// How far apart the middles of two men in hand lie at most, in diameters.
const APART: f32 = 0.62;
/// The room left around the men for their shadows, in logical pixels.
const ROOM: i32 = 4;
/// How large a lost man is drawn, in diameters.
const LOST_SIZE: f32 = 0.62;
/// How much of a lost man shows on a light ground, 0 to 1.
const LOST_ALPHA: f64 = 0.55;
/// On a dark ground dark men would be lost twice.
const LOST_ALPHA_DARK: f64 = 0.85;

mod imp {
    use super::*;

    #[derive(Debug)]
    pub struct MenTray {
        pub color: Cell<Color>,
        pub hand: Cell<u8>,
        pub lost: Cell<u8>,
        /// How many men a side begins with: so many are shown side by side before they close up.
        pub most: Cell<u8>,
    }

    impl Default for MenTray {
        fn default() -> Self {
            Self {
                color: Cell::new(Color::White),
                hand: Cell::new(0),
                lost: Cell::new(0),
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
            match orientation {
                gtk::Orientation::Horizontal => {
                    let wide =
                        MAN + (MAN as f32 * APART) as i32 * i32::from(self.most.get().saturating_sub(1)) + 2 * ROOM;
                    ((MAN * 3).min(wide), wide, -1, -1)
                }
                _ => (MAN + 2 * ROOM, MAN + 2 * ROOM, -1, -1),
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.obj().draw(snapshot);
        }
    }
}

glib::wrapper! {
    /// A side's men in hand as a row that shrinks, and at its other end, smaller and paler, the men it has lost.
    ///
    /// Screen readers hear the same as a sentence.
    pub struct MenTray(ObjectSubclass<imp::MenTray>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for MenTray {
    fn default() -> Self {
        glib::Object::new()
    }
}

/// The words for a side's men: “White: 5 men in hand, 2 lost”.
#[must_use]
pub fn words(color: Color, hand: u8, lost: u8) -> String {
    let values = [("hand", &*hand.to_string()), ("lost", &*lost.to_string())];
    let count = hand.into();
    match color {
        Color::White => ngettext_f(
            "White: {hand} man in hand, {lost} lost",
            "White: {hand} men in hand, {lost} lost",
            count,
            &values,
        ),
        Color::Black => ngettext_f(
            "Black: {hand} man in hand, {lost} lost",
            "Black: {hand} men in hand, {lost} lost",
            count,
            &values,
        ),
    }
}

impl MenTray {
    /// The row of a side, without men.
    #[must_use]
    pub fn new(color: Color) -> Self {
        let view = Self::default();
        view.set_color(color);
        view
    }

    /// Chooses the side; White unless chosen.
    pub fn set_color(&self, color: Color) {
        self.imp().color.set(color);
        self.say_words();
        self.queue_draw();
    }

    /// Shows so many men in hand and so many lost, of so many at the beginning.
    pub fn set_men(&self, hand: u8, lost: u8, most: u8) {
        let imp = self.imp();
        if imp.most.replace(most) != most {
            self.queue_resize();
        }
        if (imp.hand.replace(hand), imp.lost.replace(lost)) != (hand, lost) {
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

    fn draw(&self, snapshot: &gtk::Snapshot) {
        let (hand, lost) = (self.imp().hand.get(), self.imp().lost.get());
        let man = MAN as f32;
        let lost_apart = man * LOST_SIZE * 0.75;
        let lost_width = if lost == 0 { 0.0 } else { lost_apart * f32::from(lost - 1) + man * LOST_SIZE };
        let width = (self.width() - 2 * ROOM) as f32;
        let free = (width - lost_width - man).max(0.0);
        let apart = (man * APART).min(free / f32::from(hand.max(2) - 1));
        for number in 0..hand {
            self.man(snapshot, f32::from(number) * apart, 1.0, number);
        }
        snapshot.push_opacity(match Look::current().tone {
            Tone::Light => LOST_ALPHA,
            Tone::Dark => LOST_ALPHA_DARK,
        });
        for number in 0..lost {
            self.man(snapshot, width - man * LOST_SIZE - f32::from(number) * lost_apart, LOST_SIZE, number);
        }
        snapshot.pop();
    }

    /// A man at a distance from the row's beginning, in logical pixels; `size` is in diameters.
    fn man(&self, snapshot: &gtk::Snapshot, start: f32, size: f32, number: u8) {
        let imp = self.imp();
        let side = (MAN as f32 * size).round();
        let left = match self.direction() {
            gtk::TextDirection::Rtl => self.width() as f32 - ROOM as f32 - side - start,
            _ => ROOM as f32 + start,
        }
        .round();
        let top = ((self.height() as f32 - side) / 2.0).round();
        let (diameter, look) = (side as usize * self.scale_factor() as usize, Look::current());
        let room = side * SHADOW / 2.0;
        let around = graphene::Rect::new(left - room + 1.0, top - room + 1.5, side + 2.0 * room, side + 2.0 * room);
        snapshot.append_texture(&texture_cache::shadow(diameter, look), &around);
        let spec = ManSpec { diameter, color: imp.color.get(), look, piece: u32::from(number) % PIECES as u32 };
        snapshot.append_texture(&texture_cache::man(spec), &graphene::Rect::new(left, top, side, side));
    }
}
