//! Hands on a rifle while the body is hit: reports of IK say where the hands are at the end of the frame, and
//! the second hand stays on the rifle.

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::ragdoll::HitReaction;
use sinew::rig::{IkGoal, IkReport, IkRig};
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::{Actor, FrameInput, Socket};
use sinew_rapier::RapierWorld;
use sinew_suite::Rifle;
use sinew_suite::falls::{STEP, falling};
use std::sync::Arc;

/// The built-in character with a rifle.
struct Armed {
    actor: Actor,
    world: RapierWorld,
    rifle: Rifle,
    world_from_model: Affine3A,
}

/// Distance in metres and angle in radians between a palm and its socket, and the report of its goal.
#[derive(Clone, Copy, Debug)]
struct Hand {
    gap: f32,
    angle: f32,
    report: IkReport,
}

impl Armed {
    fn new() -> Self {
        let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
        let (character, ragdoll) = falling("built-in").unwrap();
        let rifle = Rifle::new(&character);
        let (skeleton, body) = (character.skeleton(), character.humanoid().unwrap());
        let rig = IkRig::human(skeleton, body).with_grips(skeleton, body);
        let mut actor = Actor::new(character.clone(), imported.clips).unwrap();
        actor.play("walk").unwrap();
        actor.set_ragdoll(Some(ragdoll)).unwrap();
        actor.set_ik(Some(Arc::new(rig))).unwrap();
        for (hand, goal) in rifle.goals() {
            actor.ik_mut().unwrap().set_goal(hand, goal).unwrap();
        }
        let world = RapierWorld::new().with_floor(0.0);
        Self { actor, world, rifle, world_from_model: Affine3A::IDENTITY }
    }

    fn frame(&mut self) {
        self.world_from_model = self.actor.advance(STEP).apply_to(self.world_from_model);
        self.actor.resolve(FrameInput::new(STEP, self.world_from_model).with_physics(&mut self.world));
    }

    fn hit(&mut self, bone: HumanBone, impulse: Vec3) {
        let joint = self.actor.character().humanoid().unwrap().joint(bone).unwrap();
        let ragdoll = self.actor.ragdoll_mut().unwrap();
        let part = ragdoll.ragdoll().part_of(joint).unwrap();
        ragdoll.hit(part, impulse, None, &HitReaction::default());
    }

    fn hand(&self, name: &str, palm: &Socket, socket: &Socket) -> Hand {
        let frame = self.actor.frame();
        let (palm, socket) = (frame.socket(palm), frame.socket(socket));
        let turn = |transform: &Affine3A| transform.to_scale_rotation_translation().1;
        let ik = self.actor.ik().unwrap();
        Hand {
            gap: palm.translation.distance(socket.translation),
            angle: turn(&palm).angle_between(turn(&socket)),
            report: ik.report(ik.rig().effector(name).unwrap()),
        }
    }

    /// The right and the left hand.
    fn hands(&self) -> [Hand; 2] {
        let Rifle { at_chest, fore_end, palms: [right, left] } = &self.rifle;
        [self.hand("right hand", right, at_chest), self.hand("left hand", left, fore_end)]
    }
}

impl Hand {
    fn check(&self, frame: u32) {
        let Self { gap, angle, report } = self;
        assert!((gap - report.error).abs() < 1e-4, "{frame}: {self:?}");
        assert!((angle - report.rotation_error).abs() < 2e-3, "{frame}: {self:?}");
    }
}

