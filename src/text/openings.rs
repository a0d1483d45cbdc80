// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of openings.

use morris_teach::opening::openings;

/// Returns the name of the opening with this word.
#[must_use]
pub fn name(id: &str) -> String {
    let opening = openings().iter().find(|opening| opening.id == id);
    opening.map_or_else(String::new, |opening| opening.name.clone())
}
