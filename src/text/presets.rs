// SPDX-License-Identifier: GPL-3.0-or-later
//! Named sets of rules: one row for each row of [`Rules::PRESETS`], with its text and the pages
//! that offer it.

use gettextrs::gettext;

use morris::Rules;

/// A group of sets of rules.
pub struct Group {
    /// Title in the current language.
    pub title: fn() -> String,
    /// Sets of the group, in display order.
    pub presets: &'static [Preset],
}

/// A named set of rules.
pub struct Preset {
    /// Id in [`Rules::PRESETS`].
    id: &'static str,
    /// Name of the set.
    pub name: fn() -> String,
    /// Its special features, in one line.
    pub summary: fn() -> String,
    shown_on: ShownOn,
}

/// Pages that offer a set of rules.
#[derive(PartialEq, Eq)]
enum ShownOn {
    /// The page of all rules.
    Page,
    /// The page of all rules and the set-up of a game, since many users want the set.
    PageAndSetup,
}

/// All sets, in their groups.
pub const GROUPS: &[Group] = &[
    Group {
        // Translators: a group of sets of rules: those played with nine pieces
        title: || gettext("Nine Pieces"),
        presets: &[
            Preset {
                id: "standard",
                name: || gettext("Standard"),
                summary: || {
                    gettext(
                        "Nine pieces, flying with three; a draw by repetition, or after 50 moves by each player without a mill",
                    )
                },
                shown_on: ShownOn::PageAndSetup,
            },
            Preset {
                id: "plain",
                // Translators: the name of a set of rules: those without draws
                name: || gettext("No draws"),
                summary: || gettext("Nine pieces, flying with three; no draws"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "windmill",
                // Translators: the name of a set of rules: the one used in classrooms
                name: || gettext("Classroom"),
                summary: || {
                    gettext("Nine pieces, flying with three; a draw after 25 moves by each player without a mill")
                },
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "compo",
                // Translators: the name of a set of rules: that of a competition between programs
                name: || gettext("Competition"),
                summary: || gettext("Nine pieces, no flying, no draws"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "lasker",
                // Translators: a game that Emanuel Lasker proposed
                name: || gettext("Lasker’s morris"),
                summary: || gettext("Germany: ten pieces; place or move from the first turn"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "onetime",
                // Translators: the name of a set of rules under which each line removes a piece
                // only once
                name: || gettext("One-time mills"),
                summary: || gettext("Russia, Ukraine: each line removes a piece only once; any piece can be removed"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "chengsanqi",
                // Translators: a Chinese game, 成三棋
                name: || gettext("Cheng san qi"),
                summary: || gettext("China: nine pieces, no flying; no placing where a piece was removed"),
                shown_on: ShownOn::Page,
            },
        ],
    },
    Group {
        // Translators: a group of sets of rules: those played with twelve pieces
        title: || gettext("Twelve Pieces"),
        presets: &[
            Preset {
                id: "twelve",
                name: || gettext("Twelve men’s morris"),
                summary: || gettext("North America: twelve pieces and diagonals; a full board is a draw"),
                shown_on: ShownOn::PageAndSetup,
            },
            Preset {
                id: "morabaraba",
                // Translators: a game of southern Africa
                name: || gettext("Morabaraba"),
                summary: || {
                    gettext("Southern Africa: twelve pieces and diagonals; no moving straight back into a mill")
                },
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "eleven",
                name: || gettext("Eleven men’s morris"),
                summary: || gettext("England: eleven pieces and diagonals, so the board never fills up"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "chamgonu",
                // Translators: a Korean game, 참고누
                name: || gettext("Cham gonu"),
                summary: || gettext("Korea: twelve pieces, no flying; no placing where a piece was removed"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "shax",
                // Translators: a game of Somalia
                name: || gettext("Shax"),
                summary: || {
                    gettext("Somalia: twelve pieces; nothing is removed while placing, then each player removes one")
                },
                shown_on: ShownOn::Page,
            },
        ],
    },
    Group {
        // Translators: a group of sets of rules: those on small boards
        title: || gettext("Small Boards"),
        presets: &[
            Preset {
                id: "six",
                name: || gettext("Six men’s morris"),
                summary: || gettext("Medieval Europe: six pieces on two squares, no flying"),
                shown_on: ShownOn::PageAndSetup,
            },
            Preset {
                id: "five",
                name: || gettext("Five men’s morris"),
                summary: || gettext("England, 1694: five pieces on two squares, no flying"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "seven",
                name: || gettext("Seven men’s morris"),
                summary: || gettext("Seven pieces on a cross; starting in the center always wins with best play"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "tapatan",
                // Translators: a game of the Philippines
                name: || gettext("Tapatan"),
                summary: || gettext("Philippines: first three in a row wins; the first player can always win"),
                shown_on: ShownOn::PageAndSetup,
            },
            Preset {
                id: "nineholes",
                // Translators: a small game of England: three pieces in a row on nine points
                name: || gettext("Nine holes"),
                summary: || gettext("England: first three in a row wins; pieces move anywhere"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "achi",
                // Translators: a game of West Africa
                name: || gettext("Achi (four pieces)"),
                summary: || {
                    gettext("West Africa: four pieces, first three in a row wins; the first player can always win")
                },
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "smallmerels",
                // Translators: a small game: three pieces in a row on nine points without diagonals
                name: || gettext("Three men’s morris"),
                summary: || gettext("Europe: first three in a row wins; no diagonals"),
                shown_on: ShownOn::Page,
            },
        ],
    },
    Group {
        // Translators: a group of sets of rules: those on boards of uncommon shapes
        title: || gettext("Other Boards"),
        presets: &[
            Preset {
                id: "moebius",
                // Translators: the name of a board, after the Möbius strip: its outer and inner
                // ring are one
                name: || gettext("Möbius board"),
                summary: || gettext("Nine pieces; the outer and inner squares form one ring"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "sunmill",
                // Translators: the name of a board with eight rays
                name: || gettext("Sun"),
                summary: || gettext("Twelve pieces on eight rays; two mills at once remove two pieces"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "windmillboard",
                // Translators: the name of a board with four sails
                name: || gettext("Windmill"),
                summary: || gettext("Twelve pieces on four sails; two mills at once remove two pieces"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "triangle",
                // Translators: the name of a board of three triangles
                name: || gettext("Triangle"),
                summary: || gettext("Seven pieces on three triangles"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "pentagon",
                // Translators: the name of a board of three pentagons
                name: || gettext("Pentagon"),
                summary: || gettext("Eleven pieces on three pentagons"),
                shown_on: ShownOn::Page,
            },
            Preset {
                id: "hexagon",
                // Translators: the name of a board of three hexagons
                name: || gettext("Hexagon"),
                summary: || gettext("Twelve pieces on three hexagons"),
                shown_on: ShownOn::Page,
            },
        ],
    },
];

impl Preset {
    /// Returns the rules.
    ///
    /// # Panics
    /// Panics if the id is not a preset, which a test rules out.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.id.parse().expect("a test holds that each row is a preset")
    }
}

fn all() -> impl Iterator<Item = &'static Preset> {
    GROUPS.iter().flat_map(|group| group.presets)
}

/// Returns the sets that the set-up of a game offers.
pub fn in_setup() -> impl Iterator<Item = &'static Preset> {
    all().filter(|preset| preset.shown_on == ShownOn::PageAndSetup)
}

/// Returns the row of a set of rules, or `None` if the user has composed it.
#[must_use]
pub fn preset(rules: &Rules) -> Option<&'static Preset> {
    all().find(|preset| preset.id == rules.id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_those_of_the_rules() {
        let mut shown: Vec<_> = all().map(|preset| preset.id).collect();
        shown.sort_unstable();
        let mut known: Vec<_> = Rules::PRESETS.iter().map(Rules::id).collect();
        known.sort_unstable();
        assert_eq!(shown, known);
        assert!(all().all(|preset| preset.rules().id() == preset.id) && in_setup().count() > 0);
    }

    /// Only this module defines the groups: the table of the rules puts a game beside those from
    /// which it is made. Within a group the order is that of the table, so that lists are the same
    /// in the window and on the command line.
    #[test]
    fn the_rows_of_a_group_are_in_the_order_of_the_rules() {
        let place = |preset: &Preset| Rules::PRESETS.iter().position(|rules| rules.id() == preset.id);
        for group in GROUPS {
            assert!(group.presets.iter().map(place).is_sorted(), "{}", (group.title)());
        }
    }
}
