//! Key times of a retargeted clip.

use super::retargeter::RetargetError;
use crate::clip::RawClip;
use std::sync::Arc;

/// Keys per second where the source's own times are too uneven or too many.
const DEFAULT_RATE: f32 = 60.0;

/// Largest number of source times, relative to those at the default rate.
const MAX_SOURCE_TIMES: f32 = 4.0;

/// Largest number of frames at a fixed rate, and the same per source time, whichever is more: eight frames of
/// a few bytes may last half an hour.
const MAX_FRAMES: usize = 20_000;
const MAX_FRAMES_PER_TIME: usize = 4;

/// Largest number of frames times joints of both rigs. Ten minutes of a hundred joints at 120 Hz, onto as
/// many, are 14.4 million.
const MAX_KEYS: usize = 20_000_000;

/// The source's own key times where they are evenly spaced, and with `uneven` others too if they are dense
/// and not too many; else a fixed rate, lower in long clips of few keys.
///
/// # Errors
/// When frames times `joints` exceed the limit, which a file of a few bytes can demand by its times alone.
pub(crate) fn key_times(clip: &RawClip, joints: usize, uneven: bool) -> Result<Arc<[f32]>, RetargetError> {
    let (start, end) = (clip.start(), clip.end());
    let mut times: Vec<f32> = clip.times().flatten().copied().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let even = times.len() >= 2 && {
        let step = (end - start) / (times.len() - 1) as f32;
        let is_even = |pair: &[f32]| ((pair[1] - pair[0]) - step).abs() < 0.2 * step;
        step < 0.1 && times.windows(2).all(is_even)
    };
    // Contact detection compares speeds and needs even times.
    let dense = times.windows(2).all(|pair| pair[1] - pair[0] < 0.1);
    let even = even
        || uneven
            && dense
            && times.len() >= 2
            && (times.len() as f32) < MAX_SOURCE_TIMES * DEFAULT_RATE * (end - start);
    let most = MAX_FRAMES.max(times.len().saturating_mul(MAX_FRAMES_PER_TIME));
    let steps = match even {
        true => times.len() - 1,
        false => (((end - start) * DEFAULT_RATE).round() as usize).clamp(1, most),
    };
    let frames = if end > start { steps.saturating_add(1) } else { 1 };
    if frames.saturating_mul(joints) > MAX_KEYS {
        return Err(RetargetError::TooLong { frames, joints, max: MAX_KEYS });
    }
    Ok(match frames {
        1 => [start].into(),
        _ if even => times.into(),
        _ => (0..=steps).map(|k| start + (end - start) * k as f32 / steps as f32).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::{Interpolation, JointTrack, Track};
    use crate::skeleton::JointId;
    use glam::Vec3;

    fn times(source: &[f32]) -> Vec<f32> {
        let keys =
            Track::new(Interpolation::Linear, 1, source.into(), vec![Vec3::ZERO; source.len()]).unwrap();
        let track = JointTrack { translation: Some(keys), ..JointTrack::new(JointId(0)) };
        let clip = RawClip { joints: vec![track], ..RawClip::default() };
        key_times(&clip, 100, false).map_or(Vec::new(), |times| times.to_vec())
    }

    #[test]
    fn long_clips_of_few_keys_take_few_samples() {
        let far: Vec<f32> = (0..8).map(|key| key as f32 * 255.0).collect();
        let all = times(&far);
        assert_eq!((all.first(), all.last(), all.len()), (far.first(), far.last(), MAX_FRAMES + 1));
        assert_eq!(times(&[0.0, 0.5, 1.0]).len(), 61);
        let thirtieths: Vec<f32> = (0..100).map(|key| key as f32 / 30.0).collect();
        assert_eq!(times(&thirtieths), thirtieths);
        let endless: Vec<f32> = (0..300_000).map(|key| key as f32 / 8.0).collect();
        assert!(times(&endless).is_empty());
    }
}
