// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for the coach of the first games.

use gettextrs::gettext;

use morris_teach::coach::Tip;

/// Returns a tip: one short sentence without a period, or two with theirs.
pub fn tip(tip: Tip) -> String {
    match tip {
        Tip::RemoveAttacker => gettext("Mill! Remove a piece that could close a mill next."),
        Tip::RemoveOutsideMills => gettext("Mill! Remove any of your opponent’s pieces that is not in a mill."),
        Tip::TheirMill => gettext("Your opponent closed a mill. Watch out for two of their pieces on one line."),
        Tip::YouFly => gettext("You have three pieces left: now they can fly to any empty point"),
        Tip::TheirThreat => gettext("Careful: your opponent can close a mill next. Can you stop it?"),
        Tip::YourChance => gettext("You can close a mill now. Do you see where?"),
        Tip::TheyFly => gettext("Your opponent has three pieces left: they can fly to any empty point"),
        Tip::YouAreShutIn => gettext("Careful: if you cannot move, you lose. Make room for your pieces."),
        Tip::TheyAreShutIn => gettext("Your opponent can hardly move. Block the last moves to win!"),
    }
}
