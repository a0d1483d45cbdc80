// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules page: a card for each set of rules, with a picture of its board.

mod choices;
mod own_rules_dialog;

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;

use crate::app::messages::{Message, Request};
use crate::board::BoardPicture;
use crate::compat::accessible_names::never_selected;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Saved};
use crate::pages::setup::SetupPage;
use crate::services::{PageContext, SharedSettings};
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::text::presets::{GROUPS, Group};
use crate::widgets::callbacks::on_click;
use crate::widgets::single_tab_stop::SingleTabStop;
use morris::Rules;
use morris_play::setup::NamedRules;

use own_rules_dialog::Decision;

/// Side of the picture on a card, in logical pixels.
const PICTURE: i32 = 112;

/// Minimum width of a card, in characters of average width.
const WIDTH: i32 = 18;

/// A card with a set of rules.
pub struct Card {
    rules: Rules,
    /// Name of custom rules.
    name: Option<String>,
    widget: gtk::FlowBoxChild,
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "rules_page.ui")]
    pub struct RulesPage {
        /// Contains a heading and a box of cards for each group.
        #[template_child]
        pub(super) groups: TemplateChild<gtk::Box>,
        /// The cards.
        pub(super) cards: RefCell<Vec<Card>>,
        /// Box of the user's custom rules.
        pub(super) own: OnceCell<gtk::FlowBox>,
        /// Data shared by the pages, and access to the window.
        pub(super) context: OnceCell<PageContext>,
        /// Rules that were selected when the page was shown.
        pub(super) chosen: RefCell<Option<(Rules, Option<String>)>>,
    }

    template_class!(RulesPage: adw::Bin);

    impl ObjectImpl for RulesPage {
        fn constructed(&self) {
            self.parent_constructed();
            for Group { title, presets } in GROUPS {
                let group = self.obj().add_group(&title());
                presets.iter().for_each(|preset| self.obj().add_card(&group, preset.rules(), None));
            }
            // Translators: a group of sets of rules: those that a person has put together
            self.own.get_or_init(|| self.obj().add_group(&gettext("Your own")));
        }
    }

    impl WidgetImpl for RulesPage {}

    impl BinImpl for RulesPage {}
}

