# SPDX-License-Identifier: GPL-3.0-or-later
"""Types with few values."""

from typing import Literal

Value = Literal["win", "draw", "loss"]
Side = Literal["white", "black"]
Result = Literal["1-0", "0-1", "1/2-1/2"]
