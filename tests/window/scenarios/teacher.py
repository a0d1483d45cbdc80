# SPDX-License-Identifier: GPL-3.0-or-later
"""What the program teaches: reviews, hints, lessons."""

import re
import tomllib

import moves
from bus import CHECKED, FOCUSED
from desktop import wait_for
from files import computer, latest_save, write, write_save, write_settings
from program import Program
from scenarios.programs import go_to
from walk import Walk

# White's sixth man gives away the draw. Black wins from then on.
LOST = """b4 d5 b6 b2 f6 d6 f2 f4 d7 e3 a4 c4 a1 a7 d1 g1 e5 e4 f2-d2 e3-d3 d2-f2 g1-g4xd7 d1-g1 e4-e3 a1-d1 e3-e4xg1
d1-g1 a7-d7xf2 a4-a1 d3-d2 a1-d1 d7-g7 d1-a1 e4-e3 b4-a4 e3-e4xb6 g1-d1 g7-d7xa4 a1-a4 f4-f2xd1 e5-f4 d7-a7 f6-d7
b2-b4 f4-c5 b4-b2xa4"""


# Why a move gives away the result: a proven reason, or the line that refutes it.
WHY = re.compile(r"(It|After|Black replies) .*\.")


def review_first_saved(program):
    """Opens the first saved game, and its review."""
    program.key("ctrl+o")
    program.wait_page("SavedGamesPage")
    program.key("Return")
    program.wait_page("GamePage")
    program.key("ctrl+r")
    program.wait_page("AnalysisPage")


def review(desktop, executable):
    """A finished game is reviewed by keyboard: the mistake, the better move, its refutation, and the only move."""
    write_save(desktop, "lost", LOST, black=computer(5), result="0-1", reason="few-men")
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        review_first_saved(program)
        # It opens at the user's first mistake, which is a row that says why.
        program.wait("5 of 46")
        program.wait(re.compile("Move 5: White played f6, threw away the draw\\. .*Better: .*"), "list item")
        # While other work runs on the same cores, this is the longest wait of all. The values are
        # saved with the game, and reading the file costs less than reading the objects. The levels
        # that find the move come later, and then the summary: its title would replace others.
        wait_for(lambda: "[%wdl" in latest_save(desktop).get("notes", ""), "the review in the save")
        program.wait_gone("Reviewing…")
        program.key("Home")
        program.wait("0 of 46")
        program.key("t")
        program.wait_title("^The board is empty")
        program.key("m")
        program.wait("5 of 46")
        # This is the position before the move, so the point is empty.
        program.wait_point("f6", "empty")
        program.wait_title("^White played f6\\. This threw away the draw\\. .*Better: ")
        program.wait(re.compile("(?!White played).*Better: .*"), "label")
        program.press("Show Best Reply")
        program.wait_point("f6", "white piece")
        program.wait_point("d6", "black piece")
        program.press("Back to the Game")
        program.wait_point("f6", "empty")
        program.press("Show Best Reply")
        program.wait_point("f6", "white piece")
        # Escape goes back one level only.
        program.key("Escape")
        program.wait_point("f6", "empty")
        assert program.page == "AnalysisPage", program.page
        program.key("Right")
        program.wait("6 of 46")
        program.key("End")
        program.wait("46 of 46")
        program.wait(re.compile(".*You have lost\\. White has fewer than three pieces\\."), "label")
        assert not program.shows(re.compile(".*can force a win.*"), "label"), "the game is over"
        # The mistake becomes a puzzle.
        program.press("Practice These Mistakes")
        program.wait_page("PuzzlePage")
        program.wait("White to place a piece and draw.")
        program.wait_title("draw\\. White: 7 pieces in hand, 0 lost. Black: 7 pieces in hand, 0 lost.")
        program.wait("White: 7 pieces in hand, 0 lost", "image")
        _, height = program.resize(360, 640)
        program.type("d7")
        program.wait("Solved!")
        program.wait("Next Puzzle", "button")
        _, top, _, high = program.wait(re.compile("Not rated yet|Your rating.*"), "label").box
        assert top + high <= height, "all of it fits"
        program.key("Escape")
        program.wait_page("AnalysisPage")
        program.wait_gone("Practice These Mistakes")
        program.key("Escape")
        program.wait_page("GamePage")
        program.check_log()


