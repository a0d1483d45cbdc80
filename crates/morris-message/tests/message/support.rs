// SPDX-License-Identifier: GPL-3.0-or-later
//! Two players, and their lines.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use morris::Rules;
use morris_message::{ColorChoice, MessageGame, News, Reading, Status, Turn, Version};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use sha2::Sha256;
use x25519_dalek::x25519;

/// Returns a game that Ann has invited Bob to, before Ann reads the acceptance.
pub fn invited(rules: Rules, color: ColorChoice, seed: u8) -> (MessageGame, MessageGame) {
    invited_in(Version::Two, rules, color, seed)
}

/// Returns such a game in a version of the format.
pub fn invited_in(version: Version, rules: Rules, color: ColorChoice, seed: u8) -> (MessageGame, MessageGame) {
    let mut ann = MessageGame::invite(rules, color, "Ann".parse().unwrap(), [seed; 40]).unwrap();
    if version == Version::One {
        ann = MessageGame::from_toml(&ann.to_toml().replace("nmm2", "nmm1")).unwrap();
    }
    let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [seed ^ 0xff; 32]).unwrap();
    (ann, bob)
}

/// Returns an accepted game under the standard rules. Ann is White.
pub fn accepted() -> (MessageGame, MessageGame) {
    let (mut ann, bob) = invited(Rules::STANDARD, ColorChoice::White, 1);
    assert!(applies(&mut ann, &bob.whole()).accepted);
    (ann, bob)
}

/// Returns a turn as a player writes it.
pub fn turn(game: &MessageGame, text: &str) -> Turn {
    Turn::parse(text, game.rules().board).unwrap()
}

/// Writes a turn, and returns its line.
pub fn write_turn(game: &mut MessageGame, text: &str) -> String {
    let turn = turn(game, text);
    game.write(turn).unwrap_or_else(|error| panic!("{text}: {error}")).into_line()
}

/// Reads a line that changes the game.
pub fn applies(game: &mut MessageGame, line: &str) -> News {
    match game.read(line) {
        Ok(Reading::Applied(news)) => news,
        other => panic!("{line}: {other:?}"),
    }
}

/// Lets the two players write these turns and read each other's, beginning with White, and returns
/// the lines.
pub fn play(white: &mut MessageGame, black: &mut MessageGame, texts: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for text in texts {
        let is_white = matches!(white.status(), Status::YourTurn | Status::YourAnswer(_));
        let (writer, reader) = if is_white { (&mut *white, &mut *black) } else { (&mut *black, &mut *white) };
        lines.push(write_turn(writer, text));
        applies(reader, lines.last().unwrap());
    }
    lines
}

/// Returns what a player may do now, at random: mostly a move.
pub fn random_turn(game: &MessageGame, random: &mut Xoshiro256PlusPlus) -> Option<Turn> {
    let word = match game.status() {
        Status::YourTurn => match random.random_range(0..40) {
            0 => "draw",
            1..3 => "undo",
            _ => {
                let moves = game.game().position().legal_moves(game.rules());
                return moves.choose(random).copied().map(Turn::Move);
            }
        },
        Status::YourAnswer(_) => ["yes", "no", "no"].choose(random)?,
        Status::NotAccepted | Status::FriendsTurn | Status::FriendsAnswer(_) | Status::Over(_) => return None,
    };
    Some(turn(game, word))
}

pub fn letters(count: usize, random: &mut impl Rng) -> String {
    (0..count).map(|_| *b"abcdefghijklmnopqrstuvwxyz234567".choose(random).unwrap() as char).collect()
}

/// Returns the check letters as another program computes them, from the secret key of the player
/// who invited and the public key of the other.
fn check(inviter: &MessageGame, guests_key: &str, previous: &str, body: &str) -> String {
    let bytes = |letters: &str| -> [u8; 32] {
        BASE32_NOPAD.decode(letters.to_uppercase().as_bytes()).unwrap().try_into().unwrap()
    };
    let hmac = |key: &[u8], text: &[u8]| {
        let mut hmac = Hmac::<Sha256>::new_from_slice(key).unwrap();
        hmac.update(text);
        hmac.finalize().into_bytes()
    };
    let shared = x25519(bytes(&secret(inviter)), bytes(guests_key));
    let purpose = if body.contains(" whole ") { "whole" } else { "turns" };
    let (invitation, game) = (inviter.invitation().to_string(), inviter.invitation().game());
    let info = format!("{purpose} {game} {} {guests_key}\u{1}", key(&invitation));
    let key = match invitation.starts_with("nmm1") {
        true => shared.into(),
        false => hmac(&hmac(b"nmm2", &shared), info.as_bytes()),
    };
    let mac = hmac(&key, format!("{previous}\n{body}").as_bytes());
    BASE32_NOPAD.encode(&mac[..5]).to_lowercase()
}

/// Returns the secret key in the file of a game.
pub fn secret(game: &MessageGame) -> String {
    let file = game.to_toml();
    file.split("secret = \"").nth(1).unwrap()[..52].to_owned()
}

/// Returns the key in an invitation, an acceptance, or a whole game.
pub fn key(line: &str) -> String {
    line.split("key=").nth(1).unwrap()[..52].to_owned()
}

/// Returns a line with another word, and with the check letters that it needs then.
pub fn changed(
    inviter: &MessageGame,
    guests_key: &str,
    previous: &str,
    line: &str,
    place: usize,
    word: &str,
) -> String {
    let mut words: Vec<_> = line.split(' ').collect();
    words[place] = word;
    words.pop();
    let body = words.join(" ");
    format!("{body} {}", check(inviter, guests_key, previous, &body))
}
