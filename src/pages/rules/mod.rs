// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules page: for each board, a list of the sets of rules that are played on it.

mod own_rules_dialog;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::AccessibleRole;

use crate::board::BoardPicture;
use crate::compat::accessible_names::{name_row, report_checked, set_accessible_description, set_accessible_name};
use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::pages::setup::SetupPage;
use crate::services::messages::{Message, Request};
use crate::services::{PageContext, SharedSettings};
use crate::text::describe;
use crate::text::i18n::ngettext_f;
use crate::text::presets::{Group, Preset, groups, preset};
use crate::widgets::adaptive_layout::AdaptiveLayout;
use crate::widgets::callbacks::on_click;
use crate::widgets::columns::Columns;
use crate::widgets::left_focus::LeftFocus;
use crate::widgets::search::{has_words, let_escape_leave};
use crate::widgets::single_tab_stop::SingleTabStop;
use morris::names::LONGEST_TYPED;
use morris::{Board, Rules, shortened};
use morris_play::setup::NamedRules;

use own_rules_dialog::Decision;

const COLUMNS: Columns = Columns { from: 720, across: 24, down: 24 };
/// Side of the picture above a list, and of one in a row, in logical pixels.
const PICTURES: (i32, i32) = (64, 44);

pub struct RulesRow {
    rules: Rules,
    /// Name of custom rules.
    name: Option<String>,
    widget: adw::ActionRow,
    /// Text that a search looks in, in lower case.
    searched: String,
    /// Visible if the rules are selected.
    check: gtk::Image,
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "rules_page.ui")]
    pub struct RulesPage {
        #[template_child]
        pub(super) search_bar: TemplateChild<gtk::SearchBar>,
        #[template_child]
        pub(super) search_entry: TemplateChild<gtk::SearchEntry>,
        /// The columns, or the words that nothing was found.
        #[template_child]
        pub(super) view: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) columns: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) first_column: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) second_column: TemplateChild<gtk::Box>,
        pub(super) rows: RefCell<Vec<RulesRow>>,
        /// All lists, each with the box of its heading.
        pub(super) lists: RefCell<Vec<(gtk::Box, gtk::ListBox)>>,
        /// List of the user's custom rules.
        pub(super) own: OnceCell<gtk::ListBox>,
        /// Data shared by the pages, and access to the window.
        pub(super) context: OnceCell<PageContext>,
        /// Rules that were selected when the page was shown.
        pub(super) chosen: RefCell<Option<(Rules, Option<String>)>>,
        /// Rules whose text the user has asked for.
        pub(super) asked: Cell<Option<Rules>>,
        /// The widget that had the focus when the user left the page.
        pub(super) left_focus: LeftFocus,
    }

    impl ObjectImpl for RulesPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.columns.set_layout_manager(Some(AdaptiveLayout::new(COLUMNS)));
            let page = self.obj();
            page.list_presets();
            self.search_entry.connect_search_changed(weak!(page, move |_| page.search()));
            self.search_bar.connect_search_mode_enabled_notify(weak!(page, move |bar| {
                if !bar.is_search_mode() && page.is_mapped() {
                    page.focus_chosen();
                }
            }));
            let_escape_leave(&*page, &self.search_bar);
        }
    }

    impl WidgetImpl for RulesPage {}
}

class!(RulesPage: adw::Bin, template = []);

impl Page for RulesPage {
    const ID: PageId = PageId("rules");
    const HELP: &'static str = "rules";

    fn title() -> String {
        gettext("Rules")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().context.get_or_init(|| context.clone());
        page.list_own();
        page
    }
}

impl AppPage for RulesPage {
    fn enter(&self, _: PageId, _: &dyn Pages) {
        self.imp().left_focus.forget();
        self.imp().search_bar.set_search_mode(false);
    }

    /// Gives the focus to the selected rules, or back to the widget that led away from the page.
    fn focus(&self, pages: &dyn Pages) {
        self.imp().asked.set(None);
        let setup: SetupPage = pages.page_of();
        self.mark(&setup.rules(), setup.rules_name());
        if !self.imp().left_focus.take_back() {
            self.focus_chosen();
        }
    }

