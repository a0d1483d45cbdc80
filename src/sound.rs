// SPDX-License-Identifier: GPL-3.0-or-later
//! What one hears.

use std::cell::RefCell;
use std::collections::HashMap;

use gtk::prelude::*;

use crate::config::RESOURCE_PATH;
use morris_play::persistence::Settings;
use morris_play::session::Cue;

/// Plays the sounds of the resources. A cue's player is made when it is first heard, and kept. Where there is no device
/// or no way to play, it stays silent.
#[derive(Default)]
pub struct SoundPlayer {
    players: RefCell<HashMap<Cue, gtk::MediaFile>>,
}

impl SoundPlayer {
    /// Lets a cue be heard, as loud as the settings say.
    pub fn play(&self, cue: Cue, settings: &Settings) {
        let volume = volume(settings);
        if volume <= 0.0 {
            return;
        }
        let mut players = self.players.borrow_mut();
        let player = players.entry(cue).or_insert_with(|| gtk::MediaFile::for_resource(&resource(cue)));
        player.set_volume(volume);
        if player.is_playing() {
            player.seek(0);
        }
        player.play();
    }
}

/// From 0 to 1; 0 is silence.
fn volume(settings: &Settings) -> f64 {
    if settings.sound { (f64::from(settings.volume) / 100.0).min(1.0) } else { 0.0 }
}

/// Where the sound of a cue lies in the resources.
fn resource(cue: Cue) -> String {
    let name = match cue {
        Cue::Place => "place",
        Cue::Slide => "slide",
        Cue::Mill => "mill",
        Cue::Remove => "remove",
        Cue::Win => "win",
        Cue::Lose => "loss",
        Cue::Draw => "draw",
        Cue::Refused => "illegal",
    };
    format!("{RESOURCE_PATH}/sounds/{name}.wav")
}
