//! Times at which a clip is checked: those of its frames where it has some, else evenly spaced ones.

use sinew::RawClip;

/// Rate at which clips without even frames are sampled, Hz.
const DEFAULT_RATE: f32 = 60.0;
/// Longest interval of frames, seconds: keys that are farther apart are those of an animator.
const MAX_INTERVAL: f32 = 0.051;
/// Shortest interval of frames, seconds.
const MIN_INTERVAL: f32 = 1.0 / 260.0;
/// Largest number of frames times tracks.
const MAX_SAMPLES: usize = 1 << 22;
/// Largest number of frames.
const MAX_FRAMES: usize = 1 << 18;

/// Times of the frames of a clip.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    /// File seconds, ascending; at least one.
    pub(super) times: Vec<f32>,
    /// Interval between neighbours, seconds; 0 for a single frame.
    pub(super) interval: f32,
    /// Mean interval of the keys of the track that has most, seconds.
    pub(super) key_interval: f32,
}

impl Frames {
    pub(super) fn of(clip: &RawClip, tracks: usize) -> Self {
        let (start, end) = (clip.start(), clip.end());
        let seconds = end - start;
        if !(seconds.is_finite() && seconds > 1e-4) {
            return Self { times: vec![start], interval: 0.0, key_interval: 0.0 };
        }
        let max = MAX_FRAMES.min(MAX_SAMPLES / tracks.max(1)).max(2);
        let densest = clip.times().max_by_key(|times| times.len());
        if let Some(times) = densest.filter(|times| are_frames(times, start, end) && times.len() <= max) {
            let interval = (end - start) / (times.len() - 1) as f32;
            return Self { times: times.to_vec(), interval, key_interval: interval };
        }
        let key_interval = densest
            .map_or(seconds, |times| (times[times.len() - 1] - times[0]) / (times.len() - 1).max(1) as f32);
        let steps = (((seconds * DEFAULT_RATE).round()) as usize).clamp(1, max - 1);
        let time =
            |step: usize| if step == steps { end } else { start + seconds * (step as f32 / steps as f32) };
        Self { times: (0..=steps).map(time).collect(), interval: seconds / steps as f32, key_interval }
    }

    /// Frames at the even times of the keys of a track.
    pub(super) fn even(times: &[f32]) -> Self {
        let interval = (times[times.len() - 1] - times[0]) / (times.len() - 1).max(1) as f32;
        Self { times: times.to_vec(), interval, key_interval: interval }
    }

    /// Number of intervals that last about `seconds`, at least one.
    pub(super) fn steps(&self, seconds: f32) -> usize {
        if self.interval > 0.0 { ((seconds / self.interval).round() as usize).max(1) } else { 1 }
    }

    pub(super) fn len(&self) -> usize {
        self.times.len()
    }
}

/// Whether the keys of a track are the frames of the clip: evenly spaced, dense, over all of it.
fn are_frames(times: &[f32], start: f32, end: f32) -> bool {
    if times.len() < 3 || times[0] != start || times[times.len() - 1] != end {
        return false;
    }
    let interval = (end - start) / (times.len() - 1) as f32;
    (MIN_INTERVAL..MAX_INTERVAL).contains(&interval)
        && times.windows(2).all(|pair| ((pair[1] - pair[0]) - interval).abs() < 0.2 * interval)
}
