// SPDX-License-Identifier: GPL-3.0-or-later
//! Makes the sounds, the resources, and the translations of the window, so that a plain `cargo run`
//! has all of them.

#[path = "build-aux/resources.rs"]
mod resources;
#[path = "build-aux/sounds.rs"]
mod sounds;
#[path = "build-aux/translations.rs"]
mod translations;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out_dir = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let out_dir = std::path::Path::new(&out_dir);

    println!("cargo:rerun-if-changed=build-aux/sounds.rs");
    // Removes the sounds of an older build.
    let _ = std::fs::remove_dir_all(out_dir.join("sounds"));
    sounds::write_all(&out_dir.join("sounds"));

    println!("cargo:rerun-if-changed=build-aux/resources.rs");
    resources::compile(out_dir, &out_dir.join("nine-mens-morris.gresource"));

    println!("cargo:rerun-if-changed=build-aux/translations.rs");
    println!("cargo:rerun-if-changed=po");
    let locale = out_dir.join("locale");
    translations::compile_all("po".as_ref(), &locale, "nine-mens-morris", |language| format!("{language}.po"));
    translations::list_labels("po".as_ref(), &out_dir.join("labels.txt"));

    // Translations of the help, in the form that help viewers of the desktop use. Only LINGUAS is
    // watched, because the help pages are part of the source.
    println!("cargo:rerun-if-changed=help/LINGUAS");
    let help = |language: &str| format!("{language}/{language}.po");
    translations::compile_all("help".as_ref(), &locale, "nine-mens-morris-help", help);
}
