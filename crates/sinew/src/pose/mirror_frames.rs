//! Frames of joints and of their counterparts, found without a symmetric reference pose.
//!
//! Captures may have no other reference pose than one of their frames, in which the sides differ: the frame of a
//! joint in it says nothing about that of its counterpart. Their lengths are equal all the same, and the directions
//! from a joint to its children, in its own frame, are those of the counterpart in a mirror. Axes of rigs lie along
//! limbs, so that the mirror is one of four that only change signs of components. Of those that fit the children of
//! each joint, the ones are taken that together differ least from the turns between parents and children in the
//! reference pose. The four differ by half turns: the nearest is the right one unless a limb is twisted against that of
//! the other side by more than a quarter turn, or the trunk by more than an eighth.

use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Mat3A, Quat, Vec3, Vec3A};

/// Mean difference of the displacements of both sides from their parents, in parts of their length, above which a
/// reference pose is not symmetric.
const ASYMMETRY: f32 = 0.15;

/// Largest mean difference of the lengths of both sides, in parts of their sum.
const LENGTHS: f32 = 0.05;

/// Largest difference of a mirror from the directions to the children, in parts of their distance.
const FIT: f32 = 0.1;

/// Trace of the turn between mirrors that are near, by 50° or less.
const NEAR: f32 = 2.3;

/// Mirrors that only change signs: three reflections in a plane and that in a point.
const MIRRORS: [Vec3; 4] = [
    Vec3::new(-1.0, 1.0, 1.0),
    Vec3::new(1.0, -1.0, 1.0),
    Vec3::new(1.0, 1.0, -1.0),
    Vec3::new(-1.0, -1.0, -1.0),
];

/// Displacements to a child of a joint's counterpart and to the counterpart of that child, a child of the joint, each
/// in the frame of the parent.
type Pair = [Vec3A; 2];

/// Mirrors that a joint may have, each with the least difference of everything below from the reference pose.
type Candidates = Vec<(Mat3A, f32)>;

/// For each joint the matrix that takes a vector in the frame of its counterpart to its mirror image in the frame of
/// the joint; none at and below uneven scales. `partners` holds the counterpart of each joint, `across` mirrors in the
/// space of the model, which the `model_rotations` of the reference pose lead to. None at all where the reference pose
/// is symmetric, or the lengths of both sides differ.
pub(super) fn mirror_frames(
    skeleton: &Skeleton,
    partners: &[JointId],
    across: Mat3A,
    model_rotations: &[Quat],
) -> Option<Vec<Option<Mat3A>>> {
    if !is_asymmetric(skeleton, partners, across) {
        return None;
    }
    let rig = Rig::new(skeleton, partners);
    let pairs = rig.pairs();
    let candidates = rig.candidates(&pairs);
    // Whether the mirror of a joint only changes signs, and so may those of its children.
    let mut is_along_axes = vec![true; partners.len()];
    let mut frames: Vec<Option<Mat3A>> = Vec::with_capacity(partners.len());
    for joint in skeleton.joints() {
        let (n, parent) = (joint.index(), skeleton.parent(joint));
        let is_alone = rig.is_alone(joint);
        let of_parent = parent.map_or(Some(across), |parent| frames[parent.index()]);
        let of_parent = of_parent.filter(|_| rig.is_evenly_scaled(joint)).map(|frame| match parent {
            Some(parent) if is_alone => within_limb(model_rotations[parent.index()], across),
            _ => frame,
        });
        let is_below_axes = parent.is_none_or(|parent| is_along_axes[parent.index()]);
        frames.push(of_parent.map(|of_parent| {
            let expected = rig.expected(joint, of_parent);
            let has_children = pairs[n].iter().any(|[_, here]| here.length_squared() > 0.0);
            let best = candidates[n].iter().max_by(|a, b| {
                let worth = |(mirror, below): &(Mat3A, f32)| trace(*mirror * expected.transpose()) - below;
                worth(a).total_cmp(&worth(b))
            });
            // Below a joint whose axes lie elsewhere those of several mirrors that are near count.
            let is_sure = |mirror: &Mat3A| {
                is_below_axes || candidates[n].len() == 1 || trace(*mirror * expected.transpose()) > NEAR
            };
            match best {
                Some((mirror, _)) if is_sure(mirror) => *mirror,
                _ => {
                    is_along_axes[n] = false;
                    match partners[n] == joint {
                        _ if rig.is_within_limb[n] || !has_children => expected,
                        true => own_frame(expected, &pairs[n]),
                        false => turned_frame(expected, &pairs[n]),
                    }
                }
            }
        }));
    }
    Some(frames)
}

