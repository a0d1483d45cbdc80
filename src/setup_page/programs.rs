// SPDX-License-Identifier: GPL-3.0-or-later
//! Outside programs in the set-up of a game.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{ByColor, Color};
use morris_play::setup::{NewGameOptions, Opponent, Program};

use super::program_dialog::{Decision, ProgramDialog};
use super::{SetupPage, index_of, string_list};

impl SetupPage {
    pub(super) fn connect_programs(&self) {
        let imp = self.imp();
        let page = self.downgrade();
        imp.add_program_button.connect_clicked(move |_| page.upgrade().into_iter().for_each(|page| page.edit(None)));
        let page = self.downgrade();
        imp.edit_program_button.connect_clicked(move |_| {
            if let Some(page) = page.upgrade() {
                page.edit(page.chosen_program());
            }
        });
        let page = self.downgrade();
        imp.program_row.connect_selected_notify(move |_| {
            if let Some(page) = page.upgrade() {
                page.suit_rules(page.chosen_program());
            }
        });
        for row in [&imp.white_row, &imp.black_row] {
            let page = self.downgrade();
            row.connect_selected_notify(move |_| {
                if let Some(page) = page.upgrade() {
                    let watched = page.watched();
                    let program = watched.white.or(watched.black).and_then(|name| page.services().program(&name));
                    page.suit_rules(program);
                    page.show_choice();
                }
            });
        }
    }

    /// Whoever chooses a program wants its rules, most of the time.
    fn suit_rules(&self, program: Option<Program>) {
        if let (Some(program), false) = (program, self.imp().filling.get()) {
            self.set_rules(program.speech.rules(), None);
        }
    }

    /// Lists the programs that are known, with those of a choice chosen.
    pub(super) fn list_programs(&self, choice: &NewGameOptions) {
        let imp = self.imp();
        imp.filling.set(true);
        let names = self.known_names();
        imp.program_row.set_model(Some(&string_list(&names)));
        imp.program_row.set_selected(index_of(&names, &choice.program));
        let with_computer: Vec<_> = [gettext("The computer")].into_iter().chain(names.iter().cloned()).collect();
        for (row, color) in [(&imp.white_row, Color::White), (&imp.black_row, Color::Black)] {
            row.set_model(Some(&string_list(&with_computer)));
            let index = choice.watched[color].as_ref().and_then(|name| names.iter().position(|other| other == name));
            row.set_selected(index.map_or(0, |index| u32::try_from(index + 1).unwrap_or_default()));
        }
        imp.filling.set(false);
        self.show_choice();
    }

    /// Shows the rows about programs where they matter.
    pub(super) fn show_programs(&self, choice: &NewGameOptions) {
        let imp = self.imp();
        let (known, watching) = (!self.known_names().is_empty(), choice.opponent == Opponent::Watch);
        let playing = choice.opponent == Opponent::Program;
        imp.program_group.set_visible(playing || watching);
        imp.program_row.set_visible(playing && known);
        for row in [&imp.white_row, &imp.black_row] {
            row.set_visible(watching && known);
        }
        imp.level_row
            .set_visible(choice.opponent == Opponent::Computer || (watching && choice.watched.white.is_none()));
        imp.second_level_row.set_visible(watching && choice.watched.black.is_none());
        for row in [&imp.level_row, &imp.second_level_row] {
            row.kind_row().set_visible(imp.level_group.is_visible() && row.is_visible());
        }
        imp.start_button.set_sensitive(!playing || known);
    }

    pub(super) fn program_name(&self) -> String {
        self.chosen_program().map(|program| program.name).unwrap_or_default()
    }

    /// The names of the programs in the place of the computer.
    pub(super) fn watched(&self) -> ByColor<Option<String>> {
        let imp = self.imp();
        let names = self.known_names();
        let name = |row: &adw::ComboRow| names.get((row.selected() as usize).checked_sub(1)?).cloned();
        ByColor { white: name(&imp.white_row), black: name(&imp.black_row) }
    }

    fn chosen_program(&self) -> Option<Program> {
        let selected = self.imp().program_row.selected() as usize;
        self.services().settings.read(|settings| settings.programs.get(selected).cloned())
    }

    /// Opens the dialog about a program, or about a new one.
    fn edit(&self, program: Option<Program>) {
        let old = program.as_ref().map(|program| program.name.clone());
        let taken = self.known_names().into_iter().filter(|name| Some(name) != old.as_ref()).collect();
        let parent: Option<gtk::Window> = self.root().and_downcast();
        let page = self.downgrade();
        ProgramDialog::open(parent.as_ref(), program.as_ref(), taken, move |decision| {
            page.upgrade().into_iter().for_each(|page| page.take(old.as_deref(), &decision));
        });
    }

    /// Takes what came out of the dialog about the program of this name.
    fn take(&self, old: Option<&str>, decision: &Decision) {
        let mut choice = self.choice();
        self.services().settings.change(|settings| {
            let known = &mut settings.programs;
            let place = known.iter().position(|program| Some(program.name.as_str()) == old);
            match (decision, place) {
                (Decision::Keep(program), Some(place)) => known.splice(place..=place, [program.clone()]).for_each(drop),
                (Decision::Keep(program), None) => known.push(program.clone()),
                (Decision::Remove, Some(place)) => drop(known.remove(place)),
                (Decision::Remove, None) => {}
            }
        });
        if let Decision::Keep(program) = decision {
            if choice.opponent == Opponent::Program {
                choice.program = program.name.clone();
            }
            choice.rules = program.speech.rules();
        }
        self.set_choice(&choice);
    }

    /// The names of the programs that are known.
    fn known_names(&self) -> Vec<String> {
        self.services().settings.read(|settings| settings.programs.iter().map(|program| program.name.clone()).collect())
    }
}
