// SPDX-License-Identifier: GPL-3.0-or-later
//! Makes the sounds of the game by additive synthesis, so that no recording needs to be shipped or
//! licensed.
//!
//! Every sound is a sum of struck tones (decaying sines, like ringing bars of wood or metal) and
//! brushes (filtered noise). Times are in seconds, frequencies in hertz, and levels in fractions of
//! full scale.

use std::{f32::consts::TAU, fs, path::Path, time::SystemTime};

const SAMPLES_PER_SECOND: u32 = 44_100;
/// Length of the attack. It is long enough that no tone starts with a click.
const ATTACK: f32 = 0.002;
/// Length of the fade to silence at the end of every sound, as a fraction of the whole.
const FADE_OUT: f32 = 0.3;

/// One mode of vibration of a struck body.
struct Mode {
    hertz: f32,
    level: f32,
    /// Time after which the level has fallen to 1/e, about a third.
    decay: f32,
}

const fn mode(hertz: f32, level: f32, decay: f32) -> Mode {
    Mode { hertz, level, decay }
}

/// A man placed on a wooden board.
const WOOD: [Mode; 5] = [
    mode(235.0, 0.55, 0.050),
    mode(540.0, 1.00, 0.034),
    mode(1130.0, 0.45, 0.018),
    mode(1890.0, 0.22, 0.010),
    mode(3050.0, 0.10, 0.005),
];
/// A polished stone placed on slate.
const STONE: [Mode; 5] = [
    mode(610.0, 0.45, 0.030),
    mode(1_420.0, 1.00, 0.024),
    mode(2_640.0, 0.45, 0.015),
    mode(4_150.0, 0.20, 0.008),
    mode(5_900.0, 0.08, 0.004),
];
/// A wax seal placed on a sheet of parchment, on a table.
const WAX: [Mode; 4] =
    [mode(165.0, 0.80, 0.042), mode(310.0, 1.00, 0.028), mode(690.0, 0.25, 0.012), mode(1_240.0, 0.08, 0.006)];
/// A muffled knock, like a finger on the table.
const FELT: [Mode; 3] = [mode(150.0, 1.0, 0.030), mode(265.0, 0.5, 0.018), mode(480.0, 0.15, 0.008)];
/// A wooden bar over a resonator. Frequencies are multiples of its note.
const MARIMBA: [Mode; 4] = [mode(1.0, 1.0, 0.30), mode(2.0, 0.10, 0.16), mode(3.93, 0.20, 0.07), mode(9.2, 0.05, 0.02)];

const D4: f32 = 293.66;
const F4: f32 = 349.23;
const G4: f32 = 392.00;
const A4: f32 = 440.00;
const C5: f32 = 523.25;
const E5: f32 = 659.26;
const G5: f32 = 783.99;
const C6: f32 = 1046.50;

/// Writes one WAV file per sound into `folder`: 44.1 kHz, 16 bits, mono.
pub fn write_all(folder: &Path) {
    fs::create_dir_all(folder).expect("the build folder can be written");
    // The material of the men determines their modes and how much they rustle on the board.
    for (material, modes, rustle) in [("", &WOOD[..], 1.0), ("slate-", &STONE, 0.7), ("parchment-", &WAX, 2.2)] {
        for (name, sound) in
            [("place", place(modes, rustle)), ("slide", slide(modes, rustle)), ("remove", remove(modes, rustle))]
        {
            write(&folder.join(format!("{material}{name}.wav")), &sound.samples);
        }
    }
    for (name, sound) in [("mill", mill()), ("win", win()), ("loss", loss()), ("draw", draw()), ("illegal", illegal())]
    {
        write(&folder.join(name).with_extension("wav"), &sound.samples);
    }
}

fn place(modes: &[Mode], rustle: f32) -> Sound {
    Sound::of(0.30).brush(0.0, 0.012, 0.35 * rustle, 0.25).strike(0.0, 1.0, 1.0, modes).peak(0.50)
}

fn slide(modes: &[Mode], rustle: f32) -> Sound {
    Sound::of(0.42).brush(0.0, 0.20, 0.14 * rustle, 0.09).strike(0.16, 0.55, 1.06, modes).peak(0.38)
}

fn remove(modes: &[Mode], rustle: f32) -> Sound {
    Sound::of(0.38).strike(0.0, 1.0, 0.68, modes).brush(0.05, 0.16, 0.07 * rustle, 0.16).peak(0.46)
}

