// SPDX-License-Identifier: GPL-3.0-or-later
//! What somebody has practised, and its file.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::civil::{Date, date};
use morris_engine::tablebase::Tables;
use morris_play::persistence::PracticeFile;
use morris_play::puzzles::{Attempt, Points, Practice, Puzzle, Rated, Run, RunKind, Theme};

const TODAY: Date = date(2026, 11, 22);
const FORTRESS: &str = "draw\tstandard\t..B/.BB/W.W/B....B/..W/.BW/..B w 0 0 0\tD\tf2-f4\tf2-f4\t1449\tfortress";

fn puzzle() -> Arc<Puzzle> {
    Arc::new(Puzzle::parse(FORTRESS).unwrap())
}

/// An attempt that came out so.
fn attempt(points: Points) -> Attempt {
    let mut attempt = Attempt::new(puzzle(), Arc::default());
    match points {
        Points::Whole => {}
        Points::Half => _ = attempt.judge("f2-d2".parse().unwrap()).unwrap(),
        Points::Nothing => attempt.give_up(),
    }
    attempt.judge("f2-f4".parse().unwrap()).unwrap();
    assert_eq!(attempt.points(), Some(points));
    attempt
}

fn practised() -> Practice {
    let mut practice = Practice::default();
    practice.show(&puzzle());
    practice.tried(&attempt(Points::Whole), Rated::Whole, TODAY);
    practice.tried(&attempt(Points::Nothing), Rated::Themes, TODAY);
    practice.daily_tried(TODAY, Points::Half);
    let mut run = Run::new(RunKind::Rush5);
    run.solve();
    assert!(practice.finish(&run));
    practice
}

fn file(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

#[test]
fn ratings_go_up_and_down_and_hints_are_not_rated() {
    let mut practice = Practice::default();
    practice.tried(&attempt(Points::Whole), Rated::Whole, TODAY);
    let up = practice.all.rating.rating;
    assert!(up > 1500.0);
    assert_eq!(practice.themes[&Theme::Fortress].tried, 1);
    practice.tried(&attempt(Points::Nothing), Rated::Whole, TODAY);
    assert!(practice.all.rating.rating < up);
    assert_eq!((practice.all.tried, practice.all.solved), (2, 1));
    let before = practice.clone();
    let mut hinted = Attempt::new(puzzle(), Arc::new(Tables::none()));
    hinted.hint();
    hinted.judge("f2-f4".parse().unwrap()).unwrap();
    practice.tried(&hinted, Rated::Whole, TODAY);
    assert_eq!((practice.all, &practice.themes), (before.all, &before.themes));
    assert_eq!(practice.repetition.cards().len(), 1, "but it comes back");
    practice.tried(&attempt(Points::Whole), Rated::Themes, TODAY);
    assert_eq!(practice.all, before.all, "whoever chose the theme knows half of the answer");
    assert_eq!(practice.themes[&Theme::Fortress].tried, 3);
}

#[test]
fn days_in_a_row_are_counted_up_to_yesterday() {
    let mut practice = Practice::default();
    for day in [date(2026, 11, 18), date(2026, 11, 20), date(2026, 11, 21)] {
        practice.daily_tried(day, Points::Whole);
    }
    assert_eq!(practice.days_in_a_row(TODAY), 2);
    practice.daily_tried(TODAY, Points::Half);
    practice.daily_tried(TODAY, Points::Nothing);
    assert_eq!(practice.days_in_a_row(TODAY), 3);
    assert_eq!(practice.days_in_a_row(date(2026, 11, 24)), 0);
}

#[test]
fn what_is_written_is_read_again_and_unknown_keys_stay() {
    let (_folder, path) = file("practice.toml");
    let mut loaded = PracticeFile::load(&path);
    assert_eq!(loaded.practice, Practice::default());
    loaded.file.save(&practised()).unwrap();
    let more = fs::read_to_string(&path).unwrap().replacen("version = 1", "version = 1\nhabits = \"early\"", 1);
    let more = more.replacen("[records]", "[records]\nrush-9 = 4", 1);
    fs::write(&path, &more).unwrap();
    let mut loaded = PracticeFile::load(&path);
    assert_eq!((&loaded.practice, loaded.problems.len()), (&practised(), 0));
    loaded.file.save(&loaded.practice).unwrap();
    let again = fs::read_to_string(&path).unwrap();
    assert!(again.contains("habits = \"early\"") && again.contains("rush-9 = 4"), "{again}");
    assert_eq!(PracticeFile::load(&path).practice, practised());
}

#[test]
fn a_broken_file_is_set_aside_and_a_wrong_value_is_named() {
    let (folder, path) = file("practice.toml");
    fs::write(&path, "version = 1\nshown = [").unwrap();
    let loaded = PracticeFile::load(&path);
    assert_eq!((loaded.practice, loaded.problems.len()), (Practice::default(), 1));
    assert_eq!(loaded.set_aside, Some(folder.path().join("practice.toml.broken")));
    let mut file = loaded.file;
    file.save(&practised()).unwrap();
    for (from, to, words) in [
        ("\"half\"", "\"most\"", "“points” cannot be most; allowed is whole, half, nothing"),
        ("step = 0", "step = -1", "“cards” cannot be"),
        ("f2-f4\\tf2-f4", "f2-f4\\tf2-f9", "“puzzle” cannot be"),
        ("deviation = ", "deviation = -", "“rating” cannot be"),
        ("2026-11-23", "2026-11-33", "“due” cannot be 2026-11-33; allowed is a date"),
    ] {
        let good = fs::read_to_string(&path).unwrap();
        assert!(good.contains(from), "{from} in {good}");
        fs::write(&path, good.replace(from, to)).unwrap();
        let mut loaded = PracticeFile::load(&path);
        let said: Vec<_> = loaded.problems.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|line| line.contains(words)), "{said:?}");
        let aside = |folder: &std::path::Path| fs::read_dir(folder).unwrap().count();
        let before = aside(folder.path());
        loaded.file.save(&practised()).unwrap();
        assert_eq!(aside(folder.path()), before + 1, "what was not understood is kept");
    }
}
