//! Descriptions of ragdolls: plain data that names joints, from code or from text.

use super::assemble::{BodySize, PartSeed, assemble};
use super::error::RagdollError;
use super::hull::{Hull, MAX_HULL_POINTS};
use super::joint_limit::{JointLimitDescription, error, number, tidy_degrees};
use super::measure::part_choice::choose_joints;
use super::units::{MAX_UNITS, likely_units_per_metre};
use super::{MassProperties, PartDynamics, PartShape, Ragdoll};
use crate::character::Character;
use crate::limit::Limit;
use crate::math::axis_angle::{from_scaled_axis, to_scaled_axis};
use crate::math::turn::rotation_of;
use crate::skeleton::JointId;
use crate::text::suggest;
use glam::{Quat, Vec3};
use std::collections::HashMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Editable form of a ragdoll. Joints are named by their own names, or by human bones (VRM 1.0 names) where
/// no joint has that name, or by their number in the file, such as `#12`.
///
/// [`RagdollDescription::of`] makes it from a ragdoll, and [`Ragdoll::from_description`] goes back.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Ragdoll"))]
pub struct RagdollDescription {
    /// Parts: the root part is the one above all others.
    pub parts: Vec<PartDescription>,
    /// Pairs of parts that do not collide, besides parts that hang on one another. `None` for those that
    /// overlap in the reference pose.
    pub ignored_pairs: Option<Vec<[String; 2]>>,
    /// Largest extent of the body along an axis in the reference pose, in units of the character. `None` for
    /// that of the character.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub size: Option<f32>,
    /// Number of units of the character that are a metre: masses are those of a body of that size. `None` for
    /// 1, or for a larger power of ten where the body is larger than 20 units.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub units_per_metre: Option<f32>,
}

/// A part of a ragdoll.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Part"))]
pub struct PartDescription {
    /// Joint that the part moves.
    pub joint: String,
    /// Mass, kg, whatever the unit of length of the character is: see
    /// [`RagdollDescription::units_per_metre`].
    pub mass: f32,
    /// Density of each shape relative to the others, in their order; 1 for those that the list lacks.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub densities: Vec<f32>,
    /// Names of the shapes, in their order, for messages, pictures and exported nodes; the last ones may be
    /// left out.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub shape_names: Vec<String>,
    /// Coefficient of friction. `None` for 0.6.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub friction: Option<f32>,
    /// Spring of the joint towards the rotation from which its limit counts, N m per radian. `None` for none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stiffness: Option<f32>,
    /// Damper of the joint, N m s per radian. `None` for that of a limp body.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub damping: Option<f32>,
    /// Centre of mass, in the space of the shapes. `None` for that of the shapes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub center_of_mass: Option<Vec3>,
    /// Moments of inertia. `None` for those of the shapes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub inertia: Option<InertiaDescription>,
    /// Limit of the joint.
    pub limit: JointLimitDescription,
    /// Rotation from the reference pose to the rotation from which the limit counts: an axis of model space
    /// times an angle in degrees. Zero for limits that count from the reference pose, and for
    /// [`JointLimitDescription::Auto`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub reference: Vec3,
    /// Collision shapes, in units of the character. Their space has its origin at the joint and the axes of
    /// model space in the reference pose.
    pub shapes: Vec<PartShape>,
}

/// Moments of inertia of a part about its centre of mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Inertia"))]
pub struct InertiaDescription {
    /// Moments about the principal axes, kg times the character's unit of length squared: kg m² for a
    /// character in metres.
    pub moments: Vec3,
    /// Rotation of the principal axes, in the space of the shapes.
    pub axes: Quat,
}

type Resolved<T> = Result<T, RagdollError>;

/// Most parts, shapes of a part, points of all hulls together, and pairs that do not collide.
const MAX_PARTS: usize = 1024;
const MAX_SHAPES: usize = 256;
const MAX_POINTS: usize = 16_384;
const MAX_PAIRS: usize = 65_536;

/// Largest difference between a mass property and that of the shapes that counts as rounding, relative to its
/// size.
const ROUNDING: f32 = 1e-5;

#[cfg(feature = "serde")]
fn is_zero(vector: &Vec3) -> bool {
    *vector == Vec3::ZERO
}

impl RagdollDescription {
    /// Description of a character's ragdoll.
    #[must_use]
    pub fn of(ragdoll: &Ragdoll, character: &Character) -> Self {
        let parts = ragdoll.parts.iter().map(|part| {
            let description = PartDescription::new(character, part.joint)
                .with_shapes(part.shapes.clone(), part.densities.clone())
                .with_limit(character, part.joint, &part.limit, part.reference)
                .with_shape_names(part.shape_names.clone())
                .with_dynamics(&part.dynamics);
            description.with_mass(&part.mass)
        });
        let name = |part: usize| joint_name(character, ragdoll.parts[part].joint);
        let ignored = ragdoll.ignored.iter().map(|&(a, b)| [name(a), name(b)]);
        Self {
            parts: parts.collect(),
            ignored_pairs: Some(ignored.collect()),
            size: Some(ragdoll.size).filter(|size| *size > 0.0),
            units_per_metre: Some(ragdoll.units_per_metre)
                .filter(|units| *units != 1.0 || likely_units_per_metre(ragdoll.size) != 1.0),
        }
    }
}

