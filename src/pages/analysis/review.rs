// SPDX-License-Identifier: GPL-3.0-or-later
//! Makes the review of the game on the page, shows it as it progresses, and saves it with the game.

use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use jiff::Zoned;

use morris::{Color, Game, NodeId};
use morris_play::persistence::Notes;
use morris_teach::puzzles::{Card, Practice, Puzzle};
use morris_teach::review::Reviewer;

use crate::compat::announcer::Again;
use crate::text::describe;

use super::making::{News, make};
use super::opened::{Opened, Part, Reviewed, is_stop};
use super::{AnalysisPage, Announce};

impl AnalysisPage {
    /// Reviews what has been played since the last review, and goes to the user's first mistake.
    pub(super) fn look_into_review(&self) {
        self.review_soon();
        self.go_to_first_mistake();
    }

    /// Reviews the game of the tree once the tables are open, unless it has no moves or has been
    /// reviewed. Moves that are tried after a saved game do not belong to it.
    pub(super) fn review_soon(&self) {
        let opened = self.imp().opened.borrow();
        let Some(opened) = opened.as_ref() else { return };
        let (game, is_tried) = (Arc::new(opened.tree().game_at(opened.analysis.end())), opened.is_tried());
        if game.cursor() == 0 || opened.reviewed.as_ref().is_some_and(|of| !is_tried || of.game == game) {
            return;
        }
        let (page, tables) = (self.downgrade(), Rc::clone(&self.context().services.tables));
        glib::spawn_future_local(async move {
            tables.opened().await;
            if let Some(page) = page.upgrade() {
                page.begin_review(&game);
            }
        });
    }

    /// Reviews a game, if it is that of the tree.
    fn begin_review(&self, game: &Arc<Game>) {
        let services = &self.context().services;
        let tables = services.tables.current();
        {
            let mut opened = self.imp().opened.borrow_mut();
            let Some(opened) = opened.as_mut() else { return };
            let is_same = |of: &Reviewed| of.game == *game && Arc::ptr_eq(&of.tables, &tables);
            if opened.reviewed.as_ref().is_some_and(is_same) {
                return;
            }
            let tree = opened.tree();
            let Some(end) = tree.find(game.played()).filter(|_| *game.start() == *tree.start()) else { return };
            let nodes = std::iter::once(tree.root()).chain(tree.path(end)).collect();
            let reviewer = Reviewer::new(Arc::clone(&tables), game);
            let (review, persons) = (reviewer.review().clone(), opened.persons());
            let sides = if persons.is_empty() { Color::BOTH.to_vec() } else { persons };
            let (asked, known, of) = (Arc::clone(game), Arc::clone(&tables), opened.learners());
            let (job, news) = services.background.start(move |worker| make(reviewer, &known, &asked, &of, worker));
            self.listen_to_review(game, news);
            let game = Arc::clone(game);
            opened.reviewed = Some(Reviewed { game, nodes, tables, review, finished: false, sides, _job: job });
        }
        self.imp().lessons.take();
        self.offer_lessons();
        self.show_all();
    }

    fn listen_to_review(&self, game: &Arc<Game>, news: async_channel::Receiver<News>) {
        let (page, game) = (self.downgrade(), Arc::clone(game));
        glib::spawn_future_local(async move {
            while let (Ok(news), Some(page)) = (news.recv().await, page.upgrade()) {
                if !page.show_report(&game, news) {
                    return;
                }
            }
        });
    }

    /// Reviews the same game again if some values are unknown and the tables have changed.
    pub(super) fn review_again(&self) {
        let tables = self.context().services.tables.current();
        let outdated = |reviewed: &&Reviewed| {
            reviewed.finished && reviewed.is_estimated() && !Arc::ptr_eq(&reviewed.tables, &tables)
        };
        let opened = self.imp().opened.borrow();
        let reviewed = opened.as_ref().and_then(|opened| opened.reviewed.as_ref()).filter(outdated);
        let game = reviewed.map(|reviewed| Arc::clone(&reviewed.game));
        drop(opened);
        if let Some(game) = game {
            self.begin_review(&game);
        }
    }

    /// Stores and shows a report. Returns whether it is about the game on the page.
    pub(super) fn show_report(&self, game: &Arc<Game>, News { review, lessons, whole }: News) -> bool {
        let mut opened = self.imp().opened.borrow_mut();
        let reviewed = opened.as_mut().and_then(|opened| opened.reviewed.as_mut());
        let Some(reviewed) = reviewed.filter(|reviewed| Arc::ptr_eq(&reviewed.game, game)) else { return false };
        reviewed.review = review;
        let ends = whole && !reviewed.finished;
        reviewed.finished |= whole;
        drop(opened);
        if ends {
            self.announce_review();
        }
        self.go_to_first_mistake();
        self.show_all();
        if lessons.is_some() || whole {
            self.save_review();
        }
        if let Some(lessons) = lessons {
            self.learn(lessons);
        }
        true
    }

    /// Goes to the user's first mistake once it is known, unless the user has done something here.
    pub(super) fn go_to_first_mistake(&self) {
        if self.part() != Part::Review {
            return;
        }
        let mut opened = self.imp().opened.borrow_mut();
        let Some(opened) = opened.as_mut().filter(|opened| !opened.is_touched) else { return };
        let Some(reviewed) = &opened.reviewed else { return };
        let plies = &reviewed.review.plies;
        let first = plies.iter().position(|ply| reviewed.lists(ply));
        let known = |index: &usize| plies[..*index].iter().all(|ply| ply.after.is_some());
        if let Some(&node) = first.filter(known).and_then(|index| reviewed.nodes_in(opened.tree()).get(index + 1)) {
            opened.touch();
            opened.leave_entry();
            opened.analysis.go_to(node);
        }
    }

