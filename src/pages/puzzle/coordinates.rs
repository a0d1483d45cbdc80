// SPDX-License-Identifier: GPL-3.0-or-later
//! A run of points: each is named, and is found on an empty board without letters.

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Color, Move, Point, PointSet, Position};
use morris_play::session::Cue;
use morris_teach::puzzles::RunKind;
use rand::seq::IteratorRandom;

use super::course::Course;
use super::solver::Solver;
use crate::board::{MoveTone, ShownMove};
use crate::pages::exercise::{Entry, Exercise};
use crate::text::describe;
use crate::text::i18n::sentences;

impl Solver {
    /// Returns whether points are to be found.
    pub(super) fn is_about_points(&self) -> bool {
        self.course() == Course::Run(RunKind::Coordinates)
    }

    /// Shows the letters beside the board as the settings say, unless points are to be found.
    pub(super) fn show_coordinates(&self) {
        let shown = self.context().services.settings.read(|settings| settings.coordinates);
        self.panel().board.set_coordinates(shown && !self.is_about_points());
    }

    /// Puts the empty board there, from either side.
    pub(super) fn show_empty_board(&self) {
        let (panel, rules) = (self.panel(), self.imp().rules.get());
        panel.hands.set_visible(false);
        let flipped = rand::random();
        panel.board.set_flipped(flipped);
        panel.level.set_label(&describe::side_below(if flipped { Color::Black } else { Color::White }));
        panel.entry.replace(Some(Entry::new(rules, Position::start(&rules), None)));
        if let Some(scene) = self.scene() {
            panel.board.begin(&scene);
        }
    }

    pub(super) fn next_point(&self) {
        let (imp, before) = (self.imp(), self.imp().sought.get());
        let others = imp.rules.get().board.points().filter(|&point| Some(point) != before);
        imp.sought.set(others.choose(&mut rand::rng()));
        let name = imp.sought.get().map(|point| self.name(point)).unwrap_or_default();
        self.panel().task.set_label(&describe::point_task(name));
        self.show_score();
        self.show_buttons();
        match before {
            None => self.announce_task(),
            // The name is enough to go on with.
            Some(_) => self.announce(name),
        }
    }

    /// Handles a tap on a point, while another one or the same is to be found.
    pub(super) fn take_point(&self, point: Point, sought: Point) {
        let is_right = point == sought;
        if let Some(run) = self.imp().run.borrow_mut().as_mut() {
            if is_right { run.solve() } else { run.fail() }
        }
        let mv = Move { from: None, to: Some(point), removed: PointSet::EMPTY };
        let tone = if is_right { MoveTone::Good } else { MoveTone::Bad };
        self.panel().board.set_shown_moves(&[ShownMove { mv, tone }]);
        if is_right {
            self.play_cue(Cue::Place);
            return self.next_point();
        }
        let words = describe::wrong_point(self.name(point));
        self.play_cue(Cue::Refused);
        self.panel().board.refuse(&words);
        self.show_score();
        self.announce(&sentences(&[&*words, &self.panel().task.label()]));
    }

    fn name(&self, point: Point) -> &'static str {
        self.imp().rules.get().board.name(point)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use morris::Rules;

    use super::super::tests::{count_to_start, page, task};
    use super::*;

    #[gtk::test]
    fn points_are_found_until_the_time_is_up() {
        let page = page();
        page.begin(Course::Run(RunKind::Coordinates), Rules::STANDARD);
        assert!(page.panel().board.scene().is_some(), "the empty board is there before the clock runs");
        page.tap("d6".parse().unwrap());
        assert_eq!(page.score_words(), "0 solved, 0 wrong", "nothing is asked yet");
        let side = page.panel().level.label();
        assert!(["White is at the bottom", "Black is at the bottom"].contains(&&*side));
        count_to_start(&page);
        let first = page.imp().sought.get().unwrap();
        assert_eq!(task(&page), format!("Find {first}"));
        assert_eq!(page.whole_task(), format!("Find {first}. {side}"));
        assert!(!page.panel().actions.is_visible());
        let other = page.imp().rules.get().board.points().find(|&point| point != first).unwrap();
        page.tap(other);
        assert_eq!((page.score_words().as_str(), page.imp().sought.get()), ("0 solved, 1 wrong", Some(first)));
        page.panel().board.type_point(first);
        let second = page.imp().sought.get().unwrap();
        assert_eq!(page.score_words(), "1 solved, 1 wrong");
        assert_ne!(second, first);
        page.imp().run.borrow_mut().as_mut().unwrap().tick(Duration::from_secs(60));
        page.end_run("");
        page.tap(second);
        assert_eq!((task(&page).as_str(), page.score_words().as_str()), ("Finished: 1 solved.", "1 solved, 1 wrong"));
        assert!(page.panel().offers_next());
    }
}