def hints(desktop, executable):
    """Each press of H makes the hint more detailed, and the hint stays until the move."""
    write_save(desktop, "open", "a7 a1 d7 d1")
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.key("h")
        program.wait("Hint: you can close a mill")
        program.key("h")
        whole = re.compile("Hint: g7, then remove (a1|d1). It closes a mill and blocks one")
        program.wait(whole)
        # There are no more details, so the same hint is announced again.
        told = program.wait_title("^Hint: g7, then remove")
        program.key("h")
        wait_for(lambda: program.title not in ("", told), "the hint again")
        assert program.title.strip() == told.strip(), program.title
        # Other words pass, and the hint is there again.
        program.type("a7")
        program.wait_title("^There is already a piece on a7")
        program.wait(whole, "heading")
        program.type("g7")
        program.wait_title("^Mill! Remove a black piece")
        assert program.shows(whole, "heading"), program.texts()
        program.type("a1")
        program.wait("Black: place a piece (7 in hand)", "heading")
        assert not program.shows(whole, "heading"), program.texts()


def coach(desktop, executable):
    """In the first games against level 1 a tip is spoken once after the turn; one click turns the coach off for good, the settings turn it on again."""
    write_save(desktop, "first", "b6 a7 g1 d7", black=computer(1), aids=[])
    tip = "Careful: your opponent can close a mill next. Can you stop it?"
    kept = desktop.home / ".local/share/nine-mens-morris/practice.toml"
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.wait(tip, "label")
        program.wait_title(f"^{re.escape(tip)}$")
        assert program.shows(re.compile("White: place a piece .*"), "heading"), program.texts()
        program.click("Turn Off Coach", "button")
        program.wait("Coach turned off. You can turn it on again in Settings.", "label")
        program.wait(re.compile("[a-g][1-7], .*"), where=lambda node: node.has(FOCUSED))
        wait_for(lambda: kept.exists() and 'speaks = "never"' in kept.read_text(), "the choice in the practice data")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.wait(re.compile("Coach.*"), "switch", lambda switch: not switch.has(CHECKED))
        program.press(re.compile("Coach.*"), "switch")
        program.wait(re.compile("Coach.*"), "switch", lambda switch: switch.has(CHECKED))
        wait_for(lambda: 'speaks = "always"' in kept.read_text(), "the other choice")
        program.check_log()


def warned(desktop, executable):
    """If the setting is on, a move that gives away the draw asks first and says why, a good move does not, and two people are never asked."""
    write_settings(desktop, play={"warn": True})
    write_save(desktop, "open", "b4 d5 b6 b2", black=computer(5))
    write_save(desktop, "people", "b4 d5 b6 b2", name="People", saved="2026-11-19T19:30:00Z")
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.type("f6")
        program.wait("This Throws Away the Draw")
        program.wait(WHY, "label")
        # The header counts the man to be placed, so it says seven, and the card gives the same number.
        assert program.shows("White: 7 pieces in hand, 0 lost", "image"), program.texts()
        program.press("Take Back Move")
        program.wait_point("f6", "empty")
        program.type("d7")
        program.wait_title("White played d7")
        program.key("ctrl+z")
        program.wait_point("d7", "empty")
        program.type("f6")
        program.wait("This Throws Away the Draw")
        program.press("Play Anyway")
        program.wait_title("White played f6")
        program.key("ctrl+o")
        program.wait_page("SavedGamesPage")
        program.press("Continue", "button", inside=re.compile("People, .*"))
        program.wait_page("GamePage")
        program.type("f6")
        program.wait_title("White played f6")
        program.check_log()


def solve_more(desktop, executable):
    """The review of a game beyond the tables leads to the row that solves more: expanded, in view, and focused."""
    write_save(desktop, "twelve", "d6 d2 d7 a1 e5 c4 c3 d3 g4 g1 b4 a7", rules="twelve", result="0-1", reason="resignation")
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+o")
        program.wait_page("SavedGamesPage")
        program.press("Review", "button")
        program.wait_page("AnalysisPage")
        program.press("Details")
        program.press("Solve More Positions…", "button")
        program.wait_page("SettingsPage")
        program.wait("Add", "combo box", lambda row: row.has(FOCUSED))
        place, window = program.place_of("Solved Positions", "label"), program.window_box()
        assert window[1] < place[1] < window[1] + window[3], f"{place} in {window}"
        program.check_log()


