//! Mouth of live sound: from samples of any rate to visemes.

use super::mode::SpeechMode;
use sinew_speech::front_end::LogMel;
use sinew_speech::provider::{EnvelopeProvider, LiveProvider, LookAhead, VisemeProvider};
use sinew_speech::sound::StreamResampler;
use sinew_speech::timeline::{TIMELINE_RATE, VisemeFrame};
use std::collections::VecDeque;

/// Time that the strip shows, in seconds.
pub(crate) const HISTORY_SECONDS: f32 = 4.0;
const MAX_FRAMES: usize = (HISTORY_SECONDS * TIMELINE_RATE as f32) as usize;

/// Visemes of live sound.
pub(crate) struct LiveMouth {
    mode: SpeechMode,
    resampler: StreamResampler,
    provider: Box<dyn VisemeProvider>,
    /// Latest frames, oldest first.
    frames: VecDeque<VisemeFrame>,
}

impl LiveMouth {
    /// Mouth of sound of a rate in Hz: by amplitude or by the live network.
    pub(super) fn new(rate: u32, mode: SpeechMode) -> Result<Self, String> {
        let resampler =
            StreamResampler::new(rate, LogMel::sample_rate()).map_err(|error| error.to_string())?;
        let (mode, provider): (_, Box<dyn VisemeProvider>) = match mode {
            SpeechMode::Amplitude => (mode, Box::new(EnvelopeProvider::new())),
            _ => (SpeechMode::Live, Box::new(LiveProvider::new(LookAhead::default()))),
        };
        Ok(Self { mode, resampler, provider, frames: VecDeque::with_capacity(MAX_FRAMES + 1) })
    }

    /// Takes the next samples.
    pub(super) fn hear(&mut self, samples: &[f32]) {
        let Self { resampler, provider, frames, .. } = self;
        resampler.push(samples, |samples| {
            provider.push(samples, &mut |frame| {
                frames.push_back(*frame);
                if frames.len() > MAX_FRAMES {
                    frames.pop_front();
                }
            });
        });
    }

    /// Method that is in use: live or amplitude.
    pub(super) fn mode(&self) -> SpeechMode {
        self.mode
    }

    /// Mouth now.
    pub(super) fn now(&self) -> VisemeFrame {
        self.frames.back().copied().unwrap_or(VisemeFrame::REST)
    }

    /// Frames of the last seconds, oldest first.
    pub(crate) fn frames(&self) -> impl ExactSizeIterator<Item = &VisemeFrame> {
        self.frames.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_voice_opens_the_mouth_and_silence_closes_it() {
        for mode in [SpeechMode::Amplitude, SpeechMode::Live] {
            let mut mouth = LiveMouth::new(44_100, mode).unwrap();
            let voice: Vec<f32> = (0..44_100)
                .map(|n| {
                    let time = n as f32 / 44_100.0;
                    let harmonics = [1.0, 4.0, 5.0, 7.0, 8.0];
                    harmonics.iter().map(|h| 0.1 * (h * 150.0 * std::f32::consts::TAU * time).sin()).sum()
                })
                .collect();
            voice.chunks(441).for_each(|chunk| mouth.hear(chunk));
            let widest = mouth.frames().map(|frame| frame.openness).fold(0.0, f32::max);
            assert!(widest > 0.3, "{mode:?}: {widest}");
            (0..200).for_each(|_| mouth.hear(&[0.0; 441]));
            assert!(mouth.now().openness < 0.1, "{mode:?}: {}", mouth.now().openness);
            (0..300).for_each(|_| mouth.hear(&[0.0; 441]));
            assert_eq!(mouth.frames().len(), 400);
        }
        assert!(LiveMouth::new(10, SpeechMode::Live).is_err());
    }
}
