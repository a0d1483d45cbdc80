// SPDX-License-Identifier: GPL-3.0-or-later
//! Two entrants who meet, and the results of their games.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use morris::{ByColor, Color};
use serde::{Deserialize, Serialize};

use crate::words::{from_one, written_as_text};

/// Number of games of a further match, if a knockout match is level.
pub(crate) const EXTRA_GAMES: usize = 2;
/// Maximum number of further matches.
pub(crate) const EXTRA_MATCHES: usize = 2;

/// Place of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Number of the round, from 0.
    #[serde(with = "from_one")]
    pub round: usize,
    /// Number of the table, from 0.
    #[serde(with = "from_one")]
    pub table: usize,
}

/// The result of a game, for the entrant who is named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// Won at the board.
    Win,
    /// Drawn.
    Draw,
    /// Lost at the board.
    Loss,
    /// Won because the other one did not play.
    WinByForfeit,
    /// Lost because this one did not play.
    LossByForfeit,
    /// Lost for both, because neither played.
    NoShow,
}

/// One of the two who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one who is named first.
    First,
    /// The other one.
    Second,
}

/// Two entrants who meet, by their numbers from 0. The one named first has White in game 1, and
/// colors switch after each game. The text has the numbers from 1 and a letter for each game, such
/// as `1-9 wd`, and `lot=9` after it if a lot decided, or if the other one left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The entrant who has White first.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// Results of the games; `None` is open. A level match of a knockout gets further games.
    pub games: Vec<Option<GameScore>>,
    /// The one who goes on from a knockout match that stayed level, by lot or because the other one
    /// has left.
    pub lot: Option<Side>,
}

impl GameScore {
    /// All results, each with its letter in files.
    pub const ALL: [(Self, char); 6] = [
        (Self::Win, 'w'),
        (Self::Draw, 'd'),
        (Self::Loss, 'l'),
        (Self::WinByForfeit, '+'),
        (Self::LossByForfeit, '-'),
        (Self::NoShow, '0'),
    ];

    /// Returns the result of a finished game for the entrant who played `color`. `winner` is `None`
    /// for a draw.
    pub fn of_game(winner: Option<Color>, color: Color) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == color => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// Returns the result for the other entrant.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::WinByForfeit => Self::LossByForfeit,
            Self::LossByForfeit => Self::WinByForfeit,
            Self::Draw | Self::NoShow => self,
        }
    }

    /// Returns `true` if the game was played.
    pub const fn is_at_board(self) -> bool {
        matches!(self, Self::Win | Self::Draw | Self::Loss)
    }

    /// Returns the results of a match of this many games in which the one named first gets `points`
    /// (2 for a win, 1 for a draw): the one with the most draws first. Wins come first in each. So
    /// of 2 points in 2 games, there are two draws, or a win each. Empty if there is none.
    pub fn worth(games: usize, points: usize) -> Vec<Vec<Self>> {
        let of_draws = |draws: usize| {
            let wins = points.checked_sub(draws)? / 2;
            let losses = games.checked_sub(draws + wins)?;
            let results = [(Self::Win, wins), (Self::Draw, draws), (Self::Loss, losses)];
            Some(results.into_iter().flat_map(|(score, times)| std::iter::repeat_n(score, times)).collect())
        };
        (0..=games.min(points)).rev().filter(|draws| (points - draws) % 2 == 0).filter_map(of_draws).collect()
    }
}

impl Meeting {
    /// Creates a meeting of this many open games.
    pub fn new(first: usize, second: usize, games: usize) -> Self {
        Self { first, second, games: vec![None; games], lot: None }
    }

    /// Returns `true` if a game is open.
    pub fn is_open(&self) -> bool {
        self.games.contains(&None)
    }

    /// Returns `true` if a game was played at the board. Only then the two have met.
    pub fn is_at_board(&self) -> bool {
        self.games.iter().flatten().any(|score| score.is_at_board())
    }

