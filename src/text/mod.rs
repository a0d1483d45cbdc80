// SPDX-License-Identifier: GPL-3.0-or-later
//! All words: sentences about what the layers below say, translations, and languages.

pub mod describe;
pub mod i18n;
pub mod language;
mod levels;
pub mod presets;
