// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws text on the board as if engraved in the wood. Also draws the values of moves beside their
//! points: a disc for a win, a square for a draw, and a diamond for a loss, each with its letter
//! and, if known, the number of moves to go.

use std::f64::consts::{FRAC_PI_4, TAU};

use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::prelude::*;
use gtk::{cairo, graphene, gsk, pango};

use morris::Point;
use morris_engine::Plies;
use morris_paint::geometry::{Coordinates, Geometry, Place, field, frame_scale, has_marks, place_of};
use morris_paint::style::Palette;
use morris_solved::tablebase::{ProbeResult, Wdl};

use super::canvas::Canvas;
use super::markers::{Markers, outlined};
use super::to_gdk::rgba;
use super::view::BoardView;
use crate::text::i18n::{gettext_f, list};

/// Offset of a point's name from the point to the right and down, in spacings.
const BESIDE: f32 = 0.21;
/// Size of the names of points, in spacings.
const NAME_SIZE: f32 = 0.2;
/// Font of the board and of titles: a serif with Latin, Greek, and Cyrillic.
pub const FONT: &str = "P052,Serif Bold";

/// Draws text in one color on a canvas.
pub struct Lettering<'a> {
    /// View whose font context is used.
    pub view: &'a BoardView,
    pub canvas: &'a Canvas<'a>,
    /// Color, as `0xRRGGBB`.
    pub hex: u32,
    /// Darkness of the engraved edge above and to the left of a letter, from 0 to 1. 0 means that
    /// letters are not engraved.
    pub cut: f32,
}

impl Lettering<'_> {
    /// Draws the names of the columns and rows on the frame.
    pub fn coordinates(&self) {
        if self.canvas.art.spec.frame.coordinates == Coordinates::Hidden {
            return;
        }
        let geometry = &self.canvas.geometry;
        if !has_marks(geometry.board) {
            return self.names();
        }
        for (letter, x) in geometry.board.columns() {
            self.text_at(&letter.to_string(), geometry.letter_center(x), geometry.letter_size());
        }
        for (digit, y) in geometry.board.ranks() {
            self.text_at(&digit.to_string(), geometry.digit_center(y), geometry.letter_size());
        }
    }

    /// Draws the names of the points beside them and under the men, for boards whose frame cannot
    /// show coordinates.
    fn names(&self) {
        let geometry = &self.canvas.geometry;
        for point in geometry.board.points() {
            let Place { x, y } = geometry.turned(place_of(geometry.board, point));
            self.text(geometry.board.name(point), Place { x: x + BESIDE, y: y + BESIDE }, NAME_SIZE);
        }
    }

    /// Draws text centered on a place in spacings from the middle of the board as displayed.
    pub fn text(&self, text: &str, place: Place, size: f32) {
        let geometry = &self.canvas.geometry;
        self.text_at(text, geometry.to_pixels(geometry.turned(place)), size);
    }

    /// Draws text centered on a place in logical pixels. `size` is in spacings.
    pub fn text_at(&self, text: &str, middle: Place, size: f32) {
        let geometry = &self.canvas.geometry;
        let layout = layout(self.view, text, size * geometry.spacing);
        let (width, height) = layout.pixel_size();
        let left = geometry.snap(middle.x - width as f32 / 2.0);
        let top = geometry.snap(middle.y - height as f32 / 2.0);
        cut_text(self.canvas.snapshot, &layout, (left, top), self.hex, self.cut);
    }
}

/// Lays out text in the font of the board. `size` is in logical pixels.
fn layout(view: &BoardView, text: &str, size: f32) -> pango::Layout {
    let layout = view.create_pango_layout(Some(text));
    let mut font = pango::FontDescription::from_string(FONT);
    font.set_absolute_size(f64::from(size) * f64::from(pango::SCALE));
    layout.set_font_description(Some(&font));
    layout
}

/// Draws text at a place in logical pixels as if engraved in the background: its upper left edge is
/// in the shade.
pub fn cut_text(snapshot: &gtk::Snapshot, layout: &pango::Layout, (left, top): (f32, f32), hex: u32, cut: f32) {
    for (shift, hex, alpha) in [(-1.0, 0x000000, cut), (0.0, hex, 1.0)] {
        snapshot.save();
        snapshot.translate(&graphene::Point::new(left + shift, top + shift));
        snapshot.append_layout(layout, &rgba(hex, alpha));
        snapshot.restore();
    }
}

