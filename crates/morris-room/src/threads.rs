// SPDX-License-Identifier: GPL-3.0-or-later
//! Threads of a room.

use std::io;
use std::thread::Builder;

const STACK_BYTES: usize = 256 * 1024;

/// Starts a thread with a small stack, since a room has two for each member.
pub(crate) fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(run)?;
    Ok(())
}
