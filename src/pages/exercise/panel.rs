// SPDX-License-Identifier: GPL-3.0-or-later
//! What an exercise shows: a header, a board, and a panel with the task, the men in hand, the
//! result, and the buttons. Everything in the panel has its place: a message moves nothing.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Entry;
use crate::board::BoardView;
use crate::board::men_in_hand::MenInHand;
use crate::services::{Job, PageContext};
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel, Rows, Scrolled, in_scrolled_window};

/// Layout of the buttons for an open task.
const CHOICES: Rows = Rows { many: 2, few: 1, gap: 8, from: 0 };

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "exercise_panel.ui")]
    pub struct ExercisePanel {
        #[template_child]
        pub header_title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub back: TemplateChild<gtk::Button>,
        /// Leads to the analysis, if the page offers that.
        #[template_child]
        pub analysis: TemplateChild<gtk::Button>,
        /// Header, board, and panel.
        #[template_child]
        pub content: TemplateChild<gtk::Box>,
        #[template_child]
        pub parts: TemplateChild<gtk::Box>,
        #[template_child]
        pub board: TemplateChild<BoardView>,
        /// All below the board or beside it.
        #[template_child]
        pub panel: TemplateChild<gtk::Box>,
        /// Says that this is the puzzle of the day.
        #[template_child]
        pub kicker: TemplateChild<gtk::Label>,
        /// The grades of the puzzle of the day.
        #[template_child]
        pub grades: TemplateChild<gtk::Box>,
        #[template_child]
        pub time: TemplateChild<gtk::Label>,
        #[template_child]
        pub task: TemplateChild<gtk::Label>,
        /// Men in hand, visible if the task starts with some.
        #[template_child]
        pub hands: TemplateChild<MenInHand>,
        /// Room of the result, which scrolls there.
        #[template_child]
        pub result_room: TemplateChild<gtk::ScrolledWindow>,
        /// The result and its reason.
        #[template_child]
        pub result: TemplateChild<gtk::Box>,
        /// Sign of success.
        #[template_child]
        pub check: TemplateChild<gtk::Image>,
        /// Result of the last move or answer.
        #[template_child]
        pub said: TemplateChild<gtk::Label>,
        #[template_child]
        pub why: TemplateChild<gtk::Label>,
        /// Shows the buttons for an open task, or the one that leads on. They share a place.
        #[template_child]
        pub actions: TemplateChild<gtk::Stack>,
        /// The buttons for an open task.
        #[template_child]
        pub choices: TemplateChild<gtk::Box>,
        /// The first of them.
        #[template_child]
        pub first: TemplateChild<gtk::Button>,
        #[template_child]
        pub second: TemplateChild<gtk::Button>,
        #[template_child]
        pub next: TemplateChild<gtk::Button>,
        /// What the user has reached so far.
        #[template_child]
        pub progress: TemplateChild<gtk::Label>,
        /// Difficulty, rating, or best result.
        #[template_child]
        pub level: TemplateChild<gtk::Label>,
        /// What a page adds to the panel.
        #[template_child]
        pub extra: TemplateChild<gtk::Box>,
        /// The position on the board, and the move that is entered there.
        pub entry: RefCell<Option<Entry>>,
        /// Looks for the next task.
        pub search: RefCell<Option<Job>>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub context: OnceCell<PageContext>,
    }

    impl ObjectImpl for ExercisePanel {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::new(BoardAndPanel::WORK)));
            self.content.remove(&*self.parts);
            self.content.append(&in_scrolled_window(&self.parts));
            self.choices.set_layout_manager(Some(AdaptiveLayout::new(CHOICES)));
            self.watch_room_of_result();
        }
    }

    impl WidgetImpl for ExercisePanel {
        /// Applies the settings, which may have changed since the panel was last visible.
        fn map(&self) {
            self.parent_map();
            let Some(PageContext { services, .. }) = self.context.get() else { return };
            services.settings.read(|settings| self.board.follow(settings));
            self.board.set_marks(true);
        }
    }
}

class!(ExercisePanel: adw::Bin, template = [BoardView, MenInHand]);

/// The widgets of a panel.
pub(in crate::pages) use imp::ExercisePanel as Parts;

impl Parts {
    /// Lets the keyboard scroll the result only where it is longer than its room. Otherwise it
    /// would be a stop of the Tab key without a name and a use.
    fn watch_room_of_result(&self) {
        // Without `can-focus`, the Tab key would end here. Without `focusable`, a screen reader
        // would offer it.
        let be_a_stop = |room: &gtk::ScrolledWindow, is_long| {
            room.set_can_focus(is_long);
            room.set_focusable(is_long);
        };
        let room = &*self.result_room;
        be_a_stop(room, false);
        room.vadjustment().connect_changed(weak!(room, move |adjustment| be_a_stop(
            &room,
            adjustment.upper() > adjustment.page_size()
        )));
    }

    /// Makes room for the rest of a page in the panel, and scrolls the board with it. The result
    /// does not scroll there, since it would stop the wheel.
    pub fn add_rest(&self, widget: &impl IsA<gtk::Widget>) {
        self.result_room.set_child(gtk::Widget::NONE);
        self.result.insert_after(&*self.panel, Some(&*self.result_room));
        self.panel.remove(&*self.result_room);
        self.result.add_css_class("free-result");
        self.extra.append(widget);
        self.extra.set_visible(true);
        self.parts.set_layout_manager(Some(AdaptiveLayout::new(Scrolled(BoardAndPanel::FACE))));
    }

    /// Shows the buttons for an open task also at its end, and the one that leads on below them.
    pub fn keep_choices(&self) {
        self.actions.remove(&*self.choices);
        self.actions.remove(&*self.next);
        self.choices.insert_after(&*self.panel, Some(&*self.actions));
        self.panel.remove(&*self.actions);
        self.panel.append(&*self.next);
    }

    /// Shows the button that leads on instead of those for an open task.
    pub fn offer_next(&self, offer: bool) {
        if offer {
            self.actions.set_visible_child(&*self.next);
        } else {
            self.actions.set_visible_child(&*self.choices);
        }
    }

    /// Returns whether the button that leads on is shown.
    pub fn offers_next(&self) -> bool {
        self.actions.visible_child().is_some_and(|child| child == *self.next)
    }

    /// Returns whether the next task is being looked for, and this button has the focus. It keeps
    /// the focus until the task is on the board.
    pub fn waits_on(&self, button: &gtk::Button) -> bool {
        self.search.borrow().is_some() && button.has_focus()
    }
}