fn mill() -> Sound {
    Sound::of(0.95).strike(0.0, 0.8, G5, &MARIMBA).strike(0.12, 1.0, C6, &MARIMBA).peak(0.42)
}

fn win() -> Sound {
    let arpeggio = [(0.0, C5), (0.13, E5), (0.26, G5), (0.42, C6)];
    let mut sound = Sound::of(1.6);
    for (start, note) in arpeggio {
        sound = sound.strike(start, 0.9, note, &MARIMBA);
    }
    sound.strike(0.42, 0.5, E5, &MARIMBA).strike(0.42, 0.4, G5, &MARIMBA).peak(0.42)
}

fn loss() -> Sound {
    let falling = [(0.0, A4), (0.22, F4), (0.46, D4)];
    let mut sound = Sound::of(1.5);
    for (start, note) in falling {
        sound = sound.strike(start, 0.9, note, &MARIMBA);
    }
    sound.peak(0.36)
}

fn draw() -> Sound {
    let mut sound = Sound::of(1.2);
    for start in [0.0, 0.26] {
        sound = sound.strike(start, 0.9, C5, &MARIMBA).strike(start, 0.8, G4, &MARIMBA);
    }
    sound.peak(0.36)
}

fn illegal() -> Sound {
    Sound::of(0.16).strike(0.0, 1.0, 1.0, &FELT).peak(0.20)
}

struct Sound {
    samples: Vec<f32>,
}

impl Sound {
    fn of(seconds: f32) -> Self {
        Self { samples: vec![0.0; (seconds * SAMPLES_PER_SECOND as f32) as usize] }
    }

    /// Adds a body struck at `start`, with the frequencies of its modes multiplied by `pitch`.
    fn strike(mut self, start: f32, level: f32, pitch: f32, modes: &[Mode]) -> Self {
        self.add(start, |time| {
            let ring: f32 =
                modes.iter().map(|m| m.level * (-time / m.decay).exp() * (TAU * m.hertz * pitch * time).sin()).sum();
            level * ring * (time / ATTACK).min(1.0)
        });
        self
    }

    /// Adds noise that swells and fades within `length`. It is white at a `brightness` of 1, and
    /// duller toward 0.
    fn brush(mut self, start: f32, length: f32, level: f32, brightness: f32) -> Self {
        // The seed is fixed, so that the same sources give the same files.
        let mut seed = 0x2545_F491_u32;
        let mut smooth = 0.0;
        let loudness = level / brightness.sqrt();
        self.add(start, |time| {
            if time >= length {
                return 0.0;
            }
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let white = (seed >> 8) as f32 / (1 << 23) as f32 - 1.0;
            smooth += brightness * (white - smooth);
            loudness * smooth * (TAU / 2.0 * time / length).sin().powi(2)
        });
        self
    }

    fn add(&mut self, start: f32, mut wave: impl FnMut(f32) -> f32) {
        let first = (start * SAMPLES_PER_SECOND as f32) as usize;
        for (index, sample) in self.samples.iter_mut().skip(first).enumerate() {
            *sample += wave(index as f32 / SAMPLES_PER_SECOND as f32);
        }
    }

    /// Fades out the end, and scales the sound so that its loudest sample has this level.
    fn peak(mut self, level: f32) -> Self {
        let fade = FADE_OUT * self.samples.len() as f32;
        for (left, sample) in self.samples.iter_mut().rev().enumerate() {
            *sample *= (left as f32 / fade).min(1.0);
        }
        let loudest = self.samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
        self.samples.iter_mut().for_each(|sample| *sample *= level / loudest);
        self
    }
}

fn write(path: &Path, samples: &[f32]) {
    let format = hound::WavSpec {
        channels: 1,
        sample_rate: SAMPLES_PER_SECOND,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut file = hound::WavWriter::create(path, format).expect("the build folder can be written");
    for sample in samples {
        file.write_sample((sample * f32::from(i16::MAX)) as i16).expect("the build folder can be written");
    }
    file.finalize().expect("the build folder can be written");
    // With a new time, the file would be newer than the build that it belongs to, and cargo would
    // rebuild everything.
    let age = fs::File::options().write(true).open(path).and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH));
    age.expect("the time of an own file can be set");
}
