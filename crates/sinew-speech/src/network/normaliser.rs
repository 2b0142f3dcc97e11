//! Causal normalisation of log-mel energies: distance from a level that follows speech, minus a running mean
//! of the spectrum's shape.

use super::container::Tensors;
use super::error::WeightsError;
use crate::front_end::MELS;

/// Largest log-mel energy that sound of −1 to 1 can have, rounded up; louder samples count as this.
const MAX_ENERGY: f32 = 16.0;

/// Settings of the normalisation.
#[derive(Clone, Debug)]
pub(crate) struct NormaliserSettings {
    /// Mean shape at the start.
    shape: [f32; MELS],
    level_start: f32,
    level_floor: f32,
    /// Part of the way to a higher level that is taken per frame.
    rise: f32,
    /// Fall of the level per frame.
    fall: f32,
    /// Distance below the level down to which frames count as speech.
    gate: f32,
    start_frames: f32,
    max_frames: f32,
    scale: f32,
}

/// State of the normalisation in a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normaliser {
    level: f32,
    mean: [f32; MELS],
    count: f32,
}

impl NormaliserSettings {
    pub(crate) fn read(tensors: &Tensors<'_>) -> Result<Self, WeightsError> {
        let level = [-100.0, 100.0];
        let frames = [1.0, 1e5];
        let ranges = [level, level, [0.0, 1.0], [0.0, 100.0], [0.0, 100.0], frames, frames, [0.0, 10.0]];
        let [level_start, level_floor, rise, fall, gate, start_frames, max_frames, scale] =
            tensors.settings("norm.settings", ranges)?;
        let shape = tensors.settings("norm.shape", [level; MELS])?;
        Ok(Self { shape, level_start, level_floor, rise, fall, gate, start_frames, max_frames, scale })
    }

    /// State at the start of a stream.
    pub(crate) const fn start(&self) -> Normaliser {
        Normaliser { level: self.level_start, mean: self.shape, count: 0.0 }
    }
}

impl Normaliser {
    /// Normalised energies of the next frame.
    pub(crate) fn step(&mut self, settings: &NormaliserSettings, log_mel: &[f32; MELS]) -> [f32; MELS] {
        let bands = log_mel.map(|band| band.min(MAX_ENERGY));
        let energy = bands.iter().sum::<f32>() / MELS as f32;
        self.level = if energy > self.level {
            self.level + settings.rise * (energy - self.level)
        } else {
            self.level - settings.fall
        };
        self.level = self.level.max(settings.level_floor);
        let step = if energy > self.level - settings.gate {
            self.count = (self.count + 1.0).min(settings.max_frames);
            1.0 / (self.count + settings.start_frames).min(settings.max_frames)
        } else {
            0.0
        };
        std::array::from_fn(|n| {
            let relative = bands[n] - self.level;
            self.mean[n] += step * (relative - self.mean[n]);
            settings.scale * (relative - self.mean[n])
        })
    }
}
