//! Reversal of raw clips in time.

use super::tracks::{TrackEdit, with_edited_tracks};
use crate::clip::{
    ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, Interpolation, RawClip, RootTrack,
    SyncMarker, Track, TrackValue,
};
use std::ops::Mul;

impl RawClip {
    /// Copy that plays backwards within the same times: its pose at a time is the clip's as long before the
    /// end. Tangents are turned around; each step shows its value for as long as before, which takes one
    /// more key. Point events, spans and sync markers keep their names. Root motion begins at the root pose
    /// of the clip's first key and goes back from there. Reversed twice, a clip is itself up to rounding.
    ///
    /// ```
    /// use sinew::clip::{Interpolation, JointTrack, Track};
    /// use sinew::{JointId, RawClip, glam::Vec3};
    ///
    /// let path = Track::new(Interpolation::Linear, 1, [0.0, 1.0, 4.0].into(), vec![Vec3::ZERO, Vec3::X, Vec3::Y])?;
    /// let joints = vec![JointTrack { translation: Some(path), ..JointTrack::new(JointId(0)) }];
    /// let back = RawClip { joints, ..RawClip::default() }.reversed();
    /// let path = back.joints[0].translation.as_ref().unwrap();
    /// assert_eq!((path.times(), path.values()), (&[0.0, 3.0, 4.0][..], &[Vec3::Y, Vec3::X, Vec3::ZERO][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reversed(&self) -> Self {
        let reverse = Reverse { start: self.start(), end: self.end() };
        // Cannot fail: the values are those of valid tracks.
        let mut clip = with_edited_tracks(self, &reverse).unwrap_or_else(|| self.clone());
        clip.events = reverse.events(&self.events);
        clip.root_motion = self.root_motion.as_ref().map(|track| reverse.root_motion(track));
        clip
    }
}

/// Reversal between the first and the last key of a clip, file seconds.
struct Reverse {
    start: f32,
    end: f32,
}

impl Reverse {
    /// Time in the reversed clip. Later times come earlier, and both ends meet to the bit.
    fn time(&self, time: f32) -> f32 {
        if time == self.start {
            return self.end;
        }
        let reversed = self.start + (self.end - time);
        if time > self.start { reversed.min(self.end) } else { reversed }
    }

    fn events(&self, events: &ClipEvents) -> ClipEvents {
        let ClipEventsDescription { points, spans, sync_markers } = ClipEventsDescription::of(events);
        // Events of one time change their order.
        let points = points.into_iter().rev();
        let spans = spans.into_iter().rev().map(|span| {
            let (start, end) = (self.time(span.end), self.time(span.start));
            // Rounding may not leave a span without length.
            ClipEventSpan { start, end: if end > start { end } else { start.next_up() }, ..span }
        });
        let sync_markers = sync_markers.into_iter().rev();
        let description = ClipEventsDescription {
            points: points.map(|event| ClipEvent { time: self.time(event.time), ..event }).collect(),
            spans: spans.collect(),
            sync_markers: sync_markers
                .map(|marker| SyncMarker { time: self.time(marker.time), ..marker })
                .collect(),
        };
        // Fails for times near the largest number alone, which no clip reaches.
        ClipEvents::from_description(&description).unwrap_or_default()
    }

    /// The way back: from the root pose at the end, whose inverse is applied first, so that the track starts
    /// where the clip's does.
    fn root_motion(&self, track: &RootTrack) -> RootTrack {
        let poses = track.poses();
        let (Some(first), Some(last)) = (poses.first(), poses.last()) else { return track.clone() };
        let back = first.then(last.inverse());
        let times = track.times().iter().rev().map(|time| self.time(*time)).collect();
        let poses = poses.iter().rev().map(|pose| back.then(*pose)).collect();
        RootTrack::new(times, poses).unwrap_or_else(|_| track.clone())
    }

    /// Rows of a step track: each value begins at the time at which it ended, and ends where it began.
    fn steps<V: TrackValue>(&self, track: &Track<V>) -> Vec<(f32, Vec<V>)> {
        let times = track.times();
        let last = times.len() - 1;
        let mut keys: Vec<(f32, Vec<V>)> = Vec::with_capacity(times.len() + 1);
        let ends = (0..last).rev().map(|key| (times[key + 1], key));
        for (time, key) in [(times[last], last)].into_iter().chain(ends).chain([(times[0], 0)]) {
            let (time, row) = (self.time(time), track.key(key));
            if keys.last().is_none_or(|(before, values)| *before != time || values != row) {
                keys.push((time, row.to_vec()));
            }
        }
        keys
    }
}

impl TrackEdit for Reverse {
    fn edit<V: TrackValue + Mul<f32, Output = V>>(&self, track: &Track<V>) -> Option<Track<V>> {
        let rows: Vec<(f32, Vec<V>)> = match track.interpolation() {
            Interpolation::Step => self.steps(track),
            interpolation => {
                let negated = |values: &[V]| values.iter().map(|value| *value * -1.0).collect::<Vec<V>>();
                let row = |key: usize| match interpolation {
                    Interpolation::CubicSpline => {
                        let (before, after) = (track.tangent(key, true), track.tangent(key, false));
                        [negated(before), track.key(key).to_vec(), negated(after)].concat()
                    }
                    _ => track.key(key).to_vec(),
                };
                (0..track.times().len()).rev().map(|key| (self.time(track.times()[key]), row(key))).collect()
            }
        };
        let times = rows.iter().map(|(time, _)| *time).collect();
        let values = rows.into_iter().flat_map(|(_, row)| row).collect();
        Track::new(track.interpolation(), track.width(), times, values).ok()
    }
}
