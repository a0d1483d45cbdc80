// SPDX-License-Identifier: GPL-3.0-or-later
//! Prints pairings, score sheets, tables, and the bracket, or saves them as PDF.

use std::fs::File;
use std::io::Read;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::cairo;

use morris::ByColor;
use morris_club::{Meeting, Tournament};
use rustix::fs::{MemfdFlags, memfd_create};

use super::TournamentPage;
use super::fitting::{Page, put, put_title, rule};
use super::sheets::{Columns, Grid};
use crate::text::describe::{self, club};
use crate::text::i18n::gettext_f;
use crate::widgets::callbacks::add_action_with;

/// Largest and smallest letters, in points.
const LETTERS: (f64, f64) = (16.0, 9.0);
/// Margin of the page, in points.
const MARGIN: f64 = 36.0;
/// Moves of a score sheet, of each color.
const MOVES: usize = 30;
/// Columns of moves of a score sheet.
const MOVE_COLUMNS: usize = 2;

/// A page on paper.
enum Sheet {
    Grid(Page),
    /// Score sheets of two games, each with its title.
    Scores(Vec<String>),
}

impl TournamentPage {
    pub(super) fn add_printing(&self) {
        let actions = &self.imp().actions;
        add_action_with(actions, "print", self, |page, what: String| page.print(&what, None));
        add_action_with(actions, "save-pdf", self, |page, what: String| page.ask_pdf(&what));
    }

    /// Returns whether there is something to print. Says so if there is not.
    fn has_sheets(&self, what: &str) -> bool {
        let has = self.now().is_some_and(|tournament| match what {
            "pairings" | "scores" => !tournament.rounds().is_empty(),
            "bracket" => Grid::bracket(&tournament).is_some(),
            _ => !tournament.entrants().is_empty(),
        });
        if !has {
            self.messages().answer(&gettext("That is not possible."));
        }
        has
    }

    fn ask_pdf(&self, what: &str) {
        if !self.has_sheets(what) {
            return;
        }
        let name = self.tournaments().id().map(|id| format!("{id}.pdf")).unwrap_or_default();
        let what = what.to_owned();
        let title = gettext("Save as PDF");
        self.ask_for_file(&title, gtk::FileChooserAction::Save, &gettext("Save"), &name, move |page, path| {
            path.into_iter().for_each(|path| page.print(&what, Some(path)));
        });
    }

    /// Prints with the dialog of the desktop, or writes a PDF file.
    pub(super) fn print(&self, what: &str, file: Option<PathBuf>) {
        let Some(tournament) = self.now().filter(|_| self.has_sheets(what)) else { return };
        let (operation, what) = (gtk::PrintOperation::new(), what.to_owned());
        operation.set_job_name(&tournament.settings().name);
        let pages: Rc<std::cell::OnceCell<Vec<Sheet>>> = Rc::default();
        let (made, round) = (Rc::clone(&pages), self.imp().round.get());
        operation.connect_begin_print(move |operation, context| {
            let area = (context.width() - 2.0 * MARGIN, context.height() - 2.0 * MARGIN);
            let sheets = made.get_or_init(|| sheets(&tournament, &what, round, &context.cairo_context(), area));
            operation.set_n_pages(sheets.len().max(1) as i32);
        });
        operation.connect_draw_page(move |_, context, number| {
            let cairo = context.cairo_context();
            let area = (context.width() - 2.0 * MARGIN, context.height() - 2.0 * MARGIN);
            cairo.set_source_rgb(0.0, 0.0, 0.0);
            cairo.translate(MARGIN, MARGIN);
            match pages.get().and_then(|pages| pages.get(number as usize)) {
                Some(Sheet::Grid(page)) => page.draw(&cairo, area),
                Some(Sheet::Scores(titles)) => draw_scores(&cairo, area, titles),
                None => {}
            }
        });
        let window = self.root().and_downcast::<gtk::Window>();
        let failed = |error: &dyn std::error::Error| {
            tracing::warn!("{error}");
            self.messages().tell(&gettext("Could not print."));
        };
        let Some(path) = file else {
            let ran = operation.run(gtk::PrintOperationAction::PrintDialog, window.as_ref());
            return ran.map_or_else(|error| failed(&error), drop);
        };
        // The PDF is made in memory: GTK reports no error of a full disk.
        let mut pdf = match memfd_create("pdf", MemfdFlags::CLOEXEC) {
            Ok(memory) => File::from(memory),
            Err(error) => return failed(&error),
        };
        operation.set_export_filename(format!("/proc/self/fd/{}", pdf.as_raw_fd()));
        match operation.run(gtk::PrintOperationAction::Export, window.as_ref()) {
            Ok(_) => self.export(path, move || {
                let mut bytes = Vec::new();
                _ = pdf.read_to_end(&mut bytes).inspect_err(|error| tracing::error!("{error}"));
                bytes
            }),
            Err(error) => failed(&error),
        }
    }
}

