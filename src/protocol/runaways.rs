// SPDX-License-Identifier: GPL-3.0-or-later
//! Finds what an outside program has started, also what has left its process group or outlived it: all carry a mark in
//! their environment.

use std::fmt;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rustix::process::{Pid, Signal, kill_process};

/// The variable with the mark.
pub(super) const VARIABLE: &str = "NMM_PLAYER";
/// Those found may just have been starting others; but who may not be killed is not looked for for ever.
const MOST_ROUNDS: u32 = 10;

/// The mark of a program: no other program of anybody has it.
#[derive(Debug)]
pub(super) struct Mark(u64);

impl Mark {
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Relaxed))
    }

    /// Kills whoever carries it.
    pub fn end(&self) {
        let wanted = format!("{VARIABLE}={self}");
        for _ in 0..MOST_ROUNDS {
            let found: Vec<_> = processes().filter(|process| carries(*process, wanted.as_bytes())).collect();
            if found.is_empty() {
                return;
            }
            for process in found {
                // Fails where it has just ended.
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", std::process::id(), self.0)
    }
}

fn processes() -> impl Iterator<Item = Pid> {
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    folders.filter_map(|folder| Pid::from_raw(folder.file_name().to_str()?.parse().ok()?))
}

/// Those of other people cannot be read, and are none of ours.
fn carries(process: Pid, wanted: &[u8]) -> bool {
    let environment = fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|variable| variable == wanted)
}
