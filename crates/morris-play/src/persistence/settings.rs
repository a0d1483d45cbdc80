// SPDX-License-Identifier: GPL-3.0-or-later
//! What the user has chosen for the whole program.

use std::thread;
use std::time::Duration;

use crate::setup::{NewGameOptions, Program};

/// The ranges of the settings that are numbers.
pub mod limits {
    use std::ops::RangeInclusive;

    /// Volume, in percent.
    pub const VOLUME: RangeInclusive<u8> = 0..=100;
    /// Thinking time of the strongest level, in milliseconds.
    pub const THINKING_TIME: RangeInclusive<u32> = 100..=60_000;
    /// Memory for the search, in MiB.
    pub const MEMORY: RangeInclusive<u32> = 1..=16_384;
    /// Threads of the search.
    pub const THREADS: RangeInclusive<u8> = 1..=64;
    /// The most men of the positions to be solved; 0 for none.
    pub const SOLVE_MEN: RangeInclusive<u8> = 0..=18;
    /// Width of the window, in pixels.
    pub const WIDTH: RangeInclusive<u16> = 360..=16_384;
    /// Height of the window, in pixels.
    pub const HEIGHT: RangeInclusive<u16> = 480..=16_384;
}

/// What the user has chosen for the whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether sounds are played.
    pub sound: bool,
    /// How loud, in percent.
    pub volume: u8,
    /// The code of the language, such as `de`; `None` for the system's.
    pub language: Option<String>,
    /// How the board looks.
    pub board_style: BoardStyle,
    /// Whether the board shows coordinates.
    pub coordinates: bool,
    /// How fast men move.
    pub animation: Animation,
    /// Whether legal targets are marked.
    pub targets: bool,
    /// Whether the program starts in full screen.
    pub full_screen: bool,
    /// How long the strongest level thinks about a move; whole milliseconds.
    pub thinking_time: Duration,
    /// Memory for the search, in MiB.
    pub memory: u32,
    /// Threads of the search.
    pub threads: u8,
    /// Whether every legal move is marked with its value, as far as that is known.
    pub values: bool,
    /// All positions with at most so many men are to be solved, 6 to 18; 0 for none.
    pub solve_men: u8,
    /// Whether solving rests.
    pub solve_paused: bool,
    /// Whether the game page shows its sidebar.
    pub sidebar: bool,
    /// The size of the window when it is neither maximized nor in full screen.
    pub window: WindowSize,
    /// Whether the window is maximized.
    pub maximized: bool,
    /// How the last game was set up.
    pub choice: NewGameOptions,
    /// The outside programs that can play, by different names.
    pub programs: Vec<Program>,
}

/// How the board looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardStyle {
    /// Grained wood.
    #[default]
    Wood,
}

/// How fast men move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Animation {
    /// At once.
    Off,
    /// In half the time.
    Fast,
    /// In about 200 ms.
    #[default]
    Normal,
    /// In twice the time.
    Slow,
}

/// The size of a window, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSize {
    /// From side to side.
    pub width: u16,
    /// From top to bottom.
    pub height: u16,
}

impl Default for WindowSize {
    fn default() -> Self {
        Self { width: 1040, height: 720 }
    }
}

impl Default for Settings {
    /// For a first start on this machine: as many threads as it has cores.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            sound: true,
            volume: 70,
            language: None,
            board_style: BoardStyle::default(),
            coordinates: true,
            animation: Animation::default(),
            targets: true,
            full_screen: false,
            thinking_time: Duration::from_secs(2),
            memory: 64,
            threads: u8::try_from(cores).unwrap_or(u8::MAX).min(*limits::THREADS.end()),
            values: false,
            solve_men: 0,
            solve_paused: false,
            sidebar: true,
            window: WindowSize::default(),
            maximized: false,
            choice: NewGameOptions::default(),
            programs: Vec::new(),
        }
    }
}
