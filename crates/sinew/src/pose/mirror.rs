//! Mirrored poses: left and right exchanged.
//!
//! The model-space rotation of a joint from its rest pose is mirrored in the plane between left and right,
//! x = 0 for a character that faces +Z, and applied to the mirrored joint. In local space this needs two
//! rotations per joint that depend on the rest pose alone: with M the mirrored rest rotation of the other
//! joint and R the joint's own, C = M⁻¹·R, and the mirrored local rotation is C(parent)⁻¹ · S·q·S · C.
//! Rotations are relative to the direction in which the character faces, and those of a [`RotationChain`],
//! which holds below mirrored and uneven scales too. Where the rest pose itself is not symmetric, C comes from
//! the directions between joints ([`mirror_frames`](super::mirror_frames)).

use super::ModelPose;
use super::mirror_frames::{mirror_frames, within_limb};
use crate::math::{Transform, mirrored, ratio};
use crate::skeleton::{JointId, RotationChain, Skeleton};
use glam::{Mat3A, Quat, Vec3};

/// Mirrors poses of one skeleton in the plane between left and right. Small differences between the rest poses of
/// both sides are kept; a rest pose without symmetry, such as the first frame of a capture, counts as a pose like any
/// other if the limbs of both sides are equally long.
#[derive(Clone, Debug)]
pub struct PoseMirror {
    joints: Vec<MirroredJoint>,
    chain: RotationChain,
}

#[derive(Clone, Copy, Debug)]
struct MirroredJoint {
    mirrored: u32,
    /// C(parent)⁻¹.
    before: Quat,
    /// C.
    after: Quat,
    /// Mirrors a displacement in the space of the other joint's parent into that of the own.
    moved: Mat3A,
    rest: Transform,
    mirrored_rest: Transform,
}

impl PoseMirror {
    /// Mirror in the plane x = 0 for `mirror_map`, which holds the mirrored joint of each joint, and the
    /// joint itself in the middle ([`mirror_map`](crate::humanoid::mirror_map)). A joint whose parent and
    /// mirrored joint do not mirror each other counts as its own mirrored joint.
    ///
    /// # Panics
    /// When `mirror_map` does not have one entry per joint.
    #[must_use]
    pub fn new(skeleton: &Skeleton, mirror_map: &[JointId]) -> Self {
        Self::facing(skeleton, mirror_map, Quat::IDENTITY)
    }

    /// Mirror in the plane between left and right of a character that faces elsewhere than to +Z: `forward`
    /// is the rotation from there ([`Character::forward_rotation`](crate::Character::forward_rotation)).
    ///
    /// # Panics
    /// When `mirror_map` does not have one entry per joint.
    #[must_use]
    pub fn facing(skeleton: &Skeleton, mirror_map: &[JointId], forward: Quat) -> Self {
        assert_eq!(mirror_map.len(), skeleton.len(), "expected one mirrored joint per joint");
        let rest = ModelPose::reference(skeleton);
        let chain = RotationChain::new(skeleton);
        let rotations = chain.all(skeleton, skeleton.reference());
        let back = forward.inverse();
        let turned = |joint: JointId| back * rotations[joint.index()];
        let partners = partners(skeleton, mirror_map);
        let across = Mat3A::from_diagonal(Vec3::new(-1.0, 1.0, 1.0));
        let between_sides = Mat3A::from_quat(forward) * across * Mat3A::from_quat(back);
        let frames = mirror_frames(skeleton, &partners, between_sides, &rotations);
        let scale = |joint: JointId| rest.get(joint).x_axis.length();
        let frame = |joint: JointId| frames.as_ref().and_then(|frames| frames[joint.index()]);
        let change = |to: JointId, from: JointId| match frame(to) {
            Some(frame) => Quat::from_mat3a(&(across * frame.transpose())),
            None => mirrored(turned(from)).inverse() * turned(to),
        };
        let mut joints: Vec<MirroredJoint> = Vec::with_capacity(mirror_map.len());
        for joint in skeleton.joints() {
            let (parent, other) = (skeleton.parent(joint), partners[joint.index()]);
            // A joint without a counterpart on a limb with one is mirrored within its own limb.
            let alone = |p: JointId| other == joint && partners[p.index()] != p;
            // The space of the model is that of a joint without rotation.
            let root = || mirrored(back).inverse() * back;
            let before = parent.map_or_else(root, |p| match alone(p) {
                true => mirrored(turned(p)).inverse() * turned(p),
                false => joints[p.index()].after,
            });
            let moved = parent.map(|p| {
                let theirs = if alone(p) { p } else { partners[p.index()] };
                match frame(p) {
                    Some(_) if alone(p) => within_limb(rotations[p.index()], between_sides),
                    Some(frame) => frame * (scale(theirs) / scale(p)),
                    None => rest.get(p).matrix3.inverse() * between_sides * rest.get(theirs).matrix3,
                }
            });
            let by_rotation = Mat3A::from_quat(before.inverse()) * across;
            joints.push(MirroredJoint {
                mirrored: other.0,
                before: before.inverse(),
                after: change(joint, other),
                moved: moved.filter(|moved| moved.is_finite()).unwrap_or(by_rotation),
                rest: skeleton.reference()[joint.index()],
                mirrored_rest: skeleton.reference()[other.index()],
            });
        }
        Self { joints, chain }
    }

