// SPDX-License-Identifier: GPL-3.0-or-later
//! Files that were restored from an old copy, and turns that the friend has made up.

use morris::{Color, Rules};
use morris_message::{
    Answer, ColorChoice, Line, LineError, MessageGame, News, Question, Reading, Status, Turn, Version,
};

use crate::support::{accepted, applies, changed, invited_in, key, play, turn, write_turn};

fn take_theirs(game: &mut MessageGame, line: &str) -> Result<Reading, LineError> {
    let before = game.clone();
    let reading = game.take_theirs(&Line::parse(line).unwrap());
    assert_eq!(*game != before, matches!(reading, Ok(Reading::Applied(_))));
    reading
}

#[test]
fn a_copy_that_played_another_move_gets_a_way_out() {
    for version in Version::ALL {
        let (mut ann, mut bob) = invited_in(version, Rules::STANDARD, ColorChoice::White, 1);
        applies(&mut ann, &bob.whole());
        let mut copy = ann.clone();
        play(&mut ann, &mut bob, &["d6"]);
        write_turn(&mut copy, "d2");
        let answer = write_turn(&mut bob, "f4");
        let error = copy.read(&answer).unwrap_err();
        assert_eq!(error, LineError::DoesNotFollow { number: 2 });
        let words = "line 2 does not follow the line before it here: it is not genuine, or your friend has another \
                     line there; ask your friend for the whole game";
        assert_eq!(error.to_string(), words);
        assert_eq!(copy.read(&bob.whole()), Err(LineError::Differs { number: 1 }));
        let turns = ["d6", "f4"].map(|text| turn(&copy, text));
        let turns = vec![(Color::White, turns[0]), (Color::Black, turns[1])];
        let reading = take_theirs(&mut copy, &bob.whole());
        assert_eq!(reading, Ok(Reading::Applied(News { turns, ..News::default() })));
        assert_eq!((copy.whole(), copy.status()), (bob.whole(), Status::YourTurn));
        play(&mut copy, &mut bob, &["d2"]);
        assert_eq!(take_theirs(&mut copy, &bob.whole()), Ok(Reading::PlayedAlready));
    }
}

#[test]
fn only_a_whole_game_of_the_friend_is_taken() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "f4"]);
    let mut copy = ann.clone();
    write_turn(&mut copy, "a1");
    play(&mut ann, &mut bob, &["d2"]);
    assert_eq!(take_theirs(&mut copy, &ann.last_line()), Err(LineError::NotWhole));
    assert_eq!(take_theirs(&mut copy, &bob.whole().replace(" d2 ", " d3 ")), Err(LineError::Forged));
    let position = changed(&ann, &key(&ann.whole()), &ann.last_line(), &ann.whole(), 7, "aaaaaaaa");
    assert_eq!(take_theirs(&mut copy, &position), Err(LineError::PositionDiffers { number: 3 }));
    write_turn(&mut copy, "resign");
    assert_eq!(take_theirs(&mut copy, &bob.whole()), Ok(Reading::OverAlready));
}

/// Bob has sent f4. Now he would rather have played b4.
#[test]
fn a_turn_that_the_friend_replaced_is_refused() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6"]);
    let mut other = bob.clone();
    play(&mut ann, &mut bob, &["f4", "d2"]);
    write_turn(&mut other, "b4");
    assert_eq!(ann.read(&other.whole()), Err(LineError::Differs { number: 2 }));
    assert_eq!(take_theirs(&mut ann, &other.whole()), Err(LineError::Differs { number: 2 }));
}

/// Bob knows the key, so he can write turns of Ann.
#[test]
fn made_up_turns_are_refused_unless_they_are_moves() {
    for (before, made_up, can_be_taken) in [
        (&["d6", "f4"][..], &[Turn::Resign][..], false),
        (&["d6", "f4"], &[Turn::Time], false),
        (&["d6", "draw"], &[Turn::Answer(Answer::Accept)], false),
        (&["d6", "f4"], &[Turn::Ask(Question::Draw), Turn::Answer(Answer::Accept)], false),
        (&["d6", "draw"], &[Turn::Answer(Answer::Decline)], true),
        (&["d6", "f4", "d2", "undo"], &[Turn::Answer(Answer::Accept)], true),
        (&["d6", "f4"], &[Turn::Ask(Question::Undo), Turn::Answer(Answer::Decline)], true),
    ] {
        let (mut ann, mut bob) = accepted();
        play(&mut ann, &mut bob, before);
        let mut as_ann = ann.clone();
        for turn in made_up {
            let writer = if as_ann.status().is_yours() { &mut as_ann } else { &mut bob };
            let line = writer.write(*turn).unwrap().into_line();
            _ = (as_ann.read(&line).unwrap(), bob.read(&line).unwrap());
        }
        let number = before.len() as u32 + 1;
        let word = made_up[0].word(ann.rules().board);
        let refused = Err(LineError::OwnTurn { number, turn: made_up[0], word });
        assert_eq!(ann.read(&bob.whole()), refused);
        let taken = take_theirs(&mut ann, &bob.whole());
        assert_eq!(taken == refused, !can_be_taken, "{made_up:?}: {taken:?}");
    }
}
