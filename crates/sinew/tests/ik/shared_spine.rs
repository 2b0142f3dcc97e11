//! Spine assist of several limbs with different spines: a goal that fades in moves the others gradually, and
//! each limb keeps its goal by its weight.

use crate::human_bodies::full_body;
use crate::human_bodies::state_of;
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::ik::{Chain, Limb, LimbSettings, SpineAssist};
use sinew::limit::HumanLimits;
use sinew::rig::{IkGoal, IkInput, IkRig, IkState, IkTarget};
use sinew::skeleton::{Joint, Socket};
use sinew::stage::{StageInput, StagePose};
use sinew::{JointId, LocalPose, ModelPose, Skeleton, Transform};
use std::sync::Arc;

const LEFT: [HumanBone; 3] = [LeftUpperArm, LeftLowerArm, LeftHand];
const RIGHT: [HumanBone; 3] = [RightUpperArm, RightLowerArm, RightHand];

/// Two hands, in the order in which they are solved.
struct Hands {
    skeleton: Skeleton,
    state: IkState,
}

/// An arm, its spine, and the share of the arm's length from which the spine assists.
struct Arm {
    limb: Limb,
    spine: Option<Chain>,
    begins: f32,
}

impl Hands {
    fn new(skeleton: Skeleton, arms: [Arm; 2]) -> Self {
        let mut rig = IkRig::new();
        for (n, Arm { limb, spine, begins }) in arms.into_iter().enumerate() {
            let effector = rig.add_limb(&n.to_string(), limb.clone(), LimbSettings::default());
            if let Some(spine) = spine {
                let mut lean = SpineAssist::new(&skeleton, &spine, &limb).unwrap();
                lean.bend_start = begins;
                rig.set_spine_assist(effector, lean).unwrap();
            }
        }
        Self { state: state_of(Arc::new(rig), &skeleton), skeleton }
    }

    /// The arms of a humanoid.
    fn human(arms: [([HumanBone; 3], &[HumanBone], f32); 2]) -> Self {
        let body = full_body();
        let limits = HumanLimits::new(&body.skeleton, &body.humanoid);
        let joint = |bone: &HumanBone| body.humanoid.joint(*bone).unwrap();
        let arms = arms.map(|(arm, spine, begins)| {
            let limb = Limb::new(&body.skeleton, arm.map(|bone| joint(&bone)), Some(&limits)).unwrap();
            let spine: Vec<_> = spine.iter().map(joint).collect();
            let spine = Chain::new(&body.skeleton, &spine).ok().map(|spine| spine.with_limits(&limits));
            Arm { limb, spine, begins }
        });
        Self::new(body.skeleton.clone(), arms)
    }

    /// A creature with two pairs of arms, one of them on a long neck.
    fn creature() -> Self {
        let joint = |(n, (parent, x, y)): (usize, (Option<u32>, f32, f32))| Joint {
            name: n.to_string(),
            parent,
            rest: Transform::from_translation(Vec3::new(x, y, 0.0)),
            in_scene: true,
        };
        let joints = [
            (None, 0.0, 1.0),
            (Some(0), 0.0, 0.1),
            // The lower arm.
            (Some(1), 0.2, 0.1),
            (Some(2), 0.3, 0.0),
            (Some(3), 0.3, 0.0),
            // The neck.
            (Some(1), 0.0, 0.15),
            (Some(5), 0.0, 0.15),
            (Some(6), 0.0, 0.15),
            (Some(7), 0.0, 0.15),
            // The upper arm.
            (Some(8), -0.1, 0.05),
            (Some(9), -0.3, 0.0),
            (Some(10), -0.3, 0.0),
        ];
        let skeleton = Skeleton::new(joints.into_iter().enumerate().map(joint).collect()).unwrap();
        let arm = |limb: [usize; 3], spine: &[usize]| {
            let joint = |n: usize| skeleton.by_file_index(n).unwrap();
            let limb = Limb::new(&skeleton, limb.map(joint), None).unwrap();
            let spine: Vec<_> = spine.iter().map(|n| joint(*n)).collect();
            Arm { limb, spine: Chain::new(&skeleton, &spine).ok(), begins: 0.9 }
        };
        let arms = [arm([9, 10, 11], &[1, 5, 6, 7, 8]), arm([2, 3, 4], &[1])];
        Self::new(skeleton.clone(), arms)
    }

    fn joint(&self, bone: HumanBone) -> JointId {
        let body = full_body();
        assert_eq!(body.skeleton.len(), self.skeleton.len());
        body.humanoid.joint(bone).unwrap()
    }

    /// The pose with both goals at full weight.
    fn reach(&mut self, goals: [Option<IkGoal>; 2]) -> (LocalPose, ModelPose) {
        let skeleton = &self.skeleton;
        for (n, goal) in goals.into_iter().enumerate() {
            let effector = self.state.rig().effector(&n.to_string()).unwrap();
            self.state.set_goal(effector, goal).unwrap();
        }
        self.state.snap();
        let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        self.state.solve(
            &StageInput::new(0.0, Affine3A::IDENTITY),
            IkInput::new(),
            &mut StagePose::new(skeleton, &mut local, &mut model),
        );
        let mut again = ModelPose::rest(skeleton);
        again.update(skeleton, &local);
        assert_eq!(again, model, "the model pose is up to date");
        (local, model)
    }
}

fn goal(position: Vec3, weight: f32) -> Option<IkGoal> {
    (weight > 0.0).then(|| IkGoal::new(IkTarget::Model(position)).with_weight(weight))
}

