// SPDX-License-Identifier: GPL-3.0-or-later
//! Games whose placing phase is solved.

use super::{BoardKind, Sector};
use morris::{FullBoard, POINTS, Rules};

/// A game whose placing phase is solved, after which it continues in the sectors of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlacingGame {
    /// Nine men's morris.
    Nine,
    /// Eleven men's morris.
    Eleven,
    /// Twelve men's morris.
    Twelve,
    /// A game with four men and diagonals. Tests solve it completely.
    #[cfg(test)]
    Four,
}

impl PlacingGame {
    /// All of these games.
    pub const ALL: &'static [Self] = &[
        Self::Nine,
        Self::Eleven,
        Self::Twelve,
        #[cfg(test)]
        Self::Four,
    ];

    /// Returns the game that is played by these rules. The draw rules do not matter, except the one
    /// for a full board if the men fill it.
    pub fn of(rules: &Rules) -> Option<Self> {
        let mut with_room = *rules;
        with_room.full_board = FullBoard::Blocks;
        let board_kind = BoardKind::of(rules).filter(|_| with_room.moves_are_classic())?;
        let has_men = |game: &Self| game.board_kind() == board_kind && game.men() == rules.men;
        let may_fill = |game: &Self| 2 * usize::from(game.men()) == POINTS;
        let game = Self::ALL.iter().copied().find(has_men)?;
        Some(game).filter(|game| !may_fill(game) || rules.full_board == FullBoard::Draws)
    }

    /// Returns the rules of the game.
    ///
    /// # Examples
    /// ```
    /// use morris_solved::tablebase::PlacingGame;
    ///
    /// let rules = PlacingGame::Twelve.rules();
    /// assert_eq!(rules.men, 12);
    /// assert_eq!(PlacingGame::of(&rules), Some(PlacingGame::Twelve));
    /// ```
    pub const fn rules(self) -> Rules {
        match self {
            Self::Nine => Rules::STANDARD,
            Self::Eleven => Rules::ELEVEN,
            Self::Twelve => Rules::TWELVE,
            #[cfg(test)]
            Self::Four => {
                let mut rules = Rules::ELEVEN;
                rules.men = 4;
                rules
            }
        }
    }

    /// Returns the number of men that each side places.
    pub const fn men(self) -> u8 {
        self.rules().men
    }

    /// Returns the board of the game.
    pub const fn board_kind(self) -> BoardKind {
        match self {
            Self::Nine => BoardKind::Plain,
            _ => BoardKind::Diagonal,
        }
    }

    /// Returns the id of its rules, which denotes the game in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Nine => "standard",
            Self::Eleven => "eleven",
            Self::Twelve => "twelve",
            #[cfg(test)]
            Self::Four => "four",
        }
    }

    /// Returns the prefix of the names of its plies' files.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Nine => "",
            Self::Eleven => "eleven-",
            Self::Twelve => "twelve-",
            #[cfg(test)]
            Self::Four => "four-",
        }
    }

    /// Returns the sectors that its positions lead to, in the order of solving.
    pub fn sectors(self) -> impl Iterator<Item = Sector> {
        let most = self.men();
        Sector::all_on(self.board_kind()).filter(move |sector| sector.mover().max(sector.other()) <= most)
    }

    /// Number of plies of all games.
    pub(super) const PLIES: usize = Self::plies_before(Self::ALL.len());

    /// Returns the number of plies of the games before this one.
    pub(super) const fn first_ply(self) -> usize {
        Self::plies_before(self as usize)
    }

    const fn plies_before(end: usize) -> usize {
        let (mut plies, mut game) = (0, 0);
        while game < end {
            plies += 2 * Self::ALL[game].men() as usize;
            game += 1;
        }
        plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_follows_from_the_rules() {
        let of = |id: &str| PlacingGame::of(&id.parse().expect("a preset"));
        assert_eq!(["standard", "plain", "windmill"].map(of), [Some(PlacingGame::Nine); 3]);
        assert_eq!(["eleven", "twelve"].map(of), [Some(PlacingGame::Eleven), Some(PlacingGame::Twelve)]);
        for id in ["compo", "lasker", "morabaraba", "onetime", "shax", "chamgonu", "moebius", "six", "sunmill"] {
            assert_eq!(of(id), None, "{id}");
        }
        let mut lost = Rules::TWELVE;
        lost.full_board = FullBoard::Blocks;
        assert_eq!(PlacingGame::of(&lost), None, "a full board is lost");
        for &game in PlacingGame::ALL {
            assert_eq!(PlacingGame::ALL[game as usize], game);
            assert_eq!(PlacingGame::of(&game.rules()), Some(game));
            assert_eq!(game.rules().men, game.men());
        }
    }
}
