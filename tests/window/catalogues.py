# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the window in its languages, from the catalogues in the source."""

import gettext
import re
import subprocess
import unicodedata

from desktop import ROOT

# Around what has a direction of its own, or says which one a line has.
MARKS = {ord(mark): None for mark in "\u2068\u2069\u200e\u200f"}


def languages(folder="po"):
    """The names of all catalogues, or of those of the help."""
    lines = (ROOT / folder / "LINGUAS").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def row_of(language):
    """The row of a language in the list of the settings, where that of the system is 0."""
    known = re.findall(r'Language::new\("(\w+)"', (ROOT / "src/text/language/known.rs").read_text())
    return [code for code in known if code == "en" or code in languages()].index(language) + 1


def plain(text):
    """A text without the marks of direction in it, and with the digits of English."""
    text = text.translate(MARKS)
    return "".join(str(unicodedata.digit(letter)) if letter.isdigit() else letter for letter in text)


class Catalogue:
    """The words of one language; those of the source are their own translation."""

    def __init__(self, desktop, language):
        self.language, self.words = language, {}
        if language != "en":
            compiled = desktop.folder / f"{language}.mo"
            subprocess.run(["msgfmt", "-o", compiled, ROOT / "po" / f"{language}.po"], check=True)
            with open(compiled, "rb") as file:
                self.words = gettext.GNUTranslations(file)._catalog

    def __call__(self, text):
        return self.words.get(text) or self.words.get((text, 0), text)

    def pattern(self, text):
        """What a text with values in it looks like."""
        parts = re.split(r"\{\w+\}", self(text))
        return re.compile(".*".join(map(re.escape, parts)))

    def left_in_english(self, texts):
        """Those texts of more than a word that the catalogue translates otherwise."""
        return {text for text in texts if " " in text and self.words.get(text, text) != text}
