// SPDX-License-Identifier: GPL-3.0-or-later
//! A point as a button: invisible but for its focus ring, which the board draws; it carries focus,
//! words and action.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct PointButton {
        /// What stands here.
        pub(super) words: RefCell<String>,
        /// What can be done here.
        pub(super) description: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PointButton {
        const NAME: &'static str = "NmmPointButton";
        type Type = super::PointButton;
        type ParentType = gtk::Button;

        fn class_init(class: &mut Self::Class) {
            // Not `button`: the theme shall not paint it.
            class.set_css_name("point");
        }
    }

    impl ObjectImpl for PointButton {
        fn constructed(&self) {
            self.parent_constructed();
            // The board finds the point that a pointer means: the nearest one, not the one below
            // the very pixel.
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
        /// At once, where a plain button would show itself pressed for a quarter of a second first.
        fn activate(&self) {
            self.obj().emit_clicked();
        }
    }
}

glib::wrapper! {
    /// A point of the board as a button.
    pub struct PointButton(ObjectSubclass<imp::PointButton>)
        @extends gtk::Button, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for PointButton {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl PointButton {
    /// Says what stands here, to all who listen.
    pub fn set_words(&self, words: &str) {
        if self.imp().words.replace(words.to_owned()) != words {
            self.update_property(&[gtk::accessible::Property::Label(words)]);
        }
    }

    /// What stands here, in words.
    #[must_use]
    pub fn words(&self) -> String {
        self.imp().words.borrow().clone()
    }

    /// Says what can be done here, to all who listen.
    pub fn set_description(&self, words: &str) {
        if self.imp().description.replace(words.to_owned()) != words {
            self.update_property(&[gtk::accessible::Property::Description(words)]);
        }
    }

    /// What can be done here, in words.
    #[must_use]
    pub fn description(&self) -> String {
        self.imp().description.borrow().clone()
    }
}
