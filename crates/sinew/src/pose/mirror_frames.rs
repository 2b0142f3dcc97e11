//! Frames of joints and of their counterparts, found without a symmetric reference pose.
//!
//! Captures may have no other reference pose than one of their frames, in which the sides differ: the frame of a
//! joint in it says nothing about that of its counterpart. Their lengths are equal all the same, and the directions
//! from a joint to its children, in its own frame, are those of the counterpart in a mirror. Axes of rigs lie along
//! limbs, so that the mirror is one of four that only change signs of components; where several fit, the one nearest
//! to what the parents and the reference pose say is taken. These four differ by half turns: the nearest is the right
//! one unless the sides of the reference pose are twisted by more than a quarter turn.

use crate::math::Transform;
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

/// Mirrors that only change signs; all but the last one keep a plane.
const MIRRORS: [Vec3; 4] = [
    Vec3::new(-1.0, 1.0, 1.0),
    Vec3::new(1.0, -1.0, 1.0),
    Vec3::new(1.0, 1.0, -1.0),
    Vec3::new(-1.0, -1.0, -1.0),
];

/// Displacements from a joint's counterpart and from the joint, each in its own frame.
type Pair = [Vec3A; 2];

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
    let reference = skeleton.reference();
    if !is_asymmetric(skeleton, partners, across) {
        return None;
    }
    // A joint without a counterpart on a limb with one is mirrored within its limb.
    let is_alone =
        |joint: JointId, parent: JointId| partners[joint.index()] == joint && partners[parent.index()] != parent;
    let mut frames: Vec<Option<Mat3A>> = Vec::with_capacity(partners.len());
    let mut pairs: Vec<Vec<Pair>> = vec![Vec::new(); partners.len()];
    for child in skeleton.joints() {
        let other = partners[child.index()];
        if let Some(parent) = skeleton.parent(child).filter(|parent| !is_alone(child, *parent)) {
            let pair = [other, child].map(|joint| reference[joint.index()].translation.into());
            pairs[parent.index()].push(pair);
        }
    }
    for joint in skeleton.joints() {
        let other = partners[joint.index()];
        let of_parent = match skeleton.parent(joint) {
            None => Some(across),
            Some(parent) if is_alone(joint, parent) => {
                Some(within_limb(model_rotations[parent.index()], across))
            }
            Some(parent) => frames[parent.index()],
        };
        let rests = [joint, other].map(|joint| &reference[joint.index()]);
        let of_parent = of_parent.filter(|_| rests.into_iter().all(is_evenly_scaled));
        let [to, from] = rests.map(|rest| Mat3A::from_quat(rest.rotation));
        frames.push(of_parent.map(|of_parent| {
            frame(to.transpose() * of_parent * from, &pairs[joint.index()], joint == other)
        }));
    }
    Some(frames)
}

/// The mirror of the model in the frame of a joint of this rotation.
pub(super) fn within_limb(rotation: Quat, across: Mat3A) -> Mat3A {
    let frame = Mat3A::from_quat(rotation);
    frame.transpose() * across * frame
}

fn is_evenly_scaled(joint: &Transform) -> bool {
    let scale = joint.scale;
    scale.min_element() > 0.0 && scale.max_element() - scale.min_element() < 1e-3 * scale.max_element()
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

/// The mirror of a joint that fits its children and is nearest to the expected one.
fn frame(expected: Mat3A, pairs: &[Pair], is_own: bool) -> Mat3A {
    let distance: f32 = pairs.iter().map(|[_, here]| here.length()).sum();
    let fits = |mirror: &Mat3A| {
        let off: f32 = pairs.iter().map(|[there, here]| here.distance(*mirror * *there)).sum();
        off <= FIT * distance
    };
    // A joint that is its own counterpart has a plane between its sides.
    let mirrors = MIRRORS[..if is_own { 3 } else { 4 }].iter().map(|signs| Mat3A::from_diagonal(*signs));
    let nearness = |mirror: &Mat3A| trace(*mirror * expected.transpose());
    let best = mirrors.filter(fits).max_by(|a, b| nearness(a).total_cmp(&nearness(b)));
    best.unwrap_or_else(|| if is_own { own_frame(expected, pairs) } else { turned_frame(expected, pairs) })
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
    let apart: Vec3A = pairs.iter().map(|[there, here]| (*here - *there) * sign(*here - *there)).sum();
    let normal = apart.try_normalize().or_else(|| {
        let away = Mat3A::IDENTITY - expected;
        let columns = [away.x_axis, away.y_axis, away.z_axis];
        columns.into_iter().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))?.try_normalize()
    });
    match normal {
        Some(n) => Mat3A::from_cols(
            Vec3A::X - 2.0 * n.x * n,
            Vec3A::Y - 2.0 * n.y * n,
            Vec3A::Z - 2.0 * n.z * n,
        ),
        None => expected,
    }
}

