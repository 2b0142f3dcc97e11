//! The ragdoll stage of a frame.

use super::placement::Placement;
use crate::ground::Ground;
use crate::math::GRAVITY;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::physics::Physics;
use crate::ragdoll::state::{Phase, RagdollState};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Vec3};
use std::fmt;

/// Input of [`solve_ragdoll`].
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct RagdollInput<'a> {
    /// Skeleton of the character.
    pub skeleton: &'a Skeleton,
    /// Time step, seconds.
    pub dt: f32,
    /// World from model: the character's place in the world.
    pub world_from_model: Affine3A,
    /// True when the character was teleported: the velocity of the animation is not taken over.
    pub teleported: bool,
    /// True when the pose was cut, such as by a seek or a clip without a fade: it has no velocity in this frame.
    pub pose_jumped: bool,
    /// Acceleration of gravity in the world, in its units of length per s².
    pub gravity: Vec3,
    /// Direction upwards, where it is not that against gravity.
    pub upwards: Option<Vec3>,
    /// Ground on which a body gets up, with +Y upwards; without it the level on which the character stands.
    pub ground: Option<&'a dyn Ground>,
    /// Whether an actor takes a fallen pose over when the ragdoll is stopped.
    pub(crate) hands_back: bool,
}

/// Cosine of the largest angle between +Y and the direction upwards at which a ground counts.
const MIN_UPRIGHT: f32 = 0.99;

/// Shortest frame in which a change of the pose is a velocity, seconds.
const MIN_STEP: f32 = 1e-4;

impl fmt::Debug for RagdollInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RagdollInput")
            .field("dt", &self.dt)
            .field("world_from_model", &self.world_from_model)
            .field("teleported", &self.teleported)
            .field("pose_jumped", &self.pose_jumped)
            .field("gravity", &self.gravity)
            .field("ground", &self.ground.is_some())
            .finish_non_exhaustive()
    }
}

impl<'a> RagdollInput<'a> {
    /// Input of a frame of `dt` seconds.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton, dt: f32, world_from_model: Affine3A) -> Self {
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        Self {
            skeleton,
            dt,
            world_from_model,
            teleported: false,
            pose_jumped: false,
            gravity: GRAVITY,
            upwards: None,
            ground: None,
            hands_back: false,
        }
    }

    /// Marks the frame as a teleport.
    #[must_use]
    pub fn with_teleport(self) -> Self {
        Self { teleported: true, ..self }
    }

    /// Marks the pose as cut.
    #[must_use]
    pub fn with_pose_jump(self) -> Self {
        Self { pose_jumped: true, ..self }
    }

    /// Sets gravity, m/s².
    #[must_use]
    pub fn with_gravity(self, gravity: Vec3) -> Self {
        Self { gravity, ..self }
    }

    /// Sets the direction upwards; without it, that against gravity.
    #[must_use]
    pub fn with_up(self, up: Vec3) -> Self {
        Self { upwards: Some(up), ..self }
    }

    /// Sets the ground on which a body gets up.
    #[must_use]
    pub fn with_ground(self, ground: &'a dyn Ground) -> Self {
        Self { ground: Some(ground), ..self }
    }

    /// Direction upwards.
    pub(super) fn up(&self) -> Vec3 {
        self.upwards.unwrap_or(-self.gravity).try_normalize().unwrap_or(Vec3::Y)
    }

    /// Whether the pose has no velocity in this frame.
    pub(super) fn is_cut(&self) -> bool {
        self.teleported || self.pose_jumped || self.dt < MIN_STEP
    }
}

