// SPDX-License-Identifier: GPL-3.0-or-later
//! Waits for what tests expect, and finds what does not fit into the window of a small phone.

use std::time::{Duration, Instant};

use adw::prelude::*;
use gtk::Orientation::{Horizontal, Vertical};
use gtk::gdk;
use morris::{MAX_SHOWN, legible};

use crate::compat::descendants::{below, for_each};

/// Width and height of the content of the smallest window, in pixels.
pub const PHONE: (i32, i32) = (360, 480);
/// Maximum height of a dialog in large text, which may be that of the screen.
pub const SCREEN: i32 = 800;
/// Factors of the size of text: usual and large.
pub const TEXT_SIZES: [f64; 2] = [1.0, 1.5];
/// Layout at fractions of pixels may exceed the window by this many pixels.
const TOLERANCE: i32 = 2;
/// The main loop is idle when it has had nothing to do for this time.
const IDLE: Duration = Duration::from_millis(30);
/// A layout comes within this time, also on a very busy machine.
const TIME_TO_LAY_OUT: Duration = Duration::from_secs(20);
/// Longer than anything that is expected takes, also on a very busy machine.
pub const LIMIT: Duration = Duration::from_secs(180);

/// The style of the program and a size of text, without animations, for all windows until it is
/// dropped.
pub struct Look {
    settings: gtk::Settings,
    style: gtk::CssProvider,
}

impl Look {
    pub fn with_text(factor: f64) -> Self {
        adw::init().unwrap();
        let settings = gtk::Settings::default().unwrap();
        settings.set_gtk_enable_animations(false);
        settings.set_gtk_xft_dpi((96.0 * 1024.0 * factor) as i32);
        let style = gtk::CssProvider::new();
        style.load_from_data(&std::fs::read_to_string("data/style.css").unwrap());
        let priority = gtk::STYLE_PROVIDER_PRIORITY_APPLICATION;
        gtk::style_context_add_provider_for_display(&gdk::Display::default().unwrap(), &style, priority);
        Self { settings, style }
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        self.settings.reset_property("gtk-xft-dpi");
        self.settings.reset_property("gtk-enable-animations");
        gtk::style_context_remove_provider_for_display(&gdk::Display::default().unwrap(), &self.style);
    }
}

/// Runs a main loop once, and returns whether it had something to do. If not, leaves the processor
/// to other threads for a millisecond.
pub fn turn(context: &glib::MainContext) -> bool {
    let busy = context.iteration(false);
    if !busy {
        std::thread::sleep(Duration::from_millis(1));
    }
    busy
}

/// Runs the main loop until a condition holds.
#[track_caller]
pub fn wait_until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LIMIT, "not within {LIMIT:?}");
        turn(&glib::MainContext::default());
    }
}

/// Shows a widget in a window of its own.
pub fn in_window(widget: &impl IsA<gtk::Widget>) -> gtk::Window {
    let window = gtk::Window::builder().child(widget).build();
    window.present();
    wait_until(|| widget.is_mapped());
    window
}

/// Waits until a condition holds and the main loop is idle, so that everything has its place.
pub fn wait_for_layout(what: &str, so: impl Fn() -> bool) {
    let (began, mut busy) = (Instant::now(), Instant::now());
    while busy.elapsed() < IDLE || !so() {
        assert!(began.elapsed() < LIMIT, "{what}: not within {LIMIT:?}");
        if turn(&glib::MainContext::default()) {
            busy = Instant::now();
        }
    }
}

/// Returns the dialog over a window with this in its title, once it has its size.
pub fn dialog_over(window: &gtk::Window, title: &str) -> gtk::Window {
    let has_title = |dialog: &gtk::Window| {
        let heading = dialog.downcast_ref::<adw::MessageDialog>().and_then(|dialog| dialog.heading());
        heading.or_else(|| dialog.title()).is_some_and(|words| words.contains(title))
    };
    let dialog = || dialogs_over(window).find(|dialog| has_title(dialog) && dialog.is_mapped() && dialog.width() > 0);
    wait_for_layout(title, || dialog().is_some());
    dialog().expect("it is there")
}