glib::wrapper! {
    /// The rules page.
    pub struct RulesPage(ObjectSubclass<imp::RulesPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for RulesPage {
    const ID: PageId = PageId("rules");
    const HELP: &'static str = "rules";
    const ACTIONS: &'static [&'static str] = &[];

    fn title() -> String {
        gettext("Rules")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().context.get_or_init(|| context.clone());
        page.list_own();
        page
    }
}

impl AppPage for RulesPage {
    fn enter(&self, _: PageId, _: &dyn Pages) {}

    /// Gives the focus to the selected rules.
    fn focus(&self, pages: &dyn Pages) {
        let setup: SetupPage = pages.page_of();
        self.show(&setup.rules(), setup.rules_name());
    }

    fn focus_first(&self) -> bool {
        let cards = self.imp().cards.borrow();
        cards.iter().find(|card| card.widget.has_css_class("chosen")).is_some_and(|card| card.widget.grab_focus())
    }

    fn leave(&self) {}

    fn save(&self) -> Saved {
        Saved::Nothing
    }

    fn rules_here(&self, pages: &dyn Pages) -> Option<Rules> {
        Some(pages.page_of::<SetupPage>().rules())
    }
}

impl RulesPage {
    /// Marks the selected rules and gives their card the focus.
    pub fn show(&self, rules: &Rules, name: Option<String>) {
        self.imp().chosen.replace(Some((*rules, name.clone())));
        for card in &*self.imp().cards.borrow() {
            let title = describe::rules_title(&card.rules, card.name.as_deref());
            if card.rules == *rules && card.name == name {
                card.widget.add_css_class("chosen");
                // Translators: a set of rules, as it is spoken, that is the one chosen now
                let words = gettext_f("{rules}, chosen", &[("rules", &title)]);
                card.widget.update_property(&[Property::Label(&words)]);
                // Waits for the first layout, so that GTK scrolls the card into view.
                card.widget.add_tick_callback(|card, _| {
                    if card.width() == 0 {
                        return glib::ControlFlow::Continue;
                    }
                    card.grab_focus();
                    glib::ControlFlow::Break
                });
            } else {
                card.widget.remove_css_class("chosen");
                card.widget.update_property(&[Property::Label(&title)]);
            }
        }
    }

    fn add_group(&self, title: &str) -> gtk::FlowBox {
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
        // The box reports clicks and keys. A card alone would report only keys.
        cards.connect_child_activated(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_, widget| page.activate_card(widget)
        ));
        let stop: SingleTabStop = glib::Object::new();
        stop.set_child(Some(&cards));
        self.imp().groups.append(&heading);
        self.imp().groups.append(&stop);
        cards
    }

    fn add_card(&self, group: &gtk::FlowBox, rules: Rules, name: Option<String>) {
        let picture = BoardPicture::new(PICTURE);
        picture.set_board(rules.board);
        let summary = describe::rules_summary(&rules);
        let title = describe::rules_title(&rules, name.as_deref());
        let widget = self.append(group, picture.upcast_ref(), &title, &summary);
        self.imp().cards.borrow_mut().push(Card { rules, name, widget });
    }

    /// Adds a card.
    fn append(&self, group: &gtk::FlowBox, picture: &gtk::Widget, title: &str, summary: &str) -> gtk::FlowBoxChild {
        let label = |words: &str, class| {
            let label = gtk::Label::builder()
                .label(words)
                .wrap(true)
                .wrap_mode(gtk::pango::WrapMode::WordChar)
                .width_chars(WIDTH)
                .max_width_chars(WIDTH)
                .justify(gtk::Justification::Center)
                .build();
            label.add_css_class(class);
            label
        };
        let content = gtk::Box::new(gtk::Orientation::Vertical, 6);
        content.append(picture);
        content.append(&label(title, "heading"));
        content.append(&label(summary, "caption"));
        let card = gtk::FlowBoxChild::builder().child(&content).build();
        card.add_css_class("card");
        card.add_css_class("rules-card");
        card.update_property(&[Property::Label(title), Property::Description(summary)]);
        group.append(&card);
        never_selected(card.upcast_ref());
        card
    }

    /// Selects the rules of a card. The card without rules creates new ones.
    fn activate_card(&self, widget: &gtk::FlowBoxChild) {
        let cards = self.imp().cards.borrow();
        let card = cards.iter().find(|card| card.widget == *widget).map(|card| (card.rules, card.name.clone()));
        drop(cards);
        match card {
            Some((rules, name)) => self.choose(rules, name),
            None => self.edit(None),
        }
    }

    /// Selects rules and leaves the page.
    fn choose(&self, rules: Rules, name: Option<String>) {
        // Without a window there is no page to return to.
        let _ = self.activate_action("win.back", None);
        // Comes after the page change, so that the title of the page is announced before the
        // effects of the choice.
        self.tell_choice(rules, name);
    }

    fn tell_choice(&self, rules: Rules, name: Option<String>) {
        self.context().messages.send(Message::Request(Request::ChooseRules(rules, name)));
    }

    fn context(&self) -> &PageContext {
        self.imp().context.get().expect("it is set when the page is made")
    }

    fn settings(&self) -> &SharedSettings {
        &self.context().services.settings
    }

    /// Marks the selection after custom rules were removed. If they were selected, the default
    /// rules are selected instead.
    fn show_what_is_left(&self, removed: Option<&str>) {
        let Some((mut rules, mut name)) = self.imp().chosen.take() else { return };
        if name.as_deref() == removed {
            (rules, name) = (Rules::default(), None);
            self.tell_choice(rules, None);
        }
        self.show(&rules, name);
    }

    /// Lists the user's custom rules, and the card that adds more.
    fn list_own(&self) {
        let imp = self.imp();
        let group = imp.own.get().expect("it is made with the page");
        while let Some(card) = group.first_child() {
            group.remove(&card);
        }
        let old: Vec<_> = imp.cards.take().into_iter().filter(|card| card.name.is_none()).collect();
        imp.cards.replace(old);
        for NamedRules { name, rules } in self.settings().read(|settings| settings.own_rules.clone()) {
            self.add_card(group, rules, Some(name.clone()));
            self.add_edit_button(name);
        }
        let sign = gtk::Image::builder()
            .icon_name("list-add-symbolic")
            .pixel_size(PICTURE / 2)
            .height_request(PICTURE)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        let summary = gettext("Take a set of rules and change what you like");
        self.append(group, sign.upcast_ref(), &gettext("New Rules…"), &summary);
    }

    /// Adds a button to the last card that opens the dialog for its rules.
    fn add_edit_button(&self, name: String) {
        let button = gtk::Button::from_icon_name("document-edit-symbolic");
        button.add_css_class("flat");
        button.set_halign(gtk::Align::Center);
        let words = gettext("Change These Rules");
        button.set_tooltip_text(Some(&words));
        button.update_property(&[Property::Label(&words)]);
        if let Some(content) =
            self.imp().cards.borrow().last().and_then(|card| card.widget.child()).and_downcast::<gtk::Box>()
        {
            content.append(&button);
        }
        on_click(&button, self, move |page| page.edit(Some(name.clone())));
    }

    /// Opens the dialog for the rules with this name, or for new ones.
    fn edit(&self, name: Option<String>) {
        let all = self.settings().read(|settings| settings.own_rules.clone());
        let own = all.iter().find(|own| Some(&own.name) == name.as_ref());
        let taken = all.iter().map(|own| own.name.clone()).filter(|other| Some(other) != name.as_ref()).collect();
        let begin = self.settings().read(|settings| settings.choice.rules);
        let parent = self.root().and_downcast::<gtk::Window>();
        let decided = glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |decision| page.decide(name.as_deref(), decision)
        );
        own_rules_dialog::open(parent.as_ref(), own, begin, taken, decided);
    }

    fn decide(&self, name: Option<&str>, decision: Decision) {
        let place = |all: &[NamedRules]| all.iter().position(|own| Some(own.name.as_str()) == name);
        match decision {
            Decision::Keep(own) => {
                self.settings().change(|settings| match place(&settings.own_rules) {
                    Some(index) => settings.own_rules[index] = own.clone(),
                    None => settings.own_rules.push(own.clone()),
                });
                self.list_own();
                self.choose(own.rules, Some(own.name));
            }
            Decision::Remove => {
                if let Some(name) = name {
                    self.settings().change(|settings| settings.remove_own_rules(name));
                }
                self.list_own();
                self.show_what_is_left(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::app::messages::Messages;
    use crate::services::for_tests::{InFolder, in_folder};

    type Choice = (Rules, Option<String>);

    /// Returns a page with two sets of custom rules, and the choices it has reported.
    fn page() -> (InFolder<RulesPage>, Rc<RefCell<Vec<Choice>>>) {
        let own = |name: &str, rules: &str| NamedRules { name: name.to_owned(), rules: rules.parse().unwrap() };
        let own_rules = vec![own("At home", "six"), own("At school", "lasker")];
        let told = Rc::<RefCell<Vec<_>>>::default();
        let hear = Rc::clone(&told);
        let messages = Messages::new(move |message| {
            if let Message::Request(Request::ChooseRules(rules, name)) = message {
                hear.borrow_mut().push((rules, name));
            }
        });
        let page = in_folder(messages, |context| {
            context.services.settings.change(|settings| settings.own_rules = own_rules);
            RulesPage::make(&context)
        });
        (page, told)
    }

    /// Returns the names of the marked cards.
    fn marked(page: &RulesPage) -> Vec<String> {
        let cards = page.imp().cards.borrow();
        let chosen = cards.iter().filter(|card| card.widget.has_css_class("chosen"));
        chosen.map(|card| describe::rules_title(&card.rules, card.name.as_deref())).collect()
    }

    #[gtk::test]
    fn rules_that_are_removed_are_not_chosen_any_more() {
        let (page, told) = page();
        page.show(&"lasker".parse().unwrap(), Some("At school".to_owned()));
        page.decide(Some("At home"), Decision::Remove);
        assert_eq!((marked(&page), told.take()), (vec!["At school".to_owned()], Vec::new()));
        page.decide(Some("At school"), Decision::Remove);
        assert_eq!((marked(&page), told.take()), (vec!["Standard".to_owned()], vec![(Rules::STANDARD, None)]));
        assert!(page.settings().read(|settings| settings.own_rules.is_empty()));
    }
}
