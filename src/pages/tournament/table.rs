// SPDX-License-Identifier: GPL-3.0-or-later
//! The table: a row for each player that expands to all results, and the cross table.

use std::collections::HashSet;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rand::seq::SliceRandom;

use morris_club::{Change, Row, Standings, Tournament};

use super::TournamentPage;
use super::sheets::{Columns, Grid, has_cross_table};
use crate::compat::accessible_names::{name_inner_parts, name_row};
use crate::compat::descendants::for_each;
use crate::compat::headings;
use crate::text::describe::{self, club};
use crate::text::i18n::{joined, spoken};
use crate::widgets::ui_scale::grown;

/// Minimum width of a page with a cross table, in pixels. On a narrower one, each player's row has
/// the results.
const WIDE: i32 = 600;

impl TournamentPage {
    pub(super) fn show_table(&self, tournament: &Tournament) {
        let table = &self.imp().table;
        // A result can come in from a room while the user reads. Rows stay open, and keep the
        // focus.
        let (mut open, mut with_focus, mut focused) = (HashSet::new(), None, None);
        for_each(table.upcast_ref(), &mut |widget| {
            let row = widget.downcast_ref::<adw::ExpanderRow>();
            open.extend(row.filter(|row| row.is_expanded()).map(|row| row.widget_name()));
            with_focus =
                row.filter(|row| row.focus_child().is_some()).map(|row| row.widget_name()).or(with_focus.take());
        });
        while let Some(old) = table.first_child() {
            table.remove(&old);
        }
        for stage in tournament.stages() {
            let standings = tournament.standings(stage);
            let group = adw::PreferencesGroup::builder().title(club::stage_title(stage)).build();
            headings::mark(group.upcast_ref());
            for row in &standings.rows {
                let expander = table_row(tournament, &standings, row);
                let name = glib::GString::from(format!("{stage:?} {}", row.entrant));
                expander.set_widget_name(&name);
                expander.set_expanded(expander.enables_expansion() && open.contains(&name));
                group.add(&expander);
                focused = Some(expander).filter(|_| with_focus.as_ref() == Some(&name)).or(focused);
            }
            if !standings.rows.is_empty() {
                table.append(&group);
            }
            let has_results = !tournament.rounds().is_empty() && has_cross_table(&standings);
            if has_results && self.width() >= grown(self, WIDE) {
                table.append(&cross_table(tournament, &standings));
            }
        }
        if table.first_child().is_none() {
            let label = gtk::Label::builder().label(gettext("No players yet")).build();
            table.append(&label);
        }
        let corrections = tournament.corrections();
        if !corrections.is_empty() {
            let group = adw::PreferencesGroup::builder().title(gettext("Corrections")).build();
            headings::mark(group.upcast_ref());
            for correction in corrections {
                let row = adw::ActionRow::builder().use_markup(false).title_lines(0).build();
                row.set_title(&club::correction(tournament, correction));
                group.add(&row);
            }
            table.append(&group);
        }
        name_inner_parts(table.upcast_ref(), &gettext("Tournament"));
        if let Some(row) = focused {
            row.child_focus(gtk::DirectionType::TabForward);
        }
    }

    /// Draws lots to order the players who share a place, such as those tied for the last place
    /// that advances from a group.
    pub(super) fn draw_lots(&self) {
        let Some(tournament) = self.now() else { return };
        let mut tied = tournament.tied();
        if tied.is_empty() {
            return self.messages().answer(&gettext("No players share a place."));
        }
        tied.shuffle(&mut rand::rng());
        self.change(&Change::Lots(tied), |_| gettext("Lots were drawn."));
    }

    /// Shows places, names, and points beside the round. Screen readers have the tab.
    pub(super) fn show_beside(&self, tournament: &Tournament) {
        let beside = &self.imp().beside;
        while let Some(old) = beside.first_child() {
            beside.remove(&old);
        }
        for stage in tournament.stages() {
            let standings = tournament.standings(stage);
            if standings.rows.is_empty() {
                continue;
            }
            let title = Some(club::stage_title(stage)).filter(|title| !title.is_empty());
            let title = label(&title.unwrap_or_else(|| gettext("Standings")), false);
            title.add_css_class("heading");
            beside.append(&title);
            beside.append(&widget(&Grid::table(tournament, &standings, Columns::Headed)));
        }
    }
}

/// Returns a label that screen readers pass over.
fn label(words: &str, is_at_end: bool) -> gtk::Label {
    let label = gtk::Label::builder().label(words).xalign(if is_at_end { 1.0 } else { 0.0 }).css_classes(["numeric"]);
    label.accessible_role(gtk::AccessibleRole::Presentation).build()
}

/// Returns a card with a grid of labels. Shortens the names in the second column if there is no
/// room. Free space goes to the names in a list, and otherwise to the columns of points.
fn widget(grid: &Grid) -> gtk::Grid {
    let widget = gtk::Grid::builder().column_spacing(12).row_spacing(8).css_classes(["card", "cross-table"]).build();
    widget.set_accessible_role(gtk::AccessibleRole::Presentation);
    for (line, row) in grid.rows.iter().enumerate() {
        for (column, (words, ends)) in row.iter().zip(&grid.ends).enumerate() {
            let label = label(words, *ends);
            if column == 1 {
                label.set_ellipsize(gtk::pango::EllipsizeMode::End);
                label.set_width_chars(words.chars().count().min(20) as i32);
            }
            label.set_hexpand(if grid.is_list { column == 1 } else { column > 1 });
            widget.attach(&label, column as i32, line as i32, 1, 1);
        }
    }
    widget
}

fn table_row(tournament: &Tournament, standings: &Standings, row: &Row) -> adw::ExpanderRow {
    let expander = adw::ExpanderRow::builder().use_markup(false).build();
    expander.set_title(club::name(tournament, row.entrant));
    let parts = [club::points_in_words(row), club::ties_in_words(standings, row)];
    expander.set_subtitle(&joined(&parts.iter().filter(|part| !part.is_empty()).collect::<Vec<_>>()));
    let place = gtk::Label::builder().label(format!("{}.", describe::number(row.place))).width_chars(4).build();
    place.add_css_class("numeric");
    expander.add_prefix(&place);
    name_row(&expander, &spoken(&club::row_spoken(tournament, standings, row)));
    let results = club::results_of(tournament, row.entrant);
    expander.set_enable_expansion(!results.is_empty());
    // The rows are made when they are first seen, since there may be many.
    let is_filled = std::cell::Cell::new(false);
    expander.connect_expanded_notify(move |expander| {
        if expander.is_expanded() && !is_filled.replace(true) {
            for result in &results {
                expander.add_row(&adw::ActionRow::builder().use_markup(false).title(result).title_lines(0).build());
            }
        }
    });
    expander
}

/// Returns the points of each player against each other. Screen readers have the rows.
fn cross_table(tournament: &Tournament, standings: &Standings) -> gtk::ScrolledWindow {
    let grid = widget(&Grid::table(tournament, standings, Columns::Cross));
    gtk::ScrolledWindow::builder().vscrollbar_policy(gtk::PolicyType::Never).child(&grid).build()
}
