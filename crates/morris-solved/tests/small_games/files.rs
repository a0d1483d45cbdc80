// SPDX-License-Identifier: GPL-3.0-or-later
//! Complete, unfinished and damaged files.

use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use morris::{Position, Rules};
use morris_solved::small_games::{GameTable, game_file_name, is_unfinished, remove_tables, solve_game};
use morris_solved::tablebase::{SolveError, TableError, TableErrorKind, Tables, Wdl};
use rustix::fs::{CWD, Mode, mkfifoat};

use super::support::{center_barred, folder, game, rules, solve, task};

/// Returns the bytes of a game's table that was solved without interruption.
fn whole(rules: Rules) -> Vec<u8> {
    game(rules);
    fs::read(place(folder(), &rules)).unwrap()
}

fn place(folder: &Path, rules: &Rules) -> PathBuf {
    folder.join(game_file_name(rules))
}

fn solve_until(folder: &Path, rules: Rules, slots: u64) {
    let stopped = solve_game(&task(folder, rules), |progress| {
        if progress.done < slots { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(stopped, Err(SolveError::Stopped)));
}

#[test]
fn the_name_is_that_of_the_rules() {
    assert_eq!(game_file_name(&rules("six")), "six.game");
    let endless = Rules::builder(rules("six")).draws(Rules::PLAIN.draws).build().unwrap();
    assert_eq!(game_file_name(&endless), "six.game", "draws do not matter");
    assert_eq!(game_file_name(&center_barred()), "tapatan,first_point=not-centre.game");
    let names = |line: &str| game_file_name(&Rules::read_line(line).unwrap());
    assert_eq!(names("six,from_mills=always,quiet=7"), "six,from_mills=always.game");
    // The longest line of a small game must be a file name.
    let odd = "tapatan,men=4,placing=or-move,flying=3,from_mills=never,removals=per-mill,while_placing=never,\
               goal=reduce,first_point=not-centre,blocked=draws,full_board=draws";
    assert!(names(odd).len() + ".unfinished".len() <= 255);
}

/// Returns a file that version 1.0.0 has written.
fn first_release(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/small_games/version-1").join(name)).unwrap()
}

#[test]
fn tables_of_the_first_release_are_found_by_the_rules_in_them() {
    let (folder, name) = (tempfile::tempdir().unwrap(), "diag9-bea3cab6.game");
    fs::write(folder.path().join(name), first_release(name)).unwrap();
    let read = GameTable::open(folder.path(), &center_barred()).unwrap();
    let start = Position::start(&center_barred());
    assert_eq!(read.probe(&start), game(center_barred()).probe(&start));
    assert!(Tables::open(folder.path()).0.game(&center_barred()).is_some());
    solve(folder.path(), center_barred());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "it is not solved again");
    // Rules of the first release with every kind of value, and a preset.
    fs::write(folder.path().join("nineholes.game"), first_release("nineholes.game")).unwrap();
    assert!(GameTable::open(folder.path(), &rules("nineholes")).is_ok());
}

#[test]
fn table_where_three_do_not_fly_with_four_is_refused_by_name_until_it_is_solved_again() {
    let (folder, name) = (tempfile::tempdir().unwrap(), "diag9-0b4e3ece.game");
    let rules = Rules::read_line("achi,flying=4").unwrap();
    fs::write(folder.path().join(name), first_release(name)).unwrap();
    let error = GameTable::open(folder.path(), &rules).err().unwrap().to_string();
    let expected = "here flying=4 means exactly 4 pieces; solve the game again with nmm solve --rules achi,flying=4";
    assert_eq!(error, format!("{}: {expected}", folder.path().join(name).display()));
    assert!(Tables::open(folder.path()).0.game(&rules).is_none());
    solve(folder.path(), rules);
    assert!(GameTable::open(folder.path(), &rules).is_ok() && folder.path().join(name).exists());
}

#[test]
fn it_goes_on_where_it_was_stopped_and_comes_to_the_same() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("five"));
    assert!(!is_unfinished(folder.path(), &rules));
    solve_until(folder.path(), rules, 300_000);
    solve_until(folder.path(), rules, 600_000);
    assert!(is_unfinished(folder.path(), &rules) && !place(folder.path(), &rules).exists());
    assert!(Tables::open(folder.path()).0.game(&rules).is_none());
    let mut first = None;
    solve_game(&task(folder.path(), rules), |progress| {
        first.get_or_insert(progress.done);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(first >= Some(500_000), "{first:?}");
    assert!(!is_unfinished(folder.path(), &rules));
    assert_eq!(fs::read(place(folder.path(), &rules)).unwrap(), whole(rules));
}

#[test]
fn damaged_unfinished_file_is_made_again() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("achi"));
    let (begun, made) = (folder.path().join("achi.game.unfinished"), place(folder.path(), &rules));
    solve_until(folder.path(), rules, 2_000);
    let bytes = fs::read(&begun).unwrap();
    for at in (9..bytes.len()).step_by(61) {
        for wrong in [[&bytes[..at], &[bytes[at] ^ 4], &bytes[at + 1..]].concat(), bytes[..at].to_vec()] {
            fs::write(&begun, wrong).unwrap();
            solve(folder.path(), rules);
            assert_eq!(fs::read(&made).unwrap(), whole(rules), "byte {at}");
            fs::remove_file(&made).unwrap();
        }
    }
}

