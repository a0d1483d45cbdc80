// SPDX-License-Identifier: GPL-3.0-or-later
//! Scales everything with the window on large screens, up to twice its size. The style sheet scales
//! text and symbols. Lengths in pixels are multiplied by the factor given here. In narrow windows,
//! the style sheet makes controls large enough for a finger.

use adw::prelude::*;

use crate::compat::descendants::for_each;

/// Window size in pixels beyond which pages grow.
const FROM: (i32, i32) = (1600, 860);
/// CSS classes of a page that has grown by this many fifths.
const CLASSES: [&str; 5] = ["grown-1", "grown-2", "grown-3", "grown-4", "grown-5"];

/// Width in pixels below which a window is as narrow as a phone.
pub const NARROW: i32 = 520;
/// CSS class of pages in a narrow window.
const TOUCH: &str = "touch";

/// How much the pages of a window are enlarged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// Everything, by this many fifths.
    fifths: usize,
    /// The controls, for a finger.
    touch: bool,
}

impl Fit {
    /// Returns what suits a window of this size.
    pub fn of(width: i32, height: i32) -> Self {
        Self { fifths: fifths(width, height), touch: width < NARROW }
    }

    /// Enlarges the content of a widget.
    pub fn apply(self, widget: &impl IsA<gtk::Widget>) {
        set(widget, self.fifths);
        if self.touch {
            widget.add_css_class(TOUCH);
        } else {
            widget.remove_css_class(TOUCH);
        }
    }
}

/// Returns by how many fifths the pages of a window of this size grow.
fn fifths(width: i32, height: i32) -> usize {
    let least = (width * 5 / FROM.0).min(height * 5 / FROM.1);
    (least - 5).clamp(0, CLASSES.len() as i32) as usize
}

pub fn factor(widget: &impl IsA<gtk::Widget>) -> f64 {
    let mut next = Some(widget.clone().upcast::<gtk::Widget>());
    while let Some(widget) = next {
        if let Some(index) = CLASSES.iter().position(|class| widget.has_css_class(class)) {
            return factor_of(index + 1);
        }
        next = widget.parent();
    }
    1.0
}

/// Returns a length in pixels, multiplied by the scale factor of a widget.
pub fn grown(widget: &impl IsA<gtk::Widget>, length: i32) -> i32 {
    (f64::from(length) * factor(widget)).round() as i32
}

/// Returns the side of a small picture. Where there is room, it grows more than the text.
pub fn grown_picture(widget: &impl IsA<gtk::Widget>, side: i32) -> i32 {
    let side = grown(widget, side);
    if factor(widget) > 1.0 { side * 7 / 5 } else { side }
}

/// Enlarges all content of a widget by this many fifths.
fn set(widget: &impl IsA<gtk::Widget>, fifths: usize) {
    let before = factor(widget);
    CLASSES.iter().for_each(|class| widget.remove_css_class(class));
    if let Some(class) = fifths.checked_sub(1).and_then(|index| CLASSES.get(index)) {
        widget.add_css_class(class);
    }
    let times = factor_of(fifths) / before;
    for_each(widget.upcast_ref(), &mut |widget| widen(widget, times));
}

/// Scales a widget that was added to a scaled one.
pub fn adopt(newcomer: &impl IsA<gtk::Widget>) {
    let times = factor(newcomer);
    for_each(newcomer.upcast_ref(), &mut |widget| widen(widget, times));
}

fn factor_of(fifths: usize) -> f64 {
    1.0 + fifths as f64 / 5.0
}

/// Multiplies the maximum width of a clamp.
fn widen(widget: &gtk::Widget, times: f64) {
    let wider = |width: i32| (f64::from(width) * times).round() as i32;
    if let Some(clamp) = widget.downcast_ref::<adw::Clamp>() {
        clamp.set_maximum_size(wider(clamp.maximum_size()));
        clamp.set_tightening_threshold(wider(clamp.tightening_threshold()));
    } else if let Some(clamp) = widget.downcast_ref::<adw::ClampScrollable>() {
        clamp.set_maximum_size(wider(clamp.maximum_size()));
        clamp.set_tightening_threshold(wider(clamp.tightening_threshold()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_windows_grow_up_to_twice() {
        assert_eq!(fifths(1000, 700), 0);
        assert_eq!(fifths(1920, 700), 0, "a low window has no room for larger text");
        assert_eq!(fifths(1920, 1080), 1);
        assert_eq!(fifths(2560, 1440), 3);
        assert_eq!(fifths(3840, 2160), 5);
        assert_eq!(fifths(7680, 4320), 5);
    }

    #[gtk::test]
    fn whatever_is_inside_grows_and_shrinks() {
        adw::init().unwrap();
        let clamp = adw::Clamp::builder().maximum_size(560).build();
        let page = adw::Bin::builder().child(&clamp).build();
        for (fifths, width, length) in [(0, 560, 24), (1, 672, 29), (5, 1120, 48), (0, 560, 24)] {
            set(&page, fifths);
            assert_eq!((clamp.maximum_size(), grown(&clamp, 24)), (width, length), "{fifths} fifths");
            assert_eq!(grown_picture(&clamp, 24) > length, fifths > 0, "{fifths} fifths");
        }
        set(&page, 5);
        let later = adw::Clamp::builder().maximum_size(100).build();
        page.set_child(Some(&later));
        adopt(&later);
        assert_eq!(later.maximum_size(), 200);
    }

    #[gtk::test]
    fn text_of_every_class_grows() {
        adw::init().unwrap();
        let style = gtk::CssProvider::new();
        style.load_from_data(&std::fs::read_to_string("data/style.css").unwrap());
        let display = gtk::gdk::Display::default().unwrap();
        gtk::style_context_add_provider_for_display(&display, &style, gtk::STYLE_PROVIDER_PRIORITY_APPLICATION);
        for class in ["body", "heading", "caption", "caption-heading", "title-4", "title-3", "title-2", "title-1"] {
            let [usual, grown] = [0, 5].map(|fifths| {
                let page = adw::Bin::new();
                set(&page, fifths);
                let label = gtk::Label::builder().label("Nine Men’s Morris").css_classes([class]).build();
                page.set_child(Some(&label));
                label.measure(gtk::Orientation::Horizontal, -1).1
            });
            assert!((18 * usual..22 * usual).contains(&(10 * grown)), "{class}: {usual} pixels usually, {grown} grown");
        }
        gtk::style_context_remove_provider_for_display(&display, &style);
    }
}
