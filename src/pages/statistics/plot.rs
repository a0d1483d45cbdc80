// SPDX-License-Identifier: GPL-3.0-or-later
//! The plot of a number by game: higher for higher values, with a line through them and a dot for
//! each game if there are few.

use std::cell::RefCell;
use std::f64::consts::TAU;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{TextDirection, cairo, gdk, graphene, pango};

use crate::board::LookManager;
use crate::compat::accessible_names::set_accessible_name;
use crate::text::describe;
use crate::widgets::ui_scale::{factor, grown};

/// Maximum number of games with a dot each. More dots would be a thick line.
const MOST_DOTS: usize = 40;
/// Height in a usual and in a large window, in pixels before scaling.
const HEIGHTS: [i32; 2] = [140, 260];
/// Possible distances between two labeled values of a rating.
const RATING_STEPS: [f64; 5] = [100.0, 200.0, 500.0, 1000.0, 2000.0];
/// Maximum number of labeled values.
const MOST_LEVELS: usize = 5;
/// Width of labels of usual size, the least space behind larger ones, and margins around the
/// highest and lowest dots.
const NUMBERS: f64 = 36.0;
const GAP: f64 = 6.0;
const MARGIN: f64 = 10.0;
const DOT: f64 = 3.0;

/// Values of the horizontal lines, which have labels, from the lowest to the highest.
type Levels = Rc<[f64]>;

/// What a plot shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Numbers from 0 to 100.
    Percent,
    /// Ratings, which may have any range.
    Rating,
}

impl Scale {
    /// Returns the lines for these values.
    fn levels(self, values: &[f64]) -> Levels {
        if self == Self::Percent {
            return [0.0, 50.0, 100.0].into();
        }
        let [least, most] = [f64::min, f64::max].map(|pick| values.iter().copied().reduce(pick).unwrap_or(0.0));
        let levels = |step: f64| -> Option<Levels> {
            // A little below a line is not worth another one.
            let low = (least / step + 0.05).floor();
            // At least two steps, so that the line of a single value is not a frame.
            let count = ((most / step).ceil() - low).max(2.0);
            // Asked first, since values could be so far apart that the lines fill all memory.
            let fits = count < MOST_LEVELS as f64;
            fits.then(|| (0..=count as usize).map(|number| (low + number as f64) * step).collect())
        };
        RATING_STEPS.into_iter().find_map(levels).unwrap_or_else(|| [least, most].into())
    }
}

/// Size of the plot, its range, and direction of time.
#[derive(Clone, Copy)]
struct Room {
    width: f64,
    height: f64,
    /// Width of the numbers at the start.
    numbers: f64,
    /// Lowest and highest value.
    range: (f64, f64),
    direction: TextDirection,
}

impl Room {
    /// Returns the coordinates of a value. `number` is its index among `count` values.
    fn place(self, number: usize, count: usize, value: f64) -> (f64, f64) {
        let share = if count > 1 { number as f64 / (count - 1) as f64 } else { 0.5 };
        let room = (self.width - self.numbers - 2.0 * MARGIN).max(0.0);
        (self.along(self.numbers + MARGIN + room * share), self.level(value))
    }

    fn level(self, value: f64) -> f64 {
        let (low, high) = self.range;
        MARGIN + (self.height - 2.0 * MARGIN) * (high - value) / (high - low)
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
        pub(super) levels: RefCell<Levels>,
    }

    impl ObjectImpl for Plot {
        fn constructed(&self) {
            self.parent_constructed();
            LookManager::default().follow(&*self.obj(), super::Plot::queue_draw);
        }
    }

    impl WidgetImpl for Plot {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Horizontal => (120, 320, -1, -1),
                _ => {
                    let [usual, large] = HEIGHTS;
                    let is_large = factor(&*self.obj()) > 1.0;
                    let height = grown(&*self.obj(), if is_large { large } else { usual });
                    (height, height, -1, -1)
                }
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let plot = self.obj();
            let (width, height) = (f64::from(plot.width()), f64::from(plot.height()));
            let levels = Rc::clone(&self.levels.borrow());
            let range = levels.first().copied().zip(levels.last().copied()).unwrap_or((0.0, 1.0));
            let layouts = levels.iter().map(|&level| {
                let layout = plot.create_pango_layout(Some(&describe::number(level)));
                layout.set_attributes(Some(&small()));
                (level, layout)
            });
            let layouts: Vec<_> = layouts.collect();
            let numbers = numbers_width(layouts.iter().map(|(_, layout)| layout.pixel_size().0));
            let room = Room { width, height, numbers, range, direction: plot.direction() };
            let style = plot.style_context();
            let color = style.color();
            let accent = style.lookup_color("accent_color").unwrap_or(color);
            for (level, layout) in layouts {
                let (wide, high) = layout.pixel_size();
                snapshot.save();
                let left = room.left(f64::from(wide));
                let top = room.level(level) - f64::from(high) / 2.0;
                snapshot.translate(&graphene::Point::new(left as f32, top as f32));
                snapshot.append_layout(&layout, &color);
                snapshot.restore();
            }
            let context = snapshot.append_cairo(&graphene::Rect::new(0.0, 0.0, width as f32, height as f32));
            // Drawing fails only on a context that is in an error state already, and no caller
            // could handle it.
            let _ = draw(&context, &self.values.borrow(), &levels, room, (color, accent));
        }
    }

    fn small() -> pango::AttrList {
        let list = pango::AttrList::new();
        list.insert(pango::AttrFloat::new_scale(0.8));
        list
    }
}

