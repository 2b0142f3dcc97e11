use super::final_pose::FinalPose;
use super::wind::Wind;
use crate::character::Character;
use crate::math::Transform;
use crate::math::turn::turned_below;
use crate::morph::MorphWeights;
use crate::playback::FullPose;
use crate::skeleton::JointIndex;
use glam::{Affine3A, Quat, Vec3};

/// Access to the pose between two stages, for a [hook](crate::FrameInput::with_hook): read and edit.
pub struct PoseAccess<'a> {
    pub(super) character: &'a Character,
    pub(super) animated: &'a FullPose,
    pub(super) pose: &'a mut FinalPose,
    pub(super) dt: f32,
    pub(super) world_from_model: Affine3A,
    pub(super) teleported: bool,
    pub(super) gravity: Vec3,
    pub(super) wind: Option<&'a dyn Wind>,
}

impl PoseAccess<'_> {
    /// The character.
    #[must_use]
    pub fn character(&self) -> &Character {
        self.character
    }

    /// Simulated time of the frame, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// World from model: where the character stands.
    #[must_use]
    pub fn world_from_model(&self) -> Affine3A {
        self.world_from_model
    }

    /// Whether the character was teleported: modifiers drop their velocities.
    #[must_use]
    pub fn teleported(&self) -> bool {
        self.teleported
    }

    /// Acceleration of gravity in the world, in m/s².
    #[must_use]
    pub fn gravity(&self) -> Vec3 {
        self.gravity
    }

    /// The velocity of the air at a position, both in the world, in m/s.
    #[must_use]
    pub fn wind(&self, world_position: Vec3) -> Vec3 {
        self.wind.map_or(Vec3::ZERO, |wind| wind.velocity(world_position))
    }

    /// The transform of a joint relative to its parent.
    ///
    /// # Panics
    /// When there is no such joint.
    #[must_use]
    pub fn local(&self, joint: JointIndex) -> &Transform {
        self.pose.local(self.animated).get(joint)
    }

    /// Sets the transform of a joint relative to its parent.
    ///
    /// # Panics
    /// When there is no such joint.
    pub fn set_local(&mut self, joint: JointIndex, transform: Transform) {
        let (local, model) = self.pose.edit(self.animated);
        *local.get_mut(joint) = transform;
        model.mark_stale(joint);
    }

    /// Model from joint, with all edits so far.
    ///
    /// # Panics
    /// When there is no such joint.
    pub fn model(&mut self, joint: JointIndex) -> Affine3A {
        self.pose.refresh(self.character, self.animated);
        *self.pose.model.get(joint)
    }

    /// Turns a joint, and everything below it, about its own origin by a rotation given in model space.
    ///
    /// # Panics
    /// When there is no such joint.
    pub fn rotate(&mut self, joint: JointIndex, model_rotation: Quat) {
        let parent = self.character.skeleton().parent(joint);
        let above = parent.map_or(Affine3A::IDENTITY, |parent| self.model(parent));
        let own = *self.local(joint);
        let rotation = turned_below(&above, model_rotation, own.rotation);
        self.set_local(joint, Transform { rotation, ..own });
    }

    /// The morph weights of all mesh instances.
    #[must_use]
    pub fn morphs(&self) -> &MorphWeights {
        self.pose.morphs(self.animated)
    }

    /// The morph weights of all mesh instances, to edit.
    pub fn morphs_mut(&mut self) -> &mut MorphWeights {
        self.pose.edit_morphs(self.animated)
    }
}
