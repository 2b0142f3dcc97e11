//! Sound of the viewer with its visemes.

use super::mode::SpeechMode;
use crate::sound::{IS_BUILT_IN, PLAY_RATE};
use crate::speech_picture::{peaks, spectrum_image, wave_image};
use sinew::character::Pixels;
use sinew_speech::align::{Alignment, align};
use sinew_speech::coarticulation::timeline_of;
use sinew_speech::format::read_track;
use sinew_speech::front_end::LogMel;
use sinew_speech::pronunciation::Dictionary;
use sinew_speech::provider::{LookAhead, Mode, analyze};
use sinew_speech::sound::Sound;
use sinew_speech::timeline::{FAST_CUE_SECONDS, PhoneTrack, VisemeCue, VisemeTimeline};
use sinew_speech::transcript::Transcript;
use std::sync::Arc;

/// Sizes of the pictures in pixels; the strip stretches them.
const WIDTH: u32 = 1600;
const WAVE_HEIGHT: u32 = 40;
const SPECTRUM_HEIGHT: u32 = 96;

/// Files of a line, as they were read.
pub(super) struct LineFiles {
    pub(super) name: String,
    pub(super) sound: Vec<u8>,
    /// File of phones beside the sound.
    pub(super) phones: Option<Vec<u8>>,
    /// Transcript beside the sound, which is used where there are no phones.
    pub(super) text: Option<Vec<u8>>,
}

/// Sound with its visemes and its pictures.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) mode: SpeechMode,
    pub(crate) timeline: VisemeTimeline,
    pub(crate) cues: Vec<VisemeCue>,
    /// Phones and words beside the sound; empty where none are known.
    pub(crate) track: PhoneTrack,
    /// Waveform above spectrogram.
    pub(crate) picture: Pixels,
    /// Sound at [`PLAY_RATE`], one channel; empty in a build without sound.
    pub(super) samples: Arc<[f32]>,
}

/// Words and phones of a transcript; none where it is of another sound.
fn words(sound: &Sound, text: &str) -> PhoneTrack {
    let aligned = align(sound, &Transcript::new(text), &Dictionary::english());
    aligned.ok().filter(Alignment::fits).map(|aligned| aligned.track).unwrap_or_default()
}

impl Line {
    /// Decodes and analyses a line. A mode that needs phones is another one where there are none.
    pub(super) fn new(files: &LineFiles, mode: SpeechMode) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", files.name);
        let sound = Sound::from_bytes(&files.sound).map_err(|error| failed(&error))?;
        let track = match (&files.phones, &files.text) {
            (Some(phones), _) => read_track(phones).map_err(|error| failed(&format!("phones: {error}")))?,
            (None, Some(text)) => words(&sound, &String::from_utf8_lossy(text)),
            (None, None) => PhoneTrack::default(),
        };
        let mode = match mode {
            SpeechMode::Phones if track.phones().is_empty() => SpeechMode::Offline,
            mode => mode,
        };
        let method = match mode {
            SpeechMode::Phones => None,
            SpeechMode::Offline => Some(Mode::Offline),
            SpeechMode::Live => Some(Mode::Live(LookAhead::default())),
            SpeechMode::Amplitude => Some(Mode::Amplitude),
        };
        let timeline = match method {
            None => timeline_of(track.clone(), sound.duration()),
            Some(method) => analyze(&sound, &method).map_err(|error| failed(&error))?,
        };
        let samples = sound.to_mono(LogMel::sample_rate()).map_err(|error| failed(&error))?;
        let mut picture = wave_image(&peaks(&samples, WIDTH as usize), WAVE_HEIGHT);
        let spectrum = spectrum_image(&samples, WIDTH, SPECTRUM_HEIGHT);
        picture.rgba.extend(spectrum.rgba);
        picture.height += spectrum.height;
        let samples = if IS_BUILT_IN {
            sound.to_mono(PLAY_RATE).map_err(|error| failed(&error))?.into()
        } else {
            Arc::default()
        };
        Ok(Self {
            name: files.name.clone(),
            mode,
            cues: timeline.cues(FAST_CUE_SECONDS),
            timeline,
            track,
            picture,
            samples,
        })
    }

    /// Duration in seconds.
    pub(crate) fn duration(&self) -> f64 {
        self.timeline.duration()
    }

    /// True if phones are known.
    pub(crate) fn has_phones(&self) -> bool {
        !self.track.phones().is_empty()
    }
}
