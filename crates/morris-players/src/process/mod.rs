// SPDX-License-Identifier: GPL-3.0-or-later
//! An outside program: started, talked to by lines, and killed when it is dropped.
//!
//! ```text
//! Process ── input ──► pipe ─► supervisor (one of our executables) ─► program
//!         ◄─ lines ─── pipe ◄─────────────────────────────────────────┘
//!         ◄─ report ── standard error: the program's last line, and how it ended
//! ```
//!
//! `pipe` has lines that are bounded and pipes that can be broken off, `supervisor` the process
//! that lets nothing survive.

mod pipe;
mod supervisor;

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use super::search_control::{PlayerSignal, SearchControl};
use morris::escape;
use pipe::{CancelOnDrop, CancelToken, Cancellable, RateLimited, cancellation};
use supervisor::{Report, supervised};

pub use pipe::{Line, Lines, MAX_COMMAND_BYTES, MAX_LINE_BYTES};
pub use supervisor::{supervise_if_asked, supervise_with};

/// So many lines of a chatty program are kept; then it has to wait until somebody reads.
const MOST_LINES: usize = 64;
/// How long a program that has closed its output may take to end, so that it can be said how it
/// did.
const TIME_TO_END: Duration = Duration::from_secs(1);
/// How long a supervisor is waited for, in seconds: one that has not ended all by then goes on
/// alone.
const TIME_TO_END_ALL: i64 = 5;
/// Between two looks at whether the answer is still wanted.
const LOOK: Duration = Duration::from_millis(10);
/// What is heard instead of a line that is too long.
const TOO_LONG: &str = "(a line that is too long)";

/// An outside program, which is killed with all that it has started when it ends or this is
/// dropped.
///
/// Nothing here waits for longer than it is told: reading and writing are done by threads that keep
/// few lines.
#[derive(Debug)]
pub struct Process {
    /// Its supervisor.
    child: Child,
    command: String,
    stop_command: Option<&'static str>,
    /// Whether it was told to answer at once since its last answer.
    stop_sent: bool,
    /// These three are gone only while this is dropped: that ends the threads.
    input: Option<Sender<String>>,
    output: Option<Receiver<Line>>,
    cancel: Option<CancelOnDrop>,
    threads: Vec<JoinHandle<()>>,
    error_output: Arc<Mutex<ErrorOutput>>,
    /// Closed when standard error is.
    errors_end: Receiver<()>,
}

/// What came on standard error.
#[derive(Debug, Default)]
struct ErrorOutput {
    /// The last line of the program.
    last_line: String,
    /// What its supervisor says.
    report: Option<Report>,
    /// When it said so.
    reported: Option<Instant>,
}

/// What went wrong with an outside program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProcessError {
    /// The command is no list of words.
    #[error("the command “{0}” cannot be understood: a quotation mark is missing")]
    Quotes(String),
    /// The command is empty.
    #[error("the command is empty")]
    Empty,
    /// It could not be started.
    #[error("“{command}” cannot be started: {reason}")]
    Start {
        /// The command.
        command: String,
        /// Why.
        reason: String,
    },
    /// It has ended or closed its output.
    #[error("{0}")]
    Gone(ExitReport),
    /// It did not answer in time.
    #[error("gave no answer within {} ms", .0.as_millis())]
    Silent(Duration),
    /// Its answer is no longer wanted.
    #[error("was interrupted")]
    Interrupted,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitReport {
    /// How it ended; `None` if it only closed its output.
    pub status: Option<ExitStatus>,
    /// The last line it wrote on standard error; may be empty.
    pub last_stderr_line: String,
}

impl fmt::Display for ExitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            // `exit status: 1`, `signal: 9 (SIGKILL)`
            Some(status) => write!(f, "ended, {status}")?,
            None => f.write_str("closed its output")?,
        }
        if self.last_stderr_line.is_empty() { Ok(()) } else { write!(f, ", saying “{}”", self.last_stderr_line) }
    }
}

