// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves small games in the background. Solving starts by itself when the game is played, and goes
//! on until the game is solved.

use std::rc::Rc;

use gtk::gio;

use morris::Rules;
use morris_solved::Task;
use morris_solved::small_games::{self, GameTask, is_small, is_unfinished};
use morris_solved::tablebase::SolveError;

use super::background::Lane;
use super::solver::Solver;
use super::solver_job::{GameSolving, SolverNews};
use crate::text::describe;

impl Solver {
    pub fn game(&self) -> Option<GameSolving> {
        self.games.state()
    }

    /// Resumes the games that were unfinished when the program last ended.
    pub(super) fn resume_games(self: &Rc<Self>) {
        let (folder, solver) = (self.tables.own_folder(), Rc::downgrade(self));
        glib::spawn_future_local(async move {
            let is_unfinished = move |rules: &Rules| is_small(rules) && is_unfinished(&folder, rules);
            let begun = move || Rules::PRESETS.into_iter().filter(is_unfinished).collect::<Vec<_>>();
            let begun = gio::spawn_blocking(begun).await;
            if let (Ok(begun), Some(solver)) = (begun, solver.upgrade()) {
                begun.into_iter().for_each(|rules| solver.play(rules));
            }
        });
    }

    /// Solves the game with these rules before all others, if it is a small one.
    pub fn play(self: &Rc<Self>, rules: Rules) {
        let is_known = self.ended.borrow().contains(&rules) || self.wanted.borrow().last() == Some(&rules);
        // A user without a home folder has no folder of tables.
        if !is_small(&rules) || is_known || self.tables.own_folder().as_os_str().is_empty() {
            return;
        }
        self.wanted.borrow_mut().retain(|wanted| *wanted != rules);
        self.wanted.borrow_mut().push(rules);
        self.begin_game();
    }

    /// Stops the current work and starts the game that is wanted next.
    fn begin_game(self: &Rc<Self>) {
        self.games.stop();
        let Some(rules) = self.wanted.borrow().last().copied() else { return self.games.set(None) };
        let task = Task::Game(GameTask { folder: self.tables.own_folder(), rules, threads: None });
        let handle = move |solver: &Rc<Self>, news| solver.handle_game(rules, news);
        self.games.start((&self.background, Lane::Games), vec![task], self, handle);
    }

    fn handle_game(self: &Rc<Self>, rules: Rules, news: SolverNews) {
        match news {
            SolverNews::Progress(far) => return self.games.set(Some(GameSolving { rules, far })),
            SolverNews::End(Ok(())) => self.tables.open(),
            // Another process is solving it.
            SolverNews::End(Err(error @ SolveError::Busy(_))) => tracing::info!("{error}"),
            SolverNews::End(Err(error)) => {
                tracing::warn!("{error}");
                self.messages.tell(&describe::solve_error(&error));
            }
            SolverNews::BrokenDown => {}
        }
        self.ended.borrow_mut().push(rules);
        self.wanted.borrow_mut().retain(|wanted| *wanted != rules);
        self.begin_game();
    }

    /// Removes the tables of small games in the user's own folder. They are solved again when the
    /// games are played.
    pub(super) fn remove_games(&self) {
        self.games.stop();
        self.wanted.take();
        self.ended.take();
        self.games.set(None);
        // The same lane makes the removal wait until the stopped work has ended.
        self.tables.remove(&self.background, Lane::Games, |folder| Ok(small_games::remove_tables(folder)?));
    }
}

#[cfg(test)]
mod tests {
    use morris_play::persistence::Settings;

    use super::*;
    use crate::services::for_tests::own_context;
    use crate::services::messages::Messages;
    use crate::services::{SharedSettings, Tablebases};

    /// Solves games in an empty folder and waits until no game is wanted any more.
    fn solver_after(rules: &[Rules]) -> (Rc<Solver>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let tables = Rc::new(Tablebases::new(vec![folder.path().to_owned()], Messages::new(|_| {})));
        let messages = Messages::new(|_| panic!("nothing is wrong"));
        let settings = Rc::new(SharedSettings::new(Settings::default(), messages.clone()));
        let solver = Rc::new(Solver::new(Rc::default(), settings, tables, messages));
        // Uses its own context, since another test may iterate the default one.
        let context = own_context();
        let work = || {
            rules.iter().for_each(|&rules| solver.play(rules));
            let known = |rules: &Rules| solver.tables.current().game(rules).is_some() == is_small(rules);
            while !solver.wanted.borrow().is_empty() || !rules.iter().all(known) {
                context.iteration(true);
            }
        };
        context.with_thread_default(work).unwrap();
        (solver, folder)
    }

    #[test]
    fn small_games_are_solved_one_after_the_other_and_others_left_alone() {
        let rules: Vec<Rules> = ["achi", "standard", "tapatan", "achi"].map(|id| id.parse().unwrap()).into();
        let (solver, folder) = solver_after(&rules);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        assert!(solver.game().is_none());
        solver.play(rules[0]);
        assert!(solver.wanted.borrow().is_empty(), "it is known to be solved");
    }
}
