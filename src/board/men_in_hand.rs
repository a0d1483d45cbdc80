// SPDX-License-Identifier: GPL-3.0-or-later
//! Men in hand. While men are being placed, a position is complete only with them.

use std::cell::Cell;

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use morris::{ByColor, Color, Position, Rules};
use morris_play::session::Scene;

use super::men_tray::{self, MenTray};
use crate::text::describe;
use crate::text::i18n::{sentence, sentences};

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "men_in_hand.ui")]
    pub struct MenInHand {
        #[template_child]
        pub(super) white_tray: TemplateChild<MenTray>,
        #[template_child]
        pub(super) white_count: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) black_tray: TemplateChild<MenTray>,
        #[template_child]
        pub(super) black_count: TemplateChild<gtk::Label>,
        /// Number of men in hand at the beginning, of the side with more.
        pub(super) most: Cell<u8>,
        pub(super) men: Cell<ByColor<(u8, u8)>>,
    }

    impl ObjectImpl for MenInHand {}
    impl WidgetImpl for MenInHand {}
}

class! {
    /// A row with the men in hand of both sides.
    MenInHand: gtk::Box, template = [MenTray]
}

impl MenInHand {
    /// Shows the row if a task starts with men in hand. It stays visible to the end of the task, so
    /// that nothing moves.
    pub fn begin(&self, position: &Position, rules: &Rules) {
        let most = Color::BOTH.into_iter().map(|color| position.hand(color)).max().unwrap_or_default();
        self.imp().most.set(most);
        self.set_visible(most > 0);
        self.count(&Scene::of_position(position, None, rules));
    }

    /// Updates the numbers of men in hand.
    pub fn count(&self, scene: &Scene) {
        let imp = self.imp();
        let men = ByColor::from_fn(|color| (scene.hand[color], lost(scene, color)));
        imp.men.set(men);
        for color in Color::BOTH {
            let (tray, count) = match color {
                Color::White => (&imp.white_tray, &imp.white_count),
                Color::Black => (&imp.black_tray, &imp.black_count),
            };
            let (hand, lost) = men[color];
            tray.set_color(color);
            // The tray would show men taken beside those of the opponent, where they would look
            // like the opponent's.
            tray.set_men(hand, lost, 0, imp.most.get());
            count.set_label(&describe::in_hand(hand));
        }
    }

    /// Returns the numbers in sentences, if they are shown.
    pub fn words(&self) -> String {
        let men = self.imp().men.get();
        let words = |color| sentence(&men_tray::words(color, men[color].0, men[color].1));
        if self.get_visible() { sentences(&Color::BOTH.map(words)) } else { String::new() }
    }
}

/// Returns the number of men that a side has lost. The scene only counts those lost in the task
/// itself.
fn lost(scene: &Scene, color: Color) -> u8 {
    let Rules { men, .. } = scene.setup.rules;
    men.saturating_sub(scene.men[color].len() as u8 + scene.hand[color])
}
