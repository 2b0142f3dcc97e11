//! No solver allocates from the second frame on.

use crate::counting::allocations;
use crate::human_bodies::full_body;
use crate::random::Random;
use crate::random_chain::{Case, Rig};
use sinew::body::ColliderSlab;
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::BodySide;
use sinew::humanoid::HumanBone::{Chest, Head, LeftHand, LeftLowerArm, LeftUpperArm, Neck, Spine};
use sinew::ik::{
    Aim, ArmCollider, BodyGoal, Chain, ChainGoal, ChainMethod, ChainScratch, ChainSolver, FootRollLeg,
    FootRollSettings, FullBody, FullBodyScratch, FullBodySolver, Grip, IkPose, Limb, LimbSettings, LookAt,
    LookState, SpineAssist, Spline, TwoBone, solve_aims, solve_two_bones,
};
use sinew::limit::HumanLimits;
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, Character, CharacterParts, ModelPose};
use std::sync::Arc;

#[test]
fn analytic_solvers_allocate_nothing() {
    let limb = TwoBone::new([Vec3::ZERO, Vec3::X, Vec3::new(1.5, 0.0, 0.5)], Vec3::NEG_Y, Vec3::Z);
    let limb = TwoBone { pole: Some(Vec3::Y), softness: 0.1, stretch: 1.2, swivel: 0.3, ..limb };
    let aim = Aim::new(Vec3::ZERO, Vec3::Z, Vec3::X);
    let (limbs, aims) = ([limb; 21], [aim; 21]);
    let (mut turns, mut looks) = ([limb.solve(); 21], [aim.solve(); 21]);
    let count = allocations(|| {
        solve_two_bones(&limbs, &mut turns);
        solve_aims(&aims, &mut looks);
        std::hint::black_box((limb.solve(), aim.solve()));
    });
    assert_eq!(count, 0);
}

#[test]
fn chains_allocate_nothing() {
    let mut random = Random::new(101);
    let mut scratch = ChainScratch::with_capacity(12);
    for _ in 0..100 {
        let mut case = Case::limited(&mut random);
        case.goal.rotation = Some(random.rotation());
        let Rig { skeleton, chain, .. } = &case.rig;
        let mut local = case.from.local.clone();
        let count = allocations(|| {
            for method in [
                ChainMethod::Ccd,
                ChainMethod::Fabrik,
                ChainMethod::JacobianTranspose,
                ChainMethod::DampedLeastSquares,
            ] {
                for rounds in [1, u32::MAX] {
                    let solver =
                        ChainSolver::default().with_method(method).with_rounds(rounds).with_restarts(5);
                    solver.solve(
                        chain,
                        &case.goal,
                        &mut IkPose::new(skeleton, &mut local, &case.from.model),
                        &mut scratch,
                    );
                }
            }
        });
        assert_eq!(count, 0);
    }
}

