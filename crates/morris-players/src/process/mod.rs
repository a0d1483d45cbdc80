// SPDX-License-Identifier: GPL-3.0-or-later
//! An external program: starts it, exchanges lines with it, and kills it on drop.
//!
//! ```text
//! Process ── input ──► pipe ─► supervisor (one of our executables) ─► program
//!         ◄─ lines ─── pipe ◄─────────────────────────────────────────┘
//!         ◄─ report ── standard error: the program's last line, and how it ended
//! ```
//!
//! `pipe` provides lines of limited length and pipes that can be canceled. `supervisor` is the
//! process that ends everything the program starts. `confinement` hides the user's games from it.

mod confinement;
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

pub use confinement::{HiddenFolders, can_hide, hide_from_programs};
pub use pipe::{Line, Lines, MAX_COMMAND_BYTES, MAX_LINE_BYTES};
pub use supervisor::{supervise_if_asked, supervise_with};

/// Maximum number of unread lines of a program. A program that writes more waits until they are
/// read.
const MOST_LINES: usize = 64;
/// Time for a program that has closed its output to end, so that its exit status can be reported.
/// On a busy machine, one second was once too short.
const TIME_TO_END: Duration = Duration::from_secs(3);
/// Maximum time to wait for a supervisor, in seconds. A supervisor that takes longer continues by
/// itself.
const TIME_TO_END_ALL: i64 = 5;
/// Interval between two checks whether the answer is still wanted.
const LOOK: Duration = Duration::from_millis(10);
/// Text in the place of a line that is too long.
const TOO_LONG: &str = "(a line that is too long)";

/// An external program. It is killed with everything that it has started when it ends or when this
/// value is dropped.
///
/// No method waits for longer than its limit. Threads do the reading and writing, and they keep few
/// lines.
#[derive(Debug)]
pub struct Process {
    /// Its supervisor.
    child: Child,
    command: String,
    stop_command: Option<&'static str>,
    /// Whether the stop command was sent since the last answer.
    stop_sent: bool,
    /// These three are `None` only while this value is dropped, which ends the threads.
    input: Option<Sender<String>>,
    output: Option<Receiver<Line>>,
    cancel: Option<CancelOnDrop>,
    threads: Vec<JoinHandle<()>>,
    error_output: Arc<Mutex<ErrorOutput>>,
    /// Disconnected when standard error is closed.
    errors_end: Receiver<()>,
}

/// Output on standard error.
#[derive(Debug, Default)]
struct ErrorOutput {
    last_line: String,
    /// Report of the supervisor.
    report: Option<Report>,
    /// Time at which the report arrived.
    reported: Option<Instant>,
}

/// Failure of an external program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ProcessError {
    #[error("the command “{0}” cannot be understood: a quotation mark is missing")]
    Quotes(String),
    #[error("the command is empty")]
    Empty,
    #[error("“{command}” cannot be started: {reason}")]
    Start { command: String, reason: String },
    /// The program has ended or closed its output.
    #[error("{0}")]
    Gone(ExitReport),
    #[error("gave no answer within {} ms", .0.as_millis())]
    Silent(Duration),
    #[error("was interrupted")]
    Interrupted,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitReport {
    /// Exit status, or `None` if the program only closed its output.
    pub status: Option<ExitStatus>,
    /// Last line on standard error. May be empty.
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
    /// Starts a program. The command is split into words as in a shell, but no shell is involved.
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

    /// Sets the line that makes the program answer at once.
    #[must_use]
    pub(crate) const fn with_stop_command(mut self, line: &'static str) -> Self {
        self.stop_command = Some(line);
        self
    }

    /// Marks the next request as one for which no stop command was sent.
    pub(crate) const fn forget_stop(&mut self) {
        self.stop_sent = false;
    }

    /// Sends the stop command again if it was sent before the request. The program may have ignored
    /// it.
    pub(crate) fn repeat_stop(&self) {
        if let Some(line) = self.stop_command.filter(|_| self.stop_sent) {
            self.send_line(line);
        }
    }

    /// Sends a line to the program. A failure shows when an answer is awaited.
    pub(crate) fn send_line(&self, line: impl Into<String>) {
        if let Some(input) = &self.input {
            _ = input.send(line.into());
        }
    }

    /// Returns the first result that `wanted` makes of a line. Lines for which it returns `None`
    /// are dropped.
    ///
    /// # Errors
    /// Returns an error if there is no such line within `limit`, if the program is gone, or if
    /// `control` cancels the request.
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
                // The last lines may still be in the pipe. A process that cannot be killed may
                // however keep the output open forever.
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

    /// Returns the last line on standard error, which may be empty.
    pub fn last_stderr_line(&self) -> String {
        self.error_output().last_line.clone()
    }

    fn error_output(&self) -> MutexGuard<'_, ErrorOutput> {
        self.error_output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_ended_for(&self, time: Duration) -> bool {
        self.error_output().reported.is_some_and(|reported| reported.elapsed() >= time)
    }

    /// Returns the error for a program that has ended or closed its output.
    fn exit_error(&self) -> ProcessError {
        // The supervisor reports the exit status last.
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

    /// Waits until the supervisor has ended all processes. The closed input of the program and a
    /// signal tell it to do so.
    fn wait(&mut self) {
        let supervisor = Pid::from_child(&self.child);
        // The program may have stopped the supervisor.
        let _ = kill_process(supervisor, Signal::CONT);
        // The program may have opened its input for writing, so that the supervisor sees no end.
        let _ = kill_process(supervisor, Signal::TERM);
        let limit = Timespec { tv_sec: TIME_TO_END_ALL, tv_nsec: 0 };
        let ended = pidfd_open(supervisor, PidfdFlags::empty())
            .and_then(|descriptor| poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], Some(&limit)));
        match ended {
            Ok(0) => tracing::warn!("“{}” did not end in time", self.command),
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
    for line in Lines::new(errors) {
        let line = match line {
            Ok(Line::Text(line)) => line,
            Ok(Line::TooLong) => continue,
            // A line does not end. To stop reading would end a program that only logs too much.
            Err(error) if error.kind() == io::ErrorKind::Other => continue,
            Err(_) => return,
        };
        let mut error_output = error_output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(report) = Report::read(&line, mark) {
            (error_output.report, error_output.reported) = (Some(report), Some(Instant::now()));
            continue;
        }
        tracing::debug!("external program: {}", escape(&line));
        if !line.trim().is_empty() {
            error_output.last_line = escape(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn report_after_an_endless_line_is_read() {
        let endless = io::repeat(b'x').take(100 << 20);
        let output = Mutex::default();
        log_lines(BufReader::new(endless.chain(&b"\nmark ended 0\n"[..])), "mark", &output);
        assert!(matches!(output.into_inner().unwrap().report, Some(Report::Ended(_))));
    }
}
