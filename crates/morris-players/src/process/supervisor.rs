// SPDX-License-Identifier: GPL-3.0-or-later
//! A small process between this one and an external program. Everything that the program starts
//! ends with it.
//!
//! When a process ends, Linux makes its children those of the nearest ancestor that is a subreaper.
//! The supervisor is a subreaper. A process can therefore not escape it by leaving the process
//! group or the session, nor by clearing its environment. The supervisor is another instance of one
//! of our own executables. It holds the reading end of the program's input. Once this process
//! closes the other end or ends in any way, the supervisor kills all its descendants until it has
//! no child left.
//!
//! A request to the supervisor to end also ends all its descendants. The program itself may make
//! such a request.
//!
//! Three cases remain: a program that kills its supervisor with a signal that cannot be caught,
//! processes of another user (`sudo`), and a program that holds its own input open for writing when
//! this process is killed. The kernel could kill the program together with its
//! supervisor (`PR_SET_PDEATHSIG`). That would not include the processes that the program has
//! started, and the program could turn it off.

#![allow(
    clippy::disallowed_methods,
    reason = "the supervisor is a process of its own: its input, outputs and end are its own"
)]

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::{env, thread};

use super::confinement::{HiddenFolders, hidden};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper,
    setsid, wait, waitid,
};

/// First argument of an executable that supervises a program.
const ARGUMENT: &str = "--supervise-program";
/// Words that begin a report after the mark.
const ENDED: &str = "ended";
const NOT_STARTED: &str = "not started";

/// The executable that supervises.
static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();

/// Must be called first in `main`. If this process was started to supervise a program, this
/// function does so and never returns. Otherwise it makes the executable of this process the
/// supervisor of later programs.
pub fn supervise_if_asked() {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == ARGUMENT) {
        supervise(arguments);
    }
    // This path continues to name the running executable even if an update replaces the file.
    supervise_with("/proc/self/exe");
}

/// Names an executable that begins with [`supervise_if_asked`], for processes that do not begin
/// with it, such as tests.
pub fn supervise_with(executable: impl Into<PathBuf>) {
    // A second call would name the same executable.
    let _ = EXECUTABLE.set(executable.into());
}

/// Returns the command that starts a program under a supervisor. The reports of the supervisor on
/// standard error begin with the mark.
///
/// # Errors
/// Returns an error if no executable that supervises is set.
pub(super) fn supervised(mark: &str, program: &str, arguments: &[String]) -> io::Result<Command> {
    let executable = EXECUTABLE.get().ok_or_else(|| io::Error::other("no supervisor is available"))?;
    let (mut command, hidden) = (Command::new(executable), hidden());
    command.args([ARGUMENT, mark]).args(hidden.arguments()).arg(program).args(arguments);
    Ok(command)
}

/// Report of a supervisor about its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// The program has ended by itself or was killed.
    Ended(ExitStatus),
    /// The program could not be started, for this reason.
    NotStarted(String),
}

impl Report {
    /// Parses a line of standard error. Returns `None` if the line is not a report.
    pub fn read(line: &str, mark: &str) -> Option<Self> {
        let report = line.strip_prefix(mark)?.trim_start();
        if let Some(reason) = report.strip_prefix(NOT_STARTED) {
            return Some(Self::NotStarted(reason.trim().to_owned()));
        }
        report.strip_prefix(ENDED)?.trim().parse().ok().map(ExitStatus::from_raw).map(Self::Ended)
    }
}

/// Whether all processes must end: the program has ended, its input is closed, or this process
/// received a signal to end.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Held while children are killed and while one is reaped, so that a process id that is killed is
/// still that of a child.
static CHILDREN: Mutex<()> = Mutex::new(());

/// Starts a program and waits for its end, for the end of its input, or for a signal to end. No
/// process is left behind.
fn supervise(mut arguments: impl Iterator<Item = OsString>) -> ! {
    let mark = arguments.next().unwrap_or_default();
    let report = match start(arguments) {
        Ok(program) => reap(program).map(|status| format!("{ENDED} {status}")),
        Err(error) => Some(format!("{NOT_STARTED} {error}")),
    };
    if let Some(report) = report {
        // Writes the report at once, after any unfinished line of the program. A failed write does
        // not matter, since the report then has no reader.
        let _ = io::stderr().write_all(format!("\n{} {report}\n", mark.to_string_lossy()).as_bytes());
    }
    process::exit(0)
}

