//! Trimming of raw clips to an interval of time.

use crate::clip::{
    ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, ExpressionTrack, Interpolation, JointTrack,
    MorphTrack, RawClip, RootTrack, SyncMarker, Track, TrackValue,
};
use glam::{Quat, Vec3};
use std::ops::{Add, Mul};

/// Largest distance of a limit of the stretch beyond the keys, seconds: times in text are rounded.
const TOLERANCE: f32 = 1e-3;

/// Error of [`RawClip::trimmed`]: a stretch that is empty, or not within the clip.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{start} s to {end} s; expected two times in ascending order from {first} s to {last} s")]
pub struct TrimError {
    /// Start of the stretch, file seconds.
    start: f32,
    /// End of the stretch, file seconds.
    end: f32,
    /// Time of the clip's first key, file seconds.
    first: f32,
    /// Time of the clip's last key, file seconds.
    last: f32,
}

impl RawClip {
    /// Copy of the stretch from `start` to `end` (file seconds), moved so that it starts at 0. Both ends get
    /// keys, and the motion between them stays the same; root motion is relative to the new start. Events
    /// outside of the stretch are left out, and spans are cut.
    ///
    /// # Errors
    /// When `end` is not after `start`, or one of them is not within the clip's keys.
    ///
    /// ```
    /// use sinew::clip::{Interpolation, JointTrack, Track};
    /// use sinew::{JointId, RawClip, glam::Vec3};
    ///
    /// let path = Track::new(Interpolation::Linear, 1, [0.0, 4.0].into(), vec![Vec3::ZERO, Vec3::X * 4.0])?;
    /// let joints = vec![JointTrack { translation: Some(path), ..JointTrack::new(JointId(0)) }];
    /// let cut = RawClip { joints, ..RawClip::default() }.trimmed(1.0, 3.0)?;
    /// let path = cut.joints[0].translation.as_ref().unwrap();
    /// assert_eq!((path.times(), path.values()), (&[0.0, 2.0][..], &[Vec3::X, Vec3::X * 3.0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trimmed(&self, start: f32, end: f32) -> Result<Self, TrimError> {
        let (first, last) = (self.start(), self.end());
        // Comparisons with NaN are false.
        if !(start < end && start >= first - TOLERANCE && end <= last + TOLERANCE) {
            return Err(TrimError { start, end, first, last });
        }
        let (wanted, start, end) = ((start, end), start.max(first), end.min(last));
        // A stretch within the tolerance may lie before or behind all keys.
        if start >= end {
            return Err(TrimError { start: wanted.0, end: wanted.1, first, last });
        }
        let joints = self.joints.iter().map(|track| JointTrack {
            joint: track.joint,
            translation: track.translation.as_ref().map(|track| vectors(track, start, end)),
            rotation: track.rotation.as_ref().map(|track| rotations(track, start, end)),
            scale: track.scale.as_ref().map(|track| vectors(track, start, end)),
        });
        let morphs = self.morphs.iter().map(|track| MorphTrack {
            instance: track.instance,
            weights: weights(&track.weights, start, end),
        });
        let expressions = self.expressions.iter().map(|track| ExpressionTrack {
            expression: track.expression,
            weight: weights(&track.weight, start, end),
        });
        Ok(Self {
            name: self.name.clone(),
            joints: joints.collect(),
            morphs: morphs.collect(),
            expressions: expressions.collect(),
            gaze: self.gaze.as_ref().map(|track| rotations(track, start, end)),
            events: events(&self.events, start, end),
            root_motion: self.root_motion.as_ref().map(|track| root_motion(track, start, end)),
        })
    }
}

fn vectors(track: &Track<Vec3>, start: f32, end: f32) -> Track<Vec3> {
    cut(track, start, end, |time| vec![track.sample_vector(time, &mut 0)], |_| 1.0)
}

fn rotations(track: &Track<Quat>, start: f32, end: f32) -> Track<Quat> {
    cut(track, start, end, |time| vec![track.sample_rotation(time, &mut 0)], Quat::length)
}

