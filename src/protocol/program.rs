// SPDX-License-Identifier: GPL-3.0-or-later
//! An outside program: started, talked to by lines, and killed when it is dropped.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::{Line, Lines, shown};

/// So many lines of a chatty program are kept; then it has to wait until somebody reads.
const MOST_LINES: usize = 64;
/// How long a program that has closed its output may take to end, so that it can be said how it did.
const TIME_TO_END: Duration = Duration::from_millis(200);

/// An outside program in a process group of its own, which is killed with all its children when this is dropped.
///
/// Nothing here waits for longer than it is told: reading and writing are done by threads that keep few lines.
#[derive(Debug)]
pub struct Program {
    child: Child,
    input: Sender<String>,
    output: Receiver<Line>,
    last_words: Arc<Mutex<String>>,
    /// Closed when standard error is.
    errors_end: Receiver<()>,
}

/// What went wrong with an outside program.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The command is no list of words.
    #[error("the command “{0}” cannot be understood: a quotation mark is missing")]
    Quotes(String),
    /// The command is empty.
    #[error("the command is empty")]
    Empty,
    /// It could not be started.
    #[error("“{command}” cannot be started: {source}")]
    Start {
        /// The command.
        command: String,
        /// Why.
        source: io::Error,
    },
    /// It has ended or closed its output.
    #[error("{0}")]
    Gone(LastWords),
    /// It did not answer in time.
    #[error("gave no answer within {} ms", .0.as_millis())]
    Silent(Duration),
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastWords {
    /// How it ended; `None` if it only closed its output.
    pub status: Option<ExitStatus>,
    /// The last line it wrote on standard error; may be empty.
    pub complaint: String,
}

impl fmt::Display for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            // `exit status: 1`, `signal: 9 (SIGKILL)`
            Some(status) => write!(f, "ended, {status}")?,
            None => f.write_str("closed its output")?,
        }
        if self.complaint.is_empty() { Ok(()) } else { write!(f, ", saying “{}”", self.complaint) }
    }
}

impl Program {
    /// Starts a program; the command is divided into words as a shell does, but no shell sees it.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn start(command: &str) -> Result<Self, ProgramError> {
        let words = shell_words::split(command).map_err(|_| ProgramError::Quotes(shown(command)))?;
        let (program, arguments) = words.split_first().ok_or(ProgramError::Empty)?;
        let failed = |source| ProgramError::Start { command: shown(command), source };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(failed)?;
        let last_words = Arc::new(Mutex::new(String::new()));
        let (input, to_write) = mpsc::channel();
        let (read, output) = mpsc::sync_channel(MOST_LINES);
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (errors_open, errors_end) = mpsc::channel();
        let program = Self { child, input, output, last_words: Arc::clone(&last_words), errors_end };
        let start = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(work).map(drop).map_err(failed)
        };
        if let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) {
            start("program input", Box::new(move || write_lines(stdin, &to_write)))?;
            start("program output", Box::new(move || read_lines(BufReader::new(stdout), &read)))?;
            let log = move || {
                log_lines(BufReader::new(stderr), &last_words);
                drop::<Sender<()>>(errors_open);
            };
            start("program errors", Box::new(log))?;
        }
        Ok(program)
    }

    /// Tells the program a line. Whether it takes it shows when it is asked for an answer.
    pub fn tell(&self, line: impl Into<String>) {
        let _ = self.input.send(line.into());
    }

    /// The next line that `wanted` makes something of; the others are dropped.
    ///
    /// # Errors
    /// The program is silent for longer than `limit`, or gone.
    pub fn listen<T>(&mut self, limit: Duration, mut wanted: impl FnMut(&str) -> Option<T>) -> Result<T, ProgramError> {
        let end = Instant::now() + limit;
        loop {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Line::Text(line)) => {
                    if let Some(answer) = wanted(&line) {
                        return Ok(answer);
                    }
                }
                Ok(Line::TooLong) => {}
                Err(RecvTimeoutError::Timeout) => return Err(ProgramError::Silent(limit)),
                Err(RecvTimeoutError::Disconnected) => return Err(ProgramError::Gone(self.last_words())),
            }
            if Instant::now() >= end {
                return Err(ProgramError::Silent(limit));
            }
        }
    }

    fn last_words(&mut self) -> LastWords {
        let end = Instant::now() + TIME_TO_END;
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(5)),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        let _ = self.errors_end.recv_timeout(end.saturating_duration_since(Instant::now()));
        LastWords { status, complaint: self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone() }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            // Fails where nobody is left.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
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

fn log_lines(errors: impl BufRead, last: &Mutex<String>) {
    for line in Lines::new(errors).map_while(Result::ok) {
        if let Line::Text(line) = line {
            tracing::debug!("an outside program says: {line}");
            if !line.trim().is_empty() {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = shown(&line);
            }
        }
    }
}
