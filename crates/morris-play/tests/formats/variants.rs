// SPDX-License-Identifier: GPL-3.0-or-later
//! Every set of rules in every format is either written and read back, or refused by name.

use morris::{Game, Pgn, PointSet, Position, Rules};
use morris_players::{CannotHold, Format, GameInText};
use proptest::prelude::*;

/// Returns a game in which each number chooses one of the legal moves.
fn game(rules: Rules, choices: &[prop::sample::Index]) -> Game {
    let mut game = Game::new(rules);
    for choice in choices {
        let moves = game.position().legal_moves(&rules);
        if game.outcome().is_some() || game.play(*choice.get(&moves)).is_err() {
            break;
        }
    }
    game
}

/// Returns a position without the colors of removed men that still block their points.
fn seen(position: &Position) -> (Vec<PointSet>, [u8; 2], PointSet) {
    let colors = morris::Color::BOTH;
    let men = colors.map(|color| position.men(color)).to_vec();
    (men, colors.map(|color| position.hand(color)), position.memory().blocked_points())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn games_of_all_sets_come_back_or_are_refused_by_name(
        rules in prop::sample::select(Rules::PRESETS.to_vec()),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
    ) {
        let game = game(rules, &choices);
        let played = GameInText::from(Pgn::new(&game));
        for format in Format::ALL {
            if let Err(error) = format.fits(&rules) {
                prop_assert_eq!(played.write(format), Err(error));
                let words = GameInText::read("x", format, &rules).unwrap_err().to_string();
                let expected = format!("line 1, column 1: the format “{format}” has no place for games by the rules {rules}");
                prop_assert_eq!(words, expected);
                continue;
            }
            let text = match played.write(format) {
                Ok(text) => text,
                Err(CannotHold::BlackToMove | CannotHold::Memory) => continue,
                Err(error) => panic!("{format}: {error}"),
            };
            // Game texts and position lines name the rules themselves.
            let asked = if matches!(format, Format::Pgn | Format::PositionLine) { Rules::STANDARD } else { rules };
            let read = GameInText::read(&text, format, &asked);
            let read = read.unwrap_or_else(|error| panic!("{rules}, {format}: {error}\n{text}")).pgn.game();
            match format {
                _ if format.has_moves() => prop_assert_eq!(&read, &game),
                Format::PositionLine => prop_assert_eq!((read.rules(), read.start()), (&rules, game.position())),
                Format::Sanmill(_) => prop_assert_eq!(seen(read.start()), seen(game.position())),
                _ => prop_assert_eq!(&seen(read.start()).0, &seen(game.position()).0),
            }
            if game.cursor() > 0 {
                prop_assert_eq!(Format::of(&text), if format == Format::Sanmill(morris_players::SanmillForm::Old) {
                    Format::Sanmill(morris_players::SanmillForm::New)
                } else {
                    format
                });
            }
        }
    }
}
