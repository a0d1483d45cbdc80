// SPDX-License-Identifier: GPL-3.0-or-later
//! Changes of a tournament.

use morris::names::{LONGEST_TYPED, kept};
use toml::Table;

use crate::error::{ChangeError, MOST_ENTRANTS};
use crate::meeting::{GameScore, Meeting, Place, Side};
use crate::settings::{Format, Settings};
use crate::tournament::{Correction, Entrant, Tournament};

/// Maximum number of corrections that are kept; the earliest are dropped.
pub(crate) const MOST_CORRECTIONS: usize = 1_000;
/// Maximum length of the time of a correction, in characters.
const LONGEST_TIME: usize = 40;

/// A change. Numbers of entrants, rounds, tables, and games are from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum Change {
    /// Replace the settings. Once a round was paired, rules, format, choices of the knockout, and
    /// number of games stay, but for the number of rounds of a Swiss tournament.
    Settings(Settings),
    /// Add an entrant, with the player, such as `level:3`, if it is a program. It is paired from
    /// the first round without results on. In a round robin it can take the empty seat.
    Add { name: String, program: Option<String> },
    /// Give an entrant another name.
    Rename(usize, String),
    /// Move an entrant to another number, before the first round.
    Move(usize, usize),
    /// Remove an entrant, before the first round.
    Remove(usize),
    /// An entrant leaves. Its open games are forfeited, and a Swiss tournament does not pair it
    /// again.
    Leave(usize),
    /// An entrant who has left is back, from the next round on.
    Return(usize),
    /// The rounds to come from which an entrant is absent.
    Absent(usize, Vec<usize>),
    /// Pair the next round.
    Pair,
    /// Pair the last round again, as long as it has no result.
    PairAgain,
    /// Exchange two entrants of the last round, as long as it has no result. Two who meet exchange
    /// their colors.
    Swap(usize, usize),
    /// Set the results of a meeting: of all its games, of those of the first match, or none. A
    /// correction keeps the time `when`.
    Result { at: Place, games: Vec<Option<GameScore>>, when: String },
    /// Set the result of a game that was played. A correction keeps the time `when`.
    Game { at: Place, game: usize, score: GameScore, when: String },
    /// Let a lot decide who goes on from a knockout match that is level. Further matches are not
    /// played.
    Lot { at: Place, winner: Side },
    /// Order entrants by lot, who then do not share a place. Those who were ordered before keep
    /// their order among each other.
    Lots(Vec<usize>),
}

impl Tournament {
    /// Creates a tournament without entrants.
    pub fn new(settings: Settings) -> Result<Self, ChangeError> {
        let mut tournament = Self {
            settings: settings.clone(),
            entrants: Vec::new(),
            rounds: Vec::new(),
            corrections: Vec::new(),
            lots: Vec::new(),
            other: Table::new(),
        };
        tournament.change(&Change::Settings(settings))?;
        Ok(tournament)
    }

