// SPDX-License-Identifier: GPL-3.0-or-later
//! Files with valid checksums and wrong values. The verifier must find them, and play must not
//! panic.

use std::fs;
use std::ops::ControlFlow;

use morris::{Position, Rules};
use morris_solved::small_games::{GameTable, game_file_name, verify_game};
use morris_solved::tablebase::{Prober, Tables};

use super::support::{folder, game, rules};

/// Returns a copy of the file whose codes of all sectors are changed by `change`.
fn with_codes(bytes: &[u8], mut change: impl FnMut(usize, &mut u8)) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let mut at = 12 + usize::from(u16::from_le_bytes([bytes[10], bytes[11]])) + 4;
    let (mut crafted, mut slot) = (bytes[..at].to_vec(), 0);
    while at < bytes.len() {
        let end = at + 8 + number(at) as usize;
        let mut codes = zstd::bulk::decompress(&bytes[at + 8..end], 1 << 20).unwrap();
        for code in &mut codes {
            change(slot, code);
            slot += 1;
        }
        let packed = zstd::bulk::compress(&codes, 1).unwrap();
        let length = (packed.len() as u32).to_le_bytes();
        crafted.extend(length);
        crafted.extend(crc32fast::hash(&[&length[..], &packed].concat()).to_le_bytes());
        crafted.extend(packed);
        at = end;
    }
    crafted
}

/// Returns the verifier's result for a file. Also probes positions in it.
fn verified(rules: Rules, bytes: &[u8]) -> Result<u64, String> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(game_file_name(&rules)), bytes).unwrap();
    let (tables, refused) = Tables::open(folder.path());
    assert!(refused.is_empty(), "{refused:?}");
    let mut position = Position::start(&rules);
    while let Some(&mv) = position.legal_moves(&rules).first() {
        let mut go_on = || ControlFlow::Continue(());
        let mut prober = Prober::new(&tables, &rules, &mut go_on);
        for mv in position.legal_moves(&rules) {
            let _ = prober.move_value(&[position], mv);
        }
        position = position.play_unchecked(mv, &rules);
    }
    let table = GameTable::open(folder.path(), &rules).unwrap();
    verify_game(&table, Some(1), |_| ControlFlow::Continue(())).map_err(|error| error.to_string())
}

#[test]
fn every_planted_fault_is_found() {
    let rules = rules("achi");
    game(rules);
    let bytes = fs::read(folder().join(game_file_name(&rules))).unwrap();
    assert_eq!(verified(rules, &with_codes(&bytes, |_, _| {})), Ok(2577));
    for planted in (0..3_000).step_by(97) {
        for wrong in [0, 1, 2, 254, 255] {
            let mut was = None;
            let crafted = with_codes(&bytes, |slot, code| {
                if slot == planted {
                    was = Some(*code);
                    *code = if *code == 255 { 255 } else { wrong };
                }
            });
            // A slot without a position is never probed.
            let same = was == Some(wrong) || was == Some(255);
            let said = verified(rules, &crafted);
            assert_eq!(said.is_ok(), same, "slot {planted}: {was:?} became {wrong}: {said:?}");
        }
    }
}

#[test]
fn made_up_codes_do_no_harm() {
    let rules = rules("tapatan");
    game(rules);
    let bytes = fs::read(folder().join(game_file_name(&rules))).unwrap();
    for seed in 1..20_usize {
        let crafted = with_codes(&bytes, |slot, code| *code = ((slot * seed * 0x9e37_79b9) >> 7) as u8);
        assert!(verified(rules, &crafted).is_err());
    }
}