    /// Announces the summary of the review, if it is complete and shown.
    pub(super) fn announce_review(&self) {
        let opened = self.imp().opened.borrow();
        let reviewed = opened.as_ref().and_then(|opened| opened.reviewed.as_ref());
        if let Some(reviewed) = reviewed.filter(|of| of.finished && self.part() == Part::Review && self.is_mapped()) {
            let sides: Vec<_> = reviewed.sides.iter().map(|&side| (side, reviewed.review.of(side))).collect();
            self.context().messages.announce(&describe::review_summary(&sides), Again::No);
        }
    }

    pub(super) fn show_review(&self) {
        let imp = self.imp();
        let opened = imp.opened.borrow();
        let Some(opened) = opened.as_ref() else { return };
        let reviewed = opened.reviewed.as_ref();
        self.show_subtitle();
        match reviewed {
            Some(reviewed) => imp.review.show(reviewed, &opened.setup, opened.tree()),
            None => {
                imp.lessons.take();
                imp.review.clear();
            }
        }
    }

    /// Shows in the header what is analyzed.
    pub(super) fn show_subtitle(&self) {
        let opened = self.imp().opened.borrow();
        let subtitle = opened.as_ref().filter(|_| !self.is_setting_up()).map(|opened| match &opened.reviewed {
            Some(reviewed) if !reviewed.finished => gettext("Reviewing…"),
            Some(_) => describe::short_game_title(&opened.setup),
            None => describe::rules_name(opened.tree().rules()),
        });
        self.imp().header_title.set_subtitle(&subtitle.unwrap_or_default());
    }

    /// Saves the review with the game, and the accuracy of the only person with the statistics:
    /// once all moves have been reviewed, and again when the review is complete.
    fn save_review(&self) {
        let find = |opened: &Opened| {
            let (id, review) = (opened.document.as_ref()?.id(), opened.review()?);
            let person = opened.setup.only_person().filter(|_| review.0.outcome().is_some());
            let accuracy = person.and_then(|person| review.1.of(person).accuracy);
            Some((id, review, accuracy))
        };
        let Some((id, review, accuracy)) = self.imp().opened.borrow().as_ref().and_then(find) else { return };
        if let Some(accuracy) = accuracy {
            self.context().services.statistics.set_accuracy(&id, accuracy.percent);
        }
        _ = self.context().services.saves.save_notes(id, Notes { tree: None, review: Some(review) });
    }

    /// Stores the mistakes of human players as puzzles.
    fn learn(&self, lessons: Vec<Puzzle>) {
        let practice = Rc::clone(&self.context().services.practice);
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            practice.load().await;
            let today = Zoned::now().date();
            if let Some(page) = page.upgrade() {
                page.imp().lessons.replace(lessons.iter().map(Puzzle::key).collect());
            }
            practice.change(move |practice| {
                for puzzle in &lessons {
                    let known = practice.repetition.cards().iter().any(|card| card.puzzle.key() == puzzle.key());
                    if !known {
                        practice.repetition.insert(Card { puzzle: puzzle.clone(), due: today, step: 0 });
                    }
                }
            });
        });
    }

    /// Offers the mistakes for practice as long as one of them is due.
    pub(super) fn offer_lessons(&self) {
        let (lessons, today) = (self.imp().lessons.borrow(), Zoned::now().date());
        let is_due =
            |practice: &Practice| practice.repetition.due(today).any(|card| lessons.contains(&card.puzzle.key()));
        let can_learn = !lessons.is_empty() && self.context().services.practice.read(is_due);
        self.imp().review.set_can_learn(can_learn);
    }

    /// Shows or leaves the refutation of the current mistake. It is played on the board.
    pub(super) fn toggle_refutation(&self) {
        let mut opened = self.imp().opened.borrow_mut();
        let Some(opened_now) = opened.as_mut() else { return };
        let refutation = opened_now.mistake().map(|ply| ply.refutation.clone()).unwrap_or_default();
        let begins = opened_now.line.is_none() && !refutation.is_empty();
        drop(opened);
        if begins {
            self.play_out(refutation);
        } else {
            self.leave_line();
        }
    }

    /// Goes to the next or the previous mistake of the game.
    pub(super) fn to_mistake(&self, find: FindMistake) {
        let node = self.imp().opened.borrow().as_ref().and_then(|opened| mistake_near(opened, find));
        if let Some(node) = node {
            self.go_to(node, Announce::Aloud);
        }
    }
}

/// Finds the index of a mistake near the position after this number of moves.
type FindMistake = fn(&Reviewed, usize) -> Option<usize>;

/// Returns the node of a mistake near the current one, if it is in the tree.
pub(super) fn mistake_near(opened: &Opened, find: FindMistake) -> Option<NodeId> {
    let (reviewed, tree) = (opened.reviewed.as_ref()?, opened.tree());
    let moves = tree.depth(opened.node()).min(reviewed.review.plies.len());
    reviewed.nodes_in(tree).get(find(reviewed, moves)? + 1).copied()
}

/// Returns the index of the next mistake after this number of moves.
pub(super) fn next_mistake(reviewed: &Reviewed, moves: usize) -> Option<usize> {
    let later = reviewed.review.plies.get(moves..)?.iter().position(is_stop)?;
    Some(moves + later)
}

/// Returns the index of the last mistake before the one that led to the position after this number
/// of moves.
pub(super) fn previous_mistake(reviewed: &Reviewed, moves: usize) -> Option<usize> {
    reviewed.review.plies[..moves.saturating_sub(1)].iter().rposition(is_stop)
}