/// Skeleton with the counterpart of each joint.
struct Rig<'a> {
    skeleton: &'a Skeleton,
    partners: &'a [JointId],
    /// Whether a joint is mirrored within a limb: one that is alone, and all below it.
    is_within_limb: Vec<bool>,
}

impl<'a> Rig<'a> {
    fn new(skeleton: &'a Skeleton, partners: &'a [JointId]) -> Self {
        let mut rig = Self { skeleton, partners, is_within_limb: Vec::with_capacity(partners.len()) };
        for joint in skeleton.joints() {
            let is_below = skeleton.parent(joint).is_some_and(|parent| rig.is_within_limb[parent.index()]);
            rig.is_within_limb.push(is_below || rig.is_alone(joint));
        }
        rig
    }

    /// True for a joint without a counterpart on a limb with one, such as a sword in a hand.
    fn is_alone(&self, joint: JointId) -> bool {
        let parent = self.skeleton.parent(joint);
        self.partners[joint.index()] == joint && parent.is_some_and(|p| self.partners[p.index()] != p)
    }

    fn is_evenly_scaled(&self, joint: JointId) -> bool {
        [joint, self.partners[joint.index()]].into_iter().all(|joint| {
            let scale = self.skeleton.reference()[joint.index()].scale;
            scale.min_element() > 0.0
                && scale.max_element() - scale.min_element() < 1e-3 * scale.max_element()
        })
    }

    /// The mirror of a joint below a parent of the mirror `of_parent`, if the reference pose were symmetric.
    fn expected(&self, joint: JointId, of_parent: Mat3A) -> Mat3A {
        let rotation = |joint: JointId| Mat3A::from_quat(self.skeleton.reference()[joint.index()].rotation);
        rotation(joint).transpose() * of_parent * rotation(self.partners[joint.index()])
    }

    /// Pairs of children, by parent.
    fn pairs(&self) -> Vec<Vec<Pair>> {
        let mut pairs = vec![Vec::new(); self.partners.len()];
        for child in self.skeleton.joints().filter(|child| !self.is_alone(*child)) {
            if let Some(parent) = self.skeleton.parent(child) {
                let away = |joint: JointId| self.skeleton.reference()[joint.index()].translation.into();
                pairs[parent.index()].push([self.partners[child.index()], child].map(away));
            }
        }
        pairs
    }

    /// Mirrors that only change signs and fit the children, by joint; none for those within a limb.
    fn candidates(&self, pairs: &[Vec<Pair>]) -> Vec<Candidates> {
        let mut candidates: Vec<Candidates> = vec![Candidates::new(); pairs.len()];
        for joint in self.skeleton.joints().filter(|joint| !self.is_within_limb[joint.index()]) {
            let pairs = &pairs[joint.index()];
            let distance: f32 = pairs.iter().map(|[_, here]| here.length()).sum();
            let fits = |mirror: &Mat3A| {
                let off: f32 = pairs.iter().map(|[there, here]| here.distance(*mirror * *there)).sum();
                off <= FIT * distance
            };
            // A joint that is its own counterpart has a plane between its sides.
            let mirrors = &MIRRORS[..if self.partners[joint.index()] == joint { 3 } else { 4 }];
            let mirrors = mirrors.iter().map(|signs| Mat3A::from_diagonal(*signs)).filter(fits);
            candidates[joint.index()] = mirrors.map(|mirror| (mirror, 0.0)).collect();
        }
        // Parents precede their children.
        for child in (0..pairs.len()).rev().map(|n| JointId(n as u32)) {
            let Some(parent) = self.skeleton.parent(child) else { continue };
            let below = std::mem::take(&mut candidates[child.index()]);
            for (mirror, difference) in &mut candidates[parent.index()] {
                let expected = self.expected(child, *mirror);
                let least =
                    below.iter().map(|(turn, below)| 3.0 - trace(*turn * expected.transpose()) + below);
                *difference += least.min_by(f32::total_cmp).unwrap_or(0.0);
            }
            candidates[child.index()] = below;
        }
        candidates
    }
}

