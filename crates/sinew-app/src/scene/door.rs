//! Through a door: a hand takes the lever, presses it, and stays on it while the door is pushed open.

#[cfg(test)]
#[path = "door_tests.rs"]
mod tests;

use super::Scene;
use super::rehearsal::{Moment, rehearse};
use crate::asset::size::body_scale;
use crate::prop::door::{Door, DoorPose};
use crate::report::failure::Failure;
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::rig::{EffectorId, IkGoal, IkRig};
use sinew::{Actor, ClipId, FrameInput, Wrap};

/// Somebody who walks through a door.
pub(super) struct DoorScene {
    door: Door,
    /// Where the door stands, and how far who opens it is to the right of its middle.
    world_from_door: Affine3A,
    /// Length of the arm.
    arm: f32,
    slot: EffectorId,
    opening: Opening,
    /// The clip for which that was chosen.
    rehearsed: Option<ClipId>,
    /// How far the character has come, and how fast it comes, in metres a second.
    come: f32,
    speed: f32,
    floor: f32,
    /// The door as it is built, and as it moves.
    built: Actor,
    seen: [Actor; 1],
}

/// How somebody opens a door.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Opening {
    /// How far ahead of where the character has come to the shoulder is, and what the body leans besides, in metres.
    ahead: f32,
    /// How far the door is pushed, in radians.
    pushed: f32,
    /// How fast it swings on, by arms that who pushed it has come on.
    swing: f32,
}

impl Default for Opening {
    fn default() -> Self {
        // Fast enough for most.
        Self { ahead: 0.0, pushed: PUSHED, swing: 5.0 }
    }
}

/// From where the character begins to the door, in metres of somebody as tall as people are, and in seconds at least.
const WAY: f32 = 1.8;
const RUN_UP: f32 = 0.9;
/// Beyond the door.
const AFTER: f32 = 1.0;
/// How far the door's middle is to the left of who comes: the nearer to the lever, the farther the leaf is out of the way.
const ASIDE: f32 = 0.12;

/// Distances between shoulder and closed lever, in arms: where the hand goes out for it, where it is pressed, where it is
/// down and the door begins to open, which it then does as far ahead as that: steps and swinging hands come before a body, and
/// the spine leans for the rest.
const OUT: f32 = 1.6;
const PRESS: f32 = 1.13;
const PUSH: f32 = 1.05;
/// The seconds at least from when the hand goes out until the lever is pressed: who runs reaches for it from farther away.
const LEAD: f32 = 0.5;
/// How far the lever goes down, how far the door is pushed, and how far it swings on, in radians.
const PRESSED: f32 = 0.6;
const PUSHED: f32 = 0.55;
const OPEN: f32 = 1.75;
/// How fast it may swing on.
const SWINGS: [f32; 6] = [2.0, 2.5, 3.0, 4.0, 5.0, 6.5];
/// Shares of how far it is pushed for who would run into it: the less, the sooner it flies open.
const SHARES: [f32; 5] = [1.0, 0.85, 0.7, 0.55, 0.4];
/// By how many arms the body may lean to reach it sooner.
const LEANS: [f32; 4] = [0.0, 0.1, 0.2, 0.3];
/// How much room there is to be between body and leaf, in metres of somebody as tall as people are.
const ROOM: f32 = 0.02;

/// The lever's height, in metres of somebody as tall as people are, and the most of it in heights of the shoulder: whose head is
/// large has low shoulders.
const HEIGHT: f32 = 1.05;
const LOW: f32 = 0.8;

impl DoorScene {
    pub(super) fn new(actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let height = lever_height(actor);
        Self::at_height(actor, file, height)
    }

    /// With the lever at a height, in metres of somebody as tall as people are.
    fn at_height(actor: &mut Actor, file: &str, lever_height: f32) -> Result<Self, Failure> {
        let scale = body_scale(actor);
        let mut arm = None;
        super::give_rig(actor, file, |character, body| {
            let skeleton = character.skeleton();
            arm = Some(super::arm(character, body)?);
            let rig = IkRig::human(skeleton, body);
            let mut rig = rig.with_spine_assist(skeleton, body).with_grips(skeleton, body);
            let slot = rig.effector(HAND)?;
            rig.set_fade(slot, 0.15);
            Some(rig)
        })?;
        let slot = actor.ik().and_then(|ik| ik.rig().effector(HAND));
        let (Some(arm), Some(slot)) = (arm, slot) else {
            return Err(Failure::input(file, "--scene door needs a right hand"));
        };
        let door = Door { lever_height, scale };
        let world_from_door = Affine3A::from_translation(Vec3::new(ASIDE, 0.0, WAY) * scale);
        let built = super::prop(door.character())?;
        Ok(Self {
            seen: [built.clone()],
            built,
            door,
            world_from_door,
            arm,
            slot,
            opening: Opening::default(),
            rehearsed: None,
            come: 0.0,
            speed: 0.0,
            floor: super::floor(actor),
        })
    }

