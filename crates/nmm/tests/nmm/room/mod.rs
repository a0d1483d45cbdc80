// SPDX-License-Identifier: GPL-3.0-or-later
//! Rooms: whole games between programs, breaks, hostile peers, networks of their own.

mod games;
mod killed;
mod namespaces;
mod program_in_python;
mod support;
