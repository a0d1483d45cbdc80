// SPDX-License-Identifier: GPL-3.0-or-later
//! Every position has one slot, every slot has one position, and symmetries change nothing.

use morris::{Board, PLAIN_24, PointSet};
use morris_solved::tablebase::{BoardKind, Index, Sector};
use proptest::prelude::*;

use super::support::sector;

/// Checks a slot. Returns `true` if it is the first slot of its position.
fn check(index: &Index, sector: Sector, slot: u64) -> bool {
    let (mover, other) = index.men(slot);
    assert_eq!((mover.len(), other.len()), (sector.mover().into(), sector.other().into()));
    assert!((mover & other).is_empty());
    let first = index.slot(mover, other);
    assert!(first <= slot);
    assert_eq!(index.is_first(slot), first == slot);
    for symmetry in PLAIN_24.symmetries() {
        assert_eq!(index.slot(Board::map(symmetry, mover), Board::map(symmetry, other)), first);
    }
    // The slot denotes the same position as the first one.
    let (first_mover, first_other) = index.men(first);
    let carries = |symmetry| (Board::map(symmetry, mover), Board::map(symmetry, other)) == (first_mover, first_other);
    assert!(PLAIN_24.symmetries().iter().any(carries));
    first == slot
}

#[test]
fn small_sectors_are_numbered_one_to_one() {
    for name in ["3-3", "4-3", "3-4"] {
        let sector = sector(name);
        let index = Index::new(sector);
        assert_eq!(index.len(), sector.slots());
        let firsts = (0..index.len()).filter(|&slot| check(&index, sector, slot)).count();
        assert_eq!(firsts as u64, sector.positions(), "{name}");
    }
}

#[test]
fn all_slots_are_as_many_as_known() {
    let slots: u64 = Sector::all().map(Sector::slots).sum();
    assert!(slots > 8_904_593_601 && slots < 9_300_000_000, "{slots}");
}

#[test]
fn samples_of_every_sector_are_numbered_one_to_one() {
    for sector in BoardKind::ALL.into_iter().flat_map(Sector::all_on) {
        let index = Index::new(sector);
        for sample in 0..200_u64 {
            check(&index, sector, sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.len());
        }
        for edge in [0, index.len() - 1] {
            check(&index, sector, edge);
        }
    }
}

proptest! {
    #[test]
    fn any_men_have_the_slot_of_their_sector(points in Just((0..24_u32).collect::<Vec<_>>()).prop_shuffle(), white in 3_u8..=12, black in 3_u8..=12) {
        let set = |points: &[u32]| PointSet::from_bits(points.iter().fold(0, |set, point| set | 1 << point));
        let (mover, other) = (set(&points[..white.into()]), set(&points[white.into()..(white + black).into()]));
        let sector = Sector::on(BoardKind::Diagonal, white, black).unwrap();
        let index = Index::new(sector);
        prop_assert!(check(&index, sector, index.slot(mover, other)));
    }
}
