// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the fonts of this machine can write every language.

use adw::prelude::*;
use gtk::pango;

use nine_mens_morris::text::language::LANGUAGES;

use super::catalogue::{languages, messages};

/// The fonts that are asked for: that of the window, and that of titles.
const FONTS: [&str; 2] = ["Cantarell 11", "P052,Serif Bold 20"];

/// How many signs of a text there is no glyph for.
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
    // What no font can write is found to be missing.
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
