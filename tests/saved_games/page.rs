// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the content and the actions of the page.

use std::cell::Cell;
use std::fs;
use std::rc::Rc;

use adw::prelude::*;
use gtk::gdk;
use jiff::{SignedDuration, Timestamp};
use nine_mens_morris::text::describe;

use super::support::{Desk, button, game, id, labels, named, resigned};
use crate::support::{below, wait};

/// Title of a game without a name.
const UNNAMED: &str = "Against the computer: Newcomer";

fn label_of(button: &gtk::Button) -> String {
    button.child().and_downcast::<gtk::Label>().unwrap().label().into()
}

fn three() -> Desk {
    Desk::new(&[("a", named("Anna", game(3, 1))), ("b", resigned(game(1, 3))), ("c", named("Berlin", game(12, 2)))])
}

#[gtk::test]
fn cards_show_players_date_length_and_result() {
    let desk = three();
    assert_eq!(desk.view(), "list");
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    let saved = |day| describe::moment(game(0, day).saved);
    assert_eq!(
        desk.words(),
        [
            format!("{UNNAMED} / {} / 1 move · Lost", saved(3)),
            format!("Berlin / {UNNAMED} / {} / 12 moves · Unfinished", saved(2)),
            format!("Anna / {UNNAMED} / {} / 3 moves · Unfinished", saved(1)),
        ]
    );
    let continues: Vec<_> = desk.cards().iter().map(|card| label_of(&button(card, |_| true))).collect();
    assert_eq!(continues, ["Open", "Continue", "Continue"]);
}

#[gtk::test]
fn a_game_is_continued() {
    let desk = three();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    desk.press("Berlin", "continue");
    assert_eq!(desk.continued.take(), [id("c")]);
    let list = below::<gtk::GridView>(desk.page.upcast_ref()).pop();
    let list = list.unwrap();
    assert!(list.is_single_click_activate());
    list.emit_by_name::<()>("activate", &[&2_u32]);
    assert_eq!(desk.continued.take(), [id("a")]);
}

#[gtk::test]
fn a_game_is_reviewed_without_going_on_with_it() {
    let desk = three();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    desk.press("Berlin", "review");
    assert_eq!(desk.reviewed.take(), [id("c")]);
    assert!(desk.continued.take().is_empty());
}

#[gtk::test]
fn a_deleted_game_comes_back() {
    let desk = three();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    desk.press("Berlin", "delete");
    desk.wait_for_titles(&[UNNAMED, "Anna"]);
    assert!(!desk.store.path(&id("c")).exists());
    wait("Undo is offered", || desk.button_labelled("Undo").is_some());
    assert!(labels(desk.window.upcast_ref()).contains(&"“Berlin” was deleted".to_owned()));
    desk.button_labelled("Undo").unwrap().emit_clicked();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    assert_eq!(desk.store.load(&id("c")).unwrap(), named("Berlin", game(12, 2)));
    wait("the toast is gone", || desk.button_labelled("Undo").is_none());
    assert_eq!(fs::read_dir(desk.store.folder()).unwrap().count(), 3);
}

#[gtk::test]
fn deleted_game_comes_back_after_its_message() {
    let desk = Desk::new(&[("a", named("Anna", game(3, 1)))]);
    desk.wait_for_titles(&["Anna"]);
    desk.press("Anna", "delete");
    wait("the list is empty", || desk.view() == "empty");
    wait("Undo is offered", || desk.button_labelled("Undo").is_some());
    assert_eq!(fs::read_dir(desk.store.folder()).unwrap().count(), 1, "it is only moved aside");
    let toast = desk.button_labelled("Undo").unwrap().parent().unwrap();
    button(&toast, |button| button.label().is_none()).emit_clicked();
    wait("the message is gone", || desk.button_labelled("Undo").is_none());
    desk.undo("Restored: Anna");
    desk.wait_for_titles(&["Anna"]);
    desk.undo("There is nothing to undo");
}

#[gtk::test]
fn deleted_games_come_back_the_last_one_first_with_the_focus_on_their_cards() {
    let desk = three();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    for (name, left) in [("Berlin", vec![UNNAMED, "Anna"]), ("Anna", vec![UNNAMED])] {
        desk.press(name, "delete");
        desk.wait_for_titles(&left);
    }
    for (name, all) in [("Anna", vec![UNNAMED, "Anna"]), ("Berlin", vec![UNNAMED, "Berlin", "Anna"])] {
        wait("the message", || desk.button_labelled("Undo").is_some());
        desk.undo(&format!("Restored: {name}"));
        desk.wait_for_titles(&all);
        wait("the focus on the card", || desk.focused_title().as_deref() == Some(name));
    }
    assert!(desk.button_labelled("Undo").is_none(), "the messages are outdated");
    // The file of a deleted game has gone.
    desk.key(gdk::Key::Delete, gdk::ModifierType::empty());
    desk.wait_for_titles(&[UNNAMED, "Anna"]);
    fs::remove_file(desk.store.folder().join("c.toml.deleted")).unwrap();
    desk.undo("It is too late to undo");
}

