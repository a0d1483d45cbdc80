// SPDX-License-Identifier: GPL-3.0-or-later
//! The window: the visible, audible, and tangible part of the game.
//!
//! ```text
//! Application ─► Services: settings, saves, tables, solver, engine     plain structs, one of each
//!      └──────► Window ─► pages: each gets the Services and a sender of Messages when it is created
//! ```
//!
//! | modules, each of which uses only those above it | purpose |
//! |---|---|
//! | `macros` | what classes of GTK and callbacks would repeat |
//! | `config`, `text` | constants of the build, languages, and all sentences about data |
//! | `compat`, `widgets` | workarounds for GTK 4.8, widgets, keys, and shortcuts |
//! | `board` | the board: drawn, played, and read |
//! | `services` | settings, saves, engine, sounds, and messages to the user |
//! | `pages` | a folder for each page |
//! | `app` | the application and its window |
//!
//! A page knows neither the window nor the application. The game itself is a `Session` of a lower
//! layer: the game page passes inputs to it and applies its effects. All sentences about data of
//! the lower layers are in [`text::describe`].

#![allow(missing_docs, reason = "only the program and its tests use this library")]
#![warn(clippy::print_stdout, clippy::print_stderr)]

// First, because the other modules use its macros.
#[macro_use]
mod macros;

pub mod app;
pub mod board;
pub mod compat;
pub mod config;
pub mod pages;
pub mod services;
pub mod text;
pub mod widgets;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use adw::prelude::*;
use gtk::gio;

use app::application;
use text::language;

use morris_paint::{BoardStyle, MenStyle};
use morris_play::persistence::{Folders, SettingsFile, Styles, table_folders};

pub use app::application::Application;

/// Styles of boards and men that settings can name.
const STYLES: Styles = Styles { boards: &BoardStyle::IDS, men: &MenStyle::IDS };

/// Runs the program with the translations in `locale_dir` and the tables of solved positions in
/// `tables`.
pub fn run(locale_dir: PathBuf, tables: &Path) -> ExitCode {
    let arguments = match application::arguments_as_text() {
        Ok(arguments) => arguments,
        Err(error) => {
            tracing::error!("{error}");
            return ExitCode::from(2);
        }
    };
    let Some(folders) = Folders::of_user() else {
        tracing::error!("no home folder is set: there is no place for settings and saved games");
        return ExitCode::FAILURE;
    };
    give_back_pictures();
    leave_out_unused_gl();
    let loaded = SettingsFile::load_with_styles(&folders.settings, STYLES);
    language::prepare(locale_dir);
    language::switch(loaded.settings.language.as_deref());
    if let Err(error) = gio::resources_register_include!("nine-mens-morris.gresource") {
        tracing::error!("the resources inside the program are broken: {error}");
        return ExitCode::FAILURE;
    }
    Application::new(folders, loaded, table_folders(tables)).run_with_args(&arguments).into()
}

/// Makes the C library return blocks of the size of a picture to the system when they are freed. By
/// default it takes the largest freed block, up to 32 MiB, as the size worth keeping, and a board
/// of 3840×2160 is painted and drawn in such blocks. This takes 170 MiB instead of 330 for a game
/// of that size, and 80 instead of 90 at 1000×700 (Cairo renderer, RSS).
#[cfg(target_env = "gnu")]
fn give_back_pictures() {
    const LARGE: std::ffi::c_int = 256 * 1024;
    #[expect(unsafe_code, reason = "the only way to say so from within; two numbers, before any other thread runs")]
    let taken = unsafe { [libc::M_MMAP_THRESHOLD, libc::M_TRIM_THRESHOLD].map(|what| libc::mallopt(what, LARGE)) };
    if taken.contains(&0) {
        tracing::debug!("the C library keeps large blocks as it likes");
    }
}

#[cfg(not(target_env = "gnu"))]
fn give_back_pictures() {}

/// Disables OpenGL if the Cairo renderer is requested, which does not use it. GTK would load the
/// drivers anyway, which takes 50 MiB and a tenth of a second on a machine without a graphics card.
fn leave_out_unused_gl() {
    if std::env::var("GSK_RENDERER").is_ok_and(|renderer| renderer == "cairo") && std::env::var("GDK_DEBUG").is_err() {
        // Does not overwrite: if the variable exists by now, another component has set it.
        _ = glib::setenv("GDK_DEBUG", "gl-disable", false);
    }
}
