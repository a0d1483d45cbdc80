// SPDX-License-Identifier: GPL-3.0-or-later
//! The players: typed, pasted, or read from a list, with late, absent, and leaving ones.

use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris_club::{Change, ChangeError, OWN_PROGRAM, Tournament};
use morris_play::persistence::read_text;
use morris_play::setup::{Level, Program, Skill};

use super::TournamentPage;
use super::play::skill_of;
use crate::compat::accessible_names::{name_row, set_accessible_name};
use crate::text::describe::{self, club};
use crate::text::i18n::{gettext_f, joined, list, spoken};
use crate::widgets::ask::{Last, ask, ask_name, take_control_enter};
use crate::widgets::callbacks::{add_action_with, on_click};
use crate::widgets::menu::menu_of;

/// Height of the field for names, in pixels.
const FIELD: i32 = 200;
/// Space around the names in it, in pixels.
const INSET: i32 = 10;

impl TournamentPage {
    pub(super) fn connect_players(&self) {
        let imp = self.imp();
        on_click(&imp.add_players, self, |page| page.ask_names(""));
        let page = self.downgrade();
        imp.add_computer.set_create_popup_func(move |button| {
            button.set_menu_model(page.upgrade().map(|page| page.computer_menu()).as_ref());
        });
        add_action_with(&imp.actions, "add", self, |page, player: String| page.add_all(&[player]));
        add_action_with(&imp.actions, "add-program", self, |page, program: String| {
            page.edit(
                |tournament| add_program(tournament, program.clone(), &format!("{OWN_PROGRAM}{program}")),
                |_, tournament| count(tournament),
            );
        });
        add_action_with(&imp.actions, "rename", self, |page, entrant: u32| page.ask_to_rename(entrant as usize));
        let on_entrant = |name, change: fn(usize) -> Change| {
            add_action_with(&imp.actions, name, self, move |page: &Self, entrant: u32| {
                let entrant = entrant as usize;
                page.change(&change(entrant), move |tournament| spoken_entrant(tournament, entrant));
            });
        };
        on_entrant("remove", Change::Remove);
        on_entrant("leave", Change::Leave);
        on_entrant("return", Change::Return);
        on_entrant("first", |entrant| Change::Move(entrant, 0));
        on_entrant("up", |entrant| Change::Move(entrant, entrant.saturating_sub(1)));
        add_action_with(&imp.actions, "absent", self, |page, (entrant, is_absent): (u32, bool)| {
            let Some(next) = page.now().map(|tournament| tournament.first_round_without_results()) else { return };
            let (entrant, rounds) = (entrant as usize, if is_absent { vec![next] } else { Vec::new() });
            page.change(&Change::Absent(entrant, rounds), move |tournament| spoken_entrant(tournament, entrant));
        });
    }

    pub(super) fn show_players(&self, tournament: &Arc<Tournament>) {
        let imp = self.imp();
        imp.shown_players.replace(Some(Arc::clone(tournament)));
        let with_focus = imp.players.focus_child().and_downcast::<gtk::ListBoxRow>().map(|row| row.index());
        while let Some(row) = imp.players.row_at_index(0) {
            imp.players.remove(&row);
        }
        imp.players.set_visible(!tournament.entrants().is_empty());
        imp.no_players.set_visible(tournament.entrants().is_empty());
        for entrant in 0..tournament.entrants().len() {
            imp.players.append(&player_row(tournament, entrant));
        }
        if let Some(index) = with_focus {
            let row = imp.players.row_at_index(index.min(tournament.entrants().len() as i32 - 1));
            row.map_or_else(|| imp.add_players.grab_focus(), |row| row.grab_focus());
        }
        self.show_settings(tournament);
    }

