// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows for the options of an outside engine.

use adw::prelude::*;

use crate::compat::accessible_names::report_switch;
use crate::compat::combo_row::show_whole;
use crate::widgets::spin_numbers::speak_language;
use morris_players::uci::{OptionKind, UciOption};

/// A row for an option, with a function that reads its value.
pub(super) struct OptionRow {
    pub name: String,
    pub widget: gtk::Widget,
    default: String,
    read: Box<dyn Fn() -> String>,
}

impl OptionRow {
    /// Returns the selected value, unless it is the engine's default.
    pub fn value(&self) -> Option<String> {
        Some((self.read)()).filter(|value| *value != self.default)
    }
}

/// Creates a row that shows the value in `set`, or otherwise the engine's default.
pub(super) fn option_row(option: &UciOption, set: Option<&String>) -> OptionRow {
    let UciOption { name, default, kind } = option;
    let value = set.unwrap_or(default);
    let (widget, read): (gtk::Widget, Box<dyn Fn() -> String>) = match kind {
        OptionKind::Check => check(name, value),
        OptionKind::Spin { least, most } => spin(name, value, *least, *most),
        OptionKind::Combo(words) => combo(name, value, words),
        OptionKind::Text => text(name, value),
    };
    OptionRow { name: name.clone(), widget, default: default.clone(), read }
}

type Made = (gtk::Widget, Box<dyn Fn() -> String>);

fn check(name: &str, value: &str) -> Made {
    let switch = gtk::Switch::builder().valign(gtk::Align::Center).active(value == "true").focusable(false).build();
    let row = row(name, &switch).accessible_role(gtk::AccessibleRole::Checkbox).build();
    row.add_suffix(&switch);
    report_switch(&row);
    (row.upcast(), Box::new(move || switch.is_active().to_string()))
}

fn spin(name: &str, value: &str, least: i64, most: i64) -> Made {
    // Exact up to 2⁵³, which is enough for a spin button.
    let spin = gtk::SpinButton::with_range(least as f64, most.max(least) as f64, 1.0);
    spin.set_valign(gtk::Align::Center);
    spin.set_width_chars(6);
    speak_language(&spin);
    spin.set_value(value.parse().unwrap_or(least as f64));
    let row = row(name, &spin).focusable(false).build();
    row.add_suffix(&spin);
    (row.upcast(), Box::new(move || format!("{:.0}", spin.value())))
}

/// Returns a row that gives its name to the widget inside.
fn row(name: &str, inside: &impl IsA<gtk::Widget>) -> adw::builders::ActionRowBuilder {
    adw::ActionRow::builder().title(name).use_markup(false).selectable(false).activatable_widget(inside)
}

fn combo(name: &str, value: &str, words: &[String]) -> Made {
    let all: gtk::StringList = words.iter().cloned().collect();
    let row = adw::ComboRow::builder().title(name).use_markup(false).selectable(false);
    let row = row.model(&all).build();
    let index = words.iter().position(|word| word == value).unwrap_or_default();
    row.set_selected(u32::try_from(index).unwrap_or_default());
    show_whole(&row);
    let words = words.to_vec();
    let chosen = row.clone();
    (row.upcast(), Box::new(move || words.get(chosen.selected() as usize).cloned().unwrap_or_default()))
}

fn text(name: &str, value: &str) -> Made {
    let entry = gtk::Entry::builder().valign(gtk::Align::Center).hexpand(true).width_chars(8).text(value).build();
    let row = row(name, &entry).focusable(false).build();
    row.add_suffix(&entry);
    (row.upcast(), Box::new(move || entry.text().into()))
}
