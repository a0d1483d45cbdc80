// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys, check letters, and their coding as letters: base32 of RFC 4648 in lower case without
//! padding.

use std::fmt;

use data_encoding::BASE32_NOPAD;
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use morris::Color;
use sha2::{Digest, Sha256};
use x25519_dalek::{SharedSecret, StaticSecret};
use zeroize::Zeroizing;

use crate::color_choice::ColorChoice;
use crate::version::Version;

pub(crate) const KEY_BYTES: usize = 32;
const KEY_LETTERS: usize = 52;

/// Number of bytes of check letters: 40 bits, which are eight letters.
const CHECK_BYTES: usize = 5;

pub(crate) fn letters(bytes: &[u8]) -> String {
    BASE32_NOPAD.encode(bytes).to_ascii_lowercase()
}

/// Returns the key that letters stand for, if they are lower-case letters of base32 whose last
/// four bits are zero.
fn key_bytes(letters: &str) -> Option<Zeroizing<[u8; KEY_BYTES]>> {
    let mut upper = Zeroizing::new(<[u8; KEY_LETTERS]>::try_from(letters.as_bytes()).ok()?);
    if upper.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    upper.make_ascii_uppercase();
    let mut bytes = Zeroizing::new([0; KEY_BYTES]);
    BASE32_NOPAD.decode_mut(&*upper, &mut *bytes).ok()?;
    Some(bytes)
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
        key_bytes(letters).map(|bytes| Self(*bytes))
    }

    /// Returns `true` if the key was made so that everyone knows the key of the game, whatever the
    /// other key is.
    pub fn is_weak(self) -> bool {
        SecretKey::new(&[0; KEY_BYTES]).shared(self).is_none()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&letters(&self.0))
    }
}

/// Secret key of a player, which no line carries. It is erased when it is dropped.
pub(crate) struct SecretKey(StaticSecret);

impl SecretKey {
    pub fn new(random: &[u8; KEY_BYTES]) -> Self {
        Self((*random).into())
    }

    /// Reads a key from the file of a game.
    pub fn read(letters: &str) -> Option<Self> {
        key_bytes(letters).map(|bytes| Self::new(&bytes))
    }

    /// Returns the key as letters, for the file of a game.
    pub fn letters(&self) -> String {
        letters(self.0.as_bytes())
    }

    pub fn public(&self) -> PublicKey {
        PublicKey(x25519_dalek::PublicKey::from(&self.0).to_bytes())
    }

    /// Returns the shared secret, or `None` if the other key is weak.
    pub fn shared(&self, other: PublicKey) -> Option<SharedSecret> {
        let shared = self.0.diffie_hellman(&other.0.into());
        shared.was_contributory().then_some(shared)
    }
}

/// Key of check letters. It is erased when it is dropped.
pub(crate) struct CheckKey(Zeroizing<[u8; KEY_BYTES]>);

impl CheckKey {
    fn mac(&self, parts: &[&str]) -> Hmac<Sha256> {
        let mut mac = Hmac::new_from_slice(&*self.0).expect("HMAC takes keys of any length");
        parts.iter().for_each(|part| mac.update(part.as_bytes()));
        mac
    }

    /// Returns the check letters of a line. `body` is the line without them and without the space
    /// before them.
    pub fn check(&self, previous: &str, body: &str) -> String {
        letters(&self.mac(&[previous, "\n", body]).finalize().into_bytes()[..CHECK_BYTES])
    }

    /// Returns `true` if these are the check letters. It takes the same time for all wrong letters.
    pub fn verifies(&self, previous: &str, (body, check): (&str, &str)) -> bool {
        let check = BASE32_NOPAD.decode(check.to_ascii_uppercase().as_bytes()).unwrap_or_default();
        check.len() == CHECK_BYTES && self.mac(&[previous, "\n", body]).verify_truncated_left(&check).is_ok()
    }
}

/// What follows from the keys of both players.
pub(crate) struct GameKeys {
    /// Key of the acceptance and of the turns.
    pub turns: CheckKey,
    pub whole: CheckKey,
    inviter_is_white: bool,
    pub safety_phrase: String,
}

