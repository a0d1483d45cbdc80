// SPDX-License-Identifier: GPL-3.0-or-later
//! How values are written in files.

use crate::meeting::GameScore;

/// Implements serialization with the text of a type.
macro_rules! written_as_text {
    ($($type:ty),+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(crate) use written_as_text;

/// Numbers that are from 0 in memory and from 1 in files.
pub(crate) mod from_one {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Shift + Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.by(1).serialize(serializer)
    }

    pub fn deserialize<'de, T: Shift + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        T::deserialize(from)?.by(-1).ok_or_else(|| D::Error::custom("numbers go from 1 to 400"))
    }

    /// Largest number, which is more than that of all rounds, tables, and entrants.
    const LARGEST: usize = 400;

    pub trait Shift: Sized {
        /// Adds `step` to all numbers, unless one leaves the range.
        fn by(&self, step: isize) -> Option<Self>;
    }

    impl Shift for usize {
        fn by(&self, step: isize) -> Option<Self> {
            self.checked_add_signed(step).filter(|number| *self.max(number) <= LARGEST)
        }
    }

    impl Shift for Option<usize> {
        fn by(&self, step: isize) -> Option<Self> {
            self.map_or(Some(None), |number| number.by(step).map(Some))
        }
    }

    impl Shift for Vec<usize> {
        fn by(&self, step: isize) -> Option<Self> {
            self.iter().map(|number| number.by(step)).collect()
        }
    }
}

/// Returns the letters of results, with a point for an open game.
#[must_use]
pub fn letters_of_games(games: &[Option<GameScore>]) -> String {
    let letter = |score: &GameScore| GameScore::ALL.iter().find(|(known, _)| known == score).map(|(_, letter)| *letter);
    games.iter().map(|score| score.as_ref().and_then(letter).unwrap_or('.')).collect()
}

/// Reads the letters of results, with a point for an open game: `w`, `d`, `l`, `+` and `-` for a
/// forfeit, and `0` if neither played.
#[must_use]
pub fn games_of_letters(text: &str) -> Option<Vec<Option<GameScore>>> {
    let known = |letter: char| GameScore::ALL.iter().find(|(_, known)| *known == letter).map(|(score, _)| Some(*score));
    text.chars().map(|letter| if letter == '.' { Some(None) } else { known(letter) }).collect()
}

/// Results as letters.
pub(crate) mod games {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{GameScore, games_of_letters, letters_of_games};

    pub fn serialize<S: Serializer>(games: &[Option<GameScore>], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&letters_of_games(games))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Option<GameScore>>, D::Error> {
        games_of_letters(&String::deserialize(from)?).ok_or_else(|| D::Error::custom("not a result"))
    }
}
