//! One body that is pushed over and gets up.

use super::body::{FallingBody, gets_up};
use super::figures::GetUpFigures;
use super::surface::Surface;
use crate::falls::STEP;
use sinew::body::TPose;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::Ground;
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::math::smooth_damp;
use sinew::playback::ClipId;
use sinew::ragdoll::{BodyState, HitReaction};
use sinew::rig::IkRig;
use sinew::{Actor, Character, FrameInput, JointId};
use sinew_rapier::{RapierGround, RapierWorld};
use std::sync::Arc;

/// Push of a body.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    /// Clip that is played before, of `idle` and `run`.
    pub clip: &'static str,
    /// Second at which the body is pushed.
    pub at: f32,
    /// Impulse on the chest in the character's space, N s on a body of 61 kg and 1.7 m.
    pub impulse: Vec3,
}

/// The 64 pushes: from sixteen sides with two strengths, out of two clips.
pub fn pushes() -> Vec<Push> {
    let mut all = Vec::new();
    for clip in super::body::BEFORE {
        for side in 0..16 {
            for strength in [80.0, 170.0] {
                let angle = side as f32 * std::f32::consts::TAU / 16.0;
                let impulse = Vec3::new(angle.sin(), 0.0, angle.cos()) * strength;
                // Other moments of the gait.
                let at = 0.5 + 0.05 * (side % 8) as f32;
                all.push(Push { clip, at, impulse });
            }
        }
    }
    all
}

/// A frame of a body that gets up. Lengths count as on a body of 1.7 m.
pub(super) struct Moment {
    /// Hips in the world, and their height above the ground.
    pub(super) hips: Vec3,
    pub(super) hips_height: f32,
    /// Forward direction of the hips.
    pub(super) heading: Vec3,
    /// All joints in the world.
    pub(super) joints: Vec<(Vec3, Quat)>,
    /// Depth of each joint inside of the surroundings.
    pub(super) depths: Vec<f32>,
    /// Hands and feet that touch the ground.
    pub(super) contacts: [Option<Vec3>; 4],
    /// Whether the frame is near the end of the clip that gets up.
    pub(super) hands_over: bool,
}

/// Time for which the body is watched after it has lain still, and after its clip is over, seconds.
const WATCHED: f32 = 9.0;
const AFTER: f32 = 1.5;

/// Time around the end of the clip that counts as handing over, seconds.
const HAND_OVER: f32 = 0.4;

/// Time for which a reaction to a hit, and a clip that is played through, are watched, seconds.
const REACTION: f32 = 2.5;
const PLAYED: f32 = 3.0;

/// Time in which a clip takes over from another, seconds.
const BLEND: f32 = 0.3;

/// Longest time of a fall, seconds.
const LONGEST_FALL: f32 = 12.0;

/// Distances of hands and of feet from the ground at which they touch it, metres.
const TOUCHES: [f32; 2] = [0.05, 0.025];

/// Rotation from +Z to the direction that a humanoid faces.
fn facing(character: &Character) -> Quat {
    let humanoid = character.humanoid().expect("a humanoid");
    TPose::new(character.skeleton(), humanoid).facing().inverse()
}

/// A body with what it does.
pub struct Trial<'a> {
    body: &'a FallingBody,
    actor: Actor,
    world: RapierWorld,
    ground: RapierGround,
    world_from_model: Affine3A,
    /// Vertical velocity with which the character follows the ground.
    rising: f32,
    joints: Vec<JointId>,
    hips: JointId,
    /// Hands and feet, with the height of the joint above the ground in the reference pose for feet.
    limbs: [(JointId, f32); 4],
    /// Height of the hips above the ground in the reference pose, as on a body of 1.7 m.
    hips_standing: f32,
    /// Forward direction in the space of the hips.
    forward: Vec3,
    before: ClipId,
    clips: Vec<ClipId>,
    got_up: bool,
    is_over: bool,
    /// Frame after getting up began at which the character is teleported, and by what.
    teleport: Option<(usize, Affine3A)>,
    /// Number of times that the body began to get up.
    pub attempts: usize,
    /// Names of the clips with which it did.
    pub played: Vec<String>,
}

