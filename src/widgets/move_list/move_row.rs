// SPDX-License-Identifier: GPL-3.0-or-later
//! A row of the list of moves. In a game, it has a button for White's move and one for Black's. In
//! a tree, it has one move with its indent, fold, and the beginning of its comment.

use std::cell::{OnceCell, RefCell};

use gettextrs::gettext;
use gtk::accessible;
use gtk::pango::EllipsizeMode;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::move_mark::MoveMark;
use crate::compat::accessible_names::name_list_item;
use crate::text::describe;
use crate::text::i18n::{list, sentences};
use morris::{Board, Color, Move};

/// A move in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// Number of moves up to this one.
    pub depth: usize,
    /// Number that texts give to the move.
    pub number: usize,
    /// Player of the move.
    pub side: Color,
    pub mv: Move,
    /// Board of the game.
    pub board: &'static Board,
    /// Mark beside the move.
    pub mark: Option<MoveMark>,
    /// Place in a tree.
    pub branch: Branch,
    /// The comment in one line, as far as it is shown.
    pub comment: String,
    /// Whether it led to the position on the board. The list sets this.
    pub current: bool,
}

/// Place of a move in a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// Number of variations that the move is within.
    pub nesting: usize,
    /// Whether a variation begins with the move.
    pub begins: bool,
    /// Whether the other moves of that variation are hidden.
    pub folded: bool,
}

/// Content of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowContent {
    /// Moves of White and Black. The column of numbers has room for `digits`.
    Pair { number: usize, digits: usize, moves: [Option<ListedMove>; 2] },
    /// A move of a tree.
    Single(ListedMove),
}

/// Width of one step of the indent, in pixels, and the maximum number of steps.
const INDENT: i32 = 14;
const DEEPEST: usize = 8;
/// Approximate height of a row without parts, in pixels.
const USUAL_HEIGHT: i32 = 30;

