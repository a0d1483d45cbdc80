// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws text on the board as if engraved in the wood. Also draws the values of moves beside their
//! points: a disc for a win, a square for a draw, and a diamond for a loss, each with its letter
//! and, if known, the number of moves to go.

use std::f64::consts::{FRAC_PI_4, TAU};

use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::prelude::*;
use gtk::{cairo, graphene, pango};

use morris::Point;
use morris_engine::Plies;
use morris_paint::geometry::{Coordinates, Place, field, frame_scale, has_marks, place_of};
use morris_paint::style::Palette;
use morris_solved::tablebase::{ProbeResult, Wdl};

use super::canvas::Canvas;
use super::markers::{Markers, outlined};
use super::to_gdk::rgba;
use super::view::BoardView;

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
        let layout = self.view.create_pango_layout(Some(text));
        let mut font = pango::FontDescription::from_string(FONT);
        font.set_absolute_size(f64::from(size * geometry.spacing) * f64::from(pango::SCALE));
        layout.set_font_description(Some(&font));
        let (width, height) = layout.pixel_size();
        let left = geometry.snap(middle.x - width as f32 / 2.0);
        let top = geometry.snap(middle.y - height as f32 / 2.0);
        cut_text(self.canvas.snapshot, &layout, (left, top), self.hex, self.cut);
    }
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
/// Distance from the inner edge of the frame to the middle of the legend, in spacings.
const INTO_FRAME: f32 = 0.15;

/// Returns the legend of the marks on the board.
fn legend(values: &[(Point, ProbeResult)]) -> String {
    let meanings = [
        // Translators: what a mark on the board means: a move that wins
        (Wdl::Win, '●', pgettext("value of a move", "wins")),
        // Translators: what a mark on the board means: a move that draws
        (Wdl::Draw, '■', pgettext("value of a move", "draws")),
        // Translators: what a mark on the board means: a move that loses
        (Wdl::Loss, '◆', pgettext("value of a move", "loses")),
    ];
    let present = meanings.into_iter().filter(|&(value, ..)| values.iter().any(|(_, found)| found.value == value));
    let mut parts: Vec<_> = present.map(|(_, mark, words)| format!("{mark} {words}")).collect();
    if values.iter().any(|(_, found)| found.plies.is_some()) {
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

impl BoardView {
    pub(super) fn draw_values(&self, markers: &Markers) {
        let values = self.imp().values.borrow();
        if values.is_empty() {
            return;
        }
        let legend = self.common_value().unwrap_or_else(|| {
            values.iter().for_each(|&(point, value)| self.draw_value(markers, point, value));
            legend(&values)
        });
        let Palette { letters: hex, cut, .. } = markers.palette;
        let lettering = Lettering { view: self, canvas: &markers.canvas, hex, cut };
        let geometry = &markers.canvas.geometry;
        let (scale, middle) = (frame_scale(geometry.board), geometry.to_pixels(Place::default()));
        let above = (field(geometry.board) + INTO_FRAME * scale) * geometry.spacing;
        lettering.text_at(&legend, Place { x: middle.x, y: middle.y - above }, LEGEND * scale);
    }

    /// Returns the sentence shown instead of marks when all points have the same value.
    #[must_use]
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

/// Returns the color of a mark.
pub const fn color(value: Wdl, palette: &Palette) -> u32 {
    match value {
        Wdl::Win => palette.win,
        Wdl::Draw => palette.draw,
        Wdl::Loss => palette.loss,
    }
}

/// Returns the letter of a value in a mark.
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
    use super::*;

    #[test]
    fn legend_names_the_marks_on_the_board() {
        let [a1, d1]: [Point; 2] = ["a1", "d1"].map(|name| name.parse().unwrap());
        let known = |value, plies| ProbeResult { value, plies };
        assert_eq!(legend(&[(a1, known(Wdl::Loss, None)), (d1, known(Wdl::Draw, None))]), "■ draws   ◆ loses");
        let counted = [(a1, known(Wdl::Win, Some(3))), (d1, known(Wdl::Draw, None))];
        assert_eq!(legend(&counted), "● wins   ■ draws   12: moves left");
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
