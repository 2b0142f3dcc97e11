//! Visemes as data: JSON, cues, voice profiles.

use super::source::Fit;
use super::{DatNames, JsonFormat, Speak};
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output::{extension, is_same};
use crate::report::plural::count;
use crate::report::whole_file::write_file;
use sinew_speech::format::{
    DEFAULT_FRAMES_PER_SECOND, SpeakInput, SwitchNames, dat, mouth_cues, rhubarb_json, speak_json, tsv, xml,
};
use sinew_speech::provider::VoiceProfile;
use sinew_speech::sound::Sound;
use sinew_speech::timeline::{DEFAULT_MIN_CUE_SECONDS, FAST_CUE_SECONDS, PhoneTrack, VisemeTimeline};
use std::path::Path;
use std::process::ExitCode;

/// Shortest sound from which a voice is learned without a warning, seconds.
const GOOD_VOICE_SECONDS: f64 = 20.0;

impl Speak {
    /// Writes weights or cues, by the ending of the output's name.
    pub(super) fn write_data(&self, timeline: &VisemeTimeline, fit: Fit, output: &Path) -> Outcome {
        let format = extension(output);
        let is_drawn = format != "json" || self.format == Some(JsonFormat::Rhubarb);
        let cues = timeline.cues(if is_drawn { DEFAULT_MIN_CUE_SECONDS } else { FAST_CUE_SECONDS });
        let (file, seconds) = (self.audio_name(), timeline.duration());
        let drawn = self.extended_shapes.unwrap_or_default();
        let drawn_count = || count(mouth_cues(&cues, drawn).len(), "cue");
        // Number of cues as the file has them: some visemes share a shape, and .dat files have one cue per
        // frame.
        let (text, written) = match (format.as_str(), self.format) {
            ("tsv", _) => (tsv(&cues, drawn), drawn_count()),
            ("xml", _) => (xml(&file, seconds, &cues, drawn), drawn_count()),
            ("dat", _) => {
                let rate = self.fps.unwrap_or(DEFAULT_FRAMES_PER_SECOND);
                let names = match self.dat_names {
                    Some(DatNames::Letters) => SwitchNames::Letters,
                    Some(DatNames::PrestonBlair) | None => SwitchNames::PrestonBlair,
                };
                let text = dat(&cues, rate, drawn, names);
                // The first line is the header.
                let switches = count(text.lines().count().saturating_sub(1), "cue");
                (text, format!("{switches}, {rate} frames per second"))
            }
            (_, Some(JsonFormat::Rhubarb)) => (rhubarb_json(&file, seconds, &cues, drawn), drawn_count()),
            _ => {
                let Fit { fits, confidence } = fit;
                let mode = self.mode_name();
                let input = SpeakInput { file: &file, mode, timeline, cues: &cues, fits, confidence };
                (speak_json(&input), count(cues.len(), "cue"))
            }
        };
        self.write(output, text.as_bytes())?;
        message!("{}: {seconds:.2} s, {written}", output.display());
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the profile of the sound's voice.
    pub(super) fn write_voice(&self, sound: &Sound, output: &Path) -> Outcome {
        let track = self.track(sound)?.map_or_else(PhoneTrack::default, |(track, _)| track);
        let profile = VoiceProfile::calibrate(sound, &track)
            .map_err(|error| Failure::input(self.audio_name(), error))?;
        let seconds = sound.duration();
        if seconds < GOOD_VOICE_SECONDS {
            message!(
                "sinew: {}: {seconds:.1} s are few for a voice; a minute of speech gives a steadier mouth",
                self.audio_name()
            );
        }
        self.write(output, profile.to_json().as_bytes())?;
        message!("{}: voice of {seconds:.1} s of sound", output.display());
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the output; never over a file that the call reads.
    fn write(&self, output: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.check_kept(output)?;
        write_file(output, bytes)
    }

    /// Fails where the output is a file that the call reads.
    pub(super) fn check_kept(&self, output: &Path) -> Result<(), Failure> {
        let others = [&self.voice, &self.phones, &self.text, &self.dictionary, &self.map];
        let mut read = others.into_iter().flatten().chain([&self.audio]);
        match read.any(|input| is_same(input, output)) {
            true => Err(Failure::Call(format!("{}: this is an input file", output.display()))),
            false => Ok(()),
        }
    }
}
