//! Tracks whose values poses in 32-bit floats cannot hold.

use super::{Interpolation, RawClip, Track, TrackValue};
use crate::skeleton::{JointRange, MAX_COORDINATE, MAX_WEIGHT, Skeleton};
use glam::Vec3;

/// Largest share of a spline's span by which a tangent moves the curve, for both tangents together.
const TANGENT_SHARE: f32 = 0.3;

/// Part of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    /// Translation and scale of a joint track, by its index.
    TranslationAndScale(usize),
    Rotation(usize),
    Morph(usize),
    Expression(usize),
    Gaze,
}

impl RawClip {
    /// Removes the tracks that 32-bit floats cannot pose on a skeleton, and returns a message for each:
    /// translations and scales beyond [`MAX_COORDINATE`], also by the scales above, weights beyond
    /// [`MAX_WEIGHT`], and rotations with such tangents. Joints that the skeleton lacks are skipped.
    pub fn remove_unposable(&mut self, skeleton: &Skeleton) -> Vec<String> {
        let faults = self.unposable(skeleton);
        if faults.is_empty() {
            return Vec::new();
        }
        let is_fault = |part: Part| faults.iter().any(|(fault, _)| *fault == part);
        let joints = std::mem::take(&mut self.joints).into_iter().enumerate().filter_map(|(n, mut track)| {
            let [translation, rotation] = [Part::TranslationAndScale(n), Part::Rotation(n)].map(is_fault);
            if translation {
                (track.translation, track.scale) = (None, None);
            }
            if rotation {
                track.rotation = None;
            }
            let is_left = track.translation.is_some() || track.rotation.is_some() || track.scale.is_some();
            (is_left || !(translation || rotation)).then_some(track)
        });
        self.joints = joints.collect();
        let mut n = 0..;
        self.morphs.retain(|_| n.next().is_none_or(|n| !is_fault(Part::Morph(n))));
        let mut n = 0..;
        self.expressions.retain(|_| n.next().is_none_or(|n| !is_fault(Part::Expression(n))));
        self.gaze.take_if(|_| is_fault(Part::Gaze));
        faults.into_iter().map(|(_, message)| message).collect()
    }

    /// Message about the first track that [`remove_unposable`](Self::remove_unposable) would remove; `None`
    /// where all can be posed.
    #[must_use]
    pub fn first_unposable(&self, skeleton: &Skeleton) -> Option<String> {
        self.unposable(skeleton).into_iter().next().map(|(_, message)| message)
    }