impl GameKeys {
    /// Returns the keys of the game with this name. The public keys are that of the player who
    /// invited, and that of the guest.
    pub fn new(shared: &SharedSecret, version: Version, game: &str, [inviter, guest]: [PublicKey; 2]) -> Self {
        let start = Version::Two.id().as_bytes();
        let source = Hkdf::<Sha256>::new(Some(start), shared.as_bytes());
        let key = |purpose: &str| {
            let mut key = Zeroizing::new([0; KEY_BYTES]);
            let info = format!("{purpose} {game} {inviter} {guest}");
            source.expand(info.as_bytes(), &mut *key).expect("it has the length of one hash");
            CheckKey(key)
        };
        let [turns, whole, color] = match version {
            // Here the shared secret is the key of everything.
            Version::One => {
                let old = || CheckKey(Zeroizing::new(shared.to_bytes()));
                let color = old().mac(&["color"]).finalize().into_bytes().into();
                [old(), old(), CheckKey(Zeroizing::new(color))]
            }
            Version::Two => ["turns", "whole", "color"].map(key),
        };
        let safety_phrase = phrase(&key("phrase").0);
        Self { turns, whole, inviter_is_white: color.0[0] & 0x80 != 0, safety_phrase }
    }

    /// Returns the color of the player who invited.
    pub const fn inviter(&self, choice: ColorChoice) -> Color {
        match choice {
            ColorChoice::White => Color::White,
            ColorChoice::Any if self.inviter_is_white => Color::White,
            ColorChoice::Black | ColorChoice::Any => Color::Black,
        }
    }
}

/// Does not print the keys.
impl fmt::Debug for GameKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameKeys(…)")
    }
}

/// Does not print the key.
impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// Returns four syllables for the first 24 bits of a key. They can be spoken in every language.
fn phrase(key: &[u8; KEY_BYTES]) -> String {
    const CONSONANTS: &[u8; 16] = b"bdfghjklmnprstvz";
    const VOWELS: &[u8; 4] = b"aiou";
    let bits = u32::from_be_bytes([0, key[0], key[1], key[2]]);
    let syllable = |place: u32| {
        let bits = (bits >> (18 - 6 * place)) as usize;
        String::from_iter([CONSONANTS[bits >> 2 & 15] as char, VOWELS[bits & 3] as char])
    };
    [0, 1, 2, 3].map(syllable).join("-")
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
    fn the_shared_secret_is_that_of_the_standard() {
        let alice = PublicKey(bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"));
        let bob = SecretKey::new(&bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"));
        let public = bytes("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
        let shared = bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
        assert_eq!(bob.public(), PublicKey(public));
        assert_eq!(bob.shared(alice).unwrap().to_bytes(), shared);
        assert!(!alice.is_weak());
    }

    /// All points whose order divides 8, and other spellings of them.
    #[test]
    fn weak_keys_are_known() {
        for hex in [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        ] {
            assert!(PublicKey(bytes(hex)).is_weak(), "{hex}");
        }
    }

    #[test]
    fn a_key_has_one_spelling() {
        let key = SecretKey::new(&[7; KEY_BYTES]);
        let spelled = key.letters();
        assert_eq!((spelled.len(), SecretKey::read(&spelled).unwrap().letters()), (52, spelled.clone()));
        let last = |letter: &str| format!("{}{letter}", &spelled[..51]);
        for wrong in [spelled.to_uppercase(), last("b"), last("="), last(""), spelled.clone() + "a", String::new()] {
            assert_eq!(PublicKey::read(&wrong), None, "{wrong}");
        }
        assert!(!format!("{key:?}").contains(&spelled[..8]));
    }

    #[test]
    fn a_phrase_has_four_syllables() {
        let with = |start: [u8; 3]| phrase(&std::array::from_fn(|place| start.get(place).copied().unwrap_or(99)));
        assert_eq!(
            [with([0; 3]), with([0xff; 3]), with([0x01, 0xa7, 0x63])],
            ["ba-ba-ba-ba", "zu-zu-zu-zu", "ba-ko-li-mu"]
        );
    }

    #[test]
    fn wrong_check_letters_are_refused() {
        let key = CheckKey(Zeroizing::new([3; KEY_BYTES]));
        let check = key.check("before", "body");
        assert!(key.verifies("before", ("body", &check)));
        let short = letters(&BASE32_NOPAD.decode(check.to_ascii_uppercase().as_bytes()).unwrap()[..4]);
        for wrong in ["", "aaaaaaaa", &check[1..], &check.to_uppercase()[..7], "ä", &short] {
            assert!(!key.verifies("before", ("body", wrong)), "{wrong}");
        }
    }
}
