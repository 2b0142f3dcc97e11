use super::RagdollPart;
use super::stability::StabilityNote;
use super::units::likely_units_per_metre;
use crate::character::Character;
use crate::skeleton::JointId;
use glam::{Quat, Vec3};

/// Parts, masses, joint limits of a character that falls: immutable, shared between actors.
///
/// [`Ragdoll::fit`] measures them on the skin.
#[derive(Clone, Debug, PartialEq)]
pub struct Ragdoll {
    pub(super) parts: Vec<RagdollPart>,
    /// Part that moves each joint; `u16::MAX` for none.
    pub(super) part_of_joint: Vec<u16>,
    /// Pairs of parts that do not collide, besides parents and children.
    pub(super) ignored: Vec<(usize, usize)>,
    pub(super) notes: Vec<StabilityNote>,
    /// Fingers and toes, which lie in the shapes of hands and feet.
    pub(super) digits: Vec<Digit>,
    /// Largest extent of the body in the reference pose, in units of the character.
    pub(super) size: f32,
    /// Number of units of its lengths that are a metre for a body of natural size.
    pub(super) units_per_metre: f32,
    /// Fingerprint of its skeleton.
    pub(super) skeleton: u64,
}

/// Joint of a finger or toe that is no part of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Digit {
    pub(super) joint: JointId,
    pub(super) part: usize,
    /// Its local rotation in the reference pose, in which the shape of the part was measured.
    pub(super) rotation: Quat,
}

impl Ragdoll {
    /// True for the character that the ragdoll was fitted to, and others of the same joints.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        self.skeleton == character.skeleton().fingerprint()
    }

    /// Parts, parents first.
    #[must_use]
    pub fn parts(&self) -> &[RagdollPart] {
        &self.parts
    }

    /// Index of the part that moves a joint: that of the joint itself or of its nearest ancestor with one.
    /// `None` above the root part.
    #[must_use]
    pub fn part_of(&self, joint: JointId) -> Option<usize> {
        self.part_of_joint.get(joint.index()).map(|part| usize::from(*part)).filter(|n| *n < self.parts.len())
    }

    /// Pairs of parts that overlap in the reference pose and therefore do not collide, besides parents and
    /// children.
    #[must_use]
    pub fn ignored_pairs(&self) -> &[(usize, usize)] {
        &self.ignored
    }

    /// Changes that the fit made for stability, and risks that it found.
    #[must_use]
    pub fn notes(&self) -> &[StabilityNote] {
        &self.notes
    }

    /// Largest extent of the body along an axis in the reference pose, in units of the character: metres,
    /// unless [`units_per_metre`](Self::units_per_metre) is another number than 1.
    #[must_use]
    pub fn size(&self) -> f32 {
        self.size
    }

    /// Number of the character's units of length that are a metre on a body of natural size: 100 for a file
    /// in centimetres. Masses are those of a body of that size, see [`Ragdoll::mass`].
    #[must_use]
    pub fn units_per_metre(&self) -> f32 {
        self.units_per_metre
    }

    /// Number of units that are a metre, unless a description says otherwise, for a body of this largest
    /// extent in units: 1 up to 20, else 100 (centimetres) or a larger power of ten that leaves a body of at
    /// most 6 m.
    #[must_use]
    pub fn likely_units_per_metre(size: f32) -> f32 {
        likely_units_per_metre(size)
    }

    /// Height of the lowest point of all parts in the reference pose, in model space: the ground on which the
    /// character stands there.
    #[must_use]
    pub fn ground(&self) -> f32 {
        let low = self.parts.iter().map(|part| part.origin.y - part.support(Vec3::NEG_Y));
        low.fold(f32::MAX, f32::min)
    }

    /// Mass of all parts as measured, kg, of a body of natural size: one whose units are shown
    /// `1 / units_per_metre` metres long. Of a body that the world shows larger or smaller, the simulated mass
    /// grows with the third power of its size.
    #[must_use]
    pub fn mass(&self) -> f32 {
        self.parts.iter().map(|part| part.mass.mass).sum()
    }
}
