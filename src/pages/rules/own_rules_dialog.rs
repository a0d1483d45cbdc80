// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for custom rules: the user selects base rules and changes choices one by one.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use adw::prelude::*;
use gettextrs::gettext;

use crate::board::BoardPicture;
use crate::compat::accessible_names::{introduce, name_inner_parts, set_accessible_description};
use crate::compat::announcer::announce_in_dialog;
use crate::compat::combo_row::show_whole_values;
use crate::compat::headings;
use crate::text::describe::{self, ChoiceRow, Section, choice_rows};
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::keys::close_with_escape;
use crate::widgets::shortcuts::present_dialog;
use crate::widgets::typed_names::limit_typing;
use morris::{ByColor, PointSet, Rules, RulesError};
use morris_play::setup::NamedRules;

/// Side of the picture of the board, in logical pixels.
const PICTURE: i32 = 104;
/// Maximum number of lines about differences.
const DIFFERENCES: i32 = 4;

/// Result of the dialog.
pub enum Decision {
    /// The rules are to be saved.
    Keep(NamedRules),
    Remove,
}

/// Opens the dialog. `own` are the rules to edit, if they exist already. `begin` are the initial
/// rules of new ones. `taken` are the names of other rules. The dialog calls `decide` with its
/// result unless it is canceled.
pub fn open(
    parent: Option<&gtk::Window>,
    own: Option<&NamedRules>,
    begin: Rules,
    taken: Vec<String>,
    decide: impl Fn(Decision) + 'static,
) {
    let title = if own.is_some() { gettext("Edit Rules") } else { gettext("New Rules") };
    let window = adw::Window::builder()
        .title(&title)
        .modal(true)
        .default_width(480)
        .default_height(640)
        .width_request(320)
        .height_request(360)
        .build();
    window.set_transient_for(parent);
    let editor = Editor::new(&window, taken);
    window.set_content(Some(&editor.content(&title, own.is_some())));
    close_with_escape(&window);
    editor.connect(&window, decide);
    editor.name.set_text(own.map_or("", |own| own.name.as_str()));
    limit_typing(&editor.name);
    editor.show(own.map_or(begin, |own| own.rules));
    headings::mark(window.upcast_ref());
    present_dialog(&window);
    name_inner_parts(window.upcast_ref(), &title);
    show_whole_values(window.upcast_ref());
    introduce(window.upcast_ref());
    editor.name.grab_focus();
    // The editor lives as long as the window.
    window.connect_destroy(move |_| _ = &editor);
}

struct Editor {
    cancel: gtk::Button,
    save: gtk::Button,
    remove: gtk::Button,
    name: gtk::Entry,
    base: adw::ComboRow,
    rows: Vec<(ChoiceRow, adw::ComboRow)>,
    /// A full board by these rules.
    picture: BoardPicture,
    /// Board and number of men.
    gist: gtk::Label,
    differs: gtk::Label,
    verdict: gtk::Label,
    /// The dialog, which announces why the rules cannot be saved.
    window: glib::WeakRef<adw::Window>,
    taken: Vec<String>,
    /// Rules that the rows change. Choices without a row keep their value from here.
    base_rules: Cell<Rules>,
    /// Whether the rows are being updated, so that their signals are ignored.
    showing: Cell<bool>,
}

