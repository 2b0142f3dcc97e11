//! Smooth interpolation of keys that a file interpolates linearly.

use crate::clip::RawClip;
use crate::clip::track::{Interpolation, Track, TrackValue};
use glam::{Quat, Vec3};

impl RawClip {
    /// The clip with a smooth curve through its linear keys in place of straight lines, for slow motion: keys
    /// 1/30 s apart make knees jerk at a tenth of the speed, since velocities jump at each key. Keys keep
    /// their times and values. Tangents are those of Catmull and Rom (*A Class of Local Interpolating
    /// Splines*, 1974); a value that is held over an interval stays as it is there, and a loop that closes is
    /// smooth across its seam. Steps, splines and root motion stay as they are.
    ///
    /// The tracks take three times as much memory; compression (`sinew-author`) samples the curve.
    #[must_use]
    pub fn with_smooth_keys(mut self) -> Self {
        for track in &mut self.joints {
            track.translation = track.translation.take().map(smooth);
            track.rotation = track.rotation.take().map(smooth);
            track.scale = track.scale.take().map(smooth);
        }
        for track in &mut self.morphs {
            track.weights = smooth_or_same(&track.weights);
        }
        for track in &mut self.expressions {
            track.weight = smooth_or_same(&track.weight);
        }
        self.gaze = self.gaze.take().map(smooth);
        self
    }
}

/// Value whose differences are tangents.
trait Smooth: TrackValue {
    const ZERO: Self;

    fn plus(self, other: Self) -> Self;

    fn times(self, factor: f32) -> Self;

    /// The same value, in the form nearest to another one.
    fn near(self, _other: Self) -> Self {
        self
    }
}

impl Smooth for f32 {
    const ZERO: Self = 0.0;

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn times(self, factor: f32) -> Self {
        self * factor
    }
}

impl Smooth for Vec3 {
    const ZERO: Self = Vec3::ZERO;

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn times(self, factor: f32) -> Self {
        self * factor
    }
}

impl Smooth for Quat {
    const ZERO: Self = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn times(self, factor: f32) -> Self {
        self * factor
    }

    fn near(self, other: Self) -> Self {
        if self.dot(other) < 0.0 { -self } else { self }
    }
}

fn smooth<V: Smooth>(track: Track<V>) -> Track<V> {
    smooth_or_same(&track)
}

/// The track with tangents; as it is where it has none or is too short for some.
fn smooth_or_same<V: Smooth>(track: &Track<V>) -> Track<V> {
    let (times, width) = (track.times(), track.width());
    let count = times.len();
    if track.interpolation() != Interpolation::Linear || count < 3 || width == 0 {
        return track.clone();
    }
    let mut values = track.values().to_vec();
    for at in width..values.len() {
        values[at] = values[at].near(values[at - width]);
    }
    let mut rows = Vec::with_capacity(values.len() * 3);
    let column = |key: usize, n: usize| values[key * width + n];
    // Slope from a key to the next; none between keys of one time, where the value jumps.
    let slope = |key: usize, n: usize| -> Option<(V, f32)> {
        let seconds = times[key + 1] - times[key];
        let change = column(key + 1, n).plus(column(key, n).times(-1.0));
        (seconds > 0.0).then(|| (change.times(1.0 / seconds), seconds))
    };
    for key in 0..count {
        let tangents = (0..width).map(|n| {
            let closes = column(0, n) == column(count - 1, n).near(column(0, n));
            // Across the seam, where the last key may be the negative of the first.
            let sign = if column(count - 1, n) == column(0, n) { 1.0 } else { -1.0 };
            let across = |key: usize| {
                slope(key, n).filter(|_| closes).map(|(tangent, seconds)| (tangent.times(sign), seconds))
            };
            let left = if key == 0 { across(count - 2) } else { slope(key - 1, n) };
            let right = if key + 1 == count { across(0) } else { slope(key, n) };
            tangents(left, right)
        });
        let (before, after): (Vec<V>, Vec<V>) = tangents.unzip();
        rows.extend(before);
        rows.extend((0..width).map(|n| column(key, n)));
        rows.extend(after);
    }
    Track::new(Interpolation::CubicSpline, width, track.shared_times(), rows)
        .unwrap_or_else(|_| track.clone())
}