    /// Whether all values and tangents are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        fn is<V: TrackValue>(track: &Option<Track<V>>) -> bool {
            track.as_ref().is_none_or(|track| track.values().iter().all(|value| value.is_finite()))
        }
        let weights = |track: &Track<f32>| track.values().iter().all(|weight| weight.is_finite());
        self.joints.iter().all(|track| is(&track.translation) && is(&track.rotation) && is(&track.scale))
            && self.morphs.iter().all(|track| weights(&track.weights))
            && self.expressions.iter().all(|track| weights(&track.weight))
            && is(&self.gaze)
    }

    fn unposable(&self, skeleton: &Skeleton) -> Vec<(Part, String)> {
        let mut faults = self.unposable_joints(skeleton);
        let mut check = |part: Part, largest: f32, max: f32, what: &dyn Fn() -> String| {
            if larger(largest, max) != max {
                faults.push((part, format!("{} reach {largest:e}; expected at most {max:e}", what())));
            }
        };
        let turns = |q: glam::Quat| q.to_array().into_iter().map(f32::abs).fold(0.0, larger);
        for (n, track) in self.joints.iter().enumerate().filter(|(_, t)| t.joint.index() < skeleton.len()) {
            if let Some(rotation) = &track.rotation {
                let what = || format!("rotations of {:?} and their tangents", skeleton.name(track.joint));
                check(Part::Rotation(n), largest(rotation, turns), MAX_COORDINATE, &what);
            }
        }
        for (n, track) in self.morphs.iter().enumerate() {
            let what = || format!("morph weights of instance {}", track.instance.0);
            check(Part::Morph(n), largest(&track.weights, f32::abs), MAX_WEIGHT, &what);
        }
        for (n, track) in self.expressions.iter().enumerate() {
            let what = || format!("weights of expression {}", track.expression.0);
            check(Part::Expression(n), largest(&track.weight, f32::abs), MAX_WEIGHT, &what);
        }
        if let Some(gaze) = &self.gaze {
            check(Part::Gaze, largest(gaze, turns), MAX_COORDINATE, &|| "rotations of the gaze".to_owned());
        }
        faults
    }

    fn unposable_joints(&self, skeleton: &Skeleton) -> Vec<(Part, String)> {
        let mut tracks: Vec<Option<usize>> = vec![None; skeleton.len()];
        for (n, track) in self.joints.iter().enumerate() {
            if let Some(slot) = tracks.get_mut(track.joint.index()) {
                *slot = Some(n);
            }
        }
        let mut faults: Vec<Option<String>> = vec![None; self.joints.len()];
        // Ranges of the rest pose, and with the tracks that have no fault.
        let (mut rest, mut moving) = (Vec::with_capacity(skeleton.len()), Vec::with_capacity(skeleton.len()));
        let mut rests = vec![false; skeleton.len()];
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            let above = |ranges: &[JointRange]| parent.map_or(JointRange::MODEL, |p| ranges[p.index()]);
            let [translation, scale] = skeleton.rest_magnitudes(joint);
            let rest_range = above(&rest).child(translation, scale);
            let track = tracks[joint.index()];
            let keys = track.map_or([0.0; 2], |n| {
                let track = &self.joints[n];
                [&track.translation, &track.scale]
                    .map(|track| track.as_ref().map_or(0.0, |t| largest(t, length)))
            });
            let mut range = above(&moving).child(translation.max(keys[0]), scale.max(keys[1]));
            let is_huge = larger(larger(keys[0], keys[1]), MAX_COORDINATE) != MAX_COORDINATE;
            if is_huge || !range.is_posable() {
                if let Some(n) = track.filter(|_| is_huge || keys[0].max(keys[1]) > 0.0) {
                    faults[n] = Some(format!(
                        "translations of {:?} reach {:e} m and scales {:e}; 32-bit floats cannot pose them",
                        skeleton.name(joint),
                        keys[0],
                        keys[1]
                    ));
                }
                range = above(&moving).child(translation, scale);
            }
            if !range.is_posable() {
                // Scales of ancestors are to blame, none of which is too large on its own.
                let mut ancestors = std::iter::successors(parent, |joint| skeleton.parent(*joint));
                while let Some(ancestor) = ancestors.next().filter(|joint| !rests[joint.index()]) {
                    rests[ancestor.index()] = true;
                    moving[ancestor.index()] = rest[ancestor.index()];
                    if let Some(n) = tracks[ancestor.index()].filter(|n| self.joints[*n].scale.is_some()) {
                        let (name, below) = (skeleton.name(ancestor), skeleton.name(joint));
                        faults[n].get_or_insert_with(|| {
                            format!(
                                "scales of {name:?} and of joints around it take {below:?} too far away for \
                                 32-bit floats"
                            )
                        });
                    }
                }
                range = rest_range;
            }
            rest.push(rest_range);
            moving.push(range);
        }
        let faults = faults.into_iter().enumerate();
        faults.filter_map(|(n, message)| Some((Part::TranslationAndScale(n), message?))).collect()
    }
}

fn length(vector: Vec3) -> f32 {
    vector.abs().to_array().into_iter().fold(0.0, larger)
}

/// The larger of two numbers; NaN is larger than any.
fn larger(a: f32, b: f32) -> f32 {
    if a.is_nan() || a >= b { a } else { b }
}

