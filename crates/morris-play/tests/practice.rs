// SPDX-License-Identifier: GPL-3.0-or-later
//! The practice record and its file.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::{Date, date};
use morris_play::persistence::{LoadedPractice, PracticeFile};
use morris_solved::tablebase::Tables;
use morris_teach::coach::{CoachChoice, Coaching};
use morris_teach::opening::LineCard;
use morris_teach::puzzles::{
    Attempt, Card, DailyGrade, Endgame, EndgameRecord, MOST_SHOWN, PlayerRating, Practice, Progress, Puzzle, PuzzleKey,
    Rated, RatingScore, Run, RunKind, Theme,
};
use rustix::fs::{FlockOperation, flock};

use crate::lost_lines;

const TODAY: Date = date(2026, 11, 22);
const FORTRESS: &str = "draw\tstandard\t..B/.BB/W.W/B....B/..W/.BW/..B w 0 0 0\tD\tf2-f4\tf2-f4\t1449\tfortress";

fn puzzle() -> Arc<Puzzle> {
    Arc::new(Puzzle::parse(FORTRESS).unwrap())
}

fn attempt(points: RatingScore) -> Attempt {
    let mut attempt = Attempt::new(puzzle(), Arc::default());
    match points {
        RatingScore::Whole => {}
        RatingScore::Half => _ = attempt.judge("f2-d2".parse().unwrap()).unwrap(),
        RatingScore::Nothing => attempt.give_up(),
    }
    attempt.judge("f2-f4".parse().unwrap()).unwrap();
    assert_eq!(attempt.points(), Some(points));
    attempt
}

fn practice_with_attempts() -> Practice {
    let mut practice = Practice::default();
    practice.show(&puzzle());
    practice.tried(&attempt(RatingScore::Whole), Rated::Whole, TODAY);
    practice.tried(&attempt(RatingScore::Nothing), Rated::Themes, TODAY);
    practice.daily_tried(TODAY, DailyGrade::Easy, RatingScore::Half);
    let mut run = Run::new(RunKind::Rush5);
    run.solve();
    assert!(practice.finish(&run));
    practice.coach.count_game();
    practice.coach.choice = CoachChoice::Never;
    practice.endgame_played(Endgame::ALL[2], EndgameRecord { points: RatingScore::Half, moves: 14 });
    practice.judgment = JUDGED;
    practice.line_tried(LineCard::of_id("center-mill-5").unwrap(), RatingScore::Whole, TODAY);
    practice
}

/// Progress with questions whether a move is a mistake.
const JUDGED: Progress =
    Progress { rating: PlayerRating { rating: 1210.5, deviation: 200.25, volatility: 0.06 }, tried: 3, solved: 2 };

