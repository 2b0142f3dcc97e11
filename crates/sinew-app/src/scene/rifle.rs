//! Rifle scenes: the right hand holds a rifle before the chest, spine and arms point its barrel at a target,
//! the left hand stays on the fore-end, and the cheek meets the stock.

#[cfg(test)]
#[path = "rifle_tests.rs"]
mod tests;

use super::measure::{floor_height, not_humanoid, prop_actor, set_rig};
use super::rifle_rig::{AIM, CHEEK, LEFT, RAISE, RIGHT, RifleRig, arm_scale};
use super::{Scene, on_floor};
use crate::asset::head;
use crate::asset::size::reference_bounds;
use crate::prop::rifle::Rifle;
use crate::prop::target::Target;
use crate::report::failure::Failure;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::math::smooth_damp;
use sinew::rig::{EffectorId, IkGoal};
use sinew::{Actor, Character, ClipId, FrameInput, WrapMode};
use std::f32::consts::TAU;

/// Scene of a character with a rifle.
pub(super) struct RifleScene {
    rig: RifleRig,
    /// Sorted by time.
    acts: Vec<Act>,
    /// Seconds since the beginning.
    clock: f64,
    /// Index of the current act.
    act: usize,
    /// Blend from carried (0) to aimed (1), and its rate of change.
    aimed: (f32, f32),
    effectors: Effectors,
    /// Arm length relative to a human's.
    scale: f32,
    /// Model-space height of the ground that the clips are animated on.
    floor: f32,
    /// The rifle, then the target if there is one.
    props: Vec<Actor>,
}

/// Part of the scene: from a time on a clip plays, and the rifle is aimed or carried.
#[derive(Clone, Copy, Debug)]
struct Act {
    /// Seconds.
    from: f64,
    /// None keeps the playing clip.
    clip: Option<ClipId>,
    aims: bool,
    /// True for a clip that plays once, false for a loop.
    once: bool,
}

#[derive(Clone, Copy, Debug)]
struct Effectors {
    right: EffectorId,
    left: EffectorId,
    aim: EffectorId,
    cheek: Option<EffectorId>,
}

/// Angle of the target to the left, radians: close to where the rifle points from the chest.
const TARGET_YAW: f32 = 0.82;
/// Path of the target: distance, amplitudes to the sides and up and down, in metres for human arms, and
/// seconds of a round.
const TARGET_DISTANCE: f32 = 2.4;
const SWAY: [f32; 2] = [0.9, 0.6];
const ROUND: f32 = 5.0;
/// Times of the jump and of the end of the scene, seconds.
const JUMP_TIME: f64 = 5.1;
const END: f64 = 6.7;

impl RifleScene {
    /// The character runs, stands and aims, and jumps.
    pub(super) fn on_the_move(actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let clips = actor.clips().clone();
        let clip = |word: &str| clips.ids().find(|id| clips[*id].name().to_lowercase().contains(word));
        let acts = [("run", 0.0, false), ("idle", 2.1, true), ("jump", JUMP_TIME, false)];
        let act = |(word, from, aims)| Act { from, clip: clip(word), aims, once: word == "jump" };
        let mut acts = acts.map(act).to_vec();
        // After the jump the character stands until the end.
        let landed = acts[2]
            .clip
            .map(|jump| &actor.clips()[jump])
            .map(|jump| JUMP_TIME + f64::from(jump.end() - jump.start()));
        acts.extend(landed.filter(|landed| *landed < END).map(|from| Act {
            from,
            clip: acts[1].clip.or(acts[0].clip),
            aims: false,
            once: false,
        }));
        Self::new(actor, file, acts, false)
    }

    /// The character stands and aims at a moving target.
    pub(super) fn aiming(actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        Self::new(actor, file, vec![Act { from: 0.0, clip: None, aims: true, once: false }], true)
    }

    fn new(actor: &mut Actor, file: &str, acts: Vec<Act>, target: bool) -> Result<Self, Failure> {
        let scale = arm_scale(actor).unwrap_or(1.0);
        let tall = reference_bounds(actor).size().y;
        let eye = head::right_eye(actor.character());
        let mut built = None;
        set_rig(actor, file, |character, body| {
            let rifle_rig = RifleRig::new(character, body, scale, tall, eye)?;
            let rig = rifle_rig.rig(character, body);
            built = Some(rifle_rig);
            rig
        })?;
        let ik_rig = actor.ik().map(|ik| ik.rig().clone());
        let effector = |name: &str| ik_rig.as_ref().and_then(|rig| rig.effector(name));
        let (Some(rig), Some(right), Some(left), Some(aim)) =
            (built, effector(RIGHT), effector(LEFT), effector(AIM))
        else {
            return Err(not_humanoid(file));
        };
        let effectors = Effectors { right, left, aim, cheek: effector(CHEEK) };
        let mut props = vec![prop_actor(rig.rifle.character())?];
        if target {
            props.push(prop_actor(Target { scale, ..Target::default() }.character())?);
        }
        let aimed = (f32::from(u8::from(acts[0].aims)), 0.0);
        Ok(Self { rig, acts, clock: 0.0, act: 0, aimed, effectors, scale, floor: floor_height(actor), props })
    }

