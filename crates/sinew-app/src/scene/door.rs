//! Walking through a door: a hand grips the lever, presses it and stays on it while the door opens.

#[cfg(test)]
#[path = "door_tests.rs"]
mod tests;

use super::measure::{arm_length, clip_speed, floor_height, prop_actor, set_rig, travel_duration};
use super::rehearsal::{RehearsalFrame, rehearse};
use super::{Scene, on_floor};
use crate::asset::size::body_scale;
use crate::prop::door::{Door, DoorPose};
use crate::report::failure::Failure;
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::math::smoothstep;
use sinew::rig::{EffectorId, IkGoal, IkRig};
use sinew::{Actor, Character, ClipId, FrameInput, WrapMode};

/// Scene of a walk through a door.
pub(super) struct DoorScene {
    door: Door,
    /// Transform of the door. Its middle is a little to the left of the walk.
    world_from_door: Affine3A,
    /// Arm length, metres.
    arm: f32,
    effector: EffectorId,
    opening: Opening,
    /// Index of the clip that the opening was chosen for.
    rehearsed: Option<ClipId>,
    /// Distance travelled, metres, and speed, metres a second.
    travelled: f32,
    speed: f32,
    /// Model-space height of the ground that the clip is animated on.
    floor: f32,
    /// The closed door without its clip.
    closed: Actor,
    props: [Actor; 1],
}

/// Course of opening the door.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Opening {
    /// Distance of the shoulder ahead of the distance travelled, with the lean of the body, metres.
    ahead: f32,
    /// Angle to which the hand pushes the door, radians.
    pushed: f32,
    /// Rate at which the door swings on after release, per arm length travelled.
    swing: f32,
}

impl Default for Opening {
    fn default() -> Self {
        // Fast enough for most clips.
        Self { ahead: 0.0, pushed: PUSHED, swing: 5.0 }
    }
}

/// Distance from the start to the door: metres for a body of 1.7 m, and at least this many seconds of the
/// clip.
const APPROACH: f32 = 1.8;
const MIN_APPROACH_TIME: f32 = 0.9;
/// Distance walked beyond the door, metres for a body of 1.7 m.
const AFTER: f32 = 1.0;
/// Distance of the door's middle to the left of the walk, metres for a body of 1.7 m: close to the lever, the
/// leaf swings clear of the body.
const ASIDE: f32 = 0.12;

/// Distances between shoulder and lever in arm lengths at which the hand reaches out, presses the lever, and
/// pushes the door. While pushed, the door keeps the last distance; the spine leans for the rest.
const REACH: f32 = 1.6;
const PRESS: f32 = 1.13;
const PUSH: f32 = 1.05;
/// Shortest time between reaching out and pressing, seconds; a runner reaches out from farther away.
const MIN_REACH_TIME: f32 = 0.5;
/// Angles of the pressed lever, of the pushed door, and of the open door, radians.
const PRESSED: f32 = 0.6;
const PUSHED: f32 = 0.55;
const OPEN: f32 = 1.75;
/// Swing rates to try, gentlest first.
const SWING_RATES: [f32; 6] = [2.0, 2.5, 3.0, 4.0, 5.0, 6.5];
/// Shares of the push angle to try: a smaller one releases the door sooner.
const PUSH_SHARES: [f32; 5] = [1.0, 0.85, 0.7, 0.55, 0.4];
/// Leans of the body to try, arm lengths; a lean reaches the lever sooner.
const LEANS: [f32; 4] = [0.0, 0.1, 0.2, 0.3];
/// Clearance between body and leaf, metres for a body of 1.7 m.
const CLEARANCE: f32 = 0.02;

/// Lever height in metres for a body of 1.7 m, and its largest share of the shoulder height: bodies with
/// large heads have low shoulders.
const LEVER_HEIGHT: f32 = 1.05;
const MAX_SHOULDER_SHARE: f32 = 0.8;

impl DoorScene {
    pub(super) fn new(actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let height = lever_height(actor);
        Self::at_height(actor, file, height)
    }

    /// A door with its lever at a height in metres for a body of 1.7 m.
    fn at_height(actor: &mut Actor, file: &str, lever_height: f32) -> Result<Self, Failure> {
        let scale = body_scale(actor);
        let mut arm = None;
        set_rig(actor, file, |character, body| {
            let skeleton = character.skeleton();
            arm = Some(arm_length(character, body)?);
            let rig = IkRig::human(skeleton, body);
            let mut rig = rig.with_spine_assist(skeleton, body).with_grips(skeleton, body);
            rig.set_fade(HAND, 0.15).ok()?;
            Some(rig)
        })?;
        let effector = actor.ik().and_then(|ik| ik.rig().effector(HAND));
        let (Some(arm), Some(effector)) = (arm, effector) else {
            return Err(Failure::input(file, "--scene door needs a character with a right hand"));
        };
        let door = Door { lever_height, scale };
        let world_from_door = Affine3A::from_translation(Vec3::new(ASIDE, 0.0, APPROACH) * scale);
        let closed = prop_actor(door.character())?;
        Ok(Self {
            props: [closed.clone()],
            closed,
            door,
            world_from_door,
            arm,
            effector,
            opening: Opening::default(),
            rehearsed: None,
            travelled: 0.0,
            speed: 0.0,
            floor: floor_height(actor),
        })
    }

