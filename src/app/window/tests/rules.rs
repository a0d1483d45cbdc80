// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of games by other rules: from the choice of rules to the saved game.

use std::fs;

use morris_play::setup::{NamedRules, NewGameOptions, Opponent};

use super::player::{Player, button, row, words};
use super::*;
use crate::compat::descendants::below;

fn open_rules(player: &Player) -> RulesPage {
    player.window.go(SetupPage::ID);
    player.window.go(RulesPage::ID);
    player.window.page_of()
}

#[track_caller]
fn activate_row(root: &impl IsA<gtk::Widget>, title: &str) {
    assert!(WidgetExt::activate(&row::<adw::ActionRow>(root, title)), "{title}");
}

/// Starts a game between two persons by the chosen rules, which asks for the first piece.
#[track_caller]
fn start(player: &Player, in_hand: u8) {
    assert_eq!(player.window.page(), SetupPage::ID);
    let setup: SetupPage = player.window.page_of();
    setup.set_choice(&NewGameOptions { opponent: Opponent::Person, ..setup.choice() });
    player.act("win.start-game");
    let status = format!("White: place a piece ({in_hand} in hand)");
    assert!(words(&player.page()).contains(&status), "{}", words(&player.page()));
}

#[gtk::test]
fn the_rules_of_a_row_stay_with_the_game_its_explanation_its_position_and_its_save() {
    let six: Rules = "six".parse().unwrap();
    let mut player = Player::with(&[]);
    activate_row(&open_rules(&player), "Six Men’s Morris");
    start(&player, 6);
    ["a5", "b4", "c5", "c4", "e5"].into_iter().for_each(|point| player.tap(point));
    player.expect("Mill! Remove a black piece");
    player.window.go(HowToPlay::ID);
    let explained = words(&player.window.page_of::<HowToPlay>());
    let placing = "Each player has 6 pieces. White starts. Take turns placing a piece on any empty point.";
    assert!(explained.contains(placing) && explained.contains("There is no flying."), "{explained}");
    player.window.back();
    player.on_game();
    player.tap("c4");
    let told = "White played e5, closed a mill, and removed c4 – Black to move";
    player.expect(told);
    player.act("win.copy-position");
    player.window.paste();
    player.wait("the editor", |player| player.window.page() == AnalysisPage::ID);
    let editor = player.window.page_of::<AnalysisPage>().editor();
    assert_eq!(editor.rules(), six);
    assert!(editor.arrangement().men.black.contains(six.board.point("b4").unwrap()));
    player.saved();
    player.restart();
    assert_eq!((player.window.page_title().as_str(), player.window.rules_on(GamePage::ID)), (told, six));
}

#[gtk::test]
fn the_start_of_a_game_is_set_up_on_the_board_of_its_rules() {
    let player = Player::with(&[]);
    let tapatan: Rules = "tapatan".parse().unwrap();
    activate_row(&open_rules(&player), "Tapatan");
    activate_row(&player.window.page_of::<SetupPage>(), "Starting Position");
    let editor = player.window.page_of::<AnalysisPage>().editor();
    let point = tapatan.board.point("b2").unwrap();
    editor.board().button(point).emit_clicked();
    assert!(player.window.page() == AnalysisPage::ID && editor.arrangement().men.white.contains(point));
    assert_eq!((editor.rules(), tapatan.board.point("d6")), (tapatan, None));
}

/// Chooses a value of a row by its label.
#[track_caller]
fn choose(dialog: &adw::Window, title: &str, label: &str) {
    let row: adw::ComboRow = row(dialog, title);
    let labels: gtk::StringList = row.model().and_downcast().unwrap();
    let index = (0..labels.n_items()).find(|&index| labels.string(index).as_deref() == Some(label)).unwrap();
    row.set_selected(index);
}

#[gtk::test]
fn custom_rules_are_made_played_saved_and_deleted() {
    let mut player = Player::with(&[]);
    activate_row(&open_rules(&player), "New Rules…");
    let dialog: adw::Window = player.dialog();
    let save = button(&dialog, "Save");
    assert!(!words(&dialog).contains("Enter a name to save the rules.") && !save.is_sensitive());
    choose(&dialog, "Pieces per Player", "8");
    assert!(words(&dialog).contains("Enter a name to save the rules.") && !save.is_sensitive());
    below::<gtk::Entry>(dialog.upcast_ref()).unwrap().set_text("At home");
    choose(&dialog, "Based On", "Six Men’s Morris");
    let said = words(&dialog);
    assert!(said.contains("Same as Six Men’s Morris") && said.contains("Two Squares, 6 pieces"), "{said}");
    choose(&dialog, "Pieces per Player", "12");
    let said = words(&dialog);
    assert!(said.contains("There are not enough points (16) for 12 pieces each.") && !save.is_sensitive(), "{said}");
    choose(&dialog, "Pieces per Player", "7");
    let said = words(&dialog);
    assert!(said.contains("Differences from Six Men’s Morris\nEach player has 7 pieces."), "{said}");
    save.emit_clicked();
    let name = |player: &Player| player.window.page_of::<SetupPage>().rules_name();
    assert_eq!(name(&player).as_deref(), Some("At home"));
    start(&player, 7);
    ["a5", "b4"].into_iter().for_each(|point| player.tap(point));
    player.saved();
    let text = fs::read_to_string(&player.saves()[0]).unwrap();
    assert!(text.contains("base = \"six\", men = 7, name = \"At home\""), "{text}");
    let made = player.window.services().settings.read(|settings| settings.own_rules.clone());
    player.restart();
    player.act("game.pause");
    assert!(words(&player.window.page_of::<PausePage>()).contains("At home"));
    player.window.services().settings.change(|settings| settings.own_rules = made);
    button(&open_rules(&player), "Edit Rules").emit_clicked();
    button(&player.dialog::<adw::Window>(), "Delete").emit_clicked();
    assert!(player.window.services().settings.read(|settings| settings.own_rules.is_empty()));
}

#[gtk::test]
fn custom_rules_keep_a_value_that_the_dialog_has_no_row_for() {
    let player = Player::with(&[]);
    let rules = Rules::builder("six".parse().unwrap()).choose("quiet", "7").unwrap().build().unwrap();
    let old = NamedRules { name: "Old".to_owned(), rules };
    player.window.services().settings.change(|settings| settings.own_rules.push(old));
    button(&open_rules(&player), "Edit Rules").emit_clicked();
    let dialog: adw::Window = player.dialog();
    below::<gtk::Entry>(dialog.upcast_ref()).unwrap().set_text("Older");
    button(&dialog, "Save").emit_clicked();
    let kept = player.window.services().settings.read(|settings| settings.own_rules.clone());
    assert_eq!(kept, [NamedRules { name: "Older".to_owned(), rules }]);
}
