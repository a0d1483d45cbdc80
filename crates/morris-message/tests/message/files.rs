// SPDX-License-Identifier: GPL-3.0-or-later
//! Games as texts of files.

use morris::Rules;
use morris_message::{ColorChoice, FileTextError, LineError, MAX_FILE_TEXT_BYTES, MessageGame};

use crate::support::{accepted, changed, invited, key, play};

fn error(text: &str) -> FileTextError {
    MessageGame::from_toml(text).unwrap_err()
}

#[test]
fn a_game_is_read_as_it_was_written() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "draw", "no", "f4", "undo"]);
    let waiting = invited(Rules::TWELVE, ColorChoice::Any, 5);
    for game in [ann, bob, waiting.0, waiting.1] {
        assert_eq!(MessageGame::from_toml(&game.to_toml()), Ok(game));
    }
}

#[test]
fn a_damaged_file_is_refused_and_its_key_not_quoted() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "f4"]);
    let good = bob.to_toml();
    let secret = good.split("secret = \"").nth(1).unwrap()[..52].to_owned();
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    for (text, expected) in [
        (changed("version = 1", "version = 2"), FileTextError::Version { found: 2 }),
        (changed("version = 1", "version = 2\nclock = 5"), FileTextError::Version { found: 2 }),
        (
            changed(&secret, &ann.to_toml().split("secret = \"").nth(1).unwrap()[..52]),
            FileTextError::Game(LineError::OtherGuest("Bob".parse().unwrap())),
        ),
        (changed(&secret, &secret[1..]), FileTextError::Secret),
        (changed(" f4 ", " b4 "), FileTextError::Game(LineError::Forged)),
        (changed("guest", "inviter"), FileTextError::Secret),
        (changed("invitation = \"nmm2", "invitation = \"nmm3"), FileTextError::Invitation(LineError::Newer)),
        (
            good.lines().filter(|line| !line.starts_with("game")).collect::<Vec<_>>().join("\n"),
            FileTextError::Game(LineError::NoLine),
        ),
        ("#".repeat(MAX_FILE_TEXT_BYTES + 1), FileTextError::TooLong),
    ] {
        assert_eq!(error(&text), expected, "{text}");
    }
    for text in [
        format!("secret = {secret}"),
        good.clone() + "more = 1",
        good.replace("secret = \"", "secret = \"\""),
        good.replace("guest", &secret),
        good.replace("version = 1", &format!("version = \"{secret}\"")),
        good.replace("version = 1", &secret),
    ] {
        let words = error(&text).to_string();
        assert!(words.starts_with("it is not a game by message: ") && !words.contains(&secret[..8]), "{words}");
    }
}

#[test]
fn both_lines_of_a_file_have_the_same_version() {
    let (mut ann, mut bob) = accepted();
    let lines = play(&mut ann, &mut bob, &["d6"]);
    let whole = changed(&ann, &key(&ann.whole()), &lines[0], &ann.whole(), 0, "nmm1");
    assert_eq!(error(&ann.to_toml().replace(&ann.whole(), &whole)), FileTextError::Game(LineError::Forged));
}

/// A file of another program, or of this one when it understood the rules in another way, can have
/// another position. The game continues.
#[test]
fn the_position_in_a_file_is_not_compared() {
    let (mut ann, mut bob) = accepted();
    let lines = play(&mut ann, &mut bob, &["d6", "f4"]);
    let whole = changed(&ann, &key(&ann.whole()), &lines[1], &ann.whole(), 7, "aaaaaaaa");
    let text = ann.to_toml().replace(&ann.whole(), &whole);
    assert_eq!(MessageGame::from_toml(&text), Ok(ann));
    assert_eq!(bob.read(&whole), Err(LineError::PositionDiffers { number: 2 }));
}
