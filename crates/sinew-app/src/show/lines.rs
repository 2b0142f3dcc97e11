//! Lines that actors of a show speak: their sounds, and the visemes that are found in them.

use crate::encode::SOUND_RATE;
use crate::report::failure::Failure;
use sinew::face::VisemeTrack;
use sinew_setup::{CueAction, SetupError, Show};
use sinew_speech::provider::{Mode, analyze};
use sinew_speech::sound::Sound;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Lines by the paths of their sounds.
pub(super) struct Lines(BTreeMap<String, Line>);

struct Line {
    sound: Sound,
    visemes: Arc<VisemeTrack>,
}

impl Lines {
    /// Reads and analyses the sounds of all cues, each once.
    pub(super) fn of(show: &Show) -> Result<Self, SetupError> {
        let mut lines = BTreeMap::new();
        for cue in show.cues() {
            let CueAction::Speak(path) = &cue.what else { continue };
            if lines.contains_key(path) {
                continue;
            }
            let failed = |message: String| {
                show.error(&format!("cues[{}].what", cue.number), format!("{path}: {message}"))
            };
            let bytes = show.read(path).map_err(failed)?;
            let sound = Sound::from_bytes(&bytes).map_err(|error| failed(error.to_string()))?;
            let timeline = analyze(&sound, &Mode::Offline).map_err(|error| failed(error.to_string()))?;
            lines.insert(path.clone(), Line { visemes: timeline.viseme_track().clone(), sound });
        }
        Ok(Self(lines))
    }

    /// Visemes of a line.
    pub(super) fn visemes(&self, path: &str) -> Option<&Arc<VisemeTrack>> {
        self.0.get(path).map(|line| &line.visemes)
    }

    /// All lines of a show in one channel at [`SOUND_RATE`], from second `from` on; `None` where nobody
    /// speaks.
    pub(super) fn mixed(&self, show: &Show, from: f64, seconds: f64) -> Result<Option<Vec<f32>>, Failure> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let rate = f64::from(SOUND_RATE);
        let mut mixed = vec![0.0f32; (seconds * rate).round().max(1.0) as usize];
        for cue in show.cues() {
            let CueAction::Speak(path) = &cue.what else { continue };
            let Some(line) = self.0.get(path) else { continue };
            let samples = line.sound.to_mono(SOUND_RATE);
            let samples = samples.map_err(|error| Failure::input(path, error))?;
            let begin = ((f64::from(cue.at) - from) * rate).round() as i64;
            for (n, sample) in (begin..).zip(samples) {
                if let Some(mixed) = usize::try_from(n).ok().and_then(|n| mixed.get_mut(n)) {
                    *mixed = (*mixed + sample).clamp(-1.0, 1.0);
                }
            }
        }
        Ok(Some(mixed))
    }
}
