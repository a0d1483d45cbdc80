// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the rows of moves on the page.

use super::*;

fn buttons(page: &AnalysisPage) -> Vec<gtk::Button> {
    let mut found = Vec::new();
    for_each(page.imp().moves.upcast_ref(), &mut |widget| {
        found.extend(widget.downcast_ref::<gtk::Button>().filter(|button| button.is_visible()).cloned());
    });
    found
}

fn label(button: &gtk::Button) -> String {
    button.child().and_downcast::<gtk::Label>().unwrap().label().into()
}

fn shown(page: &AnalysisPage) -> Vec<String> {
    buttons(page).iter().map(label).collect()
}

fn current(page: &AnalysisPage) -> Vec<String> {
    buttons(page).iter().filter(|button| button.has_css_class("current")).map(label).collect()
}

/// Returns a page in a window, with a variation of Black's first move.
fn page_with_variation() -> (InFolder<AnalysisPage>, gtk::Window) {
    let (page, _) = page();
    let window = gtk::Window::builder().default_width(1000).default_height(700).child(&*page).build();
    window.present();
    wait_until(|| page.imp().moves.is_mapped());
    ["d6", "f4", "d2", "b4"].into_iter().for_each(|text| page.play(mv(text)));
    page.imp().actions.activate_action("view-first", None);
    page.step(StepDirection::Forth);
    ["g7", "a1"].into_iter().for_each(|text| page.play(mv(text)));
    wait_until(|| page.imp().moves.current_in_sight());
    (page, window)
}

#[gtk::test]
fn two_moves_are_in_a_row_and_a_click_goes_to_each() {
    let (page, window) = page_with_variation();
    assert_eq!(shown(&page), ["d6", "f4", "g7", "a1", "d2", "b4"]);
    assert_eq!(page.imp().moves.rows_listed(), 4, "the variation of Black begins a row");
    for (index, moves) in [(1, 2), (3, 3), (5, 4), (0, 1)] {
        let button = buttons(&page).remove(index);
        button.emit_clicked();
        let opened = page.imp().opened.borrow();
        let opened = opened.as_ref().unwrap();
        assert_eq!(opened.tree().depth(opened.node()), moves);
        assert_eq!(current(&page), [label(&button)]);
    }
    window.destroy();
}

#[gtk::test]
fn keys_lead_from_row_to_row_and_steps_begin_at_the_focused_move() {
    let (page, window) = page_with_variation();
    let list = &page.imp().moves;
    let focused = || buttons(&page).iter().find(|button| button.is_focus()).map(label).unwrap();
    buttons(&page)[0].emit_clicked();
    assert!(list.focus_current());
    let press = |key| {
        assert_eq!(list.handle_key(key), glib::Propagation::Stop);
        focused()
    };
    assert_eq!(press(gdk::Key::Down), "g7", "the row has only a move of Black");
    assert_eq!(press(gdk::Key::Down), "a1");
    assert_eq!(current(&page), ["d6"], "only the focus has moved");
    page.step_from_focus(StepDirection::Back);
    assert_eq!((current(&page), focused()), (vec!["g7".to_owned()], "g7".to_owned()));
    assert_eq!(press(gdk::Key::End), "b4");
    assert_eq!(press(gdk::Key::Home), "d6");
    window.destroy();
}

#[gtk::test]
fn delete_is_about_the_focused_move_also_at_the_start() {
    let (page, window) = page_with_variation();
    assert!(page.imp().moves.focus_current());
    page.look_at(0);
    assert_eq!(page.imp().moves.handle_key(gdk::Key::End), glib::Propagation::Stop);
    press(&page, gdk::Key::Delete);
    assert_eq!(moves(&page), ["0d6", "0f4", "1g7", "1a1", "0d2"]);
    window.destroy();
}

#[gtk::test]
fn without_room_for_two_columns_black_is_below_white() {
    let (page, window) = page_with_variation();
    let places = || {
        let of = |button: &gtk::Button| button.compute_bounds(&*page.imp().moves).unwrap();
        let bounds: Vec<_> = buttons(&page).iter().map(of).collect();
        [(bounds[0].x(), bounds[0].y()), (bounds[1].x(), bounds[1].y())]
    };
    let [white, black] = places();
    assert!(white.1 == black.1 && white.0 < black.0, "{white:?} {black:?}");
    let row = buttons(&page)[0].parent().unwrap();
    let (least, natural, ..) = row.measure(gtk::Orientation::Horizontal, -1);
    let height = |width| row.measure(gtk::Orientation::Vertical, width).0;
    assert!(least < natural && height(least) > height(natural), "{least} {natural}");
    window.destroy();
}

#[gtk::test]
fn the_menu_expands_or_collapses_a_variation() {
    let (page, window) = page_with_variation();
    let can = || ["expand", "collapse"].map(|name| page.imp().actions.is_action_enabled(name));
    assert_eq!(can(), [false, true]);
    page.toggle_fold();
    assert_eq!((can(), shown(&page)), ([true, false], ["d6", "f4", "g7", "d2", "b4"].map(str::to_owned).to_vec()));
    buttons(&page)[0].emit_clicked();
    assert_eq!(can(), [false, false], "the main variation");
    window.destroy();
}
