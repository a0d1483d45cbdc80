// SPDX-License-Identifier: GPL-3.0-or-later
//! Accuracy from game to game: a dot for each, the higher the better, and a line through them.

use std::cell::RefCell;
use std::f64::consts::TAU;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{cairo, graphene, pango};

/// Lines at these values, with the value beside them.
const LEVELS: [u8; 3] = [0, 50, 100];
/// Room for the numbers, and above and below the highest and lowest dot.
const NUMBERS: f64 = 30.0;
const MARGIN: f64 = 10.0;
const DOT: f64 = 3.0;

/// Where a value stands, and that of which number.
fn place(number: usize, count: usize, value: f64, (width, height): (f64, f64)) -> (f64, f64) {
    let share = if count > 1 { number as f64 / (count - 1) as f64 } else { 0.5 };
    let room = (width - NUMBERS - 2.0 * MARGIN).max(0.0);
    (NUMBERS + MARGIN + room * share, MARGIN + (height - 2.0 * MARGIN) * (1.0 - value / 100.0))
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
            let size = (f64::from(plot.width()), f64::from(plot.height()));
            let color = plot.style_context().color();
            for level in LEVELS {
                let layout = plot.create_pango_layout(Some(&level.to_string()));
                layout.set_attributes(Some(&small()));
                let (_, y) = place(0, 1, f64::from(level), size);
                snapshot.save();
                let top = y - f64::from(layout.pixel_size().1) / 2.0;
                snapshot.translate(&graphene::Point::new(0.0, top as f32));
                snapshot.append_layout(&layout, &color);
                snapshot.restore();
            }
            let context = snapshot.append_cairo(&graphene::Rect::new(0.0, 0.0, size.0 as f32, size.1 as f32));
            context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), 1.0);
            // A context that cannot draw has failed before: there is nobody to tell.
            let _ = draw(&context, &self.values.borrow(), size);
        }
    }

    fn small() -> pango::AttrList {
        let list = pango::AttrList::new();
        list.insert(pango::AttrFloat::new_scale(0.8));
        list
    }
}

fn draw(context: &cairo::Context, values: &[f64], size: (f64, f64)) -> Result<(), cairo::Error> {
    context.set_line_width(0.5);
    for level in LEVELS {
        let y = place(0, 1, f64::from(level), size).1.round() + 0.5;
        context.move_to(NUMBERS, y);
        context.line_to(size.0, y);
    }
    context.stroke()?;
    context.set_line_width(1.5);
    let places = || values.iter().enumerate().map(|(number, &value)| place(number, values.len(), value, size));
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
    fn later_stands_further_right_and_better_higher() {
        let size = (230.0, 120.0);
        assert_eq!(place(0, 3, 0.0, size), (40.0, 110.0));
        assert_eq!(place(2, 3, 100.0, size), (220.0, 10.0));
        assert_eq!(place(0, 1, 50.0, size), (130.0, 60.0));
    }
}