def lessons(desktop, executable):
    """The six lessons on the rules are played by keyboard, by what is spoken alone, and lead to a first game."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("shift+F1")
        program.wait_title("^Lesson 1 of 14. Place Your Pieces – .* Ring on d6.$")
        # The point says what it is, and the key that asks about the turn says the task again.
        program.key("s")
        program.wait_title("^White: place a piece .* Try it: place a white piece on the point with the ring. Ring on d6.$")
        program.key("Home")
        for _ in range(24):
            point = program.wait(re.compile("[a-g][1-7], empty"), "button", lambda node: node.has(FOCUSED))
            if point.name.startswith("d6"):
                break
            program.key("End")
        assert point.description == "marked with a ring, you can place a piece here", point.description
        program.key("Return")
        program.wait_title("^Well done!$")
        next_lesson(program, 2)
        # The move is legal. It slides back with a message, and it is still White's turn.
        program.type("g1")
        program.wait("You may do that in a game. Here, go to the ring.")
        program.wait_title("^You may do that in a game. Here, go to the ring. Ring on g7.$")
        program.wait_point("g1", "empty")
        program.type("g7f4")
        program.wait_title("^Well done!$")
        program.type("a1")
        program.wait_point("a1", "empty")
        next_lesson(program, 3)
        program.type("c3")
        program.wait_title("^c3, white piece, picked up$")
        program.type("a1")
        # The eye needs no name of the point, the ear does.
        program.wait("A piece moves along a line, to the next point")
        program.wait_title("^No line leads from c3 to a1$")
        program.type("d6d5")
        for number, moves in ((4, "d6d7b4"), (5, "c3g7a1"), (6, "f4f6a4")):
            next_lesson(program, number)
            program.type(moves)
        program.wait_title("^You have won! You know the rules. Play your first game\\?$")
        program.press("Play Now")
        program.wait_page("GamePage")
        program.check_log()


def next_lesson(program, number):
    """Waits for the praise, and goes to the next lesson."""
    program.wait("Well done!")
    program.press("Next Lesson")
    program.wait(f"Lesson {number} of 14")


def strategy(desktop, executable):
    """A lesson on strategy takes back a wrong move and praises the right one."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("shift+F1")
        program.wait_page("HowToPlay")
        for number in range(2, 9):
            program.press("Next Lesson")
            program.wait(f"Lesson {number} of 14")
        program.wait("Open Your Mill Safely")
        program.type("b2b4")
        program.wait(re.compile("b2-b4 isn’t the right move. Try again. Open the mill where .*"))
        program.type("f2f4")
        program.wait_point("f4", "white piece")
        program.wait("Only your own piece can reach f2 and close the mill. No other move wins here.")
        # The lesson ends in three puzzles on its theme, and they lead back to it.
        program.press("Puzzles for This Lesson")
        program.wait_page("PuzzlePage")
        for number in 1, 2:
            program.wait(f"Puzzle {number} of 3")
            solve(program)
            program.press("Next Puzzle")
        program.wait("Puzzle 3 of 3")
        program.press("Show Solution")
        program.press("Back to the Lesson")
        program.wait_page("HowToPlay")
        program.wait("0 puzzles solved on the first try. On to the next lesson!")
        program.wait("Lesson 8 of 14")
        program.key("Return")
        program.wait("Lesson 9 of 14")
        program.check_log()


