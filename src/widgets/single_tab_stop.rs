// SPDX-License-Identifier: GPL-3.0-or-later
//! A container that makes a list, a box of cards, or a part of a page a single stop of the Tab key.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::DirectionType;

use crate::compat::descendants::below;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct SingleTabStop;

    impl ObjectImpl for SingleTabStop {}

    impl WidgetImpl for SingleTabStop {
        /// Arrow keys move from row to row. Tab enters, goes through the widgets of one row, and
        /// leaves.
        fn focus(&self, direction: DirectionType) -> bool {
            let stop = self.obj();
            if stop.is_focusable() {
                return self.focus_whole(direction);
            }
            let list = below::<gtk::ListBase>(stop.upcast_ref()).map(gtk::Widget::from);
            let list = list.or_else(|| below::<gtk::FlowBox>(stop.upcast_ref()).map(Into::into));
            let Some(list) = list.or_else(|| below::<gtk::ListBox>(stop.upcast_ref()).map(Into::into)) else {
                return false;
            };
            let tab = matches!(direction, DirectionType::TabForward | DirectionType::TabBackward);
            match row_with_focus(&list) {
                Some(row) if tab => row.child_focus(direction),
                Some(_) => list.child_focus(direction),
                None if !list.is::<gtk::ListView>() => list.child_focus(DirectionType::TabForward),
                None => list.grab_focus(),
            }
        }
    }

    impl SingleTabStop {
        /// Focuses the container before its parts, and backward after them.
        fn focus_whole(&self, direction: DirectionType) -> bool {
            let stop = self.obj();
            let focus = stop.root().and_then(|root| root.focus());
            let is_inside = focus.is_some_and(|focus| focus.is_ancestor(&*stop));
            let backward = matches!(direction, DirectionType::TabBackward | DirectionType::Up | DirectionType::Left);
            let to_part = || stop.child().is_some_and(|child| child.child_focus(direction));
            match (backward, stop.is_focus() || is_inside) {
                (true, _) if stop.is_focus() => false,
                (true, _) => to_part() || stop.grab_focus(),
                (false, true) => to_part(),
                (false, false) => stop.grab_focus(),
            }
        }
    }
}

class! {
    /// A container for a list, a grid view, or a flow box that makes it one stop of the Tab key.
    /// GTK's own widgets stop at every row or card. If the container itself is focusable, it gets
    /// the focus as a whole first, and then the links in it.
    SingleTabStop: adw::Bin
}

impl SingleTabStop {
    /// Creates a container for a part of a page that gets the focus as a whole.
    pub fn whole(part: &impl IsA<gtk::Widget>, role: gtk::AccessibleRole) -> Self {
        let stop: Self = glib::Object::builder().property("accessible-role", role).build();
        stop.set_child(Some(part));
        stop.set_focusable(true);
        stop.add_css_class("help-stop");
        stop
    }
}

fn row_with_focus(list: &gtk::Widget) -> Option<gtk::Widget> {
    let mut widget = list.root()?.focus()?;
    loop {
        let parent = widget.parent()?;
        if parent == *list {
            return Some(widget);
        }
        widget = parent;
    }
}
