use super::collider::WorldCollider;
use super::error::SpringError;
use super::rig::{Place, SpringRig};
use crate::skeleton::{JointIndex, Skeleton};
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
#[derive(Clone, Debug)]
pub struct SpringState {
    pub(super) rig: Arc<SpringRig>,
    /// Ends of the bones as of the last step and the one before, in the space of their centre or in the world.
    pub(super) tails: Vec<[Vec3A; 2]>,
    /// World matrices of the bones as of the last step, and as the last frame shows them.
    pub(super) bones: Vec<Affine3A>,
    pub(super) shown: Vec<Affine3A>,
    /// Matrices of the anchors in the last frame, in this one, and in the step. The last one of each is the character's place.
    pub(super) before: Vec<Affine3A>,
    pub(super) now: Vec<Affine3A>,
    pub(super) at: Vec<Affine3A>,
    pub(super) colliders: Vec<WorldCollider>,
    /// World from centre, and centre from world.
    pub(super) centers: Vec<[Affine3A; 2]>,
    /// Origin of the world coordinates in which all of this is stored: the character's position in the last frame.
    pub(super) origin: Vec3,
    /// Time since the last step, seconds.
    pub(super) time: f32,
    /// Whether the next frame begins at rest.
    pub(super) is_new: bool,
}

impl SpringState {
    /// A state at rest.
    #[must_use]
    pub fn new(rig: Arc<SpringRig>) -> Self {
        let anchors = rig.anchors.len() + 1;
        let none = vec![Affine3A::IDENTITY; anchors];
        Self {
            tails: vec![[Vec3A::ZERO; 2]; rig.bones.len()],
            bones: vec![Affine3A::IDENTITY; rig.bones.len()],
            shown: vec![Affine3A::IDENTITY; rig.bones.len()],
            before: none.clone(),
            now: none.clone(),
            at: none,
            colliders: Vec::with_capacity(rig.colliders.len()),
            centers: Vec::with_capacity(rig.centers.len()),
            origin: Vec3::ZERO,
            time: 0.0,
            is_new: true,
            rig,
        }
    }

    /// A state at rest, for characters with this skeleton.
    ///
    /// # Errors
    /// When the rig has a joint that the skeleton lacks.
    pub fn for_skeleton(rig: Arc<SpringRig>, skeleton: &Skeleton) -> Result<Self, SpringError> {
        match rig.joints.checked_sub(1).filter(|last| *last >= skeleton.len()) {
            Some(last) => {
                let joint = JointIndex(last as u32);
                Err(SpringError::UnknownJoint { joint, count: skeleton.len() })
            }
            None => Ok(Self::new(rig)),
        }
    }

    /// The shared rig.
    #[must_use]
    pub fn rig(&self) -> &Arc<SpringRig> {
        &self.rig
    }

    /// Puts every bone to rest in the pose of the next frame, without velocity: after a cut that is no teleport, such as another
    /// clip for a still picture.
    pub fn reset(&mut self) {
        self.is_new = true;
    }

    /// Whether a bone moved in the last step, or the state has not been resolved yet. Bones that hang still need no further frames while
    /// nothing else moves.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        const STILL: f32 = 1e-5;
        self.is_new || self.tails.iter().any(|[now, before]| now.distance_squared(*before) > STILL * STILL)
    }

    /// Matrix of a place in the present step.
    #[inline]
    pub(super) fn matrix(&self, place: Place) -> Affine3A {
        place_matrix(place, &self.rig, &self.at, &self.bones)
    }
}

/// Matrix of a place, from the matrices of the anchors, followed by the character's, and of the bones.
#[inline]
pub(super) fn place_matrix(
    place: Place,
    rig: &SpringRig,
    anchors: &[Affine3A],
    bones: &[Affine3A],
) -> Affine3A {
    match place {
        Place::World => anchors[anchors.len() - 1],
        Place::Anchor(number) => anchors[number as usize],
        Place::Bone(number) => bones[number as usize],
        Place::Link(number) => {
            let (bone, link) = rig.links[number as usize];
            bones[bone as usize] * link
        }
    }
}
