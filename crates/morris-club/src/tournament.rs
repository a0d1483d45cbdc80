// SPDX-License-Identifier: GPL-3.0-or-later
//! A tournament: entrants, rounds, and corrections.

use serde::{Deserialize, Serialize};
use toml::Table;

use crate::meeting::{GameScore, Meeting, Place, games};
use crate::settings::{Format, Settings, group_count};
use crate::words::from_one;

/// A tournament. [`Tournament::change`] is the only way to change it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    pub(crate) settings: Settings,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) corrections: Vec<Correction>,
    /// Entrants in the order that a lot has given them.
    pub(crate) lots: Vec<usize>,
    /// Unknown keys of the file.
    pub(crate) other: Table,
}

/// Begins the player of an entrant that is a program in the settings of the window. The name of the
/// program follows.
pub const OWN_PROGRAM: &str = "own:";

/// A person or a program that takes part. Its number is its place in the list of entrants, from 0;
/// on screen and in files it is counted from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// Name, which no other entrant has.
    pub name: String,
    /// The player, such as `level:3`, if it is a program. See also [`OWN_PROGRAM`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// First round for which it is paired, from 0.
    #[serde(default, skip_serializing_if = "is_zero", with = "from_one")]
    pub joined: usize,
    /// Round from which on it is not paired, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "from_one")]
    pub left: Option<usize>,
    /// Rounds that it misses, from 0, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "from_one")]
    pub absent: Vec<usize>,
    #[serde(flatten)]
    pub(crate) other: Table,
}

/// A round. The place of a meeting in the list is the number of its table, from 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The meetings.
    pub meetings: Vec<Meeting>,
    /// Entrants for whom no opponent is left. In a Swiss tournament this is worth a win and a draw;
    /// in a knockout they go on; in a round robin it is worth nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "from_one")]
    pub byes: Vec<usize>,
    /// Entrants who are absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "from_one")]
    pub absent: Vec<usize>,
    /// Entrants that the director has exchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "from_one")]
    pub exchanged: Vec<usize>,
    #[serde(flatten)]
    pub(crate) other: Table,
}

/// A part of a tournament that has a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A round robin or a Swiss tournament.
    All,
    /// A group, from 0.
    Group(usize),
    /// A knockout.
    KnockOut,
}

/// A result that was changed after a later round had been paired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// Time of the change, as text that the caller chose.
    pub when: String,
    /// The meeting.
    #[serde(flatten)]
    pub at: Place,
    /// Results before.
    #[serde(with = "games")]
    pub old: Vec<Option<GameScore>>,
    /// Results since then.
    #[serde(with = "games")]
    pub new: Vec<Option<GameScore>>,
    #[serde(flatten)]
    pub(crate) other: Table,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Tournament {
    /// Returns what the director has chosen.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the entrants.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Returns the rounds that were paired.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Returns the corrections, the earliest first.
    pub fn corrections(&self) -> &[Correction] {
        &self.corrections
    }

    /// Returns the number of an entrant with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.name == name)
    }

    /// Returns a meeting.
    pub fn meeting(&self, at: Place) -> Option<&Meeting> {
        self.rounds.get(at.round)?.meetings.get(at.table)
    }

    /// Returns all meetings with their places.
    pub fn meetings(&self) -> impl Iterator<Item = (Place, &Meeting)> {
        self.rounds.iter().enumerate().flat_map(|(round, each)| {
            each.meetings.iter().enumerate().map(move |(table, meeting)| (Place { round, table }, meeting))
        })
    }

    /// Returns the parts of the tournament that have a table.
    pub fn stages(&self) -> Vec<Stage> {
        match self.settings.format {
            Format::RoundRobin { .. } | Format::Swiss { .. } => vec![Stage::All],
            Format::KnockOut => vec![Stage::KnockOut],
            Format::Groups { .. } => {
                (0..self.groups().len()).map(Stage::Group).chain(std::iter::once(Stage::KnockOut)).collect()
            }
        }
    }

    /// Returns the entrants of each group: the seeds go forth and back through the groups. Empty
    /// for other formats.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let Format::Groups { size, .. } = self.settings.format else { return Vec::new() };
        let count = group_count(self.entrants.len(), size);
        let mut groups = vec![Vec::new(); count];
        for entrant in 0..self.entrants.len() {
            let (turn, at) = (entrant / count, entrant % count);
            groups[if turn % 2 == 0 { at } else { count - 1 - at }].push(entrant);
        }
        groups
    }

    /// Returns the number of rounds before the knockout, or `usize::MAX` if there is none.
    pub(crate) fn rounds_before_knock_out(&self) -> usize {
        match self.settings.format {
            Format::RoundRobin { .. } | Format::Swiss { .. } => usize::MAX,
            Format::KnockOut => 0,
            Format::Groups { size, .. } => {
                let largest = self.entrants.len().div_ceil(group_count(self.entrants.len(), size));
                (largest + largest % 2).max(2) - 1
            }
        }
    }

    /// Returns `true` if a round belongs to a knockout.
    pub fn is_knock_out(&self, round: usize) -> bool {
        round >= self.rounds_before_knock_out()
    }

    /// Returns `true` if an entrant is not there in a round.
    pub fn is_away(&self, entrant: usize, round: usize) -> bool {
        let Entrant { joined, left, absent, .. } = &self.entrants[entrant];
        round < *joined || left.is_some_and(|left| round >= left) || absent.contains(&round)
    }

    /// Creates the meeting of two entrants in a round. The games of one who is away are forfeited.
    pub(crate) fn seat(&self, first: usize, second: usize, round: usize) -> Meeting {
        let forfeit = match [first, second].map(|entrant| self.is_away(entrant, round)) {
            [false, false] => None,
            [false, true] => Some(GameScore::WinByForfeit),
            [true, false] => Some(GameScore::LossByForfeit),
            [true, true] => Some(GameScore::NoShow),
        };
        let games = vec![forfeit; self.settings.games.into()];
        Meeting { first, second, games, lot: None }
    }

    /// Returns `true` if a round has a result other than games that were forfeited from the start.
    pub fn has_results(&self, round: usize) -> bool {
        let entered = |meeting: &Meeting| {
            let is_there = !self.is_away(meeting.first, round) && !self.is_away(meeting.second, round);
            meeting.games.iter().flatten().any(|score| score.is_at_board() || is_there)
        };
        self.rounds.get(round).is_some_and(|round| round.meetings.iter().any(entered))
    }

    /// Returns the first round without results: the last one that was paired, or the next.
    pub fn first_round_without_results(&self) -> usize {
        let paired = self.rounds.len();
        if paired > 0 && !self.has_results(paired - 1) { paired - 1 } else { paired }
    }
}
