// SPDX-License-Identifier: GPL-3.0-or-later
//! What a page is: all that the window knows of it.

use std::rc::Rc;

use adw::prelude::*;
use gtk::{gdk, gio};

use crate::app::keys::StepDirection;
use crate::board::BoardView;
use crate::services::PageContext;
use morris::Rules;

/// The name of a page in the stack, and as the target of the action `win.go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageId(pub &'static str);

/// What is known of a page before it is made, and how that is done.
pub trait Page: AppPage + IsA<gtk::Widget> {
    /// Its name.
    const ID: PageId;
    /// What helps there: a page of the help, or a section of one as in `settings#tables`.
    const HELP: &'static str;
    /// The actions of the window that make sense on this page, of those that do on some pages only.
    const ACTIONS: &'static [&'static str];

    /// What a screen reader calls it.
    fn title() -> String;

    /// The page, when it is first needed.
    fn make(context: &PageContext) -> Self;
}

/// A page in the window.
pub trait AppPage: AsRef<gtk::Widget> {
    /// Somebody goes to it from another page, which is still shown. Who comes back to it does not
    /// enter it.
    fn enter(&self, from: PageId, pages: &dyn Pages);

    /// Gives the keyboard to what one most likely wants here; whether that has taken it. (Not
    /// `grab_focus`, which GTK calls when Tab goes round.)
    fn focus_first(&self) -> bool;

    /// Another page is shown now.
    fn leave(&self);

    /// What brings this page back in another window, as after a change of the language. The page
    /// ends.
    fn save(&self) -> Saved;

    /// Gives the keyboard to the page, each time it is shown.
    fn focus(&self, _: &dyn Pages) {
        self.focus_first();
    }

    /// Goes back within the page; whether there was anything to go back from.
    fn back(&self) -> bool {
        false
    }

    /// Goes on: it is seen, and its title is not yet told.
    fn resume(&self) {}

    /// What the title of the window says as long as that is not the title of the page.
    fn headline(&self) -> Option<String> {
        None
    }

    /// The rules that matter here.
    fn rules_here(&self, _: &dyn Pages) -> Option<Rules> {
        None
    }

    /// What acts here on the game.
    fn game_actions(&self, _: &dyn Pages) -> Option<gio::SimpleActionGroup> {
        None
    }

    /// Steps through what has an order; whether there is such a thing.
    fn step_through(&self, _: StepDirection) -> bool {
        false
    }

    /// The board that a key asks about, where the page leaves such questions to the window.
    fn board_asked_about(&self, _: gdk::Key) -> Option<BoardView> {
        None
    }

    /// Answers all keys that nothing has taken; `None` where the window does.
    fn answer_left_over(&self, _: gdk::Key, _: gdk::ModifierType) -> Option<glib::Propagation> {
        None
    }

    /// Says why an action does nothing here; whether there is more to say than that it is one of
    /// the game.
    fn say_why_idle(&self, _action: &str, _: &dyn Pages) -> bool {
        false
    }
}

/// The pages of a window, for one that shows what another knows.
pub trait Pages {
    /// A page, which is made when it is first needed.
    fn page_with(&self, id: PageId) -> Rc<dyn AppPage>;

    /// The rules that matter on a page.
    fn rules_on(&self, id: PageId) -> Rules;
}

impl dyn Pages + '_ {
    /// The page of this type.
    pub fn page_of<P: Page>(&self) -> P {
        of_type(&*self.page_with(P::ID))
    }
}

/// A page as what it is.
pub fn of_type<P: Page>(page: &dyn AppPage) -> P {
    let widget: &gtk::Widget = page.as_ref();
    widget.clone().downcast().expect("a page is made by the row of its type")
}

/// What is left of a page for another window.
pub enum Saved {
    /// Nothing: it is as good as new.
    Nothing,
    /// What brings it back.
    Always(Restore),
    /// What brings it back where it is shown, or one can go back to it.
    OnTheWay(Restore),
    /// The page stays with its window, and another one takes its place.
    Replaced(PageId),
}

/// What does something to a page, once.
type OnPage = Box<dyn FnOnce(&dyn AppPage)>;

/// What brings a page back.
pub struct Restore(OnPage);

impl Restore {
    /// What does so to a page of this type.
    pub fn new<P: Page>(restore: impl FnOnce(&P) + 'static) -> Self {
        Self(Box::new(move |page| restore(&of_type(page))))
    }

    /// Brings it back.
    pub fn to(self, page: &dyn AppPage) {
        (self.0)(page);
    }
}

/// A row of the table of pages.
pub struct PageRow {
    /// See [`Page::ID`].
    pub id: PageId,
    /// See [`Page::HELP`].
    pub help: &'static str,
    /// See [`Page::ACTIONS`].
    pub actions: &'static [&'static str],
    /// See [`Page::title`].
    pub title: fn() -> String,
    /// See [`Page::make`].
    pub make: fn(&PageContext) -> Rc<dyn AppPage>,
}

impl PageRow {
    /// The row of a page.
    #[must_use]
    pub const fn of<P: Page>() -> Self {
        let make = |context: &PageContext| -> Rc<dyn AppPage> { Rc::new(P::make(context)) };
        Self { id: P::ID, help: P::HELP, actions: P::ACTIONS, title: P::title, make }
    }
}
