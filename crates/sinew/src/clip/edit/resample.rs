//! Resampling of raw clips at even times.

use crate::clip::{ExpressionTrack, Interpolation, JointTrack, MorphTrack, RawClip, Track};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Largest number of values in a resampled clip: hours of a body with few keys, and as many times the clip's
/// own values.
const MAX_VALUES: usize = 1 << 23;
const MAX_VALUES_PER_VALUE: usize = 16;

/// Reason why a clip cannot be resampled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ResampleError {
    /// A rate that is not positive and finite, keys per second.
    #[error("a rate of {0} keys a second; expected a finite number above 0")]
    Rate(f32),
    /// Too many values.
    #[error("{keys} keys on {tracks} tracks; expected at most {max} values: lower the rate or cut the clip")]
    TooLong {
        /// Number of keys.
        keys: usize,
        /// Number of tracks.
        tracks: usize,
        /// Largest number of values: 2²³, or 16 for each value of the clip.
        max: usize,
    },
}

impl RawClip {
    /// Copy of the clip with `rate` linear keys a second at even times; the first and last key stay. For
    /// motion with dense and uneven keys, such as that of animation curves: the motion between the new keys
    /// is lost, and a discontinuity takes the time from one key to the next. Tracks that step keep their keys,
    /// since a step between two of the new keys would be blurred, and so do tracks with a single key.
    ///
    /// # Errors
    /// When the rate is not positive, or there would be more than 2²³ values and more than 16 for each value
    /// of the clip.
    pub fn resampled(&self, rate: f32) -> Result<Self, ResampleError> {
        if !(rate.is_finite() && rate > 0.0) {
            return Err(ResampleError::Rate(rate));
        }
        let (start, length) = (self.start(), self.end() - self.start());
        let parts = (f64::from(length) * f64::from(rate)).round().max(1.0) as usize;
        let lanes = self.morphs.iter().map(|track| track.weights.width()).sum::<usize>();
        let (keys, tracks) = (parts.saturating_add(1), self.track_count().saturating_add(lanes));
        let value_count = self.size_in_bytes() / size_of::<Vec3>();
        let max = MAX_VALUES.max(value_count.saturating_mul(MAX_VALUES_PER_VALUE));
        if keys.saturating_mul(tracks) > max {
            return Err(ResampleError::TooLong { keys, tracks, max });
        }
        // Start and length would add up to a neighbouring number.
        let time = |part: usize| match part == parts {
            true => self.end(),
            false => start + length * (part as f32 / parts as f32),
        };
        let times: Arc<[f32]> = (0..=parts).map(time).collect();
        let joints = self.joints.iter().map(|track| JointTrack {
            joint: track.joint,
            translation: track.translation.as_ref().map(|track| vectors(track, &times)),
            rotation: track.rotation.as_ref().map(|track| rotations(track, &times)),
            scale: track.scale.as_ref().map(|track| vectors(track, &times)),
        });
        let morphs = self.morphs.iter();
        let expressions = self.expressions.iter();
        Ok(Self {
            name: self.name.clone(),
            joints: joints.collect(),
            morphs: morphs
                .map(|t| MorphTrack { instance: t.instance, weights: weights(&t.weights, &times) })
                .collect(),
            expressions: expressions
                .map(|t| ExpressionTrack { expression: t.expression, weight: weights(&t.weight, &times) })
                .collect(),
            gaze: self.gaze.as_ref().map(|track| rotations(track, &times)),
            events: self.events.clone(),
            root_motion: self.root_motion.clone(),
        })
    }
}

fn vectors(track: &Track<Vec3>, times: &Arc<[f32]>) -> Track<Vec3> {
    let mut hint = 0;
    even(track, times, |time, row| row.push(track.sample_vector(time, &mut hint)))
}

fn rotations(track: &Track<Quat>, times: &Arc<[f32]>) -> Track<Quat> {
    let mut hint = 0;
    even(track, times, |time, row| row.push(track.sample_rotation(time, &mut hint)))
}

fn weights(track: &Track<f32>, times: &Arc<[f32]>) -> Track<f32> {
    let mut hint = 0;
    even(track, times, |time, row| {
        row.extend((0..track.width()).map(|lane| track.sample_lane(time, &mut hint, lane)));
    })
}

