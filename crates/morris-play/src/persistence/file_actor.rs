// SPDX-License-Identifier: GPL-3.0-or-later
//! A thread that does all work on one file, or on one folder of files, in order, and the end of it,
//! for which nothing waits longer than agreed.

use std::cell::RefCell;
use std::convert::Infallible;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// What lies on the disk, and what is done with it.
pub trait OnDisk: Send + 'static {
    /// Something to be done with it.
    type Job: Send + 'static;
    /// What became of that.
    type News: Send + 'static;
    /// What the thread and the log call it.
    const NAME: &'static str;

    /// Does what was asked for, the earliest first, in one go if it likes.
    fn work(&mut self, jobs: Vec<Self::Job>, tell: &mut dyn FnMut(Self::News));

    /// Writes at last what could not be written before: no more jobs come.
    fn end(&mut self) {}
}

/// The thread that has a file; it ends when no more jobs can come.
#[derive(Debug)]
pub struct FileActor<J> {
    name: &'static str,
    requests: RefCell<Option<Sender<Request<J>>>>,
    /// Breaks off when the thread is over.
    over: Receiver<Infallible>,
}

/// Waits, on any thread, until all is done and told that was asked for before it was made.
#[derive(Debug)]
#[must_use = "nothing waits until `wait` is called"]
pub struct Flush(Receiver<Infallible>);

#[derive(Debug)]
enum Request<J> {
    Job(J),
    /// To be dropped when all before it is done.
    Flush(Sender<Infallible>),
}

impl<J: Send + 'static> FileActor<J> {
    /// Starts the thread. `tell` is called on it.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start<F: OnDisk<Job = J>>(file: F, tell: impl FnMut(F::News) + Send + 'static) -> io::Result<Self> {
        let (requests, to_do) = mpsc::channel();
        let (lives, over) = mpsc::channel();
        thread::Builder::new().name(F::NAME.to_owned()).spawn(move || {
            let _lives: Sender<Infallible> = lives;
            run(file, &to_do, tell);
        })?;
        Ok(Self { name: F::NAME, requests: RefCell::new(Some(requests)), over })
    }

    /// Has a job done soon.
    pub fn send(&self, job: J) {
        self.request(Request::Job(job));
    }

    /// A wait for all that was asked for by now.
    pub fn flush(&self) -> Flush {
        let (done, wait) = mpsc::channel();
        self.request(Request::Flush(done));
        Flush(wait)
    }

    fn request(&self, request: Request<J>) {
        // The thread ends only with this; where it panicked, that is on the error stream already.
        if let Some(requests) = &*self.requests.borrow() {
            _ = requests.send(request);
        }
    }

    /// Takes no more jobs.
    pub fn close(&self) {
        self.requests.take();
    }

    /// Takes no more jobs, and waits until all is done, up to a moment.
    pub fn stop(&self, until: Instant) {
        self.close();
        let left = until.saturating_duration_since(Instant::now());
        if self.over.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
            tracing::error!("{}: not all was done in time", self.name);
        }
    }
}

impl Flush {
    /// Waits no longer than so; not for the main loop. Where the thread is gone nothing is waited
    /// for.
    pub fn wait(self, most: Duration) {
        if self.0.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("the disk is slow");
        }
    }
}

fn run<F: OnDisk>(mut file: F, to_do: &Receiver<Request<F::Job>>, mut tell: impl FnMut(F::News)) {
    while let Ok(first) = to_do.recv() {
        let mut jobs = Vec::new();
        for request in std::iter::once(first).chain(to_do.try_iter()) {
            match request {
                Request::Job(job) => jobs.push(job),
                // What comes behind it makes nothing before it needless: that was promised.
                Request::Flush(_done) if jobs.is_empty() => {}
                Request::Flush(_done) => file.work(std::mem::take(&mut jobs), &mut tell),
            }
        }
        if !jobs.is_empty() {
            file.work(jobs, &mut tell);
        }
    }
    file.end();
}
