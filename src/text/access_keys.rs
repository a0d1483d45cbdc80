// SPDX-License-Identifier: GPL-3.0-or-later
//! Access keys: the underlined letters that choose entries of a menu and buttons of a dialog. They
//! are found in the translated labels, so they are unique in every language.

use gtk::TextDirection;

use crate::text::language::Language;

/// Letters that a keyboard types directly, whatever else it has.
const LATIN: &str = "abcdefghijklmnopqrstuvwxyz";

/// How well a letter suits as a key, from best to worst: it begins the label, another word, or
/// none.
const RANKS: [u8; 3] = [0, 1, 2];

/// A letter that can be the key of a label.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    rank: u8,
    /// Its place in the text, in bytes.
    place: usize,
    key: char,
}

/// Where the keys of a label can come from.
enum Letters {
    /// From the label.
    Own(Vec<Candidate>),
    /// From the source in English, since the keyboard types no letter of the label.
    Source(Vec<Candidate>),
}

/// Returns the labels of one menu or dialog in the form of GTK: an underscore precedes the letter
/// that is the key, and an underscore of the label is doubled. No two labels have the same key. If
/// no letter is free, a label has none.
///
/// A label whose letters the keyboard does not type gets one of its `source` in parentheses.
pub fn with_keys(language: &Language, labels: &[String], source: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let letters: Vec<_> = labels.iter().map(|label| Letters::of(language, label, &source)).collect();
    let (mut chosen, mut used) = (vec![None; labels.len()], Vec::new());
    for rank in RANKS {
        for (letters, chosen) in letters.iter().zip(&mut chosen).filter(|(_, chosen)| chosen.is_none()) {
            let is_free = |it: &&Candidate| it.rank == rank && !used.contains(&it.key);
            *chosen = letters.candidates().iter().find(is_free).copied();
            used.extend(chosen.map(|it| it.key));
        }
    }
    let parts = labels.iter().zip(letters).zip(chosen);
    parts.map(|((label, letters), chosen)| written(language, label, &letters, chosen)).collect()
}

impl Letters {
    fn of(language: &Language, label: &str, source: impl Fn(&str) -> Option<String>) -> Self {
        let own = candidates(language.code, label);
        if !own.is_empty() || !label.contains(char::is_alphabetic) {
            return Self::Own(own);
        }
        // A label that is put together at run time is not in the source.
        Self::Source(candidates("", source(label).as_deref().unwrap_or(LATIN)))
    }

    fn candidates(&self) -> &[Candidate] {
        match self {
            Self::Own(candidates) | Self::Source(candidates) => candidates,
        }
    }
}

/// Returns the letters of a text that the keyboards of a language type directly.
fn candidates(code: &str, text: &str) -> Vec<Candidate> {
    let (mut found, mut before, mut is_first) = (Vec::new(), ' ', true);
    for (place, letter) in text.char_indices() {
        let begins_word = letter.is_alphabetic() && !before.is_alphanumeric() && before != '’';
        let rank = match (begins_word, is_first) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 2,
        };
        is_first &= !begins_word;
        before = letter;
        found.extend(key_of(code, letter).map(|key| Candidate { rank, place, key }));
    }
    found
}

/// Returns the key that types a letter, if keyboards of the language have it.
fn key_of(code: &str, letter: char) -> Option<char> {
    let mut lower = letter.to_lowercase();
    let key = lower.next().filter(|_| lower.next().is_none())?;
    // In Turkish, this is the capital of `ı`, which GTK does not know.
    let is_other = code == "tr" && letter == 'I';
    (!is_other && typed(code).iter().any(|letters| letters.contains(key))).then_some(key)
}

/// Returns the letters that the usual keyboards of a language type without another key.
fn typed(code: &str) -> [&'static str; 2] {
    let more = match code {
        "ru" => return ["абвгдежзийклмнопрстуфхцчшщъыьэюяё", ""],
        "uk" => return ["абвгдежзийклмнопрстуфхцчшщьюяєії", ""],
        "cs" => "áéíýúůěščřž",
        "de" => "äöü",
        "es" => "ñ",
        "fr" => "àçèéù",
        "hu" => "áéíóöőúüű",
        "it" => "àèìòù",
        "pt_BR" => "ç",
        "sv" => "åäö",
        "tr" => "çğöşü",
        _ => "",
    };
    [LATIN, more]
}

