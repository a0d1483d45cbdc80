// SPDX-License-Identifier: GPL-3.0-or-later
//! The protocol between engines and user interfaces, after the "Universal Chess Interface" (Kahlen
//! and Meyer-Kahlen, 2006).
//!
//! [`UciServer`] offers the built-in engine as a UCI program, with [`Command`] for its input lines
//! and [`Options`] for its options. [`UciClient`] runs an external engine as a player. The protocol
//! differs from that of chess in four points. Moves read `d6` or `a4-a7xd2`, and a removal may be a
//! separate word. Positions have the formats of [`super::PartialPosition`]. `mate` counts plies to
//! the end. `score draw` is sent only for proven draws.

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
