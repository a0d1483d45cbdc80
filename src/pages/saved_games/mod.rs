// SPDX-License-Identifier: GPL-3.0-or-later
//! The Saved Games page: cards to continue, rename, and delete games, with search and sorting.

mod actions;
mod card;
mod card_layout;
mod listing;

use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio};
use jiff::Zoned;
use jiff::civil::Date;

use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::services::messages::{Message, Messages, Request};
use crate::services::{PageContext, SaveService};
use crate::text::describe;
use crate::widgets::changed_range::ChangedRange;
use crate::widgets::list_item::list_item;
use crate::widgets::search::let_escape_leave;
use crate::widgets::single_tab_stop::SingleTabStop;
use crate::widgets::ui_scale::factor;
use gettextrs::gettext;
use morris_play::persistence::{Entry, SaveId, StoreError};

use card::{CardAction, SavedGameCard};
use listing::{Listed, Order};

/// Maximum width of a card, in pixels before scaling.
const CARD: i32 = 640;
/// Minimum width of a page whose header has room for the search, in pixels before scaling.
const WIDE_HEADER: f64 = 420.0;
/// Minimum widths of a page with two and with three columns of cards.
const SEVERAL: [i32; 2] = [1200, 1900];

/// Returns the number of columns of cards on a page of this width.
fn columns(width: i32, scale: f64) -> i32 {
    let fits = |from: &&i32| f64::from(width) >= f64::from(**from) * scale;
    1 + SEVERAL.iter().filter(fits).count() as i32
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "saved_games.ui")]
    pub struct SavedGamesPage {
        #[template_child]
        pub(super) back_button: TemplateChild<gtk::Button>,
        /// Starts a game if there are no saved ones.
        #[template_child]
        pub(super) play_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) search_button: TemplateChild<gtk::ToggleButton>,
        /// Captures keys typed on the page.
        #[template_child]
        pub(super) search_bar: TemplateChild<gtk::SearchBar>,
        #[template_child]
        pub(super) search_entry: TemplateChild<gtk::SearchEntry>,
        /// Shows the list, or the reason why there is none.
        #[template_child]
        pub(super) view: TemplateChild<gtk::Stack>,
        /// Error of reading the folder.
        #[template_child]
        pub(super) error: TemplateChild<adw::StatusPage>,
        /// Limits the width of the cards.
        #[template_child]
        pub(super) clamp: TemplateChild<adw::ClampScrollable>,
        /// The cards.
        #[template_child]
        pub(super) list: TemplateChild<gtk::GridView>,
        /// The folder of saved games, and its only writer.
        pub(super) saves: OnceCell<Rc<SaveService>>,
        pub(super) messages: OnceCell<Messages>,
        /// All entries in order, each in a boxed object.
        pub(super) entries: OnceCell<gio::ListStore>,
        /// Entries that match the search.
        pub(super) shown: OnceCell<gtk::FilterListModel>,
        pub(super) order: Cell<Order>,
        /// The game that was deleted last.
        pub(super) deleting: RefCell<Option<SaveId>>,
        pub(super) search: Rc<RefCell<String>>,
        /// Whether the entries have the text that a search looks in.
        pub(super) can_search: Cell<bool>,
        /// Day on which the list was read, since cards name today and yesterday.
        pub(super) day: Cell<Option<Date>>,
        /// Number of the latest request to read the folder. Only the answer to that request is
        /// used.
        pub(super) question: Cell<u64>,
        /// Number of the latest request that was answered.
        pub(super) answered: Cell<u64>,
        /// Whether the folder has been read.
        pub(super) read: Cell<bool>,
    }

    impl ObjectImpl for SavedGamesPage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            // The page itself places its child, and adapts it to the width before.
            page.set_layout_manager(None::<gtk::LayoutManager>);
            page.build_list();
            page.add_actions();
            self.search_entry.connect_search_changed(weak!(page, move |_| page.search()));
            let_escape_leave(&*page, &self.search_bar);
        }
    }

    impl WidgetImpl for SavedGamesPage {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, orientation: gtk::Orientation, other: i32) -> (i32, i32, i32, i32) {
            self.obj().child().map_or((0, 0, -1, -1), |child| child.measure(orientation, other))
        }

        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            self.obj().adapt_to(width);
            if let Some(child) = self.obj().child() {
                child.allocate(width, height, baseline, None);
            }
        }
    }
}

class!(SavedGamesPage: adw::Bin, template = [SingleTabStop]);

