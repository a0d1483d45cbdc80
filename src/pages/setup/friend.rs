// SPDX-License-Identifier: GPL-3.0-or-later
//! A game by message in the setup of a game.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::accessible_names::set_accessible_description;
use crate::compat::announcer::Again;
use crate::compat::button_words::let_wrap;
use crate::pages::by_message::{name_missing, player_name};
use crate::services::sandbox::is_offline;
use crate::text::describe;
use crate::widgets::radio_tiles;
use morris::Color;
use morris_message::{ColorChoice, PlayerName};
use morris_play::setup::{Begins, NewGameOptions, Opponent};

use super::{SetupPage, example_name};

/// Returns the color that a player with these options wants.
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
        return Err(gettext("Custom rules cannot be played with a friend elsewhere."));
    }
    player_name(&choice.names[0]).ok_or_else(name_missing)
}

impl SetupPage {
    /// Shows what applies to a game by message, and hides what does not.
    pub(super) fn show_friend(&self, choice: &NewGameOptions) {
        let (imp, by_message, in_network) = (self.imp(), choice.opponent == Opponent::Friend, self.is_in_network());
        imp.friend_box.set_visible(by_message);
        imp.names_group.set_visible(by_message || choice.opponent == Opponent::Person);
        imp.second_name_row.set_visible(!by_message);
        imp.clock_row.set_visible(!by_message || in_network);
        imp.more_row.set_visible(!by_message);
        // A friend needs a name, so no other one is shown.
        let example = if by_message { gettext("Name") } else { example_name(1) };
        imp.first_name.set_placeholder_text(Some(&example));
        if !by_message {
            imp.first_name_row.set_subtitle("");
            return imp.start_button.set_label(&gettext("Start Game"));
        }
        let is_closed = in_network && is_offline();
        self.show_way(in_network);
        imp.tables_here.set_visible(in_network && !is_closed);
        let is_playable = choice.rules.preset().is_some() && !is_closed;
        imp.start_button.set_sensitive(is_playable);
        let refusal = inviter(choice).err();
        let has_name = player_name(&choice.names[0]).is_some();
        if has_name {
            imp.has_left_out_name.set(false);
        }
        let usual_start =
            || self.start_position().map(|_| gettext("A game with a friend always starts from an empty board."));
        let refusal = if is_closed { Some(describe::network_in_sandbox()) } else { refusal };
        let words = refusal.filter(|_| !is_playable).or_else(usual_start).unwrap_or_default();
        let is_news = imp.refusal.label() != words;
        imp.refusal.set_label(&words);
        imp.refusal.set_visible(!words.is_empty());
        if is_news && !is_playable {
            self.announce_refusal(Again::No);
        }
        let missing = if imp.has_left_out_name.get() { name_missing() } else { String::new() };
        imp.first_name_row.set_subtitle(&missing);
        // A screen reader reads the reason when the field gets the focus, and when it changes.
        let reason = if words.is_empty() { missing } else { words };
        set_accessible_description(&*imp.first_name, &reason);
    }

    /// Shows how to play with a friend by message, or in this network.
    fn show_way(&self, in_network: bool) {
        let imp = self.imp();
        let is_open = self.services().network.is_open();
        let (words, start) = match in_network {
            true if is_open => (gettext("You are at a table already."), gettext("Show Table")),
            true => (
                gettext("Your friend is in the same Wi-Fi or cable network. Open a table, or join one."),
                // Translators: a button: a friend in the same network can sit down then
                gettext("Open a Table"),
            ),
            false => (
                gettext("You and your friend send each other one message for each move, in any chat or email."),
                gettext("Copy Invitation"),
            ),
        };
        imp.way_words.set_label(&words);
        imp.start_button.set_label(&start);
        imp.answer_button.set_visible(!in_network);
        if !in_network {
            [&imp.minutes_row, &imp.seconds_row].iter().for_each(|row| row.set_visible(false));
        }
    }

    /// Returns whether a game with a friend in this network is set up.
    pub fn is_in_network(&self) -> bool {
        self.opponent() == Opponent::Friend && self.imp().network_button.is_active()
    }

    /// Returns the name of a table that was found at an address.
    pub fn name_of_table(&self, address: &str) -> Option<String> {
        self.imp().tables_here.name_at(address)
    }

