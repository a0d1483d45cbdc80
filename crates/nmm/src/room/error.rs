// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of `nmm room`.

use std::io;

use morris_message::{LineError, NotPreset};
use morris_play::persistence::{FileError, WriteError};
use morris_players::{PlayerError, PlayerSpec};
use morris_room::RoomError;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error("--code is missing: the host tells it")]
    NoCode,
    #[error("no room was found")]
    NoRoom,
    #[error(transparent)]
    Rules(#[from] NotPreset),
    #[error(transparent)]
    Line(#[from] LineError),
    #[error("{player} {error}")]
    Player { player: PlayerSpec, error: PlayerError },
    #[error(transparent)]
    Read(#[from] FileError),
    #[error("the file of the room is damaged")]
    Damaged,
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("could not write to standard output: {0}")]
    Output(#[source] io::Error),
}