impl Page for SavedGamesPage {
    const ID: PageId = PageId("saved-games");
    const HELP: &'static str = "files";

    fn title() -> String {
        gettext("Saved Games")
    }

    fn make(PageContext { services, messages }: &PageContext) -> Self {
        let page = Self::new(Rc::clone(&services.saves), messages.clone());
        // A deleted game can be restored from any page.
        let messages = messages.clone();
        page.connect_changed(move || messages.send(Message::Request(Request::FindUnfinished)));
        page
    }
}

impl AppPage for SavedGamesPage {
    /// Lists the games first, after all pending writes.
    fn focus(&self, _: &dyn Pages) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            page.saves().flush().await;
            let read = page.refresh().await.is_ok();
            // If the user has left the page or has started a search meanwhile, the focus stays.
            if read && page.is_shown() && !page.is_searched() {
                page.focus_first();
            }
        });
    }

    fn focus_first(&self) -> bool {
        let imp = self.imp();
        // A list that is not visible would also take the focus.
        match imp.view.visible_child_name().as_deref() {
            Some("list") => imp.list.grab_focus() || imp.back_button.grab_focus(),
            Some("empty") => imp.play_button.grab_focus(),
            _ => imp.back_button.grab_focus(),
        }
    }

    fn leave(&self) {
        // Until the games are listed again, no key starts a search.
        self.imp().search_bar.set_key_capture_widget(gtk::Widget::NONE);
    }

    fn answer_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> Option<glib::Propagation> {
        match state & gtk::accelerator_get_default_mod_mask() {
            gdk::ModifierType::CONTROL_MASK if key.to_lower() == gdk::Key::z => self.undo(),
            state if state.is_empty() && matches!(key, gdk::Key::Delete | gdk::Key::KP_Delete) => {
                self.carry_out(&self.focused_card()?, CardAction::Delete);
            }
            _ => return None,
        }
        Some(glib::Propagation::Stop)
    }
}

impl SavedGamesPage {
    /// Creates the page for a folder. It is empty until [`Self::refresh`].
    pub fn new(saves: Rc<SaveService>, messages: Messages) -> Self {
        let page: Self = glib::Object::new();
        page.imp().saves.get_or_init(|| saves);
        page.imp().messages.get_or_init(|| messages);
        page
    }

    /// Calls `react` whenever an entry of the list is added, removed, or changed, even while
    /// another page is shown.
    pub fn connect_changed(&self, react: impl Fn() + 'static) {
        self.entries().connect_items_changed(move |_, _, _, _| react());
    }

    /// Reads the folder again on another thread. The handle completes when the result is shown.
    pub fn refresh(&self) -> glib::JoinHandle<()> {
        let imp = self.imp();
        let question = imp.question.get() + 1;
        imp.question.set(question);
        let today = Zoned::now().date();
        let before = if imp.day.replace(Some(today)) == Some(today) { self.all() } else { Vec::new() };
        let (page, store, order) = (self.downgrade(), self.saves().store(), imp.order.get());
        let is_searched = !imp.search.borrow().is_empty();
        glib::spawn_future_local(async move {
            let list = gio::spawn_blocking(move || {
                let list = store.list().map(|list| listing::in_order(list, &before, order));
                if is_searched {
                    list.iter().flatten().for_each(|listed| _ = listed.searched());
                }
                list
            });
            let list = list.await.expect("listing does not panic");
            if let Some(page) = page.upgrade().filter(|page| page.imp().question.get() == question) {
                page.imp().answered.set(question);
                page.show(list);
            }
        })
    }

    /// Reads the folder again if a read is in progress, since its result may be out of date after a
    /// change.
    fn read_again_if_reading(&self) {
        if self.imp().answered.get() != self.imp().question.get() {
            _ = self.refresh();
        }
    }

    /// Returns `true` if this page is the visible one in the stack of the window.
    fn is_shown(&self) -> bool {
        let stack = self.parent().and_downcast::<gtk::Stack>();
        stack.and_then(|stack| stack.visible_child()).as_ref() == Some(self.upcast_ref())
    }

    pub fn is_searched(&self) -> bool {
        self.imp().search_bar.is_search_mode()
    }

    fn saves(&self) -> &Rc<SaveService> {
        self.imp().saves.get().expect("it is given when the page is made")
    }

    fn entries(&self) -> &gio::ListStore {
        self.imp().entries.get().expect("it is made with the page")
    }

