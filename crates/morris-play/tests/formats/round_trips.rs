// SPDX-License-Identifier: GPL-3.0-or-later
//! Texts in every format are read back as they were written, and errors name their place.

use std::path::Path;

use morris::{Color, Game, Pgn, Position, Rules};
use morris_play::persistence::{Content, FileFormat, SavedGame};
use morris_play::setup::Player;
use morris_players::{CannotHold, Format, GameInText, PartialPosition, SanmillForm};
use proptest::prelude::*;

/// Returns a game in which each number chooses one of the legal moves.
pub fn game(choices: &[usize]) -> Game {
    let mut game = Game::new(Rules::STANDARD);
    for choice in choices {
        let moves = game.position().legal_moves(game.rules());
        let Some(mv) = moves.get(choice % moves.len().max(1)) else { break };
        if game.play(*mv).is_err() {
            break;
        }
    }
    game
}

/// Reads a text in its detected format.
fn read(text: &str) -> GameInText {
    let format = Format::of(text);
    GameInText::read(text, format, &Rules::STANDARD).unwrap_or_else(|error| panic!("{format}: {error}\n{text}"))
}

fn error(text: &str, format: Format) -> String {
    GameInText::read(text, format, &Rules::STANDARD).unwrap_err().to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn games_come_back(choices in prop::collection::vec(0_usize..1000, 0..90)) {
        let game = game(&choices);
        let played = GameInText::from(Pgn::new(&game));
        for format in Format::ALL {
            let text = match played.write(format) {
                Ok(text) => text,
                Err(error) => {
                    prop_assert_eq!((format, error), (Format::BoardFile, CannotHold::BlackToMove));
                    prop_assert_eq!(game.position().side(), Color::Black);
                    continue;
                }
            };
            if format.has_moves() && game.cursor() > 0 {
                prop_assert_eq!(read(&text).pgn.game(), game.clone());
            } else if format == Format::BoardFile {
                prop_assert_eq!(read(&text).write(format), Ok(text));
            } else if !format.has_moves() {
                prop_assert_eq!(read(&text).partial_position(), played.partial_position());
            }
        }
    }

    #[test]
    fn mills_that_want_a_removal_come_back(choices in prop::collection::vec(0_usize..1000, 6..60)) {
        let game = game(&choices);
        let position = game.position();
        let Some(partial) = position.legal_moves(&Rules::STANDARD).into_iter().find(|mv| !mv.removed.is_empty()) else {
            return Ok(());
        };
        let partial = partial.without_removal();
        let played = GameInText { pgn: Pgn::new(&game), partial: Some(partial) };
        for form in [SanmillForm::Old, SanmillForm::New] {
            let text = played.write(Format::Sanmill(form)).unwrap();
            let again = read(&text).partial_position();
            let (position_again, partial_again) = (again.position, again.partial.unwrap());
            // Another man may have closed the mill. The board after it is the same.
            prop_assert_eq!(
                position_again.play_unchecked(partial_again, &Rules::STANDARD).men(position.side()),
                position.play_unchecked(partial, &Rules::STANDARD).men(position.side())
            );
            prop_assert_eq!(read(&text).write(Format::Sanmill(form)).map(|text| fields(&text)), Ok(fields(&text)));
        }
        prop_assert_eq!(played.write(Format::Pgn), Err(CannotHold::PartialMove));
    }
}

/// Returns all fields but the number of the move, which a position does not have.
fn fields(text: &str) -> String {
    text.rsplit_once(' ').unwrap().0.to_owned()
}

#[test]
fn comments_and_variations_come_back() {
    let mut text = Pgn::new(&game(&[0, 1, 2, 3, 4, 5]));
    let tree = &mut text.tree;
    tree.set_comment(tree.root(), "before");
    tree.set_comment(tree.end(), "after");
    let other = tree.play(tree.main_line()[1], "a1".parse().unwrap()).unwrap();
    tree.set_comment(other, "why not");
    tree.set_glyphs(other, vec![5]);
    text.tags.insert("White".to_owned(), "Ada".to_owned());
    let again = read(&GameInText::from(text.clone()).write(Format::Pgn).unwrap()).pgn;
    assert_eq!(again.tree, text.tree);
    assert_eq!(again.tags["White"], "Ada");
}

