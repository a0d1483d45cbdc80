// SPDX-License-Identifier: GPL-3.0-or-later
//! What each command prints and refuses.

use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Stdio;
use std::time::Duration;
use std::{fs, thread};

use super::support::{Player, begin, line};

#[test]
fn plays_from_the_invitation_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    for player in [&ann, &bob] {
        assert_eq!(fs::metadata(&player.file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let first = ann.run("play", &["d6"]);
    assert_eq!(bob.run("read", &[&first]), ".../.W./.../....../.../.../... b 8 9 0");
    assert_eq!(bob.refused(1, "read", &[&first]), "played already");
    let again = ann.try_to("play", &["d6"]);
    assert_eq!((again.status, line(&again)), (1, first));
    assert_eq!(ann.refused(2, "play", &["d2"]), "it is your friend's turn");
    assert_eq!(bob.refused(2, "play", &["d6"]), "d6 is occupied");
    assert_eq!(bob.refused(2, "play", &["x9"]), "“x9” is not a move; a move reads d6, a4-a7 or d6xc3");
    assert_eq!(bob.refused(2, "play", &["yes"]), "there is no question to answer");

    let offer = bob.run("play", &["draw"]);
    let said = ann.try_to("read", &[&offer]);
    assert_eq!((said.status, said.err.as_str()), (0, "your friend offers a draw: answer yes or no\n"));
    bob.run("read", &[&ann.run("play", &["no"])]);
    ann.run("read", &[&bob.run("play", &["f4"])]);
    bob.run("read", &[&ann.run("play", &["undo"])]);
    assert_eq!(ann.run("read", &[&bob.run("play", &["yes"])]), ".../.../.../....../.../.../... w 9 9 0");

    let end = bob.try_to("play", &["resign"]);
    assert_eq!((end.status, end.err.as_str()), (0, "White wins\n"));
    ann.run("read", &[&line(&end)]);
    assert_eq!(ann.refused(2, "play", &["a1"]), "the game is over");
    assert_eq!(ann.run("whole", &[]), bob.run("whole", &[]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn never_replaces_an_existing_file() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    let invitation = Player::new(&folder, "carol").run("invite", &[]);
    for (player, name, words) in [(&ann, "invite", vec![]), (&bob, "accept", vec![invitation.as_str()])] {
        let words = player.refused(2, name, &words);
        assert!(words.starts_with("could not write ") && words.contains("File exists"), "{words}");
    }
    let link = Player::new(&folder, "link");
    symlink("nowhere", &link.file).unwrap();
    link.refused(2, "invite", &[]);
    assert!(!folder.path().join("nowhere").exists());
    Player::new(&folder, "none/file").refused(2, "invite", &[]);
}

#[test]
fn counts_the_first_acceptance() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob, carol] = ["ann", "bob", "carol"].map(|name| Player::new(&folder, name));
    let invitation = ann.run("invite", &["--name", "Ann B.", "--rules", "shax"]);
    assert!(invitation.contains(" shax any Ann+B. key="), "{invitation}");
    assert_eq!(ann.run("whole", &[]), invitation);
    assert_eq!(ann.refused(2, "play", &["d6"]), "no acceptance has been read yet");
    let accepted =
        [(&bob, "Bob"), (&carol, "Carol")].map(|(player, name)| player.run("accept", &[&invitation, "--name", name]));
    assert_eq!(ann.run("read", &[&accepted[1]]), ".../.../.../....../.../.../... w 12 12 0 rules=shax");
    assert_eq!(ann.refused(1, "read", &[&accepted[0]]), "already accepted by Carol");
    assert_eq!(ann.refused(1, "read", &[&accepted[1]]), "played already");
    assert!(bob.refused(2, "read", &[&accepted[1]]).starts_with("the line is an acceptance by Carol, "));
}

#[test]
fn closes_a_gap_with_the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "twelve");
    let old = Player::new(&folder, "old");
    fs::copy(&bob.file, &old.file).unwrap();
    bob.run("read", &[&ann.run("play", &["d6"])]);
    ann.run("read", &[&bob.run("play", &["f4"])]);
    let third = ann.run("play", &["d2"]);
    assert_eq!(old.refused(1, "read", &[&third]), "a turn is missing: ask your friend for the whole game");
    let whole = ann.run("whole", &[]);
    let refused = "the line has moves of yours that are not in the file: f4; add them with --own";
    assert_eq!(old.refused(1, "read", &[&whole]), refused);
    let said = old.try_to("read", &["--own", &whole]);
    assert_eq!(said.err, "the line has turns of yours that were not in the file: f4\n");
    assert_eq!(line(&said), bob.run("read", &[&third]));
    assert_eq!(old.run("whole", &[]), bob.run("whole", &[]));
}

