// SPDX-License-Identifier: GPL-3.0-or-later
//! Games of version 1 continue forever, and version 2 has what they lack.

use std::array;

use morris::{Outcome, Rules, WinReason};
use morris_message::{ColorChoice, LineError, MessageGame, Reading, Status, Turn, TurnError, Version, Writing};

use crate::support::{applies, invited, invited_in, play, write_turn};

/// The file and the lines were made by 1.0.0. Another program has computed the lines, too.
#[test]
fn game_of_version_1_continues_as_it_was() {
    let lines: Vec<_> = include_str!("../data/version-1.txt").lines().collect();
    let file = include_str!("../data/version-1.toml");
    let saved = MessageGame::from_toml(file).unwrap();
    assert_eq!(saved.to_toml(), file);
    let secret = array::from_fn(|index| index as u8 + 32);
    let mut guest = MessageGame::accept(lines[0], "Bob B.".parse().unwrap(), secret).unwrap();
    let mut found = vec![lines[0].to_owned(), guest.last_line()];
    for line in &lines[2..6] {
        if guest.status().is_yours() {
            let word = line.split(' ').nth(4).unwrap();
            found.push(write_turn(&mut guest, word));
        } else {
            applies(&mut guest, line);
            found.push((*line).to_owned());
        }
    }
    found.push(guest.whole());
    assert_eq!(found, lines);
    assert_eq!(guest, saved);
    assert_eq!(guest.read(lines[6]), Ok(Reading::PlayedAlready));
}

#[test]
fn new_games_have_version_2() {
    let (ann, bob) = invited(Rules::STANDARD, ColorChoice::White, 1);
    assert_eq!([&ann, &bob].map(|game| game.invitation().version()), [Version::Two; 2]);
    assert!(ann.whole().starts_with("nmm2 ") && bob.whole().starts_with("nmm2 "));
}

#[test]
fn a_line_has_the_version_of_its_game() {
    for (version, start, other) in [(Version::One, "nmm1", "nmm2"), (Version::Two, "nmm2", "nmm1")] {
        let (mut ann, bob) = invited_in(version, Rules::STANDARD, ColorChoice::White, 1);
        assert_eq!(ann.read(&bob.whole().replace(start, other)), Err(LineError::Forged));
        applies(&mut ann, &bob.whole());
    }
}

#[test]
fn each_version_has_its_own_keys() {
    let games = Version::ALL.map(|version| {
        let (mut ann, mut bob) = invited_in(version, Rules::STANDARD, ColorChoice::White, 1);
        applies(&mut ann, &bob.whole());
        [play(&mut ann, &mut bob, &["d6"]).remove(0), ann.whole()]
    });
    let check = |text: &str| text.rsplit(' ').next().unwrap().to_owned();
    let [old, new] = games.map(|lines| lines.map(|line| check(&line)));
    assert!(old[0] != new[0] && old[1] != new[1], "{old:?}, {new:?}");
}

#[test]
fn both_players_see_one_phrase() {
    for version in Version::ALL {
        let (mut ann, bob) = invited_in(version, Rules::STANDARD, ColorChoice::Any, 1);
        assert_eq!(ann.safety_phrase(), None);
        applies(&mut ann, &bob.whole());
        let phrase = ann.safety_phrase().unwrap().to_owned();
        assert_eq!(bob.safety_phrase(), Some(&*phrase));
        assert_eq!(phrase.split('-').map(str::len).collect::<Vec<_>>(), [2; 4]);
        assert_eq!(MessageGame::from_toml(&ann.to_toml()).unwrap().safety_phrase(), Some(&*phrase));
        // With another key, as with one that was exchanged on the way, it is another one.
        let eve = MessageGame::accept(&ann.invitation().to_string(), "Bob".parse().unwrap(), [9; 32]).unwrap();
        assert_ne!(eve.safety_phrase(), Some(&*phrase));
    }
}

#[test]
fn a_player_without_time_loses_in_turn() {
    let (mut ann, mut bob) = invited(Rules::STANDARD, ColorChoice::White, 1);
    applies(&mut ann, &bob.whole());
    play(&mut ann, &mut bob, &["d6"]);
    assert_eq!(ann.write(Turn::Time), Err(TurnError::NotYourTurn));
    let line = bob.write(Turn::Time).unwrap().into_line();
    assert!(line.contains(" 2 +time "), "{line}");
    assert_eq!(bob.write(Turn::Time), Ok(Writing::Again(line.clone())));
    applies(&mut ann, &line);
    let lost = Status::Over(Outcome::Win { winner: morris::Color::White, reason: WinReason::Time });
    assert_eq!([ann.status(), bob.status()], [lost; 2]);
    assert_eq!(ann.whole(), bob.whole());
    assert_eq!(MessageGame::from_toml(&ann.to_toml()), Ok(ann));
}

#[test]
fn games_of_version_1_have_no_clock() {
    let (mut ann, bob) = invited_in(Version::One, Rules::STANDARD, ColorChoice::White, 1);
    applies(&mut ann, &bob.whole());
    assert_eq!(ann.write(Turn::Time), Err(TurnError::NoClock));
    let line = write_turn(&mut ann, "resign").replace("+resign", "+time");
    let error = ann.read(&line).unwrap_err().to_string();
    assert_eq!(error, "the line is damaged: “+time” is not a move");
    assert!(Turn::parse("time", ann.rules().board).is_err());
}
