// SPDX-License-Identifier: GPL-3.0-or-later
//! The choice of the rules: a card for each set, with a picture of its board.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;

use crate::board::BoardPicture;
use crate::describe;
use crate::i18n::gettext_f;
use crate::one_stop::OneStop;
use morris::Rules;

/// The length of a side of the picture on a card, in logical pixels.
const PICTURE: i32 = 112;

/// How wide a card is at least, in letters of an ordinary width.
const WIDTH: i32 = 18;

/// The sets by their ids, in the groups in which they are shown.
const GROUPS: [(fn() -> String, &[&str]); 4] = [
    // Translators: a group of sets of rules: those played with nine men
    (|| gettext("Nine men"), &["standard", "plain", "windmill", "compo", "lasker", "onetime", "chengsanqi"]),
    // Translators: a group of sets of rules: those played with twelve men
    (|| gettext("Twelve men"), &["twelve", "morabaraba", "eleven", "chamgonu", "shax"]),
    // Translators: a group of sets of rules: those on small boards
    (|| gettext("Small boards"), &["six", "five", "seven", "tapatan", "nineholes", "achi", "smallmerels"]),
    // Translators: a group of sets of rules: those on boards of uncommon shapes
    (|| gettext("Other boards"), &["moebius", "sunmill", "windmillboard", "triangle", "pentagon", "hexagon"]),
];

/// What is done with the rules that are chosen.
type OnChoice = Box<dyn Fn(Rules)>;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "rules_page.ui")]
    pub struct RulesPage {
        /// A heading and a box of cards for each group.
        #[template_child]
        pub(super) groups: TemplateChild<gtk::Box>,
        /// The cards with their rules.
        pub(super) cards: RefCell<Vec<(Rules, gtk::FlowBoxChild)>>,
        pub(super) on_choice: OnceCell<OnChoice>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for RulesPage {
        const NAME: &'static str = "NmmRulesPage";
        type Type = super::RulesPage;
        type ParentType = adw::Bin;

        fn class_init(klass: &mut Self::Class) {
            klass.bind_template();
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for RulesPage {
        fn constructed(&self) {
            self.parent_constructed();
            for (title, ids) in GROUPS {
                let rules = ids.iter().filter_map(|id| id.parse().ok());
                self.obj().add_group(&title(), rules);
            }
        }
    }

    impl WidgetImpl for RulesPage {}

    impl BinImpl for RulesPage {}
}

glib::wrapper! {
    /// The choice of the rules.
    pub struct RulesPage(ObjectSubclass<imp::RulesPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl RulesPage {
    /// The page; `on_choice` hears what a person chooses.
    #[must_use]
    pub fn new(on_choice: impl Fn(Rules) + 'static) -> Self {
        let page: Self = glib::Object::new();
        page.imp().on_choice.get_or_init(|| Box::new(on_choice));
        page
    }

    /// Marks the set that is chosen, and gives it the keyboard.
    pub fn show(&self, chosen: &Rules) {
        for (rules, card) in &*self.imp().cards.borrow() {
            let is_chosen = rules == chosen;
            let name = describe::rules_name(rules);
            if is_chosen {
                card.add_css_class("chosen");
                // Translators: a set of rules, as it is spoken, that is the one chosen now
                let words = gettext_f("{rules}, chosen", &[("rules", &name)]);
                card.update_property(&[Property::Label(&words)]);
                card.grab_focus();
            } else {
                card.remove_css_class("chosen");
                card.update_property(&[Property::Label(&name)]);
            }
        }
    }

    fn add_group(&self, title: &str, sets: impl Iterator<Item = Rules>) {
        let heading = gtk::Label::builder().label(title).xalign(0.0).margin_top(12).wrap(true).build();
        heading.add_css_class("title-4");
        let cards = gtk::FlowBox::builder()
            .selection_mode(gtk::SelectionMode::None)
            .homogeneous(true)
            .min_children_per_line(1)
            .max_children_per_line(4)
            .column_spacing(10)
            .row_spacing(10)
            .build();
        cards.update_property(&[Property::Label(title)]);
        for rules in sets {
            let card = card(&rules);
            cards.append(&card);
            let page = self.downgrade();
            card.connect_activate(move |_| {
                if let Some(choose) = page.upgrade().as_ref().and_then(|page| page.imp().on_choice.get()) {
                    choose(rules);
                }
            });
            self.imp().cards.borrow_mut().push((rules, card));
        }
        self.imp().groups.append(&heading);
        let stop: OneStop = glib::Object::new();
        stop.set_child(Some(&cards));
        self.imp().groups.append(&stop);
    }
}

fn card(rules: &Rules) -> gtk::FlowBoxChild {
    let picture = BoardPicture::new(PICTURE);
    picture.set_board(rules.board);
    let label = |words: &str, class| {
        let label = gtk::Label::builder()
            .label(words)
            .wrap(true)
            .width_chars(WIDTH)
            .max_width_chars(WIDTH)
            .justify(gtk::Justification::Center)
            .build();
        label.add_css_class(class);
        label
    };
    let content = gtk::Box::new(gtk::Orientation::Vertical, 6);
    content.append(&picture);
    content.append(&label(&describe::rules_name(rules), "heading"));
    let summary = describe::rules_summary(rules);
    content.append(&label(&summary, "caption"));
    let card = gtk::FlowBoxChild::builder().child(&content).build();
    card.add_css_class("card");
    card.add_css_class("rules-card");
    card.update_property(&[Property::Description(&summary)]);
    card
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_one_card() {
        let mut shown: Vec<_> = GROUPS.iter().flat_map(|(_, ids)| *ids).collect();
        shown.sort_unstable();
        let mut known: Vec<_> = Rules::PRESETS.iter().map(|rules| rules.id()).collect();
        known.sort_unstable();
        assert_eq!(shown.into_iter().copied().collect::<Vec<_>>(), known);
    }
}
