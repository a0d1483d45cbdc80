// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as a picture: in letters, as SVG, as PNG.

mod letters;
mod png;
mod shapes;
mod svg;
mod text;

pub use png::{PngError, png};
pub use svg::svg;
pub use text::picture;
