# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of the whole program."""

import re

from bus import CHECKED, PRESSED
from catalogues import row_of
from desktop import wait_for
from files import read_settings, write, write_save, write_settings
from program import Program
from screen import Screen


def started_in_another_language(desktop, executable):
    """After a switch of language, the setup of the next game is kept, and so is the message that a game could not be saved."""
    write(desktop.saves, "no folder\n")
    with Program(desktop, executable) as program:
        program.press("New Game…")
        program.press("Another Person")
        program.press("Start Game")
        program.wait_page("GamePage")
        program.play("d6")
        program.wait(re.compile("Could not save the game\\. .*"))
        program.press("Main Menu")
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.press("Watch the Computer Play Itself")
        program.wait("Watch the Computer Play Itself", where=lambda button: button.has(PRESSED))
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.choose("Language", row_of("de"))
        program.wait("Sprache")
        program.key("alt+Left")
        program.wait_page("SetupPage")
        program.wait("Computer gegen Computer", where=lambda button: button.has(PRESSED))
        program.key("ctrl+q")
        program.wait("Die Partie konnte nicht gespeichert werden")


def full_screen(desktop, executable):
    """F11 and the switch in the settings toggle full screen, and only the switch is remembered for the next start."""
    with Program(desktop, executable) as program:
        program.wait("Play Now")
        for full in (True, False):
            program.key("F11")
            wait_for(lambda full=full: program.fills_the_screen() == full, f"full screen to be {full}")
        program.press("Settings")
        # The switch shows the current state. F11 does not change the setting for the next start.
        # The switch does, and it also undoes F11.
        program.key("F11")
        wait_for(program.fills_the_screen, "full screen by the key")
        program.wait("Fullscreen", "switch", lambda switch: switch.has(CHECKED))
        assert "full_screen = true" not in text_of(desktop.settings), "the key has chosen for the next start"
        program.press("Fullscreen", "switch")
        wait_for(lambda: not program.fills_the_screen(), "the end of full screen by the switch")
        program.press("Fullscreen", "switch")
        wait_for(program.fills_the_screen, "full screen at once")
        wait_for(lambda: "full_screen = true" in text_of(desktop.settings), "the setting on the disk")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        wait_for(program.fills_the_screen, "full screen")


def numbers_of_a_language(desktop, executable):
    """A number in another language than the system's is shown, is unchanged by passing over it, and is saved."""
    write_settings(desktop, look={"language": "de", "animation": "off"}, engine={"thinking_time_ms": 2500})
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.key(*["Tab"] * 30)
        program.key("F11")
        program.press("Koordinaten", "switch")
        wait_for(lambda: "coordinates = false" in text_of(desktop.settings), "the setting on the disk")
        assert "thinking_time_ms = 2500" in text_of(desktop.settings), text_of(desktop.settings)


def text_of(path):
    """Returns the text of a file, or an empty text if the file does not exist yet."""
    return path.read_text() if path.exists() else ""


def board_styles(desktop, executable):
    """A board style is chosen, shown at once on the picture of the game and on the board, and remembered; so are pieces apart from it."""
    write_save(desktop, "game", "d6 f4 d2")
    pictures, colors = {}, {}
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        for style in ("Slate", "Parchment", "High Contrast", "Wood"):
            program.key("ctrl+comma")
            program.wait_page("SettingsPage")
            program.press(style, "radio")
            word = style.lower().replace(" ", "-")
            wait_for(lambda word=word: read_settings(desktop).get("look", {}).get("board", "wood") == word, f"{style} in the settings")
            program.key("alt+Left")
            program.wait_page("MainMenu")
            pictures[style], colors[style] = board_of_game(desktop, program)
            program.press("Main Menu", "button")
            program.wait_page("MainMenu")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        assert "men" not in read_settings(desktop).get("look", {}) or read_settings(desktop)["look"]["men"] == "board"
        program.press("Ivory", "radio", inside="Pieces")
        wait_for(lambda: read_settings(desktop).get("look", {}).get("men") == "ivory", "ivory in the settings")
        program.wait("Wood", "radio", lambda tile: tile.has(CHECKED))
        program.key("alt+Left")
        program.wait_page("MainMenu")
        pictures["Ivory on wood"], _ = board_of_game(desktop, program)
    assert len(set(pictures.values())) == 5, "some boards look alike"
    # The desktop's high contrast applies here, whatever the setting.
    with Program(desktop, executable, environment={"ADW_DEBUG_HIGH_CONTRAST": "1"}) as program:
        program.wait_page("MainMenu")
        _, seen = board_of_game(desktop, program)
        flat, wood = colors["High Contrast"], colors["Wood"]
        assert seen < 2 * flat < wood, f"{seen} colors; flat {flat}, wood {wood}"


def board_of_game(desktop, program):
    """Continues the game, and returns the picture of its board and its number of colors."""
    program.press("Continue")
    program.wait_page("GamePage")
    board = program.wait("Board", "group")
    screen = Screen(desktop)
    return screen.at_rest(board.box), screen.colors(board.box)
