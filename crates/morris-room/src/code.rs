// SPDX-License-Identifier: GPL-3.0-or-later
//! Codes of rooms, which people tell each other.

use std::fmt;
use std::str::FromStr;

use zeroize::Zeroizing;

/// Code of a room: six digits, new for each room.
///
/// ```
/// use morris_room::Code;
///
/// let code: Code = "482 913".parse()?;
/// assert_eq!((code.digits(), code.to_string().as_str()), ("482913", "482 913"));
/// assert!("48291".parse::<Code>().is_err());
/// # Ok::<(), morris_room::CodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Code(Zeroizing<[u8; DIGITS]>);

const DIGITS: usize = 6;

/// The text is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code has six digits")]
pub struct CodeError;

impl Code {
    /// Makes a code at random.
    #[must_use]
    pub fn random() -> Self {
        Self(Zeroizing::new(std::array::from_fn(|_| rand::random_range(b'0'..=b'9'))))
    }

    /// Returns the six digits.
    #[must_use]
    pub fn digits(&self) -> &str {
        std::str::from_utf8(&*self.0).unwrap_or_default()
    }
}

impl FromStr for Code {
    type Err = CodeError;

    /// Reads six digits of ASCII. White space and hyphens do not matter.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let mut digits = Zeroizing::new([0; DIGITS]);
        let mut letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
        for digit in digits.iter_mut() {
            let letter = letters.next().filter(char::is_ascii_digit).ok_or(CodeError)?;
            *digit = u8::try_from(letter).map_err(|_| CodeError)?;
        }
        if letters.next().is_none() { Ok(Self(digits)) } else { Err(CodeError) }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.digits().split_at(DIGITS / 2);
        write!(f, "{first} {last}")
    }
}

/// Does not print the code.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(…)")
    }
}