fn weights(track: &Track<f32>, start: f32, end: f32) -> Track<f32> {
    let sample = |time| {
        let mut row = vec![0.0; track.width()];
        track.sample_row(time, &mut 0, &mut row);
        row
    };
    cut(track, start, end, sample, |_| 1.0)
}

/// The keys from `start` to `end`, with keys at both, moved by `-start`. `sample` gives the values at a time,
/// and `length` the length of a quaternion, by which the tangents of a normalised one are divided.
fn cut<V: TrackValue + Add<Output = V> + Mul<f32, Output = V>>(
    track: &Track<V>,
    start: f32,
    end: f32,
    sample: impl Fn(f32) -> Vec<V>,
    length: impl Fn(V) -> f32,
) -> Track<V> {
    let times = track.times();
    let is_cubic = track.interpolation() == Interpolation::CubicSpline;
    let row = track.values().len() / times.len();
    let key_row = |key: usize| track.values()[key * row..][..row].to_vec();
    // Of doubled keys, the later one counts at the start and the earlier one at the end.
    let (after, before) = (times.partition_point(|&t| t <= start), times.partition_point(|&t| t < end));
    let mut keys: Vec<(f32, Vec<V>)> = Vec::new();
    let new_row = |time: f32| {
        let values = sample(time);
        if !is_cubic {
            return values;
        }
        let tangents = spline_velocity(track, time, &length);
        [&tangents[..], &values, &tangents].concat()
    };
    if after > 0 && times[after - 1] == start {
        keys.push((start, key_row(after - 1)));
    } else if after > 0 && after < times.len() {
        keys.push((start, new_row(start)));
    }
    keys.extend((after..before).map(|key| (times[key], key_row(key))));
    if before > 0 && before < times.len() {
        keys.push((end, if times[before] == end { key_row(before) } else { new_row(end) }));
    }
    if keys.is_empty() {
        // All keys are on one side; the nearest one holds.
        keys.push((start, key_row(if after == 0 { 0 } else { times.len() - 1 })));
    }
    let times = keys.iter().map(|(time, _)| time - start).collect();
    let values = keys.into_iter().flat_map(|(_, row)| row).collect();
    // Cannot fail: times ascend, and each row is one of the track or a sample of it.
    Track::new(track.interpolation(), track.width(), times, values).unwrap_or_else(|_| track.clone())
}

/// Change per second of a cubic spline at a time between two of its keys.
fn spline_velocity<V: TrackValue + Add<Output = V> + Mul<f32, Output = V>>(
    track: &Track<V>,
    time: f32,
    length: impl Fn(V) -> f32,
) -> Vec<V> {
    let times = track.times();
    let key = times.partition_point(|&t| t <= time).clamp(1, times.len() - 1) - 1;
    let span = times[key + 1] - times[key];
    let s = (time - times[key]) / span;
    let lane = |lane: usize| {
        let slope = (6.0 * s * s - 6.0 * s) / span;
        let velocity = track.key(key)[lane] * slope
            + track.tangent(key, true)[lane] * (3.0 * s * s - 4.0 * s + 1.0)
            + track.key(key + 1)[lane] * -slope
            + track.tangent(key + 1, false)[lane] * (3.0 * s * s - 2.0 * s);
        velocity * (1.0 / length(track.spline(key, lane, s, span)).max(1e-6))
    };
    (0..track.width()).map(lane).collect()
}

fn events(events: &ClipEvents, start: f32, end: f32) -> ClipEvents {
    let is_inside = |time: f32| (start..=end).contains(&time);
    let ClipEventsDescription { points, spans, sync_markers } = ClipEventsDescription::of(events);
    let points = points.into_iter().filter(|event| is_inside(event.time));
    let spans = spans.into_iter().map(|span| ClipEventSpan {
        start: span.start.max(start) - start,
        end: span.end.min(end) - start,
        ..span
    });
    let sync_markers = sync_markers.into_iter().filter(|marker| is_inside(marker.time));
    let description = ClipEventsDescription {
        points: points.map(|event| ClipEvent { time: event.time - start, ..event }).collect(),
        spans: spans.filter(|span| span.start < span.end).collect(),
        sync_markers: sync_markers.map(|marker| SyncMarker { time: marker.time - start, ..marker }).collect(),
    };
    // Cannot fail: the times were valid, and spans end after their start.
    ClipEvents::from_description(&description).unwrap_or_default()
}

