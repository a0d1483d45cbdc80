// SPDX-License-Identifier: GPL-3.0-or-later
//! The board widget: its parts, its setters, and its virtual functions.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gsk;

use morris::{Board, Point, PointSet};
use morris_paint::geometry::{Coordinates, Facing, Geometry};
use morris_play::persistence::{OneSwitch, Settings};
use morris_play::session::Scene;
use morris_solved::tablebase::ProbeResult;

use super::animation::{Animator, Speed, step_of};
use super::appearance::Appearance;
use super::cursor;
use super::ghost_hand::GhostHand;
use super::look::{self, LookManager};
use super::markers::{Drawn, MarkerTextures, MoveTone, ShownMove};
use super::point_button::PointButton;
use super::press::{Click, Press};
use super::texture_cache::{TextureCache, TextureSet};
use super::typing::Typing;
use crate::widgets::keys;
use crate::widgets::timer::Timer;

/// Minimum side length of a playable board, in logical pixels.
const LEAST: i32 = 240;
/// Natural side length, in logical pixels.
const NATURAL: i32 = 600;

/// Recorded render node of everything that is the same in each frame: the board with its letters
/// and digits.
#[derive(Debug)]
pub struct Ground {
    pub(super) geometry: Geometry,
    pub(super) art: Rc<TextureSet>,
    pub(super) node: gsk::RenderNode,
}

mod imp {
    use super::*;

    /// Callback for a chosen point.
    type OnTap = Rc<dyn Fn(&super::BoardView, Point)>;
    type OnCancel = Rc<dyn Fn(&super::BoardView)>;

    /// Callback with both ends of a drawing, equal for a ring.
    type OnWay = Rc<dyn Fn(&super::BoardView, Point, Point)>;
    /// Callback with the origin and the target of a drag, which is `None` off the board.
    type OnDrop = Rc<dyn Fn(&super::BoardView, Point, Option<Point>)>;

    #[derive(Default)]
    pub struct BoardView {
        pub appearance: RefCell<Appearance>,
        pub scene: RefCell<Option<Scene>>,
        /// Best value that a tap on each point can lead to.
        pub values: RefCell<Vec<(Point, ProbeResult)>>,
        /// Whether all moves have the same value.
        pub values_alike: Cell<bool>,
        pub shown_moves: RefCell<Vec<ShownMove>>,
        pub drawing: RefCell<Vec<Drawn>>,
        /// Drawing in progress.
        pub pen: Cell<Option<Drawn>>,
        pub animator: RefCell<Animator>,
        /// Hand that shows a gesture.
        pub hand: Cell<Option<GhostHand>>,
        pub textures: Rc<TextureCache>,
        /// The board as last recorded.
        pub ground: RefCell<Option<Ground>>,
        pub marks: MarkerTextures,
        /// A button for each point, by index.
        pub buttons: RefCell<Rc<[(Point, PointButton)]>>,
        pub last_focus: Cell<Option<Point>>,
        /// Whether Tab goes from point to point.
        pub tab_walks: Cell<bool>,
        /// Whether the focus was last moved or used by a key.
        pub by_key: Cell<bool>,
        pub hover: Cell<Option<Point>>,
        pub press: Cell<Option<Press>>,
        pub click: Cell<Option<Click>>,
        pub tapped: Cell<Option<Point>>,
        /// The point under the pointer, if it was tapped since the pointer came there.
        pub previewed: Cell<Option<Point>>,
        /// Shows why a tap was refused.
        pub plaque: gtk::Label,
        /// Hides the reason.
        pub refusing: Timer,
        /// Letter of a point name that has been typed.
        pub typing: Typing,
        /// Whether the point that is being chosen was typed.
        pub taps_by_typing: Cell<bool>,
        /// Whether a tick callback is active.
        pub ticking: Cell<bool>,
        pub on_tap: RefCell<Vec<OnTap>>,
        pub on_cancel: RefCell<Vec<OnCancel>>,
        /// Minimum side length in logical pixels, if different from that of a playable board.
        pub least: Cell<Option<i32>>,
        pub on_draw: RefCell<Option<OnWay>>,
        /// Callback that allows every man to be dragged to every point, and off the board.
        pub on_drop: RefCell<Option<OnDrop>>,
        pub frames: Cell<u64>,
    }

