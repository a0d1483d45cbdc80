// SPDX-License-Identifier: GPL-3.0-or-later
//! A row of the list of moves: a button for White's move and one for Black's, after the number. A
//! row of a variation has an indent with lines, and a sign if the variation begins. The beginning
//! of a comment is below its move, which is the last one of its row.

use std::cell::{OnceCell, RefCell};

use gettextrs::gettext;
use gtk::pango::EllipsizeMode;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::move_mark::MoveMark;
use super::row_layout::{GUIDE, RowLayout};
use crate::compat::accessible_names::{name_list_item, set_accessible_name};
use crate::text::describe;
use crate::text::i18n::{list, sentences};
use crate::widgets::adaptive_layout::AdaptiveLayout;
use morris::{Board, Color, Move};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// Target of the action `game.view`, which shows the position after it.
    pub target: u32,
    /// Number of moves up to this one.
    pub depth: usize,
    /// Number that texts give to the move.
    pub number: usize,
    /// Player of the move.
    pub side: Color,
    pub mv: Move,
    pub board: &'static Board,
    pub mark: Option<MoveMark>,
    pub branch: Branch,
    /// The comment in one line, as far as it is shown.
    pub comment: String,
    /// Whether it led to the position on the board. The list sets this.
    pub current: bool,
}

/// Minimum number of digits that the column of numbers has room for.
pub const LEAST_DIGITS: usize = 3;

/// The place of a move: its row, and its column, which is 0 for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub row: usize,
    pub column: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// Number of variations that the move is within.
    pub nesting: usize,
    /// Whether a variation begins with the move.
    pub begins: bool,
    /// Whether the other moves of that variation are hidden.
    pub folded: bool,
}

/// Content of a row, which has at least one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowContent {
    /// Number of digits that the column of numbers has room for.
    pub digits: usize,
    /// White's move and Black's.
    pub moves: [Option<ListedMove>; 2],
}

impl RowContent {
    fn first(&self) -> Option<&ListedMove> {
        self.moves.iter().flatten().next()
    }

    /// Returns the number before the moves, as in chess.
    fn number(&self) -> String {
        let sign = if self.moves[0].is_some() { "." } else { "…" };
        self.first().map(|mv| format!("{}{sign}", mv.number)).unwrap_or_default()
    }

    fn comment(&self) -> &str {
        self.moves.iter().flatten().last().map_or("", |mv| &mv.comment)
    }
}

/// Width of one step of the indent, in pixels, and the maximum number of steps.
const INDENT: i32 = 16;
const DEEPEST: usize = 6;
/// Approximate height of a row without parts, in pixels.
const USUAL_HEIGHT: i32 = 30;

struct RowParts {
    /// The indent of a variation: its outer steps, and the innermost one with the sign.
    indent: OnceCell<(gtk::Box, gtk::Image)>,
    number: gtk::Label,
    buttons: [gtk::Button; 2],
    comment: OnceCell<gtk::Label>,
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

    impl ObjectImpl for MoveRow {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_layout_manager(Some(AdaptiveLayout::new(RowLayout)));
            self.obj().set_height_request(USUAL_HEIGHT);
        }
    }

    impl WidgetImpl for MoveRow {
        fn root(&self) {
            self.parent_root();
            self.obj().name_item();
        }
    }
}

class!(MoveRow: gtk::Box);

impl MoveRow {
    /// Shows a content. Returns whether the row showed another one before.
    pub fn show(&self, content: RowContent) -> bool {
        let imp = self.imp();
        let before = imp.content.take();
        if before.as_ref() == Some(&content) {
            imp.content.replace(before);
            return false;
        }
        let parts = imp.parts.get_or_init(|| self.make());
        parts.number.set_label(&content.number());
        parts.number.set_width_chars(content.digits as i32 + 1);
        let known = before.map_or([None, None], |before| before.moves);
        for ((button, mv), known) in parts.buttons.iter().zip(&content.moves).zip(known) {
            // The place of a missing move stays empty and cannot be reached.
            button.set_visible(mv.is_some());
            if let Some(mv) = mv.as_ref().filter(|mv| known.as_ref() != Some(mv)) {
                describe_button(button, mv);
            }
        }
        self.show_branch(parts, content.first().map(|mv| mv.branch).unwrap_or_default());
        self.show_comment(parts, content.comment());
        imp.content.replace(Some(content));
        self.name_item();
        true
    }

