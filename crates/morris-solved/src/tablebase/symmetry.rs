// SPDX-License-Identifier: GPL-3.0-or-later
//! Symmetries of the board applied to point sets by table, and compression of sets.

use std::sync::LazyLock;

use morris::{Board, PLAIN_24, PointSet};

pub(super) const SYMMETRIES: u8 = 16;

/// For each symmetry and each of the three bytes of a set, the images of all values of that byte.
static IMAGES: LazyLock<Box<[[[u32; 256]; 3]; 16]>> = LazyLock::new(|| {
    let mut images = Box::new([[[0; 256]; 3]; 16]);
    for (symmetry, bytes) in PLAIN_24.symmetries().iter().zip(images.iter_mut()) {
        for (place, table) in bytes.iter_mut().enumerate() {
            for (byte, image) in (0..).zip(table) {
                *image = Board::map(symmetry, PointSet::from_bits(byte << (8 * place))).bits();
            }
        }
    }
    images
});

/// The symmetries, applicable to the bits of a [`PointSet`].
#[derive(Clone, Copy)]
pub(super) struct Symmetries(&'static [[[u32; 256]; 3]; 16]);

impl Symmetries {
    pub(super) fn get() -> Self {
        Self(&IMAGES)
    }

    #[inline]
    pub(super) fn map(self, symmetry: u8, set: u32) -> u32 {
        let [low, middle, high] = &self.0[usize::from(symmetry & 15)];
        low[(set & 255) as usize] | middle[(set >> 8 & 255) as usize] | high[(set >> 16 & 255) as usize]
    }

    /// Returns the symmetries that map `set` to `image`.
    pub(super) fn between(self, set: u32, image: u32) -> impl Iterator<Item = u8> {
        (0..SYMMETRIES).filter(move |&symmetry| self.map(symmetry, set) == image)
    }
}

/// Compresses the bits of a set at the positions of a mask to the low end (Warren, Hacker's
/// Delight, 7–4).
#[derive(Clone, Copy, Default)]
pub(super) struct Pext {
    mask: u32,
    /// Bits that move down by 1, 2, 4, 8 and 16 positions.
    moving: [u32; 5],
}

impl Pext {
    #[inline]
    pub(super) fn new(mask: u32) -> Self {
        let mut left = mask;
        let mut zeros = !mask << 1;
        let moving = std::array::from_fn(|step| {
            // Marks the positions with an odd number of zeros of the mask below them, then of half
            // as many, and so on.
            let mut odd = zeros ^ zeros << 1;
            odd ^= odd << 2;
            odd ^= odd << 4;
            odd ^= odd << 8;
            odd ^= odd << 16;
            let moving = odd & left;
            left = left ^ moving | moving >> (1 << step);
            zeros &= !odd;
            moving
        });
        Self { mask, moving }
    }

    /// Returns the bits of `set` at the positions of the mask, moved to the low end.
    #[inline]
    pub(super) fn press(&self, set: u32) -> u32 {
        let mut set = set & self.mask;
        for (step, moving) in self.moving.iter().enumerate() {
            let bits = set & moving;
            set = set ^ bits | bits >> (1 << step);
        }
        set
    }
}

/// Returns the bits of `set` at the positions of `mask`, moved to the low end.
#[inline]
pub(super) fn compress(set: u32, mask: u32) -> u32 {
    Pext::new(mask).press(set)
}

/// The inverse of [`compress`]: spreads the low bits of `set` to the positions of `mask`.
pub(super) fn spread(set: u32, mask: u32) -> u32 {
    let places = PointSet::from_bits(mask).enumerate();
    places.filter(|(index, _)| set >> index & 1 != 0).fold(0, |bits, (_, point)| bits | point.set().bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn maps_as_the_board_does(set in 0_u32..1 << 24, symmetry in 0_u8..16) {
            let image = Board::map(&PLAIN_24.symmetries()[usize::from(symmetry)], PointSet::from_bits(set));
            prop_assert_eq!(Symmetries::get().map(symmetry, set), image.bits());
        }

        #[test]
        fn compressing_and_spreading_are_inverse(set in 0_u32..1 << 24, mask in 0_u32..1 << 24) {
            let pressed = compress(set, mask);
            prop_assert!(u64::from(pressed) < 1 << mask.count_ones());
            prop_assert_eq!(spread(pressed, mask), set & mask);
        }
    }
}