fn written(language: &Language, label: &str, letters: &Letters, chosen: Option<Candidate>) -> String {
    let escaped = |text: &str| text.replace('_', "__");
    match (letters, chosen) {
        (_, None) => escaped(label),
        (Letters::Own(_), Some(Candidate { place, .. })) => {
            let (before, after) = label.split_at(place);
            format!("{}_{}", escaped(before), escaped(after))
        }
        (Letters::Source(_), Some(Candidate { key, .. })) => {
            let words = label.trim_end_matches('…');
            let gap = if language.direction == TextDirection::Rtl { " " } else { "" };
            format!("{}{gap}(_{}){}", escaped(words), key.to_ascii_uppercase(), &label[words.len()..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::language::{LANGUAGES, named};

    fn keyed(code: &str, labels: &[&str]) -> Vec<String> {
        let labels: Vec<_> = labels.iter().map(ToString::to_string).collect();
        let source = |label: &str| {
            let known = [("打开文件…", "Open File…"), ("全屏", "Fullscreen"), ("ذخیره…", "Save…")];
            known.iter().find(|(shown, _)| *shown == label).map(|(_, source)| (*source).to_owned())
        };
        with_keys(named(code).unwrap(), &labels, source)
    }

    #[test]
    fn the_first_letter_goes_before_other_words_and_these_before_the_rest() {
        assert_eq!(keyed("en", &["Open File…", "Fullscreen"]), ["_Open File…", "_Fullscreen"]);
        assert_eq!(keyed("en", &["Copy Message", "Copy Whole Game"]), ["_Copy Message", "Copy _Whole Game"]);
        // The word that needs it most gets a letter that another label has only inside.
        assert_eq!(keyed("en", &["Save", "Saved", "Analysis"]), ["_Save", "Sa_ved", "_Analysis"]);
        assert_eq!(keyed("en", &["? Mistake", "Men’s", "‘Sort’"]), ["? _Mistake", "M_en’s", "‘_Sort’"]);
    }

    #[test]
    fn letters_are_those_of_the_keyboard_whatever_their_case() {
        assert_eq!(keyed("de", &["Öffnen", "öfter", "Zug"]), ["_Öffnen", "ö_fter", "_Zug"]);
        assert_eq!(keyed("pl", &["Łódź"]), ["Łó_dź"]);
        assert_eq!(keyed("ru", &["PGN ход", "Анализ"]), ["PGN _ход", "_Анализ"]);
        assert_eq!(keyed("uk", &["Їжак"]), ["_Їжак"]);
        assert_eq!(keyed("tr", &["İptal", "Isı", "ilk"]), ["İ_ptal", "I_sı", "_ilk"]);
    }

    #[test]
    fn a_label_of_other_letters_gets_one_of_the_source() {
        assert_eq!(keyed("zh_CN", &["打开文件…", "全屏", "UCI 程序"]), ["打开文件(_O)…", "全屏(_F)", "_UCI 程序"]);
        assert_eq!(keyed("fa", &["ذخیره…"]), ["ذخیره (_S)…"]);
        assert_eq!(keyed("zh_CN", &["三", "五"]), ["三(_A)", "五(_B)"], "they are not in the source");
    }

    #[test]
    fn a_label_can_have_no_key() {
        assert_eq!(keyed("en", &["a_b", "Ab", "a"]), ["_a__b", "A_b", "a"]);
        assert_eq!(keyed("zh_CN", &["1.0", ""]), ["1.0", ""]);
    }

    #[test]
    fn no_two_labels_have_the_same_key() {
        let words = ["Zug", "zug", "Ход", "İ", "", "_", "Über__", "三", "ǆ", "ß", "Žába", "ça", "ňa", "a b c"];
        for (language, length) in LANGUAGES.iter().flat_map(|it| (0..60).map(move |length| (it, length))) {
            let labels: Vec<_> = (0..length).map(|place| words[place * 5 % words.len()].to_owned()).collect();
            let keyed = with_keys(language, &labels, |_| None);
            let plain = keyed.iter().map(|label| label.replace("__", ""));
            let mut keys: Vec<_> = plain
                .filter_map(|label| Some(label.split_once('_')?.1.chars().next()?.to_lowercase().to_string()))
                .collect();
            let all = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), all, "{}: {keyed:?}", language.code);
        }
    }
}
