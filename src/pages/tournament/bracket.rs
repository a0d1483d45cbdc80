// SPDX-License-Identifier: GPL-3.0-or-later
//! The bracket of a knockout: a column for each round.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris_club::{BracketPair, Tournament};

use super::TournamentPage;
use crate::compat::accessible_names::set_accessible_name;
use crate::text::describe::club;

/// Width of a pair, in pixels.
const WIDTH: i32 = 180;

impl TournamentPage {
    pub(super) fn show_bracket(&self, tournament: &Tournament) {
        let bracket = &self.imp().bracket;
        while let Some(old) = bracket.first_child() {
            bracket.remove(&old);
        }
        let shown = tournament.bracket();
        for pairs in &shown.rounds {
            let column = column(&club::bracket_round(pairs.len()));
            pairs.iter().for_each(|pair| column.append(&card(tournament, pair)));
            if let (1, Some(third)) = (pairs.len(), &shown.third) {
                column.append(&heading(&gettext("Third Place")));
                column.append(&card(tournament, third));
            }
            bracket.append(&column);
        }
        if shown.rounds.is_empty() {
            bracket.append(&gtk::Label::new(Some(&gettext("No players yet"))));
        }
    }
}

fn column(title: &str) -> gtk::Box {
    let column = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
    column.set_width_request(WIDTH);
    column.append(&heading(title));
    column
}

fn heading(title: &str) -> gtk::Label {
    let label = gtk::Label::builder().label(title).css_classes(["heading"]);
    label.accessible_role(gtk::AccessibleRole::Heading).build()
}

/// Returns a pair: two lines of name and points. The one who goes on is bold.
fn card(tournament: &Tournament, pair: &BracketPair) -> gtk::Box {
    let card =
        gtk::Box::builder().orientation(gtk::Orientation::Vertical).css_classes(["card", "bracket-pair"]).build();
    // The pairs of later rounds are between those that lead to them.
    card.set_vexpand(true);
    card.set_valign(gtk::Align::Center);
    card.set_accessible_role(gtk::AccessibleRole::Img);
    set_accessible_name(&card, &club::bracket_spoken(tournament, pair));
    for (entrant, points) in pair.entrants.into_iter().zip(pair_points(tournament, pair)) {
        let line = gtk::Box::new(gtk::Orientation::Horizontal, 8);
        let name = entrant.map_or("–", |entrant| club::name(tournament, entrant));
        let name = gtk::Label::builder().label(name).xalign(0.0).hexpand(true).max_width_chars(20).build();
        name.set_ellipsize(gtk::pango::EllipsizeMode::End);
        if entrant.is_some() && entrant == pair.winner {
            name.add_css_class("heading");
        }
        line.append(&name);
        line.append(&gtk::Label::new(Some(&points)));
        card.append(&line);
    }
    card
}

/// Returns the points of both. Empty if nothing is played.
pub(super) fn pair_points(tournament: &Tournament, pair: &BracketPair) -> [String; 2] {
    let meeting = pair.at.and_then(|at| tournament.meeting(at));
    let played = meeting.filter(|meeting| meeting.games.iter().any(Option::is_some));
    played.map(|meeting| club::both_points(tournament, &meeting.games)).unwrap_or_default()
}
