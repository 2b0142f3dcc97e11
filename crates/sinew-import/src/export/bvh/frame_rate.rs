//! Frames of a clip: BVH has a row of numbers at even times.

use crate::Report;
use sinew::RawClip;
use sinew::clip::Track;

/// Frames per second of clips whose keys are not even.
const DEFAULT: f64 = 60.0;
/// Rate below which keys are too far apart for the straight lines that programs draw between the angles of BVH.
const MIN_RATE: f64 = 24.0;
/// Highest rate of a clip that counts as even.
const MAX_RATE: f64 = 1000.0;
/// Largest distance of a key from its frame, in frames.
const TOLERANCE: f64 = 0.02;

/// Even times.
pub(super) struct Frames {
    /// First time of the clip, seconds.
    start: f64,
    end: f64,
    pub(super) count: usize,
    /// Seconds of a frame.
    pub(super) step: f64,
}

impl Frames {
    /// Time of a frame in the clip.
    pub(super) fn time(&self, frame: usize) -> f32 {
        (self.start + frame as f64 * self.step).min(self.end) as f32
    }
}

/// Frames at `rate` per second, else at the even rate of its keys or a multiple of it, else at 60.
pub(super) fn frames(clip: &RawClip, rate: Option<f32>, report: &mut Report) -> Frames {
    let (start, end) = (f64::from(clip.start()), f64::from(clip.end()));
    let length = (end - start).max(0.0);
    if start != 0.0 {
        let message = format!("the first key is at {start} s; the file starts there");
        report.info("key-times", "/clip", message);
    }
    let stated = rate.map(f64::from).filter(|rate| rate.is_finite() && *rate > 0.0);
    let step = match (stated, even_step(clip)) {
        (Some(rate), _) => 1.0 / rate,
        (None, Some(step)) => {
            // Less for rounding.
            let times = (MIN_RATE * step - 1e-3).ceil().max(1.0);
            step / times
        }
        (None, None) => 1.0 / DEFAULT,
    };
    // Saturates; the number is checked before the frames are made.
    let steps = (length / step - 1e-3).ceil().max(0.0) as usize;
    Frames { start, end, count: steps.saturating_add(1), step }
}

/// Seconds from key to key of a clip whose keys are even.
fn even_step(clip: &RawClip) -> Option<f64> {
    let times = clip.joints.iter().flat_map(|track| {
        [
            track.translation.as_ref().map(Track::times),
            track.rotation.as_ref().map(Track::times),
            track.scale.as_ref().map(Track::times),
        ]
    });
    let mut times: Vec<f32> = times.flatten().flatten().copied().collect();
    times.sort_unstable_by(f32::total_cmp);
    times.dedup();
    let (start, end) = (f64::from(*times.first()?), f64::from(*times.last()?));
    let shortest = times.array_windows().map(|[a, b]| f64::from(b - a)).fold(f64::INFINITY, f64::min);
    let steps = ((end - start) / shortest).round();
    let step = (end - start) / steps;
    let is_on_frame = |time: &f32| {
        let frame = (f64::from(*time) - start) / step;
        (frame - frame.round()).abs() <= TOLERANCE
    };
    (step.is_finite() && step * MAX_RATE >= 1.0 && times.iter().all(is_on_frame)).then_some(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::clip::{Interpolation, JointTrack};
    use sinew::glam::Vec3;

    fn clip(times: &[f32]) -> RawClip {
        let values = vec![Vec3::ZERO; times.len()];
        let track = Track::new(Interpolation::Linear, 1, times.into(), values).unwrap();
        let joint = JointTrack { translation: Some(track), ..JointTrack::new(sinew::JointId(0)) };
        RawClip { joints: vec![joint], ..RawClip::default() }
    }

    #[test]
    fn the_rate_is_that_of_the_keys() {
        let of = |times: &[f32], rate| {
            let frames = frames(&clip(times), rate, &mut Report::default());
            (frames.count, (1000.0 * frames.step).round() / 1000.0)
        };
        let even: Vec<f32> = (0..91).map(|n| n as f32 / 30.0).collect();
        assert_eq!(of(&even, None), (91, 0.033));
        let with_holes: Vec<f32> = even.iter().copied().filter(|time| !(0.5..1.0).contains(time)).collect();
        assert_eq!(of(&with_holes, None), (91, 0.033));
        assert_eq!(of(&even, Some(10.0)), (31, 0.1));
        assert_eq!(of(&even, Some(f32::NAN)), (91, 0.033));
        let film: Vec<f32> = (0..49).map(|n| n as f32 / 24.0).collect();
        assert_eq!(of(&film, None), (49, 0.042));
        // Far keys stay on frames.
        assert_eq!(of(&[0.0, 0.5, 1.0], None), (25, 0.042));
        assert_eq!(of(&[0.0, 0.1, 0.37, 1.0], None), (61, 0.017));
        assert_eq!(of(&[0.0], None), (1, 0.017));
        assert_eq!(frames(&RawClip::default(), None, &mut Report::default()).count, 1);
        assert_eq!(of(&[0.0, 1e-6, 3.0], None), (181, 0.017));
        // A clip that does not end on a frame has a last one that shows its end.
        let cut = frames(&clip(&[0.0, 0.25]), Some(10.0), &mut Report::default());
        assert_eq!((cut.count, cut.time(2), cut.time(3)), (4, 0.2, 0.25));
    }
}
