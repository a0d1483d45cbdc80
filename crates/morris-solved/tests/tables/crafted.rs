// SPDX-License-Identifier: GPL-3.0-or-later
//! Forged files with valid checksums. They must be refused by name or read without harm.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use morris::{Position, Rules};
use morris_solved::tablebase::{Scope, TableErrorKind, Tables, VerifyError, verify};
use proptest::prelude::*;

use super::damage::with_head;
use super::support::{contents, copy_of_seven_men, sector, seven_men};

/// Lengths of the header and of an entry in the list of blocks.
const HEAD: usize = 128;
const ENTRY: usize = 8;

/// Numbers in the header, as length in bytes and offset.
const FIELDS: [(usize, usize); 18] = [
    (2, 8),
    (1, 10),
    (1, 11),
    (1, 12),
    (1, 13),
    (8, 32),
    (4, 40),
    (8, 48),
    (8, 56),
    (8, 64),
    (8, 72),
    (1, 80),
    (1, 81),
    (8, 88),
    (4, 96),
    (4, 100),
    (8, 108),
    (1, 116),
];

/// Corrects all checksums, as far as the blocks exist.
fn sealed(mut bytes: Vec<u8>, blocks: usize) -> Vec<u8> {
    let start = HEAD + blocks * ENTRY;
    let mut begin = 0;
    for entry in (HEAD..start).step_by(ENTRY) {
        let end = u32::from_le_bytes(bytes[entry..entry + 4].try_into().unwrap()) as usize;
        let checksum = bytes.get(start + begin..start + end).map_or(0, crc32fast::hash);
        bytes[entry + 4..entry + 8].copy_from_slice(&checksum.to_le_bytes());
        begin = end;
    }
    let checksum = crc32fast::hash(&bytes[HEAD..start]).to_le_bytes();
    bytes[96..100].copy_from_slice(&checksum);
    with_head(&bytes, 0, &[])
}

/// Returns the number of blocks of an intact file.
fn blocks(bytes: &[u8]) -> usize {
    let slots = u64::from_le_bytes(bytes[32..40].try_into().unwrap());
    slots.div_ceil(u32::from_le_bytes(bytes[40..44].try_into().unwrap()).into()) as usize
}

/// Opens, probes and verifies all tables in a folder.
fn use_all(folder: &Path) -> Result<(), VerifyError> {
    let (tables, _) = Tables::open(folder);
    for line in ["WW./.../.../....../B../.B./W.B w 0 0", "W.W/.../B../....../.../.B./B.B w 0 0"] {
        let position = Position::parse(line, &Rules::STANDARD).unwrap();
        for mv in position.legal_moves(&Rules::STANDARD) {
            let after = position.play_unchecked(mv, &Rules::STANDARD);
            let _any = (tables.value(&after, &Rules::STANDARD), tables.distance(&after, &Rules::STANDARD));
        }
    }
    let _any = tables.check().is_ok();
    verify(folder, Scope::Only(&[sector("3-3").into()]), Some(1), |_| ControlFlow::Continue(())).map(drop)
}

#[test]
fn blocks_of_any_other_size_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, own) in [("3-3.values", 15), ("3-3.distances", 13)] {
        let bytes = &contents(seven_men())[name];
        for size in (0..32).map(|power| 1_u32 << power).chain([0, 3, u32::MAX]).filter(|size| *size != 1 << own) {
            let mut bytes = with_head(bytes, 40, &size.to_le_bytes());
            // Extends the file to the length that the block size requires.
            let slots = u64::from_le_bytes(bytes[32..40].try_into().unwrap());
            let list = slots.div_ceil(u64::from(size.max(1))) * ENTRY as u64;
            bytes.resize(bytes.len().max(HEAD + list as usize), 0);
            let body = bytes.len() as u64 - HEAD as u64 - list;
            let list = crc32fast::hash(&bytes[HEAD..HEAD + list as usize]);
            let bytes = with_head(&with_head(&bytes, 88, &body.to_le_bytes()), 96, &list.to_le_bytes());
            fs::write(folder.path().join(name), bytes).unwrap();
            let (tables, refused) = Tables::open(folder.path());
            assert!(matches!(refused[..], [ref error] if matches!(error.kind, TableErrorKind::DamagedHead)), "{size}");
            drop(tables);
            assert!(name.ends_with("distances") || use_all(folder.path()).is_err(), "{size}");
        }
        fs::remove_file(folder.path().join(name)).unwrap();
    }
}

#[test]
fn impossible_counts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = &contents(seven_men())["3-3.values"];
    for start in (48..80).step_by(8) {
        fs::write(folder.path().join("3-3.values"), with_head(bytes, start, &u64::MAX.to_le_bytes())).unwrap();
        let (_, refused) = Tables::open(folder.path());
        assert!(matches!(refused[..], [ref error] if matches!(error.kind, TableErrorKind::DamagedHead)), "{start}");
    }
}

