# SPDX-License-Identifier: GPL-3.0-or-later
"""The languages of the window: switched while it runs, and one written from right to left."""

import re

from bus import Node
from catalogues import Catalogue, languages as catalogues, plain, row_of
from desktop import wait_for
from files import write_save, write_settings
from program import Program
from scenarios.programs import go_to
from scenarios.saves import from_card

# A language written from right to left.
PERSIAN = "fa"


def languages(desktop, executable):
    """All visible text changes with the language, also on pages opened before, and the choice is remembered."""
    write_save(desktop, "game", "d6 f4 d2")
    chosen = [language for language in ("de", PERSIAN) if language in catalogues()]
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        words = Catalogue(desktop, "en")
        for language in chosen:
            program.key("ctrl+comma")
            program.wait_page("SettingsPage")
            program.choose(words("Language"), row_of(language), "Home")
            words = Catalogue(desktop, language)
            program.wait(words("Language"), "combo box")
            nothing_is_english(program, words)
            program.press(words("Back"), "button")
            program.wait_page("GamePage")
            program.wait(words.pattern("{point}, empty"), where=lambda node: plain(node.name).startswith("a7"))
            nothing_is_english(program, words)
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.wait(words("Continue"))
        nothing_is_english(program, words)
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.choose(words("Language"), 0, "Home")
        program.wait("Language", "combo box")


def review_in_another_language(desktop, executable):
    """The game under review stays the same after a switch of language, even if the game page has another game."""
    write_save(desktop, "theirs", "a7 a1 d7 d1", white='{ person = "Anna" }', name="Theirs", saved="2026-11-19T19:30:00Z")
    write_save(desktop, "mine", "d6 f4 d2", white='{ person = "Emil" }')
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.key("ctrl+o")
        program.press("Review", "button", inside=re.compile(".*Theirs.*"))
        program.wait_page("AnalysisPage")
        program.wait(re.compile(".*Anna.*"))
        program.key("Home", "Right", "Right")
        program.wait("2 of 4")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.choose("Language", row_of("de"), "Home")
        words = Catalogue(desktop, "de")
        program.press(words("Back"), "button")
        program.wait_page("AnalysisPage")
        program.wait(re.compile(".*Anna.*"))
        program.wait("2 von 4")
        assert not program.shows(re.compile(".*Emil.*")), "the game on its page is another one"


def undone_in_another_language(desktop, executable):
    """A deleted game can still be restored after a switch of language."""
    save = write_save(desktop, "game", "d6 f4", name="Alpha")
    # The message must not end before the language has changed.
    with Program(desktop, executable, environment={"NMM_NOTICE_SECONDS": "60"}) as program:
        program.wait("Continue")
        program.key("ctrl+o")
        from_card(program, re.compile("Alpha, .*"), "Delete")
        program.wait("“Alpha” was deleted")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.choose("Language", row_of("de"), "Home")
        program.wait(Catalogue(desktop, "de")("Language"), "combo box")
        program.press("Undo")
        wait_for(save.exists, "the file")


def nothing_is_english(program, words):
    """Checks that no text is left in English."""
    left = words.left_in_english(program.texts())
    assert not left, f"{words.language}, {program.page}: {left}"


def right_to_left(desktop, executable):
    """In a right-to-left language the frame is mirrored, the board is not, points stay whole in sentences, and back is at the right."""
    if PERSIAN not in catalogues():
        return
    words = Catalogue(desktop, PERSIAN)
    write_settings(desktop, look={"language": PERSIAN, "animation": "off"})
    write_save(desktop, "game", "d6 f4")
    with Program(desktop, executable) as program:
        program.press(words("Continue"))
        program.wait_page("GamePage")
        left_of(button_of(program, "a1"), button_of(program, "g1"))
        left_of(program.wait(words("Undo"), "button"), program.wait(words("Main Menu"), "button"))
        left_of(program.wait(words("Move List"), "list"), program.wait(words("Board"), "group"))
        program.act(button_of(program, "d2"))
        side = words("White")
        title = program.wait_title("d2")
        assert side in title, title
        # The move list begins at the right, and its move numbers have the digits of the language.
        moves = [program.wait(words.pattern("Move {number}: {words}"), where=says(number)) for number in "۱۲۳"]
        left_of(moves[1], moves[0])
        assert abs(moves[2].box[0] - moves[0].box[0]) < 3, [move.box for move in moves]
        program.wait(None, "image", where=says("۷"))
        # Back is at the start of a line.
        program.key("alt+Right")
        program.wait(words.pattern("Earlier position: move {move} of {count}"), where=lambda node: "۲" in node.name)
        left_of(program.wait(words("Next Move"), "button"), program.wait(words("Previous Move"), "button"))
        program.key("alt+Left")
        program.wait_gone(words.pattern("Earlier position: move {move} of {count}"))
        program.check_log()


def says(number):
    """Returns a test for objects whose name has this number."""
    return lambda node: number in node.name


def button_of(program, point):
    """Returns the button of a point. Its name begins with the point, isolated by marks of
    direction.
    """
    return program.wait(where=lambda node: node.role == "button" and node.name.startswith(f"\u2068{point}\u2069"))


def left_of(left: Node, right: Node):
    """Checks that one object is to the left of the other."""
    assert left.center[0] < right.center[0], f"{left.name!r} at {left.box} should lie left of {right.name!r} at {right.box}"


def numbers_of_choices(desktop, executable):
    """All numbers among the choices of endgames and of rules have the digits of the language."""
    write_settings(desktop, look={"language": PERSIAN})
    words = Catalogue(desktop, PERSIAN)
    with Program(desktop, executable) as program:
        program.press(words("Practice"))
        program.wait_page("PracticePage")
        card = re.compile(words.pattern("Win: {own} against {other}").pattern + ".*")
        program.wait(card, "button")
        foreign = {node.name for node in program.all(card, "button") if re.search("[0-9]", node.name)}
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        program.press(words("All Rules…"))
        program.wait_page("RulesPage")
        go_to(program, words("New Rules…"), "button")
        program.key("Return")
        program.wait(words("New Rules"), "window")
        foreign |= foreign_numbers(program, words("Pieces per Player"), "9")
        assert not foreign, f"in digits of English: {foreign}"


def foreign_numbers(program, row, number):
    """Returns the texts with English digits in the rows around one that shows this number."""
    rows = program.wait(row, "combo box").parent.walk()
    shown = {node.name for node in rows if node.role == "label"}
    assert any(plain(text) == number for text in shown), shown
    return {text for text in shown if re.search("[0-9]", text)}
