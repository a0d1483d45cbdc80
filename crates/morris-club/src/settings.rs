// SPDX-License-Identifier: GPL-3.0-or-later
//! What the director chooses at the start.

use std::fmt;
use std::str::FromStr;

use morris::Rules;
use serde::{Deserialize, Serialize};

use crate::error::{ChangeError, MOST_ENTRANTS};
use crate::points::Points;
use crate::words::written_as_text;

/// Maximum number of rounds that a Swiss tournament can ask for.
pub const MOST_SWISS_ROUNDS: usize = MOST_ENTRANTS / 2;

/// What the director chooses. The keys of the file are the names of the fields, with hyphens, but
/// `scoring` is `points`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings {
    /// Name of the tournament.
    pub name: String,
    /// Rules of the games.
    pub rules: Rules,
    /// Who meets whom.
    pub format: Format,
    /// Who goes on if a knockout match and two more matches of two games are level.
    #[serde(default)]
    pub level: Level,
    /// Whether the losers of the semifinals of a knockout play for the third place.
    #[serde(default)]
    pub third: bool,
    /// Number of games of a match: 1, 2, or 4.
    pub games: u8,
    /// Clock of the games, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What a result is worth.
    #[serde(rename = "points")]
    pub scoring: Scoring,
    /// Ties in points are broken in this order.
    pub ties: Vec<TieBreak>,
    /// What a round is worth from which an entrant is absent. Only Swiss tournaments use it.
    #[serde(default)]
    pub absence: Absence,
    /// Whether games that are played in the program have no undo, hints, and values.
    #[serde(default)]
    pub no_help: bool,
}

/// Who meets whom. The text is `swiss:ROUNDS`, `round-robin`, `slide`, `knock-out`, or
/// `groups:SIZE:ADVANCE`; `round-robin:2` and `slide:2` have two cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everyone meets everyone, for 2 to 64 entrants.
    RoundRobin {
        /// Number of times that two entrants meet: 1, or 2 with colors switched.
        cycles: u8,
        /// Order of the rounds.
        order: Order,
    },
    /// Entrants with equal points meet, and two meet twice only if nothing else is possible. For 4
    /// to 200 entrants.
    Swiss {
        /// Number of rounds, at most half the number of entrants, rounded up.
        rounds: usize,
    },
    /// A player who loses is out, for 2 to 128 entrants.
    KnockOut,
    /// Groups in which everyone meets everyone, and a knockout of the best.
    Groups {
        /// Number of entrants of a group, 3 to 8. Groups differ by at most one.
        size: u8,
        /// Number of entrants of each group that go on.
        advance: u8,
    },
}

/// Order of the rounds of a round robin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Berger's tables, in which colors alternate.
    #[default]
    Berger,
    /// Every entrant but one moves by a seat after each round. Colors hardly change, so it is for
    /// matches of 2 or 4 games.
    Slide,
}

/// Who goes on if all matches of two entrants are level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The one with the better seed.
    #[default]
    Seed,
    /// The one that is drawn by lot.
    Lot,
}

/// What a result is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// 2 points for a game won, 1 for a draw.
    #[default]
    #[serde(rename = "2-1-0")]
    TwoOne,
    /// 1 point for a game won, ½ for a draw.
    #[serde(rename = "1-0.5-0")]
    OneHalf,
    /// 2 points for a match won, 1 for a level match. Game points are those of [`Self::TwoOne`].
    Match,
}

/// What breaks a tie in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Points in the games among those who are tied, if all have met equally often.
    Direct,
    /// For each game, the points of a beaten opponent, and half of those of an opponent with a
    /// draw.
    #[serde(rename = "sb")]
    SonnebornBerger,
    /// The points of all opponents, once for each match. A round without a game at the board counts
    /// the entrant's own points.
    Buchholz,
    /// Games won at the board.
    Wins,
    /// The fewest drawn games.
    FewestDraws,
    /// Points of the games, for [`Scoring::Match`].
    GamePoints,
}

/// What a round is worth from which an entrant is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    /// Nothing.
    #[default]
    Nothing,
    /// As much as draws.
    Draws,
}

/// The clock of a game, in seconds. The text is the time, or `TIME+INCREMENT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time of each side at the start.
    pub time: u32,
    /// Time that a side gets after each of its moves.
    pub increment: u32,
}