    /// Connects the choice between the ways to play with a friend.
    pub(super) fn connect_ways(&self, show: &(impl Fn() + Clone + 'static)) {
        let imp = self.imp();
        let group = gettext("Friend Elsewhere");
        for button in radio_tiles::buttons(&imp.ways) {
            radio_tiles::name_tile(&button, &group, &button.label().unwrap_or_default());
            let_wrap(button.upcast_ref());
            let show = show.clone();
            button.connect_toggled(move |_| show());
        }
        radio_tiles::connect(&imp.ways);
    }

    /// Notices when the user leaves the field for the name.
    pub(super) fn follow_name(&self) {
        let focus = gtk::EventControllerFocus::new();
        focus.connect_leave(weak!(page = self, move |_| _ = page.miss_name()));
        self.imp().first_name.add_controller(focus);
    }

    /// Shows that the name is missing, if a friend needs it.
    fn miss_name(&self) -> bool {
        let choice = self.choice();
        let is_missing = choice.opponent == Opponent::Friend && player_name(&choice.names[0]).is_none();
        self.imp().has_left_out_name.set(is_missing);
        self.show_friend(&choice);
        is_missing
    }

    /// Leads to the field for the name if that is missing, and returns whether it is.
    pub(super) fn asks_for_name(&self) -> bool {
        let (imp, is_missing) = (self.imp(), self.miss_name());
        if is_missing {
            // A new focus is spoken with its description.
            if imp.first_name.focus_child().is_some() {
                self.context().messages.announce(&name_missing(), Again::Yes);
            }
            imp.first_name.grab_focus();
        }
        is_missing
    }

    /// Announces why no friend can be invited, if that is so.
    pub(super) fn announce_refusal(&self, again: Again) {
        if self.opponent() == Opponent::Friend {
            self.context().messages.announce(&self.imp().refusal.label(), again);
        }
    }
}

#[cfg(test)]
mod tests {
    use morris::Rules;

    use super::*;
    use crate::compat::descendants::below;
    use crate::pages::app_page::{AppPage, Page};
    use crate::services::for_tests::in_folder;
    use crate::services::messages::Messages;
    use crate::widgets::for_tests::in_window;

    #[test]
    fn color_follows_from_the_first_player() {
        let wanted = |begins, you_began| wanted_color(&NewGameOptions { begins, you_began, ..Default::default() });
        assert_eq!(wanted(Begins::You, false), ColorChoice::White);
        assert_eq!(wanted(Begins::Opponent, false), ColorChoice::Black);
        assert_eq!(wanted(Begins::Random, false), ColorChoice::Any);
        assert_eq!(wanted(Begins::InTurn, true), ColorChoice::Black);
    }

    #[gtk::test]
    fn enter_on_a_table_joins_it() {
        let page = in_folder(Messages::new(|_| {}), |context| SetupPage::make(&context));
        let (imp, window) = (page.imp(), in_window(&*page));
        imp.friend_button.set_active(true);
        imp.network_button.set_active(true);
        let list: gtk::ListBox = below(imp.tables_here.upcast_ref()).unwrap();
        let row = adw::ActionRow::builder().activatable(true).build();
        list.append(&row);
        let enter_at = |focus: &gtk::Widget| {
            GtkWindowExt::set_focus(&window, Some(focus));
            page.enter_pressed(gtk::gdk::Key::Return)
        };
        assert_eq!(enter_at(row.upcast_ref()), glib::Propagation::Proceed);
        assert_eq!(enter_at(imp.clock_row.upcast_ref()), glib::Propagation::Stop, "it opens a table");
    }

    #[gtk::test]
    fn a_friend_is_invited_with_a_name_to_known_rules() {
        let page = in_folder(Messages::new(|_| {}), |context| SetupPage::make(&context));
        let imp = page.imp();
        let shown = || (imp.start_button.is_sensitive(), imp.refusal.text().to_string());
        imp.friend_button.set_active(true);
        assert_eq!(page.choice().opponent, Opponent::Friend);
        assert!(imp.friend_box.is_visible() && !imp.clock_row.is_visible() && !imp.second_name_row.is_visible());
        let missing = || imp.first_name_row.subtitle().unwrap_or_default();
        assert_eq!((shown(), missing().as_str()), ((true, String::new()), ""), "nothing is wrong yet");
        assert_eq!(imp.first_name.placeholder_text().unwrap_or_default(), "Name");
        imp.start_button.emit_clicked();
        assert_eq!(missing(), "Enter your name.");
        imp.first_name.set_text(" Ann ");
        assert_eq!((shown(), missing().as_str()), ((true, String::new()), ""));
        assert_eq!(inviter(&page.choice()).unwrap().as_str(), "Ann");
        let own = Rules::builder(Rules::STANDARD).choose("men", "8").unwrap().build().unwrap();
        page.set_rules(own, Some("As at home".to_owned()));
        assert_eq!(shown(), (false, "Custom rules cannot be played with a friend elsewhere.".to_owned()));
        imp.network_button.set_active(true);
        assert!(page.is_in_network() && imp.clock_row.is_visible() && imp.tables_here.is_visible());
        assert!(!imp.answer_button.is_visible());
        assert_eq!(imp.start_button.label().as_deref(), Some("Open a Table"));
        assert_eq!(page.help_here(), Some("network"));
        imp.person_button.set_active(true);
        assert!(!page.is_in_network(), "only a friend is in the network");
        assert!(imp.start_button.is_sensitive());
        assert!(!imp.friend_box.is_visible() && imp.clock_row.is_visible() && imp.second_name_row.is_visible());
    }
}
