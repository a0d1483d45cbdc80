// SPDX-License-Identifier: GPL-3.0-or-later
//! Ends outside programs when this one goes away without having done so, be it killed.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::Pid;

use super::runaways;

/// Keeps a list of process groups; when nobody can tell it anything any more, it kills those that are left, and whoever
/// carries a mark that begins so; more than once, since some may just have been starting others.
const SCRIPT: &str = r#"
left=' '
while read -r sign group; do
    case $sign in
        +) left="$left$group " ;;
        -) left="${left%% $group *} ${left#* $group }" ;;
    esac
done
for group in $left; do kill -s KILL -- "-$group"; done
for round in 1 2 3; do
    for runaway in $(grep -lszE "^$0\." /proc/[0-9]*/environ); do
        runaway=${runaway#/proc/}
        kill -s KILL "${runaway%/environ}"
    done
    sleep 0.1
done
"#;

/// The one guard of this program, from the first outside program on.
static GUARD: Mutex<Option<Guard>> = Mutex::new(None);

struct Guard {
    input: ChildStdin,
    /// Ends with this program.
    _child: Child,
}

/// Is ready to watch: to be called before a program is started, so that it is not alone for long.
pub(super) fn prepare() {
    with_guard(|_| Ok(()));
}

/// Has a process group watched.
pub(super) fn watch(group: Pid) {
    with_guard(|guard| writeln!(guard.input, "+ {}", group.as_raw_nonzero()));
}

/// A process group is not watched any more: to be called before its leader is waited for, as long as the number is its.
pub(super) fn forget(group: Pid) {
    with_guard(|guard| writeln!(guard.input, "- {}", group.as_raw_nonzero()));
}

fn with_guard(tell: impl FnOnce(&mut Guard) -> io::Result<()>) {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    let told = match &mut *guard {
        Some(guard) => tell(guard),
        None => start().and_then(|started| tell(guard.insert(started))),
    };
    if let Err(error) = told {
        tracing::warn!("nobody watches over outside programs: {error}");
    }
}

/// In a group of its own, so that no key pressed in a terminal ends it.
fn start() -> io::Result<Guard> {
    let mut child = Command::new("sh")
        .args(["-c", SCRIPT, &format!("{}={}", runaways::VARIABLE, std::process::id())])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    let input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    Ok(Guard { input, _child: child })
}
