# SPDX-License-Identifier: GPL-3.0-or-later
# Common tasks by name: `just` lists them. The commands of each recipe also work without just.

# list the recipes
_default:
    @just --list

# start the game, with arguments if there are any
run *ARGUMENTS:
    build-aux/run {{ ARGUMENTS }}

# run every check and test, as CI does; `just test --changed` runs what a change reaches
test *ARGUMENTS:
    build-aux/test {{ ARGUMENTS }}

# run the tests that take longer; `just test-long --list` lists them
test-long *SECTIONS:
    build-aux/test-long {{ SECTIONS }}

# test the rules alone, in seconds
test-rules:
    cargo test --locked -p morris

# test everything below the window
test-core:
    cargo test --locked --workspace --exclude nine-mens-morris

# play one scenario of the window: `just window two_computers`
window SCENARIO:
    cargo build --locked --workspace --bins
    build-aux/headless /usr/bin/python3 -B tests/window/run.py target/debug/nine-mens-morris {{ SCENARIO }}

# format the source, and run the lints
lint:
    cargo fmt --all
    cargo clippy --locked --workspace --all-targets -- -D warnings

# run the checks of the commit hook
check:
    build-aux/git-hooks/pre-commit

# install the commit hook
hook:
    git config core.hooksPath build-aux/git-hooks

# search fixed positions to a fixed depth; commits that change rules or engine record `nodes`
bench:
    cargo run --locked --release -p nmm -- bench

# measure the speed of the window, in a release build
measure:
    build-aux/measure

# merge new strings into the translations
po:
    build-aux/update-po

# take the pictures of README and metainfo
pictures:
    build-aux/screenshots
