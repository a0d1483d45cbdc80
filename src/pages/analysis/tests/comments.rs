// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the comments on the page.

use super::*;
use crate::widgets::for_tests::{dialog_over, illegible, wait_for_layout};

fn comment(page: &AnalysisPage) -> String {
    let opened = page.imp().opened.borrow();
    let opened = opened.as_ref().unwrap();
    opened.analysis.words(opened.node())
}

#[gtk::test]
fn a_comment_of_a_stranger_is_cut_on_the_page_and_whole_in_its_dialog() {
    let (page, told) = page();
    let window = gtk::Window::builder().child(&*page).build();
    window.present();
    page.play(mv("d6"));
    let stacked = format!("a{}, b", "\u{300}".repeat(40_000));
    for text in [&stacked, "word ".repeat(18_000).trim(), &"x".repeat(90_000)] {
        if let Some(opened) = page.imp().opened.borrow_mut().as_mut() {
            opened.analysis.set_words(opened.node(), text).unwrap();
        }
        page.show_position(Announce::Aloud);
        page.imp().moves.refresh();
        wait_for_layout("the comment", || true);
        assert_eq!(illegible(&window), [] as [String; 0]);
        for edit in ["", " c"] {
            page.ask_comment();
            let dialog = dialog_over(&window, "Comment");
            assert_eq!(illegible(&dialog), [] as [String; 0]);
            let buffer = below::<gtk::TextView>(dialog.upcast_ref()).unwrap().buffer();
            buffer.insert(&mut buffer.end_iter(), edit);
            dialog.downcast::<adw::MessageDialog>().unwrap().response("do");
            assert!(comment(&page) == format!("{text}{edit}"), "{text:.9}, {edit}");
        }
        assert!(told.borrow().iter().all(|words| words.chars().count() < 2_200), "{text:.9}");
    }
    window.destroy();
}
