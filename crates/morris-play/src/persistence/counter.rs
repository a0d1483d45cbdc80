// SPDX-License-Identifier: GPL-3.0-or-later
//! Counts finished games: what could not be written is kept and tried again, and what was saved but
//! never counted, as by a program that was killed between the two, is counted when the next one
//! starts.

use std::sync::Arc;

use jiff::Timestamp;

use super::entry::SaveId;
use super::error::WriteError;
use super::file_actor::OnDisk;
use super::statistics::{FinishedGame, SAME_MOMENT, Statistics, StatisticsFile};
use super::store::Store;

/// Accuracies are written with one digit behind the point.
const ROUNDED: f64 = 0.051;

/// What is done with the finished games.
#[derive(Debug)]
pub enum Count {
    /// Nothing: what could not be written is tried again.
    Nothing,
    /// A game is counted.
    Game(FinishedGame),
    /// What a review has said of a game is added.
    Accuracy(SaveId, f64),
    /// All games are forgotten.
    Reset,
}

/// The way of finished games into their file.
#[derive(Debug)]
pub struct Counter {
    file: StatisticsFile,
    store: Arc<Store>,
    /// Whether the saves were looked through.
    caught_up: bool,
    /// What the file does not have yet, in order.
    unwritten: Vec<FinishedGame>,
}

impl Counter {
    /// A counter beside these saved games. Touches no file.
    #[must_use]
    pub fn new(store: Arc<Store>) -> Self {
        let file = StatisticsFile::beside(store.folder());
        Self { file, store, caught_up: false, unwritten: Vec::new() }
    }

    /// Counts a game with the next [`Self::write`].
    pub fn add(&mut self, game: FinishedGame) {
        self.unwritten.push(game);
    }

    /// Adds what a review has said of a game; does nothing if that does not count, or is known.
    pub fn set_accuracy(&mut self, id: &SaveId, percent: f64) {
        let name = id.to_string();
        let known = |games: Vec<FinishedGame>| games.into_iter().rfind(|game| game.game == name);
        let game = known(self.unwritten.clone()).or_else(|| known(self.file.read().unwrap_or_default().games));
        let is_new = |game: &FinishedGame| game.accuracy.is_none_or(|accuracy| (accuracy - percent).abs() > ROUNDED);
        let game = game.filter(|game| game.color.is_some() && is_new(game));
        self.unwritten.extend(game.map(|game| FinishedGame { accuracy: Some(percent), ..game }));
    }

    /// Forgets all games, at once.
    ///
    /// # Errors
    /// Why not.
    pub fn reset(&mut self) -> Result<(), WriteError> {
        self.file.reset()?;
        self.unwritten.clear();
        Ok(())
    }

    /// Writes all that is not written yet; the first time also what other programs left out.
    ///
    /// # Errors
    /// Why not; then it is written with the next call.
    pub fn write(&mut self) -> Result<(), WriteError> {
        self.catch_up()?;
        if !self.unwritten.is_empty() {
            self.file.append_all(&self.unwritten)?;
            self.unwritten.clear();
        }
        Ok(())
    }

    /// The same, once more, for the end of the program: nothing waits long for others. What cannot
    /// be written now is counted when a program starts the next time, if its save is there.
    ///
    /// # Errors
    /// Why not.
    pub fn write_at_last(&mut self) -> Result<(), WriteError> {
        self.file.hurry();
        self.write()
    }

    /// Fills the file with the saved games if there is none yet; else takes in what was saved and
    /// never counted.
    fn catch_up(&mut self) -> Result<(), WriteError> {
        if !self.caught_up {
            self.file.fill(std::iter::once_with(|| self.finished_since(Timestamp::MIN)).flatten())?;
            let uncounted = self.uncounted();
            self.unwritten.splice(0..0, uncounted);
            self.caught_up = true;
        }
        Ok(())
    }

    /// The games that ended after the last one in the file, and have no line. Of a game from
    /// elsewhere nobody knows what was made use of: that one did not end here.
    fn uncounted(&self) -> Vec<FinishedGame> {
        // What cannot be read is told when it is shown.
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
