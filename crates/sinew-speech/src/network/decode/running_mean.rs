//! Mean of the last frames.

use sinew_viseme::Viseme;

/// Most frames of the mean.
pub(crate) const MAX_MEAN_FRAMES: usize = 8;

/// Mean of the weights of the present frame and of some before it, of fewer at the start of a stream.
#[derive(Clone, Debug)]
pub(crate) struct RunningMean {
    frames: usize,
    /// Newest first.
    recent: [[f32; Viseme::COUNT]; MAX_MEAN_FRAMES],
    filled: usize,
}

impl RunningMean {
    /// Mean of so many frames, 1 to 8.
    pub(crate) fn new(frames: usize) -> Self {
        let frames = frames.clamp(1, MAX_MEAN_FRAMES);
        Self { frames, recent: [[0.0; Viseme::COUNT]; MAX_MEAN_FRAMES], filled: 0 }
    }

    /// Takes the next weights and returns the mean.
    pub(crate) fn push(&mut self, weights: [f32; Viseme::COUNT]) -> [f32; Viseme::COUNT] {
        self.recent.copy_within(..self.frames - 1, 1);
        self.recent[0] = weights;
        self.filled = (self.filled + 1).min(self.frames);
        let recent = &self.recent[..self.filled];
        std::array::from_fn(|n| recent.iter().map(|row| row[n]).sum::<f32>() / self.filled as f32)
    }
}
