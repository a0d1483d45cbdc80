# SPDX-License-Identifier: GPL-3.0-or-later
"""Translates the words of the window, with the catalogs in the source."""

import gettext
import re
import subprocess
import unicodedata

from desktop import ROOT

# Marks that isolate text of another direction, or set the direction of a line.
MARKS = {ord(mark): None for mark in "\u2068\u2069\u200e\u200f"}


def languages(folder="po"):
    """Returns the languages that have a catalog, in `po` or in `help`."""
    lines = (ROOT / folder / "LINGUAS").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def row_of(language):
    """Returns the row of a language in the list on the settings page. Row 0 is the language of the
    system.
    """
    known = re.findall(r'Language::new\("(\w+)"', (ROOT / "src/text/language/known.rs").read_text())
    return [code for code in known if code == "en" or code in languages()].index(language) + 1


def plain(text):
    """Returns a text without marks of direction, and with English digits."""
    text = text.translate(MARKS)
    return "".join(str(unicodedata.digit(letter)) if letter.isdigit() else letter for letter in text)


class Catalogue:
    """The words of one language. English words are their own translation."""

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
        """Returns a pattern that matches a translated text with any values in place of its
        placeholders.
        """
        parts = re.split(r"\{\w+\}", self(text))
        return re.compile(".*".join(map(re.escape, parts)))

    def left_in_english(self, texts):
        """Returns those texts of more than one word that the catalog translates differently."""
        return {text for text in texts if " " in text and self.words.get(text, text) != text}
