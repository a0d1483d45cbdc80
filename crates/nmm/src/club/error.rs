// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of `nmm club`.

use std::io;
use std::path::PathBuf;

use morris::{escape, escape_path};
use morris_club::{ChangeError, FileTextError};
use morris_play::persistence::{FileError, WriteError};
use morris_players::ParsePlayerError;

use crate::openings::OpeningsError;
use crate::output::OutputError;
use crate::referee::ConditionsError;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Change(#[from] ChangeError),
    #[error("no entrant has the name “{}”", escape(.0))]
    Unknown(String),
    #[error("“{}” does not play at this table", escape(.0))]
    NotHere(String),
    #[error(
        "“{}” is not the result of this match: write points such as 3:1, or a letter for each game, such as wd",
        escape(text)
    )]
    Result { text: String },
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("{}: {source}", escape_path(path))]
    Text { path: PathBuf, source: FileTextError },
    #[error(transparent)]
    Player(#[from] ParsePlayerError),
    #[error("“{}” is a command, which is started only with --commands", escape(.0))]
    IsCommand(String),
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    #[error(transparent)]
    Read(#[from] FileError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("could not remove {}: {source}", escape_path(path))]
    Remove { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Output(#[from] OutputError),
}