/// Tangents into and out of a key between two slopes.
fn tangents<V: Smooth>(left: Option<(V, f32)>, right: Option<(V, f32)>) -> (V, V) {
    match (left, right) {
        // Held on one side: it stays there.
        (Some((a, _)), Some((b, _))) if a == V::ZERO || b == V::ZERO => (V::ZERO, V::ZERO),
        (Some((a, before)), Some((b, after))) => {
            let tangent = a.times(after).plus(b.times(before)).times(1.0 / (before + after));
            (tangent, tangent)
        }
        (Some((slope, _)), None) | (None, Some((slope, _))) => (slope, slope),
        (None, None) => (V::ZERO, V::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::{JointTrack, SampleCursor};
    use crate::math::Transform;
    use crate::math::ops;
    use crate::pose::LocalPose;
    use crate::skeleton::{Joint, JointId, Skeleton};

    fn knee() -> Skeleton {
        let joint = Joint { name: "knee".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
        Skeleton::new(vec![joint]).unwrap()
    }

    fn angle(time: f32) -> f32 {
        0.6 + 0.5 * ops::sin(time * 9.0)
    }

    /// A knee that swings, with keys at 30 Hz; quaternions change their sign now and then.
    fn swing(count: usize) -> RawClip {
        let times: Vec<f32> = (0..count).map(|n| n as f32 / 30.0).collect();
        let turned = |time: &f32| Quat::from_rotation_x(angle(*time));
        let keys =
            times.iter().enumerate().map(|(n, time)| if n % 5 == 0 { -turned(time) } else { turned(time) });
        let keys = keys.collect();
        let translations =
            times.iter().map(|time| Vec3::X * if *time < 0.5 { 1.0 } else { 1.0 + (time - 0.5) }).collect();
        let mut track = JointTrack::new(JointId(0));
        let times: std::sync::Arc<[f32]> = times.into();
        track.rotation = Some(Track::new(Interpolation::Linear, 1, times.clone(), keys).unwrap());
        track.translation = Some(Track::new(Interpolation::Linear, 1, times, translations).unwrap());
        RawClip { joints: vec![track], ..RawClip::default() }
    }

    /// Times, rotations and translations over a second, at 600 Hz.
    fn sampled(clip: &RawClip) -> Vec<(f32, Quat, Vec3)> {
        let (mut pose, mut cursor) = (LocalPose::rest(&knee()), SampleCursor::new());
        let sample = |n: u32| {
            let time = n as f32 / 600.0;
            clip.sample_joints(time, &mut cursor, &mut pose);
            let joint = pose.get(JointId(0));
            (time, joint.rotation, joint.translation)
        };
        (0..=570).map(sample).collect()
    }

    /// Largest change of the speed of rotation from one sample to the next, rad/s.
    fn jerk(samples: &[(f32, Quat, Vec3)]) -> f32 {
        let speed = |pair: &[(f32, Quat, Vec3)]| {
            let turn = pair[0].1.inverse() * pair[1].1;
            2.0 * turn.x * turn.w.signum() * 600.0
        };
        let speeds: Vec<f32> = samples.windows(2).map(speed).collect();
        speeds.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max)
    }

    #[test]
    fn smooth_keys_meet_the_keys_and_have_no_corners() {
        let linear = swing(31);
        let smooth = linear.clone().with_smooth_keys();
        let (before, after) = (sampled(&linear), sampled(&smooth));
        let off = |samples: &[(f32, Quat, Vec3)]| {
            let off = samples.iter().map(|(time, rotation, _)| {
                let right = Quat::from_rotation_x(angle(*time));
                2.0 * (*rotation - right).length().min((*rotation + right).length())
            });
            off.fold(0.0, f32::max)
        };
        assert!(
            jerk(&before) > 1.0 && jerk(&after) < jerk(&before) * 0.25,
            "{} {}",
            jerk(&before),
            jerk(&after)
        );
        assert!(off(&after) < off(&before) * 0.3, "{} {}", off(&before), off(&after));
        for n in (0..=570).step_by(20) {
            let (a, b) = (before[n].1, after[n].1);
            assert!((a - b).length().min((a + b).length()) < 1e-5, "key {}", n / 20);
        }
    }

    #[test]
    fn what_is_held_stays_and_steps_and_loops_are_kept() {
        let smooth = swing(31).with_smooth_keys();
        let held = sampled(&smooth).into_iter().filter(|(time, ..)| *time < 0.5 - 1.0 / 60.0);
        assert!(held.map(|(_, _, at)| at.x).all(|x| x == 1.0));
        // A loop that closes has one velocity at its seam.
        let times: std::sync::Arc<[f32]> = (0..=20).map(|n| n as f32 / 20.0).collect::<Vec<_>>().into();
        let wave = |n: usize| ops::sin((n % 20) as f32 / 20.0 * std::f32::consts::TAU);
        let track =
            Track::new(Interpolation::Linear, 1, times.clone(), (0..=20).map(wave).collect()).unwrap();
        let smooth = smooth_or_same(&track);
        let (first, last) = (smooth.values()[2], smooth.values()[60]);
        assert!((first - last).abs() < 1e-4 && (first - 6.18).abs() < 0.1, "{first} {last}");
        let step = Track::new(Interpolation::Step, 1, times, (0..=20).map(wave).collect()).unwrap();
        assert_eq!(smooth_or_same(&step), step);
        let short = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), vec![0.0, 1.0]).unwrap();
        assert_eq!(smooth_or_same(&short), short);
    }
}
