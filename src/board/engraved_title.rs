// SPDX-License-Identifier: GPL-3.0-or-later
//! A title engraved in a plate of the material of the board's frame.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, graphene, pango};

use morris_paint::{Look, title_plate};

use super::labels::{FONT, cut_text};
use super::look::{self, LookManager};
use super::to_gdk::texture;

use crate::compat::accessible_names::set_accessible_name;

/// Horizontal and vertical space between the letters and the edge, as multiples of the letter
/// height.
const PADDING: (f32, f32) = (0.75, 0.32);
/// Smallest factor by which letters may shrink for the width.
const LEAST_LETTER: f32 = 0.7;
/// Smallest factor by which the plate may shrink for the height.
const LEAST_HEIGHT: f32 = 0.65;

mod imp {
    use super::*;
    use glib::Properties;

    #[derive(Default, Properties)]
    #[properties(wrapper_type = super::EngravedTitle)]
    pub struct EngravedTitle {
        #[property(get, set = Self::set_label)]
        pub label: RefCell<String>,
        /// The plate as last painted: width, height, look, and texture.
        pub plate: RefCell<Option<(i32, i32, Look, gdk::Texture)>>,
    }

    impl EngravedTitle {
        fn set_label(&self, label: String) {
            set_accessible_name(&*self.obj(), &label);
            self.label.replace(label);
            self.obj().queue_resize();
        }
    }

    impl ObjectImpl for EngravedTitle {
        fn properties() -> &'static [glib::ParamSpec] {
            Self::derived_properties()
        }

        fn set_property(&self, id: usize, value: &glib::Value, pspec: &glib::ParamSpec) {
            self.derived_set_property(id, value, pspec);
        }

        fn property(&self, id: usize, pspec: &glib::ParamSpec) -> glib::Value {
            self.derived_property(id, pspec)
        }

        fn constructed(&self) {
            self.parent_constructed();
            LookManager::default().follow(&*self.obj(), super::EngravedTitle::queue_draw);
        }
    }

    impl WidgetImpl for EngravedTitle {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, other: i32) -> (i32, i32, i32, i32) {
            let title = self.obj();
            let (across, down) = title.padding();
            if orientation == gtk::Orientation::Horizontal {
                let least = title.widest_word() * LEAST_LETTER + 2.0 * across as f32;
                return (least.ceil() as i32, title.layout(1.0).pixel_size().0 + 2 * across, -1, -1);
            }
            let layout = if other < 0 { title.layout(1.0) } else { title.layout_in(other, 1.0) };
            let height = layout.pixel_size().1 + 2 * down;
            ((height as f32 * LEAST_HEIGHT).ceil() as i32, height, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.obj().draw(snapshot);
        }
    }
}

class! {
    /// A title engraved in a plate of the material of the board's frame. The style sheet sets its
    /// size. It has the accessible role of a heading.
    EngravedTitle: gtk::Widget, role = Heading
}

impl EngravedTitle {
    /// Returns the size of the letters from the style sheet, in pixels.
    fn letter(&self) -> f32 {
        let font = self.pango_context().font_description().unwrap_or_default();
        let size = font.size() as f32 / pango::SCALE as f32;
        if font.is_size_absolute() { size } else { size * 96.0 / 72.0 }
    }

    fn padding(&self) -> (i32, i32) {
        let letter = self.letter();
        ((PADDING.0 * letter) as i32, (PADDING.1 * letter) as i32)
    }

    /// Returns the width of the widest word, in pixels.
    fn widest_word(&self) -> f32 {
        let layout = self.layout(1.0);
        layout.set_width(0);
        layout.pixel_size().0 as f32
    }

    /// Returns the layout for a plate of this width in pixels, with letters scaled by `part`.
    /// Letters shrink for the whole title, so that it stays in one line, or else for its widest
    /// word.
    fn layout_in(&self, width: i32, part: f32) -> pango::Layout {
        let room = (width - 2 * self.padding().0).max(1);
        let fits = |widest: f32| room as f32 / widest.max(1.0);
        // Letters do not scale exactly.
        let whole = fits(self.layout(1.0).pixel_size().0 as f32 * 1.02);
        let shrunk = if whole >= LEAST_LETTER { whole } else { fits(self.widest_word()) };
        let layout = self.layout(shrunk.clamp(LEAST_LETTER, 1.0).min(part));
        layout.set_width(room * pango::SCALE);
        layout
    }

    /// Returns the layout with letters scaled by `part`.
    fn layout(&self, part: f32) -> pango::Layout {
        let layout = self.create_pango_layout(Some(&self.label()));
        let mut font = pango::FontDescription::from_string(FONT);
        font.set_absolute_size(f64::from(self.letter() * part) * f64::from(pango::SCALE));
        layout.set_font_description(Some(&font));
        layout.set_alignment(pango::Alignment::Center);
        layout.set_wrap(pango::WrapMode::Word);
        layout
    }

    fn draw(&self, snapshot: &gtk::Snapshot) {
        let (width, height, look) = (self.width(), self.height(), look::current());
        if width <= 0 || height <= 0 {
            return;
        }
        let mut kept = self.imp().plate.borrow_mut();
        if !kept.as_ref().is_some_and(|&(w, h, of, _)| (w, h, of) == (width, height, look)) {
            *kept = Some((width, height, look, texture(title_plate::paint(width, height, look))));
        }
        let Some((.., plate)) = &*kept else { return };
        snapshot.append_texture(plate, &graphene::Rect::new(0.0, 0.0, width as f32, height as f32));
        let whole = self.measure(gtk::Orientation::Vertical, width).1.max(1);
        let (layout, palette) = (self.layout_in(width, height as f32 / whole as f32), look.palette());
        let (across, _) = self.padding();
        let top = ((height - layout.pixel_size().1) / 2) as f32;
        cut_text(snapshot, &layout, (across as f32, top), palette.letters, palette.cut);
    }
}
