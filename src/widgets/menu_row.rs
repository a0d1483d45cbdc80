// SPDX-License-Identifier: GPL-3.0-or-later
//! A row of a menu on a page: a button with a symbol and words.

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::compat::accessible_names::set_accessible_name;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::MenuRow)]
    pub struct MenuRow {
        /// Its property is the name of an icon.
        #[property(name = "symbol", type = String, set = Self::set_symbol)]
        pub(super) symbol: gtk::Image,
        #[property(name = "words", type = String, set = Self::set_words)]
        pub(super) words: gtk::Label,
    }

    impl MenuRow {
        fn set_symbol(&self, name: &str) {
            self.symbol.set_icon_name(Some(name));
        }

        fn set_words(&self, words: &str) {
            self.words.set_label(words);
            set_accessible_name(&*self.obj(), words);
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for MenuRow {
        fn constructed(&self) {
            self.parent_constructed();
            self.symbol.set_accessible_role(gtk::AccessibleRole::Presentation);
            self.words.set_xalign(0.0);
            self.words.set_wrap(true);
            self.words.set_natural_wrap_mode(gtk::NaturalWrapMode::None);
            let content = gtk::Box::new(gtk::Orientation::Horizontal, 12);
            content.append(&self.symbol);
            content.append(&self.words);
            self.obj().set_child(Some(&content));
            self.obj().set_css_classes(&["flat", "menu-row"]);
        }
    }

    impl WidgetImpl for MenuRow {}
    impl ButtonImpl for MenuRow {}
}

class!(MenuRow: gtk::Button);