    /// Asks for names, one a line. A level such as `level:3` is a name, too.
    pub(super) fn ask_names(&self, typed: &str) {
        let text = gtk::TextView::builder().accepts_tab(false).wrap_mode(gtk::WrapMode::WordChar).build();
        text.buffer().set_text(typed);
        text.set_left_margin(INSET);
        text.set_right_margin(INSET);
        text.set_top_margin(INSET);
        text.set_bottom_margin(INSET);
        set_accessible_name(&text, &gettext("Names, one per line"));
        text.add_css_class("card");
        let scrolled = gtk::ScrolledWindow::builder().child(&text).min_content_height(FIELD).build();
        let words = (&*gettext("Add Players"), &*gettext("Type or paste the names, one per line."));
        let (cancel, open, add) = (gettext("Cancel"), gettext("Open List…"), gettext("Add"));
        let buttons = [("cancel", &*cancel), ("open", &open), ("add", &add)];
        let dialog = ask(self, words, Some(scrolled.upcast_ref()), &buttons, Last::Default, {
            let text = text.clone();
            move |page, id| {
                let buffer = text.buffer();
                let (start, end) = buffer.bounds();
                let typed = buffer.text(&start, &end, false);
                match id {
                    "add" => page.add_all(&names_in(&typed)),
                    "open" => page.open_list(typed.into()),
                    _ => {}
                }
            }
        });
        take_control_enter(&dialog);
        GtkWindowExt::set_focus(&dialog, Some(&text));
    }

    /// Returns the menu of the levels of the computer, and of the user's programs.
    fn computer_menu(&self) -> gio::Menu {
        let level = |skill: Skill| {
            let player = match skill {
                Skill::Level(level) => format!("level:{}", level.number()),
                _ => "perfect".to_owned(),
            };
            (describe::skill(skill), "add", player.to_variant())
        };
        let programs = self.services().settings.read(|settings| settings.programs.clone());
        let program =
            |Program { name, .. }: Program| (describe::program_title(&name), "add-program", name.to_variant());
        let menu = gio::Menu::new();
        let skills = Level::all().map(Skill::Level).chain([Skill::Perfect]);
        menu.append_section(None, &menu_of("tournament", skills.map(level)));
        menu.append_section(None, &menu_of("tournament", programs.into_iter().map(program)));
        menu
    }

    /// Adds all that can be added, as one change, and says who cannot.
    pub(super) fn add_all(&self, names: &[String]) {
        let mut refused = Vec::new();
        let add_all = |tournament: &mut Tournament| {
            refused.extend(names.iter().filter_map(|name| Some((name.as_str(), add_one(tournament, name).err()?))));
            if refused.len() < names.len() { Ok(()) } else { Err(ChangeError::NoName) }
        };
        // If none can be added, nothing has changed, and the reason is below.
        _ = self.try_edit(add_all, |_, tournament| count(tournament));
        if let [(_, error), ..] = &refused[..] {
            let names: Vec<_> = refused.iter().map(|(name, _)| *name).collect();
            let values = [("names", &*list(&names)), ("reason", &club::change_error(error))];
            // Translators: names that were not added to the list of players
            self.messages().tell(&gettext_f("Not added: {names}. {reason}", &values));
        }
    }

    /// Adds the names of a file to those that were typed, and shows them. Without a file, shows
    /// what was typed again.
    fn open_list(&self, typed: String) {
        let title = gettext("Open List of Names");
        self.ask_for_file(&title, gtk::FileChooserAction::Open, &gettext("Open"), "", move |page, path| {
            let Some(path) = path else { return page.ask_names_again(&typed) };
            let (page, typed) = (page.clone(), typed.clone());
            glib::spawn_future_local(async move {
                match gio::spawn_blocking(move || read_text(&path)).await {
                    Ok(Ok(text)) => page.ask_names([typed.trim_end(), &text].join("\n").trim_start()),
                    Ok(Err(error)) => {
                        page.messages().tell(&describe::file_error(&error));
                        page.ask_names_again(&typed);
                    }
                    Err(_) => tracing::error!("reading a list went wrong"),
                }
            });
        });
    }

    fn ask_names_again(&self, typed: &str) {
        if !typed.trim().is_empty() {
            self.ask_names(typed);
        }
    }