/// Offset of a mark from its point to the right and up, in spacings.
const ASIDE: f32 = 0.29;
/// Half the width of a mark, in spacings.
const RADIUS: f64 = 0.17;
/// Size of the letter in a mark, in spacings.
const LETTER: f32 = 0.22;
/// Size of the number of moves beside a mark, in spacings.
const MOVES: f32 = 0.2;
const WHITE: u32 = 0xff_ff_ff;
/// Size of the legend above the board, in spacings.
const LEGEND: f32 = 0.19;
/// Minimum size of the legend, in logical pixels.
const LEAST_LEGEND: f32 = 11.0;
/// Distance from the inner edge of the frame to the middle of the legend, in spacings.
const INTO_FRAME: f32 = 0.15;
/// Space beside the words on the plate of the legend, in sizes of the legend.
const PLATE_MARGIN: f32 = 0.6;
const PLATE: u32 = 0x1a_0f_08;

/// A point, and the best value that a tap there can lead to.
type Value = (Point, ProbeResult);

/// Returns the values to mark, and the others: the best ones are marked, unless most are best. If
/// all are wins or all are losses, the best are the quick wins or the slow losses.
fn exceptions(values: &[Value]) -> (Vec<Value>, Vec<Value>) {
    let all = || values.iter().map(|(_, known)| known);
    let best = all().map(|known| known.value).max();
    let plies = all().filter_map(|known| known.plies);
    let plies = if best == Some(Wdl::Win) { plies.min() } else { plies.max() };
    let are_alike = all().all(|known| Some(known.value) == best);
    let is_best = |&(_, known): &Value| Some(known.value) == best && (!are_alike || known.plies == plies);
    let (best, others): (Vec<_>, Vec<_>) = values.iter().copied().partition(is_best);
    if best.len() <= others.len() { (best, others) } else { (others, best) }
}

/// Returns the legend of the marks on the board, which says what the points without one are.
fn legend(marked: &[Value], others: &[Value]) -> String {
    let meanings = [
        // Translators: what a mark on the board means: a move that wins
        (Wdl::Win, '●', pgettext("value of a move", "wins")),
        // Translators: what a mark on the board means: a move that draws
        (Wdl::Draw, '■', pgettext("value of a move", "draws")),
        // Translators: what a mark on the board means: a move that loses
        (Wdl::Loss, '◆', pgettext("value of a move", "loses")),
    ];
    let has = |values: &[Value], value| values.iter().any(|(_, found)| found.value == value);
    let signs = meanings.iter().filter(|&&(value, ..)| has(marked, value));
    let mut parts: Vec<_> = signs.map(|(_, mark, words)| format!("{mark} {words}")).collect();
    let unmarked = meanings.iter().filter(|&&(value, ..)| has(others, value) && !has(marked, value));
    let unmarked: Vec<_> = unmarked.map(|(.., words)| words).collect();
    if !unmarked.is_empty() {
        // Translators: what points without a mark on the board mean: {values} are for example
        // “draws” or “draws, loses”
        parts.push(gettext_f("no mark: {values}", &[("values", &list(&unmarked))]));
    }
    if marked.iter().any(|(_, found)| found.plies.is_some()) {
        // Translators: what a number beside a mark on the board means: the number of moves of one
        // side
        parts.push(pgettext("value of a move", "12: moves left"));
    }
    parts.join("   ")
}

/// Returns the sentence for a position where all moves have the same value.
fn all_alike(value: Wdl) -> String {
    match value {
        Wdl::Win => gettext("Every move wins"),
        Wdl::Draw => gettext("Every move draws"),
        Wdl::Loss => gettext("Every move loses"),
    }
}

/// Returns the sentence for a position where every man or point has the same value with best play.
fn best_alike(value: Wdl) -> String {
    match value {
        // Translators: with each of the pieces, or from each of the points, that can be chosen
        Wdl::Win => gettext("You can win with any of these"),
        // Translators: with each of the pieces, or from each of the points, that can be chosen
        Wdl::Draw => gettext("You can draw with any of these"),
        Wdl::Loss => gettext("Every move loses"),
    }
}

/// Returns the size of the legend in logical pixels.
fn legend_size(geometry: &Geometry) -> f32 {
    (LEGEND * frame_scale(geometry.board) * geometry.spacing).max(LEAST_LEGEND)
}

impl BoardView {
    pub(super) fn draw_values(&self, markers: &Markers) {
        let values = self.imp().values.borrow();
        if values.is_empty() {
            return;
        }
        let legend = self.common_value().unwrap_or_else(|| {
            let (marked, others) = exceptions(&values);
            marked.iter().for_each(|&(point, value)| self.draw_value(markers, point, value));
            legend(&marked, &others)
        });
        self.draw_legend(&markers.canvas, &legend);
    }

