// SPDX-License-Identifier: GPL-3.0-or-later
//! Saved games on a thread: of several that wait under one id only the latest is written.

use std::sync::Arc;

use super::entry::SaveId;
use super::error::StoreError;
use super::file_actor::OnDisk;
use super::saved_game::SavedGame;
use super::store::{Saved, Store};

/// Saves games.
#[derive(Debug)]
pub struct Saver(pub Arc<Store>);

/// A game that is to be saved.
#[derive(Clone, Debug)]
pub struct GameToSave {
    /// Under which id.
    pub id: SaveId,
    /// Stands in its report.
    pub number: u64,
    /// The game.
    pub game: SavedGame,
}

/// What became of a game that was to be saved. Of one that was left out for a later one there is no
/// report.
#[derive(Debug)]
pub struct SaveReport {
    /// Under which id it was to be saved.
    pub id: SaveId,
    /// The number that it came with.
    pub number: u64,
    /// Whether it is on the disk.
    pub result: Result<Saved, StoreError>,
}

impl OnDisk for Saver {
    type Job = GameToSave;
    type News = SaveReport;
    const NAME: &'static str = "saves";

    fn work(&mut self, jobs: Vec<GameToSave>, tell: &mut dyn FnMut(SaveReport)) {
        let mut latest: Vec<GameToSave> = Vec::new();
        for job in jobs {
            latest.retain(|earlier| earlier.id != job.id);
            latest.push(job);
        }
        for GameToSave { id, number, game } in latest {
            let result = self.0.save(&id, &game);
            tell(SaveReport { id, number, result });
        }
    }
}
