// SPDX-License-Identifier: GPL-3.0-or-later
//! The wall chart: pairings, tables, and bracket in a window of their own, in letters that fill it,
//! on the second screen if there is one. It changes its page by itself or by arrow keys, and has
//! the clock of the round. Nothing is drawn again while nothing changes.

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use adw::prelude::*;
use gettextrs::gettext;
use gtk::{cairo, gdk};

use morris_club::Tournament;
use morris_play::persistence::TournamentId;

use super::fitting::{Page, put};
use super::sheets::{Columns, Grid};
use crate::compat::accessible_names::set_accessible_name;
use crate::services::TournamentService;
use crate::text::describe;
use crate::widgets::keys::{self, StepDirection};
use crate::widgets::timer::Timer;

const PAGE_TIME: Duration = Duration::from_secs(15);
/// Height of a line that is readable at 8 m, as a part of the height of a screen: 32 of 1080
/// pixels.
const LEAST: f64 = 32.0 / 1080.0;
/// Largest letters, as a part of the height.
const MOST: f64 = 1.0 / 9.0;
/// Margin, as a part of the height.
const MARGIN: f64 = 1.0 / 30.0;
/// Size of the window before it fills a screen, in pixels.
const SIZE: (i32, i32) = (960, 540);

/// The chart. It lives as long as its window.
pub struct Chart {
    window: gtk::Window,
    area: gtk::DrawingArea,
    tournaments: Rc<TournamentService>,
    /// The tournament of the chart, which stays there while another one is open.
    of: Option<TournamentId>,
    /// Window of the tournament.
    beside: glib::WeakRef<gtk::Window>,
    grids: RefCell<Vec<Grid>>,
    /// Their pages in an area of a size, in pixels. The size is 0 until they are measured.
    pages: RefCell<((i32, i32), Vec<Page>)>,
    /// Number of the page that is shown.
    page: Cell<usize>,
    turning: Timer,
    clock: RefCell<RoundClock>,
    ticking: Timer,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RoundClock {
    round: usize,
    left: Duration,
    /// Since when it runs.
    runs: Option<Instant>,
}

impl RoundClock {
    /// Returns the clock of the last round: all games with the time of both sides.
    fn of(tournament: &Tournament) -> Self {
        let settings = tournament.settings();
        let game = settings.clock.map_or(Duration::ZERO, |clock| Duration::from_secs(2 * u64::from(clock.time)));
        Self { round: tournament.rounds().len(), left: game * u32::from(settings.games), runs: None }
    }

    fn left(self, now: Instant) -> Duration {
        self.left.saturating_sub(self.runs.map_or(Duration::ZERO, |since| now.saturating_duration_since(since)))
    }

    fn toggled(self, now: Instant) -> Self {
        let runs = if self.runs.is_none() { Some(now) } else { None };
        Self { left: self.left(now), runs, ..self }
    }
}

impl Chart {
    pub fn open(beside: &gtk::Window, tournaments: &Rc<TournamentService>) -> Rc<Self> {
        let area = gtk::DrawingArea::builder().hexpand(true).vexpand(true).build();
        // Translators: a window for a second screen, with pairings, table, and clock
        let title = gettext("Wall Chart");
        set_accessible_name(&area, &title);
        let (width, height) = SIZE;
        let window =
            gtk::Window::builder().title(&title).default_width(width).default_height(height).child(&area).build();
        window.set_application(beside.application().as_ref());
        window.add_css_class("wall-chart");
        let chart = Rc::new(Self {
            window,
            area,
            tournaments: Rc::clone(tournaments),
            of: tournaments.id(),
            beside: beside.downgrade(),
            grids: RefCell::default(),
            pages: RefCell::default(),
            page: Cell::default(),
            turning: Timer::default(),
            clock: RefCell::default(),
            ticking: Timer::default(),
        });
        chart.connect();
        let window = chart.window.downgrade();
        beside.connect_destroy(move |_| _ = window.upgrade().map(|window| window.close()));
        chart.update();
        chart.place();
        chart.window.present();
        chart
    }