    /// Mirrored joint of a joint: the one on the other side, or the joint itself.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[must_use]
    pub fn mirrored_joint(&self, joint: JointId) -> JointId {
        JointId(self.joints[joint.index()].mirrored)
    }

    /// Writes the mirrored `pose` into `out`. Both have one local transform per joint.
    ///
    /// # Panics
    /// When `pose` is shorter than the skeleton.
    pub fn apply(&self, pose: &[Transform], out: &mut [Transform]) {
        for (n, (joint, out)) in self.joints.iter().zip(out).enumerate() {
            *out = self.mirrored_transform(JointId(n as u32), &pose[joint.mirrored as usize]);
        }
    }

    /// Local transform of `joint` in the mirrored pose, from that of its mirrored joint in the pose itself.
    /// Translation, rotation and scale depend on their likes alone, and linearly, so that keys and tangents
    /// are mirrored one by one.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[inline]
    #[must_use]
    pub fn mirrored_transform(&self, joint: JointId, source: &Transform) -> Transform {
        let this = &self.joints[joint.index()];
        let moved = source.translation - this.mirrored_rest.translation;
        let other = self.chain.mirrored(JointId(this.mirrored), source.rotation);
        let rotation = (this.before * mirrored(other) * this.after).normalize();
        Transform {
            translation: this.rest.translation + this.moved * moved,
            rotation: self.chain.mirrored(joint, rotation),
            scale: this.rest.scale * ratio(source.scale, this.mirrored_rest.scale),
        }
    }
}

