// SPDX-License-Identifier: GPL-3.0-or-later
//! Tiles for the styles of the board and of the men, each with a picture of how the board would
//! look.

use std::rc::Rc;

use adw::prelude::*;
use gettextrs::gettext;

use morris::{ByColor, PLAIN_9, PointSet};
use morris_paint::{BoardStyle, MenStyle};
use morris_play::persistence::{Settings, StyleId};

use crate::board::BoardPicture;
use crate::board::look::Chosen;
use crate::compat::descendants::below;
use crate::services::SharedSettings;
use crate::widgets::adaptive_layout::{AdaptiveLayout, Rows};
use crate::widgets::radio_tiles::{self, buttons};

/// Side of a picture, in logical pixels. Four tiles fit beside each other in a window of 360
/// pixels.
const SIDE: i32 = 72;
const TILES: Rows = Rows { many: 4, few: 2, gap: 4, from: 0 };
/// Men in the picture: some of both sides next to each other, on a board where men are large.
const MEN: ByColor<&[&str]> = ByColor { white: &["a3", "b2", "c2"], black: &["b3", "a1", "c1"] };

/// What a row of tiles chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Board,
    Men,
}

impl Part {
    const fn ids(self) -> &'static [&'static str] {
        match self {
            Self::Board => &BoardStyle::IDS,
            Self::Men => &MenStyle::IDS,
        }
    }

    fn chosen(self, settings: &Settings) -> &'static str {
        let Chosen { board, men } = Chosen::of(settings);
        match self {
            Self::Board => board.id(),
            Self::Men => men.id(),
        }
    }

    fn choose(self, id: &str, settings: &mut Settings) {
        let style = match self {
            Self::Board => &mut settings.board_style,
            Self::Men => &mut settings.men_style,
        };
        *style = StyleId(id.to_owned());
    }

    fn title(self) -> String {
        match self {
            Self::Board => gettext("Board"),
            Self::Men => gettext("Pieces"),
        }
    }

    fn name(self, id: &str) -> String {
        match (self, id) {
            // Translators: a style of the board or of the pieces
            (_, "wood") => gettext("Wood"),
            // Translators: a style of the board: stone
            (Self::Board, "slate") => gettext("Slate"),
            // Translators: a style of the board
            (Self::Board, "parchment") => gettext("Parchment"),
            // Translators: a style of the board or of the pieces: flat and clear
            (Self::Board, "high-contrast") | (Self::Men, "flat") => gettext("High Contrast"),
            // Translators: a style of the pieces: ivory and black stone
            (Self::Men, "ivory") => gettext("Ivory"),
            // Translators: a style of the pieces: seals of wax
            (Self::Men, "wax") => gettext("Wax"),
            _ => id.to_owned(),
        }
    }
}

/// Fills a box with a tile for each style. Each tile chooses its style. The tiles are one stop of
/// the Tab key, and arrow keys choose another one.
pub(super) fn fill(tiles: &gtk::Box, part: Part, shared: &Rc<SharedSettings>) {
    tiles.set_layout_manager(Some(AdaptiveLayout::new(TILES)));
    let mut first: Option<gtk::ToggleButton> = None;
    for id in part.ids() {
        let name = part.name(id);
        let button = tile(&name);
        radio_tiles::name_tile(&button, &part.title(), &name);
        button.set_group(first.as_ref());
        first.get_or_insert(button.clone());
        tiles.append(&button);
        let settings = Rc::clone(shared);
        button.connect_toggled(move |button| {
            if button.is_active() {
                // The tile also becomes active if the settings change elsewhere.
                if settings.read(|settings| part.chosen(settings) != *id) {
                    settings.change(|settings| part.choose(id, settings));
                }
            }
        });
    }
    radio_tiles::connect(tiles);
    show(tiles, part, &shared.get());
    shared.connect_for(tiles, move |tiles, settings| show(tiles, part, settings));
}

/// Shows what is chosen, and in the pictures how each style would look beside it.
fn show(tiles: &gtk::Box, part: Part, settings: &Settings) {
    for (button, id) in buttons(tiles).zip(part.ids()) {
        let mut with_style = settings.clone();
        part.choose(id, &mut with_style);
        if let Some(picture) = below::<BoardPicture>(button.upcast_ref()) {
            picture.set_styles(Chosen::of(&with_style));
        }
        if part.chosen(settings) == *id {
            button.set_active(true);
        }
    }
}

fn tile(name: &str) -> gtk::ToggleButton {
    let picture = BoardPicture::new(SIDE);
    picture.set_board(&PLAIN_9);
    let set = |names: &[&str]| names.iter().filter_map(|name| PLAIN_9.point(name)).collect::<PointSet>();
    picture.set_men(ByColor { white: set(MEN.white), black: set(MEN.black) });
    let label = gtk::Label::builder().label(name).wrap(true).justify(gtk::Justification::Center).build();
    label.add_css_class("caption");
    let content = gtk::Box::new(gtk::Orientation::Vertical, 6);
    content.append(&picture);
    content.append(&label);
    gtk::ToggleButton::builder()
        .accessible_role(gtk::AccessibleRole::Radio)
        .child(&content)
        .css_classes(["flat", "style-tile"])
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RESOURCE_PATH;
    use crate::services::messages::Messages;
    use crate::widgets::keys::StepDirection;
    use crate::widgets::radio_tiles::choose_next;
    use gtk::gio;
    use morris_paint::style::Tone;

    #[test]
    fn every_style_has_a_name_and_its_colors() {
        gio::resources_register_include!("nine-mens-morris.gresource").unwrap();
        for part in [Part::Board, Part::Men] {
            for id in part.ids() {
                assert_ne!(part.name(id), *id, "a row of the tables of styles lacks its name here");
            }
        }
        for style in BoardStyle::ALL {
            for file in [Tone::Light, Tone::Dark].into_iter().filter_map(|tone| style.css_file(tone)) {
                let path = format!("{RESOURCE_PATH}/looks/{file}");
                assert!(gio::resources_lookup_data(&path, gio::ResourceLookupFlags::NONE).is_ok(), "{path}");
            }
        }
    }

    #[gtk::test]
    fn pieces_are_chosen_apart_by_arrow_keys_and_are_one_stop() {
        adw::init().unwrap();
        let settings = Rc::new(SharedSettings::new(Settings::default(), Messages::new(|_| {})));
        let rows = [Part::Board, Part::Men].map(|part| {
            let tiles = gtk::Box::default();
            fill(&tiles, part, &settings);
            (part, tiles)
        });
        let chosen = || rows.each_ref().map(|(part, _)| settings.read(|settings| part.chosen(settings)));
        let stops = || rows.iter().flat_map(|(_, tiles)| buttons(tiles)).filter(WidgetExt::is_focusable).count();
        assert_eq!((chosen(), stops()), (["wood", "wood"], 2));
        choose_next(&rows[0].1, StepDirection::Forth);
        assert_eq!((chosen(), stops()), (["slate", "ivory"], 2), "the board brings its own men");
        assert_eq!(settings.get().men_style, StyleId::of_board(), "they are not chosen");
        choose_next(&rows[1].1, StepDirection::Back);
        assert_eq!(chosen(), ["slate", "wood"]);
        choose_next(&rows[0].1, StepDirection::Back);
        choose_next(&rows[0].1, StepDirection::Back);
        assert_eq!((chosen(), stops()), (["high-contrast", "wood"], 2), "men that were chosen stay");
    }
}
