// SPDX-License-Identifier: GPL-3.0-or-later
//! External programs in the setup of a game.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::button_words::let_wrap;
use crate::compat::descendants::below;
use crate::text::describe;
use crate::widgets::callbacks::on_click;
use morris::{ByColor, Color};
use morris_play::setup::{NewGameOptions, Opponent, Program};

use super::program_dialog::{Decision, ProgramDialog};
use super::{SetupPage, index_of};

impl SetupPage {
    pub(super) fn connect_programs(&self) {
        let imp = self.imp();
        let_wrap(&imp.add_program_button);
        on_click(&imp.add_program_button, self, |page| page.edit(None));
        on_click(&imp.edit_program_button, self, |page| page.edit(page.chosen_program()));
        imp.program_row.connect_selected_notify(weak!(page = self, move |_| page.suit_rules(page.chosen_program())));
        for row in [&imp.white_row, &imp.black_row] {
            row.connect_selected_notify(weak!(page = self, move |_| {
                let watched = page.watched();
                let program = watched.white.or(watched.black).and_then(|name| page.services().program(&name));
                page.suit_rules(program);
                page.show_choice();
            }));
        }
    }

    /// Selects the rules of a program that the user has selected, since these are usually the right
    /// ones.
    fn suit_rules(&self, program: Option<Program>) {
        if let (Some(program), false) = (program, self.imp().filling.get()) {
            self.set_rules(program.speech.rules(), None);
        }
    }

    /// Lists the known programs, and selects those of a choice.
    pub(super) fn list_programs(&self, choice: &NewGameOptions) {
        let imp = self.imp();
        imp.filling.set(true);
        let names = self.known_names();
        let titles: Vec<_> = names.iter().map(|name| describe::program_title(name)).collect();
        imp.program_row.set_model(Some(&gtk::StringList::from_iter(titles.clone())));
        imp.program_row.set_selected(index_of(&names, &choice.program));
        let with_computer: Vec<_> = [gettext("Computer")].into_iter().chain(titles).collect();
        for (row, color) in [(&imp.white_row, Color::White), (&imp.black_row, Color::Black)] {
            row.set_model(Some(&gtk::StringList::from_iter(with_computer.clone())));
            let index = choice.watched[color].as_ref().and_then(|name| names.iter().position(|other| other == name));
            row.set_selected(index.map_or(0, |index| u32::try_from(index + 1).unwrap_or_default()));
        }
        imp.filling.set(false);
        self.show_choice();
    }

