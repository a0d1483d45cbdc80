// SPDX-License-Identifier: GPL-3.0-or-later
//! What someone sees who reads the lines of a game without a key.

use morris::{Color, Outcome, Rules, WinReason};
use morris_message::{ColorChoice, Line, LineError, MessageGame, News, Onlooker, Question, Reading, Turn};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{accepted, applies, invited, play, random_turn, write_turn};

fn read(onlooker: &mut Onlooker, line: &str) -> Result<Reading, LineError> {
    onlooker.read_line(&Line::parse(line).unwrap())
}

fn news(onlooker: &mut Onlooker, line: &str) -> News {
    match read(onlooker, line) {
        Ok(Reading::Applied(news)) => news,
        other => panic!("{line}: {other:?}"),
    }
}

/// Returns the onlooker of a game that has been accepted.
fn watching(inviter: &MessageGame, guest: &MessageGame) -> Onlooker {
    let mut onlooker = Onlooker::new(inviter.invitation().clone()).unwrap();
    assert!(news(&mut onlooker, &guest.last_line()).accepted);
    onlooker
}

fn winner(onlooker: &Onlooker) -> Option<Color> {
    onlooker.game().outcome().and_then(Outcome::winner)
}

#[test]
fn an_onlooker_sees_games_by_all_rules_as_their_players_do() {
    for (seed, rules) in (0..).zip(Rules::PRESETS) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut ann, mut bob) = invited(rules, ColorChoice::ALL[seed as usize % 3], seed as u8);
        applies(&mut ann, &bob.last_line());
        let mut onlooker = watching(&ann, &bob);
        for _ in 0..300 {
            let is_ann = ann.status().is_yours();
            let (writer, reader) = if is_ann { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
            let Some(turn) = random_turn(writer, &mut random) else { break };
            let Ok(line) = writer.write(turn) else { continue };
            let line = line.into_line();
            applies(reader, &line);
            assert_eq!(onlooker.to_write(), writer.color());
            assert_eq!(news(&mut onlooker, &line).turns, [(writer.color().unwrap(), turn)]);
            assert_eq!(onlooker.game(), ann.game());
            assert_eq!(read(&mut onlooker, &line), Ok(Reading::PlayedAlready));
        }
        let late = Onlooker::new(Line::parse(&ann.whole()).unwrap()).unwrap();
        assert_eq!((late.game(), late.last_number()), (onlooker.game(), onlooker.last_number()), "{rules}");
        assert_eq!(late.guest().unwrap().as_str(), "Bob");
        assert_eq!(late.inviter(), None);
    }
}

#[test]
fn names_and_colors_are_those_of_invitation_and_acceptance() {
    let (ann, bob) = accepted();
    let onlooker = watching(&ann, &bob);
    assert_eq!([onlooker.inviter(), onlooker.guest()].map(|name| name.unwrap().as_str()), ["Ann", "Bob"]);
    assert_eq!(onlooker.to_write(), Some(Color::White));
    let (any, _) = invited(Rules::STANDARD, ColorChoice::Any, 1);
    let mut any = Onlooker::new(any.invitation().clone()).unwrap();
    assert_eq!((any.to_write(), any.guest()), (None, None));
    let (_, stranger) = invited(Rules::STANDARD, ColorChoice::Any, 9);
    assert_eq!(read(&mut any, &stranger.last_line()), Err(LineError::OtherGame));
}

#[test]
fn a_late_onlooker_reads_the_whole_game() {
    let (mut ann, mut bob) = accepted();
    let mut onlooker = Onlooker::new(ann.invitation().clone()).unwrap();
    let lines = play(&mut ann, &mut bob, &["d6", "f4", "draw"]);
    assert_eq!(read(&mut onlooker, &lines[2]), Ok(Reading::Missing));
    let news = news(&mut onlooker, &bob.whole());
    assert!(news.accepted && news.turns.len() == 3 && news.void == 0);
    assert_eq!(onlooker.question(), Some(Question::Draw));
    assert_eq!(read(&mut onlooker, &ann.whole()), Ok(Reading::PlayedAlready));
    assert_eq!(read(&mut onlooker, &lines[0].replace("d6", "d2")), Err(LineError::Differs { number: 1 }));
}

#[test]
fn lines_that_cannot_be_played_are_refused() {
    let (mut ann, mut bob) = accepted();
    let mut onlooker = watching(&ann, &bob);
    let lines = play(&mut ann, &mut bob, &["d6", "f4"]);
    let before = onlooker.clone();
    assert_eq!(read(&mut onlooker, &lines[1]), Ok(Reading::Missing));
    assert!(matches!(read(&mut onlooker, &lines[0].replace("d6", "d6xd7")), Err(LineError::Illegal { .. })));
    let whole = ann.whole();
    let wrong = whole.replace(" 2 d6 f4 ", " 2 d6 d2 ");
    assert!(whole != wrong && matches!(read(&mut onlooker, &wrong), Err(LineError::PositionDiffers { number: 2 })));
    assert!(matches!(read(&mut onlooker, &whole.replace(" 2 d6 f4 ", " 2 d6 d6 ")), Err(LineError::Unplayable { .. })));
    assert_eq!(onlooker, before);
    for line in &lines {
        assert_eq!(Onlooker::new(Line::parse(line).unwrap()), Err(LineError::NoInvitation));
    }
}

/// Whatever arrives first, the same player has resigned.
#[test]
fn a_resignation_may_cross_with_the_last_line() {
    for texts in [["d6", "resign"], ["resign", "resign"], ["draw", "resign"]] {
        let (mut ann, mut bob) = accepted();
        let onlooker = watching(&ann, &bob);
        let lines = [write_turn(&mut ann, texts[0]), write_turn(&mut bob, texts[1])];
        let _ = ann.read(&lines[1]);
        let end = ann.game().outcome();
        for order in [[0, 1], [1, 0]] {
            let mut onlooker = onlooker.clone();
            for line in order {
                read(&mut onlooker, &lines[line]).unwrap();
            }
            assert_eq!(onlooker.game().outcome(), end, "{texts:?} in {order:?}");
            let _ = read(&mut onlooker, &ann.whole());
            assert_eq!(onlooker.game(), ann.game(), "{texts:?} in {order:?}");
        }
    }
}

#[test]
fn a_resignation_may_cross_with_an_agreement() {
    let (mut ann, mut bob) = accepted();
    let mut onlooker = watching(&ann, &bob);
    play(&mut ann, &mut bob, &["d6", "f4", "draw"]);
    news(&mut onlooker, &bob.whole());
    let lines = [write_turn(&mut bob, "yes"), write_turn(&mut ann, "resign")];
    news(&mut onlooker, &lines[0]);
    assert_eq!(winner(&onlooker), None);
    assert_eq!(news(&mut onlooker, &lines[1]).void, 1);
    assert_eq!(winner(&onlooker), Some(Color::Black));
    assert_eq!(read(&mut onlooker, &lines[1]), Ok(Reading::PlayedAlready));
}

#[test]
fn lost_time_is_seen() {
    let (mut ann, bob) = accepted();
    let mut onlooker = watching(&ann, &bob);
    news(&mut onlooker, &ann.write(Turn::Time).unwrap().into_line());
    let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Time };
    assert_eq!((onlooker.game().outcome(), onlooker.to_write()), (Some(lost), None));
}
