//! Descriptions of ragdolls: plain data that names joints, from code or from text.

use super::assemble::{PartSeed, assemble};
use super::error::RagdollDescriptionError;
use super::hull::Hull;
use super::joint_limit::{JointLimitDescription, error, number};
use super::part_choice::choose_joints;
use super::{MassProperties, PartShape, Ragdoll};
use crate::character::Character;
use crate::skeleton::JointIndex;
use crate::text::suggest;
use glam::Vec3;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Editable form of a ragdoll. Joints are named by their own names, or by human bones (VRM 1.0 names) where no joint has that name.
///
/// [`RagdollDescription::of`] makes it from a fitted ragdoll, and [`RagdollDescription::ragdoll`] goes back.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Ragdoll"))]
pub struct RagdollDescription {
    /// Parts: the root part is the one above all others.
    pub parts: Vec<PartDescription>,
    /// Pairs of parts that do not collide, besides parts that hang on one another. `None` for those that overlap in the reference pose.
    pub ignored_pairs: Option<Vec<[String; 2]>>,
}

/// A part of a ragdoll.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Part"))]
pub struct PartDescription {
    /// Joint that the part moves.
    pub joint: String,
    /// Mass, kg.
    pub mass: f32,
    /// Limit of the joint.
    pub limit: JointLimitDescription,
    /// Collision shapes, in metres. Their space has its origin at the joint and the axes of model space in the reference pose.
    pub shapes: Vec<PartShape>,
}

type Resolved<T> = Result<T, RagdollDescriptionError>;

/// Most parts and most corners of a hull.
const MAX_PARTS: usize = 1024;
const MAX_CORNERS: usize = 1024;

impl RagdollDescription {
    /// Description of a character's ragdoll. Limits are [`JointLimitDescription::Auto`].
    #[must_use]
    pub fn of(ragdoll: &Ragdoll, character: &Character) -> Self {
        let name = |part: usize| character.skeleton().name(ragdoll.parts[part].joint).to_owned();
        let parts = ragdoll.parts.iter().enumerate().map(|(n, part)| PartDescription {
            joint: name(n),
            mass: part.mass.mass,
            limit: JointLimitDescription::Auto,
            shapes: part.shapes.clone(),
        });
        let ignored = ragdoll.ignored.iter().map(|&(a, b)| [name(a), name(b)]);
        Self { parts: parts.collect(), ignored_pairs: Some(ignored.collect()) }
    }

    /// The ragdoll of a character that the description names.
    ///
    /// # Errors
    /// When a joint is unknown or twice there, a part does not lie below the root part, a shape has no volume, or a number is not finite or
    /// out of range.
    pub fn ragdoll(&self, character: &Character) -> Resolved<Ragdoll> {
        if self.parts.is_empty() || self.parts.len() > MAX_PARTS {
            return Err(error("parts", format!("expected 1 to {MAX_PARTS} parts; got {}", self.parts.len())));
        }
        let mut seeds = Vec::with_capacity(self.parts.len());
        for (n, part) in self.parts.iter().enumerate() {
            let place = format!("parts[{n}]");
            let joint = find_joint(character, &part.joint, &format!("{place}.joint"))?;
            if seeds.iter().any(|seed: &PartSeed| seed.joint == joint) {
                return Err(error(&format!("{place}.joint"), format!("{:?} has two parts", part.joint)));
            }
            seeds.push(part.seed(joint, &place)?);
        }
        seeds.sort_by_key(|seed| seed.joint);
        let joints: Vec<JointIndex> = seeds.iter().map(|seed| seed.joint).collect();
        choose_joints(character.skeleton(), &joints).map_err(|wrong| error("parts", wrong.to_string()))?;
        let ignored = self.ignored_pairs.as_ref().map(|pairs| {
            let part = |name: &String, place: &str| {
                let joint = find_joint(character, name, place)?;
                joints
                    .iter()
                    .position(|own| *own == joint)
                    .ok_or_else(|| error(place, format!("{name:?} is no part")))
            };
            let pairs = pairs.iter().enumerate().map(|(n, [a, b])| {
                let place = format!("ignored_pairs[{n}]");
                Ok((part(a, &place)?, part(b, &place)?))
            });
            pairs.collect::<Resolved<Vec<_>>>()
        });
        let bounds = character.reference_bounds();
        let size = if bounds.is_empty() { 1.0 } else { bounds.size().max_element() };
        Ok(assemble(character, seeds, ignored.transpose()?, Vec::new(), size))
    }
}

impl PartDescription {
    fn seed(&self, joint: JointIndex, place: &str) -> Resolved<PartSeed> {
        let mass_place = format!("{place}.mass");
        number(self.mass, f32::MIN_POSITIVE..=1e12, &mass_place)?;
        let mut shapes = Vec::with_capacity(self.shapes.len());
        for (n, shape) in self.shapes.iter().enumerate() {
            shapes.push(checked(shape, &format!("{place}.shapes[{n}]"))?);
        }
        let mut mass = MassProperties::of(shapes.iter().map(|shape| (shape, 1.0)));
        if !(mass.mass > 0.0 && mass.inertia.is_finite() && mass.inertia.min_element() > 0.0) {
            return Err(error(&format!("{place}.shapes"), "expected shapes with a volume".into()));
        }
        mass.inertia *= self.mass / mass.mass;
        mass.mass = self.mass;
        self.limit.check(&format!("{place}.limit"))?;
        Ok(PartSeed { joint, shapes, mass, limit: self.limit })
    }
}

/// A shape with numbers that can be simulated, and hulls with their triangles.
fn checked(shape: &PartShape, place: &str) -> Resolved<PartShape> {
    let point = |point: Vec3| match point.is_finite() && point.abs().max_element() < 1e6 {
        true => Ok(()),
        false => Err(error(place, format!("{point} is no point of a shape"))),
    };
    let length = |length: f32| number(length, 1e-6..=1e6, place);
    match shape {
        PartShape::Sphere { center, radius } => {
            point(*center)?;
            length(*radius)?;
        }
        PartShape::Capsule { ends, radius } => {
            ends.iter().try_for_each(|end| point(*end))?;
            length(*radius)?;
        }
        PartShape::Box { center, rotation, half } => {
            point(*center)?;
            half.to_array().into_iter().try_for_each(length)?;
            if !(0.5..2.0).contains(&rotation.length_squared()) {
                return Err(error(place, format!("{rotation} is no rotation")));
            }
            return Ok(PartShape::Box { center: *center, rotation: rotation.normalize(), half: *half });
        }
        PartShape::Hull { points, .. } => {
            points.iter().try_for_each(|corner| point(*corner))?;
            if points.len() > MAX_CORNERS {
                return Err(error(
                    place,
                    format!("expected at most {MAX_CORNERS} corners; got {}", points.len()),
                ));
            }
            let hull = Hull::new(points, 0.0, MAX_CORNERS);
            let hull =
                hull.ok_or_else(|| error(place, "expected corners that do not lie in a plane".into()))?;
            let (points, triangles) = hull.mesh(points);
            return Ok(PartShape::Hull { points, triangles });
        }
    }
    Ok(shape.clone())
}

fn find_joint(character: &Character, name: &str, place: &str) -> Resolved<JointIndex> {
    character.find_joint(name).ok_or_else(|| {
        let known = suggest(name, character.joint_names());
        error(place, format!("no joint or human bone called {name:?}; {known}"))
    })
}
