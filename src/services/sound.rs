// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays sounds.
//!
//! Sounds go to the sound server of the desktop by the protocol of PulseAudio, which PipeWire
//! supports too. GTK's own API, [`gtk::MediaFile`], would load all of GStreamer, which takes 14 MiB
//! more memory.

use std::cell::OnceCell;
use std::io::Cursor;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use gtk::{gio, glib};
use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{ChannelMap, PlaybackStreamParams, Prop, Props, SampleFormat, SampleSpec};
use pulseaudio::{Client, ClientError, PlaybackSource, PlaybackStream};

use crate::board::look::Chosen;
use crate::config::RESOURCE_PATH;
use morris_paint::MenStyle;
use morris_play::persistence::Settings;
use morris_play::session::Cue;

/// Maximum number of sounds that wait for the connection to the server. Further ones are dropped.
const WAITING: usize = 8;
/// Latency requested from the server: a sound may start this much later.
const AHEAD: Duration = Duration::from_millis(50);
/// Maximum age at which a sound may still start. Older ones are dropped as outdated.
const PATIENCE: Duration = Duration::from_secs(1);

thread_local! {
    /// Sends sounds to the task that plays them one after the other.
    static SOUNDS: OnceCell<async_channel::Sender<Sound>> = const { OnceCell::new() };
}

/// Plays the sound of a cue at the volume of the settings. Without a sound server it does nothing.
///
/// Call it on the main thread. It does not block on the server.
pub fn play(cue: Cue, settings: &Settings) {
    let loudness = loudness(settings);
    if loudness <= 0.0 {
        return;
    }
    let Some(sound) = Sound::read(&resource(cue, Chosen::of(settings).men), loudness) else {
        return;
    };
    SOUNDS.with(|sounds| {
        let sounds = sounds.get_or_init(|| {
            let (sender, receiver) = async_channel::bounded(WAITING);
            glib::spawn_future_local(play_all(receiver));
            sender
        });
        // The queue is full only if the server does not answer.
        let _ = sounds.try_send(sound);
    });
}

/// Returns the factor for amplitudes, from 0 to 1, where 0 is silence. Half the volume should sound
/// half as loud.
fn loudness(settings: &Settings) -> f64 {
    if settings.sound { (f64::from(settings.volume) / 100.0).min(1.0).powi(3) } else { 0.0 }
}

/// Returns the resource path of the sound of a cue. It depends on the material of the men.
fn resource(cue: Cue, men: MenStyle) -> String {
    let file = match cue {
        Cue::Place => men.sound_file("place"),
        Cue::Slide => men.sound_file("slide"),
        Cue::Remove => men.sound_file("remove"),
        Cue::Mill => "mill.wav".to_owned(),
        Cue::Win => "win.wav".to_owned(),
        Cue::Lose => "loss.wav".to_owned(),
        Cue::Draw => "draw.wav".to_owned(),
        Cue::Refused => "illegal.wav".to_owned(),
    };
    format!("{RESOURCE_PATH}/sounds/{file}")
}

/// Plays sounds as they arrive, as long as the program runs. The server mixes sounds that overlap.
/// After a lost connection, the next sound connects again.
async fn play_all(sounds: async_channel::Receiver<Sound>) {
    let mut server = None;
    while let Ok(sound) = sounds.recv().await {
        if sound.since.elapsed() > PATIENCE {
            continue;
        }
        if let Some(client) = &server {
            match begin(client, sound.clone()).await {
                Ok(stream) => {
                    finish(stream);
                    continue;
                }
                Err(error) => tracing::debug!("The sound server fails: {error}"),
            }
        }
        server = connect().await;
        if let Some(client) = &server {
            match begin(client, sound).await {
                Ok(stream) => finish(stream),
                Err(error) => tracing::info!("The sound server refuses a sound: {error}"),
            }
        }
    }
}

async fn connect() -> Option<Client> {
    // On another thread, since the server may be slow to answer.
    match gio::spawn_blocking(|| Client::from_env(c"Nine Men's Morris")).await {
        Ok(Ok(client)) => Some(client),
        Ok(Err(error)) => {
            tracing::debug!("No sound: {error}");
            None
        }
        Err(_panic) => None,
    }
}

async fn begin(server: &Client, sound: Sound) -> Result<PlaybackStream, ClientError> {
    let stream = server.create_playback_stream(sound.stream(), sound);
    glib::future_with_timeout(PATIENCE, stream).await.unwrap_or(Err(ClientError::Disconnected))
}

/// Plays a sound that has started to its end.
fn finish(stream: PlaybackStream) {
    glib::spawn_future_local(async move {
        if let Err(error) = stream.play_all().await {
            tracing::debug!("A sound was cut off: {error}");
        }
    });
}

/// A sound on its way to the server.
#[derive(Clone)]
struct Sound {
    /// One channel of 16-bit samples, little-endian.
    samples: Cursor<Vec<u8>>,
    samples_per_second: u32,
    /// Time of its cue.
    since: Instant,
}

impl Sound {
    /// Reads a WAV file from the resources, in the form written by `build-aux/sounds.rs`.
    fn read(path: &str, loudness: f64) -> Option<Self> {
        let file = gio::resources_lookup_data(path, gio::ResourceLookupFlags::NONE).ok()?;
        let mut reader = hound::WavReader::new(&*file).ok()?;
        let samples_per_second = reader.spec().sample_rate;
        let samples = reader.samples::<i16>().map_while(Result::ok);
        let samples = samples.flat_map(|sample| ((f64::from(sample) * loudness) as i16).to_le_bytes()).collect();
        Some(Self { samples: Cursor::new(samples), samples_per_second, since: Instant::now() })
    }

    fn stream(&self) -> PlaybackStreamParams {
        let bytes_per_second = 2 * u64::from(self.samples_per_second);
        let bytes = |time: Duration| (bytes_per_second * time.as_millis() as u64 / 1000) as u32;
        let mut props = Props::new();
        props.set(Prop::MediaRole, c"game");
        PlaybackStreamParams {
            sample_spec: SampleSpec { format: SampleFormat::S16Le, channels: 1, sample_rate: self.samples_per_second },
            channel_map: ChannelMap::mono(),
            buffer_attr: BufferAttr {
                // All samples are sent at once, so that a machine whose cores are all busy does not
                // stutter.
                target_length: self.samples.get_ref().len() as u32 + bytes(AHEAD),
                minimum_request_length: bytes(AHEAD),
                // Start playing with the first sample.
                pre_buffering: 2,
                ..BufferAttr::default()
            },
            // Use the volume of the desktop's mixer.
            cvolume: None,
            flags: StreamFlags { early_requests: true, ..StreamFlags::default() },
            props,
            ..PlaybackStreamParams::default()
        }
    }
}

impl PlaybackSource for Sound {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buffer: &mut [u8]) -> Poll<usize> {
        Poll::Ready(std::io::Read::read(&mut self.samples, buffer).unwrap_or(0))
    }
}
