// SPDX-License-Identifier: GPL-3.0-or-later
//! Holds the picture of the layers: who may name whom, and which outside crates live where.
//!
//! Whoever needs a new edge or crate adds it to [`LAYERS`], visibly.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A folder or file of `src/`.
struct Layer {
    /// Its name there, without an ending.
    name: &'static str,
    /// The other layers that it may name.
    may_name: &'static [&'static str],
    /// The outside crates that it may name.
    crates: &'static [&'static str],
    /// What it must not do at all, as the path that would do it.
    never: &'static [&'static str],
}

/// Printing, and everything whose answer is not in the arguments.
const OUTSIDE_WORLD: &[&str] = &[
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
];
const PRINTING_AND_READING: &[&str] =
    &["std::env", "std::fs", "std::io", "std::net", "std::process", "print!", "println!", "eprint!", "eprintln!"];
const PRINTING: &[&str] = &["print!", "println!", "eprint!", "eprintln!"];

const LAYERS: &[Layer] = &[
    Layer { name: "game", may_name: &[], crates: &["thiserror"], never: OUTSIDE_WORLD },
    Layer {
        name: "setup",
        // The engine for its levels.
        may_name: &["engine", "game"],
        crates: &[],
        never: OUTSIDE_WORLD,
    },
    Layer {
        name: "endgame",
        may_name: &["game"],
        // tempfile for its tests.
        crates: &["crc32fast", "rayon", "rustix", "tempfile", "thiserror", "tracing", "zstd"],
        never: PRINTING,
    },
    Layer {
        name: "engine",
        may_name: &["endgame", "game"],
        crates: &["bytemuck", "rand", "thiserror", "tracing"],
        never: PRINTING_AND_READING,
    },
    Layer {
        name: "protocol",
        // The setup for the outside programs it knows of.
        may_name: &["endgame", "engine", "game", "setup"],
        crates: &["rand", "rustix", "serde_json", "shell_words", "thiserror", "tiny_skia", "tracing", "ureq"],
        never: PRINTING,
    },
    Layer {
        name: "persistence",
        // The formats of other programs are files of the user, too.
        may_name: &["game", "protocol", "setup"],
        crates: &["dirs", "jiff", "rand", "rustix", "tempfile", "thiserror", "toml", "tracing"],
        never: PRINTING,
    },
    Layer {
        name: "session",
        may_name: &["endgame", "engine", "game", "protocol", "setup"],
        crates: &["rand", "thiserror"],
        never: OUTSIDE_WORLD,
    },
    Layer { name: "config", may_name: &[], crates: &[], never: OUTSIDE_WORLD },
    Layer {
        name: "ui",
        may_name: &["config", "endgame", "engine", "game", "persistence", "protocol", "session", "setup"],
        crates: &["adw", "async_channel", "gettextrs", "gtk", "jiff", "rand", "rustix", "thiserror", "tracing"],
        never: PRINTING,
    },
    // The doors: the library itself and the two programs.
    Layer { name: "lib", may_name: &[], crates: &[], never: OUTSIDE_WORLD },
    Layer {
        name: "main",
        may_name: &["config", "persistence", "protocol", "ui"],
        crates: &["adw", "clap", "gtk", "tracing", "tracing_subscriber"],
        never: &[],
    },
    Layer {
        name: "bin",
        may_name: &["endgame", "engine", "game", "persistence", "protocol", "session", "setup"],
        crates: &["clap", "rand", "thiserror", "tracing", "tracing_subscriber"],
        never: &[],
    },
];

/// More lines than this in a file ask to be divided.
const MOST_LINES: usize = 400;

