// SPDX-License-Identifier: GPL-3.0-or-later
//! Graph of a game as a ribbon: the higher its light part, the better for White. For drawn
//! positions it shows which side has the pressure. Estimates are hatched. A click leads to the
//! move.

use std::cell::{Cell, RefCell};
use std::f64::consts::TAU;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;
use gtk::{cairo, gdk};

use crate::board::{LookManager, look};
use crate::widgets::keys;
use morris_engine::Score;
use morris_solved::tablebase::Wdl;
use morris_teach::review::{Mark, Review, Worth};

/// Value of a position, as drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    /// White's share of the height, from 0 to 1.
    light: f64,
    /// Whether the value is only an estimate.
    estimated: bool,
}

/// Maximum shift of a drawn position by pressure, as a share of the height, to either side.
const PRESSED: f64 = 0.28;
/// Lowest height of a won position, and the distance of the fastest win from it.
const WON: f64 = 0.88;
const QUICK: f64 = 0.12;
/// Advantage, in hundredths of a man, that moves the ribbon half of the way to a win.
const HALF_WAY: f64 = 150.0;
/// Distance of a win, in plies, at which it is halfway between [`WON`] and the edge.
const HALF_WON: f64 = 12.0;

/// Maximum number of visible columns in a pixel, at twice the usual resolution.
const SEEN: f64 = 2.0;

/// A color as red, green, and blue, 0 to 1.
type Rgb = (f64, f64, f64);

/// Colors of the ribbon in the look of the program.
#[derive(Clone, Copy)]
struct Colors {
    light: Rgb,
    middle: Rgb,
    dark: Rgb,
    /// Color over the current position.
    accent: Rgb,
    /// Colors of good moves, doubtful ones, and mistakes, as those of values on the board.
    good: Rgb,
    doubtful: Rgb,
    bad: Rgb,
}

impl Colors {
    fn of(ribbon: &Ribbon) -> Self {
        let [light, middle, dark] = look::shades().map(rgb);
        let accent = ribbon.style_context().lookup_color("accent_bg_color").map_or(middle, rgb);
        let [good, doubtful, bad] = look::value_colors().map(rgb);
        Self { light, middle, dark, accent, good, doubtful, bad }
    }

    const fn of_mark(&self, mark: Mark) -> Rgb {
        match mark {
            Mark::OnlyMove => self.good,
            Mark::Slip | Mark::Blunder => self.bad,
            Mark::Doubtful => self.doubtful,
        }
    }
}

fn rgb(color: gdk::RGBA) -> Rgb {
    (color.red().into(), color.green().into(), color.blue().into())
}

mod imp {
    use super::*;

    type OnChosen = Box<dyn Fn(usize)>;

    #[derive(Default)]
    pub struct Ribbon {
        pub(super) columns: RefCell<Vec<Option<Column>>>,
        pub(super) marks: RefCell<Vec<Option<Mark>>>,
        /// Number of moves before the position on the board.
        pub(super) current: Cell<usize>,
        pub(super) words: RefCell<String>,
        pub(super) on_chosen: RefCell<Option<OnChosen>>,
    }

    impl ObjectImpl for Ribbon {
        fn constructed(&self) {
            self.parent_constructed();
            let ribbon = self.obj();
            ribbon.set_focusable(true);
            ribbon.set_overflow(gtk::Overflow::Hidden);
            ribbon.add_css_class("ribbon");
            LookManager::default().follow(&*ribbon, super::Ribbon::queue_draw);
            ribbon.listen();
            ribbon.connect_has_focus_notify(|ribbon| {
                // Later, when a screen reader knows that the focus is elsewhere.
                let ribbon = ribbon.downgrade();
                glib::idle_add_local_once(move || {
                    if let Some(ribbon) = ribbon.upgrade().filter(|ribbon| !ribbon.has_focus()) {
                        ribbon.describe(&ribbon.imp().words.borrow());
                    }
                });
            });
        }
    }

    impl WidgetImpl for Ribbon {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Horizontal => (120, 320, -1, -1),
                _ => (72, 96, -1, -1),
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let (width, height) = (self.obj().width() as f32, self.obj().height() as f32);
            let context = snapshot.append_cairo(&gtk::graphene::Rect::new(0.0, 0.0, width, height));
            // Ignore the error: a context that cannot draw has already failed, and the error has no
            // receiver.
            let _ = self.obj().draw(&context, width.into(), height.into());
        }
    }
}

class!(Ribbon: gtk::Widget, role = Slider);

impl Ribbon {
    pub fn show(&self, review: &Review) {
        let positions = review.plies.len() + 1;
        let column = |moves| review.worth(moves).map(|worth| column(worth, review.pressure(moves)));
        self.imp().columns.replace((0..positions).map(column).collect());
        self.imp().marks.replace(review.plies.iter().map(|ply| ply.mark).collect());
        self.update_property(&[Property::ValueMin(0.0), Property::ValueMax(review.plies.len() as f64)]);
        self.queue_draw();
    }