impl<'a> Trial<'a> {
    /// A body that plays the clip of a push on a surface.
    pub fn new(body: &'a FallingBody, surface: Surface, push: &Push, seed: u64) -> Self {
        let character = &body.character;
        let mut actor = Actor::new(character.clone(), body.clips.iter().cloned()).expect("clips of the body");
        actor.set_ragdoll(Some(body.ragdoll.clone())).expect("its ragdoll");
        actor.play(push.clip).expect("a clip");
        let humanoid = character.humanoid().expect("a humanoid");
        let feet = FootIk::human(character, humanoid);
        let rig = IkRig::human(character.skeleton(), humanoid);
        let rig = if let Ok(feet) = feet { rig.with_feet(feet) } else { rig };
        let world = surface.world(body.scale(), seed);
        let ground = world.ground();
        actor.advance(0.0);
        actor.resolve(FrameInput::new(0.0, Affine3A::IDENTITY).with_teleport());
        actor.set_ik(Some(Arc::new(rig))).expect("its rig");
        let skeleton = character.skeleton();
        let bone = |bone: HumanBone| humanoid.joint(bone);
        let hips = bone(HumanBone::Hips).expect("hips");
        let springs: Vec<JointId> = character
            .spring_bones()
            .springs
            .iter()
            .flat_map(|spring| &spring.joints)
            .map(|spring_joint| spring_joint.joint)
            .collect();
        let swings = |joint: JointId| {
            springs.iter().any(|root| *root == joint || skeleton.is_descendant_of(joint, *root))
        };
        // Things that a character carries are no joints of its body.
        let is_body = |joint: JointId| {
            (joint == hips || skeleton.is_descendant_of(joint, hips))
                && !swings(joint)
                && body.ragdoll.part_of(joint).is_some()
        };
        let joints = skeleton.joints().filter(|joint| is_body(*joint)).collect();
        let reference = sinew::ModelPose::reference(skeleton);
        let at = |joint: JointId| reference.get(joint).translation.y - body.ragdoll.ground();
        let first =
            |bones: &[HumanBone]| bones.iter().find_map(|human_bone| bone(*human_bone)).unwrap_or(hips);
        use HumanBone::{LeftFoot, LeftHand, LeftMiddleProximal, LeftToes};
        use HumanBone::{RightFoot, RightHand, RightMiddleProximal, RightToes};
        let limbs = [
            first(&[LeftMiddleProximal, LeftHand]),
            first(&[RightMiddleProximal, RightHand]),
            first(&[LeftToes, LeftFoot]),
            first(&[RightToes, RightFoot]),
        ];
        let limbs = [0, 1, 2, 3].map(|n| (limbs[n], if n < 2 { 0.0 } else { at(limbs[n]) }));
        let scale = body.scale();
        let (_, turn, _) = reference.get(hips).to_scale_rotation_translation();
        let facing = facing(character);
        let forward = turn.inverse() * (facing * Vec3::Z);
        let id = |name: &str| actor.clips().find(name).expect("a clip");
        let before = id("idle");
        let clips = actor.clips().ids().zip(actor.clips().iter()).filter(|(_, clip)| gets_up(clip.name()));
        let clips = clips.map(|(id, _)| id).collect();
        let hips_standing = at(hips) / scale;
        Self {
            body,
            world,
            ground,
            world_from_model: Affine3A::IDENTITY,
            rising: 0.0,
            joints,
            hips,
            limbs,
            hips_standing,
            forward,
            before,
            clips,
            got_up: false,
            is_over: false,
            teleport: None,
            attempts: 0,
            played: Vec::new(),
            actor,
        }
    }

    /// Teleports the character by a motion in the world, some frames after it began to get up.
    #[must_use]
    pub fn with_teleport(mut self, frames: usize, motion: Affine3A) -> Self {
        self.teleport = Some((frames, motion));
        self
    }

    /// Pushes the body and measures how it gets up. `look` sees each frame from the push on.
    pub fn run(&mut self, push: &Push, mut look: impl FnMut(&Self, f32)) -> GetUpFigures {
        let begins = (push.at / STEP) as usize;
        (0..begins).for_each(|_| self.frame());
        self.push(push);
        let mut moments = Vec::new();
        let (mut lies, mut over) = (None, None);
        for frame in 0.. {
            let time = frame as f32 * STEP;
            self.frame();
            look(self, time);
            if self.rests() {
                lies.get_or_insert(time);
                self.get_up();
            }
            if lies.is_some() {
                moments.push(self.moment());
            }
            if self.is_over {
                over.get_or_insert(moments.len());
            }
            let stops = |since: Option<f32>, most: f32| since.is_some_and(|since| time > since + most);
            let ended = over.is_some_and(|over| (moments.len() - over) as f32 * STEP > AFTER);
            if ended || stops(lies, WATCHED) || lies.is_none() && time > LONGEST_FALL {
                break;
            }
        }
        if let Some(over) = over {
            let near = (HAND_OVER / STEP) as usize;
            let end = (over + near).min(moments.len());
            moments[over.saturating_sub(near)..end].iter_mut().for_each(|moment| moment.hands_over = true);
        }
        GetUpFigures::of(&moments, self.hips_standing, STEP)
    }

