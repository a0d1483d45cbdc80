// SPDX-License-Identifier: GPL-3.0-or-later
//! Exports the position on the game page as a picture, to the clipboard or to a file.

use std::path::{Path, PathBuf};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};

use super::Window;
use crate::pages::app_page::{Page, Pages};
use crate::pages::game::GamePage;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use morris::{Position, Rules};
use morris_paint::{png, svg};
use morris_play::persistence::write_file;

/// Side length of a PNG picture, in pixels.
const SIDE: u16 = 960;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Png,
    Svg,
}

impl Kind {
    /// Returns the format for the extension of a file name.
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "png" => Some(Self::Png),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

    fn draw(self, position: &Position, rules: &Rules) -> Result<Vec<u8>, String> {
        match self {
            Self::Png => png(position, rules, SIDE).map_err(|error| error.to_string()),
            Self::Svg => Ok(svg(position, rules).into_bytes()),
        }
    }
}

impl Window {
    pub(super) fn copy_picture(&self) {
        let Some((position, rules)) = self.position_to_draw() else { return };
        let (window, copy) = (self.downgrade(), self.next_copy());
        glib::spawn_future_local(async move {
            let drawn = gio::spawn_blocking(move || Kind::Png.draw(&position, &rules)).await;
            let Some(window) = window.upgrade().filter(|window| copy == window.imp().copies.get()) else { return };
            let texture = drawn.ok().and_then(Result::ok).map(glib::Bytes::from_owned);
            match texture.and_then(|bytes| gdk::Texture::from_bytes(&bytes).ok()) {
                Some(texture) => {
                    window.clipboard().set_texture(&texture);
                    window.say(&gettext("Image copied"));
                }
                None => tracing::error!("drawing a picture went wrong"),
            }
        });
    }

    /// Asks for a path, and saves a picture of the shown position there.
    pub(super) fn choose_picture(&self) {
        let Some((position, rules)) = self.position_to_draw() else { return };
        let name = format!("{}.png", gettext("position"));
        let dialog = self.dialog_to_save(&gettext("Save Image"), &gettext("Save"), &name);
        self.ask_for_file(dialog, move |window, file, _| match file.path() {
            Some(path) => window.save_picture(path, position, rules),
            None => window.say(&gettext("Images can be saved only to files on this computer.")),
        });
    }

    /// Draws and writes the picture on another thread, and reports the result.
    fn save_picture(&self, path: PathBuf, position: Position, rules: Rules) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(kind) = Kind::of(&path) else {
            // Translators: {file} is the name of a file
            return self.tell(&gettext_f("The name {file} must end in .png or .svg", &[("file", &name)]));
        };
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let draw = move || kind.draw(&position, &rules).map(|picture| write_file(&path, picture));
            let written = gio::spawn_blocking(draw).await;
            let Some(window) = window.upgrade() else { return };
            match written {
                // Translators: {file} is the name of a file
                Ok(Ok(Ok(()))) => window.tell(&gettext_f("Image saved as {file}", &[("file", &name)])),
                Ok(Ok(Err(error))) => window.tell(&describe::write_error(&error)),
                Ok(Err(_)) | Err(_) => tracing::error!("drawing a picture went wrong"),
            }
        });
    }

    fn position_to_draw(&self) -> Option<(Position, Rules)> {
        Some((self.page_of::<GamePage>().shown_position()?, self.rules_on(GamePage::ID)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_describes_the_picture() {
        assert_eq!(Kind::of(Path::new("a.png")), Some(Kind::Png));
        assert_eq!(Kind::of(Path::new("a.b.SVG")), Some(Kind::Svg));
        assert_eq!(Kind::of(Path::new("png")), None);
        let position = Position::start(&Rules::STANDARD);
        assert!(Kind::Png.draw(&position, &Rules::STANDARD).unwrap().starts_with(b"\x89PNG"));
        assert!(Kind::Svg.draw(&position, &Rules::STANDARD).unwrap().starts_with(b"<svg"));
    }
}