    fn ask_to_rename(&self, entrant: usize) {
        let Some(name) = self.now().map(|tournament| club::name(&tournament, entrant).to_owned()) else { return };
        ask_name(self, (&gettext("Rename Player"), ""), (&name, ""), &gettext("Rename"), move |page, name| {
            let change = Change::Rename(entrant, name.to_owned());
            page.change(&change, move |tournament| spoken_entrant(tournament, entrant));
        });
    }
}

fn count(tournament: &Tournament) -> String {
    club::players_count(tournament.entrants().len())
}

fn add_one(tournament: &mut Tournament, text: &str) -> Result<(), ChangeError> {
    match skill_of(text) {
        Some(skill) => add_program(tournament, describe::skill_name(skill), text),
        None => tournament.change(&Change::Add { name: text.to_owned(), program: None }),
    }
}

/// Adds a program under a name, with a number if it is there.
fn add_program(tournament: &mut Tournament, name: String, program: &str) -> Result<(), ChangeError> {
    let mut names = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name} {number}")));
    let name = names.find(|name| tournament.find(name).is_none()).unwrap_or_default();
    tournament.change(&Change::Add { name, program: Some(program.to_owned()) })
}

/// Returns the names of a text: the first field of each line.
fn names_in(text: &str) -> Vec<String> {
    let first = |line: &str| line.split('\t').next().unwrap_or_default().trim().to_owned();
    text.lines().map(first).filter(|name| !name.is_empty()).collect()
}

fn spoken_entrant(tournament: &Tournament, entrant: usize) -> String {
    let Some(found) = tournament.entrants().get(entrant) else { return String::new() };
    let state = club::entrant_state(tournament, found);
    if state.is_empty() { found.name.clone() } else { spoken(&joined(&[&found.name, &state])) }
}

fn player_row(tournament: &Tournament, number: usize) -> adw::ActionRow {
    let entrant = &tournament.entrants()[number];
    let row = adw::ActionRow::builder().use_markup(false).title_lines(2).build();
    row.set_title(&entrant.name);
    row.set_subtitle(&club::entrant_state(tournament, entrant));
    let place = describe::number(number + 1);
    row.add_prefix(&gtk::Label::builder().label(&place).width_chars(3).css_classes(["dim-label", "numeric"]).build());
    name_row(&row, &format!("{place}. {}", spoken_entrant(tournament, number)));
    let button = gtk::MenuButton::builder().icon_name("view-more-symbolic").valign(gtk::Align::Center).build();
    button.add_css_class("flat");
    let words = gettext_f("Change {name}", &[("name", &entrant.name)]);
    button.set_tooltip_text(Some(&words));
    set_accessible_name(&button, &words);
    let menu = player_menu(tournament, number);
    button.set_create_popup_func(move |button| button.set_menu_model(Some(&menu)));
    row.add_suffix(&button);
    row
}

fn player_menu(tournament: &Tournament, number: usize) -> gio::Menu {
    let entrant = &tournament.entrants()[number];
    let id = (number as u32).to_variant();
    let rename = (gettext("Rename…"), "rename", id.clone());
    if tournament.rounds().is_empty() {
        let move_up = (gettext("Move Up"), "up", id.clone());
        let to_top = (gettext("Move to the Top"), "first", id.clone());
        return menu_of("tournament", [rename, move_up, to_top, (gettext("Remove"), "remove", id)]);
    }
    let next = tournament.first_round_without_results();
    let (round, is_absent) = ((next + 1).to_string(), entrant.absent.contains(&next));
    let words = match is_absent {
        true => gettext_f("Present in Round {round}", &[("round", &round)]),
        false => gettext_f("Absent in Round {round}", &[("round", &round)]),
    };
    let absence = (words, "absent", (number as u32, !is_absent).to_variant());
    let leave = match entrant.left {
        Some(_) => (gettext("Rejoin the Tournament"), "return", id),
        None => (gettext("Withdraw From the Tournament"), "leave", id),
    };
    menu_of("tournament", [rename, absence, leave])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_first_fields_of_lines() {
        assert_eq!(names_in(" Ann \n\nBob\t1800\r\nlevel:3\n"), ["Ann", "Bob", "level:3"]);
    }
}
