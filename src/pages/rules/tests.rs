// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the rules page.

use std::rc::Rc;

use super::*;
use crate::services::for_tests::{InFolder, in_folder, logged, spoken};
use crate::services::messages::Messages;

type Choice = (Rules, Option<String>);

/// Returns a page with two sets of custom rules, and the choices it has reported.
fn page() -> (InFolder<RulesPage>, Rc<RefCell<Vec<Choice>>>) {
    let own = |name: &str, rules: &str| NamedRules { name: name.to_owned(), rules: rules.parse().unwrap() };
    let own_rules = vec![own("At home", "six"), own("At school", "lasker")];
    let told = Rc::<RefCell<Vec<_>>>::default();
    let hear = Rc::clone(&told);
    let messages = Messages::new(move |message| {
        if let Message::Request(Request::ChooseRules(rules, name)) = message {
            hear.borrow_mut().push((rules, name));
        }
    });
    let page = in_folder(messages, |context| {
        context.services.settings.change(|settings| settings.own_rules = own_rules);
        RulesPage::make(&context)
    });
    (page, told)
}

fn marked(page: &RulesPage) -> Vec<String> {
    let rows = page.imp().rows.borrow();
    let chosen = rows.iter().filter(|row| row.check.opacity() > 0.5);
    chosen.map(|row| describe::rules_title(&row.rules, row.name.as_deref())).collect()
}

fn words(widget: &gtk::Widget) -> Vec<String> {
    let own = widget.downcast_ref::<gtk::Label>().filter(|label| label.is_visible()).map(|label| label.text().into());
    let children = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
    own.into_iter().chain(children.flat_map(|child| words(&child))).collect()
}

#[gtk::test]
fn the_page_has_few_words_and_both_columns_are_about_as_long() {
    let page = in_folder(Messages::new(|_| {}), |context| RulesPage::make(&context));
    let count = words(page.imp().columns.upcast_ref()).join(" ").split_whitespace().count();
    assert!((100..=180).contains(&count), "{count} words");
    let heights = [&page.imp().first_column, &page.imp().second_column]
        .map(|column| column.measure(gtk::Orientation::Vertical, 480).1);
    assert!(heights[0].abs_diff(heights[1]) < 300, "{heights:?}");
}

#[test]
fn search_finds_names_boards_and_places() {
    let found = |search: &str| {
        let names = Rules::PRESETS.iter().map(|rules| (rules.id(), searched(rules, &describe::rules_name(rules))));
        names.filter(|(_, text)| has_words(text, search)).map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(found("").len(), Rules::PRESETS.len());
    for (search, id) in [
        ("AKIDADA", "nineholes"),
        ("driesticken", "nineholes"),
        ("san-noku", "nineholes"),
        ("liu tsi", "tapatan"),
        ("zirge", "tapatan"),
        ("djara", "smallmerels"),
        ("Dooz", "twelve"),
        ("cheng shan qi", "chengsanqi"),
        ("成三棋", "chengsanqi"),
        ("SOMALIA", "shax"),
        ("pieces twelve america", "twelve"),
        ("wheel", "rota"),
    ] {
        assert_eq!(found(search), [id], "{search}");
    }
    assert_eq!(found("nine points").len(), 4);
    assert!(found("backgammon").is_empty());
}

#[gtk::test]
fn search_hides_rows_and_their_headings_and_announces_their_number() {
    let (messages, told) = logged(spoken);
    let page = in_folder(messages, |context| RulesPage::make(&context));
    let imp = page.imp();
    let shown = |search: &str| {
        imp.search_entry.set_text(search);
        page.search();
        let rows = imp.rows.borrow().iter().filter(|row| row.widget.is_visible()).count();
        let lists = imp.lists.borrow().iter().filter(|(section, _)| section.is_visible()).count();
        (rows, lists, imp.first_column.is_visible(), imp.view.visible_child_name().unwrap())
    };
    let all = shown("");
    assert_eq!(all, (Rules::PRESETS.len(), 7, true, "list".into()));
    assert_eq!(shown("tapatan"), (1, 1, false, "list".into()));
    assert_eq!(shown("backgammon"), (0, 0, false, "nothing-found".into()));
    assert_eq!(shown("england"), (3, 3, true, "list".into()));
    page.list_own();
    assert!(!imp.own.get().unwrap().last_child().unwrap().is_visible(), "new rules are not found");
    page.imp().search_bar.set_search_mode(true);
    page.imp().search_bar.set_search_mode(false);
    assert_eq!(shown(""), all);
    assert_eq!(*told.borrow(), ["1 result", "No Results Found", "3 results"]);
}

#[gtk::test]
fn the_text_of_a_row_is_about_its_rules() {
    let (page, _) = page();
    page.show_words("six".parse().unwrap());
    assert_eq!(page.imp().asked.get(), Some("six".parse().unwrap()));
}

#[gtk::test]
fn rules_that_are_removed_are_not_chosen_any_more() {
    let (page, told) = page();
    page.mark(&"lasker".parse().unwrap(), Some("At school".to_owned()));
    page.decide(Some("At home"), Decision::Remove);
    assert_eq!((marked(&page), told.take()), (vec!["At school".to_owned()], Vec::new()));
    page.decide(Some("At school"), Decision::Remove);
    assert_eq!((marked(&page), told.take()), (vec!["Standard".to_owned()], vec![(Rules::STANDARD, None)]));
    assert!(page.settings().read(|settings| settings.own_rules.is_empty()));
}