fn root_motion(track: &RootTrack, start: f32, end: f32) -> RootTrack {
    let inside = track.times().iter().copied().filter(|&time| time > start && time < end);
    let times: Vec<f32> = [start].into_iter().chain(inside).chain([end]).collect();
    let back = track.sample(start).inverse();
    let poses = times.iter().map(|&time| back.then(track.sample(time))).collect();
    let times = times.iter().map(|time| time - start).collect();
    RootTrack::new(times, poses).unwrap_or_else(|_| track.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::JointId;
    use crate::clip::RootPose;
    use crate::morph::MeshInstanceId;

    fn track<V: TrackValue>(interpolation: Interpolation, times: &[f32], values: Vec<V>) -> Track<V> {
        Track::new(interpolation, 1, times.into(), values).unwrap()
    }

    /// A clip of tracks with each interpolation, from 0.5 s to 3 s.
    fn clip() -> RawClip {
        let times = [0.5, 1.0, 1.5, 3.0];
        let mut random = fastrand::Rng::with_seed(7);
        let mut number = || random.f32() * 2.0 - 1.0;
        let mut vector = || Vec3::new(number(), number(), number());
        let cubic = track(Interpolation::CubicSpline, &times, (0..12).map(|_| vector()).collect());
        let linear = track(Interpolation::Linear, &times, (0..4).map(|_| vector()).collect());
        let turns = (0..4).map(|_| Quat::from_scaled_axis(vector())).collect();
        let turns = track(Interpolation::Linear, &times, turns);
        let spline = (0..12).map(|n| match n % 3 {
            1 => Quat::from_rotation_y(0.4 * n as f32 / 3.0),
            _ => Quat::from_xyzw(0.0, 0.2, 0.0, -0.02),
        });
        let spline = track(Interpolation::CubicSpline, &times, spline.collect());
        let joint =
            |n, translation, rotation| JointTrack { translation, rotation, ..JointTrack::new(JointId(n)) };
        let step =
            Track::new(Interpolation::Step, 2, times.into(), (0..8).map(|n| n as f32).collect()).unwrap();
        RawClip {
            joints: vec![joint(0, Some(cubic), Some(turns)), joint(1, Some(linear), Some(spline))],
            morphs: vec![MorphTrack { instance: MeshInstanceId(0), weights: step }],
            ..RawClip::default()
        }
    }

    #[test]
    fn a_stretch_beyond_the_keys_is_an_error() {
        let whole = clip();
        for (start, end) in
            [(3.0002, 3.0008), (0.4992, 0.4998), (3.0, 3.0005), (0.4995, 0.5), (f32::NAN, 1.0)]
        {
            assert!(whole.trimmed(start, end).is_err(), "{start} {end}");
        }
        assert!(whole.trimmed(0.4995, 3.0005).is_ok_and(|cut| cut.end() == 2.5));
    }

    #[test]
    fn the_motion_within_stays_the_same() {
        let whole = clip();
        for (start, end) in [(0.5, 3.0), (1.0, 1.5), (0.7, 2.9), (1.1, 1.3), (2.0, 3.0)] {
            let cut = whole.trimmed(start, end).unwrap();
            assert_eq!((cut.start(), cut.end()), (0.0, end - start));
            for n in 0..=40 {
                // Times just before a step of the cut clip are just after it in the whole one where they are
                // rounded.
                let share = (n as f32 + 0.01) / 40.02;
                let (there, here) = (start + (end - start) * share, (end - start) * share);
                for (whole_track, cut) in whole.joints.iter().zip(&cut.joints) {
                    let position = |track: &JointTrack, time| {
                        track.translation.as_ref().unwrap().sample_vector(time, &mut 0)
                    };
                    assert!(
                        position(whole_track, there).distance(position(cut, here)) < 1e-4,
                        "{start} {end} {there}"
                    );
                    let turn = |track: &JointTrack, time| {
                        track.rotation.as_ref().unwrap().sample_rotation(time, &mut 0)
                    };
                    let off = turn(whole_track, there).angle_between(turn(cut, here));
                    assert!(off < 2e-3, "{start} {end} {there}: {off}");
                }
                let weights = |clip: &RawClip, time| {
                    let mut row = [0.0; 2];
                    clip.morphs[0].weights.sample_row(time, &mut 0, &mut row);
                    row
                };
                assert_eq!(weights(&whole, there), weights(&cut, here), "{start} {end} {there}");
            }
        }
        assert_eq!(whole.trimmed(0.5, 3.0).unwrap().key_count(), whole.key_count());
    }

    #[test]
    fn tracks_that_hold_still_and_doubled_keys() {
        let vectors = |times: &[f32]| {
            let translations = (0..times.len()).map(|n| Vec3::X * n as f32).collect();
            Some(track(Interpolation::Linear, times, translations))
        };
        let joint = |n, times| JointTrack { translation: vectors(times), ..JointTrack::new(JointId(n)) };
        let joints = vec![
            joint(0, &[0.0, 4.0]),
            joint(1, &[0.0, 1.0]),
            joint(2, &[3.0, 4.0]),
            joint(3, &[1.0, 2.0, 2.0, 3.0]),
        ];
        let clip = RawClip { joints, ..RawClip::default() };
        let keys = |clip: &RawClip, n: usize| {
            let track = clip.joints[n].translation.as_ref().unwrap();
            track
                .times()
                .iter()
                .zip(track.values())
                .map(|(time, translation)| (*time, translation.x))
                .collect::<Vec<_>>()
        };
        let early = clip.trimmed(1.0, 2.0).unwrap();
        assert_eq!(keys(&early, 0), [(0.0, 0.25), (1.0, 0.5)]);
        assert_eq!((keys(&early, 1), keys(&early, 2)), (vec![(0.0, 1.0)], vec![(0.0, 0.0)]));
        assert_eq!(keys(&early, 3), [(0.0, 0.0), (1.0, 1.0)]);
        assert_eq!(keys(&clip.trimmed(2.0, 4.0).unwrap(), 3), [(0.0, 2.0), (1.0, 3.0)]);
    }

    #[test]
    fn events_and_root_motion_count_from_the_new_start() {
        let point = |time, name: &str| ClipEvent { time, name: name.into(), data: String::new() };
        let span = |start, end| ClipEventSpan { start, end, name: "cut".into(), data: String::new() };
        let marker = SyncMarker { time: 1.25, name: "left".into() };
        let events = ClipEventsDescription {
            points: vec![point(0.9, "before"), point(1.0, "first"), point(2.5, "after")],
            spans: vec![span(0.5, 1.0), span(0.75, 1.5)],
            sync_markers: vec![marker],
        };
        let pose = |x: f32, heading| RootPose { position: Vec3::Z * x, heading };
        let root = RootTrack::new([0.5, 3.0].into(), vec![pose(0.0, 0.0), pose(5.0, 0.0)]).unwrap();
        let clip = RawClip {
            events: ClipEvents::from_description(&events).unwrap(),
            root_motion: Some(root),
            ..clip()
        };
        let cut = clip.trimmed(1.0, 2.0).unwrap();
        assert_eq!(cut.events.points(), [point(0.0, "first")]);
        assert_eq!(cut.events.spans(), [span(0.0, 0.5)]);
        assert_eq!(cut.events.sync_markers()[0].time, 0.25);
        let way = cut.root_motion.unwrap();
        assert_eq!((way.times(), way.poses()), (&[0.0, 1.0][..], &[pose(0.0, 0.0), pose(2.0, 0.0)][..]));
    }

    #[test]
    fn stretches_outside_of_the_clip_are_refused() {
        let clip = clip();
        for (start, end) in [(2.0, 1.0), (1.0, 1.0), (0.4, 2.0), (1.0, 3.1), (f32::NAN, 2.0), (1.0, f32::NAN)]
        {
            let error = clip.trimmed(start, end).unwrap_err().to_string();
            assert!(error.contains("from 0.5 s to 3 s"), "{error}");
        }
        assert!(clip.trimmed(0.4995, 3.0005).is_ok(), "rounded");
    }
}
