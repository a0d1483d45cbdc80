// SPDX-License-Identifier: GPL-3.0-or-later
//! The tables that others have opened in this network. They are looked for while this is shown.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use morris_room::FoundRoom;

use crate::compat::accessible_names::{name_row, set_accessible_name};
use crate::compat::announcer::Again;
use crate::compat::button_words::let_wrap;
use crate::services::PageContext;
use crate::services::network::Event;
use crate::text::i18n::{joined, spoken};
use crate::widgets::single_tab_stop::SingleTabStop;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct TablesHere {
        pub(super) list: gtk::ListBox,
        /// Shown while no table is found.
        pub(super) none: gtk::Label,
        pub(super) address: gtk::Button,
        /// The rooms of the rows.
        pub(super) rooms: RefCell<Vec<FoundRoom>>,
        pub(super) context: OnceCell<PageContext>,
    }

    impl ObjectImpl for TablesHere {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().build();
        }
    }

    impl WidgetImpl for TablesHere {
        fn map(&self) {
            self.parent_map();
            self.context.get().into_iter().for_each(|context| context.services.network.look(true));
            // The search begins again, and tells nothing if it finds nothing.
            self.obj().show_found();
        }

        fn unmap(&self) {
            self.parent_unmap();
            self.context.get().into_iter().for_each(|context| context.services.network.look(false));
        }
    }
}

class!(TablesHere: adw::Bin);

impl TablesHere {
    /// Lists the tables of the network.
    pub fn follow(&self, context: &PageContext) {
        self.imp().context.get_or_init(|| context.clone());
        context.services.network.connect_for(self, |list, event| {
            if matches!(event, Event::Found) {
                list.show_found();
            }
        });
    }

    /// Returns the name of the table that was found at an address.
    pub fn name_at(&self, address: &str) -> Option<String> {
        let rooms = self.imp().rooms.borrow();
        rooms.iter().find(|room| room.address.to_string() == address).map(|room| room.name.to_string())
    }

    fn build(&self) {
        let imp = self.imp();
        // Translators: tables, at which friends in the same network wait for an opponent
        let title = gettext("Tables Here");
        imp.list.set_selection_mode(gtk::SelectionMode::None);
        imp.list.add_css_class("boxed-list");
        set_accessible_name(&imp.list, &title);
        imp.list.connect_row_activated(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |_, row| list.choose(row.index())
        ));
        imp.none.set_label(&gettext("No table found yet."));
        imp.none.set_wrap(true);
        imp.none.set_xalign(0.0);
        imp.none.add_css_class("dim-label");
        imp.address.set_label(&gettext("Enter Address…"));
        imp.address.set_valign(gtk::Align::Center);
        imp.address.set_action_name(Some("win.join-table"));
        imp.address.set_action_target_value(Some(&"".to_variant()));
        let_wrap(&imp.address);
        let group = adw::PreferencesGroup::builder().title(title).header_suffix(&imp.address).build();
        group.add(&imp.none);
        group.add(&SingleTabStop::whole(&imp.list, gtk::AccessibleRole::Generic));
        self.set_child(Some(&group));
        imp.list.set_visible(false);
    }

    fn show_found(&self) {
        self.show_rooms(self.imp().context.get().map(|context| context.services.network.found()).unwrap_or_default());
    }

    fn show_rooms(&self, found: Vec<FoundRoom>) {
        let imp = self.imp();
        // Rows that stay keep the focus.
        if *imp.rooms.borrow() == found {
            return;
        }
        let focus = self.root().and_then(|root| root.focus()).filter(|focus| focus.is_ancestor(&imp.list));
        let left = focus.and_then(|focus| focus.ancestor(gtk::ListBoxRow::static_type()));
        let index = left.and_downcast::<gtk::ListBoxRow>().and_then(|row| usize::try_from(row.index()).ok());
        let focused = index.and_then(|index| imp.rooms.borrow().get(index).map(|room| room.id.clone()));
        while let Some(row) = imp.list.row_at_index(0) {
            imp.list.remove(&row);
        }
        found.iter().for_each(|room| imp.list.append(&row(room)));
        imp.none.set_visible(found.is_empty());
        imp.list.set_visible(!found.is_empty());
        if let Some(id) = focused {
            let index = found.iter().position(|room| room.id == id).unwrap_or_default();
            let again = i32::try_from(index).ok().and_then(|index| imp.list.row_at_index(index));
            _ = again.is_some_and(|row| row.grab_focus()) || imp.address.grab_focus();
        }
        // Only the first table is announced, since strangers can open many.
        let first = found.first().filter(|_| imp.rooms.borrow().is_empty() && self.is_mapped()).map(spoken_row);
        imp.rooms.replace(found);
        if let (Some(words), Some(context)) = (first, imp.context.get()) {
            context.messages.announce(&words, Again::No);
        }
    }

    fn choose(&self, index: i32) {
        let rooms = self.imp().rooms.borrow();
        let address = usize::try_from(index).ok().and_then(|index| Some(rooms.get(index)?.address.to_string()));
        drop(rooms);
        if let Some(address) = address {
            _ = self.activate_action("win.join-table", Some(&address.to_variant()));
        }
    }
}

/// Returns what a room that is found offers.
fn offer(room: &FoundRoom) -> String {
    match room.is_free {
        // Translators: said of a table in this network: one can sit down and play
        true => gettext("Free"),
        // Translators: said of a table in this network: both players are there
        false => gettext("You can watch"),
    }
}

fn spoken_row(room: &FoundRoom) -> String {
    spoken(&joined(&[room.name.to_string(), offer(room)]))
}

fn row(room: &FoundRoom) -> adw::ActionRow {
    let row = adw::ActionRow::builder().activatable(true).title_lines(2).use_markup(false).build();
    row.set_title(room.name.as_str());
    row.set_subtitle(&offer(room));
    let arrow = gtk::Image::builder().icon_name("go-next-symbolic");
    row.add_suffix(&arrow.accessible_role(gtk::AccessibleRole::Presentation).build());
    name_row(&row, &spoken_row(room));
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::descendants::for_each;
    use crate::services::for_tests::{self, in_folder, logged};
    use crate::widgets::for_tests::in_window;

    fn room_of(name: &str) -> FoundRoom {
        let address = "192.168.1.20:4000".parse().unwrap();
        FoundRoom { id: name.to_owned(), name: name.parse().unwrap(), address, is_free: true }
    }

    #[gtk::test]
    fn the_first_table_is_announced() {
        adw::init().unwrap();
        let (messages, heard) = logged(for_tests::spoken);
        let list = in_folder(messages, |context| {
            let list = TablesHere::default();
            list.follow(&context);
            list
        });
        let window = in_window(&*list);
        for names in [&["Bob"][..], &["Ann", "Bob"], &[], &["Ann"]] {
            list.show_rooms(names.iter().copied().map(room_of).collect());
        }
        assert_eq!(*heard.borrow(), ["Bob, Free", "Ann, Free"]);
        window.destroy();
    }

    #[gtk::test]
    fn a_table_looks_as_if_it_can_be_joined() {
        adw::init().unwrap();
        let mut icons = Vec::new();
        for_each(row(&room_of("Ann")).upcast_ref(), &mut |widget| {
            icons.extend(widget.downcast_ref::<gtk::Image>().and_then(gtk::Image::icon_name));
        });
        assert!(icons.contains(&"go-next-symbolic".into()), "{icons:?}");
    }
}
