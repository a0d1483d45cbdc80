// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `lab bench`, `lab blunders`, `lab positions`, and `lab tune`.

use std::fs;
use std::ops::ControlFlow;
use std::process::Command;

use morris_engine::lab::PatternClasses;
use morris_solved::small_games::{GameTask, solve_game};

use super::support::{solve_all, task};

/// Runs `lab`. Returns the exit status, and both outputs one after the other.
fn lab(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

#[test]
fn measures_other_games() {
    let bench = || {
        let (status, text) = lab(&["bench", "--rules", "achi", "--memory", "1"]);
        assert_eq!(status, 0, "{text}");
        let rows: Vec<Vec<String>> =
            text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
        assert_eq!(rows.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["rules", "standard", "achi"]);
        rows
    };
    let [once, again] = [bench(), bench()];
    for (row, same) in once.iter().zip(&again).skip(1) {
        // Positions and nodes are the same in every run. Times are not.
        assert_eq!(row[..3], same[..3]);
        let numbers: Vec<f64> = row[1..].iter().map(|field| field.parse().unwrap()).collect();
        assert!(numbers.len() == 4 && numbers.iter().all(|&number| number > 0.0), "{row:?}");
    }
    assert_eq!(once[1][4], "1.00");
}

#[test]
fn uses_shipped_positions_and_makes_more() {
    let (status, text) = lab(&["blunders", "--depth", "1", "--memory", "1", "--tables", "/usr"]);
    assert_eq!(status, 0, "{text}");
    for (name, positions) in [("placing", "1000"), ("all", "2000")] {
        let row = text.lines().rfind(|line| line.starts_with(name)).unwrap();
        assert_eq!(row.split_whitespace().nth(1), Some(positions), "{text}");
    }

    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    solve_all(&task(folder.path(), 8));
    let known = || lab(&["positions", "--dir", dir, "--sectors", "5", "--placing", "0"]);
    let (status, text) = known();
    assert_eq!((status, text.lines().count()), (0, 6), "{text}");
    assert_eq!(known().1, text);
    let random = |counts: [&str; 3]| {
        let [moving, flying, placing] = counts;
        lab(&["positions", "--dir", dir, "--random", "--moving", moving, "--flying", flying, "--placing", placing])
    };
    let flies = |line: &str| {
        let men = if line.contains(" w ") { 'W' } else { 'B' };
        line.chars().take_while(|letter| *letter != ' ').filter(|letter| *letter == men).count() == 3
    };
    for (counts, all_fly) in [(["4", "0", "0"], false), (["0", "4", "0"], true)] {
        let (status, text) = random(counts);
        assert_eq!((status, text.lines().count()), (0, 5), "{text}");
        assert!(text.lines().skip(1).all(|line| flies(line) == all_fly), "{text}");
    }
    // A search with these tables gives nothing away.
    let path = folder.path().join("known.tsv");
    fs::write(&path, text).unwrap();
    let (_, text) = lab(&["blunders", path.to_str().unwrap(), "--depth", "1", "--tables", dir]);
    assert!(text.contains("all              5           0   0.00 % "), "{text}");
}

#[test]
fn judges_the_openings_of_the_program() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
    let judge = |more: &[&str]| lab(&[&["openings", "--tables", dir], more].concat());
    assert_eq!(judge(&[]), (0, include_str!("../../../../data/openings.tsv").to_owned()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.tsv");
    let one = |moves: &str| {
        fs::write(&path, format!("# id\na\ta\tA\t\t{moves}\n")).unwrap();
        judge(&[path.to_str().unwrap()])
    };
    // The eleventh placement is the last one that the included tables have.
    let (status, text) = one("d6 f4 d2 b4 a7 g1 c5 e3 f2 b6 a1 g7");
    assert_eq!((status, text.lines().nth(1).unwrap().split('\t').nth(5)), (0, Some("DDDDDDDDDWL")), "{text}");
    assert!(text.contains("\td6 f4 d2 b4 a7 g1 c5 e3 f2 b6 a1\t"), "{text}");
    for (moves, words) in [("d6 d6", "move 2, d6: "), ("d6 x", "“x” is not a move"), ("d6xa1", "move 1, d6xa1: ")] {
        let (status, text) = one(moves);
        assert!(status == 2 && text.contains("openings.tsv, line 2: ") && text.contains(words), "{text}");
    }
}

/// The percentages of the paper are those of the tables, and of the counts in `data/sectors.tsv`.
#[test]
fn prints_endings_by_numbers() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
    let (status, text) = lab(&["endings", "--tables", dir]);
    assert_eq!((status, &*text), (0, include_str!("../../../../docs/endings.tsv")));
    let mut counts: Vec<Vec<&str>> = include_str!("../../../../data/sectors.tsv")
        .lines()
        .filter_map(|row| row.strip_prefix("standard\t"))
        .map(|row| row.split('\t').collect())
        .collect();
    let mut rows = 0;
    for row in text.lines().skip(1) {
        let [own, other, positions, wins, draws, losses, longest] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let place = counts.iter().position(|counts| counts[0] == format!("{own}-{other}")).unwrap();
        let counts = counts.swap_remove(place);
        assert_eq!((counts[1], counts[5]), (positions, longest), "{row}");
        for (count, percent) in counts[2..5].iter().zip([wins, draws, losses]) {
            let exact = 100.0 * count.parse::<f64>().unwrap() / positions.parse::<f64>().unwrap();
            let said: f64 = percent.trim_start_matches(['<', '>']).parse().unwrap();
            let fits = match percent.chars().next() {
                Some('<') => exact > 0.0 && exact < said,
                Some('>') => exact < 100.0 && exact > said,
                _ => (exact - said).abs() < 0.051,
            };
            assert!(fits, "{row}: {exact}");
        }
        rows += 1;
    }
    // 3-3 to 8-3, with at most eleven men.
    assert_eq!(rows, 12);
}

#[test]
fn makes_and_measures_positions_of_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let known = || lab(&["positions", "--rules", "achi", "--dir", dir, "--sectors", "5", "--placing", "5"]);
    let achi = GameTask { folder: folder.path().to_owned(), rules: "achi".parse().unwrap(), threads: None };
    solve_game(&achi, |_| ControlFlow::Continue(())).unwrap();
    let (status, text) = known();
    assert_eq!((status, text.lines().count()), (0, 11), "{text}");
    assert!(text.lines().skip(1).all(|line| line.contains(" rules=achi\t")), "{text}");
    let path = folder.path().join("known.tsv");
    fs::write(&path, &text).unwrap();
    let blunders =
        |rules: &[&str]| lab(&[&["blunders", path.to_str().unwrap(), "--depth", "1", "--tables", dir], rules].concat());
    for rules in [&[][..], &["--rules", "achi"]] {
        let (status, text) = blunders(rules);
        assert!(status == 0 && text.contains("all             10           0   0.00 % "), "{text}");
    }
    let (status, text) = blunders(&["--rules", "tapatan"]);
    assert!(status == 2 && text.contains("known.tsv, line 2: "), "{text}");
}

