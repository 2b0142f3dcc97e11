//! The ragdoll stage of a frame.

use super::frame::{MIN_STEP, RagdollFrame};
use super::placement::Placement;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::physics::Physics;
use crate::ragdoll::state::{Phase, RagdollState};
use crate::stage::{StageInput, StagePose};
use std::fmt;

/// Input of a ragdoll in a frame, beside the [`StageInput`]: the physics engine.
#[derive(Default)]
#[non_exhaustive]
pub struct RagdollInput<'a> {
    /// Rigid bodies. Without them an active ragdoll keeps the pose that physics last produced.
    pub physics: Option<&'a mut dyn Physics>,
    /// Whether the animation takes a fallen pose over when the ragdoll is stopped: the next frame then begins
    /// with [`RagdollState::hand_over`].
    pub hands_over: bool,
}

impl<'a> RagdollInput<'a> {
    /// Frame without physics.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the physics engine.
    #[must_use]
    pub fn with_physics(self, physics: &'a mut dyn Physics) -> Self {
        Self { physics: Some(physics), ..self }
    }

    /// Sets [`hands_over`](Self::hands_over).
    #[must_use]
    pub fn with_hand_over(self) -> Self {
        Self { hands_over: true, ..self }
    }
}

impl fmt::Debug for RagdollInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RagdollInput")
            .field("physics", &self.physics.is_some())
            .field("hands_over", &self.hands_over)
            .finish()
    }
}

impl RagdollState {
    /// Moves a ragdoll on by one frame: sends drives to the physics, lets it step, and writes the rotations
    /// of the parts and the position of the root into the pose, which holds the animated pose before. Bones
    /// keep their lengths.
    ///
    /// The ground of the input counts only in worlds whose direction upwards is +Y.
    pub fn solve(&mut self, stage: &StageInput<'_>, input: RagdollInput<'_>, pose: &mut StagePose<'_>) {
        pose.refresh();
        let mut frame = RagdollFrame::new(pose.skeleton(), stage);
        let (local, model) = pose.edit();
        let placement = Placement::new(frame.world_from_model);
        self.up = frame.up();
        // Where nobody takes a release over, the pose cuts to the animation.
        if !input.hands_over {
            self.release = None;
            self.getting_up.iter_mut().for_each(|getting_up| getting_up.motion = None);
        }
        let mut physics = input.physics.filter(|_| frame.dt >= MIN_STEP || self.phase == Phase::Animated);
        if let Some(physics) = &mut physics {
            self.follow_teleport(&frame, &mut **physics);
        }
        self.note_posed(local);
        self.fade_change(&frame, local, model);
        self.aim(&frame, &placement, local, model);
        if let Some(physics) = physics {
            self.step(&mut frame, &placement, physics, local, model);
        } else if self.phase == Phase::Active {
            // A frame without a time step shows the last one again.
            self.missed.frames |= frame.dt >= MIN_STEP;
            self.missed.teleported |= frame.teleported;
            self.missed.pose_jumped |= frame.pose_jumped;
        }
        if self.has_pose() {
            self.write(&frame, &placement, local, model);
            self.note_change(frame.dt);
            self.begin_hand_over();
        } else {
            self.note_animation(&placement, model);
        }
        if let Some((time, _)) = &mut self.regained {
            *time += frame.dt;
        }
        self.regained.take_if(|(time, seconds)| *time >= *seconds);
        // A reaction that ends hands the pose on as it is now.
        self.recover(frame.dt);
    }

    /// Sends the frame to the physics and steps it.
    fn step(
        &mut self,
        input: &mut RagdollFrame<'_>,
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
            state.animated = Some(placement.to_world(part.transform(model)));
        }
    }
}
