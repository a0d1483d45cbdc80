// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of saving, and of the way to saved games.

use std::fs;
use std::process::Command;
use std::time::Instant;

use morris::{ByColor, Color, Game, Outcome, WinReason};
use morris_club::{Change, Format, Settings, Tournament};
use morris_play::persistence::TournamentFiles;
use morris_play::session::Session;
use morris_play::setup::{ClubGame, Player as PlayerKind, Skill};

use super::player::Player;
use super::*;
use crate::board::BoardView;
use crate::compat::descendants::below;
use crate::services::TIME_TO_SAVE;
use crate::widgets::for_tests::dialog_over;

#[gtk::test]
fn closing_window_announces_a_dead_disk() {
    let player = Player::with(&[]);
    let folder = player.window.services().saves.store().folder().to_owned();
    // A dead disk: opening a pipe takes until something else opens it for writing.
    fs::remove_dir_all(&folder).unwrap();
    assert!(Command::new("mkfifo").arg(&folder).status().unwrap().success());
    player.window.play(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
    player.tap("d6");
    let start = Instant::now();
    assert_eq!(player.window.before_closing(), glib::Propagation::Stop);
    player.expect("Waiting for the disk to save the game");
    // Two seconds are promised. A busy machine gets more.
    assert!(start.elapsed() < TIME_TO_SAVE / 2, "{:?}", start.elapsed());
    assert_eq!(player.page().saving(), Saving::Pending);
    drop(fs::OpenOptions::new().write(true).open(&folder).unwrap());
    let dialog: adw::MessageDialog = player.dialog();
    assert_eq!(dialog.heading().as_deref(), Some("Could Not Save the Game"));
    player.window.destroy();
}

#[gtk::test]
fn closing_asks_before_changes_of_a_tournament_are_lost() {
    let player = Player::with(&[]);
    let (services, context) = (player.window.services(), glib::MainContext::default());
    let (saves, tournaments) = (services.saves.store().folder().to_owned(), &services.tournaments);
    tournaments.start(&saves);
    let evening = Tournament::new(Settings::new("Evening", Format::KnockOut)).unwrap();
    let id = TournamentFiles::beside(&saves).create(&evening).unwrap();
    assert!(context.block_on(tournaments.open(&id)));
    let folder = saves.with_file_name("tournaments");
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "not a folder").unwrap();
    let change = Change::Add { name: "Ann".to_owned(), program: None };
    context.block_on(tournaments.change(&change).unwrap());
    assert_eq!(player.window.before_closing(), glib::Propagation::Stop);
    let dialog: adw::MessageDialog = player.dialog();
    assert_eq!(dialog.heading().as_deref(), Some("Could Not Save the Tournament"));
    dialog.response("stay");
    assert!(tournaments.is_unwritten());
    player.window.destroy();
}

#[gtk::test]
fn the_analysis_of_the_game_on_its_page_is_saved_with_it() {
    let player = Player::with(&[]);
    player.window.play(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
    player.tap("d6");
    let analysis: AnalysisPage = player.window.page_of();
    analysis.open(player.page().subject().unwrap(), Part::Moves);
    analysis.activate_action("game.mark", Some(&"!".to_variant())).unwrap();
    analysis.leave();
    let saved = || {
        let path = player.saves().pop()?;
        let saved = SavedGame::read(&path).ok().filter(|_| player.page().saving() == Saving::Saved)?;
        let tree = saved.tree();
        Some((saved.game.cursor(), tree.glyphs(tree.main_line()[0]).to_vec()))
    };
    player.wait("the mark is saved", |_| saved() == Some((1, vec![1])));
    player.tap("f4");
    player.wait("the move is saved, too", |_| saved() == Some((2, vec![1])));
    analysis.open(player.page().subject().unwrap(), Part::Moves);
    analysis.activate_action("game.undo", None).unwrap();
    analysis.leave();
    player.wait("the mark is removed", |_| saved() == Some((2, Vec::new())));
    player.window.destroy();
}

#[gtk::test]
fn rematch_and_another_level_leave_an_unsaved_game_only_if_the_user_agrees() {
    let window = window();
    window.present();
    let page: GamePage = window.page_of();
    let players = ByColor { white: PlayerKind::Person, black: PlayerKind::Computer(Skill::FIRST) };
    for (action, target) in [("game.rematch", None), ("win.play-level", Some(2_u8.to_variant()))] {
        let mut lost = Game::new(Rules::STANDARD);
        lost.declare(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation });
        let setup = GameSetup { players: players.clone(), ..GameSetup::between_persons(Rules::STANDARD) };
        page.play(OpenGame::of(Session::restore(setup, lost, None, 1)));
        window.go(GamePage::ID);
        page.autosave();
        assert!(window.would_lose_turns(), "no thread saves");
        for (response, agrees) in [("stay", false), ("go-on", true)] {
            WidgetExt::activate_action(&page, action, target.as_ref()).unwrap();
            assert!(!page.is_unfinished(), "{action}");
            // Not one that an earlier test has left.
            let asked = dialog_over(window.upcast_ref(), "Could Not Save the Game");
            asked.downcast_ref::<adw::MessageDialog>().unwrap().response(response);
            asked.destroy();
            while glib::MainContext::default().iteration(false) {}
            assert_eq!(page.is_unfinished(), agrees, "{action}");
        }
        let board: BoardView = below(page.upcast_ref()).unwrap();
        wait_until(|| GtkWindowExt::focus(&*window).is_some_and(|focus| focus.is_ancestor(&board)));
    }
    window.destroy();
}

#[gtk::test]
fn key_of_the_page_that_is_shown_has_an_answer() {
    let player = Player::with(&[]);
    let target = SavedGamesPage::ID.0.to_variant();
    let go = || WidgetExt::activate_action(&*player.window, "win.go", Some(&target)).unwrap();
    go();
    player.expect("Saved Games");
    player.window.imp().announcer.borrow_mut().forget();
    go();
    player.expect("Saved Games");
}

#[gtk::test]
fn a_game_of_a_tournament_goes_on_where_it_was_left() {
    let player = Player::with(&[]);
    let setup = |game| {
        let club =
            ClubGame { file: "Evening".to_owned(), round: 0, table: 0, game, pair: Some([0, 1]), no_help: false };
        GameSetup { club: Some(club), ..GameSetup::between_persons(Rules::STANDARD) }
    };
    player.window.play_club(setup(0));
    player.tap("d6");
    player.window.go(SetupPage::ID);
    let moves = |player: &Player| player.page().read(|game| game.session.game().cursor());
    player.window.play_club(setup(0));
    assert_eq!((player.window.page(), moves(&player)), (GamePage::ID, Some(1)));
    player.window.play_club(setup(1));
    assert_eq!(moves(&player), Some(0), "it is the next game");
}
