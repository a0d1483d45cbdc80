// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that data stored in several places agree.

use std::fs;
use std::process::Command;

use crate::{path, read};

const APP_ID: &str = "io.github.ninemensmorris.NineMensMorris";

/// Returns the text between the first `before` and the next `after`.
fn between(text: &str, before: &str, after: &str) -> String {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap_or_else(|| panic!("no {after}")).0.to_owned()
}

#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(between(&read("meson.build"), "version: '", "'"), version);
    let metainfo = read(&format!("data/{APP_ID}.metainfo.xml.in"));
    assert_eq!(between(&metainfo, "<release version=\"", "\""), version, "newest release of the metainfo");
    let changes = read("CHANGELOG.md").replace("\n## Unreleased\n", "\n");
    assert_eq!(between(&changes, "\n## ", " ("), version, "newest release of the changelog");
}

/// The version in `debian/changelog` ends with Debian's own revision number.
#[test]
fn debian_names_the_version_and_its_day() {
    let changelog = read("debian/changelog");
    assert_eq!(between(&changelog, "nine-mens-morris (", "-"), env!("CARGO_PKG_VERSION"));
    let day = between(&read("CHANGELOG.md"), concat!("\n## ", env!("CARGO_PKG_VERSION"), " ("), ")");
    let [year, month, day] = day.split('-').collect::<Vec<_>>()[..] else { panic!("{day} is not a day") };
    let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        [month.parse::<usize>().expect("a month") - 1];
    let signed = between(&changelog, "\n -- ", "\n");
    assert!(signed.contains(&format!(", {day} {month} {year} ")), "{signed}");
}

#[test]
fn debian_asks_for_the_same_compiler() {
    let oldest = between(&read("Cargo.toml"), "rust-version = \"", "\"");
    let control = read("debian/control");
    for tool in ["cargo", "rustc"] {
        let wanted = format!(" {tool} (>= {oldest}) | {tool}-web (>= {oldest}),");
        assert!(control.contains(&wanted), "debian/control lacks {wanted}");
    }
}

