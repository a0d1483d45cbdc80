// SPDX-License-Identifier: GPL-3.0-or-later
//! Resignations, in turn and out of turn.

use morris::{Color, Outcome, WinReason};
use morris_message::{LineError, MessageGame, Reading, Status, Writing};

use crate::support::{accepted, applies, play, turn, write_turn};

fn is_won_by(game: &MessageGame, winner: Color) {
    assert_eq!(game.status(), Status::Over(Outcome::Win { winner, reason: WinReason::Resignation }));
}

#[test]
fn a_player_resigns_in_turn_or_out_of_turn() {
    for resigns in [Color::White, Color::Black] {
        let (mut ann, mut bob) = accepted();
        play(&mut ann, &mut bob, &["d6", "f4"]);
        let (loser, other) = if resigns == Color::White { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
        let line = write_turn(loser, "resign");
        assert_eq!(loser.write(turn(loser, "resign")), Ok(Writing::Again(line.clone())));
        applies(other, &line);
        is_won_by(loser, resigns.other());
        is_won_by(other, resigns.other());
        assert_eq!(loser.whole(), other.whole());
        assert_eq!(MessageGame::from_toml(&other.to_toml()), Ok(other.clone()));
    }
}

#[test]
fn move_that_crosses_with_a_resignation_is_void() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "f4"]);
    let (moved, resigned) = (write_turn(&mut ann, "d2"), write_turn(&mut bob, "resign"));
    let news = applies(&mut ann, &resigned);
    assert_eq!((news.void, ann.game().cursor()), (1, 2));
    assert_eq!(bob.read(&moved), Ok(Reading::OverAlready));
    assert_eq!(ann.read(&moved), Ok(Reading::OverAlready), "her own line");
    is_won_by(&ann, Color::White);
    assert_eq!(ann.whole(), bob.whole());
}

#[test]
fn of_two_resignations_that_cross_the_one_in_turn_counts() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "f4"]);
    let [in_turn, out_of_turn] = [write_turn(&mut ann, "resign"), write_turn(&mut bob, "resign")];
    assert_eq!(ann.read(&out_of_turn), Ok(Reading::OverAlready));
    assert_eq!(applies(&mut bob, &in_turn).void, 1);
    is_won_by(&ann, Color::Black);
    assert_eq!(ann.whole(), bob.whole());
}

/// White resigns after a move that Black does not know, since Black has resigned before.
#[test]
fn lines_after_a_void_line_are_void() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "f4"]);
    let resigned = write_turn(&mut bob, "resign");
    let lines = ["d2", "resign"].map(|text| write_turn(&mut ann, text));
    for line in &lines {
        assert_eq!(bob.read(line), Ok(Reading::OverAlready), "{line}");
    }
    assert_eq!(applies(&mut ann, &resigned).void, 2);
    for line in &lines {
        assert_eq!(ann.read(line), Ok(Reading::OverAlready), "{line}");
    }
    is_won_by(&ann, Color::White);
    assert_eq!(ann.whole(), bob.whole());
    // A line that is here already, with another number.
    let first = ann.whole().split(' ').take(3).collect::<Vec<_>>().join(" ");
    let check = resigned.rsplit(' ').next().unwrap();
    assert_eq!(bob.read(&format!("{first} 7 +resign {check}")), Err(LineError::Forged));
    assert_eq!(bob.read(&lines[0].replace(" d2 ", " d3 ")), Err(LineError::DoesNotFollow { number: 3 }));
}

#[test]
fn whole_game_contains_a_resignation_that_crossed() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "f4"]);
    let (moved, _) = (write_turn(&mut ann, "d2"), write_turn(&mut bob, "resign"));
    assert_eq!(bob.read(&ann.whole()), Ok(Reading::OverAlready));
    assert_eq!(applies(&mut ann, &bob.whole()).void, 1);
    assert_eq!(ann.read(&moved), Ok(Reading::OverAlready));
    assert_eq!(ann.whole(), bob.whole());
}

#[test]
fn resignation_cannot_precede_an_answer() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6"]);
    // Bob resigns from an old copy of his file, after he has played on.
    let mut copy = bob.clone();
    play(&mut ann, &mut bob, &["f4", "d2", "b4"]);
    let line = write_turn(&mut copy, "resign");
    assert_eq!(ann.read(&line), Err(LineError::Differs { number: 2 }));
}

#[test]
fn line_contains_all_unsent_turns() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "f4"]);
    assert_eq!(ann.line_to_send(), ann.last_line());
    write_turn(&mut ann, "d2");
    assert_eq!(ann.line_to_send(), ann.last_line());
    // She has not sent it.
    write_turn(&mut ann, "resign");
    assert_eq!(bob.read(&ann.last_line()), Ok(Reading::Missing));
    assert_eq!(applies(&mut bob, &ann.line_to_send()).turns.len(), 2);
    is_won_by(&bob, Color::Black);
    assert_eq!(ann.whole(), bob.whole());
}