#[test]
fn impossible_blocks_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = &contents(seven_men())["4-3.values"];
    let (count, body) = (blocks(bytes), u64::from_le_bytes(bytes[88..96].try_into().unwrap()));
    assert!(count > 3);
    let with_end = |block: usize, end: u32| {
        let mut bytes = bytes.clone();
        bytes[HEAD + block * ENTRY..HEAD + block * ENTRY + 4].copy_from_slice(&end.to_le_bytes());
        sealed(bytes, count)
    };
    let last = count - 1;
    for (block, end) in [(0, u32::MAX), (1, 0), (last, 0), (last, body as u32 - 1), (last, body as u32 + 1)] {
        fs::write(folder.path().join("4-3.values"), with_end(block, end)).unwrap();
        let (_, refused) = Tables::open(folder.path());
        assert!(matches!(refused[0].kind, TableErrorKind::DamagedList), "{block} {end}");
    }
    // A single block with an excessive length. No memory of that size may be allocated.
    let long = [with_end(last, body as u32 + (1 << 20)), vec![0; 1 << 20]].concat();
    let long = sealed(with_head(&long, 88, &(body + (1 << 20)).to_le_bytes()), count);
    fs::write(folder.path().join("4-3.values"), long).unwrap();
    assert!(matches!(Tables::open(folder.path()).1[0].kind, TableErrorKind::DamagedList));
}

#[test]
fn distances_that_go_round_in_circles_prove_nothing() {
    let folder = copy_of_seven_men();
    let sound = &contents(seven_men())["3-3.distances"];
    let count = blocks(sound);
    let slots = u64::from_le_bytes(sound[32..40].try_into().unwrap()) as usize;
    // No position gets closer to the end: a distance of 255 plus one overflows and is unknown.
    let mut crafted = sound[..HEAD].to_vec();
    let mut body = Vec::new();
    for number in 0..count {
        let distances = vec![255; (slots - number * 8192).min(8192)];
        body.extend(zstd::bulk::compress(&distances, 1).unwrap());
        crafted.extend([(body.len() as u32).to_le_bytes(), [0; 4]].concat());
    }
    crafted[88..96].copy_from_slice(&(body.len() as u64).to_le_bytes());
    crafted.extend(body);
    fs::write(folder.path().join("3-3.distances"), sealed(crafted, count)).unwrap();
    assert!(Tables::open(folder.path()).1.is_empty());
    assert!(matches!(use_all(folder.path()), Err(VerifyError::Wrong { .. })));
}

/// Returns numbers that are likely in forged files.
fn number() -> impl Strategy<Value = u64> {
    let edges =
        [0, 1, 2, 3, 7, 8, 127, 128, 255, 256, 8191, 65535, 65536, 1 << 20, 1 << 31, 1 << 32, 1 << 63, u64::MAX];
    prop_oneof![prop::sample::select(edges.to_vec()), any::<u64>(), 0_u64..300]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// For any contents of the header, the list and the blocks, a table that differs is refused or
    /// proved wrong.
    #[test]
    fn made_up_files_do_no_harm(
        which in prop::sample::select(vec!["3-3.values", "3-3.distances"]),
        fields in prop::collection::vec((prop::sample::select(FIELDS.to_vec()), number()), 0..3),
        bytes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        length in prop_oneof![4 => Just(None), 1 => (0_usize..40_000).prop_map(Some)],
        fits in any::<bool>(),
    ) {
        let folder = copy_of_seven_men();
        let sound = contents(seven_men()).remove(which).unwrap();
        let mut made = sound.clone();
        if let Some(length) = length {
            made.resize(length.max(HEAD + blocks(&sound) * ENTRY), 0x5a);
        }
        for (place, byte) in bytes {
            let place = HEAD + place.index(made.len() - HEAD);
            made[place] = byte;
        }
        for ((length, place), number) in fields {
            made[place..place + length].copy_from_slice(&number.to_le_bytes()[..length]);
        }
        if fits {
            let body = (made.len() - HEAD - blocks(&sound) * ENTRY) as u64;
            made[88..96].copy_from_slice(&body.to_le_bytes());
        }
        let made = sealed(made, blocks(&sound));
        let same = made == sound;
        fs::write(folder.path().join(which), made).unwrap();
        let used = use_all(folder.path());
        if same {
            prop_assert!(used.is_ok());
        } else if let Err(VerifyError::Table(error)) = used {
            prop_assert_eq!(error.path, folder.path().join(which));
        }
    }
}
