//! Encodings of all channels of a segment with the fewest bits within the error. First all tolerances are
//! adjusted together until the posed skeleton holds the error. Then channels are made cheaper one by one
//! while it still holds.

use super::search::ChannelEncoder;
use super::segment_encoder::SegmentEncoder;
use crate::clip::compressed::settings::CompressError;
use sinew::internal::{
    clip_format::quantization::{EncodedChannel, Encoding, UNCOMPRESSED},
    ops,
};
use std::cmp::Reverse;

/// Share of the error that each channel starts with; the errors of a joint chain add up.
const FIRST_SHARE: f32 = 0.5;

/// Share of the error that is used, as a reserve for other rounding when it is measured again.
const MARGIN: f32 = 0.999;

/// Share of the error that is aimed at, and the factor by which it shrinks each time it is missed: a smaller
/// tolerance may happen to give a larger error.
const AIM: f32 = 0.97;
const LOWER: f32 = 0.95;

/// Rounds of adjustment, and the first rounds, in which tolerances may grow.
const ROUNDS: usize = 16;
const GROWING: usize = 2;

/// Rounds for segments with measured times beyond their samples; a segment that fails needs more samples
/// then. A single channel further off than `HOPELESS` errors ends the search at once.
const INEXACT_ROUNDS: usize = 8;
const HOPELESS: f32 = 1.5;

/// Last rounds, in which channels that are too far off are stored unquantized, then with their rounding
/// ignored.
const LAST_ROUNDS: usize = 3;

/// Relative change of a tolerance that triggers no new search.
const SMALL_CHANGE: f32 = 0.03;

impl SegmentEncoder<'_> {
    /// Encodings of all channels of the segment with the fewest bits within the error, each behind its
    /// reference.
    pub(crate) fn solve(&mut self) -> Result<Vec<(u64, EncodedChannel)>, CompressError> {
        let mut codes = vec![Encoding::default(); self.channels.len()];
        for (k, code) in codes.iter_mut().enumerate() {
            if !self.is_joint(k) {
                *code = self.solve_weight(k);
            }
        }
        self.approach(&mut codes)?;
        self.sweep(&mut codes);
        let coded = |(encoder, code): (&mut ChannelEncoder, Encoding)| {
            (encoder.reference(), EncodedChannel { code, controls: encoder.controls(&code) })
        };
        Ok(self.channel_encoders.iter_mut().zip(codes).map(coded).collect())
    }

    /// Finds encodings of the joint channels that hold the error, near those with the fewest bits.
    fn approach(&mut self, codes: &mut [Encoding]) -> Result<(), CompressError> {
        let mut tolerances = vec![self.bound() * FIRST_SHARE; codes.len()];
        // Tolerance of the last search of each channel.
        let mut used = vec![None; codes.len()];
        let mut nearest = f32::INFINITY;
        for round in 0..ROUNDS + 2 * LAST_ROUNDS {
            if round == ROUNDS + LAST_ROUNDS {
                self.overlook_rounding();
                (0..codes.len())
                    .filter(|k| codes[*k].step == UNCOMPRESSED)
                    .for_each(|k| self.set(k, &codes[k]));
            }
            for k in (0..codes.len()).filter(|k| self.is_joint(*k)).collect::<Vec<_>>() {
                let (tolerance, before) = (tolerances[k], codes[k]);
                let is_same = |used: f32| tolerance >= used && tolerance - used <= used * SMALL_CHANGE;
                if used[k].is_some_and(is_same) {
                    continue;
                }
                codes[k] = self.channel_encoders[k].choose(&mut self.fits, tolerance);
                let off = self.channel_encoders[k].off(&codes[k]);
                if off > HOPELESS * self.bound() && !self.fits.is_exact() {
                    return Err(self.unreachable_error(off));
                }
                if used[k].replace(tolerance).is_none() || codes[k] != before {
                    self.set(k, &codes[k]);
                }
            }
            let errors = self.posed.measure();
            let max = errors.iter().copied().fold(0.0, f32::max);
            if max <= self.bound() {
                return Ok(());
            }
            nearest = nearest.min(max);
            if round + 1 >= INEXACT_ROUNDS && !self.fits.is_exact() {
                break;
            }
            if round + 1 < ROUNDS {
                self.adjust(&errors, &mut tolerances, round);
            } else {
                // Errors that no tolerance mends, such as rounding a thousand kilometres from the origin, are
                // stored unquantized.
                self.give_up(&errors, &mut tolerances);
            }
        }
        Err(self.unreachable_error(nearest))
    }

    /// Largest error, metres.
    fn bound(&self) -> f32 {
        self.settings.max_error * MARGIN
    }

    fn is_joint(&self, k: usize) -> bool {
        self.channels[k].0.target.joint().is_some()
    }

    /// Poses the decoded values of an encoding.
    fn set(&mut self, k: usize, code: &Encoding) {
        let mut read = std::mem::take(&mut self.read);
        self.read_back(k, code, &mut read);
        self.posed.set(self.channels[k].0.target, &read);
        self.read = read;
    }

    /// Raises or lowers the tolerances by the errors of the joints below each channel.
    fn adjust(&self, errors: &[f32], tolerances: &mut [f32], round: usize) {
        let (error, aim) = (self.bound(), AIM * LOWER.powi(round as i32));
        let max = if round < GROWING { 1.5 } else { 1.0 };
        for ((channel, _), tolerance) in self.channels.iter().zip(tolerances) {
            if let Some(joint) = channel.target.joint() {
                let room = aim * error / errors[joint.index()].max(1e-12);
                *tolerance = (*tolerance * ops::powf(room, 0.8).clamp(0.3, max)).min(error);
            }
        }
    }

    /// Sets the tolerance of channels to 0 where a joint below is too far off.
    fn give_up(&self, errors: &[f32], tolerances: &mut [f32]) {
        for ((channel, _), tolerance) in self.channels.iter().zip(tolerances) {
            if channel.target.joint().is_some_and(|joint| errors[joint.index()] > self.bound()) {
                *tolerance = 0.0;
            }
        }
    }

    /// Makes the channels cheaper one by one while the error holds, leaf joints first.
    fn sweep(&mut self, codes: &mut [Encoding]) {
        let mut order: Vec<usize> = (0..codes.len()).filter(|k| self.is_joint(*k)).collect();
        order.sort_by_key(|k| Reverse(self.channels[*k].0.target.joint()));
        let (error, mut read) = (self.bound(), Vec::new());
        self.posed.begin_trials();
        for k in order {
            while let Some(code) = self.channel_encoders[k].cheaper(&mut self.fits, &codes[k], error) {
                self.read_back(k, &code, &mut read);
                if !self.posed.try_set(self.channels[k].0.target, &read, error) {
                    break;
                }
                codes[k] = code;
            }
        }
    }
}
