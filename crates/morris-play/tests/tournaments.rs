// SPDX-License-Identifier: GPL-3.0-or-later
//! The files of tournaments that earlier versions have written.

use std::fs;

use morris_club::{Absence, Level, Scoring, Settings, Tournament};
use morris_play::persistence::TournamentFiles;

#[test]
fn tournaments_of_1_1_0_are_read_forever() {
    let home = tempfile::tempdir().unwrap();
    let mut files = TournamentFiles::beside(&home.path().join("saves"));
    let mut read = |text: &str| {
        let id = files.create(&Tournament::from_text(text).unwrap()).unwrap();
        fs::write(files.path(&id), text).unwrap();
        let tournament = files.load(&id).unwrap();
        files.save(&id, &tournament).unwrap();
        let written = fs::read_to_string(files.path(&id)).unwrap();
        assert_eq!(written, text, "the format has changed: give it a new version, and keep this file as a test");
        tournament
    };
    let swiss = read(include_str!("data/club-1-of-1.1.0.toml"));
    let Settings { rules, clock, scoring, absence, no_help, .. } = swiss.settings();
    assert_eq!((rules.id(), clock.unwrap().time, scoring), ("sesotho", 420, &Scoring::OneHalf));
    assert_eq!((absence, *no_help, &*swiss.entrants()[2].absent), (&Absence::Draws, true, &[1][..]));
    assert_eq!((swiss.entrants()[1].left, swiss.entrants()[4].joined), (Some(1), 1));
    assert_eq!((&*swiss.rounds()[1].byes, &*swiss.rounds()[1].exchanged), (&[3][..], &[3, 4][..]));
    assert_eq!(swiss.corrections().len(), 1);
    let groups = read(include_str!("data/club-1-groups-of-1.1.0.toml"));
    let Settings { rules, format, level, third, scoring, .. } = groups.settings();
    assert_eq!((rules.line().as_str(), format.to_string().as_str()), ("twelve,men=9", "groups:3:2"));
    assert_eq!((level, *third, scoring), (&Level::Lot, true, &Scoring::Match));
    assert_eq!(groups.entrants()[3].program.as_deref(), Some("own:My mill"));
    let lots = groups.meetings().filter(|(_, meeting)| meeting.lot.is_some()).count();
    assert_eq!((groups.rounds().len(), lots, groups.corrections().len()), (5, 1, 1));
}