/// Moves a ragdoll on by one frame: sends drives to the physics, lets it step, and writes the rotations of the parts and the position of the
/// root into the pose, which holds the animated pose before. Bones keep their lengths.
///
/// Without physics an active ragdoll keeps the pose that physics last produced.
pub fn solve_ragdoll(
    state: &mut RagdollState,
    input: &RagdollInput<'_>,
    physics: Option<&mut dyn Physics>,
    local: &mut LocalPose,
    model: &mut ModelPose,
) {
    let mut input = *input;
    // A ground has +Y upwards.
    input.ground = input.ground.filter(|_| input.up().y > MIN_UPRIGHT);
    let placement = Placement::new(input.world_from_model);
    state.up = input.up();
    // Without an actor nobody takes a release over.
    if !input.hands_back {
        state.release = None;
        state.getting_up.iter_mut().for_each(|own| own.motion = None);
    }
    let mut physics = physics.filter(|_| input.dt >= MIN_STEP || state.phase == Phase::Animated);
    if let Some(physics) = &mut physics {
        state.follow_teleport(&input, &mut **physics);
    }
    state.note_posed(local);
    state.fade_change(&input, local, model);
    state.aim(&input, &placement, local, model);
    if let Some(physics) = physics {
        state.step(&mut input, &placement, physics, local, model);
    } else if state.phase == Phase::Active {
        // A frame without a time step shows the last one again.
        state.missed.frames |= input.dt >= MIN_STEP;
        state.missed.teleported |= input.teleported;
        state.missed.pose_jumped |= input.pose_jumped;
    }
    if state.has_pose() {
        state.write(&input, &placement, local, model);
        state.note_change(input.dt);
        state.begin_hand_over();
    } else {
        state.note_animation(&placement, model);
    }
    if let Some((time, _)) = &mut state.regained {
        *time += input.dt;
    }
    state.regained.take_if(|(time, seconds)| *time >= *seconds);
    // A reaction that ends hands the pose on as it is now.
    state.recover(input.dt);
}

impl RagdollState {
    /// Sends the frame to the physics and steps it.
    fn step(
        &mut self,
        input: &mut RagdollInput<'_>,
        placement: &Placement,
        physics: &mut dyn Physics,
        local: &LocalPose,
        model: &ModelPose,
    ) {
        if matches!(self.phase, Phase::Active | Phase::Stopping) {
            self.forget_unknown_bodies(physics);
        }
        // Where the actor is not advanced, nobody takes the pose over.
        self.release.take_if(|release| std::mem::replace(&mut release.is_shown, true));
        match self.phase {
            // The engine moves on to the time of the animated pose, in which the bodies then begin.
            Phase::Starting => {
                physics.step(input.dt);
                self.add_bodies(input, physics, local, model);
                self.apply_impulses(physics);
            }
            // The body falls on until its animation takes over.
            Phase::Stopping if self.release.is_some() => {
                physics.step(input.dt);
                self.read(input.dt, physics);
            }
            Phase::Stopping => {
                self.remove_bodies(physics);
                physics.step(input.dt);
            }
            Phase::Active => {
                let missed = std::mem::take(&mut self.missed);
                input.teleported |= missed.teleported;
                // The change over frames without physics is no velocity either.
                input.pose_jumped |= missed.pose_jumped || missed.frames;
                if input.teleported || input.pose_jumped {
                    self.follow_cut(placement, physics, model);
                }
                self.drive(input, placement, physics, local, model);
                self.apply_impulses(physics);
                self.apply_drag(input.dt, physics);
                self.pull(input, physics);
                physics.step(input.dt);
                self.read(input.dt, physics);
                self.follow_with_root(input);
                self.progress(input);
            }
            Phase::Animated => {
                self.prepare_shapes(&input.world_from_model, placement.is_mirrored(), physics);
                physics.step(input.dt);
            }
        }
    }

    /// Whether physics has moved a part.
    pub(crate) fn has_pose(&self) -> bool {
        self.phase == Phase::Active || self.phase == Phase::Stopping && self.release.is_some()
    }

    /// Takes note of an animated pose.
    fn note_animation(&mut self, placement: &Placement, model: &ModelPose) {
        if self.phase == Phase::Animated {
            self.impulses.clear();
        }
        for (part, state) in self.ragdoll.parts.iter().zip(&mut self.parts) {
            state.animated = Some(placement.to_world(part.place(model)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_is_against_gravity_or_as_it_is_set() {
        let skeleton = Skeleton::default();
        let input = RagdollInput::new(&skeleton, 0.1, Affine3A::IDENTITY);
        assert_eq!(input.up(), Vec3::Y);
        let sideways = input.with_gravity(Vec3::X * 3.0);
        assert_eq!(sideways.up(), Vec3::NEG_X);
        assert_eq!(sideways.with_gravity(Vec3::ZERO).up(), Vec3::Y);
        assert_eq!(sideways.with_gravity(Vec3::ZERO).with_up(Vec3::Z * 2.0).up(), Vec3::Z);
    }
}
