// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog that joins a table in this network: its address, its code, and the name of the user.
//! It stays open until the table is joined.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use adw::prelude::*;
use gettextrs::gettext;

use super::{Dialog, name_missing, player_name, row};
use crate::compat::accessible_names::set_accessible_description;
use crate::compat::announcer::announce_in_dialog;
use crate::services::NetworkService;
use crate::services::network::Event;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::callbacks::on_click;
use crate::widgets::typed_names::limit_typing;
use morris_message::PlayerName;
use morris_room::RoomError;

/// Number of digits of a code.
const DIGITS: usize = 6;

/// What the user has entered.
struct Joining {
    /// Address as it was typed or found.
    address: String,
    /// The digits.
    code: String,
    name: PlayerName,
}

/// Opens the dialog. `host` is the name of a table that was found. Without it, the user can change
/// the address. The dialog calls `joined` with the name of the user once there is a connection.
pub fn open(
    parent: &impl IsA<gtk::Window>,
    host: Option<&str>,
    address: &str,
    your_name: &str,
    network: &Rc<NetworkService>,
    joined: impl Fn(PlayerName) + 'static,
) -> Weak<Form> {
    // Translators: a table is a game in this network that a friend has opened
    let title = gettext("Join a Table");
    let header = adw::HeaderBar::builder().show_end_title_buttons(false).show_start_title_buttons(false).build();
    let form = Form::new(address, your_name);
    header.pack_start(&form.cancel);
    header.pack_end(&form.join);
    let below = gtk::Box::new(gtk::Orientation::Vertical, 0);
    below.append(&form.missing);
    let dialog = Dialog::new(parent.as_ref(), &title, &header, &form.content(host), &below);
    form.connect(&dialog.window, network);
    form.follow(&dialog.window, network, joined);
    form.judge();
    dialog.present(&title);
    let first = if form.address.is_mapped() && address.is_empty() { &form.address } else { &form.code };
    first.grab_focus();
    let (opened, network) = (Rc::downgrade(&form), Rc::clone(network));
    // The form lives as long as the window.
    dialog.window.connect_destroy(move |_| {
        if form.waits() {
            network.leave();
        }
    });
    opened
}

