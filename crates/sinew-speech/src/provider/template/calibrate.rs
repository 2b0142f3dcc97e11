//! Calibration of a profile by a labelled recording.

use super::profile::{FEATURES, ProfileError, Template, VoiceProfile};
use super::template_provider::level;
use crate::front_end::{Cepstrum, FRAME_RATE, LogMel, SAMPLE_RATE};
use crate::phone::{Phone, viseme};
use crate::sound::Sound;
use crate::timeline::PhoneTrack;
use sinew_viseme::Viseme;

/// Least frames of a viseme that gets a template.
const MIN_FRAMES: usize = 5;
/// Least variance of a coefficient.
const MIN_VARIANCE: f32 = 0.05;
/// Lower edge of the gate: so far below the middle level of speech, or so far above the pauses where these
/// are louder, in dB; and its width.
const GATE_BELOW_SPEECH: f32 = 24.0;
const GATE_ABOVE_PAUSES: f32 = 3.0;
const GATE_WIDTH: f32 = 6.0;

impl VoiceProfile {
    /// Profile of a voice from a recording of at least some seconds and its phones: the mean of the frames in
    /// the middle of each phone.
    ///
    /// # Errors
    /// Recordings with fewer than two visemes that are spoken long enough.
    pub fn calibrate(sound: &Sound, track: &PhoneTrack) -> Result<Self, ProfileError> {
        let samples = sound.to_mono(SAMPLE_RATE).unwrap_or_default();
        let frames = LogMel::of_sound(&samples);
        let cepstrum = Cepstrum::default();
        let mut sums = vec![(0_usize, [0.0_f32; FEATURES]); Viseme::COUNT];
        let mut members = Vec::new();
        // Levels of pauses and of speech.
        let mut levels = [Vec::new(), Vec::new()];
        for (phone, start, end) in track.targets() {
            for frame in middle(start, end).filter(|frame| *frame < frames.len()) {
                let all = cepstrum.of(&frames[frame]);
                let features: [f32; FEATURES] = std::array::from_fn(|n| all[n + 1]);
                let index = viseme(phone).index();
                sums[index].0 += 1;
                sums[index].1.iter_mut().zip(features).for_each(|(sum, x)| *sum += x);
                members.push((index, features));
                levels[usize::from(phone != Phone::SILENCE)].push(level(&frames[frame]));
            }
        }
        let mean = |(count, sum): &(usize, [f32; FEATURES])| sum.map(|x| x / (*count).max(1) as f32);
        let means: Vec<_> = sums.iter().map(mean).collect();
        let has = |index: usize| sums[index].0 >= MIN_FRAMES;
        // Silence has no say: the gate knows it better.
        let spoken = (1..Viseme::COUNT).filter(|index| has(*index));
        let templates: Vec<_> =
            spoken.map(|index| Template { viseme: Viseme::ALL[index], mean: means[index] }).collect();
        if templates.len() < 2 {
            return Err(ProfileError::TooLittle { least: MIN_FRAMES, found: templates.len() });
        }
        let mut variance = [0.0_f32; FEATURES];
        let mut count = 0;
        for (index, features) in members.iter().filter(|(index, _)| *index > 0 && has(*index)) {
            count += 1;
            for n in 0..FEATURES {
                let difference = features[n] - means[*index][n];
                variance[n] += difference * difference;
            }
        }
        let precision = variance.map(|sum| 1.0 / (sum / count.max(1) as f32).max(MIN_VARIANCE));
        let [pauses, speech] = levels.map(middle_level);
        let speech = speech.unwrap_or_default();
        let above_pauses = pauses.map_or(f32::NEG_INFINITY, |pauses| pauses + GATE_ABOVE_PAUSES);
        let low = (speech - GATE_BELOW_SPEECH).max(above_pauses).min(speech - GATE_WIDTH);
        Ok(Self { templates, precision, gate: [low, low + GATE_WIDTH] })
    }
}

/// Middle one of several levels.
fn middle_level(mut levels: Vec<f32>) -> Option<f32> {
    levels.sort_unstable_by(f32::total_cmp);
    levels.get(levels.len() / 2).copied()
}

/// Frames in the middle of a span; at least one.
fn middle(start: f64, end: f64) -> std::ops::RangeInclusive<usize> {
    let rate = f64::from(FRAME_RATE);
    let edge = 0.2 * (end - start);
    let first = ((start + edge) * rate).ceil() as usize;
    let last = ((end - edge) * rate) as usize;
    let centre = (0.5 * (start + end) * rate) as usize;
    first.min(centre)..=last.max(centre)
}
