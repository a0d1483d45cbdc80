// SPDX-License-Identifier: GPL-3.0-or-later
//! Converts the inline markup of Mallard to Pango markup.

use roxmltree::{Document, Node};

/// Text for display and for screen readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// With Pango markup. Links are those of a `GtkLabel`.
    pub markup: String,
    /// Without markup.
    pub plain: String,
    pub links: Vec<String>,
}

/// Starts left-to-right text such as input to be typed, even within right-to-left text.
const LEFT_TO_RIGHT: char = '\u{2066}';
/// Ends it.
const END: char = '\u{2069}';

/// Reads the content of an element.
///
/// # Errors
/// Returns an error if the content is not valid XML.
pub fn read(inside: &str) -> Result<Text, roxmltree::Error> {
    let whole = format!("<p>{inside}</p>");
    let document = Document::parse(&whole)?;
    let mut text = Text::default();
    text.add_children(document.root_element());
    Ok(text)
}

impl Text {
    fn add_children(&mut self, node: Node<'_, '_>) {
        node.children().for_each(|child| self.add(child));
    }

    fn add(&mut self, node: Node<'_, '_>) {
        if let Some(words) = node.text().filter(|_| node.is_text()) {
            return self.add_words(words);
        }
        match node.tag_name().name() {
            "gui" => self.wrap(node, "<b>", "</b>"),
            "em" => self.wrap(node, "<i>", "</i>"),
            "code" | "file" => self.wrap(node, &format!("<tt>{LEFT_TO_RIGHT}"), &format!("{END}</tt>")),
            // A key cap whose gray fits both light and dark backgrounds.
            "key" => self.wrap(node, "<span background=\"#808080\" bgalpha=\"28%\">\u{a0}", "\u{a0}</span>"),
            "keyseq" => self.add_keys(node),
            "link" => {
                let target = node.attribute("xref").unwrap_or_default();
                self.links.push(target.to_owned());
                self.wrap(node, &format!("<a href=\"{}\">", glib::markup_escape_text(target)), "</a>");
            }
            _ => self.add_children(node),
        }
    }

    fn add_words(&mut self, words: &str) {
        self.markup.push_str(&glib::markup_escape_text(words));
        self.plain.push_str(words);
    }

    fn wrap(&mut self, node: Node<'_, '_>, before: &str, after: &str) {
        self.markup.push_str(before);
        self.add_children(node);
        self.markup.push_str(after);
    }

    /// Adds keys that are pressed together.
    fn add_keys(&mut self, keys: Node<'_, '_>) {
        self.markup.push(LEFT_TO_RIGHT);
        for (index, key) in keys.children().filter(Node::is_element).enumerate() {
            if index > 0 {
                self.add_words("+");
            }
            self.add(key);
        }
        self.markup.push(END);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_converted_for_labels() {
        let text = read("A <gui>B &amp; C</gui>, <link xref=\"d#e\">F</link>").unwrap();
        assert_eq!(text.markup, "A <b>B &amp; C</b>, <a href=\"d#e\">F</a>");
        assert_eq!(text.plain, "A B & C, F");
        assert_eq!(text.links, ["d#e"]);
    }

    #[test]
    fn keys_are_pressed_together_from_left_to_right() {
        let text = read("<keyseq><key>Ctrl</key> <key>Z</key></keyseq>").unwrap();
        assert_eq!(text.plain, "Ctrl+Z");
        assert!(text.markup.starts_with(LEFT_TO_RIGHT) && text.markup.ends_with(END), "{}", text.markup);
    }

    #[test]
    fn invalid_markup_is_refused() {
        assert!(read("<gui>A").is_err());
        assert!(read("A & B").is_err());
    }
}
