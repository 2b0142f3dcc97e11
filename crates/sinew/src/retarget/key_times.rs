//! Key times of a retargeted clip.

use super::retargeter::RetargetError;
use crate::clip::RawClip;
use std::sync::Arc;

/// Keys per second where the source's own times are too uneven or too many.
const DEFAULT_RATE: f32 = 60.0;

/// Largest number of own times, relative to those at the default rate.
const MAX_OWN_TIMES: f32 = 4.0;

/// Largest number of frames times joints of both rigs. Ten minutes of a hundred joints at 120 Hz, onto as many, are
/// 14.4 million.
const MAX_KEYS: usize = 20_000_000;

/// The source's own key times where they are evenly spaced, and with `uneven` others too if they are dense and not too
/// many; else a fixed rate.
///
/// # Errors
/// When frames times `joints` exceed the limit, which a file of a few bytes can demand by its times alone.
pub(crate) fn key_times(clip: &RawClip, joints: usize, uneven: bool) -> Result<Arc<[f32]>, RetargetError> {
    let (start, end) = (clip.start(), clip.end());
    let mut own: Vec<f32> = clip.times().flatten().copied().collect();
    own.sort_by(f32::total_cmp);
    own.dedup();
    let even = own.len() >= 2 && {
        let step = (end - start) / (own.len() - 1) as f32;
        let is_even = |pair: &[f32]| ((pair[1] - pair[0]) - step).abs() < 0.2 * step;
        step < 0.1 && own.windows(2).all(is_even)
    };
    // Contact detection compares speeds and needs even times.
    let dense = own.windows(2).all(|pair| pair[1] - pair[0] < 0.1);
    let even = even
        || uneven
            && dense
            && own.len() >= 2
            && (own.len() as f32) < MAX_OWN_TIMES * DEFAULT_RATE * (end - start);
    let steps = if even { own.len() - 1 } else { (((end - start) * DEFAULT_RATE).round() as usize).max(1) };
    let frames = if end > start { steps.saturating_add(1) } else { 1 };
    if frames.saturating_mul(joints) > MAX_KEYS {
        return Err(RetargetError::TooLong { frames, joints, max: MAX_KEYS });
    }
    Ok(match frames {
        1 => [start].into(),
        _ if even => own.into(),
        _ => (0..=steps).map(|k| start + (end - start) * k as f32 / steps as f32).collect(),
    })
}
