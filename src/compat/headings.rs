// SPDX-License-Identifier: GPL-3.0-or-later
//! Headings for screen readers, which jump from one to the next. In libadwaita 1.2, the titles of
//! pages, of groups, and of empty pages are plain labels, and the arrows of rows are pictures.

use adw::prelude::*;

use crate::compat::accessible_names::set_accessible_name;
use crate::compat::descendants::{below, for_each};

/// Names of the icons that show that a row opens.
const ARROWS: [&str; 2] = ["pan-down-symbolic", "adw-expander-arrow-symbolic"];

/// Makes all titles below a widget headings, and hides the arrows and inner lists of rows from
/// screen readers. Call it before the widget is in a window, since a role does not change
/// afterwards.
pub fn mark(widget: &gtk::Widget) {
    for_each(widget, &mut |widget| {
        mark_title(widget);
        hide_arrow(widget);
        widget.downcast_ref().into_iter().for_each(hide_list_of_line);
    });
}

fn hide_arrow(widget: &gtk::Widget) {
    let icon = widget.downcast_ref::<gtk::Image>().and_then(gtk::Image::icon_name);
    if icon.is_some_and(|icon| ARROWS.contains(&&*icon)) {
        widget.set_accessible_role(gtk::AccessibleRole::Presentation);
    }
}

/// Makes the list around the line that expands a row a plain container. A screen reader would speak
/// it as a list in a list.
fn hide_list_of_line(row: &adw::ExpanderRow) {
    if let Some(list) = below::<gtk::ListBox>(row.upcast_ref()) {
        list.set_accessible_role(gtk::AccessibleRole::Group);
        set_accessible_name(&list, "");
    }
}

fn mark_title(widget: &gtk::Widget) {
    let has_title = widget.is::<adw::WindowTitle>()
        || widget.is::<adw::StatusPage>()
        || widget.downcast_ref::<adw::PreferencesGroup>().is_some_and(|group| !group.title().is_empty());
    if has_title {
        // The title is the first label of each.
        if let Some(title) = below::<gtk::Label>(widget) {
            title.set_accessible_role(gtk::AccessibleRole::Heading);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gtk::AccessibleRole::{Group, Heading, Label, List, Presentation};

    #[gtk::test]
    fn titles_of_pages_and_groups_are_headings() {
        adw::init().unwrap();
        let role = |widget: &gtk::Widget| below::<gtk::Label>(widget).unwrap().accessible_role();
        let page = gtk::Box::default();
        let title = adw::WindowTitle::new("Settings", "");
        let group = adw::PreferencesGroup::builder().title("Board").description("below").build();
        let untitled = adw::PreferencesGroup::builder().description("Here").build();
        let status = adw::StatusPage::builder().title("Nothing").description("below").build();
        let parts: [&gtk::Widget; 4] =
            [title.upcast_ref(), group.upcast_ref(), untitled.upcast_ref(), status.upcast_ref()];
        parts.iter().for_each(|part| page.append(*part));
        mark(page.upcast_ref());
        assert_eq!(parts.map(role), [Heading, Heading, Label, Heading]);
    }

    #[gtk::test]
    fn a_row_that_expands_has_one_list() {
        adw::init().unwrap();
        let row = adw::ExpanderRow::new();
        mark(row.upcast_ref());
        let mut roles = Vec::new();
        for_each(row.upcast_ref(), &mut |part| roles.extend(part.is::<gtk::ListBox>().then(|| part.accessible_role())));
        assert_eq!(roles, [Group, List]);
    }

    #[gtk::test]
    fn arrows_of_rows_are_not_pictures() {
        adw::init().unwrap();
        let rows: [gtk::Widget; 2] = [adw::ComboRow::new().upcast(), adw::ExpanderRow::new().upcast()];
        for row in rows {
            mark(&row);
            let mut hidden = Vec::new();
            for_each(&row, &mut |part| {
                hidden.extend((part.accessible_role() == Presentation).then(|| part.type_().name()));
            });
            assert_eq!(hidden, ["GtkImage"]);
        }
    }
}
