//! Descriptions of spring bones: plain data that names joints, from code or from text.

use super::body_colliders::add_body_colliders;
use super::error::SpringError;
use super::rig::SpringRig;
use crate::character::{Character, Collider, ColliderGroup, ColliderShape, Spring, SpringBones, SpringJoint};
use crate::skeleton::JointId;
use crate::text::suggest;
use glam::Vec3;
use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use crate::text::unique;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Description of spring bones for a character that brings none: tails, ears, skirts, antennae of any rig.
///
/// Joints are named by their own names, or by human bones (VRM 1.0 names) where no joint has that name.
/// Lengths are metres. [`SpringRig::from_description`] makes the rig of an actor, and
/// [`spring_bones`](Self::spring_bones) the spring bones of a character, which exporters write to files.
///
/// ```
/// # use sinew::skeleton::Joint;
/// # use sinew::spring::{SpringChainDescription, SpringRigDescription};
/// # use sinew::{Character, CharacterParts, Skeleton, Transform};
/// # let joint = |name: &str, parent| Joint {
/// #     name: name.into(),
/// #     parent,
/// #     rest: Transform::from_translation(sinew::glam::Vec3::X),
/// #     in_scene: true,
/// # };
/// # let skeleton =
/// #     Skeleton::new(vec![joint("hips", None), joint("tail", Some(0)), joint("tail end", Some(1))])?;
/// # let fox = Character::new(CharacterParts { skeleton, ..Default::default() })?;
/// let tail = SpringChainDescription {
///     from: "tail".into(),
///     stiffness: 0.8,
///     gravity: 0.2,
///     ..Default::default()
/// };
/// let description = SpringRigDescription { chains: vec![tail], ..Default::default() };
/// let bones = description.spring_bones(&fox)?;
/// assert_eq!(bones.springs[0].joints.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "SpringBones"))]
pub struct SpringRigDescription {
    /// Chains, in any order.
    pub chains: Vec<SpringChainDescription>,
    /// Groups of colliders by name.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub colliders: BTreeMap<String, Vec<ColliderDescription>>,
    /// Whether all chains also meet colliders that are measured on the character's body
    /// ([`add_body_colliders`]). Without chains and colliders, the character's own spring bones get them.
    pub body_colliders: bool,
}

/// Joints that swing with the same settings, which are those of VRM.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Chain"))]
pub struct SpringChainDescription {
    /// First joint that swings.
    pub from: String,
    /// Last joint that swings; empty for every descendant of the first.
    pub to: String,
    /// Length of the last bone of a chain, which no joint follows.
    pub tip: f32,
    /// Pull towards the rest pose, usually 0 to 4.
    pub stiffness: f32,
    /// Pull along `gravity_direction`, usually 0 to 2.
    pub gravity: f32,
    /// Direction of gravity in world space.
    pub gravity_direction: Vec3,
    /// Share of the velocity that is lost in a sixtieth of a second, 0 to 1.
    pub drag: f32,
    /// Radius of the bones where they meet colliders.
    pub radius: f32,
    /// Joint whose motion does not make the bones swing; empty for none.
    pub center: String,
    /// Names of the groups of colliders that the bones meet.
    pub colliders: Vec<String>,
}

impl Default for SpringChainDescription {
    fn default() -> Self {
        Self {
            from: String::new(),
            to: String::new(),
            tip: 0.07,
            stiffness: 1.0,
            gravity: 0.0,
            gravity_direction: Vec3::NEG_Y,
            drag: 0.4,
            radius: 0.02,
            center: String::new(),
            colliders: Vec::new(),
        }
    }
}

/// Collider on a joint: a sphere, a capsule (with `tail`) or a plane (with `plane`). Positions and lengths
/// are metres. Positions are in the joint's space, whose scale applies to them; the joint's scale does not
/// change radii.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Collider"))]
pub struct ColliderDescription {
    /// The joint.
    pub joint: String,
    /// Centre of a sphere or of one end of a capsule, or a point of a plane, in the joint's space, metres.
    pub offset: Vec3,
    /// Centre of the other end of a capsule in the joint's space, metres; `None` for a sphere and a plane.
    pub tail: Option<Vec3>,
    /// Radius of a sphere or capsule, metres; a plane has none.
    pub radius: f32,
    /// Whether bones stay inside of a sphere or capsule instead of outside; a plane has no inside.
    pub inside: bool,
    /// Normal of a plane in the joint's space, of any length, towards the side on which bones stay; `None`
    /// for a sphere and a capsule.
    pub plane: Option<Vec3>,
}

