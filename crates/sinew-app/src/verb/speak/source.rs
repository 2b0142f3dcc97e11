//! The sound and its visemes.

use super::{Speak, SpeakMode};
use crate::asset::input_file::{
    STANDARD_INPUT, is_standard_input, read_standard_input, read_text, read_up_to,
};
use crate::report::fail_on;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::{file_name, job};
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

/// Part of a sound by which phones may last longer than it without a warning, in seconds: recordings are cut
/// and padded.
const END_TOLERANCE: f64 = 0.1;

/// Fit of a text or of phones to the sound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fit {
    /// Whether they are likely to belong to it; none where there are none.
    pub(super) fits: Option<bool>,
    /// Confidence of a text, 0 to 1.
    pub(super) confidence: Option<f32>,
}

impl Speak {
    /// Decodes the sound.
    pub(super) fn sound(&self) -> Result<Sound, Failure> {
        let bytes = match is_standard_input(&self.audio) {
            true => read_standard_input()?,
            false => read_up_to(&self.audio, MAX_BYTES)?,
        };
        let name = self.audio_name();
        let sound = Sound::from_bytes(&bytes).map_err(|error| Failure::input(&name, error))?;
        job::note_opened(&name);
        sound.notes().iter().for_each(|note| message!("sinew: {name}: {note}"));
        Ok(sound)
    }

    /// Name of the sound in messages and outputs.
    pub(super) fn audio_name(&self) -> String {
        match is_standard_input(&self.audio) {
            true => STANDARD_INPUT.into(),
            false => file_name::text(&self.audio),
        }
    }

    /// Visemes of the sound, and how its text or phones fit it, where they are given.
    pub(super) fn timeline(&self, sound: &Sound) -> Result<(VisemeTimeline, Fit), Failure> {
        if let Some((track, fits)) = self.track(sound)? {
            let fit = Fit { fits: Some(fits), confidence: None };
            return Ok((timeline_of(track, sound.duration()), fit));
        }
        let mode = match (self.chosen_mode(), &self.voice) {
            (SpeakMode::Text, _) => return self.aligned(sound),
            (SpeakMode::Offline, _) => Mode::Offline,
            (SpeakMode::Live, _) => {
                let milliseconds = self.look_ahead.as_ref().and_then(|text| text.parse().ok());
                Mode::Live(milliseconds.and_then(LookAhead::from_milliseconds).unwrap_or_default())
            }
            (SpeakMode::Amplitude, _) => Mode::Amplitude,
            (SpeakMode::Textbook, _) => Mode::TextbookAmplitude,
            (SpeakMode::Template, Some(voice)) => Mode::Template(Arc::new(profile(voice)?)),
            (SpeakMode::Template, None) => return Err(Failure::Call("--mode template needs --voice".into())),
        };
        let timeline = analyze(sound, &mode).map_err(|error| Failure::input(self.audio_name(), error))?;
        Ok((timeline, Fit::default()))
    }

    /// Visemes of the words of `--text`, and how they fit the sound.
    fn aligned(&self, sound: &Sound) -> Result<(VisemeTimeline, Fit), Failure> {
        let Some(path) = &self.text else { return Err(Failure::Call("--mode text needs --text".into())) };
        let mut dictionary = Dictionary::english();
        if let Some(path) = &self.dictionary {
            let added = dictionary.add_text(&read_text(path)?);
            added.map_err(|error| Failure::input(path.display(), error))?;
        }
        let transcript = Transcript::new(&read_text(path)?);
        let (text, audio) = (path.display().to_string(), self.audio_name());
        let aligned = align(sound, &transcript, &dictionary).map_err(|error| match &error {
            AlignmentError::Sound(_) => Failure::input(&audio, error),
            AlignmentError::NoWords | AlignmentError::TooLong { .. } => Failure::input(&text, error),
            _ => Failure::input(&text, format!("cannot be aligned with {audio}: {error}")),
        })?;
        if !aligned.fits() {
            let message = format!("the words fit {audio} badly: is it a recording of this text?");
            fail_on::warn(&text, "transcript-fit", message);
        }
        let fit = Fit { fits: Some(aligned.fits()), confidence: Some(aligned.confidence) };
        Ok((aligned.timeline(), fit))
    }

    /// Phones of `--phones` up to the end of the sound, and whether they belong to it. Those of a longer
    /// sound are reported; a voice is not learned from them.
    pub(super) fn track(&self, sound: &Sound) -> Result<Option<(PhoneTrack, bool)>, Failure> {
        let Some(path) = &self.phones else { return Ok(None) };
        let track = read_track(&read_up_to(path, MAX_BYTES)?)
            .map_err(|error| Failure::input(path.display(), error))?;
        let (spoken, seconds) = (track.speech_end(), sound.duration());
        let fits = spoken <= seconds + END_TOLERANCE;
        if !fits {
            let message = format!(
                "speech up to {spoken:.2} s, but {} lasts {seconds:.2} s: are these the phones of this \
                 sound?",
                self.audio_name()
            );
            if self.calibrate {
                return Err(Failure::input(path.display(), message));
            }
            let message = format!("{message} What lies behind its end is left out");
            fail_on::warn(&path.display().to_string(), "phones-fit", message);
        }
        Ok(Some((track.until(seconds), fits)))
    }

    /// Mode of `--mode`, or the one that the other options need.
    pub(super) fn chosen_mode(&self) -> SpeakMode {
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
