//! The sound and its visemes.

use super::{Speak, SpeakMode};
use crate::report::failure::Failure;
use sinew_speech::coarticulation::MouthTrack;
use sinew_speech::format::read_track;
use sinew_speech::provider::{LookAhead, Mode, VoiceProfile, analyze};
use sinew_speech::sound::Sound;
use sinew_speech::timeline::{PhoneTrack, VisemeTimeline};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

impl Speak {
    /// Decodes the sound.
    pub(super) fn sound(&self) -> Result<Sound, Failure> {
        let place = self.audio.display();
        Sound::from_bytes(&read(&self.audio)?).map_err(|error| Failure::input(place, error))
    }

    /// Visemes of the sound.
    pub(super) fn timeline(&self, sound: &Sound) -> Result<VisemeTimeline, Failure> {
        if let Some(track) = self.track()? {
            return Ok(MouthTrack::new(&track).timeline(sound.duration()).with_track(track));
        }
        let mode = match (self.mode, &self.voice) {
            (SpeakMode::Offline, None) => Mode::Offline,
            (SpeakMode::Live, None) => Mode::Live(LookAhead::default()),
            (SpeakMode::Amplitude, None) => Mode::Amplitude,
            (SpeakMode::Textbook, None) => Mode::TextbookAmplitude,
            (SpeakMode::Template, Some(voice)) => Mode::Template(Arc::new(profile(voice)?)),
            (SpeakMode::Template, None) => {
                let message = "--mode template needs a voice: add --voice VOICE.json, which `sinew speak … --calibrate` writes";
                return Err(Failure::Call(message.into()));
            }
            (_, Some(_)) => return Err(Failure::Call("--voice needs --mode template".into())),
        };
        analyze(sound, &mode).map_err(|error| Failure::input(self.audio.display(), error))
    }

    /// Phones of `--phones`.
    pub(super) fn track(&self) -> Result<Option<PhoneTrack>, Failure> {
        let Some(path) = &self.phones else { return Ok(None) };
        let track = read_track(&read(path)?).map_err(|error| Failure::input(path.display(), error))?;
        Ok(Some(track))
    }

    /// Name of the mode.
    pub(super) fn mode_name(&self) -> &'static str {
        match (self.mode, &self.phones) {
            (_, Some(_)) => "phones",
            (SpeakMode::Offline, None) => "offline",
            (SpeakMode::Live, None) => "live",
            (SpeakMode::Amplitude, None) => "amplitude",
            (SpeakMode::Textbook, None) => "textbook",
            (SpeakMode::Template, None) => "template",
        }
    }
}

fn profile(path: &Path) -> Result<VoiceProfile, Failure> {
    let text = String::from_utf8(read(path)?).map_err(|error| Failure::input(path.display(), error))?;
    VoiceProfile::from_json(&text).map_err(|error| Failure::input(path.display(), error))
}

/// Largest file that is read, bytes.
const MAX_BYTES: u64 = 1 << 28;

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| Failure::input(path.display(), error);
    let mut bytes = Vec::new();
    // Pipes and devices do not tell their lengths.
    File::open(path).map_err(failed)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    match bytes.len() as u64 > MAX_BYTES {
        true => Err(Failure::input(path.display(), "the file has more than 256 MB")),
        false => Ok(bytes),
    }
}
