//! Both hands on a rifle: the right one holds it before the chest, spine and arms point its barrel at a target, the left one
//! stays on the fore-end wherever that comes to, and the cheek comes to the stock.

#[cfg(test)]
#[path = "rifle_tests.rs"]
mod tests;

use super::Scene;
use super::rifle_rig::{AIM, CHEEK, LEFT, RAISE, RIGHT, RifleRig, arm_scale};
use crate::asset::head;
use crate::asset::size::rest_bounds;
use crate::prop::rifle::Rifle;
use crate::prop::target::Target;
use crate::report::failure::Failure;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::math::smooth_damp;
use sinew::rig::{EffectorId, IkGoal};
use sinew::{Actor, ClipId, FrameInput, Wrap};
use std::f32::consts::TAU;

/// Somebody with a rifle.
pub(super) struct RifleScene {
    held: RifleRig,
    /// What is done when, by rising times.
    acts: Vec<Act>,
    clock: f64,
    act: usize,
    /// From carried (0) to aimed (1), and how fast that changes.
    aimed: (f32, f32),
    slots: Slots,
    /// Metres of somebody with arms as long as people's.
    scale: f32,
    /// The height in the model of the ground that it is animated on.
    floor: f32,
    /// The rifle, and the target where there is one.
    seen: Vec<Actor>,
}

/// From a time on a clip plays, and the rifle is aimed or carried.
#[derive(Clone, Copy, Debug)]
struct Act {
    from: f64,
    clip: Option<ClipId>,
    aims: bool,
    /// Whether the clip plays once, not again and again.
    once: bool,
}

#[derive(Clone, Copy, Debug)]
struct Slots {
    right: EffectorId,
    left: EffectorId,
    aim: EffectorId,
    cheek: Option<EffectorId>,
}

/// How far to the left the target is, radians: nearly where the rifle points from the chest.
const LEFTWARDS: f32 = 0.82;
/// How far away it is, how far it goes to the sides and up and down, and how long a round takes.
const FAR: f32 = 2.4;
const SWAY: [f32; 2] = [0.9, 0.6];
const ROUND: f32 = 5.0;
/// When who has run and aimed jumps, and when that is over, seconds.
const JUMPS: f64 = 5.1;
const OVER: f64 = 6.7;

impl RifleScene {
    /// Runs, stands and aims, and jumps.
    pub(super) fn on_the_move(actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let clips = actor.clips().clone();
        let clip = |word: &str| clips.ids().find(|id| clips[*id].name().to_lowercase().contains(word));
        let acts = [("run", 0.0, false), ("idle", 2.1, true), ("jump", JUMPS, false)];
        let act = |(word, from, aims)| Act { from, clip: clip(word), aims, once: word == "jump" };
        let mut acts = acts.map(act).to_vec();
        // Who has jumped before the end stands again.
        let landed = acts[2]
            .clip
            .map(|jump| &actor.clips()[jump])
            .map(|jump| JUMPS + f64::from(jump.end() - jump.start()));
        acts.extend(landed.filter(|landed| *landed < OVER).map(|from| Act {
            from,
            clip: acts[1].clip.or(acts[0].clip),
            aims: false,
            once: false,
        }));
        Self::new(actor, file, acts, false)
    }

    /// Stands where its clip has it and aims at what moves about.
    pub(super) fn aiming(actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        Self::new(actor, file, vec![Act { from: 0.0, clip: None, aims: true, once: false }], true)
    }

    fn new(actor: &mut Actor, file: &str, acts: Vec<Act>, target: bool) -> Result<Self, Failure> {
        let scale = arm_scale(actor).unwrap_or(1.0);
        let tall = rest_bounds(actor).size().y;
        let eye = head::right_eye(actor.character());
        let mut held = None;
        super::give_rig(actor, file, |character, body| {
            let own = RifleRig::new(character, body, scale, tall, eye)?;
            let rig = own.rig(character, body);
            held = Some(own);
            rig
        })?;
        let rig = actor.ik().map(|ik| ik.rig().clone());
        let slot = |name: &str| rig.as_ref().and_then(|rig| rig.effector(name));
        let (Some(held), Some(right), Some(left), Some(aim)) = (held, slot(RIGHT), slot(LEFT), slot(AIM))
        else {
            return Err(super::no_person(file));
        };
        let slots = Slots { right, left, aim, cheek: slot(CHEEK) };
        let mut seen = vec![super::prop(held.rifle.character())?];
        if target {
            seen.push(super::prop(Target { scale, ..Target::default() }.character())?);
        }
        let aimed = (f32::from(u8::from(acts[0].aims)), 0.0);
        Ok(Self { held, acts, clock: 0.0, act: 0, aimed, slots, scale, floor: super::floor(actor), seen })
    }