fn file(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

#[test]
fn ratings_go_up_and_down_and_hints_are_not_rated() {
    let mut practice = Practice::default();
    practice.tried(&attempt(RatingScore::Whole), Rated::Whole, TODAY);
    let up = practice.all.rating.rating;
    assert!(up > 900.0);
    assert_eq!(practice.themes[&Theme::Fortress].tried, 1);
    practice.tried(&attempt(RatingScore::Nothing), Rated::Whole, TODAY);
    assert!(practice.all.rating.rating < up);
    assert_eq!((practice.all.tried, practice.all.solved), (2, 1));
    let before = practice.clone();
    let mut hinted = Attempt::new(puzzle(), Arc::new(Tables::none()));
    hinted.hint();
    hinted.judge("f2-f4".parse().unwrap()).unwrap();
    practice.tried(&hinted, Rated::Whole, TODAY);
    assert_eq!((practice.all, &practice.themes), (before.all, &before.themes));
    assert_eq!(practice.repetition.cards().len(), 1, "but it comes back");
    practice.tried(&attempt(RatingScore::Whole), Rated::Themes, TODAY);
    assert_eq!(practice.all, before.all, "choosing the theme gives half of the answer away");
    assert_eq!(practice.themes[&Theme::Fortress].tried, 3);
}

#[test]
fn help_does_not_count_as_solved() {
    let mut failed = Attempt::new(puzzle(), Arc::new(Tables::none()));
    failed.hint();
    assert_eq!(failed.result(), None);
    failed.give_up();
    assert_eq!((failed.points(), failed.result()), (None, Some(RatingScore::Nothing)));
    let mut helped = Attempt::new(puzzle(), Arc::new(Tables::none()));
    helped.hint();
    helped.judge("f2-f4".parse().unwrap()).unwrap();
    assert_eq!((helped.points(), helped.result()), (None, Some(RatingScore::Half)));
    // The puzzle is repeated as soon as one that failed without a hint.
    let after = |last: &Attempt| {
        let mut practice = Practice::default();
        practice.tried(&attempt(RatingScore::Nothing), Rated::Nothing, TODAY);
        practice.tried(&attempt(RatingScore::Whole), Rated::Nothing, TODAY);
        practice.tried(last, Rated::Nothing, TODAY);
        practice.repetition.cards().to_vec()
    };
    assert_eq!(after(&failed), after(&attempt(RatingScore::Nothing)));
    assert_ne!(after(&failed), after(&helped));
}

#[test]
fn days_in_a_row_are_counted_up_to_yesterday() {
    let mut practice = Practice::default();
    for day in [date(2026, 11, 18), date(2026, 11, 20), date(2026, 11, 21)] {
        practice.daily_tried(day, DailyGrade::Easy, RatingScore::Whole);
    }
    assert_eq!(practice.days_in_a_row(TODAY), 2);
    practice.daily_tried(TODAY, DailyGrade::Easy, RatingScore::Half);
    practice.daily_tried(TODAY, DailyGrade::Easy, RatingScore::Nothing);
    assert_eq!(practice.days_in_a_row(TODAY), 3);
    assert_eq!(practice.days_in_a_row(date(2026, 11, 24)), 0);
}

#[test]
fn an_older_file_has_one_puzzle_a_day() {
    let (_folder, path) = file("practice.toml");
    fs::write(&path, "version = 1\n[days]\n2026-11-22 = { points = \"whole\", version = 1 }\n").unwrap();
    let mut loaded = PracticeFile::load(&path);
    assert!(loaded.problems.is_empty());
    let day = |practice: &Practice| (practice.days_in_a_row(TODAY), practice.daily_result(TODAY, DailyGrade::Medium));
    assert_eq!(day(&loaded.practice), (1, Some(RatingScore::Whole)));
    loaded.file.change(|practice| practice.daily_tried(TODAY, DailyGrade::Hard, RatingScore::Nothing)).unwrap();
    let practice = PracticeFile::load(&path).practice;
    assert_eq!(day(&practice), (1, Some(RatingScore::Whole)));
    assert_eq!(practice.daily_result(TODAY, DailyGrade::Hard), Some(RatingScore::Nothing));
}

#[test]
fn written_practice_is_read_again_with_unknown_keys() {
    let (_folder, path) = file("practice.toml");
    let mut loaded = PracticeFile::load(&path);
    assert_eq!(loaded.practice, Practice::default());
    loaded.file.change(|practice| *practice = practice_with_attempts()).unwrap();
    let more = fs::read_to_string(&path).unwrap().replacen("version = 1", "version = 1\nhabits = \"early\"", 1);
    let more = more.replacen("[records]", "[records]\nrush-9 = 4", 1);
    let more = more.replacen("[coach]", "[coach]\nvoice = \"low\"", 1);
    let more = more.replacen("[endgames", "[endgames.win-9-9]\npoints = \"most\"\nmoves = 1\n\n[endgames", 1);
    let more = more.replacen("[openings", "[openings.fifth-mill-3]\ndue = \"later\"\nstep = 1\n\n[openings", 1);
    fs::write(&path, &more).unwrap();
    let mut loaded = PracticeFile::load(&path);
    assert_eq!((&loaded.practice, loaded.problems.len()), (&practice_with_attempts(), 0));
    loaded.file.change(|_| ()).unwrap();
    let again = fs::read_to_string(&path).unwrap();
    for kept in ["habits = \"early\"", "rush-9 = 4", "voice = \"low\"", "[endgames.win-9-9]", "[openings.fifth-mill-3]"]
    {
        assert!(again.contains(kept), "{kept} in {again}");
    }
    assert_eq!(PracticeFile::load(&path).practice, practice_with_attempts());
}

#[test]
fn practice_of_1_0_0_is_read_forever() {
    let (_folder, path) = file("practice.toml");
    let text = include_str!("data/practice-1-of-1.0.0.toml");
    fs::write(&path, text).unwrap();
    let LoadedPractice { practice, mut file, problems, .. } = PracticeFile::load(&path);
    assert_eq!(problems.len(), 0);
    assert_eq!((practice.all.tried, practice.themes[&Theme::Fortress].solved), (1, 1));
    assert_eq!((practice.repetition.cards().len(), practice.shown.len()), (1, 1));
    let day = practice.daily_result(TODAY, DailyGrade::Medium);
    assert_eq!(day, Some(RatingScore::Half), "the only puzzle of a day was of middle difficulty");
    assert_eq!(practice.records, practice_with_attempts().records);
    assert_eq!(
        (practice.endgames, practice.coach),
        (practice_with_attempts().endgames, practice_with_attempts().coach)
    );
    assert_eq!(practice.judgment, JUDGED);
    assert!(practice.lines.is_empty(), "no decision of an opening was practiced");
    file.change(|_| ()).unwrap();
    assert_eq!(lost_lines(text, &fs::read_to_string(&path).unwrap()), Vec::<&str>::new());
}

/// Returns the practice in the file of 1.1.0: that of [`practice_with_attempts`], and all that
/// 1.0.0 does not know.
fn practice_of_1_1_0() -> Practice {
    let mut practice = practice_with_attempts();
    practice.daily_tried(TODAY, DailyGrade::Medium, RatingScore::Whole);
    practice.daily_tried(TODAY, DailyGrade::Hard, RatingScore::Nothing);
    let mut run = Run::new(RunKind::Coordinates);
    run.solve();
    assert!(practice.finish(&run));
    let themes = [Theme::SevenFour, Theme::SixFour, Theme::SpareMill, Theme::OnlyThree];
    practice.themes.extend(themes.map(|theme| (theme, JUDGED)));
    let text = "draw\tstandard\tB../BB./W.W/B....B/W../WB./B.. w 0 0 0\tD\tb2-b4\tb2-b4\t1449\tonly-three,fortress";
    practice.repetition.insert(Card { puzzle: Puzzle::parse(text).unwrap(), due: date(2026, 12, 1), step: 2 });
    practice
}

#[test]
fn practice_of_1_1_0_is_read_forever() {
    let (_folder, path) = file("practice.toml");
    let text = include_str!("data/practice-1-of-1.1.0.toml");
    fs::write(&path, text).unwrap();
    let loaded = PracticeFile::load(&path);
    assert_eq!((loaded.problems.len(), loaded.practice), (0, practice_of_1_1_0()));
    // A new file has no line from the old one.
    let (_folder, path) = file("practice.toml");
    PracticeFile::load(&path).file.change(|practice| *practice = practice_of_1_1_0()).unwrap();
    assert_eq!(lost_lines(text, &fs::read_to_string(&path).unwrap()), Vec::<&str>::new());
}

#[test]
fn a_file_from_before_the_coach_is_read() {
    let (_folder, path) = file("practice.toml");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/practice-1-no-coach.toml"), &path).unwrap();
    let loaded = PracticeFile::load(&path);
    assert_eq!((loaded.practice.coach, loaded.problems.len()), (Coaching::default(), 0));
    assert_eq!((loaded.practice.all.tried, loaded.practice.records[&RunKind::Rush5]), (1, 1));
    assert_eq!(loaded.practice.judgment, Progress::default());
}

#[test]
fn answers_to_questions_are_read_and_merged() {
    let (_folder, path) = file("practice.toml");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/practice-1-judgment.toml"), &path).unwrap();
    let loaded = PracticeFile::load(&path);
    assert_eq!(loaded.practice, Practice { judgment: JUDGED, ..Practice::default() });
    assert_eq!(loaded.problems.len(), 0);
    let mut other = Practice { judgment: Progress { tried: 2, ..JUDGED }, ..Practice::default() };
    other.take_in(loaded.practice);
    assert_eq!(other.judgment, JUDGED, "the one with more answers");
}

#[test]
fn a_broken_file_is_set_aside_and_a_wrong_value_is_named() {
    let (folder, path) = file("practice.toml");
    fs::write(&path, "version = 1\nshown = [").unwrap();
    let loaded = PracticeFile::load(&path);
    assert_eq!((loaded.practice, loaded.problems.len()), (Practice::default(), 1));
    assert_eq!(loaded.set_aside, Some(folder.path().join("practice.toml.broken")));
    let mut file = loaded.file;
    file.change(|practice| *practice = practice_with_attempts()).unwrap();
    for (from, to, words) in [
        ("\"half\"", "\"most\"", "“points” cannot be most; allowed is whole, half, nothing"),
        ("step = 0", "step = -1", "“cards” cannot be"),
        ("step = 0", "step = -1", "“openings” cannot be"),
        ("f2-f4\\tf2-f4", "f2-f4\\tf2-f9", "“puzzle” cannot be"),
        ("deviation = ", "deviation = -", "“rating” cannot be"),
        (
            "speaks = \"never\"",
            "speaks = \"loudly\"",
            "“speaks” cannot be loudly; allowed is first-games, always, never",
        ),
        ("2026-11-23", "2026-11-33", "“due” cannot be 2026-11-33; allowed is a date"),
        ("version = 1", "version = 2", "has format version 2; this program knows 1: a newer one has written it"),
    ] {
        let good = fs::read_to_string(&path).unwrap();
        assert!(good.contains(from), "{from} in {good}");
        fs::write(&path, good.replace(from, to)).unwrap();
        let mut loaded = PracticeFile::load(&path);
        let said: Vec<_> = loaded.problems.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|line| line.contains(words)), "{said:?}");
        let aside = |folder: &Path| fs::read_dir(folder).unwrap().count();
        let before = aside(folder.path());
        loaded.file.change(|practice| *practice = practice_with_attempts()).unwrap();
        assert_eq!(aside(folder.path()), before + 1, "what was not understood is kept");
    }
}

