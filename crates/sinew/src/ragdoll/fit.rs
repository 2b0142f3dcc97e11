//! Fit of a ragdoll to a character's skin.

use super::error::RagdollError;
use super::fit_shape::fit_shape;
use super::part_choice::{PartChoice, choose_creature_parts, choose_human_parts, choose_joints};
use super::skin_points::{SkinPoints, joint_parts};
use super::stability::{StabilityNote, stabilize};
use super::{MassProperties, Ragdoll, RagdollPart, ShapeKind};
use crate::character::Character;
use crate::humanoid::HumanBone;
use crate::limit::{AngleRange, HumanLimits, Limit, Swing, SwingEllipse};
use crate::math::Transform;
use crate::math::turn::rotation_of;
use crate::skeleton::JointIndex;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// Settings of [`Ragdoll::fit_with`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RagdollSettings {
    /// Kind of the parts' shapes.
    pub shape: ShapeKind,
    /// Density, kg/m³. A human body has about 985.
    pub density: f32,
    /// Mass of the whole ragdoll, kg; `None` for that of its volume.
    pub mass: Option<f32>,
    /// Joints of the parts, the root part's first; empty to choose them: by human bones, or by their size in other creatures.
    pub joints: Vec<JointIndex>,
}

impl Default for RagdollSettings {
    fn default() -> Self {
        Self { shape: ShapeKind::default(), density: 985.0, mass: None, joints: Vec::new() }
    }
}

/// Distance below which two parts count as overlapping, relative to the size of the body.
const OVERLAP_MARGIN: f32 = 0.004;

/// Density of what hangs on a part, such as weapons and hair, relative to the body's: thin things fill little of their hulls.
const HUNG_DENSITY: f32 = 0.1;

impl Ragdoll {
    /// Ragdoll of a character with the usual settings: parts by human bones, or by size in other creatures; shapes, masses and centres of
    /// mass from the skin; limits of human joints.
    ///
    /// # Errors
    /// When the character has no skin, or none of its joints moves enough of it.
    pub fn fit(character: &Character) -> Result<Self, RagdollError> {
        Self::fit_with(character, &RagdollSettings::default())
    }

    /// Ragdoll of a character.
    ///
    /// # Errors
    /// As [`Ragdoll::fit`]; when a joint of the settings does not exist, or does not lie below the first one.
    pub fn fit_with(character: &Character, settings: &RagdollSettings) -> Result<Self, RagdollError> {
        let skeleton = character.skeleton();
        let points = SkinPoints::new(character);
        if points.is_empty() {
            return Err(RagdollError::NoSkin);
        }
        let mut notes = Vec::new();
        let choice = match character.humanoid() {
            _ if !settings.joints.is_empty() => choose_joints(skeleton, &settings.joints)?,
            Some(humanoid) => choose_human_parts(character, humanoid, &points, &mut notes),
            None => choose_creature_parts(character, &points),
        };
        let PartChoice { joints, .. } = &choice;
        if joints.is_empty() {
            return Err(RagdollError::NoParts);
        }
        let part_of_joint = joint_parts(skeleton, joints);
        let clouds = points.clouds(character, joints, &part_of_joint);
        let limits = character.humanoid().map(|humanoid| {
            let moves = |bone: HumanBone| humanoid.joint(bone).is_some_and(|joint| joints.contains(&joint));
            HumanLimits::of_moving(skeleton, humanoid, moves)
        });
        let reference = character.reference_model();
        let mut parts = Vec::with_capacity(joints.len());
        for (n, &joint) in joints.iter().enumerate() {
            let above = skeleton.parent(joint).and_then(|parent| joint_part(&part_of_joint, parent));
            let matrix = &reference[joint.index()];
            let origin = Vec3::from(matrix.translation);
            let mut cloud: Vec<Vec3> = clouds[n].own.iter().map(|point| *point - origin).collect();
            let below = joints.iter().filter(|other| {
                skeleton.parent(**other).and_then(|parent| joint_part(&part_of_joint, parent)) == Some(n)
            });
            cloud.extend(below.map(|other| Vec3::from(reference[other.index()].translation) - origin));
            cloud.push(Vec3::ZERO);
            let fitted = fit_shape(&cloud, settings.shape, points.smallest_size());
            if let Some(thickness) = fitted.thin {
                notes.push(StabilityNote::Thin { part: n, thickness });
            }
            let mut shapes = vec![fitted.shape];
            for hung in points.hanging(&part_of_joint, n).chain(&clouds[n].beyond) {
                let cloud: Vec<Vec3> = hung.iter().map(|point| *point - origin).collect();
                shapes.push(fit_shape(&cloud, settings.shape, points.smallest_size()).shape);
            }
            let hung = shapes[1..].iter().map(|shape| (shape, settings.density * HUNG_DENSITY));
            let mass = MassProperties::of(std::iter::once((&shapes[0], settings.density)).chain(hung));
            let parent_rotation =
                skeleton.parent(joint).map_or(Quat::IDENTITY, |p| rotation_of(&reference[p.index()]));
            let rest = parent_rotation.inverse() * rotation_of(matrix);
            let (limit, limit_reference) = match limits.as_ref().and_then(|limits| limits.get(joint)) {
                Some((limit, reference)) => (limit.clone(), reference),
                None => (creature_limit(parent_rotation.inverse() * mass.center), rest),
            };
            let angle = limit.violation(rest * limit_reference.inverse());
            if above.is_some() && angle > 0.01 {
                notes.push(StabilityNote::LimitExceeded { part: n, angle });
            }
            parts.push(RagdollPart {
                joint,
                parent: above,
                shapes,
                mass,
                simulated_mass: mass,
                limit,
                reference: limit_reference,
                origin,
                part_from_joint: Affine3A { matrix3: matrix.matrix3, translation: Vec3A::ZERO },
                rotation: rotation_of(matrix),
            });
        }
        scale_masses(&mut parts, settings.mass);
        stabilize(&mut parts, &mut notes);
        let ignored = overlapping_pairs(&parts, points.height() * OVERLAP_MARGIN);
        notes.extend(ignored.iter().map(|&(a, b)| StabilityNote::Overlap { parts: [a, b] }));
        Ok(Self { parts, part_of_joint, ignored, notes, size: points.height() })
    }
}