/// The fields of the dialog.
#[derive(Debug)]
pub struct Form {
    cancel: gtk::Button,
    join: gtk::Button,
    address: gtk::Entry,
    code: gtk::Entry,
    name: gtk::Entry,
    /// What is still missing or wrong.
    missing: gtk::Label,
    /// The name under which the user joins, while a connection is awaited.
    joining: RefCell<Option<PlayerName>>,
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
            joining: RefCell::default(),
        };
        limit_typing(&form.name);
        // Otherwise, the parts would change places in right-to-left languages.
        [&form.address, &form.code].iter().for_each(|entry| entry.set_direction(gtk::TextDirection::Ltr));
        form.missing.set_accessible_role(gtk::AccessibleRole::Status);
        Rc::new(form)
    }

    /// Returns whether the dialog waits for a connection. If there is none, the dialog says why.
    pub fn waits(&self) -> bool {
        self.joining.borrow().is_some()
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

    fn connect(self: &Rc<Self>, window: &adw::Window, network: &Rc<NetworkService>) {
        on_click(&self.cancel, window, gtk::prelude::GtkWindowExt::close);
        let (form, network) = (Rc::downgrade(self), Rc::clone(network));
        on_click(&self.join, window, move |window| {
            let Some(form) = form.upgrade() else { return };
            // Enter presses the button even while it is insensitive.
            if let (Ok(joining), false) = (form.entered(), form.waits()) {
                form.join(window, &network, joining);
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

    fn join(&self, window: &adw::Window, network: &Rc<NetworkService>, Joining { address, code, name }: Joining) {
        let (Ok(address), Ok(code)) = (address.parse(), code.parse()) else {
            return self.refuse(window, &RoomError::Address);
        };
        self.say(&gettext("Connecting…"));
        if self.join.is_focus() {
            // An insensitive button has no focus. The field also says that the program connects.
            self.code.grab_focus();
        }
        self.join.set_sensitive(false);
        self.joining.replace(Some(name.clone()));
        network.join(address, name, code);
    }

    /// Closes the dialog once there is a connection. If there is none, says why.
    fn follow(
        self: &Rc<Self>,
        window: &adw::Window,
        network: &Rc<NetworkService>,
        joined: impl Fn(PlayerName) + 'static,
    ) {
        let (form, service) = (Rc::downgrade(self), Rc::downgrade(network));
        network.connect_for(window, move |window, event| {
            let Some(form) = form.upgrade().filter(|form| form.waits()) else { return };
            match event {
                Event::Ended(error) => form.refuse(window, error),
                Event::Connection if service.upgrade().is_some_and(|network| network.room().is_connected) => {
                    let name = form.joining.take();
                    window.close();
                    name.into_iter().for_each(&joined);
                }
                _ => {}
            }
        });
    }

    /// Says why there is no connection, and lets the user type in the field that is wrong.
    fn refuse(&self, window: &adw::Window, error: &RoomError) {
        self.joining.take();
        self.judge();
        let words = describe::room_error(error);
        self.say(&words);
        announce_in_dialog(window.upcast_ref(), &words);
        let is_place = matches!(error, RoomError::Address | RoomError::Unreachable(_) | RoomError::NotARoom);
        let field = if is_place && self.address.is_mapped() { &self.address } else { &self.code };
        field.grab_focus();
        field.select_region(0, -1);
    }

    fn say(&self, words: &str) {
        self.missing.set_label(words);
        set_accessible_description(&self.code, words);
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
        if self.waits() {
            return;
        }
        let entered = self.entered();
        self.join.set_sensitive(entered.is_ok());
        let has_begun = !self.code.text().is_empty();
        self.say(&entered.err().filter(|_| has_begun).unwrap_or_default());
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
    use crate::services::for_tests::in_folder;
    use crate::services::messages::Messages;
    use crate::services::network::Offer;
    use crate::widgets::for_tests::wait_until;

    #[test]
    fn a_code_has_six_digits_and_any_spaces() {
        assert_eq!(digits(" 482 913 ").as_deref(), Some("482913"));
        for wrong in ["", "48291", "4829133", "48291a", "４８２９１３"] {
            assert_eq!(digits(wrong), None, "{wrong}");
        }
    }

    #[gtk::test]
    fn a_player_joins_with_address_code_and_name() {
        let services = in_folder(Messages::new(|_| {}), |context| context.services);
        let window = adw::Window::new();
        let form = Form::new("", "Bob");
        form.connect(&window, &services.network);
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
        assert_eq!((form.join.is_sensitive(), missing()), (true, String::new()));
        form.address.set_text("192.168.1.20:x");
        form.code.emit_activate();
        assert_eq!(missing(), "This is not an address. Enter one such as 192.168.1.20.");
        assert!(!form.waits() && !services.network.is_open());
    }

    #[gtk::test]
    fn a_wrong_code_can_be_corrected() {
        let both = [(); 2].map(|()| in_folder(Messages::new(|_| {}), |context| context.services));
        let [ann, bob] = [&both[0], &both[1]].map(|services| {
            services.network.start(services.saves.store().folder().with_file_name("network"));
            &services.network
        });
        let (name, rules) = ("Ann".parse().unwrap(), morris::Rules::STANDARD);
        let (color, watching) = (morris::Color::White, morris_room::Watching::Open);
        ann.open(Offer { name, rules, color, clock: None, watching }, || ());
        wait_until(|| ann.code().is_some());
        let code = ann.code().unwrap().to_string();
        let port = ann.place().unwrap().0[0].port();
        let (window, joined) = (adw::Window::new(), Rc::new(RefCell::new(Vec::new())));
        let (form, note) = (Form::new(&format!("127.0.0.1:{port}"), "Bob"), Rc::clone(&joined));
        form.connect(&window, bob);
        form.follow(&window, bob, move |name| note.borrow_mut().push(name.to_string()));
        let content = form.content(None);
        content.append(&form.join);
        window.set_content(Some(&content));
        form.code.set_text(if code == "123 456" { "123 457" } else { "123 456" });
        form.code.emit_activate();
        assert_eq!((form.missing.label().as_str(), form.waits()), ("Connecting…", true));
        wait_until(|| !form.waits());
        assert_eq!(form.missing.label(), "The code is wrong.");
        assert_eq!(window.title().as_deref(), Some("The code is wrong."));
        assert_eq!((form.code.selection_bounds(), form.join.is_sensitive()), (Some((0, 7)), true));
        assert!(joined.borrow().is_empty());
        form.code.set_text(&code);
        assert!(form.join.grab_focus());
        form.join.emit_clicked();
        assert!(form.code.focus_child().is_some());
        // Neither another name nor Enter does anything now.
        form.name.set_text("Cem");
        form.code.emit_activate();
        assert_eq!((form.missing.label().as_str(), form.join.is_sensitive()), ("Connecting…", false));
        wait_until(|| !joined.borrow().is_empty());
        assert_eq!(ann.room().member("Cem"), None);
        assert_eq!((joined.borrow().as_slice(), form.waits()), (["Bob".to_owned()].as_slice(), false));
        [ann, bob].into_iter().for_each(|network| network.leave());
    }
}