/// The mirror of the model in the frame of a joint of this rotation.
pub(super) fn within_limb(rotation: Quat, across: Mat3A) -> Mat3A {
    let frame = Mat3A::from_quat(rotation);
    frame.transpose() * across * frame
}

/// True where both sides have the same lengths, but other directions.
fn is_asymmetric(skeleton: &Skeleton, partners: &[JointId], across: Mat3A) -> bool {
    let model = ModelPose::reference(skeleton);
    let (mut number, mut lengths, mut directions) = (0.0, 0.0, 0.0);
    for joint in skeleton.joints().filter(|joint| partners[joint.index()] > *joint) {
        let away = |joint: JointId| {
            let parent = skeleton.parent(joint).map(|parent| model.get(parent).translation);
            model.get(joint).translation - parent.unwrap_or_default()
        };
        let (here, there) = (away(joint), away(partners[joint.index()]));
        let size = here.length() + there.length();
        // Each pair counts alike: cameras of a scene may be far away.
        if size > 0.0 {
            number += 1.0;
            lengths += (here.length() - there.length()).abs() / size;
            directions += 2.0 * here.distance(across * there) / size;
        }
    }
    lengths <= LENGTHS * number && directions > ASYMMETRY * number
}

fn trace(matrix: Mat3A) -> f32 {
    matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z
}

/// The expected mirror, turned by the least angle to the direction of the farthest child.
fn turned_frame(expected: Mat3A, pairs: &[Pair]) -> Mat3A {
    let length = |[there, here]: &Pair| there.length() + here.length();
    let farthest = pairs.iter().max_by(|a, b| length(a).total_cmp(&length(b)));
    let ends = farthest.and_then(|[there, here]| {
        Some([(expected * *there).try_normalize()?, here.try_normalize()?].map(Vec3::from))
    });
    match ends {
        Some([from, to]) => Mat3A::from_quat(Quat::from_rotation_arc(from, to)) * expected,
        None => expected,
    }
}

