// SPDX-License-Identifier: GPL-3.0-or-later
//! The language of the window: chosen at the start, and switched while the program runs.

mod known;
mod sorting;
mod source;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use gettextrs::LocaleCategory;

use crate::config::{GETTEXT_DOMAIN, HELP_DOMAIN};

pub use known::{DOT, ENGLISH, LANGUAGES, Language, named};
pub use sorting::compare;
pub use source::source_of;

const CATALOGUES: &str = include_str!("../../../po/LINGUAS");

/// Locales under which gettext works, in case that of the system does not.
const FALLBACK_LOCALES: [&str; 2] = ["en_US.UTF-8", "C.UTF-8"];

/// The message whose translation is the header of a catalog.
const HEAD: &str = "";

/// Index of the current language among the known ones.
static CURRENT: AtomicUsize = AtomicUsize::new(ENGLISH);

static ORIGIN: OnceLock<Origin> = OnceLock::new();

/// State of the environment at the start of the program.
struct Origin {
    locale_dir: PathBuf,
    /// `LANGUAGE`, or its substitute.
    language: Option<String>,
}

/// Returns the languages that can be chosen, in the order of their own names: that of the source,
/// and each with a catalog.
pub fn offered() -> impl Iterator<Item = &'static Language> {
    let has_catalogue = |code| CATALOGUES.lines().any(|line| line.trim() == code);
    LANGUAGES
        .iter()
        .enumerate()
        .filter(move |(index, it)| *index == ENGLISH || has_catalogue(it.code))
        .map(|(_, it)| it)
}

/// Returns the language of the window: that of the catalog in use.
pub fn current() -> &'static Language {
    &LANGUAGES[CURRENT.load(Ordering::Relaxed)]
}

/// Stores the folder of the catalogs and the language of the system. Call it before any function of
/// GTK.
pub fn prepare(locale_dir: PathBuf) {
    gtk::disable_setlocale();
    ORIGIN.get_or_init(|| Origin { locale_dir, language: wanted_by_system() });
}

/// Returns `LANGUAGE`, or the language of the locale, which need not be installed.
fn wanted_by_system() -> Option<String> {
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    value("LANGUAGE").or_else(|| {
        let locale = value("LC_ALL").or_else(|| value("LC_MESSAGES")).or_else(|| value("LANG"))?;
        let language = locale.split('.').next()?.to_owned();
        (!matches!(language.as_str(), "C" | "POSIX")).then_some(language)
    })
}

/// Switches to a language. `None` means that of the system. Only widgets created afterwards use it.
///
/// Call it on the main thread, while the engine is not thinking.
pub fn switch(language: Option<&str>) {
    let origin = ORIGIN.get().expect("prepare() comes first");
    match language.or(origin.language.as_deref()) {
        Some(language) => _ = glib::setenv("LANGUAGE", language, true),
        None => glib::unsetenv("LANGUAGE"),
    }
    choose_locale();
    let bound = [GETTEXT_DOMAIN, HELP_DOMAIN].into_iter().try_for_each(|domain| {
        gettextrs::bindtextdomain(domain, &origin.locale_dir)?;
        gettextrs::bind_textdomain_codeset(domain, "UTF-8").map(drop)
    });
    // GLib checks only once whether the program is translated. Before `textdomain` it finds that it
    // is. Afterwards it could find that it is not, and GTK's own text would stay English forever.
    glib::dgettext(Some(GETTEXT_DOMAIN), "x");
    if let Err(error) = bound.and_then(|()| gettextrs::textdomain(GETTEXT_DOMAIN).map(drop)) {
        tracing::warn!("no translations: {error}");
    }
    CURRENT.store(of_catalogue(&gettextrs::gettext(HEAD)), Ordering::Relaxed);
}

/// Returns the index of the language named in the header of a catalog. Without a catalog there is
/// no header, and the text is that of the source.
fn of_catalogue(head: &str) -> usize {
    let code = head.lines().find_map(|line| line.strip_prefix("Language: "));
    code.and_then(|code| LANGUAGES.iter().position(|it| it.code == code.trim())).unwrap_or(ENGLISH)
}

/// Sets the locale of the system, or one that respects `LANGUAGE`.
fn choose_locale() {
    if set_locale(LocaleCategory::LcAll, "").is_some() && !is_deaf(set_locale(LocaleCategory::LcMessages, "")) {
        return;
    }
    for locale in FALLBACK_LOCALES {
        if set_locale(LocaleCategory::LcAll, locale).is_some() {
            return;
        }
    }
}

/// Returns whether gettext does not translate at all under this locale.
fn is_deaf(locale: Option<Vec<u8>>) -> bool {
    locale.is_none_or(|locale| matches!(locale.as_slice(), b"C" | b"POSIX"))
}

fn set_locale(category: LocaleCategory, locale: &str) -> Option<Vec<u8>> {
    #[expect(unsafe_code, reason = "the C library has no other way; the main thread does it, with no search running")]
    unsafe {
        gettextrs::setlocale(category, locale)
    }
}

/// Sets the text direction of the window to that of the language. Call it once GTK is initialized.
pub fn apply_direction() {
    gtk::Widget::set_default_direction(current().direction);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_catalogue_can_be_chosen() {
        let mut catalogues: Vec<_> = CATALOGUES.lines().filter(|line| !line.starts_with('#')).chain(["en"]).collect();
        let mut offered: Vec<_> = offered().map(|it| it.code).collect();
        catalogues.sort_unstable();
        offered.sort_unstable();
        assert_eq!(offered, catalogues, "what can be chosen, and po/LINGUAS: see src/language/known.rs");
    }

    #[test]
    fn catalog_names_its_language() {
        let code = |head| LANGUAGES[of_catalogue(head)].code;
        assert_eq!(code("Project-Id-Version: x\nLanguage: pt_BR\nMIME-Version: 1.0\n"), "pt_BR");
        assert_eq!(code(""), "en");
        assert_eq!(code("Language: tlh\n"), "en");
    }

    #[test]
    fn deaf_locales_are_known() {
        assert!(is_deaf(None));
        assert!(is_deaf(Some(b"C".to_vec())));
        assert!(!is_deaf(Some(b"C.UTF-8".to_vec())));
    }
}