fn even<V: crate::clip::TrackValue>(
    track: &Track<V>,
    times: &Arc<[f32]>,
    mut sample: impl FnMut(f32, &mut Vec<V>),
) -> Track<V> {
    if track.times().len() < 2 || track.interpolation() == Interpolation::Step {
        return track.clone();
    }
    let mut values = Vec::with_capacity(times.len() * track.width());
    times.iter().for_each(|time| sample(*time, &mut values));
    // Cannot fail: the times ascend, and there is a row for each.
    Track::new(Interpolation::Linear, track.width(), times.clone(), values).unwrap_or_else(|_| track.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::JointId;
    use crate::morph::MeshInstanceId;

    fn clip() -> RawClip {
        let times: Arc<[f32]> = [0.5, 0.51, 0.9, 1.5].into();
        let translations = [0.0, 0.1, 4.0, 10.0].map(|x| Vec3::X * x).to_vec();
        let translation = Track::new(Interpolation::Linear, 1, times.clone(), translations).ok();
        let turns = [0.0, 0.01, 0.4, 1.0].map(Quat::from_rotation_y).to_vec();
        let rotation = Track::new(Interpolation::Linear, 1, times.clone(), turns).ok();
        let scale = Track::new(Interpolation::Linear, 1, [0.5].into(), vec![Vec3::ONE]).ok();
        let lanes = vec![0.0, 1.0, 0.01, 1.0, 0.4, 1.0, 1.0, 1.0];
        let weights = Track::new(Interpolation::Linear, 2, times, lanes).unwrap();
        RawClip {
            joints: vec![JointTrack { joint: JointId(0), translation, rotation, scale }],
            morphs: vec![MorphTrack { instance: MeshInstanceId(3), weights }],
            ..RawClip::default()
        }
    }

    #[test]
    fn keys_stand_evenly_and_say_the_same() {
        let (raw, even) = (clip(), clip().resampled(10.0).unwrap());
        assert_eq!((even.start(), even.end()), (raw.start(), raw.end()));
        let track = even.joints[0].translation.as_ref().unwrap();
        assert_eq!(track.times().len(), 11);
        assert!(track.times().array_windows::<2>().all(|[a, b]| (b - a - 0.1).abs() < 1e-6));
        for (time, resampled) in track.times().iter().zip(track.values()) {
            let original = raw.joints[0].translation.as_ref().unwrap().sample_vector(*time, &mut 0);
            assert_eq!(*resampled, original);
        }
        let turned = even.joints[0].rotation.as_ref().unwrap().values()[10];
        assert!(turned.angle_between(Quat::from_rotation_y(1.0)) < 1e-3);
        assert_eq!(even.joints[0].scale, raw.joints[0].scale);
        assert_eq!(even.morphs[0].weights.key(10), [1.0, 1.0]);
        assert_eq!(even.morphs[0].instance, MeshInstanceId(3));
    }

    #[test]
    fn the_last_key_stays_to_the_bit() {
        for n in 1..200 {
            let (start, end) = (n as f32 * 0.0371, n as f32 * 0.0713 + 1.0);
            let track =
                Track::new(Interpolation::Linear, 1, [start, end].into(), vec![Vec3::ZERO, Vec3::X]).ok();
            let joint = JointTrack { translation: track, ..JointTrack::new(JointId(0)) };
            let even = RawClip { joints: vec![joint], ..RawClip::default() }.resampled(30.0).unwrap();
            assert_eq!((even.start(), even.end()), (start, end));
        }
    }

    #[test]
    fn rates_that_make_no_sense_are_refused() {
        for rate in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(clip().resampled(rate), Err(ResampleError::Rate(_))));
        }
        assert!(matches!(clip().resampled(1e30), Err(ResampleError::TooLong { .. })));
        assert_eq!(RawClip::default().resampled(30.0), Ok(RawClip::default()));
        // Two keys in a day and a half hold two values.
        let far =
            Track::new(Interpolation::Linear, 1, [0.0, 130_000.0].into(), vec![Vec3::ZERO, Vec3::X]).ok();
        let joint = JointTrack { translation: far, ..JointTrack::new(JointId(0)) };
        let far = RawClip {
            joints: vec![joint.clone(), JointTrack { joint: JointId(1), ..joint }],
            ..RawClip::default()
        };
        assert_eq!(
            far.resampled(60.0),
            Err(ResampleError::TooLong { keys: 7_800_001, tracks: 2, max: MAX_VALUES })
        );
        assert!(far.resampled(30.0).is_ok());
    }
}