/// The mirror in the plane between paired children; without any, in the plane nearest to the expected one.
fn own_frame(expected: Mat3A, pairs: &[Pair]) -> Mat3A {
    let apart = pairs.iter().map(|[there, here]| *here - *there);
    let farthest = apart.clone().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    let farthest = farthest.unwrap_or(Vec3A::ZERO);
    // Both children of a pair are in the list: their differences are opposite.
    let sum: Vec3A = apart.map(|apart| apart * apart.dot(farthest).signum()).sum();
    let normal = sum.try_normalize().or_else(|| {
        let away = Mat3A::IDENTITY - expected;
        let columns = [away.x_axis, away.y_axis, away.z_axis];
        columns.into_iter().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))?.try_normalize()
    });
    match normal {
        Some(n) => {
            Mat3A::from_cols(Vec3A::X - 2.0 * n.x * n, Vec3A::Y - 2.0 * n.y * n, Vec3A::Z - 2.0 * n.z * n)
        }
        None => expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::pose::{PoseMirror, local_to_model};
    use crate::skeleton::Joint;
    use glam::Affine3A;
    use test_needs::cases;

    /// Number of the sword in the left hand, which has no counterpart; its blade is the next joint.
    const SWORD: usize = 8;

    /// Hips, a spine, two arms of three joints each with opposite axes, and a sword, in a pose and a unit.
    fn body(pose: &[Quat], unit: f32) -> (Skeleton, Vec<JointId>) {
        const PARENTS: [Option<u32>; 10] =
            [None, Some(0), Some(1), Some(2), Some(3), Some(1), Some(5), Some(6), Some(4), Some(8)];
        let offsets = [
            (0.0, 1.0, 0.0),
            (0.5, 0.0, 0.0),
            (0.4, 0.2, 0.05),
            (0.3, 0.0, 0.0),
            (0.25, 0.0, 0.0),
            (0.4, -0.2, 0.05),
            (-0.3, 0.0, 0.0),
            (-0.25, 0.0, 0.0),
            (0.1, 0.02, 0.03),
            (0.2, 0.0, 0.0),
        ];
        let joints = offsets.into_iter().enumerate().map(|(n, offset)| {
            let rest = Transform {
                translation: unit * Vec3::from(offset),
                rotation: pose[n],
                ..Transform::IDENTITY
            };
            Joint { name: String::new(), parent: PARENTS[n], rest, in_scene: true }
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let mut partners: Vec<JointId> = skeleton.joints().collect();
        for (a, b) in [(2, 5), (3, 6), (4, 7)] {
            let [a, b] = [a, b].map(|n| skeleton.by_file_index(n).unwrap());
            (partners[a.index()], partners[b.index()]) = (b, a);
        }
        (skeleton, partners)
    }

    /// Rotations of a pose whose joints are turned from a symmetric one, each by half of `most` radians to all.
    fn random_pose(random: &mut fastrand::Rng, most: f32) -> Vec<Quat> {
        // The hips' X is up and their Y is to the right; the axes of the right arm are those of the left one, mirrored
        // and reversed.
        let hips = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let left = Quat::from_rotation_z(1.2);
        let right = Mat3A::from_diagonal(Vec3::new(-1.0, 1.0, -1.0)) * Mat3A::from_quat(left);
        let of_side = |arm: Quat| [arm, Quat::IDENTITY, Quat::IDENTITY];
        let right = of_side(Quat::from_mat3a(&right));
        let poses = [hips, Quat::IDENTITY].into_iter().chain(of_side(left)).chain(right);
        let poses = poses.chain([Quat::from_rotation_y(0.7), Quat::from_rotation_x(0.4)]);
        let mut turned = |rotation: Quat| {
            let axis = Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5)).normalize_or(Vec3::X);
            rotation * Quat::from_axis_angle(axis, most * (0.5 + 0.5 * random.f32()))
        };
        poses.map(&mut turned).collect()
    }

    #[test]
    fn a_body_mirrors_whatever_its_reference_pose() {
        let mut number = 0;
        for mut random in cases(300) {
            let case = random.seed();
            let unit = [0.01, 1.0, 100.0][random.usize(..3)];
            let forward = Quat::from_rotation_y([0.0, 0.5, 1.0][random.usize(..3)] * std::f32::consts::PI);
            let across = within_limb(forward.inverse(), Mat3A::from_diagonal(Vec3::new(-1.0, 1.0, 1.0)));
            let mut rest = random_pose(&mut random, 0.7);
            rest[0] = forward * rest[0];
            let (skeleton, partners) = body(&rest, unit);
            // Turns of limbs about themselves leave a pose nearly symmetric.
            if !is_asymmetric(&skeleton, &partners, across) {
                continue;
            }
            number += 1;
            let mirror = PoseMirror::facing(&skeleton, &partners, forward);
            let mut pose = skeleton.reference().to_vec();
            let (order, turns) = (skeleton.joints(), random_pose(&mut random, 3.0));
            for joint in order {
                pose[joint.index()].rotation = turns[skeleton.file_index(joint)];
            }
            let mut mirrored = pose.clone();
            mirror.apply(&pose, &mut mirrored);
            let model = |pose: &[Transform]| {
                let mut model = vec![Affine3A::IDENTITY; pose.len()];
                local_to_model(&skeleton, pose, &mut model);
                model
            };
            let (before, after) = (model(&pose), model(&mirrored));
            for joint in skeleton.joints().filter(|joint| skeleton.file_index(*joint) < SWORD) {
                let there = before[partners[joint.index()].index()];
                let here = after[joint.index()];
                let off = here.translation.distance(across * there.translation);
                let axes = if skeleton.file_index(joint) < 2 { MIRRORS[1] } else { MIRRORS[3] };
                let expected = across * there.matrix3 * Mat3A::from_diagonal(axes);
                let is_turned = !here.matrix3.abs_diff_eq(expected, 1e-4);
                assert!(off < 1e-4 * unit && !is_turned, "case {case}, {joint:?}: {off}, {here} {expected}");
            }
            let mut twice = pose.clone();
            mirror.apply(&mirrored, &mut twice);
            for (joint, expected) in twice.iter().zip(&pose) {
                assert!(
                    joint.to_affine().abs_diff_eq(expected.to_affine(), 1e-4 * unit.max(1.0)),
                    "case {case}: {joint:?}"
                );
            }
            // The sword keeps its place in the hand.
            let mut rest = skeleton.reference().to_vec();
            mirror.apply(skeleton.reference(), &mut rest);
            for part in [SWORD, SWORD + 1] {
                let part = skeleton.by_file_index(part).unwrap().index();
                let turned = rest[part].rotation.angle_between(skeleton.reference()[part].rotation);
                assert!(turned < 1e-2, "case {case}: the sword is turned by {turned}");
            }
        }
        assert!(number > 250, "{number} cases");
    }
}
