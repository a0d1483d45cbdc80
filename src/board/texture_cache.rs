// SPDX-License-Identifier: GPL-3.0-or-later
//! Textures of boards and men. The main board may wait for its texture. Small ones are shared
//! between many widgets and painted once for each size.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gtk::{gdk, gio};

use morris::{Board, ByColor, Color};
use morris_paint::board_texture::BoardTextureSpec;
use morris_paint::geometry::{Facing, Frame, Geometry, MAN};
use morris_paint::piece_shadow::{Stance, paint_shadow};
use morris_paint::piece_texture::PieceTextureSpec;
use morris_paint::style::MenMake;
use morris_paint::{Look, Pixels};

use super::animation::PIECES;
use super::to_gdk::texture;

/// Maximum side length of the board of a game that is painted while the main loop waits, in device
/// pixels. Painting it takes about ten milliseconds. Small pictures of boards are always painted at
/// once.
const AT_ONCE: usize = 300;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureSpec {
    /// Side length in device pixels.
    pub side: usize,
    /// Materials and tone.
    pub look: Look,
    /// What the frame has room for.
    pub frame: Frame,
    /// Board, which gives the points and lines.
    pub board: &'static Board,
}

#[derive(Debug)]
pub struct TextureSet {
    /// Specification from which the textures were painted.
    pub spec: TextureSpec,
    pub face: gdk::Texture,
    pub men: MenTextures,
    /// Textures of the men in trays, if there are any.
    pub small: Option<MenTextures>,
}

/// Textures of men of one size, as textures or as pixels.
#[derive(Debug)]
pub struct MenTextures<T = gdk::Texture> {
    /// Diameter in device pixels.
    pub diameter: usize,
    /// Men by texture index.
    pub men: ByColor<Vec<T>>,
    /// Shadows of a man on the board and of a picked man.
    pub shadows: [T; 2],
}

struct Painted {
    spec: TextureSpec,
    face: Pixels,
    men: MenTextures<Pixels>,
    small: Option<MenTextures<Pixels>>,
}

impl TextureSet {
    pub fn is_flat(&self) -> bool {
        self.spec.look.men_palette().make == MenMake::Flat
    }
}

impl MenTextures<Pixels> {
    fn paint(diameter: usize, look: Look) -> Self {
        let man = |color, piece| PieceTextureSpec { diameter, color, look, piece: piece as u32 }.paint();
        Self {
            diameter,
            men: ByColor::from_fn(|color: Color| (0..PIECES).map(|piece| man(color, piece)).collect()),
            shadows: [Stance::Standing, Stance::Lifted].map(|stance| paint_shadow(diameter, look, stance)),
        }
    }

    fn into_textures(self) -> MenTextures {
        let textures = |men: Vec<Pixels>| men.into_iter().map(texture).collect();
        MenTextures {
            diameter: self.diameter,
            men: ByColor { white: textures(self.men.white), black: textures(self.men.black) },
            shadows: self.shadows.map(texture),
        }
    }
}

impl TextureSpec {
    /// Returns the diameter of a man of this radius in spacings, in device pixels.
    fn diameter(&self, radius: f32) -> usize {
        (self.side as f32 / self.frame.half(self.board) * radius).round().max(2.0) as usize
    }

    /// Paints all textures. Blocks until they are ready.
    pub fn paint(self) -> TextureSet {
        self.painted().into_art()
    }

    fn painted(self) -> Painted {
        let Self { side, look, frame, board } = self;
        let men = |radius| MenTextures::paint(self.diameter(radius), look);
        Painted {
            spec: self,
            face: BoardTextureSpec { side, look, frame, board }.paint(),
            men: men(MAN),
            small: Geometry::new((side as i32, side as i32), 1, board, frame, Facing::White).tray_man().map(men),
        }
    }
}

impl Painted {
    fn into_art(self) -> TextureSet {
        TextureSet {
            spec: self.spec,
            face: texture(self.face),
            men: self.men.into_textures(),
            small: self.small.map(MenTextures::into_textures),
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

pub fn board(spec: TextureSpec) -> Rc<TextureSet> {
    BOARDS.with(|shelf| shelf.get(spec, || Rc::new(spec.paint())))
}

pub fn man(spec: PieceTextureSpec) -> gdk::Texture {
    MEN.with(|shelf| shelf.get(spec, || texture(spec.paint())))
}

/// Returns the texture of the shadow of a man of this diameter in device pixels.
pub fn shadow(diameter: usize, look: Look) -> gdk::Texture {
    SHADOWS.with(|shelf| shelf.get((diameter, look), || texture(paint_shadow(diameter, look, Stance::Standing))))
}
