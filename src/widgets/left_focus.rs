// SPDX-License-Identifier: GPL-3.0-or-later
//! The widget of a page that had the focus when the user left the page, so that it has the focus
//! again when the user comes back.

use gtk::prelude::*;

/// The widget that had the focus, if there is one.
#[derive(Debug, Default)]
pub struct LeftFocus(glib::WeakRef<gtk::Widget>);

impl LeftFocus {
    /// Keeps the widget within a page that has the focus now. For an item of a menu, this is the
    /// button of the menu, which is about to close.
    pub fn keep(&self, page: &impl IsA<gtk::Widget>) {
        let focus = page.root().and_then(|root| root.focus()).filter(|focus| focus.is_ancestor(page));
        let opener = focus.as_ref().and_then(|focus| focus.ancestor(gtk::MenuButton::static_type()));
        self.0.set(opener.or(focus).as_ref());
    }

    /// Forgets the widget, as when the user comes from elsewhere.
    pub fn forget(&self) {
        self.0.set(None);
    }

    /// Gives the focus to the widget. Returns `false` if there is none, or if it is not shown any
    /// more.
    pub fn take_back(&self) -> bool {
        self.0.upgrade().is_some_and(|widget| widget.is_mapped() && widget.grab_focus())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::for_tests::wait_until;

    #[gtk::test]
    fn after_a_menu_its_button_has_the_focus() {
        adw::init().unwrap();
        let menu = gtk::Popover::builder().child(&gtk::Button::new()).build();
        let page = gtk::Box::default();
        let (button, other) = (gtk::MenuButton::builder().popover(&menu).build(), gtk::Button::new());
        page.append(&button);
        page.append(&other);
        let window = gtk::Window::builder().child(&page).build();
        window.present();
        let left = LeftFocus::default();
        button.popup();
        wait_until(|| menu.is_mapped());
        assert!(menu.child_focus(gtk::DirectionType::TabForward));
        left.keep(&page);
        button.popdown();
        assert!(other.grab_focus());
        assert!(left.take_back());
        assert!(GtkWindowExt::focus(&window).is_some_and(|focus| focus.is_ancestor(&button)));
        window.destroy();
    }
}
