// SPDX-License-Identifier: GPL-3.0-or-later
//! Textures of boards and men. The main board may wait for its texture. Small ones are shared
//! between many widgets and painted once for each size.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gtk::{gdk, gio};

use morris::{Board, ByColor, Color};
use morris_paint::board_texture::BoardTextureSpec;
use morris_paint::geometry::{Coordinates, MAN};
use morris_paint::piece_texture::{PieceTextureSpec, paint_shadow};
use morris_paint::{Look, Pixels};

use super::animation::PIECES;
use super::to_gdk::texture;

/// Maximum side length that is painted while the main loop waits, in device pixels. Painting it
/// takes about ten milliseconds.
const AT_ONCE: usize = 300;

/// Specification of the textures of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureSpec {
    /// Side length in device pixels.
    pub side: usize,
    /// Materials and tone.
    pub look: Look,
    /// Whether the frame has room for letters and digits.
    pub coordinates: Coordinates,
    /// Board, which gives the points and lines.
    pub board: &'static Board,
}

/// Textures of a board and its men.
#[derive(Debug)]
pub struct TextureSet {
    /// Specification from which the textures were painted.
    pub spec: TextureSpec,
    pub face: gdk::Texture,
    /// Textures of the men, by texture index.
    pub men: ByColor<Vec<gdk::Texture>>,
    /// Texture of the shadow of a man.
    pub shadow: gdk::Texture,
}

struct Painted {
    spec: TextureSpec,
    face: Pixels,
    men: ByColor<Vec<Pixels>>,
    shadow: Pixels,
}

impl TextureSpec {
    /// Returns the diameter of a man in device pixels.
    pub fn diameter(&self) -> usize {
        (self.side as f32 / self.coordinates.half(self.board) * MAN).round().max(2.0) as usize
    }

    /// Paints all textures. Blocks until they are ready.
    pub fn paint(self) -> TextureSet {
        self.painted().into_art()
    }

    fn painted(self) -> Painted {
        let Self { side, look, coordinates, board } = self;
        let diameter = self.diameter();
        let man = |color, piece| PieceTextureSpec { diameter, color, look, piece: piece as u32 }.paint();
        Painted {
            spec: self,
            face: BoardTextureSpec { side, look, coordinates, board }.paint(),
            men: ByColor::from_fn(|color: Color| (0..PIECES).map(|piece| man(color, piece)).collect()),
            shadow: paint_shadow(diameter, look),
        }
    }
}

impl Painted {
    fn into_art(self) -> TextureSet {
        let textures = |men: Vec<Pixels>| men.into_iter().map(texture).collect();
        TextureSet {
            spec: self.spec,
            face: texture(self.face),
            men: ByColor { white: textures(self.men.white), black: textures(self.men.black) },
            shadow: texture(self.shadow),
        }
    }
}

/// Caches the textures of one board, and paints new ones on another thread.
#[derive(Debug, Default)]
pub struct TextureCache {
    art: RefCell<Option<Rc<TextureSet>>>,
    /// Specification that is being painted.
    at_work: Cell<Option<TextureSpec>>,
}

impl TextureCache {
    /// Returns the best available textures. If they do not match `wanted`, starts painting these
    /// and calls `ready` when they are available.
    pub fn art(self: &Rc<Self>, wanted: TextureSpec, ready: impl FnOnce() + 'static) -> Rc<TextureSet> {
        let art = self.art.borrow().clone();
        let art = art.filter(|art| same_kind(&art.spec, &wanted)).unwrap_or_else(|| {
            let art = Rc::new(TextureSpec { side: wanted.side.min(AT_ONCE), ..wanted }.paint());
            self.art.replace(Some(Rc::clone(&art)));
            art
        });
        if art.spec != wanted && self.at_work.get().is_none() {
            self.order(wanted, ready);
        }
        art
    }

    fn order(self: &Rc<Self>, wanted: TextureSpec, ready: impl FnOnce() + 'static) {
        self.at_work.set(Some(wanted));
        let textures = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            let painted = gio::spawn_blocking(move || wanted.painted()).await;
            let Some(textures) = textures.upgrade() else { return };
            textures.at_work.set(None);
            match painted {
                Ok(painted) => {
                    textures.art.replace(Some(Rc::new(painted.into_art())));
                    ready();
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
    }
}

/// Returns whether two specifications differ at most in size, so that the textures of one can
/// replace those of the other.
fn same_kind(a: &TextureSpec, b: &TextureSpec) -> bool {
    TextureSpec { side: b.side, ..*a } == *b
}

/// Number of cached textures of each kind: enough for several sizes in both tones.
const KEPT: usize = 24;

thread_local! {
    static BOARDS: Shelf<TextureSpec, Rc<TextureSet>> = const { Shelf::new() };
    static MEN: Shelf<PieceTextureSpec, gdk::Texture> = const { Shelf::new() };
    static SHADOWS: Shelf<(usize, Look), gdk::Texture> = const { Shelf::new() };
}

/// Cache of the most recently made values, by key.
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

/// Returns the textures of a small board.
pub fn board(spec: TextureSpec) -> Rc<TextureSet> {
    BOARDS.with(|shelf| shelf.get(spec, || Rc::new(spec.paint())))
}

pub fn man(spec: PieceTextureSpec) -> gdk::Texture {
    MEN.with(|shelf| shelf.get(spec, || texture(spec.paint())))
}

/// Returns the texture of the shadow of a man of this diameter in device pixels.
pub fn shadow(diameter: usize, look: Look) -> gdk::Texture {
    SHADOWS.with(|shelf| shelf.get((diameter, look), || texture(paint_shadow(diameter, look))))
}
