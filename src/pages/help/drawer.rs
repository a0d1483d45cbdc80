// SPDX-License-Identifier: GPL-3.0-or-later
//! Builds the widgets of a help page.
//!
//! With the keyboard or a screen reader, the user moves from one stop to the next. Stops are the
//! text before the first section, each section, and each row of a table. The accessible name and
//! description of a stop contain all of its text.

use adw::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;
use gtk::{gdk, pango};

use crate::board::BoardPicture;
use crate::compat::accessible_names::set_accessible_name;
use crate::text::i18n::sentence;
use crate::widgets::keys;
use morris::{ByColor, Color};

use super::inline::Text;
use super::library::Library;
use super::mallard::{Block, Item, Marks, Page};
use super::pages::{INDEX, figure};
use crate::widgets::single_tab_stop::SingleTabStop;

/// Default width of a picture, in logical pixels.
const PICTURE: i32 = 220;

/// A help page as widgets.
pub struct Drawn {
    /// The whole page, from top to bottom.
    pub widget: gtk::Box,
    pub sections: Vec<(String, gtk::Widget)>,
    /// First widget to get the focus.
    pub first: Option<gtk::Widget>,
    /// Rows that link to other pages, with the ids of these pages.
    pub rows: Vec<(&'static str, gtk::Widget)>,
}

pub fn draw(library: &Library, id: &str, page: &Page) -> Drawn {
    let widget = column(12);
    let drawn = Drawn { widget, sections: Vec::new(), first: None, rows: Vec::new() };
    let mut drawer = Drawer { library, id, drawn };
    drawer.draw_part(&heading(&page.title, "title-2"), &page.title.plain, &page.blocks);
    let others = if id == INDEX { Vec::new() } else { library.see_also(id) };
    if !others.is_empty() {
        // Translators: stands above the names of other pages of the help
        drawer.add_rows(&gettext("See Also"), others);
    }
    drawer.drawn
}

struct Drawer<'a> {
    library: &'a Library,
    id: &'a str,
    drawn: Drawn,
}

/// A stop, or a part of one.
struct Part {
    widget: gtk::Box,
    said: Vec<String>,
}

impl Drawer<'_> {
    /// Adds a heading and its blocks.
    fn draw_part(&mut self, heading: &gtk::Label, name: &str, blocks: &[Block]) {
        let mut part = Part::new(12);
        part.widget.append(heading);
        let mut name = Some(name);
        for block in blocks {
            match block {
                Block::Table(rows) => {
                    self.finish(std::mem::replace(&mut part, Part::new(12)), name.take());
                    self.draw_table(rows);
                }
                Block::Section(id, title, blocks) => {
                    self.finish(std::mem::replace(&mut part, Part::new(12)), name.take());
                    self.draw_section(id, title, blocks);
                }
                _ => part.add(block),
            }
        }
        self.finish(part, name);
    }

    fn draw_section(&mut self, id: &str, title: &Text, blocks: &[Block]) {
        if blocks.contains(&Block::Links) {
            let topics = self.library.topics(&format!("{}#{id}", self.id));
            return self.add_rows(&title.plain, topics);
        }
        let heading = heading(title, "heading");
        heading.set_margin_top(12);
        let before = self.drawn.widget.last_child();
        self.draw_part(&heading, &title.plain, blocks);
        let first = before.map_or_else(|| self.drawn.widget.first_child(), |before| before.next_sibling());
        self.drawn.sections.extend(first.map(|first| (id.to_owned(), first)));
    }

    /// Adds the collected part to the page if it is not empty.
    fn finish(&mut self, part: Part, name: Option<&str>) {
        if part.widget.first_child().is_none() {
            return;
        }
        let stop = part.into_stop(name);
        self.drawn.widget.append(&stop);
        self.drawn.first.get_or_insert_with(|| stop.upcast());
    }

    /// Adds a table of two columns. The second cell of a row gets the focus for both, so that all
    /// rows can share their columns.
    fn draw_table(&mut self, rows: &[Vec<Vec<Block>>]) {
        let grid = gtk::Grid::builder().column_spacing(12).row_spacing(6).build();
        for (index, row) in rows.iter().enumerate() {
            let [key, explanation] = &row[..] else { continue };
            let line = 2 * index as i32;
            if index > 0 {
                grid.attach(&gtk::Separator::new(gtk::Orientation::Horizontal), 0, line - 1, 2, 1);
            }
            let (mut left, mut right) = (Part::new(6), Part::new(6));
            key.iter().for_each(|block| left.add(block));
            right.said.append(&mut left.said);
            explanation.iter().for_each(|block| right.add(block));
            left.widget.set_valign(gtk::Align::Center);
            grid.attach(&left.widget, 0, line, 1, 1);
            let stop = right.into_stop(None);
            stop.set_valign(gtk::Align::Center);
            stop.set_hexpand(true);
            grid.attach(&stop, 1, line, 1, 1);
        }
        self.drawn.widget.append(&grid);
    }

    fn add_rows(&mut self, title: &str, pages: Vec<(&'static str, &Page)>) {
        let group = adw::PreferencesGroup::builder().title(glib::markup_escape_text(title)).margin_top(12).build();
        for (id, page) in pages {
            let button = gtk::Button::builder().icon_name("go-next-symbolic").valign(gtk::Align::Center);
            let button = button.focusable(false).css_classes(["flat"]).action_name("win.help-page").build();
            button.set_action_target_value(Some(&id.to_variant()));
            // Screen readers activate the button, since rows have no actions of their own. The row
            // gives the button its name.
            let row = adw::ActionRow::builder().activatable_widget(&button).selectable(false).build();
            row.set_title(&glib::markup_escape_text(&page.title.plain));
            row.set_subtitle(&glib::markup_escape_text(&page.summary.plain));
            row.add_suffix(&button);
            group.add(&row);
            self.drawn.rows.push((id, row.upcast()));
        }
        self.drawn.widget.append(&group);
    }
}

