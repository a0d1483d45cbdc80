// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that each language has one word for each thing, and that its texts use it, according to
//! `po/glossary.md`.

use std::collections::BTreeMap;
use std::fs;

use super::catalogue::{Message, languages, messages};
use super::package;

/// The terms, and the English words by which they are found. The sides are names and match only in
/// this case.
const TERMS: [(&str, &[&str]); 23] = [
    ("mill", &["mill", "mills"]),
    ("piece", &["piece", "pieces"]),
    ("board", &["board", "boards"]),
    ("point", &["point", "points"]),
    ("line", &["line", "lines"]),
    ("move", &["move", "moves", "moved", "moving"]),
    ("place", &["place", "places", "placed", "placing"]),
    ("remove", &["remove", "removes", "removed", "removing", "removal"]),
    ("fly", &["fly", "flies", "flying", "flew"]),
    ("White", &["White"]),
    ("Black", &["Black"]),
    ("draw", &["draw", "draws", "drawn"]),
    ("game", &["game", "games"]),
    ("hint", &["hint", "hints"]),
    ("level", &["level", "levels"]),
    ("review", &["review", "reviews"]),
    ("puzzle", &["puzzle", "puzzles"]),
    ("rules", &["rules"]),
    ("clock", &["clock", "clocks"]),
    ("opponent", &["opponent", "opponents"]),
    ("zugzwang", &["zugzwang"]),
    ("reply", &["reply", "replies"]),
    ("rating", &["rating", "ratings", "rated"]),
];

/// Phrases that are not made of the terms in them: names of the game, and of a term.
const PHRASES: [(&str, &str); 5] = [
    ("Nine Men’s Morris", ""),
    ("Nine men’s morris", ""),
    ("Let Your Opponent Move", "zugzwang"),
    ("Let your opponent move", "zugzwang"),
    ("main line", "main variation"),
];

/// Content of a section of the glossary.
#[derive(Debug, Default)]
struct Words {
    /// Fragments of words by term, in lower case. Each text with the term contains one of them.
    pieces: BTreeMap<String, Vec<String>>,
    /// Terms, and the beginnings of English texts in which they have another meaning.
    exceptions: Vec<(String, String)>,
}

impl Words {
    /// Reads the lines of a section: `| term | word | also, … |`, and `* term: Beginning of the
    /// text`.
    fn read(section: &str) -> Self {
        let mut words = Self::default();
        for line in section.lines() {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            if let (true, [term, word, also]) = (line.starts_with('|'), cells.as_slice()) {
                let pieces = also.split(',').map(str::trim).filter(|piece| !piece.is_empty());
                let pieces = std::iter::once(*word).chain(pieces).map(str::to_lowercase).collect();
                words.pieces.insert((*term).to_owned(), pieces);
            } else if let Some((term, text)) = line.strip_prefix("* ").and_then(|line| line.split_once(": ")) {
                words.exceptions.push((term.to_owned(), text.to_owned()));
            }
        }
        words
    }

    /// Returns the terms of a message whose word is missing in its translation.
    fn missed<'a>(&'a self, message: &'a Message) -> impl Iterator<Item = &'static str> + 'a {
        let source = [Some(&message.source), message.plural.as_ref()];
        let source = source.into_iter().flatten().map(|text| without_placeholders(text)).collect::<Vec<_>>().join(" ");
        let source = PHRASES.iter().fold(source, |source, (phrase, term)| source.replace(phrase, term));
        let translation = without_placeholders(&message.forms.join(" ")).to_lowercase();
        let has = move |term: &str| {
            self.pieces.get(term).is_some_and(|it| it.iter().any(|piece| translation.contains(piece)))
        };
        let named = TERMS.iter().filter(move |(_, forms)| forms.iter().any(|form| has_word(&source, form)));
        named.map(|(term, _)| *term).filter(move |term| !has(term) && !self.is_exception(term, message))
    }

    fn is_exception(&self, term: &str, message: &Message) -> bool {
        self.exceptions.iter().any(|(other, text)| other == term && message.source.starts_with(text))
    }
}

/// Returns `true` if a text contains a word. A word in lower case also matches in upper case.
fn has_word(text: &str, word: &str) -> bool {
    let is_name = word.starts_with(char::is_uppercase);
    let same = |other: &str| if is_name { other == word } else { other.to_lowercase() == word };
    text.split(|letter: char| !letter.is_alphanumeric()).any(same)
}

fn without_placeholders(text: &str) -> String {
    let (first, rest) = text.split_once('{').unwrap_or((text, ""));
    let rest = rest.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" ")
}

/// Returns the sections of the glossary that have a catalog, by the code of the language: `## Own
/// name (code)`.
fn sections() -> BTreeMap<String, String> {
    let text = fs::read_to_string(package().join("po/glossary.md")).unwrap();
    let section = |text: &str| {
        let (title, body) = text.split_once('\n')?;
        let (_, code) = title.strip_suffix(')')?.rsplit_once('(')?;
        Some((code.to_owned(), body.to_owned()))
    };
    let known = languages();
    text.split("\n## ").skip(1).filter_map(section).filter(|(code, _)| known.contains(code)).collect()
}

#[test]
fn every_language_has_its_words() {
    let sections = sections();
    for language in languages() {
        let section = sections.get(&language).unwrap_or_else(|| panic!("{language} has no section in po/glossary.md"));
        let words = Words::read(section);
        for (term, _) in TERMS {
            assert!(words.pieces.contains_key(term), "{language}: no row for {term}");
        }
        let shortest = match language.as_str() {
            "zh_CN" => 1,
            "fa" => 2,
            _ => 3,
        };
        for piece in words.pieces.values().flatten() {
            assert!(piece.chars().count() >= shortest, "{language}: {piece:?} is too short to say anything");
        }
    }
}

#[test]
fn texts_keep_to_the_words() {
    let mut faults = Vec::new();
    for (language, section) in sections() {
        let words = Words::read(&section);
        for message in messages(&language) {
            let missed = words.missed(&message).map(|term| format!("{language}: {term}: {message:?}"));
            faults.extend(missed);
        }
    }
    assert!(faults.is_empty(), "{} texts without the word of po/glossary.md:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_exception_is_one() {
    for (language, section) in sections() {
        let mut words = Words::read(&section);
        let exceptions = std::mem::take(&mut words.exceptions);
        let messages = messages(&language);
        for (term, text) in exceptions {
            let misses = |message: &&Message| words.missed(message).any(|missed| missed == term);
            let needed = messages.iter().filter(|message| message.source.starts_with(&text)).any(|it| misses(&it));
            assert!(needed, "{language}: nothing that begins with {text:?} lacks the word for {term}");
        }
    }
}

#[test]
fn words_are_found_as_written() {
    let words = Words::read("| mill | mulino | mulin |\n| White | Bianco | |\n* mill: A mill of");
    let missed = |source: &str, form: &str| {
        let message = Message { source: source.to_owned(), forms: vec![form.to_owned()], ..Message::default() };
        words.missed(&message).collect::<Vec<_>>()
    };
    assert_eq!(missed("Two Mills!", "Due mulini!"), [""; 0]);
    assert_eq!(missed("Two mills!", "Due {mulini}!"), ["mill"]);
    assert_eq!(missed("A mill of words", "Parole"), [""; 0]);
    assert_eq!(missed("a white {mill}", "una {mill}"), [""; 0]);
    assert_eq!(missed("White’s windmill", "Il mulino a vento"), ["White"]);
    assert_eq!(missed("Let Your Opponent Move", "L’avversario muove"), ["zugzwang"]);
}
