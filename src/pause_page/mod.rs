// SPDX-License-Identifier: GPL-3.0-or-later
//! A game at rest: its board is hidden, so that nobody thinks on while the clock stands.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "pause_page.ui")]
    pub struct PausePage {
        /// What rests.
        #[template_child]
        pub(super) words: TemplateChild<gtk::Label>,
        /// Goes on with the game.
        #[template_child]
        pub(super) resume: TemplateChild<gtk::Button>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PausePage {
        const NAME: &'static str = "NmmPausePage";
        type Type = super::PausePage;
        type ParentType = adw::Bin;

        fn class_init(klass: &mut Self::Class) {
            klass.bind_template();
            klass.add_binding_action(gdk::Key::p, gdk::ModifierType::empty(), "win.resume");
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for PausePage {}

    impl WidgetImpl for PausePage {}

    impl BinImpl for PausePage {}
}

glib::wrapper! {
    /// A game at rest.
    pub struct PausePage(ObjectSubclass<imp::PausePage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for PausePage {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl PausePage {
    /// Gives the keyboard to what one most likely wants here. (Not `grab_focus`, which GTK calls when Tab goes round.)
    pub fn focus_first(&self) -> bool {
        self.imp().resume.grab_focus()
    }

    /// Says what rests: the clock only where there is one.
    pub fn show(&self, has_clock: bool) {
        self.imp().words.set_label(&if has_clock {
            gettext("The clock is stopped and the board is hidden")
        } else {
            gettext("The board is hidden")
        });
    }
}
