// SPDX-License-Identifier: GPL-3.0-or-later
//! The sounds that the build makes are short, gentle and free of clicks.

#[path = "../build-aux/sounds.rs"]
mod sounds;

use std::fs;

use morris_paint::BoardStyle;

/// A sound as a player hears it, in parts of full scale.
fn samples(file: &std::path::Path) -> Vec<f32> {
    let mut file = hound::WavReader::open(file).expect("a WAV file");
    let format = file.spec();
    assert_eq!((format.channels, format.sample_rate, format.bits_per_sample), (1, 44_100, 16));
    file.samples::<i16>().map(|sample| f32::from(sample.expect("a whole file")) / f32::from(i16::MAX)).collect()
}

fn loudest(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |most, sample| most.max(sample.abs()))
}

#[test]
fn sounds_are_short_gentle_and_free_of_clicks() {
    let folder = tempfile::tempdir().unwrap();
    sounds::write_all(folder.path());
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 14, "{files:?}");
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let most_seconds = if ["win", "loss", "draw"].contains(&name) { 2.0 } else { 1.0 };
        let samples = samples(&file);
        let seconds = samples.len() as f32 / 44_100.0;
        assert!(seconds < most_seconds, "{name} lasts {seconds} s");
        assert!((0.1..0.6).contains(&loudest(&samples)), "{name} is as loud as {}", loudest(&samples));
        assert!(loudest(&samples[..4]) < 0.02, "{name} begins with a click");
        assert!(loudest(&samples[samples.len() - 441..]) < 0.005, "{name} ends with a click");
        let jump = samples.windows(2).fold(0.0_f32, |most, pair| most.max((pair[1] - pair[0]).abs()));
        assert!(jump < 0.15, "{name} jumps by {jump}");
    }
}

/// In so many parts a sound is compared with what it was.
const PARTS: usize = 6;

/// How a sound goes: how many samples it has, and of each part how loud it is, in thousandths of
/// full scale, and how bright, as sign changes.
fn signature(samples: &[f32]) -> Vec<u32> {
    let parts = samples.chunks(samples.len().div_ceil(PARTS));
    let of_part = |part: &[f32]| {
        let power = part.iter().map(|sample| sample * sample).sum::<f32>() / part.len() as f32;
        let changes = part.windows(2).filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0)).count();
        [(power.sqrt() * 1_000.0).round() as u32, changes as u32]
    };
    std::iter::once(samples.len() as u32).chain(parts.flat_map(of_part)).collect()
}

/// Whether a number is as it was, rounding aside.
fn is_near(now: u32, known: u32) -> bool {
    now.abs_diff(known) <= 2 + known / 20
}

/// `UPDATE_SOUNDS=1 cargo test --test sounds` writes the table again: listen to what changed.
#[test]
fn every_sound_goes_as_it_did() {
    let folder = tempfile::tempdir().unwrap();
    sounds::write_all(folder.path());
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    let now: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), signature(&samples(&folder.path().join(name).with_extension("wav")))))
        .collect();
    if std::env::var_os("UPDATE_SOUNDS").is_some() {
        let row = |(name, numbers): &(&str, Vec<u32>)| {
            let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
            format!("{name}\t{}\n", numbers.join("\t"))
        };
        let rows: String = now.iter().map(row).collect();
        let head = "# A sound, its samples, and of each part the loudness and the sign changes (tests/sounds.rs).\n";
        std::fs::write("tests/sounds.tsv", head.to_owned() + &rows).unwrap();
        return;
    }
    let known: Vec<(&str, Vec<u32>)> = include_str!("sounds.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .map(|(name, numbers)| (name, numbers.split('\t').map(|number| number.parse().unwrap()).collect()))
        .collect();
    assert_eq!(names, known.iter().map(|row| row.0).collect::<Vec<_>>());
    for ((name, now), (_, known)) in now.iter().zip(&known) {
        let same = now.len() == known.len() && now.iter().zip(known).all(|(now, known)| is_near(*now, *known));
        assert!(same, "{name} is {now:?}, was {known:?}");
    }
    // What takes one sound for another proves nothing.
    for (number, (name, one)) in known.iter().enumerate() {
        let alike = |other: &[u32]| one.iter().zip(other).all(|(one, other)| is_near(*one, *other));
        assert!(known[..number].iter().all(|(_, other)| !alike(other)), "{name} sounds like another");
    }
}

#[test]
fn the_men_of_every_style_are_heard() {
    let folder = tempfile::tempdir().unwrap();
    sounds::write_all(folder.path());
    for style in BoardStyle::ALL {
        for name in ["place", "slide", "remove"] {
            assert!(folder.path().join(style.men().sound_file(name)).exists(), "{style:?} {name}");
        }
    }
}