#[test]
fn two_programs_lose_nothing_of_each_other() {
    let (_folder, path) = file("practice.toml");
    let [mut one, mut other] = [(); 2].map(|()| PracticeFile::load(&path).file);
    one.change(|practice| practice.tried(&attempt(RatingScore::Whole), Rated::Whole, TODAY)).unwrap();
    other.change(|practice| practice.daily_tried(TODAY, DailyGrade::Easy, RatingScore::Half)).unwrap();
    let practice = one.change(|practice| practice.show(&puzzle())).unwrap();
    assert_eq!((practice.all.tried, practice.days.len(), practice.shown.len()), (1, 1, 1));
    assert_eq!(PracticeFile::load(&path).practice, practice);
    // A file that another program damages in the meantime is kept, and the known record is used.
    fs::write(&path, "version = 1\nshown = [").unwrap();
    assert_eq!(one.change(|_| ()).unwrap(), practice);
    assert!(path.with_file_name("practice.toml.broken").exists());
}

/// Locks the folder as long as the returned file lives.
fn hold(path: &std::path::Path) -> fs::File {
    let folder = fs::File::open(path.parent().unwrap()).unwrap();
    flock(&folder, FlockOperation::LockExclusive).unwrap();
    folder
}

#[test]
fn another_program_that_holds_the_folder_keeps_nothing_waiting() {
    let (_folder, path) = file("practice.toml");
    fs::write(&path, "version = 1\nshown = [").unwrap();
    let held = hold(&path);
    let loaded = PracticeFile::load(&path);
    assert_eq!((loaded.problems.len(), loaded.set_aside), (1, None), "another program may still use it");
    let mut file = loaded.file;
    let error = file.change(|practice| *practice = practice_with_attempts()).unwrap_err();
    assert_eq!(error.to_string(), format!("could not write {}: resource busy", path.display()));
    drop(held);
    file.change(|practice| *practice = practice_with_attempts()).unwrap();
    assert_eq!(PracticeFile::load(&path).practice, practice_with_attempts());
}

