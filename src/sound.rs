// SPDX-License-Identifier: GPL-3.0-or-later
//! What one hears.

use std::cell::RefCell;
use std::collections::HashMap;

use gtk::prelude::*;

use crate::config::RESOURCE_PATH;
use morris_play::persistence::{BoardStyle, Settings};
use morris_play::session::Cue;

/// Plays the sounds of the resources. A sound's player is made when it is first heard, and kept. Where there is no device
/// or no way to play, it stays silent.
#[derive(Default)]
pub struct SoundPlayer {
    players: RefCell<HashMap<String, gtk::MediaFile>>,
}

impl SoundPlayer {
    /// Lets a cue be heard, as loud as the settings say.
    pub fn play(&self, cue: Cue, settings: &Settings) {
        let volume = volume(settings);
        if volume <= 0.0 {
            return;
        }
        let mut players = self.players.borrow_mut();
        let player = players
            .entry(resource(cue, settings.board_style))
            .or_insert_with_key(|path| gtk::MediaFile::for_resource(path));
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

/// Where the sound of a cue lies in the resources: men sound as what they are made of.
fn resource(cue: Cue, style: BoardStyle) -> String {
    let material = match (cue, style) {
        (Cue::Place | Cue::Slide | Cue::Remove, BoardStyle::Slate) => "slate-",
        (Cue::Place | Cue::Slide | Cue::Remove, BoardStyle::Parchment) => "parchment-",
        _ => "",
    };
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
    format!("{RESOURCE_PATH}/sounds/{material}{name}.wav")
}