fn start(mut arguments: impl Iterator<Item = OsString>) -> io::Result<Pid> {
    // Keys pressed in a terminal must not reach the program.
    setsid()?;
    set_child_subreaper(Some(getpid()))?;
    let asked = requests_to_end()?;
    let nothing = File::options().write(true).open("/dev/null")?;
    let mut folders = HiddenFolders::default();
    let program = loop {
        let argument = arguments.next().ok_or(io::ErrorKind::InvalidInput)?;
        if !folders.take(&argument, || arguments.next().map(PathBuf::from)) {
            break argument;
        }
    };
    folders.hide().map_err(io::Error::other)?;
    // The program gets its own process group, so that it may kill its group.
    let child = Command::new(&program).args(arguments).process_group(0).spawn();
    let child = child.map_err(|error| in_plain_words(error, &program))?;
    let program = Pid::from_child(&child);
    // The reader must see the end of the program's output, not that of the supervisor's.
    rustix::stdio::dup2_stdout(nothing)?;
    let watch = move || {
        wait_for_the_end(&asked);
        ENDING.store(true, SeqCst);
        let _held = hold_children();
        kill_children(program);
    };
    let watching = thread::Builder::new().name("input".to_owned()).spawn(watch);
    if let Err(error) = watching {
        kill_children(program);
        return Err(error);
    }
    Ok(program)
}

/// Replaces the misleading error for scripts. The kernel reports that the script does not exist if
/// the interpreter in its first line is missing.
fn in_plain_words(error: io::Error, program: &OsStr) -> io::Error {
    // A name without a slash is searched for in `PATH`.
    let is_there = program.as_encoded_bytes().contains(&b'/') && Path::new(program).is_file();
    if error.kind() == io::ErrorKind::NotFound && is_there {
        return io::Error::other("it is there, but the program that should run it is not");
    }
    error
}

/// Returns a descriptor that becomes readable once this process receives a signal to end.
fn requests_to_end() -> io::Result<OwnedFd> {
    let (asked, ask) = pipe_with(PipeFlags::CLOEXEC)?;
    for signal in [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM] {
        signal_hook::low_level::pipe::register(signal.as_raw(), ask.try_clone()?)?;
    }
    Ok(asked)
}

/// Waits until the program's input has no writer, without reading from it, or until this process
/// receives a signal to end.
fn wait_for_the_end(asked: &OwnedFd) {
    let input = io::stdin();
    let mut waiting = [PollFd::new(&input, PollFlags::empty()), PollFd::new(asked, PollFlags::IN)];
    while matches!(poll(&mut waiting, None), Ok(0) | Err(Errno::INTR)) {}
}

/// Waits for the program and for all orphans, and kills the orphans once all must end. No other
/// function reaps children. When a child ends, its own children become those of this process, so
/// the reaping loop sees them. Returns the status of the program as the kernel reports it.
fn reap(program: Pid) -> Option<i32> {
    let mut ended = None;
    loop {
        // Does not reap the child, so its process id stays valid.
        match waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return ended,
        }
        let _held = hold_children();
        match wait(WaitOptions::NOHANG) {
            Ok(Some((child, status))) if child == program => {
                ended = Some(status.as_raw());
                ENDING.store(true, SeqCst);
            }
            _ => {}
        }
        if ENDING.load(SeqCst) && kill_children(program) == Listed::No && ended.is_some() {
            return ended;
        }
    }
}

fn hold_children() -> MutexGuard<'static, ()> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the kernel lists children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    Yes,
    No,
}

/// Kills all current children. If the kernel does not list them, kills the process group of the
/// program.
fn kill_children(program: Pid) -> Listed {
    let Some(children) = children() else {
        let _ = kill_process_group(program, Signal::KILL);
        return Listed::No;
    };
    for child in children {
        // Fails for a process of another user.
        let _ = kill_process(child, Signal::KILL);
    }
    Listed::Yes
}

/// Returns the children of this process, or `None` if the kernel does not list them.
fn children() -> Option<Vec<Pid>> {
    let mut found = Vec::new();
    for task in fs::read_dir("/proc/self/task").ok()?.flatten() {
        match fs::read_to_string(task.path().join("children")) {
            Ok(list) => found.extend(list.split_whitespace().filter_map(|word| Pid::from_raw(word.parse().ok()?))),
            // A thread that has just ended has no children.
            Err(_) if !task.path().exists() => {}
            Err(_) => return None,
        }
    }
    Some(found)
}