#[test]
fn every_layer_names_only_what_it_may() {
    let outside = outside_crates();
    let complaints: Vec<_> =
        rust_files("src").iter().flat_map(|path| complaints_about(path, &read(path), &outside)).collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn files_say_their_licence_and_stay_short() {
    let folders = ["src", "tests", "benches", "build-aux", "build.rs"];
    let complaints: Vec<_> = folders
        .iter()
        .flat_map(|folder| rust_files(folder))
        .flat_map(|path| form_complaints(&path, &read(&path)))
        .collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// Layers whose input comes from outside.
#[test]
fn foreign_input_cannot_make_a_panic() {
    for layer in ["persistence", "protocol"] {
        let Ok(source) = fs::read_to_string(package().join("src").join(layer).join("mod.rs")) else { continue };
        let denied: Vec<_> = source.lines().filter(|line| line.starts_with("#![deny(")).collect();
        for lint in ["clippy::expect_used", "clippy::panic", "clippy::unwrap_used"] {
            assert!(denied.iter().any(|line| line.contains(lint)), "{layer} does not deny {lint}");
        }
    }
}

/// What a file of `src/` names against the table. `path` is relative to the package.
fn complaints_about(path: &Path, source: &str, outside: &BTreeSet<String>) -> Vec<String> {
    let place = path.strip_prefix("src").expect("a file of src");
    let name = layer_name(place);
    let Some(layer) = LAYERS.iter().find(|layer| layer.name == name) else {
        return vec![format!("{}: {name} stands in no layer of tests/architecture.rs", path.display())];
    };
    let paths = paths_in(source, place);
    paths
        .iter()
        .filter_map(|named| complaint_about(layer, named, outside))
        .map(|complaint| format!("{}: {complaint}", path.display()))
        .collect()
}

fn complaint_about(layer: &Layer, named: &[String], outside: &BTreeSet<String>) -> Option<String> {
    let text = named.join("::");
    let forbidden = |never: &&&str| text == **never || text.starts_with(&format!("{never}::"));
    if let Some(never) = layer.never.iter().find(forbidden) {
        return Some(format!("{} must not use {never}", layer.name));
    }
    let first = named[0].as_str();
    if first == "crate" {
        let second = named.get(1)?.as_str();
        let allowed = second == layer.name || layer.may_name.contains(&second);
        return (!allowed).then(|| format!("{} must not name {second}", layer.name));
    }
    let allowed = !outside.contains(first) || layer.crates.contains(&first);
    (!allowed).then(|| format!("{} must not name the crate {first}", layer.name))
}

/// The first part of the path below `src/`, without an ending.
fn layer_name(place: &Path) -> String {
    let first = place.iter().next().expect("a path has a part");
    Path::new(first).with_extension("").to_string_lossy().into_owned()
}

/// How many `super` lead from this file to the root of the crate.
fn module_depth(place: &Path) -> usize {
    let parts = place.iter().count();
    if place.ends_with("mod.rs") { parts - 1 } else { parts }
}

/// All paths of a source, with `use` trees spelled out and those into the library beginning with `crate`.
/// Macros keep their `!`. A source that is no Rust gives none: the compiler complains about that.
fn paths_in(source: &str, place: &Path) -> Vec<Vec<String>> {
    let tokens = source.parse::<TokenStream>().map(flatten).unwrap_or_default();
    let mut paths = Vec::new();
    let mut rest = tokens.as_slice();
    while !rest.is_empty() {
        rest = if is_name(&rest[0]) { read_path(rest, &[], &mut paths) } else { &rest[1..] };
    }
    paths.into_iter().map(|path| from_the_root(path, place)).collect()
}

/// The path as seen from the root of the library, if it leads there.
fn from_the_root(path: Vec<String>, place: &Path) -> Vec<String> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let from = match path[0].as_str() {
        "nine_mens_morris" => 1,
        // The program's own modules.
        "crate" | "super" if is_program(place) => return vec!["self".to_owned()],
        "super" if ups >= module_depth(place) && path[ups..] != ["*"] => ups,
        _ => return path,
    };
    ["crate".to_owned()].into_iter().chain(path[from..].iter().cloned()).collect()
}

fn is_program(place: &Path) -> bool {
    place.starts_with("bin") || place == Path::new("main.rs")
}

/// Reads the path that begins here, below `prefix`, and returns what follows it.
fn read_path<'a>(mut rest: &'a [String], prefix: &[String], paths: &mut Vec<Vec<String>>) -> &'a [String] {
    let mut path = prefix.to_vec();
    loop {
        match rest {
            [open, inside @ ..] if open == "{" && !path.is_empty() => return read_group(inside, &path, paths),
            [name, colon, second, after @ ..] if is_name(name) && colon == ":" && second == ":" => {
                path.push(name.clone());
                rest = after;
            }
            [name, bang, after @ ..] if is_name(name) && bang == "!" => {
                path.push(format!("{name}!"));
                rest = after;
                break;
            }
            [name, after @ ..] if is_name(name) || name == "*" => {
                path.push(name.clone());
                rest = after;
                break;
            }
            _ => break,
        }
    }
    if !path.is_empty() {
        paths.push(path);
    }
    rest
}

/// Reads the paths between braces, each below `prefix`.
fn read_group<'a>(mut rest: &'a [String], prefix: &[String], paths: &mut Vec<Vec<String>>) -> &'a [String] {
    while let [first, after @ ..] = rest {
        rest = match first.as_str() {
            "}" => return after,
            "," => after,
            name if is_name(name) || name == "*" => {
                let after = read_path(rest, prefix, paths);
                // Skips `as name`.
                let end = after.iter().position(|token| token == "," || token == "}");
                &after[end.unwrap_or(after.len())..]
            }
            _ => after,
        };
    }
    rest
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Tokens as text; comments are gone, and strings are `"` so that nothing in them looks like a name.
fn flatten(stream: TokenStream) -> Vec<String> {
    stream
        .into_iter()
        .flat_map(|tree| match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                let inside = flatten(group.stream());
                [vec![open.to_owned()], inside, vec![close.to_owned()]].concat()
            }
            TokenTree::Ident(name) => vec![name.to_string()],
            TokenTree::Punct(mark) => vec![mark.as_char().to_string()],
            TokenTree::Literal(_) => vec!["\"".to_owned()],
        })
        .collect()
}

