# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of saved games."""

import re
import shutil
import tomllib

from bus import FOCUSED
from desktop import ROOT, wait_for
from files import read_settings, saves, write, write_save
from program import Program, matches

ALPHA = re.compile("Alpha, Two players, .*2 moves, Unfinished")
BETA = re.compile("Beta, Two players, .*3 moves, Unfinished")


def saved_games(desktop, executable):
    """One game is deleted and restored by button and by key, and another is renamed and continued by one click."""
    write_save(desktop, "one", "d6 f4", name="Alpha")
    write_save(desktop, "two", "d6 f4 d2", name="Beta")
    before = [path.read_bytes() for path in saves(desktop)]
    with Program(desktop, executable) as program:
        program.press("Saved Games")
        program.wait(BETA)
        for undo in (lambda: program.press("Undo"), lambda: program.key("ctrl+z")):
            from_card(program, ALPHA, "Delete")
            program.wait("“Alpha” was deleted")
            program.wait_gone(ALPHA)
            program.wait(BETA)
            program.wait_title("^Press Ctrl\\+Z to undo")
            undo()
            program.wait("Restored: Alpha")
            wait_for(lambda: has_keyboard(program, ALPHA), "the keyboard on the game that is back")
            program.wait_gone("Undo")
        wait_for(lambda: [path.read_bytes() for path in saves(desktop)] == before, "the file as it was")
        rename(program)
        program.click(re.compile("Gamma, .*"))
        program.wait_title("^White played d2 – Black to move$")
        program.play("d3")
        program.wait_title("^Black played d3 – White to move$")
        wait_for(lambda: '"d3"' in (desktop.saves / "two.toml").read_text(), "the turn in the same file")


def from_card(program, card, entry):
    """Chooses an entry of the menu of a card."""
    def find():
        fits = [node for node in program.all("More")
                if card is None or any(matches(outer, card, None) for outer in node.outside())]
        # The last of the first card: the button inside GTK's button of a menu.
        return fits[1] if len(fits) > 1 else None

    program.act(wait_for(find, "the menu of a game"))
    program.press(entry, "menu item")


def rename(program):
    """Renames a game."""
    from_card(program, BETA, "Rename…")
    program.wait("Rename Game", "dialog")
    program.key("ctrl+a")
    program.type("Gamma")
    program.key("Return")
    program.wait(re.compile("Gamma, .*"))


def search_hides_an_open_menu(desktop, executable):
    """A search that hides a game closes the menu of the game, which has just opened, and keys still work."""
    write_save(desktop, "one", "d6 f4", name="Alpha")
    with Program(desktop, executable) as program:
        program.press("Saved Games")
        program.wait(ALPHA)
        program.key("ctrl+f")
        program.tool("mousemove", *program.place_of("More"))
        # The list follows the search a moment later.
        program.hands.key("x")
        program.hands.click()
        program.wait("No Results Found")
        program.key("Escape", "ctrl+q")
        program.wait_end()


def broken_saves(desktop, executable):
    """Broken files and files of a newer version are listed with their fault; none is changed, and other games work."""
    write_save(desktop, "good", "d6 f4", name="Alpha")
    broken = write(desktop.saves / "broken.toml", "version = 1\nturns = [\n")
    future = write_save(desktop, "future", "d6", version=99)
    illegal = write_save(desktop, "illegal", "d6 d6")
    texts = {path.read_text() for path in (broken, future, illegal)}
    with Program(desktop, executable) as program:
        program.press("Saved Games")
        program.wait(re.compile(r"Unreadable File, broken\.toml, line \d.*"))
        program.wait(re.compile(r"Unreadable File, future\.toml, line \d.*newer version.*"))
        program.wait(re.compile(r"Unreadable File, illegal\.toml, line \d.*"))
        program.press("Hide", inside=re.compile(r"Unreadable File, broken\.toml.*"))
        program.wait_gone(re.compile(r"Unreadable File, broken\.toml.*"))
        program.press("Continue", inside=ALPHA)
        program.wait_title("^Black played f4 – White to move$")
        program.play("d2")
        program.wait_title("^White played d2 – Black to move$")
    assert texts <= {path.read_text() for path in desktop.saves.iterdir()}, "a file was changed"


