// SPDX-License-Identifier: GPL-3.0-or-later
//! The card of a side: its player, men in hand and lost, clock, and whether it is to move.

use std::cell::Cell;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible;

use crate::board::MenTray;
use crate::compat::accessible_names::set_accessible_name;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use morris::Color;

/// Time left below which a clock warns: by tenths of a second, and by a filled ground.
pub const LOW_BELOW: Duration = Duration::from_secs(20);

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "player_card.ui")]
    pub struct PlayerCard {
        /// Color and player.
        #[template_child]
        pub(super) name: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) level: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) clock: TemplateChild<gtk::Label>,
        /// Piles of the men in hand and of the men that the side has removed.
        #[template_child]
        pub(super) men: TemplateChild<MenTray>,
        #[template_child]
        pub(super) hand_count: TemplateChild<gtk::Label>,
        /// Number of men that the side has removed.
        #[template_child]
        pub(super) taken_count: TemplateChild<gtk::Label>,
        /// Numbers of men in hand and removed.
        pub(super) counts: Cell<(u8, u8)>,
        /// Whether there is room for words beside the numbers.
        pub(super) room: Cell<Room>,
        /// Room for the card, in pixels.
        pub(super) width: Cell<i32>,
        /// Report of an external program about its thinking.
        #[template_child]
        pub(super) thought: TemplateChild<gtk::Label>,
    }

    impl ObjectImpl for PlayerCard {}
    impl WidgetImpl for PlayerCard {}
}

class!(PlayerCard: adw::Bin, role = Group, template = [MenTray]);

/// Whether a card has room for words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// Only for numbers.
    #[default]
    Numbers,
    /// For the level, and for words beside the numbers.
    Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The side is to move.
    ToMove,
    /// The side waits, or the game is over.
    Waits,
}

impl PlayerCard {
    /// Sets the player of the side, and the level if known.
    pub fn set_player(&self, color: Color, player: &str, level: Option<&str>) {
        // The color comes first, since the other text on the page refers to it.
        let name = match color {
            // Translators: who plays the white pieces: “White · Computer”
            Color::White => gettext_f("White · {player}", &[("player", player)]),
            // Translators: who plays the black pieces: “Black · Computer”
            Color::Black => gettext_f("Black · {player}", &[("player", player)]),
        };
        self.imp().name.set_label(&name);
        set_accessible_name(self, &name);
        self.imp().men.set_color(color);
        self.imp().level.set_label(level.unwrap_or_default());
    }

    /// Sets whether there is room for words.
    pub fn set_room(&self, room: Room) {
        self.imp().room.set(room);
        self.imp().level.set_visible(room == Room::Words);
        self.show_counts();
    }

    pub fn set_width(&self, width: i32) {
        self.imp().width.set(width);
        self.show_counts();
    }

    /// Sets whether the men lie on the card, or in the trays of the board.
    pub fn set_piles(&self, shown: bool) {
        let imp = self.imp();
        imp.men.set_shown(shown);
        imp.hand_count.set_visible(shown);
        imp.taken_count.set_visible(shown);
    }

    /// Sets the numbers of men in hand, lost, and taken, and the number at the beginning.
    pub fn set_men(&self, hand: u8, lost: u8, taken: u8, most: u8) {
        self.imp().men.set_men(hand, lost, taken, most);
        self.imp().counts.set((hand, taken));
        self.show_counts();
    }

    /// Shows the numbers beside their piles, or nothing beside an empty pile.
    fn show_counts(&self) {
        let imp = self.imp();
        let (hand, taken) = imp.counts.get();
        let shown = |men: u8, room, words: fn(u8) -> String| match (men, room) {
            (0, _) => String::new(),
            (_, Room::Words) => words(men),
            (_, Room::Numbers) => describe::number(men),
        };
        let room = imp.room.get();
        imp.hand_count.set_label(&shown(hand, room, describe::in_hand));
        imp.taken_count.set_label(&shown(taken, room, describe::removed));
        // A pile that is alone usually has room for words.
        if hand == 0 && room == Room::Numbers {
            imp.taken_count.set_label(&shown(taken, Room::Words, describe::removed));
            if self.measure(gtk::Orientation::Horizontal, -1).0 > imp.width.get() {
                imp.taken_count.set_label(&shown(taken, room, describe::removed));
            }
        }
    }

    /// Shows the report of an external program about its thinking. The last report stays while the
    /// program waits.
    pub fn set_thought(&self, words: &str) {
        let label = &self.imp().thought;
        label.set_visible(!words.is_empty());
        label.set_label(words);
        label.set_tooltip_text(Some(words).filter(|words| !words.is_empty()));
    }

    pub fn set_turn(&self, turn: Turn) {
        let to_move = turn == Turn::ToMove;
        if to_move {
            self.add_css_class("to-move");
            self.update_property(&[accessible::Property::Description(&gettext("To move"))]);
        } else {
            self.remove_css_class("to-move");
            self.update_property(&[accessible::Property::Description("")]);
        }
    }

    /// Sets the time left. `None` hides the clock.
    pub fn set_clock(&self, left: Option<Duration>) {
        let label = &self.imp().clock;
        label.set_visible(left.is_some());
        let low = left.is_some_and(|left| left < LOW_BELOW);
        if low != label.has_css_class("low") {
            if low { label.add_css_class("low") } else { label.remove_css_class("low") }
        }
        let text = left.map(clock_text).unwrap_or_default();
        if label.label() != text {
            label.set_label(&text);
        }
    }
}

/// Returns minutes and seconds, near the end with tenths.
fn clock_text(left: Duration) -> String {
    if left < LOW_BELOW { describe::clock_with_tenths(left) } else { describe::clock(left) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[gtk::test]
    fn a_pile_that_is_alone_has_words_if_they_fit() {
        adw::init().unwrap();
        let card: PlayerCard = glib::Object::new();
        card.set_men(0, 2, 7, 9);
        for (width, words) in [(300, "7 removed"), (90, "7"), (300, "7 removed")] {
            card.set_width(width);
            assert_eq!(card.imp().taken_count.label(), words, "{width}");
        }
    }

    #[gtk::test]
    fn without_piles_a_card_is_lower_and_keeps_its_numbers_for_screen_readers() {
        adw::init().unwrap();
        let card: PlayerCard = glib::Object::new();
        card.set_men(7, 1, 2, 9);
        let height = || card.measure(gtk::Orientation::Vertical, 300).0;
        let before = height();
        card.set_piles(false);
        assert!(height() < before - 20, "{before} to {}", height());
        assert!(card.imp().men.is_visible());
        assert_eq!(card.imp().men.tooltip_text().as_deref(), Some("White: 7 pieces in hand, 1 lost"));
        card.set_piles(true);
        assert_eq!(height(), before);
    }

    #[test]
    fn clocks_show_tenths_at_the_end() {
        assert_eq!(clock_text(Duration::from_millis(605_900)), "10:05");
        assert_eq!(clock_text(Duration::from_millis(20_000)), "0:20");
        assert_eq!(clock_text(Duration::from_millis(9_960)), "0:09.9");
        assert_eq!(clock_text(Duration::ZERO), "0:00.0");
    }
}
