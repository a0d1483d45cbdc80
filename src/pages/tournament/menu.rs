// SPDX-License-Identifier: GPL-3.0-or-later
//! The menus of the page.

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;

use crate::widgets::menu::menu_of;

pub(super) fn page_menu() -> gio::Menu {
    let sheets = |action| {
        let sheets = [
            ("pairings", gettext("Pairings")),
            ("scores", gettext("Score Sheets")),
            ("table", gettext("Standings")),
            ("bracket", gettext("Bracket")),
            // Translators: a sheet of paper with the names of the players, to write results on
            ("empty", gettext("Empty Table")),
        ];
        menu_of("tournament", sheets.map(|(sheet, words)| (words, action, sheet.to_variant())))
    };
    let (menu, changes, papers) = (gio::Menu::new(), gio::Menu::new(), gio::Menu::new());
    changes.append(Some(&gettext("Undo")), Some("tournament.undo"));
    changes.append(Some(&gettext("Exchange Two Players…")), Some("tournament.exchange"));
    changes.append(Some(&gettext("Draw Lots for Shared Places")), Some("tournament.lots"));
    // Translators: a room in this network, in which the players of a tournament play
    papers.append(Some(&gettext("Open a Room…")), Some("win.open-room"));
    // Translators: a window for a second screen, with pairings, table, and clock
    papers.append(Some(&gettext("Wall Chart")), Some("tournament.chart"));
    papers.append_submenu(Some(&gettext("Print")), &sheets("print"));
    papers.append_submenu(Some(&gettext("Save as PDF")), &sheets("save-pdf"));
    papers.append(Some(&gettext("Export…")), Some("tournament.export"));
    menu.append_section(None, &changes);
    menu.append_section(None, &papers);
    menu
}