/// Widgets of a row.
enum RowParts {
    Pair { number: gtk::Label, buttons: [gtk::Button; 2] },
    Single { indent: gtk::Box, fold: gtk::Image, number: gtk::Label, mv: gtk::Label, comment: gtk::Label },
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct MoveRow {
        /// Created when the row first has content, since a list contains many rows that are never
        /// visible.
        pub(super) parts: OnceCell<RowParts>,
        pub(super) content: RefCell<Option<RowContent>>,
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
    /// Shows a content. Returns whether the row showed another one before.
    pub fn show(&self, content: RowContent) -> bool {
        let imp = self.imp();
        let before = imp.content.take();
        let is_new = before.as_ref() != Some(&content);
        match (imp.parts.get_or_init(|| self.make(&content)), &content) {
            _ if !is_new => {}
            (RowParts::Pair { number: label, buttons }, RowContent::Pair { number, digits, moves }) => {
                label.set_label(&format!("{number}."));
                label.set_width_chars(*digits as i32 + 1);
                let known = match before {
                    Some(RowContent::Pair { moves, .. }) => moves,
                    _ => [None, None],
                };
                for ((button, mv), known) in buttons.iter().zip(moves).zip(known) {
                    // The place of a missing move stays empty and cannot be reached.
                    button.set_child_visible(mv.is_some());
                    if let Some(mv) = mv.as_ref().filter(|mv| known.as_ref() != Some(mv)) {
                        describe_button(button, mv);
                    }
                }
            }
            (RowParts::Single { indent, fold, number, mv, comment }, RowContent::Single(shown)) => {
                let Branch { nesting, begins, folded } = shown.branch;
                indent.set_width_request(INDENT * nesting.min(DEEPEST) as i32);
                fold.set_opacity(if begins { 1.0 } else { 0.0 });
                fold.set_icon_name(Some(if folded { "pan-end-symbolic" } else { "pan-down-symbolic" }));
                number.set_label(&format!("{}{}", shown.number, if shown.side == Color::White { "." } else { "…" }));
                mv.set_label(&format!("{}{}", shown.board.display(shown.mv), shown.mark.map_or("", MoveMark::symbol)));
                comment.set_label(&shown.comment);
                set_class(self, "current", shown.current);
                set_class(self, "variation", nesting > 0);
            }
            // A list shows only pairs or only single moves.
            _ => {}
        }
        imp.content.replace(Some(content));
        self.name_item();
        is_new
    }

    /// Gives the list's own widget around the row an accessible name: the number of a pair, or the
    /// words of a single move.
    fn name_item(&self) {
        match &*self.imp().content.borrow() {
            Some(RowContent::Pair { number, .. }) => name_list_item(self, &format!("{number}.")),
            Some(RowContent::Single(mv)) => name_list_item(self, &words(mv)),
            None => {}
        }
    }

    /// Returns whether the row has content.
    pub fn is_made(&self) -> bool {
        self.imp().parts.get().is_some()
    }

    /// Gives the focus to the move in a column: to its button, or to the list's own widget around
    /// the row. Returns whether it takes the focus.
    pub fn focus_column(&self, column: usize) -> bool {
        match self.imp().parts.get() {
            Some(RowParts::Pair { buttons, .. }) => buttons[column].grab_focus(),
            _ => self.parent().is_some_and(|item| item.grab_focus()),
        }
    }

    /// Returns the column of the focused move.
    pub fn focused_column(&self) -> Option<usize> {
        match self.imp().parts.get() {
            Some(RowParts::Pair { buttons, .. }) => buttons.iter().position(gtk::Button::is_focus),
            _ => self.parent().filter(gtk::Widget::is_focus).map(|_| 0),
        }
    }

    /// Returns whether a place in the row, from its left edge, is on the sign of a variation.
    pub fn is_on_fold(&self, x: f64) -> bool {
        let Some(RowParts::Single { fold, .. }) = self.imp().parts.get() else { return false };
        fold.opacity() > 0.0
            && fold.compute_bounds(self).is_some_and(|bounds| {
                let (from, to) = (f64::from(bounds.x()) - 8.0, f64::from(bounds.x() + bounds.width()) + 8.0);
                (from..to).contains(&x)
            })
    }

    fn make(&self, content: &RowContent) -> RowParts {
        let label = |classes: &[&str]| gtk::Label::builder().xalign(0.0).css_classes(classes.to_vec()).build();
        let number = label(&["dim-label", "numeric"]);
        // “1.” is read from left to right in every language.
        number.set_direction(gtk::TextDirection::Ltr);
        self.set_height_request(-1);
        if matches!(content, RowContent::Pair { .. }) {
            number.set_xalign(1.0);
            let buttons = [(); 2].map(|()| {
                let mv = label(&[]);
                // Where large text has no room.
                mv.set_wrap(true);
                mv.set_wrap_mode(gtk::pango::WrapMode::WordChar);
                gtk::Button::builder().child(&mv).css_classes(["flat"]).build()
            });
            let pair = gtk::Box::builder().spacing(4).homogeneous(true).hexpand(true).build();
            buttons.iter().for_each(|button| pair.append(button));
            self.set_spacing(4);
            self.append(&number);
            self.append(&pair);
            return RowParts::Pair { number, buttons };
        }
        let indent = gtk::Box::default();
        let fold = gtk::Image::builder().accessible_role(gtk::AccessibleRole::Presentation).build();
        let mv = label(&["numeric"]);
        let comment = label(&["dim-label", "caption"]);
        comment.set_ellipsize(EllipsizeMode::End);
        comment.set_hexpand(true);
        self.set_spacing(6);
        self.append(&indent);
        self.append(&fold);
        [&number, &mv, &comment].into_iter().for_each(|label| self.append(label));
        RowParts::Single { indent, fold, number, mv, comment }
    }
}

fn describe_button(button: &gtk::Button, mv: &ListedMove) {
    let mut label = mv.board.display(mv.mv).to_string();
    if let Some(mark) = mv.mark {
        label = format!("{label} {}", mark.symbol());
    }
    for class in MoveMark::STYLES {
        set_class(button, class, mv.mark.is_some_and(|mark| mark.style() == Some(class)));
    }
    set_class(button, "current", mv.current);
    button.set_tooltip_text(mv.mark.map(MoveMark::meaning).as_deref());
    if let Some(child) = button.child().and_downcast::<gtk::Label>() {
        child.set_label(&label);
    }
    button.set_action_target_value(Some(&u32::try_from(mv.depth).unwrap_or(u32::MAX).to_variant()));
    button.set_action_name(Some("game.view"));
    button.update_property(&[accessible::Property::Label(&words(mv))]);
}

fn set_class(widget: &impl IsA<gtk::Widget>, class: &str, set: bool) {
    if set {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}

/// Returns a move in words. GTK 4.8 tells a screen reader neither depth nor fold of a row.
fn words(shown: &ListedMove) -> String {
    let ListedMove { depth, side, mv, board, mark, branch, comment, .. } = shown;
    let mut parts = vec![describe::numbered_move(*depth, &describe::last_move(board, *side, *mv))];
    parts.extend(mark.map(MoveMark::meaning));
    parts.extend(describe::nesting(branch.nesting));
    parts.extend(branch.folded.then(|| gettext("collapsed")));
    sentences(&[list(&parts), comment.clone()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::describe::GLYPHS;
    use crate::widgets::for_tests::Look;
    use morris::Rules;

    fn listed(mv: &str) -> ListedMove {
        ListedMove {
            depth: 5,
            number: 3,
            side: Color::White,
            mv: mv.parse().unwrap(),
            board: Rules::STANDARD.board,
            mark: Some(MoveMark::Glyph(GLYPHS[0])),
            branch: Branch::default(),
            comment: String::new(),
            current: false,
        }
    }

    /// Minimum width of the list beside a board, without the space around its rows, in pixels.
    const ROOM: i32 = 232;

    #[gtk::test]
    fn two_long_moves_have_room_in_large_text() {
        let _look = Look::with_text(2.0);
        let row = MoveRow::default();
        let list = gtk::Box::builder().css_classes(["move-list"]).build();
        list.append(&row);
        let window = gtk::Window::builder().child(&list).build();
        let moves = [(); 2].map(|()| Some(listed("d3-c3xa4")));
        row.show(RowContent::Pair { number: 20, digits: 2, moves });
        let width = row.measure(gtk::Orientation::Horizontal, -1).0;
        assert!(width <= ROOM, "{width}");
        window.destroy();
    }

    #[test]
    fn row_describes_its_depth_and_folding() {
        let mv = listed("d6");
        assert_eq!(words(&mv), "Move 5: White played d6, good move");
        let branch = Branch { nesting: 2, begins: true, folded: true };
        let mv = ListedMove { branch, mark: None, comment: "safe".to_owned(), ..mv };
        assert_eq!(words(&mv), "Move 5: White played d6, variation at depth 2, collapsed. safe");
    }
}