impl Ragdoll {
    /// The ragdoll that a description names on `character`.
    ///
    /// # Errors
    /// When a joint is unknown or twice there, a part does not lie below the root part, a shape has no
    /// volume, there are too many of something, or a number is not finite or out of range.
    pub fn from_description(
        description: &RagdollDescription,
        character: &Character,
    ) -> Result<Self, RagdollError> {
        if description.parts.is_empty() || description.parts.len() > MAX_PARTS {
            return Err(error(
                "parts",
                format!("expected 1 to {MAX_PARTS} parts; got {}", description.parts.len()),
            ));
        }
        let shapes = description.parts.iter().flat_map(|part| &part.shapes);
        let points: usize = shapes.map(PartShape::point_count).sum();
        if points > MAX_POINTS {
            let message = format!("expected at most {MAX_POINTS} points of hulls in all parts; got {points}");
            return Err(error("parts", message));
        }
        let mut seeds = Vec::with_capacity(description.parts.len());
        let mut named = HashMap::new();
        for (n, part) in description.parts.iter().enumerate() {
            let location = format!("parts[{n}]");
            let joint = find_joint(character, &part.joint, &format!("{location}.joint"))?;
            if named.values().any(|other| *other == joint) {
                return Err(error(&format!("{location}.joint"), format!("{:?} has two parts", part.joint)));
            }
            named.insert(part.joint.as_str(), joint);
            seeds.push(part.seed(character, joint, &location)?);
        }
        seeds.sort_by_key(|seed| seed.joint);
        let joints: Vec<JointId> = seeds.iter().map(|seed| seed.joint).collect();
        choose_joints(character.skeleton(), &joints).map_err(|wrong| error("parts", wrong.to_string()))?;
        let ignored = description.ignored_pairs.as_ref().map(|pairs| {
            let part = |name: &String, location: &str| {
                let known = named.get(name.as_str()).copied();
                let joint = known.map_or_else(|| find_joint(character, name, location), Ok)?;
                joints.binary_search(&joint).map_err(|_| error(location, format!("{name:?} is no part")))
            };
            pairs_of(pairs, part)
        });
        let bounds = character.reference_bounds();
        let size = match description.size {
            Some(size) => number(size, 1e-6..=1e9, "a size", "", "size").map(|()| size)?,
            None if bounds.is_empty() => 1.0,
            None => bounds.size().max_element(),
        };
        let units_per_metre = match description.units_per_metre {
            Some(units) => {
                number(units, 1e-3..=MAX_UNITS, "a number of units", "", "units_per_metre").map(|()| units)?
            }
            None => likely_units_per_metre(size),
        };
        let body = BodySize { size, units_per_metre };
        Ok(assemble(character, seeds, ignored.transpose()?, Vec::new(), body))
    }
}

