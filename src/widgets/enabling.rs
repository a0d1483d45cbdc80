// SPDX-License-Identifier: GPL-3.0-or-later
//! Enables the actions `game.…` of a page. GTK takes the focus from a button that becomes
//! insensitive, and gives it to nothing.

use gtk::gio;
use gtk::prelude::*;

/// Actions that step back and forth.
const STEPS: [&str; 2] = ["view-previous", "view-next"];

pub fn enable(actions: &gio::SimpleActionGroup, name: &str, enabled: bool) {
    if let Some(action) = actions.lookup_action(name).and_downcast::<gio::SimpleAction>() {
        action.set_enabled(enabled);
    }
}

/// Enables or disables each of these actions. Moves the focus from a button of the page that
/// becomes insensitive to one beside it that still steps, or else to another widget.
pub fn enable_each(
    actions: &gio::SimpleActionGroup,
    wanted: &[(&str, bool)],
    page: &impl IsA<gtk::Widget>,
    otherwise: &impl IsA<gtk::Widget>,
) {
    let has = |button: &gtk::Widget, is_one: fn(&str, bool) -> bool| {
        let name = button.downcast_ref::<gtk::Button>().and_then(ActionableExt::action_name);
        wanted.iter().any(|&(of, enabled)| {
            name.as_deref().is_some_and(|name| name == format!("game.{of}")) && is_one(of, enabled)
        })
    };
    // First what becomes enabled, so that it can take the focus.
    wanted.iter().filter(|(_, enabled)| *enabled).for_each(|(name, _)| enable(actions, name, true));
    let focus = page.root().and_then(|root| root.focus()).filter(|focus| focus.is_ancestor(page));
    if let Some(button) = focus.filter(|focus| has(focus, |_, enabled| !enabled)) {
        let first = button.parent().and_then(|parent| parent.first_child());
        let mut beside = std::iter::successors(first, WidgetExt::next_sibling);
        let step = beside.find(|other| has(other, |name, enabled| enabled && STEPS.contains(&name)));
        _ = step.is_some_and(|step| step.grab_focus()) || otherwise.grab_focus();
    }
    wanted.iter().filter(|(_, enabled)| !enabled).for_each(|(name, _)| enable(actions, name, false));
}