    fn connect(self: &Rc<Self>) {
        let weak = Rc::downgrade(self);
        self.area.set_draw_func(move |area, context, width, height| {
            if let Some(chart) = weak.upgrade() {
                chart.draw(area, context, (width.into(), height.into()));
            }
        });
        let weak = Rc::downgrade(self);
        self.tournaments.changed.connect_for(&self.area, move |_, ()| _ = weak.upgrade().map(|chart| chart.update()));
        // A window is closed by its user only. The chart ends with it.
        let kept = RefCell::new(Some(Rc::clone(self)));
        self.window.connect_close_request(move |_| {
            if let Some(chart) = kept.take() {
                chart.turning.stop();
                chart.ticking.stop();
            }
            glib::Propagation::Proceed
        });
        let weak = Rc::downgrade(self);
        keys::connect(&self.window, gtk::PropagationPhase::Capture, move |_, key, _| {
            match weak.upgrade().is_some_and(|chart| chart.press(key)) {
                true => glib::Propagation::Stop,
                false => glib::Propagation::Proceed,
            }
        });
        let weak = Rc::downgrade(self);
        let monitors = WidgetExt::display(&self.window).monitors();
        monitors.connect_items_changed(move |_, _, _, _| _ = weak.upgrade().map(|chart| chart.place()));
    }

    /// Fills the second screen. If there is none, or it is gone, the window stands on the other one
    /// and does not fill it.
    fn place(&self) {
        let display = WidgetExt::display(&self.window);
        let surface = self.beside.upgrade().and_then(|beside| beside.native()?.surface());
        let own = surface.and_then(|surface: gdk::Surface| display.monitor_at_surface(&surface));
        match other_than(own.as_ref(), display.monitors().iter::<gdk::Monitor>().flatten()) {
            Some(second) => self.window.fullscreen_on_monitor(&second),
            None => self.window.unfullscreen(),
        }
    }

    fn press(self: &Rc<Self>, key: gdk::Key) -> bool {
        match (StepDirection::of_key(key, self.window.direction()), key) {
            (Some(StepDirection::Forth), _) | (_, gdk::Key::Down | gdk::Key::Page_Down) => self.turn(1),
            (Some(StepDirection::Back), _) | (_, gdk::Key::Up | gdk::Key::Page_Up) => self.turn(-1),
            (_, gdk::Key::space) => self.toggle_clock(),
            (_, gdk::Key::F11) => self.window.set_fullscreened(!self.window.is_fullscreen()),
            (_, gdk::Key::Escape) => self.window.close(),
            _ => return false,
        }
        true
    }

    /// Shows the tournament as it is now.
    fn update(self: &Rc<Self>) {
        let Some(now) = self.of.as_ref().and_then(|of| self.tournaments.now_of(of)) else { return };
        let mut grids = Vec::new();
        if let Some(last) = now.rounds().len().checked_sub(1) {
            grids.push(Grid::pairings(&now, last));
        }
        grids.extend(Grid::tables(&now, Columns::Points));
        grids.extend(Grid::bracket(&now));
        if *self.grids.borrow() == grids {
            return;
        }
        let clock = RoundClock::of(&now);
        if self.clock.borrow().round != clock.round {
            self.clock.replace(clock);
            self.page.set(0);
        }
        self.grids.replace(grids);
        self.pages.take();
        self.area.queue_draw();
        self.turn_later();
    }

    fn turn(self: &Rc<Self>, by: isize) {
        let count = self.page_count().max(1) as isize;
        self.page.set((self.page.get() as isize + by).rem_euclid(count) as usize);
        self.area.queue_draw();
        self.turn_later();
    }

    fn turn_later(self: &Rc<Self>) {
        let weak = Rc::downgrade(self);
        self.turning.start(PAGE_TIME, move || {
            if let Some(chart) = weak.upgrade() {
                // A single page stays as it is.
                if chart.page_count() > 1 {
                    chart.turn(1);
                } else {
                    chart.turn_later();
                }
            }
        });
    }

    fn toggle_clock(self: &Rc<Self>) {
        let clock = self.clock.borrow().toggled(Instant::now());
        self.clock.replace(clock);
        self.area.queue_draw();
        self.tick();
    }

