// SPDX-License-Identifier: GPL-3.0-or-later
//! All pages of the help, in the current language.

use crate::config::HELP_DOMAIN;

use super::mallard::{self, Block, Item, Page};
use super::pages::SOURCES;

pub struct Library {
    pages: Vec<(&'static str, Page)>,
}

impl Library {
    /// Reads the pages. Text without a translation is in English.
    pub fn read() -> Self {
        Self::translated(&|message| gettextrs::dgettext(HELP_DOMAIN, message))
    }

    /// Reads the pages. `translate` translates each message.
    fn translated(translate: &dyn Fn(&str) -> String) -> Self {
        let page = |text| mallard::read(text, translate).expect("a test reads them all");
        Self { pages: SOURCES.iter().map(|source| (source.id, page(source.text))).collect() }
    }

    pub fn page(&self, id: &str) -> Option<&Page> {
        self.pages.iter().find(|(other, _)| *other == id).map(|(_, page)| page)
    }

    /// Returns the pages that name this section (`index#play`) as their guide, in order.
    pub fn topics(&self, guide: &str) -> Vec<(&'static str, &Page)> {
        let place = |page: &Page| page.guides.iter().find(|(xref, _)| xref == guide).map(|(_, group)| group.clone());
        let mut topics: Vec<_> =
            self.pages.iter().filter_map(|(id, page)| Some((place(page)?, *id, page))).collect::<Vec<_>>();
        topics.sort_by(|one, other| one.0.cmp(&other.0));
        topics.into_iter().map(|(_, id, page)| (id, page)).collect()
    }

    /// Returns the other pages to which a page links, in order and without the index.
    pub fn see_also(&self, id: &str) -> Vec<(&'static str, &Page)> {
        let mut targets = Vec::new();
        if let Some(page) = self.page(id) {
            add_links(&page.blocks, &mut targets);
        }
        let mut found: Vec<(&'static str, &Page)> = Vec::new();
        for target in targets {
            let (name, _) = divide(&target);
            let page = self.pages.iter().find(|(other, _)| *other == name && *other != id);
            if let Some((name, page)) = page.filter(|(name, _)| found.iter().all(|(other, _)| other != name)) {
                found.push((name, page));
            }
        }
        found
    }
}

/// Splits the target of a link into the page and its section. For `#here` the page is empty.
pub fn divide(target: &str) -> (&str, Option<&str>) {
    target.split_once('#').map_or((target, None), |(page, section)| (page, Some(section)))
}

/// Returns `true` if the page of a link exists, and its section too if it names one.
pub fn leads_somewhere(target: &str) -> bool {
    let library = Library::translated(&str::to_owned);
    let (page, section) = divide(target);
    library.page(page).is_some_and(|page| section.is_none_or(|section| sections(&page.blocks).any(|id| id == section)))
}

fn sections(blocks: &[Block]) -> impl Iterator<Item = &str> {
    blocks.iter().filter_map(|block| match block {
        Block::Section(id, ..) => Some(id.as_str()),
        _ => None,
    })
}

fn add_links(blocks: &[Block], links: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Paragraph(text) => links.extend(text.links.iter().cloned()),
            Block::Section(_, _, blocks) | Block::Note(blocks) => add_links(blocks, links),
            Block::List(_, items) => items.iter().for_each(|Item { blocks, .. }| add_links(blocks, links)),
            Block::Table(rows) => rows.iter().flatten().for_each(|cell| add_links(cell, links)),
            Block::Code(_) | Block::Picture { .. } | Block::Links => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::{BTreeSet, HashMap};
    use std::fs;
    use std::path::Path;

    use super::super::pages::{INDEX, figure};
    use super::*;

    /// Returns the messages of a catalog that have no plural and no context, with their
    /// translations.
    fn messages(catalogue: &str) -> Vec<(String, String)> {
        let joined = |quoted: &str| {
            let lines = quoted.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix('"'));
            lines.collect::<String>().replace("\\\"", "\"")
        };
        let message = |entry: &str| {
            let (message, translation) = entry.split_once("msgid ")?.1.split_once("\nmsgstr ")?;
            Some((joined(message), joined(translation)))
        };
        let plain = catalogue.split("\n\n").filter(|entry| !entry.contains("\nmsgctxt "));
        plain.filter_map(message).filter(|(message, _)| !message.is_empty()).collect()
    }

