// SPDX-License-Identifier: GPL-3.0-or-later
//! The plot of accuracy by game: a dot for each game, with higher dots for higher values, and a
//! line through them.

use std::cell::RefCell;
use std::f64::consts::TAU;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{TextDirection, cairo, graphene, pango};

use crate::text::describe;

/// Values of the horizontal lines, which have labels.
const LEVELS: [u8; 3] = [0, 50, 100];
/// Width of the labels, and margins around the highest and lowest dots.
const NUMBERS: f64 = 30.0;
const MARGIN: f64 = 10.0;
const DOT: f64 = 3.0;

/// Size of the plot, and direction of time.
#[derive(Clone, Copy)]
struct Room {
    width: f64,
    height: f64,
    direction: TextDirection,
}

impl Room {
    /// Returns the coordinates of a value. `number` is its index among `count` values.
    fn place(self, number: usize, count: usize, value: f64) -> (f64, f64) {
        let share = if count > 1 { number as f64 / (count - 1) as f64 } else { 0.5 };
        let room = (self.width - NUMBERS - 2.0 * MARGIN).max(0.0);
        (self.along(NUMBERS + MARGIN + room * share), self.level(value))
    }

    /// Returns the y coordinate of a value.
    fn level(self, value: f64) -> f64 {
        MARGIN + (self.height - 2.0 * MARGIN) * (1.0 - value / 100.0)
    }

    /// Returns the left edge of an item of this width at the start of a line of text.
    fn left(self, wide: f64) -> f64 {
        if self.direction == TextDirection::Rtl { self.width - wide } else { 0.0 }
    }

    /// Returns the x coordinate at this distance along a line of text.
    fn along(self, x: f64) -> f64 {
        if self.direction == TextDirection::Rtl { self.width - x } else { x }
    }
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Plot {
        pub(super) values: RefCell<Vec<f64>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Plot {
        const NAME: &'static str = "NmmAccuracyPlot";
        type Type = super::Plot;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_accessible_role(gtk::AccessibleRole::Img);
        }
    }

    impl ObjectImpl for Plot {}

    impl WidgetImpl for Plot {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Horizontal => (120, 320, -1, -1),
                _ => (100, 120, -1, -1),
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let plot = self.obj();
            let (width, height) = (f64::from(plot.width()), f64::from(plot.height()));
            let room = Room { width, height, direction: plot.direction() };
            let color = plot.style_context().color();
            for level in LEVELS {
                let layout = plot.create_pango_layout(Some(&describe::number(level)));
                layout.set_attributes(Some(&small()));
                let (wide, high) = layout.pixel_size();
                snapshot.save();
                let left = room.left(f64::from(wide));
                let top = room.level(level.into()) - f64::from(high) / 2.0;
                snapshot.translate(&graphene::Point::new(left as f32, top as f32));
                snapshot.append_layout(&layout, &color);
                snapshot.restore();
            }
            let context = snapshot.append_cairo(&graphene::Rect::new(0.0, 0.0, width as f32, height as f32));
            context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), 1.0);
            // Drawing fails only on a context that is in an error state already, and no caller
            // could handle it.
            let _ = draw(&context, &self.values.borrow(), room);
        }
    }

    fn small() -> pango::AttrList {
        let list = pango::AttrList::new();
        list.insert(pango::AttrFloat::new_scale(0.8));
        list
    }
}

fn draw(context: &cairo::Context, values: &[f64], room: Room) -> Result<(), cairo::Error> {
    context.set_line_width(0.5);
    for level in LEVELS {
        let y = room.level(level.into()).round() + 0.5;
        context.move_to(room.along(NUMBERS), y);
        context.line_to(room.along(room.width), y);
    }
    context.stroke()?;
    context.set_line_width(1.5);
    let places = || values.iter().enumerate().map(|(number, &value)| room.place(number, values.len(), value));
    places().for_each(|(x, y)| context.line_to(x, y));
    context.stroke()?;
    for (x, y) in places() {
        context.new_path();
        context.arc(x, y, DOT, 0.0, TAU);
        context.fill()?;
    }
    Ok(())
}

glib::wrapper! {
    /// The plot of accuracy by game.
    pub struct Plot(ObjectSubclass<imp::Plot>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Plot {
    /// Creates the plot of these values, from 0 to 100. `words` describes them for screen readers.
    #[must_use]
    pub fn new(values: &[f64], words: &str) -> Self {
        let plot: Self = glib::Object::new();
        plot.imp().values.replace(values.to_vec());
        plot.update_property(&[gtk::accessible::Property::Label(words)]);
        plot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_stands_further_on_and_better_higher() {
        let room = Room { width: 230.0, height: 120.0, direction: TextDirection::Ltr };
        assert_eq!(room.place(0, 3, 0.0), (40.0, 110.0));
        assert_eq!(room.place(2, 3, 100.0), (220.0, 10.0));
        assert_eq!(room.place(0, 1, 50.0), (130.0, 60.0));
        let from_the_right = Room { direction: TextDirection::Rtl, ..room };
        assert_eq!(from_the_right.place(0, 3, 0.0), (190.0, 110.0));
        assert_eq!(from_the_right.place(2, 3, 100.0), (10.0, 10.0));
    }
}
