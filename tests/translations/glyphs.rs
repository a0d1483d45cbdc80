// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that the fonts of this machine have glyphs for every language.

use adw::prelude::*;
use gtk::pango;

use nine_mens_morris::text::language::LANGUAGES;

use super::catalogue::{languages, messages};

/// Fonts of the window and of titles.
const FONTS: [&str; 2] = ["Cantarell 11", "P052,Serif Bold 20"];

/// Returns the number of characters of a text without a glyph.
fn missing(label: &gtk::Label, font: &str, text: &str) -> i32 {
    let layout = label.create_pango_layout(Some(text));
    layout.set_font_description(Some(&pango::FontDescription::from_string(font)));
    layout.unknown_glyphs_count()
}

#[test]
#[ignore = "needs fonts for all languages: build-aux/test-long languages"]
fn no_sign_is_without_a_glyph() {
    gtk::init().unwrap();
    let label = gtk::Label::new(None);
    // A character that no font has is reported as missing.
    assert_eq!(missing(&label, FONTS[0], "\u{10ffff}"), 1);
    for font in FONTS {
        for language in &LANGUAGES {
            assert_eq!(missing(&label, font, language.name), 0, "{font}: {}", language.name);
        }
        for language in languages() {
            let texts = messages(&language).into_iter().flat_map(|message| message.forms);
            let faults: Vec<_> = texts.filter(|text| missing(&label, font, text) > 0).collect();
            assert!(faults.is_empty(), "{language}, {font}: {faults:?}");
        }
    }
}