#[test]
fn takes_the_game_of_the_friend_after_a_copy_was_restored() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    let copy = Player::new(&folder, "copy");
    fs::copy(&ann.file, &copy.file).unwrap();
    bob.run("read", &[&ann.run("play", &["d6"])]);
    let answer = bob.run("play", &["f4"]);
    copy.run("play", &["d2"]);
    let words = "line 2 does not follow the line before it here: it is not genuine, or your friend has another \
                 line there; ask your friend for the whole game";
    assert_eq!(copy.refused(2, "read", &[&answer]), words);
    let whole = bob.run("whole", &[]);
    let words = "line 1 is genuine, but another one is here, and both players keep their game; \
                 --theirs takes the whole game of your friend";
    for option in [&[&*whole][..], &["--own", &whole]] {
        assert_eq!(copy.refused(2, "read", option), words);
    }
    assert!(copy.refused(2, "read", &["--own", "--theirs", &whole]).contains("cannot be used with"));
    let said = copy.try_to("read", &["--theirs", &whole]);
    assert_eq!(said.err, "the line has turns of yours that were not in the file: d6\n");
    assert_eq!((line(&said), copy.run("whole", &[])), (bob.game().position_line(), whole));
    bob.run("read", &[&copy.run("play", &["d2"])]);
}

#[test]
fn refuses_a_resignation_that_the_friend_made_up() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    let forged = Player::new(&folder, "forged");
    fs::copy(&ann.file, &forged.file).unwrap();
    bob.run("read", &[&line(&forged.try_to("play", &["resign"]))]);
    let whole = bob.run("whole", &[]);
    let words = "line 1 “+resign” is yours to play, and is not in this game: if it is genuine, play it here";
    for option in [&[&*whole][..], &["--own", &whole], &["--theirs", &whole]] {
        assert_eq!(ann.refused(2, "read", option), words);
    }
}

#[test]
fn offers_the_game_of_the_friend_where_it_can_be_taken() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    bob.run("read", &[&ann.run("play", &["d6"])]);
    let [copy, other] = [(&ann, "copy"), (&bob, "other")].map(|(player, name)| {
        let copy = Player::new(&folder, name);
        fs::copy(&player.file, &copy.file).unwrap();
        copy
    });
    other.run("play", &["f4"]);
    ann.try_to("read", &[&bob.run("play", &["draw"])]);
    bob.run("read", &[&ann.run("play", &["no"])]);
    let words = "line 2 is genuine, but another one is here, and both players keep their game";
    for option in [&[][..], &["--theirs"]] {
        assert_eq!(ann.refused(2, "read", &[option, &[&other.run("whole", &[])]].concat()), words);
    }
    let whole = bob.run("whole", &[]);
    let words = "line 3 “+no” is yours to play, and is not in this game: if it is genuine, play it here; \
                 --theirs takes the whole game of your friend";
    assert_eq!(copy.refused(2, "read", &[&whole]), words);
    copy.run("read", &["--theirs", &whole]);
    bob.try_to("play", &["resign"]);
    assert_eq!(bob.refused(1, "read", &[&line(&ann.try_to("play", &["resign"]))]), "the game is over");
}

#[test]
fn both_players_see_the_same_safety_phrase() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = ["ann", "bob"].map(|name| Player::new(&folder, name));
    let invitation = ann.run("invite", &["--color", "white"]);
    assert_eq!(ann.refused(2, "phrase", &[]), "no acceptance has been read yet");
    let said = [bob.try_to("accept", &[&invitation, "--name", "Bob"])];
    let said = [ann.try_to("read", &[&said[0].out]), said[0].clone()];
    let phrase = ann.run("phrase", &[]);
    assert_eq!(phrase, bob.run("phrase", &[]));
    let last = format!("safety phrase: {phrase}; compare it with your friend once\n");
    assert_eq!(said[0].err, format!("accepted by Bob\nyou are White\n{last}"));
    assert_eq!(said[1].err, format!("you are Black\n{last}"));
}

