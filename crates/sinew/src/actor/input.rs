use crate::ground::Ground;
use crate::ragdoll::Physics;
use crate::stage::{Stage, StageInput, StagePose, Wind};
use glam::{Affine3A, Vec3};
use std::fmt;

/// Input of [`Actor::resolve`](crate::Actor::resolve): time step, placement of the character, ground, wind,
/// gravity, hook.
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts, FrameInput};
/// # use sinew::glam::Affine3A;
/// # use sinew::ground::height_field;
/// # let character = std::sync::Arc::new(Character::new(CharacterParts::default())?);
/// # let mut actor = Actor::without_clips(character);
/// let floor = height_field(|_, _| 0.0);
/// actor.advance(1.0 / 60.0);
/// actor.resolve(FrameInput::new(1.0 / 60.0, Affine3A::IDENTITY).with_ground(&floor));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
pub struct FrameInput<'a> {
    /// Input that all stages share. A `world_from_model` that is not finite, is not invertible or lies beyond
    /// [`MAX_COORDINATE`](crate::skeleton::MAX_COORDINATE) counts as the last one. Jumps of the animated pose
    /// are found by the actor.
    pub stage: StageInput<'a>,
    /// Rigid bodies of ragdolls; without it an active ragdoll keeps its pose.
    pub physics: Option<&'a mut dyn Physics>,
    /// Position of the viewer in the world, see [`FrameInput::with_viewer`].
    pub viewer: Option<Vec3>,
    /// Called after every stage, see [`FrameInput::with_hook`].
    pub hook: Option<&'a mut Hook<'a>>,
}

/// A function that is called after every stage of a frame, with the input of the stages and the pose so far.
pub type Hook<'a> = dyn FnMut(Stage, &StageInput<'_>, &mut StagePose<'_>) + 'a;

impl<'a> FrameInput<'a> {
    /// A frame of `dt` seconds, with the character at `world_from_model`, on no ground, in still air, with
    /// Earth's gravity.
    #[must_use]
    pub fn new(dt: f32, world_from_model: Affine3A) -> Self {
        Self { stage: StageInput::new(dt, world_from_model), physics: None, viewer: None, hook: None }
    }

    /// The same input, borrowed for a shorter time: to add a ground or a hook that lives less long, or to
    /// resolve twice.
    #[must_use]
    pub fn reborrow(&mut self) -> FrameInput<'_> {
        let physics = self.physics.as_mut().map(|physics| &mut **physics as &mut dyn Physics);
        let hook = self.hook.as_mut().map(|hook| &mut **hook as &mut Hook<'_>);
        FrameInput { stage: self.stage, physics, viewer: self.viewer, hook }
    }

    /// Sets the ground for feet and for bodies that get up.
    #[must_use]
    pub fn with_ground(self, ground: &'a dyn Ground) -> Self {
        Self { stage: self.stage.with_ground(ground), ..self }
    }

    /// Sets the wind.
    #[must_use]
    pub fn with_wind(self, wind: &'a dyn Wind) -> Self {
        Self { stage: self.stage.with_wind(wind), ..self }
    }

    /// Sets the time of the wind, seconds, where the actor is not to count its own: for characters that are
    /// to feel the same gusts.
    #[must_use]
    pub fn with_time(self, time: f64) -> Self {
        Self { stage: self.stage.with_time(time), ..self }
    }

    /// Sets the physics engine that moves ragdolls.
    #[must_use]
    pub fn with_physics(self, physics: &'a mut dyn Physics) -> Self {
        Self { physics: Some(physics), ..self }
    }

    /// Sets the position of the viewer in the world: the actor and the items that it holds choose their levels
    /// of detail for it ([`Actor::set_lod_levels`](crate::Actor::set_lod_levels)). With several viewers give
    /// the nearest; without one the level stays as it is.
    #[must_use]
    pub fn with_viewer(self, viewer: Vec3) -> Self {
        Self { viewer: Some(viewer), ..self }
    }

    /// Sets gravity, in units of length of the world per s². Muscles of ragdolls carry their limbs against
    /// it; give that of the physics engine.
    #[must_use]
    pub fn with_gravity(self, gravity: Vec3) -> Self {
        Self { stage: self.stage.with_gravity(gravity), ..self }
    }

    /// Sets the direction upwards in the world, where it is not that against gravity.
    #[must_use]
    pub fn with_up(self, up: Vec3) -> Self {
        Self { stage: self.stage.with_up(up), ..self }
    }

    /// Marks the frame as a teleport: velocities and foot locks are dropped.
    #[must_use]
    pub fn with_teleport(self) -> Self {
        Self { stage: self.stage.with_teleport(), ..self }
    }

    /// Marks the animated pose as no continuation of the last one: what swings is carried along.
    #[must_use]
    pub fn with_pose_jump(self) -> Self {
        Self { stage: self.stage.with_pose_jump(), ..self }
    }

    /// Sets a hook: it is called after every stage from [`Stage::Animate`] on, and may read the pose, edit it
    /// or take the time. Edits are seen by all later stages and never change the animated pose; the last
    /// stage whose edits still reach the skinning palettes is [`Stage::Springs`]. Edits after
    /// [`Stage::Skinning`] move bounds and sockets alone. An edit that makes a pose which 32-bit floats
    /// cannot hold, such as NaN, drops all edits of the frame so far.
    #[must_use]
    pub fn with_hook(self, hook: &'a mut Hook<'a>) -> Self {
        Self { hook: Some(hook), ..self }
    }
}

impl fmt::Debug for FrameInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameInput")
            .field("stage", &self.stage)
            .field("physics", &self.physics.is_some())
            .field("viewer", &self.viewer)
            .field("hook", &self.hook.is_some())
            .finish()
    }
}
