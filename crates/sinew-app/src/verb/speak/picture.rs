//! `sinew speak --picture`: the sound, its spectrogram and its visemes in one picture.

use super::Speak;
use crate::encode::{self, Kind};
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output::is_same;
use crate::speech_picture::{MAX_READABLE_SECONDS, SpeechPicture};
use sinew_speech::front_end::LogMel;
use sinew_speech::sound::Sound;
use sinew_speech::timeline::{FAST_CUE_SECONDS, VisemeTimeline};
use std::path::Path;
use std::process::ExitCode;

impl Speak {
    /// Format of the picture.
    ///
    /// # Errors
    /// Names that are no picture, and those of other files of the call.
    pub(super) fn picture_kind(&self, path: &Path) -> Result<Kind, Failure> {
        let wrong = |why: &str| Failure::Call(format!("--picture {}: {why}", path.display()));
        let kind = Kind::of(path).ok().filter(|kind| !kind.is_animated());
        let kind = kind.ok_or_else(|| wrong("expected a name ending in .png, .jpg or .webp"))?;
        if self.output.as_deref().is_some_and(|output| output == path || is_same(output, path)) {
            return Err(wrong("-o is the same file"));
        }
        self.check_kept(path)?;
        Ok(kind)
    }

    /// Writes the picture.
    pub(super) fn write_picture(
        &self,
        (path, kind): (&Path, Kind),
        sound: &Sound,
        timeline: &VisemeTimeline,
    ) -> Outcome {
        let failed = |error| Failure::input(self.audio_name(), error);
        let samples = sound.to_mono(LogMel::sample_rate()).map_err(failed)?;
        let cues = timeline.cues(FAST_CUE_SECONDS);
        let audio = self.audio_name();
        let name = Path::new(&audio).file_name().unwrap_or_default().to_string_lossy();
        let title = format!("{name}   {:.2} s   {}", timeline.duration(), self.mode_name());
        let picture = SpeechPicture { title: &title, samples: &samples, timeline, cues: &cues }.draw();
        let (width, height) = (picture.width, picture.height);
        let mut encoder = kind.start(path, encode::Clip { width, height, frames: 1, fps: 1.0 })?;
        encoder.frame(&picture)?;
        encoder.finish()?;
        message!("{}: {width} × {height} pixels", path.display());
        if timeline.duration() > MAX_READABLE_SECONDS {
            message!(
                "sinew: {}: {:.0} s lie close together; words and phones can be read up to \
                 {MAX_READABLE_SECONDS} s a picture: cut the sound",
                path.display(),
                timeline.duration()
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}