/// The stores show the part of the changelog before the first subheading of a version.
#[test]
fn metainfo_agrees_with_the_changelog() {
    let changelog = read("CHANGELOG.md");
    let metainfo = read(&format!("data/{APP_ID}.metainfo.xml.in"));
    let versions = changelog.split("\n## ").skip(1).filter(|version| !version.starts_with("Unreleased"));
    let versions = versions.map(|text| {
        let (head, notes) = text.split_once('\n').expect("a heading");
        let notes = notes.split("\n### ").next().expect("there is a first part").replace(['*', '`'], " ");
        (head.replace(" (", "\" date=\"").replace(')', "\""), words(&notes))
    });
    let releases = metainfo.split("<release version=\"").skip(1).map(|text| {
        let (head, notes) = text.split_once('>').expect("the end of a tag");
        (
            head.to_owned(),
            words(&notes.split('<').map(|piece| piece.split('>').next_back().unwrap_or(piece)).collect::<String>()),
        )
    });
    assert_eq!(versions.collect::<Vec<_>>(), releases.collect::<Vec<_>>());
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks the store guidelines for summaries.
#[test]
fn the_summary_is_short() {
    let summary = between(&read(&format!("data/{APP_ID}.metainfo.xml.in")), "<summary>", "</summary>");
    assert!(summary.chars().count() <= 35 && !summary.ends_with('.'), "{summary}");
    assert_eq!(summary, between(&read(&format!("data/{APP_ID}.desktop.in")), "\nComment=", "\n"));
}

#[test]
fn every_screenshot_exists_and_has_a_caption() {
    let metainfo = read(&format!("data/{APP_ID}.metainfo.xml.in"));
    let pictures: Vec<_> = metainfo.split("<screenshot").skip(2).collect();
    assert!(!pictures.is_empty());
    for picture in pictures {
        let file = between(picture, "@screenshots@/", "<");
        let bytes = fs::read(path("data/screenshots").join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        // Byte 25 of a PNG is the type of its colors. 6 has transparency, which the shadow needs.
        assert!(bytes.starts_with(b"\x89PNG") && bytes[25] == 6, "{file} has no shadow");
        assert!(!between(picture, "<caption>", "<").is_empty(), "{file}");
    }
}

#[test]
fn the_desktop_files_name_the_application_id() {
    assert_eq!(between(&read("meson.build"), "app_id = '", "'"), APP_ID);
    assert_eq!(between(&read(&format!("data/{APP_ID}.metainfo.xml.in")), "<id>", "</id>"), APP_ID);
    assert_eq!(between(&read(&format!("data/{APP_ID}.desktop.in")), "\nIcon=", "\n"), APP_ID);
    assert_eq!(between(&read(&format!("data/{APP_ID}.service.in")), "\nName=", "\n"), APP_ID);
    let flatpak = read(&format!("build-aux/flatpak/{APP_ID}.json"));
    assert_eq!(between(&flatpak, "\"id\": \"", "\""), APP_ID);
    let resources = between(&read("build-aux/resources.rs"), "PREFIX: &str = \"/", "\"");
    assert_eq!(resources.replace('/', "."), APP_ID);
}

/// Addresses are given at build time, and omitted otherwise.
#[test]
fn no_address_is_made_up() {
    let metainfo = read(&format!("data/{APP_ID}.metainfo.xml.in"));
    assert!(!metainfo.contains("://"), "an address of its own");
    let options = read("meson_options.txt");
    let addresses = options.split("option(\n  '").filter(|option| option.contains("empty for none"));
    let addresses: Vec<_> = addresses.map(|option| option.split('\'').next().expect("a name")).collect();
    assert!(addresses.len() >= 8, "{addresses:?}");
    for option in addresses {
        assert!(metainfo.contains(&format!("@{option}@")), "{option} has no place");
        let told = between(&options, &format!("'{option}',"), ")");
        assert!(told.contains("value: '',"), "{option}: {told}");
    }
}

/// Menus of the desktop sort by these. Names of toolkits put a game in the wrong menu.
#[test]
fn the_categories_name_no_toolkit() {
    let categories = between(&read(&format!("data/{APP_ID}.desktop.in")), "\nCategories=", "\n");
    assert_eq!(categories, "Game;BoardGame;LogicGame;");
}

/// Writes addresses into a copy of `debian/`. Returns its folder, and whether they were accepted.
fn debian_with(addresses: &[&str]) -> (tempfile::TempDir, bool) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copied = Command::new("cp").args(["-r", "-T"]).arg(path("debian")).arg(folder.path()).status();
    assert!(copied.is_ok_and(|status| status.success()));
    let script = Command::new(path("build-aux/debian-addresses")).arg(folder.path()).args(addresses).output();
    (folder, script.expect("a shell").status.success())
}

#[test]
fn debian_names_the_addresses_that_are_given() {
    let given = ["homepage=https://example.org/?a=1&b=2", "vcs-browser=https://example.org/code"];
    let given =
        given.into_iter().chain(["vcs-git=https://example.org/code.git", "bugtracker=https://example.org/bugs"]);
    let given: Vec<_> = given.map(|address| format!("-D{address}")).collect();
    let (folder, accepted) = debian_with(&given.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(accepted);
    let read =
        |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let source = read("control");
    let (source, packages) = source.split_once("\nPackage: ").expect("a package");
    for field in ["Homepage: https://example.org/?a=1&b=2", "Vcs-Browser: https://example.org/code"] {
        assert!(source.lines().any(|line| line == field), "{source}");
    }
    assert!(source.contains("\nVcs-Git: https://example.org/code.git\n") && !packages.contains("example.org"));
    assert!(read("watch").contains(" https://example.org/code.git refs/tags/v"));
    assert!(read("upstream/metadata").starts_with("Bug-Database: https://example.org/bugs\n"));
    // Meson knows no address for git.
    assert_eq!(read("addresses").lines().count(), 3);
    assert!(read("addresses").starts_with("'-Dhomepage=https://example.org/?a=1&b=2'\n"));
}

#[test]
fn debian_names_no_other_address() {
    let (folder, accepted) = debian_with(&[]);
    assert!(accepted);
    assert_eq!(fs::read_to_string(folder.path().join("control")).expect("it is copied"), read("debian/control"));
    for name in ["watch", "upstream", "addresses"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    assert!(!debian_with(&["-Dhomepage=https://example.org/'; false '"]).1, "quotes are refused");
}

#[test]
fn the_program_names_the_application_id() {
    use nine_mens_morris::config;
    assert_eq!(config::APP_ID, APP_ID);
    assert_eq!(config::RESOURCE_PATH[1..].replace('/', "."), APP_ID);
}
