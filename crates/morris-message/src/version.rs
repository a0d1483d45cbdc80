// SPDX-License-Identifier: GPL-3.0-or-later
//! Versions of the format.

/// Version of the format of a game. All lines of a game have that of its invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The format of 1.0.0.
    One,
    /// Has separate keys for separate things, and the word `+time`.
    Two,
}

impl Version {
    /// All versions.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Returns the first word of the lines.
    pub(crate) const fn start(self) -> &'static str {
        match self {
            Self::One => "nmm1",
            Self::Two => "nmm2",
        }
    }
}
