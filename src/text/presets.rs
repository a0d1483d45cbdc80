// SPDX-License-Identifier: GPL-3.0-or-later
//! Named sets of rules: one row for each row of [`Rules::PRESETS`], with its text and the pages
//! that offer it.

use gettextrs::gettext;

use super::i18n::{list, ngettext_f};
use morris::{Board, Rules};

/// Sets of rules on one board, or on boards with one set each.
pub struct Group {
    /// The board of all sets, if it is the same.
    pub board: Option<&'static Board>,
    /// Sets of the group, in display order.
    pub presets: Vec<&'static Preset>,
}

pub struct Preset {
    /// Id in [`Rules::PRESETS`].
    id: &'static str,
    pub name: fn() -> String,
    /// Its special features, in one line.
    pub summary: fn() -> String,
    /// Where the rules are from, whose form they have where sources differ, and other names.
    history: Option<fn() -> String>,
    line: Line,
    shown_on: ShownOn,
}

/// What a list of sets says about one of them, in a few words.
enum Line {
    /// These words.
    Words(fn() -> String),
    /// Where the game is from, and the number of pieces.
    From(fn() -> String),
    Pieces,
}

/// Pages that offer a set of rules.
#[derive(PartialEq, Eq)]
enum ShownOn {
    /// The page of all rules.
    Page,
    /// The page of all rules and the set-up of a game, since many users want the set.
    PageAndSetup,
}

