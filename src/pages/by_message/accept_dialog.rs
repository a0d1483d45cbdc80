// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog that accepts the invitation of a friend.

use std::cell::Cell;
use std::rc::Rc;

use adw::prelude::*;
use gettextrs::gettext;
use gtk::pango;

use super::{Dialog, name_missing, player_name, row};
use crate::board::BoardPicture;
use crate::compat::accessible_names::set_accessible_description;
use crate::compat::announcer::announce_in_dialog;
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::callbacks::on_click;
use crate::widgets::typed_names::limit_typing;
use morris::Color;
use morris_message::{ColorChoice, Line, PlayerName};

/// Side of the picture of the board, in logical pixels.
const PICTURE: i32 = 112;

/// Opens the dialog. `your_name` is the name that the user had last. The dialog calls `accept` with
/// the name of the user unless it is canceled.
pub fn open(
    parent: &impl IsA<gtk::Window>,
    invitation: &Line,
    your_name: &str,
    accept: impl Fn(PlayerName) + 'static,
) -> adw::Window {
    let title = gettext("Accept Invitation");
    let header = adw::HeaderBar::builder().show_end_title_buttons(false).show_start_title_buttons(false).build();
    let form = Form::new(your_name);
    header.pack_start(&form.cancel);
    header.pack_end(&form.accept);
    let below = gtk::Box::new(gtk::Orientation::Vertical, 0);
    below.append(&form.missing);
    let dialog = Dialog::new(parent.as_ref(), &gettext("Invitation"), &header, &form.content(invitation), &below);
    // The header shows the short title. A screen reader speaks this one, and it speaks the
    // description of a control that is new and has the focus twice.
    dialog.window.set_title(Some(&sentences(&[title.clone(), gist(invitation)])));
    form.connect(&dialog.window, accept);
    form.judge();
    dialog.present(&title);
    form.take_focus();
    let window = dialog.window.clone();
    // The form lives as long as the window.
    window.connect_destroy(move |_| _ = &form);
    window
}

struct Form {
    cancel: gtk::Button,
    accept: gtk::Button,
    name: gtk::Entry,
    /// The reason why the invitation cannot be accepted yet.
    missing: gtk::Label,
    /// Whether the user has typed or pressed Enter. The reason is shown only then.
    tried: Cell<bool>,
}

impl Form {
    fn new(your_name: &str) -> Rc<Self> {
        let form = Self {
            cancel: gtk::Button::with_label(&gettext("Cancel")),
            accept: gtk::Button::builder().label(gettext("Accept")).css_classes(["suggested-action"]).build(),
            name: gtk::Entry::builder().text(your_name).placeholder_text(gettext("Name")).build(),
            missing: gtk::Label::builder().wrap(true).css_classes(["answer"]).build(),
            tried: Cell::new(false),
        };
        limit_typing(&form.name);
        form.missing.set_accessible_role(gtk::AccessibleRole::Status);
        Rc::new(form)
    }

    /// Returns what the invitation says, and the field for the name.
    fn content(&self, invitation: &Line) -> gtk::Box {
        let picture = BoardPicture::new(PICTURE);
        picture.set_board(invitation.rules().board);
        let inviter = gtk::Label::builder()
            .label(inviter(invitation))
            .wrap(true)
            .wrap_mode(pango::WrapMode::WordChar)
            .justify(gtk::Justification::Center)
            .css_classes(["title-4"])
            .build();
        let fact = |title: String, subtitle: String| {
            let row = adw::ActionRow::builder().title(title).subtitle(subtitle).use_markup(false).subtitle_lines(0);
            row.focusable(false).build()
        };
        let facts = adw::PreferencesGroup::new();
        facts.add(&fact(gettext("Rules"), describe::rules_name(invitation.rules())));
        facts.add(&fact(gettext("First Move"), first_move(invitation)));
        // In the list of facts, Tab would not reach it: GTK (4.8) tries only the first row.
        let answer = adw::PreferencesGroup::new();
        answer.add(&row(&gettext("Your Name"), &self.name));
        let content = gtk::Box::new(gtk::Orientation::Vertical, 12);
        content.append(&picture);
        content.append(&inviter);
        content.append(&facts);
        content.append(&answer);
        content
    }

