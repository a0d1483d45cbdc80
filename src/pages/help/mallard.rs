// SPDX-License-Identifier: GPL-3.0-or-later
//! Reads a page of Mallard, as much of it as the help is written in, and has each of its sentences
//! translated.
//!
//! What itstool takes for a message, the inside of a title or a paragraph with its markup, is asked
//! for here in the same form: so one translation serves this program and the pages that other
//! viewers show.

use roxmltree::{Document, Node, ParsingOptions};

use super::inline::{self, Text};

/// A page.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    /// What it is about.
    pub title: Text,
    /// The same in a line.
    pub summary: Text,
    /// The sections of other pages that name it, each with its place among those that they name.
    pub guides: Vec<(String, String)>,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A part of a page, of those that lie one below the other.
#[derive(Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Text),
    /// A line to be typed.
    Code(String),
    /// A board.
    Picture {
        /// The name of its file.
        file: String,
        /// How wide it is to be, in logical pixels.
        width: Option<i32>,
        /// What it shows.
        words: Text,
    },
    /// Items one below the other.
    List(Marks, Vec<Item>),
    /// What is set apart.
    Note(Vec<Block>),
    /// Rows of cells.
    Table(Vec<Vec<Vec<Block>>>),
    /// Links to the pages that have this one for a guide.
    Links,
    /// A section, with its name for links.
    Section(String, Text, Vec<Block>),
}

/// What stands before the items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// A dot.
    Dots,
    /// Its number.
    Numbers,
    /// What it explains.
    Terms,
}

/// An item of a list.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// What it explains.
    pub title: Option<Text>,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// Reads a page; `translate` is given each message.
///
/// # Errors
/// It is no XML.
pub fn read(source: &str, translate: &dyn Fn(&str) -> String) -> Result<Page, roxmltree::Error> {
    // No entities: a page says itself what it says.
    let document = Document::parse_with_options(source, ParsingOptions::default())?;
    let reader = Reader { source, translate };
    let page = document.root_element();
    let info = child(page, "info");
    let guides = info.into_iter().flat_map(|info| info.children().filter(|node| is(*node, "link")));
    let named = |link: Node<'_, '_>| {
        Some((link.attribute("xref")?.to_owned(), link.attribute("group").unwrap_or_default().to_owned()))
    };
    Ok(Page {
        title: reader.title(page),
        summary: info.and_then(|info| child(info, "desc")).map(|node| reader.text(node)).unwrap_or_default(),
        guides: guides.filter_map(named).collect(),
        blocks: reader.blocks(page),
    })
}

struct Reader<'a> {
    source: &'a str,
    translate: &'a dyn Fn(&str) -> String,
}

impl Reader<'_> {
    fn blocks(&self, parent: Node<'_, '_>) -> Vec<Block> {
        parent.children().filter_map(|node| self.block(node)).collect()
    }

    fn block(&self, node: Node<'_, '_>) -> Option<Block> {
        Some(match node.tag_name().name() {
            "p" => Block::Paragraph(self.text(node)),
            "code" => Block::Code(node.text().unwrap_or_default().to_owned()),
            "media" => Block::Picture {
                file: node.attribute("src")?.to_owned(),
                width: node.attribute("width").and_then(|width| width.parse().ok()),
                words: child(node, "p").map(|words| self.text(words)).unwrap_or_default(),
            },
            "list" => Block::List(Marks::Dots, self.items(node)),
            "steps" => Block::List(Marks::Numbers, self.items(node)),
            "terms" => Block::List(Marks::Terms, self.items(node)),
            "note" => Block::Note(self.blocks(node)),
            "table" => {
                let cells = |row: Node<'_, '_>| {
                    let cells = row.children().filter(|node| is(*node, "td"));
                    cells.map(|cell| self.blocks(cell)).collect()
                };
                Block::Table(node.children().filter(|node| is(*node, "tr")).map(cells).collect())
            }
            "links" => Block::Links,
            "section" => {
                let id = node.attribute("id").unwrap_or_default().to_owned();
                Block::Section(id, self.title(node), self.blocks(node))
            }
            _ => return None,
        })
    }

    fn items(&self, list: Node<'_, '_>) -> Vec<Item> {
        let item = |node| Item { title: child(node, "title").map(|title| self.text(title)), blocks: self.blocks(node) };
        list.children().filter(|node| is(*node, "item")).map(item).collect()
    }

    fn title(&self, node: Node<'_, '_>) -> Text {
        child(node, "title").map(|title| self.text(title)).unwrap_or_default()
    }

    /// What an element says, in the language of the moment; what a translator has made no XML of
    /// stays English.
    fn text(&self, node: Node<'_, '_>) -> Text {
        let inside = match (node.first_child(), node.last_child()) {
            (Some(first), Some(last)) => &self.source[first.range().start..last.range().end],
            _ => return Text::default(),
        };
        let message = inside.split_whitespace().collect::<Vec<_>>().join(" ");
        inline::read(&(self.translate)(&message)).or_else(|_| inline::read(&message)).unwrap_or_default()
    }
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.tag_name().name() == name
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|node| is(*node, name))
}
