// SPDX-License-Identifier: GPL-3.0-or-later
//! The interface of a page to its window.
//!
//! `Page` has what is known before the page exists: its id, help topic, actions, title, and how to
//! make it from the `PageContext`. `AppPage` has what the window asks of a page: how to enter,
//! focus, and leave it, how to go back within it, and how to restore it after a change of the
//! language.

use std::rc::Rc;

use adw::prelude::*;
use gtk::{gdk, gio};

use crate::board::BoardView;
use crate::compat::descendants::for_each;
use crate::services::PageContext;
use crate::widgets::keys::StepDirection;
use morris::{Arrangement, Position, Rules};
use morris_play::persistence::SavedGame;

/// Name of a page in the stack, and target of the action `win.go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageId(pub &'static str);

/// The practice page. Pages of puzzles and endgames, which it leads to, go back to it.
pub const PRACTICE: PageId = PageId("practice");

/// Properties of a page before it is built, and its constructor.
pub trait Page: AppPage + IsA<gtk::Widget> {
    const ID: PageId;
    /// The page of the help about it, or a section of one as in `settings#tables`.
    const HELP: &'static str;
    /// Names of the actions of the window that are enabled on this page, among those that not all
    /// pages enable.
    const ACTIONS: &'static [&'static str] = &[];

    /// Returns the title, as screen readers read it.
    fn title() -> String;

    /// Builds the page. It is called when the page is first needed.
    fn make(context: &PageContext) -> Self;
}

pub trait AppPage: AsRef<gtk::Widget> {
    /// Called when the user goes to this page from another one, which is still shown. It is not
    /// called when the user comes back.
    fn enter(&self, _from: PageId, _pages: &dyn Pages) {}

    /// Gives the focus to the widget that the user most likely needs, and returns whether it took
    /// the focus. It is not named `grab_focus`, which GTK calls when Tab wraps around.
    fn focus_first(&self) -> bool;

    /// Called when another page is shown instead.
    fn leave(&self) {}

    /// Returns the state that restores this page in another window, as after a change of the
    /// language. The page ends with this call.
    fn save(&self) -> Saved {
        Saved::Nothing
    }

    /// Gives the focus to the page. It is called each time the page is shown.
    fn focus(&self, _: &dyn Pages) {
        self.focus_first();
    }

    /// Goes back within the page. Returns `false` if there is no earlier state.
    fn back(&self) -> bool {
        false
    }

    /// Resumes the page, which is shown right after. GTK moves the focus to a page as soon as it is
    /// shown, and a screen reader reads there what can be done.
    fn resume(&self) {}

    /// Returns the name of what is on the page, if it says more than the title of the page.
    fn name(&self) -> Option<String> {
        None
    }

    /// Returns the title of the window while it differs from the title of the page.
    fn headline(&self) -> Option<String> {
        None
    }

    /// Returns the topic of the help while it differs from that of the page.
    fn help_here(&self) -> Option<&'static str> {
        None
    }

    fn rules_here(&self, _: &dyn Pages) -> Option<Rules> {
        None
    }

    /// Returns the game of this page, to be copied or exported.
    fn game_here(&self) -> Option<SavedGame> {
        None
    }

    /// Returns the position on the board of this page, legal or not, to be copied.
    fn arrangement_here(&self) -> Option<Arrangement> {
        None
    }

    /// Returns the position that a game can start from.
    fn position_to_play(&self) -> Option<(Rules, Position)> {
        None
    }

    /// Returns the position that the analysis starts from, if it is opened on this page.
    fn position_to_analyze(&self) -> Option<(Rules, Position)> {
        None
    }

    /// Returns what messages must not cover, the most important first: the board.
    fn kept_clear(&self) -> Vec<gtk::Widget> {
        let mut boards = Vec::new();
        for_each(self.as_ref(), &mut |widget| {
            if widget.is::<BoardView>() && widget.is_mapped() {
                boards.push(widget.clone());
            }
        });
        boards
    }

    /// Returns why the analysis is closed on this page, or `None` if it is open.
    fn why_not_analyze(&self) -> Option<String> {
        None
    }

    fn game_actions(&self, _: &dyn Pages) -> Option<gio::SimpleActionGroup> {
        None
    }

    /// Steps through an ordered sequence. Returns `false` if the page has none.
    fn step_through(&self, _: StepDirection) -> bool {
        false
    }

    /// Returns the board that a key asks about, if the page leaves such questions to the window.
    fn board_asked_about(&self, _: gdk::Key) -> Option<BoardView> {
        None
    }

    /// Handles keys that no other widget has handled. Returns `None` if the window should handle
    /// the key.
    fn answer_left_over(&self, _: gdk::Key, _: gdk::ModifierType) -> Option<glib::Propagation> {
        None
    }

    /// Announces why an action does nothing on this page. Returns `false` if there is no other
    /// reason than that it is an action of the game.
    fn explain_idle(&self, _action: &str, _: &dyn Pages) -> bool {
        false
    }
}

/// The pages of a window, for pages that show data of another page.
pub trait Pages {
    /// Returns a page, and builds it if necessary.
    fn page_with(&self, id: PageId) -> Rc<dyn AppPage>;

    fn rules_on(&self, id: PageId) -> Rules;
}

impl dyn Pages + '_ {
    pub fn page_of<P: Page>(&self) -> P {
        of_type(&*self.page_with(P::ID))
    }
}

pub fn of_type<P: Page>(page: &dyn AppPage) -> P {
    let widget: &gtk::Widget = page.as_ref();
    widget.clone().downcast().expect("a page is made by the row of its type")
}

/// State of a page that is kept for another window.
pub enum Saved {
    /// Nothing: a new page is equivalent.
    Nothing,
    Always(Restore),
    /// The page is restored if it is shown or in the history.
    OnTheWay(Restore),
    /// The page stays with its window, and another page replaces it.
    Replaced(PageId),
}

type OnPage = Box<dyn FnOnce(&dyn AppPage)>;

pub struct Restore(OnPage);

impl Restore {
    pub fn new<P: Page>(restore: impl FnOnce(&P) + 'static) -> Self {
        Self(Box::new(move |page| restore(&of_type(page))))
    }

    pub fn to(self, page: &dyn AppPage) {
        (self.0)(page);
    }
}

/// A row of the table of pages, with what its [`Page`] defines.
pub struct PageRow {
    pub id: PageId,
    pub help: &'static str,
    pub actions: &'static [&'static str],
    pub title: fn() -> String,
    pub make: fn(&PageContext) -> Rc<dyn AppPage>,
}

impl PageRow {
    pub const fn of<P: Page>() -> Self {
        let make = |context: &PageContext| -> Rc<dyn AppPage> { Rc::new(P::make(context)) };
        Self { id: P::ID, help: P::HELP, actions: P::ACTIONS, title: P::title, make }
    }
}
