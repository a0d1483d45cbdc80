// SPDX-License-Identifier: GPL-3.0-or-later
//! What can be set in an outside engine, as it says itself.

use std::time::Duration;

use crate::protocol::{NoControl, Process, ProcessError, shown};

/// More options than this are not looked at.
const MOST: usize = 200;
/// Nor are lines about them that are longer than this.
const MOST_BYTES: usize = 2000;

/// What an engine says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuestInfo {
    /// Its name; may be empty.
    pub name: String,
    /// What can be set in it.
    pub options: Vec<GuestOption>,
}

/// Something that can be set in an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestOption {
    /// Its name.
    pub name: String,
    /// The value it has at first.
    pub default: String,
    /// What it can be.
    pub kind: OptionKind,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number in a range.
    Spin {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// One of some words.
    Combo(Vec<String>),
    /// Any text.
    Text,
}

impl GuestInfo {
    /// Starts an engine, hears what it says about itself, and ends it. Waits for it, up to `patience`.
    ///
    /// # Errors
    /// It cannot be started, or does not speak the protocol.
    pub fn read(command: &str, patience: Duration) -> Result<Self, ProcessError> {
        let mut process = Process::start(command)?;
        let mut info = Self::default();
        process.tell("uci");
        process.listen(patience, &mut NoControl, |line, _| info.hear(line.trim()))?;
        Ok(info)
    }

    fn hear(&mut self, line: &str) -> Option<()> {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = shown(name.trim());
        } else if let Some(option) = line.strip_prefix("option ").filter(|_| self.options.len() < MOST) {
            self.options.extend(GuestOption::parse(option));
        }
        (line == "uciok").then_some(())
    }
}

impl GuestOption {
    /// Reads `name Threads type spin default 1 min 1 max 64`; what can only be pressed, or cannot be read or shown, is
    /// left out.
    fn parse(text: &str) -> Option<Self> {
        if text.len() > MOST_BYTES || text.contains(char::is_control) {
            return None;
        }
        let [mut name, mut kind, mut default, mut least, mut most] = [const { String::new() }; 5];
        let mut words = Vec::new();
        let mut field = &mut name;
        for word in text.split_whitespace() {
            field = match word {
                "name" => &mut name,
                "type" => &mut kind,
                "default" => &mut default,
                "min" => &mut least,
                "max" => &mut most,
                "var" => {
                    words.push(String::new());
                    words.last_mut()?
                }
                word => {
                    if !field.is_empty() {
                        field.push(' ');
                    }
                    field.push_str(word);
                    continue;
                }
            };
        }
        let kind = match kind.as_str() {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin { least: least.parse().ok()?, most: most.parse().ok()? },
            "combo" => OptionKind::Combo(words),
            "string" => OptionKind::Text,
            _ => return None,
        };
        let default = if default == "<empty>" { String::new() } else { default };
        (!name.is_empty()).then_some(Self { name, default, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_option_is_read() {
        let read = |line: &str| GuestOption::parse(line.strip_prefix("option ").unwrap());
        let option = |name: &str, default: &str, kind| {
            Some(GuestOption { name: name.to_owned(), default: default.to_owned(), kind })
        };
        let spin = OptionKind::Spin { least: 1, most: 64 };
        assert_eq!(read("option name Threads type spin default 2 min 1 max 64"), option("Threads", "2", spin));
        assert_eq!(read("option name Own Book type check default true"), option("Own Book", "true", OptionKind::Check));
        let words = OptionKind::Combo(vec!["very calm".to_owned(), "wild".to_owned()]);
        assert_eq!(
            read("option name Style type combo default wild var very calm var wild"),
            option("Style", "wild", words)
        );
        assert_eq!(read("option name Path type string default <empty>"), option("Path", "", OptionKind::Text));
        assert_eq!(read("option name Clear type button"), None);
        assert_eq!(read("option name Bad type spin default 1"), None);
        assert_eq!(read("option name Bad type string default a\0b"), None);
        assert_eq!(read(&format!("option name {} type check default true", "long".repeat(1000))), None);
    }
}