    fn focus_first(&self) -> bool {
        self.chosen_row().is_some_and(|row| row.grab_focus())
    }

    fn leave(&self) {
        self.imp().left_focus.keep(self);
    }

    fn rules_here(&self, pages: &dyn Pages) -> Option<Rules> {
        Some(self.imp().asked.get().unwrap_or_else(|| pages.page_of::<SetupPage>().rules()))
    }
}

impl RulesPage {
    fn mark(&self, rules: &Rules, name: Option<String>) {
        self.imp().chosen.replace(Some((*rules, name.clone())));
        for row in &*self.imp().rows.borrow() {
            let is_chosen = row.rules == *rules && row.name == name;
            // The sign keeps its place, so that nothing moves.
            row.check.set_opacity(if is_chosen { 1.0 } else { 0.0 });
            if is_chosen {
                row.widget.add_css_class("chosen");
            } else {
                row.widget.remove_css_class("chosen");
            }
            report_checked(&row.widget, is_chosen);
        }
    }

    fn chosen_row(&self) -> Option<adw::ActionRow> {
        let rows = self.imp().rows.borrow();
        rows.iter().find(|row| row.widget.has_css_class("chosen")).map(|row| row.widget.clone())
    }

    /// Gives the focus to the selected rules after the next layout, so that GTK scrolls their row
    /// into view. A search that has just been closed changes the layout.
    fn focus_chosen(&self) {
        let Some(row) = self.chosen_row() else { return };
        let is_laid_out = Cell::new(false);
        row.add_tick_callback(move |row, _| {
            let is_first = !is_laid_out.replace(true);
            // The user can leave the page before it is laid out.
            if is_first || row.width() == 0 && row.is_mapped() {
                return glib::ControlFlow::Continue;
            }
            if row.is_mapped() {
                row.grab_focus();
            }
            glib::ControlFlow::Break
        });
    }

    /// Lists the sets of the program, and adds the list of the user's own ones. The first column
    /// gets about half of the rows.
    fn list_presets(&self) {
        let imp = self.imp();
        let groups = groups();
        let half = groups.iter().map(|group| group.presets.len()).sum::<usize>().div_ceil(2);
        let mut before = 0;
        for Group { board, presets } in groups {
            let column = if before <= half { &imp.first_column } else { &imp.second_column };
            before += presets.len();
            // Translators: a group of sets of rules: those on boards of uncommon shapes
            let title = board.map_or_else(|| gettext("Other Boards"), describe::board_name);
            let picture = board.map(|board| picture(board, PICTURES.0));
            let list = self.add_list(column, &title, picture);
            for preset in presets {
                let row = self.add_row(&list, preset.rules(), None);
                if board.is_none() {
                    row.add_prefix(&picture_of(&preset.rules()));
                }
            }
        }
        imp.own.get_or_init(|| self.add_list(&imp.second_column, &gettext("Custom Rules"), None));
    }

    /// Adds a list with a heading and the picture of its board to a column.
    fn add_list(&self, column: &gtk::Box, title: &str, picture: Option<BoardPicture>) -> gtk::ListBox {
        let heading = gtk::Label::builder()
            .label(title)
            .accessible_role(AccessibleRole::Heading)
            .css_classes(["title-4"])
            .xalign(0.0)
            .wrap(true)
            .natural_wrap_mode(gtk::NaturalWrapMode::None)
            .build();
        let head = gtk::Box::builder().spacing(12).margin_top(6).build();
        if let Some(picture) = picture {
            head.append(&picture);
        }
        head.append(&heading);
        let list = gtk::ListBox::builder().selection_mode(gtk::SelectionMode::None).css_classes(["boxed-list"]).build();
        // See `name_inner_parts`.
        list.set_widget_name(title);
        let stop: SingleTabStop = glib::Object::new();
        stop.set_child(Some(&list));
        let section = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        section.append(&head);
        section.append(&stop);
        column.append(&section);
        self.imp().lists.borrow_mut().push((section, list.clone()));
        list
    }