/// Counterpart of each joint: that of the map where their parents mirror each other too, else the joint itself.
fn partners(skeleton: &Skeleton, mirror_map: &[JointId]) -> Vec<JointId> {
    let mut partners: Vec<JointId> = Vec::with_capacity(mirror_map.len());
    for joint in skeleton.joints() {
        let parent = skeleton.parent(joint).map(|p| partners[p.index()]);
        let fits = |other: JointId| {
            mirror_map.get(other.index()) == Some(&joint) && skeleton.parent(other) == parent
        };
        partners.push(Some(mirror_map[joint.index()]).filter(|&p| fits(p)).unwrap_or(joint));
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::local_to_model;
    use crate::skeleton::Joint;
    use glam::{Affine3A, EulerRot};
    use test_needs::cases;

    /// Hips, a spine, two arms of two joints each; the axes of the joints are random.
    fn body() -> (Skeleton, Vec<JointId>) {
        let positions =
            [(0., 1., 0.), (0., 1.5, 0.), (0.2, 1.4, 0.), (0.5, 1.4, 0.1), (-0.2, 1.4, 0.), (-0.5, 1.4, 0.1)];
        let parents = [None, Some(0), Some(1), Some(2), Some(1), Some(4)];
        let mut random = fastrand::Rng::with_seed(5);
        let mut turn =
            || Quat::from_euler(EulerRot::XYZ, random.f32() * 6.0, random.f32(), random.f32() * 6.0);
        let model: Vec<Affine3A> = positions
            .iter()
            .map(|&(x, y, z)| Affine3A::from_rotation_translation(turn(), Vec3::new(x, y, z)))
            .collect();
        let joints = (0..6).map(|n| {
            let parent = parents[n].map_or(Affine3A::IDENTITY, |p: u32| model[p as usize]);
            let rest = Transform::from_affine(&(parent.inverse() * model[n]));
            Joint { name: String::new(), parent: parents[n], rest, in_scene: true }
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let at = |n| skeleton.by_file_index(n).unwrap();
        let mut mirror_map: Vec<JointId> = skeleton.joints().collect();
        for (a, b) in [(2, 4), (3, 5)] {
            (mirror_map[at(a).index()], mirror_map[at(b).index()]) = (at(b), at(a));
        }
        (skeleton, mirror_map)
    }

    #[test]
    fn joints_are_at_the_mirrored_positions_of_their_counterparts() {
        let (skeleton, mirror_map) = body();
        let mirror = PoseMirror::new(&skeleton, &mirror_map);
        let mut random = fastrand::Rng::with_seed(9);
        let mut pose = skeleton.rest().to_vec();
        for joint in &mut pose {
            joint.rotation *= Quat::from_euler(EulerRot::XYZ, random.f32(), random.f32(), random.f32());
        }
        pose[0].translation += Vec3::new(0.3, -0.1, 0.2);
        let mut mirrored = pose.clone();
        mirror.apply(&pose, &mut mirrored);
        let model = |pose: &[Transform]| {
            let mut model = vec![Affine3A::IDENTITY; pose.len()];
            local_to_model(&skeleton, pose, &mut model);
            model
        };
        let (before, after) = (model(&pose), model(&mirrored));
        for joint in skeleton.joints() {
            let there = Vec3::from(before[mirror.mirrored_joint(joint).index()].translation);
            let here = Vec3::from(after[joint.index()].translation);
            assert!((here - there * Vec3::new(-1.0, 1.0, 1.0)).length() < 1e-5, "{joint:?}: {here} {there}");
        }
        let mut twice = pose.clone();
        mirror.apply(&mirrored, &mut twice);
        for (a, b) in twice.iter().zip(&pose) {
            assert!(a.to_affine().abs_diff_eq(b.to_affine(), 1e-5));
        }
    }

    /// A body that faces elsewhere mirrors as one that faces +Z, turned.
    #[test]
    fn bodies_that_face_elsewhere_mirror_between_their_own_sides() {
        let (skeleton, mirror_map) = body();
        let straight = PoseMirror::new(&skeleton, &mirror_map);
        let mut random = fastrand::Rng::with_seed(11);
        let mut pose = skeleton.rest().to_vec();
        for joint in &mut pose {
            joint.rotation *= Quat::from_euler(EulerRot::XYZ, random.f32(), random.f32(), random.f32());
        }
        pose[0].translation += Vec3::new(0.3, -0.1, 0.2);
        let mut expected = pose.clone();
        straight.apply(&pose, &mut expected);
        for degrees in [90.0_f32, 180.0, -30.0] {
            let turn = Quat::from_rotation_y(degrees.to_radians());
            let turned = |pose: &[Transform]| {
                let mut pose = pose.to_vec();
                (pose[0].translation, pose[0].rotation) =
                    (turn * pose[0].translation, turn * pose[0].rotation);
                pose
            };
            let mut other = skeleton.clone();
            other.set_rest(turned(skeleton.rest()));
            let mirror = PoseMirror::facing(&other, &mirror_map, turn);
            let mut found = turned(&pose);
            mirror.apply(&turned(&pose), &mut found);
            for (joint, expected) in found.iter().zip(turned(&expected)) {
                assert!(
                    joint.to_affine().abs_diff_eq(expected.to_affine(), 1e-5),
                    "{degrees}: {joint:?} {expected:?}"
                );
            }
        }
    }

    #[test]
    fn the_rest_pose_is_symmetric_and_invalid_pairs_are_ignored() {
        let (skeleton, mut mirror_map) = body();
        let at = |n| skeleton.by_file_index(n).unwrap();
        // A hand paired with a child of the hips.
        (mirror_map[at(3).index()], mirror_map[at(1).index()]) = (at(1), at(3));
        let mirror = PoseMirror::new(&skeleton, &mirror_map);
        assert_eq!(mirror.mirrored_joint(at(3)), at(3));
        let mut out = skeleton.rest().to_vec();
        mirror.apply(skeleton.rest(), &mut out);
        for (a, b) in out.iter().zip(skeleton.rest()) {
            assert!(a.to_affine().abs_diff_eq(b.to_affine(), 1e-5));
        }
    }

    #[test]
    fn a_rest_pose_is_its_own_mirror_image_below_any_scale() {
        let (plain, mirror_map) = body();
        let mut random = fastrand::Rng::with_seed(3);
        for scale in
            [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, 2.0, 1.0), Vec3::new(1.0, -0.3, 2.0), Vec3::ZERO]
        {
            let joints = plain.joints().map(|joint| {
                let mut rest = plain.rest()[joint.index()];
                if joint.index() == 0 {
                    rest.scale = scale;
                }
                Joint { name: String::new(), parent: plain.parent(joint).map(|p| p.0), rest, in_scene: true }
            });
            let skeleton = Skeleton::new(joints.collect()).unwrap();
            let mirror = PoseMirror::new(&skeleton, &mirror_map);
            let mut out = skeleton.rest().to_vec();
            mirror.apply(skeleton.rest(), &mut out);
            for (joint, rest) in out.iter().zip(skeleton.rest()) {
                let turned = joint.rotation.angle_between(rest.rotation).to_degrees();
                assert!(
                    turned < 0.2 && joint.translation.distance(rest.translation) < 1e-5,
                    "{scale}: {turned}"
                );
            }
            // Twice mirrored is the pose itself.
            let mut pose = skeleton.rest().to_vec();
            for joint in &mut pose {
                joint.rotation *=
                    Quat::from_scaled_axis(Vec3::from_array(std::array::from_fn(|_| random.f32())));
            }
            let (mut once, mut twice) = (pose.clone(), pose.clone());
            mirror.apply(&pose, &mut once);
            mirror.apply(&once, &mut twice);
            for (joint, expected) in twice.iter().zip(&pose) {
                assert!(joint.rotation.angle_between(expected.rotation) < 5e-3, "{scale}");
            }
        }
    }

    #[test]
    fn random_nested_scales_keep_the_rest_pose_and_mirror_back() {
        let (plain, mirror_map) = body();
        for mut random in cases(10_000) {
            let case = random.seed();
            let joints = plain.joints().map(|joint| {
                let mut rest = plain.rest()[joint.index()];
                if random.bool() {
                    let mut number = || (0.3 + random.f32()) * if random.bool() { 1.0 } else { -1.0 };
                    rest.scale = Vec3::new(number(), number(), number());
                }
                Joint { name: String::new(), parent: plain.parent(joint).map(|p| p.0), rest, in_scene: true }
            });
            let skeleton = Skeleton::new(joints.collect()).unwrap();
            let mirror = PoseMirror::new(&skeleton, &mirror_map);
            let mut out = skeleton.rest().to_vec();
            mirror.apply(skeleton.rest(), &mut out);
            for (joint, rest) in out.iter().zip(skeleton.rest()) {
                let off = joint.translation.distance(rest.translation).max(joint.scale.distance(rest.scale));
                let turned = joint.rotation.angle_between(rest.rotation);
                assert!(turned < 4e-3 && off < 1e-4, "case {case}: {turned} rad, {off}");
            }
            let mut pose = skeleton.rest().to_vec();
            for joint in &mut pose {
                let mut vector = || Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5));
                joint.rotation *= Quat::from_scaled_axis(vector());
                joint.translation += vector();
                joint.scale *= 1.0 + 0.5 * vector();
            }
            let (mut once, mut twice) = (pose.clone(), pose.clone());
            mirror.apply(&pose, &mut once);
            mirror.apply(&once, &mut twice);
            for (joint, expected) in twice.iter().zip(&pose) {
                let turned = joint.rotation.angle_between(expected.rotation);
                let moved = joint.translation.distance(expected.translation);
                let scaled = joint.scale.distance(expected.scale);
                assert!(
                    turned < 5e-3 && moved < 1e-3 && scaled < 1e-4,
                    "case {case}: {turned} {moved} {scaled}"
                );
            }
        }
    }
}
