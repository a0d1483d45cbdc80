// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules in words. The keyboard and screen readers move through them section by section.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;

use morris::Rules;

use super::HowToPlay;
use crate::compat::accessible_names::introduce;
use crate::pages::app_page::AppPage;
use crate::text::describe::{self, RulesSection};
use crate::text::i18n::sentences;
use crate::widgets::single_tab_stop::SingleTabStop;

impl HowToPlay {
    /// Shows an explanation of these rules: the lessons if they teach them, and otherwise the rules
    /// in words.
    pub fn explain(&self, rules: &Rules) {
        self.show_rules(rules);
        self.imp().lessons_behind.set(false);
        self.imp().in_words.set_active(!rules.moves_are_standard());
    }

    pub fn explain_in_words(&self, rules: &Rules) {
        self.show_rules(rules);
        self.imp().lessons_behind.set(false);
        self.imp().in_words.set_active(true);
    }

    /// Goes back from the rules in words to the lessons. Returns `false` if the user did not come
    /// from there.
    pub fn go_back(&self) -> bool {
        let imp = self.imp();
        let back = imp.in_words.is_active() && imp.lessons_behind.take();
        if back {
            imp.in_words.set_active(false);
        }
        back
    }

    /// Fills in the text of these rules.
    pub(super) fn show_rules(&self, rules: &Rules) {
        let imp = self.imp();
        let (name, summary) = (describe::rules_name(rules), describe::rules_summary(rules));
        imp.rules.set(*rules);
        imp.rules_name.set_label(&name);
        imp.rules_summary.set_label(&summary);
        imp.rules_head.update_property(&[Property::Label(&name), Property::Description(&summary)]);
        imp.rules_board.set_board(rules.board);
        while let Some(old) = imp.sections.first_child() {
            imp.sections.remove(&old);
        }
        for RulesSection { title, sentences: words } in describe::rules_in_words(rules) {
            imp.sections.append(&section(&title, &sentences(&words)));
        }
        introduce(imp.sections.upcast_ref());
    }

    pub(super) fn connect_in_words(&self) {
        let toggle = &self.imp().in_words;
        toggle.connect_toggled(weak!(page = self, move |_| page.show_view()));
        // Only a click by the user sets this. If another page opens the rules, there are no lessons
        // to return to.
        toggle.connect_clicked(weak!(page = self, move |toggle| page.imp().lessons_behind.set(toggle.is_active())));
    }

    /// Announces the rules in words and the name of the rules to screen readers. The sections
    /// contain the rest.
    pub(super) fn announce_rules(&self) {
        self.announce(&format!("{} – {}", gettext("Full Rules"), self.imp().rules_name.label()));
    }

    fn show_view(&self) {
        let imp = self.imp();
        let in_words = imp.in_words.is_active();
        imp.views.set_visible_child_name(if in_words { "words" } else { "lessons" });
        if in_words {
            imp.header_title.set_subtitle("");
        } else {
            self.number_lesson();
        }
        // The new view gets the focus and announces itself.
        if self.is_mapped() {
            self.focus_first();
        }
    }
}

/// Creates a section of the rules that is a single stop for the keyboard and screen readers.
fn section(title: &str, text: &str) -> SingleTabStop {
    let label = |words: &str| gtk::Label::builder().label(words).xalign(0.0).wrap(true);
    let heading = label(title).margin_top(6).build();
    heading.add_css_class("heading");
    let words = gtk::Box::new(gtk::Orientation::Vertical, 12);
    words.append(&heading);
    words.append(&label(text).build());
    let stop = SingleTabStop::whole(&words, gtk::AccessibleRole::Heading);
    stop.update_property(&[Property::Label(title), Property::Description(text)]);
    stop
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::app_page::Page;
    use crate::services::for_tests::{InFolder, Log, in_folder, logged, spoken};
    use crate::widgets::for_tests::in_window;

    /// Returns a page in a window, and what it announces.
    fn page() -> (InFolder<HowToPlay>, gtk::Window, Log) {
        let (messages, told) = logged(spoken);
        let page = in_folder(messages, |context| HowToPlay::make(&context));
        let window = in_window(&*page);
        (page, window, told)
    }

    #[gtk::test]
    fn rules_in_words_are_announced_by_section() {
        let (page, window, told) = page();
        let imp = page.imp();
        page.focus_first();
        imp.in_words.emit_clicked();
        assert_eq!(told.take().pop().unwrap(), format!("Full Rules – {}", imp.rules_name.label()));
        assert!(imp.rules_head.has_focus());
        let sections = std::iter::successors(imp.sections.first_child(), gtk::Widget::next_sibling);
        let mut count = 0;
        for section in sections {
            assert!(window.child_focus(gtk::DirectionType::TabForward));
            assert!(section.is::<SingleTabStop>() && section.has_focus(), "section {count}");
            assert_eq!(section.accessible_role(), gtk::AccessibleRole::Heading);
            count += 1;
        }
        assert!(count >= 5, "{count} sections");
        window.destroy();
    }

    #[gtk::test]
    fn back_leads_to_the_lessons_only_where_one_came_from_them() {
        let (page, window, told) = page();
        let imp = page.imp();
        page.explain_in_words(&Rules::STANDARD);
        assert!(!page.go_back(), "one came from elsewhere");
        imp.in_words.emit_clicked();
        assert!(!page.go_back(), "these are the lessons");
        imp.in_words.emit_clicked();
        assert!(page.go_back());
        assert!(!imp.in_words.is_active() && imp.board.focus_child().is_some());
        let words = told.take().pop().unwrap();
        assert!(words.contains(&*imp.title.label()), "{words}");
        assert!(!page.go_back());
        window.destroy();
    }
}
