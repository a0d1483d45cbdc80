// SPDX-License-Identifier: GPL-3.0-or-later
//! Painting in wood: colours as light, heights that throw shade, noise, and the grain of a plank.

pub mod height_map;
pub mod linear_color;
pub mod noise;
pub mod wood;
