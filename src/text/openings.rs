// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of openings: one row for each of [`openings`](morris_teach::opening::openings).

use gettextrs::{gettext, pgettext};
use morris_teach::opening::OpeningName;

type Name = fn() -> String;

const NAMES: &[(&str, Name)] = &[
    // Translators: a crossing is a point with four lines. Names of openings are short: they stand
    // beside the last move
    ("crossing", || gettext("Crossing")),
    ("crossing-neighbors", || gettext("Crossings side by side")),
    ("crossing-facing", || gettext("Crossings face to face")),
    ("crossing-facing-corners", || gettext("Crossings face to face, far corners")),
    ("crossing-three", || gettext("Three crossings")),
    ("crossing-declined", || gettext("Crossings left alone")),
    // Translators: the first mill of this opening is on the middle square. The other lines of the
    // opening differ in Black’s reply to it
    ("center-mill", || gettext("Center mill, main line")),
    ("center-mill-front", || gettext("Center mill, front reply")),
    ("center-mill-own-corner", || gettext("Center mill, reply at White’s corner")),
    ("center-mill-other-corner", || gettext("Center mill, reply at Black’s corner")),
    ("center-mill-own-crossing", || gettext("Center mill, reply at White’s crossing")),
    ("center-mill-other-crossing", || gettext("Center mill, reply at Black’s crossing")),
    ("center-mill-back", || gettext("Center mill, reply behind the pair")),
    ("center-mill-back-corner", || gettext("Center mill, reply at the pair’s corner")),
    ("center-mill-block-corner", || gettext("Center mill, reply at the block’s corner")),
    // Translators: here an opening, in which a second mill follows the first one
    ("double-mill", || pgettext("opening", "Double mill")),
    ("double-mill-front", || gettext("Double mill, stopped in front")),
    ("double-mill-again", || gettext("Double mill, second attack")),
    ("double-mill-block", || gettext("Double mill, late block")),
    // Translators: the first piece is on a corner
    ("corner", || gettext("Corner")),
    ("corner-far-crossing", || gettext("Corner against a far crossing")),
    ("corner-near-crossing", || gettext("Corner against a near crossing")),
    ("corner-opposite", || gettext("Corner against the opposite corner")),
    ("corner-behind", || gettext("Corner against the corner behind it")),
    ("corner-two", || gettext("Opposite corners against two crossings")),
    // Translators: a T point has three lines, like the letter T
    ("t-point", || gettext("T point")),
    ("t-point-tied", || gettext("T point tied to its crossing")),
    ("t-point-facing", || gettext("T points face to face")),
    ("t-point-crossing", || gettext("T point against a crossing")),
    // Translators: two pieces side by side, placed too early: the pair loses
    ("hasty-pair", || gettext("Hasty pair")),
    ("hasty-pair-facing", || gettext("Hasty pair behind facing crossings")),
    ("hasty-pair-middle", || gettext("Hasty pair in the middle square")),
    ("hasty-pair-corner", || gettext("Hasty pair at a corner")),
    ("hasty-pair-t-point", || gettext("Hasty pair at a T point")),
    // Translators: a mill that a player could close, but does not
    ("refused-mill", || gettext("Refused mill")),
    ("refused-mill-crossing", || gettext("Refused mill, crossing first")),
    // Translators: the mill loses
    ("closed-in-haste", || gettext("Mill closed in haste")),
    ("draw-setting", || gettext("Placing for a draw")),
    ("draw-setting-crossed", || gettext("Placing for a draw, crosswise")),
];

/// Returns the name of the opening with this id. Empty if there is none.
pub fn name(id: &str) -> String {
    NAMES.iter().find(|(word, _)| *word == id).map_or_else(String::new, |(_, name)| name())
}

/// Returns the name of a position: that of its opening, or of the family if several lead on.
pub fn position_name(name: OpeningName) -> String {
    match (name.opening, &*name.family.id) {
        (Some(opening), _) => self::name(&opening.id),
        (None, "center-mill") => gettext("Center mill"),
        (None, family) => self::name(family),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use morris_teach::opening::openings;

    use super::*;

    #[test]
    fn every_opening_and_no_other_has_a_name_of_its_own() {
        let ids: Vec<_> = openings().iter().map(|opening| &*opening.id).collect();
        assert_eq!(NAMES.iter().map(|(id, _)| *id).collect::<Vec<_>>(), ids);
        let names: HashSet<_> = ids.iter().map(|id| name(id)).collect();
        assert_eq!(names.len(), ids.len());
        assert!(names.iter().all(|name| (1..=40).contains(&name.chars().count())), "{names:?}");
        assert_eq!(name("none"), "");
    }

    #[test]
    fn a_family_has_the_name_of_its_main_line_without_the_line() {
        let families: Vec<_> = openings().iter().filter(|main| main.id == main.family).collect();
        let names = families.iter().map(|family| position_name(OpeningName { family, opening: None }));
        let all = ["Crossing", "Center mill", "Corner", "T point", "Hasty pair", "Refused mill", "Placing for a draw"];
        assert_eq!(names.collect::<Vec<_>>(), all);
        let main = families[1];
        assert_eq!(position_name(OpeningName { family: main, opening: Some(main) }), "Center mill, main line");
    }
}
