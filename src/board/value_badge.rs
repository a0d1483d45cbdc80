// SPDX-License-Identifier: GPL-3.0-or-later
//! The mark of a value beside a move in a list: the same shape, color, and letter as on the board.

use std::cell::Cell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{graphene, pango};

use crate::widgets::ui_scale::grown;
use morris_solved::tablebase::Wdl;

use super::labels::{FONT, color, letter, outline_of};
use super::look::{self, LookManager};
use super::to_gdk::rgba;

/// Side of the mark, in pixels.
const SIDE: i32 = 20;
/// Size of the letter, relative to the side.
const LETTER: f64 = 0.62;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct ValueBadge {
        pub(super) value: Cell<Option<Wdl>>,
    }

    impl ObjectImpl for ValueBadge {
        fn constructed(&self) {
            self.parent_constructed();
            let badge = self.obj();
            badge.set_valign(gtk::Align::Center);
            LookManager::default().follow(&*badge, super::ValueBadge::queue_draw);
        }
    }

    impl WidgetImpl for ValueBadge {
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let side = grown(&*self.obj(), SIDE);
            (side, side, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            if let Some(value) = self.value.get() {
                self.obj().draw(snapshot, value);
            }
        }
    }
}

class! {
    /// The mark of a value. Screen readers skip it: the row says the value in words.
    ValueBadge: gtk::Widget, role = Presentation
}

impl ValueBadge {
    /// Sets the value. `None` leaves the place empty.
    pub fn set_value(&self, value: Option<Wdl>) {
        if self.imp().value.replace(value) != value {
            self.queue_draw();
        }
    }

    fn draw(&self, snapshot: &gtk::Snapshot, value: Wdl) {
        let (width, height) = (self.width() as f32, self.height() as f32);
        let side = width.min(height);
        let context = snapshot.append_cairo(&graphene::Rect::new(0.0, 0.0, width, height));
        context.translate(f64::from(width) / 2.0, f64::from(height) / 2.0);
        context.scale(f64::from(side) / 2.0, f64::from(side) / 2.0);
        outline_of(&context, value, 0.94);
        let fill = rgba(color(value, &look::current().palette()), 1.0);
        context.set_source_rgba(fill.red().into(), fill.green().into(), fill.blue().into(), 1.0);
        // Ignore the error: a context that cannot draw has already failed, and the error has no
        // receiver.
        let _ = context.fill();
        let layout = self.create_pango_layout(Some(&letter(value)));
        let mut font = pango::FontDescription::from_string(FONT);
        font.set_absolute_size(f64::from(side) * LETTER * f64::from(pango::SCALE));
        layout.set_font_description(Some(&font));
        let (ink, _) = layout.pixel_extents();
        let middle = |start: i32, length: i32| start as f32 + length as f32 / 2.0;
        let (x, y) = (middle(ink.x(), ink.width()), middle(ink.y(), ink.height()));
        snapshot.save();
        snapshot.translate(&graphene::Point::new(width / 2.0 - x, height / 2.0 - y));
        snapshot.append_layout(&layout, &rgba(0xff_ff_ff, 1.0));
        snapshot.restore();
    }
}
