// SPDX-License-Identifier: GPL-3.0-or-later
//! A part of a page that the keyboard comes to as a whole, then to the links in it.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::DirectionType;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct HelpStop;

    #[glib::object_subclass]
    impl ObjectSubclass for HelpStop {
        const NAME: &'static str = "NmmHelpStop";
        type Type = super::HelpStop;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_layout_manager_type::<gtk::BinLayout>();
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }
    }

    impl ObjectImpl for HelpStop {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_focusable(true);
            self.obj().add_css_class("help-stop");
        }

        fn dispose(&self) {
            self.obj().first_child().into_iter().for_each(|child| child.unparent());
        }
    }

    impl WidgetImpl for HelpStop {
        /// The whole before its parts; backward after them.
        fn focus(&self, direction: DirectionType) -> bool {
            let stop = self.obj();
            let focus = stop.root().and_then(|root| root.focus());
            let is_inside = focus.is_some_and(|focus| focus.is_ancestor(&*stop));
            let backward = matches!(direction, DirectionType::TabBackward | DirectionType::Up | DirectionType::Left);
            let to_part = || stop.first_child().is_some_and(|child| child.child_focus(direction));
            match (backward, stop.is_focus() || is_inside) {
                (true, _) if stop.is_focus() => false,
                (true, _) => to_part() || stop.grab_focus(),
                (false, true) => to_part(),
                (false, false) => stop.grab_focus(),
            }
        }
    }
}

glib::wrapper! {
    /// A part of a page.
    pub struct HelpStop(ObjectSubclass<imp::HelpStop>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl HelpStop {
    /// Shows this as a whole.
    #[must_use]
    pub fn new(child: &impl IsA<gtk::Widget>) -> Self {
        let stop: Self = glib::Object::new();
        child.set_parent(&stop);
        stop
    }
}
