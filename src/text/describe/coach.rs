// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for the coach of the first games.

use gettextrs::gettext;

use morris_teach::coach::Tip;

/// Returns a tip as one or two short sentences, without a period at the end.
#[must_use]
pub fn tip(tip: Tip) -> String {
    match tip {
        Tip::RemoveAttacker => gettext("A mill! Look for a piece that could close one next, and remove it"),
        Tip::RemoveOutsideMills => gettext("A mill! You can remove any piece that is not in a mill"),
        Tip::TheirMill => gettext("Your opponent closed a mill. Watch for two of your opponent’s pieces on one line"),
        Tip::YouFly => gettext("You have three pieces left: now they can fly to any empty point"),
        Tip::TheirThreat => gettext("Careful: your opponent can close a mill next. Can you stop it?"),
        Tip::YourChance => gettext("You can close a mill now. Do you see where?"),
        Tip::TheyFly => gettext("Your opponent has three pieces left: they can fly to any empty point"),
        Tip::YouAreShutIn => gettext("Careful: if you cannot move, you lose. Make room for your pieces"),
        Tip::TheyAreShutIn => gettext("Your opponent can hardly move. With no move left, your opponent loses"),
    }
}
