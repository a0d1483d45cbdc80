// SPDX-License-Identifier: GPL-3.0-or-later
//! Programs that are killed between any two steps lose nothing.

use std::process::Stdio;
use std::time::{Duration, Instant};
use std::{fs, thread};

use morris_message::{MessageGame, Status, Turn};

use super::support::{Player, begin};

/// Number of kills of each command.
const KILLS: u32 = 25;

/// Starts a command and kills it after this time.
fn kill(player: &Player, name: &str, words: &[&str], after: Duration) {
    let mut child = player.command(name, words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Returns about the time that a command takes.
fn time(player: &Player) -> Duration {
    let begin = Instant::now();
    player.run("whole", &[]);
    begin.elapsed()
}

#[test]
fn killed_players_continue_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let [ann, bob] = begin(&folder, "standard");
    let time = time(&ann);
    for number in 0..KILLS {
        let (writer, reader) = if ann.game().status() == Status::YourTurn { (&ann, &bob) } else { (&bob, &ann) };
        let after = time * (1 + number * 7 % KILLS) / KILLS * 2;
        let game = writer.game();
        let mv = game.game().position().legal_moves(game.rules())[number as usize % 2];
        let word = Turn::Move(mv).word(game.rules().board);
        kill(writer, "play", &[&word], after);
        assert!(is_next(&game, &writer.game()), "{word}");
        // The same command prints the line, whether it was played or not.
        let said = writer.try_to("play", &[&word]);
        assert!(said.status <= 1 && said.out.contains(&format!(" {word} ")), "{said:?}");
        kill(reader, "read", &[&said.out], after);
        assert!(is_next(&game, &reader.game()), "{word}");
        assert!(reader.try_to("read", &[&said.out]).status <= 1);
        assert_eq!(ann.run("whole", &[]), bob.run("whole", &[]));
        if matches!(ann.game().status(), Status::Over(_)) {
            break;
        }
    }
}

/// Returns `true` if a game is another one, or one turn further.
fn is_next(before: &MessageGame, after: &MessageGame) -> bool {
    after.game().cursor() - before.game().cursor() <= 1 && after.game().played().starts_with(before.game().played())
}

#[test]
fn killing_leaves_a_whole_file_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let host = Player::new(&folder, "host");
    let invitation = host.run("invite", &[]);
    let time = time(&host);
    for number in 0..KILLS {
        let after = time * number / KILLS * 2;
        for (name, words) in [("invite", vec![]), ("accept", vec![invitation.as_str()])] {
            let player = Player::new(&folder, &format!("{name}-{number}"));
            kill(&player, name, &words, after);
            if player.file.exists() {
                assert!(player.run("whole", &[]).starts_with("nmm2 "));
            } else {
                player.run(name, &words);
            }
        }
    }
    // What the killed programs have left is not readable for others.
    for file in fs::read_dir(folder.path()).unwrap() {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
