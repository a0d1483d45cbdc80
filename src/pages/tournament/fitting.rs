// SPDX-License-Identifier: GPL-3.0-or-later
//! How a grid of words fills an area, on paper and on the wall.

use std::rc::Rc;

use gtk::{cairo, pango};
use pangocairo::functions::{create_layout, show_layout};

use super::sheets::Grid;

/// Height of a line, as a part of the size of the letters.
const LINE: f64 = 1.35;
/// Space between two columns, as a part of the size of the letters.
const GAP: f64 = 0.9;
/// Maximum extra space between two columns in a wide area, as a part of the size of the letters.
const MOST_FREE: f64 = 4.0;
/// Largest height of a row to write in, as a part of the size of the letters.
const TALL: f64 = 2.4;
/// Space between two blocks of rows, as a part of the size of the letters.
const BLOCK_GAP: f64 = 2.0;
/// Maximum number of blocks of rows side by side.
const MOST_BLOCKS: usize = 4;
/// Size at which words are measured.
const MEASURED: f64 = 100.0;

/// Rows of a grid in a size that fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitting {
    /// Size of the letters, in units of the area.
    pub size: f64,
    /// Blocks side by side.
    pub blocks: usize,
    /// Rows of a block.
    pub rows: usize,
}

/// A page of a grid.
#[derive(Clone, Debug)]
pub struct Page {
    grid: Rc<Grid>,
    fitting: Fitting,
    /// Number among the pages of the grid, from 0.
    number: usize,
}

impl Page {
    /// Returns the pages of a grid in areas of this size. See [`Grid::fit`].
    pub fn all(grid: Grid, context: &cairo::Context, area: (f64, f64), least: f64, most: f64) -> Vec<Self> {
        let fitting = grid.fit(context, area, least, most);
        let (count, grid) = (grid.pages(fitting), Rc::new(grid));
        (0..count).map(|number| Self { grid: Rc::clone(&grid), fitting, number }).collect()
    }

    /// Draws the page in the current color.
    pub fn draw(&self, context: &cairo::Context, area: (f64, f64)) {
        self.grid.draw(context, area, self.fitting, self.number);
    }
}

impl Grid {
    /// Returns the widths of the columns at [`MEASURED`].
    fn widths(&self, context: &cairo::Context) -> Vec<f64> {
        let mut widths = vec![0.0_f64; self.ends.len()];
        for row in &self.rows {
            for (width, words) in widths.iter_mut().zip(row) {
                *width = width.max(width_of(context, words));
            }
        }
        widths
    }

    /// Returns how the rows fill an area of this size, with letters of at least `least`, if any
    /// number of rows on a page allows that, and at most `most`.
    pub fn fit(&self, context: &cairo::Context, (width, height): (f64, f64), least: f64, most: f64) -> Fitting {
        let widths = self.widths(context);
        let natural = (widths.iter().sum::<f64>() / MEASURED + GAP * widths.len() as f64).max(1.0);
        let across = |blocks: usize| natural * blocks as f64 + BLOCK_GAP * (blocks - 1) as f64;
        let count = self.rows.len().max(1);
        let largest = |blocks: usize, rows: usize| {
            // Two lines for the title.
            let down = height / (LINE * (rows as f64 + 2.0 + self.notes.len() as f64));
            down.min(width / across(blocks)).min(most)
        };
        let blocks = 1..=if self.is_list { MOST_BLOCKS } else { 1 };
        let whole = blocks.clone().map(|blocks| (blocks, count.div_ceil(blocks)));
        let fitting = |(blocks, rows)| Fitting { size: largest(blocks, rows), blocks, rows };
        // More pages do not make columns narrower.
        let least = least.min(width / across(1));
        let best = |one: &Fitting, other: &Fitting| one.size.total_cmp(&other.size);
        let all = whole.map(fitting).max_by(best).expect("there is one block");
        if all.size >= least || !self.has_pages {
            return all;
        }
        // As many rows on a page as letters of that size allow.
        let lines = height / (LINE * least) - 2.0;
        // Many notes make smaller letters, and not pages with few rows.
        let rows = (lines - self.notes.len() as f64).max(lines / 2.0) as usize;
        let most_shown = blocks.rev().find(|&blocks| across(blocks) * least <= width).unwrap_or(1);
        let rows = rows.clamp(1, count).max(self.heads() + 1);
        Fitting { size: largest(most_shown, rows).max(1.0), blocks: most_shown, rows }
    }

    /// Returns the number of columns that stay close to the next: those of the places.
    fn close(&self) -> usize {
        usize::from(self.ends.first() == Some(&true))
    }

    /// Returns the space between the other columns of a block of this width. They share what is
    /// free.
    fn space(&self, widths: &[f64], block: f64, size: f64) -> f64 {
        let gaps = widths.len().saturating_sub(1);
        let free = block - widths.iter().sum::<f64>() / MEASURED * size - GAP * size * gaps as f64;
        let most = if self.is_ruled { 0.0 } else { MOST_FREE * size };
        GAP * size + (free / gaps.saturating_sub(self.close()).max(1) as f64).clamp(0.0, most)
    }

