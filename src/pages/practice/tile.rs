// SPDX-License-Identifier: GPL-3.0-or-later
//! A tile: its icon, its title, and a line about the user's progress.

use adw::prelude::*;
use gtk::gio;

use crate::compat::accessible_names::{report_closed, set_accessible_name};
use crate::text::i18n::sentences;

pub struct Tile {
    /// What has the focus.
    button: gtk::Widget,
    title: String,
    words: gtk::Label,
}

impl Tile {
    /// Adds a tile to these. A click starts the practice with this name.
    pub fn add(tiles: &gtk::Box, icon: &str, title: String, practice: &str) -> Self {
        let (content, words) = content(icon, &title);
        let button = practice_button(&content, practice);
        tiles.append(&button);
        Self { button: button.upcast(), title, words }
    }

    /// Adds a tile to these that opens a menu.
    pub fn add_menu(tiles: &gtk::Box, icon: &str, title: String, menu: &gio::Menu) -> Self {
        let (content, words) = content(icon, &title);
        words.set_natural_wrap_mode(gtk::NaturalWrapMode::None);
        let opener = gtk::MenuButton::builder().child(&content).menu_model(menu).tooltip_text(&title);
        let opener = opener.css_classes(["practice-menu"]).build();
        report_closed(&opener);
        tiles.append(&opener);
        // The button within has the focus, and looks like a tile.
        let button = opener.first_child().unwrap_or(opener.upcast());
        button.add_css_class("card");
        Self { button, title, words }
    }

    /// Shows the line below the title, and tells a screen reader both lines.
    pub fn show(&self, words: &str) {
        self.words.set_label(words);
        let label = sentences(&[&*self.title, words]);
        set_accessible_name(&self.button, &label);
        // Newer GTK (4.18) gives the button within the name of the whole.
        let opener = self.button.parent().and_downcast::<gtk::MenuButton>();
        opener.iter().for_each(|opener| set_accessible_name(opener, &label));
    }

    pub fn set_sensitive(&self, sensitive: bool) {
        self.button.set_sensitive(sensitive);
    }

    /// Returns the line below the title, and whether the tile can be clicked.
    #[cfg(test)]
    pub fn shown(&self) -> (String, bool) {
        (self.words.label().into(), self.button.is_sensitive())
    }
}

pub fn practice_button(content: &gtk::Box, name: &str) -> gtk::Button {
    let button = gtk::Button::builder().child(content).action_name("win.practise");
    let button = button.css_classes(["card", "practice-tile"]).build();
    button.set_action_target_value(Some(&name.to_variant()));
    // So that the user comes back to it. A screen reader presses it without the focus.
    button.connect_clicked(|button| _ = button.grab_focus());
    button
}

/// Returns the content of a tile, and the line below its title.
fn content(icon: &str, title: &str) -> (gtk::Box, gtk::Label) {
    let content = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(2);
    let content = content.valign(gtk::Align::Start).build();
    let image = gtk::Image::builder().icon_name(icon).icon_size(gtk::IconSize::Large);
    content.append(&image.accessible_role(gtk::AccessibleRole::Presentation).build());
    let line = |words: &str, classes: &[&str]| {
        let label = gtk::Label::builder().label(words).wrap(true).wrap_mode(gtk::pango::WrapMode::WordChar);
        let label = label.justify(gtk::Justification::Center).build();
        label.set_css_classes(classes);
        content.append(&label);
        label
    };
    // Fewer side by side with large text, rather than broken words.
    line(title, &["heading"]).set_width_chars(8);
    let words = line("", &["caption", "dim-label"]);
    (content, words)
}
