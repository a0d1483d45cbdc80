// SPDX-License-Identifier: GPL-3.0-or-later
//! A third person, who reads all lines and can write whatever it wants.

use morris::Rules;
use morris_message::{ColorChoice, Line, LineError, MessageGame, Reading};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use crate::support::{accepted, applies, invited, letters, play, write_turn};

#[test]
fn forged_lines_change_nothing() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut ann, mut bob) = accepted();
    let mut lines = vec![ann.invitation().to_string(), bob.last_line()];
    let texts = ["d6", "f4", "d2", "draw", "no", "b4", "b6", "undo", "yes", "a1", "c3"];
    for (number, text) in (1..).zip(texts) {
        for _ in 0..60 {
            let seen = lines.choose(&mut random).unwrap();
            let check = seen.rsplit(' ').next().unwrap();
            let word = *["d3", "+resign", "+draw", "+yes", "+undo", text].choose(&mut random).unwrap();
            for number in [number - 1, number, number + 1] {
                let head = seen.splitn(4, ' ').take(3).collect::<Vec<_>>().join(" ");
                for check in [letters(8, &mut random), check.chars().take(8).collect()] {
                    let line = format!("{head} {number} {word} {check}");
                    for game in [&mut ann, &mut bob] {
                        let before = game.clone();
                        let reading = game.read(&line);
                        assert!(!matches!(reading, Ok(Reading::Applied(_))), "{line}");
                        assert_eq!(*game, before);
                    }
                }
            }
        }
        lines.extend(play(&mut ann, &mut bob, &[text]));
    }
}

#[test]
fn lines_of_a_stranger_with_an_own_key_are_refused() {
    let (mut ann, mut bob) = accepted();
    let mut eve = MessageGame::accept(&ann.invitation().to_string(), "Bob".parse().unwrap(), [9; 32]).unwrap();
    assert_eq!(ann.read(&eve.whole()), Ok(Reading::AcceptedAlready("Bob".parse().unwrap())));
    let line = write_turn(&mut ann, "d6");
    assert_eq!(eve.read(&line), Err(LineError::Forged));
    applies(&mut bob, &line);
    // Eve knows the moves, and writes in her own game what she wants Ann to read.
    let mut as_ann = eve.clone();
    let line = write_turn(&mut eve, "resign");
    assert_eq!(ann.read(&line), Err(LineError::DoesNotFollow { number: 2 }));
    assert_eq!(bob.read(&line), Err(LineError::DoesNotFollow { number: 2 }));
    let whole = eve.whole();
    assert_eq!(ann.read(&whole), Ok(Reading::AcceptedAlready("Bob".parse().unwrap())));
    assert_eq!(bob.read(&whole), Err(LineError::OtherGuest("Bob".parse().unwrap())));
    assert_eq!(as_ann.read(&ann.whole()), Err(LineError::OtherGuest("Bob".parse().unwrap())));
}

#[test]
fn lines_of_another_game_are_refused() {
    let (mut ann, mut bob) = accepted();
    let (mut other, guest) = invited(Rules::STANDARD, ColorChoice::White, 7);
    applies(&mut other, &guest.whole());
    let line = write_turn(&mut other, "d6");
    for line in [line.clone(), other.invitation().to_string(), guest.whole(), other.whole()] {
        assert_eq!(bob.read(&line), Err(LineError::OtherGame));
    }
    // The same line under the name of this game.
    let renamed = line.replace(other.invitation().game(), ann.invitation().game());
    assert_eq!(bob.read(&renamed), Err(LineError::Forged));
    applies(&mut bob, &write_turn(&mut ann, "d6"));
}

#[test]
fn a_key_that_gives_everyone_the_key_of_the_game_is_refused() {
    let (mut ann, _) = invited(Rules::STANDARD, ColorChoice::White, 1);
    let zero = "a".repeat(52);
    let head = ann.invitation().to_string().splitn(4, ' ').take(3).collect::<Vec<_>>().join(" ");
    let texts = ["any Eve key=ZERO", "accept Eve key=ZERO aaaaaaaa", "whole Eve key=ZERO 1 aaaaaaaa 1 d6 aaaaaaaa"];
    for text in texts.map(|text| format!("{head} {}", text.replace("ZERO", &zero))) {
        assert_eq!(Line::parse(&text), Err(LineError::WeakKey), "before the player is asked");
        assert_eq!(ann.read(&text), Err(LineError::WeakKey));
        assert_eq!(MessageGame::accept(&text, "Ann".parse().unwrap(), [1; 32]), Err(LineError::WeakKey));
    }
}
