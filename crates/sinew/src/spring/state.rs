use super::collider::WorldCollider;
use super::error::SpringError;
use super::rig::{MatrixSource, SpringBone, SpringRig};
use crate::character::Character;
use crate::clone_from::impl_clone_from;
use crate::math::UprightWorld;
use glam::{Affine3A, Vec3, Vec3A};
use std::sync::Arc;

/// Spring bones of one character: where they are and how they move.
///
/// ```no_run
/// # fn actor() -> sinew::Actor { unimplemented!() }
/// let mut actor = actor();
/// if let Some(springs) = actor.springs_mut() {
///     // For a still picture: the bones hang as they are modelled.
///     springs.reset();
/// }
/// ```
#[derive(Debug)]
pub struct SpringState {
    pub(super) rig: Arc<SpringRig>,
    /// Ends of the bones as of the last step and the one before, in the space of their centre or in the
    /// world.
    pub(super) tails: Vec<[Vec3A; 2]>,
    /// World matrices of the bones as of the last step, and as the last frame shows them.
    pub(super) bones: Vec<Affine3A>,
    pub(super) shown: Vec<Affine3A>,
    /// Animated matrices in the last frame, in this one, and in the step.
    pub(super) before: AnimatedMatrices,
    pub(super) now: AnimatedMatrices,
    pub(super) at: AnimatedMatrices,
    pub(super) colliders: Vec<WorldCollider>,
    /// World from centre, and centre from world.
    pub(super) centers: Vec<[Affine3A; 2]>,
    /// World matrices of [`SpringRig::bodies`] as of the last step, and their motion since then.
    pub(super) bodies: Vec<Affine3A>,
    pub(super) body_motions: Vec<Affine3A>,
    /// Origin of the world coordinates in which all of this is stored: the character's position in the last
    /// frame.
    pub(super) origin: Vec3,
    /// World in which all of this is stored, where it is not that of the engine.
    pub(super) upright_world: Option<UprightWorld>,
    /// Gravity of the frame as a multiple of Earth's.
    pub(super) gravity: f32,
    /// Time since the last step, seconds.
    pub(super) time: f32,
    /// Whether the next frame begins at rest.
    pub(super) is_new: bool,
}

impl_clone_from!(
    SpringState {
        rig,
        tails,
        bones,
        shown,
        before,
        now,
        at,
        bodies,
        body_motions,
        origin,
        upright_world,
        gravity,
        time,
        is_new
    },
    buffers { colliders, centers }
);

impl SpringState {
    /// A state at rest for a character.
    ///
    /// # Errors
    /// When the rig was made for a character of other joints.
    pub fn new(rig: Arc<SpringRig>, character: &Character) -> Result<Self, SpringError> {
        if rig.fits(character) { Ok(Self::with_rig(rig)) } else { Err(SpringError::OtherSkeleton) }
    }

    fn with_rig(rig: Arc<SpringRig>) -> Self {
        let none = AnimatedMatrices {
            character: Affine3A::IDENTITY,
            anchors: vec![Affine3A::IDENTITY; rig.anchors.len()],
            links: vec![Affine3A::IDENTITY; rig.links.len()],
        };
        Self {
            tails: vec![[Vec3A::ZERO; 2]; rig.bones.len()],
            bones: vec![Affine3A::IDENTITY; rig.bones.len()],
            shown: vec![Affine3A::IDENTITY; rig.bones.len()],
            before: none.clone(),
            now: none.clone(),
            at: none,
            colliders: Vec::with_capacity(rig.colliders.len()),
            centers: Vec::with_capacity(rig.centers.len()),
            bodies: vec![Affine3A::IDENTITY; rig.bodies.len()],
            body_motions: vec![Affine3A::IDENTITY; rig.bodies.len()],
            origin: Vec3::ZERO,
            upright_world: None,
            gravity: 1.0,
            time: 0.0,
            is_new: true,
            rig,
        }
    }

    /// The shared rig.
    #[must_use]
    pub fn rig(&self) -> &Arc<SpringRig> {
        &self.rig
    }

    /// Takes another rig of the same character, such as one whose text has changed: the motion goes on where the
    /// same joints swing, with the same joints between them; else it begins at rest.
    ///
    /// # Errors
    /// When the rig was made for a character of other joints; the state stays as it is.
    pub fn set_rig(&mut self, rig: Arc<SpringRig>, character: &Character) -> Result<(), SpringError> {
        if !rig.fits(character) {
            return Err(SpringError::OtherSkeleton);
        }
        match rig.has_structure_of(&self.rig) {
            true => self.rig = rig,
            false => *self = Self::with_rig(rig),
        }
        Ok(())
    }

    /// Begins anew: every bone is at rest in the pose of the next frame, without velocity: after a cut that is no
    /// teleport, such as another clip for a still picture.
    pub fn reset(&mut self) {
        self.is_new = true;
    }

    /// Whether no bone moved in the last step, of which there was one. Bones at rest need no further frames
    /// while nothing else moves.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        !self.is_new && !self.rig.bones.iter().enumerate().any(|(n, bone)| self.is_bone_moving(n, bone))
    }

    fn is_bone_moving(&self, n: usize, bone: &SpringBone) -> bool {
        /// Largest motion of a bone at rest in a step, in lengths of the bone.
        const MOTION_TOLERANCE: f32 = 1e-4;
        /// The same in distances from the origin, for rounding errors.
        const ROUNDING_TOLERANCE: f32 = 4.0 * f32::EPSILON;
        let [now, before] = self.tails[n].map(|tail| self.world(bone, tail));
        let length = (self.bones[n].matrix3 * bone.tail).length();
        now.distance(before) > MOTION_TOLERANCE * length + ROUNDING_TOLERANCE * now.length()
    }

    /// World matrix of a source in the present step.
    #[inline]
    pub(super) fn matrix(&self, source: MatrixSource) -> Affine3A {
        self.at.world_matrix(source, &self.rig, &self.bones)
    }
}

/// Matrices that spring bones take from the animated pose.
#[derive(Debug, PartialEq)]
pub(super) struct AnimatedMatrices {
    /// World from model.
    pub(super) character: Affine3A,
    /// World matrices of [`SpringRig::anchors`].
    pub(super) anchors: Vec<Affine3A>,
    /// Matrices of [`SpringRig::links`], each in the space of its bone.
    pub(super) links: Vec<Affine3A>,
}

impl_clone_from!(AnimatedMatrices { character, anchors, links });

impl AnimatedMatrices {
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.character = other.character;
        self.anchors.copy_from_slice(&other.anchors);
        self.links.copy_from_slice(&other.links);
    }

    /// The matrices in world space.
    pub(super) fn world_mut(&mut self) -> impl Iterator<Item = &mut Affine3A> {
        self.anchors.iter_mut().chain([&mut self.character])
    }

    /// World matrix of a source, with bones at these world matrices.
    #[inline]
    pub(super) fn world_matrix(&self, source: MatrixSource, rig: &SpringRig, bones: &[Affine3A]) -> Affine3A {
        match source {
            MatrixSource::Character => self.character,
            MatrixSource::Anchor(number) => self.anchors[number as usize],
            MatrixSource::Bone(number) => bones[number as usize],
            MatrixSource::Link(number) => {
                bones[rig.links[number as usize].bone as usize] * self.links[number as usize]
            }
        }
    }
}