    /// From where the character begins to the door.
    fn way(&self, actor: &Actor) -> f32 {
        (WAY * self.door.scale).max(RUN_UP * super::speed(actor))
    }

    /// Rehearses what plays, and has the door open as gently as leaves nobody in the leaf.
    fn choose(&mut self, actor: &Actor) {
        let scale = self.door.scale;
        self.world_from_door.translation.z = self.way(actor);
        // In cells narrower than anybody's hand.
        let (high, wide) = (Door::HEIGHT * scale, 0.03 * scale);
        let mut moments = rehearse(actor, self.seconds(actor), self.floor, high, wide);
        let shoulder =
            moments.iter().map(|moment| moment.shoulder).sum::<f32>() / moments.len().max(1) as f32;
        let door_from_world = self.world_from_door.inverse();
        for place in moments.iter_mut().flat_map(|moment| &mut moment.farthest) {
            *place = door_from_world.transform_point3(*place);
        }
        let each = SHARES.into_iter().flat_map(|share| SWINGS.map(|swing| (share, swing)));
        let each = each.flat_map(|(share, swing)| LEANS.map(|lean| (lean, share, swing)));
        let (mut best, mut least) = (Opening { ahead: shoulder, ..Opening::default() }, f32::MAX);
        // Who does not come through in rehearsal may in earnest, nobody knows how.
        let comes_through = moments.iter().any(|moment| moment.come > self.world_from_door.translation.z);
        for (lean, share, swing) in each.filter(|_| comes_through) {
            self.opening = Opening { ahead: shoulder + lean * self.arm, pushed: share * PUSHED, swing };
            let deep = self.deepest(&moments) + ROOM * scale;
            // Who gets into the leaf in any case does not put the head in first.
            if deep <= 0.0 || (lean == 0.0 && deep < least) {
                (least, best) = (deep, self.opening);
            }
            if deep <= 0.0 {
                break;
            }
        }
        self.opening = best;
    }

    /// How the door stands when who opens it has come so far.
    fn stance(&self, come: f32) -> DoorPose {
        let closed = self.grip(DoorPose::default());
        let away = (closed.translation.z - come - self.opening.ahead) / self.arm;
        let lever = ((PRESS - away) / (PRESS - PUSH)).clamp(0.0, 1.0) * PRESSED;
        // The lever goes round on a circle about the hinge: the door stands open where it is as far ahead as that.
        let ahead = |leaf: f32| self.grip(DoorPose { leaf, lever }).translation.z - come - self.opening.ahead;
        let Opening { pushed, swing, .. } = self.opening;
        let (mut least, mut most) = (0.0, OPEN);
        for _ in 0..24 {
            let leaf = (least + most) * 0.5;
            if leaf < pushed && ahead(leaf) < PUSH * self.arm { least = leaf } else { most = leaf }
        }
        // What has been pushed that far swings on by itself.
        let gone = (come - self.let_go_at()).max(0.0) / self.arm;
        let leaf = least.min(pushed) + (OPEN - pushed) * (1.0 - (-swing * gone).exp());
        DoorPose { leaf, lever: if gone > 0.0 { lever * (-8.0 * gone).exp() } else { lever } }
    }

    /// Where the character is when it lets go.
    fn let_go_at(&self) -> f32 {
        let Opening { ahead, pushed, .. } = self.opening;
        self.grip(DoorPose { leaf: pushed, lever: PRESSED }).translation.z - PUSH * self.arm - ahead
    }

    /// How deep in the leaf anything of a body gets at most, of places in the door's space; below 0 how far all of it stays
    /// away.
    fn deepest(&self, moments: &[Moment]) -> f32 {
        let each = moments.iter().flat_map(|moment| {
            let leaf = self.stance(moment.come).leaf;
            moment.farthest.iter().filter_map(move |place| self.door.depth(leaf, *place))
        });
        each.fold(f32::MIN, f32::max)
    }