/// The crates that the library and the programs are built with, under the names that sources use.
fn outside_crates() -> BTreeSet<String> {
    let manifest: toml::Table = read(Path::new("Cargo.toml")).parse().expect("cargo has read it");
    let dependencies = manifest["dependencies"].as_table().expect("a table of crates");
    let in_sources = |name: &String| match name.as_str() {
        "gettext-rs" => "gettextrs".to_owned(),
        _ => name.replace('-', "_"),
    };
    dependencies.keys().map(in_sources).collect()
}

fn form_complaints(path: &Path, source: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    if !source.starts_with("// SPDX-License-Identifier: GPL-3.0-or-later\n") {
        complaints.push(format!("{}: the first line does not say the licence", path.display()));
    }
    let lines = source.lines().count();
    if lines > MOST_LINES {
        complaints.push(format!("{}: {lines} lines, more than {MOST_LINES}", path.display()));
    }
    complaints
}

/// The Rust files of a file or folder of the package, relative to the package; none if it does not exist.
fn rust_files(start: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(start)];
    while let Some(path) = open.pop() {
        if let Ok(folder) = fs::read_dir(package().join(&path)) {
            open.extend(folder.map(|entry| path.join(entry.expect("a readable folder").file_name())));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(package().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The checks must be able to fail.
mod checks {
    use super::*;

    fn complaints(path: &str, source: &str) -> Vec<String> {
        let outside = ["gtk", "rand", "thiserror"].map(str::to_owned).into();
        complaints_about(Path::new(path), source, &outside)
    }

    #[test]
    fn names_against_the_table_are_found() {
        for (path, source) in [
            ("src/game/point.rs", "use crate::engine::Engine;"),
            ("src/game/point.rs", "use crate::{game::Board, engine};"),
            ("src/game/point.rs", "use crate::{game::{Board, Line}, setup::{self as s, GameSetup}};"),
            ("src/game/point.rs", "use crate::*;"),
            ("src/game/point.rs", "use super::super::engine::Engine;"),
            ("src/game/mod.rs", "use super::engine::Engine;"),
            ("src/setup.rs", "use super::ui::App;"),
            ("src/setup.rs", "mod m { fn f() -> u8 { crate::ui::f() } }"),
            ("src/setup.rs", "macro_rules! m { () => { $crate::ui::f() } }"),
            ("src/bin/nmm/main.rs", "use nine_mens_morris::ui;"),
            ("src/bin/nmm/main.rs", "use nine_mens_morris::{game, ui::App as A};"),
            ("src/engine/mod.rs", "use gtk::prelude::*;"),
            ("src/engine/mod.rs", "#[derive(gtk::CompositeTemplate)] struct S;"),
            ("src/game/mod.rs", "use {rand::Rng, thiserror::Error};"),
            ("src/game/mod.rs", "use rand as dice;"),
            ("src/game/mod.rs", "fn f() { println!(\"x\") }"),
            ("src/game/mod.rs", "use std::{fmt, time::Instant};"),
            ("src/game/mod.rs", "fn f() { std::fs::read(\"x\"); }"),
            ("src/helpers.rs", ""),
            ("src/helpers/mod.rs", ""),
        ] {
            assert!(!complaints(path, source).is_empty(), "{path}: {source}");
        }
    }

    #[test]
    fn names_within_the_table_pass() {
        for (path, source) in [
            ("src/game/point.rs", "use crate::game::Board; use super::Board; use thiserror::Error;"),
            ("src/game/point.rs", "/// See [`crate::engine`].\n// use crate::ui;\nconst A: &str = \"crate::ui::x\";"),
            ("src/game/point.rs", "mod tests { use super::*; use std::{collections::BTreeMap, fmt}; }"),
            ("src/protocol/uci.rs", "use super::session::Line; use crate::{engine::Engine as E, game};"),
            ("src/setup.rs", "pub(crate) use crate::game::{self, Rules};"),
            ("src/ui/mod.rs", "use gtk::{glib, prelude::*}; use crate::{session::Session, persistence};"),
            ("src/setup.rs", "mod tests { use super::*; }"),
            ("src/bin/nmm/perft.rs", "use crate::input; use super::output;"),
            ("src/bin/nmm/main.rs", "fn main() { println!(\"{}\", nine_mens_morris::game::perft()) }"),
        ] {
            assert_eq!(complaints(path, source), Vec::<String>::new(), "{path}: {source}");
        }
    }

    #[test]
    fn form_is_checked() {
        let head = "// SPDX-License-Identifier: GPL-3.0-or-later\n";
        let path = Path::new("src/x.rs");
        assert_eq!(form_complaints(path, &format!("{head}{}", "\n".repeat(MOST_LINES - 1))), Vec::<String>::new());
        assert_eq!(form_complaints(path, &format!("{head}{}", "\n".repeat(MOST_LINES))).len(), 1);
        assert_eq!(form_complaints(path, "//! Says nothing about licences.\n").len(), 1);
    }
}