    pub fn clear(&self) {
        self.imp().columns.take();
        self.imp().marks.take();
        self.imp().current.set(0);
        let words = gettext("Reviewing…");
        self.describe(if self.has_focus() { "" } else { &words });
        self.imp().words.replace(words);
        self.queue_draw();
    }

    /// Marks the position after this number of moves. `words` is its description for screen
    /// readers.
    pub fn set_current(&self, moves: usize, words: &str) {
        self.imp().current.set(moves);
        self.imp().words.replace(words.to_owned());
        self.update_property(&[Property::ValueNow(moves as f64)]);
        self.describe(if self.has_focus() { "" } else { words });
        self.queue_draw();
    }

    /// Sets the description, since GTK (4.8) reports the text of a value to no screen reader. While
    /// the ribbon has the focus, the page announces each position, so a new description would
    /// repeat it.
    fn describe(&self, words: &str) {
        self.update_property(&[Property::Description(words)]);
    }

    /// Calls `call` with the number of moves before a chosen position.
    pub fn connect_chosen(&self, call: impl Fn(usize) + 'static) {
        self.imp().on_chosen.replace(Some(Box::new(call)));
    }

    fn listen(&self) {
        let click = gtk::GestureDrag::new();
        click.connect_drag_begin(weak!(ribbon = self, move |_, x, _| ribbon.choose_at(x)));
        click.connect_drag_update(weak!(
            ribbon = self,
            move |drag, x, _| if let Some((start, _)) = drag.start_point() {
                ribbon.choose_at(start + x);
            }
        ));
        self.add_controller(click);
        keys::connect(self, gtk::PropagationPhase::Bubble, |ribbon, key, state| {
            let leads_elsewhere = state.contains(gdk::ModifierType::ALT_MASK);
            if leads_elsewhere { glib::Propagation::Proceed } else { ribbon.key_pressed(key) }
        });
    }

    fn key_pressed(&self, key: gdk::Key) -> glib::Propagation {
        let (current, last) = (self.imp().current.get(), self.last());
        let wanted = match key {
            gdk::Key::Down => current.saturating_sub(1),
            gdk::Key::Up => current + 1,
            // The page handles single steps, which can also follow a refutation, Home, and End.
            _ => return glib::Propagation::Proceed,
        };
        self.choose(wanted.min(last));
        glib::Propagation::Stop
    }

    fn last(&self) -> usize {
        self.imp().columns.borrow().len().saturating_sub(1)
    }

    fn choose_at(&self, x: f64) {
        let (columns, width) = (self.last() as f64 + 1.0, f64::from(self.width().max(1)));
        let from_start = if self.is_mirrored() { width - x } else { x };
        let place = (from_start / width * columns).clamp(0.0, columns - 1.0);
        self.choose(place as usize);
    }

    /// Returns whether the game starts on the right.
    fn is_mirrored(&self) -> bool {
        self.direction() == gtk::TextDirection::Rtl
    }

    fn choose(&self, moves: usize) {
        if moves != self.imp().current.get() {
            if let Some(call) = &*self.imp().on_chosen.borrow() {
                call(moves);
            }
        }
    }

    fn draw(&self, context: &cairo::Context, width: f64, height: f64) -> Result<(), cairo::Error> {
        let (columns, marks) = (self.imp().columns.borrow(), self.imp().marks.borrow());
        let (each, colors) = (width / columns.len().max(1) as f64, Colors::of(self));
        if self.is_mirrored() {
            context.translate(width, 0.0);
            context.scale(-1.0, 1.0);
        }
        fill(context, colors.dark, 1.0, (0.0, 0.0, width, height))?;
        // A long game has more columns than can be seen.
        let step = (1.0 / (SEEN * each)).ceil().max(1.0) as usize;
        for (moves, column) in columns.iter().enumerate().step_by(step) {
            let x = moves as f64 * each;
            // Slightly wider, so that there is no visible seam.
            let wide = each * step as f64 + 0.5;
            match column {
                Some(Column { light, estimated }) => {
                    fill(context, colors.light, 1.0, (x, height * (1.0 - light), wide, height * light))?;
                    if *estimated {
                        hatch(context, colors.middle, (x, 0.0, wide, height))?;
                    }
                }
                None => fill(context, colors.middle, 1.0, (x, 0.0, wide, height))?,
            }
        }
        fill(context, colors.middle, 0.7, (0.0, (height / 2.0).round(), width, 1.0))?;
        let current = self.imp().current.get() as f64;
        fill(context, colors.accent, 0.55, ((current * each).floor(), 0.0, each.max(3.0), height))?;
        let mut last = None;
        for (number, mark) in marks.iter().enumerate() {
            let shown = mark.map(|mark| (mark, ((number as f64 + 1.5) * each * SEEN) as i64));
            if let Some((mark, _)) = shown.filter(|_| shown != last) {
                draw_mark(context, mark, colors.of_mark(mark), (number as f64 + 1.5) * each)?;
                last = shown;
            }
        }
        Ok(())
    }
}

