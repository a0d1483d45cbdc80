// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of all moves of a position with their values.

mod value_row;

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gio;

use crate::compat::descendants::for_each;
use crate::widgets::single_tab_stop::SingleTabStop;
use morris::{Board, Move};
use morris_teach::explore::MoveRow;
use value_row::{Columns, ValueRow};

mod imp {
    use super::*;

    type OnMove = Box<dyn Fn(Move)>;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "value_list.ui")]
    pub struct ValueList {
        /// The table, or a text why there is none.
        #[template_child]
        pub(super) stack: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) nothing: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) list: TemplateChild<gtk::ListView>,
        #[template_child]
        pub(super) rows: TemplateChild<gio::ListStore>,
        #[template_child]
        pub(super) plies_title: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) replies_title: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) perfect_title: TemplateChild<gtk::Image>,
        pub(super) board: Cell<Option<&'static Board>>,
        pub(super) shown: RefCell<Vec<MoveRow>>,
        pub(super) columns: Columns,
        pub(super) on_pointed: RefCell<Option<OnMove>>,
        pub(super) on_played: RefCell<Option<OnMove>>,
    }

    impl ObjectImpl for ValueList {
        fn constructed(&self) {
            self.parent_constructed();
            let titles = [&*self.plies_title, &*self.replies_title].map(Cast::upcast_ref::<gtk::Widget>);
            self.columns.add([titles[0], titles[1], self.perfect_title.upcast_ref()]);
            self.obj().make_rows();
        }
    }

    impl WidgetImpl for ValueList {}
}

class! {
    /// The table of all moves of a position.
    ValueList: adw::Bin, template = [SingleTabStop]
}

impl ValueList {
    pub fn show(&self, board: &'static Board, rows: &[MoveRow]) {
        let imp = self.imp();
        imp.stack.set_visible_child_name("table");
        if imp.board.replace(Some(board)) == Some(board) && *imp.shown.borrow() == rows {
            return;
        }
        // In a drawn position no move has an end to count to.
        imp.plies_title.set_visible(rows.iter().any(|row| row.plies.is_some()));
        let before = imp.shown.replace(rows.to_vec());
        let alone = |row: &MoveRow| MoveRow { is_perfect: false, ..*row };
        if before.iter().map(alone).eq(rows.iter().map(alone)) {
            return self.update_rows(board, rows);
        }
        let had_focus = self.has_the_focus();
        let items: Vec<_> = rows.iter().map(|row| glib::BoxedAnyObject::new(*row)).collect();
        imp.rows.splice(0, imp.rows.n_items(), &items);
        if had_focus {
            self.focus_list();
        }
    }

    /// Updates the sign of the move that Perfect plays. The rows stay, since a screen reader would
    /// speak a new one that gets the focus.
    fn update_rows(&self, board: &'static Board, rows: &[MoveRow]) {
        let items = self.imp().rows.iter::<glib::Object>().flatten().filter_map(|item| item.downcast().ok());
        items.zip(rows).for_each(|(item, row): (glib::BoxedAnyObject, _)| _ = item.replace(*row));
        for_each(self.imp().list.upcast_ref(), &mut |widget| {
            if let Some(shown) = widget.downcast_ref::<ValueRow>() {
                rows.iter().filter(|row| shown.mv() == Some(row.mv)).for_each(|row| shown.show(board, row));
            }
        });
    }

    /// Keeps the rows in sight until those of another position are known, but plays none of them.
    pub fn expire(&self) {
        self.imp().shown.take();
    }

    /// Shows why there are no moves.
    pub fn show_words(&self, words: &str) {
        let imp = self.imp();
        imp.rows.remove_all();
        imp.shown.take();
        imp.nothing.set_label(words);
        imp.stack.set_visible_child_name("nothing");
    }

    /// Returns why there are no moves.
    pub fn words(&self) -> glib::GString {
        self.imp().nothing.label()
    }

    /// Calls `call` with a move that is focused or under the pointer.
    pub fn connect_pointed(&self, call: impl Fn(Move) + 'static) {
        self.imp().on_pointed.replace(Some(Box::new(call)));
    }

    /// Calls `call` with a move that is to be played.
    pub fn connect_played(&self, call: impl Fn(Move) + 'static) {
        self.imp().on_played.replace(Some(Box::new(call)));
    }

    /// Gives the focus to the table. Returns whether it took it.
    pub fn focus_list(&self) -> bool {
        self.imp().rows.n_items() > 0 && self.imp().list.grab_focus()
    }

    pub fn has_the_focus(&self) -> bool {
        let focus = self.root().and_then(|root| root.focus());
        focus.is_some_and(|focus| focus.is_ancestor(&*self.imp().list))
    }

    /// Returns the words of the rows that are built, from the top.
    #[cfg(test)]
    pub fn words_built(&self) -> Vec<String> {
        let mut words = Vec::new();
        for_each(self.imp().list.upcast_ref(), &mut |widget| {
            words.extend(widget.downcast_ref::<ValueRow>().map(ValueRow::words));
        });
        words
    }

    fn make_rows(&self) {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(weak!(list = self, move |_, item| {
            let on_focus = weak!(list, move |mv| if let Some(call) = &*list.imp().on_pointed.borrow() {
                call(mv);
            });
            let item: &gtk::ListItem = item.downcast_ref().expect("a factory makes list items");
            item.set_child(Some(&ValueRow::new(&list.imp().columns, on_focus)));
        }));
        factory.connect_bind(weak!(list = self, move |_, item| {
            let item: &gtk::ListItem = item.downcast_ref().expect("a factory makes list items");
            let (row, content) = (item.child().and_downcast::<ValueRow>(), item.item());
            let content = content.and_downcast::<glib::BoxedAnyObject>();
            if let (Some(row), Some(content), Some(board)) = (row, content, list.imp().board.get()) {
                row.show(board, &content.borrow::<MoveRow>());
            }
        }));
        let list = &self.imp().list;
        list.set_factory(Some(&factory));
        list.connect_activate(weak!(table = self, move |_, position| {
            let mv = table.imp().shown.borrow().get(position as usize).map(|row| row.mv);
            if let (Some(mv), Some(call)) = (mv, &*table.imp().on_played.borrow()) {
                call(mv);
            }
        }));
    }
}