    fn add_row(&self, list: &gtk::ListBox, rules: Rules, name: Option<String>) -> adw::ActionRow {
        let line = name.is_none().then(|| preset(&rules)).flatten().map(Preset::line);
        let line = line.unwrap_or_else(|| describe::rules_summary(&rules));
        let title = describe::rules_title(&rules, name.as_deref());
        let searched = searched(&rules, &title);
        // A name from a file may have any length.
        let shown = if name.is_some() { shortened(&title, LONGEST_TYPED) } else { title.as_str().into() };
        let widget = new_row(&shown, &line, AccessibleRole::Radio);
        let check = gtk::Image::builder()
            .icon_name("object-select-symbolic")
            .accessible_role(AccessibleRole::Presentation)
            .opacity(0.0)
            .build();
        widget.add_suffix(&check);
        let words = icon_button("help-about-symbolic", &gettext("Full Rules"));
        widget.add_suffix(&words);
        on_click(&words, self, move |page| page.show_words(rules));
        let chosen_name = name.clone();
        widget.connect_activated(weak!(page = self, move |_| page.choose(rules, chosen_name.clone())));
        list.append(&widget);
        self.imp().rows.borrow_mut().push(RulesRow { rules, name, widget: widget.clone(), searched, check });
        widget
    }

    /// Shows the rows that the search finds, and announces their number.
    fn search(&self) {
        let found = self.show_found();
        if !self.imp().search_entry.text().is_empty() {
            let words = match found {
                0 => gettext("No Results Found"),
                _ => ngettext_f("{count} result", "{count} results", found, &[]),
            };
            self.context().messages.announce(&words, Again::No);
        }
    }

    /// Shows the rows that the search finds, and returns their number.
    fn show_found(&self) -> u32 {
        let imp = self.imp();
        let words = imp.search_entry.text();
        let mut found = 0;
        for row in &*imp.rows.borrow() {
            let is_found = has_words(&row.searched, &words);
            row.widget.set_visible(is_found);
            found += u32::from(is_found);
        }
        // The row that adds custom rules has no words to search for.
        if let Some(more) = imp.own.get().and_then(WidgetExt::last_child) {
            more.set_visible(words.trim().is_empty());
        }
        for (section, list) in &*imp.lists.borrow() {
            section.set_visible(shows_a_child(list));
        }
        for column in [&imp.first_column, &imp.second_column] {
            column.set_visible(shows_a_child(&**column));
        }
        imp.view.set_visible_child_name(if found == 0 { "nothing-found" } else { "list" });
        found
    }

    fn show_words(&self, rules: Rules) {
        self.imp().asked.set(Some(rules));
        // Without a window there is no other page.
        let _ = self.activate_action("win.show-rules", None);
    }

    /// Selects rules and leaves the page.
    fn choose(&self, rules: Rules, name: Option<String>) {
        // Without a window there is no page to return to.
        let _ = self.activate_action("win.back", None);
        // Comes after the page change, so that the title of the page is announced before the
        // effects of the choice.
        self.report_choice(rules, name);
    }

    fn report_choice(&self, rules: Rules, name: Option<String>) {
        self.context().messages.send(Message::Request(Request::ChooseRules(rules, name)));
    }

    fn context(&self) -> &PageContext {
        self.imp().context.get().expect("it is set when the page is made")
    }

    fn settings(&self) -> &SharedSettings {
        &self.context().services.settings
    }

    /// Marks the selection after custom rules were removed. If they were selected, the default
    /// rules are selected instead.
    fn show_what_is_left(&self, removed: Option<&str>) {
        let Some((mut rules, mut name)) = self.imp().chosen.take() else { return };
        if name.as_deref() == removed {
            (rules, name) = (Rules::default(), None);
            self.report_choice(rules, None);
        }
        self.mark(&rules, name);
        self.focus_first();
    }

