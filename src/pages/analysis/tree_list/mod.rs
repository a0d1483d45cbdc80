// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of the moves of a tree: indented, with variations that fold. It is one stop of the Tab
//! key.
//!
//! It works in small steps, so that a tree of thousands of moves never holds up the window: in each
//! turn of the main loop it reads and fills a limited number of rows.

mod tree_row;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashSet;

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{GameTree, NodeId, Walk};
use tree_row::TreeRow;

use crate::widgets::bound_rows::{BoundRows, RowState};

pub use tree_row::{ListedRow, RowContent};

/// Maximum number of nodes read and rows filled in one turn of the main loop.
const IN_A_TURN: usize = 16;

/// The tree that a list shows.
pub trait TreeSource {
    /// Passes the tree to `look`, if there is one.
    fn with_tree(&self, look: &mut dyn FnMut(&GameTree));

    /// Returns the content of a row.
    fn content(&self, row: ListedRow) -> Option<RowContent>;
}

/// A walk over the tree, and the rows so far.
#[derive(Debug)]
struct Reading {
    walk: Walk,
    rows: Vec<ListedRow>,
}

impl Reading {
    /// Reads at most this number of nodes. Returns whether it has reached the end.
    fn read(&mut self, tree: &GameTree, folded: &HashSet<NodeId>, most: usize) -> bool {
        for _ in 0..most {
            let Some(row) = self.walk.next(tree) else { return true };
            let folded = row.begins && folded.contains(&row.node) && !tree.children(row.node).is_empty();
            self.rows.push(ListedRow { row, folded });
            if folded {
                self.walk.skip_variation();
            }
        }
        false
    }
}

mod imp {
    use super::*;

    type OnNode = Box<dyn Fn(NodeId)>;
    type OnMenu = Box<dyn Fn(NodeId, &gtk::Widget, Option<(f64, f64)>)>;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "tree_list.ui")]
    pub struct TreeList {
        /// Contains the list, and a text for an empty one.
        #[template_child]
        pub(super) stack: TemplateChild<gtk::Stack>,
        /// The list. The content of a row is found by its position.
        #[template_child]
        pub(super) list: TemplateChild<gtk::ListView>,
        /// One string per row.
        #[template_child]
        pub(super) strings: TemplateChild<gtk::StringList>,
        /// Scrolls the list.
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        pub(super) source: OnceCell<Box<dyn TreeSource>>,
        /// The rows in the list.
        pub(super) rows: RefCell<Vec<ListedRow>>,
        /// Reads the tree after a change.
        pub(super) reading: RefCell<Option<Reading>>,
        /// First moves of folded variations.
        pub(super) folded: RefCell<HashSet<NodeId>>,
        /// Move that led to the position on the board.
        pub(super) current: Cell<Option<NodeId>>,
        /// What is kept about the rows.
        pub(super) row_state: RowState,
        /// Number of nodes and rows handled in this turn of the main loop, and since the start.
        pub(super) spent: Cell<usize>,
        pub(super) total: Cell<usize>,
        /// Whether a step is planned.
        pub(super) works: Cell<bool>,
        /// Whether the current move gets the focus when its row is there.
        pub(super) focuses: Cell<bool>,
        pub(super) on_chosen: RefCell<Option<OnNode>>,
        pub(super) on_menu: RefCell<Option<OnMenu>>,
    }

    template_class!(TreeList: adw::Bin);

    impl ObjectImpl for TreeList {
        fn constructed(&self) {
            self.parent_constructed();
            let list = self.obj();
            list.connect_rows();
            list.listen();
        }
    }

    impl WidgetImpl for TreeList {
        /// Makes the current move the only stop of the Tab key.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let list = self.obj();
            let tab = matches!(direction, gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward);
            match list.focused() {
                Some(_) if tab => false,
                Some(_) => self.list.child_focus(direction),
                None => list.focus_current(),
            }
        }

        fn map(&self) {
            self.parent_map();
            self.obj().bring_into_sight();
        }
    }

    impl BinImpl for TreeList {}
}