    /// Returns the number of rows that each page begins with.
    fn heads(&self) -> usize {
        usize::from(self.has_head)
    }

    /// Returns the number of rows of a page besides its head, at least 1.
    fn rows_of_page(&self, fitting: Fitting) -> usize {
        (fitting.blocks * fitting.rows).saturating_sub(self.heads()).max(1)
    }

    pub fn pages(&self, fitting: Fitting) -> usize {
        self.rows.len().saturating_sub(self.heads()).div_ceil(self.rows_of_page(fitting)).max(1)
    }

    /// Returns the rows of a page.
    pub fn shown(&self, fitting: Fitting, page: usize) -> impl Iterator<Item = &Vec<String>> {
        let of_page = self.rows_of_page(fitting);
        let body = self.rows.iter().skip(self.heads() + page * of_page).take(of_page);
        self.rows.iter().take(self.heads()).chain(body)
    }

    fn draw(&self, context: &cairo::Context, (width, height): (f64, f64), fitting: Fitting, page: usize) {
        let Fitting { size, blocks, rows } = fitting;
        let widths = self.widths(context);
        let line = if self.is_ruled { (height / (rows as f64 + 3.0)).min(TALL * size) } else { LINE * size };
        // A long title leaves room for a clock.
        put_title(context, &self.title, size, 0.0, (width, 5.0));
        let top = 2.0 * line;
        let space = self.space(&widths, (width + BLOCK_GAP * size) / blocks as f64 - BLOCK_GAP * size, size);
        let mut bottom = top;
        for (place, row) in self.shown(fitting, page).enumerate() {
            let (block, down) = (place / rows, place % rows);
            let mut start = (width + BLOCK_GAP * size) / blocks as f64 * block as f64;
            let y = top + line * down as f64;
            for (column, ((words, natural), ends)) in row.iter().zip(&widths).zip(&self.ends).enumerate() {
                let natural = natural / MEASURED * size;
                let taken = width_of(context, words) / MEASURED * size;
                put(context, words, size, (if *ends { start + natural - taken } else { start }, y), false);
                start += natural + if column < self.close() { GAP * size } else { space };
            }
            bottom = bottom.max(y + line);
        }
        if self.is_ruled {
            let starts = widths.iter().scan(0.0, |start, natural| {
                *start += natural / MEASURED * size + GAP * size;
                Some(*start - GAP / 2.0 * size)
            });
            let lines: Vec<_> = starts.collect();
            let end = lines.last().copied().unwrap_or_default();
            lines.iter().for_each(|&x| rule(context, (x, top), (0.0, bottom - top)));
            let down = (1..).map(|row| top + line * f64::from(row)).take_while(|y| *y < bottom + 1.0);
            down.for_each(|y| rule(context, (0.0, y), (end, 0.0)));
        }
        for note in &self.notes {
            bottom += put_wrapped(context, note, 0.75 * size, (0.0, bottom + line / 4.0), width);
        }
    }
}

/// Draws a line from a point.
pub fn rule(context: &cairo::Context, (x, y): (f64, f64), (right, down): (f64, f64)) {
    context.set_line_width(0.5);
    context.move_to(x, y);
    context.rel_line_to(right, down);
    // An error stays with the context, and the page is incomplete.
    _ = context.stroke();
}

fn layout_of(context: &cairo::Context, words: &str, size: f64) -> pango::Layout {
    let layout = create_layout(context);
    let mut font = pango::FontDescription::from_string("Sans");
    font.set_absolute_size(size * f64::from(pango::SCALE));
    layout.set_font_description(Some(&font));
    layout.set_text(words);
    layout
}

fn width_of(context: &cairo::Context, words: &str) -> f64 {
    f64::from(layout_of(context, words, MEASURED).pixel_size().0)
}

/// Writes a line with letters of this size.
pub fn put(context: &cairo::Context, words: &str, size: f64, (x, y): (f64, f64), is_bold: bool) {
    let layout = layout_of(context, words, size);
    if is_bold {
        let mut font = layout.font_description().unwrap_or_default();
        font.set_weight(pango::Weight::Bold);
        layout.set_font_description(Some(&font));
    }
    context.move_to(x, y);
    show_layout(context, &layout);
}

/// Writes a bold line with letters of at most this size. A long one becomes smaller, and leaves the
/// width of `free` letters.
pub fn put_title(context: &cairo::Context, words: &str, most: f64, y: f64, (width, free): (f64, f64)) {
    // Bold words are wider than measured.
    let natural = width_of(context, words) / MEASURED * 1.2 + free;
    put(context, words, most.min(width / natural), (0.0, y), true);
}

/// Writes words in lines of this width, and returns their height.
fn put_wrapped(context: &cairo::Context, words: &str, size: f64, (x, y): (f64, f64), width: f64) -> f64 {
    let layout = layout_of(context, words, size);
    layout.set_width((width * f64::from(pango::SCALE)) as i32);
    context.move_to(x, y);
    show_layout(context, &layout);
    f64::from(layout.pixel_size().1)
}