    /// Distance from the start to the door, metres.
    fn approach(&self, actor: &Actor) -> f32 {
        (APPROACH * self.door.scale).max(MIN_APPROACH_TIME * clip_speed(actor))
    }

    /// Plays the clip ahead and chooses the gentlest opening at which the body stays clear of the leaf.
    fn choose_opening(&mut self, actor: &Actor) {
        let scale = self.door.scale;
        self.world_from_door.translation.z = self.approach(actor);
        // Cells are narrower than a hand.
        let (high, wide) = (Door::HEIGHT * scale, 0.03 * scale);
        let mut moments = rehearse(actor, self.duration(actor), self.floor, high, wide);
        let shoulder =
            moments.iter().map(|moment| moment.shoulder).sum::<f32>() / moments.len().max(1) as f32;
        let door_from_world = self.world_from_door.inverse();
        for point in moments.iter_mut().flat_map(|moment| &mut moment.farthest) {
            *point = door_from_world.transform_point3(*point);
        }
        let each = PUSH_SHARES.into_iter().flat_map(|share| SWING_RATES.map(|swing| (share, swing)));
        let each = each.flat_map(|(share, swing)| LEANS.map(|lean| (lean, share, swing)));
        let (mut best, mut least) = (Opening { ahead: shoulder, ..Opening::default() }, f32::MAX);
        // A walk that does not arrive in the look-ahead keeps the default opening.
        let arrives = moments.iter().any(|moment| moment.travelled > self.world_from_door.translation.z);
        for (lean, share, swing) in each.filter(|_| arrives) {
            self.opening = Opening { ahead: shoulder + lean * self.arm, pushed: share * PUSHED, swing };
            let deep = self.max_depth(&moments) + CLEARANCE * scale;
            // Where every opening touches the body, one without a lean keeps the head out.
            if deep <= 0.0 || (lean == 0.0 && deep < least) {
                (least, best) = (deep, self.opening);
            }
            if deep <= 0.0 {
                break;
            }
        }
        self.opening = best;
    }

    /// Pose of the door for a distance travelled, metres.
    fn door_pose(&self, travelled: f32) -> DoorPose {
        let closed = self.grip(DoorPose::default());
        let away = (closed.translation.z - travelled - self.opening.ahead) / self.arm;
        let lever = ((PRESS - away) / (PRESS - PUSH)).clamp(0.0, 1.0) * PRESSED;
        // The lever moves on a circle about the hinge. Bisection finds the angle at which it is the push
        // distance ahead.
        let ahead =
            |leaf: f32| self.grip(DoorPose { leaf, lever }).translation.z - travelled - self.opening.ahead;
        let Opening { pushed, swing, .. } = self.opening;
        let (mut least, mut max) = (0.0, OPEN);
        for _ in 0..24 {
            let leaf = (least + max) * 0.5;
            if leaf < pushed && ahead(leaf) < PUSH * self.arm { least = leaf } else { max = leaf }
        }
        // After release the door swings on.
        let gone = (travelled - self.release_at()).max(0.0) / self.arm;
        let leaf = least.min(pushed) + (OPEN - pushed) * (1.0 - (-swing * gone).exp());
        DoorPose { leaf, lever: if gone > 0.0 { lever * (-8.0 * gone).exp() } else { lever } }
    }

    /// Distance travelled at which the hand releases the lever, metres.
    fn release_at(&self) -> f32 {
        let Opening { ahead, pushed, .. } = self.opening;
        self.grip(DoorPose { leaf: pushed, lever: PRESSED }).translation.z - PUSH * self.arm - ahead
    }

    /// Largest depth of body points in the leaf, metres; negative: the clearance. Points are in the door's
    /// space.
    fn max_depth(&self, moments: &[RehearsalFrame]) -> f32 {
        let each = moments.iter().flat_map(|moment| {
            let leaf = self.door_pose(moment.travelled).leaf;
            moment.farthest.iter().filter_map(move |point| self.door.depth(leaf, *point))
        });
        each.fold(f32::MIN, f32::max)
    }

