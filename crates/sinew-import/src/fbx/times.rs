//! Times of animation stacks. ufbx samples curves between any two keys and walks keys in the order of their
//! times: a time that is not a number never comes up, and a walk over it has no end.

use super::source::location;
use crate::ImportError;
use crate::limits::{MAX_CLIP_SECONDS, MAX_KEY_SECONDS};

/// Largest difference of times that count as the same, in seconds. It covers the rounding of times that are
/// sums.
pub(super) const TIME_TOLERANCE: f64 = 1e-9;

/// Time range of a stack in the curves' time; clip time 0 is `begin`. ufbx's own option to shift keys is not
/// used: it shifts keys of nodes with compensated scale inheritance twice.
pub(super) struct Range {
    pub(super) begin: f64,
    pub(super) length: f64,
}

impl Range {
    /// Declared range of the stack; without one, that of its samples.
    pub(super) fn of(baked: &ufbx::BakedAnimRoot) -> Self {
        if baked.playback_duration > 0.0 {
            Self { begin: baked.playback_time_begin, length: baked.playback_duration }
        } else {
            Self { begin: baked.key_time_min, length: (baked.key_time_max - baked.key_time_min).max(0.0) }
        }
    }

    /// Range of the keys alone. That of the samples would not do: ufbx samples what has no keys at both ends
    /// of the declared range.
    pub(super) fn of_keys(stack: &ufbx::AnimStack) -> Option<Self> {
        let curves = curves(stack).flat_map(|(_, curve)| curve.keyframes.iter());
        let (begin, end) = curves.fold((f64::INFINITY, f64::NEG_INFINITY), |(begin, end), key| {
            (begin.min(key.time), end.max(key.time))
        });
        (begin < end).then_some(Self { begin, length: end - begin })
    }

    /// Whether a clip time is between start and end, both included.
    pub(super) fn contains(&self, time: f64) -> bool {
        (-TIME_TOLERANCE..=self.length + TIME_TOLERANCE).contains(&time)
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.length > MAX_CLIP_SECONDS
    }
}

/// Times of keys in ascending order as those of a track, which ascend strictly: of keys at the same time, the
/// earlier ones are moved forward by the smallest step.
pub(super) fn of_track(times: impl Iterator<Item = f64>) -> Vec<f32> {
    let mut times: Vec<f32> = times.map(|time| time as f32).collect();
    let mut next = f32::INFINITY;
    for time in times.iter_mut().rev() {
        *time = if *time < next { *time } else { next.next_down().max(0.0) };
        next = *time;
    }
    times
}

/// All curves of a stack with the property that they animate.
fn curves(stack: &ufbx::AnimStack) -> impl Iterator<Item = (&ufbx::AnimProp, &ufbx::AnimCurve)> {
    let props = stack.anim.layers.iter().flat_map(|layer| layer.anim_props.iter());
    props.flat_map(|prop| prop.anim_value.curves.iter().flatten().map(move |curve| (prop, &**curve)))
}

/// Refuses stacks with key times that ufbx cannot sample.
pub(super) fn check(stack: &ufbx::AnimStack) -> Result<(), ImportError> {
    for (prop, curve) in curves(stack) {
        for (n, key) in curve.keyframes.iter().enumerate() {
            let code = match key.time {
                time if !time.is_finite() => "not-finite",
                time if time.abs() > MAX_KEY_SECONDS => "key-times",
                _ => continue,
            };
            let of = location(&prop.element);
            let message = format!("key {n} of {:?} of {of} is at {:e} seconds", &*prop.prop_name, key.time);
            return Err(ImportError::new(code, location(&stack.element), message));
        }
    }
    Ok(())
}