#[test]
fn next_file_adopts_an_unfinished_write() {
    let (folder, path) = file("practice.toml");
    let mut file = PracticeFile::load(&path).file;
    file.change(|practice| practice.tried(&attempt(RatingScore::Nothing), Rated::Whole, TODAY)).unwrap();
    let mut other = PracticeFile::load(&path).file;
    let held = hold(&path);
    file.change_at_last(|practice| practice.tried(&attempt(RatingScore::Whole), Rated::Whole, TODAY)).unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files(), 2);
    drop(held);
    let loaded = PracticeFile::load(&path);
    assert_eq!((loaded.practice.all.tried, loaded.practice.all.solved), (2, 1));
    // The next writer merges the record once.
    other.change(|practice| practice.daily_tried(TODAY, DailyGrade::Easy, RatingScore::Half)).unwrap();
    assert_eq!(files(), 1);
    let practice = other.change(|_| ()).unwrap();
    assert_eq!((practice.all, practice.days.len()), (loaded.practice.all, 1));
    assert_eq!(practice.repetition, loaded.practice.repetition);
    // Without a lock held by another program, the file is written normally.
    file.change_at_last(|practice| practice.show(&puzzle())).unwrap();
    assert_eq!((files(), PracticeFile::load(&path).practice.shown.len()), (1, 1));
}

