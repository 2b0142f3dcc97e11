//! Another speed of raw clips.

use super::tracks::{TrackEdit, with_edited_tracks};
use crate::clip::{
    ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, Interpolation, RawClip, RootTrack,
    SyncMarker, Track, TrackValue,
};
use std::ops::Mul;

/// Error of [`RawClip::with_speed`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClipSpeedError {
    /// A factor that is not positive and finite.
    #[error("a speed of {0}; expected a finite number above 0")]
    Factor(f32),
    /// A factor at which 32-bit floats cannot hold times, or tell them apart, or hold tangents.
    #[error("a speed of {factor} for a clip from {start} s to {end} s: its keys leave the range of numbers")]
    Range {
        /// The factor.
        factor: f32,
        /// Time of the clip's first key, seconds.
        start: f32,
        /// Time of the clip's last key, seconds.
        end: f32,
    },
}

impl RawClip {
    /// Copy that plays `factor` times as fast: all times are divided by it, those of keys, events and root
    /// motion, and tangents are multiplied. The poses stay, and so do the ways of root motion.
    ///
    /// # Errors
    /// When the factor is not positive and finite, or so far from 1 that times or tangents are lost.
    ///
    /// ```
    /// use sinew::clip::{Interpolation, JointTrack, Track};
    /// use sinew::{JointId, RawClip, glam::Vec3};
    ///
    /// let path = Track::new(Interpolation::Linear, 1, [1.0, 2.0].into(), vec![Vec3::ZERO, Vec3::X])?;
    /// let joints = vec![JointTrack { translation: Some(path), ..JointTrack::new(JointId(0)) }];
    /// let slow = RawClip { joints, ..RawClip::default() }.with_speed(0.5)?;
    /// assert_eq!((slow.start(), slow.end()), (2.0, 4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_speed(&self, factor: f32) -> Result<Self, ClipSpeedError> {
        if !(factor.is_finite() && factor > 0.0) {
            return Err(ClipSpeedError::Factor(factor));
        }
        let (start, end) = (self.start(), self.end());
        let speed = Speed { factor };
        speed.apply(self).ok_or(ClipSpeedError::Range { factor, start, end })
    }
}

struct Speed {
    factor: f32,
}

impl Speed {
    fn apply(&self, clip: &RawClip) -> Option<RawClip> {
        let mut fast = with_edited_tracks(clip, self)?;
        fast.events = self.events(&clip.events)?;
        if let Some(track) = &clip.root_motion {
            let times = self.times(track.times())?.into();
            fast.root_motion = Some(RootTrack::new(times, track.poses().to_vec()).ok()?);
        }
        Some(fast)
    }

    /// Divided times; `None` where different ones become nearly equal or infinite.
    fn times(&self, times: &[f32]) -> Option<Vec<f32>> {
        let divided: Vec<f32> = times.iter().map(|time| time / self.factor).collect();
        // Below the smallest normal number, intervals lose their digits.
        let is_lost = |n: usize| times[n - 1] < times[n] && divided[n] - divided[n - 1] < f32::MIN_POSITIVE;
        let is_held = divided.iter().all(|time| time.is_finite()) && !(1..times.len()).any(is_lost);
        is_held.then_some(divided)
    }

    fn events(&self, events: &ClipEvents) -> Option<ClipEvents> {
        let ClipEventsDescription { points, spans, sync_markers } = ClipEventsDescription::of(events);
        let factor = self.factor;
        let spans = spans.into_iter().map(|span| ClipEventSpan {
            start: span.start / factor,
            end: span.end / factor,
            ..span
        });
        let description = ClipEventsDescription {
            points: points
                .into_iter()
                .map(|event| ClipEvent { time: event.time / factor, ..event })
                .collect(),
            spans: spans.collect(),
            sync_markers: sync_markers
                .into_iter()
                .map(|marker| SyncMarker { time: marker.time / factor, ..marker })
                .collect(),
        };
        ClipEvents::from_description(&description).ok()
    }
}

impl TrackEdit for Speed {
    fn edit<V: TrackValue + Mul<f32, Output = V>>(&self, track: &Track<V>) -> Option<Track<V>> {
        let times = self.times(track.times())?.into();
        let is_cubic = track.interpolation() == Interpolation::CubicSpline;
        let width = track.width();
        let values = track.values().iter().enumerate();
        // Rows of a spline: tangent in, value, tangent out.
        let is_tangent = |n: usize| is_cubic && (n / width) % 3 != 1;
        let scaled = |(n, value): (usize, &V)| if is_tangent(n) { *value * self.factor } else { *value };
        Track::new(track.interpolation(), width, times, values.map(scaled).collect()).ok()
    }
}