glib::wrapper! {
    /// The list of the moves of a tree.
    pub struct TreeList(ObjectSubclass<imp::TreeList>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for TreeList {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl TreeList {
    /// Sets where the tree is found.
    pub fn set_source(&self, source: impl TreeSource + 'static) {
        self.imp().source.get_or_init(|| Box::new(source));
    }

    /// Reads another tree, without any folds.
    pub fn begin(&self) {
        self.imp().folded.take();
        self.imp().strings.splice(0, self.imp().strings.n_items(), &[]);
        self.imp().rows.take();
        self.read_again();
    }

    /// Reads the tree again, because moves were added or removed.
    pub fn read_again(&self) {
        let imp = self.imp();
        let mut walk = None;
        self.with_tree(|tree| walk = Some(Walk::new(tree)));
        imp.reading.replace(walk.map(|walk| Reading { walk, rows: Vec::new() }));
        self.work_soon();
    }

    /// Fills the rows again, because a comment or a mark has changed.
    pub fn refresh(&self) {
        self.listed_rows().iter().for_each(|(_, row)| row.forget());
        self.work_soon();
    }

    /// Marks the move that led to the position on the board. Unfolds the variations around it.
    pub fn set_current(&self, node: NodeId) {
        let imp = self.imp();
        let before = imp.current.replace(Some(node));
        self.unfold_around(node);
        if before != Some(node) {
            // The focus goes along with the current move.
            let follows = before.is_some() && self.focused() == before;
            imp.focuses.set(follows || imp.focuses.get());
            let changed = |row: &TreeRow| row.node() == before || row.node() == Some(node);
            self.listed_rows().iter().filter(|(_, row)| changed(row)).for_each(|(_, row)| row.forget());
            self.work_soon();
            self.bring_into_sight();
        }
    }

    /// Calls `call` with a move that is chosen.
    pub fn connect_chosen(&self, call: impl Fn(NodeId) + 'static) {
        self.imp().on_chosen.replace(Some(Box::new(call)));
    }

    /// Calls `call` when the menu of a move is asked for, with its row and the place in it.
    pub fn connect_menu(&self, call: impl Fn(NodeId, &gtk::Widget, Option<(f64, f64)>) + 'static) {
        self.imp().on_menu.replace(Some(Box::new(call)));
    }

    /// Returns the focused move.
    #[must_use]
    pub fn focused(&self) -> Option<NodeId> {
        let focus = self.root()?.focus()?;
        let row = focus.first_child().and_downcast::<TreeRow>().filter(|row| row.is_ancestor(self));
        row.and_then(|row| row.node())
    }

    /// Folds the variation around a move, or unfolds it. Returns whether it is folded now, or
    /// `None` if the move is in the main line.
    pub fn toggle_fold(&self, node: NodeId) -> Option<bool> {
        let head = self.head_of(node)?;
        let mut folded = self.imp().folded.borrow_mut();
        let folds = !folded.remove(&head) && folded.insert(head);
        drop(folded);
        self.read_again();
        Some(folds)
    }

    /// Returns the first moves of the folded variations.
    #[must_use]
    pub fn folds(&self) -> HashSet<NodeId> {
        self.imp().folded.borrow().clone()
    }

    /// Folds exactly the variations that begin with these moves.
    pub fn set_folds(&self, folds: HashSet<NodeId>) {
        self.imp().folded.replace(folds);
        self.read_again();
    }

    /// Returns the first move of the variation that contains a move.
    fn head_of(&self, node: NodeId) -> Option<NodeId> {
        let mut head = None;
        self.with_tree(|tree| head = tree.variation(node));
        head
    }

    fn unfold_around(&self, node: NodeId) {
        if self.imp().folded.borrow().is_empty() {
            return;
        }
        let mut next = self.head_of(node).filter(|head| *head != node);
        let mut any = false;
        while let Some(head) = next {
            any |= self.imp().folded.borrow_mut().remove(&head);
            let mut above = None;
            self.with_tree(|tree| above = tree.parent(head).and_then(|parent| tree.variation(parent)));
            next = above;
        }
        if any {
            self.read_again();
        }
    }

    fn with_tree(&self, mut look: impl FnMut(&GameTree)) {
        if let Some(source) = self.imp().source.get() {
            source.with_tree(&mut look);
        }
    }

    /// Returns the number of rows in the list.
    #[must_use]
    pub fn rows_listed(&self) -> usize {
        self.imp().strings.n_items() as usize
    }

    /// Returns the number of nodes read and rows filled so far.
    #[must_use]
    pub fn total_work(&self) -> usize {
        self.imp().total.get()
    }
}

/// Work in small steps.
impl TreeList {
    /// Takes up to `wanted` from what may be done in this turn of the main loop.
    fn spend(&self, wanted: usize) -> usize {
        let imp = self.imp();
        let spent = imp.spent.get();
        let some = wanted.min(IN_A_TURN - spent);
        if spent == 0 && some > 0 {
            let list = self.downgrade();
            glib::idle_add_local_full(glib::Priority::HIGH, move || {
                if let Some(list) = list.upgrade() {
                    list.imp().spent.set(0);
                }
                glib::ControlFlow::Break
            });
        }
        imp.spent.set(spent + some);
        imp.total.set(imp.total.get() + some);
        some
    }

    fn work_soon(&self) {
        if !self.imp().works.replace(true) {
            let list = self.downgrade();
            glib::idle_add_local(move || list.upgrade().map_or(glib::ControlFlow::Break, |list| list.work()));
        }
    }

    /// Reads some nodes, or fills some rows. Ends when there is nothing left to do.
    fn work(&self) -> glib::ControlFlow {
        let imp = self.imp();
        let more = if imp.reading.borrow().is_some() { self.read_some() } else { self.fill_some() };
        imp.works.set(more);
        if more { glib::ControlFlow::Continue } else { glib::ControlFlow::Break }
    }

    fn read_some(&self) -> bool {
        let imp = self.imp();
        let most = self.spend(IN_A_TURN);
        let mut done = true;
        self.with_tree(|tree| {
            if let Some(reading) = imp.reading.borrow_mut().as_mut() {
                done = reading.read(tree, &imp.folded.borrow(), most);
            }
        });
        if let Some(reading) = done.then(|| imp.reading.take()).flatten() {
            self.replace_rows(reading.rows);
        }
        true
    }

    /// Shows other rows, and keeps those that stay the same.
    fn replace_rows(&self, rows: Vec<ListedRow>) {
        let imp = self.imp();
        let old = imp.rows.replace(rows.clone());
        let front = old.iter().zip(&rows).take_while(|(old, new)| old == new).count();
        let (rest, new_rest) = (&old[front..], &rows[front..]);
        let back = rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
        let (removed, added) = (rest.len() - back, new_rest.len() - back);
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let focus = self.root().and_then(|root| root.focus()).filter(|focus| focus.is_ancestor(self));
        let loses_focus = focus.is_some() && removed + added > 0;
        if let Some(root) = self.root().filter(|_| loses_focus) {
            // Until the next frame, GTK sends keys to the widget of a row that is removed, where
            // they are lost.
            root.set_focus(None::<&gtk::Widget>);
        }
        if removed > added + 1 {
            // If the position that GTK keeps in view is removed, GTK keeps widgets of rows that no
            // longer exist.
            imp.strings.splice(0, number(old.len()), &[]);
            imp.strings.splice(0, 0, &vec![""; rows.len()]);
        } else {
            imp.strings.splice(number(front), number(removed), &vec![""; added]);
        }
        imp.stack.set_visible_child_name(if rows.is_empty() { "empty" } else { "moves" });
        self.refresh();
        self.bring_into_sight();
        imp.focuses.set(loses_focus);
    }

    /// Fills rows that have a widget but no content. Returns whether there are more.
    fn fill_some(&self) -> bool {
        let empty: Vec<_> = self.listed_rows().into_iter().filter(|(_, row)| row.node().is_none()).collect();
        let some = self.spend(empty.len());
        empty.iter().take(some).for_each(|(index, row)| self.fill(*index, row));
        if empty.len() == some && self.imp().focuses.take() {
            self.focus_current();
        }
        empty.len() > some
    }

    fn fill(&self, index: usize, row: &TreeRow) {
        let shown = self.imp().rows.borrow().get(index).copied();
        let Some(shown) = shown else { return };
        match self.imp().source.get().and_then(|source| source.content(shown)) {
            Some(content) => row.show(content),
            // The tree has gone. The row waits for the next one.
            None => row.wait(shown.row.node),
        }
    }

    /// Returns the rows that have a widget and a content, with their positions.
    fn listed_rows(&self) -> Vec<(usize, TreeRow)> {
        let count = self.imp().rows.borrow().len();
        self.bound_rows().into_iter().filter(|(index, _)| *index < count).collect()
    }
}

impl BoundRows for TreeList {
    type Row = TreeRow;

    fn list(&self) -> &gtk::ListView {
        &self.imp().list
    }

    fn scroller(&self) -> &gtk::ScrolledWindow {
        &self.imp().scroller
    }

    fn row_state(&self) -> &RowState {
        &self.imp().row_state
    }

    fn make_item(&self, item: &gtk::ListItem) {
        item.set_child(Some(&TreeRow::default()));
    }

    /// Fills a row now if this turn of the main loop allows it, otherwise soon.
    fn fill_item(&self, item: &gtk::ListItem) {
        let Some(row) = item.child().and_downcast::<TreeRow>() else { return };
        row.forget();
        if self.is_bound(item) && self.spend(1) == 1 {
            return self.fill(item.position() as usize, &row);
        }
        self.work_soon();
    }

    fn current_row(&self) -> Option<usize> {
        let current = self.imp().current.get()?;
        self.imp().rows.borrow().iter().position(|listed| listed.row.node == current)
    }

    fn is_in_sight(&self, row: usize) -> bool {
        self.listed_rows().into_iter().any(|(other, widget)| other == row && self.shows(&widget))
    }
}

/// Choices of the user, and the focus.
impl TreeList {
    fn listen(&self) {
        self.imp().list.connect_activate(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |_, position| list.choose(position as usize)
        ));
        let press = gtk::GestureClick::builder().button(0).propagation_phase(gtk::PropagationPhase::Capture).build();
        press.connect_pressed(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |press, _, x, y| list.pressed(press, (x, y))
        ));
        self.imp().list.add_controller(press);
    }

    fn choose(&self, index: usize) {
        let node = self.imp().rows.borrow().get(index).map(|listed| listed.row.node);
        if let (Some(node), Some(call)) = (node, &*self.imp().on_chosen.borrow()) {
            call(node);
        }
    }

    /// Folds at a click on the sign of a variation, and opens the menu at a click with the other
    /// button.
    fn pressed(&self, press: &gtk::GestureClick, (x, y): (f64, f64)) {
        let list = &self.imp().list;
        let Some(row) = list.pick(x, y, gtk::PickFlags::DEFAULT).and_then(|widget| row_around(&widget)) else { return };
        let (Some(node), Some((in_row, _))) = (row.node(), list.translate_coordinates(&row, x, y)) else { return };
        let is_menu = press.current_event().is_some_and(|event| event.triggers_context_menu());
        if !is_menu && !row.is_on_fold(in_row) {
            return;
        }
        press.set_state(gtk::EventSequenceState::Claimed);
        if is_menu {
            self.open_menu(node, &row, Some((in_row, f64::from(row.height()) / 2.0)));
        } else {
            self.toggle_fold(node);
        }
    }

    fn open_menu(&self, node: NodeId, row: &TreeRow, place: Option<(f64, f64)>) {
        if let Some(call) = &*self.imp().on_menu.borrow() {
            call(node, row.upcast_ref(), place);
        }
    }

    /// Opens the menu of the focused move, or of the current one. Returns whether it has a row.
    pub fn open_menu_by_key(&self) -> bool {
        let node = self.focused().or(self.imp().current.get());
        let row = self.listed_rows().into_iter().find(|(_, row)| row.node().is_some() && row.node() == node);
        if let (Some((_, row)), Some(node)) = (&row, node) {
            self.open_menu(node, row, None);
        }
        row.is_some()
    }

    /// Moves the focus to the current move, or to the first if that has no row.
    pub fn focus_current(&self) -> bool {
        let (current, first) = (self.current_row(), self.imp().rows.borrow().is_empty().then_some(()));
        if first.is_some() {
            return false;
        }
        let index = current.unwrap_or(0);
        self.scroll_to(index);
        let row = self.listed_rows().into_iter().find(|(other, _)| *other == index);
        row.and_then(|(_, row)| row.parent()).is_some_and(|item| item.grab_focus())
    }
}

/// Returns the row that contains a widget, or that a widget contains.
fn row_around(widget: &gtk::Widget) -> Option<TreeRow> {
    let inner = widget.first_child().and_downcast::<TreeRow>();
    widget.clone().downcast().ok().or(inner).or_else(|| widget.ancestor(TreeRow::static_type()).and_downcast())
}