#[test]
fn the_second_hand_stays_on_the_rifle_through_hits_and_reports_are_what_is_seen() {
    let mut armed = Armed::new();
    (0..120).for_each(|_| armed.frame());
    let (mut moved, mut apart, mut fastest) = (0.0_f32, 0.0_f32, [0.0_f32; 2]);
    let mut before: Option<[Vec3; 2]> = None;
    for frame in 0..240 {
        match frame {
            5 => armed.hit(HumanBone::Chest, Vec3::new(0.0, 0.0, -40.0)),
            35 => armed.hit(HumanBone::RightUpperArm, Vec3::new(0.0, 10.0, -15.0)),
            65 => armed.hit(HumanBone::LeftLowerArm, Vec3::new(0.0, -5.0, -10.0)),
            95 => armed.hit(HumanBone::Head, Vec3::new(0.0, 0.0, -15.0)),
            _ => {}
        }
        armed.frame();
        let [right, left] = armed.hands();
        [right, left].iter().for_each(|hand| hand.check(frame));
        (moved, apart) = (moved.max(right.gap), apart.max(left.gap));
        // In the space of the chest, in which nothing but the hits moves the hands.
        let now = armed.actor.frame();
        let chest = now.model()[armed.rifle.at_chest.joint.index()];
        let wrists = armed.rifle.palms.map(|palm| {
            Vec3::from(chest.inverse().transform_point3a(now.model()[palm.joint.index()].translation))
        });
        for (n, before) in before.iter().flatten().enumerate() {
            fastest[n] = fastest[n].max(before.distance(wrists[n]));
        }
        before = Some(wrists);
    }
    println!(
        "right palm up to {:.1} mm off the chest's socket, left palm up to {:.2} mm off the rifle, {:.1} and \
         {:.1} mm in a frame",
        moved * 1e3,
        apart * 1e3,
        fastest[0] * 1e3,
        fastest[1] * 1e3
    );
    assert!(moved > 0.01, "the hits move the arm that carries: {moved} m");
    assert!(apart < 0.001, "the second hand leaves the rifle by {apart} m");
    // The rifle turns with the hand that carries it, and takes the other along.
    assert!(fastest[0] < 0.05 && fastest[1] < 0.1, "hands jump by {fastest:?} m");
    let [right, left] = armed.hands();
    assert!(right.gap < 0.001 && left.gap < 0.001, "after the hits: {right:?} {left:?}");
}

#[test]
fn a_goal_that_was_cleared_lets_go() {
    let mut armed = Armed::new();
    (0..60).for_each(|_| armed.frame());
    armed.actor.ik_mut().unwrap().clear_goal("left hand").unwrap();
    armed.hit(HumanBone::Chest, Vec3::new(0.0, 0.0, -40.0));
    let mut weights = Vec::new();
    for _ in 0..60 {
        armed.frame();
        weights.push(armed.hands()[1].report.weight);
    }
    assert!(weights.is_sorted_by(|a, b| a >= b) && weights[59] == 0.0, "{weights:?}");
    assert!(armed.hands()[1].gap > 0.05, "{:?}", armed.hands()[1]);
}

#[test]
fn reports_count_the_edits_of_hooks_and_goals_in_the_world() {
    let mut armed = Armed::new();
    let goal = Vec3::new(-0.25, 1.2, 0.35);
    let ik = armed.actor.ik_mut().unwrap();
    ik.set_goal("right hand", IkGoal::at(goal).with_rotation(Quat::from_rotation_y(0.4))).unwrap();
    armed.actor.play("idle").unwrap();
    (0..90).for_each(|_| armed.frame());
    let shoulder = armed.actor.character().humanoid().unwrap().joint(HumanBone::RightShoulder).unwrap();
    let rest = armed.hands()[0].report;
    let mut turn = |stage: Stage, _: &StageInput<'_>, pose: &mut StagePose<'_>| {
        if stage == Stage::Face {
            pose.rotate(shoulder, Quat::from_rotation_z(0.1));
        }
    };
    armed.actor.resolve(FrameInput::new(0.0, armed.world_from_model).with_hook(&mut turn));
    let moved = armed.hands()[0].report;
    let palm = armed.actor.frame().socket(&armed.rifle.palms[0]);
    let gap = Vec3::from(palm.translation).distance(goal);
    assert!(gap > 0.02 && (gap - moved.error).abs() < 1e-4, "{gap} m, {moved:?}");
    assert!((moved.rotation_error - rest.rotation_error).abs() > 0.05, "{rest:?} {moved:?}");
    // Without the edit, a frame without time is the last one again.
    armed.actor.resolve(FrameInput::new(0.0, armed.world_from_model));
    assert_eq!(armed.hands()[0].report, rest);
}