    fn build_list(&self) {
        let imp = self.imp();
        let entries = gio::ListStore::new::<glib::BoxedAnyObject>();
        let search = Rc::clone(&imp.search);
        let filter = gtk::CustomFilter::new(move |item| entry(item).has_words(&search.borrow()));
        let shown = gtk::FilterListModel::new(Some(entries.clone()), Some(filter));
        shown.connect_items_changed(weak!(page = self, move |_, _, _, _| page.choose_view()));
        imp.list.set_model(Some(&gtk::NoSelection::new(Some(shown.clone()))));
        imp.list.set_factory(Some(&self.factory()));
        imp.list.connect_activate(weak!(page = self, move |_, index| page.activate_card(index)));
        imp.entries.get_or_init(|| entries);
        imp.shown.get_or_init(|| shown);
    }

    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        let ask = weak!(page = self, move |id: &SaveId, action: CardAction| page.carry_out(id, action));
        factory.connect_setup(move |_, item| list_item(item).set_child(Some(&SavedGameCard::new(ask.clone()))));
        factory.connect_bind(|_, item| {
            let item = list_item(item);
            let (object, card) = (item.item(), item.child().and_downcast::<SavedGameCard>());
            let card = card.expect("a card is set up");
            card.show(&entry(&object.expect("an item is bound")));
            card.name_row();
        });
        factory
    }

    fn add_actions(&self) {
        let sort = gio::ActionEntry::builder("sort")
            .parameter_type(Some(glib::VariantTy::STRING))
            .state(Order::default().name().to_variant())
            .activate(weak!(page = self, move |_: &gio::SimpleActionGroup, action, name| {
                let order = name.and_then(glib::Variant::str).and_then(Order::named).unwrap_or_default();
                action.set_state(&order.name().to_variant());
                page.imp().order.set(order);
                _ = page.refresh();
            }))
            .build();
        let actions = gio::SimpleActionGroup::new();
        actions.add_action_entries([sort]);
        let search = gio::PropertyAction::new("search", &*self.imp().search_bar, "search-mode-enabled");
        actions.add_action(&search);
        self.insert_action_group("saved-games", Some(&actions));
    }

    /// Searches the list, as soon as its entries have their text.
    fn search(&self) {
        let imp = self.imp();
        let words = imp.search_entry.text();
        if imp.can_search.get() && imp.search.borrow().as_str() != words.as_str() {
            let before = imp.search.replace(words.into());
            // More letters find fewer games, and only those that were found before.
            let before = before.to_lowercase();
            let change = match &imp.search.borrow().to_lowercase() {
                words if words.starts_with(&before) => gtk::FilterChange::MoreStrict,
                words if before.starts_with(words.as_str()) => gtk::FilterChange::LessStrict,
                _ => gtk::FilterChange::Different,
            };
            let filter = imp.shown.get().and_then(gtk::FilterListModel::filter);
            filter.expect("the list is filtered").changed(change);
        }
    }

    /// Makes the text that a search looks in, on another thread.
    fn prepare_search(&self, list: Vec<Arc<Listed>>) {
        let (page, question) = (self.downgrade(), self.imp().question.get());
        glib::spawn_future_local(async move {
            let prepare = move || list.iter().for_each(|listed| _ = listed.searched());
            gio::spawn_blocking(prepare).await.expect("describing does not panic");
            if let Some(page) = page.upgrade().filter(|page| page.imp().question.get() == question) {
                page.imp().can_search.set(true);
                page.search();
            }
        });
    }

    /// Replaces what has changed in the list.
    fn replace_changed(&self, list: &[Arc<Listed>]) {
        let range = ChangedRange::between(&self.all(), list, Arc::ptr_eq);
        if !range.is_empty() {
            let ChangedRange { first, removed, added } = range;
            let objects: Vec<_> = list[first..first + added].iter().map(|listed| boxed(Arc::clone(listed))).collect();
            self.entries().splice(first as u32, removed as u32, &objects);
        }
    }

    fn all(&self) -> Vec<Arc<Listed>> {
        let objects = self.entries().iter::<glib::BoxedAnyObject>().flatten();
        objects.map(|object| Arc::clone(&object.borrow::<Arc<Listed>>())).collect()
    }

    fn show(&self, list: Result<Vec<Arc<Listed>>, StoreError>) {
        let imp = self.imp();
        imp.read.set(list.is_ok());
        match list {
            Ok(list) => {
                imp.deleting.take();
                imp.can_search.set(false);
                self.replace_changed(&list);
                self.choose_view();
                self.prepare_search(list);
            }
            Err(error) => {
                tracing::warn!("{error}");
                let message = describe::store_error(&error);
                imp.error.set_description(Some(&glib::markup_escape_text(&message)));
                imp.view.set_visible_child_name("error");
                self.messages().announce(&message, Again::No);
            }
        }
    }

    /// Shows the list, or the reason why it is empty.
    fn choose_view(&self) {
        let imp = self.imp();
        if !imp.read.get() {
            return;
        }
        let (entries, shown) = (self.entries().n_items(), imp.shown.get().map_or(0, |shown| shown.n_items()));
        let had_keyboard = imp.list.focus_child().is_some();
        imp.view.set_visible_child_name(match (entries, shown) {
            (0, _) => "empty",
            (_, 0) => "nothing-found",
            _ => "list",
        });
        self.show_search_button(self.width());
        imp.search_bar.set_key_capture_widget((entries > 0).then_some(self));
        if had_keyboard && shown == 0 {
            // GTK would move the focus to an invisible frame around the text.
            self.focus_first();
        }
        if entries > 0 && shown == 0 && self.is_mapped() {
            self.messages().announce(&gettext("No Results Found"), Again::No);
        }
    }

    /// Adapts the header and the number of columns of cards to the width of the page. Must not be
    /// called while entries are added or removed: GTK (4.8) ends the program if the number of
    /// columns changes before the list knows of them.
    fn adapt_to(&self, width: i32) {
        let (imp, scale) = (self.imp(), factor(self));
        let columns = columns(width, scale);
        if imp.list.max_columns() != columns as u32 {
            imp.list.set_max_columns(columns as u32);
            imp.list.set_min_columns(columns as u32);
            let width = (f64::from(CARD * columns) * scale).round() as i32;
            imp.clamp.set_maximum_size(width);
            imp.clamp.set_tightening_threshold(width);
        }
        self.show_search_button(width);
    }

    /// Shows the button if there is something to find and room. In a narrow header the title needs
    /// the room, and the menu has the search, too.
    fn show_search_button(&self, width: i32) {
        let has_room = f64::from(width) >= WIDE_HEADER * factor(self);
        self.imp().search_button.set_visible(self.entries().n_items() > 0 && has_room);
    }

    fn activate_card(&self, index: u32) {
        let object = self.imp().shown.get().and_then(|shown| shown.item(index));
        let id = object.and_then(|object| match &**entry(&object) {
            Entry::Game(summary) => Some(summary.id.clone()),
            Entry::Broken(_) => None,
        });
        if let Some(id) = &id {
            self.carry_out(id, CardAction::Continue);
        }
    }
}