    /// Returns the messages of the template for translators.
    fn template() -> BTreeSet<String> {
        messages(include_str!("../../../help/nine-mens-morris.pot")).into_iter().map(|(message, _)| message).collect()
    }

    #[test]
    fn lookups_match_the_template_of_translators() {
        let asked = RefCell::new(BTreeSet::new());
        _ = Library::translated(&|message| {
            asked.borrow_mut().insert(message.to_owned());
            message.to_owned()
        });
        let (asked, template) = (asked.into_inner(), template());
        assert_eq!(asked.difference(&template).collect::<Vec<_>>(), Vec::<&String>::new(), "not in the template");
        assert_eq!(template.difference(&asked).collect::<Vec<_>>(), Vec::<&String>::new(), "never asked for");
    }

    /// Returns the text between the marks of button names.
    fn buttons(text: &str) -> Vec<String> {
        let ends = text.split("<gui>").skip(1).filter_map(|rest| rest.split_once("</gui>"));
        ends.map(|(name, _)| name.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn buttons_are_called_as_in_the_window() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |path: String| messages(&fs::read_to_string(root.join(path)).expect("a catalogue"));
        let languages = fs::read_to_string(root.join("help/LINGUAS")).expect("the list of languages");
        let mut wrong = Vec::new();
        for language in languages.split_whitespace() {
            let window: HashMap<_, _> = read(format!("po/{language}.po")).into_iter().collect();
            for (message, translation) in read(format!("help/{language}/{language}.po")) {
                let there = buttons(&translation);
                for name in buttons(&message) {
                    let wanted = window.get(&name).unwrap_or_else(|| panic!("the window has no {name}"));
                    if !there.contains(&wanted.replace('\u{a0}', " ")) {
                        wrong.push(format!("{language}: {wanted} for {name}, and not {there:?}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn translation_without_markup_stays_english() {
        let library = Library::translated(&|message| format!("<b>{message}"));
        assert_eq!(library.page("history").unwrap().title.plain, "History");
    }

    #[test]
    fn every_page_is_reached_and_every_link_leads_somewhere() {
        let library = Library::translated(&str::to_owned);
        let index = library.page(INDEX).unwrap();
        let guides = sections(&index.blocks).map(|section| format!("{INDEX}#{section}"));
        let reached: Vec<_> = guides.flat_map(|guide| library.topics(&guide)).map(|(id, _)| id).collect();
        for (id, page) in &library.pages {
            assert!(*id == INDEX || reached.contains(id), "nothing leads to {id}");
            let mut links = Vec::new();
            add_links(&page.blocks, &mut links);
            for link in links {
                assert!(leads_somewhere(&link), "{id}: {link}");
            }
        }
    }

    #[test]
    fn every_board_is_in_the_table() {
        fn check(id: &str, blocks: &[Block]) {
            for block in blocks {
                match block {
                    Block::Picture { file, words, .. } => {
                        assert!(figure(file).is_some() && !words.plain.is_empty(), "{id}: {file}");
                    }
                    Block::Section(_, _, blocks) => check(id, blocks),
                    Block::Table(rows) => rows.iter().flatten().for_each(|cell| check(id, cell)),
                    _ => {}
                }
            }
        }
        let library = Library::translated(&str::to_owned);
        library.pages.iter().for_each(|(id, page)| check(id, &page.blocks));
        assert_eq!(figure("figures/none.svg"), None);
    }

    #[test]
    fn no_page_is_long() {
        // Four pages are what players should know: openings, structures, endings, and words.
        assert!(SOURCES.len() <= 22);
        for source in SOURCES {
            let document = roxmltree::Document::parse(source.text).unwrap();
            let texts = document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text());
            // After a name in markup, punctuation is a text of its own.
            let words = texts.flat_map(str::split_whitespace).filter(|word| word.contains(char::is_alphanumeric));
            let count = words.count();
            assert!(count <= 300, "{}: {count} words", source.id);
        }
    }
}
