//! Analysis of whole sounds.

use super::amplitude::AmplitudeProvider;
use super::envelope_provider::{EnvelopeProvider, decibels};
use super::live::{LiveProvider, LookAhead};
use super::offline::offline_frames;
use super::provider::VisemeProvider;
use super::template::{TemplateProvider, VoiceProfile};
use crate::front_end::{BandEnvelope, Framer, HOP_SAMPLES, SAMPLE_RATE};
use crate::network::SpeechNetworks;
use crate::sound::{Sound, SoundError};
use crate::timeline::{VisemeFrame, VisemeTimeline};
use std::sync::Arc;

/// Method of analysis.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Mode {
    /// Opening by the energy of 400 to 1200 Hz: any voice and language, no closures.
    Amplitude,
    /// Mean amplitude of 100 ms, four shapes: what textbooks do.
    TextbookAmplitude,
    /// Distance to the templates of a voice.
    Template(Arc<VoiceProfile>),
    /// Trained network for live sound, as it would hear the sound: any voice, with closures.
    Live(LookAhead),
    /// Trained networks that hear the whole sound: steadier and closer than live, with least durations of
    /// visemes. Takes about 1 MB of memory per 10 s of sound.
    #[default]
    Offline,
}

/// Silence after the end of a sound, with which the last frames are completed: more than any provider's
/// latency.
const TAIL: [f32; 20 * HOP_SAMPLES] = [0.0; 20 * HOP_SAMPLES];

/// Viseme timeline of a sound: a frame for every 10 ms that it has begun. Levels are compared with the
/// loudest part of the whole sound.
///
/// # Errors
/// Rates that cannot be resampled.
pub fn analyze(sound: &Sound, mode: &Mode) -> Result<VisemeTimeline, SoundError> {
    let samples = sound.to_mono(SAMPLE_RATE)?;
    let count = Framer::frames_of(samples.len());
    let mut frames = Vec::with_capacity(count + TAIL.len() / HOP_SAMPLES);
    let mut provider: Box<dyn VisemeProvider> = match mode {
        Mode::Amplitude => Box::new(EnvelopeProvider::new().with_peak(loud_level(&samples))),
        Mode::TextbookAmplitude => {
            let maximum = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            Box::new(AmplitudeProvider::with_maximum(maximum))
        }
        Mode::Template(profile) => Box::new(TemplateProvider::new(profile.clone())),
        Mode::Live(look_ahead) => {
            let mut provider = LiveProvider::new(*look_ahead);
            provider.push(&samples, &mut |frame| frames.push(*frame));
            provider.finish(&mut |frame| frames.push(*frame));
            return Ok(VisemeTimeline::new(frames));
        }
        Mode::Offline => {
            return Ok(VisemeTimeline::new(offline_frames(&samples, &SpeechNetworks::built_in())));
        }
    };
    provider.push(&samples, &mut |frame: &VisemeFrame| frames.push(*frame));
    provider.push(&TAIL, &mut |frame: &VisemeFrame| frames.push(*frame));
    frames.truncate(count);
    Ok(VisemeTimeline::new(frames))
}

/// Level of the loud parts in dB: a twentieth of all frames is louder.
fn loud_level(samples: &[f32]) -> f32 {
    let mut levels = Vec::with_capacity(samples.len() / HOP_SAMPLES + 1);
    BandEnvelope::default().push(samples, |level| levels.push(decibels(level)));
    levels.sort_unstable_by(f32::total_cmp);
    levels.get(levels.len() * 19 / 20).copied().unwrap_or(f32::NEG_INFINITY)
}
