// SPDX-License-Identifier: GPL-3.0-or-later
//! Small pictures that many widgets share, painted once for each size.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::gdk;

use super::art::{Art, ArtSpec};
use super::men::{ManSpec, paint_shadow};

/// How many pictures of each kind are kept: those of some sizes in both tones.
const KEPT: usize = 24;

thread_local! {
    static BOARDS: Shelf<ArtSpec, Rc<Art>> = const { Shelf::new() };
    static MEN: Shelf<ManSpec, gdk::Texture> = const { Shelf::new() };
    static SHADOWS: Shelf<usize, gdk::Texture> = const { Shelf::new() };
}

/// The last few things made, found again by what they were made of.
struct Shelf<K, V>(RefCell<Vec<(K, V)>>);

impl<K: Copy + PartialEq, V: Clone> Shelf<K, V> {
    const fn new() -> Self {
        Self(RefCell::new(Vec::new()))
    }

    fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        let mut kept = self.0.borrow_mut();
        if let Some((_, value)) = kept.iter().find(|(other, _)| *other == key) {
            return value.clone();
        }
        let value = make();
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((key, value.clone()));
        value
    }
}

/// The pictures of a small board.
pub fn board(spec: ArtSpec) -> Rc<Art> {
    BOARDS.with(|shelf| shelf.get(spec, || Rc::new(spec.paint())))
}

/// The picture of a man.
pub fn man(spec: ManSpec) -> gdk::Texture {
    MEN.with(|shelf| shelf.get(spec, || spec.paint().into_texture()))
}

/// The picture of the shadow of a man of this diameter in device pixels.
pub fn shadow(diameter: usize) -> gdk::Texture {
    SHADOWS.with(|shelf| shelf.get(diameter, || paint_shadow(diameter).into_texture()))
}
