// SPDX-License-Identifier: GPL-3.0-or-later
//! Descriptions of a choice.

use gettextrs::gettext;

use crate::text::describe;
use crate::text::i18n::gettext_f;
use morris::Color;
use morris_play::setup::{Begins, NewGameOptions};

/// Describes who plays White in the next game, where the choice does not say it.
pub(super) fn this_time(choice: &NewGameOptions) -> String {
    if !matches!(choice.begins, Begins::InTurn | Begins::Loser) {
        return String::new();
    }
    let game = choice.game(Color::White);
    match (game.only_person(), game.players.white.name().filter(|_| game.players.white.is_local())) {
        (Some(color), _) => describe::you_play(color),
        // Translators: {name} is the name of a person
        (None, Some(name)) => gettext_f("{name} plays White", &[("name", name)]),
        (None, _) => gettext("White starts"),
    }
}