/// Angle of a joint between two poses.
fn apart(a: &LocalPose, b: &LocalPose, joint: JointId) -> f32 {
    let [a, b] = [a, b].map(|pose| pose.as_slice()[joint.index()].rotation);
    a.angle_between(b)
}

/// Fades in a far goal of the second hand and checks that the joints rotate gradually. Their rotations in the
/// end.
fn rotations_while_fading_in(hands: &mut Hands, [holds, far]: [Vec3; 2], joints: &[JointId]) -> Vec<f32> {
    const STEPS: u32 = 500;
    let (alone, _) = hands.reach([goal(holds, 1.0), None]);
    let mut before = alone.clone();
    for step in 1..=STEPS {
        let weight = step as f32 / STEPS as f32;
        let (local, _) = hands.reach([goal(holds, 1.0), goal(far, weight)]);
        for joint in joints {
            let moved = apart(&before, &local, *joint);
            assert!(moved < 3.0 / STEPS as f32, "{joint:?} turns {moved} at {weight}");
        }
        before = local;
    }
    joints.iter().map(|joint| apart(&alone, &before, *joint)).collect()
}

#[test]
fn a_longer_spine_of_the_other_hand_bends_gradually() {
    let mut hands = Hands::human([(LEFT, &[Spine, Chest], 0.9), (RIGHT, &[Chest], 0.9)]);
    let joints = [Spine, Chest, UpperChest].map(|bone| hands.joint(bone));
    let positions = [Vec3::new(0.3, 1.2, 0.6), Vec3::new(-0.3, 1.1, 0.75)];
    let turned = rotations_while_fading_in(&mut hands, positions, &joints);
    assert!(turned[0] > 0.05, "the longer spine bends for the other hand: {turned:?}");
}

#[test]
fn a_spine_behind_the_hand_in_the_joint_order_bends_gradually() {
    let mut hands = Hands::creature();
    let joint = |n| hands.skeleton.by_file_index(n).unwrap();
    let (hand, joints) = (joint(4), [1, 5, 6, 7, 8].map(joint));
    assert!(joints[4] > hand, "{joints:?} {hand:?}");
    let positions = [Vec3::new(-0.72, 1.75, 0.0), Vec3::new(0.75, 0.8, 0.3)];
    let turned = rotations_while_fading_in(&mut hands, positions, &joints);
    assert!(turned[4] > 0.02, "the neck bends for the other hand: {turned:?}");
}

#[test]
fn an_elbow_points_at_a_pole_that_moves_with_the_spine() {
    let mut hands = Hands::human([(LEFT, &[], 0.9), (RIGHT, &[Spine, Chest], 0.9)]);
    let (chest, elbow) = (hands.joint(Chest), hands.joint(LeftLowerArm));
    let offset = Transform::from_translation(Vec3::new(0.1, 0.05, 0.3));
    for pole in [Vec3::new(1.0, 0.3, 0.2), Vec3::new(0.6, -0.8, 0.1)] {
        let holds = IkGoal::new(IkTarget::Socket(Socket { joint: chest, offset })).with_pole(pole);
        let mut seen = |other: Option<IkGoal>| {
            let (_, model) = hands.reach([Some(holds), other]);
            let chest = *model.get(chest);
            (chest, chest.inverse().transform_point3a(model.get(elbow).translation))
        };
        let (stood, alone) = seen(None);
        let (leant, with) = seen(goal(Vec3::new(-0.2, 0.9, 0.75), 1.0));
        let turned =
            Transform::from_affine(&stood).rotation.angle_between(Transform::from_affine(&leant).rotation);
        assert!(turned > 0.2, "the spine bends: {turned}");
        assert!(alone.distance(with) < 2e-3, "{pole}: {alone} {with}");
    }
}

#[test]
fn a_goal_with_little_weight_holds_the_spine_back_a_little() {
    let mut hands = Hands::human([(LEFT, &[Spine, Chest], 0.999), (RIGHT, &[Spine, Chest], 0.9)]);
    let rest = ModelPose::rest(&hands.skeleton);
    let position = |model: &ModelPose, joint| Vec3::from(model.get(joint).translation);
    let [upper, lower, hand] = LEFT.map(|bone| hands.joint(bone));
    let length = position(&rest, upper).distance(position(&rest, lower))
        + position(&rest, lower).distance(position(&rest, hand));
    let other = position(&rest, hands.joint(RightUpperArm));
    let mut held_back = 0;
    for ways in [
        [Vec3::new(1.0, 0.0, 0.1), Vec3::new(-1.0, -0.1, 0.1)],
        [Vec3::new(1.0, 0.3, 0.1), Vec3::new(-0.3, -1.0, 0.3)],
        [Vec3::new(0.2, 0.3, -1.0), Vec3::new(-0.2, -0.2, 1.0)],
        [Vec3::new(0.2, 1.0, -0.5), Vec3::new(-0.2, -0.4, 1.0)],
    ] {
        let [way, far] = ways.map(Vec3::normalize);
        let holds = position(&rest, upper) + way * 0.99 * length;
        let mut away = |weight| {
            let (_, model) = hands.reach([goal(holds, weight), goal(other + far * length, 1.0)]);
            position(&model, upper).distance(holds)
        };
        let (free, held) = (away(0.0), away(1.0));
        if free - held < 0.01 {
            continue;
        }
        held_back += 1;
        for weight in [0.05, 0.2, 0.5, 0.8] {
            let share = (free - away(weight)) / (free - held);
            println!("{weight}: {share} of {}", free - held);
            assert!((share - weight).abs() < 0.05, "{ways:?} {weight}: {share}");
        }
    }
    assert!(held_back >= 2, "{held_back}");
}
