//! Fit of a ragdoll to a character's skin.

use super::assemble::{BodySize, PartSeed, assemble, creature_limit, joint_part};
use super::error::RagdollError;
use super::measure::body_mass::HumanParts;
use super::measure::fit_shape::fit_shape;
use super::measure::legs::find_legs;
use super::measure::part_choice::{choose_creature_parts, choose_human_parts, choose_joints};
use super::measure::skin_points::{PartPoints, SkinPoints, joint_parts};
use super::stability::{StabilityNote, human_mass, unusual_mass};
use super::units::likely_units_per_metre;
use super::{MassProperties, PartDynamics, Ragdoll, ShapeKind};
use crate::character::Character;
use crate::skeleton::JointId;
use glam::Vec3;
use std::collections::HashMap;

/// Settings of [`Ragdoll::fit_with`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RagdollSettings {
    /// Kind of the parts' shapes.
    pub shape: ShapeKind,
    /// Density, kg/m³. A human body has about 985; the mass of a humanoid, which follows from its height, is
    /// multiplied by the ratio to it.
    pub density: f32,
    /// Mass of the whole ragdoll, kg, whatever the unit of length of the character is
    /// ([`Ragdoll::units_per_metre`]); `None` for that of a human body of its height, or of other creatures'
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

/// Number of legs from which on a body with the bones of a human is none: rigs of horses have thighs, too.
const FEWEST_LEGS: usize = 4;

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
        let mut points = SkinPoints::new(character);
        if points.is_empty() {
            return Err(RagdollError::NoSkin);
        }
        let units_per_metre = likely_units_per_metre(points.height());
        let mut notes = Vec::new();
        if units_per_metre != 1.0 {
            notes.push(StabilityNote::Units { size: points.height(), units_per_metre });
        }
        let mut legs = find_legs(character, &points);
        let is_creature = character.humanoid().is_none() || legs.len() >= FEWEST_LEGS;
        if is_creature {
            points = points.of_creature();
        } else {
            legs.clear();
        }
        let humanoid = character.humanoid().filter(|_| !is_creature);
        let joints = match humanoid {
            _ if !settings.joints.is_empty() => choose_joints(skeleton, &settings.joints)?,
            Some(humanoid) => choose_human_parts(character, humanoid, &points, &mut notes),
            None => choose_creature_parts(character, &points, &legs),
        };
        if joints.is_empty() {
            return Err(RagdollError::NoParts);
        }
        let part_of_joint = joint_parts(skeleton, &joints);
        let clouds = points.clouds(character, &joints, &part_of_joint);
        let mut limits: HashMap<_, _> = legs.iter().flat_map(|leg| leg.limits(character, &joints)).collect();
        let fit = PartFit {
            character,
            settings,
            points: &points,
            joints: &joints,
            part_of_joint: &part_of_joint,
            is_creature,
        };
        let mut seeds = Vec::with_capacity(joints.len());
        for (n, cloud) in clouds.iter().enumerate() {
            let (mut seed, thin) = fit.seed(n, cloud);
            seed.limit = limits.remove(&seed.joint).or(seed.limit);
            if let Some(thickness) = thin {
                notes.push(StabilityNote::Thin { part: n, thickness: thickness / units_per_metre });
            }
            seeds.push(seed);
        }
        let volumes: Vec<f32> = seeds.iter().map(|seed| seed.mass.mass / settings.density).collect();
        let human = humanoid.and_then(|humanoid| {
            let parts = HumanParts { character, humanoid, joints: &joints, part_of_joint: &part_of_joint };
            let height = points.human_height(character) / units_per_metre;
            Some((parts.mass_shares(&volumes)?, height))
        });
        let size = match human {
            Some((shares, height)) => {
                let whole = human_mass(height) * settings.density / HUMAN_DENSITY;
                seeds.iter_mut().zip(shares).for_each(|(seed, share)| seed.mass.set_mass(whole * share));
                height
            }
            None => {
                let size = points.height() / units_per_metre;
                let whole = seeds.iter().map(|seed| seed.mass.mass).sum::<f32>() / units_per_metre.powi(3);
                scale_masses(&mut seeds, whole.min(MAX_CREATURE_MASS * human_mass(size)));
                size
            }
        };
        if let Some(total) = settings.mass {
            scale_masses(&mut seeds, total);
        }
        let total = seeds.iter().map(|part| part.mass.mass).sum();
        notes.extend(unusual_mass(total, size));
        Ok(assemble(character, seeds, None, notes, BodySize { size: points.height(), units_per_metre }))
    }
}

/// Body that the shapes of parts are fitted to.
struct PartFit<'a> {
    character: &'a Character,
    settings: &'a RagdollSettings,
    points: &'a SkinPoints,
    joints: &'a [JointId],
    part_of_joint: &'a [u16],
    /// True for bodies that are no human ones.
    is_creature: bool,
}

impl PartFit<'_> {
    /// A part with its shapes, and the thickness of its skin where that is too thin.
    fn seed(&self, n: usize, cloud: &PartPoints) -> (PartSeed, Option<f32>) {
        let (skeleton, reference) = (self.character.skeleton(), self.character.reference_model());
        let smallest = self.points.smallest_size();
        let joint = self.joints[n];
        let at = |joint: JointId| Vec3::from(reference[joint.index()].translation);
        let origin = at(joint);
        let parent_part = |joint: JointId| joint_part(self.part_of_joint, skeleton.parent(joint)?);
        let below = self.joints.iter().filter(|other| parent_part(**other) == Some(n));
        let below: Vec<Vec3> = below.map(|other| at(*other) - origin).collect();
        let fit_to = |points: &[Vec3]| {
            let cloud = points.iter().map(|point| *point - origin);
            let cloud: Vec<Vec3> = cloud.chain(below.iter().copied()).chain([Vec3::ZERO]).collect();
            fit_shape(&cloud, self.settings.shape, smallest)
        };
        let mut fitted = fit_to(&cloud.near);
        if fitted.thin.is_some() && self.is_creature {
            // Skin that its neighbours move as much, as of many thighs.
            fitted = fit_to(&self.points.shared_points(self.part_of_joint, n));
        }
        let mut shapes = vec![fitted.shape];
        for hung in self.points.hanging(self.part_of_joint, n).chain(&cloud.beyond) {
            let cloud: Vec<Vec3> = hung.iter().map(|point| *point - origin).collect();
            shapes.push(fit_shape(&cloud, self.settings.shape, smallest).shape);
        }
        let mut densities = vec![HUNG_DENSITY; shapes.len()];
        densities[0] = 1.0;
        let density = self.settings.density;
        let heavy = shapes.iter().zip(&densities).map(|(shape, share)| (shape, share * density));
        let mass = MassProperties::of(heavy);
        if shapes.len() == 1 {
            densities.clear();
        }
        let limit = self.is_creature.then(|| creature_limit(self.character, joint, mass.center));
        let (shape_names, dynamics) = (Vec::new(), PartDynamics::default());
        (PartSeed { joint, shapes, densities, mass, limit, shape_names, dynamics }, fitted.thin)
    }
}

/// Scales all masses to a total.
fn scale_masses(parts: &mut [PartSeed], total: f32) {
    let current: f32 = parts.iter().map(|part| part.mass.mass).sum();
    for part in parts {
        part.mass.set_mass(part.mass.mass * (total / current));
    }
}
