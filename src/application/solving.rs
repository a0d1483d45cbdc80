// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves positions in the background, on threads that give way to all others.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::describe;
use morris_engine::tablebase::{self, Keep, Kind, Progress, Sector, SolveError, TableError, Task, file_name};

use super::Application;

/// What the solver does.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Solving {
    /// Nothing.
    #[default]
    Idle,
    /// It solves.
    Running {
        /// Where it is, once it has begun.
        sector: Option<Sector>,
        /// The part that is done, 0 to 1.
        share: f64,
        /// How long it will still take, once that can be said.
        left: Option<Duration>,
    },
    /// It rests until it is told to go on.
    Paused,
    /// It had to stop; why, in a sentence or two.
    Failed(String),
}

/// A solver at work; dropping it stops it at the next moment.
#[derive(Debug)]
pub struct Worker {
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Worker {
    fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits until it has ended: not to be called on the main loop.
    fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // If it panicked there is nothing to wait for.
            let _ended = thread.join();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What the thread tells.
enum News {
    Progress(Progress),
    End(Result<(), SolveError>),
}

/// How unimportant the work is to the system, 0 to 19.
const NICENESS: i32 = 15;

impl Application {
    /// What the solver does.
    #[must_use]
    pub fn solving(&self) -> Solving {
        self.imp().solving.borrow().clone()
    }

    /// Calls `react` now and whenever the solver gets on, as long as `widget` lives.
    pub fn connect_solving<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Solving) + 'static) {
        react(widget, &self.solving());
        self.connect_for(widget, "solving", move |app, widget| react(widget, &app.solving()));
    }

    /// Goes on with what was begun before the program ended.
    pub(super) fn resume_solving(&self) {
        let settings = self.settings();
        match settings.solve_men {
            0 => {}
            _ if settings.solve_paused => self.set_solving(Solving::Paused),
            men => self.solve(men),
        }
    }

    /// Solves all positions with at most so many men that are not solved yet, in the user's own folder.
    pub fn solve(&self, men: u8) {
        self.change_settings(|settings| (settings.solve_men, settings.solve_paused) = (men, false));
        let (sender, news) = async_channel::unbounded();
        let stop = Arc::new(AtomicBool::new(false));
        let (task, stopped) = (self.task(men), Arc::clone(&stop));
        let before = self.stop_solver();
        let spawned = thread::Builder::new().name("solver".to_owned()).spawn(move || {
            // Two must not work in one folder.
            before.into_iter().for_each(Worker::wait);
            // Without it the work is done all the same.
            let _unchanged = rustix::process::nice(NICENESS);
            let result = tablebase::solve(&task, |progress| {
                // Nobody listens any more when the program ends.
                drop(sender.try_send(News::Progress(progress)));
                if stopped.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            drop(sender.try_send(News::End(result)));
        });
        let thread = match spawned {
            Ok(thread) => Some(thread),
            Err(error) => return self.set_solving(Solving::Failed(error.to_string())),
        };
        self.imp().solver.replace(Some(Worker { stop: Arc::clone(&stop), thread }));
        self.set_solving(Solving::Running { sector: None, share: 0.0, left: None });
        let (app, started) = (self.downgrade(), Instant::now());
        glib::spawn_future_local(async move {
            while let (Ok(news), Some(app)) = (news.recv().await, app.upgrade()) {
                // A solver that was told to stop says nothing more.
                if !stop.load(Relaxed) {
                    app.hear_solver(news, started);
                }
            }
        });
    }

    /// Tells the solver to stop, and hands it over if it has not ended yet.
    fn stop_solver(&self) -> Option<Worker> {
        let worker = self.imp().solver.take();
        worker.iter().for_each(Worker::stop);
        worker
    }

    /// Lets the solver rest; whole sectors stay.
    pub fn pause_solving(&self) {
        self.imp().solver.borrow().iter().for_each(Worker::stop);
        self.change_settings(|settings| settings.solve_paused = true);
        self.set_solving(Solving::Paused);
        self.open_tables();
    }

    /// Goes on after a rest.
    pub fn go_on_solving(&self) {
        self.solve(self.settings().solve_men);
    }

    /// Gives up what was begun; whole sectors stay.
    pub fn cancel_solving(&self) {
        self.imp().solver.borrow().iter().for_each(Worker::stop);
        self.change_settings(|settings| (settings.solve_men, settings.solve_paused) = (0, false));
        self.set_solving(Solving::Idle);
        self.open_tables();
    }

    /// Removes the tables of the user's own folder.
    pub fn remove_tables(&self) {
        self.cancel_solving();
        let (folder, app, before) = (self.own_tables(), self.downgrade(), self.stop_solver());
        glib::spawn_future_local(async move {
            let remove = move || {
                before.into_iter().for_each(Worker::wait);
                remove_tables(&folder)
            };
            let removed = gtk::gio::spawn_blocking(remove).await;
            let Some(app) = app.upgrade() else { return };
            if let Ok(Err(error)) = removed {
                tracing::warn!("{error}");
                app.window().tell(&describe::table_error(&error));
            }
            app.open_tables();
        });
    }

    fn task(&self, most_men: u8) -> Task {
        Task {
            folder: self.own_tables(),
            most_men,
            memory: free_memory().map_or(u64::MAX, |free| free / 2),
            threads: None,
            keep: Keep::Values,
        }
    }

    fn hear_solver(&self, news: News, started: Instant) {
        match news {
            News::Progress(Progress { at, done, all }) => {
                let share = done as f64 / all.max(1) as f64;
                let left = (share > 0.0).then(|| started.elapsed().mul_f64((1.0 - share) / share));
                self.set_solving(Solving::Running { sector: at.map(|(sector, _)| sector), share, left });
            }
            News::End(Ok(())) => {
                self.cancel_solving();
                self.window().tell(&gettext("The solved positions are ready"));
            }
            News::End(Err(error)) => {
                tracing::warn!("{error}");
                let words = describe::solve_error(&error);
                // It is not begun again by itself at the next start.
                self.change_settings(|settings| settings.solve_paused = true);
                self.window().tell(&words);
                self.set_solving(Solving::Failed(words));
                self.open_tables();
            }
        }
    }

    fn set_solving(&self, solving: Solving) {
        if self.imp().solving.replace(solving.clone()) != solving {
            self.emit_by_name::<()>("solving", &[]);
        }
    }
}

/// Removes the files of all sectors; what else lies there stays.
fn remove_tables(folder: &Path) -> Result<(), TableError> {
    for sector in Sector::all() {
        for kind in [Kind::Values, Kind::Distances] {
            let path = folder.join(file_name(sector, kind));
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(TableError { path, kind: error.into() });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The memory that is free, in bytes, where the system says it.
#[must_use]
pub fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
