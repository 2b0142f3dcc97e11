//! Fit of a ragdoll to a character's skin.

use super::assemble::{PartSeed, assemble, joint_part};
use super::body_mass::HumanParts;
use super::error::RagdollError;
use super::fit_shape::fit_shape;
use super::part_choice::{choose_creature_parts, choose_human_parts, choose_joints};
use super::skin_points::{SkinPoints, joint_parts};
use super::stability::{StabilityNote, human_mass, unusual_mass};
use super::{MassProperties, Ragdoll, ShapeKind};
use crate::character::Character;
use crate::skeleton::JointId;
use glam::Vec3;

/// Settings of [`Ragdoll::fit_with`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RagdollSettings {
    /// Kind of the parts' shapes.
    pub shape: ShapeKind,
    /// Density, kg/m³. A human body has about 985; the mass of a humanoid, which follows from its height, is
    /// multiplied by the ratio to it.
    pub density: f32,
    /// Mass of the whole ragdoll, kg; `None` for that of a human body of its height, or of other creatures'
    /// volume.
    pub mass: Option<f32>,
    /// Joints of the parts, of which one is above all others; empty to choose them: by human bones, or by
    /// their size in other creatures.
    pub joints: Vec<JointId>,
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

    /// Sets the mass of the whole ragdoll, kg; `None` for that of its height or volume.
    #[must_use]
    pub fn with_mass(self, mass: Option<f32>) -> Self {
        Self { mass, ..self }
    }

    /// Sets the joints of the parts.
    #[must_use]
    pub fn with_joints(self, joints: Vec<JointId>) -> Self {
        Self { joints, ..self }
    }
}

impl Default for RagdollSettings {
    fn default() -> Self {
        Self { shape: ShapeKind::default(), density: HUMAN_DENSITY, mass: None, joints: Vec::new() }
    }
}

/// Density of a human body, kg/m³.
const HUMAN_DENSITY: f32 = 985.0;

/// Density of what hangs on a part, such as weapons and hair, relative to the body's: thin things fill little
/// of their hulls.
const HUNG_DENSITY: f32 = 0.1;

/// Greatest mass of a creature, relative to a human body as high as its largest extent: hulls of wings,
/// shells and armour hold more air than body. A pig has 4 times that mass, a horse 3 times.
const MAX_CREATURE_MASS: f32 = 8.0;

impl Ragdoll {
    /// Ragdoll of a character with the usual settings: parts by human bones, or by size in other creatures;
    /// shapes and centres of mass from the skin; masses of humanoids by height and limb, of others by volume;
    /// limits of human joints.
    ///
    /// # Errors
    /// When the character has no skin, or none of its joints moves enough of it.
    pub fn fit(character: &Character) -> Result<Self, RagdollError> {
        Self::fit_with(character, &RagdollSettings::default())
    }

    /// Ragdoll of a character.
    ///
    /// # Errors
    /// As [`Ragdoll::fit`]; when density or mass are no positive numbers; when a joint of the settings does
    /// not exist, or does not lie below the first one.
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
            let mut cloud: Vec<Vec3> = clouds[n].near.iter().map(|point| *point - origin).collect();
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
            let heavy =
                shapes.iter().zip(&densities).map(|(shape, density)| (shape, density * settings.density));
            let mass = MassProperties::of(heavy);
            if shapes.len() == 1 {
                densities.clear();
            }
            seeds.push(PartSeed { joint, shapes, densities, mass, limit: None });
        }
        let volumes: Vec<f32> = seeds.iter().map(|seed| seed.mass.mass / settings.density).collect();
        let human = character.humanoid().and_then(|humanoid| {
            let parts = HumanParts { character, humanoid, joints: &joints, part_of_joint: &part_of_joint };
            let height = points.human_height(character);
            Some((parts.mass_shares(&volumes)?, height))
        });
        let size = match human {
            Some((shares, height)) => {
                let whole = human_mass(height) * settings.density / HUMAN_DENSITY;
                seeds.iter_mut().zip(shares).for_each(|(seed, share)| seed.mass.set_mass(whole * share));
                height
            }
            None => {
                let whole = seeds.iter().map(|seed| seed.mass.mass).sum::<f32>();
                let most = MAX_CREATURE_MASS * human_mass(points.height());
                scale_masses(&mut seeds, whole.min(most));
                points.height()
            }
        };
        if let Some(total) = settings.mass {
            scale_masses(&mut seeds, total);
        }
        let total = seeds.iter().map(|part| part.mass.mass).sum();
        notes.extend(unusual_mass(total, size));
        Ok(assemble(character, seeds, None, notes, points.height()))
    }
}

/// Scales all masses to a total.
fn scale_masses(parts: &mut [PartSeed], total: f32) {
    let current: f32 = parts.iter().map(|part| part.mass.mass).sum();
    for part in parts {
        part.mass.set_mass(part.mass.mass * (total / current));
    }
}
