// SPDX-License-Identifier: GPL-3.0-or-later
//! Damaged, truncated and foreign files are refused by name, and the others still work.

use std::fs;
use std::path::Path;

use morris::{Position, Rules};
use morris_solved::tablebase::{Index, TableError, TableErrorKind, Tables, Wdl};

use super::support::{contents, position, sector, seven_men};

/// Returns the errors for a file that is alone in a folder.
fn errors_of(folder: &Path, name: &str, bytes: &[u8]) -> Vec<TableError> {
    fs::write(folder.join(name), bytes).unwrap();
    let (tables, mut refused) = Tables::open(folder);
    refused.extend(tables.check().err().into_iter().flatten());
    fs::remove_file(folder.join(name)).unwrap();
    refused
}

fn check_refused(errors: &[TableError], folder: &Path, name: &str) {
    assert_eq!(errors.len(), 1, "{name}");
    assert_eq!(errors[0].path, folder.join(name));
    assert!(errors[0].to_string().starts_with(&folder.join(name).display().to_string()));
}

#[test]
fn every_flipped_bit_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let files = contents(seven_men());
    for (name, bytes) in &files {
        assert!(errors_of(folder.path(), name, bytes).is_empty(), "{name}");
        let places = 1000_usize.div_ceil(files.len());
        for place in 0..places {
            let mut bytes = bytes.clone();
            // The first hundred bits are in the header and the list of blocks, the others are
            // spread over the file.
            let bit = if place < 100 { place * 17 } else { place * (bytes.len() * 8 / places) };
            bytes[bit / 8 % files[name].len()] ^= 1 << (bit % 8);
            check_refused(&errors_of(folder.path(), name, &bytes), folder.path(), name);
        }
    }
}

#[test]
fn cut_and_lengthened_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = &contents(seven_men())["4-3.values"];
    for length in [0, 1, 7, 8, 100, 127, 128, 129, 1000, bytes.len() / 2, bytes.len() - 1] {
        check_refused(&errors_of(folder.path(), "4-3.values", &bytes[..length]), folder.path(), "4-3.values");
    }
    let longer = [bytes.as_slice(), b"x"].concat();
    check_refused(&errors_of(folder.path(), "4-3.values", &longer), folder.path(), "4-3.values");
}

/// Changes the header and corrects its checksum.
pub fn with_head(bytes: &[u8], start: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[start..start + new.len()].copy_from_slice(new);
    let checksum = crc32fast::hash(&bytes[..124]);
    bytes[124..128].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn foreign_files_are_refused_by_kind() {
    let folder = tempfile::tempdir().unwrap();
    let files = contents(seven_men());
    let bytes = &files["4-3.values"];
    let said = |bytes: &[u8]| {
        let errors = errors_of(folder.path(), "4-3.values", bytes);
        check_refused(&errors, folder.path(), "4-3.values");
        errors.into_iter().next().unwrap().kind
    };
    assert!(matches!(said(b"[game]\nrules = \"standard\"\n"), TableErrorKind::Foreign));
    assert!(matches!(said(&files["3-3.values"]), TableErrorKind::Misnamed { .. }));
    assert!(matches!(said(&files["4-3.distances"]), TableErrorKind::Misnamed { .. }));
    assert!(matches!(said(&with_head(bytes, 8, &[1, 0])), TableErrorKind::Version(1)));
    assert!(
        matches!(said(&with_head(bytes, 16, b"morabaraba")), TableErrorKind::Rules(rules) if rules == "morabaraba")
    );
    for (start, new) in [(11, [2, 4].as_slice()), (10, &[7]), (32, &[0; 8]), (40, &[0; 4]), (40, &[3, 0, 0, 0])] {
        assert!(matches!(said(&with_head(bytes, start, new)), TableErrorKind::DamagedHead), "{start}");
    }
    // Bytes 88 to 95 hold the length. With a wrong length, nothing may be read beyond the end.
    assert!(matches!(said(&with_head(bytes, 88, &[255; 8])), TableErrorKind::Length { .. }));
}

#[test]
fn a_folder_in_the_place_of_a_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("3-3.values")).unwrap();
    check_refused(&Tables::open(folder.path()).1, folder.path(), "3-3.values");
}

#[test]
fn the_others_still_serve() {
    let folder = tempfile::tempdir().unwrap();
    for (name, mut bytes) in contents(seven_men()) {
        match name.as_str() {
            "4-3.values" => bytes.truncate(500),
            // The last block. The damage is noticed when the block is read.
            "3-3.values" => *bytes.last_mut().unwrap() ^= 1,
            _ => {}
        }
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let (tables, refused) = Tables::open(folder.path());
    check_refused(&refused, folder.path(), "4-3.values");
    let value = |position: &Position| tables.value(position, &Rules::STANDARD);
    let last = |name| {
        let index = Index::new(sector(name));
        let slot = (0..index.len()).rev().find(|&slot| index.is_first(slot)).unwrap();
        let (white, black) = index.men(slot);
        value(&position(white, black))
    };
    assert_eq!(last("4-3"), None);
    assert_eq!(last("3-4"), None, "it is looked ahead from");
    let wins = Position::parse("WW./.../.../....../B../.B./W.B w 0 0", &Rules::STANDARD).unwrap();
    assert_eq!(value(&wins), Some(Wdl::Win));
    assert_eq!(last("3-3"), None);
    let men_in_hand = Position::parse("WW./.../.../....../B../.B./W.B w 1 1", &Rules::STANDARD).unwrap();
    assert_eq!(value(&men_in_hand), None);
}

#[test]
fn no_folder_is_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (tables, refused) = Tables::open(&folder.path().join("absent"));
    assert!(refused.is_empty());
    let position = Position::parse("WW./.../.../....../B../.B./W.B w 0 0", &Rules::STANDARD).unwrap();
    assert_eq!(tables.value(&position, &Rules::STANDARD), None);
    assert_eq!(Tables::none().value(&position, &Rules::STANDARD), None);
}
