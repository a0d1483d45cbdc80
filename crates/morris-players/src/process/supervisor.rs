// SPDX-License-Identifier: GPL-3.0-or-later
//! A small process between this one and an outside program: whatever the program starts ends with
//! it.
//!
//! Linux gives a process whose parent has ended to the next one above that has asked for such
//! orphans, a subreaper. The supervisor is one, so neither leaving the process group or the session
//! nor clearing the environment leads away from it. It is one of our own executables, started anew,
//! and holds the reading end of the program's input: once this process closes the other end, or
//! ends in whatever way, the supervisor kills all below it until it has no child left.
//!
//! Who asks the supervisor to end ends all below it, too: it may be the program that asks.
//!
//! What remains: a program that kills its supervisor by a signal that cannot be caught, and what
//! runs as another user (`sudo`). The system could kill the program with its supervisor
//! (`PR_SET_PDEATHSIG`), but only the program, not what that has started, and only if it does not
//! mind: a call takes it back.

#![allow(
    clippy::disallowed_methods,
    reason = "the supervisor is a process of its own: its input, outputs and end are its own"
)]

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper,
    setsid, wait, waitid,
};

/// The first argument of an executable that is to supervise a program.
const ARGUMENT: &str = "--supervise-program";
/// What a report begins with, behind the mark.
const ENDED: &str = "ended";
const NOT_STARTED: &str = "not started";

/// The executable that supervises.
static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();

/// To be called first in `main`: where this process was started to supervise a program, it does so
/// and never returns; otherwise its executable is the one that will.
pub fn supervise_if_asked() {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == ARGUMENT) {
        supervise(arguments);
    }
    // Stays what runs now, even when an update replaces the file.
    supervise_with("/proc/self/exe");
}

/// Names an executable that begins with [`supervise_if_asked`], for processes that do not: tests.
pub fn supervise_with(executable: impl Into<PathBuf>) {
    // Whoever comes second means the same.
    let _ = EXECUTABLE.set(executable.into());
}

/// The command that starts a program below a supervisor, whose reports on standard error begin with
/// the mark.
///
/// # Errors
/// There is no executable that supervises.
pub(super) fn supervised(mark: &str, program: &str, arguments: &[String]) -> io::Result<Command> {
    let executable = EXECUTABLE.get().ok_or_else(|| io::Error::other("nobody supervises it"))?;
    let mut command = Command::new(executable);
    command.args([ARGUMENT, mark, program]).args(arguments);
    Ok(command)
}

/// How it ended with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// It has ended by itself or was killed.
    Ended(ExitStatus),
    /// It was never started, for this reason.
    NotStarted(String),
}

impl Report {
    /// The report in a line of standard error, if it is one.
    pub fn read(line: &str, mark: &str) -> Option<Self> {
        let report = line.strip_prefix(mark)?.trim_start();
        if let Some(reason) = report.strip_prefix(NOT_STARTED) {
            return Some(Self::NotStarted(reason.trim().to_owned()));
        }
        report.strip_prefix(ENDED)?.trim().parse().ok().map(ExitStatus::from_raw).map(Self::Ended)
    }
}

/// Whether all is to end: the program has ended, nobody tells it anything any more, or this process
/// was asked to end.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Held while children are killed, and while one is reaped: so the number that is killed is still
/// that of a child.
static CHILDREN: Mutex<()> = Mutex::new(());

/// Starts a program, waits for its end, for that of its input, or until it is asked to end, and
/// leaves nobody behind.
fn supervise(mut arguments: impl Iterator<Item = OsString>) -> ! {
    let mark = arguments.next().unwrap_or_default();
    let report = match start(arguments) {
        Ok(program) => reap(program).map(|status| format!("{ENDED} {status}")),
        Err(error) => Some(format!("{NOT_STARTED} {error}")),
    };
    if let Some(report) = report {
        // In one piece, behind whatever the program left unfinished; when nobody reads it, nobody
        // wants it.
        let _ = io::stderr().write_all(format!("\n{} {report}\n", mark.to_string_lossy()).as_bytes());
    }
    process::exit(0)
}

fn start(mut arguments: impl Iterator<Item = OsString>) -> io::Result<Pid> {
    // No key pressed in a terminal reaches it.
    setsid()?;
    set_child_subreaper(Some(getpid()))?;
    let asked = requests_to_end()?;
    let nothing = File::options().write(true).open("/dev/null")?;
    let program = arguments.next().ok_or(io::ErrorKind::InvalidInput)?;
    // In a group of its own, so that it may kill its group.
    let child = Command::new(&program).args(arguments).process_group(0).spawn();
    let child = child.map_err(|error| in_plain_words(error, &program))?;
    let program = Pid::from_child(&child);
    // The end of the program's output shall be seen, not that of its supervisor.
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

/// Of a script the system says that there is no such file where the program is missing that its
/// first line names.
fn in_plain_words(error: io::Error, program: &OsStr) -> io::Error {
    // A name without a slash is looked for elsewhere.
    let is_there = program.as_encoded_bytes().contains(&b'/') && Path::new(program).is_file();
    if error.kind() == io::ErrorKind::NotFound && is_there {
        return io::Error::other("it is there, but the program that should run it is not");
    }
    error
}

/// What can be read once this process was asked to end.
fn requests_to_end() -> io::Result<OwnedFd> {
    let (asked, ask) = pipe_with(PipeFlags::CLOEXEC)?;
    for signal in [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM] {
        signal_hook::low_level::pipe::register(signal.as_raw(), ask.try_clone()?)?;
    }
    Ok(asked)
}

/// Waits until nobody can write to the program any more, without reading what it is told, or until
/// this process was asked to end.
fn wait_for_the_end(asked: &OwnedFd) {
    let input = io::stdin();
    let mut waiting = [PollFd::new(&input, PollFlags::empty()), PollFd::new(asked, PollFlags::IN)];
    while matches!(poll(&mut waiting, None), Ok(0) | Err(Errno::INTR)) {}
}

/// Waits for the program and for all that came here as orphans, and kills these once all is to end.
/// It alone reaps: with the end of each child its own children have come here, and are seen by
/// whoever reaped it. The status of the program as the kernel has it.
fn reap(program: Pid) -> Option<i32> {
    let mut ended = None;
    loop {
        // Without reaping: until then the number stays that of the child.
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

/// Kills all children there are now; where they are not listed, the group of the program.
fn kill_children(program: Pid) -> Listed {
    let Some(children) = children() else {
        let _ = kill_process_group(program, Signal::KILL);
        return Listed::No;
    };
    for child in children {
        // Fails where it is somebody else's.
        let _ = kill_process(child, Signal::KILL);
    }
    Listed::Yes
}

/// The children of this process; `None` where the kernel does not list them.
fn children() -> Option<Vec<Pid>> {
    let mut found = Vec::new();
    for task in fs::read_dir("/proc/self/task").ok()?.flatten() {
        match fs::read_to_string(task.path().join("children")) {
            Ok(list) => found.extend(list.split_whitespace().filter_map(|word| Pid::from_raw(word.parse().ok()?))),
            // A thread that has just ended has none.
            Err(_) if !task.path().exists() => {}
            Err(_) => return None,
        }
    }
    Some(found)
}