#[test]
fn refuses_a_file_that_others_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, _] = begin(&folder, "standard");
    fs::set_permissions(&ann.file, fs::Permissions::from_mode(0o640)).unwrap();
    for (name, words) in [("play", &["d6"][..]), ("read", &["nmm2"]), ("whole", &[]), ("phrase", &[])] {
        let said = ann.refused(2, name, words);
        assert!(said.ends_with(&format!("; protect it with: chmod 600 '{}'", ann.file.display())), "{said}");
    }
    fs::set_permissions(&ann.file, fs::Permissions::from_mode(0o600)).unwrap();
    ann.run("play", &["d6"]);
}

/// Both files are in one folder, which a command locks while it changes a game.
#[test]
fn reads_a_line_from_a_command_running_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    ann.run("play", &["d6"]);
    let mut reader = bob.command("read", &["-"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    // It waits for the line now.
    thread::sleep(Duration::from_millis(300));
    let line = ann.run("whole", &[]);
    reader.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
    assert!(reader.wait().unwrap().success());
    assert_eq!(bob.run("whole", &[]), line);
}

#[test]
fn changes_nothing_when_the_line_cannot_be_printed() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    let [carol, dora] = ["carol", "dora"].map(|name| Player::new(&folder, name));
    let fails = |player: &Player, name: &str, words: &[&str]| {
        let before = fs::read(&player.file).ok();
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = player.command(name, words).stdout(full).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.starts_with("nmm: could not write to standard output: "), "{words}");
        assert_eq!((output.status.code(), words.matches('\n').count()), (Some(2), 1));
        assert_eq!(fs::read(&player.file).ok(), before, "{name}");
    };
    fails(&carol, "invite", &[]);
    fails(&dora, "accept", &[&carol.run("invite", &[])]);
    fails(&ann, "play", &["d6"]);
    let line = ann.run("play", &["d6"]);
    fails(&bob, "read", &[&line]);
    bob.run("read", &[&line]);
}

/// Files can be made in such a folder, but it cannot be opened to make sure that they are on the
/// disk.
#[test]
fn works_in_a_folder_that_cannot_be_listed() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    let mode = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    mode(0o300);
    // To root, all folders are open.
    let line = ann.run("play", &["d6"]);
    bob.run("read", &[&line]);
    Player::new(&folder, "carol").run("invite", &[]);
    mode(0o700);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn reads_arguments_text_and_links() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    let first = ann.run("play", &["d6"]);
    assert_eq!(bob.read_text(&format!("Hello!\n> {}\n", first.replace(' ', "\n> "))), 0);
    let second = bob.run("play", &["f4"]);
    ann.run("read", &second.split(' ').collect::<Vec<_>>());
    let third = ann.run("play", &["d2"]);
    bob.run("read", &[&format!("nine-mens-morris:{}", third.replace(' ', "/"))]);
    assert_eq!(bob.read_text(&third), 1);
    for damaged in ["", "hello", "nmm1", "\0", "\u{202e}", &"x".repeat(300_000)] {
        let before = fs::read(&bob.file).unwrap();
        assert_eq!(bob.read_text(damaged), 2);
        assert_eq!(fs::read(&bob.file).unwrap(), before);
    }
}

#[test]
fn limits_the_length_of_names() {
    let folder = tempfile::tempdir().unwrap();
    let ann = Player::new(&folder, "ann");
    for name in ["", " ", "\u{200b}", "a\u{202e}b", "a\u{7}", &"x".repeat(33)] {
        let words = ann.refused(2, "invite", &["--name", name]);
        assert!(words.contains("--name"), "{words}");
    }
    assert!(ann.refused(2, "invite", &["--rules", "standard,men=7"]).contains("--rules"));
    assert!(ann.refused(2, "invite", &["--color", "green"]).contains("any"));
    let most = "ü".repeat(32);
    let bob = Player::new(&folder, "bob");
    bob.run("accept", &[&ann.run("invite", &["--name", &most])]);
    assert_eq!(bob.game().friend().unwrap().as_str(), most);
}

#[test]
fn refuses_a_file_that_is_not_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let ann = Player::new(&folder, "ann");
    assert!(ann.refused(2, "whole", &[]).ends_with("cannot be read: No such file or directory (os error 2)"));
    for (text, words) in
        [("x = 1\n", "is not a game by message"), ("version", "is not a game by message"), ("\u{0}", "is not a game")]
    {
        fs::write(&ann.file, text).unwrap();
        fs::set_permissions(&ann.file, fs::Permissions::from_mode(0o600)).unwrap();
        for (name, arguments) in [("play", &["d6"][..]), ("read", &["nmm1"]), ("whole", &[])] {
            assert!(ann.refused(2, name, arguments).contains(words));
        }
    }
}
