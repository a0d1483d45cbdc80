// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for an external program: its name, its protocol, its command, and its options.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use crate::compat::accessible_names::{introduce, name_inner_parts, set_accessible_description};
use crate::compat::combo_row::show_whole_values;
use crate::compat::descendants::below;
use crate::compat::headings;
use crate::services::sandbox::{is_offline, is_sandboxed};
use crate::text::describe;
use crate::widgets::callbacks::on_click;
use crate::widgets::dialog_height::make_room;
use crate::widgets::keys::close_with_escape;
use crate::widgets::shortcuts::present_dialog;
use crate::widgets::typed_names::limit_typing;
use morris::shown;
use morris_play::setup::{Program, ProtocolKind};
use morris_players::uci::UciEngineInfo;
use morris_players::{Address, ExternalPlayer, can_hide};

use super::option_rows::{OptionRow, option_row};

/// Values of the protocol row, in order.
const SPEECHES: [ProtocolKind; 3] = [ProtocolKind::Competition, ProtocolKind::Uci, ProtocolKind::Classroom];
/// Time within which a program must list its options.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// Height of the header bar of the dialog, in pixels.
const HEADER: i32 = 60;

pub enum Decision {
    /// The program is to be saved.
    Keep(Program),
    Remove,
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "program_dialog.ui")]
    pub struct ProgramDialog {
        #[template_child]
        pub(super) cancel_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) save_button: TemplateChild<gtk::Button>,
        /// Settings that every program needs.
        #[template_child]
        pub(super) program_group: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub(super) name: TemplateChild<gtk::Entry>,
        /// Protocol of the program.
        #[template_child]
        pub(super) speech_row: TemplateChild<adw::ComboRow>,
        /// Command or address.
        #[template_child]
        pub(super) command: TemplateChild<gtk::Entry>,
        /// Row with the title of the command or address.
        #[template_child]
        pub(super) command_row: TemplateChild<adw::ActionRow>,
        /// Selects a file as the command.
        #[template_child]
        pub(super) file_button: TemplateChild<gtk::Button>,
        /// The reason why the program cannot be saved yet.
        #[template_child]
        pub(super) missing: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) options_group: TemplateChild<adw::PreferencesGroup>,
        /// Asks the program for its options.
        #[template_child]
        pub(super) read_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) window_title: TemplateChild<adw::WindowTitle>,
        /// Scrolls the settings if the window is low.
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        /// Button and result of a test.
        #[template_child]
        pub(in crate::pages::setup) test_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(in crate::pages::setup) result: TemplateChild<gtk::Label>,
        /// The program that is being tested. It ends when it is dropped.
        pub(in crate::pages::setup) tested: RefCell<Option<ExternalPlayer>>,
        /// Visible only for an existing program.
        #[template_child]
        pub(super) remove_group: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub(super) remove_button: TemplateChild<gtk::Button>,
        /// The program before any change.
        pub(super) program: OnceCell<Program>,
        /// Names of other programs.
        pub(super) taken: OnceCell<Vec<String>>,
        pub(super) options: RefCell<Vec<OptionRow>>,
        /// The file chooser. A reference must be kept while it is open.
        pub(super) chooser: RefCell<Option<gtk::FileChooserNative>>,
    }

    impl ObjectImpl for ProgramDialog {}
    impl WidgetImpl for ProgramDialog {}
    impl WindowImpl for ProgramDialog {}
    impl AdwWindowImpl for ProgramDialog {}
}

class!(ProgramDialog: adw::Window, template = []);

glib::wrapper! {
    pub struct ProgramDialog(ObjectSubclass<imp::ProgramDialog>)
        @extends adw::Window, gtk::Window, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Native, gtk::Root,
            gtk::ShortcutManager;
}

impl ProgramDialog {
    /// Opens the dialog for a program or for a new one. `taken` are the names of other programs.
    /// The dialog calls `decide` with its result unless it is canceled.
    pub fn open(
        parent: Option<&gtk::Window>,
        program: Option<&Program>,
        taken: Vec<String>,
        decide: impl Fn(Decision) + 'static,
    ) {
        let dialog: Self = glib::Object::new();
        dialog.set_transient_for(parent);
        close_with_escape(dialog.upcast_ref());
        let imp = dialog.imp();
        imp.remove_group.set_visible(program.is_some());
        dialog.show_program(program);
        // Both are set only here.
        _ = imp.taken.set(taken);
        _ = imp.program.set(program.cloned().unwrap_or_else(new_program));
        dialog.connect_rows();
        dialog.connect_buttons(decide);
        dialog.update();
        let title = if program.is_some() { gettext("Edit Program") } else { gettext("Add Program") };
        dialog.set_title(Some(&title));
        imp.window_title.set_title(&title);
        if let Some(parent) = parent {
            imp.scroller.set_max_content_height((parent.height() - HEADER).max(HEADER));
        }
        if let Some(title) = below::<gtk::Label>(imp.command_row.upcast_ref()) {
            title.set_wrap_mode(gtk::pango::WrapMode::Word);
        }
        headings::mark(dialog.upcast_ref());
        dialog.connect_realize(|dialog| make_room(&dialog.imp().scroller, dialog.default_size().0));
        present_dialog(&dialog);
        name_inner_parts(dialog.upcast_ref(), &title);
        show_whole_values(dialog.upcast_ref());
        introduce(dialog.upcast_ref());
        limit_typing(&imp.name.get());
        imp.name.grab_focus();
    }

