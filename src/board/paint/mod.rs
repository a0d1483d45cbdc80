// SPDX-License-Identifier: GPL-3.0-or-later
//! Painting: colours as light, heights that throw shade, noise, and what materials look like.

pub mod height_map;
pub mod linear_color;
pub mod noise;
pub mod stone;
pub mod surface;
pub mod wood;
