// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs the thread of a file, and passes its reports to the main loop.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use async_channel::{Receiver, Sender};
use gtk::gio;

use morris_play::persistence::{FileActor, OnDisk};

/// Maximum time to wait for a slow disk.
pub const TIME_TO_SAVE: Duration = Duration::from_secs(10);

/// Sends jobs of one type to the thread of a file, and receives reports of another type from it.
pub struct FileService<J, N> {
    actor: RefCell<Option<FileActor<J>>>,
    news: (Sender<N>, Receiver<N>),
}

impl<J, N> Default for FileService<J, N> {
    fn default() -> Self {
        Self { actor: RefCell::default(), news: async_channel::unbounded() }
    }
}

impl<J: Send + 'static, N: Send + 'static> FileService<J, N> {
    /// Starts the thread. Each report is converted by `see` on that thread and then passed to
    /// `take` on the main loop, as long as `owner` lives.
    pub fn start<F: OnDisk<Job = J>, S: 'static>(
        &self,
        file: F,
        mut see: impl FnMut(F::News) -> N + Send + 'static,
        owner: &Rc<S>,
        take: impl Fn(&S, N) + 'static,
    ) {
        let (sender, news) = self.news.clone();
        // At the end of the program no receiver is left.
        let tell = move |news| {
            if !sender.is_closed() {
                _ = sender.try_send(see(news));
            }
        };
        match FileActor::start(file, tell) {
            Ok(actor) => _ = self.actor.replace(Some(actor)),
            Err(error) => tracing::error!("{}: nothing can be saved: {error}", F::NAME),
        }
        let owner = Rc::downgrade(owner);
        glib::spawn_future_local(async move {
            while let (Ok(news), Some(owner)) = (news.recv().await, owner.upgrade()) {
                take(&owner, news);
            }
        });
    }

    /// Queues a job. Returns whether there is a thread to do it.
    pub fn send(&self, job: J) -> bool {
        self.actor.borrow().as_ref().map(|actor| actor.send(job)).is_some()
    }

    /// Waits until all earlier jobs are done.
    pub async fn flush(&self) {
        // Only the wait moves to another thread. The actor itself must end on this one, since the
        // program waits for it here.
        let Some(flush) = self.actor.borrow().as_ref().map(FileActor::flush) else { return };
        if gio::spawn_blocking(move || flush.wait(TIME_TO_SAVE)).await.is_err() {
            tracing::error!("waiting for the disk went wrong");
        }
    }

    /// Returns the reports that the main loop has not handled yet.
    pub fn untold(&self) -> impl Iterator<Item = N> {
        std::iter::from_fn(|| self.news.1.try_recv().ok())
    }

    /// Accepts no more jobs and reports nothing more. Jobs already queued are still done.
    pub fn close(&self) {
        self.news.1.close();
        if let Some(actor) = &*self.actor.borrow() {
            actor.close();
        }
    }

    /// Accepts no more jobs, waits until all are done but no longer than `until`, and ends the
    /// thread.
    pub fn stop(&self, until: Instant) {
        if let Some(actor) = self.actor.take() {
            actor.stop(until);
        }
    }
}
