// SPDX-License-Identifier: GPL-3.0-or-later
//! The language of the window: chosen at the start, switched while the program runs.

use std::path::PathBuf;
use std::sync::OnceLock;

use gettextrs::LocaleCategory;

use crate::config::GETTEXT_DOMAIN;

/// The languages that can be chosen: code and own name, by name. Each has its catalogue in `po/`.
pub const LANGUAGES: [(&str, &str); 4] = [("de", "Deutsch"), ("en", "English"), ("es", "Español"), ("fr", "Français")];

/// Locales under which gettext works, for systems whose own does not.
const FALLBACK_LOCALES: [&str; 2] = ["en_US.UTF-8", "C.UTF-8"];

/// Codes of languages written from right to left.
const RIGHT_TO_LEFT: [&str; 8] = ["ar", "ckb", "dv", "fa", "he", "ps", "ur", "yi"];

static ORIGIN: OnceLock<Origin> = OnceLock::new();

/// What the program found at its start.
struct Origin {
    /// Folder of the catalogues.
    locale_dir: PathBuf,
    /// `LANGUAGE`, or what stands for it.
    language: Option<String>,
}

/// To be called before anything of GTK, with the folder of the catalogues.
pub fn prepare(locale_dir: PathBuf) {
    gtk::disable_setlocale();
    ORIGIN.get_or_init(|| Origin { locale_dir, language: wanted_by_system() });
}

/// `LANGUAGE`; without it the language of the locale, which then need not be installed.
fn wanted_by_system() -> Option<String> {
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    value("LANGUAGE").or_else(|| {
        let locale = value("LC_ALL").or_else(|| value("LC_MESSAGES")).or_else(|| value("LANG"))?;
        let language = locale.split('.').next()?.to_owned();
        (!matches!(language.as_str(), "C" | "POSIX")).then_some(language)
    })
}

/// Switches to a language; `None` is the system's. Only what is made afterwards speaks it.
///
/// To be called on the main thread, while the engine does not think.
pub fn switch(language: Option<&str>) {
    let origin = ORIGIN.get().expect("prepare() comes first");
    match language.or(origin.language.as_deref()) {
        Some(language) => drop(glib::setenv("LANGUAGE", language, true)),
        None => glib::unsetenv("LANGUAGE"),
    }
    choose_locale();
    let bound = gettextrs::bindtextdomain(GETTEXT_DOMAIN, &origin.locale_dir)
        .and_then(|_| gettextrs::bind_textdomain_codeset(GETTEXT_DOMAIN, "UTF-8").map(drop));
    // GLib looks once whether the program is translated at all: before `textdomain` it finds that it is, after it that
    // GTK's own words have to stay English for ever.
    glib::dgettext(Some(GETTEXT_DOMAIN), "x");
    if let Err(error) = bound.and_then(|()| gettextrs::textdomain(GETTEXT_DOMAIN).map(drop)) {
        tracing::warn!("no translations: {error}");
    }
}

/// Takes the system's locale, or one that is not deaf to `LANGUAGE`.
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

/// Whether gettext gives up at once under this locale.
fn is_deaf(locale: Option<Vec<u8>>) -> bool {
    locale.is_none_or(|locale| matches!(locale.as_slice(), b"C" | b"POSIX"))
}

fn set_locale(category: LocaleCategory, locale: &str) -> Option<Vec<u8>> {
    #[expect(unsafe_code, reason = "the C library has no other way; the main thread does it, with no search running")]
    unsafe {
        gettextrs::setlocale(category, locale)
    }
}

/// Lets the frame of the window run in the direction of the language. To be called once GTK is ready.
pub fn apply_direction() {
    let names = glib::language_names();
    let code = names.first().map(|name| name.split(['_', '.', '@']).next().unwrap_or_default().to_owned());
    let direction = match code {
        Some(code) if RIGHT_TO_LEFT.contains(&code.as_str()) => gtk::TextDirection::Rtl,
        _ => gtk::TextDirection::Ltr,
    };
    gtk::Widget::set_default_direction(direction);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_catalogue_can_be_chosen() {
        let catalogues = include_str!("../po/LINGUAS").split_whitespace().chain(["en"]);
        let mut catalogues: Vec<_> = catalogues.collect();
        catalogues.sort_unstable();
        assert_eq!(catalogues, LANGUAGES.map(|(code, _)| code));
    }

    #[test]
    fn deaf_locales_are_known() {
        assert!(is_deaf(None));
        assert!(is_deaf(Some(b"C".to_vec())));
        assert!(!is_deaf(Some(b"C.UTF-8".to_vec())));
    }
}