    /// Hits a part of the body that plays the clip of a push, with its impulse, and measures the reaction.
    /// The bounds of a hand-over count from the end of the reaction on.
    pub fn react(&mut self, push: &Push, bone: HumanBone) -> GetUpFigures {
        (0..(push.at / STEP) as usize).for_each(|_| self.frame());
        let character = self.body.character.clone();
        let joint = character.humanoid().and_then(|humanoid| humanoid.joint(bone)).expect("a bone");
        let part = self.body.ragdoll.part_of(joint).expect("a part");
        let impulse = facing(&character) * push.impulse * self.strength();
        let state = self.actor.ragdoll_mut().expect("a ragdoll");
        state.hit(part, impulse, None, &HitReaction::default());
        let mut reacted = false;
        let moments = self.watch(REACTION, |trial| {
            let reacts = trial.actor.body_state() == BodyState::Reacting;
            reacted |= reacts;
            reacted && !reacts
        });
        assert!(reacted, "{bone:?} does not react");
        GetUpFigures::of(&moments, 0.0, STEP)
    }

    /// Plays a clip from the one before, to its end and on, and measures it.
    pub fn play_through(&mut self, clip: &str) -> GetUpFigures {
        (0..30).for_each(|_| self.frame());
        self.actor.play_montage(clip).expect("a clip").inertialize(BLEND);
        (self.got_up, self.is_over) = (true, false);
        let moments = self.watch(PLAYED, |trial| trial.is_over);
        GetUpFigures::of(&moments, 0.0, STEP)
    }

    /// Frames of some seconds. `hands_over` says from which on animation has the body.
    fn watch(&mut self, seconds: f32, mut hands_over: impl FnMut(&Self) -> bool) -> Vec<Moment> {
        let frame = |_| {
            self.frame();
            let hands_over = hands_over(self);
            Moment { hands_over, ..self.moment() }
        };
        (0..(seconds / STEP) as usize).map(frame).collect()
    }

    /// Factor on impulses that do to this body what they do to one of human size and mass.
    fn strength(&self) -> f32 {
        self.body.ragdoll.mass() / 61.0 * self.body.scale().sqrt()
    }

    /// The actor.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// A line about the present frame, for finding faults: state, clip time, hips, the joint that moved most
    /// since `before`.
    pub fn line(&self, before: &mut Vec<Vec3>) -> String {
        let now: Vec<Vec3> =
            self.joints.iter().map(|joint| self.world_from_joint(*joint).translation.into()).collect();
        let moved = |n: usize| before.get(n).map_or(0.0, |before| before.distance(now[n]));
        let most = (0..now.len()).max_by(|a, b| moved(*a).total_cmp(&moved(*b))).unwrap_or(0);
        let state = self.actor.ragdoll().map(|ragdoll| ragdoll.body_state());
        let deepest = (0..now.len()).min_by(|a, b| self.distance(now[*a]).total_cmp(&self.distance(now[*b])));
        let deepest = deepest.unwrap_or(0);
        let line = format!(
            "{state:?} {:?} clip {:.2} hips {:.3} place {:.3} fastest {} {:.2} m/s deepest {} {:.3}",
            self.actor.ragdoll().map(|ragdoll| ragdoll.is_settling()),
            self.actor.montage().or(self.actor.playback()).map_or(0.0, |playback| playback.time),
            self.hips(),
            self.world_from_model.translation,
            self.joint_name(most),
            moved(most) / STEP,
            self.joint_name(deepest),
            self.distance(now[deepest]),
        );
        *before = now;
        line
    }

    /// Name of a joint by its number in the figures.
    pub fn joint_name(&self, n: usize) -> &str {
        self.body.character.skeleton().name(self.joints[n])
    }

    /// Hips in the world.
    pub fn hips(&self) -> Vec3 {
        self.world_from_joint(self.hips).translation.into()
    }

    fn rests(&self) -> bool {
        self.actor.ragdoll().is_some_and(|ragdoll| ragdoll.is_at_rest())
    }

    fn get_up(&mut self) {
        let clip = self.actor.get_up(self.clips.iter().copied(), Vec3::Y).expect("clips of the actor");
        if let Some(clip) = clip {
            // It stands and idles on, whatever it did before.
            self.actor.play(self.before).expect("a clip");
            self.attempts += 1;
            self.played.push(self.actor.clips()[clip].name().to_owned());
            (self.got_up, self.is_over) = (true, false);
        }
    }

