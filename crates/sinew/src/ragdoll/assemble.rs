//! Ragdolls from parts that are chosen and measured.

use super::measure::skin_points::joint_parts;
use super::overlap::overlapping_pairs;
use super::ragdoll::Digit;
use super::stability::{StabilityNote, stabilize};
use super::{MassProperties, PartDynamics, PartShape, Ragdoll, RagdollPart};
use crate::character::Character;
use crate::humanoid::HumanBone;
use crate::limit::{AngleRange, HumanLimits, Limit, Swing, SwingEllipse};
use crate::math::turn::rotation_of;
use crate::skeleton::JointId;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Joint, shapes and mass of a part, from which [`assemble`] makes it.
pub(super) struct PartSeed {
    pub(super) joint: JointId,
    pub(super) shapes: Vec<PartShape>,
    /// Relative densities of the shapes; empty where all have the same.
    pub(super) densities: Vec<f32>,
    pub(super) mass: MassProperties,
    /// Limit and the rotation from which it counts, in the space of the joint's parent; `None` for those of
    /// the human bone, or of a creature.
    pub(super) limit: Option<(Limit, Quat)>,
    pub(super) shape_names: Vec<String>,
    pub(super) dynamics: PartDynamics,
}

/// Size of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodySize {
    /// Largest extent in the reference pose, in units of the character.
    pub(super) size: f32,
    /// Number of units that are a metre.
    pub(super) units_per_metre: f32,
}

/// Distance below which two parts count as overlapping, relative to the size of the body.
const OVERLAP_MARGIN: f32 = 0.004;

/// Ragdoll of parts, parents first. Without a list of pairs that do not collide, those are that overlap in
/// the reference pose.
pub(super) fn assemble(
    character: &Character,
    seeds: Vec<PartSeed>,
    ignored: Option<Vec<(usize, usize)>>,
    mut notes: Vec<StabilityNote>,
    body: BodySize,
) -> Ragdoll {
    let BodySize { size, units_per_metre } = body;
    let (skeleton, reference) = (character.skeleton(), character.reference_model());
    let joints: Vec<JointId> = seeds.iter().map(|seed| seed.joint).collect();
    let part_of_joint = joint_parts(skeleton, &joints);
    let limits = character.humanoid().map(|humanoid| {
        let moves = |bone: HumanBone| humanoid.joint(bone).is_some_and(|joint| joints.contains(&joint));
        HumanLimits::of_moving(skeleton, humanoid, moves)
    });
    let mut parts = Vec::with_capacity(seeds.len());
    for (n, seed) in seeds.into_iter().enumerate() {
        let PartSeed { joint, shapes, densities, mass, limit, shape_names, dynamics } = seed;
        let matrix = &reference[joint.index()];
        let parent = skeleton.parent(joint).and_then(|parent| joint_part(&part_of_joint, parent));
        let above = skeleton.parent(joint).map_or(Quat::IDENTITY, |p| rotation_of(&reference[p.index()]));
        let rest = above.inverse() * rotation_of(matrix);
        let human = limits.as_ref().and_then(|limits| limits.get(joint));
        let (limit, limit_reference) = match (limit, human) {
            (Some(described), _) => described,
            (None, Some((limit, reference))) => (limit.clone(), reference),
            (None, None) => creature_limit(character, joint, mass.center),
        };
        let angle = limit.violation(rest * limit_reference.inverse());
        if parent.is_some() && angle > 0.01 {
            notes.push(StabilityNote::LimitExceeded { part: n, angle });
        }
        parts.push(RagdollPart {
            joint,
            parent,
            shapes,
            shape_names,
            densities,
            mass,
            simulated_mass: mass,
            limit,
            reference: limit_reference,
            dynamics,
            origin: matrix.translation.into(),
            part_from_joint: Affine3A { matrix3: matrix.matrix3, translation: Vec3A::ZERO },
            rotation: rotation_of(matrix),
        });
    }
    stabilize(&mut parts, &mut notes);
    let ignored = ignored.unwrap_or_else(|| {
        let mut pairs = Vec::new();
        let at_rest = |part: &RagdollPart| (part.origin, Quat::IDENTITY);
        overlapping_pairs(&parts, at_rest, size * OVERLAP_MARGIN, &mut pairs);
        notes.extend(pairs.iter().map(|&(a, b)| StabilityNote::Overlap { parts: [a, b] }));
        pairs
    });
    let digits = digits(character, &parts, &part_of_joint);
    Ragdoll {
        parts,
        part_of_joint,
        ignored,
        notes,
        digits,
        size,
        units_per_metre,
        skeleton: skeleton.fingerprint(),
    }
}

/// Joints of a humanoid's fingers and toes that are no parts.
fn digits(character: &Character, parts: &[RagdollPart], part_of_joint: &[u16]) -> Vec<Digit> {
    let (skeleton, Some(humanoid)) = (character.skeleton(), character.humanoid()) else { return Vec::new() };
    let mut is_digit = vec![false; skeleton.len()];
    let mut digits = Vec::new();
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint).is_some_and(|parent| is_digit[parent.index()]);
        is_digit[joint.index()] = above || humanoid.named_bones.bone(joint).is_some_and(HumanBone::is_digit);
        let part = joint_part(part_of_joint, joint).filter(|part| parts[*part].joint != joint);
        if let Some(part) = part.filter(|_| is_digit[joint.index()]) {
            digits.push(Digit { joint, part, rotation: skeleton.reference()[joint.index()].rotation });
        }
    }
    digits
}

/// Part of a joint in a list of parts per joint.
pub(super) fn joint_part(part_of_joint: &[u16], joint: JointId) -> Option<usize> {
    Some(part_of_joint[joint.index()]).filter(|part| *part != u16::MAX).map(usize::from)
}

/// Limit of a joint that is no human bone, and the rotation from which it counts: an even cone about the
/// direction to the part's centre of mass.
pub(super) fn creature_limit(character: &Character, joint: JointId, center: Vec3) -> (Limit, Quat) {
    let reference = character.reference_model();
    let above = character.skeleton().parent(joint);
    let above = above.map_or(Quat::IDENTITY, |above| rotation_of(&reference[above.index()]));
    let rest = above.inverse() * rotation_of(&reference[joint.index()]);
    let bone = (above.inverse() * center).normalize_or(Vec3::Y);
    let [swing, twist] = [40.0f32, 20.0].map(|angle| AngleRange::symmetric(angle.to_radians()));
    let ellipse = SwingEllipse::new(bone, bone.any_orthonormal_vector(), swing, swing);
    (Limit::ball(bone, Swing::Ellipse(ellipse), Some(twist)), rest)
}
