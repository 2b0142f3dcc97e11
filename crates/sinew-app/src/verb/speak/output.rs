//! Visemes as data: JSON, cues, voice profiles.

use super::{JsonFormat, Speak};
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output::{extension, is_same};
use crate::report::plural::count;
use crate::report::whole_file::write_file;
use sinew_speech::format::{SpeakInput, dat, rhubarb_json, speak_json, tsv, xml};
use sinew_speech::provider::VoiceProfile;
use sinew_speech::sound::Sound;
use sinew_speech::timeline::{DEFAULT_MIN_CUE_SECONDS, FAST_CUE_SECONDS, VisemeTimeline};
use std::path::Path;
use std::process::ExitCode;

/// Frame rate of Moho files.
const MOHO_RATE: f64 = 24.0;

impl Speak {
    /// Writes weights or cues, by the ending of the output's name.
    pub(super) fn write_data(&self, timeline: &VisemeTimeline, output: &Path) -> Outcome {
        let is_drawn = extension(output) != "json" || self.format == Some(JsonFormat::Rhubarb);
        let cues = timeline.cues(if is_drawn { DEFAULT_MIN_CUE_SECONDS } else { FAST_CUE_SECONDS });
        let (file, seconds) = (self.audio.display().to_string(), timeline.duration());
        let format = extension(output);
        if self.format.is_some() && format != "json" {
            return Err(Failure::Call("--format chooses the kind of a .json file".into()));
        }
        let text = match (format.as_str(), self.format) {
            ("json", Some(JsonFormat::Rhubarb)) => rhubarb_json(&file, seconds, &cues),
            ("json", _) => {
                speak_json(&SpeakInput { file: &file, mode: self.mode_name(), timeline, cues: &cues })
            }
            ("tsv", _) => tsv(&cues),
            ("xml", _) => xml(&file, seconds, &cues),
            ("dat", _) => dat(&cues, MOHO_RATE),
            _ => {
                let place = output.display();
                let message = format!(
                    "-o {place}: expected a name ending in .json, .tsv, .xml or .dat; --onto FILE puts the speech on a face"
                );
                return Err(Failure::Call(message));
            }
        };
        self.write(output, text.as_bytes())?;
        message!("{}: {seconds:.2} s, {}", output.display(), count(cues.len(), "cue"));
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the profile of the sound's voice.
    pub(super) fn write_voice(&self, sound: &Sound, output: &Path) -> Outcome {
        let track = self.track()?.unwrap_or_default();
        let profile = VoiceProfile::calibrate(sound, &track)
            .map_err(|error| Failure::input(self.audio.display(), error))?;
        self.write(output, profile.to_json().as_bytes())?;
        message!("{}: voice of {:.1} s of speech", output.display(), sound.duration());
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
