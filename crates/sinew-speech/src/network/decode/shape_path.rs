//! Path through the visemes of a whole sound: the best one by dynamic programming (Andrew Viterbi, *Error
//! Bounds for Convolutional Codes and an Asymptotically Optimum Decoding Algorithm*, 1967), with a least
//! duration for each viseme and a cost for each change.

use crate::network::container::Tensors;
use crate::network::error::WeightsError;
use sinew_viseme::Viseme;

const COUNT: usize = Viseme::COUNT;
/// Shortest and longest least duration in frames.
const MIN_FRAMES: f32 = 2.0;
const MAX_FRAMES: usize = 64;
/// Least weight before the logarithm.
const MIN_WEIGHT: f64 = 1e-5;

/// Rules of a path.
#[derive(Clone, Debug)]
pub(crate) struct ShapePath {
    /// Least durations in frames.
    least: [usize; COUNT],
    /// Cost of a change in natural-log units.
    cost: f64,
}

impl ShapePath {
    pub(crate) fn read(tensors: &Tensors<'_>, cost: f32) -> Result<Self, WeightsError> {
        let least = tensors.settings("decode.min_frames", [[MIN_FRAMES, MAX_FRAMES as f32]; COUNT])?;
        Ok(Self { least: least.map(|frames| frames as usize), cost: f64::from(cost) })
    }

    /// Viseme of each frame. The first and the last one may be shorter than their least durations.
    pub(crate) fn best(&self, weights: &[[f32; COUNT]]) -> Vec<Viseme> {
        let Some(first) = weights.first() else { return Vec::new() };
        let value = |weights: &[f32; COUNT], n: usize| libm::log(f64::from(weights[n]).max(MIN_WEIGHT));
        // Scores of paths that end with so many frames of a viseme; the last cell of each also stands for
        // longer stays.
        let mut score = [[f64::NEG_INFINITY; MAX_FRAMES]; COUNT];
        // Start of the stay in the last cell.
        let mut begun = [0_usize; COUNT];
        for n in 0..COUNT {
            score[n][self.least[n] - 1] = value(first, n);
        }
        // For each frame and viseme: start of the stay in the last cell, and the viseme before a stay that
        // starts here.
        let mut starts = vec![begun; weights.len()];
        let mut sources = vec![[0_u8; COUNT]; weights.len()];
        for (frame, weights) in weights.iter().enumerate().skip(1) {
            let ends: [f64; COUNT] = std::array::from_fn(|n| score[n][self.least[n] - 1]);
            let (best, second) = two_largest(&ends);
            for n in 0..COUNT {
                let last = self.least[n] - 1;
                let source = if n == best { second } else { best };
                sources[frame][n] = source as u8;
                let cells = &mut score[n][..=last];
                cells.copy_within(..last, 1);
                if ends[n] > cells[last] {
                    cells[last] = ends[n];
                } else {
                    begun[n] = frame - last;
                }
                cells[0] = ends[source] - self.cost;
                let value = value(weights, n);
                cells.iter_mut().for_each(|cell| *cell += value);
            }
            starts[frame] = begun;
        }
        let (shape, cell) = self.best_end(&score);
        self.trace(shape, cell, &starts, &sources)
    }

    /// Viseme and cell of the best path's end.
    fn best_end(&self, score: &[[f64; MAX_FRAMES]; COUNT]) -> (usize, usize) {
        let mut best = (0, 0);
        for (n, cells) in score.iter().enumerate() {
            for (cell, value) in cells[..self.least[n]].iter().enumerate() {
                if *value > score[best.0][best.1] {
                    best = (n, cell);
                }
            }
        }
        best
    }

    fn trace(
        &self,
        mut shape: usize,
        mut cell: usize,
        starts: &[[usize; COUNT]],
        sources: &[[u8; COUNT]],
    ) -> Vec<Viseme> {
        let mut out = vec![Viseme::Sil; starts.len()];
        let mut end = starts.len();
        while end > 0 {
            let is_last = cell == self.least[shape] - 1;
            let start = if is_last { starts[end - 1][shape] } else { end - 1 - cell };
            out[start..end].fill(Viseme::ALL[shape]);
            shape = usize::from(sources[start][shape]);
            cell = self.least[shape] - 1;
            end = start;
        }
        out
    }
}

/// Indices of the largest and of the second largest number; of equal ones the first.
fn two_largest(values: &[f64; COUNT]) -> (usize, usize) {
    let largest = |without: Option<usize>| {
        let mut best = if without == Some(0) { 1 } else { 0 };
        for n in 0..COUNT {
            if Some(n) != without && values[n] > values[best] {
                best = n;
            }
        }
        best
    };
    let best = largest(None);
    (best, largest(Some(best)))
}
