// SPDX-License-Identifier: GPL-3.0-or-later
//! A slider for the level of the computer, with its name in words.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{accessible, glib};

use crate::engine::Level;
use crate::ui::describe;
use crate::ui::i18n::gettext_f;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "level_row.ui")]
    pub struct LevelRow {
        /// Shows the title of the row.
        #[template_child]
        pub(super) title_label: TemplateChild<gtk::Label>,
        /// Number and name of the level.
        #[template_child]
        pub(super) word: TemplateChild<gtk::Label>,
        /// The slider.
        #[template_child]
        pub(super) scale: TemplateChild<gtk::Scale>,
        /// Its range and value.
        #[template_child]
        pub(super) adjustment: TemplateChild<gtk::Adjustment>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for LevelRow {
        const NAME: &'static str = "NmmLevelRow";
        type Type = super::LevelRow;
        type ParentType = adw::PreferencesRow;

        fn class_init(klass: &mut Self::Class) {
            klass.bind_template();
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for LevelRow {
        fn constructed(&self) {
            self.parent_constructed();
            let row = self.obj();
            let (first, last) = (Level::FIRST.number(), Level::LAST.number());
            self.adjustment.set_lower(first.into());
            self.adjustment.set_upper(last.into());
            for level in first..=last {
                self.scale.add_mark(level.into(), gtk::PositionType::Bottom, None);
            }
            row.bind_property("title", &*self.title_label, "label").sync_create().build();
            let show = glib::clone!(
                #[weak]
                row,
                move || row.show_level()
            );
            self.adjustment.connect_value_changed(glib::clone!(
                #[strong]
                show,
                move |_| show()
            ));
            row.connect_title_notify(move |_| show());
            row.show_level();
        }
    }

    impl WidgetImpl for LevelRow {}
    impl ListBoxRowImpl for LevelRow {}
    impl PreferencesRowImpl for LevelRow {}
}

glib::wrapper! {
    /// A slider for the level of the computer, with its name in words.
    pub struct LevelRow(ObjectSubclass<imp::LevelRow>)
        @extends adw::PreferencesRow, gtk::ListBoxRow, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl LevelRow {
    /// The level chosen.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::new(self.imp().adjustment.value().round() as u8).unwrap_or(Level::EASY)
    }

    /// Chooses a level.
    pub fn set_level(&self, level: Level) {
        self.imp().adjustment.set_value(level.number().into());
        self.show_level();
    }

    fn show_level(&self) {
        let imp = self.imp();
        let level = self.level();
        let number = level.number().to_string();
        // Translators: a level of the computer: “3 · Learner”
        let word = gettext_f("{number} · {name}", &[("number", &number), ("name", &describe::level_name(level))]);
        imp.word.set_label(&word);
        imp.scale
            .update_property(&[accessible::Property::Label(&self.title()), accessible::Property::ValueText(&word)]);
    }
}