impl Process {
    /// Starts a program; the command is divided into words as a shell does, but no shell sees it.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn start(command: &str) -> Result<Self, ProcessError> {
        let words = shell_words::split(command).map_err(|_| ProcessError::Quotes(escape(command)))?;
        let (program, arguments) = words.split_first().ok_or(ProcessError::Empty)?;
        let failed = |error: io::Error| ProcessError::Start { command: escape(command), reason: error.to_string() };
        let (cancel, token) = cancellation().map_err(failed)?;
        let mark = format!("{:016x}", rand::random::<u64>());
        let child = supervised(&mark, program, arguments)
            .and_then(|mut command| command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn())
            .map_err(failed)?;
        let (input, to_write) = mpsc::channel();
        let (read, output) = mpsc::sync_channel(MOST_LINES);
        let (errors_open, errors_end) = mpsc::channel();
        let mut process = Self {
            child,
            command: escape(command),
            stop_command: None,
            stop_sent: false,
            input: Some(input),
            output: Some(output),
            cancel: Some(cancel),
            threads: Vec::new(),
            error_output: Arc::default(),
            errors_end,
        };
        process.spawn_io_threads(token, to_write, read, (mark, errors_open)).map_err(failed)?;
        Ok(process)
    }

    /// Starts the threads at the three pipes.
    fn spawn_io_threads(
        &mut self,
        token: CancelToken,
        to_write: Receiver<String>,
        read: SyncSender<Line>,
        (mark, errors_open): (String, Sender<()>),
    ) -> io::Result<()> {
        let (stdin, stdout, stderr) = (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take());
        if let Some(pipe) = stdin {
            let stdin = Cancellable { pipe, token: token.clone() };
            self.run("program input", move || write_lines(stdin, &to_write))?;
        }
        if let Some(pipe) = stdout {
            let stdout = Cancellable { pipe, token: token.clone() };
            self.run("program output", move || read_lines(BufReader::new(RateLimited::new(stdout)), &read))?;
        }
        if let Some(pipe) = stderr {
            let (stderr, error_output) = (Cancellable { pipe, token }, Arc::clone(&self.error_output));
            self.run("program errors", move || {
                log_lines(BufReader::new(RateLimited::new(stderr)), &mark, &error_output);
                drop(errors_open);
            })?;
        }
        Ok(())
    }

    fn run(&mut self, name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        self.threads.push(thread::Builder::new().name(name.to_owned()).spawn(work)?);
        Ok(())
    }

    /// The line that makes the program answer at once.
    #[must_use]
    pub(crate) const fn with_stop_command(mut self, line: &'static str) -> Self {
        self.stop_command = Some(line);
        self
    }

    /// The next question is one that nobody wants answered at once yet.
    pub(crate) const fn forget_stop(&mut self) {
        self.stop_sent = false;
    }

    /// Where the stop command went out before the question, it goes out again: the program may have
    /// forgotten it.
    pub(crate) fn repeat_stop(&self) {
        if let Some(line) = self.stop_command.filter(|_| self.stop_sent) {
            self.send_line(line);
        }
    }

    /// Tells the program a line. Whether it takes it shows when it is asked for an answer.
    pub(crate) fn send_line(&self, line: impl Into<String>) {
        let _ = self.input.as_ref().map(|input| input.send(line.into()));
    }

    /// The next line that `wanted` makes something of; the others are dropped.
    ///
    /// # Errors
    /// The program is silent for longer than `limit`, or gone, or `control` wants no answer any
    /// more.
    pub(crate) fn wait_for_line<T>(
        &mut self,
        limit: Duration,
        control: &mut dyn SearchControl,
        mut wanted: impl FnMut(&str, &mut dyn SearchControl) -> Option<T>,
    ) -> Result<T, ProcessError> {
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let output = self.output.as_ref().ok_or(ProcessError::Interrupted)?;
            let answer = match output.recv_timeout(left.min(LOOK)) {
                Ok(Line::Text(line)) => wanted(&line, control),
                Ok(Line::TooLong) => wanted(TOO_LONG, control),
                // Its last lines may still be on their way; but somebody who cannot be killed may
                // hold its output for ever.
                Err(RecvTimeoutError::Timeout) if self.has_ended_for(TIME_TO_END) => return Err(self.exit_error()),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_error()),
            };
            if let Some(answer) = answer {
                return Ok(answer);
            }
            match control.signal() {
                PlayerSignal::Continue => {}
                PlayerSignal::MoveNow => {
                    self.stop_sent = true;
                    self.repeat_stop();
                }
                PlayerSignal::Cancel => return Err(ProcessError::Interrupted),
            }
            if Instant::now() >= end {
                return Err(ProcessError::Silent(limit));
            }
        }
    }

    /// The last line on standard error; may be empty.
    #[must_use]
    pub fn last_stderr_line(&self) -> String {
        self.error_output().last_line.clone()
    }

    fn error_output(&self) -> MutexGuard<'_, ErrorOutput> {
        self.error_output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_ended_for(&self, time: Duration) -> bool {
        self.error_output().reported.is_some_and(|reported| reported.elapsed() >= time)
    }

    /// How it ended with a program that has ended or closed its output.
    fn exit_error(&self) -> ProcessError {
        // Its supervisor says so as the last of all.
        let _ = self.errors_end.recv_timeout(TIME_TO_END);
        let ErrorOutput { last_line, report, .. } = &*self.error_output();
        match report {
            Some(Report::NotStarted(reason)) => {
                ProcessError::Start { command: self.command.clone(), reason: reason.clone() }
            }
            Some(Report::Ended(status)) => {
                ProcessError::Gone(ExitReport { status: Some(*status), last_stderr_line: last_line.clone() })
            }
            None => ProcessError::Gone(ExitReport { status: None, last_stderr_line: last_line.clone() }),
        }
    }

    /// Waits until the supervisor has ended all, whose sign is the end of the program's input.
    fn wait(&mut self) {
        let supervisor = Pid::from_child(&self.child);
        // A program can have stopped it.
        let _ = kill_process(supervisor, Signal::CONT);
        let limit = Timespec { tv_sec: TIME_TO_END_ALL, tv_nsec: 0 };
        let ended = pidfd_open(supervisor, PidfdFlags::empty())
            .and_then(|descriptor| poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], Some(&limit)));
        match ended {
            Ok(0) => tracing::warn!("“{}” takes its time to end", self.command),
            _ => _ = self.child.wait(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        (self.input, self.output, self.cancel) = (None, None, None);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        self.wait();
    }
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(format!("{line}\n").as_bytes()).is_err() {
            return;
        }
    }
}

fn read_lines(output: impl BufRead, lines: &SyncSender<Line>) {
    for line in Lines::new(output).map_while(Result::ok) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

fn log_lines(errors: impl BufRead, mark: &str, error_output: &Mutex<ErrorOutput>) {
    for line in Lines::new(errors).map_while(Result::ok) {
        let Line::Text(line) = line else { continue };
        let mut error_output = error_output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(report) = Report::read(&line, mark) {
            (error_output.report, error_output.reported) = (Some(report), Some(Instant::now()));
            continue;
        }
        tracing::debug!("an outside program says: {}", escape(&line));
        if !line.trim().is_empty() {
            error_output.last_line = escape(&line);
        }
    }
}