    /// Lists the user's custom rules, and the row that adds more.
    fn list_own(&self) {
        let imp = self.imp();
        let list = imp.own.get().expect("it is made with the page");
        while let Some(row) = list.first_child() {
            list.remove(&row);
        }
        imp.rows.borrow_mut().retain(|row| row.name.is_none());
        for NamedRules { name, rules } in self.settings().read(|settings| settings.own_rules.clone()) {
            let row = self.add_row(list, rules, Some(name.clone()));
            row.add_prefix(&picture_of(&rules));
            let edit = icon_button("document-edit-symbolic", &gettext("Edit Rules"));
            row.add_suffix(&edit);
            on_click(&edit, self, move |page| page.edit(Some(name.clone())));
        }
        let more = new_row(&gettext("New Rules…"), "", AccessibleRole::Button);
        let sign = gtk::Image::from_icon_name("list-add-symbolic");
        sign.set_accessible_role(AccessibleRole::Presentation);
        more.add_prefix(&sign);
        more.connect_activated(weak!(page = self, move |_| page.edit(None)));
        list.append(&more);
        self.show_found();
    }

    /// Opens the dialog for the rules with this name, or for new ones.
    fn edit(&self, name: Option<String>) {
        let all = self.settings().read(|settings| settings.own_rules.clone());
        let own = all.iter().find(|own| Some(&own.name) == name.as_ref());
        let taken = all.iter().map(|own| own.name.clone()).filter(|other| Some(other) != name.as_ref()).collect();
        let begin = self.settings().read(|settings| settings.choice.rules);
        let parent = self.root().and_downcast::<gtk::Window>();
        let decided = weak!(page = self, move |decision| page.decide(name.as_deref(), decision));
        own_rules_dialog::open(parent.as_ref(), own, begin, taken, decided);
    }

    fn decide(&self, name: Option<&str>, decision: Decision) {
        let place = |all: &[NamedRules]| all.iter().position(|own| Some(own.name.as_str()) == name);
        match decision {
            Decision::Keep(own) => {
                self.settings().change(|settings| match place(&settings.own_rules) {
                    Some(index) => settings.own_rules[index] = own.clone(),
                    None => settings.own_rules.push(own.clone()),
                });
                self.list_own();
                self.choose(own.rules, Some(own.name));
            }
            Decision::Remove => {
                if let Some(name) = name {
                    self.settings().change(|settings| settings.remove_own_rules(name));
                }
                self.list_own();
                self.show_what_is_left(name);
            }
        }
    }
}

/// Returns `true` if a child is to be shown, even while the widget is hidden.
fn shows_a_child(widget: &impl IsA<gtk::Widget>) -> bool {
    std::iter::successors(widget.first_child(), WidgetExt::next_sibling).any(|child| child.get_visible())
}

/// Returns the text about rules that a search looks in.
fn searched(rules: &Rules, title: &str) -> String {
    let preset = preset(rules);
    let (line, history) = (preset.map(Preset::line), preset.and_then(Preset::history));
    let (board, summary) = (describe::board_name(rules.board), describe::rules_summary(rules));
    let names = preset.map_or("", Preset::other_names);
    let words = [title, &board, &summary, &line.unwrap_or_default(), &history.unwrap_or_default(), names];
    words.join("\n").to_lowercase()
}

fn picture(board: &'static Board, side: i32) -> BoardPicture {
    let picture = BoardPicture::new(side);
    picture.set_board(board);
    picture
}

fn picture_of(rules: &Rules) -> BoardPicture {
    let picture = picture(rules.board, PICTURES.1);
    picture.set_margin_top(6);
    picture.set_margin_bottom(6);
    picture
}

/// Creates a row of a list. A screen reader calls a row with the role of one “not selected”.
fn new_row(title: &str, line: &str, role: AccessibleRole) -> adw::ActionRow {
    let row = adw::ActionRow::builder()
        .accessible_role(role)
        .title(title)
        .subtitle(line)
        .use_markup(false)
        // With a limit, a title of two characters would have a minimum width above its natural one.
        .title_lines(0)
        .activatable(true)
        .build();
    name_row(&row, title);
    set_accessible_description(&row, line);
    row
}

fn icon_button(icon: &str, words: &str) -> gtk::Button {
    let button = gtk::Button::builder()
        .icon_name(icon)
        .tooltip_text(words)
        .valign(gtk::Align::Center)
        .css_classes(["flat", "tall"])
        .build();
    set_accessible_name(&button, words);
    button
}