def puzzles(desktop, executable):
    """The puzzle of the day is given up on the practice page, a puzzle is solved with hints, and the result is there at the next start."""
    with Program(desktop, executable) as program:
        program.press("Practice")
        program.wait_page("PracticePage")
        program.wait(re.compile("Difficulty [0-9]{3,4}"))
        program.wait("Solve it to start a streak")
        assert not program.all(re.compile("Gtk.*"), "button"), "the name of a class"
        before = program.men()
        # The board has the keyboard.
        program.key("m")
        program.wait_title("^White: [a-g][1-7].*Black: [a-g][1-7]")
        program.press("Show Solution")
        program.wait(re.compile("Solution: .*"))
        program.wait("Not solved")
        wait_for(lambda: program.men() != before, "the solution on the board")
        program.press(re.compile("Rated Puzzles. .*"), "button")
        program.wait_page("PuzzlePage")
        program.wait(re.compile("Difficulty [0-9]+"))
        solve(program)
        program.press("Next Puzzle")
        # A GTK button that is pressed without a mouse acts a quarter of a second later, and ignores
        # other keys until then.
        wait_for(lambda: not program.shows("Solved!", "label"), "the next puzzle")
        program.wait(re.compile("(White|Black) (to|closes) .*"))
        program.key("Escape")
        program.wait_page("PracticePage")
        program.wait("Not solved")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.press("Practice")
        program.wait("Not solved")
        program.wait("Next puzzle tomorrow")
        # In a small window, the first tiles are whole.
        program.resize(640, 480)
        _, top, _, height = program.wait(re.compile("My Mistakes.*"), "button").box
        assert top + height <= program.window_box()[3], (top, height)
        # In a narrow window, the wheel moves the page also over what is below the board.
        program.resize(360, 640)
        x, y = program.place_of("Puzzle of the Day", "label")
        program.tool("mousemove", x, y, "click", 5)
        wait_for(lambda: program.place_of("Puzzle of the Day", "label")[1] < y, "a page that was scrolled")


def solve(program):
    """Plays the moves of the hints until the puzzle is solved. Reads the hints from the page,
    because the title of the window shows them later.
    """
    while True:
        told = None
        while not told:
            program.key("h")
            said = program.wait(re.compile("Hint: .*"), "label").name
            told = re.fullmatch(r"Hint: ([a-g][1-7]-)?([a-g][1-7])((x[a-g][1-7])*)", said)
        program.type(re.sub("[-x]", "", said.removeprefix("Hint: ")))
        said = program.wait(re.compile("Solved!|Correct! .*"), "label").name
        if said == "Solved!":
            return


def endgame(desktop, executable):
    """An endgame is played from its card: a verdict after each move, taking back, the result on the card, and Continue stays as it was."""
    write_save(desktop, "game", "d6 f4 d2")
    with Program(desktop, executable) as program:
        program.press("Practice")
        program.wait_page("PracticePage")
        card = re.compile("Draw: 4 against 5.*")
        go_to(program, card, "button")
        program.key("Return")
        program.wait_page("EndgamePage")
        program.wait("White to move and draw.")
        assert sum("piece" in what for what in program.men().values()) == 9, program.men()
        count = program.wait("0 of 20 moves")
        program.resize(360, 640)
        _, top, _, height = program.wait(count.name).box
        assert top + height <= 640, (top, height)
        white = [point for point, what in program.men().items() if what == "white piece"]
        program.wait_title("^Draw: 4 against 5. White to move and draw")
        start, end = next(move for move in quiet_moves(program.men()) if move[0] in white)
        program.type(start + end)
        program.wait(re.compile("Black replies .* (Still a draw|You are losing|Goal missed).*"))
        program.wait("1 of 20 moves")
        program.press("Take Back Move")
        program.wait("0 of 20 moves")
        program.wait_point(start, "white piece")
        program.wait_title(rf"^Taken back: White played {start}-{end}, Black played .*\. Still a draw")
        program.key("Escape")
        program.wait_page("PracticePage")
        program.wait(card, "button", lambda button: button.has(FOCUSED))
        program.key("Escape")
        program.wait_page("MainMenu")
        program.press("Continue")
        program.wait_page("GamePage")
        program.wait_point("d2", "white piece")
        program.check_log()