#[test]
fn limbs_looks_and_bodies_allocate_nothing() {
    let body = full_body();
    let (skeleton, humanoid) = (&body.skeleton, &body.humanoid);
    let limits = HumanLimits::new(skeleton, humanoid);
    let joint = |bone| humanoid.named_bones.joint(bone).unwrap();
    let arm = [LeftUpperArm, LeftLowerArm, LeftHand].map(joint);
    let limbs = [None, Some(&limits)].map(|limits| Limb::new(skeleton, arm, limits).unwrap());
    let spine = Chain::new(skeleton, &[Spine, Chest, Neck, Head].map(joint)).unwrap();
    let spline = Spline::new(spine.clone());
    let look = LookAt::new(skeleton, spine.with_limits(&limits));
    let whole = FullBody::human(skeleton, humanoid).unwrap();
    let lean = SpineAssist::human(skeleton, humanoid, &limbs[1]).unwrap();
    let spine = [Spine, Chest].map(|bone| (joint(bone), Vec3::ZERO));
    let torso = ArmCollider::new([ColliderSlab::capsule(spine[0], spine[1], 0.2)]).unwrap();
    let leg = FootRollLeg::human(skeleton, humanoid, BodySide::Left).unwrap();
    let mut scratch = ChainScratch::with_capacity(lean.chain().links().len());
    let mut body_scratch = FullBodyScratch::new(&whole);
    let (mut local, model) = (skeleton.rest().to_vec(), ModelPose::rest(skeleton));
    let mut state = LookState::default();
    let mut random = Random::new(102);
    let count = allocations(|| {
        for _ in 0..100 {
            let target = Vec3::new(0.0, 1.4, 0.2) + random.vector();
            let goal = ChainGoal::at(target).with_rotation(random.rotation());
            let settings = LimbSettings::default().with_stretch(1.1).with_softness(0.1);
            for limb in &limbs {
                limb.solve(
                    &goal,
                    &settings,
                    &mut IkPose::new(skeleton, &mut local, model.as_slice()),
                    &mut scratch,
                );
            }
            lean.solve(
                &limbs[1],
                &goal,
                &mut IkPose::new(skeleton, &mut local, model.as_slice()),
                &mut scratch,
            );
            torso.solve(
                &limbs[1],
                &goal,
                &settings,
                &mut IkPose::new(skeleton, &mut local, model.as_slice()),
                &mut scratch,
            );
            let steps = FootRollSettings::default().with_heel_lift(0.3).with_toe_lift(0.2);
            leg.solve(&goal, &steps, &mut IkPose::new(skeleton, &mut local, model.as_slice()), &mut scratch);
            let curve = [target, target + random.vector(), random.vector()];
            spline.solve(&curve, 1.0, &mut IkPose::new(skeleton, &mut local, model.as_slice()), &mut scratch);
            let time = Some((&mut state, 0.02));
            look.solve(
                target,
                1.0,
                time,
                &mut IkPose::new(skeleton, &mut local, model.as_slice()),
                &mut scratch,
            );
            look.solve(
                target,
                0.5,
                None,
                &mut IkPose::new(skeleton, &mut local, model.as_slice()),
                &mut scratch,
            );
            let goals = [BodyGoal::at(0, target), BodyGoal::at(1, Vec3::new(0.1, 0.1, 0.1))];
            let solver = FullBodySolver::default();
            solver.solve(
                &whole,
                &goals,
                1.0,
                &mut IkPose::new(skeleton, &mut local, model.as_slice()),
                &mut body_scratch,
            );
        }
    });
    assert_eq!(count, 0);
}

/// A humanoid rig with all parts; goals fade in, hold and fade out.
#[test]
fn whole_rigs_allocate_nothing_in_an_actors_frame() {
    let person = full_body();
    let (skeleton, humanoid) = (person.skeleton.clone(), person.humanoid.clone());
    let end = |bone| (humanoid.joint(bone).unwrap(), Vec3::ZERO);
    let capsule = ColliderSlab::capsule(end(Spine), end(Chest), 0.12);
    let rig = IkRig::human(&skeleton, &humanoid)
        .with_spine_assist(&skeleton, &humanoid)
        .with_grips(&skeleton, &humanoid)
        .with_arm_collider(ArmCollider::new([capsule]).unwrap());
    let palm = Grip::human(&skeleton, &humanoid, BodySide::Left).unwrap();
    let parts = CharacterParts { skeleton, humanoid: Some(humanoid), ..CharacterParts::default() };
    let mut actor = Actor::without_clips(Arc::new(Character::new(parts).unwrap()));
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    actor.update(0.01);
    let grip = palm.socket(&Affine3A::from_translation(Vec3::Y * -0.2));
    let count = allocations(|| {
        for frame in 0..40 {
            let goals = [
                ("look", IkGoal::at(Vec3::new(0.3, 1.5, 0.8))),
                ("left hand", IkGoal::at(Vec3::new(0.1, 1.2, 0.75))),
                ("right hand", IkGoal::at_socket(grip)),
                ("left foot", IkGoal::at(Vec3::new(0.15, 0.3, 0.2))),
            ];
            for (name, goal) in goals {
                let holds = (5..25).contains(&frame);
                let result = if holds {
                    actor.ik_mut().unwrap().set_goal(name, goal)
                } else {
                    actor.ik_mut().unwrap().clear_goal(name)
                };
                result.unwrap();
            }
            actor.update(1.0 / 60.0);
        }
    });
    assert_eq!(count, 0);
}