#[test]
fn fits_weights_to_solved_positions() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
    let tune = |seed, threads| {
        lab(&["tune", "--dir", dir, "--games", "100", "--depth", "1", "--seed", seed, "--threads", threads])
    };
    let (status, text) = tune("1", "1");
    assert_eq!(status, 0, "{text}");
    assert_eq!(tune("1", "2").1, text);
    assert_ne!(tune("2", "1").1, text);
    let losses: Vec<f64> =
        text.lines().next().unwrap().split([',', ' ']).filter_map(|word| word.parse().ok()).skip(1).collect();
    assert!(losses.len() == 2 && losses[1] < losses[0], "{text}");
    // The output is two lines of losses and a heading, then for each term and phase the weight in
    // use and the one found, and finally the tempo.
    let arrows: Vec<_> = text.lines().map(|line| line.matches(" → ").count()).collect();
    assert_eq!(arrows, [&[0; 3][..], &[3; 8], &[1]].concat(), "{text}");
}

#[test]
fn fits_patterns_to_search_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
    let path = folder.path().join("patterns.bin");
    let tune = |path: &str, threads| {
        let size = ["--games", "120", "--nodes", "500", "--threads", threads];
        lab(&[&["tune", "--dir", dir, "--patterns", path][..], &size].concat())
    };
    let (status, text) = tune(path.to_str().unwrap(), "1");
    assert_eq!(status, 0, "{text}");
    let losses: Vec<f64> =
        text.lines().next().unwrap().split([',', ' ']).filter_map(|word| word.parse().ok()).skip(1).collect();
    assert!(losses.len() == 2 && losses[1] < losses[0], "{text}");
    assert_eq!(text.lines().count(), 2 + PatternClasses::STAGES);
    let weights = fs::read(&path).unwrap();
    let in_use = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../morris-engine/data/patterns.bin")).unwrap();
    assert!(weights.len() == in_use.len() && weights != in_use);
    assert_eq!((tune(path.to_str().unwrap(), "2").1, fs::read(&path).unwrap()), (text, weights));

    // Standard output cannot be written to.
    let unread = folder.path().join("unread.bin");
    let size = ["--games", "50", "--nodes", "10", "--patterns"];
    let full = fs::File::create("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    let output = command.args(["tune", "--dir", dir]).args(size).arg(&unread).stdout(full).output().unwrap();
    assert_eq!((output.status.code(), fs::read(&unread).unwrap().len()), (Some(2), in_use.len()));

    let write = |path| tune(path, "1");
    let words = "lab: could not write /nowhere/patterns.bin: there is no folder /nowhere\n";
    assert_eq!(write("/nowhere/patterns.bin"), (2, words.to_owned()));
    let (status, text) = write("/dev/full");
    assert!(status == 2 && text.contains("could not write /dev/full: No space left"), "{text}");
}

#[test]
fn fits_weights_of_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let tune = |rules: &str, more: &[&str]| {
        let head = ["tune", "--rules", rules, "--games", "60", "--nodes", "60", "--dir", dir];
        lab(&[&head, more].concat())
    };
    // Covers both kinds of search nodes.
    for rules in ["twelve", "shax"] {
        let (status, text) = tune(rules, &[]);
        assert_eq!(status, 0, "{text}");
        assert_eq!(tune(rules, &["--threads", "2"]).1, text);
        let arrows: Vec<_> = text.lines().map(|line| line.matches(" → ").count()).collect();
        assert_eq!(arrows, [&[0; 3][..], &[3; 8], &[1]].concat(), "{text}");
        let losses: Vec<f64> =
            text.lines().next().unwrap().split([',', ' ']).filter_map(|word| word.parse().ok()).skip(1).collect();
        assert!(losses.len() == 2 && losses[1] < losses[0], "{text}");
    }
}

#[test]
fn puzzles_are_solved_by_all_levels_and_rated() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
    let (status, text) = lab(&["calibrate", "--count", "2", "--thinking-time", "1ms", "--tables", dir]);
    assert_eq!(status, 0, "{text}");
    let solvers = |kind| text.lines().filter(|line| line.starts_with(kind)).count();
    assert_eq!((solvers("novice:"), solvers("level ")), (4, 10), "{text}");
    assert!(text.lines().last().unwrap().starts_with("ratings: "), "{text}");
}