impl Editor {
    fn new(window: &adw::Window, taken: Vec<String>) -> Rc<Self> {
        let with_widget = |row: ChoiceRow| {
            let widget = widget_of(&row);
            (row, widget)
        };
        let names: gtk::StringList = Rules::PRESETS.iter().map(describe::rules_name).collect();
        let label = || gtk::Label::builder().wrap(true).xalign(0.0).build();
        let editor = Self {
            cancel: gtk::Button::with_label(&gettext("Cancel")),
            save: gtk::Button::with_label(&gettext("Save")),
            remove: gtk::Button::builder().label(gettext("Delete")).css_classes(["destructive-action", "tall"]).build(),
            name: gtk::Entry::builder()
                .valign(gtk::Align::Center)
                .hexpand(true)
                .placeholder_text(gettext("Name"))
                .build(),
            base: adw::ComboRow::builder().title(gettext("Based On")).model(&names).build(),
            rows: choice_rows().into_iter().map(with_widget).collect(),
            picture: BoardPicture::new(PICTURE),
            gist: label(),
            differs: label(),
            verdict: label(),
            window: window.downgrade(),
            taken,
            base_rules: Cell::default(),
            showing: Cell::new(false),
        };
        Rc::new(editor)
    }

    fn content(&self, title: &str, can_remove: bool) -> gtk::Box {
        let header = adw::HeaderBar::builder().show_end_title_buttons(false).show_start_title_buttons(false).build();
        header.set_title_widget(Some(&adw::WindowTitle::new(title, "")));
        header.pack_start(&self.cancel);
        header.pack_end(&self.save);
        self.save.add_css_class("suggested-action");
        let page = adw::PreferencesPage::new();
        let group = |title: &str, children: &[&gtk::Widget]| {
            let group = adw::PreferencesGroup::builder().title(title).build();
            children.iter().for_each(|child| group.add(*child));
            page.add(&group);
        };
        let name =
            adw::ActionRow::builder().title(gettext("Name")).focusable(false).activatable_widget(&self.name).build();
        name.add_suffix(&self.name);
        for section in Section::ALL {
            let own = self.rows.iter().filter(|(row, _)| row.section == section).map(|(_, row)| row.upcast_ref());
            let first = [name.upcast_ref(), self.base.upcast_ref()].into_iter().filter(|_| section == Section::Board);
            group(&section.title(), &first.chain(own).collect::<Vec<_>>());
        }
        if can_remove {
            self.remove.set_halign(gtk::Align::Center);
            group("", &[self.remove.upcast_ref()]);
        }
        // The preview and the verdict stay visible, whichever row is changed.
        self.verdict.add_css_class("notice");
        page.set_vexpand(true);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&header);
        content.append(&self.preview());
        content.append(&page);
        content.append(&self.verdict);
        content
    }

    /// Returns the board with the pieces, and a summary of the rules beside it.
    fn preview(&self) -> gtk::Box {
        self.gist.add_css_class("heading");
        self.differs.add_css_class("caption");
        // A long list of differences is cut, so that the rows below stay in place.
        self.differs.set_lines(DIFFERENCES);
        self.differs.set_ellipsize(gtk::pango::EllipsizeMode::End);
        self.differs.set_valign(gtk::Align::Start);
        let words = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(3).hexpand(true).build();
        words.append(&self.gist);
        words.append(&self.differs);
        words.set_valign(gtk::Align::Center);
        let preview = gtk::Box::builder().spacing(12).css_classes(["preview"]).build();
        preview.append(&self.picture);
        preview.append(&words);
        preview
    }

    fn connect(self: &Rc<Self>, window: &adw::Window, decide: impl Fn(Decision) + 'static) {
        let decide = Rc::new(decide);
        let close = weak!(window, move || window.close());
        let cancel = close.clone();
        self.cancel.connect_clicked(move |_| cancel());
        let (editor, keep, kept) = (Rc::downgrade(self), Rc::clone(&decide), close.clone());
        self.save.connect_clicked(move |_| {
            if let Some((name, Ok(rules))) = editor.upgrade().map(|editor| (editor.name(), editor.rules())) {
                keep(Decision::Keep(NamedRules { name, rules }));
                kept();
            }
        });
        self.remove.connect_clicked(move |_| {
            decide(Decision::Remove);
            close();
        });
        let update = self.when_changed(|editor| editor.judge());
        self.name.connect_changed(move |_| update());
        for (_, row) in &self.rows {
            let update = self.when_changed(|editor| editor.judge());
            row.connect_selected_notify(move |_| update());
        }
        let begin = self.when_changed(|editor| editor.show(editor.base_rules()));
        self.base.connect_selected_notify(move |_| begin());
    }

    /// Returns a handler that runs `act` when the user changes something.
    fn when_changed<F: Fn(&Self) + 'static>(self: &Rc<Self>, act: F) -> impl Fn() + 'static + use<F> {
        let editor: Weak<Self> = Rc::downgrade(self);
        move || {
            if let Some(editor) = editor.upgrade().filter(|editor| !editor.showing.get()) {
                act(&editor);
            }
        }
    }

    fn show(&self, rules: Rules) {
        self.base_rules.set(rules);
        self.showing.set(true);
        let index = Rules::PRESETS.iter().position(|preset| *preset == rules.base()).unwrap_or_default();
        self.base.set_selected(index as u32);
        for (row, widget) in &self.rows {
            let value = row.choice.value(&rules);
            let index = row.values.iter().position(|offered| offered.word == value);
            // A value from a file that the row does not offer is kept until another one is
            // selected.
            widget.set_selected(index.map_or(gtk::INVALID_LIST_POSITION, |index| index as u32));
        }
        self.showing.set(false);
        self.judge();
    }

    fn name(&self) -> String {
        self.name.text().trim().to_owned()
    }

    fn base_rules(&self) -> Rules {
        Rules::PRESETS.get(self.base.selected() as usize).copied().unwrap_or_default()
    }

    fn rules(&self) -> Result<Rules, RulesError> {
        let mut rules = Rules::builder(self.base_rules.get());
        for (row, widget) in &self.rows {
            let word = row.values.get(widget.selected() as usize).map(|value| &value.word);
            if let Some(changed) = word.and_then(|word| rules.choose(row.choice.key, word).ok()) {
                rules = changed;
            }
        }
        rules.build()
    }

    /// Announces a sentence once the dialog is open. Before, its field describes itself.
    fn announce(&self, words: &str) {
        if let Some(window) = self.window.upgrade().filter(|window| window.is_active()) {
            announce_in_dialog(window.upcast_ref(), words);
        }
    }

    /// Shows the effect of the choices. Only playable rules with a valid name can be saved.
    fn judge(&self) {
        let (rules, base) = (self.rules(), self.base_rules());
        if let Ok(rules) = &rules {
            self.picture.set_board(rules.board);
            self.picture.set_men(all_men(rules));
            self.gist.set_label(&describe::rules_gist(rules));
        }
        let differences = rules.as_ref().map(|rules| describe::rules_differences(rules, &base)).unwrap_or_default();
        let name = describe::rules_name(&base);
        self.differs.set_label(&match differences.is_empty() {
            // Translators: {rules} is a set of rules, such as “Twelve Men’s Morris”
            true => gettext_f("Same as {rules}", &[("rules", &name)]),
            false => {
                let intro = gettext_f("Differences from {rules}", &[("rules", &name)]);
                format!("{intro}\n{}", differences.join("\n"))
            }
        });
        // Nothing is wrong before the user has begun.
        let is_untouched = self.name.text().is_empty() && differences.is_empty();
        let why_not = why_not(&rules, &self.name(), &self.taken);
        self.save.set_sensitive(why_not.is_none());
        // Screen readers read the reason when the field gets the focus, and when the reason changes
        // while it has the focus.
        let why = why_not.as_deref().unwrap_or_default();
        set_accessible_description(&self.name, why);
        let verdict = why_not.or_else(|| rules.ok().map(|rules| warnings(&rules))).unwrap_or_default();
        let verdict = if is_untouched { String::new() } else { verdict };
        if self.verdict.label() != verdict && !verdict.is_empty() {
            self.announce(&verdict);
        }
        self.verdict.set_visible(!verdict.is_empty());
        self.verdict.set_label(&verdict);
    }
}