#[test]
fn to_take_in_twice_is_to_take_in_once() {
    let mut one = Practice::default();
    one.take_in(practice_with_attempts());
    assert_eq!(one, practice_with_attempts());
    one.take_in(practice_with_attempts());
    assert_eq!(one, practice_with_attempts());
    // Better results are kept.
    one.tried(&attempt(RatingScore::Whole), Rated::Whole, TODAY);
    let better = one.clone();
    one.take_in(practice_with_attempts());
    assert_eq!(one, better);
}

#[test]
fn a_link_that_leads_nowhere_is_followed_and_stays() {
    let (folder, path) = file("practice.toml");
    let target = folder.path().join("elsewhere/my practice");
    std::os::unix::fs::symlink("elsewhere/my practice", &path).unwrap();
    let mut loaded = PracticeFile::load(&path);
    assert_eq!((loaded.practice, loaded.problems.len()), (Practice::default(), 0));
    loaded.file.change(|practice| *practice = practice_with_attempts()).unwrap();
    assert!(path.is_symlink() && target.is_file());
    assert_eq!(PracticeFile::load(&path).practice, practice_with_attempts());
}

/// Environment variables with the file and the year of the child process.
const CHILD: [&str; 2] = ["NMM_TEST_PRACTICE", "NMM_TEST_YEAR"];
/// Word that the child process prints before each written day.
const WRITTEN: &str = "written ";

#[test]
fn two_programs_that_are_killed_lose_nothing_that_was_written() {
    let (_folder, path) = file("practice.toml");
    for kill in 0..5_i16 {
        let years = [2000 + 20 * kill, 3000 + 20 * kill];
        let mut children = years.map(|year| record_practice(&path, year));
        let mut said = children.each_mut().map(|child| BufReader::new(child.stdout.take().unwrap()).lines());
        let mut day = |child: usize| {
            let written = |line: std::io::Result<String>| line.ok()?.split_once(WRITTEN)?.1.parse::<Date>().ok();
            said[child].by_ref().find_map(written)
        };
        let mut last = [None; 2];
        for _ in 0..10 {
            last = [day(0), day(1)];
        }
        for child in 0..children.len() {
            children[child].kill().unwrap();
            children[child].wait().unwrap();
            last[child] = std::iter::from_fn(|| day(child)).last().or(last[child]);
        }
        let loaded = PracticeFile::load(&path);
        assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
        for (year, last) in years.into_iter().zip(last) {
            let first = date(year, 1, 1);
            let days = loaded.practice.days.range(first..=last.unwrap()).count();
            assert_eq!(days as i32, last.unwrap().since(first).unwrap().get_days() + 1, "of {year}, kill {kill}");
        }
    }
}

fn record_practice(path: &std::path::Path, year: i16) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "practice::record_practice_forever", "--ignored", "--nocapture"])
        .envs([(CHILD[0], path.as_os_str()), (CHILD[1], year.to_string().as_ref())])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "a part of another test, which kills it"]
