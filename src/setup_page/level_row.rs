// SPDX-License-Identifier: GPL-3.0-or-later
//! A row for how well the computer plays: as a level, looking ahead to a fixed depth, or perfectly.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible;

use crate::describe;
use morris_play::setup::{FixedDepth, Level, Rating, Skill};

/// What can be chosen in the list, in its order: the first only for a person's opponent, the last only where there are
/// tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    Suits,
    #[default]
    Level,
    Depth,
    Perfect,
}

impl Kind {
    fn name(self) -> String {
        match self {
            // Translators: one of the ways in which the computer can play: at the level at which one wins every other game
            Self::Suits => gettext("Suits you"),
            // Translators: one of the ways in which the computer can play: at one of ten levels
            Self::Level => gettext("Level"),
            // Translators: one of the ways in which the computer can play: always looking so many plies ahead
            Self::Depth => gettext("Fixed depth"),
            // Translators: one of the ways in which the computer can play: without any mistake
            Self::Perfect => gettext("Perfect"),
        }
    }
}

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
        /// How well the computer plays that suits the person, where that can be chosen.
        pub(super) suited: Cell<Option<Rating>>,
        /// Whether it is chosen, also while it cannot be.
        pub(super) suits: Cell<bool>,
        /// Whether perfect play can be chosen.
        pub(super) perfect: Cell<bool>,
        /// What the list offers.
        pub(super) kinds: RefCell<Vec<Kind>>,
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
            row.fill();
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
                #[weak]
                row,
                move |_| row.chosen()
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
            Kind::Level | Kind::Suits => Skill::Level(self.level()),
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
            Skill::Rating(rating) => {
                imp.level.set(Some(rating.level()));
                Kind::Suits
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
        self.select(kind);
    }

    /// Whether the level that suits the person is chosen.
    #[must_use]
    pub fn suits_you(&self) -> bool {
        self.imp().suits.get()
    }

    /// Chooses the level that suits the person, or does not.
    pub fn set_suits_you(&self, suits: bool) {
        self.imp().suits.set(suits);
        if suits != (self.kind() == Kind::Suits) {
            self.select(if suits { Kind::Suits } else { Kind::Level });
        }
    }

    /// Offers a computer that suits the person, if it can be chosen.
    pub fn offer_suits(&self, rating: Option<Rating>) {
        let imp = self.imp();
        imp.suited.set(rating);
        let suits = imp.suits.get();
        self.fill();
        imp.suits.set(suits);
        if rating.is_some() && suits {
            self.select(Kind::Suits);
        }
        self.show_skill();
    }

    /// Whether perfect play can be chosen; where it is chosen already it stays.
    pub fn offer_perfect(&self, offered: bool) {
        self.imp().perfect.set(offered);
        self.fill();
    }

    /// Lists what can be chosen.
    fn fill(&self) {
        let imp = self.imp();
        let chosen = self.kind();
        let kinds: Vec<_> = [
            imp.suited.get().map(|_| Kind::Suits),
            Some(Kind::Level),
            Some(Kind::Depth),
            (imp.perfect.get() || chosen == Kind::Perfect).then_some(Kind::Perfect),
        ]
        .into_iter()
        .flatten()
        .collect();
        if *imp.kinds.borrow() == kinds {
            return;
        }
        let words: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        // Nothing that the list says while it changes is a choice.
        imp.kinds.replace(Vec::new());
        imp.kind.set_model(Some(&gtk::StringList::new(&words)));
        imp.kinds.replace(kinds);
        self.select(chosen);
    }

    /// Chooses a kind in the list, or, where it is not offered, a level.
    fn select(&self, kind: Kind) {
        let imp = self.imp();
        let place = |kind| imp.kinds.borrow().iter().position(|&other| other == kind);
        let index = place(kind).or_else(|| place(Kind::Level)).unwrap_or_default();
        imp.shown.set(None);
        imp.kind.set_selected(index as u32);
        self.show_skill();
    }

    /// Somebody has chosen in the list.
    fn chosen(&self) {
        if !self.imp().kinds.borrow().is_empty() {
            self.imp().suits.set(self.kind() == Kind::Suits);
            self.show_skill();
        }
    }

    fn kind(&self) -> Kind {
        self.imp().kinds.borrow().get(self.imp().kind.selected() as usize).copied().unwrap_or_default()
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
            Some(Kind::Perfect | Kind::Suits) | None => return,
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
        let sentence = match kind {
            Kind::Perfect => Some(describe::perfect_play()),
            Kind::Suits => imp.suited.get().map(describe::suits_you),
            Kind::Level | Kind::Depth => None,
        };
        // A sentence is no name.
        imp.word.set_css_classes(if sentence.is_some() { &["dim-label", "caption"] } else { &["level-word"] });
        imp.word.set_label(&sentence.unwrap_or_else(|| word.clone()));
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
            Kind::Perfect | Kind::Suits => return imp.scale.set_visible(false),
        };
        imp.scale.set_visible(true);
        imp.adjustment.configure(value.into(), 1.0, last.into(), 1.0, 1.0, 0.0);
        imp.scale.clear_marks();
        for step in 1..=last {
            imp.scale.add_mark(step.into(), gtk::PositionType::Bottom, None);
        }
    }
}
