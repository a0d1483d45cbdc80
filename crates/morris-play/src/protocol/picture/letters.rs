// SPDX-License-Identifier: GPL-3.0-or-later
//! The lettering of the coordinates as strokes: it needs no font and looks the same everywhere.

/// A stroke from place to place, in small steps to the right and down.
pub(super) type Stroke = &'static [(u8, u8)];
/// The strokes of a letter.
type Letter = &'static [Stroke];

/// The middle of a letter.
pub(super) const MIDDLE: (f32, f32) = (1.5, 3.5);

const BOWL: Stroke = &[(3, 3), (2, 2), (1, 2), (0, 3), (0, 5), (1, 6), (2, 6), (3, 5)];

/// `a` to `g`.
pub(super) const FILES: [Letter; 7] = [
    &[BOWL, &[(3, 2), (3, 6)]],
    &[&[(0, 0), (0, 6)], &[(0, 3), (1, 2), (2, 2), (3, 3), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[BOWL],
    &[BOWL, &[(3, 0), (3, 6)]],
    &[&[(0, 4), (3, 4), (3, 3), (2, 2), (1, 2), (0, 3), (0, 5), (1, 6), (2, 6), (3, 5)]],
    &[&[(3, 0), (2, 0), (1, 1), (1, 6)], &[(0, 3), (2, 3)]],
    &[BOWL, &[(3, 2), (3, 7), (2, 8), (1, 8), (0, 7)]],
];

/// `1` to `7`.
pub(super) const RANKS: [Letter; 7] = [
    &[&[(0, 1), (1, 0), (1, 6)], &[(0, 6), (2, 6)]],
    &[&[(0, 1), (1, 0), (2, 0), (3, 1), (3, 2), (0, 6), (3, 6)]],
    &[&[(0, 1), (1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3)], &[(2, 3), (3, 4), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[&[(2, 6), (2, 0), (0, 4), (3, 4)]],
    &[&[(3, 0), (0, 0), (0, 3), (1, 2), (2, 2), (3, 3), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[&[(3, 1), (2, 0), (1, 0), (0, 1), (0, 5), (1, 6), (2, 6), (3, 5), (3, 4), (2, 3), (1, 3), (0, 4)]],
    &[&[(0, 0), (3, 0), (1, 6)]],
];
