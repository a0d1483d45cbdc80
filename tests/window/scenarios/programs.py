# SPDX-License-Identifier: GPL-3.0-or-later
"""External programs as players."""

import contextlib
import re
import tomllib
from pathlib import Path

from bus import FOCUSED, SENSITIVE
from desktop import ROOT, wait_for
from files import latest_save, write, write_save
from program import Program

RANDOM = f"python3 -B '{ROOT}/examples/players/random_player.py'"


def badly(way, speech="compo"):
    """Returns the command of a player that misbehaves."""
    return f"{speech}:sh '{ROOT}/crates/nmm/tests/data/players/{speech}.sh' {way}"


def program_of_the_command_line(desktop, executable):
    """A person plays against a program under the program's own name, and undo works; a rating can be an opponent, too."""
    with Program(desktop, executable, ["--black", RANDOM]) as program:
        program.wait(re.compile(".*Competition"))
        program.play("d6")
        program.wait_title("^Black played .* – White to move$")
        program.wait("Black · Random")
        program.wait("Black · Random")
        program.key("ctrl+z")
        program.wait_point("d6", "empty")
        program.play("f4")
        program.wait_title("^Black played .* – White to move$")
        black = wait_for(lambda: latest_save(desktop)["black"], "a saved game")
        assert black == {"program": RANDOM, "called": "Random"}, black
    with Program(desktop, executable, ["--black", "rating:640"]) as program:
        program.play("d6")
        program.wait_title("^Black played .* – White to move$")
        wait_for(lambda: latest_save(desktop)["black"] == {"rating": 640}, "a game against a rating")


def program_that_crashes(desktop, executable):
    """A crash is reported in words; the program can be tried again, and then the computer can play in its place."""
    with Program(desktop, executable, ["--white", badly("later"), "--black", badly("backwards")]) as program:
        program.wait("“later” Cannot Continue")
        program.wait("It exited with status 7.")
        program.press("Try Again")
        program.wait("It played a7, which is not allowed: There is already a piece on a7")
        program.press("Save…")
        program.wait("Save Game")
        program.type("Unfinished")
        program.press("Save")
        program.wait("Game paused")
        wait_for(lambda: latest_save(desktop).get("name") == "Unfinished", "a saved game with its name")
        program.press("Resume")
        program.wait("It played d7, which is not allowed: There is already a piece on d7")
        program.press("Continue With Computer")
        program.wait("White · Computer")
        # Announced only after the dialog about Black, which has failed by then.
        program.wait(re.compile("White played .*"), "label")
        program.press("Not Now")
        program.wait_title("^White played ")


def program_that_thinks(desktop, executable):
    """The window shows what an engine thinks, and Move Now makes it answer."""
    with Program(desktop, executable, ["--white", badly("thinks", "uci")]) as program:
        program.wait("White · thinks")
        program.wait("3 · cp 7 · d6 f4")
        program.press("Move Now")
        program.wait_title("^White played d6 – Black to move$")


def programs_that_cannot_play(desktop, executable):
    """Each way in which a program can fail is reported in words, and the window stays usable."""
    for arguments, words in (
        (["--white", "./no-such-program"], "Could not start “./no-such-program”: No such file or directory (os error 2)"),
        (["--white", "sh 'open"], "A quotation mark is missing in the command “sh 'open”."),
        (["--white", badly("dead")], "It exited with status 3. Its last message was: “cannot find my book”"),
        (["--white", badly("binary")], "It answered “\\u{1}\ufffd\\0z9”, which is not a move."),
        (["--white", badly("chatty"), "--patience", "2s"], "It did not answer within 2 seconds."),
        (["--white", badly("resists"), "--patience", "1s"], "It did not answer within 1 second."),
        (["--white", "http://127.0.0.1:1"], "Could not reach it: Connection refused (os error 111)"),
        (["--white", "uci:cat", "--patience", "1s"], "It did not answer within 1 second."),
    ):
        with Program(desktop, executable, arguments) as program:
            program.wait(words)
            program.press("Not Now")
            program.wait("White is waiting: press Move Now to continue")


def unknown_program(desktop, executable):
    """A game from elsewhere does not start a program that is unknown in the settings."""
    evidence = desktop.home / "evidence"
    write_save(desktop, "from-elsewhere", white=f'{{ program = "touch {evidence}" }}')
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait(f"There is no program called “touch {evidence}”. Add it under New Game and try again.")
        program.press("Continue With Computer")
        program.wait_title("^White played .* – Black to move$")
    assert not evidence.exists()


def programs_in_a_sandbox(desktop, executable):
    """In a Flatpak, the dialog says which programs cannot be started: played where /.flatpak-info exists (see build-aux/package)."""
    with Program(desktop, executable) as program:
        program.press("New Game…")
        program.press("Program")
        program.press("Add Program…")
        program.wait(re.compile("The Flatpak version cannot start programs on your computer. .*"))
        program.wait("Name", "text box")
        program.key("Tab", "space", "Down", "Down", "Return")
        closed = re.compile("The Flatpak version has no network access. .*flatpak override --user --share=network .*")
        program.wait(closed)
        program.key("Escape")
        program.wait_gone("Name", "text box")
        program.press("Friend Elsewhere")
        program.press("Friend Elsewhere: In This Network")
        program.wait(closed)
        assert not program.shows("Tables Here"), "there are no tables without a network"
        # GTK misses the portals that a real sandbox has.
        program.forgive()


