# SPDX-License-Identifier: GPL-3.0-or-later
"""Encodings of other programs, as tables: OpenSpiel, famnit_gym, and the arena of language models at Kaggle.

Their points are numbered as ours.
"""