/// Draws a mark. The marks differ in shape, since not everyone sees their colors: a disc for the
/// only move, a triangle for a slip, a diamond for a blunder, and a square for a doubtful move.
fn draw_mark(context: &cairo::Context, mark: Mark, (red, green, blue): Rgb, x: f64) -> Result<(), cairo::Error> {
    let corners: &[(f64, f64)] = match mark {
        Mark::OnlyMove => &[],
        Mark::Slip => &[(0.0, -5.0), (5.0, 4.0), (-5.0, 4.0)],
        Mark::Blunder => &[(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)],
        Mark::Doubtful => &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
    };
    context.new_path();
    corners.iter().for_each(|(right, down)| context.line_to(x + right, 10.0 + down));
    if corners.is_empty() {
        context.arc(x, 10.0, 4.5, 0.0, TAU);
    } else {
        context.close_path();
    }
    // A light rim within a dark one is visible on light and dark columns.
    for (width, shade) in [(4.0, 0.1), (2.5, 1.0)] {
        context.set_line_width(width);
        context.set_source_rgb(shade, shade, shade);
        context.stroke_preserve()?;
    }
    context.set_source_rgb(red, green, blue);
    context.fill()
}

fn fill(
    context: &cairo::Context,
    (red, green, blue): Rgb,
    alpha: f64,
    (x, y, width, height): (f64, f64, f64, f64),
) -> Result<(), cairo::Error> {
    context.set_source_rgba(red, green, blue, alpha);
    context.rectangle(x, y, width, height);
    context.fill()
}

/// Draws diagonal lines over an estimate. Their positions do not depend on the columns.
fn hatch(
    context: &cairo::Context,
    (red, green, blue): Rgb,
    (x, y, width, height): (f64, f64, f64, f64),
) -> Result<(), cairo::Error> {
    context.save()?;
    context.rectangle(x, y, width, height);
    context.clip();
    context.set_source_rgba(red, green, blue, 0.8);
    context.set_line_width(1.5);
    let first = ((x - height) / HATCH).floor() as i64;
    let last = ((x + width) / HATCH).ceil() as i64;
    for line in first..=last {
        let start = line as f64 * HATCH;
        context.move_to(start, y + height);
        context.line_to(start + height, y);
    }
    context.stroke()?;
    context.restore()
}

/// Distance between two lines of the hatching, in pixels.
const HATCH: f64 = 8.0;

fn column(worth: Worth, pressure: Option<f64>) -> Column {
    match worth {
        Worth::Exact(known) => Column { light: exact(known.value, known.plies, pressure), estimated: false },
        Worth::Estimate(score) => Column { light: estimate(score), estimated: true },
    }
}

fn exact(value: Wdl, plies: Option<u8>, pressure: Option<f64>) -> f64 {
    let inside = plies.map_or(0.0, |plies| QUICK * HALF_WON / (HALF_WON + f64::from(plies)));
    match value {
        Wdl::Win => WON + inside,
        Wdl::Draw => 0.5 + PRESSED * pressure.unwrap_or(0.0),
        Wdl::Loss => 1.0 - WON - inside,
    }
}

fn estimate(score: Score) -> f64 {
    match score {
        Score::Win(_) | Score::Won => WON,
        Score::Loss(_) | Score::Lost => 1.0 - WON,
        Score::Draw => 0.5,
        Score::Value(value) => {
            let lead = f64::from(value);
            0.5 + (WON - 0.5) * lead / (lead.abs() + HALF_WAY)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_for_white_the_higher() {
        let heights = [
            exact(Wdl::Loss, Some(1), None),
            exact(Wdl::Loss, Some(40), None),
            exact(Wdl::Loss, None, None),
            exact(Wdl::Draw, None, Some(-1.0)),
            estimate(Score::Value(-300)),
            exact(Wdl::Draw, None, None),
            estimate(Score::Value(40)),
            exact(Wdl::Draw, None, Some(1.0)),
            exact(Wdl::Win, None, None),
            exact(Wdl::Win, Some(1), None),
        ];
        assert!(heights.windows(2).all(|pair| pair[0] < pair[1]), "{heights:?}");
        assert!(heights.iter().all(|height| (0.0..=1.0).contains(height)));
    }
}
