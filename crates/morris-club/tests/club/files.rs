// SPDX-License-Identifier: GPL-3.0-or-later
//! The text of the file.

use morris::Rules;
use morris_club::{
    Absence, Change, ChangeError, Clock, FileTextError, Format, MAX_FILE_TEXT_BYTES, Order, Settings, Tournament,
};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::support::{of_size, play_round};

const TEXT: &str = r#"# Nine Men's Morris tournament
version = 1
name = "Club evening"
rules = "standard"
format = "swiss:2"
level = "seed"
third = false
games = 2
clock = "420+0"
points = "2-1-0"
ties = ["buchholz", "sb", "direct", "wins", "fewest-draws"]
absence = "nothing"
no-help = false
lots = [2, 1]
shade = "blue"

[[player]]
name = "Ann"
shirt = 7

[[player]]
name = "Bob"
left = 2

[[player]]
name = "level:3"
program = "level:3"

[[player]]
name = "Dora"
absent = [2]

[[player]]
name = "Emil"
joined = 2

[[round]]
meetings = ["1-3 wd", "4-2 +-"]
exchanged = [3, 4]
room = "A"

[[round]]
meetings = ["1-5 .."]
absent = [4]

[[correction]]
when = "20:15"
round = 1
table = 1
old = "ww"
new = "wd"
why = "typed wrong"

[end]
"#;

#[test]
fn files_come_back_with_their_unknown_keys() {
    let mut read = Tournament::from_text(TEXT).unwrap();
    assert_eq!(read.to_text(), TEXT);
    assert_eq!(read.settings().clock, Some(Clock { time: 420, increment: 0 }));
    assert_eq!((read.entrants()[1].left, read.entrants()[4].joined), (Some(1), 1));
    // Changes keep them.
    read.change(&Change::Rename(0, "Anna".to_owned())).unwrap();
    assert_eq!(read.to_text(), TEXT.replace("Ann\"", "Anna\""));
    // A person can write it in any form of TOML.
    let player = "[[player]]\nname = \"Emil\"\njoined = 2\n\n";
    let other = TEXT
        .replace(player, "")
        .replace("[[round]]\nmeetings = [\"1-3", "[[player]]\nname = 'Emil'\njoined = 2\n[[round]]\nmeetings = [\"1-3");
    let other = other.replace("level = \"seed\"\nthird = false\n", "").replace("no-help = false\n", "");
    assert_eq!(Tournament::from_text(&other).unwrap().to_text(), TEXT);
}

#[test]
fn a_truncated_text_is_an_error() {
    for end in (0..TEXT.trim_end().len()).filter(|&end| TEXT.is_char_boundary(end)) {
        let error = Tournament::from_text(&TEXT[..end]).unwrap_err().to_string();
        assert!(!error.contains('\n') && error.len() < 300, "{error}");
    }
}

