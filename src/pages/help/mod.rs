// SPDX-License-Identifier: GPL-3.0-or-later
//! The help page. It shows the same pages as other help viewers, in the language of the program.
//!
//! So the help is the same in a sandbox, in full screen, and without a help viewer. The pages are
//! Mallard (`help/C`), of at most 300 words each. `nmm draw` makes their boards from
//! `help/figures.tsv` (`build-aux/help-figures`), and itstool makes the template for translators
//! (`build-aux/update-help`). The program contains the English pages, and looks up each sentence in
//! a gettext domain of its own, under the id that itstool gives it. A sentence without a
//! translation is English. A test compares the template with what the program looks up.

mod drawer;
mod inline;
mod library;
mod mallard;
mod pages;

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::compat::accessible_names::introduce;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::services::PageContext;
use drawer::Drawn;
use gettextrs::gettext;
pub use library::leads_somewhere;
use library::{Library, divide};
use pages::INDEX;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "help_page.ui")]
    pub struct HelpPage {
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        /// Goes to the index.
        #[template_child]
        pub(super) contents: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        /// Holds the page.
        #[template_child]
        pub(super) place: TemplateChild<gtk::Box>,
        pub(super) library: OnceCell<Library>,
        /// Ids of the visited pages. The last one is shown.
        pub(super) way: RefCell<Vec<String>>,
        /// The page shown.
        pub(super) drawn: RefCell<Option<Drawn>>,
    }

    impl ObjectImpl for HelpPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.library.get_or_init(Library::read);
        }
    }

    impl WidgetImpl for HelpPage {}
}

class!(HelpPage: adw::Bin, template = []);

impl Page for HelpPage {
    const ID: PageId = PageId("help");
    const HELP: &'static str = INDEX;

    fn title() -> String {
        gettext("Help")
    }

    fn make(_: &PageContext) -> Self {
        glib::Object::new()
    }
}

impl AppPage for HelpPage {
    fn enter(&self, _: PageId, _: &dyn Pages) {
        self.begin_anyhow();
    }

    fn focus_first(&self) -> bool {
        let first = self.imp().drawn.borrow().as_ref().and_then(|drawn| drawn.first.clone());
        first.unwrap_or_else(|| self.imp().back.get().upcast()).grab_focus()
    }

    fn back(&self) -> bool {
        self.go_back()
    }

    fn save(&self) -> Saved {
        let way = self.way();
        Saved::Always(Restore::new(move |page: &Self| page.set_way(way)))
    }

    /// The first page has the name of the program, which the main menu has, too.
    fn headline(&self) -> Option<String> {
        self.shown().is_some_and(|shown| shown != INDEX).then(|| self.title())
    }
}

impl HelpPage {
    /// Shows a page, or a section of one as in `settings#tables`, and clears the history.
    pub fn begin(&self, target: &str) {
        self.imp().way.take();
        self.follow(target);
    }

    /// Returns the ids of the visited pages. The last one is shown.
    pub fn way(&self) -> Vec<String> {
        self.imp().way.borrow().clone()
    }

    /// Replaces the history and shows its last page.
    pub fn set_way(&self, way: Vec<String>) {
        if way.last().is_some_and(|page| self.show(page)) {
            self.imp().way.replace(way);
        }
    }

    /// Shows the index if no page is shown yet.
    pub fn begin_anyhow(&self) {
        if self.shown().is_none() {
            self.begin(INDEX);
        }
    }

    /// Shows a page or a section of one, and adds the page to the history.
    pub fn follow(&self, target: &str) {
        let (id, section) = divide(target);
        let shown = self.shown();
        // `#section` refers to the current page.
        let id = if id.is_empty() { shown.clone().unwrap_or_default() } else { id.to_owned() };
        if shown.as_ref() != Some(&id) && !self.show(&id) {
            return tracing::warn!("the help has no page {target}");
        }
        if shown.as_ref() != Some(&id) {
            self.imp().way.borrow_mut().push(id);
        }
        let at = section.and_then(|section| self.section(section));
        self.focus_soon(at);
    }

    /// Shows the previous page. Returns `false` if there is none.
    pub fn go_back(&self) -> bool {
        let (left, before) = {
            let mut way = self.imp().way.borrow_mut();
            if way.len() < 2 {
                return false;
            }
            (way.pop(), way.last().cloned().unwrap_or_default())
        };
        self.show(&before);
        self.focus_soon(left.and_then(|left| self.row(&left)));
        true
    }

    pub fn title(&self) -> String {
        let (library, shown) = (self.imp().library.get(), self.shown().unwrap_or_default());
        library.and_then(|library| library.page(&shown)).map(|page| page.title.plain.clone()).unwrap_or_default()
    }

    fn shown(&self) -> Option<String> {
        self.imp().way.borrow().last().cloned()
    }

    /// Shows a page from its top. Returns `false` if it does not exist.
    fn show(&self, id: &str) -> bool {
        let imp = self.imp();
        let Some((library, page)) = imp.library.get().and_then(|library| Some((library, library.page(id)?))) else {
            return false;
        };
        let drawn = drawer::draw(library, id, page);
        imp.place.append(&drawn.widget);
        introduce(drawn.widget.upcast_ref());
        // Moves the focus before removing the old page, because GTK warns about a removed focus
        // widget.
        drawn.first.as_ref().map(gtk::Widget::grab_focus);
        if let Some(old) = imp.drawn.replace(Some(drawn)) {
            imp.place.remove(&old.widget);
        }
        imp.contents.set_sensitive(id != INDEX);
        imp.scroller.vadjustment().set_value(0.0);
        true
    }

    fn section(&self, id: &str) -> Option<gtk::Widget> {
        let drawn = self.imp().drawn.borrow();
        let mut sections = drawn.iter().flat_map(|drawn| &drawn.sections);
        sections.find(|(other, _)| other == id).map(|(_, widget)| widget.clone())
    }

    fn row(&self, id: &str) -> Option<gtk::Widget> {
        let drawn = self.imp().drawn.borrow();
        let mut rows = drawn.iter().flat_map(|drawn| &drawn.rows);
        rows.find(|(other, _)| *other == id).map(|(_, widget)| widget.clone())
    }

    /// Gives the focus to a part of the page, or to its top, after the next layout. Only then can
    /// GTK scroll it into view.
    fn focus_soon(&self, at: Option<gtk::Widget>) {
        glib::idle_add_local_once(weak!(page = self, move || if page.is_mapped() {
            at.map_or_else(|| page.focus_first(), |widget| widget.grab_focus());
        }));
    }
}
