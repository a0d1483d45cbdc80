// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole games between two processes by all rules. Lines arrive late, twice, and in any order.

use morris::Rules;
use morris_message::{Status, Turn};
use rand::seq::{IndexedRandom, SliceRandom};

use super::support::{Player, begin};

/// Number of moves after which a player resigns, as the test must not take too long.
const MOST_MOVES: usize = 24;

/// Returns the next move: one that removes a man, if possible.
fn next_move(player: &Player) -> String {
    let game = player.game();
    let (position, rules) = (game.game().position(), game.rules());
    let moves = position.legal_moves(rules);
    let removing: Vec<_> = moves.iter().copied().filter(|mv| !mv.removed.is_empty()).collect();
    let mv = *removing.choose(&mut rand::rng()).or(moves.choose(&mut rand::rng())).unwrap();
    Turn::Move(mv).word(rules.board)
}

/// Reads these lines in random order, again and again until it is no longer the friend's turn.
fn deliver(player: &Player, mut lines: Vec<String>) {
    while player.game().status() == Status::FriendsTurn {
        lines.shuffle(&mut rand::rng());
        for line in &lines {
            assert_ne!(player.try_to("read", &[line]).status, 2, "{line}");
        }
    }
}

fn play_by(rules: &Rules) {
    let folder = tempfile::tempdir().unwrap();
    let players = begin(&folder, rules.id());
    let mut lines: Vec<String> = Vec::new();
    for number in 0.. {
        let turns = players.iter().position(|player| player.game().status() == Status::YourTurn);
        let Some(writer) = turns else { break };
        let word = if number < MOST_MOVES { next_move(&players[writer]) } else { "resign".to_owned() };
        lines.push(players[writer].run("play", &[&word]));
        // A forced pass lets the same player move again.
        if players[writer].game().status() == Status::YourTurn && number < MOST_MOVES {
            continue;
        }
        deliver(&players[1 - writer], lines[lines.len().saturating_sub(4)..].to_vec());
    }
    let [ann, bob] = &players;
    assert!(matches!(ann.game().status(), Status::Over(_)), "{rules}");
    assert_eq!(ann.game().game(), bob.game().game(), "{rules}");
    assert_eq!(ann.run("whole", &[]), bob.run("whole", &[]), "{rules}");
}

#[test]
fn plays_the_first_half_of_the_rules() {
    Rules::PRESETS.iter().step_by(2).for_each(play_by);
}

#[test]
fn plays_the_second_half_of_the_rules() {
    Rules::PRESETS.iter().skip(1).step_by(2).for_each(play_by);
}
