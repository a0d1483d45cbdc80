// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the messages over a window: however quickly they arrive, none is lost, nothing is freed
//! during an animation, and nothing around them moves.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use nine_mens_morris::widgets::notice_bar::{Notice, NoticeBar};

use crate::support::{below, spin};

fn bar() -> (NoticeBar, gtk::Window) {
    adw::init().expect("there is a display");
    glib::log_set_always_fatal(glib::LogLevels::LEVEL_ERROR | glib::LogLevels::LEVEL_CRITICAL);
    let bar = glib::Object::new::<NoticeBar>();
    let below = gtk::Button::with_label("below");
    let overlay = gtk::Overlay::builder().child(&below).build();
    overlay.add_overlay(&bar);
    let window = gtk::Window::builder().default_width(360).default_height(300).child(&overlay).build();
    window.present();
    (bar, window)
}

/// Returns the place of the message in the window: left, top, width, and height.
fn place(bar: &NoticeBar) -> (f64, f64, i32, i32) {
    let row = bar.first_child().and_then(|revealer| revealer.first_child()).expect("a message");
    let (left, top) = row.translate_coordinates(bar, 0.0, 0.0).expect("they have a common ancestor");
    (left, top, row.width(), row.height())
}

/// Returns the visible buttons below a widget.
fn buttons(widget: &gtk::Widget) -> Vec<gtk::Button> {
    let mut buttons: Vec<gtk::Button> = below(widget);
    buttons.retain(gtk::Button::is_visible);
    buttons
}

fn close(bar: &NoticeBar) {
    buttons(bar.upcast_ref()).last().expect("a message can be closed").emit_clicked();
}

#[gtk::test]
fn answers_give_way_to_each_other_at_once() {
    let (bar, window) = bar();
    for round in 0..200 {
        bar.show_notice(Notice::passing(&format!("no {round}")));
        assert_eq!(bar.words(), Some(format!("no {round}")));
        if round % 40 == 0 {
            spin(Duration::from_millis(20));
        }
    }
    bar.dismiss_passing();
    assert_eq!(bar.words(), None);
    window.destroy();
}

#[gtk::test]
fn news_wait_for_each_other_and_come_back_after_an_answer() {
    let (bar, window) = bar();
    bar.show_notice(Notice::passing("a passing word"));
    bar.show_notice(Notice::news("first"));
    bar.show_notice(Notice::news("second"));
    bar.show_notice(Notice::news("second"));
    assert_eq!(bar.words().as_deref(), Some("first"), "the passing word gave way");
    bar.show_notice(Notice::passing("no"));
    assert_eq!(bar.words().as_deref(), Some("no"));
    let said: Vec<_> = (0..3)
        .map(|_| {
            close(&bar);
            bar.words()
        })
        .collect();
    assert_eq!(said, [Some("first".to_owned()), Some("second".to_owned()), None], "the same is not told twice");
    window.destroy();
}

#[gtk::test]
fn button_acts_once() {
    let (bar, window) = bar();
    let told: Rc<RefCell<Vec<&str>>> = Rc::default();
    let note = |word: &'static str| {
        let told = Rc::clone(&told);
        move || told.borrow_mut().push(word)
    };
    bar.show_notice(Notice::news("a").with_button("Undo", note("undone")));
    buttons(bar.upcast_ref())
        .into_iter()
        .find(|button| button.label().as_deref() == Some("Undo"))
        .unwrap()
        .emit_clicked();
    assert_eq!(told.take(), ["undone"]);
    assert_eq!(bar.words(), None);
    window.destroy();
}

#[gtk::test]
fn outdated_message_does_not_come_back() {
    let (bar, window) = bar();
    let deleted = |name| Notice::news(name).with_button("Undo", || ());
    ["a", "b", "c"].into_iter().for_each(|name| bar.show_notice(deleted(name)));
    assert_eq!(bar.words().as_deref(), Some("c"));
    bar.end_if("b");
    bar.end_if("c");
    assert_eq!(bar.words().as_deref(), Some("a"));
    window.destroy();
}

#[gtk::test]
fn message_moves_nothing_and_is_within_the_window() {
    let (bar, window) = bar();
    let below = window.child().and_then(|overlay| overlay.first_child()).unwrap();
    spin(Duration::from_millis(200));
    let size = (window.width(), window.height(), below.width(), below.height());
    let mut heights = Vec::new();
    for times in [1, 8, 30, 200] {
        for button in [false, true] {
            let notice = Notice::news(&"many words ".repeat(times));
            bar.show_notice(if button { notice.with_button("Undo", || ()) } else { notice });
            spin(Duration::from_millis(200));
            assert_eq!((window.width(), window.height(), below.width(), below.height()), size, "{times}, {button}");
            let (left, top, width, height) = place(&bar);
            assert!(left >= 0.0 && left + f64::from(width) <= 360.0, "{times}, {button}: {left} + {width}");
            assert!(top >= 0.0 && top + f64::from(height) <= 300.0, "{times}, {button}: {top} + {height}");
            heights.push(height);
        }
        while bar.words().is_some() {
            close(&bar);
        }
    }
    assert!(heights[4] > heights[0], "long words wrap: {heights:?}");
    window.destroy();
}

#[gtk::test]
fn pointer_reaches_widgets_beside_a_message() {
    let (bar, window) = bar();
    let overlay = window.child().unwrap();
    bar.show_notice(Notice::news("short"));
    spin(Duration::from_millis(300));
    let (left, top, width, height) = place(&bar);
    let at = |x: f64, y: f64| overlay.pick(x, y, gtk::PickFlags::DEFAULT).unwrap();
    assert!(at(left + f64::from(width) / 2.0, top + f64::from(height) / 2.0).is_ancestor(&bar));
    assert!(!at(180.0, 20.0).is_ancestor(&bar) && !at(180.0, 20.0).is::<NoticeBar>());
    window.destroy();
}

#[gtk::test]
fn a_text_is_never_markup() {
    let (bar, window) = bar();
    bar.show_notice(Notice::news("<b>bad</b> & “<i>.txt”"));
    spin(Duration::from_millis(50));
    let row = bar.first_child().and_then(|revealer| revealer.first_child()).unwrap();
    let label = row.first_child().and_downcast::<gtk::Label>().unwrap();
    assert_eq!(label.text(), "<b>bad</b> & “<i>.txt”");
    window.destroy();
}

#[gtk::test]
fn a_message_that_ends_gives_the_keyboard_back() {
    let (bar, window) = bar();
    let below = window.child().and_then(|overlay| overlay.first_child()).unwrap();
    assert!(below.grab_focus());
    bar.show_notice(Notice::news("a").with_button("Undo", || ()));
    spin(Duration::from_millis(200));
    let undo = buttons(bar.upcast_ref()).into_iter().find(|button| button.label().as_deref() == Some("Undo")).unwrap();
    assert!(undo.grab_focus());
    undo.emit_clicked();
    assert!(below.has_focus());
    window.destroy();
}
