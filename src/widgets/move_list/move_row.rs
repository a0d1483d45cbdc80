// SPDX-License-Identifier: GPL-3.0-or-later
//! A row of the list of moves: its number, White's move, and Black's move. Each move is a button
//! that shows the position after it.

use std::cell::{Cell, OnceCell};

use gettextrs::gettext;
use gtk::accessible;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::compat::accessible_names::name_list_item;
use crate::text::describe;
use morris::{Board, Color, Move};
use morris_teach::review::Mistake;

/// Mark beside a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveMark {
    /// The move made the result worse.
    Mistake(Mistake),
    /// The only move that kept the result.
    OnlyMove,
    /// A move with a low score by the engine.
    Doubtful,
}

impl MoveMark {
    /// Returns the symbol after the move, as in chess.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Mistake(Mistake::WinToDraw | Mistake::DrawToLoss) => "?",
            Self::Mistake(Mistake::WinToLoss) => "??",
            Self::OnlyMove => "!",
            Self::Doubtful => "?!",
        }
    }

    const fn style(self) -> &'static str {
        match self {
            Self::Mistake(_) => "mistake",
            Self::OnlyMove => "only-move",
            Self::Doubtful => "doubtful",
        }
    }

    /// Returns the meaning of the mark, as the end of a sentence.
    #[must_use]
    pub fn meaning(self) -> String {
        match self {
            Self::Mistake(mistake) => describe::mistake(mistake),
            Self::OnlyMove => gettext("the only move"),
            Self::Doubtful => gettext("dubious, by the computer’s estimate"),
        }
    }
}

/// Content of one button of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCell {
    /// Number of the move, from 1.
    pub number: usize,
    /// Player of the move.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// Board of the game.
    pub board: &'static Board,
    /// Mark beside the move.
    pub mark: Option<MoveMark>,
    /// Whether the move led to the position on the board.
    pub current: bool,
}

/// Approximate height of a row without parts, in pixels.
const USUAL_HEIGHT: i32 = 30;

/// Widgets of a row.
pub struct RowParts {
    /// “1.”
    number: gtk::Label,
    /// White's move and Black's move.
    buttons: [gtk::Button; 2],
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct MoveRow {
        /// Created when the row first has content, since a list contains many rows that are never
        /// visible.
        pub(super) parts: OnceCell<RowParts>,
        /// Number of the row, from 1, or 0 before it has content.
        pub(super) place: Cell<usize>,
        /// Content of the buttons.
        pub(super) shown: [Cell<Option<MoveCell>>; 2],
    }

    #[glib::object_subclass]
    impl ObjectSubclass for MoveRow {
        const NAME: &'static str = "NmmMoveRow";
        type Type = super::MoveRow;
        type ParentType = gtk::Box;
    }

    impl ObjectImpl for MoveRow {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_spacing(4);
            self.obj().set_height_request(USUAL_HEIGHT);
        }
    }

    impl WidgetImpl for MoveRow {
        fn root(&self) {
            self.parent_root();
            self.obj().name_item();
        }
    }
    impl BoxImpl for MoveRow {}
}

glib::wrapper! {
    /// A row of the list of moves.
    pub struct MoveRow(ObjectSubclass<imp::MoveRow>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for MoveRow {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl MoveRow {
    /// Shows the row with this number, from 1. The column of numbers has room for `digits`. An
    /// entry is `None` if there is no move.
    pub fn show(&self, number: usize, digits: i32, entries: [Option<MoveCell>; 2]) {
        let name = format!("{number}.");
        self.imp().place.set(number);
        let parts = self.parts();
        parts.number.set_label(&name);
        parts.number.set_width_chars(digits + 1);
        self.name_item();
        for ((button, shown), entry) in parts.buttons.iter().zip(&self.imp().shown).zip(entries) {
            // The place of a missing move stays empty and cannot be reached.
            button.set_child_visible(entry.is_some());
            if let (Some(entry), true) = (entry, shown.replace(entry) != entry) {
                describe_button(button, &entry);
            }
        }
    }

    /// Gives the list's own widget around the row its number as the accessible name.
    fn name_item(&self) {
        let number = self.number();
        if number != 0 {
            name_list_item(self, &format!("{number}."));
        }
    }

    /// Returns the number of the row, from 1, or 0 before it has content.
    pub fn number(&self) -> usize {
        self.imp().place.get()
    }

    /// Returns whether the row has content.
    pub fn is_made(&self) -> bool {
        self.imp().parts.get().is_some()
    }

    /// Returns the button in White's column (0) or Black's (1).
    pub fn button(&self, column: usize) -> &gtk::Button {
        &self.parts().buttons[column]
    }

    /// Returns the column of the focused button.
    pub fn focused_column(&self) -> Option<usize> {
        self.imp().parts.get()?.buttons.iter().position(gtk::Button::is_focus)
    }

    fn parts(&self) -> &RowParts {
        self.imp().parts.get_or_init(|| self.make())
    }

    fn make(&self) -> RowParts {
        let number = gtk::Label::builder().xalign(1.0).css_classes(["dim-label", "numeric"]).build();
        // “1.” is read from left to right in every language.
        number.set_direction(gtk::TextDirection::Ltr);
        let buttons = [(); 2].map(|()| {
            let label = gtk::Label::builder().xalign(0.0).build();
            gtk::Button::builder().child(&label).css_classes(["flat"]).build()
        });
        let pair = gtk::Box::builder().spacing(4).homogeneous(true).hexpand(true).build();
        buttons.iter().for_each(|button| pair.append(button));
        self.set_height_request(-1);
        self.append(&number);
        self.append(&pair);
        RowParts { number, buttons }
    }
}

fn describe_button(button: &gtk::Button, entry: &MoveCell) {
    let meaning = entry.mark.map(MoveMark::meaning);
    let mut words = describe::last_move(entry.board, entry.side, entry.mv);
    let mut label = entry.board.display(entry.mv).to_string();
    if let (Some(mark), Some(meaning)) = (entry.mark, &meaning) {
        label = format!("{label} {}", mark.symbol());
        words = format!("{words}, {meaning}");
    }
    for class in ["mistake", "only-move", "doubtful"] {
        set_class(button, class, entry.mark.is_some_and(|mark| mark.style() == class));
    }
    set_class(button, "current", entry.current);
    button.set_tooltip_text(meaning.as_deref());
    if let Some(child) = button.child().and_downcast::<gtk::Label>() {
        child.set_label(&label);
    }
    button.set_action_target_value(Some(&(u32::try_from(entry.number).unwrap_or(u32::MAX)).to_variant()));
    button.set_action_name(Some("game.view"));
    let name = describe::numbered_move(entry.number, &words);
    button.update_property(&[accessible::Property::Label(&name)]);
}

fn set_class(button: &gtk::Button, class: &str, set: bool) {
    if set {
        button.add_css_class(class);
    } else {
        button.remove_css_class(class);
    }
}
