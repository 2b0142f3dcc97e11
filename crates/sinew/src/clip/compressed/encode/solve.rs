//! The fewest bits for a segment that hold the error. All channels together are adjusted to what is measured in the posed
//! skeleton until it holds; then each is made cheaper for as long as nothing that hangs from it is too far off.

use super::search::ChannelEncoder;
use super::segment_encoder::SegmentEncoder;
use crate::clip::compressed::format::quantization::{EncodedChannel, Encoding, UNCOMPRESSED};
use crate::clip::compressed::settings::CompressError;
use std::cmp::Reverse;

/// The share of the error that each channel starts with; more than one of a chain may err at a time.
const FIRST_SHARE: f32 = 0.5;

/// What is left of the error when it is measured with other rounding.
const MARGIN: f32 = 0.999;

/// What is aimed at, as a share of the error, and how much less each time that it was missed, since less allowed may be
/// further off by chance.
const AIM: f32 = 0.97;
const LOWER: f32 = 0.95;

/// Times that the shares are adjusted to what was measured, in the first of which they may grow.
const ROUNDS: usize = 16;
const GROWING: usize = 2;

/// Fewer where samples as they are are not all there is; what is not near enough then needs more of them. A channel is
/// not worth trying that alone is so much further off than it may be.
const INEXACT_ROUNDS: usize = 8;
const HOPELESS: f32 = 1.5;

/// Then what is still too far off is stored as it is; if that does not help, rounding between samples is overlooked.
const LAST_ROUNDS: usize = 3;

/// A change of a share that no new choice is worth.
const SMALL_CHANGE: f32 = 0.03;

impl SegmentEncoder<'_> {
    /// The fewest bits for all channels of the segment that hold the error, each behind its reference.
    pub(crate) fn solve(&mut self) -> Result<Vec<(u64, EncodedChannel)>, CompressError> {
        let mut codes = vec![Encoding::default(); self.channels.len()];
        for (k, code) in codes.iter_mut().enumerate() {
            if !self.is_joint(k) {
                *code = self.solve_weight(k);
            }
        }
        self.approach(&mut codes)?;
        self.sweep(&mut codes);
        let coded = |(choice, code): (&mut ChannelEncoder, Encoding)| {
            (choice.reference(), EncodedChannel { code, controls: choice.controls(&code) })
        };
        Ok(self.choices.iter_mut().zip(codes).map(coded).collect())
    }

    /// Finds codes for the channels of joints that hold the error, near those that take the fewest bits.
    fn approach(&mut self, codes: &mut [Encoding]) -> Result<(), CompressError> {
        let mut tolerances = vec![self.bound() * FIRST_SHARE; codes.len()];
        // What was asked for when a code was chosen last.
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
                codes[k] = self.choices[k].choose(&mut self.fits, tolerance);
                let off = self.choices[k].off(&codes[k]);
                if off > HOPELESS * self.bound() && !self.fits.is_exact() {
                    return Err(self.out_of_reach(off));
                }
                if used[k].replace(tolerance).is_none() || codes[k] != before {
                    self.set(k, &codes[k]);
                }
            }
            let errors = self.posed.measure();
            let most = errors.iter().copied().fold(0.0, f32::max);
            if most <= self.bound() {
                return Ok(());
            }
            nearest = nearest.min(most);
            if round + 1 >= INEXACT_ROUNDS && !self.fits.is_exact() {
                break;
            }
            if round + 1 < ROUNDS {
                self.adjust(&errors, &mut tolerances, round);
            } else {
                // What no tolerance mends, such as the noise of floats a thousand kilometres long, is stored as it is.
                self.give_up(&errors, &mut tolerances);
            }
        }
        Err(self.out_of_reach(nearest))
    }

    /// The largest error.
    fn bound(&self) -> f32 {
        self.settings.error * MARGIN
    }

    fn is_joint(&self, k: usize) -> bool {
        self.channels[k].0.target.joint().is_some()
    }

    /// Poses what a code gives.
    fn set(&mut self, k: usize, code: &Encoding) {
        let mut read = std::mem::take(&mut self.read);
        self.read_back(k, code, &mut read);
        self.posed.set(self.channels[k].0.target, &read);
        self.read = read;
    }

    /// Gives channels more or less, as what they move is nearer or farther than it may be.
    fn adjust(&self, errors: &[f32], tolerances: &mut [f32], round: usize) {
        let (error, aim) = (self.bound(), AIM * LOWER.powi(round as i32));
        let most = if round < GROWING { 1.5 } else { 1.0 };
        for ((channel, _), tolerance) in self.channels.iter().zip(tolerances) {
            if let Some(joint) = channel.target.joint() {
                let room = aim * error / errors[joint.index()].max(1e-12);
                *tolerance = (*tolerance * room.powf(0.8).clamp(0.3, most)).min(error);
            }
        }
    }

    /// Allows channels nothing that move what is too far off.
    fn give_up(&self, errors: &[f32], tolerances: &mut [f32]) {
        for ((channel, _), tolerance) in self.channels.iter().zip(tolerances) {
            if channel.target.joint().is_some_and(|joint| errors[joint.index()] > self.bound()) {
                *tolerance = 0.0;
            }
        }
    }

    /// Makes one channel after the other cheaper where nothing gets too far off, those at the ends of limbs first.
    fn sweep(&mut self, codes: &mut [Encoding]) {
        let mut order: Vec<usize> = (0..codes.len()).filter(|k| self.is_joint(*k)).collect();
        order.sort_by_key(|k| Reverse(self.channels[*k].0.target.joint()));
        let (error, mut read) = (self.bound(), Vec::new());
        self.posed.begin_trials();
        for k in order {
            while let Some(code) = self.choices[k].cheaper(&mut self.fits, &codes[k], error) {
                self.read_back(k, &code, &mut read);
                if !self.posed.try_set(self.channels[k].0.target, &read, error) {
                    break;
                }
                codes[k] = code;
            }
        }
    }
}
