// SPDX-License-Identifier: GPL-3.0-or-later
//! The window.

pub mod application;
pub mod board;
pub mod describe;
mod game_page;
pub mod how_to_play;
pub mod i18n;
pub mod language;
mod main_menu;
mod pause_page;
pub mod saved_games;
mod settings_page;
mod setup_page;
pub mod shortcuts;
pub mod sound;
mod toast;
pub mod window;

use std::path::PathBuf;
use std::process::ExitCode;

use adw::prelude::*;
use gtk::gio;

use crate::persistence::{Folders, SettingsFile};

pub use application::Application;

/// Runs the program, with the translations that lie in `locale_dir`.
#[must_use]
pub fn run(locale_dir: PathBuf) -> ExitCode {
    let Some(folders) = Folders::of_user() else {
        tracing::error!("no home folder is set: there is no place for settings and saved games");
        return ExitCode::FAILURE;
    };
    let loaded = SettingsFile::load(&folders.settings);
    language::prepare(locale_dir);
    language::switch(loaded.settings.language.as_deref());
    if let Err(error) = gio::resources_register_include!("nine-mens-morris.gresource") {
        tracing::error!("the resources inside the program are broken: {error}");
        return ExitCode::FAILURE;
    }
    Application::new(folders, loaded).run().into()
}
