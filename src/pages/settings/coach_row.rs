// SPDX-License-Identifier: GPL-3.0-or-later
//! The switch of the coach. Unlike the other switches, it belongs to the practice data, where the
//! first games are counted.

use std::rc::Rc;

use crate::services::PracticeService;
use morris_teach::coach::CoachChoice;

/// Shows on a switch whether the coach speaks, and lets the user decide.
pub fn connect(switch: &gtk::Switch, practice: &Rc<PracticeService>) {
    practice.load_soon();
    show(switch, practice);
    let shared = Rc::clone(practice);
    practice.changed.connect_for(switch, move |switch, ()| show(switch, &shared));
    let shared = Rc::clone(practice);
    switch.connect_active_notify(move |switch| choose(switch, &shared));
}

fn speaks(practice: &PracticeService) -> bool {
    practice.read(|practice| practice.coach.speaks())
}

fn show(switch: &gtk::Switch, practice: &PracticeService) {
    switch.set_active(speaks(practice));
}

/// Keeps the choice of the user. Ignores a switch that follows the practice data.
fn choose(switch: &gtk::Switch, practice: &Rc<PracticeService>) {
    let on = switch.is_active();
    if on != speaks(practice) {
        let choice = if on { CoachChoice::Always } else { CoachChoice::Never };
        practice.change(move |practice| practice.coach.choice = choice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::for_tests::in_folder;
    use crate::services::messages::Messages;

    #[gtk::test]
    fn the_switch_follows_the_games_and_the_user_decides() {
        let services = in_folder(Messages::new(|_| {}), |context| context.services);
        let (practice, switch) = (&services.practice, gtk::Switch::new());
        connect(&switch, practice);
        assert!(!switch.is_active(), "nothing is read yet");
        glib::MainContext::default().block_on(practice.load());
        assert!(switch.is_active());
        let choice = || practice.read(|practice| practice.coach.choice);
        (0..3).for_each(|_| practice.change(|practice| practice.coach.count_game()));
        assert_eq!((switch.is_active(), choice()), (false, CoachChoice::FirstGames));
        switch.set_active(true);
        assert_eq!(choice(), CoachChoice::Always);
        switch.set_active(false);
        assert_eq!(choice(), CoachChoice::Never);
    }
}
