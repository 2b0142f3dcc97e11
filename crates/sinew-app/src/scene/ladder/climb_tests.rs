//! Climbing a ladder: hands and feet keep their rungs while they hold, never release all at once, and reach
//! all their goals.

#[path = "../../../../sinew/tests/motion/retarget_body.rs"]
#[allow(dead_code, reason = "the made-up bodies of the runtime's tests, which also walk")]
mod made_up_body;
#[path = "../../../../sinew/tests/ik/random.rs"]
#[allow(dead_code, reason = "the random numbers of the runtime's tests")]
mod random;

use self::made_up_body::{self as body, Body, PLAIN};
use self::random::Random;
use super::*;
use crate::test_files::built_in;
use sinew::character::{CharacterParts, Mesh, MeshId, MeshInstance, Primitive, SkinningMethod};
use sinew::rig::{IkInput, IkRig, IkState, IkTarget};
use sinew::stage::{StageInput, StagePose};
use sinew::{Character, LocalPose, ModelPose};
use std::sync::Arc;

/// Body of the built-in character, with fingers.
fn full_body() -> Body {
    let character = built_in().character().clone();
    Body { skeleton: character.skeleton().clone(), humanoid: character.humanoid().unwrap().clone() }
}

/// Rotation from +Z to the direction that a body faces.
fn facing(body: &Body) -> Quat {
    body.standing().facing().inverse()
}

/// Bodies, and from rung to rung of the ladder that each climbs.
fn climbers() -> Vec<(Body, f32, f32)> {
    let builds = [
        (PLAIN, 0.3),
        (PLAIN, 0.25),
        (body::Build { arms: 1.3, odd_axes: true, ..PLAIN }, 0.28),
        (body::Build { turned: 2.0, arms: 0.6, ..PLAIN }, 0.3),
        (body::Build { mirrored: true, ..PLAIN }, 0.3),
        (body::Build { size: 0.6, ..PLAIN }, 0.3),
        (body::Build { size: 0.75, ..PLAIN }, 0.25),
        (body::Build { size: 1.25, ..PLAIN }, 0.3),
        (body::Build { size: 2.0, ..PLAIN }, 0.3),
        (body::Build { size: 0.01, ..PLAIN }, 0.003),
    ];
    let made = builds.map(|(build, spacing)| (body::body(build), build.size, spacing));
    made.into_iter().chain([(full_body(), 1.0, 0.3)]).collect()
}

fn ladder(random: &mut Random, spacing: f32, size: f32) -> Ladder {
    let turn =
        Quat::from_rotation_y(random.between(-3.0, 3.0)) * Quat::from_rotation_x(random.between(0.0, 0.3));
    let foot = Affine3A::from_rotation_translation(turn, random.vector() * 3.0 * size);
    Ladder { foot, spacing, rungs: (8.0 * size / spacing) as u32, width: 0.45 * size }
}

fn goal_position(goal: &IkGoal) -> Vec3 {
    match goal.target {
        IkTarget::World(position) => position,
        _ => panic!("{goal:?}"),
    }
}

/// Everybody on a ladder of their own.
fn each_climber(seed: u64, mut each: impl FnMut(&Body, f32, &Climb, &Ladder)) {
    let mut random = Random::new(seed);
    for (body, size, spacing) in climbers() {
        let climb = Climb::human(&body.skeleton, &body.humanoid).unwrap();
        let ladder = ladder(&mut random, spacing, size);
        assert!(climb.fits(&ladder), "{size} {spacing}");
        assert!(climb.height(&ladder) > 3.0 * size, "{size}: {}", climb.height(&ladder));
        each(&body, size, &climb, &ladder);
    }
}

/// Climber at a height: the pose, the rungs that hands and feet hold or have left last, and whether they hold
/// them.
struct Step {
    body: Affine3A,
    goals: [IkGoal; 4],
    rungs: [u32; 4],
    holds: [bool; 4],
}

fn step(climb: &Climb, ladder: &Ladder, climbed: f32) -> Step {
    let ClimbPose { body, goals, .. } = climb.at(ladder, climbed);
    let gait = climb.gait(ladder);
    let held = [0, 1, 2, 3].map(|n| gait.holds(n, gait.lowest + climbed));
    Step {
        body,
        goals,
        rungs: held.map(|(rung, _)| rung.clamp(0.0, (ladder.rungs - 1) as f32) as u32),
        holds: held.map(|(_, share)| share <= 0.0),
    }
}