pub fn dialogs_over(window: &gtk::Window) -> impl Iterator<Item = gtk::Window> {
    let all = gtk::Window::list_toplevels().into_iter().filter_map(|top| top.downcast::<gtk::Window>().ok());
    all.filter(move |dialog| dialog.transient_for().as_ref() == Some(window))
}

/// Returns the faults of a layout that stay. On a busy machine, parts of it may come later.
pub fn lasting(find: impl Fn() -> Vec<String>) -> Vec<String> {
    let began = Instant::now();
    loop {
        let faults = find();
        if faults.is_empty() || began.elapsed() > TIME_TO_LAY_OUT {
            return faults;
        }
        wait_for_layout("the layout", || true);
    }
}

/// Describes what makes the content of a window wider or higher than this, and what extends beyond
/// its edges, if it stays.
pub fn misfits(window: &impl IsA<gtk::Widget>, most: (i32, i32)) -> Vec<String> {
    lasting(|| misfits_now(window.upcast_ref(), most))
}

/// Describes what makes the content of a window wider or higher than this, and what extends beyond
/// its edges.
pub fn misfits_now(window: &gtk::Widget, most: (i32, i32)) -> Vec<String> {
    // The window itself also asks for its frame.
    let content = window.first_child().expect("a window has content");
    let mut faults = too_large(&content, most);
    if content.width() > most.0 {
        faults.push(format!("is {} pixels wide", content.width()));
    }
    beyond(&content, &content, &mut faults);
    faults
}

/// Describes what makes a widget wider or higher than this.
pub fn too_large(widget: &gtk::Widget, (width, height): (i32, i32)) -> Vec<String> {
    let least = [widget.measure(Horizontal, -1).0, widget.measure(Vertical, width).0];
    let too_wide = (least[0] > width).then(|| format!("too wide: {}", widest(widget, width)));
    let too_high = (least[1] > height + TOLERANCE).then(|| format!("{} pixels high", least[1]));
    too_wide.into_iter().chain(too_high).collect()
}

/// Describes what extends beyond the left and right edges of the content of a window.
fn beyond(content: &gtk::Widget, widget: &gtk::Widget, faults: &mut Vec<String>) {
    let width = content.width();
    if let Some(bounds) = widget.compute_bounds(content).filter(|_| is_part(widget)) {
        let (left, right) = (bounds.x() as i32, (bounds.x() + bounds.width()) as i32);
        if left < width && right > 0 && (left < -TOLERANCE || right > width + TOLERANCE) {
            faults.push(format!("{} from {left} to {right} of {width}", described(widget)));
        }
    }
    parts(widget).for_each(|part| beyond(content, &part, faults));
}

fn parts(widget: &gtk::Widget) -> impl Iterator<Item = gtk::Widget> {
    let children = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
    children.filter(|child| child.should_layout() && child.is_child_visible())
}

/// Returns whether a widget is one that a user reads or operates, and not a container.
fn is_part(widget: &gtk::Widget) -> bool {
    let classes = [
        gtk::Label::static_type(),
        gtk::Button::static_type(),
        gtk::CheckButton::static_type(),
        gtk::Switch::static_type(),
        gtk::Scale::static_type(),
        gtk::Text::static_type(),
        gtk::Image::static_type(),
    ];
    classes.into_iter().any(|class| widget.type_().is_a(class))
}

/// Maximum number of characters in a label: sentences around a text from outside, and that text.
const MOST_IN_LABEL: usize = MAX_SHOWN + 200;

