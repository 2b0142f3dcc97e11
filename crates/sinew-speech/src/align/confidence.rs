//! Confidence of words: their fit to the sound at the times that an alignment gives them.
//!
//! Source: Witt and Young, *Phone-level pronunciation scoring and assessment for interactive language learning*,
//! Speech Communication 30, 2000 (goodness of pronunciation).

use super::graph::{COLUMNS, FILLER};

/// Power of the likelihoods: with it, words that are said spread over the upper half of 0 to 1.
const POWER: f32 = 0.5;

/// Fits of the phones of a word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WordFit {
    sum: f32,
    phones: u16,
}

impl WordFit {
    /// Adds a phone: the states of its frames, and what is heard in them. Long phones count as much as short
    /// ones.
    pub(super) fn add(&mut self, states: impl Iterator<Item = u8>, emissions: &[[f32; COLUMNS]]) {
        let mut sum = 0.0;
        for (state, row) in states.zip(emissions) {
            let best = row.iter().take(FILLER).copied().fold(f32::NEG_INFINITY, f32::max);
            sum += row[usize::from(state)] - best;
        }
        self.sum += sum / emissions.len().max(1) as f32;
        self.phones = self.phones.saturating_add(1);
    }

    /// Confidence from 0 to 1: the square root of the geometric mean, over the phones, of how likely the written
    /// phone is relative to the likeliest one.
    pub(super) fn confidence(self) -> f32 {
        libm::expf(POWER * self.sum / f32::from(self.phones.max(1))).clamp(0.0, 1.0)
    }
}

/// Confidence of a whole text: the mean of its words, weighted by their durations. Speech that the text does not
/// have counts as a word of confidence 0.
pub(super) fn of_text(words: impl Iterator<Item = (f64, f32)>, unwritten_seconds: f64) -> f32 {
    let (mut sum, mut seconds) = (0.0, unwritten_seconds);
    for (duration, confidence) in words {
        sum += duration * f64::from(confidence);
        seconds += duration;
    }
    if seconds > 0.0 { (sum / seconds) as f32 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_that_is_the_likeliest_one_is_certain() {
        let mut row = [-5.0; COLUMNS];
        (row[3], row[4], row[FILLER]) = (1.0, -1.0, 9.0);
        let fit = |states: &[u8]| {
            let mut fit = WordFit::default();
            states.iter().for_each(|state| fit.add([*state; 4].into_iter(), &[row; 4]));
            fit.confidence()
        };
        assert_eq!(fit(&[3]), 1.0);
        assert!((fit(&[4]) - 0.367_879).abs() < 1e-5 && (fit(&[3, 4]) - 0.606_531).abs() < 1e-5);
        assert!(fit(&[7]) < 0.05);
        assert_eq!(of_text([(1.0, 0.5), (3.0, 1.0)].into_iter(), 0.0), 0.875);
        assert_eq!((of_text([(1.0, 1.0)].into_iter(), 1.0), of_text(std::iter::empty(), 0.0)), (0.5, 0.0));
    }
}
