// SPDX-License-Identifier: GPL-3.0-or-later
//! A row for the strength of the computer: a level with its description, an adaptive level, a
//! search to a fixed depth, or perfect play. The last two are selected in a separate row for
//! advanced users.

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible;

use crate::text::describe;
use crate::text::i18n::sentences;
use morris_play::setup::{FixedDepth, Level, Rating, Skill};

/// Items of the list in the separate row, in order. The last is available only with tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Level,
    Depth,
    Perfect,
}

impl Kind {
    fn name(self) -> String {
        match self {
            // Translators: one of the ways in which the computer can play: at one of ten levels
            Self::Level => gettext("Level"),
            // Translators: one of the ways in which the computer can play: always looking this
            // number of plies ahead
            Self::Depth => gettext("Moves Ahead"),
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
        #[template_child]
        pub(super) title_label: TemplateChild<gtk::Label>,
        /// Visible if the adaptive level is available.
        #[template_child]
        pub(super) suits_box: TemplateChild<gtk::Box>,
        /// Selects the adaptive level.
        #[template_child]
        pub(super) suits_switch: TemplateChild<gtk::Switch>,
        /// Row for the kind of strength. It is shown elsewhere.
        pub(super) kind: OnceCell<adw::ComboRow>,
        /// Number and name of the level, or the depth.
        #[template_child]
        pub(super) word: TemplateChild<gtk::Label>,
        /// Description of the level.
        #[template_child]
        pub(super) promise: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) scale: TemplateChild<gtk::Scale>,
        /// Range and value of the slider.
        #[template_child]
        pub(super) adjustment: TemplateChild<gtk::Adjustment>,
        /// Latest selection of each kind.
        pub(super) level: Cell<Option<Level>>,
        pub(super) depth: Cell<Option<FixedDepth>>,
        /// Strength of the adaptive level, if it is available.
        pub(super) adaptive_rating: Cell<Option<Rating>>,
        /// Whether the adaptive level is selected, even while it is not available.
        pub(super) suits: Cell<bool>,
        /// Whether perfect play is available.
        pub(super) perfect: Cell<bool>,
        /// Items of the list.
        pub(super) kinds: RefCell<Vec<Kind>>,
        /// Whether the widgets are being updated, so that their signals are ignored.
        pub(super) showing: Cell<bool>,
    }

    impl ObjectImpl for LevelRow {
        fn constructed(&self) {
            self.parent_constructed();
            let row = self.obj();
            let kind = self.kind.get_or_init(adw::ComboRow::new);
            row.bind_property("title", &*self.title_label, "label").sync_create().build();
            row.bind_property("title", kind, "title").sync_create().build();
            row.fill();
            self.adjustment.connect_value_changed(weak!(row, move |_| row.slid()));
            kind.connect_selected_notify(weak!(row, move |_| row.chosen()));
            self.suits_switch.connect_active_notify(weak!(row, move |_| row.switched()));
            row.connect_title_notify(Self::Type::show_skill);
            row.show_skill();
        }
    }

    impl WidgetImpl for LevelRow {}
    impl ListBoxRowImpl for LevelRow {}
    impl PreferencesRowImpl for LevelRow {}
}

class!(LevelRow: adw::PreferencesRow, template = []);

