// SPDX-License-Identifier: GPL-3.0-or-later
//! What is written in several places says the same everywhere.

use std::{fs, path::Path};

const APP_ID: &str = "io.github.ninemensmorris.NineMensMorris";

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text between the first `before` and the next `after`.
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
    let changes = read("CHANGELOG.md").replace("\n## Not released\n", "\n");
    assert_eq!(between(&changes, "\n## ", " ("), version, "newest release of the changelog");
}

#[test]
fn the_desktop_files_name_the_application_id() {
    assert_eq!(between(&read("meson.build"), "app_id = '", "'"), APP_ID);
    assert_eq!(between(&read(&format!("data/{APP_ID}.metainfo.xml.in")), "<id>", "</id>"), APP_ID);
    assert_eq!(between(&read(&format!("data/{APP_ID}.desktop.in")), "\nIcon=", "\n"), APP_ID);
    assert_eq!(between(&read(&format!("data/{APP_ID}.service.in")), "\nName=", "\n"), APP_ID);
    let resources = between(&read("data/resources.gresource.xml"), "<gresource prefix=\"/", "\"");
    assert_eq!(resources.replace('/', "."), APP_ID);
}

/// They are given when the program is built, and left out otherwise.
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