    impl ObjectImpl for BoardView {
        fn constructed(&self) {
            self.parent_constructed();
            let view = self.obj();
            view.set_hexpand(true);
            view.set_vexpand(true);
            view.add_points();
            view.add_plaque();
            view.listen_to_pointer();
            keys::connect(&*view, gtk::PropagationPhase::Bubble, super::BoardView::handle_key);
            view.follow_look();
        }

        fn dispose(&self) {
            self.typing.forget();
            self.refusing.stop();
            self.plaque.unparent();
            for (_, button) in self.buttons.take().iter() {
                button.unparent();
            }
        }
    }

    impl WidgetImpl for BoardView {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            (self.least.get().unwrap_or(LEAST), NATURAL, -1, -1)
        }

        fn size_allocate(&self, _: i32, _: i32, _: i32) {
            self.obj().place_points();
            self.obj().place_plaque();
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.frames.set(self.frames.get() + 1);
            self.obj().draw(snapshot);
            self.obj().snapshot_child(&self.plaque, snapshot);
        }

        fn focus(&self, direction: gtk::DirectionType) -> bool {
            self.obj().move_focus_within(direction)
        }

        fn grab_focus(&self) -> bool {
            self.obj().enter()
        }

        fn unmap(&self) {
            self.obj().finish_animation();
            self.hand.take();
            self.parent_unmap();
        }
    }

    impl BoardView {
        /// Returns the current coordinates of the board.
        pub fn geometry(&self) -> Geometry {
            let (view, appearance) = (self.obj(), self.appearance.borrow());
            let Appearance { board, facing, .. } = *appearance;
            Geometry::new((view.width(), view.height()), view.scale_factor(), board, view.frame(), facing)
        }

        pub fn points(&self) -> PointSet {
            self.appearance.borrow().board.points()
        }

        /// Returns the points where a tap continues the move: men to remove, otherwise targets of a
        /// man, otherwise men to pick up.
        pub fn candidates(&self) -> PointSet {
            self.scene.borrow().as_ref().map_or(PointSet::EMPTY, |scene| {
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
}

class! {
    /// A board that shows scenes and reports tapped points.
    ///
    /// It knows nothing of the rules: the scene contains the possible actions.
    BoardView: gtk::Widget, role = Group
}

impl BoardView {
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts the animation from the current picture to `scene`.
    pub fn show(&self, scene: &Scene) {
        let imp = self.imp();
        let board = scene.setup.rules.board;
        let held_focus = self.focused_point().is_some();
        if imp.appearance.borrow().board != board {
            self.set_board(board);
        }
        let before = imp.scene.replace(Some(scene.clone()));
        if before.as_ref().is_some_and(|before| before != scene) {
            self.end_refusal();
        }
        let speed = if before.is_none() { Speed::new(None) } else { self.speed() };
        let trays = self.trays(&scene.setup.rules);
        imp.animator.borrow_mut().show(board, scene, self.now(), speed, Some(trays));
        self.check_press(scene);
        self.describe_points();
        if held_focus && self.focused_point().is_none() {
            self.enter();
        }
        self.update_picture();
    }

    pub fn scene(&self) -> Option<Scene> {
        self.imp().scene.borrow().clone()
    }

    /// Changes the board. Clears all state of the previous one, since it may refer to points that
    /// the new board does not have.
    fn set_board(&self, board: &'static Board) {
        let imp = self.imp();
        imp.last_focus.take();
        imp.hover.take();
        imp.press.take();
        imp.tapped.take();
        imp.previewed.take();
        imp.typing.forget();
        imp.values.take();
        imp.shown_moves.take();
        imp.drawing.take();
        imp.pen.take();
        imp.animator.take();
        imp.hand.take();
        imp.scene.take();
        // The inlays belong to lines of the previous board.
        imp.marks.clear();
        self.change(|appearance| appearance.board = board);
        self.add_points();
    }

    /// Applies the settings that concern every board: coordinates, animation, and Tab.
    pub fn follow(&self, settings: &Settings) {
        self.imp().tab_walks.set(settings.one_switch != OneSwitch::Off);
        self.set_coordinates(settings.coordinates);
        self.set_animation(step_of(settings.animation));
    }

    /// Sets whether letters and digits are on the frame.
    pub fn set_coordinates(&self, shown: bool) {
        self.change(|appearance| appearance.coordinates = if shown { Coordinates::Shown } else { Coordinates::Hidden });
    }

    /// Sets whether Black's side is at the bottom.
    pub fn set_flipped(&self, flipped: bool) {
        self.change_places(|appearance| appearance.facing = if flipped { Facing::Black } else { Facing::White });
    }

    /// Returns whether Black's side is at the bottom.
    pub fn is_flipped(&self) -> bool {
        self.imp().appearance.borrow().facing == Facing::Black
    }

    /// Sets whether the targets of the picked man are marked.
    pub fn set_marks(&self, shown: bool) {
        self.change(|appearance| appearance.marks = shown);
    }

    /// Sets the minimum side length of a board that is only looked at, in logical pixels.
    pub fn set_least(&self, side: i32) {
        self.imp().least.set(Some(side));
        self.queue_resize();
    }

    /// Sets the best value that a tap on each point can lead to, marks the exceptions, and shows a
    /// legend above the board. `alike` means that all moves have the same value.
    pub fn set_values(&self, values: &[(Point, ProbeResult)], alike: bool) {
        let imp = self.imp();
        if *imp.values.borrow() != values || imp.values_alike.get() != alike {
            imp.values.replace(values.to_vec());
            imp.values_alike.set(alike);
            self.check_description();
            self.queue_draw();
        }
    }

    /// Highlights moves by arrows and rings until others are set.
    pub fn set_shown_moves(&self, moves: &[ShownMove]) {
        if *self.imp().shown_moves.borrow() != moves {
            self.imp().shown_moves.replace(moves.to_vec());
            self.update_description(moves.iter().any(|shown| shown.tone == MoveTone::Task));
            self.queue_draw();
        }
    }

    /// Shows drawings of the user until others are set.
    pub fn set_drawing(&self, drawing: Vec<Drawn>) {
        if *self.imp().drawing.borrow() != drawing {
            self.imp().drawing.replace(drawing);
            self.queue_draw();
        }
    }

    /// Lets the user draw, and calls `call` with both ends of each drawing. They are equal for a
    /// ring.
    pub fn connect_drawn(&self, call: impl Fn(&Self, Point, Point) + 'static) {
        self.imp().on_draw.replace(Some(Rc::new(call)));
    }

    /// Sets how long a man takes to move. `None` means without animation.
    pub fn set_animation(&self, step: Option<Duration>) {
        self.change(|appearance| appearance.step = step);
    }

    /// Calls `call` when a point is chosen: by click, touch, key, typing, or by dropping a man
    /// there.
    pub fn connect_tapped(&self, call: impl Fn(&Self, Point) + 'static) {
        self.imp().on_tap.borrow_mut().push(Rc::new(call));
    }

    /// Returns whether the point that is being chosen was typed.
    pub fn is_typing(&self) -> bool {
        self.imp().taps_by_typing.get()
    }

    /// Calls `call` when a picked man or an unfinished move is to be canceled.
    pub fn connect_canceled(&self, call: impl Fn(&Self) + 'static) {
        self.imp().on_cancel.borrow_mut().push(Rc::new(call));
    }

    /// Passes chosen points and cancellations to a widget, as long as it lives.
    pub fn connect_entry<W: IsA<gtk::Widget>>(
        &self,
        widget: &W,
        tap: impl Fn(&W, Point) + 'static,
        cancel: impl Fn(&W) + 'static,
    ) {
        let (tapped, canceled) = (widget.downgrade(), widget.downgrade());
        self.connect_tapped(move |_, point| {
            if let Some(widget) = tapped.upgrade() {
                tap(&widget, point);
            }
        });
        self.connect_canceled(move |_| {
            if let Some(widget) = canceled.upgrade() {
                cancel(&widget);
            }
        });
    }

    /// Returns the number of drawn frames. Tests use it to check that nothing is drawn while
    /// nothing moves.
    pub fn frames(&self) -> u64 {
        self.imp().frames.get()
    }

    pub fn is_animating(&self) -> bool {
        self.imp().ticking.get()
    }

    /// Returns the time until all men have landed and the light has run along new mills, or zero if
    /// nothing moves.
    pub fn lands_in(&self) -> Duration {
        let left = self.imp().animator.borrow().rests_at() - self.now();
        Duration::from_micros(u64::try_from(left).unwrap_or_default())
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut Appearance)) {
        change(&mut self.imp().appearance.borrow_mut());
        self.queue_allocate();
        self.queue_draw();
    }

    /// Changes where the sides and the trays are on the screen. Men on their way would arrive
    /// elsewhere, so all are at once where they go.
    pub(super) fn change_places(&self, change: impl FnOnce(&mut Appearance)) {
        let places = || {
            let Appearance { facing, near, trays, .. } = *self.imp().appearance.borrow();
            (facing, near, trays)
        };
        let before = places();
        self.change(change);
        if places() != before {
            self.finish_animation();
        }
    }

    pub(super) fn tap(&self, point: Point) {
        self.imp().typing.forget();
        self.end_gesture();
        self.imp().tapped.set(Some(point));
        self.imp().previewed.set(self.imp().hover.get().filter(|below| *below == point));
        self.end_refusal();
        let calls = self.imp().on_tap.borrow().clone();
        calls.iter().for_each(|call| call(self, point));
    }

    pub(super) fn cancel(&self) {
        self.end_gesture();
        let calls = self.imp().on_cancel.borrow().clone();
        calls.iter().for_each(|call| call(self));
    }

    /// Returns the speed of animations. There are none while the board is unmapped or the desktop
    /// disables them.
    pub(super) fn speed(&self) -> Speed {
        let wanted = self.is_mapped() && self.settings().is_gtk_enable_animations();
        Speed::new(self.imp().appearance.borrow().step.filter(|_| wanted))
    }

    /// Returns the time of the frame clock, in microseconds.
    pub(super) fn now(&self) -> i64 {
        self.frame_clock().map_or(0, |clock| clock.frame_time())
    }

    /// Redraws, and goes on redrawing while something moves.
    pub(super) fn update_picture(&self) {
        self.queue_draw();
        // Needed here, since no frame follows if nothing moves.
        self.imp().animator.borrow_mut().sweep(self.now());
        if !self.is_moving(self.now()) || self.imp().ticking.replace(true) {
            return;
        }
        self.add_tick_callback(|view, clock| {
            let now = clock.frame_time();
            view.queue_draw();
            view.imp().animator.borrow_mut().sweep(now);
            let moving = view.is_moving(now);
            view.imp().ticking.set(moving);
            if moving { glib::ControlFlow::Continue } else { glib::ControlFlow::Break }
        });
    }

    /// Shows once how a man gets to a goal: a hand drags the man on `from`, or taps the goal. It
    /// goes as soon as the user chooses a point. Returns `false` without doing anything if there is
    /// no animation.
    pub fn show_gesture(&self, from: Option<Point>, to: Point) -> bool {
        let moves = self.speed().moves();
        if moves {
            self.imp().hand.set(Some(GhostHand::new(from, to, self.now())));
            self.update_picture();
        }
        moves
    }

    pub fn shows_gesture(&self) -> bool {
        self.imp().hand.get().is_some_and(|hand| hand.is_moving(self.now()))
    }

    fn end_gesture(&self) {
        if self.imp().hand.take().is_some() {
            self.queue_draw();
        }
    }

    /// Returns whether a man or the hand is on its way.
    fn is_moving(&self, now: i64) -> bool {
        self.imp().animator.borrow().is_moving(now) || self.imp().hand.get().is_some_and(|hand| hand.is_moving(now))
    }

    /// Ends all animation immediately.
    fn finish_animation(&self) {
        if let Some(scene) = self.scene() {
            let mut animator = Animator::default();
            animator.show(self.imp().appearance.borrow().board, &scene, 0, Speed::new(None), None);
            self.imp().animator.replace(animator);
        }
    }

    fn follow_look(&self) {
        let take_on = |view: &Self| {
            view.imp().marks.clear();
            let size = view.settings().gtk_cursor_theme_size();
            view.set_cursor(cursor::pointer(look::current(), size).as_ref());
            view.queue_draw();
        };
        take_on(self);
        LookManager::default().follow(self, take_on);
    }
}

#[cfg(test)]
mod tests {
    use morris::{Arrangement, Position, Rules};
    use morris_play::session::MoveEntry;
    use morris_solved::tablebase::Wdl;

    use super::*;

    #[gtk::test]
    fn the_focus_leaves_a_point_before_a_new_task_changes_its_content() {
        adw::init().unwrap();
        let (view, rules) = (BoardView::new(), Rules::STANDARD);
        let window = gtk::Window::builder().child(&view).build();
        window.present();
        let entry = MoveEntry::default();
        let scene = |line: &str| entry.scene(&Position::parse(line, &rules).unwrap(), &rules);
        view.show(&scene("W../.B./.../....../.../.../... w 8 8 0"));
        view.focus_point("d6".parse().unwrap());
        let left = view.button("d6".parse().unwrap());
        let words = Rc::new(RefCell::new(String::new()));
        let noted = Rc::clone(&words);
        left.connect_has_focus_notify(move |button| {
            noted.replace(button.downcast_ref::<PointButton>().unwrap().words());
        });
        view.begin(&scene(".../.../.../....../.../.../B.W w 8 8 0"));
        assert_eq!(*words.borrow(), "d6, black piece", "it still has the old content");
        assert_eq!(left.downcast_ref::<PointButton>().unwrap().words(), "d6, empty");
        let focused: PointButton = view.button(view.focused_point().unwrap()).downcast().unwrap();
        assert_eq!((&*focused.words(), &*focused.description()), ("a7, empty", "you can place a piece here"));
        window.destroy();
    }

    #[gtk::test]
    fn the_focused_point_is_not_described_again_when_its_value_changes() {
        adw::init().unwrap();
        let (view, rules) = (BoardView::new(), Rules::STANDARD);
        let window = gtk::Window::builder().child(&view).build();
        window.present();
        let [a7, d7]: [Point; 2] = ["a7", "d7"].map(|name| name.parse().unwrap());
        view.show(&MoveEntry::default().scene(&Position::start(&rules), &rules));
        let all = |value| [a7, d7].map(|point| (point, ProbeResult { value, plies: None }));
        view.set_values(&all(Wdl::Draw), true);
        view.focus_point(a7);
        let described = |point| view.button(point).downcast::<PointButton>().unwrap().description();
        assert_eq!(described(a7), "you can place a piece here, draws");
        for values in [&[][..], &all(Wdl::Draw), &all(Wdl::Win)] {
            view.set_values(values, true);
            assert_eq!(described(a7), "", "a new one would be spoken without the point");
        }
        view.focus_point(d7);
        assert_eq!(described(d7), "you can place a piece here, wins");
        window.destroy();
    }

    #[gtk::test]
    fn men_removed_without_animation_leave_nothing() {
        adw::init().unwrap();
        let view = BoardView::new();
        for line in [".../.B./.../....../.../.../... w 8 8 0", ".../.../.../....../.../.../... w 8 8 0"] {
            view.show(&Scene::still(&Arrangement::parse(line, &Rules::STANDARD).unwrap(), &Rules::STANDARD));
        }
        assert_eq!(view.imp().animator.borrow().sprites(0).len(), 0);
    }
}
