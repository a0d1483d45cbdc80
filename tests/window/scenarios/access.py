# SPDX-License-Identifier: GPL-3.0-or-later
"""Access keys: letters that choose entries of menus and buttons of dialogs. Play with one key."""

import re

from bus import EXPANDED, FOCUSED
from catalogues import Catalogue
from files import write_save, write_settings
from program import Program

# How GTK and the label write a key: an underscore, or a letter in parentheses.
WRITTEN = re.compile(r".*(_|\([A-Z]\)).*", re.S)


def access_keys(desktop, executable):
    """A letter chooses an entry of a menu or submenu, with Alt a button or field of a dialog. The board gets none of them, and names are plain."""
    write_save(desktop, "game", "d6 f4 d2")
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        open_menu(program, "Help")
        program.key("h")
        program.wait_page("HelpPage")
        program.key("Escape")
        program.press("Continue")
        program.wait_page("GamePage")
        men = program.men()
        open_menu(program, "Game")
        program.key("g")
        program.wait("Resign", "menu item")
        has_plain_names(program)
        program.key("g")
        program.wait("Game", "menu item", lambda item: item.has(FOCUSED) and not item.has(EXPANDED))
        program.key("g")
        program.wait("Resign", "menu item")
        program.key("s")
        program.wait("Save Game")
        has_plain_names(program)
        program.type("Cup")
        program.key("alt+s")
        program.wait("Game saved as “Cup”")
        program.key("ctrl+s")
        program.wait("Save Game")
        program.key("alt+c")
        program.wait_gone("Save Game")
        assert program.men() == men, program.men()
        program.type("a1")
        program.wait_title("^Black played a1\\. Three crossings – White to move$")
        fields(program)


def fields(program):
    """The titles of fields have keys, too, which follow their titles."""
    program.key("ctrl+n")
    program.wait_page("SetupPage")
    program.press("Program")
    program.press("Add Program…")
    program.wait("Name", "text box", lambda field: field.has(FOCUSED))
    program.key("alt+o")
    program.wait("Command", "text box", lambda field: field.has(FOCUSED))
    program.key("alt+n")
    program.wait("Name", "text box", lambda field: field.has(FOCUSED))
    has_plain_names(program)
    program.key("alt+c")
    program.wait_gone("Add Program", "window")


def access_keys_of_other_letters(desktop, executable):
    """In Chinese and Persian, a letter in parentheses follows each entry and each button, which a screen
    reader does not speak.
    """
    for code, space in (("zh_CN", ""), ("fa", " ")):
        write_settings(desktop, look={"language": code})
        with Program(desktop, executable) as program:
            use_access_keys(program, Catalogue(desktop, code), space)


def use_access_keys(program, words, space):
    """Opens the help, and the dialog of a program, by letters that stand after this space."""
    program.wait_page("MainMenu")
    # The second time, each entry has its letter already.
    for _ in range(2):
        open_menu(program, words("Help"))
        has_plain_names(program)
        program.wait(words("Help") + space + "(H)", "label")
        program.key("h")
        program.wait_page("HelpPage")
        program.key("Escape")
        program.wait_page("MainMenu")
    program.key("ctrl+n")
    program.wait_page("SetupPage")
    program.press(words("Program"))
    program.press(words("Add Program…"))
    program.wait(words("Name") + space + "(N)", "label")
    program.wait(words("Name"), "text box")
    has_plain_names(program)
    program.key("alt+c")
    program.wait_gone(words("Add Program"), "window")


def open_menu(program, entry):
    """Opens the menu by keyboard."""
    program.key("F10")
    program.wait(entry, "menu item")
    program.wait(role="menu item", where=lambda item: item.has(FOCUSED))


def has_plain_names(program):
    """Checks that no name has a key written in it. A label has its text, but is only a part of what is spoken."""
    written = {node.name for node in program.look().walk() if node.role != "label" and WRITTEN.fullmatch(node.name)}
    assert not written, written


def one_switch(desktop, executable):
    """With one key, from the main menu to the end of a game and back: the focus moves by itself. A long press puts the piece back."""
    write_settings(desktop, access={"one_switch": "scan", "scan_step_ms": 1500})
    write_save(desktop, "game", start="WW./.../BB./.....W/.../B../... w 0 0")
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("space")
        choose(program, "Continue")
        program.wait_page("GamePage")
        choose(program, "g4, white piece")
        program.wait_point("g4", "white piece, picked up")
        program.tool("keydown", "space")
        program.wait_point("g4", "white piece")
        program.tool("keyup", "space")
        choose(program, "g4, white piece")
        choose(program, "g7, empty")
        program.wait("Mill! Remove a black piece")
        choose(program, re.compile("[a-g][1-7], black piece.*"))
        program.wait_title("White has won\\.")
        choose(program, "Main Menu")
        program.wait_page("MainMenu")


def choose(program, name):
    """Waits until the scan reaches an object, and presses the one key."""
    program.wait(name, where=lambda node: node.has(FOCUSED))
    program.key("space")