    /// Makes a change.
    ///
    /// # Errors
    /// Returns why it is not possible. The tournament is unchanged then.
    pub fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        match change {
            Change::Settings(settings) => self.set(settings),
            Change::Add { name, program } => self.add(name, program.as_deref()),
            Change::Rename(entrant, name) => self.rename(*entrant, name),
            Change::Move(entrant, to) => self.reorder(*entrant, Some(*to)),
            Change::Remove(entrant) => self.reorder(*entrant, None),
            Change::Leave(entrant) => self.leave(*entrant),
            Change::Return(entrant) => {
                self.entrant(*entrant)?.left = None;
                Ok(())
            }
            Change::Absent(entrant, rounds) => self.set_absent(*entrant, rounds),
            Change::Pair => {
                let round = self.next_round()?;
                self.rounds.push(round);
                Ok(())
            }
            Change::PairAgain => self.pair_again(),
            Change::Swap(one, other) => self.swap(*one, *other),
            Change::Result { at, games, when } => self.set_result(*at, games, when),
            Change::Game { at, game, score, when } => {
                let mut games = self.meeting(*at).ok_or(ChangeError::Missing)?.games.clone();
                *games.get_mut(*game).ok_or(ChangeError::Missing)? = Some(*score);
                self.set_result(*at, &games, when)
            }
            Change::Lot { at, winner } => self.set_lot(*at, *winner),
            Change::Lots(order) => self.set_lots(order),
        }
    }

    fn set(&mut self, settings: &Settings) -> Result<(), ChangeError> {
        settings.check()?;
        let old = &self.settings;
        if !self.rounds.is_empty() {
            match (settings.format, old.format) {
                (Format::Swiss { rounds }, Format::Swiss { .. }) => {
                    settings.check_field(self.entrants.len())?;
                    if rounds < self.rounds.len() {
                        return Err(ChangeError::Started);
                    }
                }
                (new, old) if new != old => return Err(ChangeError::Started),
                _ => {}
            }
            let fixed = |of: &Settings| (of.games, of.rules, of.level, of.third);
            if fixed(settings) != fixed(old) {
                return Err(ChangeError::Started);
            }
        }
        self.settings = Settings { name: kept(&settings.name).ok_or(ChangeError::NoName)?, ..settings.clone() };
        Ok(())
    }

    /// Checks a new name, of another entrant than `except`.
    pub(crate) fn checked(&self, name: &str, except: Option<usize>) -> Result<String, ChangeError> {
        let name = kept(name).ok_or(ChangeError::NoName)?;
        if name.chars().count() > LONGEST_TYPED {
            return Err(ChangeError::LongName);
        }
        match self.find(&name) {
            Some(found) if Some(found) != except => Err(ChangeError::SameName(name)),
            _ => Ok(name),
        }
    }

    fn add(&mut self, name: &str, program: Option<&str>) -> Result<(), ChangeError> {
        let name = self.checked(name, None)?;
        let is_odd = self.entrants.len() % 2 == 1;
        let (started, joined) = (!self.rounds.is_empty(), self.first_round_without_results());
        match self.settings.format {
            _ if self.entrants.len() >= MOST_ENTRANTS => return Err(ChangeError::Full),
            Format::RoundRobin { .. } if started && !is_odd => return Err(ChangeError::NoSeat),
            Format::KnockOut | Format::Groups { .. } if started => return Err(ChangeError::Started),
            _ => {}
        }
        let program = program.map(str::to_owned);
        self.entrants.push(Entrant { name, program, joined, left: None, absent: Vec::new(), other: Table::new() });
        Ok(())
    }

    fn entrant(&mut self, entrant: usize) -> Result<&mut Entrant, ChangeError> {
        self.entrants.get_mut(entrant).ok_or(ChangeError::Missing)
    }

    fn rename(&mut self, entrant: usize, name: &str) -> Result<(), ChangeError> {
        let name = self.checked(name, Some(entrant))?;
        self.entrant(entrant)?.name = name;
        Ok(())
    }

    /// Takes an entrant out of the list before the first round, and puts it back at `to`, if
    /// anywhere.
    fn reorder(&mut self, entrant: usize, to: Option<usize>) -> Result<(), ChangeError> {
        if !self.rounds.is_empty() {
            return Err(ChangeError::Started);
        }
        if entrant.max(to.unwrap_or(0)) >= self.entrants.len() {
            return Err(ChangeError::Missing);
        }
        let moved = self.entrants.remove(entrant);
        if let Some(to) = to {
            self.entrants.insert(to, moved);
        }
        self.lots.clear();
        Ok(())
    }

    fn leave(&mut self, entrant: usize) -> Result<(), ChangeError> {
        let round = self.first_round_without_results();
        self.entrant(entrant)?.left.get_or_insert(round);
        for at in self.open_meetings() {
            let is_knock_out = self.is_knock_out(at.round);
            let meeting = self.meeting_mut(at)?;
            let (forfeit, opponent) = match meeting {
                Meeting { first, .. } if *first == entrant => (GameScore::LossByForfeit, Side::Second),
                Meeting { second, .. } if *second == entrant => (GameScore::WinByForfeit, Side::First),
                _ => continue,
            };
            meeting.games.iter_mut().filter(|score| score.is_none()).for_each(|score| *score = Some(forfeit));
            // This stays decided if the entrant comes back, or another one leaves.
            if is_knock_out && meeting.winner().is_none() {
                meeting.lot = Some(opponent);
            }
        }
        Ok(())
    }

    fn set_absent(&mut self, entrant: usize, rounds: &[usize]) -> Result<(), ChangeError> {
        let first = self.first_round_without_results();
        let absent = &mut self.entrant(entrant)?.absent;
        absent.retain(|&round| round < first);
        absent.extend(rounds.iter().filter(|&&round| round >= first && round < 2 * MOST_ENTRANTS));
        absent.sort_unstable();
        absent.dedup();
        Ok(())
    }

    /// Returns the number of the last round, if it has no results.
    fn fresh_round(&self) -> Result<usize, ChangeError> {
        let last = self.rounds.len().checked_sub(1).ok_or(ChangeError::Missing)?;
        if self.has_results(last) { Err(ChangeError::HasResults) } else { Ok(last) }
    }

    fn pair_again(&mut self) -> Result<(), ChangeError> {
        let last = self.fresh_round()?;
        let mut before = self.clone();
        before.rounds.pop();
        self.rounds[last] = before.next_round()?;
        Ok(())
    }

    fn swap(&mut self, one: usize, other: usize) -> Result<(), ChangeError> {
        let last = self.fresh_round()?;
        let mut round = self.rounds[last].clone();
        let is_here =
            |entrant: usize| round.meetings.iter().any(|meeting| meeting.has(entrant)) || round.byes.contains(&entrant);
        if one == other || !is_here(one) || !is_here(other) {
            return Err(ChangeError::Missing);
        }
        let exchanged = |entrant: usize| match entrant {
            _ if entrant == one => other,
            _ if entrant == other => one,
            _ => entrant,
        };
        for meeting in round.meetings.iter_mut().filter(|meeting| meeting.has(one) || meeting.has(other)) {
            *meeting = self.seat(exchanged(meeting.first), exchanged(meeting.second), last);
        }
        round.byes.iter_mut().for_each(|entrant| *entrant = exchanged(*entrant));
        round.exchanged.extend([one, other]);
        round.exchanged.sort_unstable();
        round.exchanged.dedup();
        self.rounds[last] = round;
        Ok(())
    }

    fn meeting_mut(&mut self, at: Place) -> Result<&mut Meeting, ChangeError> {
        let round = self.rounds.get_mut(at.round);
        round.and_then(|round| round.meetings.get_mut(at.table)).ok_or(ChangeError::Missing)
    }

    fn set_result(&mut self, at: Place, games: &[Option<GameScore>], when: &str) -> Result<(), ChangeError> {
        let (base, is_knock_out) = (usize::from(self.settings.games), self.is_knock_out(at.round));
        let is_last = at.round + 1 == self.rounds.len();
        let meeting = self.meeting_mut(at)?;
        let old = meeting.games.clone();
        match games.len() {
            0 => meeting.games = vec![None; base],
            length if length == base || length == old.len() => meeting.games = games.to_vec(),
            _ => return Err(ChangeError::Games { games: old.len() }),
        }
        if is_knock_out {
            meeting.fit(base);
        }
        if meeting.games == old {
            return Ok(());
        }
        meeting.lot = None;
        if !is_last && !old.contains(&None) {
            let when = kept(when).unwrap_or_default().chars().take(LONGEST_TIME).collect();
            let correction = Correction { when, at, old, new: meeting.games.clone(), other: Table::new() };
            self.corrections.push(correction);
            self.corrections.drain(..self.corrections.len().saturating_sub(MOST_CORRECTIONS));
        }
        Ok(())
    }

    fn set_lot(&mut self, at: Place, winner: Side) -> Result<(), ChangeError> {
        let (base, is_knock_out) = (usize::from(self.settings.games), self.is_knock_out(at.round));
        let meeting = self.meeting_mut(at)?;
        let mut decided = meeting.clone();
        let last = decided.last_match(base);
        if last.start >= base && decided.games[last.clone()].iter().all(Option::is_none) {
            decided.games.truncate(last.start);
        }
        if !is_knock_out || decided.is_open() || decided.winner().is_some() || decided.is_missed(base) {
            return Err(ChangeError::NotLevel);
        }
        decided.lot = Some(winner);
        *meeting = decided;
        Ok(())
    }

    pub(crate) fn set_lots(&mut self, order: &[usize]) -> Result<(), ChangeError> {
        let is_valid =
            |(at, entrant): (usize, &usize)| *entrant < self.entrants.len() && !order[..at].contains(entrant);
        if !order.iter().enumerate().all(is_valid) {
            return Err(ChangeError::Missing);
        }
        let (again, kept): (Vec<_>, Vec<_>) = self.lots.iter().copied().partition(|entrant| order.contains(entrant));
        // A new one can come before those of an earlier lot.
        let mut earlier = again.iter().copied();
        let place = |entrant: &usize| if again.contains(entrant) { earlier.next() } else { Some(*entrant) };
        let drawn: Vec<_> = order.iter().filter_map(place).collect();
        self.lots = [kept, drawn].concat();
        Ok(())
    }

    /// Returns `true` if colors or order of the two who meet were chosen by hand.
    pub fn is_by_hand(&self, at: Place) -> bool {
        let Some(meeting) = self.meeting(at) else { return false };
        self.rounds[at.round].exchanged.iter().any(|&entrant| meeting.has(entrant))
    }

    /// Returns `true` if the two have met in an earlier round, which a round robin of two cycles
    /// and the knockout after groups allow.
    pub fn is_repeat(&self, at: Place) -> bool {
        let Some(meeting) = self.meeting(at) else { return false };
        let may_meet = match self.settings.format {
            Format::RoundRobin { cycles, .. } => cycles.into(),
            Format::Groups { .. } if self.is_knock_out(at.round) => 2,
            _ => 1,
        };
        let before = self.meetings().take_while(|(place, _)| place.round < at.round);
        let both = before.filter(|(_, other)| other.has(meeting.first) && other.has(meeting.second));
        both.filter(|(_, other)| other.is_at_board()).count() >= may_meet
    }

    /// Returns `true` if the colors differ from those that the pairing gives.
    pub fn has_other_colors(&self, at: Place) -> bool {
        let Some(meeting) = self.meeting(at) else { return false };
        self.is_by_hand(at) && self.usual_colors(at.round, meeting) != (meeting.first, meeting.second)
    }
}
