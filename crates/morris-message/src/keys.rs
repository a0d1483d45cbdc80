// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys, check letters, and their coding as letters: base32 of RFC 4648 in lower case without
//! padding.

use std::fmt;

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use morris::Color;
use sha2::{Digest, Sha256};
use x25519_dalek::{X25519_BASEPOINT_BYTES, x25519};

use crate::color_choice::ColorChoice;

/// Number of bytes of a key.
pub(crate) const KEY_BYTES: usize = 32;

/// Number of bytes of check letters: 40 bits, which are eight letters.
const CHECK_BYTES: usize = 5;

/// Returns bytes as letters.
pub(crate) fn letters(bytes: &[u8]) -> String {
    BASE32_NOPAD.encode(bytes).to_ascii_lowercase()
}

/// Returns the key that letters stand for, if they are 52 lower-case letters of base32 whose last
/// four bits are zero.
fn key_bytes(letters: &str) -> Option<[u8; KEY_BYTES]> {
    let is_lower = !letters.bytes().any(|letter| letter.is_ascii_uppercase());
    let bytes = BASE32_NOPAD.decode(letters.to_ascii_uppercase().as_bytes()).ok().filter(|_| is_lower)?;
    bytes.try_into().ok()
}

/// Returns `true` if a word has this number of letters of base32, in lower case.
pub(crate) fn are_letters(word: &str, count: usize) -> bool {
    word.len() == count && word.bytes().all(|letter| matches!(letter, b'a'..=b'z' | b'2'..=b'7'))
}

/// Public key of a player, which invitation and acceptance carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PublicKey([u8; KEY_BYTES]);

impl PublicKey {
    pub fn read(letters: &str) -> Option<Self> {
        key_bytes(letters).map(Self)
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&letters(&self.0))
    }
}

/// Secret key of a player, which no line carries. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SecretKey([u8; KEY_BYTES]);

impl SecretKey {
    pub const fn new(random: [u8; KEY_BYTES]) -> Self {
        Self(random)
    }

    /// Reads a key from the file of a game.
    pub fn read(letters: &str) -> Option<Self> {
        key_bytes(letters).map(Self)
    }

    /// Returns the key as letters, for the file of a game.
    pub fn letters(&self) -> String {
        letters(&self.0)
    }

    pub fn public(&self) -> PublicKey {
        PublicKey(x25519(self.0, X25519_BASEPOINT_BYTES))
    }

    /// Returns the key of a game. `None` means that the other key was made so that everyone knows
    /// the result.
    pub fn shared(&self, other: PublicKey) -> Option<GameKey> {
        let shared = x25519(self.0, other.0);
        (shared != [0; KEY_BYTES]).then_some(GameKey(shared))
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// Key of a game: the 32 bytes of the shared secret of X25519. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct GameKey([u8; KEY_BYTES]);

impl GameKey {
    fn hmac(&self, parts: &[&str]) -> [u8; KEY_BYTES] {
        let mut hmac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        parts.iter().for_each(|part| hmac.update(part.as_bytes()));
        hmac.finalize().into_bytes().into()
    }

    /// Returns the check letters of a line. `body` is the line without them and without the space
    /// before them.
    pub fn check(&self, previous: &str, body: &str) -> String {
        letters(&self.hmac(&[previous, "\n", body])[..CHECK_BYTES])
    }

    /// Returns the color of the player who invited.
    pub fn inviter(&self, choice: ColorChoice) -> Color {
        match choice {
            ColorChoice::White => Color::White,
            ColorChoice::Black => Color::Black,
            ColorChoice::Any if self.hmac(&["color"])[0] & 0x80 != 0 => Color::White,
            ColorChoice::Any => Color::Black,
        }
    }
}

impl fmt::Debug for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameKey(…)")
    }
}

/// Returns the letters by which two programs compare a position: the first 40 bits of the SHA-256
/// of its line.
pub(crate) fn position_letters(position_line: &str) -> String {
    letters(&Sha256::digest(position_line.as_bytes())[..CHECK_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> [u8; KEY_BYTES] {
        data_encoding::HEXLOWER.decode(hex.as_bytes()).unwrap().try_into().unwrap()
    }

    /// The example of RFC 7748, section 6.1.
    #[test]
    fn the_key_of_a_game_is_that_of_the_standard() {
        let alice = PublicKey(bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"));
        let bob = SecretKey(bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"));
        let public = bytes("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
        let shared = bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
        assert_eq!(bob.public(), PublicKey(public));
        assert_eq!(bob.shared(alice), Some(GameKey(shared)));
        assert_eq!(bob.shared(PublicKey([0; KEY_BYTES])), None, "everyone would know it");
    }

    #[test]
    fn a_key_has_one_spelling() {
        let key = SecretKey::new([7; KEY_BYTES]);
        let spelled = key.letters();
        assert_eq!((spelled.len(), SecretKey::read(&spelled)), (52, Some(key.clone())));
        let last = |letter: &str| format!("{}{letter}", &spelled[..51]);
        for wrong in [spelled.to_uppercase(), last("b"), last("="), last(""), spelled.clone() + "a", String::new()] {
            assert_eq!(PublicKey::read(&wrong), None, "{wrong}");
        }
        assert!(!format!("{key:?}").contains(&spelled[..8]));
    }
}