    /// Where the target is, in the model: it goes round in an eight, no nearer to the muzzle of a longer barrel.
    fn target(&self) -> Vec3 {
        let phase = (self.clock as f32 / ROUND).fract() * TAU;
        let [aside, up] = SWAY;
        let rifle = self.held.rifle;
        let [muzzle, plain] =
            [rifle, Rifle { bulk: 1.0, ..rifle }].map(|rifle| rifle.barrel().0.z / self.scale);
        let place =
            Vec3::new(phase.sin() * aside, 1.35 + (phase * 2.0).sin() * up * 0.5, FAR + muzzle - plain);
        Quat::from_rotation_y(LEFTWARDS) * place * self.scale + Vec3::Y * self.floor
    }
}

impl Scene for RifleScene {
    fn begin(&mut self, actor: &mut Actor) {
        (self.clock, self.act) = (0.0, 0);
        self.aimed = (f32::from(u8::from(self.acts[0].aims)), 0.0);
        play(actor, &self.acts[0], 0.0);
        self.hold_and_aim(actor, &Affine3A::IDENTITY);
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

    fn place(&self, travelled: &Affine3A) -> Affine3A {
        super::on_floor(travelled, self.floor)
    }

    fn set_goals(&mut self, actor: &mut Actor, world_from_model: &Affine3A) {
        self.hold_and_aim(actor, world_from_model);
    }

    fn pose_props(&mut self, actor: &Actor, dt: f32, world: &Affine3A) {
        let rifle = actor.frame().socket(&self.held.in_hand);
        let target = *world * Affine3A::from_translation(self.target());
        for (prop, world_from_model) in self.seen.iter_mut().zip([rifle, target]) {
            prop.resolve(FrameInput::new(dt, world_from_model));
        }
    }

    fn props(&self) -> &[Actor] {
        &self.seen
    }

    fn goes_along(&self) -> bool {
        true
    }

    fn seconds(&self, _: &Actor) -> f64 {
        if self.acts.len() > 1 { OVER } else { f64::from(ROUND) }
    }
}

/// Effectors are looked up in the rig that the scene makes.
const OWN: &str = "an effector of the rig";

impl RifleScene {
    /// Sets the goals of a frame.
    fn hold_and_aim(&mut self, actor: &mut Actor, world_from_model: &Affine3A) {
        let target = world_from_model.transform_point3(self.target());
        let aims = self.acts[self.act].aims;
        let [right, left] = self.held.hands(self.aimed.0);
        let Some(ik) = actor.ik_mut() else { return };
        ik.set_goal(self.slots.right, right).expect(OWN);
        ik.set_goal(self.slots.left, left).expect(OWN);
        let at = aims.then(|| IkGoal::at(target));
        ik.set_goal(self.slots.aim, at).expect(OWN);
        if let (Some(slot), Some((_, eye))) = (self.slots.cheek, &self.held.cheek) {
            ik.set_goal(slot, aims.then(|| IkGoal::at_socket(*eye))).expect(OWN);
        }
    }
}

/// Plays a clip as fast as what played before; who is driven by a graph goes on as that says.
fn play(actor: &mut Actor, act: &Act, fade: f32) {
    let Some(clip) = act.clip.filter(|_| actor.graph().is_none()) else { return };
    let speed = actor.playback().map_or(1.0, |playback| playback.speed);
    let wrap = if act.once { Wrap::Clamp } else { Wrap::Loop };
    actor.play(clip).expect("a clip of the actor").speed(speed).wrap(wrap).fade(fade);
}