    /// Shows the clock again at its next second, as long as it runs.
    fn tick(self: &Rc<Self>) {
        let left = self.clock.borrow().left(Instant::now());
        if self.clock.borrow().runs.is_none() || left.is_zero() {
            return self.ticking.stop();
        }
        let weak = Rc::downgrade(self);
        let next = Duration::from_millis(u64::from(left.subsec_millis()) + 1);
        self.ticking.start(next, move || {
            if let Some(chart) = weak.upgrade() {
                chart.area.queue_draw();
                chart.tick();
            }
        });
    }

    fn room(&self, (width, height): (f64, f64)) -> (f64, f64) {
        (width - 2.0 * MARGIN * height, height * (1.0 - 2.0 * MARGIN))
    }

    /// Returns the pages in an area. They are measured again only in another size.
    fn pages(&self, context: &cairo::Context, size: (f64, f64)) -> Ref<'_, [Page]> {
        let pixels = (size.0 as i32, size.1 as i32);
        if self.pages.borrow().0 != pixels {
            let grids = self.grids.borrow().clone().into_iter();
            let pages = |grid| Page::all(grid, context, self.room(size), LEAST * size.1, MOST * size.1);
            self.pages.replace((pixels, grids.flat_map(pages).collect()));
        }
        Ref::map(self.pages.borrow(), |(_, pages)| pages.as_slice())
    }

    fn page_count(&self) -> usize {
        let size = (f64::from(self.area.width().max(1)), f64::from(self.area.height().max(1)));
        let surface = cairo::ImageSurface::create(cairo::Format::A8, 1, 1);
        let context = surface.and_then(|surface| cairo::Context::new(&surface));
        context.map_or(1, |context| self.pages(&context, size).len())
    }

    fn draw(&self, area: &gtk::DrawingArea, context: &cairo::Context, size: (f64, f64)) {
        let color = area.style_context().color();
        let (red, green, blue) = (color.red().into(), color.green().into(), color.blue().into());
        context.set_source_rgb(red, green, blue);
        let margin = MARGIN * size.1;
        context.translate(margin, margin);
        let pages = self.pages(context, size);
        if let Some(page) = pages.get(self.page.get()).or(pages.last()) {
            page.draw(context, self.room(size));
        }
        self.draw_clock(context, size);
    }

    /// Draws the clock at the end of the title.
    fn draw_clock(&self, context: &cairo::Context, size: (f64, f64)) {
        let clock = *self.clock.borrow();
        if clock.round == 0 || clock.left.is_zero() {
            return;
        }
        let letters = 1.5 * LEAST * size.1;
        let words = describe::clock(clock.left(Instant::now()));
        put(context, &words, letters, (self.room(size).0 - 3.5 * letters, 0.0), clock.runs.is_some());
    }
}