/// Part of a joint in a list of parts per joint.
fn joint_part(part_of_joint: &[u16], joint: JointIndex) -> Option<usize> {
    Some(part_of_joint[joint.index()]).filter(|part| *part != u16::MAX).map(usize::from)
}

/// Limit of a joint that is no human bone: an even cone about the direction to the part's centre of mass.
fn creature_limit(bone: Vec3) -> Limit {
    let bone = bone.normalize_or(Vec3::Y);
    let [swing, twist] = [40.0f32, 20.0].map(|angle| AngleRange::symmetric(angle.to_radians()));
    let ellipse = SwingEllipse::new(bone, bone.any_orthonormal_vector(), swing, swing);
    Limit::ball(bone, Swing::Ellipse(ellipse), Some(twist))
}

/// Scales all masses to a total.
fn scale_masses(parts: &mut [RagdollPart], total: Option<f32>) {
    let Some(total) = total.filter(|total| total.is_finite() && *total > 0.0) else { return };
    let own: f32 = parts.iter().map(|part| part.mass.mass).sum();
    for part in parts {
        part.mass.mass *= total / own;
        part.mass.inertia *= total / own;
    }
}

/// Pairs of parts, neighbours excepted, that no plane of a few directions separates by `margin` in the reference pose.
fn overlapping_pairs(parts: &[RagdollPart], margin: f32) -> Vec<(usize, usize)> {
    let directions = super::fit_shape::directions();
    let extents: Vec<Vec<[f32; 2]>> = parts
        .iter()
        .map(|part| {
            let extent = |direction: &Vec3| {
                let own = part.origin.dot(*direction);
                [own - part.support(-*direction), own + part.support(*direction)]
            };
            directions.iter().map(extent).collect()
        })
        .collect();
    let mut pairs = Vec::new();
    for a in 0..parts.len() {
        for b in a + 1..parts.len() {
            let are_neighbours = parts[a].parent == Some(b) || parts[b].parent == Some(a);
            let gap = |(a, b): (&[f32; 2], &[f32; 2])| (a[0] - b[1]).max(b[0] - a[1]);
            let widest = extents[a].iter().zip(&extents[b]).map(gap).fold(f32::MIN, f32::max);
            if !are_neighbours && widest < margin {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// Place of a part, world from part, for a joint's matrix in the world without scale.
pub(super) fn part_rotation(part: &RagdollPart, world_from_joint: &Affine3A) -> Quat {
    let matrix3 = world_from_joint.matrix3 * inverse(part.part_from_joint.matrix3);
    Transform::from_affine(&Affine3A { matrix3, translation: Vec3A::ZERO }).rotation
}

/// Inverse of a matrix; that of a matrix without one is the identity.
fn inverse(matrix: Mat3A) -> Mat3A {
    if matrix.determinant().abs() > f32::MIN_POSITIVE { matrix.inverse() } else { Mat3A::IDENTITY }
}
