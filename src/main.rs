// SPDX-License-Identifier: GPL-3.0-or-later
//! The desktop program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use morris_play::log_filter::{LOG_VARIABLE, not_understood};
use morris_play::persistence::{Folders, share_beside_program, survive_size_limit};
use nine_mens_morris::config;
use tracing_subscriber::EnvFilter;

/// Folder of the installed translations. A build that is not installed uses its own.
const LOCALE_DIR: &str = match option_env!("NMM_LOCALEDIR") {
    Some(installed) => installed,
    None => config::BUILD_LOCALE_DIR,
};

/// Folder of the installed tables of solved positions. A build that is not installed uses those of
/// the source.
const TABLES_DIR: &str = match option_env!("NMM_TABLESDIR") {
    Some(installed) => installed,
    None => concat!(env!("CARGO_MANIFEST_DIR"), "/data/endgame"),
};

fn main() -> ExitCode {
    morris_players::supervise_if_asked();
    morris_players::hide_from_programs(Folders::hidden_from_programs());
    survive_size_limit();
    let told = EnvFilter::try_from_env(LOG_VARIABLE);
    let is_wrong = told.is_err();
    let filter = told.unwrap_or_else(|_| EnvFilter::new("warn"));
    // If standard error cannot be written, reporting that would end the program.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    log.log_internal_errors(false).init();
    if let Some(choice) = std::env::var_os(LOG_VARIABLE).filter(|_| is_wrong) {
        tracing::warn!("{}", not_understood(&choice));
    }
    if std::env::args_os().skip(1).any(|argument| argument == "--version") {
        let written = writeln!(std::io::stdout(), "nine-mens-morris {}", config::VERSION);
        return if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    nine_mens_morris::run(locale_dir(), TABLES_DIR.as_ref())
}

/// Returns the folder of the translations: the installed one, or the one beside the program if the
/// installation was moved.
fn locale_dir() -> PathBuf {
    let beside = share_beside_program().map(|share| share.join("locale"));
    beside
        .filter(|folder| !has_translations(LOCALE_DIR.as_ref()) && has_translations(folder))
        .unwrap_or(LOCALE_DIR.into())
}

/// Returns whether a folder, possibly that of the whole system, has a catalog of this program.
fn has_translations(folder: &Path) -> bool {
    let catalogue = format!("LC_MESSAGES/{}.mo", config::GETTEXT_DOMAIN);
    let languages = std::fs::read_dir(folder).into_iter().flatten().flatten();
    languages.into_iter().any(|language| language.path().join(&catalogue).is_file())
}