    /// Shows the rows about programs that apply to the choice.
    pub(super) fn show_programs(&self, choice: &NewGameOptions) {
        let imp = self.imp();
        let (known, watching) = (!self.known_names().is_empty(), choice.opponent == Opponent::Watch);
        let playing = choice.opponent == Opponent::Program;
        imp.program_group.set_visible(playing || watching);
        imp.program_row.set_visible(playing && known);
        let missing = gettext("Add a program that plays Nine Men’s Morris.");
        imp.program_group.set_description(Some(&missing).filter(|_| playing && !known).map(String::as_str));
        // An empty list would be a line.
        if let Some(list) = below::<gtk::ListBox>(imp.program_group.upcast_ref()) {
            list.set_visible(known);
        }
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

    /// Returns the names of the programs that play instead of the computer in a watched game.
    pub(super) fn watched(&self) -> ByColor<Option<String>> {
        let imp = self.imp();
        let names = self.known_names();
        let name = |row: &adw::ComboRow| names.get((row.selected() as usize).checked_sub(1)?).cloned();
        ByColor { white: name(&imp.white_row), black: name(&imp.black_row) }
    }

    pub(super) fn chosen_program(&self) -> Option<Program> {
        let selected = self.imp().program_row.selected() as usize;
        self.services().settings.read(|settings| settings.programs.get(selected).cloned())
    }

    fn edit(&self, program: Option<Program>) {
        let old = program.as_ref().map(|program| program.name.clone());
        let taken = self.known_names().into_iter().filter(|name| Some(name) != old.as_ref()).collect();
        let parent: Option<gtk::Window> = self.root().and_downcast();
        ProgramDialog::open(
            parent.as_ref(),
            program.as_ref(),
            taken,
            weak!(page = self, move |decision| page.apply_decision(old.as_deref(), &decision)),
        );
    }

    /// Applies the result of the dialog for the program with this name.
    fn apply_decision(&self, old: Option<&str>, decision: &Decision) {
        let mut choice = self.choice();
        let rename = |choice: &mut NewGameOptions| {
            let new = if let Decision::Keep(program) = decision { Some(&*program.name) } else { None };
            old.into_iter().for_each(|old| choice.rename_program(old, new));
        };
        self.services().settings.change(|settings| {
            let known = &mut settings.programs;
            let place = known.iter().position(|program| Some(program.name.as_str()) == old);
            match (decision, place) {
                (Decision::Keep(program), Some(place)) => known.splice(place..=place, [program.clone()]).for_each(drop),
                (Decision::Keep(program), None) => known.push(program.clone()),
                (Decision::Remove, Some(place)) => _ = known.remove(place),
                (Decision::Remove, None) => {}
            }
            rename(&mut settings.choice);
        });
        rename(&mut choice);
        if let Decision::Keep(program) = decision {
            if choice.opponent == Opponent::Program {
                choice.program = program.name.clone();
            }
            let rules = program.speech.rules();
            if choice.rules != rules {
                (choice.rules, choice.rules_name) = (rules, None);
            }
        }
        self.set_choice(&choice);
        if matches!(decision, Decision::Remove) && self.known_names().is_empty() {
            // The row that had the focus is hidden now.
            self.imp().add_program_button.grab_focus();
        }
    }

    fn known_names(&self) -> Vec<String> {
        self.services().settings.read(|settings| settings.programs.iter().map(|program| program.name.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use morris::{Position, Rules};
    use morris_play::setup::{Begins, ProtocolKind};

    use super::super::BEGINS;
    use super::*;
    use crate::pages::app_page::Page;
    use crate::services::for_tests::{InFolder, in_folder, logged, spoken};
    use crate::services::messages::Messages;

    fn page() -> InFolder<SetupPage> {
        page_with_announcements(Messages::new(|_| {}))
    }

    fn page_with_announcements(messages: Messages) -> InFolder<SetupPage> {
        in_folder(messages, |context| SetupPage::make(&context))
    }

    fn program(name: &str, speech: ProtocolKind) -> Program {
        Program { name: name.to_owned(), speech, command: "play".to_owned(), options: Default::default() }
    }

    fn words(widget: &impl IsA<gtk::Widget>) -> String {
        let label = widget.upcast_ref().downcast_ref::<gtk::Label>().map(|label| label.text().to_string());
        let children = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
        label.into_iter().chain(children.map(|child| words(&child))).collect()
    }

    #[gtk::test]
    fn a_button_is_as_wide_as_its_words_also_in_a_high_row() {
        let page = page();
        let width = |height| page.imp().add_program_button.measure(gtk::Orientation::Horizontal, height).1;
        assert_eq!(width(60), width(-1));
    }

    #[gtk::test]
    fn rules_that_change_the_first_player_announce_it() {
        let (messages, told) = logged(spoken);
        let page = page_with_announcements(messages);
        let choose = |rules: &str| {
            page.set_rules(rules.parse().unwrap(), None);
            told.take()
        };
        assert_eq!(choose("tapatan"), ["First Move. Alternating. You play White"]);
        assert_eq!(choose("tapatan"), [""; 0]);
        assert_eq!(choose("six"), ["First Move. You"]);
        page.imp().watch_button.set_active(true);
        assert_eq!(choose("tapatan"), [""; 0], "of two computers, no one is asked");
    }

    #[gtk::test]
    fn a_position_is_forgotten_with_its_rules() {
        let page = page();
        let hexagon: Rules = "hexagon".parse().unwrap();
        let set_up = Some(Position::start(&hexagon));
        page.set_rules(hexagon, None);
        page.set_start_position(set_up);
        page.set_rules(hexagon, Some("six corners".to_owned()));
        assert_eq!(page.start_position(), set_up);
        page.imp().program_button.set_active(true);
        let missing = || page.imp().program_group.description().unwrap_or_default();
        assert_eq!(missing(), "Add a program that plays Nine Men’s Morris.");
        page.apply_decision(None, &Decision::Keep(program("Ada", ProtocolKind::Uci)));
        assert_eq!(missing(), "");
        assert_eq!((page.rules(), page.start_position()), (Rules::STANDARD, None));
        page.apply_decision(None, &Decision::Keep(program("Bob", ProtocolKind::Classroom)));
        page.set_start_position(Some(Position::start(&page.rules())));
        // Selects Ada again.
        page.imp().program_row.set_selected(0);
        assert_eq!((page.rules(), page.start_position()), (Rules::STANDARD, None));
    }

    #[gtk::test]
    fn the_name_of_ones_own_rules_stays_with_them() {
        let page = page();
        page.set_rules(Rules::PLAIN, Some("As at home".to_owned()));
        page.apply_decision(None, &Decision::Keep(program("Ada", ProtocolKind::Uci)));
        assert_eq!((page.rules(), page.rules_name()), (Rules::STANDARD, None));
        page.set_rules(Rules::STANDARD, Some("Grandmother's".to_owned()));
        page.apply_decision(Some("Ada"), &Decision::Keep(program("Ada", ProtocolKind::Uci)));
        assert_eq!(page.rules_name().as_deref(), Some("Grandmother's"));
    }

    /// Returns the names of the cards of rules, with a mark at each chosen one.
    fn cards(page: &SetupPage) -> Vec<String> {
        let cards = std::iter::successors(page.imp().rules_cards.first_child(), WidgetExt::next_sibling);
        cards
            .map(|card| {
                let is_chosen = card.downcast_ref::<gtk::ToggleButton>().is_some_and(|card| card.is_active());
                format!("{}{}", words(&card), if is_chosen { " *" } else { "" })
            })
            .collect()
    }

    #[gtk::test]
    fn the_chosen_rules_are_one_card_of_four() {
        let page = page();
        assert_eq!(cards(&page), ["Standard *", "Twelve Men’s Morris", "Six Men’s Morris", "Tapatan"]);
        page.set_rules("lasker".parse().unwrap(), None);
        assert_eq!(cards(&page), ["Standard", "Twelve Men’s Morris", "Six Men’s Morris", "Lasker’s Morris *"]);
        page.set_rules(Rules::STANDARD, Some("As at home".to_owned()));
        assert_eq!(cards(&page), ["Standard", "Twelve Men’s Morris", "Six Men’s Morris", "As at home *"]);
        page.set_rules(Rules::STANDARD, None);
        assert_eq!(cards(&page), ["Standard *", "Twelve Men’s Morris", "Six Men’s Morris", "As at home"]);
    }

    #[gtk::test]
    fn empty_names_show_examples() {
        let page = page();
        let imp = page.imp();
        let examples = [&imp.first_name, &imp.second_name].map(|field| field.placeholder_text());
        assert_eq!(examples.map(Option::unwrap_or_default), ["Player 1", "Player 2"]);
    }

    #[gtk::test]
    fn names_are_no_markup() {
        let page = page();
        page.set_rules(Rules::PLAIN, Some("Mum & Dad's <3".to_owned()));
        let shown = words(&*page.imp().rules_cards);
        assert!(shown.contains("Mum & Dad's <3"), "{shown}");
        page.imp().person_button.set_active(true);
        page.imp().first_name.set_text("Tom & Jerry");
        page.imp().begins_row.set_selected(index_of(&BEGINS, &Begins::InTurn));
        let shown = words(&*page.imp().begins_row);
        assert!(shown.contains("Tom & Jerry"), "{shown}");
    }
}
