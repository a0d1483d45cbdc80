// SPDX-License-Identifier: GPL-3.0-or-later
//! Accuracy from game to game: a dot for each, the higher the better, and a line through them.

use std::cell::RefCell;
use std::f64::consts::TAU;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{TextDirection, cairo, graphene, pango};

use crate::text::describe;

/// Lines at these values, with the value beside them.
const LEVELS: [u8; 3] = [0, 50, 100];
/// Room for the numbers, and above and below the highest and lowest dot.
const NUMBERS: f64 = 30.0;
const MARGIN: f64 = 10.0;
const DOT: f64 = 3.0;

/// The room there is, and in which direction time runs.
#[derive(Clone, Copy)]
struct Room {
    width: f64,
    height: f64,
    direction: TextDirection,
}

impl Room {
    /// Where a value stands, and that of which number.
    fn place(self, number: usize, count: usize, value: f64) -> (f64, f64) {
        let share = if count > 1 { number as f64 / (count - 1) as f64 } else { 0.5 };
        let room = (self.width - NUMBERS - 2.0 * MARGIN).max(0.0);
        (self.along(NUMBERS + MARGIN + room * share), self.level(value))
    }

    /// How far down a value stands.
    fn level(self, value: f64) -> f64 {
        MARGIN + (self.height - 2.0 * MARGIN) * (1.0 - value / 100.0)
    }

    /// The left edge of what is so wide and stands where a line of text begins.
    fn left(self, wide: f64) -> f64 {
        if self.direction == TextDirection::Rtl { self.width - wide } else { 0.0 }
    }

    /// The place that lies so far along a line of text.
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
            // A context that cannot draw has failed before: there is nobody to tell.
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
    /// Accuracy from game to game.
    pub struct Plot(ObjectSubclass<imp::Plot>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Plot {
    /// The plot of these values, 0 to 100; `words` say the same.
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