/// Returns the men of both players, as many as the board has room for, by turns on its points.
fn all_men(rules: &Rules) -> ByColor<PointSet> {
    let points = || rules.board.points().into_iter().take(2 * usize::from(rules.men)).enumerate();
    let men = |turn| points().filter(|(index, _)| index % 2 == turn).map(|(_, point)| point).collect::<PointSet>();
    ByColor { white: men(0), black: men(1) }
}

fn warnings(rules: &Rules) -> String {
    let words = |warning| describe::rules_warning(warning, rules);
    sentences(&rules.warnings().into_iter().map(words).collect::<Vec<_>>())
}

/// Returns the reason why rules cannot be saved, or `None` if they can.
fn why_not(rules: &Result<Rules, RulesError>, name: &str, taken: &[String]) -> Option<String> {
    match rules {
        Err(error) => Some(describe::rules_error(error)),
        Ok(_) if name.is_empty() => Some(gettext("Enter a name to save the rules.")),
        Ok(_) if taken.iter().any(|other| other == name) => Some(gettext("This name is already in use.")),
        Ok(_) => None,
    }
}

fn widget_of(row: &ChoiceRow) -> adw::ComboRow {
    let model: gtk::StringList = row.values.iter().map(|value| value.label.clone()).collect();
    // With a limit of lines, a title of two characters, as in Chinese, would have a minimum width
    // above its natural width: that of the ellipsis.
    adw::ComboRow::builder().title(&row.title).title_lines(0).model(&model).build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::toolkit_warnings::warnings_of;
    use morris::Choice;

    #[test]
    fn reason_against_saving_rules_is_shown() {
        let taken = ["At home".to_owned()];
        let said = |rules, name: &str| why_not(&rules, name, &taken);
        assert_eq!(said(Ok(Rules::STANDARD), "").as_deref(), Some("Enter a name to save the rules."));
        assert_eq!(said(Ok(Rules::STANDARD), "At home").as_deref(), Some("This name is already in use."));
        assert_eq!(said(Ok(Rules::STANDARD), "Away"), None);
    }

    #[test]
    fn the_preview_has_all_men_while_there_is_room() {
        let count = |id: &str| {
            let men = all_men(&id.parse().unwrap());
            (men.white.len(), men.black.len())
        };
        assert_eq!(["standard", "twelve", "six"].map(count), [(9, 9), (12, 12), (6, 6)]);
    }

    #[gtk::test]
    fn the_preview_follows_the_choices_and_the_reason_stays() {
        adw::init().unwrap();
        let window = adw::Window::new();
        let editor = Editor::new(&window, Vec::new());
        editor.show("six".parse().unwrap());
        assert_eq!(editor.gist.label(), "Two Squares, 6 pieces");
        assert_eq!(editor.differs.label(), "Same as Six Men’s Morris");
        assert!(!editor.verdict.is_visible() && !editor.save.is_sensitive(), "nothing is wrong yet");
        editor.name.set_text(" ");
        editor.judge();
        assert_eq!(editor.verdict.label(), "Enter a name to save the rules.");
        editor.name.set_text("At home");
        editor.show("twelve".parse().unwrap());
        assert_eq!(editor.gist.label(), "Three Squares With Diagonals, 12 pieces");
        assert!(!editor.verdict.is_visible() && editor.save.is_sensitive());
    }

    /// As short as many Chinese titles, but with letters that every font has.
    #[gtk::test]
    fn the_title_of_a_choice_may_be_two_signs() {
        adw::init().unwrap();
        let row = widget_of(&ChoiceRow {
            choice: Choice::ALL[0],
            section: Section::Board,
            title: "i i".to_owned(),
            values: Vec::new(),
        });
        let warnings = warnings_of(|| {
            (20..120).for_each(|height| _ = row.measure(gtk::Orientation::Horizontal, height));
        });
        assert!(warnings.is_empty(), "{warnings:?}");
    }
}