/// Steps of a centimetre all the way up.
fn steps(climb: &Climb, ladder: &Ladder, size: f32) -> Vec<Step> {
    let count = (climb.height(ladder) / (0.01 * size)) as usize;
    (0..=count).map(|n| step(climb, ladder, n as f32 * 0.01 * size)).collect()
}

#[test]
fn what_holds_a_rung_stays_where_it_is_and_nothing_jumps() {
    each_climber(241, |_, size, climb, ladder| {
        let poses = steps(climb, ladder, size);
        let (mut held, mut moved) = (0, 0);
        for pair in poses.windows(2) {
            for n in 0..4 {
                let [a, b] = [&pair[0], &pair[1]].map(|pose| goal_position(&pose.goals[n]));
                if pair[0].holds[n] && pair[1].holds[n] && pair[0].rungs[n] == pair[1].rungs[n] {
                    assert_eq!(pair[0].goals[n], pair[1].goals[n], "{size} limb {n}");
                    held += 1;
                } else {
                    moved += 1;
                }
                assert!(a.distance(b) < 0.06 * size, "{size} limb {n}: {}", a.distance(b));
            }
            assert!(pair[0].body.translation.distance(pair[1].body.translation) < 0.0101 * size);
        }
        assert!(held > moved && moved > held / 3, "{size}: {held} {moved}");
    });
}

#[test]
fn a_hand_and_a_foot_hold_at_any_time_and_each_its_own_rung_in_turn() {
    each_climber(242, |_, size, climb, ladder| {
        let poses = steps(climb, ladder, size);
        let (mut across, mut same) = (0, 0);
        for pose in &poses {
            let [a, b, c, d] = pose.holds;
            assert!((a || b) && (c || d), "{size}: {:?}", pose.holds);
            assert!(pose.rungs.iter().all(|rung| *rung < ladder.rungs));
            // Hands above feet.
            assert!(pose.rungs[..2].iter().min() > pose.rungs[2..].iter().max(), "{size}: {:?}", pose.rungs);
            across += usize::from((!a && !d) || (!b && !c));
            same += usize::from((!a && !c) || (!b && !d));
        }
        assert!(
            across >= 2 * same && across > poses.len() / 3,
            "{size}: {across} across and {same} on the same side of {}",
            poses.len()
        );
        for n in 0..4 {
            let mut rungs: Vec<u32> = poses.iter().map(|pose| pose.rungs[n]).collect();
            rungs.dedup();
            let steps: Vec<u32> = rungs.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(steps.len() > 3 && steps.iter().all(|step| *step == steps[0]), "{size}: {rungs:?}");
        }
    });
}

#[test]
fn down_is_up_the_other_way_and_beyond_the_ends_nothing_moves() {
    each_climber(243, |_, size, climb, ladder| {
        let max = climb.height(ladder);
        assert_eq!(climb.at(ladder, -1.0), climb.at(ladder, 0.0));
        assert_eq!(climb.at(ladder, max + 1.0), climb.at(ladder, max));
        let low = step(climb, ladder, 0.0);
        let high = step(climb, ladder, max);
        let up = (high.body.translation - low.body.translation).dot(ladder.foot.matrix3.y_axis);
        assert!((up - max).abs() < 1e-3 * max, "{size}");
        assert!(low.holds == [true; 4] || low.rungs[2..].contains(&0), "{:?}", low.rungs);
        let near = high.rungs.iter().max().copied().unwrap_or(0) + 5;
        assert!(near >= ladder.rungs, "{near} {}", ladder.rungs);
    });
}