    fn show_program(&self, program: Option<&Program>) {
        let imp = self.imp();
        imp.speech_row.set_model(Some(&gtk::StringList::from_iter(SPEECHES.map(describe::speech))));
        if let Some(program) = program {
            imp.name.set_text(&shown(&program.name));
            imp.command.set_text(&shown(&program.command));
            let index = SPEECHES.iter().position(|speech| *speech == program.speech).unwrap_or_default();
            imp.speech_row.set_selected(index as u32);
        }
    }

    fn speech(&self) -> ProtocolKind {
        SPEECHES.get(self.imp().speech_row.selected() as usize).copied().unwrap_or_default()
    }

    fn command(&self) -> String {
        self.whole(&self.imp().command, |program| &program.command)
    }

    /// Returns the text of a field, or the whole text that it shows if that is not edited.
    fn whole(&self, field: &gtk::Entry, of: fn(&Program) -> &String) -> String {
        let text = field.text();
        let before = self.imp().program.get().map(of).filter(|before| shown(before) == text.as_str());
        before.map_or(text.as_str(), String::as_str).trim().to_owned()
    }

    /// Returns the program as entered. Options that the program has not listed keep their values.
    pub(super) fn program(&self) -> Program {
        let imp = self.imp();
        let mut options = imp.program.get().map(|program| program.options.clone()).unwrap_or_default();
        for row in &*imp.options.borrow() {
            match row.value() {
                Some(value) => _ = options.insert(row.name.clone(), value),
                None => _ = options.remove(&row.name),
            }
        }
        let name = self.whole(&imp.name, |program| &program.name);
        Program { name, speech: self.speech(), command: self.command(), options }
    }

    fn connect_rows(&self) {
        let imp = self.imp();
        let update = weak!(dialog = self, move || dialog.update());
        for row in [&imp.name, &imp.command] {
            row.connect_changed(glib::clone!(
                #[strong]
                update,
                move |_| update()
            ));
        }
        imp.speech_row.connect_selected_notify(move |_| update());
    }

    fn connect_buttons(&self, decide: impl Fn(Decision) + 'static) {
        let imp = self.imp();
        let decide = std::rc::Rc::new(decide);
        on_click(&imp.cancel_button, self, gtk::prelude::GtkWindowExt::close);
        let keep = std::rc::Rc::clone(&decide);
        on_click(&imp.save_button, self, move |dialog| {
            keep(Decision::Keep(dialog.program()));
            dialog.close();
        });
        on_click(&imp.remove_button, self, move |dialog| {
            decide(Decision::Remove);
            dialog.close();
        });
        on_click(&imp.file_button, self, Self::choose_file);
        on_click(&imp.read_button, self, Self::read_options);
        on_click(&imp.test_button, self, Self::test);
        self.connect_unmap(Self::end_test);
    }

    /// Shows only the widgets that apply. Only a usable program can be saved.
    fn update(&self) {
        let imp = self.imp();
        let (speech, program) = (self.speech(), self.program());
        let title = if speech == ProtocolKind::Classroom { gettext("Address") } else { gettext("Command") };
        imp.command_row.set_title(&title);
        imp.speech_row.set_subtitle(&describe::speech_summary(speech));
        let about = match speech {
            ProtocolKind::Classroom => is_offline().then(|| describe::speech_in_sandbox(speech)),
            _ if is_sandboxed() => Some(describe::speech_in_sandbox(speech)),
            _ => Some(describe::readable_files(can_hide())),
        };
        imp.program_group.set_description(about.as_deref());
        imp.file_button.set_visible(speech != ProtocolKind::Classroom);
        imp.options_group.set_visible(speech == ProtocolKind::Uci);
        imp.read_button.set_sensitive(!program.command.is_empty());
        self.end_test();
        let taken = imp.taken.get().is_some_and(|taken| taken.contains(&program.name));
        match taken {
            true => imp.name.add_css_class("error"),
            false => imp.name.remove_css_class("error"),
        }
        let is_usable = missing(&Program { name: "-".to_owned(), ..program.clone() }, false).is_none();
        imp.test_button.set_sensitive(is_usable);
        let missing = missing(&program, taken);
        imp.save_button.set_sensitive(missing.is_none());
        // Nothing is wrong before the user has begun.
        let has_begun = !program.name.is_empty() || !program.command.is_empty();
        imp.missing.set_visible(missing.is_some() && has_begun);
        let missing = missing.unwrap_or_default();
        imp.missing.set_label(&missing);
        // Screen readers read the reason when a field gets the focus, and when the reason changes
        // while it has the focus.
        [&imp.name, &imp.command].iter().for_each(|entry| set_accessible_description(&***entry, &missing));
        self.fit_content();
    }

