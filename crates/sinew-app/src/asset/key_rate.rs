//! Detection of clips with nearly even keys. A few keys off the frame grid make a clip compress as one with
//! uneven keys, which is much larger than resampled poses.

use sinew::RawClip;
use sinew::clip::Track;

/// Distance below which two keys are the two sides of a step, seconds.
const STEP_WIDTH: f32 = 2e-3;

/// Largest deviation of an interval from a whole number of frames, in frames.
const FRAME_TOLERANCE: f32 = 0.02;

/// At most one in this many intervals may be off the grid.
const MIN_INTERVALS_PER_OFF: usize = 10;

/// Frame rate of nearly even keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NearlyEven {
    /// Frames per second.
    pub(crate) rate: f64,
    /// Number of intervals that are not a whole number of frames.
    pub(crate) off: usize,
    /// Number of intervals.
    pub(crate) gaps: usize,
}

impl NearlyEven {
    /// Rate of `clip`; none for even keys, or keys without a common rate.
    pub(crate) fn of(clip: &RawClip) -> Option<Self> {
        let joints = clip.joints.iter().flat_map(|track| {
            [
                track.translation.as_ref().map(Track::times),
                track.rotation.as_ref().map(Track::times),
                track.scale.as_ref().map(Track::times),
            ]
        });
        let morphs = clip.morphs.iter().map(|track| track.weights.times());
        let expressions = clip.expressions.iter().map(|track| track.weight.times());
        let gaze = clip.gaze.as_ref().map(Track::times);
        let times = joints.flatten().chain(morphs).chain(expressions).chain(gaze);
        Self::of_keys(times.flatten().copied().collect())
    }

    fn of_keys(mut keys: Vec<f32>) -> Option<Self> {
        keys.sort_by(f32::total_cmp);
        keys.dedup_by(|b, a| *b - *a < STEP_WIDTH);
        let mut gaps: Vec<f32> = keys.array_windows().map(|[a, b]| b - a).collect();
        gaps.sort_by(f32::total_cmp);
        let (shortest, usual) = (*gaps.first()?, gaps[gaps.len() / 2]);
        let on_frames = |gap: &f32, frame: f32| {
            let frames = (gap / frame).round();
            (frames >= 1.0 && (gap / frame - frames).abs() <= FRAME_TOLERANCE * frames).then_some(frames)
        };
        if gaps.iter().all(|gap| on_frames(gap, shortest).is_some()) {
            return None;
        }
        let (mut seconds, mut frames, mut even) = (0.0, 0.0, 0);
        for (gap, parts) in gaps.iter().filter_map(|gap| Some((gap, on_frames(gap, usual)?))) {
            (seconds, frames, even) = (seconds + f64::from(*gap), frames + f64::from(parts), even + 1);
        }
        let (gaps, off) = (gaps.len(), gaps.len() - even);
        let rate = (frames / seconds * 100.0).round() / 100.0;
        (off > 0 && off * MIN_INTERVALS_PER_OFF <= gaps).then_some(Self { rate, off, gaps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(rate: f32, count: usize) -> Vec<f32> {
        (0..count).map(|n| n as f32 / rate).collect()
    }

    #[test]
    fn a_few_gaps_may_be_odd() {
        let cut_short = [keys(24.0, 25), vec![1.2]].concat();
        assert_eq!(NearlyEven::of_keys(cut_short), Some(NearlyEven { rate: 24.0, off: 1, gaps: 25 }));
        let late = keys(29.97, 3000).into_iter().map(|time| time + 0.01);
        let late = std::iter::once(0.0).chain(late).collect();
        assert_eq!(NearlyEven::of_keys(late), Some(NearlyEven { rate: 29.97, off: 1, gaps: 3000 }));
    }

    #[test]
    fn what_is_even_or_anything_but_is_left_alone() {
        let mut holes = keys(30.0, 200);
        holes.retain(|time| !(1.0..1.5).contains(time));
        let jumps = [keys(30.0, 100), vec![0.9999, 1.9999]].concat();
        let odd = (0..100).map(|n| (n as f32 * 0.05).powf(1.5)).collect();
        let two_rates = [keys(30.0, 60), keys(24.0, 60)].concat();
        for even in [Vec::new(), vec![1.0], keys(24.0, 30), holes, jumps, odd, two_rates] {
            assert_eq!(NearlyEven::of_keys(even), None);
        }
    }
}