/// All sets, in the order of [`Rules::PRESETS`].
const PRESETS: &[Preset] = &[
    Preset {
        id: "standard",
        name: || gettext("Standard"),
        summary: || {
            gettext(
                "Nine pieces, flying with three; a draw by repetition, or after 50 moves by each player without a mill",
            )
        },
        history: None,
        line: Line::Words(|| gettext("The usual rules")),
        shown_on: ShownOn::PageAndSetup,
    },
    Preset {
        id: "plain",
        // Translators: the name of a set of rules: those without draws
        name: || gettext("No Draws"),
        summary: || gettext("Nine pieces, flying with three; no draws"),
        history: None,
        line: Line::Words(|| gettext("A game can last forever")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "windmill",
        // Translators: the name of a set of rules: the one used in classrooms
        name: || gettext("Classroom"),
        summary: || gettext("Nine pieces, flying with three; a draw after 25 moves by each player without a mill"),
        history: None,
        line: Line::Words(|| gettext("Draws come sooner")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "compo",
        // Translators: the name of a set of rules: that of a competition between programs
        name: || gettext("Competition"),
        summary: || gettext("Nine pieces, no flying, no draws"),
        history: None,
        line: Line::Words(|| gettext("No flying, no draws")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "twelve",
        name: || gettext("Twelve Men’s Morris"),
        summary: || {
            gettext(
                "North America: twelve pieces and diagonals; a full board is a draw; the first player can always win",
            )
        },
        history: Some(|| gettext("Also called dooz in Iran.")),
        line: Line::From(|| gettext("North America")),
        shown_on: ShownOn::PageAndSetup,
    },
    Preset {
        id: "morabaraba",
        // Translators: a game of southern Africa
        name: || gettext("Morabaraba"),
        summary: || gettext("Southern Africa: twelve pieces and diagonals; no moving straight back into a mill"),
        history: None,
        line: Line::From(|| gettext("Southern Africa")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "eleven",
        name: || gettext("Eleven Men’s Morris"),
        summary: || {
            gettext(
                "England: eleven pieces and diagonals, so the board never fills up; the first player can always win",
            )
        },
        history: None,
        line: Line::From(|| gettext("England")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "lasker",
        // Translators: a game that Emanuel Lasker proposed
        name: || gettext("Lasker’s Morris"),
        summary: || gettext("Germany: ten pieces; place or move from the start"),
        history: None,
        line: Line::From(|| gettext("Germany")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "laskertotal",
        // Translators: Lasker’s morris with another rule for flying, which programs use that have
        // solved it
        name: || gettext("Lasker’s Morris, Counting All Pieces"),
        summary: || gettext("Germany: like Lasker’s Morris, but pieces in hand count for flying"),
        history: Some(|| gettext("This is how the programs play that have solved Lasker’s morris, such as Malom.")),
        line: Line::From(|| gettext("Germany")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "onetime",
        // Translators: the name of a set of rules under which each line removes a piece
        // only once
        name: || gettext("One-Time Mills"),
        summary: || gettext("Russia, Ukraine: each line removes a piece only once; any piece can be removed"),
        history: None,
        line: Line::From(|| gettext("Russia and Ukraine")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "chamgonu",
        // Translators: a Korean game, 참고누
        name: || gettext("Cham Gonu"),
        summary: || gettext("Korea: twelve pieces, no flying; no placing where a piece was removed"),
        history: None,
        line: Line::From(|| gettext("Korea")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "shax",
        // Translators: a game of Somalia
        name: || gettext("Shax"),
        summary: || gettext("Somalia: twelve pieces; nothing is removed while placing, then each player removes one"),
        history: None,
        line: Line::From(|| gettext("Somalia")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "chengsanqi",
        // Translators: a Chinese game, 成三棋
        name: || gettext("Cheng San Qi"),
        summary: || gettext("China: nine pieces, no flying; no placing where a piece was removed"),
        history: Some(|| {
            gettext("Hu Longcheng described it in Hubei in 1999; there, pieces in mills are always safe.")
        }),
        line: Line::From(|| gettext("China")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "mylna",
        // Translators: an old game of Iceland
        name: || gettext("Mylna"),
        summary: || gettext("Iceland: nine pieces, no flying; pieces in mills are always safe"),
        history: Some(|| gettext("Jón Árnason and Ólafur Davíðsson described it in the 19th century.")),
        line: Line::From(|| gettext("Iceland")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "naoguti",
        // Translators: a game of South Asia
        name: || gettext("Nao Guti"),
        summary: || gettext("South Asia: nine pieces, no flying; the game goes on until a player has no pieces"),
        history: Some(|| {
            gettext(
                "Das Gupta described it in 1926, but not what happens to a player who cannot move. Here, that player loses.",
            )
        }),
        line: Line::From(|| gettext("South Asia")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "mulmulan",
        // Translators: a game of Java
        name: || gettext("Mul-Mulan"),
        summary: || gettext("Java: nine pieces and diagonals, no flying; a piece between two others removes both"),
        history: Some(|| {
            gettext(
                "This is the form that the program Sanmill plays. Others play it with eleven pieces, or until no piece is left.",
            )
        }),
        line: Line::From(|| gettext("Java")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "six",
        name: || gettext("Six Men’s Morris"),
        summary: || gettext("Medieval Europe: six pieces on two squares, no flying"),
        history: None,
        line: Line::From(|| gettext("Medieval Europe")),
        shown_on: ShownOn::PageAndSetup,
    },
    Preset {
        id: "five",
        name: || gettext("Five Men’s Morris"),
        summary: || gettext("England, 1694: five pieces on two squares, no flying"),
        history: None,
        line: Line::From(|| gettext("England")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "seven",
        name: || gettext("Seven Men’s Morris"),
        summary: || gettext("Seven pieces on a cross; starting in the center always wins with best play"),
        history: None,
        line: Line::Pieces,
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "tapatan",
        // Translators: a game of the Philippines
        name: || gettext("Tapatan"),
        summary: || gettext("Philippines: first three in a row wins; the first player can always win"),
        history: Some(|| gettext("Also called liu tsi in China and engijn zirge in Mongolia.")),
        line: Line::From(|| gettext("Philippines")),
        shown_on: ShownOn::PageAndSetup,
    },
    Preset {
        id: "nineholes",
        // Translators: a small game of England: three pieces in a row on nine points
        name: || gettext("Nine Holes"),
        summary: || gettext("England: first three in a row wins; pieces move anywhere"),
        history: Some(|| gettext("Also called akidada, driesticken, and san-noku-narabe.")),
        line: Line::From(|| gettext("England")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "achi",
        // Translators: a game of West Africa
        name: || gettext("Achi (Four Pieces)"),
        summary: || gettext("West Africa: four pieces, first three in a row wins; the first player can always win"),
        history: None,
        line: Line::From(|| gettext("West Africa")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "smallmerels",
        // Translators: a small game: three pieces in a row on nine points without diagonals
        name: || gettext("Three Men’s Morris"),
        summary: || gettext("Europe: first three in a row wins; no diagonals"),
        history: Some(|| gettext("Also called djara-badakh.")),
        line: Line::From(|| gettext("Europe")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "moebius",
        // Translators: the name of a board, after the Möbius strip: its outer and inner
        // ring are one
        name: || gettext("Möbius Board"),
        summary: || gettext("Nine pieces; the outer and inner squares form one ring"),
        history: None,
        line: Line::Pieces,
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "sunmill",
        // Translators: the name of a board with eight rays
        name: || gettext("Sun"),
        summary: || gettext("Twelve pieces on eight rays; two mills at once remove two pieces"),
        history: None,
        line: Line::Pieces,
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "windmillboard",
        // Translators: the name of a board with four sails
        name: || gettext("Windmill"),
        summary: || gettext("Twelve pieces on four sails; two mills at once remove two pieces"),
        history: None,
        line: Line::Pieces,
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "triangle",
        // Translators: the name of a board of three triangles
        name: || gettext("Triangle"),
        summary: || gettext("Seven pieces on three triangles"),
        history: None,
        line: Line::Pieces,
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "pentagon",
        // Translators: the name of a board of three pentagons
        name: || gettext("Pentagon"),
        summary: || gettext("Eleven pieces on three pentagons"),
        history: None,
        line: Line::Pieces,
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "hexagon",
        // Translators: the name of a board of three hexagons
        name: || gettext("Hexagon"),
        summary: || gettext("Twelve pieces on three hexagons"),
        history: None,
        line: Line::Pieces,
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "sesotho",
        // Translators: a game of Lesotho
        name: || gettext("Sesotho Morabaraba"),
        summary: || gettext("Lesotho: twelve pieces on three squares and a cross"),
        history: Some(|| {
            gettext(
                "Coertze described it in 2002, with flying, and with pieces in mills always safe. Other sources do not protect them if all are in mills, as here, or have no flying.",
            )
        }),
        line: Line::From(|| gettext("Lesotho")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "marelletriple",
        // Translators: a game of France, in French
        name: || gettext("Marelle Triple"),
        summary: || gettext("France: nine pieces, flying with four; diagonals only for moving"),
        history: Some(|| gettext("De Moulidars described it in 1840.")),
        line: Line::From(|| gettext("France")),
        shown_on: ShownOn::Page,
    },
    Preset {
        id: "rota",
        // Translators: a modern name of a game on Roman boards
        name: || gettext("Rota"),
        summary: || gettext("First row through the center of a wheel wins; no flying"),
        history: Some(|| {
            gettext("Reconstructed: the boards are Roman, but the rules are a guess by Carl Blümlein in 1918.")
        }),
        line: Line::Pieces,
        shown_on: ShownOn::Page,
    },
];

/// Other names of games, by which a search finds them, with the ids of the sets. Names in other
/// languages are not translated.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("standard", "merels mill mühle"),
    ("twelve", "dooz"),
    ("chamgonu", "참고누"),
    ("chengsanqi", "cheng shan qi 成三棋 成山棋"),
    ("tapatan", "liu tsi engijn zirge"),
    ("nineholes", "akidada driesticken san-noku-narabe"),
    ("smallmerels", "djara-badakh"),
];

impl Preset {
    /// Returns the rules.
    ///
    /// # Panics
    /// Panics if the id is not a preset, which a test rules out.
    pub fn rules(&self) -> Rules {
        self.id.parse().expect("a test holds that each row is a preset")
    }

    /// Returns where the rules are from, if that needs a sentence.
    pub fn history(&self) -> Option<String> {
        self.history.map(|history| history())
    }

    /// Returns other names of the game, for a search.
    pub fn other_names(&self) -> &'static str {
        OTHER_NAMES.iter().find(|(id, _)| *id == self.id).map_or("", |(_, names)| names)
    }

    /// Returns a few words about the set, for a list.
    pub fn line(&self) -> String {
        let men = self.rules().men;
        let pieces = || ngettext_f("{count} piece", "{count} pieces", men, &[]);
        match self.line {
            Line::Words(words) => words(),
            Line::From(place) => list(&[place(), pieces()]),
            Line::Pieces => pieces(),
        }
    }
}

/// Returns all sets in groups: one for each board with several sets, and one for all other boards.
pub fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for preset in PRESETS {
        let board = preset.rules().board;
        match groups.iter_mut().find(|group| group.board == Some(board)) {
            Some(group) => group.presets.push(preset),
            None => groups.push(Group { board: Some(board), presets: vec![preset] }),
        }
    }
    let (mut shared, single): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.presets.len() > 1);
    let presets = single.into_iter().flat_map(|group| group.presets).collect();
    shared.push(Group { board: None, presets });
    shared
}

pub fn in_setup() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| preset.shown_on == ShownOn::PageAndSetup)
}

/// Returns the row of a set of rules, or `None` if the user has composed it.
pub fn preset(rules: &Rules) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.id == rules.id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_those_of_the_rules_in_their_order() {
        let shown: Vec<_> = PRESETS.iter().map(|preset| preset.id).collect();
        let known: Vec<_> = Rules::PRESETS.iter().map(Rules::id).collect();
        assert_eq!(shown, known);
        assert!(in_setup().count() > 0);
        assert!(OTHER_NAMES.iter().all(|(id, _)| known.contains(id)));
    }

    #[test]
    fn a_group_has_one_board_and_each_set_is_in_one_group() {
        let groups = groups();
        let boards: Vec<_> = groups.iter().map(|group| group.board.map(|board| board.id())).collect();
        assert_eq!(boards, [Some("plain24"), Some("diag24"), Some("ring16"), Some("diag9"), Some("plain9"), None]);
        let sets_on = |board| PRESETS.iter().filter(|preset| preset.rules().board == board).count();
        for Group { board, presets } in &groups {
            for preset in presets {
                let own = preset.rules().board;
                assert_eq!(sets_on(own), board.map_or(1, |_| presets.len()), "{}", preset.id);
                assert!(board.is_none_or(|board| board == own), "{}", preset.id);
            }
        }
        assert_eq!(groups.iter().map(|group| group.presets.len()).sum::<usize>(), PRESETS.len());
    }

    #[test]
    fn line_has_origin_and_number_of_pieces() {
        let line = |id: &str| PRESETS.iter().find(|preset| preset.id == id).unwrap().line();
        assert_eq!(line("lasker"), "Germany, 10 pieces");
        assert_eq!(line("hexagon"), "12 pieces");
        assert_eq!(line("standard"), "The usual rules");
    }
}
