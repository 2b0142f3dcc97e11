//! Emissions: likelihoods of phones over time, from which a text is aligned.

use super::graph::{COLUMNS, FILLER};
use crate::front_end::SAMPLE_RATE;
use crate::network::{SpeechNetworks, States};
use crate::sound::{Sound, SoundError};

/// Power of the prior by which posteriors are divided.
const PRIOR_POWER: f32 = 0.6;
/// Cost of each frame of speech that the text does not have, against the likeliest state.
pub(super) const FILLER_FRAME_COST: f32 = 2.0;
/// Least probability of a state.
const MIN_PROBABILITY: f32 = 1e-6;

/// Likelihood of each phone in each 10 ms of a sound, which [`align`](super::align) needs of it.
///
/// The networks make them, and may do so in another process ([`to_bytes`](Self::to_bytes)).
#[derive(Clone, Debug)]
pub struct Emissions {
    pub(super) rows: Vec<[f32; COLUMNS]>,
    pub(super) states: States,
    /// Duration of the sound in seconds.
    pub(super) duration: f64,
}

impl Emissions {
    /// Emissions of a sound.
    ///
    /// # Errors
    /// Rates that cannot be resampled.
    pub fn new(sound: &Sound, networks: &SpeechNetworks) -> Result<Self, SoundError> {
        let samples = sound.to_mono(SAMPLE_RATE)?;
        let prior = networks.states.prior.map(|prior| PRIOR_POWER * libm::logf(prior));
        let frames = networks.normalised(&samples);
        let rows = networks.whole.run(&frames).map(|posterior| {
            let mut row = [f32::NEG_INFINITY; COLUMNS];
            for (n, state) in posterior.states.iter().enumerate() {
                row[n] = libm::logf(state.max(MIN_PROBABILITY)) - prior[n];
            }
            let best = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            row[FILLER] = best - FILLER_FRAME_COST;
            row
        });
        Ok(Self { rows: rows.collect(), states: networks.states.clone(), duration: sound.duration() })
    }

    /// Bytes for [`from_bytes`](Self::from_bytes) of the same version of this crate.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let states = self.states.to_bytes();
        let mut bytes = Vec::with_capacity(states.len() + 8 + self.rows.len() * COLUMNS * 4);
        bytes.extend(states);
        bytes.extend(self.duration.to_le_bytes());
        self.rows.iter().flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// Emissions of bytes of [`to_bytes`](Self::to_bytes); `None` for damaged ones.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (states, rest) = States::from_bytes(bytes)?;
        let (duration, rest) = rest.split_first_chunk::<8>()?;
        let duration = f64::from_le_bytes(*duration);
        let (numbers, rest) = rest.as_chunks::<4>();
        let (rows, left) = numbers.as_chunks::<COLUMNS>();
        let rows: Vec<_> = rows.iter().map(|row| row.map(f32::from_le_bytes)).collect();
        let is_whole = rest.is_empty()
            && left.is_empty()
            && duration.is_finite()
            && duration >= 0.0
            && rows.iter().flatten().all(|number| number.is_finite());
        is_whole.then_some(Self { rows, states, duration })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::{align, align_emissions};
    use crate::pronunciation::Dictionary;
    use crate::transcript::Transcript;

    fn sound() -> Sound {
        let sample = |n: u32| (f64::from(n) * 0.05).sin() as f32 * 0.4 * ((n / 1600) % 2) as f32;
        Sound::mono((0..32_000).map(sample).collect(), 16_000).unwrap()
    }

    #[test]
    fn emissions_of_bytes_align_as_those_of_the_sound() {
        let (transcript, dictionary) = (Transcript::new("a map"), Dictionary::english());
        let direct = align(&sound(), &transcript, &dictionary).unwrap();
        let emissions = Emissions::new(&sound(), &SpeechNetworks::built_in()).unwrap();
        let read = Emissions::from_bytes(&emissions.to_bytes()).unwrap();
        let sent = align_emissions(&read, &transcript, &dictionary).unwrap();
        assert_eq!((sent.track, sent.score, sent.duration), (direct.track, direct.score, direct.duration));
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = Emissions::new(&sound(), &SpeechNetworks::built_in()).unwrap().to_bytes();
        for length in [0, 10, 100, 200, bytes.len() - 1] {
            assert!(Emissions::from_bytes(&bytes[..length]).is_none(), "{length}");
        }
        let mut damaged = bytes.clone();
        let last = damaged.len() - 4;
        damaged[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(Emissions::from_bytes(&damaged).is_none());
        let mut damaged = bytes;
        damaged[0] = 255;
        assert!(Emissions::from_bytes(&damaged).is_none());
    }
}