def rush(desktop, executable):
    """A run is begun by keyboard, says its name and task, and says its result when it is left, on its tile."""
    tile = re.compile(r"Rush\. .*")
    with Program(desktop, executable) as program:
        program.press("Practice")
        program.wait_page("PracticePage")
        program.wait_title(r"^Puzzle of the Day\. (White|Black) ")
        for _ in range(2):
            go_to(program, tile, "button")
            program.key("Return")
            program.wait("3-Minute Rush", "menu item", lambda item: item.has(FOCUSED))
            program.key("Return")
            program.wait_page("PuzzlePage")
            program.wait_title(r"^3-Minute Rush\. (White|Black) .*(win|remove)")
            assert program.shows(re.compile("[32]:[0-5][0-9]"), "label"), program.texts()
            program.key("Escape")
            program.wait_page("PracticePage")
            program.wait_title("^3-Minute Rush: 0 solved$")
            program.wait(tile, where=lambda node: node.has(FOCUSED))
        program.check_log()


def judgment(desktop, executable):
    """Questions are answered by one key each, with the reason at once, and the result is kept."""
    question = re.compile(r"^(White|Black) plays \S+\. Is this a mistake\?( (Both sides|White|Black) can fly\.)?( White: .*)?$")
    with Program(desktop, executable) as program:
        program.press("Practice")
        program.wait_page("PracticePage")
        program.press(re.compile("Is This a Mistake.*"), "button")
        program.wait_page("JudgmentPage")
        program.wait_title(question)
        program.wait("Yes (Y)", "button", lambda button: button.has(FOCUSED))
        program.key("n")
        result = program.wait_title("^(Correct! This is a good move|Wrong: this move is a mistake)")
        assert re.search(r"(moves? (is|are) good|Well .*|It .*|After .*|(White|Black) replies .*|Better: .*)\.$", result), result
        program.wait("Next Question", "button", lambda button: button.has(FOCUSED))
        # The letter says the result again and does not lead on.
        program.key("n")
        program.wait("Next Question", "button")
        program.key("Return")
        program.wait_title(question)
        program.wait("Yes (Y)", "button", lambda button: button.has(FOCUSED))
        program.key("Return")
        program.wait_title("^(Correct! This move is a mistake|Wrong: this is a good move)")
        program.press("Next Question")
        program.wait_title(question)
        program.key("Escape")
        program.wait_page("PracticePage")
        program.wait(re.compile(r"Is This a Mistake\? Your rating: after 8 more"), "button")
        practice = desktop.home / ".local/share/nine-mens-morris/practice.toml"
        wait_for(lambda: practice.exists() and "tried = 2" in practice.read_text(), "two answers in the file")
        program.check_log()


def quiet_moves(men):
    """Yields moves along a line to an empty point that close no mill for White, as pairs of points."""
    sides = {point: 0 if what.startswith("white") else 1 for point, what in men.items() if "piece" in what}
    for start in (point for point, side in sides.items() if side == 0):
        for end in moves.neighbors(start) - sides.keys():
            if not moves.closes(sides, 0, start, end):
                yield start, end


def statistics(desktop, executable):
    """Older saves and a game that ends are counted, then exported and cleared."""
    write_save(desktop, "lost", LOST, black=computer(5), result="0-1", reason="few-men")
    write_save(desktop, "open", LOST.rsplit(maxsplit=1)[0], white=computer(5), saved="2026-11-21T19:30:00Z")
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.type("b4b2a4")
        program.wait("You have won!")
        wait_for(lambda: len(counted(desktop)) == 2, "a line for each game")
        assert [(line[0], line[3], line[4], line[9]) for line in counted(desktop)] == [
            ("lost", "level:5", "white", "?"),
            ("open", "level:5", "black", "?"),
        ], counted(desktop)
        with open(statistics_file(desktop), "a", encoding="utf-8") as file:
            file.write("no game\n")
        show_statistics(program)
        program.wait("Unreadable Results: 1 line of statistics.tsv could not be read and was left unchanged.")
        program.wait("By Opponent", "label")
        program.wait("Computer: 5, Experienced: 1 won, 0 drawn, 1 lost")
        program.wait("Winning Streak: 1 now, best 1")
        program.press("Export…", "button")
        program.wait("Export Statistics")
        path = desktop.home / "games.csv"
        program.key("ctrl+a")
        program.type(str(path))
        program.key("Return")
        program.wait(f"Statistics exported as {path.name}")
        assert len(path.read_text().splitlines()) == 3, path.read_text()
        program.press("Reset…")
        program.press("Reset")
        program.wait(re.compile("You have not finished a game yet.*"))
        assert not counted(desktop)
        # Without statistics, the page offers to start a game.
        program.key("alt+Left")
        program.wait_page("MainMenu")
        program.press("Statistics", "button")
        program.wait_page("StatisticsPage")
        program.wait("Play Now", "button", lambda button: button.has(FOCUSED))
        program.key("Return")
        program.wait_page("GamePage")
        program.check_log()


