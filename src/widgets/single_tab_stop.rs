// SPDX-License-Identifier: GPL-3.0-or-later
//! A list, or a box of cards, that is one stop on the way of the Tab key.

use adw::prelude::*;
use adw::subclass::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct OneStop;

    #[glib::object_subclass]
    impl ObjectSubclass for OneStop {
        const NAME: &'static str = "NmmOneStop";
        type Type = super::OneStop;
        type ParentType = adw::Bin;
    }

    impl ObjectImpl for OneStop {}

    impl WidgetImpl for OneStop {
        /// Arrows go from row to row; Tab comes in, goes through what one row offers, and leaves.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let stop = self.obj();
            let list = below::<gtk::ListView>(stop.upcast_ref()).map(gtk::Widget::from);
            let Some(list) = list.or_else(|| below::<gtk::FlowBox>(stop.upcast_ref()).map(Into::into)) else {
                return false;
            };
            let tab = matches!(direction, gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward);
            match row_with_focus(&list) {
                Some(row) if tab => row.child_focus(direction),
                Some(_) => list.child_focus(direction),
                None if list.is::<gtk::FlowBox>() => list.child_focus(gtk::DirectionType::TabForward),
                None => list.grab_focus(),
            }
        }
    }

    impl BinImpl for OneStop {}
}

glib::wrapper! {
    /// What is around a list view or a flow box, and makes it one stop of the Tab key; GTK's own stop at every row or card.
    pub struct OneStop(ObjectSubclass<imp::OneStop>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

/// The row in which the keyboard stands.
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

/// The first widget of a kind below this one.
pub fn below<W: IsA<gtk::Widget>>(widget: &gtk::Widget) -> Option<W> {
    let mut child = widget.first_child();
    while let Some(next) = child {
        if let Some(found) = next.clone().downcast().ok().or_else(|| below(&next)) {
            return Some(found);
        }
        child = next.next_sibling();
    }
    None
}
