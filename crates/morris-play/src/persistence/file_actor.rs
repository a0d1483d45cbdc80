// SPDX-License-Identifier: GPL-3.0-or-later
//! A thread that does all work on one file or folder in order. Waiting for it, also at the end of
//! the program, is limited in time.

use std::cell::RefCell;
use std::convert::Infallible;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use std::{io, thread};

/// A file or folder, and the jobs for it.
pub trait OnDisk: Send + 'static {
    /// Job for the file.
    type Job: Send + 'static;
    /// Report about jobs.
    type News: Send + 'static;
    /// Name of the thread, also used in the log.
    const NAME: &'static str;

    /// Does the jobs, the earliest first. Several jobs may be combined.
    fn work(&mut self, jobs: Vec<Self::Job>, tell: &mut dyn FnMut(Self::News));

    /// Writes what could not be written before. No more jobs follow.
    fn end(&mut self) {}
}

/// Handle of a thread that owns a file. The thread ends when no more jobs can come.
#[derive(Debug)]
pub struct FileActor<J> {
    name: &'static str,
    requests: RefCell<Option<Sender<Request<J>>>>,
    /// Disconnected when the thread has ended.
    over: Receiver<Infallible>,
}

/// Waits, on any thread, until all jobs sent before its creation are done and reported.
#[derive(Debug)]
#[must_use = "nothing waits until `wait` is called"]
pub struct Flush(Receiver<Infallible>);

#[derive(Debug)]
enum Request<J> {
    Job(J),
    /// A sender that is dropped when all earlier jobs are done.
    Flush(Sender<Infallible>),
}

impl<J: Send + 'static> FileActor<J> {
    /// Starts the thread. `tell` is called on it.
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    pub fn start<F: OnDisk<Job = J>>(file: F, tell: impl FnMut(F::News) + Send + 'static) -> io::Result<Self> {
        let (requests, to_do) = mpsc::channel();
        let (lives, over) = mpsc::channel();
        thread::Builder::new().name(F::NAME.to_owned()).spawn(move || {
            let _lives: Sender<Infallible> = lives;
            run(file, &to_do, tell);
        })?;
        Ok(Self { name: F::NAME, requests: RefCell::new(Some(requests)), over })
    }

    /// Sends a job to the thread.
    pub fn send(&self, job: J) {
        self.request(Request::Job(job));
    }

    /// Returns a wait for all jobs sent so far.
    pub fn flush(&self) -> Flush {
        let (done, wait) = mpsc::channel();
        self.request(Request::Flush(done));
        Flush(wait)
    }

    fn request(&self, request: Request<J>) {
        // The thread ends before this handle only if it panicked, which is already reported on
        // standard error.
        if let Some(requests) = &*self.requests.borrow() {
            _ = requests.send(request);
        }
    }

    /// Stops accepting jobs.
    pub fn close(&self) {
        self.requests.take();
    }

    /// Stops accepting jobs, and waits until all are done or until the given time.
    pub fn stop(&self, until: Instant) {
        self.close();
        let left = until.saturating_duration_since(Instant::now());
        if self.over.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
            tracing::error!("{}: some work was not finished in time", self.name);
        }
    }
}

impl Flush {
    /// Waits for at most `most`. Must not be called on the main loop. Returns at once if the thread
    /// has ended.
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
                // The jobs before a flush are done separately, since later jobs must not make them
                // superfluous.
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