    fn show_branch(&self, parts: &RowParts, Branch { nesting, begins, folded }: Branch) {
        set_class(self, "variation", nesting > 0);
        if nesting == 0 && parts.indent.get().is_none() {
            return;
        }
        let (outer, fold) = parts.indent.get_or_init(|| {
            let fold = gtk::Image::builder().accessible_role(gtk::AccessibleRole::Presentation).build();
            let outer = gtk::Box::builder().css_classes([GUIDE]).build();
            fold.set_width_request(INDENT);
            self.prepend(&fold);
            self.prepend(&outer);
            (outer, fold)
        });
        outer.set_visible(nesting > 1);
        outer.set_width_request(INDENT * (nesting.min(DEEPEST) as i32 - 1).max(0));
        fold.set_visible(nesting > 0);
        fold.set_icon_name(begins.then_some(if folded { "pan-end-symbolic" } else { "pan-down-symbolic" }));
        set_class(fold, GUIDE, !begins);
    }

    fn show_comment(&self, parts: &RowParts, words: &str) {
        if words.is_empty() && parts.comment.get().is_none() {
            return;
        }
        let comment = parts.comment.get_or_init(|| {
            let comment = label(&["dim-label", "caption"]);
            comment.set_ellipsize(EllipsizeMode::End);
            self.append(&comment);
            comment
        });
        comment.set_visible(!words.is_empty());
        comment.set_label(words);
    }

    /// Gives the list's own widget around the row an accessible name: the number of its moves.
    fn name_item(&self) {
        if let Some(content) = &*self.imp().content.borrow() {
            name_list_item(self, &content.number());
        }
    }

    pub fn listed(&self, column: usize) -> Option<ListedMove> {
        self.imp().content.borrow().as_ref()?.moves[column].clone()
    }

    pub fn is_made(&self) -> bool {
        self.imp().parts.get().is_some()
    }

    /// Gives the focus to the move in a column. Returns whether it takes the focus.
    pub fn focus_column(&self, column: usize) -> bool {
        self.imp().parts.get().is_some_and(|parts| parts.buttons[column].grab_focus())
    }

    pub fn focused_column(&self) -> Option<usize> {
        self.imp().parts.get()?.buttons.iter().position(gtk::Button::is_focus)
    }

    /// Returns the column of the move at a place in the row, or of the nearest one.
    pub fn column_at(&self, (x, y): (f64, f64)) -> usize {
        let is_at = |button: &gtk::Button| {
            let bounds = button.compute_bounds(self).filter(|_| button.is_visible());
            bounds.is_some_and(|bounds| bounds.contains_point(&gtk::graphene::Point::new(x as f32, y as f32)))
        };
        let at = self.imp().parts.get().and_then(|parts| parts.buttons.iter().position(is_at));
        at.or_else(|| self.imp().content.borrow().as_ref()?.moves.iter().position(Option::is_some)).unwrap_or(0)
    }

    /// Returns whether a place in the row, from its left edge, is on the sign of a variation.
    pub fn is_on_fold(&self, x: f64) -> bool {
        let indent = self.imp().parts.get().and_then(|parts| parts.indent.get());
        let fold = indent.map(|(_, fold)| fold).filter(|fold| fold.is_visible() && fold.icon_name().is_some());
        fold.and_then(|fold| fold.compute_bounds(self)).is_some_and(|bounds| {
            let (from, to) = (f64::from(bounds.x()) - 8.0, f64::from(bounds.x() + bounds.width()) + 8.0);
            (from..to).contains(&x)
        })
    }

    fn make(&self) -> RowParts {
        let number = label(&["dim-label", "numeric"]);
        // “1.” is read from left to right in every language.
        number.set_direction(gtk::TextDirection::Ltr);
        number.set_xalign(1.0);
        let buttons = [(); 2].map(|()| gtk::Button::builder().child(&label(&[])).css_classes(["flat"]).build());
        self.set_height_request(-1);
        self.append(&number);
        buttons.iter().for_each(|button| self.append(button));
        RowParts { indent: OnceCell::new(), number, buttons, comment: OnceCell::new() }
    }
}

fn label(classes: &[&str]) -> gtk::Label {
    gtk::Label::builder().xalign(0.0).css_classes(classes.to_vec()).build()
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
    button.set_action_target_value(Some(&mv.target.to_variant()));
    button.set_action_name(Some("game.view"));
    set_accessible_name(button, &words(mv));
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
    use morris::Rules;

    #[test]
    fn row_describes_its_depth_and_folding() {
        let mv = ListedMove {
            target: 5,
            depth: 5,
            number: 3,
            side: Color::White,
            mv: "d6".parse().unwrap(),
            board: Rules::STANDARD.board,
            mark: Some(MoveMark::Glyph(GLYPHS[0])),
            branch: Branch::default(),
            comment: String::new(),
            current: false,
        };
        assert_eq!(words(&mv), "Move 5: White played d6, good move");
        let branch = Branch { nesting: 2, begins: true, folded: true };
        let mv = ListedMove { branch, mark: None, comment: "safe".to_owned(), ..mv };
        assert_eq!(words(&mv), "Move 5: White played d6, variation at depth 2, collapsed. safe");
    }
}
