// SPDX-License-Identifier: GPL-3.0-or-later
//! Versions of the format.

morris::with_ids! {
    /// Version of the format of a game, with the first word of its lines. All lines of a game have
    /// that of its invitation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Version {
        /// The format of 1.0.0.
        One = "nmm1",
        /// Has separate keys for separate things, and the word `+time`.
        Two = "nmm2",
    }
}
