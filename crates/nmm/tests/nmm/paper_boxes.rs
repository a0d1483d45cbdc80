// SPDX-License-Identifier: GPL-3.0-or-later
//! The code blocks of the papers. The first line of a block says how a test treats it.

use std::fs;
use std::path::{Path, PathBuf};

/// A code block, with the info string after its fence and its text.
pub struct Fence {
    pub kind: String,
    pub text: String,
}

/// Returns the folder of the source.
pub fn root() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

/// Returns the code blocks of a paper, in order.
pub fn fences_of(paper: &str) -> Vec<Fence> {
    let paper = fs::read_to_string(root().join(paper)).unwrap();
    let inside = paper.split("```").skip(1).step_by(2);
    inside
        .map(|fence| {
            let (kind, text) = fence.split_once('\n').unwrap();
            Fence { kind: kind.to_owned(), text: text.to_owned() }
        })
        .collect()
}

/// Returns all papers with commands to type, except that of the competition, which has its own
/// test.
pub fn papers() -> Vec<String> {
    let with_old_names = ["CHANGELOG.md", "docs/engine-log.md", "docs/COMPETITION.md"];
    let names = ["", "docs"].into_iter().flat_map(|folder| {
        let files = fs::read_dir(root().join(folder)).unwrap();
        files.map(move |file| Path::new(folder).join(file.unwrap().file_name()).display().to_string())
    });
    let mut papers: Vec<_> =
        names.filter(|name| name.ends_with(".md") && !with_old_names.contains(&name.as_str())).collect();
    papers.sort();
    papers
}
