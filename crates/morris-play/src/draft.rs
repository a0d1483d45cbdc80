// SPDX-License-Identifier: GPL-3.0-or-later
//! A position being set up, which may not be legal yet. The men in hand correct themselves: what a
//! change makes impossible, the draft puts right where it can.

use morris::{
    Arrangement, ArrangementError, ArrangementErrors, Board, ByColor, Color, Memory, Placing, Point, PointSet,
    Position, Rules, Transformation,
};

use crate::session::{Scene, Status};

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
    rules: Rules,
    /// The position, with as many men in hand as there can be of those wanted.
    arrangement: Arrangement,
    /// Number of men in hand that the user last wanted. They return when there is room again.
    wanted: ByColor<u8>,
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
    pub fn start(rules: Rules) -> Self {
        Self::of(rules, Arrangement::start(&rules))
    }

    /// Returns a position to be changed, legal or not. Its quiet plies are not kept.
    pub fn of(rules: Rules, arrangement: Arrangement) -> Self {
        let mut arrangement = arrangement;
        arrangement.quiet = 0;
        Self { rules, arrangement, wanted: arrangement.hand, tool: Tool::Men(Color::White) }
    }

    /// Returns the rules by which the position is checked.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the position, legal or not.
    pub const fn arrangement(&self) -> Arrangement {
        self.arrangement
    }

    /// Returns the same position with other rules, if their board is the same. Returns the starting
    /// position for another board.
    #[must_use]
    pub fn by(self, rules: Rules) -> Self {
        if self.rules.board != rules.board || self.arrangement == Arrangement::start(&self.rules) {
            return Self { tool: self.tool, ..Self::start(rules) };
        }
        let mut draft = Self { rules, ..self };
        draft.correct();
        draft
    }

    /// Removes all men from the board. The tool is not the eraser, since there is nothing to erase.
    pub fn clear(&mut self) {
        self.arrangement.men = ByColor::default();
        if self.tool == Tool::Erase {
            self.tool = Tool::Men(Color::White);
        }
        self.correct();
    }

    /// Removes all men in hand.
    pub fn empty_hands(&mut self) {
        self.wanted = ByColor::default();
        self.correct();
    }

    /// Applies the tool to a point: places a man, replacing one of the other color, or removes the
    /// man.
    ///
    /// # Errors
    /// Returns the reason if all men of the color are on the board.
    pub fn tap(&mut self, point: Point) -> Result<(), ArrangementError> {
        match self.tool {
            Tool::Men(color) if !self.arrangement.men[color].contains(point) => self.place(color, point),
            _ => {
                self.remove(point);
                Ok(())
            }
        }
    }

    /// Places a man, replacing any man there. It is taken from the hand if there would be too many
    /// men otherwise.
    ///
    /// # Errors
    /// Returns the reason if all men of the color are on the board.
    pub fn place(&mut self, color: Color, point: Point) -> Result<(), ArrangementError> {
        let (men, most) = (self.arrangement.men[color] | point.set(), self.rules.men);
        if men.len() > usize::from(most) {
            return Err(ArrangementError::TooManyMen { color, men: men.len(), most });
        }
        self.arrangement.men =
            ByColor::from_fn(|each| if each == color { men } else { self.arrangement.men[each] - point.set() });
        self.correct();
        Ok(())
    }

    /// Places a man from the hand, which has one man less afterward.
    ///
    /// # Errors
    /// Returns the reason if all men of the color are on the board.
    pub fn place_from_hand(&mut self, color: Color, point: Point) -> Result<(), ArrangementError> {
        let left = self.possible()[color].saturating_sub(1);
        self.place(color, point)?;
        self.wanted[color] = left;
        self.correct();
        Ok(())
    }

    /// Moves a man to another point, replacing any man there.
    pub fn carry(&mut self, from: Point, to: Point) {
        let man = Color::BOTH.into_iter().find(|&color| self.arrangement.men[color].contains(from));
        let Some(color) = man else { return };
        self.remove(from);
        self.remove(to);
        self.arrangement.men[color] |= to.set();
        self.correct();
    }

    /// Removes the man on a point.
    pub fn remove(&mut self, point: Point) {
        self.arrangement.men = ByColor::from_fn(|color| self.arrangement.men[color] - point.set());
        self.correct();
    }

    /// Sets the side to move.
    pub fn set_side(&mut self, side: Color) {
        self.arrangement.side = side;
        self.correct();
    }

    /// Sets the number of a side's men in hand. If the sides place in turn, that of the other side
    /// follows.
    pub fn set_hand(&mut self, color: Color, hand: u8) {
        let other = match (color, self.arrangement.side) {
            _ if !self.hands_agree() => self.wanted[color.other()],
            (_, Color::White) => hand,
            (Color::White, Color::Black) => hand.saturating_add(1),
            (Color::Black, Color::Black) => hand.saturating_sub(1),
        };
        self.wanted[color] = hand;
        self.wanted[color.other()] = other;
        self.correct();
    }

    /// Returns the largest number of men that a side can have in hand.
    pub fn most_in_hand(&self, color: Color) -> u8 {
        self.in_step(self.room())[color]
    }

    /// Returns the number of a side's men that are neither on the board nor in hand.
    pub fn lost(&self, color: Color) -> u8 {
        self.room()[color].saturating_sub(self.arrangement.hand[color])
    }

    /// Changes the whole position, if the board allows it.
    ///
    /// White begins: while both place in turn, swapped hands would not agree. Then only the men on
    /// the board are exchanged.
    pub fn transform(&mut self, kind: Transformation) {
        let Arrangement { men, hand, side, .. } = self.arrangement;
        if let Some(symmetry) = kind.symmetry(self.rules.board) {
            self.arrangement.men = ByColor::from_fn(|color| Board::map(symmetry, men[color]));
        } else if kind == Transformation::SwapColors {
            self.arrangement.men = men.swapped();
            if !self.hands_agree() || hand == ByColor::default() {
                self.wanted = self.wanted.swapped();
                self.arrangement.side = side.other();
            }
        }
        self.correct();
    }

    /// Returns the position, if it is legal.
    pub fn check(&self) -> Result<Position, ArrangementErrors> {
        self.arrangement.check(&self.rules)
    }

    /// Returns the scene for the board.
    pub fn scene(&self) -> Scene {
        let Arrangement { hand, side, .. } = self.arrangement;
        let lost = ByColor::from_fn(|color| self.lost(color));
        Scene { status: Status::Place { side, hand: hand[side] }, lost, ..Scene::still(&self.arrangement, &self.rules) }
    }

    /// Returns whether the rules allow only certain pairs of men in hand.
    fn hands_agree(&self) -> bool {
        self.rules.placing == Placing::First
    }

    /// Returns the number of men that each side has beside those on the board.
    fn room(&self) -> ByColor<u8> {
        let room = |men: PointSet| usize::from(self.rules.men).saturating_sub(men.len());
        ByColor::from_fn(|color| u8::try_from(room(self.arrangement.men[color])).unwrap_or_default())
    }

    /// Returns the wanted men in hand for which there is room.
    fn possible(&self) -> ByColor<u8> {
        let room = self.room();
        ByColor::from_fn(|color| self.wanted[color].min(room[color]))
    }

    /// Reduces numbers of men in hand to a pair that can occur with this side to move.
    fn in_step(&self, hand: ByColor<u8>) -> ByColor<u8> {
        match self.arrangement.side {
            _ if !self.hands_agree() => hand,
            Color::White => ByColor::from_fn(|_| hand.white.min(hand.black)),
            Color::Black => {
                let black = hand.black.min(hand.white.saturating_add(1));
                ByColor { white: black.saturating_sub(1), black }
            }
        }
    }

    /// Corrects what the last change has made impossible: men in hand, and what the rules remember
    /// of earlier moves.
    fn correct(&mut self) {
        self.arrangement.hand = self.in_step(self.possible());
        self.arrangement.quiet = 0;
        self.arrangement.memory = Memory::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn tapped(points: &str, tool: Tool, draft: Draft) -> Draft {
        let mut draft = Draft { tool, ..draft };
        points.split(' ').for_each(|name| draft.tap(point(name)).unwrap());
        draft
    }

    fn white(points: &str, draft: Draft) -> Draft {
        tapped(points, Tool::Men(Color::White), draft)
    }

    fn black(points: &str, draft: Draft) -> Draft {
        tapped(points, Tool::Men(Color::Black), draft)
    }

    fn line(draft: &Draft) -> String {
        draft.arrangement.line(draft.rules.board)
    }

    /// Returns the draft of an empty board without men in hand.
    fn empty() -> Draft {
        let mut draft = Draft::default();
        draft.empty_hands();
        draft
    }

    fn hands(draft: &Draft) -> (u8, u8) {
        (draft.arrangement.hand.white, draft.arrangement.hand.black)
    }

    #[test]
    fn men_are_placed_removed_and_replaced() {
        let draft = white("d6 f4 d6", empty());
        assert_eq!(line(&draft), ".../.../.../....W./.../.../... w 0 0 0");
        let draft = black("f4 a1", draft);
        assert_eq!(line(&draft), ".../.../.../....B./.../.../B.. w 0 0 0");
        assert_eq!(draft.scene().men, draft.arrangement.men);
        let draft = tapped("f4 g7", Tool::Erase, draft);
        assert_eq!(line(&draft), ".../.../.../....../.../.../B.. w 0 0 0");
    }

    #[test]
    fn a_man_is_carried_whatever_the_tool() {
        let mut draft = Draft { tool: Tool::Erase, ..white("d6 f4", empty()) };
        draft.carry(point("d6"), point("a1"));
        assert_eq!(line(&draft), ".../.../.../....W./.../.../W.. w 0 0 0");
        draft.carry(point("d6"), point("f4"));
        assert_eq!(draft.arrangement.men.white.len(), 2, "nothing is on d6 any more");
        draft.carry(point("a1"), point("f4"));
        assert_eq!(line(&draft), ".../.../.../....W./.../.../... w 0 0 0");
    }

    #[test]
    fn placed_men_come_from_the_hand_and_return_to_it() {
        let draft = white("d6", Draft::default());
        assert_eq!(hands(&draft), (8, 8), "with White to move, both have as many");
        let draft = black("f4", draft);
        assert_eq!((hands(&draft), draft.lost(Color::White), draft.lost(Color::Black)), ((8, 8), 0, 0));
        let draft = black("f4", white("d6", draft));
        assert_eq!(hands(&draft), (9, 9));
        let mut full = Draft::default();
        for name in "a7 d7 g7 b6 d6 f6 c5 d5 e5".split(' ') {
            full.tap(point(name)).unwrap();
        }
        assert_eq!(hands(&full), (0, 0));
        let most = ArrangementError::TooManyMen { color: Color::White, men: 10, most: 9 };
        assert_eq!(full.tap(point("a4")), Err(most));
        assert_eq!(full.arrangement.men.white.len(), 9, "and nothing is changed");
    }

    #[test]
    fn a_man_from_the_hand_leaves_one_less_there() {
        let mut draft = black("a1 d1", white("d6 f4", empty()));
        draft.set_hand(Color::White, 3);
        assert_eq!(hands(&draft), (3, 3));
        draft.place(Color::White, point("a7")).unwrap();
        assert_eq!(hands(&draft), (3, 3), "a lost man has returned");
        draft.place_from_hand(Color::White, point("d7")).unwrap();
        draft.place_from_hand(Color::Black, point("g7")).unwrap();
        assert_eq!(hands(&draft), (2, 2));
        assert_eq!((draft.lost(Color::White), draft.lost(Color::Black)), (3, 4));
    }

    #[test]
    fn hands_follow_the_side_to_move_and_each_other() {
        let mut draft = black("a1 d1 g1", white("d6 f4 a7", Draft::default()));
        let mut after = |change: &dyn Fn(&mut Draft)| {
            change(&mut draft);
            assert!(draft.check().is_ok(), "{}", line(&draft));
            hands(&draft)
        };
        assert_eq!(after(&|draft| draft.set_side(Color::Black)), (5, 6));
        assert_eq!(after(&|draft| draft.set_side(Color::White)), (6, 6), "nothing is lost on the way");
        assert_eq!(after(&|draft| draft.set_hand(Color::Black, 2)), (2, 2));
        assert_eq!(after(&|draft| draft.set_side(Color::Black)), (1, 2));
        assert_eq!(after(&|draft| draft.set_hand(Color::White, 0)), (0, 1));
        assert_eq!(after(&|draft| draft.set_hand(Color::Black, 0)), (0, 0));
        assert_eq!(after(&|draft| draft.set_hand(Color::White, 1)), (1, 2));
        assert_eq!(after(&|draft| draft.set_hand(Color::White, 200)), (5, 6), "there are no more");
        assert_eq!(draft.most_in_hand(Color::White), 5);
    }

    #[test]
    fn sides_that_do_not_place_in_turn_have_hands_of_their_own() {
        let mut draft = black("a1", white("d6", Draft::start("lasker".parse().unwrap())));
        draft.set_hand(Color::White, 4);
        assert_eq!(hands(&draft), (4, 9));
        draft.set_side(Color::Black);
        assert_eq!(hands(&draft), (4, 9));
    }

    #[test]
    fn other_rules_leave_no_more_men_in_hand_than_there_can_be() {
        let rules: Rules = "lasker".parse().unwrap();
        let lasker = white("d6", Draft::start(rules));
        assert_eq!(hands(&lasker), (9, 10));
        let standard = lasker.by(Rules::STANDARD);
        assert_eq!(hands(&standard), (8, 8));
        assert!(standard.check().is_ok());
        assert_eq!(Draft::start(rules).by(Rules::STANDARD), Draft::start(Rules::STANDARD));
        assert_eq!(hands(&standard.by("six".parse().unwrap())), (6, 6), "on another board");
    }

    #[test]
    fn it_is_checked_at_every_step() {
        assert!(Draft::default().check().is_ok());
        assert_eq!(empty().check().unwrap_err().0, [ArrangementError::BothTooFew]);
        assert!(white("a7 d7 b6", empty()).check().is_ok());
        let mut cleared = white("a7", Draft { tool: Tool::Erase, ..Draft::default() });
        cleared.tool = Tool::Erase;
        cleared.clear();
        assert_eq!(cleared, Draft::default());
    }

    #[test]
    fn positions_are_turned_and_sides_swapped() {
        let draft = black("d6", white("a7 d7", empty()));
        let moved = |kind| {
            let mut draft = draft;
            draft.transform(kind);
            line(&draft)
        };
        assert_eq!(moved(Transformation::Mirror), ".WW/.B./.../....../.../.../... w 0 0 0");
        assert_eq!(moved(Transformation::TurnRight), "..W/.../.../....BW/.../.../... w 0 0 0");
        assert_eq!(moved(Transformation::InsideOut), ".../.B./WW./....../.../.../... w 0 0 0");
        assert_eq!(moved(Transformation::SwapColors), "BB./.W./.../....../.../.../... b 0 0 0");
        let placing = "BB./.W./.../....../.../.../... w 7 7 0";
        let mut draft = Draft::of(Rules::STANDARD, Arrangement::parse(placing, &Rules::STANDARD).unwrap());
        draft.transform(Transformation::SwapColors);
        assert_eq!(line(&draft), "WW./.B./.../....../.../.../... w 7 7 0");
    }

    #[test]
    fn changes_clear_the_memory_of_the_rules() {
        let rules = Rules::builder(Rules::STANDARD).reforming(morris::MillReuse::NotStraightBack).build().unwrap();
        let position = Position::parse("WW./..W/.../B.B.B./.../.../... w 0 0 0", &rules).unwrap();
        let mv = position.legal_moves(&rules).into_iter().find(|mv| !mv.removed.is_empty()).unwrap();
        let mut draft = Draft::of(rules, position.play(mv, &rules).unwrap().into());
        assert!(!draft.arrangement.memory.is_empty());
        draft.remove(mv.to.unwrap());
        assert!(draft.arrangement.memory.is_empty());
    }
}
