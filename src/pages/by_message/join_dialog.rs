// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog that joins a table in this network: its address, its code, and the name of the user.

use std::rc::Rc;

use adw::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;

use super::{Dialog, name_missing, player_name, row};
use crate::compat::announcer::announce_in_dialog;
use crate::text::i18n::gettext_f;
use crate::widgets::callbacks::on_click;
use crate::widgets::typed_names::limit_typing;
use morris_message::PlayerName;

/// Number of digits of a code.
const DIGITS: usize = 6;

/// What the user has entered.
pub struct Joining {
    /// Address as it was typed or found.
    pub address: String,
    /// The digits.
    pub code: String,
    pub name: PlayerName,
}

/// Opens the dialog. `host` is the name of a table that was found. Without it, the user can change
/// the address. The dialog calls `join` unless it is canceled.
pub fn open(
    parent: &impl IsA<gtk::Window>,
    host: Option<&str>,
    address: &str,
    your_name: &str,
    join: impl Fn(Joining) + 'static,
) -> adw::Window {
    // Translators: a table is a game in this network that a friend has opened
    let title = gettext("Join a Table");
    let header = adw::HeaderBar::builder().show_end_title_buttons(false).show_start_title_buttons(false).build();
    let form = Form::new(address, your_name);
    header.pack_start(&form.cancel);
    header.pack_end(&form.join);
    let below = gtk::Box::new(gtk::Orientation::Vertical, 0);
    below.append(&form.missing);
    let dialog = Dialog::new(parent.as_ref(), &title, &header, &form.content(host), &below);
    form.connect(&dialog.window, join);
    form.judge();
    dialog.present(&title);
    let first = if form.address.is_mapped() && address.is_empty() { &form.address } else { &form.code };
    first.grab_focus();
    let window = dialog.window.clone();
    // The form lives as long as the window.
    window.connect_destroy(move |_| _ = &form);
    window
}

struct Form {
    cancel: gtk::Button,
    join: gtk::Button,
    address: gtk::Entry,
    code: gtk::Entry,
    name: gtk::Entry,
    /// What is still missing.
    missing: gtk::Label,
}

impl Form {
    fn new(address: &str, your_name: &str) -> Rc<Self> {
        let form = Self {
            cancel: gtk::Button::with_label(&gettext("Cancel")),
            // Translators: a button: take a place at the table of a friend
            join: gtk::Button::builder().label(gettext("Join")).css_classes(["suggested-action"]).build(),
            address: gtk::Entry::builder().text(address).max_length(64).build(),
            code: gtk::Entry::builder().max_length(12).input_purpose(gtk::InputPurpose::Digits).build(),
            name: gtk::Entry::builder().text(your_name).build(),
            missing: gtk::Label::builder().wrap(true).css_classes(["answer"]).build(),
        };
        limit_typing(&form.name);
        // Otherwise, the parts would change places in right-to-left languages.
        [&form.address, &form.code].iter().for_each(|entry| entry.set_direction(gtk::TextDirection::Ltr));
        form.missing.set_accessible_role(gtk::AccessibleRole::Status);
        Rc::new(form)
    }

    fn content(&self, host: Option<&str>) -> gtk::Box {
        let words = match host {
            Some(name) => gettext_f("Ask {name} for the code.", &[("name", name)]),
            None => gettext("Ask your friend for the address and the code."),
        };
        let words = gtk::Label::builder().label(words).wrap(true).xalign(0.0).build();
        let content = gtk::Box::new(gtk::Orientation::Vertical, 12);
        content.append(&words);
        let fields = [
            (gettext("Address"), &self.address),
            // Translators: the six digits that lead to a table in this network
            (gettext("Code"), &self.code),
            (gettext("Your Name"), &self.name),
        ];
        // Each in a list of its own, as Tab would reach only the first row (GTK 4.8).
        for (title, field) in fields.iter().skip(usize::from(host.is_some())) {
            let group = adw::PreferencesGroup::new();
            group.add(&row(title, field));
            content.append(&group);
        }
        content
    }

    fn connect(self: &Rc<Self>, window: &adw::Window, join: impl Fn(Joining) + 'static) {
        on_click(&self.cancel, window, gtk::prelude::GtkWindowExt::close);
        let form = Rc::downgrade(self);
        on_click(&self.join, window, move |window| {
            if let Some(Ok(joining)) = form.upgrade().map(|form| form.entered()) {
                window.close();
                join(joining);
            }
        });
        for field in [&self.address, &self.code, &self.name] {
            let form = Rc::downgrade(self);
            field.connect_changed(move |_| form.upgrade().into_iter().for_each(|form| form.judge()));
            let form = Rc::downgrade(self);
            field.connect_activate(weak!(window, move |_| match form.upgrade().map(|form| (form.entered(), form)) {
                Some((Ok(_), form)) => form.join.emit_clicked(),
                Some((Err(missing), _)) => announce_in_dialog(window.upcast_ref(), &missing),
                None => {}
            }));
        }
    }

    /// Returns what the user has entered.
    ///
    /// # Errors
    /// Returns what is missing.
    fn entered(&self) -> Result<Joining, String> {
        let address = self.address.text().trim().to_owned();
        if address.is_empty() {
            return Err(gettext("Enter the address."));
        }
        let code = digits(&self.code.text()).ok_or_else(|| gettext("Enter the six digits of the code."))?;
        let name = player_name(&self.name.text()).ok_or_else(name_missing)?;
        Ok(Joining { address, code, name })
    }

    /// Lets the user join once everything is entered. Says what is missing once a code has begun.
    fn judge(&self) {
        let entered = self.entered();
        self.join.set_sensitive(entered.is_ok());
        let has_begun = !self.code.text().is_empty();
        let words = entered.err().filter(|_| has_begun).unwrap_or_default();
        self.missing.set_label(&words);
        self.code.update_property(&[Property::Description(&words)]);
    }
}

/// Returns the digits of a code, which may have spaces.
fn digits(typed: &str) -> Option<String> {
    let digits: String = typed.chars().filter(|letter| !letter.is_whitespace()).collect();
    (digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_code_has_six_digits_and_any_spaces() {
        assert_eq!(digits(" 482 913 ").as_deref(), Some("482913"));
        for wrong in ["", "48291", "4829133", "48291a", "４８２９１３"] {
            assert_eq!(digits(wrong), None, "{wrong}");
        }
    }

    #[gtk::test]
    fn a_player_joins_with_address_code_and_name() {
        adw::init().unwrap();
        let joined = Rc::new(RefCell::new(Vec::new()));
        let note = Rc::clone(&joined);
        let window = adw::Window::new();
        let form = Form::new("", "Bob");
        form.connect(&window, move |Joining { address, code, name }| {
            note.borrow_mut().push((address, code, name.to_string()));
        });
        form.judge();
        let missing = || form.missing.label().to_string();
        assert_eq!((form.join.is_sensitive(), missing()), (false, String::new()), "nothing is wrong yet");
        form.code.set_text("482 9");
        assert_eq!(missing(), "Enter the address.");
        form.address.set_text("192.168.1.20:4000");
        assert_eq!(missing(), "Enter the six digits of the code.");
        form.code.emit_activate();
        assert_eq!(window.title().as_deref(), Some("Enter the six digits of the code."), "Enter says it");
        form.code.set_text("482 913");
        form.code.emit_activate();
        let bob = ("192.168.1.20:4000".to_owned(), "482913".to_owned(), "Bob".to_owned());
        assert_eq!(*joined.borrow(), [bob]);
    }
}