    /// Position of the target in the model space of a character that faces +Z, on a figure of eight. A longer
    /// barrel moves it away by as much.
    fn target(&self) -> Vec3 {
        let phase = (self.clock as f32 / ROUND).fract() * TAU;
        let [aside, up] = SWAY;
        let rifle = self.rig.rifle;
        let [muzzle, plain] =
            [rifle, Rifle { bulk: 1.0, ..rifle }].map(|rifle| rifle.barrel().0.z / self.scale);
        let offset = Vec3::new(
            phase.sin() * aside,
            1.35 + (phase * 2.0).sin() * up * 0.5,
            TARGET_DISTANCE + muzzle - plain,
        );
        Quat::from_rotation_y(TARGET_YAW) * offset * self.scale + Vec3::Y * self.floor
    }
}

impl Scene for RifleScene {
    fn begin(&mut self, actor: &mut Actor) {
        (self.clock, self.act) = (0.0, 0);
        self.aimed = (f32::from(u8::from(self.acts[0].aims)), 0.0);
        play(actor, &self.acts[0], 0.0);
        let world_from_model = self.transform(actor.character(), &Affine3A::IDENTITY);
        self.set_rifle_goals(actor, &world_from_model);
        if let Some(ik) = actor.ik_mut() {
            ik.snap();
        }
    }

    fn advance(&mut self, actor: &mut Actor, _: &Affine3A, dt: f32) {
        self.clock += f64::from(dt);
        while let Some(next) = self.acts.get(self.act + 1).filter(|next| next.from <= self.clock) {
            self.act += 1;
            play(actor, next, 0.25);
        }
        let wanted = f32::from(u8::from(self.acts[self.act].aims));
        self.aimed = smooth_damp(self.aimed.0, self.aimed.1, wanted, RAISE, dt);
    }

    fn transform(&self, character: &Character, travelled: &Affine3A) -> Affine3A {
        on_floor(travelled, self.floor, character)
    }

    fn set_goals(&mut self, actor: &mut Actor, world_from_model: &Affine3A) {
        self.set_rifle_goals(actor, world_from_model);
    }

    fn resolve_props(&mut self, actor: &Actor, dt: f32, world: &Affine3A) {
        let rifle = actor.frame().socket(&self.rig.in_hand);
        let forward = Affine3A::from_quat(actor.character().forward_rotation());
        let target = *world * forward * Affine3A::from_translation(self.target());
        for (prop, world_from_model) in self.props.iter_mut().zip([rifle, target]) {
            prop.resolve(FrameInput::new(dt, world_from_model));
        }
    }

    fn props(&self) -> &[Actor] {
        &self.props
    }

    fn props_follow_character(&self) -> bool {
        true
    }

    fn duration(&self, _: &Actor) -> f64 {
        if self.acts.len() > 1 { END } else { f64::from(ROUND) }
    }
}

/// Reason why setting goals succeeds.
const OWN: &str = "an effector of the rig";

impl RifleScene {
    fn set_rifle_goals(&mut self, actor: &mut Actor, world_from_model: &Affine3A) {
        let target = actor.character().forward_rotation() * self.target();
        let target = world_from_model.transform_point3(target);
        let aims = self.acts[self.act].aims;
        let [right, left] = self.rig.hands(self.aimed.0);
        let Some(ik) = actor.ik_mut() else { return };
        ik.set_goal(self.effectors.right, right).expect(OWN);
        ik.set_goal(self.effectors.left, left).expect(OWN);
        let at = aims.then(|| IkGoal::at(target));
        ik.set_goal(self.effectors.aim, at).expect(OWN);
        if let (Some(effector), Some((_, eye))) = (self.effectors.cheek, &self.rig.cheek) {
            ik.set_goal(effector, aims.then(|| IkGoal::at_socket(*eye))).expect(OWN);
        }
    }
}

/// Plays the clip of an act at the speed of the clip before it. A graph keeps driving the actor.
fn play(actor: &mut Actor, act: &Act, fade: f32) {
    let Some(clip) = act.clip.filter(|_| actor.graph().is_none()) else { return };
    let speed = actor.playback().map_or(1.0, |playback| playback.speed);
    let wrap = if act.once { WrapMode::Clamp } else { WrapMode::Loop };
    actor.play(clip).expect("a clip of the actor").speed(speed).wrap(wrap).fade(fade);
}