/// 1 or −1, so that opposite vectors become equal.
fn sign(vector: Vec3A) -> f32 {
    let largest = vector.to_array().into_iter().max_by(|a, b| a.abs().total_cmp(&b.abs()));
    largest.map_or(1.0, f32::signum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::{PoseMirror, local_to_model};
    use crate::skeleton::Joint;
    use glam::Affine3A;
    use test_needs::cases;

    /// Hips, a spine, and two arms of three joints each with opposite axes, in a pose.
    fn body(pose: &[Quat]) -> (Skeleton, Vec<JointId>) {
        const PARENTS: [Option<u32>; 8] =
            [None, Some(0), Some(1), Some(2), Some(3), Some(1), Some(5), Some(6)];
        let offsets = [
            (0.0, 1.0, 0.0),
            (0.5, 0.0, 0.0),
            (0.4, 0.2, 0.05),
            (0.3, 0.0, 0.0),
            (0.25, 0.0, 0.0),
            (0.4, -0.2, 0.05),
            (-0.3, 0.0, 0.0),
            (-0.25, 0.0, 0.0),
        ];
        let joints = offsets.into_iter().enumerate().map(|(n, offset)| {
            let rest = Transform { translation: offset.into(), rotation: pose[n], ..Transform::IDENTITY };
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

    /// Rotations of a pose whose joints are turned from a symmetric one by up to `most` radians.
    fn random_pose(random: &mut fastrand::Rng, most: f32) -> Vec<Quat> {
        // The hips' X is up and their Y is to the right; the axes of the right arm are those of the left one, mirrored
        // and reversed.
        let hips = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let left = Quat::from_rotation_z(1.2);
        let right = Mat3A::from_diagonal(Vec3::new(-1.0, 1.0, -1.0)) * Mat3A::from_quat(left);
        let of_side = |arm: Quat| [arm, Quat::IDENTITY, Quat::IDENTITY];
        let right = of_side(Quat::from_mat3a(&right));
        let poses = [hips, Quat::IDENTITY].into_iter().chain(of_side(left)).chain(right);
        let mut turned = |rotation: Quat| {
            let axis = Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5)).normalize_or(Vec3::X);
            rotation * Quat::from_axis_angle(axis, most * random.f32())
        };
        poses.map(&mut turned).collect()
    }

    #[test]
    fn a_body_mirrors_whatever_its_reference_pose() {
        for mut random in cases(300) {
            let case = random.seed();
            let (skeleton, partners) = body(&random_pose(&mut random, 1.0));
            let mirror = PoseMirror::new(&skeleton, &partners);
            let mut pose = skeleton.reference().to_vec();
            let (order, turns) = (skeleton.joints(), random_pose(&mut random, 3.0));
            for joint in order {
                pose[joint.index()].rotation = turns[skeleton.file_index(joint)];
            }
            let mut mirrored = pose.clone();
            mirror.apply(&pose, &mut mirrored);
            let positions = |pose: &[Transform]| {
                let mut model = vec![Affine3A::IDENTITY; pose.len()];
                local_to_model(&skeleton, pose, &mut model);
                model.into_iter().map(|joint| joint.translation).collect::<Vec<_>>()
            };
            let (before, after) = (positions(&pose), positions(&mirrored));
            for joint in skeleton.joints() {
                let there = before[partners[joint.index()].index()] * Vec3A::new(-1.0, 1.0, 1.0);
                let off = after[joint.index()].distance(there);
                assert!(off < 1e-4, "case {case}, {joint:?}: {off}");
            }
            let mut twice = pose.clone();
            mirror.apply(&mirrored, &mut twice);
            for (joint, expected) in twice.iter().zip(&pose) {
                assert!(joint.to_affine().abs_diff_eq(expected.to_affine(), 1e-4), "case {case}: {joint:?}");
            }
        }
    }
}
