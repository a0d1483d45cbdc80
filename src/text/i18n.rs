// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated text with values in it.

use gettextrs::{gettext, ngettext};
use gtk::TextDirection;
use morris::shown;

use crate::text::language::{self, DOT, Language};

/// Characters around a part of a text with its own direction: FIRST STRONG ISOLATE and POP
/// DIRECTIONAL ISOLATE.
const ISOLATE: [char; 2] = ['\u{2068}', '\u{2069}'];
/// RIGHT-TO-LEFT MARK: makes the line that starts with it run from right to left.
const FROM_THE_RIGHT: char = '\u{200f}';

/// Returns the translation of `message` with each `{name}` replaced by its value.
pub fn gettext_f(message: &str, values: &[(&str, &str)]) -> String {
    fill(language::current(), gettext(message), values)
}

/// Works like [`gettext_f`], with the singular or plural form for `count`, which `{count}` stands
/// for unless it has another value.
pub fn ngettext_f(
    singular: &str,
    plural: &str,
    count: impl TryInto<u32> + ToString + Copy,
    values: &[(&str, &str)],
) -> String {
    let form = count.try_into().unwrap_or(u32::MAX);
    fill(language::current(), ngettext(singular, plural, form), &[values, &[("count", &count.to_string())]].concat())
}

/// Joins the parts of a list with equal weight: “a4, d7, g1”.
pub fn list<T: AsRef<str>>(parts: &[T]) -> String {
    list_in(language::current(), parts)
}

fn list_in<T: AsRef<str>>(language: &Language, parts: &[T]) -> String {
    joined_by(language.comma, language, parts)
}

/// Joins the parts of a line that is not a sentence: “White · Anna”, “12 moves · Unfinished”.
pub fn joined<T: AsRef<str>>(parts: &[T]) -> String {
    let language = language::current();
    joined_by(language.separator, language, parts)
}

fn joined_by<T: AsRef<str>>(sign: &str, language: &Language, parts: &[T]) -> String {
    parts.iter().map(|part| isolated(language, part.as_ref())).collect::<Vec<_>>().join(sign)
}

/// Returns lines as a screen reader should speak them: with commas between their parts, since many
/// screen readers speak the name of a middle dot.
pub fn spoken(lines: &str) -> String {
    spoken_in(language::current(), lines)
}

fn spoken_in(language: &Language, lines: &str) -> String {
    lines.replace(DOT, language.comma).replace(language.separator, language.comma).replace('\n', language.comma)
}

/// Signs that end a sentence and have no space of their own.
const NARROW_ENDS: [char; 6] = ['.', '!', '?', '…', '؟', '।'];
/// Signs that end a sentence and are as wide as a Chinese letter. No space follows them.
const WIDE_ENDS: [char; 3] = ['。', '！', '？'];

/// Ends a sentence with a period, unless it has a sign of its own at the end.
pub fn sentence(words: &str) -> String {
    ended(language::current(), words.to_owned())
}

fn ended(language: &Language, mut words: String) -> String {
    if !words.ends_with(NARROW_ENDS) && !words.ends_with(WIDE_ENDS) {
        words.push(language.period);
    }
    words
}

pub fn without_period(sentence: &str) -> &str {
    sentence.trim_end_matches(language::current().period)
}

/// Joins sentences, and ends all but the last one with a period unless they have a sign of their
/// own at the end. Empty ones are left out.
pub fn sentences<T: AsRef<str>>(parts: &[T]) -> String {
    sentences_in(language::current(), parts)
}

fn sentences_in<T: AsRef<str>>(language: &Language, parts: &[T]) -> String {
    parts.iter().map(AsRef::as_ref).filter(|part| !part.is_empty()).fold(String::new(), |mut all, part| {
        if !all.is_empty() {
            all = ended(language, all);
            all.push_str(if all.ends_with(WIDE_ENDS) { "" } else { " " });
        }
        all + part
    })
}

/// Makes all lines run in the direction of the window's language. Some may be in another language,
/// for example names given by users.
pub fn lines(text: &str) -> String {
    lines_in(language::current(), text)
}

fn lines_in(language: &Language, text: &str) -> String {
    if language.direction != TextDirection::Rtl {
        return text.to_owned();
    }
    text.split('\n').map(|line| format!("{FROM_THE_RIGHT}{line}")).collect::<Vec<_>>().join("\n")
}

/// Returns a value as part of a sentence. An integer gets the digits of the language. Latin text,
/// for example a move, is isolated in a right-to-left language, where it would otherwise be torn
/// apart. A value may be from a file or a program, so its length and its marks are limited.
fn isolated(language: &Language, value: &str) -> String {
    let value = shown(value);
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return language.digits(&value);
    }
    let runs_left = value.contains(|letter: char| letter.is_ascii_alphanumeric()) && !value.contains(ISOLATE);
    if language.direction == TextDirection::Rtl && runs_left {
        return format!("{}{value}{}", ISOLATE[0], ISOLATE[1]);
    }
    value
}

