// SPDX-License-Identifier: GPL-3.0-or-later
//! All text: sentences about data of the lower layers, translations, and languages.

pub mod access_keys;
pub mod describe;
pub mod i18n;
pub mod language;
mod levels;
pub mod openings;
pub mod presets;
