// SPDX-License-Identifier: GPL-3.0-or-later
//! The board: drawn in wood by code, played by pointer, touch and keyboard, read by screen readers.

pub mod art;
mod canvas;
mod cursor;
pub mod face;
pub mod geometry;
mod hand;
mod imp;
mod keyboard;
mod lettering;
mod marks;
pub mod men;
mod noise;
mod picture;
mod point_button;
mod pointer;
mod points;
mod relief;
mod shelf;
mod signs;
mod snapshot;
pub mod stage;
pub mod style;
pub mod tint;
mod track;
mod typing;
mod values;
mod wood;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Board, PLAIN_24, Point};
use morris_engine::tablebase::ProbeResult;
use morris_play::persistence::Animation;
use morris_play::session::Scene;

use geometry::{Coordinates, Facing};
pub use hand::{MenTray, words as hand_words};
pub use picture::BoardPicture;
pub use point_button::PointButton;
use stage::Pace;
pub use style::BoardStyle;
use style::{Palette, Tone};

/// The least side of a board, in logical pixels.
const LEAST: i32 = 240;
/// The side it would like to have, in logical pixels.
const NATURAL: i32 = 600;
/// The length of an animation's step unless told otherwise.
pub const STEP: Duration = Duration::from_millis(200);

/// How long a man takes to move at a speed that the settings name; `None` for at once.
#[must_use]
pub fn step_of(speed: Animation) -> Option<Duration> {
    match speed {
        Animation::Off => None,
        Animation::Fast => Some(STEP / 2),
        Animation::Normal => Some(STEP),
        Animation::Slow => Some(STEP * 2),
    }
}

/// How a board looks and moves.
#[derive(Clone, Debug)]
pub struct Appearance {
    style: BoardStyle,
    coordinates: Coordinates,
    facing: Facing,
    marks: bool,
    step: Option<Duration>,
    concealed: bool,
    board: &'static Board,
}

impl Default for Appearance {
    fn default() -> Self {
        Self {
            style: BoardStyle::default(),
            coordinates: Coordinates::Shown,
            facing: Facing::default(),
            marks: true,
            step: Some(STEP),
            concealed: false,
            board: &PLAIN_24,
        }
    }
}

