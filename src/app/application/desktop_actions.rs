// SPDX-License-Identifier: GPL-3.0-or-later
//! Actions in the menu of the program's icon.

use adw::prelude::*;

use crate::app::window::Window;

/// An action of the desktop file. The desktop activates it on the bus, or by an option of the
/// command line if it does not use the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DesktopAction {
    Continue,
    PuzzleOfTheDay,
}

impl DesktopAction {
    pub(super) const ALL: [Self; 2] = [Self::Continue, Self::PuzzleOfTheDay];

    /// Returns its name in the desktop file, as an action of the program, and as an option.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::PuzzleOfTheDay => "puzzle-of-the-day",
        }
    }

    /// Carries it out in a window, which comes to the front.
    pub(super) fn carry_out(self, window: &Window) {
        window.present();
        match self {
            Self::Continue => window.continue_latest(),
            Self::PuzzleOfTheDay => window.go_to_puzzle_of_the_day(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The desktop finds an action by its name, on the bus and as an option.
    #[test]
    fn the_desktop_file_has_the_actions() {
        let text = include_str!("../../../data/io.github.ninemensmorris.NineMensMorris.desktop.in");
        let listed: String = DesktopAction::ALL.iter().map(|action| format!("{};", action.name())).collect();
        assert!(text.contains(&format!("\nActions={listed}\n")), "{text}");
        assert_eq!(text.matches("[Desktop Action ").count(), DesktopAction::ALL.len());
        for name in DesktopAction::ALL.map(DesktopAction::name) {
            let (_, action) = text.split_once(&format!("\n[Desktop Action {name}]\n")).expect(name);
            let action = action.split("\n[").next().unwrap();
            assert!(action.lines().any(|line| line == format!("Exec=nine-mens-morris --{name}")), "{action}");
            assert!(action.lines().any(|line| line.starts_with("Name=")), "{action}");
        }
    }
}
