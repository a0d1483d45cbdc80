// SPDX-License-Identifier: GPL-3.0-or-later
//! Counts games when they end, with the help that the user had. After a game against a level,
//! offers a more suitable one.

use adw::subclass::prelude::*;

use morris::{Color, Outcome};
use morris_play::adaptive_level;
use morris_play::persistence::{FinishedGame, SavedGame};
use morris_play::session::{Effect, Help, Input};
use morris_play::setup::{Level, Player, Skill};

use super::{GamePage, OpenGame};

impl OpenGame {
    /// Passes an input to the session, and records the time of the end.
    pub(super) fn handle(&mut self, input: Input) -> Vec<Effect> {
        let is_turn = !matches!(input, Input::LineCopied | Input::LineSent);
        let effects = self.session.handle(input);
        if is_turn && self.session.message().is_some() && effects.contains(&Effect::Autosave) {
            self.since = Some(SavedGame::moment());
        }
        self.ended = self.session.outcome().map(|_| self.ended.unwrap_or_else(SavedGame::moment));
        effects
    }

    /// Records help for the user. Returns whether to save that: the help is new and a move has been
    /// played. Before the first move there is nothing to save, and that move saves the help as
    /// well.
    fn note(&mut self, help: Help) -> bool {
        let before = self.aids;
        self.aids = before.map(|aids| aids.and(help));
        self.aids != before && !self.session.game().moves().is_empty()
    }

    /// Returns whether the game has reached a new end. A second call returns `false`.
    fn has_new_end(&mut self) -> bool {
        let end = self.session.outcome().map(|outcome| (self.session.game().played().to_vec(), outcome));
        let new = end.is_some() && self.counted != end;
        self.counted = end.or(self.counted.take());
        new
    }

    /// Returns the entry for the statistics, if the game is over.
    fn finished(&self) -> Option<FinishedGame> {
        FinishedGame::of(&self.document.id(), self.session.setup(), self.session.game(), self.ended?, self.aids)
    }
}

impl GamePage {
    /// Counts the finished game, and stores who won, since the loser may start the next game.
    pub(super) fn count(&self) {
        let new = self.imp().game.borrow_mut().as_mut().is_some_and(OpenGame::has_new_end);
        let end = self.read(|game| (game.finished(), game.session.setup().clone(), game.session.outcome()));
        let Some((finished, setup, outcome)) = end.filter(|_| new) else { return };
        self.count_coached_game();
        self.report_to_club(&setup, outcome);
        if let Some(game) = finished {
            self.services().statistics.add(game);
        }
        // A game by message may have begun long before the next game at this board.
        if let Some(winner) = outcome.and_then(Outcome::winner).filter(|_| !setup.is_by_message()) {
            self.services().settings.change(|settings| settings.choice.remember_winner(&setup, winner));
        }
    }

    /// Records that the user has seen values of moves before the end of the game: by marks on the
    /// board, by a warning, or by a review.
    pub fn note_help(&self) {
        if self.is_unfinished() {
            self.use_help(Help::Hint);
        }
    }

    /// Records help for the user, and saves the game, so that quitting the program does not discard
    /// it.
    pub(super) fn use_help(&self, help: Help) {
        if self.imp().game.borrow_mut().as_mut().is_some_and(|game| game.note(help)) {
            self.autosave();
        }
    }

    /// Offers a more suitable level, if the game is over and there is one.
    pub(super) fn offer_level(&self) {
        let statistics = self.services().statistics.get();
        let id = self.read(|game| game.session.outcome().map(|_| game.document.id().to_string())).flatten();
        let last = id.and_then(|id| statistics.latest.iter().rfind(|game| game.game == id));
        let level = last.and_then(|last| adaptive_level::next_level(statistics.rating(&last.rules), last));
        self.imp().result.offer(level);
    }

    /// Returns the same game with colors swapped, at another level.
    pub fn rematch_at(&self, level: Level) -> Option<OpenGame> {
        let mut setup = self.read(|game| game.session.setup().rematch())?;
        for color in Color::BOTH {
            if setup.players[color].skill().is_some() {
                setup.players[color] = Player::Computer(Skill::Level(level));
            }
        }
        self.next_game(setup)
    }
}

#[cfg(test)]
mod tests {
    use morris::{ByColor, Rules};
    use morris_play::persistence::HelpUsed;
    use morris_play::session::Session;
    use morris_play::setup::GameSetup;

    use super::super::saving::to_save;
    use super::*;

    fn game() -> OpenGame {
        let players = ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) };
        OpenGame::new(GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) })
    }

    fn count(game: &mut OpenGame) -> Option<FinishedGame> {
        game.has_new_end().then(|| game.finished()).flatten()
    }

    /// Handles an input in a game, and records help for the user.
    fn happen(game: &mut OpenGame, input: Input) {
        for effect in game.handle(input) {
            if let Effect::HelpUsed(help) = effect {
                game.note(help);
            }
        }
    }

    fn aids(inputs: &[Input]) -> Option<HelpUsed> {
        let mut game = game();
        inputs.iter().for_each(|input| happen(&mut game, input.clone()));
        _ = game.handle(Input::Resign);
        count(&mut game).unwrap().aids
    }

    #[test]
    fn help_is_noted() {
        let tap = || Input::Tap("d6".parse().unwrap());
        assert_eq!(aids(&[Input::Begin, tap()]), Some(HelpUsed::default()));
        // There is nothing to take back.
        assert_eq!(aids(&[Input::Begin, Input::Undo]), Some(HelpUsed::default()));
        assert_eq!(aids(&[Input::Begin, Input::Hint]), Some(HelpUsed { hint: true, ..HelpUsed::default() }));
        assert_eq!(aids(&[Input::Begin, tap(), Input::Undo]), Some(HelpUsed { undo: true, ..HelpUsed::default() }));
        assert_eq!(
            aids(&[Input::Begin, tap(), Input::MoveNow]),
            Some(HelpUsed { move_now: true, ..HelpUsed::default() })
        );
    }

    #[test]
    fn an_end_counts_once() {
        let mut game = game();
        for input in [Input::Begin, Input::Tap("d6".parse().unwrap()), Input::Resign] {
            _ = game.handle(input);
        }
        assert_eq!(count(&mut game).unwrap().aids, Some(HelpUsed::default()));
        _ = game.handle(Input::Begin);
        assert_eq!(count(&mut game), None, "shown again");
        // The game was not finished when it was opened later.
        let session = Session::restore(game.session.setup().clone(), (**game.session.game()).clone(), None, 1);
        assert_eq!(count(&mut OpenGame::of(session)), None);
        happen(&mut game, Input::Undo);
        assert_eq!(count(&mut game), None, "it goes on");
        _ = game.handle(Input::Resign);
        assert!(count(&mut game).unwrap().aids.unwrap().undo, "another end");
    }

    #[test]
    fn a_game_that_is_over_keeps_the_moment_of_its_end() {
        let mut game = game();
        for input in [Input::Begin, Input::Tap("d6".parse().unwrap()), Input::Resign] {
            _ = game.handle(input);
        }
        let counted = count(&mut game).unwrap();
        let saved = to_save(&game);
        assert_eq!(FinishedGame::of_save(&game.document.id(), &saved), Some(counted));
        // The game is opened later and given a name.
        let mut again = OpenGame::restored(saved.clone(), Some(game.document.id()));
        _ = again.handle(Input::Begin);
        assert_eq!(to_save(&again), saved);
        _ = again.handle(Input::Undo);
        assert!(to_save(&again).saved >= saved.saved && again.ended.is_none());
    }
}