#[test]
fn save_keeps_comments_and_tags() {
    let text = "[White \"Ada\"]\n\n{before} 1. d6 f4 $6 {a quiet start} (1... d2 $1 {or so}) 2. d2 {later} *";
    let content = Content::read(text, None, &Rules::STANDARD, Path::new("x")).unwrap();
    let save = content.write(FileFormat::Save).unwrap();
    let Content::Save(mut saved) = Content::read(&save, None, &Rules::STANDARD, Path::new("x")).unwrap() else {
        panic!("it is a save")
    };
    let game = |saved: &SavedGame| Content::Save(Box::new(saved.clone())).write(Format::Pgn.into()).unwrap();
    assert!(
        game(&saved).ends_with("\n{before} 1. d6 f4 $6 {a quiet start} (1... d2 $1 {or so}) 2. d2 {later} *\n"),
        "{}",
        game(&saved)
    );
    assert!(game(&saved).contains("[White \"Ada\"]"));
    // If the game goes on in another way, the moves of the text are a variation.
    saved.game.undo();
    saved.game.play("a1".parse().unwrap()).unwrap();
    assert!(game(&saved).ends_with("(1... d2 $1 {or so}) 2. a1 (2. d2 {later})\n*\n"), "{}", game(&saved));
    // A game that continues after being saved is written in the same way.
    assert_eq!(Content::read(&save, None, &Rules::STANDARD, Path::new("x")).unwrap().write(FileFormat::Save), Ok(save));
}

#[test]
fn saves_are_one_of_the_formats() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/save-1.toml")).unwrap();
    assert_eq!(FileFormat::of(&text), FileFormat::Save);
    assert_eq!(FileFormat::of("version = 1\nturns = []"), FileFormat::Save);
    let content = Content::read(&text, None, &Rules::STANDARD, Path::new("x")).unwrap();
    assert_eq!(content.write(FileFormat::Save), Ok(text.replace("version = 1\n", "version = 2\n")));
    let game = content.write(FileFormat::Text(Format::Pgn)).unwrap();
    assert!(game.contains("[Event \"Rainy Sunday “3”\"]"), "{game}");
    assert!(game.contains("[Black \"Computer, level 3\"]"), "{game}");
    assert!(game.contains("[Variant \"windmill\"]") && game.contains("1... g4 2. d7 f4xd7 3. a7 *"), "{game}");
    let back = Content::read(&game, None, &Rules::STANDARD, Path::new("x")).unwrap();
    let Content::Save(save) = content else { panic!("it is a save") };
    assert_eq!(back.clone().into_text().pgn.game().played(), save.game.played());
    let saved = back.write(FileFormat::Save).unwrap();
    assert!(saved.contains("name = \"Rainy Sunday “3”\"") && saved.contains("rules = \"windmill\""), "{saved}");
    for format in FileFormat::all() {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    assert_eq!(
        "chess".parse::<FileFormat>().unwrap_err().to_string(),
        "there is no format “chess”; known are save, game, playok, position, sanmill, sanmill-old, board"
    );
}