fn entry(object: &glib::Object) -> Ref<'_, Listed> {
    let boxed = object.downcast_ref::<glib::BoxedAnyObject>().expect("the list holds boxed entries");
    Ref::map(boxed.borrow::<Arc<Listed>>(), |listed| &**listed)
}

fn boxed(listed: Arc<Listed>) -> glib::BoxedAnyObject {
    glib::BoxedAnyObject::new(listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::for_tests::in_folder;
    use crate::widgets::for_tests::wait_until;
    use morris::{Game, Rules};
    use morris_play::persistence::SavedGame;
    use morris_play::setup::GameSetup;

    #[test]
    fn wide_pages_have_several_columns_of_cards() {
        let at = |width| columns(width, 1.0);
        assert_eq!([360, 1000, 1199, 1200, 1899, 1900].map(at), [1, 1, 1, 2, 2, 3]);
        assert_eq!(columns(1920, 1.2), 2, "larger cards");
        assert_eq!(columns(3840, 2.0), 3);
    }

    #[gtk::test]
    fn cards_may_come_while_the_page_grows() {
        let page = in_folder(Messages::new(|_| {}), |context| SavedGamesPage::make(&context));
        let window = gtk::Window::builder().child(&*page).default_width(1250).default_height(600).build();
        window.present();
        let columns = || page.imp().list.max_columns();
        wait_until(|| columns() == 2);
        let setup = GameSetup::between_persons(Rules::STANDARD);
        for _ in 0..3 {
            let game = SavedGame::now(setup.clone(), Game::new(setup.rules), None);
            page.saves().store().save(&SaveId::new(), &game).unwrap();
        }
        // With larger text there is one column, once the page is laid out.
        page.add_css_class("grown-1");
        let entries = page.saves().store().list();
        page.show(entries.map(|list| listing::in_order(list, &[], Order::Newest)));
        wait_until(|| columns() == 1);
        window.destroy();
    }
}
