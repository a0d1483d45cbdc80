// SPDX-License-Identifier: GPL-3.0-or-later
//! The board styles, each with a picture.

use std::rc::Rc;

use adw::prelude::*;
use gettextrs::gettext;

use morris::{ByColor, Point, PointSet};
use morris_paint::BoardStyle;
use morris_play::persistence::StyleId;

use crate::board::BoardPicture;
use crate::services::SharedSettings;

/// Side of a picture, in logical pixels.
const SIDE: i32 = 108;
/// Men in the picture: some in a row, one about to close a mill.
const MEN: ByColor<&[&str]> =
    ByColor { white: &["d6", "f6", "b4", "e4", "g1"], black: &["b6", "d5", "c3", "d2", "a7"] };

/// Fills a box with a button for each style. Each button selects its style.
pub(super) fn fill(tiles: &gtk::FlowBox, shared: &Rc<SharedSettings>) {
    let mut first: Option<gtk::ToggleButton> = None;
    for style in BoardStyle::ALL {
        let button = tile(style);
        button.set_group(first.as_ref());
        first.get_or_insert(button.clone());
        let settings = Rc::clone(shared);
        button.connect_toggled(move |button| {
            if button.is_active() {
                settings.change(|settings| settings.board_style = StyleId(style.id().to_owned()));
            }
        });
        tiles.insert(&button, -1);
        if let Some(child) = button.parent() {
            child.set_focusable(false);
        }
    }
}

/// Shows the selected style.
pub(super) fn show(tiles: &gtk::FlowBox, chosen: BoardStyle) {
    let index = BoardStyle::ALL.iter().position(|&style| style == chosen).unwrap_or_default();
    let child = tiles.child_at_index(index as i32).and_then(|child| child.child());
    if let Some(button) = child.and_downcast::<gtk::ToggleButton>() {
        button.set_active(true);
    }
}

fn tile(style: BoardStyle) -> gtk::ToggleButton {
    let picture = BoardPicture::new(SIDE);
    picture.set_style(style);
    let set = |names: &[&str]| names.iter().filter_map(|name| name.parse::<Point>().ok()).collect::<PointSet>();
    picture.set_men(ByColor { white: set(MEN.white), black: set(MEN.black) });
    let name = gtk::Label::builder().label(name(style)).wrap(true).justify(gtk::Justification::Center).build();
    let content = gtk::Box::new(gtk::Orientation::Vertical, 6);
    content.append(&picture);
    content.append(&name);
    let button = gtk::ToggleButton::builder()
        .accessible_role(gtk::AccessibleRole::Radio)
        .child(&content)
        .css_classes(["flat", "style-tile"])
        .build();
    button.update_property(&[gtk::accessible::Property::Label(&name.label())]);
    button
}

fn name(style: BoardStyle) -> String {
    match style.id() {
        // Translators: a style of the board
        "wood" => gettext("Wood"),
        // Translators: a style of the board: stone
        "slate" => gettext("Slate"),
        // Translators: a style of the board
        "parchment" => gettext("Parchment"),
        // Translators: a style of the board: flat and clear
        "high-contrast" => gettext("High Contrast"),
        id => id.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RESOURCE_PATH;
    use gtk::gio;
    use morris_paint::style::Tone;

    #[test]
    fn every_style_has_a_name_and_its_colors() {
        gio::resources_register_include!("nine-mens-morris.gresource").unwrap();
        for style in BoardStyle::ALL {
            assert_ne!(name(style), style.id(), "a row of the table of boards lacks its name here");
            for file in [Tone::Light, Tone::Dark].into_iter().filter_map(|tone| style.css_file(tone)) {
                let path = format!("{RESOURCE_PATH}/looks/{file}");
                assert!(gio::resources_lookup_data(&path, gio::ResourceLookupFlags::NONE).is_ok(), "{path}");
            }
        }
    }
}
