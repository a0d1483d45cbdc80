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