/// Describes the widgets of a window with a text that takes long to lay out: with many marks on a
/// letter, or long in a label or a paragraph.
pub fn illegible(window: &impl IsA<gtk::Widget>) -> Vec<String> {
    let mut faults = Vec::new();
    for_each(window.upcast_ref(), &mut |widget| {
        let label = widget.downcast_ref::<gtk::Label>().map(gtk::Label::text);
        let typed = widget.downcast_ref::<gtk::Text>().map(EditableExt::text);
        let buffer = widget.downcast_ref::<gtk::TextView>().map(gtk::TextView::buffer);
        let edited = buffer.map(|buffer| buffer.text(&buffer.start_iter(), &buffer.end_iter(), true));
        let title = widget.downcast_ref::<gtk::Window>().and_then(GtkWindowExt::title);
        for text in [label, typed, edited, title, widget.tooltip_text()].into_iter().flatten() {
            let longest = text.split('\n').map(|line| line.chars().count()).max().unwrap_or(0);
            if longest > MOST_IN_LABEL || legible(&text).count() < text.chars().count() {
                faults.push(format!("{longest} characters in {}", described(widget)));
            }
        }
    });
    faults
}

/// Describes the innermost widget that is wider than this, and what is in it.
fn widest(widget: &gtk::Widget, most: i32) -> String {
    let least = |widget: &gtk::Widget| widget.measure(Horizontal, -1).0;
    let children =
        || std::iter::successors(widget.first_child(), WidgetExt::next_sibling).filter(|child| child.should_layout());
    match children().find(|child| least(child) > most) {
        Some(child) => widest(&child, most),
        None => {
            let parts: Vec<_> = parts(widget).map(|child| format!("{} {}", least(&child), described(&child))).collect();
            format!("{} {}: {}", least(widget), described(widget), parts.join(", "))
        }
    }
}

fn described(widget: &gtk::Widget) -> String {
    let label = below::<gtk::Label>(widget).or_else(|| widget.clone().downcast().ok());
    let label = label.map(|label| label.text().chars().take(40).collect::<String>());
    format!("{} {}", widget.type_(), label.or_else(|| widget.tooltip_text().map(String::from)).unwrap_or_default())
}

#[gtk::test]
fn widgets_with_long_texts_or_many_marks_are_found() {
    let found = |widget: &gtk::Widget| {
        let window = gtk::Window::builder().child(widget).build();
        let found = illegible(&window).len();
        window.destroy();
        found
    };
    let (few, many) = (format!("B{}", "\u{300}".repeat(8)), format!("B{}", "\u{300}".repeat(9)));
    for (text, count) in [(&few, 0), (&many, 1), (&"x".repeat(MOST_IN_LABEL), 0), (&"x".repeat(MOST_IN_LABEL + 1), 1)] {
        assert_eq!(found(gtk::Label::new(Some(text)).upcast_ref()), count);
        let view = gtk::TextView::new();
        view.buffer().set_text(text);
        assert_eq!(found(view.upcast_ref()), count);
    }
    assert_eq!(found(gtk::Button::builder().tooltip_text(&many).build().upcast_ref()), 1);
    assert_eq!(found(gtk::Entry::builder().text(&many).build().upcast_ref()), 1);
}

#[gtk::test]
fn too_large_or_cut_widgets_are_found() {
    let _look = Look::with_text(1.0);
    let found = |content: &gtk::Widget| {
        let window = adw::Window::builder().content(content).default_width(300).default_height(300).build();
        window.present();
        wait_for_layout("the window", || window.width() > 0);
        let found = misfits(&window, PHONE);
        window.destroy();
        found
    };
    let label = |words: &str| gtk::Label::new(Some(words));
    assert_eq!(found(label("short").upcast_ref()), [] as [String; 0]);
    assert!(found(label(&"W".repeat(300)).upcast_ref()).concat().contains("GtkLabel WWW"));
    assert!(found(label(&"W\n".repeat(300)).upcast_ref()).concat().ends_with("pixels high"));
    let fixed = gtk::Fixed::new();
    fixed.put(&label("beyond"), 270.0, 0.0);
    let scroller = gtk::ScrolledWindow::builder().child(&fixed).hscrollbar_policy(gtk::PolicyType::External).build();
    assert!(found(scroller.upcast_ref()).concat().starts_with("GtkLabel beyond from 2"));
}
