# SPDX-License-Identifier: GPL-3.0-or-later
# What people do here, by name: `just` lists it. Each recipe is one line that also works without just.

# lists the recipes
_default:
    @just --list

# starts the game, with arguments if there are any
run *ARGUMENTS:
    build-aux/run {{ ARGUMENTS }}

# every check and test; what CI runs
test:
    build-aux/test

# what takes longer; `just test-long --list` says what
test-long *SECTIONS:
    build-aux/test-long {{ SECTIONS }}

# the rules alone, in seconds
test-rules:
    cargo test --locked -p morris

# everything below the window
test-core:
    cargo test --locked --workspace --exclude nine-mens-morris

# one scenario of the window: `just window two_computers`
window SCENARIO:
    cargo build --locked --workspace --bins
    build-aux/headless /usr/bin/python3 -B tests/window/run.py target/debug/nine-mens-morris {{ SCENARIO }}

# formats the source, and says what the compiler would rather have
lint:
    cargo fmt --all
    cargo clippy --locked --workspace --all-targets -- -D warnings

# what the hook checks before a commit
check:
    build-aux/git-hooks/pre-commit

# has git run those checks before each commit
hook:
    git config core.hooksPath build-aux/git-hooks

# the same positions searched to the same depth: `nodes` belongs into commits that change rules or engine
bench:
    cargo run --locked --release -p nmm -- bench

# how quick the window is, in a release build
measure:
    build-aux/measure

# brings new strings into the translations
po:
    build-aux/update-po

# the pictures of README and metainfo
pictures:
    build-aux/screenshots
