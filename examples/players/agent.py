#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A classroom agent that plays any legal move. It is a player that answers over HTTP, and a
starting point for your own.

    python3 agent.py [PORT]                          answers on http://127.0.0.1:5000, or another port; 0 takes any
    nine-mens-morris --black http://127.0.0.1:5000   plays against it
    nmm match --white level:1 --black http://127.0.0.1:5000 --games 20

The game sends requests by POST with JSON, and the agent answers with JSON:

    /placing             {"gameBoard": [null, true, ...], "phase": {"value": 0, "name": "Placing pieces"}}
                         {"selectedPosition": 4}
    /moving              {"gameBoard": [...], "phase": {"value": 1, "name": "Moving pieces"}}   (2: "Flying")
                         {"origin": 3, "destination": 4}
    /selectEnemyPiece    {"gameBoard": [...], "phase": {...}}
                         {"selectedPiece": 7}

On the board `true` is the agent's own man, `false` the opponent's, and `null` an empty point.
"""

import json
import random
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

# The points are numbered ring by ring, the outer first, clockwise from the top left corner:
#
#     0 ----------- 1 ----------- 2
#     |   8 ------- 9 ------ 10   |
#     |   |  16 -- 17 -- 18   |   |
#     7 - 15 - 23       19 - 11 - 3
#     |   |  22 -- 21 -- 20   |   |
#     |  14 ------ 13 ------ 12   |
#     6 ----------- 5 ----------- 4

# The lines of three points that can form mills: the sides of the rings, and the lines across the
# rings.
LINES = [(ring + corner, ring + corner + 1, ring + (corner + 2) % 8) for ring in (0, 8, 16) for corner in (0, 2, 4, 6)]
LINES += [(middle, middle + 8, middle + 16) for middle in (1, 3, 5, 7)]

NEIGHBOURS = {point: set() for point in range(24)}
for first, middle, last in LINES:
    NEIGHBOURS[first].add(middle)
    NEIGHBOURS[middle] |= {first, last}
    NEIGHBOURS[last].add(middle)

FLYING = 2


def points_of(board, content):
    """Returns the points with the agent's men (True), the opponent's men (False), or no man (None)."""
    return [point for point in range(24) if board[point] is content]


def placing(board, _):
    """Chooses the point to place a man on."""
    return {"selectedPosition": random.choice(points_of(board, None))}


def moving(board, phase):
    """Chooses the man to move and the point to move it to."""
    empty = points_of(board, None)
    ways = [(man, point) for man in points_of(board, True) for point in empty
            if phase == FLYING or point in NEIGHBOURS[man]]
    origin, destination = random.choice(ways)
    return {"origin": origin, "destination": destination}


def select_enemy_piece(board, _):
    """Chooses the opponent's man to remove. Takes one in a mill only if all of them are in mills."""
    men = points_of(board, False)

    def in_mill(man):
        return any(man in line and all(board[point] is False for point in line) for line in LINES)

    return {"selectedPiece": random.choice([man for man in men if not in_mill(man)] or men)}


ANSWERS = {"/placing": placing, "/moving": moving, "/selectEnemyPiece": select_enemy_piece}


class Agent(BaseHTTPRequestHandler):
    """Answers one request after the other."""

    def do_POST(self):
        """Answers a request."""
        if self.path not in ANSWERS:
            self.send_error(404)
            return
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps(ANSWERS[self.path](asked["gameBoard"], asked["phase"]["value"])).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        """Logs nothing."""


def main():
    """Answers requests until interrupted."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    # Only programs on this machine can connect.
    server = HTTPServer(("127.0.0.1", port), Agent)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