fn record_practice_forever() {
    let [path, year] = CHILD.map(|name| std::env::var(name).unwrap());
    let mut file = PracticeFile::load(path.as_ref()).file;
    for day in date(year.parse().unwrap(), 1, 1).series(1.day()) {
        // On a busy machine the other one can hold the lock for longer than a change waits for it.
        while file.change(|practice| practice.daily_tried(day, DailyGrade::Easy, RatingScore::Whole)).is_err() {}
        println!("\n{WRITTEN}{day}");
        // No window writes continuously without a pause.
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_best_result_of_an_endgame_is_kept() {
    let (mut practice, [endgame, ..]) = (Practice::default(), Endgame::ALL);
    for (points, moves, best, is_news) in [
        (RatingScore::Nothing, 3, (RatingScore::Nothing, 3), false),
        // The first success is not compared with a failure.
        (RatingScore::Half, 9, (RatingScore::Half, 9), false),
        (RatingScore::Whole, 20, (RatingScore::Whole, 20), true),
        (RatingScore::Half, 5, (RatingScore::Whole, 20), false),
        (RatingScore::Whole, 12, (RatingScore::Whole, 12), true),
        (RatingScore::Whole, 15, (RatingScore::Whole, 12), false),
    ] {
        assert_eq!(practice.endgame_played(endgame, EndgameRecord { points, moves }), is_news);
        let EndgameRecord { points, moves } = practice.endgames[&endgame];
        assert_eq!((points, moves), best);
    }
    let mut other = Practice::default();
    other.endgame_played(endgame, EndgameRecord { points: RatingScore::Whole, moves: 7 });
    practice.take_in(other);
    assert_eq!(practice.endgames[&endgame].moves, 7);
}

#[test]
fn an_old_file_keeps_its_rating_and_without_one_a_newcomer_begins() {
    let (_folder, path) = file("practice.toml");
    for (tried, rating) in [(3, 1612.0), (0, PlayerRating::NEWCOMER.rating)] {
        let all =
            format!("all = {{ rating = 1612.0, deviation = 120.0, volatility = 0.06, tried = {tried}, solved = 0 }}");
        fs::write(&path, format!("version = 1\n[rating]\n{all}\n")).unwrap();
        let loaded = PracticeFile::load(&path);
        assert_eq!((loaded.practice.all.rating.rating, loaded.problems.len()), (rating, 0));
    }
}

#[test]
fn ratings_of_a_file_are_brought_into_their_ranges() {
    let (_folder, path) = file("practice.toml");
    let rated = |rating: &str, deviation: &str, volatility: &str| {
        let numbers = format!("rating = {rating}, deviation = {deviation}, volatility = {volatility}");
        fs::write(&path, format!("version = 1\n[rating]\nall = {{ {numbers}, tried = 3, solved = 2 }}\n")).unwrap();
        let loaded = PracticeFile::load(&path);
        (loaded.practice.all, loaded.problems.len())
    };
    for numbers in [["1e300"; 3], ["-1e300", "0.0", "0.0"], ["12000.0", "1200.0", "2.5"]] {
        let [rating, deviation, volatility] = numbers;
        let (progress, problems) = rated(rating, deviation, volatility);
        assert_eq!((progress.tried, progress.solved, problems), (3, 2, 0), "{numbers:?}");
        assert_eq!(progress.rating, progress.rating.bounded(), "{numbers:?}");
    }
    for number in ["nan", "inf", "-inf"] {
        for numbers in [[number, "60.0", "0.06"], ["900.0", number, "0.06"], ["900.0", "60.0", number]] {
            let [rating, deviation, volatility] = numbers;
            assert_eq!(rated(rating, deviation, volatility), (Progress::default(), 1), "{numbers:?}");
        }
    }
}

#[test]
fn only_the_latest_shown_puzzles_of_a_file_are_kept() {
    let (_folder, path) = file("practice.toml");
    let keys: Vec<_> = (0..20_000).map(|key| format!("\"{key:016x}\"")).collect();
    fs::write(&path, format!("version = 1\nshown = [{}]\n", keys.join(", "))).unwrap();
    let shown = PracticeFile::load(&path).practice.shown;
    assert_eq!((shown.len(), shown.back()), (MOST_SHOWN, Some(&PuzzleKey(19_999))));
}
