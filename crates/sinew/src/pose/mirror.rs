//! Poses seen in a mirror: what the left does, the right does.
//!
//! A joint's turn away from rest, in model space, is mirrored in the plane between left and right and given to its
//! partner. In local space that comes down to two turns per joint that depend on the rest pose alone: with M the
//! mirrored rest rotation of the partner and R the joint's own, C = M⁻¹·R, and the mirrored local rotation is
//! C(parent)⁻¹ · S·q·S · C.

use super::ModelPose;
use crate::math::{Transform, mirrored, ratio};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Quat, Vec3};

/// Mirrors poses of one skeleton. Left and right are +X and −X; bodies whose two sides rest differently keep their
/// differences.
#[derive(Clone, Debug)]
pub struct PoseMirror {
    joints: Vec<MirroredJoint>,
}

#[derive(Clone, Copy, Debug)]
struct MirroredJoint {
    partner: u32,
    /// C(parent)⁻¹ and C.
    before: Quat,
    after: Quat,
    rest: Transform,
    partner_rest: Transform,
}

impl PoseMirror {
    /// `partners` has the joint on the other side for each joint, and the joint itself for those in the middle
    /// ([`mirror_map`](crate::humanoid::mirror_map)). Where the partner of a joint's parent is not the parent of its partner, it is taken for
    /// its own.
    ///
    /// # Panics
    /// When there is not one partner for each joint.
    pub fn new(skeleton: &Skeleton, partners: &[JointIndex]) -> Self {
        assert_eq!(partners.len(), skeleton.len(), "a partner per joint");
        let rest = ModelPose::rest(skeleton);
        let turned = |joint: JointIndex| Transform::from_affine(rest.get(joint)).rotation;
        let mut joints: Vec<MirroredJoint> = Vec::with_capacity(partners.len());
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            let fits = |partner: JointIndex| {
                partners.get(partner.index()) == Some(&joint)
                    && skeleton.parent(partner).map(|p| p.0) == parent.map(|p| joints[p.index()].partner)
            };
            let partner = Some(partners[joint.index()]).filter(|&p| fits(p)).unwrap_or(joint);
            let change =
                |own: JointIndex, partner: JointIndex| mirrored(turned(partner)).inverse() * turned(own);
            let before = parent.map_or(Quat::IDENTITY, |p| {
                // What has no counterpart on a limb that has one is mirrored within its own limb.
                let alone = partner == joint && joints[p.index()].partner != p.0;
                if alone { change(p, p) } else { joints[p.index()].after }
            });
            joints.push(MirroredJoint {
                partner: partner.0,
                before: before.inverse(),
                after: change(joint, partner),
                rest: skeleton.rest()[joint.index()],
                partner_rest: skeleton.rest()[partner.index()],
            });
        }
        Self { joints }
    }

    /// The joint on the other side; the joint itself in the middle.
    pub fn partner(&self, joint: JointIndex) -> JointIndex {
        JointIndex(self.joints[joint.index()].partner)
    }

    /// Writes the mirrored `pose` into `out`. Both have a transform per joint.
    pub fn apply(&self, pose: &[Transform], out: &mut [Transform]) {
        for (joint, out) in self.joints.iter().zip(out) {
            let source = &pose[joint.partner as usize];
            let moved = (source.translation - joint.partner_rest.translation) * Vec3::new(-1.0, 1.0, 1.0);
            *out = Transform {
                translation: joint.rest.translation + joint.before * moved,
                rotation: (joint.before * mirrored(source.rotation) * joint.after).normalize(),
                scale: joint.rest.scale * ratio(source.scale, joint.partner_rest.scale),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::local_to_model;
    use crate::skeleton::Joint;
    use glam::{Affine3A, EulerRot};

    /// Hips, a spine, two arms of two joints each; the joints' own axes stand any way.
    fn body() -> (Skeleton, Vec<JointIndex>) {
        let place =
            [(0., 1., 0.), (0., 1.5, 0.), (0.2, 1.4, 0.), (0.5, 1.4, 0.1), (-0.2, 1.4, 0.), (-0.5, 1.4, 0.1)];
        let parents = [None, Some(0), Some(1), Some(2), Some(1), Some(4)];
        let mut random = fastrand::Rng::with_seed(5);
        let mut turn =
            || Quat::from_euler(EulerRot::XYZ, random.f32() * 6.0, random.f32(), random.f32() * 6.0);
        let model: Vec<Affine3A> = place
            .iter()
            .map(|&(x, y, z)| Affine3A::from_rotation_translation(turn(), Vec3::new(x, y, z)))
            .collect();
        let joints = (0..6).map(|n| {
            let parent = parents[n].map_or(Affine3A::IDENTITY, |p: u32| model[p as usize]);
            let rest = Transform::from_affine(&(parent.inverse() * model[n]));
            Joint { name: String::new(), parent: parents[n], rest, in_scene: true }
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let at = |n| skeleton.by_source(n).unwrap();
        let mut partners: Vec<JointIndex> = skeleton.joints().collect();
        for (a, b) in [(2, 4), (3, 5)] {
            (partners[at(a).index()], partners[at(b).index()]) = (at(b), at(a));
        }
        (skeleton, partners)
    }

    #[test]
    fn joints_stand_where_the_mirror_shows_their_partners() {
        let (skeleton, partners) = body();
        let mirror = PoseMirror::new(&skeleton, &partners);
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
            let there = Vec3::from(before[mirror.partner(joint).index()].translation);
            let here = Vec3::from(after[joint.index()].translation);
            assert!((here - there * Vec3::new(-1.0, 1.0, 1.0)).length() < 1e-5, "{joint:?}: {here} {there}");
        }
        let mut twice = pose.clone();
        mirror.apply(&mirrored, &mut twice);
        for (a, b) in twice.iter().zip(&pose) {
            assert!(a.to_affine().abs_diff_eq(b.to_affine(), 1e-5));
        }
    }

    #[test]
    fn rest_is_its_own_mirror_image_and_foreign_partners_are_not_taken() {
        let (skeleton, mut partners) = body();
        let at = |n| skeleton.by_source(n).unwrap();
        // A hand whose partner hangs from the hips.
        (partners[at(3).index()], partners[at(1).index()]) = (at(1), at(3));
        let mirror = PoseMirror::new(&skeleton, &partners);
        assert_eq!(mirror.partner(at(3)), at(3));
        let mut out = skeleton.rest().to_vec();
        mirror.apply(skeleton.rest(), &mut out);
        for (a, b) in out.iter().zip(skeleton.rest()) {
            assert!(a.to_affine().abs_diff_eq(b.to_affine(), 1e-5));
        }
    }
}
