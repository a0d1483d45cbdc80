// SPDX-License-Identifier: GPL-3.0-or-later
//! A player who follows the game by its reports alone.

use super::super::*;
use crate::narration::{News, Report, Say};

/// Notes of a player who does not see the board.
#[derive(Default)]
pub(super) struct Listener {
    /// The reported moves that have not been taken back.
    moves: Vec<(Color, Move)>,
    /// The moves of the game when its last scene was shown.
    expected: Vec<(Color, Move)>,
    /// The last scene, unless its move awaits confirmation.
    shown: Option<Scene>,
    /// The last reported scene.
    reported: Option<Scene>,
    /// Number of reported ends.
    pub(super) ends: usize,
}

impl Listener {
    /// Notes what the next report must be about.
    pub(super) fn watch(&mut self, scene: &Scene, game: &Game) {
        if scene.checked_move.is_some() {
            return;
        }
        let side = |number| game.position_after(number).unwrap().side();
        let played = game.played().iter().enumerate().map(|(number, &mv)| (side(number), mv));
        self.expected = played.filter(|(_, mv)| *mv != Move::PASS).collect();
        self.shown = Some(scene.clone());
    }

    /// Checks that a report gives each change once, in order, and nothing old.
    pub(super) fn check(&mut self, report: &Report) {
        let scene = &report.scene;
        // The name of an opening is said once, but shown longer.
        let nameless = |scene: &Scene| Scene { opening: None, ..scene.clone() };
        assert_eq!(Some(nameless(scene)), self.shown.as_ref().map(nameless), "nothing stale");
        let before = self.reported.replace(scene.clone());
        let is_news = before.as_ref().map(sentence) != Some(sentence(scene));
        let titles: Vec<_> = report.says.iter().filter(|say| matches!(say, Say::Title(_))).collect();
        match titles.as_slice() {
            [] => assert!(!is_news, "{:?} is not reported", sentence(scene)),
            [Say::Title(news)] => self.note(news, scene, before.as_ref(), is_news),
            _ => panic!("two titles"),
        }
        if matches!(scene.status, Status::Viewing { .. }) {
            // The report is about the earlier position, not about moves that are played meanwhile.
            self.moves.clone_from(&self.expected);
        }
        assert_eq!(self.moves, self.expected);
        self.ends += usize::from(report.is_end);
        let hints = report.says.iter().filter(|say| matches!(say, Say::Hint(_))).count();
        // A paused game shows no hint.
        let is_other = |before: &Scene| before.status != Status::Paused && before.hint != scene.hint;
        let is_new = scene.hint.is_some() && before.as_ref().is_none_or(is_other);
        assert!(hints == usize::from(is_new) || hints == 1 && scene.hint.is_some(), "{:?}", report.says);
    }

    fn note(&mut self, news: &News, scene: &Scene, before: Option<&Scene>, is_news: bool) {
        let moves = |moves: &[(Color, Move)]| moves.iter().copied().filter(|(_, mv)| *mv != Move::PASS).collect();
        match news {
            News::LastMove => {
                assert!(is_news, "{:?} is reported twice", sentence(scene));
                let last = scene.last.filter(|_| self.expected.len() > self.moves.len() && !scene.lacks_removal());
                self.moves.extend(last);
            }
            News::State => panic!("only a game by message is reported without its moves"),
            News::TakenBack(back) if before.is_some_and(|before| before.played == scene.played) => {
                assert_eq!(Some(back[0]), before.and_then(|before| before.last));
            }
            News::TakenBack(back) => {
                let back: Vec<_> = moves(back);
                assert_eq!(self.moves.split_off(self.moves.len() - back.len()), back);
            }
            News::Redone(again) => self.moves.extend::<Vec<_>>(moves(again)),
        }
    }
}

/// Returns the content of the title, apart from moves that were taken back or replayed.
fn sentence(scene: &Scene) -> impl PartialEq + std::fmt::Debug + use<> {
    let last = scene.last.filter(|_| !scene.lacks_removal());
    (last, scene.status.in_brief(), scene.is_opening().then(|| scene.setup.clone()))
}