    /// Makes the dialog as high as its content, which has changed.
    pub(super) fn fit_content(&self) {
        if self.is_mapped() {
            self.set_default_size(self.width(), -1);
        }
    }

    fn choose_file(&self) {
        let title = gettext("Choose a Program");
        let chooser = gtk::FileChooserNative::builder()
            .title(title)
            .transient_for(self)
            .modal(true)
            .action(gtk::FileChooserAction::Open)
            .build();
        chooser.connect_response(weak!(dialog = self, move |chooser, response| {
            if let (gtk::ResponseType::Accept, Some(path)) = (response, chooser.file().and_then(|file| file.path())) {
                dialog.imp().command.set_text(&glib::shell_quote(path.as_os_str()).to_string_lossy());
            }
            dialog.imp().chooser.take();
        }));
        chooser.show();
        self.imp().chooser.replace(Some(chooser));
    }

    /// Asks the program for its options on another thread.
    fn read_options(&self) {
        let command = self.command();
        let button = self.imp().read_button.get();
        let had_focus = button.is_focus();
        button.set_sensitive(false);
        let dialog = self.downgrade();
        glib::spawn_future_local(async move {
            let info = gio::spawn_blocking(move || UciEngineInfo::read(&command, PATIENCE)).await;
            button.set_sensitive(true);
            let Some(dialog) = dialog.upgrade() else { return };
            // GTK has taken it from the insensitive button. The user may be elsewhere now.
            if had_focus && GtkWindowExt::focus(&dialog).is_none() {
                button.grab_focus();
            }
            match info {
                Ok(Ok(info)) => dialog.show_options(info),
                Ok(Err(error)) => dialog.tell(&describe::process_error(&error)),
                Err(_) => tracing::error!("asking a program went wrong"),
            }
        });
    }

    fn show_options(&self, info: UciEngineInfo) {
        let imp = self.imp();
        for row in imp.options.take() {
            imp.options_group.remove(&row.widget);
        }
        if imp.name.text().is_empty() {
            imp.name.set_text(&info.name);
        }
        self.tell(&if info.options.is_empty() { gettext("This program has no options.") } else { String::new() });
        let set = imp.program.get().map(|program| program.options.clone()).unwrap_or_default();
        // The rules are those of the game.
        for option in info.options.into_iter().filter(|option| option.name != "Rules") {
            let row = option_row(&option, set.get(&option.name));
            imp.options_group.add(&row.widget);
            imp.options.borrow_mut().push(row);
        }
    }

    fn tell(&self, words: &str) {
        // The text of a program may contain anything, and the description of a group is always
        // markup.
        let words = glib::markup_escape_text(words);
        self.imp().options_group.set_description(Some(&*words).filter(|words| !words.is_empty()));
    }
}

/// Returns the reason why a program cannot be saved, or `None` if it can.
fn missing(program: &Program, taken: bool) -> Option<String> {
    match (&*program.name, &*program.command, program.speech) {
        ("", ..) => Some(gettext("Enter a name to save the program.")),
        _ if taken => Some(gettext("A program with this name already exists.")),
        (_, "", ProtocolKind::Classroom) => Some(gettext("Enter the program’s address.")),
        (_, "", _) => Some(gettext("Enter the command that starts it, or choose its file.")),
        (_, address, ProtocolKind::Classroom) => {
            Address::read(address).err().map(|error| describe::address_error(&error))
        }
        _ => None,
    }
}

fn new_program() -> Program {
    Program {
        name: String::new(),
        speech: ProtocolKind::default(),
        command: String::new(),
        options: Default::default(),
    }
}

#[cfg(test)]
mod tests {
    use morris_players::uci::{OptionKind, UciOption};

    use super::*;
    use crate::widgets::for_tests::{
        Look, PHONE, SCREEN, TEXT_SIZES, dialog_over, misfits, wait_for_layout, wait_until,
    };