def saved_review(desktop, executable):
    """A saved game is reviewed from its card by keyboard, and only the notes of its save change; a game without moves has no review."""
    write_save(desktop, "begun", saved="2026-11-01T19:30:00Z")
    write_save(desktop, "lost", "b4 d5 b6 b2 f6 d6", black=computer(5), result="0-1", reason="resignation")
    path = desktop.saves / "lost.toml"
    before = tomllib.loads(path.read_text())
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+o")
        program.wait_page("SavedGamesPage")
        program.wait("Open", "button")
        program.key("Tab", "Tab", "Return")
        program.wait_page("AnalysisPage")
        wait_for(lambda: "[%review" in path.read_text(), "the review in the save")
        assert {**tomllib.loads(path.read_text()), "notes": None} == {**before, "version": 2, "notes": None}, path.read_text()
        program.key("Escape")
        program.wait_page("SavedGamesPage")
        program.wait("Open", "button")
        program.act(program.all("Review", "button")[1])
        program.wait_title("^No move has been played yet")
        assert program.page == "SavedGamesPage"
        program.check_log()


def suits_you(desktop, executable):
    """After a game against a level another one is suggested, and the computer can play at the level that suits the player."""
    write_save(desktop, "lost", LOST, black=computer(5), result="0-1", reason="few-men")
    game = ["2026-11-20T19:30:00Z", "standard", "level:5", "white", "0-1", "few-men", "46"]
    names = {"a": "62.0", "b": "-", "c": "90.4", "lost": "81.0"}
    write_statistics(desktop, [[name, *game, accuracy, "-", "."] for name, accuracy in names.items()])
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+o")
        program.wait_page("SavedGamesPage")
        program.key("Return")
        program.wait("Try level 2 · Beginner next: it might suit you better.")
        program.press("Play Level 2")
        program.wait_gone("Play Level 2")
        program.wait("Beginner")
        show_statistics(program)
        program.wait(re.compile("Standard: Your level: 2, Beginner, Start [0-9]+, now [0-9]+, best [0-9]+"))
        program.wait(re.compile("Start [0-9]+, now [0-9]+, best [0-9]+"), "image")
        program.wait("Your Rating", "heading")
        program.click("Accuracy", "label")
        program.wait("Start 62, now 81, best 90", "image")
        faults = list(Walk(program).go_round())
        assert not faults, faults
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        program.press("Match My Level", "switch")
        program.wait("Currently about 2 · Beginner")
        program.press("Start Game")
        program.wait("Matches you, about level 2")
        # The save has the rating and the aids used.
        program.type("d6")
        program.wait_point("d6", "white piece")
        program.wait(re.compile("Move 2: .*"))
        program.key("h")
        saved = lambda: [path.read_text() for path in desktop.saves.glob("*.toml")]
        wait_for(lambda: any("{ rating = " in text and 'aids = ["hint"]' in text for text in saved()), "the help")
        program.check_log()


def show_statistics(program):
    """Goes to the statistics from a game."""
    program.press("Main Menu")
    program.wait_page("MainMenu")
    program.press("Statistics", "button")
    program.wait_page("StatisticsPage")


def statistics_file(desktop):
    """Returns the path of the file of finished games."""
    return desktop.saves.parent / "statistics.tsv"


def counted(desktop):
    """Returns the columns of all lines in the file of finished games."""
    path = statistics_file(desktop)
    lines = path.read_text().splitlines() if path.exists() else []
    return [line.split("\t") for line in lines if not line.startswith("#")]


def write_statistics(desktop, games):
    """Writes the file of finished games."""
    lines = ["# Nine Men's Morris statistics 1: game", *("\t".join(game) for game in games)]
    write(statistics_file(desktop), "\n".join(lines) + "\n")
