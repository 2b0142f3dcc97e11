//! Key times of a carried clip, and how many there may be.

use super::retargeter::RetargetError;
use crate::clip::RawClip;
use std::sync::Arc;

/// Keys in a second, where the source's come at too many times of their own.
const RATE: f32 = 60.0;

/// Own times may be so many times as many.
const MAX_OWN: f32 = 4.0;

/// Frames times joints of both rigs. Ten minutes of a hundred joints at 120 Hz, onto as many, are 14.4 million.
const MAX: usize = 20_000_000;

/// The source's own times where they are as even as frames, and `any` ones that are about as many; else a fixed rate.
///
/// # Errors
/// When frames times `joints` are too many, as a file of a few bytes may ask for by its times alone.
pub(super) fn times(clip: &RawClip, joints: usize, any: bool) -> Result<Arc<[f32]>, RetargetError> {
    let (start, end) = (clip.start(), clip.end());
    let mut own: Vec<f32> = clip.times().flatten().copied().collect();
    own.sort_by(f32::total_cmp);
    own.dedup();
    let even = own.len() >= 2 && {
        let step = (end - start) / (own.len() - 1) as f32;
        let apart = |pair: &[f32]| ((pair[1] - pair[0]) - step).abs() < 0.2 * step;
        step < 0.1 && own.windows(2).all(apart)
    };
    // Feet that are to be kept are told by their speeds, which need even times.
    let close = own.windows(2).all(|pair| pair[1] - pair[0] < 0.1);
    let even = even || any && close && own.len() >= 2 && (own.len() as f32) < MAX_OWN * RATE * (end - start);
    let steps = if even { own.len() - 1 } else { (((end - start) * RATE).round() as usize).max(1) };
    let frames = if end > start { steps.saturating_add(1) } else { 1 };
    if frames.saturating_mul(joints) > MAX {
        return Err(RetargetError::TooLong { frames, joints, most: MAX });
    }
    Ok(match frames {
        1 => [start].into(),
        _ if even => own.into(),
        _ => (0..=steps).map(|k| start + (end - start) * k as f32 / steps as f32).collect(),
    })
}
