//! Fit of a ragdoll to a character's skin.

use super::assemble::{PartSeed, assemble, joint_part};
use super::error::RagdollError;
use super::fit_shape::fit_shape;
use super::part_choice::{choose_creature_parts, choose_human_parts, choose_joints};
use super::skin_points::{SkinPoints, joint_parts};
use super::stability::{StabilityNote, unusual_mass};
use super::{MassProperties, Ragdoll, ShapeKind};
use crate::character::Character;
use crate::skeleton::JointIndex;
use glam::Vec3;

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
    /// Joints of the parts, of which one is above all others; empty to choose them: by human bones, or by their size in other creatures.
    pub joints: Vec<JointIndex>,
}

impl RagdollSettings {
    /// Sets the kind of the shapes.
    #[must_use]
    pub fn with_shape(self, shape: ShapeKind) -> Self {
        Self { shape, ..self }
    }

    /// Sets the density, kg/m³.
    #[must_use]
    pub fn with_density(self, density: f32) -> Self {
        Self { density, ..self }
    }

    /// Sets the mass of the whole ragdoll, kg; `None` for that of its volume.
    #[must_use]
    pub fn with_mass(self, mass: Option<f32>) -> Self {
        Self { mass, ..self }
    }

    /// Sets the joints of the parts.
    #[must_use]
    pub fn with_joints(self, joints: Vec<JointIndex>) -> Self {
        Self { joints, ..self }
    }
}

impl Default for RagdollSettings {
    fn default() -> Self {
        Self { shape: ShapeKind::default(), density: 985.0, mass: None, joints: Vec::new() }
    }
}

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
    /// As [`Ragdoll::fit`]; when density or mass are no positive numbers; when a joint of the settings does not exist, or does not lie below the first one.
    pub fn fit_with(character: &Character, settings: &RagdollSettings) -> Result<Self, RagdollError> {
        let skeleton = character.skeleton();
        let is_sound = |number: f32| number.is_finite() && number > 0.0;
        if !is_sound(settings.density) {
            return Err(RagdollError::Density);
        }
        if !settings.mass.is_none_or(is_sound) {
            return Err(RagdollError::Mass);
        }
        let points = SkinPoints::new(character);
        if points.is_empty() {
            return Err(RagdollError::NoSkin);
        }
        let mut notes = Vec::new();
        let joints = match character.humanoid() {
            _ if !settings.joints.is_empty() => choose_joints(skeleton, &settings.joints)?,
            Some(humanoid) => choose_human_parts(character, humanoid, &points, &mut notes),
            None => choose_creature_parts(character, &points),
        };
        if joints.is_empty() {
            return Err(RagdollError::NoParts);
        }
        let part_of_joint = joint_parts(skeleton, &joints);
        let clouds = points.clouds(character, &joints, &part_of_joint);
        let reference = character.reference_model();
        let mut seeds = Vec::with_capacity(joints.len());
        for (n, &joint) in joints.iter().enumerate() {
            let origin = Vec3::from(reference[joint.index()].translation);
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
            let mut densities = vec![HUNG_DENSITY; shapes.len()];
            densities[0] = 1.0;
            let heavy = shapes.iter().zip(&densities).map(|(shape, own)| (shape, own * settings.density));
            let mass = MassProperties::of(heavy);
            if shapes.len() == 1 {
                densities.clear();
            }
            seeds.push(PartSeed { joint, shapes, densities, mass, limit: None });
        }
        scale_masses(&mut seeds, settings.mass);
        let total = seeds.iter().map(|part| part.mass.mass).sum();
        notes.extend(unusual_mass(total, points.height()));
        Ok(assemble(character, seeds, None, notes, points.height()))
    }
}

/// Scales all masses to a total.
fn scale_masses(parts: &mut [PartSeed], total: Option<f32>) {
    let Some(total) = total else { return };
    let own: f32 = parts.iter().map(|part| part.mass.mass).sum();
    for part in parts {
        part.mass.mass *= total / own;
        part.mass.inertia *= total / own;
    }
}