/// Maximum number of entrants of a round robin.
const MOST_ROUND_ROBIN: usize = 64;
/// Maximum number of entrants of a knockout.
const MOST_KNOCK_OUT: usize = 128;
const FORMATS: &str = "the format is swiss:ROUNDS, round-robin[:2], slide[:2], knock-out, or groups:SIZE:ADVANCE";
/// Longest time of a clock, in seconds.
const LONGEST_CLOCK: u32 = 86_400;

impl Settings {
    /// Returns the settings of an evening at the club: matches of two games by the standard rules,
    /// 2 points for a win, and the usual tie-breaks.
    pub fn new(name: impl Into<String>, format: Format) -> Self {
        Self {
            name: name.into(),
            rules: Rules::STANDARD,
            format,
            level: Level::default(),
            third: false,
            games: 2,
            clock: None,
            scoring: Scoring::TwoOne,
            ties: TieBreak::usual(format, Scoring::TwoOne),
            absence: Absence::Nothing,
            no_help: false,
        }
    }

    /// Checks what does not depend on the number of entrants.
    ///
    /// # Errors
    /// Returns the limit that is passed.
    pub fn check(&self) -> Result<(), ChangeError> {
        let ties = self.ties.iter().enumerate();
        let is_twice = ties.clone().any(|(at, tie)| self.ties[..at].contains(tie));
        match self.format {
            _ if ![1, 2, 4].contains(&self.games) => Err(ChangeError::Choice("a match has 1, 2, or 4 games")),
            _ if self.clock.is_some_and(|clock| !clock.is_valid()) => {
                Err(ChangeError::Choice("a clock has 1 to 86400 seconds"))
            }
            _ if is_twice => Err(ChangeError::Choice("a tie-break is named twice")),
            Format::RoundRobin { cycles, .. } if !(1..=2).contains(&cycles) => {
                Err(ChangeError::Choice("a round robin has 1 or 2 cycles"))
            }
            Format::RoundRobin { order: Order::Slide, .. } if self.games == 1 => Err(ChangeError::Slide),
            Format::Swiss { rounds } if !(1..=MOST_SWISS_ROUNDS).contains(&rounds) => {
                Err(ChangeError::Rounds { most: MOST_SWISS_ROUNDS })
            }
            Format::Groups { size, .. } if !(3..=8).contains(&size) => {
                Err(ChangeError::Choice("a group has 3 to 8 entrants"))
            }
            Format::Groups { size, advance, .. } if !(1..size).contains(&advance) => Err(ChangeError::Advance),
            _ => Ok(()),
        }
    }

