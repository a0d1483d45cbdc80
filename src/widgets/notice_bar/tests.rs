// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the messages.

use super::*;

/// Shows a message with a button over another button, and returns the bar, both buttons, and
/// the window.
fn shown() -> (NoticeBar, [gtk::Button; 2], gtk::Window) {
    adw::init().unwrap();
    let (bar, below) = (glib::Object::new::<NoticeBar>(), gtk::Button::with_label("below"));
    let overlay = gtk::Overlay::builder().child(&below).build();
    overlay.add_overlay(&bar);
    let window = gtk::Window::builder().child(&overlay).build();
    window.present();
    below.grab_focus();
    bar.show_notice(Notice::news("“One” was deleted").with_button("Undo", || ()));
    let undo = bar.imp().button.clone();
    (bar, [below, undo], window)
}

fn time_runs(bar: &NoticeBar) -> bool {
    bar.imp().timer.runs()
}

#[gtk::test]
fn message_stays_while_it_has_the_focus() {
    let (bar, [below, undo], window) = shown();
    for _ in 0..2 {
        assert!(time_runs(&bar));
        assert!(undo.grab_focus());
        assert!(!time_runs(&bar));
        below.grab_focus();
    }
    undo.grab_focus();
    bar.show_notice(Notice::news("Next").with_button("Undo", || ()));
    assert!(!time_runs(&bar), "the focus is on the button of the next message");
    bar.go_on();
    bar.go_on();
    assert!(bar.words().is_none() && !time_runs(&bar));
    bar.show_notice(Notice::news("Another"));
    assert!(time_runs(&bar));
    window.destroy();
}

#[gtk::test]
fn message_stays_while_the_pointer_moves_over_it() {
    let (bar, [below, undo], window) = shown();
    let controllers = bar.observe_controllers();
    let pointer =
        controllers.iter::<glib::Object>().find_map(|it| it.unwrap().downcast::<gtk::EventControllerMotion>().ok());
    let pointer = pointer.unwrap();
    let report = |signal, x: f64| pointer.emit_by_name::<()>(signal, &[&x, &9.0]);
    report("enter", 5.0);
    report("motion", 5.0);
    assert!(time_runs(&bar), "the message has appeared under a pointer that rests");
    report("motion", 6.0);
    assert!(!time_runs(&bar));
    undo.grab_focus();
    pointer.emit_by_name::<()>("leave", &[]);
    assert!(!time_runs(&bar), "it still has the focus");
    below.grab_focus();
    assert!(time_runs(&bar));
    report("motion", 7.0);
    bar.go_on();
    bar.show_notice(Notice::news("Another"));
    assert!(time_runs(&bar), "a hidden message has no pointer");
    window.destroy();
}

#[gtk::test]
fn focus_that_moves_elsewhere_does_not_start_the_time_again() {
    let (bar, [below, _], window) = shown();
    bar.imp().timer.stop();
    GtkWindowExt::set_focus(&window, None::<&gtk::Widget>);
    below.grab_focus();
    assert!(!time_runs(&bar));
    window.destroy();
}

#[test]
fn every_message_can_be_given_more_time() {
    let [plain, with_button] = [Notice::news("Saved"), Notice::news("Deleted").with_button("Undo", || ())];
    for (least, times) in [("0", [4, 8]), ("6", [6, 8]), ("60", [60, 60]), ("long", [4, 8]), ("-1", [4, 8])] {
        let least = in_seconds(least);
        assert_eq!([&plain, &with_button].map(|notice| notice.time(least).as_secs()), times, "{least:?}");
    }
}