/// Returns the width of the numbers at the start, given that of each. Those of usual size all have
/// the same room, so that plots below each other have equal lines.
fn numbers_width(each: impl Iterator<Item = i32>) -> f64 {
    each.map(|wide| f64::from(wide) + GAP).fold(NUMBERS, f64::max)
}

/// Draws the lines of the levels in the first color, and the values in the second.
fn draw(
    context: &cairo::Context,
    values: &[f64],
    levels: &[f64],
    room: Room,
    (lines, line): (gdk::RGBA, gdk::RGBA),
) -> Result<(), cairo::Error> {
    set_color(context, lines);
    context.set_line_width(0.5);
    for &level in levels {
        let y = room.level(level).round() + 0.5;
        context.move_to(room.along(room.numbers), y);
        context.line_to(room.along(room.width), y);
    }
    context.stroke()?;
    set_color(context, line);
    context.set_line_width(2.0);
    context.set_line_join(cairo::LineJoin::Round);
    let places = || values.iter().enumerate().map(|(number, &value)| room.place(number, values.len(), value));
    places().for_each(|(x, y)| context.line_to(x, y));
    context.stroke()?;
    // The latest value always has a dot.
    let skipped = if values.len() > MOST_DOTS { values.len() - 1 } else { 0 };
    for (x, y) in places().skip(skipped) {
        context.new_path();
        context.arc(x, y, DOT, 0.0, TAU);
        context.fill()?;
    }
    Ok(())
}

fn set_color(context: &cairo::Context, color: gdk::RGBA) {
    context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), color.alpha().into());
}

class!(Plot: gtk::Widget, role = Img);

impl Plot {
    /// Creates the plot of these values. `words` describes them for screen readers.
    pub fn new(values: &[f64], scale: Scale, words: &str) -> Self {
        let plot: Self = glib::Object::new();
        plot.imp().levels.replace(scale.levels(values));
        plot.imp().values.replace(values.to_vec());
        set_accessible_name(&plot, words);
        plot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_is_to_the_right_and_better_is_higher() {
        let (width, height, numbers) = (236.0, 120.0, NUMBERS);
        let room = Room { width, height, numbers, range: (0.0, 100.0), direction: TextDirection::Ltr };
        assert_eq!(room.place(0, 3, 0.0), (46.0, 110.0));
        assert_eq!(room.place(2, 3, 100.0), (226.0, 10.0));
        assert_eq!(room.place(0, 1, 50.0), (136.0, 60.0));
        let from_the_right = Room { direction: TextDirection::Rtl, ..room };
        assert_eq!(from_the_right.place(0, 3, 0.0), (190.0, 110.0));
        assert_eq!(from_the_right.place(2, 3, 100.0), (10.0, 10.0));
        let of_ratings = Room { range: (400.0, 600.0), ..room };
        assert_eq!([400.0, 550.0].map(|rating| of_ratings.level(rating)), [110.0, 35.0]);
    }

    #[test]
    fn lines_begin_behind_their_numbers() {
        assert_eq!(numbers_width([8, 22].into_iter()), NUMBERS);
        assert_eq!(numbers_width([16, 44].into_iter()), 50.0, "large text");
        assert_eq!(numbers_width(std::iter::empty()), NUMBERS);
    }

    #[test]
    fn the_lines_of_a_rating_are_round_numbers_around_all_values() {
        for (values, levels) in [
            (&[420.0, 455.0, 390.0][..], &[300.0, 400.0, 500.0][..]),
            (&[420.0], &[400.0, 500.0, 600.0]),
            (&[500.0], &[500.0, 600.0, 700.0]),
            (&[420.0, 1120.0], &[400.0, 600.0, 800.0, 1000.0, 1200.0]),
            (&[-3.0, 840.0], &[0.0, 500.0, 1000.0]),
            (&[-40.0, 840.0], &[-500.0, 0.0, 500.0, 1000.0]),
        ] {
            assert_eq!(&*Scale::Rating.levels(values), levels, "{values:?}");
        }
        assert_eq!(&*Scale::Percent.levels(&[55.0]), [0.0, 50.0, 100.0]);
    }

    #[test]
    fn values_that_are_far_apart_have_two_lines() {
        for values in [[-6000.0, 3000.0], [-1e9, 2e9], [-1e300, 1e300], [f64::NEG_INFINITY, f64::INFINITY]] {
            assert_eq!(*Scale::Rating.levels(&values), values);
        }
    }
}