    /// Checks the number of entrants with which the first round is paired.
    ///
    /// # Errors
    /// Returns the limit that is passed.
    pub fn check_field(&self, entrants: usize) -> Result<(), ChangeError> {
        let (least, most) = self.format.entrants();
        match self.format {
            _ if entrants < least => Err(ChangeError::TooFew { least }),
            _ if entrants > most => Err(ChangeError::TooMany { most }),
            Format::Swiss { rounds } if rounds > entrants.div_ceil(2) => {
                Err(ChangeError::Rounds { most: entrants.div_ceil(2) })
            }
            Format::Groups { size, advance, .. } => {
                let groups = group_count(entrants, size);
                let found = groups * usize::from(advance);
                match () {
                    () if usize::from(advance) >= entrants / groups => Err(ChangeError::Advance),
                    () if found > MOST_KNOCK_OUT => Err(ChangeError::GoOn { found, most: MOST_KNOCK_OUT }),
                    () => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

/// Returns the number of rounds of a knockout.
pub(crate) const fn knock_out_rounds(entrants: usize) -> usize {
    entrants.next_power_of_two().ilog2() as usize
}

/// Returns the number of groups. None has fewer than three entrants.
pub(crate) fn group_count(entrants: usize, size: u8) -> usize {
    entrants.div_ceil(size.into()).clamp(2, (entrants / 3).max(2))
}

impl Clock {
    const fn is_valid(self) -> bool {
        self.time >= 1 && self.time <= LONGEST_CLOCK && self.increment <= LONGEST_CLOCK
    }
}

impl Format {
    /// Returns a Swiss tournament with the usual number of rounds for this number of entrants:
    /// the number that a knockout has. [`Settings::check_field`] allows it.
    pub const fn swiss(entrants: usize) -> Self {
        let rounds = knock_out_rounds(entrants);
        Self::Swiss { rounds: if rounds == 0 { 1 } else { rounds } }
    }

    /// Returns the smallest and the largest number of entrants.
    pub const fn entrants(self) -> (usize, usize) {
        match self {
            Self::RoundRobin { .. } => (2, MOST_ROUND_ROBIN),
            Self::Swiss { .. } => (4, MOST_ENTRANTS),
            Self::KnockOut => (2, MOST_KNOCK_OUT),
            Self::Groups { .. } => (6, MOST_ENTRANTS),
        }
    }

    /// Returns `true` if there is a knockout, maybe after groups.
    pub const fn has_knock_out(self) -> bool {
        matches!(self, Self::KnockOut | Self::Groups { .. })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swiss { rounds } => write!(f, "swiss:{rounds}"),
            Self::RoundRobin { cycles, order } => {
                f.write_str(if *order == Order::Slide { "slide" } else { "round-robin" })?;
                if *cycles == 1 { Ok(()) } else { write!(f, ":{cycles}") }
            }
            Self::KnockOut => f.write_str("knock-out"),
            Self::Groups { size, advance } => write!(f, "groups:{size}:{advance}"),
        }
    }
}

impl FromStr for Format {
    type Err = ChangeError;

    fn from_str(text: &str) -> Result<Self, ChangeError> {
        let number = |text: &str| text.parse().ok();
        let round_robin = |order, cycles| Some(Self::RoundRobin { cycles, order });
        let format = match text.split(':').collect::<Vec<_>>().as_slice() {
            ["swiss", rounds] => rounds.parse().ok().map(|rounds| Self::Swiss { rounds }),
            ["round-robin"] => round_robin(Order::Berger, 1),
            ["round-robin", cycles] => number(cycles).and_then(|cycles| round_robin(Order::Berger, cycles)),
            ["slide"] => round_robin(Order::Slide, 1),
            ["slide", cycles] => number(cycles).and_then(|cycles| round_robin(Order::Slide, cycles)),
            ["knock-out"] => Some(Self::KnockOut),
            ["groups", size, advance] => {
                number(size).zip(number(advance)).map(|(size, advance)| Self::Groups { size, advance })
            }
            _ => None,
        };
        format.ok_or(ChangeError::Choice(FORMATS))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time, self.increment)
    }
}

impl FromStr for Clock {
    type Err = ChangeError;

    fn from_str(text: &str) -> Result<Self, ChangeError> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let clock = time.parse().ok().zip(increment.parse().ok()).map(|(time, increment)| Self { time, increment });
        clock.ok_or(ChangeError::Choice("a clock is in whole seconds, such as 420 or 180+2"))
    }
}

written_as_text!(Format, Clock);

impl Scoring {
    /// Returns the points of games.
    pub fn of_games(self, wins: u32, draws: u32) -> Points {
        let draw = if self == Self::OneHalf { 2 } else { 4 };
        Points::of_quarters(draw * u64::from(2 * wins + draws))
    }

    /// Returns the points of a bye for matches of this many games: those of a win and a draw for
    /// each two games, of a single game won, or of a match won.
    pub(crate) fn of_bye(self, games: u8) -> Points {
        match (self, games) {
            (Self::Match, _) => Points::whole(2),
            (_, 1) => self.of_games(1, 0),
            _ => self.of_games(u32::from(games / 2), u32::from(games / 2)),
        }
    }

    /// Returns the points of a round from which an entrant is absent.
    pub(crate) fn of_absence(self, absence: Absence, games: u8) -> Points {
        match (absence, self) {
            (Absence::Nothing, _) => Points::ZERO,
            (Absence::Draws, Self::Match) => Points::whole(1),
            (Absence::Draws, _) => self.of_games(0, games.into()),
        }
    }
}

impl TieBreak {
    /// Returns the usual order of a format.
    pub fn usual(format: Format, scoring: Scoring) -> Vec<Self> {
        let games = (scoring == Scoring::Match).then_some(Self::GamePoints);
        let usual = match format {
            Format::Swiss { .. } => {
                &[Self::Buchholz, Self::SonnebornBerger, Self::Direct, Self::Wins, Self::FewestDraws][..]
            }
            _ => &[Self::Direct, Self::SonnebornBerger, Self::Wins, Self::FewestDraws],
        };
        games.into_iter().chain(usual.iter().copied()).collect()
    }
}
