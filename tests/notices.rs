// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the bar of messages: however quickly messages arrive, none is lost, and nothing is
//! freed during an animation.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use adw::prelude::*;
use nine_mens_morris::widgets::notice_bar::{Notice, NoticeBar};

fn bar() -> (NoticeBar, gtk::Window) {
    adw::init().expect("there is a display");
    glib::log_set_always_fatal(glib::LogLevels::LEVEL_ERROR | glib::LogLevels::LEVEL_CRITICAL);
    let bar = glib::Object::new::<NoticeBar>();
    let window = gtk::Window::builder().default_width(300).default_height(200).child(&bar).build();
    window.present();
    (bar, window)
}

/// Returns the visible buttons below a widget.
fn buttons(widget: &gtk::Widget) -> Vec<gtk::Button> {
    let mut found: Vec<_> =
        widget.clone().downcast().into_iter().filter(|button: &gtk::Button| button.is_visible()).collect();
    let mut child = widget.first_child();
    while let Some(next) = child {
        found.extend(buttons(&next));
        child = next.next_sibling();
    }
    found
}

fn spin(time: Duration) {
    let until = Instant::now() + time;
    while Instant::now() < until {
        glib::MainContext::default().iteration(false);
    }
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
fn a_button_acts_once_and_every_end_is_told() {
    let (bar, window) = bar();
    let told: Rc<RefCell<Vec<&str>>> = Rc::default();
    let note = |word: &'static str| {
        let told = Rc::clone(&told);
        move || told.borrow_mut().push(word)
    };
    let deleted =
        |name: &'static str| Notice::news(name).with_button("Undo", note("undone")).when_ended(note("purged"));
    bar.show_notice(deleted("a"));
    buttons(bar.upcast_ref())
        .into_iter()
        .find(|button| button.label().as_deref() == Some("Undo"))
        .unwrap()
        .emit_clicked();
    assert_eq!(told.take(), ["undone"]);
    bar.show_notice(deleted("b"));
    close(&bar);
    assert_eq!(told.take(), ["purged"]);
    bar.show_notice(deleted("c"));
    bar.show_notice(deleted("d"));
    window.destroy();
    drop(window);
    drop(bar);
    spin(Duration::from_millis(50));
    assert_eq!(told.take(), ["purged", "purged"], "also when the window goes");
}

/// GTK warns about such a minimum height when it divides the height of a window: "minimum height
/// for width of 1048576".
#[gtk::test]
fn no_width_asks_for_more_than_the_least_height() {
    let (bar, window) = bar();
    let long = [8, 12, 30].map(|number| "many words ".repeat(number));
    for words in ["“a” is deleted", "“Against the computer: Beginner” is deleted", &long[0], &long[1], &long[2]]
    {
        for button in [false, true] {
            let notice = Notice::news(words);
            bar.show_notice(if button { notice.with_button("Undo", || ()) } else { notice });
            for _ in 0..20 {
                spin(Duration::from_millis(10));
                let (least, ..) = bar.measure(gtk::Orientation::Vertical, -1);
                let (wide, ..) = bar.measure(gtk::Orientation::Vertical, 1 << 20);
                assert!(wide <= least, "{words}, button {button}: {least} px, but {wide} px where it is wide");
            }
        }
        while bar.words().is_some() {
            close(&bar);
        }
    }
    window.destroy();
}

#[gtk::test]
fn words_that_wrap_get_the_height_that_they_need() {
    let (bar, window) = bar();
    assert_eq!(bar.request_mode(), gtk::SizeRequestMode::HeightForWidth);
    for button in [false, true] {
        let notice = Notice::news(&"many words ".repeat(12));
        bar.show_notice(if button { notice.with_button("Undo", || ()) } else { notice });
        let height = |width| bar.measure(gtk::Orientation::Vertical, width).0;
        assert!(height(360) > height(1 << 20), "button {button}: {} px where it is narrow", height(360));
        close(&bar);
    }
    window.destroy();
}

#[gtk::test]
fn a_long_message_asks_for_no_tower() {
    let (bar, window) = bar();
    bar.show_notice(Notice::news(&"Could not read a setting. ".repeat(6)));
    let height = |width| bar.measure(gtk::Orientation::Vertical, width).0;
    assert!(height(-1) <= height(1000), "{} at any width, {} at 1000", height(-1), height(1000));
    assert!(height(300) > height(1000));
    window.destroy();
}
