// SPDX-License-Identifier: GPL-3.0-or-later
//! Play Here: a game of the round, with the names and the clock.

use std::time::Duration;

use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::ByColor;
use morris_club::{Meeting, OWN_PROGRAM, Tournament};
use morris_play::setup::{Clock, ClubGame, GameSetup, Level, Player, Skill};

use super::TournamentPage;
use crate::services::messages::{Message, Request};

impl TournamentPage {
    pub(super) fn play_at(&self, table: usize) {
        let round = self.imp().round.get();
        let found = self.now().zip(self.tournaments().id()).and_then(|(tournament, id)| {
            let meeting = tournament.rounds().get(round)?.meetings.get(table)?;
            let game = meeting.next_game()?;
            let setup = setup_of(&tournament, meeting, game, |name| self.services().program(name).is_some());
            let no_help = tournament.settings().no_help;
            let pair = Some([meeting.first, meeting.second]);
            let club = Some(ClubGame { file: id.to_string(), round, table, game, pair, no_help });
            Some(GameSetup { club, ..setup })
        });
        match found {
            Some(setup) => self.messages().send(Message::Request(Request::PlayClub(Box::new(setup)))),
            None => self.messages().answer(&gettext("All games of this match have a result.")),
        }
    }
}

/// Returns the level that a text such as `level:3` names.
pub(super) fn skill_of(text: &str) -> Option<Skill> {
    match text.strip_prefix("level:") {
        Some(number) => Level::new(number.trim().parse().ok()?).map(Skill::Level),
        None => (text == "perfect").then_some(Skill::Perfect),
    }
}

/// Returns the setup of a game of a match. `is_known` says whether an external program has a name.
fn setup_of(tournament: &Tournament, meeting: &Meeting, game: usize, is_known: impl Fn(&str) -> bool) -> GameSetup {
    let player = |entrant: usize| {
        let Some(entrant) = tournament.entrants().get(entrant) else { return Player::Person };
        match entrant.program.as_deref() {
            None => Player::person(&entrant.name),
            Some(program) => match skill_of(program) {
                Some(skill) => Player::Computer(skill),
                None => match program.strip_prefix(OWN_PROGRAM).filter(|name| is_known(name)) {
                    Some(name) => Player::program(name),
                    None => Player::person(&entrant.name),
                },
            },
        }
    };
    let settings = tournament.settings();
    let entrants = meeting.players(game);
    let clock = settings.clock.map(|clock| Clock {
        time: Duration::from_secs(clock.time.into()),
        increment: Duration::from_secs(clock.increment.into()),
    });
    let players = ByColor::from_fn(|color| player(entrants[color]));
    GameSetup { players, clock, ..GameSetup::between_persons(settings.rules) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::Color;
    use morris_club::{Change, Clock as ClubClock, Format, Settings};

    #[test]
    fn colors_switch_after_each_game_and_levels_play() {
        let format = Format::RoundRobin { cycles: 1, order: morris_club::Order::Berger };
        let clock = Some(ClubClock { time: 420, increment: 0 });
        let mut tournament = Tournament::new(Settings { clock, ..Settings::new("Evening", format) }).unwrap();
        for (name, program) in [("Ann", None), ("Learner", Some("level:3".to_owned()))] {
            tournament.change(&Change::Add { name: name.to_owned(), program }).unwrap();
        }
        tournament.change(&Change::Pair).unwrap();
        let meeting = &tournament.rounds()[0].meetings[0];
        let [one, two] = [0, 1].map(|game| setup_of(&tournament, meeting, game, |_| false));
        assert_eq!(one.players.white, two.players.black);
        assert_eq!(one.clock.unwrap().time, Duration::from_secs(420));
        let level = Player::Computer(Skill::Level(Level::new(3).unwrap()));
        assert!(Color::BOTH.iter().any(|color| one.players[*color] == level));
        assert!(Color::BOTH.iter().any(|color| one.players[*color] == Player::person("Ann")));
        // A command in the file is not a program of the settings.
        for (player, is_program) in [("own:Millennium", true), ("Millennium", false)] {
            let tournament = Tournament::from_text(&tournament.to_text().replace("level:3", player)).unwrap();
            let setup = setup_of(&tournament, &tournament.rounds()[0].meetings[0], 0, |name| name == "Millennium");
            let program = Player::program("Millennium");
            assert_eq!(Color::BOTH.iter().any(|color| setup.players[*color] == program), is_program, "{player}");
        }
        assert_eq!((skill_of("level:11"), skill_of("Ann"), skill_of("perfect")), (None, None, Some(Skill::Perfect)));
    }
}