    fn connect(self: &Rc<Self>, window: &adw::Window, accept: impl Fn(PlayerName) + 'static) {
        on_click(&self.cancel, window, gtk::prelude::GtkWindowExt::close);
        let form = Rc::downgrade(self);
        on_click(&self.accept, window, move |window| {
            if let Some(name) = form.upgrade().and_then(|form| player_name(&form.name.text())) {
                window.close();
                accept(name);
            }
        });
        let form = Rc::downgrade(self);
        self.name.connect_activate(weak!(window, move |_| match form.upgrade() {
            Some(form) if form.accept.is_sensitive() => form.accept.emit_clicked(),
            Some(form) => {
                form.judge_again();
                announce_in_dialog(window.upcast_ref(), &name_missing());
            }
            None => {}
        }));
        let form = Rc::downgrade(self);
        self.name.connect_changed(move |_| {
            if let Some(form) = form.upgrade() {
                form.judge_again();
            }
        });
    }

    fn judge_again(&self) {
        self.tried.set(true);
        self.judge();
    }

    /// Allows to accept with a name.
    fn judge(&self) {
        let has_name = player_name(&self.name.text()).is_some();
        self.accept.set_sensitive(has_name);
        let words = if has_name { String::new() } else { name_missing() };
        self.missing.set_label(if self.tried.get() { &words } else { "" });
        // A screen reader reads the reason when the field gets the focus, and when it changes.
        set_accessible_description(&self.name, &words);
    }

    fn take_focus(&self) {
        if !self.accept.is_sensitive() || !self.accept.grab_focus() {
            self.name.grab_focus();
        }
    }
}

/// Returns what the invitation says, for a screen reader.
fn gist(invitation: &Line) -> String {
    sentences(&[inviter(invitation), describe::rules_name(invitation.rules()), first_move(invitation)])
}

fn inviter(invitation: &Line) -> String {
    let name = invitation.name().map(PlayerName::as_str).unwrap_or_default();
    // Translators: {name} is the name of a friend, who wants to play a game by message
    gettext_f("{name} invites you", &[("name", name)])
}

/// Returns who begins if the invitation is accepted.
fn first_move(invitation: &Line) -> String {
    match invitation.color() {
        Some(ColorChoice::White) => describe::you_play(Color::Black),
        Some(ColorChoice::Black) => describe::you_play(Color::White),
        Some(ColorChoice::Any) | None => gettext("Random"),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::widgets::for_tests::wait_until;

    fn invitation(color: &str) -> Line {
        let key = "key=r5amllnwr4swesxfwikou5t2n3eu3au5hv5v4gwrxjxt4ijyfbpq";
        Line::parse(&format!("nmm1 aaaqeayeaudao six {color} A%3Cb%3E {key}")).unwrap()
    }

    #[gtk::test]
    fn invitation_describes_its_game() {
        for (color, first) in [("white", "You play Black"), ("black", "You play White"), ("any", "Random")] {
            assert_eq!(gist(&invitation(color)), format!("A<b> invites you. Six Men’s Morris. {first}"));
        }
    }

    #[gtk::test]
    fn tab_reaches_the_name_and_nothing_without_a_name() {
        adw::init().unwrap();
        let window = open(&gtk::Window::new(), &invitation("any"), "Ann", |_| {});
        wait_until(|| window.is_mapped());
        let mut stops = Vec::new();
        for _ in 0..3 {
            window.child_focus(gtk::DirectionType::TabForward);
            stops.extend(GtkWindowExt::focus(&window).map(|stop| stop.type_().name()));
        }
        stops.sort_unstable();
        assert_eq!(stops, ["GtkButton", "GtkButton", "GtkText"]);
        window.destroy();
    }

    #[gtk::test]
    fn only_a_player_with_a_name_accepts() {
        adw::init().unwrap();
        let accepted = Rc::new(RefCell::new(Vec::new()));
        let note = Rc::clone(&accepted);
        let parent = gtk::Window::new();
        let window = adw::Window::builder().transient_for(&parent).build();
        let form = Form::new("");
        form.connect(&window, move |name| note.borrow_mut().push(name.to_string()));
        form.judge();
        assert_eq!((form.accept.is_sensitive(), form.missing.label().as_str()), (false, ""), "nothing is wrong yet");
        form.name.emit_activate();
        assert_eq!((form.accept.is_sensitive(), form.missing.label().as_str()), (false, "Enter your name."));
        assert_eq!(window.title().as_deref(), Some("Enter your name."), "Enter says it");
        form.name.set_text(" \u{200f}Bob\u{202e} ");
        assert_eq!((form.accept.is_sensitive(), form.missing.label().as_str()), (true, ""));
        form.name.emit_activate();
        assert_eq!(*accepted.borrow(), ["Bob"]);
    }
}