    /// Returns the number of the next open game, from 0.
    pub fn next_game(&self) -> Option<usize> {
        self.games.iter().position(Option::is_none)
    }

    /// Returns the entrants who have White and Black in a game.
    pub const fn players(&self, game: usize) -> ByColor<usize> {
        match Self::color_of_first(game) {
            Color::White => ByColor { white: self.first, black: self.second },
            Color::Black => ByColor { white: self.second, black: self.first },
        }
    }

    /// Returns the color of the entrant named first in a game.
    pub const fn color_of_first(game: usize) -> Color {
        if game % 2 == 0 { Color::White } else { Color::Black }
    }

    /// Returns `true` if an entrant takes part.
    pub const fn has(&self, entrant: usize) -> bool {
        self.first == entrant || self.second == entrant
    }

    /// Returns the games of the match that is being played, or that was the last: in a knockout, a
    /// further match can follow the first.
    pub fn last_match(&self, games: usize) -> Range<usize> {
        let start = if self.games.len() > games { self.games.len() - EXTRA_GAMES } else { 0 };
        start..self.games.len()
    }

    /// Returns how many games more the one named first has won than the other.
    pub(crate) fn balance(games: &[Option<GameScore>]) -> i32 {
        let worth = |score: &GameScore| match score {
            GameScore::Win | GameScore::WinByForfeit => 1,
            GameScore::Loss | GameScore::LossByForfeit => -1,
            GameScore::Draw | GameScore::NoShow => 0,
        };
        games.iter().flatten().map(worth).sum()
    }

    /// Returns the side that has won more games, if there are no open ones.
    pub fn winner(&self) -> Option<Side> {
        match Self::balance(&self.games) {
            _ if self.is_open() => None,
            1.. => Some(Side::First),
            0 => None,
            _ => Some(Side::Second),
        }
    }

    /// Returns the entrant on a side.
    pub const fn on(&self, side: Side) -> usize {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// Returns `true` if neither played any game of the last match.
    pub(crate) fn is_missed(&self, games: usize) -> bool {
        self.games[self.last_match(games)].iter().all(|score| *score == Some(GameScore::NoShow))
    }

    /// Gives a level match of a knockout, which has `games` games, a further match of open games,
    /// and takes away games that are not needed.
    pub(crate) fn fit(&mut self, games: usize) {
        let mut needed = games;
        self.games.resize(self.games.len().max(games), None);
        for _ in 0..EXTRA_MATCHES {
            let so_far = &self.games[..needed.min(self.games.len())];
            let last = &so_far[if needed > games { needed - EXTRA_GAMES } else { 0 }..];
            let is_level = !so_far.contains(&None) && Self::balance(so_far) == 0;
            if !is_level || last.iter().all(|score| *score == Some(GameScore::NoShow)) {
                break;
            }
            needed += EXTRA_GAMES;
            self.games.resize(self.games.len().max(needed), None);
        }
        self.games.truncate(needed);
    }
}

impl fmt::Display for Meeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} {}", self.first + 1, self.second + 1, letters_of_games(&self.games))?;
        self.lot.map_or(Ok(()), |side| write!(f, " lot={}", self.on(side) + 1))
    }
}

impl FromStr for Meeting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        read(text).ok_or_else(|| format!("“{text}” is not a meeting"))
    }
}

written_as_text!(Meeting);

fn read(text: &str) -> Option<Meeting> {
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
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

/// Returns the letters of results, with a point for an open game.
pub fn letters_of_games(games: &[Option<GameScore>]) -> String {
    let letter = |score: &GameScore| GameScore::ALL.iter().find(|(known, _)| known == score).map(|(_, letter)| *letter);
    games.iter().map(|score| score.as_ref().and_then(letter).unwrap_or('.')).collect()
}

/// Reads the letters of results, with a point for an open game: `w`, `d`, `l`, `+` and `-` for a
/// forfeit, and `0` if neither played.
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