/// Fills in the values in a single pass: inserted values are not searched again.
fn fill(language: &Language, message: String, values: &[(&str, &str)]) -> String {
    let message = message.replace(DOT, language.separator);
    let (mut filled, mut rest) = (String::with_capacity(message.len()), message.as_str());
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let named = after.split_once('}').and_then(|(name, then)| Some((value_of(values, name)?, then)));
        rest = match named {
            Some((value, then)) => {
                filled.push_str(&isolated(language, value));
                then
            }
            None => {
                filled.push('{');
                after
            }
        };
    }
    filled + rest
}

fn value_of<'a>(values: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    values.iter().find(|(other, _)| *other == name).map(|&(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_with_one_sign() {
        let title = sentences(&["Is This a Mistake?", "", "Not rated yet"]);
        assert_eq!(title, "Is This a Mistake? Not rated yet");
        assert_eq!(
            sentences(&["Draw: 4 against 5", "White to move and draw."]),
            "Draw: 4 against 5. White to move and draw."
        );
        let chinese = |parts: &[&str]| sentences_in(in_language("zh_CN"), parts);
        assert_eq!(chinese(&["黑方走 b6", "估计：黑方优势"]), "黑方走 b6。估计：黑方优势");
        assert_eq!(chinese(&["解出！", "", "黑方走 b6?!", "和棋"]), "解出！黑方走 b6?! 和棋");
        assert_eq!(ended(in_language("zh_CN"), "和棋".to_owned()), "和棋。");
        assert_eq!((&*sentence("Draw"), &*sentence("Solved!")), ("Draw.", "Solved!"));
    }

    fn filled(message: &str, values: &[(&str, &str)]) -> String {
        fill(in_language("en"), message.to_owned(), values)
    }

    fn in_language(code: &str) -> &'static Language {
        language::named(code).expect("a known language")
    }

    #[test]
    fn no_dot_is_spoken() {
        assert_eq!(spoken_in(in_language("en"), "41 moves · You have won!\nToday"), "41 moves, You have won!, Today");
        assert_eq!(spoken_in(in_language("fa"), "۱ – نخستین بازی"), "۱، نخستین بازی");
    }

    #[test]
    fn names_give_way_to_values() {
        assert_eq!(filled("{point}, empty ({n})", &[("point", "d6"), ("n", "3")]), "d6, empty (3)");
        assert_eq!(filled("{n}{n} {unknown} {n", &[("n", "3")]), "33 {unknown} {n");
    }

    #[test]
    fn inserted_text_is_not_changed() {
        let values = [("file", "{problem}.toml"), ("problem", "{file}")];
        assert_eq!(filled("{file}: {problem}", &values), "{problem}.toml: {file}");
    }

    #[test]
    fn values_have_few_marks_and_a_limited_length() {
        let (marks, letters) = ("\u{300}".repeat(100_000), "x".repeat(100_000));
        let few = format!("B{}", "\u{300}".repeat(8));
        let value = format!("B{marks}");
        assert_eq!(filled("{name} declined", &[("name", &value)]), format!("{few} declined"));
        assert_eq!(list_in(in_language("en"), &[&value, &value]), format!("{few}, {few}"));
        assert_eq!(filled("“{words}”", &[("words", &letters)]), format!("“{}…”", &letters[..2_000]));
    }

    #[test]
    fn moves_are_isolated_in_right_to_left_text() {
        let persian = in_language("fa");
        let values = [("side", "سفید"), ("move", "a4-a7xd2"), ("count", "12")];
        let words = fill(persian, "{side} {move} ({count})".to_owned(), &values);
        assert_eq!(words, "سفید \u{2068}a4-a7xd2\u{2069} (۱۲)");
        let twice = fill(persian, "{words}!".to_owned(), &[("words", &words)]);
        assert_eq!(twice, words.clone() + "!", "a sentence within a sentence");
        assert_eq!(fill(in_language("de"), "{side}{move}".to_owned(), &values), "سفیدa4-a7xd2");
    }

    #[test]
    fn no_dot_is_beside_similar_digits() {
        let persian = in_language("fa");
        let level = fill(persian, "{number} · {name}".to_owned(), &[("number", "1"), ("name", "یک · دو")]);
        assert_eq!(level, "۱ – یک · دو", "what a person wrote stays");
        assert_eq!(joined_by(persian.separator, persian, &["26", "سفید"]), "۲۶ – سفید");
        assert_eq!(filled("{number} · {name}", &[("number", "3"), ("name", "Learner")]), "3 · Learner");
        let has_dot = |language: &&Language| language.separator == DOT;
        assert!(language::LANGUAGES.iter().filter(has_dot).all(|language| language.zero == '0'));
    }

    #[test]
    fn lists_and_lines_are_those_of_the_language() {
        assert_eq!(list_in(in_language("en"), &["a4", "d7"]), "a4, d7");
        assert_eq!(list_in(in_language("zh_CN"), &["a4", "d7"]), "a4、d7");
        assert_eq!(list_in(in_language("fa"), &["a4", "d7"]), "\u{2068}a4\u{2069}، \u{2068}d7\u{2069}");
        assert_eq!(lines_in(in_language("fa"), "Ada\nBob"), "\u{200f}Ada\n\u{200f}Bob");
        assert_eq!(lines_in(in_language("fr"), "Ada\nBob"), "Ada\nBob");
    }
}
