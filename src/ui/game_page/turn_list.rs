// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of turns: each a button that shows the position after it.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{accessible, glib};

use crate::game::{Color, Move, Record};
use crate::ui::describe;
use crate::ui::i18n::gettext_f;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "turn_list.ui")]
    pub struct TurnList {
        /// The turns, or words where there are none yet.
        #[template_child]
        pub(super) stack: TemplateChild<gtk::Stack>,
        /// Lets one see all of them.
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        /// A number, White's turn and Black's turn in each row.
        #[template_child]
        pub(super) grid: TemplateChild<gtk::Grid>,
        /// The turns shown, with their buttons.
        pub(super) shown: RefCell<Vec<(Move, gtk::Button)>>,
        /// The side that began.
        pub(super) first: Cell<Option<Color>>,
        /// Whether any turn is marked.
        pub(super) marked: Cell<bool>,
        /// The number of turns after which the position on the board stands.
        pub(super) current: Cell<usize>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for TurnList {
        const NAME: &'static str = "NmmTurnList";
        type Type = super::TurnList;
        type ParentType = adw::Bin;

        fn class_init(klass: &mut Self::Class) {
            klass.bind_template();
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for TurnList {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().keep_current_in_sight();
        }
    }

    impl WidgetImpl for TurnList {}
    impl BinImpl for TurnList {}
}

glib::wrapper! {
    /// The list of turns.
    pub struct TurnList(ObjectSubclass<imp::TurnList>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl TurnList {
    /// Shows the turns of a game that have been played, and which of them led to the position on the board.
    pub fn show(&self, record: &Record, current: usize) {
        let imp = self.imp();
        let first = record.start().side();
        imp.first.set(Some(first));
        let turns = record.played();
        let shown = imp.shown.borrow();
        let same = turns.iter().zip(shown.iter()).take_while(|(turn, (known, _))| *turn == known).count();
        drop(shown);
        self.shorten(same, first);
        for (index, turn) in turns.iter().enumerate().skip(same) {
            self.append(index, *turn, first);
        }
        imp.stack.set_visible_child_name(if turns.is_empty() { "empty" } else { "turns" });
        self.mark(current);
    }

    /// Marks the turns that gave value away; there is one entry for each turn, or none at all.
    pub fn mark_slips(&self, slips: &[Option<Slip>]) {
        let imp = self.imp();
        let Some(first) = imp.first.get() else { return };
        if !imp.marked.replace(!slips.is_empty()) && slips.is_empty() {
            return;
        }
        for (index, (turn, button)) in imp.shown.borrow().iter().enumerate() {
            let side = if place_of(index, first) % 2 == 0 { Color::White } else { Color::Black };
            describe_button(button, index + 1, *turn, side, slips.get(index).copied().flatten());
        }
    }

    fn shorten(&self, length: usize, first: Color) {
        let imp = self.imp();
        for (_, button) in imp.shown.borrow_mut().drain(length..) {
            imp.grid.remove(&button);
        }
        let used_rows = row_of(place_of(length, first) + 1);
        while imp.grid.child_at(0, used_rows).is_some() {
            imp.grid.remove_row(used_rows);
        }
    }

    fn append(&self, index: usize, turn: Move, first: Color) {
        let imp = self.imp();
        let place = place_of(index, first);
        let (column, row) = (place % 2, row_of(place));
        if imp.grid.child_at(0, row).is_none() {
            let number = gtk::Label::builder().label(format!("{}.", row + 1)).xalign(1.0).width_chars(4).build();
            // “1.” is read from the left in every language.
            number.set_direction(gtk::TextDirection::Ltr);
            number.add_css_class("dim-label");
            number.add_css_class("numeric");
            imp.grid.attach(&number, 0, row, 1, 1);
        }
        let side = if column == 0 { Color::White } else { Color::Black };
        let button = turn_button(index + 1, turn, side);
        imp.grid.attach(&button, column as i32 + 1, row, 1, 1);
        imp.shown.borrow_mut().push((turn, button));
    }

    fn mark(&self, current: usize) {
        let imp = self.imp();
        let shown = imp.shown.borrow();
        for (index, (_, button)) in shown.iter().enumerate() {
            if index + 1 == current {
                button.add_css_class("current");
            } else {
                button.remove_css_class("current");
            }
        }
        drop(shown);
        imp.current.set(current);
        self.scroll_to_current();
    }

    /// New rows have a place only after the next layout, which the range of the scroll bar tells.
    fn keep_current_in_sight(&self) {
        self.imp().scroller.vadjustment().connect_changed(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |_| list.scroll_to_current()
        ));
    }

    fn scroll_to_current(&self) {
        let imp = self.imp();
        let scroll = imp.scroller.vadjustment();
        let shown = imp.shown.borrow();
        if imp.current.get() == shown.len() {
            // The last row may not have its place yet; the end of the list is always right.
            return scroll.set_value(scroll.upper() - scroll.page_size());
        }
        let button = imp.current.get().checked_sub(1).and_then(|index| shown.get(index));
        let Some((_, button)) = button else { return scroll.set_value(0.0) };
        if let Some(bounds) = button.compute_bounds(&*imp.grid) {
            let (top, height) = (f64::from(bounds.y()), f64::from(bounds.height()));
            scroll.clamp_page(top - height / 2.0, top + height * 1.5 + 12.0);
        }
    }
}

/// How a turn gave value away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// A won game became a draw.
    WinToDraw,
    /// A won game became a lost one.
    WinToLoss,
    /// A drawn game became a lost one.
    DrawToLoss,
}

impl Slip {
    /// The sign behind the turn, as in chess, and what it means.
    fn words(self) -> (&'static str, String) {
        match self {
            Self::WinToDraw => ("?", gettext("gave away the win")),
            Self::WinToLoss => ("??", gettext("turned a won game into a lost one")),
            Self::DrawToLoss => ("?", gettext("gave away the draw")),
        }
    }
}

/// Where a turn stands, White's first turn being at 0.
fn place_of(index: usize, first: Color) -> usize {
    index + usize::from(first == Color::Black)
}

/// The row of the turn that stands at this place.
fn row_of(place: usize) -> i32 {
    i32::try_from(place / 2).unwrap_or(i32::MAX)
}

fn turn_button(number: usize, turn: Move, side: Color) -> gtk::Button {
    let label = gtk::Label::builder().xalign(0.0).build();
    let button = gtk::Button::builder().child(&label).hexpand(true).action_name("game.view").build();
    button.set_action_target_value(Some(&(u32::try_from(number).unwrap_or(u32::MAX)).to_variant()));
    button.add_css_class("flat");
    describe_button(&button, number, turn, side, None);
    button
}

fn describe_button(button: &gtk::Button, number: usize, turn: Move, side: Color, slip: Option<Slip>) {
    let slip = slip.map(Slip::words);
    let mut words = describe::last_turn(side, turn);
    let mut label = turn.to_string();
    if let Some((sign, meaning)) = &slip {
        label = format!("{label} {sign}");
        words = format!("{words}, {meaning}");
        button.add_css_class("slip");
    } else {
        button.remove_css_class("slip");
    }
    button.set_tooltip_text(slip.as_ref().map(|(_, meaning)| meaning.as_str()));
    if let Some(child) = button.child().and_downcast::<gtk::Label>() {
        child.set_label(&label);
    }
    // Translators: a button in the list of turns: “Turn 3: White played d6”
    let name = gettext_f("Turn {number}: {words}", &[("number", &number.to_string()), ("words", &words)]);
    button.update_property(&[accessible::Property::Label(&name)]);
}
