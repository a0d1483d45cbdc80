// SPDX-License-Identifier: GPL-3.0-or-later
//! Header of a small game's file, and the name of the file. Both name the rules by words.
//!
//! | bytes | content (numbers are little-endian) |
//! |---|---|
//! | 0–7 | magic |
//! | 8–9 | version of the format |
//! | 10–11 | length of the rules |
//! | 12– | the rules without the draws, as a line such as `six,men=4` |
//! | then 4 | CRC-32 of everything before |
//!
//! Version 1 has the names of fields and values in the code of the first release instead of the
//! line. In it, `flying: With(4)` means exactly four men.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::layout::without_draws;
use crate::tablebase::{TableErrorKind, open};
use morris::{Flying, MIN_MEN, Rules};

pub(super) const MAGIC: [u8; 8] = *b"\x89NMG\r\n\x1a\n";
const FIRST_VERSION: u16 = 1;
const VERSION: u16 = 2;
/// Extension of a table's file name.
pub(super) const EXTENSION: &str = "game";
/// Maximum number of bytes of a header.
const MOST_BYTES: u64 = 12 + u16::MAX as u64 + 4;

/// Returns the rules as a line without the draws, which tables ignore.
fn line(rules: &Rules) -> String {
    let played = without_draws(rules);
    let distance = |base: &Rules| (base.board != rules.board, played.differences(&without_draws(base)).len());
    let base = Rules::PRESETS.into_iter().min_by_key(distance).unwrap_or_default();
    Rules::builder(*rules).draws(base.draws).build().expect("draws make no rules unplayable").line()
}

/// Returns the file name of a game: the line of its rules without the draws, such as `six.game` or
/// `six,men=4.game`.
pub fn game_file_name(rules: &Rules) -> String {
    format!("{}.{EXTENSION}", line(rules))
}

/// Returns the path of a game's table in a folder. If no file has the game's name, it is a file of
/// any name whose header names the rules: version 1 had other names, and a new preset changes the
/// names of similar rules.
pub fn game_path(folder: &Path, rules: &Rules) -> PathBuf {
    let named = folder.join(game_file_name(rules));
    if fs::symlink_metadata(&named).is_ok() {
        return named;
    }
    let paths = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut tables = paths.filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    tables.find(|path| names(path, rules).unwrap_or(false)).unwrap_or(named)
}

/// Returns `true` if the header of a file names the rules.
fn names(path: &Path, rules: &Rules) -> Result<bool, TableErrorKind> {
    let mut head = Vec::new();
    open(path)?.0.take(MOST_BYTES).read_to_end(&mut head)?;
    Ok(matches!(check(&mut head.as_slice(), rules), Ok(()) | Err(TableErrorKind::OldFlying { .. })))
}

/// Returns the header of a game with these rules.
pub(super) fn head(rules: &Rules) -> Vec<u8> {
    let line = line(rules);
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((line.len() as u16).to_le_bytes());
    head.extend(line.as_bytes());
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head
}

/// Takes off the header if it belongs to a game with these rules. An error for other rules names
/// the rules of the file.
pub(super) fn check(bytes: &mut &[u8], rules: &Rules) -> Result<(), TableErrorKind> {
    if !bytes.starts_with(&MAGIC) {
        return Err(TableErrorKind::Foreign);
    }
    let version = u16_at(bytes, 8).ok_or(TableErrorKind::DamagedHead)?;
    if ![FIRST_VERSION, VERSION].contains(&version) {
        return Err(TableErrorKind::Version(version));
    }
    let (text, rest) = split(bytes).ok_or(TableErrorKind::DamagedHead)?;
    let text = String::from_utf8_lossy(text);
    let found = if version == VERSION { Rules::read_line(&text).ok() } else { first_rules(&text) };
    let found = found.ok_or_else(|| TableErrorKind::Rules(text.into_owned()))?;
    match found.flying {
        _ if without_draws(&found) != without_draws(rules) => Err(TableErrorKind::Rules(line(&found))),
        Flying::With(men) if version == FIRST_VERSION && men > MIN_MEN => {
            Err(TableErrorKind::OldFlying { men, rules: line(&found) })
        }
        _ => {
            *bytes = rest;
            Ok(())
        }
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Splits a file into the text of its header and what follows the header. Returns `None` if the
/// header does not match its checksum.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (head, rest) = bytes.split_at_checked(12 + usize::from(u16_at(bytes, 10)?))?;
    let (checksum, rest) = rest.split_first_chunk()?;
    (*checksum == crc32fast::hash(head).to_le_bytes()).then_some((&head[12..], rest))
}

/// Reads the rules of version 1: `Rules { board: Board("diag9"), men: 4, placing: OrMove, …`.
fn first_rules(text: &str) -> Option<Rules> {
    let (fields, _) = text.strip_prefix("Rules { ")?.split_once(", draws: ")?;
    let words = fields.split(", ").map(|field| {
        let (key, value) = field.split_once(": ")?;
        Some(format!(",{key}={}", first_word(value)))
    });
    Rules::read_line(&format!("plain{}", words.collect::<Option<String>>()?)).ok()
}

/// Returns the word of a value of version 1: `4` for `With(4)`, and `not-centre` for `NotCentre`.
fn first_word(value: &str) -> String {
    if let Some((_, inner)) = value.split_once('(') {
        return inner.trim_matches(['"', ')']).to_owned();
    }
    let letters = value.chars().flat_map(|letter| {
        let hyphen = letter.is_ascii_uppercase().then_some('-');
        hyphen.into_iter().chain(letter.to_lowercase())
    });
    letters.collect::<String>().trim_start_matches('-').to_owned()
}
