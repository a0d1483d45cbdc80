// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a position cannot be, in words.

use gettextrs::gettext;

use crate::i18n::gettext_f;
use morris::{ArrangementError, Color};

/// One reason why a position cannot be, in a sentence.
#[must_use]
pub fn arrangement_error(error: &ArrangementError) -> String {
    match error {
        ArrangementError::TooManyMen { color, men, most } => {
            let values = [("men", &*men.to_string()), ("most", &*most.to_string())];
            match color {
                Color::White => gettext_f("White has {men} men on the board and in hand, more than {most}.", &values),
                Color::Black => gettext_f("Black has {men} men on the board and in hand, more than {most}.", &values),
            }
        }
        ArrangementError::HandsOutOfStep { side: Color::White, .. } => {
            gettext("With White to move both sides have equally many men in hand.")
        }
        ArrangementError::HandsOutOfStep { side: Color::Black, .. } => {
            gettext("With Black to move White has one man less in hand than Black, or both have none.")
        }
        ArrangementError::BothTooFew => gettext("One side at least needs three men."),
        // The board lets nobody do such things.
        ArrangementError::Overlap(_) | ArrangementError::OffBoard(_) | ArrangementError::Memory(_) => {
            gettext("This is no possible position.")
        }
    }
}
