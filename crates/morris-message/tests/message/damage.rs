// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines as chats and mails change them, and damaged lines.

use std::time::{Duration, Instant};

use morris_message::{Line, LineError, MAX_TEXT_BYTES, MessageGame, Reading};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::support::{accepted, play, write_turn};

/// Returns a game in which it is Bob's turn to read, with all lines so far and the next one.
fn middle() -> (MessageGame, Vec<String>) {
    let (mut ann, mut bob) = accepted();
    let mut lines = vec![ann.invitation().to_string(), bob.last_line()];
    lines.extend(play(&mut ann, &mut bob, &["d6", "f4", "d2", "draw", "no", "b4"]));
    lines.push(write_turn(&mut ann, "b6"));
    lines.push(ann.whole());
    (bob, lines)
}

fn damaged(line: &str, random: &mut Xoshiro256PlusPlus) -> String {
    let mut letters: Vec<char> = line.chars().collect();
    for _ in 0..random.random_range(1..4) {
        if letters.len() < 2 {
            break;
        }
        let at = random.random_range(0..letters.len() - 1);
        let letter =
            *['a', 'b', '2', '7', 'x', '-', '+', '=', 'D', 'ä', '\u{202e}', '\u{7}', '0', '1'].choose(random).unwrap();
        match random.random_range(0..6) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letter),
            2 => letters.swap(at, at + 1),
            3 => letters.truncate(at.max(1)),
            4 => letters.insert(at, ' '),
            _ => letters[at] = letter,
        }
    }
    letters.into_iter().collect()
}

#[test]
fn ten_thousand_damaged_lines_change_nothing() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let (bob, lines) = middle();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (mut refused, mut known) = (0, 0);
    while refused < 10_000 {
        let line = lines.choose(&mut random).unwrap();
        let text = damaged(line, &mut random);
        if lines.iter().any(|line| words(line) == words(&text)) {
            continue;
        }
        let mut game = bob.clone();
        match game.read(&text) {
            // A number that is too high looks like a gap.
            Ok(Reading::Missing) => known += 1,
            Ok(reading) => panic!("{text}: {reading:?}"),
            Err(error) => assert!(error.to_string().chars().count() < 300, "{error}"),
        }
        assert_eq!(game, bob, "{text}");
        refused += 1;
    }
    assert!(known < 50, "{known}");
}

#[test]
fn the_next_line_with_another_number_is_damaged() {
    let (mut bob, lines) = middle();
    let next = &lines[lines.len() - 2];
    assert!(next.contains(" 7 b6 "), "{next}");
    for number in [1, 3, 5, 6, 8, 9, 11, 4000] {
        // The friend could have another line before one of these.
        let expected = if (2..=7).contains(&number) { LineError::DoesNotFollow { number } } else { LineError::Forged };
        assert_eq!(bob.read(&next.replace(" 7 b6 ", &format!(" {number} b6 "))), Err(expected), "{number}");
    }
    for wrong in ["0", "07", "+7", "4002", "99999999999", "7.", "-7"] {
        let read = bob.read(&next.replace(" 7 b6 ", &format!(" {wrong} b6 ")));
        assert!(matches!(read, Err(LineError::Word { .. })), "{wrong}: {read:?}");
    }
}

#[test]
fn lines_survive_chats_and_mails() {
    let (bob, lines) = middle();
    for line in &lines {
        let expected = Line::parse(line).unwrap();
        for text in [
            format!("  {line}\r\n"),
            format!("\u{feff}{line}"),
            format!("\u{200b}{line}\u{200b}"),
            line.replace(' ', " \u{2060}"),
            format!("Hello Bob,\n\nhere it is:\n\n{line}\n-- \nAnn"),
            format!("[10:32] Ann: {line}"),
            format!("> > {}\n", line.replace(' ', "\n> > ")),
            line.replace(' ', " \r\n  "),
            line.replace(' ', "\u{a0}"),
            line.replace(' ', "\t "),
            expected.link(),
            format!("<a>\n{}\nhttps://example.org", expected.link()),
            format!("nine-mens-morris:{line}"),
            format!("`{line}`"),
            format!("**{line}**"),
            format!("My move is:\n<{line}>."),
            format!("<{}>,", expected.link()),
            format!("“{line}”!"),
            format!("I play it with nmm2 today\nnmm2\n{line}\nnmm2"),
            format!("nmm9 and nmm1: {line}"),
            format!("nine-mens-morris://{}", line.replace(' ', "/")),
        ] {
            assert_eq!(Line::parse(&text).as_ref(), Ok(&expected), "{text}");
        }
    }
    let mut game = bob;
    assert!(matches!(game.read(&format!("> {}", lines[8].replace(' ', "\n>"))), Ok(Reading::Applied(_))));
}

