// SPDX-License-Identifier: GPL-3.0-or-later
//! How values are written in files.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::meeting::{Bye, GameScore, Meeting, Side};

/// Numbers that are from 0 in memory and from 1 in files.
pub(crate) mod from_one {
    use super::{Deserialize, Deserializer, Error, Serialize, Serializer, Shift};

    pub fn serialize<T: Shift + Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.up().serialize(serializer)
    }

    pub fn deserialize<'de, T: Shift + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        T::deserialize(from)?.down().ok_or_else(|| D::Error::custom("numbers go from 1 to 400"))
    }
}

/// Largest number, which is more than that of all rounds, tables, and entrants.
const LARGEST: usize = 400;

pub(crate) trait Shift: Sized {
    fn up(&self) -> Self;
    fn down(self) -> Option<Self>;
}

impl Shift for usize {
    fn up(&self) -> Self {
        self + 1
    }

    fn down(self) -> Option<Self> {
        self.checked_sub(1).filter(|number| *number < LARGEST)
    }
}

impl Shift for Option<usize> {
    fn up(&self) -> Self {
        self.map(|number| number.up())
    }

    fn down(self) -> Option<Self> {
        self.map_or(Some(None), |number| number.down().map(Some))
    }
}

impl Shift for Vec<usize> {
    fn up(&self) -> Self {
        self.iter().map(Shift::up).collect()
    }

    fn down(self) -> Option<Self> {
        self.into_iter().map(Shift::down).collect()
    }
}

/// Reads a number from 1.
fn number(text: &str) -> Option<usize> {
    text.parse::<usize>().ok()?.down()
}

/// Returns the letters of results, with a point for an open game.
pub(crate) fn letters(games: &[Option<GameScore>]) -> String {
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
    use super::{Deserialize, Deserializer, Error, GameScore, Serializer, games_of_letters, letters};

    pub fn serialize<S: Serializer>(games: &[Option<GameScore>], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&letters(games))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Option<GameScore>>, D::Error> {
        games_of_letters(&String::deserialize(from)?).ok_or_else(|| D::Error::custom("not a result"))
    }
}

/// Meetings such as `1-9 wd`.
impl Serialize for Meeting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lot = self.lot.map(|side| format!(" lot={}", self.on(side) + 1)).unwrap_or_default();
        serializer.collect_str(&format_args!("{}-{} {}{lot}", self.first + 1, self.second + 1, letters(&self.games)))
    }
}

impl<'de> Deserialize<'de> for Meeting {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        meeting(&text).ok_or_else(|| D::Error::custom(format!("“{text}” is not a meeting")))
    }
}

fn meeting(text: &str) -> Option<Meeting> {
    let mut words = text.split(' ');
    let (first, second) = words.next()?.split_once('-')?;
    let (first, second) = (number(first)?, number(second)?);
    let games = games_of_letters(words.next()?)?;
    let side = |word: &str| match number(word.strip_prefix("lot=")?)? {
        lot if lot == first => Some(Side::First),
        lot if lot == second => Some(Side::Second),
        _ => None,
    };
    let lot = words.next().map(|word| side(word).ok_or(())).transpose().ok()?;
    (first != second && words.next().is_none()).then_some(Meeting { first, second, games, lot })
}

/// Byes such as `8 bye`.
pub(crate) mod byes {
    use super::{Bye, Deserialize, Deserializer, Error, Serialize, Serializer, number};

    const WORDS: [(Bye, &str); 2] = [(Bye::Bye, "bye"), (Bye::Absent, "absent")];

    pub fn serialize<S: Serializer>(byes: &[(usize, Bye)], serializer: S) -> Result<S::Ok, S::Error> {
        let word = |bye: Bye| WORDS.iter().find(|(known, _)| *known == bye).map_or("", |(_, word)| word);
        byes.iter()
            .map(|(entrant, bye)| format!("{} {}", entrant + 1, word(*bye)))
            .collect::<Vec<_>>()
            .serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(usize, Bye)>, D::Error> {
        let read = |text: &String| {
            let (entrant, word) = text.split_once(' ')?;
            let bye = WORDS.iter().find(|(_, known)| *known == word)?.0;
            Some((number(entrant)?, bye))
        };
        let bye = |text: &String| read(text).ok_or_else(|| D::Error::custom(format!("“{text}” is not a bye")));
        Vec::<String>::deserialize(from)?.iter().map(bye).collect()
    }
}