    /// Draws the legend over the far side of the frame, on a plate, since it may be larger than the
    /// frame, or over the free part of a tray.
    fn draw_legend(&self, canvas: &Canvas, words: &str) {
        let (geometry, snapshot) = (&canvas.geometry, canvas.snapshot);
        let size = legend_size(geometry);
        let layout = layout(self, words, size);
        let margin = size * PLATE_MARGIN;
        let most = (geometry.side - 2.0 * margin) as i32;
        if layout.pixel_size().0 > most {
            layout.set_width(most * pango::SCALE);
            layout.set_ellipsize(pango::EllipsizeMode::End);
        }
        let (width, height) = layout.pixel_size();
        let (width, height) = (width as f32, height as f32);
        let above = (field(geometry.board) + INTO_FRAME * frame_scale(geometry.board)) * geometry.spacing;
        let middle = geometry.to_pixels(Place::default());
        let ends = (middle.x - most as f32 / 2.0, middle.x + most as f32 / 2.0 - width);
        let free = geometry.to_pixels(self.middle_of_far_side());
        let left = geometry.snap((free.x - width / 2.0).clamp(ends.0, ends.1.max(ends.0)));
        let top = geometry.snap((middle.y - above - height / 2.0).max(geometry.top));
        let plate = graphene::Rect::new(left - margin, top, width + 2.0 * margin, height);
        snapshot.push_rounded_clip(&gsk::RoundedRect::from_rect(plate, height / 2.0));
        snapshot.append_color(&rgba(PLATE, 0.8), &plate);
        snapshot.pop();
        cut_text(snapshot, &layout, (left, top), WHITE, 0.0);
    }

    /// Returns the sentence shown instead of marks when all points have the same value.
    pub fn common_value(&self) -> Option<String> {
        let values = self.imp().values.borrow();
        let &(_, first) = values.first()?;
        let same = values.iter().all(|&(_, value)| value == first);
        let words = if self.imp().values_alike.get() { all_alike } else { best_alike };
        same.then(|| words(first.value))
    }

    fn draw_value(&self, markers: &Markers, point: Point, verdict: ProbeResult) {
        let geometry = &markers.canvas.geometry;
        let (center, spacing) = (geometry.center(point), geometry.spacing);
        let middle = Place { x: center.x + ASIDE * spacing, y: center.y - ASIDE * spacing };
        let room = RADIUS as f32 * 2.0 * spacing;
        let bounds = graphene::Rect::new(middle.x - room, middle.y - room, 2.0 * room, 2.0 * room);
        let context = markers.canvas.snapshot.append_cairo(&bounds);
        context.translate(middle.x.into(), middle.y.into());
        context.scale(spacing.into(), spacing.into());
        outline_of(&context, verdict.value, RADIUS);
        let color = rgba(color(verdict.value, &markers.palette), 1.0);
        context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), 1.0);
        // Ignore the error: a context that cannot draw has already failed, and the error has no
        // receiver.
        let _ = context.fill_preserve();
        outlined(&context, 0.025, WHITE);
        let lettering = Lettering { view: self, canvas: &markers.canvas, hex: WHITE, cut: 0.55 };
        lettering.text_at(&letter(verdict.value), middle, LETTER);
        if let Some(plies) = verdict.plies {
            let beside = Place { x: middle.x + 0.32 * spacing, y: middle.y };
            let Palette { letters: hex, cut, .. } = markers.palette;
            let moves = Plies(plies.into()).own_moves().to_string();
            Lettering { hex, cut, ..lettering }.text_at(&moves, beside, MOVES);
        }
    }
}

/// Sets the path to the outline of a mark with this radius.
pub fn outline_of(context: &cairo::Context, value: Wdl, radius: f64) {
    context.new_path();
    match value {
        Wdl::Win => context.arc(0.0, 0.0, radius, 0.0, TAU),
        Wdl::Draw => context.rectangle(-radius * 0.9, -radius * 0.9, radius * 1.8, radius * 1.8),
        Wdl::Loss => {
            context.rotate(FRAC_PI_4);
            context.rectangle(-radius * 0.85, -radius * 0.85, radius * 1.7, radius * 1.7);
            context.rotate(-FRAC_PI_4);
        }
    }
}

pub const fn color(value: Wdl, palette: &Palette) -> u32 {
    match value {
        Wdl::Win => palette.win,
        Wdl::Draw => palette.draw,
        Wdl::Loss => palette.loss,
    }
}