/// Indices of the parts of pairs, lower index first, sorted. `part` finds one by name.
fn pairs_of(
    pairs: &[[String; 2]],
    part: impl Fn(&String, &str) -> Resolved<usize>,
) -> Resolved<Vec<(usize, usize)>> {
    if pairs.len() > MAX_PAIRS {
        let message = format!("expected at most {MAX_PAIRS} pairs; got {}", pairs.len());
        return Err(error("ignored_pairs", message));
    }
    let mut found = Vec::with_capacity(pairs.len());
    for (n, [a, b]) in pairs.iter().enumerate() {
        let location = format!("ignored_pairs[{n}]");
        let (first, second) = (part(a, &location)?, part(b, &location)?);
        if first == second {
            return Err(error(&location, format!("{a:?} is paired with itself")));
        }
        found.push((first.min(second), first.max(second)));
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

impl PartDescription {
    /// Description of a part of a joint, without mass and shapes.
    #[must_use]
    pub fn new(character: &Character, joint: JointId) -> Self {
        Self { joint: joint_name(character, joint), ..Self::default() }
    }

    /// Sets the shapes and their relative densities.
    #[must_use]
    pub fn with_shapes(self, shapes: Vec<PartShape>, densities: Vec<f32>) -> Self {
        Self { shapes, densities, ..self }
    }

    /// Sets the names of the shapes.
    #[must_use]
    pub fn with_shape_names(self, shape_names: Vec<String>) -> Self {
        Self { shape_names, ..self }
    }

    /// Sets friction, stiffness and damping; those that are usual are left out.
    #[must_use]
    pub fn with_dynamics(self, dynamics: &PartDynamics) -> Self {
        let usual = PartDynamics::default();
        Self {
            friction: (dynamics.friction != usual.friction).then_some(dynamics.friction),
            stiffness: (dynamics.stiffness != usual.stiffness).then_some(dynamics.stiffness),
            damping: dynamics.damping,
            ..self
        }
    }

    /// Sets mass, centre of mass and inertia; the latter two are left to the shapes where they are theirs.
    #[must_use]
    pub fn with_mass(mut self, properties: &MassProperties) -> Self {
        let of_shapes = self.mass_of_shapes(properties.mass);
        let size = (of_shapes.inertia.max_element() / properties.mass).sqrt();
        let is_center = of_shapes.center.distance(properties.center) <= size * ROUNDING;
        self.center_of_mass = (!is_center).then_some(properties.center);
        let is_inertia =
            properties.tensor().abs_diff_eq(of_shapes.tensor(), properties.inertia.max_element() * ROUNDING);
        self.inertia = (!is_inertia)
            .then_some(InertiaDescription { moments: properties.inertia, axes: properties.axes });
        Self { mass: properties.mass, ..self }
    }

    /// Sets the limit and the rotation from which it counts, both in the space of the joint's parent.
    #[must_use]
    pub fn with_limit(self, character: &Character, joint: JointId, limit: &Limit, reference: Quat) -> Self {
        let [above, joint_rotation] = rotations(character, joint);
        let turn = above * reference * joint_rotation.inverse();
        let vector = to_scaled_axis(if turn.w < 0.0 { -turn } else { turn });
        let reference = match vector.length() > 1e-5 {
            true => Vec3::from(vector.to_array().map(tidy_degrees)),
            false => Vec3::ZERO,
        };
        Self { limit: JointLimitDescription::of(limit, above), reference, ..self }
    }

    /// Mass properties of the shapes by their densities, scaled to a mass.
    fn mass_of_shapes(&self, mass: f32) -> MassProperties {
        let densities = self.densities.iter().copied().chain(std::iter::repeat(1.0));
        let mut properties = MassProperties::of(self.shapes.iter().zip(densities));
        properties.set_mass(mass);
        properties
    }

    /// Friction, stiffness and damping, checked.
    fn dynamics(&self, location: &str) -> Resolved<PartDynamics> {
        let at = |field: &str| format!("{location}.{field}");
        let mut dynamics = PartDynamics::default();
        if let Some(friction) = self.friction {
            number(friction, 0.0..=10.0, "a friction", "", &at("friction"))?;
            dynamics.friction = friction;
        }
        if let Some(stiffness) = self.stiffness {
            number(stiffness, 0.0..=1e9, "a stiffness", " N m", &at("stiffness"))?;
            dynamics.stiffness = stiffness;
        }
        if let Some(damping) = self.damping {
            number(damping, 0.0..=1e9, "a damping", " N m s", &at("damping"))?;
            dynamics.damping = Some(damping);
        }
        Ok(dynamics)
    }

    fn seed(&self, character: &Character, joint: JointId, location: &str) -> Resolved<PartSeed> {
        let at = |field: &str| format!("{location}.{field}");
        number(self.mass, 1e-12..=1e12, "a mass", " kg", &at("mass"))?;
        let count = self.shapes.len();
        if count > MAX_SHAPES {
            return Err(error(&at("shapes"), format!("expected at most {MAX_SHAPES} shapes; got {count}")));
        }
        if self.densities.len() > count {
            let message = format!("{} densities of {count} shapes", self.densities.len());
            return Err(error(&at("densities"), message));
        }
        for (n, density) in self.densities.iter().enumerate() {
            number(*density, 1e-6..=1e6, "a density", "", &format!("{location}.densities[{n}]"))?;
        }
        if self.shape_names.len() > count {
            let message = format!("{} names of {count} shapes", self.shape_names.len());
            return Err(error(&at("shape_names"), message));
        }
        let mut part = self.clone();
        for (n, shape) in part.shapes.iter_mut().enumerate() {
            let name = self.shape_names.get(n).filter(|name| !name.is_empty());
            let name = name.map(|name| format!(" ({name:?})")).unwrap_or_default();
            *shape = checked(shape, &format!("{location}.shapes[{n}]"), &name)?;
        }
        let mut mass = part.mass_of_shapes(self.mass);
        if !(mass.center.is_finite() && mass.inertia.is_finite() && mass.inertia.min_element() > 0.0) {
            return Err(error(&at("shapes"), "expected shapes with a volume".into()));
        }
        if let Some(center) = self.center_of_mass {
            mass.center = point(center, &at("center_of_mass"))?;
        }
        if let Some(InertiaDescription { moments, axes }) = self.inertia {
            let location = at("inertia");
            let moment = |value: f32| number(value, 1e-24..=1e24, "moments", " kg m²", &location);
            moments.to_array().into_iter().try_for_each(moment)?;
            (mass.inertia, mass.axes) = (moments, rotation(axes, &location)?);
        }
        let [above, joint_rotation] = rotations(character, joint);
        let limit = self.limit.limit(above.inverse(), &at("limit"))?;
        self.reference
            .to_array()
            .into_iter()
            .try_for_each(|angle| number(angle, -360.0..=360.0, "an angle", "°", &at("reference")))?;
        if limit.is_none() && self.reference != Vec3::ZERO {
            let message =
                "the limit Auto has a reference of its own; expected another limit, or no reference";
            return Err(error(&at("reference"), message.into()));
        }
        let turn = from_scaled_axis(Vec3::from(self.reference.to_array().map(f32::to_radians)));
        let limit = limit.map(|limit| (limit, (above.inverse() * turn * joint_rotation).normalize()));
        let PartDescription { shapes, densities, shape_names, .. } = part;
        let dynamics = self.dynamics(location)?;
        Ok(PartSeed { joint, shapes, densities, mass, limit, shape_names, dynamics })
    }
}

/// Rotations of a joint's parent and of the joint in the reference pose, model space.
fn rotations(character: &Character, joint: JointId) -> [Quat; 2] {
    let reference = character.reference_model();
    let above = character.skeleton().parent(joint);
    [
        above.map_or(Quat::IDENTITY, |above| rotation_of(&reference[above.index()])),
        rotation_of(&reference[joint.index()]),
    ]
}

fn point(point: Vec3, location: &str) -> Resolved<Vec3> {
    match point.is_finite() && point.abs().max_element() < 1e6 {
        true => Ok(point),
        false => Err(error(location, format!("{point} is no point of a shape"))),
    }
}

fn rotation(rotation: Quat, location: &str) -> Resolved<Quat> {
    match rotation.length_squared() {
        // Unit quaternions stay as they are.
        length if (length - 1.0).abs() < 1e-6 => Ok(rotation),
        length if (0.5..2.0).contains(&length) => Ok(rotation.normalize()),
        _ => Err(error(location, format!("{rotation} is no rotation"))),
    }
}

/// A shape with numbers that can be simulated, and hulls with their triangles. `name` follows in messages.
fn checked(shape: &PartShape, location: &str, name: &str) -> Resolved<PartShape> {
    let named = |error: RagdollError| match error {
        RagdollError::Description { location, message } => {
            RagdollError::Description { location, message: message + name }
        }
        other => other,
    };
    simulated(shape, location).map_err(named)
}

fn simulated(shape: &PartShape, location: &str) -> Resolved<PartShape> {
    let length = |length: f32| number(length, 1e-6..=1e6, "a length", "", location);
    match shape {
        PartShape::Sphere { center, radius } => {
            point(*center, location)?;
            length(*radius)?;
        }
        PartShape::Capsule { ends, radius } => {
            ends.iter().try_for_each(|end| point(*end, location).map(|_| ()))?;
            length(*radius)?;
        }
        PartShape::Box { center, rotation: axes, half } => {
            point(*center, location)?;
            half.to_array().into_iter().try_for_each(length)?;
            return Ok(PartShape::Box { center: *center, rotation: rotation(*axes, location)?, half: *half });
        }
        PartShape::Hull { points, .. } => {
            points.iter().try_for_each(|corner| point(*corner, location).map(|_| ()))?;
            if points.len() > MAX_HULL_POINTS {
                let message =
                    format!("expected a hull of at most {MAX_HULL_POINTS} points; got {}", points.len());
                return Err(error(location, message));
            }
            let mesh = Hull::stable_mesh(points, 0.0, MAX_HULL_POINTS);
            let (points, triangles) =
                mesh.ok_or_else(|| error(location, "expected corners that do not lie in a plane".into()))?;
            return Ok(PartShape::Hull { points, triangles });
        }
    }
    Ok(shape.clone())
}

/// Name by which a description refers to a joint: its own, or its number in the file where another joint has
/// that name as well.
fn joint_name(character: &Character, joint: JointId) -> String {
    let skeleton = character.skeleton();
    let name = skeleton.name(joint);
    match !name.is_empty() && skeleton.find(name) == Some(joint) {
        true => name.to_owned(),
        false => format!("#{}", skeleton.file_index(joint)),
    }
}

fn find_joint(character: &Character, name: &str, location: &str) -> Resolved<JointId> {
    let number = || character.skeleton().by_file_index(name.strip_prefix('#')?.parse().ok()?);
    character.find_joint(name).or_else(number).ok_or_else(|| {
        let known = suggest(name, character.joint_names());
        error(location, format!("no joint or human bone called {name:?}; {known}"))
    })
}
