// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings; each takes effect at once.

mod bindings;
mod style_tiles;
mod tables_group;

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::services::Services;

use tables_group::TablesGroup;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "settings_page.ui")]
    pub struct SettingsPage {
        /// The language of the window.
        #[template_child]
        pub(super) language_row: TemplateChild<adw::ComboRow>,
        /// Whether sounds are played.
        #[template_child]
        pub(super) sound: TemplateChild<gtk::Switch>,
        /// Asleep where no sounds are played.
        #[template_child]
        pub(super) volume_row: TemplateChild<adw::ActionRow>,
        /// How loud, in percent.
        #[template_child]
        pub(super) volume: TemplateChild<gtk::Scale>,
        /// The styles of the board.
        #[template_child]
        pub(super) styles: TemplateChild<gtk::FlowBox>,
        /// Whether the board shows coordinates.
        #[template_child]
        pub(super) coordinates: TemplateChild<gtk::Switch>,
        /// Whether legal targets are marked.
        #[template_child]
        pub(super) targets: TemplateChild<gtk::Switch>,
        /// Whether moves are marked with what they are worth.
        #[template_child]
        pub(super) values: TemplateChild<gtk::Switch>,
        /// Whether one is warned before a bad move.
        #[template_child]
        pub(super) warn: TemplateChild<gtk::Switch>,
        /// Whether the board turns after each move of two people.
        #[template_child]
        pub(super) turn_board: TemplateChild<gtk::Switch>,
        /// How fast men move.
        #[template_child]
        pub(super) animation_row: TemplateChild<adw::ComboRow>,
        /// Whether the window fills the screen; who changes it chooses how the program starts.
        #[template_child]
        pub(super) full_screen: TemplateChild<gtk::Switch>,
        /// Opens to what few people want to set.
        #[template_child]
        pub(super) advanced_row: TemplateChild<adw::ExpanderRow>,
        /// How long the highest level thinks, in seconds.
        #[template_child]
        pub(super) thinking_time: TemplateChild<gtk::SpinButton>,
        /// Memory of the search, in MiB.
        #[template_child]
        pub(super) memory: TemplateChild<gtk::SpinButton>,
        /// Threads of the search.
        #[template_child]
        pub(super) threads: TemplateChild<gtk::SpinButton>,
        /// The solved positions.
        #[template_child]
        pub(super) tables_group: TemplateChild<TablesGroup>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for SettingsPage {
        const NAME: &'static str = "NmmSettingsPage";
        type Type = super::SettingsPage;
        type ParentType = adw::Bin;

        fn class_init(klass: &mut Self::Class) {
            TablesGroup::ensure_type();
            klass.bind_template();
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for SettingsPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().fill();
        }
    }

    impl WidgetImpl for SettingsPage {}

    impl BinImpl for SettingsPage {}
}

glib::wrapper! {
    /// The settings.
    pub struct SettingsPage(ObjectSubclass<imp::SettingsPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl SettingsPage {
    /// The page, showing what is chosen.
    #[must_use]
    pub fn new(services: &Rc<Services>) -> Self {
        let page: Self = glib::Object::new();
        style_tiles::fill(&page.imp().styles, &services.settings);
        page.show(&services.settings.get());
        page.connect_rows(&services.settings);
        services.settings.connect_for(&page, Self::show);
        page.imp().tables_group.set_services(Rc::clone(services));
        page
    }

    /// Gives the keyboard to what one most likely wants here. (Not `grab_focus`, which GTK calls when Tab goes round.)
    pub fn focus_first(&self) -> bool {
        let imp = self.imp();
        if imp.tables_group.is_at_work() {
            imp.advanced_row.set_expanded(true);
        }
        imp.language_row.grab_focus()
    }
}
