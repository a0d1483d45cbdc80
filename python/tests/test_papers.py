# SPDX-License-Identifier: GPL-3.0-or-later
"""Examples in the documentation of both modules and in README, and the stub."""

import ast
import doctest
import inspect
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import nine_mens_morris
from common import ROOT
from nine_mens_morris import _morris
from nine_mens_morris.adapters import famnit, kaggle, openspiel

STUB = ast.parse((ROOT / "python/nine_mens_morris/_morris.pyi").read_text())


def documented():
    for module in (nine_mens_morris, openspiel, famnit, kaggle):
        yield module.__name__, module
    for name, item in vars(_morris).items():
        yield name, item
        if inspect.isclass(item):
            yield from ((f"{name}.{part}", it) for part, it in vars(item).items() if not part.startswith("_"))


class Papers(unittest.TestCase):
    def test_examples_are_right(self):
        examples = 0
        for name, item in documented():
            test = doctest.DocTestParser().get_doctest(inspect.getdoc(item) or "", {}, name, None, 0)
            result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
            self.assertEqual(result.failed, 0, name)
            examples += result.attempted
        self.assertGreater(examples, 60)

    def test_everything_public_is_documented_and_in_the_stub(self):
        stub = {node.name: node for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        for name, item in vars(_morris).items():
            if name.startswith("_"):
                continue
            self.assertTrue(item.__doc__, name)
            self.assertIn(name, stub)
            if inspect.isclass(item) and not issubclass(item, Exception):
                parts = {part for part in vars(item) if not part.startswith("_")}
                typed = {getattr(node, "name", None) or getattr(getattr(node, "target", None), "id", None) for node in stub[name].body}
                self.assertEqual(parts, {part for part in typed if part and not part.startswith("_")}, name)
                self.assertTrue(all(getattr(item, part).__doc__ for part in parts), name)

    def test_the_blocks_of_readme_run(self):
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / "python/README.md").read_text(), re.S)
        self.assertGreater(len(blocks), 1)
        for block in blocks:
            if not re.search("numpy|gymnasium|pettingzoo", block):
                exec(compile(block, "README.md", "exec"), {})

    def test_the_evening_of_the_competition_can_be_followed(self):
        paper = (ROOT / "docs/COMPETITION.md").read_text().split("\n## An Evening in Python\n")[1].split("\n## ")[0]
        with tempfile.TemporaryDirectory() as folder:
            for kind, text in re.findall(r"```(.*?)\n(.*?)```", paper, re.S):
                if kind.startswith("python "):
                    Path(folder, kind.split()[1]).write_text(text)
                elif "pip install" not in text:
                    words = text.replace("python3", sys.executable).replace(" 100\n", " 1\n")
                    played = subprocess.run(words, shell=True, cwd=folder, check=True, capture_output=True, text=True)
                    self.assertRegex(played.stdout, "(?m)^ *[0-9.]+ (greedy$|games: random )")
            self.assertLess(len(Path(folder, "arena.py").read_text().splitlines()), 41)