    #[gtk::test]
    fn options_of_any_length_fit_in_the_window_of_a_phone() {
        let (word, value) = ("W".repeat(3000), "W".repeat(800));
        let program = Program { name: word.clone(), command: word.clone(), speech: ProtocolKind::Uci, ..new_program() };
        let kinds = [
            (&*value, OptionKind::Text),
            ("true", OptionKind::Check),
            ("1", OptionKind::Spin { least: i64::MIN, most: i64::MAX }),
            (&*value, OptionKind::Combo(vec![value.clone(), "W".repeat(99)])),
        ];
        let option = |(place, (default, kind)): (usize, (&str, OptionKind))| UciOption {
            name: format!("{}{place}", "W".repeat(99)),
            default: default.to_owned(),
            kind,
        };
        let info = UciEngineInfo { name: word, options: kinds.into_iter().enumerate().map(option).collect() };
        for (size, height) in TEXT_SIZES.into_iter().zip([PHONE.1, SCREEN]) {
            let _look = Look::with_text(size);
            let parent = gtk::Window::builder().default_width(PHONE.0).default_height(PHONE.1).build();
            parent.present();
            wait_for_layout("the window", || parent.width() > 0);
            ProgramDialog::open(Some(&parent), Some(&program), Vec::new(), |_| {});
            let dialog: ProgramDialog = dialog_over(&parent, "Edit Program").downcast().unwrap();
            dialog.show_options(info.clone());
            wait_for_layout("the options", || dialog.imp().options.borrow().iter().all(|row| row.widget.width() > 0));
            assert_eq!(dialog.imp().options.borrow().len(), 4);
            assert_eq!(misfits(&dialog, (PHONE.0, height)), [] as [String; 0], "text × {size}");
            dialog.destroy();
            parent.destroy();
        }
    }

    #[gtk::test]
    fn the_button_that_asks_for_options_keeps_the_focus() {
        adw::init().unwrap();
        let parent = gtk::Window::new();
        let program = Program { command: "/nowhere".to_owned(), speech: ProtocolKind::Uci, ..new_program() };
        ProgramDialog::open(Some(&parent), Some(&program), Vec::new(), |_| {});
        let dialog: ProgramDialog = dialog_over(&parent, "Edit Program").downcast().unwrap();
        let button = &dialog.imp().read_button;
        assert!(button.grab_focus());
        button.emit_clicked();
        assert!(!button.is_sensitive());
        wait_until(|| button.is_sensitive());
        assert!(button.is_focus());
        dialog.destroy();
    }

    #[gtk::test]
    fn the_label_of_the_command_is_whole_in_a_narrow_window() {
        adw::init().unwrap();
        ProgramDialog::open(None, None, Vec::new(), |_| {});
        let dialog = gtk::Window::list_toplevels().into_iter().find_map(|window| window.downcast().ok());
        let dialog: ProgramDialog = dialog.unwrap();
        dialog.set_default_size(360, -1);
        wait_until(|| (1..=360).contains(&dialog.width()));
        let title = below::<gtk::Label>(dialog.imp().command_row.upcast_ref()).unwrap();
        assert_eq!((&*title.text(), title.layout().line_count()), ("Command", 1));
        dialog.destroy();
    }

    #[test]
    fn missing_fields_are_named() {
        let program = |name: &str, command: &str, speech| Program {
            name: name.to_owned(),
            command: command.to_owned(),
            speech,
            ..new_program()
        };
        let said = |name, command, speech, taken| missing(&program(name, command, speech), taken);
        assert_eq!(said("", "", ProtocolKind::Uci, false).as_deref(), Some("Enter a name to save the program."));
        assert!(said("Ada", "", ProtocolKind::Uci, false).is_some_and(|words| words.contains("command")));
        assert!(said("Ada", "", ProtocolKind::Classroom, false).is_some_and(|words| words.contains("address")));
        assert_eq!(said("Ada", "http://127.0.0.1:5000/a", ProtocolKind::Classroom, false), None);
        for (address, words) in [
            ("http://127.0.0.1:5000/a?b=c", "The address cannot contain “?”."),
            ("http://127.0.0.1:5000#x", "The address cannot contain “#”."),
            ("127.0.0.1", "“127.0.0.1” is not an address like http://127.0.0.1:5000."),
        ] {
            assert_eq!(said("Ada", address, ProtocolKind::Classroom, false).as_deref(), Some(words));
        }
        assert_eq!(said("Ada", "play a?b#c", ProtocolKind::Uci, false), None);
        assert!(said("Ada", "ada", ProtocolKind::Uci, true).is_some_and(|words| words.contains("already")));
        assert_eq!(said("Ada", "ada", ProtocolKind::Uci, false), None);
    }
}
