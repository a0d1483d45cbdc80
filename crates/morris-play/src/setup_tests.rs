// SPDX-License-Identifier: GPL-3.0-or-later
//! Games created from options.

use super::*;

#[test]
fn where_the_first_side_wins_both_begin_in_turn() {
    for (id, usual, again) in [
        ("standard", Begins::You, Color::White),
        ("achi", Begins::InTurn, Color::Black),
        ("seven", Begins::InTurn, Color::Black),
        ("twelve", Begins::InTurn, Color::Black),
    ] {
        let rules: Rules = id.parse().unwrap();
        let game = NewGameOptions { rules, ..NewGameOptions::default() }.game(Color::White);
        assert_eq!((Begins::usual(&rules), game.again().only_person()), (usual, Some(again)), "{id}");
    }
}

#[test]
fn choice_starts_a_game_and_a_rematch_swaps_colors() {
    let choice = NewGameOptions { begins: Begins::Opponent, ..NewGameOptions::default() };
    let game = choice.game(Color::White);
    assert_eq!(game.only_person(), Some(Color::Black));
    assert_eq!(game.players.white, Player::Computer(Skill::FIRST));
    assert_eq!(game.rematch().only_person(), Some(Color::White));
    let chance = NewGameOptions { begins: Begins::Random, ..choice.clone() };
    assert_eq!(chance.game(Color::Black).only_person(), Some(Color::Black));
    let mut turns = NewGameOptions { begins: Begins::InTurn, ..choice.clone() };
    for side in [Color::White, Color::Black, Color::White] {
        let game = turns.game(Color::White);
        assert_eq!(game.only_person(), Some(side));
        turns.remember(&game);
    }
    let names = ["Ann".to_owned(), "Ben".to_owned()];
    let mut two = NewGameOptions { opponent: Opponent::Person, begins: Begins::Loser, names, ..choice.clone() };
    for (white, winner) in [("Ann", Color::White), ("Ben", Color::White), ("Ann", Color::Black), ("Ann", Color::White)]
    {
        let game = two.game(Color::White);
        assert_eq!(game.players.white, Player::Named(white.to_owned()));
        two.remember_winner(&game, winner);
    }
    let watch = NewGameOptions { opponent: Opponent::Watch, ..choice };
    assert!(!watch.game(Color::White).has_person());
    assert_eq!(watch.game(Color::White).only_person(), None);
    let watched = ByColor { white: None, black: Some("mill".to_owned()) };
    assert_eq!(NewGameOptions { watched, ..watch }.game(Color::White).players.black, Player::program("mill"));
    let program =
        NewGameOptions { opponent: Opponent::Program, program: "mill".to_owned(), ..NewGameOptions::default() };
    let game = program.game(Color::Black);
    assert_eq!((game.players.white, game.players.black), (Player::Person, Player::program("mill")));
    let friend = NewGameOptions { opponent: Opponent::Friend, ..NewGameOptions::default() };
    assert_eq!(friend.game(Color::White), NewGameOptions::default().game(Color::White), "which starts at once");
}

#[test]
fn a_renamed_program_still_plays_and_the_engine_replaces_a_removed_one() {
    let watched = ByColor { white: Some("Ada".to_owned()), black: Some("Bob".to_owned()) };
    let mut choice =
        NewGameOptions { opponent: Opponent::Program, program: "Ada".to_owned(), watched, ..NewGameOptions::default() };
    let black = |choice: &NewGameOptions| choice.game(Color::White).players.black;
    choice.rename_program("Ada", Some("Eve"));
    assert_eq!((black(&choice), choice.watched.white.as_deref()), (Player::program("Eve"), Some("Eve")));
    choice.rename_program("Eve", None);
    assert_eq!((black(&choice), &choice.watched.white), (Player::Computer(Skill::FIRST), &None));
    assert_eq!(choice.watched.black.as_deref(), Some("Bob"));
}