/// Upper bound of a track's values at any time.
fn largest<V: TrackValue>(track: &Track<V>, magnitude: impl Fn(V) -> f32) -> f32 {
    let over = |values: &[V]| values.iter().map(|value| magnitude(*value)).fold(0.0, larger);
    if track.interpolation() != Interpolation::CubicSpline {
        return over(track.values());
    }
    let keys = (0..track.times().len()).map(|key| over(track.key(key))).fold(0.0, larger);
    let spans = track.times().array_windows::<2>().enumerate();
    let bends = spans.map(|(key, [a, b])| {
        // Exporters move equal times apart by the steps of 32-bit floats.
        let span = (b - a).max(4.0 * f32::EPSILON * b.abs());
        span * larger(over(track.tangent(key, true)), over(track.tangent(key + 1, false)))
    });
    keys + TANGENT_SHARE * bends.fold(0.0, larger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::{ExpressionTrack, JointTrack};
    use crate::math::Transform;
    use crate::morph::ExpressionId;
    use crate::skeleton::{Joint, JointId};
    use glam::Quat;

    fn chain(count: u32) -> Skeleton {
        let rest = Transform::from_translation(Vec3::Y);
        let joint = |n: u32| Joint { name: format!("j{n}"), parent: n.checked_sub(1), rest, in_scene: true };
        Skeleton::new((0..count).map(joint).collect()).unwrap()
    }

    fn vectors(interpolation: Interpolation, values: &[f32]) -> Option<Track<Vec3>> {
        let values = values.iter().map(|x| Vec3::splat(*x)).collect();
        Track::new(interpolation, 1, [0.0, 2.0].into(), values).ok()
    }

    fn scaled(joint: u32, scale: f32) -> JointTrack {
        let scale = vectors(Interpolation::Linear, &[1.0, scale]);
        JointTrack { scale, ..JointTrack::new(JointId(joint)) }
    }

    #[test]
    fn huge_keys_and_tangents_are_removed_and_the_rest_stays() {
        let translation = vectors(Interpolation::Linear, &[0.0, 1e30]);
        let rotation = Track::new(Interpolation::Linear, 1, [0.0].into(), vec![Quat::IDENTITY]).ok();
        let far = JointTrack { translation, rotation, ..JointTrack::new(JointId(0)) };
        let bent = vectors(Interpolation::CubicSpline, &[0.0, 0.0, 1e20, 0.0, 1.0, 0.0]);
        let bent = JointTrack { translation: bent, ..JointTrack::new(JointId(1)) };
        let calm = vectors(Interpolation::CubicSpline, &[1e20, 0.0, 1.0, 0.0, 1.0, 1e20]);
        let calm = JointTrack { translation: calm, ..JointTrack::new(JointId(2)) };
        let weight = Track::new(Interpolation::Step, 1, [0.0].into(), vec![-1e20]).unwrap();
        let expressions = vec![ExpressionTrack { expression: ExpressionId(3), weight }];
        let mut clip = RawClip { joints: vec![far, bent, calm.clone()], expressions, ..RawClip::default() };
        let messages = clip.remove_unposable(&chain(3));
        assert_eq!(messages.len(), 3, "{messages:?}");
        assert!(messages[0].starts_with("translations of \"j0\" reach 1e30 m"), "{}", messages[0]);
        assert_eq!(messages[2], "weights of expression 3 reach 1e20; expected at most 1e6");
        assert!(clip.joints[0].rotation.is_some() && clip.joints[0].translation.is_none());
        assert_eq!((&clip.joints[1], clip.joints.len(), clip.expressions.len()), (&calm, 2, 0));
        assert_eq!(clip.remove_unposable(&chain(3)), Vec::<String>::new());
    }

    #[test]
    fn scales_that_multiply_beyond_all_bounds_are_removed() {
        // Each scale is small; seven joints that double are no problem, and 60 are.
        for (count, faults) in [(7, 0), (60, 28)] {
            let tracks = (0..count).map(|n| scaled(n, 2.0)).collect();
            let mut clip = RawClip { joints: tracks, ..RawClip::default() };
            let removed = clip.remove_unposable(&chain(count)).len();
            assert!((faults..=60).contains(&removed) && (faults > 0 || removed == 0), "{removed} of {count}");
            assert_eq!(clip.first_unposable(&chain(count)), None);
        }
        // The rest of the chain is to blame on its ancestors alone.
        let mut clip = RawClip { joints: vec![scaled(0, 9e5), scaled(1, 9e2)], ..RawClip::default() };
        let skeleton = chain(2000);
        let messages = clip.remove_unposable(&skeleton);
        assert!(messages.iter().all(|m| m.contains("take \"j")), "{messages:?}");
        assert!(!messages.is_empty() && clip.first_unposable(&skeleton).is_none());
    }
}