    /// Makes the door's motion. How it stands depends on nothing but how far one has come: a clip with that as its time.
    fn move_door(&mut self) {
        const STEPS: usize = 600;
        let far = self.world_from_door.translation.z + 3.0 * self.door.scale;
        let places = (0..=STEPS).map(|n| n as f32 / STEPS as f32 * far);
        let poses: Vec<_> = places.map(|come| (come, self.stance(come))).collect();
        let mut door = self.built.clone();
        let number = Door::clip(&poses).ok().and_then(|clip| door.add_clip(clip).ok());
        if let Some(number) = number {
            door.play(number).expect("a clip of the door").speed(0.0).wrap(Wrap::Clamp);
            self.seen = [door];
        }
    }

    /// The lever's grip in the world.
    fn grip(&self, pose: DoorPose) -> Affine3A {
        self.world_from_door * self.door.grip(pose)
    }

    /// Where the palm goes: over the lever, thumb to the hinge, fingers ahead. It turns half as far as the door.
    fn palm(&self, pose: DoorPose) -> Affine3A {
        let over = Mat3::from_cols(Vec3::NEG_Y, Vec3::NEG_X, Vec3::NEG_Z);
        let grip = self.grip(pose);
        let back = Affine3A::from_quat(Quat::from_rotation_y(-pose.leaf * 0.5));
        let turned = back.matrix3 * grip.matrix3 * sinew::glam::Mat3A::from(over);
        Affine3A { matrix3: turned, translation: grip.translation }
    }
}

/// At what height somebody's door has its lever.
fn lever_height(actor: &Actor) -> f32 {
    let character = actor.character();
    let shoulder = character.humanoid().and_then(|body| body.joint(HumanBone::RightUpperArm));
    let shoulder = shoulder.map_or(f32::MAX, |joint| character.rest_model()[joint.index()].translation.y);
    // Who rests on the floor has no height to go by.
    let low = LOW * (shoulder - super::floor(actor)) / body_scale(actor);
    if low > 0.3 { low.min(HEIGHT) } else { HEIGHT }
}

const HAND: &str = "right hand";

impl Scene for DoorScene {
    fn begin(&mut self, actor: &mut Actor) {
        (self.come, self.speed) = (0.0, 0.0);
        // A clip goes the same way every time; of graphs nobody knows.
        let clip = actor.playback().map(|playback| playback.clip()).filter(|_| actor.graph().is_none());
        if clip.is_none() || self.rehearsed != clip {
            self.choose(actor);
            self.move_door();
            self.rehearsed = clip;
        }
        if let Some(ik) = actor.ik_mut() {
            ik.clear_goal(self.slot).expect("an effector of the rig");
            ik.snap();
        }
    }

    fn advance(&mut self, _: &mut Actor, travelled: &Affine3A, dt: f32) {
        let before = std::mem::replace(&mut self.come, travelled.translation.z);
        if dt > 0.0 {
            self.speed = (self.come - before) / dt;
        }
    }

    fn place(&self, travelled: &Affine3A) -> Affine3A {
        super::on_floor(travelled, self.floor)
    }

    fn set_goals(&mut self, actor: &mut Actor, _: &Affine3A) {
        let pose = self.stance(self.come);
        let away = self.grip(DoorPose::default()).translation.z - self.come - self.opening.ahead;
        let out = (OUT * self.arm).max(PRESS * self.arm + LEAD * self.speed);
        let holds = away < out && self.come < self.let_go_at();
        let palm = self.palm(pose);
        // The body does not lean for what it will come to by itself; before the lever moves, the hand is there.
        let near = ((out - away) / (0.6 * (out - PRESS * self.arm))).clamp(0.0, 1.0);
        let goal = IkGoal::at(palm.translation.into()).with_rotation(Quat::from_mat3a(&palm.matrix3));
        let goal = IkGoal { weight: near * near * (3.0 - 2.0 * near), ..goal };
        if let Some(ik) = actor.ik_mut() {
            ik.set_goal(self.slot, holds.then_some(goal)).expect("an effector of the rig");
        }
    }

    fn pose_props(&mut self, _: &Actor, dt: f32, _: &Affine3A) {
        let [door] = &mut self.seen;
        if let Some(playback) = door.playback_mut() {
            playback.seek(f64::from(self.come));
        }
        door.advance(0.0);
        door.resolve(FrameInput::new(dt, self.world_from_door));
    }

    fn props(&self) -> &[Actor] {
        &self.seen
    }

    fn seconds(&self, actor: &Actor) -> f64 {
        super::seconds_for(self.way(actor) + AFTER * self.door.scale, actor)
    }
}
