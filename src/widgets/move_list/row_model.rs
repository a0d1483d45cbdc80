// SPDX-License-Identifier: GPL-3.0-or-later
//! The model of a long list whose content is found by the position of a row. Unlike a list of
//! strings, it takes no time for rows without a widget.

use std::cell::Cell;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct RowModel {
        pub(super) count: Cell<usize>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for RowModel {
        const NAME: &'static str = "NmmRowModel";
        type Type = super::RowModel;
        type Interfaces = (gio::ListModel,);
    }

    impl ObjectImpl for RowModel {}

    impl ListModelImpl for RowModel {
        fn item_type(&self) -> glib::Type {
            gtk::StringObject::static_type()
        }

        fn n_items(&self) -> u32 {
            number(self.count.get())
        }

        fn item(&self, position: u32) -> Option<glib::Object> {
            (position < self.n_items()).then(|| gtk::StringObject::new("").upcast())
        }
    }
}

glib::wrapper! {
    /// The model of a long list.
    pub struct RowModel(ObjectSubclass<imp::RowModel>) @implements gio::ListModel;
}

impl RowModel {
    pub fn rows(&self) -> usize {
        self.imp().count.get()
    }

    /// Removes rows at a position, and adds others there.
    pub fn splice(&self, at: usize, removed: usize, added: usize) {
        self.imp().count.set(self.rows() - removed + added);
        self.items_changed(number(at), number(removed), number(added));
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