def program_of_the_set_up(desktop, executable):
    """A program is added with its options, plays, is remembered, and is found again by a saved game."""
    engine = executable.replace("nine-mens-morris", "nmm")
    with Program(desktop, executable) as program:
        program.press("New Game…")
        program.press("Program")
        program.press("Add Program…")
        program.wait("Name", "text box")
        program.type("Sparring")
        program.key("Tab", "space", "Down", "Return")
        program.wait("Runs on this computer and takes commands like a chess engine.")
        program.key("Tab")
        program.type(f"'{engine}' uci")
        program.press("Load Options")
        program.wait("Level")
        for number in ("Level", "ThinkingTime"):
            go_to(program, number, "spin button")
            program.key("ctrl+a")
            program.type("5\t")
        program.press("Save")
        program.wait("Sparring")
        program.press("Start Game")
        program.play("d6")
        program.wait_title("^Black played .* – White to move$")
        program.wait(re.compile("Black · Nine Men's Morris .*"))
        program.key("ctrl+q")
        program.wait_end()
    known = tomllib.loads(desktop.settings.read_text())["programs"]["known"]
    assert known[0]["name"] == "Sparring" and known[0]["speaks"] == "uci", known
    assert known[0]["options"] == {"Level": "5", "ThinkingTime": "5"}, known
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait("d6, white piece")
        # On a point that Black has not taken.
        program.play("f4" if program.shows("f4, empty") else "b4")
        program.wait_title("^Black played .* – White to move$")


def program_is_tested(desktop, executable):
    """The dialog of a program asks it for a move and says what it answered, or why it did not; closing the dialog ends it."""
    engine = executable.replace("nine-mens-morris", "nmm")
    mark = desktop.home / "runs"
    with Program(desktop, executable) as program:
        program.press("New Game…")
        program.press("Program", "radio")
        program.press("Add Program…")
        program.wait("Name", "text box")
        program.key("Tab", "space", "Down", "Return")
        program.wait("Runs on this computer and takes commands like a chess engine.")
        assert not program.all("Test", "button")[0].has(SENSITIVE), "there is nothing to test yet"
        for command, words in (
            (f"'{engine}' uci", r"It answered [a-g][1-7] in [0-9.]+ s\."),
            (badly("dead", "uci").removeprefix("uci:"), "It exited with status 3.*"),
            ("no-such-program", "Could not start .*"),
            (f"sh -c 'touch {mark}; exec sleep 4321'", "Testing…"),
        ):
            go_to(program, "Command", "text box")
            program.key("ctrl+a")
            program.type(command)
            go_to(program, "Test", "button")
            program.key("Return")
            program.wait(re.compile(words), "status")
            # Screen readers speak it, too.
            program.wait(re.compile(words), "window")
        wait_for(mark.exists, "the program that never answers")
        child = wait_for(lambda: running("sleep 4321"), "its process")
        program.key("Escape")
        wait_for(lambda: running("sleep 4321") != child, "its end")
        program.wait_page("SetupPage")


def running(command):
    """Returns the ids of the processes with this command."""
    processes = Path("/proc").glob("[0-9]*/cmdline")
    return {path.parent.name for path in processes if command_of(path) == command}


def command_of(path):
    """Returns the command of a process, if it still runs."""
    with contextlib.suppress(OSError):
        return path.read_bytes().rstrip(b"\0").replace(b"\0", b" ").decode(errors="replace")
    return ""


def program_that_is_not_there(desktop, executable):
    """Without known programs none can be played: Enter on Add a Program starts no game, and neither does coming back from the settings."""
    with Program(desktop, executable) as program:
        program.press("New Game…")
        program.press("Program")
        go_to(program, "Add Program…", "button")
        program.key("Return")
        program.wait("Name", "text box")
        program.key("Escape")
        program.wait_gone("Name", "text box")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.key("Escape")
        program.wait_page("SetupPage")
        assert not program.wait("Start Game", "button").has(SENSITIVE), "there is no opponent"
        program.press("Computer")
        program.press("Start Game")
        program.wait_page("GamePage")


def last_program_removed(desktop, executable):
    """After the last known program is removed, the button that adds one has the focus."""
    write(desktop.settings, """version = 1
[programs]
known = [{ name = "Silent", speaks = "uci", command = "cat" }]
""")
    with Program(desktop, executable) as program:
        program.press("New Game…")
        program.press("Program")
        program.press("Edit Program")
        program.press("Delete Program")
        program.wait("Add Program…", "button", where=lambda node: node.has(FOCUSED))


def go_to(program, name, role):
    """Presses Tab until an object has the focus."""

    def is_there():
        if any(node.has(FOCUSED) or any(inner.has(FOCUSED) for inner in node.walk()) for node in program.all(name, role)):
            return True
        program.key("Tab")
        return False

    wait_for(is_there, f"the keyboard on {name}")
