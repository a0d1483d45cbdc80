// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that data stored in several places agree.

use std::{fs, path::Path};

const APP_ID: &str = "io.github.ninemensmorris.NineMensMorris";

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

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
fn the_stores_tell_what_the_changelog_tells() {
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
fn every_picture_for_the_stores_is_there_and_says_what_it_shows() {
    let metainfo = read(&format!("data/{APP_ID}.metainfo.xml.in"));
    let pictures: Vec<_> = metainfo.split("<screenshot").skip(2).collect();
    assert!(!pictures.is_empty());
    for picture in pictures {
        let file = between(picture, "@screenshots@/", "<");
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/screenshots").join(&file).is_file(), "{file}");
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
    for option in ["homepage", "bugtracker", "screenshots"] {
        assert!(metainfo.contains(&format!("@{option}@")), "{option} has no place");
        let told = between(&read("meson_options.txt"), &format!("'{option}',"), ")");
        assert!(told.contains("value: '',"), "{option}: {told}");
    }
}

#[test]
fn the_program_names_the_application_id() {
    use nine_mens_morris::config;
    assert_eq!(config::APP_ID, APP_ID);
    assert_eq!(config::RESOURCE_PATH[1..].replace('/', "."), APP_ID);
}
