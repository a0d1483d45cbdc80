// SPDX-License-Identifier: GPL-3.0-or-later
//! Converts pixels and colors to GDK types.

use gtk::gdk;

use morris_paint::Pixels;
use morris_paint::linear_color::LinearColor;

pub fn texture(pixels: Pixels) -> gdk::Texture {
    let (width, height, stride) = (pixels.width as i32, pixels.height as i32, pixels.width * 4);
    let bytes = glib::Bytes::from_owned(pixels.into_bytes());
    gdk::MemoryTexture::new(width, height, gdk::MemoryFormat::B8g8r8a8Premultiplied, &bytes, stride).into()
}

pub fn rgba_of(color: LinearColor) -> gdk::RGBA {
    let [red, green, blue] =
        color.0.map(|light| if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 });
    gdk::RGBA::new(red, green, blue, 1.0)
}

/// Converts a color in the form `0xRRGGBB` with an opacity from 0 to 1.
pub fn rgba(hex: u32, alpha: f32) -> gdk::RGBA {
    let part = |shift: u32| (hex >> shift & 0xff) as f32 / 255.0;
    gdk::RGBA::new(part(16), part(8), part(0), alpha)
}
