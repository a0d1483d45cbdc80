// SPDX-License-Identifier: GPL-3.0-or-later
//! Bytes as letters: base32 of RFC 4648 in lower case without padding, as in lines.

use data_encoding::BASE32_NOPAD;

pub(crate) fn write(bytes: &[u8]) -> String {
    BASE32_NOPAD.encode(bytes).to_ascii_lowercase()
}

/// Reads exactly `N` bytes in their only spelling.
pub(crate) fn read<const N: usize>(word: &str) -> Option<[u8; N]> {
    let bytes = (word.len() == (N * 8).div_ceil(5)).then(|| BASE32_NOPAD.decode(word.to_ascii_uppercase().as_bytes()));
    let bytes = <[u8; N]>::try_from(bytes?.ok()?).ok()?;
    (write(&bytes) == word).then_some(bytes)
}