/// Distances of hands and feet from their rungs all the way up, in sizes of the body, and their rotations.
fn misses(body: &Body, climb: &Climb, ladder: &Ladder, size: f32) -> ([f32; 4], [f32; 4]) {
    let rig = IkRig::human(&body.skeleton, &body.humanoid).with_grips(&body.skeleton, &body.humanoid);
    let effectors = Climb::EFFECTORS.map(|name| rig.effector(name).unwrap());
    let parts = CharacterParts { skeleton: body.skeleton.clone(), ..CharacterParts::default() };
    let mut state = IkState::new(Arc::new(rig), &Character::new(parts).unwrap()).unwrap();
    let (mut worst, mut turned) = ([0.0f32; 4], [0.0f32; 4]);
    for pose in steps(climb, ladder, size).iter().step_by(3) {
        for (effector, goal) in effectors.iter().zip(&pose.goals) {
            state.set_goal(*effector, *goal).unwrap();
        }
        state.snap();
        let (mut local, mut model) = (LocalPose::rest(&body.skeleton), ModelPose::rest(&body.skeleton));
        state.solve(
            &StageInput::new(0.0, pose.body),
            IkInput::new(),
            &mut StagePose::new(&body.skeleton, &mut local, &mut model),
        );
        for (n, effector) in effectors.into_iter().enumerate() {
            worst[n] = worst[n].max(state.report(effector).error / size);
            turned[n] = turned[n].max(state.report(effector).rotation_error);
        }
    }
    (worst, turned)
}

#[test]
fn all_four_reach_their_rungs_all_the_way() {
    each_climber(244, |body, size, climb, ladder| {
        let (worst, turned) = misses(body, climb, ladder, size);
        assert!(worst.iter().all(|error| *error < 0.01), "{size} {}: {worst:?}", ladder.spacing);
        // Limits of ankles and wrists hold soles and palms a little off.
        let max = [0.6, 0.6, 0.45, 0.45];
        assert!(
            turned.iter().zip(max).all(|(angle, max)| *angle < max),
            "{size} {}: {turned:?}",
            ladder.spacing
        );
    });
}

/// A body with nothing but a helmet, whose front is so far before the head's joint and as high above it.
fn helmeted(body: &Body, front: f32) -> Character {
    let head = body.humanoid.joint(HumanBone::Head).unwrap();
    let rest = ModelPose::rest(&body.skeleton);
    let visor = (facing(body) * Vec3::new(0.0, front, front)) + Vec3::from(rest.get(head).translation);
    let back = rest.get(head).inverse();
    let primitive = Primitive {
        positions: [-0.1, 0.0, 0.1].map(|x| back.transform_point3(visor + Vec3::Y * x * front)).to_vec(),
        normals: vec![Vec3::Y; 3],
        indices: vec![0, 1, 2],
        file_vertices: vec![0, 1, 2],
        file_vertex_count: 3,
        ..Primitive::default()
    };
    let (weights, skinning) = (Vec::new(), SkinningMethod::Linear);
    Character::new(CharacterParts {
        skeleton: body.skeleton.clone(),
        meshes: vec![Mesh { primitives: vec![primitive], ..Mesh::default() }],
        mesh_instances: vec![MeshInstance {
            node: head,
            mesh: MeshId(0),
            skin: None,
            weights,
            skinning,
            visible: true,
        }],
        ..CharacterParts::default()
    })
    .unwrap()
}

#[test]
fn whose_head_is_large_stays_away_and_looks_up_where_limbs_are_short() {
    each_climber(247, |body, size, climb, ladder| {
        let arm = if body.humanoid.joint(HumanBone::LeftHand).is_some() { 0.55 * size } else { 0.0 };
        let away = |climb: &Climb| {
            let pose = climb.at(ladder, size);
            (-ladder.foot.inverse().transform_point3(pose.body.translation.into()).z, pose.look)
        };
        let (usual, none) = away(climb);
        assert!(none.is_none());
        let mut before = usual;
        for front in [0.02, 0.35, 0.4, 0.6].map(|front| front * size) {
            let bodily = climb.clone().with_body(&helmeted(body, front), &body.humanoid);
            let (away, look) = away(&bodily);
            assert!(away >= before - 1e-5 * size, "{size} {front}: {away} {before}");
            assert!(away < usual + arm, "{size} {front}: {away}");
            before = away;
            let rest = ModelPose::rest(&body.skeleton);
            let head = facing(body).inverse() * body.position(&rest, HumanBone::Head).unwrap();
            match look.map(|look| ladder.foot.inverse().transform_point3(goal_position(&look))) {
                None => assert!(away > head.z + front, "{size} {front}: {away}"),
                Some(up) => {
                    assert!(away < head.z + front + 0.05 * size, "{size} {front}: {away} are enough");
                    assert!(up.z > 0.0 && up.y > 0.05 * up.z, "{up}");
                }
            }
        }
        let (far, up) = away(&climb.clone().with_body(&helmeted(body, 2.0 * size), &body.humanoid));
        assert!(up.is_some() && far == before, "{size}: {far} {before}: the limbs let it no farther");
        assert!(far > usual, "{size}");
        // From there they reach as well.
        let bodily = climb.clone().with_body(&helmeted(body, 2.0 * size), &body.humanoid);
        let worst = misses(body, &bodily, ladder, size).0;
        assert!(worst.iter().all(|error| *error < 0.01), "{size} {}: {worst:?}", ladder.spacing);
    });
}

