// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the widgets that follow the look of the program.

use morris::Color;
use nine_mens_morris::board::{BoardPicture, BoardView, MenTray};

use super::support::handlers_of_look;

#[gtk::test]
fn dropped_widget_leaves_no_handler_of_the_look() {
    adw::init().unwrap();
    let before = handlers_of_look();
    let widgets = (BoardView::new(), BoardPicture::new(40), MenTray::new(Color::White));
    assert_eq!(handlers_of_look(), before + 3);
    drop(widgets);
    assert_eq!(handlers_of_look(), before);
}