pub fn letter(value: Wdl) -> String {
    match value {
        // Translators: one letter on the board: this move wins
        Wdl::Win => pgettext("value of a move", "W"),
        // Translators: one letter on the board: this move draws
        Wdl::Draw => pgettext("value of a move", "D"),
        // Translators: one letter on the board: this move loses
        Wdl::Loss => pgettext("value of a move", "L"),
    }
}

#[cfg(test)]
mod tests {
    use morris::PLAIN_24;
    use morris_paint::geometry::Facing;

    use super::*;

    #[test]
    fn legend_names_the_marks_on_the_board() {
        let [a1, d1]: [Point; 2] = ["a1", "d1"].map(|name| name.parse().unwrap());
        let known = |value, plies| ProbeResult { value, plies };
        let (loss, draw) = ((a1, known(Wdl::Loss, None)), (d1, known(Wdl::Draw, None)));
        assert_eq!(legend(&[loss, draw], &[]), "■ draws   ◆ loses");
        assert_eq!(legend(&[loss], &[draw, draw]), "◆ loses   no mark: draws");
        let win = (a1, known(Wdl::Win, Some(3)));
        assert_eq!(legend(&[win], &[draw, loss]), "● wins   no mark: draws, loses   12: moves left");
        assert_eq!(legend(&[draw], &[win, win]), "■ draws   no mark: wins", "a number without a mark is not shown");
        assert_eq!(legend(&[win], &[win, win]), "● wins   12: moves left");
    }

    #[test]
    fn marks_are_on_the_best_or_on_the_few_and_never_on_most() {
        let point: Point = "a1".parse().unwrap();
        let many = |value, plies, count: usize| std::iter::repeat_n((point, ProbeResult { value, plies }), count);
        let marked = |values: Vec<Value>| {
            let (marked, others) = exceptions(&values);
            assert_eq!(marked.len() + others.len(), values.len());
            assert!(marked.len() <= others.len());
            marked.into_iter().map(|(_, known)| (known.value, known.plies)).collect::<Vec<_>>()
        };
        let [wins, draws, losses] = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(|value| move |count| many(value, None, count));
        assert_eq!(marked(draws(14).chain(wins(2)).collect()), [(Wdl::Win, None); 2]);
        assert_eq!(marked(draws(18).chain(losses(1)).collect()), [(Wdl::Loss, None)]);
        assert_eq!(marked(wins(2).chain(draws(14)).chain(losses(3)).collect()), [(Wdl::Win, None); 2]);
        let few = marked(wins(7).chain(draws(3)).chain(losses(1)).collect());
        assert_eq!(few.iter().filter(|(value, _)| *value == Wdl::Draw).count(), 3);
        assert_eq!(few.len(), 4);
        let quick = many(Wdl::Win, Some(3), 2).chain(many(Wdl::Win, Some(9), 5));
        assert_eq!(marked(quick.collect()), [(Wdl::Win, Some(3)); 2]);
        let slow = many(Wdl::Loss, Some(4), 3).chain(many(Wdl::Loss, Some(8), 1));
        assert_eq!(marked(slow.collect()), [(Wdl::Loss, Some(8))]);
        // A win is the exception among losses, however long it takes.
        let counted = many(Wdl::Win, Some(9), 1).chain(many(Wdl::Win, Some(3), 1)).chain(losses(2));
        assert_eq!(marked(counted.collect()).len(), 2);
    }

    #[test]
    fn the_legend_is_legible_on_every_board() {
        for (side, least) in [(32, 11.0), (322, 11.0), (1000, 22.0)] {
            let geometry = Geometry::new((side, side), 1, &PLAIN_24, Coordinates::Shown, Facing::White);
            assert!(legend_size(&geometry) >= least, "{side}");
        }
    }

    #[gtk::test]
    fn equal_values_are_listed_once() {
        adw::init().unwrap();
        let (view, draw) = (BoardView::new(), ProbeResult { value: Wdl::Draw, plies: None });
        let [a1, d1]: [Point; 2] = ["a1", "d1"].map(|name| name.parse().unwrap());
        view.set_values(&[(a1, draw), (d1, draw)], true);
        assert_eq!(view.common_value().as_deref(), Some("Every move draws"));
        view.set_values(&[(a1, draw), (d1, draw)], false);
        assert_eq!(view.common_value().as_deref(), Some("You can draw with any of these"));
        view.set_values(&[(a1, draw), (d1, ProbeResult { value: Wdl::Win, plies: None })], false);
        assert_eq!(view.common_value(), None);
    }
}