/// Returns the first screen that is not this one. `None` if there is no other, or if it is not
/// known which one this is.
fn other_than<T: PartialEq>(own: Option<&T>, mut all: impl Iterator<Item = T>) -> Option<T> {
    own.and_then(|own| all.find(|screen| screen != own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::messages::Messages;
    use crate::text::describe::club;
    use morris_club::{Change, Clock, Format, Order, Settings};
    use morris_play::persistence::TournamentFiles;

    fn tournament(players: usize) -> Tournament {
        let format = match players {
            ..=64 => Format::RoundRobin { cycles: 1, order: Order::Berger },
            _ => Format::Swiss { rounds: 5 },
        };
        let mut tournament = Tournament::new(Settings::new("Club evening", format)).unwrap();
        for number in 1..=players {
            let name = format!("Maximilian {number}");
            tournament.change(&Change::Add { name, program: None }).unwrap();
        }
        tournament.change(&Change::Pair).unwrap();
        tournament
    }

    fn fitting(grid: &Grid) -> super::super::fitting::Fitting {
        let surface = cairo::ImageSurface::create(cairo::Format::A8, 1, 1).unwrap();
        let (width, height) = (1920.0, 1080.0);
        let room = (width - 2.0 * MARGIN * height, height * (1.0 - 2.0 * MARGIN));
        grid.fit(&cairo::Context::new(&surface).unwrap(), room, LEAST * height, MOST * height)
    }

    #[test]
    fn twenty_four_pairs_are_readable_at_eight_meters_on_one_page() {
        let grid = Grid::pairings(&tournament(48), 0);
        let fitting = fitting(&grid);
        assert!(fitting.size >= 32.0, "{fitting:?}");
        assert_eq!((grid.rows.len(), grid.pages(fitting)), (24, 1));
    }

    #[test]
    fn two_hundred_players_fill_several_pages_of_readable_letters() {
        let tournament = tournament(200);
        let mut grids = Grid::tables(&tournament, Columns::Points);
        grids.push(Grid::pairings(&tournament, 0));
        for grid in grids {
            let fitting = fitting(&grid);
            let pages = grid.pages(fitting);
            assert!(fitting.size >= 31.9 && (2..=12).contains(&pages), "{fitting:?}, {pages}");
        }
    }

    #[test]
    fn eight_pairs_of_short_names_fill_most_of_the_width() {
        let row = |number: i32| [&number.to_string(), "Greta", "4 : 0", "Olga"].map(str::to_owned).to_vec();
        let ends = vec![true, false, false, false];
        let grid = Grid { rows: (1..=8).map(row).collect(), ends, is_list: true, has_pages: true, ..Grid::default() };
        let (width, height) = (1920, 1080);
        let mut surface = cairo::ImageSurface::create(cairo::Format::A8, width, height).unwrap();
        let context = cairo::Context::new(&surface).unwrap();
        let area = (f64::from(width), f64::from(height));
        Page::all(grid, &context, area, LEAST * area.1, MOST * area.1)
            .iter()
            .for_each(|page| page.draw(&context, area));
        drop(context);
        let stride = surface.stride() as usize;
        let pixels = surface.data().unwrap();
        let end = (0..width as usize).rev().find(|&x| pixels.chunks(stride).any(|line| line[x] > 0)).unwrap();
        assert!((1300..1900).contains(&end), "{end}");
    }

    #[test]
    fn chart_returns_to_a_window_when_the_second_screen_is_gone() {
        assert_eq!(other_than(Some(&"laptop"), ["laptop", "beamer"].into_iter()), Some("beamer"));
        assert_eq!(other_than(Some(&"laptop"), ["laptop"].into_iter()), None);
        assert_eq!(other_than(None, ["laptop", "beamer"].into_iter()), None, "the window is not shown yet");
    }

    #[gtk::test]
    fn chart_keeps_its_tournament_and_clock_while_another_one_is_open() {
        let (home, context) = (tempfile::tempdir().unwrap(), glib::MainContext::default());
        let saves = home.path().join("saves");
        let clock = Some(Clock { time: 420, increment: 0 });
        let mut files = TournamentFiles::beside(&saves);
        let [own, other] = [4, 8].map(|players| {
            let mut tournament = tournament(players);
            let settings = Settings { clock, ..tournament.settings().clone() };
            tournament.change(&Change::Settings(settings)).unwrap();
            files.create(&tournament).unwrap()
        });
        let service = Rc::new(TournamentService::new(Messages::new(|_| ())));
        service.start(&saves);
        assert!(context.block_on(service.open(&own)));
        let beside = gtk::Window::new();
        let chart = Chart::open(&beside, &service);
        chart.toggle_clock();
        let shown = || (chart.grids.borrow().clone(), *chart.clock.borrow());
        let before = shown();
        for id in [&other, &own] {
            assert!(context.block_on(service.open(id)));
            assert_eq!(shown(), before);
        }
        context.block_on(service.change(&Change::Rename(0, "Ann".to_owned())).unwrap());
        assert!(shown().0 != before.0, "it is shown again");
        beside.destroy();
    }

    #[test]
    fn clock_runs_only_between_two_presses_and_begins_again_with_a_round() {
        let clock = Some(Clock { time: 420, increment: 0 });
        let mut tournament = tournament(4);
        let settings = Settings { clock, ..tournament.settings().clone() };
        tournament.change(&Change::Settings(settings)).unwrap();
        let begin = RoundClock::of(&tournament);
        let now = Instant::now();
        let after = |seconds| now + Duration::from_secs(seconds);
        assert_eq!((begin.left(after(9)), club::round_title(0, None)), (Duration::from_secs(1680), "Round 1".into()));
        let held = begin.toggled(now).toggled(after(60));
        assert_eq!(held.left(after(600)), Duration::from_secs(1620));
        assert_eq!(held.toggled(after(600)).left(after(9_999)), Duration::ZERO);
    }
}
