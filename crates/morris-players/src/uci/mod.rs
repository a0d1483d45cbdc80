// SPDX-License-Identifier: GPL-3.0-or-later
//! The protocol that engines and windows speak, after the "Universal Chess Interface" (Kahlen and
//! Meyer-Kahlen, 2006).
//!
//! [`UciServer`] is our engine as such a program, with [`Command`] for the lines it hears and
//! [`Options`] for what can be set in it; [`UciClient`] is an outside engine as a player. The
//! protocol differs from that of chess in the moves (`d6`, `a4-a7xd2`, a removal also as a word of
//! its own), in the positions (see [`super::PartialPosition`]), in `mate`, which counts plies to
//! the end, and in `score draw`, which is said only of what is proven.

mod client;
mod command;
mod options;
mod path_count;
mod server;
mod thinking;

pub use client::{OptionKind, UciClient, UciEngineInfo, UciOption};
pub use command::{Command, CommandError, DEEPEST_COUNT, Go, Start};
pub use options::{Afterwards, OptionError, Options, ReadRules};
pub use server::{LineSender, UciServer};
