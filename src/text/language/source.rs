// SPDX-License-Identifier: GPL-3.0-or-later
//! From a translated label back to the source.

use gettextrs::gettext;

/// All short strings of the source, one a line.
const LABELS: &str = include_str!(concat!(env!("OUT_DIR"), "/labels.txt"));

/// Returns the English text of a label in the language of the window, or `None` if it is not a
/// translation. It looks at all labels, so call it only for a few.
pub fn source_of(label: &str) -> Option<String> {
    LABELS.lines().find(|&source| gettext(source) == label).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_listed_whole() {
        for label in ["Open File…", "Cancel", "Set Up Position…", "!! Excellent Move"] {
            assert_eq!(source_of(label).as_deref(), Some(label), "the tests are in English");
        }
        assert_eq!(source_of("打开文件…"), None);
        assert!(LABELS.lines().all(|label| !label.is_empty() && !label.contains(['{', '\\', '"'])));
    }
}
