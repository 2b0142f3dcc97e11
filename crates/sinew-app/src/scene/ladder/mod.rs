//! Climbing a ladder up and down.

mod climb;
mod gait;
mod head_clearance;
mod limb;
#[cfg(test)]
mod tests;

use self::climb::Climb;
use super::Scene;
use super::measure::{prop_actor, set_rig};
use crate::asset::size::body_scale;
use crate::prop::ladder::{self, Ladder};
use crate::report::failure::Failure;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::math::Transform;
use sinew::rig::{EffectorId, IkRig};
use sinew::{Actor, Character, FrameInput, JointId};
use std::f64::consts::PI;

/// Scene of a climb.
pub(super) struct LadderScene {
    climb: Climb,
    ladder: Ladder,
    effectors: [EffectorId; 4],
    look: Option<EffectorId>,
    hips: Option<JointId>,
    /// Seconds of a climb up and down.
    round: f64,
    /// Seconds since the beginning.
    clock: f64,
    props: [Actor; 1],
}

/// Seconds of a climb up and down a ladder of `RUNGS` rungs.
const ROUND: f64 = 9.0;
const RUNGS: u32 = 14;

/// Angle of the ladder from the vertical, radians.
const LEAN: f32 = 0.12;

impl LadderScene {
    pub(super) fn new(actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let mut climb = None;
        set_rig(actor, file, |character, body| {
            let skeleton = character.skeleton();
            climb = Some(Climb::human(skeleton, body)?.with_body(character, body));
            Some(IkRig::human(skeleton, body).with_grips(skeleton, body))
        })?;
        let effectors = actor.ik().and_then(|ik| {
            let [a, b, c, d] = Climb::EFFECTORS.map(|name| ik.rig().effector(name));
            Some([a?, b?, c?, d?])
        });
        let look = actor.ik().and_then(|ik| ik.rig().effector(Climb::LOOK));
        let (Some(climb), Some(effectors)) = (climb, effectors) else {
            return Err(Failure::input(file, "--scene ladder needs a character with hands and feet"));
        };
        let scale = body_scale(actor);
        let foot = Affine3A::from_quat(Quat::from_rotation_x(LEAN));
        let mut ladder = Ladder { foot, spacing: 0.28 * scale, rungs: RUNGS, width: 0.46 * scale };
        // Bodies with short limbs get rungs closer together, and take longer for them.
        for _ in 0..4 {
            if !climb.fits(&ladder) {
                (ladder.spacing, ladder.rungs) = (ladder.spacing * 0.5, ladder.rungs * 2);
            }
        }
        let round = ROUND * f64::from(ladder.rungs) / f64::from(RUNGS);
        let props = [prop_actor(ladder::character(&ladder))?];
        let hips = actor.character().humanoid().and_then(|body| body.joint(HumanBone::Hips));
        Ok(Self { climb, ladder, effectors, look, hips, round, clock: 0.0, props })
    }

    /// Height climbed, metres along the ladder.
    fn climbed(&self) -> f32 {
        let share = 0.5 - 0.5 * (2.0 * PI * self.clock / self.round).cos();
        self.climb.height(&self.ladder) * share as f32
    }

    fn set_climb_goals(&self, actor: &mut Actor) {
        let pose = self.climb.at(&self.ladder, self.climbed());
        let Some(ik) = actor.ik_mut() else { return };
        for (effector, goal) in self.effectors.into_iter().zip(pose.goals) {
            ik.set_goal(effector, goal).expect("an effector of the rig");
        }
        if let Some(look) = self.look {
            ik.set_goal(look, pose.look).expect("an effector of the rig");
        }
    }
}

impl Scene for LadderScene {
    fn begin(&mut self, actor: &mut Actor) {
        self.clock = 0.0;
        self.set_climb_goals(actor);
        if let Some(ik) = actor.ik_mut() {
            ik.snap();
        }
    }

    fn advance(&mut self, _: &mut Actor, _: &Affine3A, dt: f32) {
        self.clock += f64::from(dt);
    }

    /// Transform on the ladder; root motion of the clip is ignored.
    fn transform(&self, _: &Character, _: &Affine3A) -> Affine3A {
        self.climb.at(&self.ladder, self.climbed()).body
    }

    fn set_goals(&mut self, actor: &mut Actor, _: &Affine3A) {
        self.set_climb_goals(actor);
    }

    fn resolve_character(&mut self, actor: &mut Actor, mut input: FrameInput<'_>) {
        // The ladder places the body, so the clip's own displacement and heading of the hips are taken out.
        // Some files also rest with the hips on the floor.
        let back = self.hips.map_or(Affine3A::IDENTITY, |hips| {
            let rest = actor.character().rest_model()[hips.index()];
            let played = animated(actor, hips);
            let turned = Transform::from_affine(&(played * rest.inverse())).rotation;
            let heading = Quat::from_xyzw(0.0, turned.y, 0.0, turned.w);
            // An upside-down body has no heading.
            let upright = heading.length_squared() > 1e-6;
            let heading = if upright { heading.normalize() } else { Quat::IDENTITY };
            Affine3A::from_translation(rest.translation.into())
                * Affine3A::from_quat(heading.inverse())
                * Affine3A::from_translation(-Vec3::from(played.translation))
        });
        input.stage.world_from_model *= back;
        actor.resolve(input);
    }

    fn resolve_props(&mut self, _: &Actor, dt: f32, _: &Affine3A) {
        let [ladder] = &mut self.props;
        ladder.resolve(FrameInput::new(dt, self.ladder.foot));
    }

    fn props(&self) -> &[Actor] {
        &self.props
    }

    fn duration(&self, _: &Actor) -> f64 {
        self.round
    }
}

/// Model transform of a joint in the animated pose, before IK.
fn animated(actor: &Actor, joint: JointId) -> Affine3A {
    let (skeleton, local) = (actor.character().skeleton(), &actor.animated_pose().local);
    let above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    above.fold(Affine3A::IDENTITY, |below, joint| local.get(joint).to_affine() * below)
}
