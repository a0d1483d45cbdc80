// SPDX-License-Identifier: GPL-3.0-or-later
//! A row with a side's men in hand and the men it has removed. Each pile lies on a ground from
//! which light and dark men stand out equally, whatever is around the row.

use std::cell::Cell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, graphene, gsk};

use crate::compat::accessible_names::set_accessible_name;
use crate::text::i18n::ngettext_f;
use crate::widgets::ui_scale::grown;
use morris::{Color, Rules};
use morris_paint::Look;
use morris_paint::linear_color::LinearColor;
use morris_paint::piece_shadow::shadow_margins;
use morris_paint::piece_texture::PieceTextureSpec;
use morris_paint::style::Material;

use super::animation::PIECES;
use super::look::{self, LookManager};
use super::texture_cache;
use super::to_gdk::rgba_of;

/// Diameter of a man in logical pixels, before scaling.
const MAN: i32 = 24;
/// Maximum distance between the centers of two men in hand, in diameters.
const APART: f32 = 0.62;
/// Margin around the men for their shadows, in logical pixels.
const ROOM: i32 = 4;
/// Margin of the ground around a pile, in logical pixels.
const RIM: f32 = 3.0;
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
        /// Diameter of a man in logical pixels, before scaling. 0 if the row is only heard.
        pub man: Cell<i32>,
    }

    impl Default for MenTray {
        fn default() -> Self {
            Self {
                color: Cell::new(Color::White),
                hand: Cell::new(0),
                lost: Cell::new(0),
                taken: Cell::new(0),
                most: Cell::new(Rules::default().men),
                man: Cell::new(MAN),
            }
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
            if man == 0 {
                // An object without a size does not count as shown to screen readers.
                return (1, 1, -1, -1);
            }
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

class! {
    /// A row that shows a side's men in hand, and at its other end, smaller, the men that the side
    /// has removed.
    ///
    /// Screen readers get the same information as a sentence.
    MenTray: gtk::Widget, role = Img
}

/// Returns the sentence about a side's men: “White: 5 pieces in hand, 2 lost”.
pub fn words(color: Color, hand: u8, lost: u8) -> String {
    let values = [("hand", &*hand.to_string()), ("lost", &*lost.to_string())];
    match color {
        Color::White => ngettext_f(
            "White: {hand} piece in hand, {lost} lost",
            "White: {hand} pieces in hand, {lost} lost",
            hand,
            &values,
        ),
        Color::Black => ngettext_f(
            "Black: {hand} piece in hand, {lost} lost",
            "Black: {hand} pieces in hand, {lost} lost",
            hand,
            &values,
        ),
    }
}

impl MenTray {
    pub fn new(color: Color) -> Self {
        let view = Self::default();
        view.set_color(color);
        view
    }

    /// Sets the side. The default is White.
    pub fn set_color(&self, color: Color) {
        self.imp().color.set(color);
        self.update_words();
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
            self.update_words();
            self.queue_draw();
        }
    }

    /// Shows a single man of this diameter, as a picture without words.
    pub fn show_man(&self, color: Color, diameter: i32) {
        let imp = self.imp();
        imp.color.set(color);
        imp.man.set(diameter);
        imp.hand.set(1);
        imp.most.set(1);
        self.queue_resize();
    }

    /// Sets whether the men are shown, or only their numbers are given to screen readers.
    pub fn set_shown(&self, shown: bool) {
        self.imp().man.set(if shown { MAN } else { 0 });
        self.queue_resize();
    }

    fn update_words(&self) {
        let imp = self.imp();
        let words = words(imp.color.get(), imp.hand.get(), imp.lost.get());
        set_accessible_name(self, &words);
        self.set_tooltip_text(Some(&words));
    }

    fn diameter(&self) -> i32 {
        grown(self, self.imp().man.get())
    }

    fn draw(&self, snapshot: &gtk::Snapshot) {
        let imp = self.imp();
        let (hand, taken, color) = (imp.hand.get(), imp.taken.get(), imp.color.get());
        let man = self.diameter() as f32;
        if man == 0.0 {
            return;
        }
        let width = (self.width() - 2 * ROOM) as f32;
        let in_hand = if hand == 0 { 0.0 } else { man };
        let taken_apart = apart(width - in_hand, man * TAKEN_SIZE, taken);
        let taken_width = if taken == 0 { 0.0 } else { taken_apart * f32::from(taken - 1) + man * TAKEN_SIZE };
        let apart = apart(width - taken_width, man, hand);
        if hand > 0 {
            self.ground(snapshot, color, 0.0, (f32::from(hand - 1) * apart + man, man));
        }
        if taken > 0 {
            self.ground(snapshot, color.other(), width - taken_width, (taken_width, man * TAKEN_SIZE));
        }
        for number in 0..hand {
            self.man(snapshot, color, f32::from(number) * apart, man, number);
        }
        for number in 0..taken {
            let start = width - man * TAKEN_SIZE - f32::from(number) * taken_apart;
            self.man(snapshot, color.other(), start, man * TAKEN_SIZE, number);
        }
    }

    /// Draws the ground of a pile of this size. `start` is the distance from the beginning of the
    /// row, in logical pixels.
    fn ground(&self, snapshot: &gtk::Snapshot, color: Color, start: f32, (width, height): (f32, f32)) {
        let (width, height) = (width + 2.0 * RIM, height + 2.0 * RIM);
        let start = ROOM as f32 + start - RIM;
        let left = match self.direction() {
            gtk::TextDirection::Rtl => self.width() as f32 - start - width,
            _ => start,
        };
        let bounds = graphene::Rect::new(left, (self.height() as f32 - height) / 2.0, width, height);
        snapshot.push_rounded_clip(&gsk::RoundedRect::from_rect(bounds, height / 2.0));
        snapshot.append_color(&rgba_of(ground(look::current(), color)), &bounds);
        snapshot.pop();
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
        let (scale, look) = (self.scale_factor() as f32, look::current());
        let diameter = (side * scale) as usize;
        let spec = PieceTextureSpec { diameter, color, look, piece: u32::from(number) % PIECES as u32 };
        let (man, shadow) = (texture_cache::man(spec), texture_cache::shadow(diameter, look));
        let height = man.height() as f32 / scale;
        let bottom = ((self.height() as f32 + height) / 2.0).round();
        let (room, width) = (shadow_margins(diameter)[0] as f32 / scale, shadow.width() as f32 / scale);
        snapshot.append_texture(&shadow, &graphene::Rect::new(left - room, bottom - side - room, width, width));
        snapshot.append_texture(&man, &graphene::Rect::new(left, bottom - height, side, height));
    }
}

/// Returns the distance between the centers of neighbors in a pile that fits into this room, in the
/// unit of the room and the diameter.
fn apart(room: f32, diameter: f32, count: u8) -> f32 {
    (diameter * APART).min((room - diameter).max(0.0) / f32::from(count.max(2) - 1))
}

/// Returns a man as a texture of this diameter in logical pixels, for use with a widget.
pub fn man_texture(widget: &impl IsA<gtk::Widget>, color: Color, diameter: i32) -> gdk::Texture {
    let diameter = (grown(widget.as_ref(), diameter) * widget.scale_factor()) as usize;
    texture_cache::man(PieceTextureSpec { diameter, color, look: look::current(), piece: 0 })
}

/// Contrast is defined with this much stray light.
const STRAY: f32 = 0.05;
/// Contrast of a ground with the material of its men. That of the painted men is lower, since they
/// shine and have rings.
const GROUND_CONTRAST: f32 = 6.0;

/// Returns the color of the ground of a pile: that of the board's field, brighter under dark men
/// and darker under light ones.
fn ground(look: Look, color: Color) -> LinearColor {
    let men = look.men_palette();
    let wanted = match color {
        Color::White => (mean(men.white).luminance() + STRAY) / GROUND_CONTRAST - STRAY,
        Color::Black => (mean(men.black).luminance() + STRAY) * GROUND_CONTRAST - STRAY,
    };
    let field = mean(look.palette().field);
    // A black field has no color that could be brightened.
    match field.luminance() {
        light if light > 0.01 => field.times(wanted / light),
        _ => LinearColor([wanted; 3]),
    }
}

fn mean(material: Material) -> LinearColor {
    match material {
        Material::Wood(wood) => LinearColor::hex(wood.early).mix(LinearColor::hex(wood.late), 0.5),
        Material::Stone(stone) => LinearColor::hex(stone.base).mix(LinearColor::hex(stone.cloud), 0.5),
        Material::Plain(color) => LinearColor::hex(color),
    }
}

#[cfg(test)]
mod tests {
    use morris_paint::BoardStyle;
    use morris_paint::linear_color::contrast;
    use morris_paint::style::Tone;

    use super::*;

    /// Returns the luminance of the body of a man as painted: a quartile of its inner part, which
    /// leaves out the rings of a dark man and the grooves of a light one.
    fn painted(look: Look, color: Color, piece: u32) -> f32 {
        let diameter = MAN as usize;
        let pixels = PieceTextureSpec { diameter, color, look, piece }.paint();
        let inner = diameter / 4..diameter * 3 / 4;
        let places = inner.clone().flat_map(|y| inner.clone().map(move |x| (x, y)));
        let mut all: Vec<_> = places.map(|(x, y)| pixels.luminance(x, y)).collect();
        all.sort_by(f32::total_cmp);
        all[if color == Color::White { all.len() * 3 / 4 } else { all.len() / 4 }]
    }

    #[test]
    fn a_pile_fits_into_its_room() {
        assert_eq!(apart(200.0, 20.0, 7), 20.0 * APART, "there is room");
        for (room, count) in [(60.0, 7), (30.0, 9), (20.0, 2), (20.0, 1)] {
            let width = apart(room, 20.0, count) * f32::from(count - 1) + 20.0;
            assert!(width <= room + 0.01, "{count} men in {room}: {width}");
        }
    }

    #[test]
    fn light_and_dark_men_have_contrast_in_their_piles() {
        for style in BoardStyle::ALL {
            for tone in [Tone::Light, Tone::Dark] {
                let look = Look::new(style, tone);
                for color in Color::BOTH {
                    let ground = ground(look, color).luminance();
                    for piece in 0..PIECES as u32 {
                        let found = contrast(painted(look, color, piece), ground);
                        assert!(found >= 3.0, "{}, {tone:?}, {color}: {found:.2}", style.id());
                    }
                }
            }
        }
    }
}
