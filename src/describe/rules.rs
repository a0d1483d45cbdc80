// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules in words.

use gettextrs::gettext;

use morris::Rules;

/// What the rules are called.
#[must_use]
pub fn rules_name(rules: &Rules) -> String {
    match rules.id() {
        "standard" => gettext("Standard"),
        // Translators: the name of a set of rules: those without draws
        "plain" => gettext("Without draws"),
        // Translators: the name of a set of rules: the one used in classrooms
        "windmill" => gettext("Classroom"),
        // Translators: the name of a set of rules: that of a competition between programs
        "compo" => gettext("Competition"),
        id => id.to_owned(),
    }
}

/// What is special about them, in one line.
#[must_use]
pub fn rules_summary(rules: &Rules) -> String {
    match rules.id() {
        "standard" => gettext("Nine men, flying with three; draws by repetition or 100 quiet turns"),
        "plain" => gettext("Nine men, flying with three; nothing is ever a draw"),
        "windmill" => gettext("Nine men, flying with three; a draw after 50 turns without a mill"),
        "compo" => gettext("Nine men, nobody flies; nothing is ever a draw"),
        _ => String::new(),
    }
}