    /// Builds the door's clip. The pose depends on the distance travelled alone, so that distance is the
    /// clip's time.
    fn build_door_clip(&mut self) {
        const STEPS: usize = 600;
        let far = self.world_from_door.translation.z + 3.0 * self.door.scale;
        let distances = (0..=STEPS).map(|n| n as f32 / STEPS as f32 * far);
        let poses: Vec<_> = distances.map(|travelled| (travelled, self.door_pose(travelled))).collect();
        let mut door = self.closed.clone();
        let number = Door::clip(&poses).ok().and_then(|clip| door.add_clip(clip).ok());
        if let Some(number) = number {
            door.play(number).expect("a clip of the door").speed(0.0).wrap(WrapMode::Clamp);
            self.props = [door];
        }
    }

    /// Grip of the lever in world space.
    fn grip(&self, pose: DoorPose) -> Affine3A {
        self.world_from_door * self.door.grip(pose)
    }

    /// Palm on the lever in world space: thumb to the hinge, fingers ahead. It turns half as far as the door.
    fn palm(&self, pose: DoorPose) -> Affine3A {
        let over = Mat3::from_cols(Vec3::NEG_Y, Vec3::NEG_X, Vec3::NEG_Z);
        let grip = self.grip(pose);
        let back = Affine3A::from_quat(Quat::from_rotation_y(-pose.leaf * 0.5));
        let turned = back.matrix3 * grip.matrix3 * sinew::glam::Mat3A::from(over);
        Affine3A { matrix3: turned, translation: grip.translation }
    }
}

/// Lever height for `actor`, in metres for a body of 1.7 m.
fn lever_height(actor: &Actor) -> f32 {
    let character = actor.character();
    let shoulder = character.humanoid().and_then(|body| body.joint(HumanBone::RightUpperArm));
    let shoulder = shoulder.map_or(f32::MAX, |joint| character.rest_model()[joint.index()].translation.y);
    // Motion files may rest on the floor and give no height.
    let low = MAX_SHOULDER_SHARE * (shoulder - floor_height(actor)) / body_scale(actor);
    if low > 0.3 { low.min(LEVER_HEIGHT) } else { LEVER_HEIGHT }
}

const HAND: &str = "right hand";

impl Scene for DoorScene {
    fn begin(&mut self, actor: &mut Actor) {
        (self.travelled, self.speed) = (0.0, 0.0);
        // A clip travels the same way every time; a graph may not.
        let clip = actor.playback().map(|playback| playback.clip()).filter(|_| actor.graph().is_none());
        if clip.is_none() || self.rehearsed != clip {
            self.choose_opening(actor);
            self.build_door_clip();
            self.rehearsed = clip;
        }
        if let Some(ik) = actor.ik_mut() {
            ik.clear_goal(self.effector).expect("an effector of the rig");
            ik.snap();
        }
    }

    fn advance(&mut self, _: &mut Actor, travelled: &Affine3A, dt: f32) {
        let before = std::mem::replace(&mut self.travelled, travelled.translation.z);
        if dt > 0.0 {
            self.speed = (self.travelled - before) / dt;
        }
    }

    fn transform(&self, character: &Character, travelled: &Affine3A) -> Affine3A {
        on_floor(travelled, self.floor, character)
    }

    fn set_goals(&mut self, actor: &mut Actor, _: &Affine3A) {
        let pose = self.door_pose(self.travelled);
        let away = self.grip(DoorPose::default()).translation.z - self.travelled - self.opening.ahead;
        let out = (REACH * self.arm).max(PRESS * self.arm + MIN_REACH_TIME * self.speed);
        let holds = away < out && self.travelled < self.release_at();
        let palm = self.palm(pose);
        // The weight rises with the approach, so that the body does not lean too early; it is 1 before the
        // lever moves.
        let near = (out - away) / (0.6 * (out - PRESS * self.arm));
        let goal = IkGoal::at(palm.translation.into()).with_rotation(Quat::from_mat3a(&palm.matrix3));
        let goal = goal.with_weight(smoothstep(near));
        if let Some(ik) = actor.ik_mut() {
            ik.set_goal(self.effector, holds.then_some(goal)).expect("an effector of the rig");
        }
    }

    fn resolve_props(&mut self, _: &Actor, dt: f32, _: &Affine3A) {
        let [door] = &mut self.props;
        if let Some(playback) = door.playback_mut() {
            playback.seek(f64::from(self.travelled));
        }
        door.advance(0.0);
        door.resolve(FrameInput::new(dt, self.world_from_door));
    }

    fn props(&self) -> &[Actor] {
        &self.props
    }

    fn duration(&self, actor: &Actor) -> f64 {
        travel_duration(self.approach(actor) + AFTER * self.door.scale, actor)
    }
}
