// SPDX-License-Identifier: GPL-3.0-or-later
//! A point as a button. It is invisible, since the board draws the focus ring. It has the focus,
//! the accessible label and description, and the action of the point.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::compat::accessible_names::set_accessible_name;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct PointButton {
        /// Accessible label: the content of the point.
        pub(super) words: RefCell<String>,
        /// Accessible description: the possible action.
        pub(super) description: RefCell<String>,
    }

    impl ObjectImpl for PointButton {
        fn constructed(&self) {
            self.parent_constructed();
            // The board finds the point that the pointer means: the nearest one, even if the
            // pointer is not over its button.
            self.obj().set_can_target(false);
        }
    }

    impl WidgetImpl for PointButton {
        fn snapshot(&self, _: &gtk::Snapshot) {}

        fn state_flags_changed(&self, old: &gtk::StateFlags) {
            self.parent_state_flags_changed(old);
            if let Some(board) = self.obj().parent() {
                board.queue_draw();
            }
        }
    }

    impl ButtonImpl for PointButton {
        /// Emits the click immediately. A plain button would look pressed for a quarter of a second
        /// first.
        fn activate(&self) {
            self.obj().emit_clicked();
        }
    }
}

// Not `button`, so that the theme does not style it.
class!(PointButton: gtk::Button, init = |class| class.set_css_name("point"));

impl PointButton {
    pub fn set_words(&self, words: &str) {
        if self.imp().words.replace(words.to_owned()) != words {
            set_accessible_name(self, words);
        }
    }

    pub fn words(&self) -> String {
        self.imp().words.borrow().clone()
    }

    pub fn set_description(&self, words: &str) {
        if self.imp().description.replace(words.to_owned()) != words {
            self.update_property(&[gtk::accessible::Property::Description(words)]);
        }
    }

    pub fn description(&self) -> String {
        self.imp().description.borrow().clone()
    }
}
