// SPDX-License-Identifier: GPL-3.0-or-later
//! Counts finished games. Games that could not be written are kept for the next attempt. Games that
//! were saved but not counted, since the program was killed in between, are counted when the next
//! program starts.

use std::sync::Arc;

use jiff::Timestamp;

use super::entry::SaveId;
use super::error::WriteError;
use super::file_actor::OnDisk;
use super::statistics::{FinishedGame, SAME_MOMENT, Statistics, StatisticsFile};
use super::store::Store;

/// Accuracies are written with one decimal digit, so smaller differences are due to rounding.
const ROUNDED: f64 = 0.051;

/// Job for the statistics.
#[derive(Debug)]
pub enum Count {
    /// Nothing new. Games that could not be written are tried again.
    Nothing,
    /// Count a game.
    Game(FinishedGame),
    /// Add the accuracy from a review to a game.
    Accuracy(SaveId, f64),
    /// Forget all games.
    Reset,
}

/// Writes finished games to the statistics file.
#[derive(Debug)]
pub struct Counter {
    file: StatisticsFile,
    store: Arc<Store>,
    /// Whether the saved games have been searched for uncounted ones.
    caught_up: bool,
    /// Games that the file does not have yet, in order.
    unwritten: Vec<FinishedGame>,
}

impl Counter {
    /// Creates a counter for the statistics file beside these saved games. Accesses no file.
    pub fn new(store: Arc<Store>) -> Self {
        let file = StatisticsFile::beside(store.folder());
        Self { file, store, caught_up: false, unwritten: Vec::new() }
    }

    /// Adds a game that the next [`Self::write`] counts.
    pub fn add(&mut self, game: FinishedGame) {
        self.unwritten.push(game);
    }

    /// Adds the accuracy from a review to a game. Does nothing if the game is not counted, has no
    /// single person, or already has this accuracy.
    pub fn set_accuracy(&mut self, id: &SaveId, percent: f64) {
        let name = id.to_string();
        let known = |games: Vec<FinishedGame>| games.into_iter().rfind(|game| game.game == name);
        let game = known(self.unwritten.clone()).or_else(|| known(self.file.read().unwrap_or_default().games));
        let is_new = |game: &FinishedGame| game.accuracy.is_none_or(|accuracy| (accuracy - percent).abs() > ROUNDED);
        let game = game.filter(|game| game.color.is_some() && is_new(game));
        self.unwritten.extend(game.map(|game| FinishedGame { accuracy: Some(percent), ..game }));
    }

    /// Forgets all games, without waiting for [`Self::write`].
    pub fn reset(&mut self) -> Result<(), WriteError> {
        self.file.reset()?;
        self.unwritten.clear();
        Ok(())
    }

    /// Writes all unwritten games. The first call also adds saved games that other programs did not
    /// count.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The next call tries again.
    pub fn write(&mut self) -> Result<(), WriteError> {
        self.catch_up()?;
        if !self.unwritten.is_empty() {
            self.file.append_all(&self.unwritten)?;
            self.unwritten.clear();
        }
        Ok(())
    }

    /// Writes all unwritten games at the end of the program, and waits only briefly for other
    /// programs. A game that cannot be written now is counted when a program starts the next time,
    /// if its save still exists.
    pub fn write_at_last(&mut self) -> Result<(), WriteError> {
        self.file.hurry();
        self.write()
    }

    /// Fills the file with the saved games if it does not exist yet. Otherwise adds saved games
    /// that were not counted.
    fn catch_up(&mut self) -> Result<(), WriteError> {
        if !self.caught_up {
            self.file.fill(std::iter::once_with(|| self.finished_since(Timestamp::MIN)).flatten())?;
            let uncounted = self.uncounted();
            self.unwritten.splice(0..0, uncounted);
            self.caught_up = true;
        }
        Ok(())
    }

    /// Returns the saved games that ended after the last one in the file and have no line. Games
    /// with unknown aids are left out, since they come from other programs.
    fn uncounted(&self) -> Vec<FinishedGame> {
        // Errors in the file are reported when the statistics are shown.
        let Ok(Statistics { games, counted_until: Some(until), .. }) = self.file.read() else { return Vec::new() };
        let is_counted = |game: &FinishedGame| games.iter().chain(&self.unwritten).any(|line| line.is_same_end(game));
        let mut finished = self.finished_since(until.saturating_sub(SAME_MOMENT).unwrap_or(until));
        finished.retain(|game| game.aids.is_some() && !is_counted(game));
        finished
    }

    fn finished_since(&self, moment: Timestamp) -> Vec<FinishedGame> {
        let games = self.store.saved_since(moment);
        games.iter().filter_map(|(id, game)| FinishedGame::of_save(id, game)).collect()
    }
}

impl OnDisk for Counter {
    type Job = Count;
    type News = Result<(), WriteError>;
    const NAME: &'static str = "statistics";

    fn work(&mut self, jobs: Vec<Count>, tell: &mut dyn FnMut(Self::News)) {
        let mut done = Ok(());
        for job in jobs {
            match job {
                Count::Nothing => {}
                Count::Game(game) => self.add(game),
                Count::Accuracy(id, percent) => self.set_accuracy(&id, percent),
                Count::Reset => done = done.and(self.reset()),
            }
        }
        tell(done.and(self.write()));
    }

    fn end(&mut self) {
        self.write_at_last().unwrap_or_else(|error| tracing::error!("{error}"));
    }
}