impl Part {
    fn new(spacing: i32) -> Self {
        Self { widget: column(spacing), said: Vec::new() }
    }

    /// Converts the part into a stop. A heading becomes its accessible name, and the text its
    /// description.
    fn into_stop(self, name: Option<&str>) -> SingleTabStop {
        let stop = SingleTabStop::whole(&self.widget, gtk::AccessibleRole::Group);
        let words = self.said.join(" ");
        match name {
            Some(name) => stop.update_property(&[Property::Label(name), Property::Description(&words)]),
            None => set_accessible_name(&stop, &words),
        }
        stop
    }

    fn add(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.add_text(text, "body"),
            Block::Code(line) => {
                let code = gtk::Label::builder().label(line).selectable(true).wrap(true).xalign(0.0).build();
                code.set_wrap_mode(pango::WrapMode::WordChar);
                code.set_direction(gtk::TextDirection::Ltr);
                code.add_css_class("monospace");
                self.said.push(line.clone());
                self.widget.append(&code);
            }
            Block::Picture { file, width, words } => self.add_picture(file, *width, words),
            Block::List(marks, items) => {
                items.iter().enumerate().for_each(|(index, item)| self.add_item(*marks, index, item));
            }
            Block::Note(blocks) => {
                let mut inner = self.nested(blocks, 6);
                inner.widget.add_css_class("help-note");
                inner.widget.add_css_class("card");
                self.said.append(&mut inner.said);
                self.widget.append(&inner.widget);
            }
            // These blocks are not part of a stop.
            Block::Table(_) | Block::Section(..) | Block::Links => {}
        }
    }

    fn add_text(&mut self, text: &Text, class: &str) {
        let label = label(text);
        label.add_css_class(class);
        self.said.push(text.plain.clone());
        self.widget.append(&label);
    }

    fn add_picture(&mut self, file: &str, width: Option<i32>, words: &Text) {
        let Some((rules, position)) = figure(file) else { return };
        let picture = BoardPicture::new(width.unwrap_or(PICTURE));
        picture.set_board(rules.board);
        picture.set_men(ByColor { white: position.men(Color::White), black: position.men(Color::Black) });
        picture.set_tooltip_text(Some(&words.plain));
        self.said.push(sentence(&words.plain));
        self.widget.append(&picture);
    }

    fn add_item(&mut self, marks: Marks, index: usize, item: &Item) {
        let mut inner = self.nested(&item.blocks, 6);
        let mark = match (marks, &item.title) {
            (Marks::Dots, _) => "•".to_owned(),
            (Marks::Numbers, _) => format!("{}.", index + 1),
            (Marks::Terms, title) => return self.add_term(title.as_ref(), inner),
        };
        self.said.append(&mut inner.said);
        let line = gtk::Box::new(gtk::Orientation::Horizontal, 8);
        line.append(&gtk::Label::builder().label(mark).valign(gtk::Align::Start).margin_start(6).build());
        inner.widget.set_hexpand(true);
        line.append(&inner.widget);
        self.widget.append(&line);
    }

    fn add_term(&mut self, title: Option<&Text>, mut explanation: Self) {
        let term = column(2);
        if let Some(title) = title {
            self.said.push(format!("{}:", title.plain));
            let label = label(title);
            label.add_css_class("help-term");
            term.append(&label);
        }
        self.said.append(&mut explanation.said);
        explanation.widget.set_margin_start(18);
        term.append(&explanation.widget);
        self.widget.append(&term);
    }

    /// Returns blocks nested within this stop.
    fn nested(&self, blocks: &[Block], spacing: i32) -> Self {
        let mut inner = Self::new(spacing);
        blocks.iter().for_each(|block| inner.add(block));
        inner
    }
}

fn column(spacing: i32) -> gtk::Box {
    gtk::Box::new(gtk::Orientation::Vertical, spacing)
}

fn heading(text: &Text, class: &str) -> gtk::Label {
    let role = gtk::AccessibleRole::Heading;
    let label = gtk::Label::builder().label(&text.plain).wrap(true).xalign(0.0).accessible_role(role).build();
    label.set_wrap_mode(pango::WrapMode::WordChar);
    label.add_css_class(class);
    label
}

/// Creates a wrapping label. Its links show their page.
fn label(text: &Text) -> gtk::Label {
    let label = gtk::Label::builder().label(&text.markup).use_markup(true).wrap(true).xalign(0.0).build();
    label.set_wrap_mode(pango::WrapMode::WordChar);
    label.connect_activate_link(|label, target| {
        // The page may be gone by the time the mouse button is released.
        _ = label.activate_action("win.help-page", Some(&target.to_variant()));
        glib::Propagation::Stop
    });
    if !text.links.is_empty() {
        pass_arrows(&label);
    }
    label
}

/// Makes Up and Down leave a label with links, which would otherwise handle these keys itself.
fn pass_arrows(label: &gtk::Label) {
    keys::connect(label, gtk::PropagationPhase::Capture, |label, key, _| {
        let direction = match key {
            gdk::Key::Up => gtk::DirectionType::TabBackward,
            gdk::Key::Down => gtk::DirectionType::TabForward,
            _ => return glib::Propagation::Proceed,
        };
        label.emit_move_focus(direction);
        glib::Propagation::Stop
    });
}
