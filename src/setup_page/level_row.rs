// SPDX-License-Identifier: GPL-3.0-or-later
//! A row for how well the computer plays: as a level, looking ahead to a fixed depth, or perfectly.

use std::cell::Cell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible;

use crate::describe;
use morris_play::setup::{FixedDepth, Level, Skill};

/// What can be chosen in the list, in its order; the last only where there are tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Level,
    Depth,
    Perfect,
}

const KINDS: [Kind; 3] = [Kind::Level, Kind::Depth, Kind::Perfect];

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "level_row.ui")]
    pub struct LevelRow {
        /// Shows the title of the row.
        #[template_child]
        pub(super) title_label: TemplateChild<gtk::Label>,
        /// In which way the computer plays.
        #[template_child]
        pub(super) kind: TemplateChild<gtk::DropDown>,
        /// Number and name of the level, the depth, or what perfect play needs.
        #[template_child]
        pub(super) word: TemplateChild<gtk::Label>,
        /// The slider.
        #[template_child]
        pub(super) scale: TemplateChild<gtk::Scale>,
        /// Its range and value.
        #[template_child]
        pub(super) adjustment: TemplateChild<gtk::Adjustment>,
        /// What was chosen last of each kind.
        pub(super) level: Cell<Option<Level>>,
        pub(super) depth: Cell<Option<FixedDepth>>,
        /// The kind that the slider stands for.
        pub(super) shown: Cell<Option<Kind>>,
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
            row.bind_property("title", &*self.title_label, "label").sync_create().build();
            row.offer_perfect(false);
            let show = glib::clone!(
                #[weak]
                row,
                move || row.show_skill()
            );
            self.adjustment.connect_value_changed(glib::clone!(
                #[weak]
                row,
                move |_| row.slid()
            ));
            self.kind.connect_selected_notify(glib::clone!(
                #[strong]
                show,
                move |_| show()
            ));
            row.connect_title_notify(move |_| show());
            row.show_skill();
        }
    }

    impl WidgetImpl for LevelRow {}
    impl ListBoxRowImpl for LevelRow {}
    impl PreferencesRowImpl for LevelRow {}
}

glib::wrapper! {
    /// A row for how well the computer plays.
    pub struct LevelRow(ObjectSubclass<imp::LevelRow>)
        @extends adw::PreferencesRow, gtk::ListBoxRow, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl LevelRow {
    /// What is chosen.
    #[must_use]
    pub fn skill(&self) -> Skill {
        match self.kind() {
            Kind::Level => Skill::Level(self.level()),
            Kind::Depth => Skill::Depth(self.depth()),
            Kind::Perfect => Skill::Perfect,
        }
    }

    /// Chooses.
    pub fn set_skill(&self, skill: Skill) {
        let imp = self.imp();
        let kind = match skill {
            Skill::Level(level) => {
                imp.level.set(Some(level));
                Kind::Level
            }
            Skill::Depth(depth) => {
                imp.depth.set(Some(depth));
                Kind::Depth
            }
            Skill::Perfect => {
                self.offer_perfect(true);
                Kind::Perfect
            }
        };
        imp.shown.set(None);
        imp.kind.set_selected(KINDS.iter().position(|&other| other == kind).unwrap_or_default() as u32);
        self.show_skill();
    }

    /// Whether perfect play can be chosen; where it is chosen already it stays.
    pub fn offer_perfect(&self, offered: bool) {
        let imp = self.imp();
        let chosen = self.kind();
        // Translators: one of the ways in which the computer can play: at one of ten levels
        let mut words = vec![gettext("Level")];
        // Translators: one of the ways in which the computer can play: always looking so many plies ahead
        words.push(gettext("Fixed depth"));
        if offered || chosen == Kind::Perfect {
            // Translators: one of the ways in which the computer can play: without any mistake
            words.push(gettext("Perfect"));
        }
        if imp.kind.model().is_some_and(|model| model.n_items() as usize == words.len()) {
            return;
        }
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        imp.kind.set_model(Some(&gtk::StringList::new(&words)));
        imp.kind.set_selected(KINDS.iter().position(|&other| other == chosen).unwrap_or_default() as u32);
    }

    fn kind(&self) -> Kind {
        KINDS.get(self.imp().kind.selected() as usize).copied().unwrap_or_default()
    }

    fn level(&self) -> Level {
        self.imp().level.get().unwrap_or(Level::FIRST)
    }

    fn depth(&self) -> FixedDepth {
        self.imp().depth.get().unwrap_or(FixedDepth::FIRST)
    }

    /// The slider has moved.
    fn slid(&self) {
        let imp = self.imp();
        let value = imp.adjustment.value().round() as u8;
        match imp.shown.get() {
            Some(Kind::Level) => imp.level.set(Level::new(value)),
            Some(Kind::Depth) => imp.depth.set(FixedDepth::new(value)),
            Some(Kind::Perfect) | None => return,
        }
        self.show_skill();
    }

    fn show_skill(&self) {
        let imp = self.imp();
        let kind = self.kind();
        if imp.shown.get() != Some(kind) {
            // Nothing that the slider says while its range changes is a choice.
            imp.shown.set(None);
            self.prepare_slider(kind);
            imp.shown.set(Some(kind));
        }
        let word = describe::skill(self.skill());
        // A sentence is no name.
        imp.word.set_css_classes(if kind == Kind::Perfect { &["dim-label", "caption"] } else { &["level-word"] });
        imp.word.set_label(&if kind == Kind::Perfect { describe::perfect_play() } else { word.clone() });
        let kind = imp.kind.upcast_ref::<gtk::Widget>();
        // The button inside is what has the focus.
        for part in [Some(kind.clone()), kind.first_child()].into_iter().flatten() {
            part.update_property(&[accessible::Property::Label(&self.title())]);
        }
        imp.scale
            .update_property(&[accessible::Property::Label(&self.title()), accessible::Property::ValueText(&word)]);
    }

    fn prepare_slider(&self, kind: Kind) {
        let imp = self.imp();
        let (last, value) = match kind {
            Kind::Level => (Level::LAST.number(), self.level().number()),
            Kind::Depth => (FixedDepth::LAST.plies(), self.depth().plies()),
            Kind::Perfect => return imp.scale.set_visible(false),
        };
        imp.scale.set_visible(true);
        imp.adjustment.configure(value.into(), 1.0, last.into(), 1.0, 1.0, 0.0);
        imp.scale.clear_marks();
        for step in 1..=last {
            imp.scale.add_mark(step.into(), gtk::PositionType::Bottom, None);
        }
    }
}
