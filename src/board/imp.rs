// SPDX-License-Identifier: GPL-3.0-or-later
//! The parts of a board widget, and what GTK asks of it.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Point, PointSet};
use morris_engine::tablebase::ProbeResult;
use morris_play::session::Scene;

use super::art::TextureCache;
use super::geometry::Geometry;
use super::marks::Marks;
use super::point_button::PointButton;
use super::pointer::Press;
use super::snapshot::Ground;
use super::stage::Stage;
use super::typing::Typing;
use super::{Appearance, BoardStyle, LEAST, NATURAL};

/// Called with a point that was chosen.
type OnTap = Rc<dyn Fn(&super::BoardView, Point)>;
/// Called when what has begun shall be put down.
type OnCancel = Rc<dyn Fn(&super::BoardView)>;

/// See [`super::BoardView`].
#[derive(Default)]
pub struct BoardView {
    /// How it looks and moves.
    pub look: RefCell<Appearance>,
    /// What was shown last.
    pub scene: RefCell<Option<Scene>>,
    /// What a tap on a point leads to at best.
    pub values: RefCell<Vec<(Point, ProbeResult)>>,
    /// The men on their way.
    pub stage: RefCell<Stage>,
    /// Pictures of board and men.
    pub studio: Rc<TextureCache>,
    /// The board as it was recorded last.
    pub ground: RefCell<Option<Ground>>,
    /// Pictures of signs.
    pub marks: Marks,
    /// A button for each point, by index.
    pub buttons: OnceCell<Vec<PointButton>>,
    /// The point that had the focus when it left.
    pub last_focus: Cell<Option<Point>>,
    /// The point below the pointer.
    pub hover: Cell<Option<Point>>,
    /// The pointer is pressed.
    pub press: Cell<Option<Press>>,
    /// The letter of a point that has been typed.
    pub typing: Typing,
    /// Whether frames are asked for.
    pub ticking: Cell<bool>,
    /// Who wants to know which point was chosen.
    pub on_tap: RefCell<Vec<OnTap>>,
    /// Who wants to know that what has begun shall be put down.
    pub on_cancel: RefCell<Vec<OnCancel>>,
    /// How often it has been drawn.
    pub frames: Cell<u64>,
}

#[glib::object_subclass]
impl ObjectSubclass for BoardView {
    const NAME: &'static str = "NmmBoardView";
    type Type = super::BoardView;
    type ParentType = gtk::Widget;

    fn class_init(class: &mut Self::Class) {
        class.set_css_name("morris-board");
        class.set_accessible_role(gtk::AccessibleRole::Group);
    }
}

impl ObjectImpl for BoardView {
    fn constructed(&self) {
        self.parent_constructed();
        let view = self.obj();
        view.set_hexpand(true);
        view.set_vexpand(true);
        view.add_points();
        view.listen_to_pointer();
        view.listen_to_keys();
        view.follow_desktop();
        view.set_style(BoardStyle::default());
    }

    fn dispose(&self) {
        self.typing.forget();
        for button in self.buttons.get().into_iter().flatten() {
            button.unparent();
        }
    }
}

impl WidgetImpl for BoardView {
    fn request_mode(&self) -> gtk::SizeRequestMode {
        gtk::SizeRequestMode::ConstantSize
    }

    fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
        (LEAST, NATURAL, -1, -1)
    }

    fn size_allocate(&self, _: i32, _: i32, _: i32) {
        self.obj().place_points();
    }

    fn snapshot(&self, snapshot: &gtk::Snapshot) {
        self.frames.set(self.frames.get() + 1);
        self.obj().draw(snapshot);
    }

    fn focus(&self, direction: gtk::DirectionType) -> bool {
        self.obj().move_focus_within(direction)
    }

    fn grab_focus(&self) -> bool {
        self.obj().enter()
    }

    fn unmap(&self) {
        self.obj().finish_animation();
        self.parent_unmap();
    }
}

impl BoardView {
    /// Where things lie now.
    pub fn geometry(&self) -> Geometry {
        let (view, look) = (self.obj(), self.look.borrow());
        Geometry::new(view.width(), view.height(), view.scale_factor(), look.coordinates, look.facing)
    }

    /// The points of the board.
    pub fn points(&self) -> PointSet {
        self.look.borrow().board.points()
    }

    /// What can be tapped to go on: men to remove, else targets of the picked man, else men to pick up, else empty
    /// points to place on.
    pub fn candidates(&self) -> PointSet {
        self.scene.borrow().as_ref().filter(|_| !self.look.borrow().concealed).map_or(PointSet::EMPTY, |scene| {
            if !scene.removable.is_empty() {
                scene.removable
            } else if !scene.targets.is_empty() {
                scene.targets
            } else {
                scene.movable
            }
        })
    }
}