#[test]
fn feet_point_to_the_ladder_and_the_body_faces_it() {
    each_climber(245, |body, size, climb, ladder| {
        let pose = climb.at(ladder, 1.0 * size);
        let rest = ModelPose::rest(&body.skeleton);
        use HumanBone::*;
        let [left, right] = [LeftUpperLeg, RightUpperLeg]
            .map(|bone| pose.body.transform_point3(body.position(&rest, bone).unwrap()));
        let back = ladder.foot.inverse();
        let aside = back.transform_vector3(left - right).normalize();
        assert!(aside.x > 0.999, "{aside}");
        assert!(back.transform_point3(left).z < -0.1 * size);
        for goal in &pose.goals {
            let in_ladder = back.transform_point3(goal_position(goal));
            assert!(in_ladder.z < 1e-5 && in_ladder.x.abs() < 0.5 * ladder.width, "{in_ladder}");
        }
    });
}

#[test]
fn a_ladder_in_a_scaled_scene_makes_nobody_larger() {
    each_climber(246, |_, size, climb, ladder| {
        let scaled = Ladder { foot: ladder.foot * Affine3A::from_scale(Vec3::new(2.0, 3.0, 0.5)), ..*ladder };
        let [on_scaled, plain] = [&scaled, ladder].map(|ladder| climb.at(ladder, 1.0 * size));
        assert!(on_scaled.body.abs_diff_eq(plain.body, 1e-5), "{size}: {on_scaled:?} {plain:?}");
        for (a, b) in on_scaled.goals.iter().zip(&plain.goals) {
            assert!(goal_position(a).abs_diff_eq(goal_position(b), 1e-5), "{size}: {a:?} {b:?}");
            assert!(a.pole.zip(b.pole).is_none_or(|(a, b)| a.abs_diff_eq(b, 1e-5)), "{size}: {a:?} {b:?}");
        }
        assert!(scaled.rung(3).abs_diff_eq(ladder.rung(3), 1e-5));
    });
}

#[test]
fn odd_ladders_leave_numbers() {
    let body = full_body();
    let climb = Climb::human(&body.skeleton, &body.humanoid).unwrap();
    let plain = Ladder { foot: Affine3A::IDENTITY, spacing: 0.3, rungs: 20, width: 0.4 };
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, 1e-45, 1e15, 1e-5, -1e-10] {
        for ladder in [
            Ladder { spacing: odd, ..plain },
            Ladder { width: odd, ..plain },
            Ladder { rungs: 0, ..plain },
            Ladder { rungs: 1, spacing: odd, ..plain },
        ] {
            for climbed in [0.0, odd, 1.0] {
                let pose = climb.at(&ladder, climbed);
                assert!(pose.body.is_finite(), "{ladder:?} {climbed}");
                assert!(
                    pose.goals.iter().all(|goal| goal_position(goal).is_finite()),
                    "{ladder:?} {climbed}"
                );
            }
        }
    }
    assert!(!climb.fits(&Ladder { spacing: 2.0, ..plain }) && !climb.fits(&Ladder { rungs: 0, ..plain }));
    let armless = body::body(body::Build { without: &[sinew::humanoid::HumanBone::LeftHand], ..PLAIN });
    assert!(Climb::human(&armless.skeleton, &armless.humanoid).is_none());
}
