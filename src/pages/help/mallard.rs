// SPDX-License-Identifier: GPL-3.0-or-later
//! Reads a page of Mallard and translates each of its sentences. It supports the elements that the
//! help uses.
//!
//! The messages are those of itstool: the content of a title or a paragraph with its markup. A
//! translation therefore serves both this program and the pages in other viewers.

use roxmltree::{Document, Node, ParsingOptions};

use super::inline::{self, Text};

#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    pub title: Text,
    pub summary: Text,
    /// Sections of other pages to which this page belongs, each with the sort key of the page among
    /// those of that section.
    pub guides: Vec<(String, String)>,
    pub blocks: Vec<Block>,
}

/// A block of a page. Blocks are shown one below the other.
#[derive(Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Text),
    /// A line of input to be typed.
    Code(String),
    Picture {
        file: String,
        /// Width in logical pixels.
        width: Option<i32>,
        /// Description of the picture.
        words: Text,
    },
    List(Marks, Vec<Item>),
    Note(Vec<Block>),
    /// Rows of cells.
    Table(Vec<Vec<Vec<Block>>>),
    /// Links to the pages that belong to this one.
    Links,
    /// A section, with its id for links.
    Section(String, Text, Vec<Block>),
}

/// Marks before the items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// Bullets.
    Dots,
    Numbers,
    /// Terms with explanations.
    Terms,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// The term that the item explains.
    pub title: Option<Text>,
    pub blocks: Vec<Block>,
}

/// Reads a page. `translate` translates each message.
///
/// # Errors
/// Returns an error if the source is not valid XML.
pub fn read(source: &str, translate: &dyn Fn(&str) -> String) -> Result<Page, roxmltree::Error> {
    // Entities are not supported, since the help uses none.
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

    /// Returns the text of an element in the current language. A translation that is not valid XML
    /// is replaced by the English text.
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
