// SPDX-License-Identifier: GPL-3.0-or-later
//! A game by message in the setup of a game.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::announcer::Again;
use crate::pages::by_message::{name_missing, player_name};
use morris::Color;
use morris_message::{ColorChoice, PlayerName};
use morris_play::setup::{Begins, NewGameOptions, Opponent};

use super::SetupPage;

/// Returns the color that a player with these options wants.
#[must_use]
pub fn wanted_color(choice: &NewGameOptions) -> ColorChoice {
    match choice.begins {
        Begins::Random => ColorChoice::Any,
        _ => choice.game(Color::White).only_person().map_or(ColorChoice::Any, ColorChoice::from),
    }
}

/// Returns the name under which a player with these options invites.
///
/// # Errors
/// Returns the reason why no friend can be invited.
pub fn inviter(choice: &NewGameOptions) -> Result<PlayerName, String> {
    if choice.rules.preset().is_none() {
        return Err(gettext("Your own rules cannot be played by message."));
    }
    player_name(&choice.names[0]).ok_or_else(name_missing)
}

impl SetupPage {
    /// Shows what applies to a game by message, and hides what does not.
    pub(super) fn show_friend(&self, choice: &NewGameOptions) {
        let (imp, by_message) = (self.imp(), choice.opponent == Opponent::Friend);
        imp.friend_box.set_visible(by_message);
        imp.names_group.set_visible(by_message || choice.opponent == Opponent::Person);
        imp.second_name_row.set_visible(!by_message);
        imp.clock_row.set_visible(!by_message);
        imp.more_row.set_visible(!by_message);
        if !by_message {
            return imp.start_button.set_label(&gettext("Start Game"));
        }
        [&imp.minutes_row, &imp.seconds_row].iter().for_each(|row| row.set_visible(false));
        imp.start_button.set_label(&gettext("Copy Invitation"));
        let refusal = inviter(choice).err();
        imp.start_button.set_sensitive(refusal.is_none());
        let usual_start =
            || self.start_position().map(|_| gettext("A game by message always starts from an empty board."));
        let words = refusal.or_else(usual_start).unwrap_or_default();
        let is_news = imp.refusal.label() != words;
        imp.refusal.set_label(&words);
        if is_news && choice.rules.preset().is_none() {
            self.say_refusal(Again::No);
        }
        // A screen reader reads the reason when the field gets the focus, and when it changes.
        imp.first_name.update_property(&[gtk::accessible::Property::Description(&words)]);
    }

    /// Announces why no friend can be invited, if that is so.
    pub(super) fn say_refusal(&self, again: Again) {
        if self.opponent() == Opponent::Friend {
            self.context().messages.announce(&self.imp().refusal.label(), again);
        }
    }
}

#[cfg(test)]
mod tests {
    use morris::Rules;

    use super::*;
    use crate::app::messages::Messages;
    use crate::pages::app_page::Page;
    use crate::services::for_tests::in_folder;

    #[test]
    fn the_color_follows_from_who_begins() {
        let wanted = |begins, you_began| wanted_color(&NewGameOptions { begins, you_began, ..Default::default() });
        assert_eq!(wanted(Begins::You, false), ColorChoice::White);
        assert_eq!(wanted(Begins::Opponent, false), ColorChoice::Black);
        assert_eq!(wanted(Begins::Random, false), ColorChoice::Any);
        assert_eq!(wanted(Begins::InTurn, true), ColorChoice::Black);
    }

    #[gtk::test]
    fn a_friend_is_invited_with_a_name_to_known_rules() {
        let page = in_folder(Messages::new(|_| {}), |context| SetupPage::make(&context));
        let imp = page.imp();
        let shown = || (imp.start_button.is_sensitive(), imp.refusal.text().to_string());
        imp.friend_button.set_active(true);
        assert_eq!(page.choice().opponent, Opponent::Friend);
        assert_eq!(shown(), (false, "Enter your name.".to_owned()));
        imp.first_name.set_text(" Ann ");
        assert_eq!(shown(), (true, String::new()));
        assert_eq!(inviter(&page.choice()).unwrap().as_str(), "Ann");
        let own = Rules::builder(Rules::STANDARD).choose("men", "8").unwrap().build().unwrap();
        page.set_rules(own, Some("As at home".to_owned()));
        assert_eq!(shown(), (false, "Your own rules cannot be played by message.".to_owned()));
        imp.person_button.set_active(true);
        assert!(imp.start_button.is_sensitive());

        assert!(!imp.friend_box.is_visible() && imp.clock_row.is_visible() && imp.second_name_row.is_visible());
    }
}
