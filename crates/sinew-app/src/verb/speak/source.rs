//! The sound and its visemes.

use super::{Speak, SpeakMode};
use crate::asset::input_file::{read_text, read_up_to};
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew_speech::align::{AlignmentError, align};
use sinew_speech::coarticulation::timeline_of;
use sinew_speech::format::read_track;
use sinew_speech::pronunciation::Dictionary;
use sinew_speech::provider::{LookAhead, Mode, VoiceProfile, analyze};
use sinew_speech::sound::Sound;
use sinew_speech::timeline::{PhoneTrack, VisemeTimeline};
use sinew_speech::transcript::Transcript;
use std::path::Path;
use std::sync::Arc;

impl Speak {
    /// Decodes the sound.
    pub(super) fn sound(&self) -> Result<Sound, Failure> {
        let place = self.audio.display();
        Sound::from_bytes(&read_up_to(&self.audio, MAX_BYTES)?).map_err(|error| Failure::input(place, error))
    }

    /// Visemes of the sound.
    pub(super) fn timeline(&self, sound: &Sound) -> Result<VisemeTimeline, Failure> {
        if let Some(track) = self.track()? {
            return Ok(timeline_of(track, sound.duration()));
        }
        let look_ahead = match &self.look_ahead {
            Some(_) if self.chosen_mode() != SpeakMode::Live => {
                return Err(Failure::Call("--look-ahead needs --mode live".into()));
            }
            Some(milliseconds) => milliseconds.parse().ok().and_then(LookAhead::from_milliseconds),
            None => None,
        };
        let mode = match (self.chosen_mode(), &self.voice) {
            (SpeakMode::Text, _) => return self.aligned(sound),
            (_, _) if self.text.is_some() => return Err(Failure::Call("--text needs --mode text".into())),
            (SpeakMode::Offline, None) => Mode::Offline,
            (SpeakMode::Live, None) => Mode::Live(look_ahead.unwrap_or_default()),
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

    /// Visemes of the words of `--text`.
    fn aligned(&self, sound: &Sound) -> Result<VisemeTimeline, Failure> {
        let Some(path) = &self.text else {
            let message = "--mode text needs the words of the sound: add --text FILE";
            return Err(Failure::Call(message.into()));
        };
        let mut dictionary = Dictionary::english();
        if let Some(own) = &self.dictionary {
            let added = dictionary.add_text(&read_text(own)?);
            added.map_err(|error| Failure::input(own.display(), error))?;
        }
        let transcript = Transcript::new(&read_text(path)?);
        let aligned = align(sound, &transcript, &dictionary);
        let aligned = aligned.map_err(|error| match &error {
            AlignmentError::Sound(_) => Failure::input(self.audio.display(), error),
            _ => Failure::input(path.display(), error),
        })?;
        if !aligned.fits() {
            let (text, sound) = (path.display(), self.audio.display());
            message!("sinew: {text}: the words fit {sound} badly: is it a recording of this text?");
        }
        Ok(aligned.timeline())
    }

    /// Phones of `--phones`.
    pub(super) fn track(&self) -> Result<Option<PhoneTrack>, Failure> {
        let Some(path) = &self.phones else { return Ok(None) };
        let track = read_track(&read_up_to(path, MAX_BYTES)?)
            .map_err(|error| Failure::input(path.display(), error))?;
        Ok(Some(track))
    }

    /// Mode of `--mode`, or the one that the other options need.
    fn chosen_mode(&self) -> SpeakMode {
        match self.mode {
            Some(mode) => mode,
            None if self.text.is_some() => SpeakMode::Text,
            None if self.voice.is_some() => SpeakMode::Template,
            None => SpeakMode::Offline,
        }
    }

    /// Name of the mode.
    pub(super) fn mode_name(&self) -> &'static str {
        match (self.chosen_mode(), &self.phones) {
            (_, Some(_)) => "phones",
            (SpeakMode::Offline, None) => "offline",
            (SpeakMode::Live, None) => "live",
            (SpeakMode::Amplitude, None) => "amplitude",
            (SpeakMode::Textbook, None) => "textbook",
            (SpeakMode::Template, None) => "template",
            (SpeakMode::Text, None) => "text",
        }
    }
}

fn profile(path: &Path) -> Result<VoiceProfile, Failure> {
    VoiceProfile::from_json(&read_text(path)?).map_err(|error| Failure::input(path.display(), error))
}

/// Largest sound or track of phones that is read, bytes.
const MAX_BYTES: u64 = 1 << 28;
