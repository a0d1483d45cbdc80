// SPDX-License-Identifier: GPL-3.0-or-later
//! A row of the tree of moves: indent, fold, number, move, mark, and the beginning of the comment.

use std::cell::{Cell, OnceCell, RefCell};

use gettextrs::gettext;
use gtk::pango::EllipsizeMode;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::compat::accessible_names::name_list_item;
use crate::text::describe;
use crate::text::i18n::{list, sentences};
use morris::{Board, Color, Move, NodeId, Row};

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedRow {
    /// The move, and its place in the tree.
    pub row: Row,
    /// Whether it begins a variation whose other moves are hidden.
    pub folded: bool,
}

/// Content of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowContent {
    /// Place of the row.
    pub listed: ListedRow,
    /// Number of the move, as the list shows it.
    pub number: String,
    /// Number of moves up to this one.
    pub depth: usize,
    /// Player of the move.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// Board of the game.
    pub board: &'static Board,
    /// Sign after the move, such as `!?`.
    pub sign: &'static str,
    /// Meaning of the sign.
    pub meaning: Option<String>,
    /// The comment in one line, as far as it is shown.
    pub comment: String,
    /// Whether the move led to the position on the board.
    pub current: bool,
}

/// Widgets of a row.
struct RowParts {
    indent: gtk::Box,
    fold: gtk::Image,
    number: gtk::Label,
    mv: gtk::Label,
    comment: gtk::Label,
}

/// Width of one step of the indent, in pixels, and the maximum number of steps.
const INDENT: i32 = 14;
const DEEPEST: usize = 8;
/// Approximate height of a row without parts, in pixels.
const USUAL_HEIGHT: i32 = 30;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct TreeRow {
        /// Created when the row first has content.
        pub(super) parts: OnceCell<RowParts>,
        pub(super) content: RefCell<Option<RowContent>>,
        pub(super) node: Cell<Option<NodeId>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for TreeRow {
        const NAME: &'static str = "NmmTreeRow";
        type Type = super::TreeRow;
        type ParentType = gtk::Box;
    }

    impl ObjectImpl for TreeRow {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_spacing(6);
            self.obj().set_height_request(USUAL_HEIGHT);
        }
    }

    impl WidgetImpl for TreeRow {
        fn root(&self) {
            self.parent_root();
            self.obj().name_item();
        }
    }
    impl BoxImpl for TreeRow {}
}

glib::wrapper! {
    /// A row of the tree of moves.
    pub struct TreeRow(ObjectSubclass<imp::TreeRow>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for TreeRow {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl TreeRow {
    /// Shows a move.
    pub fn show(&self, content: RowContent) {
        let imp = self.imp();
        imp.node.set(Some(content.listed.row.node));
        if imp.content.borrow().as_ref() == Some(&content) {
            return self.name_item();
        }
        let RowParts { indent, fold, number, mv, comment } = imp.parts.get_or_init(|| self.make());
        indent.set_width_request(INDENT * content.listed.row.nesting.min(DEEPEST) as i32);
        fold.set_opacity(if content.listed.row.begins { 1.0 } else { 0.0 });
        fold.set_icon_name(Some(if content.listed.folded { "pan-end-symbolic" } else { "pan-down-symbolic" }));
        number.set_label(&content.number);
        mv.set_label(&format!("{}{}", content.board.display(content.mv), content.sign));
        comment.set_label(&content.comment);
        for (class, set) in [("current", content.current), ("variation", content.listed.row.nesting > 0)] {
            if set { self.add_css_class(class) } else { self.remove_css_class(class) }
        }
        imp.content.replace(Some(content));
        self.name_item();
    }

    /// Returns the move of the row, or `None` before it has content.
    pub fn node(&self) -> Option<NodeId> {
        self.imp().node.get()
    }

    /// Marks the row as filled without changing what it shows.
    pub fn wait(&self, node: NodeId) {
        self.imp().node.set(Some(node));
    }

    /// Marks the row as empty, since it now belongs to another place.
    pub fn forget(&self) {
        self.imp().node.take();
    }

    /// Returns whether a place in the row, from its left edge, is on the sign of a variation.
    pub fn is_on_fold(&self, x: f64) -> bool {
        self.imp().parts.get().is_some_and(|parts| {
            let bounds = parts.fold.compute_bounds(self);
            parts.fold.opacity() > 0.0
                && bounds.is_some_and(|bounds| {
                    let (from, to) = (f64::from(bounds.x()) - 8.0, f64::from(bounds.x() + bounds.width()) + 8.0);
                    (from..to).contains(&x)
                })
        })
    }

    /// Gives the list's own widget around the row the whole row in words as the accessible name.
    fn name_item(&self) {
        if let Some(content) = &*self.imp().content.borrow() {
            name_list_item(self, &words(content));
        }
    }

    fn make(&self) -> RowParts {
        let indent = gtk::Box::default();
        let fold = gtk::Image::builder().accessible_role(gtk::AccessibleRole::Presentation).build();
        let label = |classes: &[&str]| gtk::Label::builder().xalign(0.0).css_classes(classes.to_vec()).build();
        let number = label(&["dim-label", "numeric"]);
        // “1.” is read from left to right in every language.
        number.set_direction(gtk::TextDirection::Ltr);
        let mv = label(&["numeric"]);
        let comment = label(&["dim-label", "caption"]);
        comment.set_ellipsize(EllipsizeMode::End);
        comment.set_hexpand(true);
        self.set_height_request(-1);
        self.append(&indent);
        self.append(&fold);
        [&number, &mv, &comment].into_iter().for_each(|label| self.append(label));
        RowParts { indent, fold, number, mv, comment }
    }
}

/// Returns a row in words. GTK 4.8 tells a screen reader neither depth nor fold of a row.
fn words(content: &RowContent) -> String {
    let RowContent { listed, depth, side, mv, board, meaning, comment, .. } = content;
    let played = describe::numbered_move(*depth, &describe::last_move(board, *side, *mv));
    let mut parts = vec![played];
    parts.extend(meaning.clone());
    parts.extend(describe::nesting(listed.row.nesting));
    parts.extend(listed.folded.then(|| gettext("collapsed")));
    sentences(&[list(&parts), comment.clone()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{GameTree, Position, Rules};

    #[test]
    fn row_describes_its_depth_and_folding() {
        let rules = Rules::STANDARD;
        let mut tree = GameTree::new(rules, Position::start(&rules));
        let node = tree.play(tree.root(), "d6".parse().unwrap()).unwrap();
        let row = Row { node, nesting: 0, begins: false };
        let content = RowContent {
            listed: ListedRow { row, folded: false },
            number: "3.".to_owned(),
            depth: 5,
            side: Color::White,
            mv: "d6".parse().unwrap(),
            board: rules.board,
            sign: "!",
            meaning: Some("good move".to_owned()),
            comment: String::new(),
            current: false,
        };
        assert_eq!(words(&content), "Move 5: White played d6, good move");
        let listed = ListedRow { row: Row { nesting: 2, begins: true, ..row }, folded: true };
        let content = RowContent { listed, meaning: None, comment: "safe".to_owned(), ..content };
        assert_eq!(words(&content), "Move 5: White played d6, variation at depth 2, collapsed. safe");
    }
}
