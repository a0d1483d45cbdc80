// SPDX-License-Identifier: GPL-3.0-or-later
//! What has happened to the entrants so far, as far as it decides the next pairs and colors.

use morris::Color;

use crate::meeting::GameScore;
use crate::points::Points;
use crate::standings::points_before;
use crate::tournament::Tournament;

/// The rounds before one. Lists have a value for each entrant.
pub(crate) struct Past {
    /// Who has met whom.
    pub met: Vec<Vec<bool>>,
    /// The color in game 1 of each round.
    pub colors: Vec<Vec<Option<Color>>>,
    /// Who has had a bye that is worth a win and a draw.
    pub had_bye: Vec<bool>,
    /// Who has won a whole match by forfeit.
    pub won_by_forfeit: Vec<bool>,
    /// Who met an opponent with more points in the last round.
    pub floated: Vec<bool>,
}

impl Past {
    /// Returns what has happened before a round.
    pub fn of(tournament: &Tournament, round: usize) -> Self {
        let count = tournament.entrants.len();
        let mut past = Self {
            met: vec![vec![false; count]; count],
            colors: vec![vec![None; round]; count],
            had_bye: vec![false; count],
            won_by_forfeit: vec![false; count],
            floated: vec![false; count],
        };
        for (number, each) in tournament.rounds.iter().enumerate().take(round) {
            for meeting in &each.meetings {
                let (first, second) = (meeting.first, meeting.second);
                if meeting.is_at_board() {
                    (past.met[first][second], past.met[second][first]) = (true, true);
                    past.colors[first][number] = Some(Color::White);
                    past.colors[second][number] = Some(Color::Black);
                }
                let all = |score| meeting.games.iter().all(|game| *game == Some(score));
                past.won_by_forfeit[first] |= all(GameScore::WinByForfeit);
                past.won_by_forfeit[second] |= all(GameScore::LossByForfeit);
            }
            each.byes.iter().for_each(|&entrant| past.had_bye[entrant] = true);
        }
        past.note_floats(tournament, round);
        past
    }

    fn note_floats(&mut self, tournament: &Tournament, round: usize) {
        let Some(last) = round.checked_sub(1) else { return };
        let points = points_before(tournament, last);
        for meeting in tournament.rounds.get(last).map_or(&[][..], |round| &round.meetings) {
            let (first, second) = (meeting.first, meeting.second);
            self.floated[first] |= points[first] < points[second];
            self.floated[second] |= points[second] < points[first];
        }
    }

    /// Returns how often an entrant had a color in game 1.
    fn count(&self, entrant: usize, color: Color) -> usize {
        self.colors[entrant].iter().flatten().filter(|had| **had == color).count()
    }

    fn last(&self, entrant: usize) -> Option<Color> {
        self.colors[entrant].iter().rev().copied().flatten().next()
    }

    /// Returns the color that an entrant must have in single games: after the other one twice in a
    /// row, or two times more.
    pub fn must_have(&self, entrant: usize) -> Option<Color> {
        let [white, black] = [Color::White, Color::Black].map(|color| self.count(entrant, color));
        let mut last = self.colors[entrant].iter().rev().flatten();
        match (last.next(), last.next()) {
            (Some(one), Some(before)) if one == before => Some(one.other()),
            _ if white >= black + 2 => Some(Color::Black),
            _ if black >= white + 2 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns two entrants with the one who has White in game 1 first. `higher` is before `lower`
    /// in the table. `games` is the number of games of a match.
    pub fn in_colors(&self, higher: usize, lower: usize, games: u8) -> (usize, usize) {
        let whites = [higher, lower].map(|entrant| self.count(entrant, Color::White));
        let differ = (0..self.colors[higher].len()).rev().find_map(|round| {
            let colors = (self.colors[higher][round]?, self.colors[lower][round]?);
            (colors.0 != colors.1).then_some(colors.0.other())
        });
        let musts = [higher, lower].map(|entrant| self.must_have(entrant).filter(|_| games == 1));
        let color = match musts {
            [Some(own), other] if other != Some(own) => own,
            [None, Some(other)] => other.other(),
            _ if whites[0] < whites[1] => Color::White,
            _ if whites[0] > whites[1] => Color::Black,
            _ => differ
                .or_else(|| self.last(higher).map(Color::other))
                .or_else(|| self.last(lower))
                .unwrap_or(if higher % 2 == 0 { Color::White } else { Color::Black }),
        };
        if color == Color::White { (higher, lower) } else { (lower, higher) }
    }

    /// Returns the number of rounds in which an entrant played.
    pub fn played(&self, entrant: usize) -> usize {
        self.colors[entrant].iter().flatten().count()
    }
}

/// Orders entrants by points, then by their numbers.
pub(crate) fn ranked(mut entrants: Vec<usize>, points: &[Points]) -> Vec<usize> {
    entrants.sort_by_key(|&entrant| (std::cmp::Reverse(points[entrant]), entrant));
    entrants
}