impl Default for ColliderDescription {
    fn default() -> Self {
        Self { joint: String::new(), offset: Vec3::ZERO, tail: None, radius: 0.1, inside: false, plane: None }
    }
}

type Resolved<T> = Result<T, SpringError>;

/// Most joints of all chains; more come from chains that overlap.
const MAX_JOINTS: usize = 1 << 16;

impl SpringRigDescription {
    /// The spring bones that the description names on a character.
    ///
    /// # Errors
    /// When a name is unknown, a number is not finite or out of range, `to` does not lie below `from`, or a
    /// plane has settings of other shapes.
    pub fn spring_bones(&self, character: &Character) -> Resolved<SpringBones> {
        let is_addition = self.body_colliders && self.chains.is_empty() && self.colliders.is_empty();
        let mut bones = if is_addition { character.spring_bones().clone() } else { SpringBones::default() };
        for (name, members) in &self.colliders {
            let first = bones.colliders.len();
            for (n, member) in members.iter().enumerate() {
                bones.colliders.push(member.resolve(character, &format!("colliders[{name:?}][{n}]"))?);
            }
            let colliders = (first..bones.colliders.len()).collect();
            bones.collider_groups.push(ColliderGroup { name: name.clone(), colliders });
        }
        let mut joints = 0;
        for (n, chain) in self.chains.iter().enumerate() {
            let location = format!("chains[{n}]");
            for spring in chain.resolve(self, character, &location)? {
                joints += spring.joints.len();
                bones.springs.push(spring);
                if joints > MAX_JOINTS {
                    return Err(error(&location, format!("the chains have more than {MAX_JOINTS} joints")));
                }
            }
        }
        if self.body_colliders {
            add_body_colliders(&mut bones, character);
        }
        Ok(bones)
    }
}

impl SpringRig {
    /// The rig of the spring bones that a description names on `character`.
    ///
    /// # Errors
    /// As [`SpringRigDescription::spring_bones`].
    pub fn from_description(
        description: &SpringRigDescription,
        character: &Character,
    ) -> Result<Self, SpringError> {
        Ok(Self::new(character.skeleton(), &description.spring_bones(character)?))
    }
}

impl ColliderDescription {
    fn resolve(&self, character: &Character, location: &str) -> Resolved<Collider> {
        let joint = joint(character, &self.joint, &format!("{location}.joint"))?;
        let is_sound = |point: Vec3| point.is_finite();
        if !is_sound(self.offset) || !self.tail.is_none_or(is_sound) || !self.plane.is_none_or(is_sound) {
            return Err(error(location, "a number is not finite".into()));
        }
        number(self.radius, 0.0..=f32::MAX, &format!("{location}.radius"))?;
        let Self { offset, radius, inside, .. } = *self;
        let shape = match (self.plane, self.tail) {
            (Some(_), Some(_)) => {
                return Err(error(
                    &format!("{location}.tail"),
                    "a plane has no tail; remove `tail` or `plane`".into(),
                ));
            }
            (Some(_), None) if inside => {
                let message = "a plane has no inside; bones stay on the side of its normal";
                return Err(error(&format!("{location}.inside"), message.into()));
            }
            (Some(normal), None) => {
                let normal = normal.try_normalize();
                let normal =
                    normal.ok_or_else(|| error(&format!("{location}.plane"), "it has no length".into()))?;
                ColliderShape::Plane { offset, normal }
            }
            (None, Some(tail)) => ColliderShape::Capsule { offset, tail, radius, inside },
            (None, None) => ColliderShape::Sphere { offset, radius, inside },
        };
        Ok(Collider { joint, shape })
    }
}

