// SPDX-License-Identifier: GPL-3.0-or-later
//! The folder of the tables, as the commands take it.

use std::path::PathBuf;

use nine_mens_morris::persistence::Folders;

/// Where the tables of solved positions lie.
#[derive(clap::Args)]
pub struct Folder {
    /// The folder of the tables; the user's own if left out.
    #[arg(long = "dir", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Folder {
    /// The folder that was named, or the user's own.
    pub fn path(&self) -> Result<PathBuf, NoFolder> {
        self.folder.clone().or_else(|| Some(Folders::of_user()?.tables)).ok_or(NoFolder)
    }
}

/// There is no folder of the user.
#[derive(Debug, thiserror::Error)]
#[error("you have no home folder: name the folder of the tables with --dir")]
pub struct NoFolder;