#[gtk::test]
fn unchanged_list_keeps_its_cards() {
    let desk = three();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    let changes = Rc::new(Cell::new(0));
    let count = Rc::clone(&changes);
    desk.page.connect_changed(move || count.set(count.get() + 1));
    desk.refresh();
    assert_eq!(changes.get(), 0);
    desk.store.save(&id("d"), &named("Dora", game(1, 4))).unwrap();
    desk.refresh();
    desk.wait_for_titles(&["Dora", UNNAMED, "Berlin", "Anna"]);
    assert_eq!(changes.get(), 1);
}

#[gtk::test]
fn a_game_is_renamed() {
    let desk = three();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    desk.press(UNNAMED, "rename");
    wait("the dialog is there", || desk.dialog().is_some_and(|dialog| dialog.is_mapped()));
    let dialog = desk.dialog().unwrap();
    let entry = dialog.extra_child().and_downcast::<gtk::Entry>().unwrap();
    assert_eq!((entry.text().as_str(), entry.placeholder_text().as_deref()), ("", Some(UNNAMED)));
    entry.set_text(" Carl & <Doris> ");
    dialog.response("do");
    desk.wait_for_titles(&["Carl & <Doris>", "Berlin", "Anna"]);
    assert_eq!(desk.store.load(&id("b")).unwrap().name.as_deref(), Some("Carl & <Doris>"));
    // An empty text removes the name.
    desk.press("Carl & <Doris>", "rename");
    wait("the dialog is there", || desk.dialog().is_some_and(|dialog| dialog.is_mapped()));
    let dialog = desk.dialog().unwrap();
    dialog.extra_child().and_downcast::<gtk::Entry>().unwrap().set_text("");
    dialog.response("do");
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
}

#[gtk::test]
fn games_are_sorted_and_found() {
    let desk = three();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    let sort = |order: &str| desk.page.activate_action("saved-games.sort", Some(&order.to_variant())).unwrap();
    sort("oldest");
    desk.wait_for_titles(&["Anna", "Berlin", UNNAMED]);
    sort("name");
    desk.wait_for_titles(&[UNNAMED, "Anna", "Berlin"]);
    sort("newest");
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    let entry = below::<gtk::SearchEntry>(desk.page.upcast_ref()).pop();
    let search = |words: &str| {
        entry.as_ref().unwrap().set_text(words);
        entry.as_ref().unwrap().emit_by_name::<()>("search-changed", &[]);
    };
    search("UNFINISHED 12");
    desk.wait_for_titles(&["Berlin"]);
    search("nobody");
    wait("it is said that nothing is found", || desk.view() == "nothing-found");
    search("");
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
}

#[gtk::test]
fn a_broken_file_has_a_card_and_is_set_aside() {
    let desk = three();
    let text = fs::read_to_string(desk.store.path(&id("a"))).unwrap();
    fs::write(desk.store.path(&id("a")), text.replace("a7", "zz")).unwrap();
    desk.refresh();
    let title = "Unreadable File";
    desk.wait_for_titles(&[UNNAMED, "Berlin", title]);
    assert_eq!(desk.words()[2], format!("{title} / a.toml, line 10: Could not read move 1, “zz”."));
    desk.press(title, "set-aside");
    desk.wait_for_titles(&[UNNAMED, "Berlin"]);
    assert!(desk.store.folder().join("a.toml.broken").exists());
    wait("the message with the new name", || {
        labels(desk.window.upcast_ref()).contains(&"The file is kept as a.toml.broken".to_owned())
    });
}

#[gtk::test]
fn without_games_and_without_a_folder_there_are_words() {
    let desk = Desk::new(&[]);
    assert_eq!(desk.view(), "empty");
    fs::write(desk.home.path().join("saves"), "in the way").unwrap();
    desk.refresh();
    assert_eq!(desk.view(), "error");
    let words = labels(desk.page.upcast_ref()).join("\n");
    assert!(words.contains("Could not read the folder saves. A file has the name of the folder."), "{words}");
}

#[gtk::test]
fn missing_file_is_reported() {
    let desk = three();
    desk.wait_for_titles(&[UNNAMED, "Berlin", "Anna"]);
    fs::remove_file(desk.store.path(&id("c"))).unwrap();
    desk.press("Berlin", "delete");
    desk.wait_for_titles(&[UNNAMED, "Anna"]);
    wait("the message", || {
        labels(desk.window.upcast_ref())
            .contains(&"Could not rename c.toml. There is no such file or folder.".to_owned())
    });
}

#[gtk::test]
fn dates_are_written_naturally() {
    let (now, day) = (Timestamp::now(), SignedDuration::from_hours(24));
    assert!(describe::moment(now).starts_with("Today, "));
    assert!(describe::moment(now - day).starts_with("Yesterday, "));
    let old = describe::moment(now - 400 * day);
    assert_eq!(old.matches(", ").count(), 2, "{old}: before the year and before the time");
}
