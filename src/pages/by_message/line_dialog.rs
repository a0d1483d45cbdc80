// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog that shows a line of a game by message: to copy, to save, and as a QR code.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;
use gettextrs::gettext;
use gtk::{gio, pango};

use super::Dialog;
use crate::compat::announcer::announce_in_dialog;
use crate::compat::button_words::let_wrap;
use crate::services::messages::Messages;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::callbacks::on_click;
use crate::widgets::qr_code::QrCode;
use morris_message::Line;
use morris_play::persistence::write_file;

/// Suggested name of the file of a line. Its ending is known to the desktop.
const FILE: &str = "game.nmm-line";

/// Shows a line. The heading says what it is. Once the line is saved, the dialog closes, and the
/// window says so.
pub fn present(parent: &impl IsA<gtk::Window>, messages: Messages, heading: &str, line: &str) {
    let plain = pango::AttrList::new();
    plain.insert(pango::AttrInt::new_insert_hyphens(false));
    let text = gtk::Label::builder()
        .label(line)
        .attributes(&plain)
        .selectable(true)
        .wrap(true)
        .wrap_mode(pango::WrapMode::Char)
        .xalign(0.0)
        .hexpand(true)
        .css_classes(["monospace", "card", "message-line"])
        .build();
    let save = gtk::Button::builder().label(gettext("Save as File…")).css_classes(["tall"]).build();
    save.set_halign(gtk::Align::Center);
    let copy = gtk::Button::with_label(&gettext("Copy Message"));
    copy.set_halign(gtk::Align::Center);
    copy.set_css_classes(&["pill", "suggested-action"]);
    [&save, &copy].into_iter().for_each(let_wrap);
    // As high without words, so that nothing moves when they come.
    let done = gtk::Label::builder().wrap(true).justify(gtk::Justification::Center).css_classes(["answer"]).build();
    done.set_accessible_role(gtk::AccessibleRole::Status);
    let content = gtk::Box::new(gtk::Orientation::Vertical, 12);
    content.append(&text);
    if let Some(code) = code(line) {
        content.append(&code);
    }
    content.append(&save);
    let below = gtk::Box::new(gtk::Orientation::Vertical, 3);
    below.append(&done);
    below.append(&copy);
    let dialog = Dialog::new(parent.as_ref(), heading, &adw::HeaderBar::new(), &content, &below);
    let window = dialog.window.clone().downgrade();
    let shown = Rc::new(Shown { window, messages, done, chooser: RefCell::default() });
    let (line, told) = (line.to_owned(), Rc::clone(&shown));
    let copied = line.clone();
    on_click(&copy, &dialog.window, move |window| {
        window.clipboard().set_text(&copied);
        told.tell(&gettext("Message copied"));
    });
    on_click(&save, &dialog.window, move |_| choose_file(&shown, &line));
    // Before it is shown: the text would be selected as soon as it has the focus.
    GtkWindowExt::set_focus(&dialog.window, Some(&copy));
    dialog.present(heading);
}

/// Returns the QR code of a line, as a link, which a phone opens with the right program. A line
/// that is too long has none.
fn code(line: &str) -> Option<QrCode> {
    QrCode::of(&Line::parse(line).ok()?.link(), &gettext("QR code of the message"))
}

/// What the buttons of the dialog need.
struct Shown {
    window: glib::WeakRef<adw::Window>,
    messages: Messages,
    /// What a button has done.
    done: gtk::Label,
    /// The file chooser. A reference must be kept while it is open.
    chooser: RefCell<Option<gtk::FileChooserNative>>,
}

impl Shown {
    /// Shows and announces what a button has done.
    fn tell(&self, words: &str) {
        self.done.set_label(words);
        if let Some(window) = self.window.upgrade() {
            announce_in_dialog(window.upcast_ref(), words);
        }
    }
}

fn choose_file(shown: &Rc<Shown>, line: &str) {
    let chooser = gtk::FileChooserNative::builder()
        .title(gettext("Save Message"))
        .modal(true)
        .action(gtk::FileChooserAction::Save)
        .build();
    chooser.set_transient_for(shown.window.upgrade().as_ref());
    chooser.set_current_name(FILE);
    let (line, kept) = (line.to_owned(), Rc::downgrade(shown));
    chooser.connect_response(move |chooser, response| {
        let Some(shown) = kept.upgrade() else { return };
        if let (gtk::ResponseType::Accept, Some(file)) = (response, chooser.file()) {
            save(&shown, &file, &line);
        }
        shown.chooser.take();
    });
    chooser.show();
    shown.chooser.replace(Some(chooser));
}

/// Writes the line on another thread, and reports the result.
fn save(shown: &Rc<Shown>, file: &gio::File, line: &str) {
    let Some(path) = file.path() else {
        return shown.tell(&gettext("Games can be exported only to files on this computer."));
    };
    let (shown, line) = (Rc::downgrade(shown), format!("{line}\n"));
    glib::spawn_future_local(async move {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let written = gio::spawn_blocking(move || write_file(&path, line)).await;
        let Some(shown) = shown.upgrade() else { return };
        match written {
            Ok(Ok(())) => {
                // Translators: the text that goes to a friend; {file} is the name of a file
                shown.messages.answer(&gettext_f("Message saved as {file}", &[("file", &name)]));
                if let Some(window) = shown.window.upgrade() {
                    window.close();
                }
            }
            Ok(Err(error)) => shown.tell(&describe::write_error(&error)),
            Err(_) => tracing::error!("writing a file went wrong"),
        }
    });
}
