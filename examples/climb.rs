//! Climbs a ladder: the goals of hands and feet are a function of the height of the body.
//!
//! `cargo run --example climb`

use sinew::body::TPose;
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::HumanBone::*;
use sinew::math::smoothstep;
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, FrameInput};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

/// Distance from rung to rung, metres, and rungs by which a hand or foot moves on.
const SPACING: f32 = 0.26;
const STRIDE: f32 = 2.0;
/// Share of a cycle for which a hand or foot holds its rung.
const HOLD: f32 = 0.6;

/// Hand or foot on the ladder. The body faces +Z, the rungs lie along X at z = 0.
struct Limb {
    /// Part of a cycle by which it is ahead of the others.
    phase: f32,
    /// Rung that it holds at phase 0.
    first: f32,
    /// Offset of the goal from the middle of the rung, and the goal's rotation.
    offset: Vec3,
    rotation: Quat,
}

impl Limb {
    /// Limb that is `level` metres above the origin of the body on average.
    fn new(phase: f32, level: f32, offset: Vec3, rotation: Quat) -> Self {
        let first = (level / SPACING - STRIDE * (phase - 0.5 * HOLD)).round();
        Self { phase, first, offset, rotation }
    }

    /// Goal for a body at a height on the ladder, metres.
    fn goal(&self, height: f32) -> IkGoal {
        let cycle = height / (STRIDE * SPACING) + self.phase;
        let step = smoothstep((cycle - cycle.floor() - HOLD) / (1.0 - HOLD));
        let rung = self.first + STRIDE * (cycle.floor() + step);
        // Away from the rungs while it moves.
        let away = 0.3 * step * (1.0 - step);
        IkGoal::at(self.offset + Vec3::new(0.0, rung * SPACING, -away)).with_rotation(self.rotation)
    }
}

/// Left hand, right hand, left foot, right foot, and the distance of the body from the rungs, metres; `None`
/// where a bone is missing.
fn limbs(body: &TPose) -> Option<([Limb; 4], f32)> {
    let arm = body.limb_length([LeftUpperArm, LeftLowerArm, LeftHand])?;
    let leg = body.leg_length();
    let hand = |upper, phase| {
        let shoulder = body.facing() * body.position(upper)?;
        // Fingers point up and ahead, the thumb inwards.
        let (thumb, fingers) = (Vec3::X * -shoulder.x.signum(), Vec3::new(0.0, 0.9, 0.436).normalize());
        let rotation = Quat::from_mat3(&Mat3::from_cols(thumb.cross(fingers), thumb, fingers));
        Some(Limb::new(phase, shoulder.y, Vec3::X * shoulder.x, rotation))
    };
    let foot = |upper, foot, phase| {
        let hip = body.facing() * body.position(upper)?;
        // The goal of a leg is its ankle; the ball of the foot is on the rung.
        let offset = Vec3::new(hip.x, body.ankle_height(), -0.17 * leg);
        Some(Limb::new(phase, hip.y - 0.6 * leg, offset, body.rotation(foot)))
    };
    // The left hand moves with the right foot.
    let limbs = [
        hand(LeftUpperArm, 0.0)?,
        hand(RightUpperArm, 0.5)?,
        foot(LeftUpperLeg, LeftFoot, 0.5)?,
        foot(RightUpperLeg, RightFoot, 0.0)?,
    ];
    Some((limbs, 0.7 * arm))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(&std::fs::read("data/sinew.vrm")?, &NoFiles)?;
    let character = Arc::new(imported.character);
    let (skeleton, humanoid) =
        (character.skeleton(), character.humanoid().ok_or("the character is not a humanoid")?);
    let body = TPose::new(skeleton, humanoid).with_skin(&character);
    let (limbs, away) = limbs(&body).ok_or("the body lacks an arm or a leg")?;
    let rig = Arc::new(IkRig::human(skeleton, humanoid).with_grips(skeleton, humanoid));
    let names = ["left hand", "right hand", "left foot", "right foot"];
    let mut actor = Actor::new(character, imported.clips)?;
    actor.set_ik(Some(rig))?;
    actor.play("idle")?;
    for frame in 0..150 {
        let height = 0.5 + frame as f32 * 0.02;
        let ik = actor.ik_mut().ok_or("the actor has no IK rig")?;
        for (name, limb) in names.iter().zip(&limbs) {
            ik.set_goal(*name, limb.goal(height))?;
        }
        let world_from_model =
            Affine3A::from_rotation_translation(body.facing(), Vec3::new(0.0, height, -away));
        actor.advance(1.0 / 30.0);
        actor.resolve(FrameInput::new(1.0 / 30.0, world_from_model));
        if frame % 30 == 29 {
            let ik = actor.ik().ok_or("the actor has no IK rig")?;
            let mut errors = [0.0; 4];
            for (error, name) in errors.iter_mut().zip(names) {
                let effector = ik.rig().effector(name).ok_or("the rig lacks an effector")?;
                *error = ik.report(effector).error;
            }
            println!("{height:.2} m up: distance of hands and feet from their rungs {errors:.3?} m");
        }
    }
    Ok(())
}