    fn push(&mut self, push: &Push) {
        let character = self.body.character.clone();
        let humanoid = character.humanoid().expect("a humanoid");
        let chest = [HumanBone::UpperChest, HumanBone::Chest, HumanBone::Spine];
        let chest = chest.iter().find_map(|bone| humanoid.joint(*bone)).expect("a trunk");
        let ragdoll = self.body.ragdoll.clone();
        let factor = self.strength();
        let state = self.actor.ragdoll_mut().expect("a ragdoll");
        state.start();
        let part = ragdoll.part_of(chest).expect("a part");
        state.apply_impulse(part, facing(&character) * push.impulse * factor, None);
    }

    fn frame(&mut self) {
        let motion = self.actor.advance(STEP);
        self.world_from_model = motion.apply_to(self.world_from_model);
        self.follow_ground();
        let teleports = self.teleport.take_if(|(frames, _)| {
            *frames -= usize::from(self.got_up && *frames > 0);
            *frames == 0
        });
        self.world_from_model =
            teleports.map_or(self.world_from_model, |(_, motion)| motion * self.world_from_model);
        let mut input = FrameInput::new(STEP, self.world_from_model).with_physics(&mut self.world);
        input.stage.ground = Some(&self.ground);
        input.stage.teleported = teleports.is_some();
        self.actor.resolve(input);
        let clips = self.actor.clips();
        let plays =
            self.actor.montage().is_some_and(|playback| !playback.is_finished(&clips[playback.clip()]));
        self.is_over |= self.got_up && !plays;
    }

    /// Keeps the character on the ground, as a controller does, unless it falls.
    fn follow_ground(&mut self) {
        let falls = self.actor.ragdoll().is_some_and(|ragdoll| ragdoll.is_active()) && !self.got_up;
        if falls {
            return;
        }
        let origin = Vec3::from(self.world_from_model.translation);
        let Some(height) = self.ground.height(origin + Vec3::Y * (0.6 * self.body.scale())) else { return };
        let goal = height - self.body.ragdoll.ground();
        let (y, speed) = smooth_damp(origin.y, self.rising, goal, 0.4, STEP);
        (self.world_from_model.translation.y, self.rising) = (y, speed);
    }

    fn world_from_joint(&self, joint: JointId) -> Affine3A {
        self.world_from_model * self.actor.frame().model()[joint.index()]
    }

    fn moment(&self) -> Moment {
        let scale = self.body.scale();
        let joints: Vec<(Vec3, Quat)> = self
            .joints
            .iter()
            .map(|joint| {
                let (_, rotation, at) = self.world_from_joint(*joint).to_scale_rotation_translation();
                (at, rotation)
            })
            .collect();
        let depths = joints.iter().map(|(at, _)| -self.distance(*at) / scale).collect();
        let contacts = [0, 1, 2, 3].map(|n| {
            let (joint, height) = self.limbs[n];
            let at = Vec3::from(self.world_from_joint(joint).translation);
            let touches = self.distance(at) < height + TOUCHES[n / 2] * scale;
            touches.then_some(at / scale)
        });
        let hips = self.hips();
        // A body may stand on two steps.
        let feet = [2, 3].map(|n| Vec3::from(self.world_from_joint(self.limbs[n].0).translation));
        let under = feet.iter().filter_map(|foot| self.ground.height(foot.with_y(hips.y)));
        let (sum, count) = under.fold((0.0, 0.0), |(sum, count), height| (sum + height, count + 1.0));
        let ground = if count > 0.0 { sum / count } else { self.world_from_model.translation.y };
        let (_, turn, _) = self.world_from_joint(self.hips).to_scale_rotation_translation();
        Moment {
            hips: hips / scale,
            hips_height: (hips.y - ground) / scale,
            heading: turn * self.forward,
            joints: joints.into_iter().map(|(at, turn)| (at / scale, turn)).collect(),
            depths,
            contacts,
            hands_over: false,
        }
    }

    /// Distance of a point from the surroundings, negative inside.
    fn distance(&self, point: Vec3) -> f32 {
        let fixed = self.world.world.colliders.iter().filter(|(_, collider)| collider.parent().is_none());
        let distance = fixed.map(|(_, collider)| {
            let hit = collider.shape().project_point(collider.position(), point, false);
            let away = hit.point.distance(point);
            if hit.is_inside { -away } else { away }
        });
        distance.fold(f32::MAX, f32::min)
    }
}
