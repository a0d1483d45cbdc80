// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a tap did nothing, in words.

use gettextrs::gettext;

use crate::i18n::gettext_f;
use morris::IllegalMove;
use morris_play::session::{Purpose, Refusal, Status};

/// Why it cannot be, as one short sentence without full stop.
#[must_use]
pub fn refusal(refusal: Refusal) -> String {
    match refusal {
        Refusal::Illegal(reason) => illegal(reason),
        Refusal::NotYourTurn => gettext("It is the computer’s turn"),
        Refusal::NotYourMan(_) => gettext("That man belongs to the other side"),
        Refusal::Stuck(point) => gettext_f("The man on {point} cannot move anywhere", &[("point", point.name())]),
        Refusal::NothingThere(point) => {
            gettext_f("No man stands on {point}: choose one of yours", &[("point", point.name())])
        }
        Refusal::RemoveFirst => gettext("Mill! Choose an opposing man to remove"),
        Refusal::Paused => gettext("The game is paused"),
        // Translators: End is the key of this name
        Refusal::LookingBack => gettext("You are looking back: End leads to the game again"),
        Refusal::NothingToUndo => gettext("There is nothing to undo"),
        Refusal::NothingToRedo => gettext("There is nothing to redo"),
        Refusal::OfferPending => gettext("The computer has not answered your offer yet"),
        Refusal::TooLong => gettext("The game cannot go on: it would become too long to be saved"),
    }
}

/// What has become of something that the computer was asked, as one short sentence without full stop.
#[must_use]
pub fn engine_failure(purpose: Purpose) -> String {
    match purpose {
        Purpose::Turn => gettext("The computer found no move: choose Move Now to try again"),
        Purpose::Hint => gettext("The computer found no hint"),
        Purpose::Offer => gettext("The computer could not weigh your offer"),
    }
}

/// Why an action of the game, named as in `game.…`, cannot be done now.
#[must_use]
pub fn unavailable(action: &str, status: Status) -> String {
    match (action, status) {
        ("undo", _) => refusal(Refusal::NothingToUndo),
        ("redo", _) => refusal(Refusal::NothingToRedo),
        ("review", _) => gettext("The game can be looked through when it is over"),
        (_, Status::Over(_)) => illegal(IllegalMove::GameOver),
        (_, Status::Viewing { .. }) => refusal(Refusal::LookingBack),
        ("move-now", _) => gettext("Nobody is thinking"),
        (_, Status::Paused) => refusal(Refusal::Paused),
        _ => refusal(Refusal::NotYourTurn),
    }
}

fn illegal(reason: IllegalMove) -> String {
    match reason {
        IllegalMove::GameOver => gettext("The game is over"),
        IllegalMove::OffBoard(point) => gettext_f("The board has no point {point}", &[("point", point.name())]),
        IllegalMove::Occupied(point) => gettext_f("There is a man on {point} already", &[("point", point.name())]),
        IllegalMove::MustPlace => gettext("Place all men in hand first"),
        IllegalMove::NoneInHand => gettext("All men are placed: move one"),
        IllegalMove::NotOwn(point) => gettext_f("None of your men stands on {point}", &[("point", point.name())]),
        IllegalMove::NotJoined(from, to) => {
            gettext_f("No line leads from {from} to {to}", &[("from", from.name()), ("to", to.name())])
        }
        IllegalMove::RemovalMissing => gettext("Mill! Choose an opposing man to remove"),
        IllegalMove::NoMill => gettext("No mill is closed: nothing may be removed"),
        IllegalMove::TooManyRemoved => gettext("Only one man may be removed"),
        IllegalMove::NotOpposing(_) => gettext("Mill! Choose an opposing man to remove"),
        IllegalMove::BlockedPoint(_) => gettext("A man was removed here: the point is free once all men are placed"),
        IllegalMove::CentreFirst(_) => gettext("The first man may not go to the centre"),
        IllegalMove::StraightBack(_) => gettext("The man may not go straight back to close a mill again"),
        IllegalMove::Protected(_) => gettext("That man stands in a mill"),
    }
}