glib::wrapper! {
    pub struct LevelRow(ObjectSubclass<imp::LevelRow>)
        @extends adw::PreferencesRow, gtk::ListBoxRow, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl LevelRow {
    /// Returns the row that selects between levels and other kinds of strength.
    pub fn kind_row(&self) -> &adw::ComboRow {
        self.imp().kind.get().expect("it is made with the row")
    }

    /// Shows or hides the title, which only distinguishes two rows.
    pub fn show_title(&self, shown: bool) {
        self.imp().title_label.set_visible(shown);
    }

    pub fn skill(&self) -> Skill {
        match self.kind() {
            Kind::Level => Skill::Level(self.level()),
            Kind::Depth => Skill::Depth(self.depth()),
            Kind::Perfect => Skill::Perfect,
        }
    }

    pub fn set_skill(&self, skill: Skill) {
        let imp = self.imp();
        let kind = match skill {
            Skill::Level(level) => {
                imp.level.set(Some(level));
                Kind::Level
            }
            Skill::Rating(rating) => {
                imp.level.set(Some(rating.level()));
                imp.suits.set(true);
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
        self.select(kind);
    }

    pub fn is_adaptive(&self) -> bool {
        self.imp().suits.get()
    }

    /// Selects or deselects the adaptive level.
    pub fn set_adaptive(&self, suits: bool) {
        self.imp().suits.set(suits);
        if suits {
            return self.select(Kind::Level);
        }
        self.show_skill();
    }

    /// Sets the strength of the adaptive level. `None` makes it unavailable.
    pub fn offer_adaptive_level(&self, rating: Option<Rating>) {
        self.imp().adaptive_rating.set(rating);
        self.show_skill();
    }

    /// Sets whether perfect play is available. If it is selected already, it stays available.
    pub fn offer_perfect(&self, offered: bool) {
        self.imp().perfect.set(offered);
        self.fill();
    }

    fn fill(&self) {
        let imp = self.imp();
        let chosen = self.kind();
        let mut kinds = vec![Kind::Level, Kind::Depth];
        kinds.extend((imp.perfect.get() || chosen == Kind::Perfect).then_some(Kind::Perfect));
        if *imp.kinds.borrow() == kinds {
            return;
        }
        let words: gtk::StringList = kinds.iter().map(|kind| kind.name()).collect();
        imp.showing.set(true);
        self.kind_row().set_model(Some(&words));
        imp.kinds.replace(kinds);
        imp.showing.set(false);
        self.select(chosen);
    }

    fn select(&self, kind: Kind) {
        let imp = self.imp();
        let index = imp.kinds.borrow().iter().position(|&other| other == kind).unwrap_or_default();
        imp.showing.set(true);
        self.kind_row().set_selected(index as u32);
        imp.showing.set(false);
        self.show_skill();
    }

    fn kind(&self) -> Kind {
        self.imp().kinds.borrow().get(self.kind_row().selected() as usize).copied().unwrap_or_default()
    }

    fn level(&self) -> Level {
        self.imp().level.get().unwrap_or(Level::FIRST)
    }

    fn depth(&self) -> FixedDepth {
        self.imp().depth.get().unwrap_or(FixedDepth::FIRST)
    }

    /// Returns the strength of the adaptive level if it is in effect.
    fn adaptive_rating(&self) -> Option<Rating> {
        let imp = self.imp();
        imp.adaptive_rating.get().filter(|_| imp.suits.get() && self.kind() == Kind::Level)
    }

    /// Handles a selection in the list by the user.
    fn chosen(&self) {
        if !self.imp().showing.get() {
            self.imp().suits.set(self.imp().suits.get() && self.kind() == Kind::Level);
            self.show_skill();
        }
    }

    /// Handles a change of the switch by the user.
    fn switched(&self) {
        if !self.imp().showing.get() {
            self.set_adaptive(self.imp().suits_switch.is_active());
        }
    }

    /// Handles a change of the slider by the user.
    fn slid(&self) {
        let imp = self.imp();
        if imp.showing.get() {
            return;
        }
        let value = imp.adjustment.value().round() as u8;
        match self.kind() {
            Kind::Level => imp.level.set(Level::new(value)),
            Kind::Depth => imp.depth.set(FixedDepth::new(value)),
            Kind::Perfect => return,
        }
        self.show_skill();
    }

    fn show_skill(&self) {
        let imp = self.imp();
        let (adaptive, skill) = (self.adaptive_rating(), self.skill());
        imp.showing.set(true);
        imp.suits_box.set_visible(imp.adaptive_rating.get().is_some());
        imp.suits_switch.set_active(adaptive.is_some());
        // With the adaptive level, the slider only displays its value.
        imp.scale.set_sensitive(adaptive.is_none());
        let shown = adaptive.map_or(skill, |rating| Skill::Level(rating.level()));
        self.show_on_slider(shown);
        imp.showing.set(false);
        let word = adaptive.map_or_else(|| describe::skill(skill), describe::adaptive_level);
        let promise = match shown {
            Skill::Level(level) => describe::level_description(level),
            Skill::Perfect => describe::perfect_play(),
            Skill::Rating(_) | Skill::Depth(_) => String::new(),
        };
        imp.word.set_label(&word);
        imp.promise.set_visible(!promise.is_empty());
        imp.promise.set_label(&promise);
        // GTK (4.8) does not report the text of a value to screen readers, so the description
        // begins with it.
        let level = match adaptive {
            None => describe::spoken_skill(skill),
            Some(_) => word.clone(),
        };
        imp.scale.update_property(&[
            accessible::Property::Label(&self.title()),
            accessible::Property::ValueText(&word),
            accessible::Property::Description(&sentences(&[level, promise])),
        ]);
    }

    fn show_on_slider(&self, skill: Skill) {
        let imp = self.imp();
        imp.scale.set_visible(skill != Skill::Perfect);
        let (last, value) = match skill {
            Skill::Level(level) => (Level::LAST.number(), level.number()),
            Skill::Depth(depth) => (FixedDepth::LAST.plies(), depth.plies()),
            // The slider shows the level nearest to a rating.
            Skill::Rating(rating) => (Level::LAST.number(), rating.level().number()),
            Skill::Perfect => return,
        };
        if (imp.adjustment.upper() - f64::from(last)).abs() > 0.5 {
            imp.scale.clear_marks();
            (1..=last).for_each(|step| imp.scale.add_mark(step.into(), gtk::PositionType::Bottom, None));
        }
        imp.adjustment.configure(value.into(), 1.0, last.into(), 1.0, 1.0, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[gtk::test]
    fn matching_level_is_shown_and_keeps_the_choice() {
        adw::init().unwrap();
        let row: LevelRow = glib::Object::new();
        row.set_skill(Skill::Level(level(7)));
        row.set_adaptive(true);
        assert!(!row.imp().suits_box.is_visible(), "it is not known yet");
        row.offer_adaptive_level(Some(Rating::nearest(420.0)));
        assert!(row.is_adaptive() && row.imp().suits_switch.is_active());
        assert_eq!(row.imp().adjustment.value(), 3.0);
        row.imp().suits_switch.set_active(false);
        assert_eq!((row.skill(), row.is_adaptive()), (Skill::Level(level(7)), false));
        row.imp().suits_switch.set_active(true);
        row.kind_row().set_selected(1);
        assert_eq!((row.skill(), row.is_adaptive()), (Skill::Depth(FixedDepth::FIRST), false));
        row.imp().adjustment.set_value(5.0);
        assert_eq!(row.skill(), Skill::Depth(FixedDepth::new(5).unwrap()));
    }
}
