// SPDX-License-Identifier: GPL-3.0-or-later
//! The thread of a file while the program runs, and its news in the main loop.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use async_channel::{Receiver, Sender};
use gtk::gio;

use morris_play::persistence::{FileActor, OnDisk};

/// So long a slow disk is waited for.
pub const TIME_TO_SAVE: Duration = Duration::from_secs(10);

/// The way to a file: jobs of one kind go there, news of another come back.
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
    /// Starts the thread. While `owner` lives, `take` is given in the main loop what `see` makes of
    /// the news on that thread.
    pub fn start<F: OnDisk<Job = J>, S: 'static>(
        &self,
        file: F,
        mut see: impl FnMut(F::News) -> N + Send + 'static,
        owner: &Rc<S>,
        take: impl Fn(&S, N) + 'static,
    ) {
        let (sender, news) = self.news.clone();
        // At the end of the program nothing listens.
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

    /// Has a job done soon; says whether there is a thread for it.
    pub fn send(&self, job: J) -> bool {
        self.actor.borrow().as_ref().map(|actor| actor.send(job)).is_some()
    }

    /// Waits until all is done that was asked for before.
    pub async fn flush(&self) {
        // Only the wait goes to another thread: the actor has to end on this one, where the program
        // waits.
        let Some(flush) = self.actor.borrow().as_ref().map(FileActor::flush) else { return };
        if gio::spawn_blocking(move || flush.wait(TIME_TO_SAVE)).await.is_err() {
            tracing::error!("waiting for the disk went wrong");
        }
    }

    /// The news that the main loop has not taken yet.
    pub fn untold(&self) -> impl Iterator<Item = N> {
        std::iter::from_fn(|| self.news.1.try_recv().ok())
    }

    /// Takes no more jobs, and tells nothing more: what is there is written at last.
    pub fn close(&self) {
        self.news.1.close();
        if let Some(actor) = &*self.actor.borrow() {
            actor.close();
        }
    }

    /// Takes no more jobs, waits until all is done, up to a moment, and ends the thread.
    pub fn stop(&self, until: Instant) {
        if let Some(actor) = self.actor.take() {
            actor.stop(until);
        }
    }
}
