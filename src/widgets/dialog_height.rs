// SPDX-License-Identifier: GPL-3.0-or-later
//! The height of dialogs that scroll.

use gtk::prelude::*;

/// Makes room for the whole content of a scrolled window, up to its maximum height. A scrolled
/// window asks for its height in the width of its longest line, although lines wrap.
pub fn make_room(scroller: &gtk::ScrolledWindow, width: i32) {
    let Some(content) = scroller.child().and_then(|view| view.first_child()) else { return };
    let height = content.measure(gtk::Orientation::Vertical, width).1;
    let most = scroller.max_content_height();
    scroller.set_min_content_height(if most < 0 { height } else { height.min(most) });
}
