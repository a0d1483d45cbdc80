// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that the counts in papers are those of the tables.

use std::fs;

use morris::{Board, Rules};
use morris_engine::Level;
use morris_paint::BoardStyle;
use morris_solved::small_games::is_small;
use morris_teach::coach::FIRST_GAMES;

use crate::{path, read};

/// Numbers from three on. “Between two levels” counts nothing.
const WORDS: &str = "three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
     seventeen eighteen nineteen twenty";

/// Papers about the program as it is now.
const PAPERS: [&str; 6] = [
    "README.md",
    "debian/control",
    "data/io.github.ninemensmorris.NineMensMorris.metainfo.xml.in",
    "data/man/nine-mens-morris.6.in",
    "docs/rules.md",
    "help/C",
];

/// Returns what papers count, and its numbers. There are, for example, styles of boards, too.
fn counted() -> [(&'static str, Vec<usize>); 4] {
    let languages = read("po/LINGUAS").lines().filter(|line| !line.starts_with('#')).count() + 1;
    let mut small: Vec<_> =
        Rules::PRESETS.iter().filter(|rules| is_small(rules)).map(|rules| rules.board.id()).collect();
    small.sort_unstable();
    small.dedup();
    [
        ("games", vec![Rules::PRESETS.len(), FIRST_GAMES as usize]),
        ("boards", vec![Board::ALL.len(), small.len(), BoardStyle::ALL.len()]),
        ("levels", vec![Level::LAST.number().into()]),
        ("languages", vec![languages]),
    ]
}

/// Returns the files of a paper. A folder is one with many.
fn files(paper: &str) -> Vec<String> {
    let Ok(folder) = fs::read_dir(path(paper)) else {
        return vec![paper.to_owned()];
    };
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".page")).map(|name| format!("{paper}/{name}")).collect()
}

/// Returns the number that a word or figures denote. Longer numbers count something else.
fn number(word: &str) -> Option<usize> {
    let figures = || word.parse().ok().filter(|number| (3..100).contains(number));
    WORDS.split(' ').position(|known| known == word.to_lowercase()).map(|index| index + 3).or_else(figures)
}

/// Returns the counts in a text, with their lines: a number, and a noun right after it.
fn counts<'a>(text: &'a str, nouns: &[&str]) -> Vec<(usize, usize, &'a str)> {
    let words = text.lines().enumerate().flat_map(|(line, text)| {
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '-')
            .filter(|word| !word.is_empty())
            .map(move |word| (line, word))
    });
    let words: Vec<_> = words.collect();
    let pairs = words.windows(2).filter_map(|pair| {
        let [(line, count), (_, noun)] = pair else { return None };
        Some((line + 1, number(count)?, *noun)).filter(|_| nouns.contains(noun))
    });
    pairs.collect()
}

#[test]
fn counts_in_papers_are_those_of_the_tables() {
    let (counted, mut found) = (counted(), Vec::new());
    let nouns = counted.each_ref().map(|(noun, _)| *noun);
    for name in PAPERS.into_iter().flat_map(files) {
        let text = read(&name);
        // What a release had does not change.
        let now = text.split("<releases>").next().unwrap_or_default();
        for (line, count, noun) in counts(now, &nouns) {
            let (noun, right) = counted.iter().find(|(known, _)| *known == noun).unwrap();
            assert!(right.contains(&count), "{name}, line {line}: {count} {noun}, but there are {right:?}");
            found.push(*noun);
        }
    }
    for noun in nouns {
        assert!(found.contains(&noun), "no paper counts {noun}: remove the row");
    }
}

#[test]
fn a_count_is_found_in_words_and_figures_and_over_the_end_of_a_line() {
    let text = "* **Ten levels**\nIt has 25\ngames, not 400 games or --max 60 --games 4 between two levels.";
    assert_eq!(counts(text, &["games", "levels"]), [(1, 10, "levels"), (2, 25, "games")]);
}
