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
    assert_eq!(lab(&["bench"]).0, 2);
}

#[test]
fn counts_blunders_by_phase() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.tsv");
    let measure = |lines: &[&str]| {
        fs::write(&path, lines.join("\n")).unwrap();
        lab(&["blunders", path.to_str().unwrap(), "--depth", "2", "--threads", "2"])
    };
    // The engine plays an immediate win. The last line claims that only another move wins.
    let won = "WW./.../.../..W.../.../B../.BB w 0 0\tW\t1\t56\tc4-g7xb2 c4-g7xd1 c4-g7xg1";
    let all = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1";
    let drawn = format!(".../.../.../....../.../.../... w 9 9\tD\t-\t24\t{all}");
    let wrong = won.replace("c4-g7xb2 c4-g7xd1 c4-g7xg1", "c4-a4");
    let (status, text) = measure(&["# value for the side to move", won, "", &drawn, won, &wrong]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("placing          1           0   0.00 % "), "{text}");
    assert!(text.contains("moving           0           0   0.00 % "), "{text}");
    assert!(text.contains("flying           3           1  33.33 % "), "{text}");
    assert!(text.contains("all              4           1  25.00 % "), "{text}");
    assert!(text.lines().next().unwrap().contains("\tc4-a4\tchosen: c4-g7x"), "{text}");

    let (status, text) = measure(&[won, &won.replace("\t56\t", "\t57\t")]);
    assert_eq!(status, 2);
    assert!(text.contains("positions.tsv, line 2: there are 56 legal moves, not 57"), "{text}");
    let (status, text) = measure(&["# nothing else"]);
    assert!(status == 2 && text.contains("positions.tsv: the file has no positions"), "{text}");
}

#[test]
fn uses_shipped_positions_and_makes_more() {
    assert_eq!(lab(&["blunders", "/nowhere"]).0, 2);
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
    assert_eq!(lab(&["positions", "--dir", dir, "--moving", "4"]).0, 2, "only with --random");
    // A search with these tables gives nothing away.
    let path = folder.path().join("known.tsv");
    fs::write(&path, text).unwrap();
    let (_, text) = lab(&["blunders", path.to_str().unwrap(), "--depth", "1", "--tables", dir]);
    assert!(text.contains("all              5           0   0.00 % "), "{text}");
}

#[test]
fn makes_and_measures_positions_of_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let known = || lab(&["positions", "--rules", "achi", "--dir", dir, "--sectors", "5", "--placing", "5"]);
    assert_eq!(known(), (2, "lab: there are no tables of positions by the rules achi\n".to_owned()));
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
    let folder = tempfile::tempdir().unwrap();
    let (status, text) = lab(&["tune", "--dir", folder.path().to_str().unwrap()]);
    assert_eq!((status, text.lines().count()), (2, 1), "{text}");

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
fn does_not_write_patterns_over_tables() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("3-3.values");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame/3-3.values"), &table).unwrap();
    let [dir, path] = [folder.path(), &table].map(|path| path.to_str().unwrap());
    let words = format!("lab: could not write {path}: it is the file that is read\n");
    assert_eq!(lab(&["tune", "--dir", dir, "--patterns", path]), (2, words));
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
    let (status, text) = tune("twelve", &["--patterns", "patterns.bin"]);
    let words = "lab: --patterns is for nine men's morris, not for the rules twelve\n";
    assert_eq!((status, text.as_str()), (2, words));
}

#[test]
fn reads_positions_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.tsv");
    let comment = format!("# {}\n", "x".repeat(1 << 20));
    let won = "WW./.../.../..W.../.../B../.BB w 0 0\tW\t1\t56\tc4-g7xb2 c4-g7xd1 c4-g7xg1";
    fs::write(&path, format!("\u{feff}{comment}{won}\n")).unwrap();
    assert_eq!(lab(&["blunders", path.to_str().unwrap(), "--depth", "1"]).0, 0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    let output =
        command.args(["blunders", "-", "--depth", "1"]).stdin(fs::File::open(&path).unwrap()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn critical_factor_needs_a_limit() {
    for arguments in [&["--critical-factor", "3"][..], &["--depth", "2", "--critical-factor", "3"]] {
        assert_eq!(lab(&[&["blunders", "/dev/null"], arguments].concat()).0, 2, "{arguments:?}");
    }
    let (status, text) = lab(&["blunders", "/dev/null", "--nodes", "9", "--critical-factor", "1"]);
    assert!(status == 2 && text.contains("2..=1000"), "{text}");
    let (_, text) = lab(&["blunders", "/dev/null", "--nodes", "9", "--time", "1s", "--critical-factor", "2"]);
    assert_eq!(text, "lab: /dev/null: is not a file\n");
}

#[test]
fn endless_input_is_refused() {
    assert_eq!(lab(&["blunders", "/dev/zero"]), (2, "lab: /dev/zero: is not a file\n".to_owned()));
    let endless = fs::File::open("/dev/zero").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).args(["blunders", "-"]).stdin(endless).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "lab: -: is larger than 67108864 bytes\n");
}

#[test]
fn puzzles_are_solved_by_all_levels_and_rated() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
    let (status, text) = lab(&["calibrate", "--count", "2", "--thinking-time", "1ms", "--tables", dir]);
    assert_eq!(status, 0, "{text}");
    let solvers = |kind| text.lines().filter(|line| line.starts_with(kind)).count();
    assert_eq!((solvers("novice:"), solvers("level ")), (4, 10), "{text}");
    assert!(text.lines().last().unwrap().starts_with("ratings: "), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let none = lab(&["calibrate", "--tables", folder.path().to_str().unwrap()]);
    assert_eq!(none, (2, "lab: the tables here give no puzzle\n".to_owned()));
}
