// SPDX-License-Identifier: GPL-3.0-or-later
//! A position being set up, which may not be legal yet.

use morris::{Arrangement, ArrangementErrors, ByColor, Color, Point, Position, Rules};
use morris_play::session::{Scene, Status};

/// Effect of a tap on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Places a man of this color, or removes one of the same color.
    Men(Color),
    /// Removes the man on the point.
    Erase,
}

/// A position being set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Rules by which the position is checked.
    pub rules: Rules,
    /// Men and other state of the position.
    pub arrangement: Arrangement,
    /// Effect of a tap.
    pub tool: Tool,
}

impl Default for Draft {
    fn default() -> Self {
        Self::start(Rules::default())
    }
}

impl Draft {
    /// Returns the starting position.
    #[must_use]
    pub fn start(rules: Rules) -> Self {
        Self { rules, arrangement: Arrangement::start(&rules), tool: Tool::Men(Color::White) }
    }

    /// Returns the same position with other rules, if their board is the same. Limits the men in
    /// hand. Returns the starting position for another board.
    #[must_use]
    pub fn by(self, rules: Rules) -> Self {
        if self.rules.board != rules.board || self.arrangement == Arrangement::start(&self.rules) {
            return Self::start(rules);
        }
        let mut draft = Self { rules, ..self };
        Color::BOTH.into_iter().for_each(|color| draft.limit_hand(color));
        draft
    }

    /// Limits the men in hand to the number that the rules allow beside those on the board.
    fn limit_hand(&mut self, color: Color) {
        let Arrangement { men, hand, .. } = &mut self.arrangement;
        let most = usize::from(self.rules.men).saturating_sub(men[color].len());
        hand[color] = hand[color].min(u8::try_from(most).unwrap_or_default());
    }

    /// Returns an empty board without men in hand. The tool is not the eraser, since there is
    /// nothing to erase.
    #[must_use]
    pub fn cleared(self) -> Self {
        let arrangement = Arrangement::new(ByColor::default(), ByColor::default(), Color::White);
        let tool = if self.tool == Tool::Erase { Tool::Men(Color::White) } else { self.tool };
        Self { arrangement, tool, ..self }
    }

    /// Applies the tool to a point. Places a man, replacing one of the other color, or removes the
    /// man. A placed man is taken from the hand if there would be too many men otherwise.
    pub fn tap(&mut self, point: Point) {
        let Tool::Men(color) = self.tool else { return self.remove(point) };
        let there = self.arrangement.men[color].contains(point);
        self.remove(point);
        if there {
            return;
        }
        self.arrangement.men[color] |= point.set();
        self.limit_hand(color);
    }

    /// Moves a man to another point, replacing any man there.
    pub fn carry(&mut self, from: Point, to: Point) {
        let man = Color::BOTH.into_iter().find(|&color| self.arrangement.men[color].contains(from));
        let Some(color) = man else { return };
        self.remove(from);
        self.remove(to);
        self.arrangement.men[color] |= to.set();
    }

    /// Removes the man on a point.
    pub fn remove(&mut self, point: Point) {
        for color in Color::BOTH {
            self.arrangement.men[color] = self.arrangement.men[color] - point.set();
        }
        self.arrangement.quiet = 0;
    }

    /// Returns the position, if it is legal.
    ///
    /// # Errors
    /// Returns all reasons why it is not legal.
    pub fn check(&self) -> Result<Position, ArrangementErrors> {
        self.arrangement.check(&self.rules)
    }

    /// Returns the scene for the board.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let Arrangement { hand, side, .. } = self.arrangement;
        Scene { status: Status::Place { side, hand: hand[side] }, ..Scene::still(&self.arrangement, &self.rules) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tapped(points: &str, color: Color, draft: Draft) -> Draft {
        let mut draft = Draft { tool: Tool::Men(color), ..draft };
        points.split(' ').for_each(|point| draft.tap(point.parse().unwrap()));
        draft
    }

    #[test]
    fn men_are_put_down_taken_away_and_replaced() {
        let draft = tapped("d6 f4 d6", Color::White, Draft::default().cleared());
        assert_eq!(draft.arrangement.to_string(), ".../.../.../....W./.../.../... w 0 0 0");
        let draft = tapped("f4 a1", Color::Black, draft);
        assert_eq!(draft.arrangement.to_string(), ".../.../.../....B./.../.../B.. w 0 0 0");
        assert_eq!(draft.scene().men, draft.arrangement.men);
        let mut erasing = Draft { tool: Tool::Erase, ..draft };
        ["f4", "g7"].iter().for_each(|point| erasing.tap(point.parse().unwrap()));
        assert_eq!(erasing.arrangement.to_string(), ".../.../.../....../.../.../B.. w 0 0 0");
    }

    #[test]
    fn a_man_is_carried_whatever_the_tool() {
        let mut draft = Draft { tool: Tool::Erase, ..tapped("d6 f4", Color::White, Draft::default().cleared()) };
        let [d6, f4, a1] = ["d6", "f4", "a1"].map(|point| point.parse().unwrap());
        draft.carry(d6, a1);
        assert_eq!(draft.arrangement.to_string(), ".../.../.../....W./.../.../W.. w 0 0 0");
        draft.carry(d6, f4);
        assert_eq!(draft.arrangement.men.white.len(), 2, "nothing stands on d6 any more");
        draft.carry(a1, f4);
        assert_eq!(draft.arrangement.to_string(), ".../.../.../....W./.../.../... w 0 0 0");
    }

    #[test]
    fn other_rules_leave_no_more_men_in_hand_than_there_can_be() {
        let rules: Rules = "lasker".parse().unwrap();
        let lasker = tapped("d6", Color::White, Draft::start(rules));
        assert_eq!(lasker.arrangement.hand, ByColor { white: 9, black: 10 });
        let mut standard = lasker.by(Rules::STANDARD);
        assert_eq!(standard.arrangement.hand, ByColor { white: 8, black: 9 });
        standard.arrangement.side = Color::Black;
        assert!(standard.check().is_ok());
        assert_eq!(Draft::start(rules).by(Rules::STANDARD), Draft::start(Rules::STANDARD));
    }

    #[test]
    fn it_is_checked_at_every_step() {
        assert!(Draft::default().check().is_ok());
        let empty = Draft::default().cleared();
        assert_eq!(empty.check().unwrap_err().0.len(), 1);
        assert!(tapped("a7 d7 b6", Color::White, empty).check().is_ok());
        let placed = tapped("d6", Color::Black, tapped("f4", Color::White, Draft::default()));
        assert_eq!(placed.check().unwrap().to_string(), ".../.B./.../....W./.../.../... w 8 8 0");
    }
}
