// SPDX-License-Identifier: GPL-3.0-or-later
//! Packs the resources of the window from their folders. The crate `glib-build-tools` packs a list
//! of resources too, but it compiles all of gio a second time, for the build alone.

use std::{fmt::Write, fs, path::Path, process::Command};

/// Prefix of the resource paths, equal to `config::RESOURCE_PATH`.
const PREFIX: &str = "/io/github/ninemensmorris/NineMensMorris";

/// Resources to pack: the folder, the ending of the file names, and the folder inside the program.
const PACKED: [(&str, &str, &str); 6] = [
    ("data", ".css", ""),
    ("data/looks", ".css", "looks/"),
    ("data/icons/hicolor/scalable/apps", ".svg", "icons/scalable/apps/"),
    ("data/icons/hicolor/symbolic/apps", ".svg", "icons/symbolic/apps/"),
    ("data/icons/actions", ".svg", "icons/scalable/actions/"),
    ("sounds", ".wav", "sounds/"),
];

/// Packs all resources into `target`, and makes cargo watch their files. `out_dir` has the sounds,
/// and receives the list of resources.
///
/// # Panics
///
/// Panics, which ends the build, if `glib-compile-resources` fails. The message contains its
/// errors.
pub fn compile(out_dir: &Path, target: &Path) {
    let list = out_dir.join("resources.gresource.xml");
    fs::write(&list, list_of_files(out_dir)).expect("the build folder can be written");
    let output = Command::new("glib-compile-resources")
        .args(["--sourcedir".as_ref(), Path::new("."), "--sourcedir".as_ref(), out_dir])
        .args(["--target".as_ref(), target, list.as_path()])
        .output()
        .unwrap_or_else(|error| panic!("cannot run glib-compile-resources (package libglib2.0-dev-bin): {error}"));
    assert!(output.status.success(), "glib-compile-resources: {}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the list of resources in the format of `glib-compile-resources`.
fn list_of_files(out_dir: &Path) -> String {
    let mut list = format!("<gresources><gresource prefix=\"{PREFIX}\">\n");
    for (folder, ending, inside) in PACKED {
        let in_source = Path::new(folder).is_dir();
        let place = if in_source { Path::new(folder).to_owned() } else { out_dir.join(folder) };
        // Cargo watches a folder with everything below it, and all tables are below this one.
        if in_source && folder != "data" {
            println!("cargo:rerun-if-changed={folder}");
        }
        let preprocess = if ending == ".svg" { " preprocess=\"xml-stripblanks\"" } else { "" };
        for name in names(&place).iter().filter(|name| name.ends_with(ending)) {
            if in_source {
                println!("cargo:rerun-if-changed={folder}/{name}");
            }
            writeln!(list, "<file alias=\"{inside}{name}\"{preprocess}>{folder}/{name}</file>").expect("a text grows");
        }
    }
    list + "</gresource></gresources>\n"
}

/// Returns the sorted names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    let name = |entry: std::io::Result<fs::DirEntry>| Some(entry.ok()?.file_name().to_str()?.to_owned());
    let mut names: Vec<_> = entries.filter_map(name).collect();
    names.sort_unstable();
    names
}
