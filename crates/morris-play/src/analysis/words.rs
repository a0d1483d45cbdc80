// SPDX-License-Identifier: GPL-3.0-or-later
//! The words of a comment in an editor, which may show them in another form: in short paragraphs,
//! and with few marks on a letter. What is before the first and after the last change of the user
//! stays as it is in the comment.

use morris::{NodeId, legible};

use super::{Analysis, EditError};
use crate::persistence::{commands, words};

/// Length of a paragraph in an editor, in characters. It ends with the next word, or at twice this
/// length. A text of a single paragraph would be laid out again at each key.
const PARAGRAPH: usize = 1_000;

impl Analysis {
    /// Returns the words of a comment, without commands such as `[%csl …]`.
    pub fn words(&self, id: NodeId) -> String {
        words(self.tree.comment(id))
    }

    /// Sets the words of a comment. Its commands stay. Returns `false` if nothing changes.
    pub fn set_words(&mut self, id: NodeId, words: &str) -> Result<bool, EditError> {
        let commands = commands(self.tree.comment(id));
        let parts = [words.trim()].into_iter().chain(commands.iter().map(String::as_str));
        self.set_comment(id, &parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
    }

    /// Returns the words of a comment for an editor.
    pub fn words_to_edit(&self, id: NodeId) -> String {
        editable(&self.words(id)).into_iter().map(|(_, letter)| letter).collect()
    }

    /// Sets the words of a comment to what an editor made of [`Self::words_to_edit`]. Returns
    /// `false` if nothing changes.
    pub fn set_edited_words(&mut self, id: NodeId, edited: &str) -> Result<bool, EditError> {
        self.set_words(id, &with_edits(&self.words(id), edited))
    }
}

/// Returns the characters of words in an editor, each with its place in the words. The end of a
/// paragraph is in place of a space, or before a letter.
fn editable(words: &str) -> Vec<(usize, char)> {
    let (mut letters, mut length) = (Vec::with_capacity(words.len()), 0);
    for (place, letter) in legible(words) {
        let is_space = letter == ' ' && length >= PARAGRAPH;
        if is_space || length >= 2 * PARAGRAPH {
            letters.push((place, '\n'));
            length = 0;
        }
        if !is_space {
            letters.push((place, letter));
            length += 1;
        }
    }
    letters
}

/// Returns words with what was edited between their unchanged beginning and end.
fn with_edits(words: &str, edited: &str) -> String {
    let shown = editable(words);
    let front = shown.iter().zip(edited.chars()).take_while(|((_, one), other)| one == other).count();
    let rest = edited.char_indices().nth(front).map_or("", |(place, _)| &edited[place..]);
    let same = shown[front..].iter().rev().zip(rest.char_indices().rev());
    let same = same.take_while(|((_, one), (_, other))| one == other).map(|((from, _), (to, _))| (*from, to)).last();
    let (end, new_end) = same.unwrap_or((words.len(), rest.len()));
    let begin = shown.get(front).map_or(words.len(), |(place, _)| *place);
    [&words[..begin], &rest[..new_end], &words[end..]].concat()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(words: &str) -> String {
        editable(words).into_iter().map(|(_, letter)| letter).collect()
    }

    #[test]
    fn an_editor_shows_short_paragraphs_with_few_marks() {
        let marks = |count| "\u{300}".repeat(count);
        let words = "four ".repeat(401);
        for (words, expected) in [
            ("", String::new()),
            ("well played", "well played".to_owned()),
            (&format!("a{}b", marks(100_000)), format!("a{}b", marks(8))),
            (words.trim(), format!("{0}four\n{0}", "four ".repeat(200)).trim().to_owned()),
            (&"x".repeat(4_001), format!("{0}\n{0}\nx", "x".repeat(2_000))),
        ] {
            assert_eq!(shown(words), expected, "{words:.9}");
        }
    }

    #[test]
    fn words_that_are_not_edited_keep_their_marks() {
        let marks = "\u{300}".repeat(100);
        let words = format!("a{marks} b{marks} c{marks}");
        let (a, b, c) = (format!("a{}", &marks[..16]), format!("b{}", &marks[..16]), format!("c{}", &marks[..16]));
        assert_eq!(shown(&words), format!("{a} {b} {c}"));
        for (edited, expected) in [
            (format!("{a} {b} {c}"), words.clone()),
            (format!("{a} {b} {c} d"), format!("{words} d")),
            (format!("d {a} {b} {c}"), format!("d {words}")),
            (format!("{a} d {c}"), format!("a{marks} d c{marks}")),
            (format!("{a} {c}"), format!("a{marks} c{marks}")),
            (format!("{a} {b}"), format!("a{marks} b{marks}")),
            (String::new(), String::new()),
        ] {
            assert_eq!(with_edits(&words, &edited), expected, "{edited}");
        }
    }

    proptest! {
        #[test]
        fn an_edit_keeps_the_other_letters(
            words in "([ab][\u{300}\u{308}]{0,12} ?){0,40}",
            new in "[ab ]{0,3}",
            cut in any::<(prop::sample::Index, prop::sample::Index)>(),
        ) {
            prop_assert_eq!(with_edits(&words, &shown(&words)), &*words);
            let letters: Vec<_> = shown(&words).chars().collect();
            let mut cut = [cut.0.index(letters.len() + 1), cut.1.index(letters.len() + 1)];
            cut.sort_unstable();
            let text = |letters: &[char]| letters.iter().collect::<String>();
            let edited = [text(&letters[..cut[0]]), new, text(&letters[cut[1]..])].concat();
            let without_marks = |text: &str| text.replace(['\u{300}', '\u{308}'], "");
            prop_assert_eq!(without_marks(&with_edits(&words, &edited)), without_marks(&edited));
        }
    }
}
