// SPDX-License-Identifier: GPL-3.0-or-later
//! Proof of random positions of a ply. It takes seconds rather than minutes, and is made before a
//! ply gets its name, because the next ply, which is needed for it, may then be removed.

use std::ops::ControlFlow;
use std::path::Path;

use rayon::prelude::*;

use super::after::{After, FewValues};
use super::check::wrong;
use super::error::{VerifyError, Worth, or_stopped};
use super::table::Table;
use crate::tablebase::PlacingPly;
use crate::tablebase::file::TableFile;

/// Proves about `count` random positions of a ply, whose table may not have its name yet, from the
/// tables after it in a folder. All slots are equally likely. `go_on` is called for each part of
/// the ply and may stop the proof.
pub(in crate::tablebase) fn prove_some(
    folder: &Path,
    file: &TableFile,
    ply: PlacingPly,
    count: u64,
    mut go_on: impl FnMut() -> ControlFlow<()>,
) -> Result<(), VerifyError> {
    let all = ply.slots();
    let count = count.min(all);
    for part in ply.parts() {
        or_stopped(go_on())?;
        let table = Table::of_file(file, part.men)?;
        let after = After::load(folder, ply.into(), part.men, FewValues::load)?;
        let slots = part.men.slots();
        let some = (u128::from(count) * u128::from(slots)).div_ceil(u128::from(all)) as u64;
        (0..some).into_par_iter().try_for_each(|number| {
            let slot = random(part.start + number) % slots;
            let (mover, other) = table.index.men(slot);
            let found = Worth { value: table.value(slot), distance: None };
            match after.value([mover, other]).map(|value| Worth { value, distance: None }) {
                Some(expected) if expected != found => Err(wrong(ply.into(), [mover, other], found, expected)),
                _ => Ok(()),
            }
        })?;
    }
    Ok(())
}

/// Returns the random number of a seed (SplitMix64).
fn random(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