impl SpringChainDescription {
    fn resolve(
        &self,
        all: &SpringRigDescription,
        character: &Character,
        location: &str,
    ) -> Resolved<Vec<Spring>> {
        let from = joint(character, &self.from, &format!("{location}.from"))?;
        let optional = |name: &String, field: &str| match name.is_empty() {
            true => Ok(None),
            false => joint(character, name, &format!("{location}.{field}")).map(Some),
        };
        let (to, center) = (optional(&self.to, "to")?, optional(&self.center, "center")?);
        for (value, range, field) in [
            (self.tip, 0.0..=f32::MAX, "tip"),
            (self.stiffness, 0.0..=f32::MAX, "stiffness"),
            (self.gravity, f32::MIN..=f32::MAX, "gravity"),
            (self.gravity_direction.length(), 0.0..=f32::MAX, "gravity_direction"),
            (self.drag, 0.0..=1.0, "drag"),
            (self.radius, 0.0..=f32::MAX, "radius"),
        ] {
            number(value, range, &format!("{location}.{field}"))?;
        }
        let group = |name: &String| {
            let number = all.colliders.keys().position(|known_name| known_name == name);
            number.ok_or_else(|| {
                let known = suggest(name, all.colliders.keys().map(String::as_str));
                error(
                    &format!("{location}.colliders"),
                    format!("no group of colliders called {name:?}; {known}"),
                )
            })
        };
        let collider_groups = self.colliders.iter().map(group).collect::<Resolved<Vec<_>>>()?;
        let spring = |joints: Vec<JointId>| Spring {
            name: self.from.clone(),
            joints: joints.into_iter().map(|joint| self.settings(joint)).collect(),
            tail: Some(self.tip),
            collider_groups: collider_groups.clone(),
            center,
            body_damping: None,
        };
        let paths = match to {
            Some(to) => vec![path(character, from, to).ok_or_else(|| {
                error(&format!("{location}.to"), format!("{:?} does not lie below {:?}", self.to, self.from))
            })?],
            None => branches(character, from),
        };
        Ok(paths.into_iter().map(spring).collect())
    }

    fn settings(&self, joint: JointId) -> SpringJoint {
        SpringJoint {
            joint,
            hit_radius: self.radius,
            stiffness: self.stiffness,
            gravity_power: self.gravity,
            gravity_dir: self.gravity_direction.normalize_or_zero(),
            drag: self.drag,
        }
    }
}

/// Joints from an ancestor to a descendant.
fn path(character: &Character, from: JointId, to: JointId) -> Option<Vec<JointId>> {
    let skeleton = character.skeleton();
    let mut line: Vec<JointId> = Vec::new();
    for joint in std::iter::successors(Some(to), |joint| skeleton.parent(*joint)) {
        line.push(joint);
        if joint == from {
            line.reverse();
            return Some(line);
        }
    }
    None
}

/// A joint and all its descendants, as chains: a joint's first child goes on with its chain, the others begin
/// new ones.
fn branches(character: &Character, from: JointId) -> Vec<Vec<JointId>> {
    let skeleton = character.skeleton();
    let mut chain_of = vec![None; skeleton.len()];
    let mut chains: Vec<Vec<JointId>> = Vec::new();
    // Parents come before their children.
    for joint in skeleton.joints().filter(|joint| *joint >= from) {
        let parent = skeleton.parent(joint);
        let above = parent.and_then(|parent| chain_of[parent.index()].map(|chain: usize| (parent, chain)));
        let chain = match above {
            Some((parent, chain)) if chains[chain].last() == Some(&parent) => chain,
            None if joint != from => continue,
            _ => {
                chains.push(Vec::new());
                chains.len() - 1
            }
        };
        chain_of[joint.index()] = Some(chain);
        chains[chain].push(joint);
    }
    chains
}

fn error(location: &str, message: String) -> SpringError {
    SpringError::Description { location: location.to_owned(), message }
}

fn joint(character: &Character, name: &str, location: &str) -> Resolved<JointId> {
    character.find_joint(name).ok_or_else(|| {
        let known = suggest(name, character.joint_names());
        error(location, format!("no joint or human bone called {name:?}; {known}"))
    })
}

fn number(value: f32, range: std::ops::RangeInclusive<f32>, location: &str) -> Resolved<()> {
    match value.is_finite() && range.contains(&value) {
        true => Ok(()),
        false => Err(error(location, format!("{value} is not a number in the range of this setting"))),
    }
}