glib::wrapper! {
    /// A board that shows scenes and says which points are tapped.
    ///
    /// It knows nothing of the rules: what can be done comes with the scene.
    pub struct BoardView(ObjectSubclass<imp::BoardView>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for BoardView {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl BoardView {
    /// An empty board.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the picture moving from what it is to `scene`.
    pub fn show(&self, scene: &Scene) {
        let imp = self.imp();
        let first = imp.scene.replace(Some(scene.clone())).is_none();
        let pace = if first { Pace::new(None) } else { self.pace() };
        imp.stage.borrow_mut().show(scene, self.now(), pace);
        self.check_press(scene);
        self.describe_points();
        self.update_picture();
    }

    /// What was shown last.
    #[must_use]
    pub fn scene(&self) -> Option<Scene> {
        self.imp().scene.borrow().clone()
    }

    /// Draws the board of another game; to be set before the first scene.
    pub fn set_board(&self, board: &'static Board) {
        self.change(|look| look.board = board);
        for (point, button) in Point::all().zip(self.buttons()) {
            button.set_visible(board.points().contains(point));
        }
    }

    /// Chooses the materials.
    pub fn set_style(&self, style: BoardStyle) {
        self.change(|look| look.style = style);
        self.imp().marks.clear();
        self.set_cursor(Some(&cursor::pointer(style)));
    }

    /// Whether letters and digits stand on the frame.
    pub fn set_coordinates(&self, shown: bool) {
        self.change(|look| look.coordinates = if shown { Coordinates::Shown } else { Coordinates::Hidden });
    }

    /// Whether Black's side is below.
    pub fn set_flipped(&self, flipped: bool) {
        self.change(|look| look.facing = if flipped { Facing::Black } else { Facing::White });
    }

    /// Whether Black's side is below.
    #[must_use]
    pub fn is_flipped(&self) -> bool {
        self.imp().look.borrow().facing == Facing::Black
    }

    /// Whether it is shown where the picked man can go.
    pub fn set_marks(&self, shown: bool) {
        self.change(|look| look.marks = shown);
    }

    /// Marks points with what a tap there leads to at best.
    pub fn set_values(&self, values: &[(Point, ProbeResult)]) {
        let imp = self.imp();
        if *imp.values.borrow() != values {
            imp.values.replace(values.to_vec());
            self.describe_focus();
            self.queue_draw();
        }
    }

    fn imp_values(&self) -> &RefCell<Vec<(Point, ProbeResult)>> {
        &self.imp().values
    }

    /// How long a man takes to move; `None` and nothing is animated.
    pub fn set_animation(&self, step: Option<Duration>) {
        self.change(|look| look.step = step);
    }

    /// Whether the men are hidden, from eyes and ears.
    pub fn set_concealed(&self, concealed: bool) {
        self.change(|look| look.concealed = concealed);
        self.describe_points();
    }

    /// Calls back when a point has been chosen: by click, touch, key, typing, or by dropping a man there.
    pub fn connect_tapped(&self, call: impl Fn(&Self, Point) + 'static) {
        self.imp().on_tap.borrow_mut().push(Rc::new(call));
    }

    /// Calls back when what is picked up or half-finished shall be put down.
    pub fn connect_cancelled(&self, call: impl Fn(&Self) + 'static) {
        self.imp().on_cancel.borrow_mut().push(Rc::new(call));
    }

    /// How often it has been drawn: for tests, that nothing is drawn when nothing moves.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.imp().frames.get()
    }

    /// Whether anything moves.
    #[must_use]
    pub fn is_animating(&self) -> bool {
        self.imp().ticking.get()
    }

    fn change(&self, change: impl FnOnce(&mut Appearance)) {
        change(&mut self.imp().look.borrow_mut());
        self.queue_allocate();
        self.queue_draw();
    }

    fn tap(&self, point: Point) {
        self.imp().typing.forget();
        let calls = self.imp().on_tap.borrow().clone();
        calls.iter().for_each(|call| call(self, point));
    }

    fn cancel(&self) {
        let calls = self.imp().on_cancel.borrow().clone();
        calls.iter().for_each(|call| call(self));
    }

    fn palette(&self) -> Palette {
        self.imp().look.borrow().style.palette(Tone::of_desktop())
    }

    /// The speed of things; without one where nobody sees them or wants to.
    fn pace(&self) -> Pace {
        let wanted = self.is_mapped() && self.settings().is_gtk_enable_animations();
        Pace::new(self.imp().look.borrow().step.filter(|_| wanted))
    }

    /// The time of the frame clock, in microseconds.
    fn now(&self) -> i64 {
        self.frame_clock().map_or(0, |clock| clock.frame_time())
    }

    /// Draws anew, and again and again while something moves.
    fn update_picture(&self) {
        self.queue_draw();
        if !self.imp().stage.borrow().is_moving(self.now()) || self.imp().ticking.replace(true) {
            return;
        }
        self.add_tick_callback(|view, clock| {
            let now = clock.frame_time();
            view.queue_draw();
            view.imp().stage.borrow_mut().sweep(now);
            let moving = view.imp().stage.borrow().is_moving(now);
            view.imp().ticking.set(moving);
            if moving { glib::ControlFlow::Continue } else { glib::ControlFlow::Break }
        });
    }

    /// Ends all movement at once.
    fn finish_animation(&self) {
        if let Some(scene) = self.scene() {
            let mut stage = stage::Stage::default();
            stage.show(&scene, 0, Pace::new(None));
            self.imp().stage.replace(stage);
        }
    }

    fn follow_desktop(&self) {
        let view = self.downgrade();
        adw::StyleManager::default().connect_dark_notify(move |_| {
            if let Some(view) = view.upgrade() {
                view.imp().marks.clear();
                view.queue_draw();
            }
        });
    }
}
