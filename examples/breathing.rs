//! A system of your own in the shape of Sinew's: a chest that breathes, as a stage between IK and spring
//! bones.
//!
//! `cargo run --example breathing`
#![allow(unreachable_pub, reason = "a system of a program of its own")]

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::{Actor, Character, FrameInput, JointId};
use sinew_import::{NoFiles, import};
use std::f32::consts::TAU;
use std::sync::Arc;

/// Breathing of a character: the joints that it turns. Immutable, shared by all actors of the character.
#[derive(Clone, Debug, PartialEq)]
pub struct Breathing {
    /// Joints with their turns at a full breath, radians about the axis from right to left: positive leans
    /// forwards.
    joints: Vec<(JointId, f32)>,
    /// Axis from the right of the character to its left, in model space.
    across: Vec3,
    /// Fingerprint of the skeleton that the joints are of.
    skeleton: u64,
}

/// Error of [`Breathing::human`] and [`BreathingState::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreathingError {
    /// The character has no humanoid with a chest or spine.
    NoChest,
    /// The breathing was made for another skeleton.
    OtherSkeleton,
}

impl std::fmt::Display for BreathingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoChest => "the character is no humanoid with a chest",
            Self::OtherSkeleton => "the breathing was made for another skeleton",
        })
    }
}

impl std::error::Error for BreathingError {}

impl Breathing {
    /// Breathing of a humanoid: the chest rises, and neck and shoulders go back by as much, so that the head
    /// stays level.
    ///
    /// # Errors
    /// When the character is no humanoid with a chest.
    pub fn human(character: &Character) -> Result<Self, BreathingError> {
        let body = character.humanoid().ok_or(BreathingError::NoChest)?;
        let chest = body.joint(HumanBone::Chest).or_else(|| body.joint(HumanBone::Spine));
        let mut joints = vec![(chest.ok_or(BreathingError::NoChest)?, -0.035)];
        joints.extend(
            body.joint(HumanBone::Neck).or_else(|| body.joint(HumanBone::Head)).map(|neck| (neck, 0.035)),
        );
        let shoulders = [HumanBone::LeftShoulder, HumanBone::RightShoulder];
        joints.extend(shoulders.into_iter().filter_map(|bone| Some((body.joint(bone)?, 0.025))));
        let across = character.forward_rotation() * Vec3::X;
        Ok(Self { joints, across, skeleton: character.skeleton().fingerprint() })
    }
}

/// What breathing gets in a frame beside the [`StageInput`].
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct BreathingInput {
    /// How hard the character works, 0 at rest to 1 out of breath.
    pub effort: f32,
}

impl BreathingInput {
    /// Input of a character at rest.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how hard the character works, 0 at rest to 1 out of breath.
    #[must_use]
    pub fn with_effort(self, effort: f32) -> Self {
        Self { effort, ..self }
    }
}

/// Breathing of one character.
#[derive(Clone, Debug)]
pub struct BreathingState {
    breathing: Arc<Breathing>,
    /// Breaths so far; their fraction is the phase.
    breaths: f32,
}

impl BreathingState {
    /// State between two breaths.
    ///
    /// # Errors
    /// When the breathing was made for a character of other joints.
    pub fn new(breathing: Arc<Breathing>, character: &Character) -> Result<Self, BreathingError> {
        if breathing.skeleton != character.skeleton().fingerprint() {
            return Err(BreathingError::OtherSkeleton);
        }
        Ok(Self { breathing, breaths: 0.0 })
    }

    /// How full the lungs are, 0 to 1: in faster than out, with a pause.
    #[must_use]
    pub fn fullness(&self) -> f32 {
        let phase = self.breaths.fract();
        let share = if phase < 0.4 { phase / 0.4 } else { 1.0 - ((phase - 0.4) / 0.5).min(1.0) };
        0.5 - 0.5 * (share * 0.5 * TAU).cos()
    }

    /// Breathes on by one frame, and turns the joints of the pose. With `dt` = 0 a frame gives the same
    /// result again.
    pub fn solve(&mut self, stage: &StageInput<'_>, input: BreathingInput, pose: &mut StagePose<'_>) {
        let effort = input.effort.clamp(0.0, 1.0);
        // 14 breaths a minute at rest, 45 out of breath.
        self.breaths += stage.dt.max(0.0) * (14.0 + 31.0 * effort) / 60.0;
        let depth = self.fullness() * (1.0 + 1.5 * effort);
        for (joint, angle) in &self.breathing.joints {
            pose.rotate(*joint, Quat::from_axis_angle(self.breathing.across, angle * depth));
        }
    }
}

#[allow(dead_code, reason = "a test includes this file for the system alone")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    const DT: f32 = 1.0 / 30.0;
    let imported = import(&std::fs::read("data/sinew.vrm")?, &NoFiles)?;
    let character = Arc::new(imported.character);
    let chest = character.humanoid().and_then(|body| body.joint(HumanBone::Chest)).ok_or("no chest")?;
    let breathing = Arc::new(Breathing::human(&character)?);
    let mut state = BreathingState::new(breathing, &character)?;
    let mut actor = Actor::new(character, imported.clips)?;
    actor.play("idle")?;
    for frame in 0..150 {
        let input = BreathingInput::new().with_effort(if frame < 90 { 0.0 } else { 1.0 });
        // The stage runs behind IK, so that ragdoll, face, constraints and spring bones find the chest where
        // it is.
        let mut breathe = |stage: Stage, frame: &StageInput<'_>, pose: &mut StagePose<'_>| {
            if stage == Stage::Ik {
                state.solve(frame, input, pose);
            }
        };
        actor.advance(DT);
        actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY).with_hook(&mut breathe));
        if frame % 15 == 0 {
            let front = actor.frame().model()[chest.index()].transform_vector3(Vec3::Z);
            println!(
                "{:.1} s: lungs {:3.0} %, the chest faces {front:.3}",
                frame as f32 * DT,
                state.fullness() * 100.0
            );
        }
    }
    Ok(())
}