#[test]
fn damage_is_one_clear_error() {
    let damaged = |old: &str, new: &str| {
        assert!(TEXT.contains(old), "{old}");
        Tournament::from_text(&TEXT.replacen(old, new, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        damaged("version = 1", "version = 2"),
        "“version” is 2, and this program knows 1: a newer one has written it"
    );
    assert_eq!(damaged("version = 1\n", ""), "“version” is missing: not a tournament of this program");
    assert_eq!(damaged("[end]\n", ""), "its end is missing, the line [end]");
    assert_eq!(
        damaged("swiss:2", "swiss:0"),
        "the number of rounds goes from 1 to 100: beyond half the entrants, pairs would have to meet twice"
    );
    assert_eq!(
        damaged("swiss:2", "swiss:2:3"),
        "line 5: the format is swiss:ROUNDS, round-robin[:2], slide[:2], knock-out, or groups:SI…"
    );
    for (old, new, words) in [
        ("\"1-3 wd\"", "\"1-1 wd\"", "“1-1 wd” is not a meeting"),
        ("\"1-3 wd\"", "\"1-3 wx\"", "“1-3 wx” is not a meeting"),
        ("\"1-3 wd\"", "\"1-9 wd\"", "line 37: the round has a player or a game too many"),
        ("\"1-3 wd\"", "\"1-4 wd\"", "line 37: the round has a player or a game too many"),
        ("\"1-3 wd\"", "\"1-3 wdw\"", "line 37: the round has a player or a game too many"),
        ("\"1-3 wd\"", "\"1-3 dd lot=1\"", "line 37: the round has a player or a game too many"),
        ("name = \"Bob\"", "name = \"Ann\"", "line 21: the player has a wrong name or program, or is one too many"),
        ("absent = [4]\n", "absent = [9]\n", "line 42: the round has a player or a game too many"),
        ("games = 2", "games = 3", "a match has 1, 2, or 4 games"),
        ("2-1-0", "3-1-0", "line 10: unknown variant `3-1-0`"),
        ("\"sb\", ", "\"sb\", \"sb\", ", "a tie-break is named twice"),
        ("left = 2", "left = 0", "numbers go from 1 to 400"),
        ("round = 1\n", "round = 5\n", "line 46: the correction is of no meeting"),
        ("lots = [2, 1]", "lots = [2, 2]", "there is no entrant"),
        ("standard", "chess", "line 4: standard, "),
    ] {
        let error = damaged(old, new);
        assert!(error.contains(words), "{new}: {error}");
    }
    let long = format!("{TEXT}# {}\n", "x".repeat(MAX_FILE_TEXT_BYTES));
    assert_eq!(Tournament::from_text(&long), Err(FileTextError::TooLong));
}

/// Damage at random places is an error or another tournament, and never a panic.
#[test]
fn damaged_bytes_do_no_harm() {
    for (at, letter) in (0..TEXT.len()).flat_map(|at| ["0", "9", "\"", "-", "[", "x", "\n"].map(|letter| (at, letter)))
    {
        let mut text = TEXT.to_owned();
        text.replace_range(at..=at, letter);
        if let Ok(read) = Tournament::from_text(&text) {
            read.stages().into_iter().for_each(|stage| drop(read.standings(stage)));
            let _ = (read.next_round(), read.bracket(), read.to_text());
        }
    }
}

#[test]
fn custom_rules_and_the_largest_tournaments_fit() {
    let mut random = SmallRng::seed_from_u64(1);
    let rules = Rules::read_line("twelve,men=9").unwrap();
    let mut played = of_size(Format::Swiss { rounds: 11 }, 4, 200);
    let settings = Settings { rules, ..played.settings().clone() };
    played.change(&Change::Settings(settings)).unwrap();
    while !played.is_over() {
        played.change(&Change::Pair).unwrap();
        play_round(&mut played, &mut random);
    }
    let text = played.to_text();
    assert!(text.len() < MAX_FILE_TEXT_BYTES / 4, "{}", text.len());
    assert_eq!(Tournament::from_text(&text).unwrap(), played);
    assert_eq!(played.settings().rules.line(), "twelve,men=9");
    let empty = Tournament::new(Settings::new("Empty", Format::Swiss { rounds: 3 })).unwrap();
    assert_eq!(Tournament::from_text(&empty.to_text()).unwrap(), empty);
    assert_eq!(
        Tournament::new(Settings { games: 3, ..Settings::new("Three", Format::Swiss { rounds: 3 }) }),
        Err(ChangeError::Choice("a match has 1, 2, or 4 games"))
    );
}

/// FIDE's columns, counted from 1: points from 81, place from 86, and for each game the opponent
/// from 92, color, and result.
#[test]
fn columns_of_trf_are_in_their_places() {
    let text = Tournament::from_text(TEXT).unwrap().to_trf();
    let line = text.lines().find(|line| line.contains("Ann")).unwrap();
    let part = |from: usize, to: usize| line.chars().skip(from - 1).take(to + 1 - from).collect::<String>();
    assert_eq!([part(5, 8), part(15, 17), part(81, 84), part(86, 89)], ["   1", "Ann", " 1.5", "   1"]);
    assert_eq!([part(92, 99), part(102, 109), part(112, 119)], ["   3 w 1", "   3 b =", "   5 w  "]);
    assert!(text.lines().any(|line| line.contains("level:3") && line.contains("0000 - Z")));
}

#[test]
fn trf_counts_rounds_without_an_opponent_as_the_table_does() {
    let columns = |mut played: Tournament, letter: &str| {
        played.change(&Change::Pair).unwrap();
        let text = played.to_trf();
        assert_eq!(text.matches(&format!("0000 - {letter}")).count(), 1, "{text}");
        text
    };
    let round_robin = Format::RoundRobin { cycles: 1, order: Order::Berger };
    columns(of_size(round_robin, 2, 3), "Z  0000 - Z");
    columns(of_size(Format::Swiss { rounds: 2 }, 2, 5), "U  0000 - H");
    let mut absent = of_size(Format::Swiss { rounds: 2 }, 2, 5);
    let settings = Settings { absence: Absence::Draws, ..absent.settings().clone() };
    absent.change(&Change::Settings(settings)).unwrap();
    absent.change(&Change::Absent(4, vec![0])).unwrap();
    columns(absent, "H  0000 - H");
}

#[test]
fn exports_name_all_meetings() {
    let played = Tournament::from_text(TEXT).unwrap();
    let (tsv, summary) = (played.to_tsv(), played.summary());
    assert!(tsv.contains("\n1\t1\tAnn\tlevel:3\twd\n") && tsv.contains("\n2\t1\tAnn\tEmil\t..\n"), "{tsv}");
    assert!(
        summary.contains("20:15  round 1, table 1: ww is now wd") && summary.contains("Dora is absent"),
        "{summary}"
    );
    assert!(played.round_text(0).contains("(by hand") && played.round_text(9).is_empty());
}

#[test]
fn the_example_of_the_paper_is_a_tournament() {
    let paper = include_str!("../../../../docs/formats.md");
    let text = paper.split("```").find_map(|block| block.strip_prefix("text\n").filter(|text| text.contains("[end]")));
    let text = text.unwrap();
    let read = Tournament::from_text(text).unwrap();
    assert_eq!((read.entrants().len(), read.rounds().len(), read.corrections().len()), (5, 2, 1));
    assert!(Tournament::from_text(&read.to_text()).unwrap() == read);
}