#[test]
fn the_newest_line_of_a_game_is_read() {
    let (bob, lines) = middle();
    for (place, new) in lines.iter().enumerate() {
        for old in &lines[..place] {
            for text in [format!("> {old}\n{new}\n"), format!("{new}\nOn Monday, Ann wrote:\n> {old}\n")] {
                assert_eq!(Line::parse(&text).unwrap().to_string(), *new, "{text}");
            }
        }
    }
    let text = format!("> {}\n{}", lines[7], lines[8]);
    assert!(matches!(bob.clone().read(&text), Ok(Reading::Applied(_))));
    // A line of another game does not take the place of the first.
    let other = lines[8].replace(bob.invitation().game(), "aaaaaaaaaaaaa");
    assert_eq!(Line::parse(&format!("{}\n{other}", lines[2])).unwrap().to_string(), lines[2]);
}

#[test]
fn faults_are_named() {
    let (mut bob, lines) = middle();
    let line = &lines[2];
    let with = |place: usize, word: &str| {
        let mut words: Vec<_> = line.split(' ').collect();
        words[place] = word;
        words.join(" ")
    };
    let said = |bob: &mut MessageGame, text: &str| bob.read(text).unwrap_err().to_string();
    for (text, words) in [
        (String::new(), "this is not a line of a game by message, which begins with nmm1 or nmm2"),
        (line.to_uppercase(), "this is not a line of a game by message, which begins with nmm1 or nmm2"),
        (with(0, "nmm3"), "a newer program has written the line"),
        (with(1, "abc"), "the line is damaged: “abc” is not the name of a game"),
        (with(2, "nine"), "the line is damaged: “nine” is not the id of rules"),
        (with(2, "twelve"), "the line was forged or mistyped: its check letters do not fit the line before"),
        (with(3, "x"), "the line is damaged: “x” is not a number"),
        (with(4, "d9"), "the line is damaged: “d9” is not a move"),
        (with(4, "D6"), "the line is damaged: “D6” is not a move"),
        (with(4, "\u{202e}d6"), "the line is damaged: “\\u{202e}d6” is not a move"),
        (with(5, "ABCDEFGH"), "the line is damaged: “ABCDEFGH” is not eight check letters"),
        (with(5, "abcdefgh"), "the line was forged or mistyped: its check letters do not fit the line before"),
        (format!("{line} x"), "the line is damaged: it ends before “x”"),
        (line[..line.len() - 9].to_owned(), "the line is damaged: its end is missing"),
        (" ".repeat(MAX_TEXT_BYTES + 1), "the text is longer than 131072 bytes"),
    ] {
        assert_eq!(said(&mut bob, &text), words);
    }
}

/// A text as long as possible takes a moment, whatever it contains.
#[test]
fn the_longest_text_is_read_in_linear_time() {
    let (bob, lines) = middle();
    let head = lines[9].splitn(9, ' ').take(8).collect::<Vec<_>>().join(" ");
    for unit in [
        "a",
        " ",
        ">",
        "> ",
        "\n",
        "nmm2 ",
        "/",
        "nine-mens-morris:",
        "nine-mens-morris:/",
        "%41",
        "+",
        "é",
        "d6 ",
        "+draw ",
    ] {
        for start in [
            String::new(),
            format!("{} ", lines[2].split(' ').take(3).collect::<Vec<_>>().join(" ")),
            format!("{head} 4000 "),
        ] {
            let text = start.clone() + &unit.repeat((MAX_TEXT_BYTES - start.len()) / unit.len());
            let begin = Instant::now();
            assert!(bob.clone().read(&text).is_err(), "{unit}");
            assert!(begin.elapsed() < Duration::from_secs(10), "{unit}: {:?}", begin.elapsed());
        }
    }
}