#[test]
fn unknown_parts_are_named_with_their_place() {
    let sanmill = Format::Sanmill(SanmillForm::New);
    for (format, text, words) in [
        (Format::Pgn, "1. d6 f4\n2. d9", "line 2, column 4: “d9” is not a move; a move reads d6, a4-a7 or d6xc3"),
        (Format::Pgn, " \n\t", "line 1, column 1: there is nothing to read"),
        (
            Format::PlayOk,
            "1. 5 30",
            "line 1, column 6: “30” is not a move; with points from 1 to 24 a move reads 5, 10-1 or 5x16",
        ),
        (Format::PlayOk, "1. 5\n5", "line 2, column 1: move 2, d6: d6 is occupied"),
        (Format::PositionLine, "\n .../../.../", "line 2, column 2: the board has 4 rows, not 7"),
        (
            Format::PositionLine,
            " .../.../..../....../.../.../... w 9 9",
            "line 1, column 10: row 3 has 4 points, not 3",
        ),
        (
            Format::PositionLine,
            ".../.W./.../..q.../.../.../... w 9 9",
            "line 1, column 15: row 4 has “q”, which is none of W, B and .",
        ),
        (
            Format::PositionLine,
            ".../.../.../....../.../.../... w 9",
            "line 1, column 35: the number of pieces in Black's hand is missing",
        ),
        (
            Format::PositionLine,
            ".../.../.../....../.../.../... w nine 9",
            "line 1, column 34: the number of pieces in White's hand cannot be “nine”",
        ),
        (
            Format::PositionLine,
            ".../.../.../....../.../.../... w 9 9 0\nand more",
            "line 2, column 1: the position ends before “and more”",
        ),
        (
            sanmill,
            "********/***?****/******** w p p 0 9 0 9 0 0 0 1",
            "line 1, column 13: the board has “?”, which is none of O, @ and *",
        ),
        (
            sanmill,
            "********/********/******** w p p 0 9 0 9 0 0",
            "line 1, column 45: Sanmill's FEN has 12 fields or more, not 10",
        ),
        (
            sanmill,
            "********/********/******** w p p 0 x 0 9 0 0 0 1",
            "line 1, column 36: the number of pieces in White's hand cannot be “x”",
        ),
        (Format::BoardFile, "WxB\nxxy", "line 2, column 3: “y” is none of W, B, x, E and ."),
        (Format::BoardFile, "WxB", "line 1, column 1: there are 3 letters, not 24"),
    ] {
        assert_eq!(error(text, format), words);
    }
}

#[test]
fn formats_name_their_limits() {
    let game = Game::from_position(
        Rules::STANDARD,
        Position::parse(".../.W./.../....../.../.../... b 8 9 0", &Rules::STANDARD).unwrap(),
    );
    let game = GameInText::from(Pgn::new(&game));
    assert_eq!(game.write(Format::PlayOk), Err(CannotHold::Start));
    assert_eq!(game.write(Format::BoardFile), Err(CannotHold::BlackToMove));
    let PartialPosition { partial, .. } = game.partial_position();
    assert_eq!(partial, None);
}

/// Names in a save may contain any characters. In a game text they are written in one line without
/// control characters.
#[test]
fn odd_names_are_written_so_that_they_are_read_again() {
    let text = "version = 1\nname = \"a\\u001b[2J\\nb\"\nsaved = 2026-11-21T09:15:00Z\nrules = \"plain\"\n\
        white = { program = \"c\\td\\u0007\" }\nblack = \"person\"\nturns = [\"d6\"]\n";
    let save = Content::read(text, None, &Rules::PLAIN, Path::new("x")).unwrap();
    let written = save.write(Format::Pgn.into()).unwrap();
    let again = Content::read(&written, None, &Rules::PLAIN, Path::new("x")).unwrap().into_text().pgn;
    assert_eq!((again.tags["Event"].as_str(), again.tags["White"].as_str()), ("a[2J b", "c d"));
}

#[test]
fn the_players_of_a_text_keep_their_names() {
    let text = "[White \"Ada\"]\n[Black \"?\"]\n\n1. d6 f4 *";
    let content = Content::read(text, None, &Rules::STANDARD, Path::new("x")).unwrap();
    let save = content.write(FileFormat::Save).unwrap();
    let Content::Save(saved) = Content::read(&save, None, &Rules::STANDARD, Path::new("x")).unwrap() else {
        panic!("it is a save")
    };
    assert_eq!(saved.setup.players.white, Player::Named("Ada".to_owned()));
    assert_eq!(saved.setup.players.black, Player::Person);
}