/// Returns the pages of a kind.
fn sheets(tournament: &Tournament, what: &str, round: usize, context: &cairo::Context, area: (f64, f64)) -> Vec<Sheet> {
    let grids = match what {
        "scores" => return scores(tournament, round),
        "table" => Grid::tables(tournament, Columns::Paper),
        "empty" => vec![Grid::empty(tournament)],
        "bracket" => Grid::bracket(tournament).into_iter().collect(),
        _ => vec![Grid::pairings(tournament, round)],
    };
    // Paper has one column of pairs as long as it is readable.
    let pages = |grid| Page::all(grid, context, area, LETTERS.1, LETTERS.0);
    grids.into_iter().flat_map(pages).map(Sheet::Grid).collect()
}

/// Returns a score sheet for each game of a round, two a page.
fn scores(tournament: &Tournament, round: usize) -> Vec<Sheet> {
    let meetings = tournament.rounds().get(round).map_or(&[][..], |round| &round.meetings);
    let of = |(table, meeting): (usize, &Meeting)| {
        let title = move |game: usize| {
            let ByColor { white, black } = meeting.players(game);
            gettext_f(
                "Round {round}, table {table}, game {game}: {white} (White) against {black} (Black)",
                &[
                    ("round", &(round + 1).to_string()),
                    ("table", &(table + 1).to_string()),
                    ("game", &(game + 1).to_string()),
                    ("white", club::name(tournament, white)),
                    ("black", club::name(tournament, black)),
                ],
            )
        };
        (0..meeting.games.len()).map(title).collect::<Vec<_>>()
    };
    let titles: Vec<_> = meetings.iter().enumerate().flat_map(of).collect();
    titles.chunks(2).map(|titles| Sheet::Scores(titles.to_vec())).collect()
}

/// Draws the score sheets of a page: lines for the moves and the clocks, and for the result.
fn draw_scores(context: &cairo::Context, (width, height): (f64, f64), titles: &[String]) {
    let half = height / 2.0;
    for (place, title) in titles.iter().enumerate() {
        let top = half * place as f64;
        put_title(context, title, 11.0, top, (width, 0.0));
        let rows = MOVES / MOVE_COLUMNS;
        let (column, line) = (width / MOVE_COLUMNS as f64, (half - 70.0) / rows as f64);
        for number in 0..MOVES {
            let (x, y) = (column * (number / rows) as f64, top + 24.0 + line * (number % rows) as f64);
            put(context, &describe::number(number + 1), 8.0, (x, y + line - 12.0), false);
            for cell in 0..2 {
                let start = x + 20.0 + (column - 30.0) / 2.0 * f64::from(cell);
                rule(context, (start, y + line - 2.0), ((column - 30.0) / 2.0 - 8.0, 0.0));
            }
        }
        let y = top + half - 36.0;
        let fields = [gettext("Result"), gettext("Clock of White"), gettext("Clock of Black")];
        for (field, words) in fields.into_iter().enumerate() {
            let x = width / 3.0 * field as f64;
            put(context, &words, 9.0, (x, y), false);
            rule(context, (x, y + 28.0), (width / 3.0 - 16.0, 0.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_sheet_of_long_names_stays_on_the_page() {
        let title = "Round 12, table 34, game 2: Alexander Hamilton (White) against Benjamin Franklin (Black)";
        let surface = cairo::RecordingSurface::create(cairo::Content::Alpha, None).unwrap();
        let context = cairo::Context::new(&surface).unwrap();
        // A page of A4, in points.
        draw_scores(&context, (523.0, 770.0), &[title.to_owned()]);
        let (left, _, width, _) = surface.ink_extents();
        assert!(left + width <= 523.0, "{left}, {width}");
    }
}