def own_save_opened(desktop, executable):
    """A saved game continues in its own file, even if it was opened from the command line."""
    save = write_save(desktop, "one", "d6 f4")
    with Program(desktop, executable, [str(save)]) as program:
        program.wait_title("^Black played f4 – White to move$")
        program.play("d2")
        program.wait_title("^White played d2 – Black to move$")
        wait_for(lambda: '"d2"' in save.read_text(), "the turn in the same file")
    assert saves(desktop) == [save], "the game is there twice"


def all_deleted(desktop, executable):
    """After the last game is deleted, the focus is on the way to a new one; restored from the main menu, the game can be continued there."""
    write_save(desktop, "one", "d6 f4", name="Alpha")
    with Program(desktop, executable) as program:
        program.wait("Continue")
        program.key("ctrl+o")
        program.wait(ALPHA)
        wait_for(lambda: has_keyboard(program, ALPHA), "the keyboard on the game")
        program.key("Tab", "Tab", "Tab")
        wait_for(lambda: has_keyboard(program, "More"), "the keyboard on the menu of the game")
        program.key("Return", "Down")
        wait_for(lambda: has_keyboard(program, "Delete"), "the keyboard on the entry")
        program.key("Return")
        program.wait("“Alpha” was deleted")
        program.wait_gone(ALPHA)
        wait_for(lambda: has_keyboard(program, "Play Now"), "the keyboard on what is left")
        assert program.wait("Play Now", "button").description.startswith("Games are saved automatically."), "it is silent"
        program.key("alt+Left")
        program.wait("Play Now")
        assert not program.shows("Continue"), "there is nothing to go on with"
        program.press("Undo")
        program.wait("Continue")
        wait_for(lambda: has_keyboard(program, "Continue"), "the keyboard on the game that is back")


def has_keyboard(program, name):
    """Returns whether an object with this name has the focus. Works even while a picture in the
    center hides which page is shown.
    """
    tree = program.look()
    return tree and any(node.has(FOCUSED) and matches(node, name, None) for node in tree.walk())


def files_of_older_versions(desktop, executable):
    """The program reads the files that each version wrote, shows what they say, and loses nothing.

    It looks for words, since newer GTK does not tell the names of pages.
    """
    data = ROOT / "crates/morris-play/tests/data"
    for settings in sorted(data.glob("settings-1-of-*.toml")):
        version = settings.stem.partition("-of-")[2]
        home = desktop.saves.parent
        shutil.rmtree(home, ignore_errors=True)
        # The words are looked for in English, and the window has to fit the display.
        others = ("language", "full_screen", "maximized", "height")
        kept = [line for line in settings.read_text().splitlines(keepends=True) if not line.startswith(others)]
        write(desktop.settings, "".join(kept))
        for file in data.glob(f"[ps]*-1-of-{version}.*"):
            write(home / file.name.replace(f"-1-of-{version}", ""), file.read_text())
        for save in data.glob("save-*.toml"):
            write(desktop.saves / save.name, save.read_text())
        before = files_below(home) | {desktop.settings: tomllib.loads(desktop.settings.read_text())}
        with Program(desktop, executable) as program:
            program.press("Saved Games")
            program.wait(re.compile("Ada and Bert, .*"))
            program.key("Escape")
            program.press("Practice")
            program.wait("Rated Puzzles")
            program.key("Escape")
            program.press("Statistics")
            program.wait("By Opponent")
            program.key("Escape", "ctrl+comma")
            program.wait("Slow")
            program.key("ctrl+q")
            program.wait_end()
        after = files_below(home) | {desktop.settings: read_settings(desktop)}
        for path, content in before.items():
            assert contains(after.get(path), content), f"{version}: {path}: {content} became {after.get(path)}"


def files_below(folder):
    """Returns the contents of all files below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path: tomllib.loads(path.read_text()) if path.suffix == ".toml" else path.read_text() for path in files}


def contains(after, before):
    """Returns whether data still have all keys and values that they had, and a text its beginning: statistics grow."""
    if isinstance(before, dict) and isinstance(after, dict):
        return all(contains(after.get(key), value) for key, value in before.items())
    return after == before or isinstance(after, str) and after.startswith(before)