#[test]
fn two_do_not_work_at_one_table() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("tapatan"));
    let mut second = None;
    solve_game(&task(folder.path(), rules), |_| {
        second.get_or_insert_with(|| solve_game(&task(folder.path(), rules), |_| ControlFlow::Continue(())));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(matches!(second, Some(Err(SolveError::Busy(_)))));
    assert_eq!(fs::read(place(folder.path(), &rules)).unwrap(), whole(rules));
}

#[test]
fn nothing_is_removed_while_a_table_is_made() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("tapatan"));
    solve(folder.path(), center_barred());
    let mut refused = None;
    solve_game(&task(folder.path(), rules), |_| {
        refused.get_or_insert_with(|| remove_tables(folder.path()));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(matches!(refused, Some(Err(_))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    mkfifoat(CWD, folder.path().join("achi.game.unfinished"), Mode::empty()).unwrap();
    symlink("/dev/zero", folder.path().join("five.game.unfinished")).unwrap();
    remove_tables(folder.path()).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Returns the message with which solving a game is refused.
fn refused(folder: &Path, rules: Rules) -> String {
    solve_game(&task(folder, rules), |_| ControlFlow::Continue(())).unwrap_err().to_string()
}

#[test]
fn every_damaged_table_is_refused_by_name_and_stays() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("tapatan"));
    let (bytes, path) = (whole(rules), place(folder.path(), &rules));
    let mut damaged = vec![b"no table at all".to_vec(), Vec::new(), [bytes.as_slice(), b"x"].concat()];
    for at in (0..bytes.len()).step_by(7) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        damaged.push(flipped);
        damaged.push(bytes[..at].to_vec());
    }
    for damaged in damaged {
        fs::write(&path, &damaged).unwrap();
        let (tables, mut errors) = Tables::open(folder.path());
        let error = errors.pop().unwrap().to_string();
        assert!(errors.is_empty() && error.starts_with(&path.display().to_string()), "{error}");
        assert!(tables.game(&rules).is_none());
        assert_eq!(refused(folder.path(), rules), error);
        assert!(fs::read(&path).unwrap() == damaged, "it is what it was: {error}");
    }
}

#[test]
fn a_sound_table_of_other_rules_under_its_name_is_refused_and_stays() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("tapatan"));
    let path = place(folder.path(), &rules);
    for (other, name) in [(self::rules("achi"), "achi"), (center_barred(), "tapatan,first_point=not-centre”")] {
        let bytes = whole(other);
        fs::write(&path, &bytes).unwrap();
        let (_, errors) = Tables::open(folder.path());
        assert!(matches!(errors.as_slice(), [TableError { kind: TableErrorKind::Rules(_), .. }]), "{errors:?}");
        let words = refused(folder.path(), rules);
        let expected = format!("{}: the table is for the rules “{name}", path.display());
        assert!(words.starts_with(&expected), "{words}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn unfinished_file_of_other_rules_is_refused_and_kept() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("tapatan"));
    solve_until(folder.path(), self::rules("achi"), 2_000);
    let begun = folder.path().join("tapatan.game.unfinished");
    fs::rename(folder.path().join("achi.game.unfinished"), &begun).unwrap();
    let bytes = fs::read(&begun).unwrap();
    let words = format!("{}: the table is for the rules “achi”", begun.display());
    assert_eq!(refused(folder.path(), rules), words);
    assert_eq!(fs::read(&begun).unwrap(), bytes);
}

#[test]
fn foreign_file_in_place_of_an_unfinished_one_is_named_and_kept() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("tapatan"));
    let begun = folder.path().join("tapatan.game.unfinished");
    let refused = || refused(folder.path(), rules).strip_prefix(begun.to_str().unwrap()).unwrap().to_owned();
    fs::write(&begun, "notes").unwrap();
    assert_eq!(refused(), ": this is not a table of solved positions");
    assert_eq!(fs::read_to_string(&begun).unwrap(), "notes");
    let other = folder.path().join("other");
    fs::rename(&begun, &other).unwrap();
    let pipe = || mkfifoat(CWD, &begun, Mode::RUSR | Mode::WUSR).unwrap();
    let puts: [&dyn Fn(); 3] = [&|| symlink(&other, &begun).unwrap(), &|| symlink("/dev/zero", &begun).unwrap(), &pipe];
    for put in puts {
        put();
        assert_eq!(refused(), ": this is not a file");
        fs::remove_file(&begun).unwrap();
    }
    fs::create_dir(&begun).unwrap();
    assert_eq!(refused(), ": this is not a file");
    assert_eq!(fs::read_to_string(&other).unwrap(), "notes");
}

#[test]
fn a_whole_table_is_not_made_again() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), rules("smallmerels"));
    solve(folder.path(), rules);
    let modified = || fs::metadata(place(folder.path(), &rules)).unwrap().modified().unwrap();
    let (made, mut reports) = (modified(), Vec::new());
    solve_game(&task(folder.path(), rules), |progress| {
        reports.push(progress);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(modified(), made);
    assert!(reports.len() == 1 && reports[0].at.is_none() && reports[0].done == reports[0].all);
}

#[test]
fn of_several_folders_the_first_that_has_it_counts() {
    let (one, other, rules) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), rules("achi"));
    solve(other.path(), rules);
    fs::write(place(one.path(), &rules), b"damaged").unwrap();
    let (tables, refused) = Tables::open_all([one.path(), other.path()]);
    assert_eq!(refused.len(), 1);
    let start = tables.game(&rules).unwrap().probe(&Position::start(&rules));
    assert_eq!(start.map(|known| known.value), Some(Wdl::Win));
    assert!(GameTable::open(one.path(), &rules).is_err());
}
