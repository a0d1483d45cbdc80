// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions of the window: `win.…`.

use adw::prelude::*;
use gettextrs::gettext;
use glib::{self, VariantTy};
use gtk::subclass::widget::WidgetClassExt;

use super::{Window, imp};
use crate::compat::announcer::{Again, Repeat};
use crate::config::{APP_ID, BUGTRACKER, HOMEPAGE, VERSION};
use crate::pages::analysis::Part;
use crate::pages::app_page::{Page, PageId};
use crate::pages::game::GamePage;
use crate::pages::main_menu::MainMenu;
use crate::pages::{PAGES, named, row};
use crate::widgets::keys::StepDirection;
use crate::widgets::shortcuts;
use morris_play::setup::Level;

/// Components of the program, each with its address.
const MADE_WITH: [&str; 5] = [
    "GTK https://www.gtk.org",
    "libadwaita https://gnome.pages.gitlab.gnome.org/libadwaita",
    "gtk-rs https://gtk-rs.org",
    "Rust https://www.rust-lang.org",
    "Adwaita Icon Theme https://gitlab.gnome.org/GNOME/adwaita-icon-theme",
];

/// Actions that lead back. They work on every page except the first.
const BACK: [&str; 2] = ["win.back", "win.previous"];

/// Returns whether an action of the window is available on a page.
pub(super) fn makes_sense(action: &str, page: PageId) -> bool {
    if BACK.contains(&action) {
        return page != MainMenu::ID;
    }
    row(page).actions.contains(&action) || !PAGES.iter().any(|row| row.actions.contains(&action))
}

impl Window {
    pub(super) fn install_actions(klass: &mut <imp::Window as glib::subclass::types::ObjectSubclass>::Class) {
        klass.install_action("win.go", Some(VariantTy::STRING), |window: &Window, _, name| {
            match name.and_then(|name| named(name.str()?)) {
                // The key has an answer even if there is nothing to do.
                Some(row) if row.id == window.page() => window.announce(&window.page_title(), Again::Yes),
                Some(row) => window.go(row.id),
                None => {}
            }
        });
        klass.install_action("win.analyze", None, |window, _, _| window.analyze(Part::Moves));
        klass.install_action("win.review", None, |window, _, _| window.analyze(Part::Review));
        klass.install_action("win.set-up-position", None, |window, _, _| {
            window.set_up(|page, from| page.set_up_from(from, window));
        });
        klass.install_action("win.solve-more", None, |window, _, _| window.solve_more());
        klass.install_action("win.back", None, |window, _, _| window.back());
        klass.install_action("win.previous", None, |window, _, _| {
            if !window.shown_page().step_through(StepDirection::Back) {
                window.back();
            }
        });
        klass.install_action("win.next", None, |window, _, _| {
            window.shown_page().step_through(StepDirection::Forth);
        });
        klass.install_action("win.resume", None, |window, _, _| window.go(GamePage::ID));
        klass.install_action("win.restart", None, |window, _, _| window.restart());
        klass.install_action("win.rematch", None, |window, _, _| window.play_next(GamePage::rematch));
        klass.install_action("win.play-level", Some(VariantTy::BYTE), |window: &Window, _, level| {
            if let Some(level) = level.and_then(glib::Variant::get).and_then(Level::new) {
                window.play_next(move |page| page.rematch_at(level));
            }
        });
        klass.install_action("win.play-now", None, |window, _, _| {
            window.start(&window.services().settings.read(|settings| settings.choice.clone()));
        });
        klass.install_action("win.start-game", None, |window, _, _| window.start_from_setup());
        klass.install_action("win.accept-invitation", None, |window, _, _| window.ask_for_line());
        klass.install_action("win.open-room", None, |window, _, _| window.ask_to_open_room());
        klass.install_action("win.join-table", Some(VariantTy::STRING), |window: &Window, _, address| {
            window.ask_to_join(address.and_then(|address| address.str()).unwrap_or_default());
        });
        klass.install_action("win.continue", None, |window, _, _| window.continue_game());
        klass.install_action("win.open", None, |window, _, _| window.choose_file());
        klass.install_action("win.export", None, |window, _, _| window.choose_export());
        klass.install_action("win.paste", None, |window, _, _| window.paste());
        klass.install_action("win.copy", None, |window, _, _| window.copy());
        klass.install_action("win.copy-position", None, |window, _, _| window.copy_position());
        klass.install_action("win.copy-picture", None, |window, _, _| window.copy_picture());
        klass.install_action("win.save-picture", None, |window, _, _| window.choose_picture());
        klass.install_action("win.show-rules", None, |window, _, _| window.show_rules_in_words());
        klass.install_action("win.practise", Some(VariantTy::STRING), |window: &Window, _, name| {
            window.start_practice(name.and_then(|name| name.str()).unwrap_or_default());
        });
        klass.install_action("win.end-lesson", Some(VariantTy::UINT32), |window: &Window, _, solved| {
            window.end_lesson(solved.and_then(glib::Variant::get).unwrap_or_default());
        });
        klass.install_action("win.export-statistics", None, |window, _, _| window.choose_statistics_export());
        klass.install_action("win.reset-statistics", None, |window, _, _| window.ask_reset());
        klass.install_action("win.say", Some(VariantTy::STRING), |window: &Window, _, words| {
            window.say(words.and_then(|words| words.str()).unwrap_or_default());
        });
        klass.install_action("win.repeat", None, |window, _, _| window.repeat(Repeat::Last));
        klass.install_action("win.repeat-earlier", None, |window, _, _| window.repeat(Repeat::Earlier));
        klass.install_action("win.help", None, |window, _, _| window.help_here());
        klass.install_action("win.help-page", Some(VariantTy::STRING), |window: &Window, _, target| {
            window.help_with(target.and_then(|target| target.str()).unwrap_or_default());
        });
        klass.install_action("win.play-position", None, |window, _, _| window.play_position());
        klass.install_action("win.full-screen", None, |window, _, _| {
            window.set_fullscreened(!window.is_fullscreen());
        });
        klass.install_action("win.shortcuts", None, |window, _, _| _ = shortcuts::show(window));
        klass.install_action("win.about", None, |window, _, _| window.show_about());
    }

    /// Enables exactly the actions that are available on a page.
    pub(super) fn enable_actions(&self, page: PageId) {
        for action in PAGES.iter().flat_map(|row| row.actions).chain(&BACK) {
            self.action_set_enabled(action, makes_sense(action, page));
        }
    }

    fn show_about(&self) {
        let about = adw::AboutWindow::builder()
            .transient_for(self)
            .modal(true)
            .application_name(gettext("Nine Men’s Morris"))
            .application_icon(APP_ID)
            .version(VERSION)
            .developer_name(gettext("The Nine Men’s Morris developers"))
            .comments(gettext("Line up three, capture a piece"))
            .copyright(gettext("© The Nine Men’s Morris developers"))
            .developers([gettext("The Nine Men’s Morris developers")])
            .license_type(gtk::License::Gpl30)
            // Translators: your name and address, one translator a line
            .translator_credits(gettext("translator-credits"))
            .build();
        if let Some(address) = HOMEPAGE {
            about.set_website(address);
        }
        if let Some(address) = BUGTRACKER {
            about.set_issue_url(address);
        }
        about.add_acknowledgement_section(Some(&gettext("Built With")), &MADE_WITH);
        shortcuts::present_dialog(&about);
    }
}
