//! Test of the loop seam of a clip: whether the motion continues from its last pose in its first.

use super::{Clip, RawClip, Value};
use crate::math::ops;
use glam::{Quat, Vec3};

/// Largest angle between equal rotations, radians.
const ANGLE: f32 = 0.02;

/// Largest distance between equal vectors, in parts of their length.
const DISTANCE: f32 = 0.01;

/// Whether any joint is elsewhere at the end than at the start.
pub(super) fn is_open(clip: &RawClip) -> bool {
    let [start, end] = [clip.start(), clip.end()];
    clip.joints.iter().any(|joint| {
        // Tracks of another width fit no character.
        let vectors =
            [&joint.translation, &joint.scale].into_iter().flatten().filter(|track| track.width() == 1);
        let turns = joint.rotation.as_ref().filter(|track| track.width() == 1);
        let moves = vectors
            .into_iter()
            .any(|track| !are_near(track.sample_vector(start, &mut 0), track.sample_vector(end, &mut 0)));
        moves
            || turns.is_some_and(|track| {
                !are_alike(track.sample_rotation(start, &mut 0), track.sample_rotation(end, &mut 0))
            })
    })
}

/// [`is_open`] for a compressed clip.
pub(super) fn is_open_compressed(clip: &Clip) -> bool {
    let mut first = Vec::new();
    clip.read_moving(clip.start(), &mut |_, value| first.push(value));
    let (mut first, mut open) = (first.into_iter(), false);
    clip.read_moving(clip.end(), &mut |target: super::Target, value| {
        let is_closed = match (first.next(), value) {
            (Some(Value::Vector(a)), Value::Vector(b)) => are_near(a, b),
            (Some(Value::Rotation(a)), Value::Rotation(b)) => are_alike(a, b),
            _ => true,
        };
        open |= target.joint().is_some() && !is_closed;
    });
    open
}

fn are_near(a: Vec3, b: Vec3) -> bool {
    a.distance(b) <= DISTANCE * a.length().max(b.length())
}

fn are_alike(a: Quat, b: Quat) -> bool {
    a.dot(b).abs() >= ops::cos(0.5 * ANGLE)
}

#[cfg(test)]
mod tests {
    use crate::clip::{ClipSource, Interpolation, JointTrack, RawClip, Track};
    use crate::skeleton::JointId;
    use glam::{Quat, Vec3};

    /// A clip of one joint that turns and travels.
    fn clip(turn: f32, far: f32) -> RawClip {
        let times: std::sync::Arc<[f32]> = [0.0, 0.5, 1.0].into();
        let turns = [0.3, 0.8, 0.3 + turn].map(Quat::from_rotation_y).to_vec();
        let translations = [1.0, 2.0, 1.0 + far].map(|x| Vec3::X * x).to_vec();
        let joint = JointTrack {
            rotation: Some(Track::new(Interpolation::Linear, 1, times.clone(), turns).unwrap()),
            translation: Some(Track::new(Interpolation::Linear, 1, times, translations).unwrap()),
            ..JointTrack::new(JointId(0))
        };
        RawClip { joints: vec![joint], ..RawClip::default() }
    }

    #[test]
    fn loops_are_open_where_the_ends_differ() {
        let cases = [(0.0, 0.0, false), (0.1, 0.0, true), (0.0, 0.1, true), (0.01, 0.005, false)];
        for (turn, far, expected) in cases {
            let raw = clip(turn, far);
            assert_eq!(ClipSource::from(raw).has_open_loop(), expected, "{turn} {far}");
        }
    }
}
