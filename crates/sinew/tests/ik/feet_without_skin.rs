//! Foot IK of bodies without a skin, whose soles are one or two points.

use crate::human_bodies::full_body;
use sinew::glam::{Affine3A, Vec3};
use sinew::ground::{Ground, GroundHit, height_field};
use sinew::humanoid::HumanBone::{LeftToes, RightToes};
use sinew::humanoid::{BoneMap, Humanoid};
use sinew::ik::IkPose;
use sinew::locomotion::{FootIk, FootIkInput, FootIkState};
use sinew::rig::{IkGoal, IkInput, IkRig, IkState};
use sinew::stage::{StageInput, StagePose};
use sinew::{LocalPose, ModelPose};
use std::sync::Arc;

#[test]
fn feet_without_a_skin_stand_where_they_rest() {
    let body = full_body();
    let without_toes =
        body.humanoid.named_bones.iter().filter(|(bone, _)| ![LeftToes, RightToes].contains(bone));
    let without_toes = BoneMap::new(&body.skeleton, without_toes).unwrap();
    for map in [body.humanoid.named_bones.clone(), without_toes] {
        let humanoid = Humanoid::of_map(&body.skeleton, map, "made up");
        let character = body.character(&humanoid);
        let placement = FootIk::human(&character, &humanoid).unwrap();
        let (skeleton, floor) = (character.skeleton(), placement.floor);
        let rest = ModelPose::rest(skeleton);
        for (slope, position) in
            [(0.0, Vec3::ZERO), (0.0, Vec3::new(3000.0, 0.0, -2000.0)), (0.2, Vec3::ZERO)]
        {
            let ground = height_field(|_, z| floor + slope * (z - position.z));
            let mut state = FootIkState::new(&placement);
            let at = Affine3A::from_translation(position);
            for _ in 0..60 {
                let mut local = LocalPose::rest(skeleton);
                state.solve(
                    &placement,
                    &FootIkInput::new(&ground, 0.02, at),
                    &mut IkPose::new(skeleton, local.as_mut_slice(), rest.as_slice()),
                );
            }
            for foot in 0..placement.foot_count() {
                let report = state.report(foot);
                assert!(report.planted && report.error < 1e-3, "{report:?}");
                let (joint, ball) = placement.ball(foot);
                let ball = rest.get(joint).transform_point3(ball);
                // On a slope the ball of a flat sole is above the ground below it.
                let stands = ball.y + report.offset.y - floor - slope * (ball.z + report.offset.z);
                assert!(stands.abs() < if slope == 0.0 { 1e-3 } else { 0.01 }, "{slope} {stands} {report:?}");
            }
        }
    }
}

#[test]
fn a_teleport_solved_again_without_time_gives_the_same() {
    let body = full_body();
    let character = body.character(&body.humanoid);
    let skeleton = character.skeleton();
    let feet = FootIk::human(&character, &body.humanoid).unwrap();
    let floor = feet.floor;
    let ground = height_field(move |x, z| floor + 0.1 * (2.0 * x).sin() * z.cos());
    let mut state =
        IkState::new(Arc::new(IkRig::human(skeleton, &body.humanoid).with_feet(feet)), &character).unwrap();
    let look = state.rig().effector("look").unwrap();
    state.set_goal(look, IkGoal::at(Vec3::new(5.0, 1.5, 20.0))).unwrap();
    let mut solve = |dt: f32, at: Vec3, teleports: bool| {
        let stage = StageInput::new(dt, Affine3A::from_translation(at)).with_ground(&ground);
        let stage = if teleports { stage.with_teleport() } else { stage };
        let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        let mut pose = StagePose::new(skeleton, &mut local, &mut model);
        state.solve(&stage, IkInput::new(), &mut pose);
        local
    };
    (0..20).for_each(|_| drop(solve(0.02, Vec3::ZERO, false)));
    let there = Vec3::new(3.0, 0.0, 4.0);
    let once = solve(0.02, there, true);
    assert_eq!(solve(0.0, there, true), once, "the same input without time");
    assert_eq!(solve(0.0, there, false), once, "and without the flag");
    assert_ne!(solve(0.02, there, false), once, "time goes on");
}

#[test]
fn a_ground_that_is_not_finite_for_a_frame_does_not_stop_the_legs() {
    let body = full_body();
    let character = body.character(&body.humanoid);
    let skeleton = character.skeleton();
    let feet = FootIk::human(&character, &body.humanoid).unwrap();
    let level = GroundHit::level(Vec3::Y * (feet.floor + 0.05));
    let sound =
        move |position: Vec3| Some(GroundHit { position: position.with_y(level.position.y), ..level });
    let rest = ModelPose::rest(skeleton);
    let solve = |state: &mut FootIkState, ground: &dyn Ground| {
        let mut local = LocalPose::rest(skeleton);
        let input = FootIkInput::new(ground, 0.02, Affine3A::IDENTITY);
        state.solve(&feet, &input, &mut IkPose::new(skeleton, local.as_mut_slice(), rest.as_slice()));
        assert!(local.as_slice().iter().all(sinew::Transform::is_finite));
        local
    };
    for bad in [
        GroundHit::level(Vec3::new(0.0, f32::NAN, 0.0)),
        GroundHit { normal: Vec3::NAN, ..level },
        GroundHit { normal: Vec3::ZERO, ..level },
        GroundHit { platform: Some((7, Affine3A::from_scale(Vec3::INFINITY))), ..level },
    ] {
        let mut state = FootIkState::new(&feet);
        (0..50).for_each(|_| drop(solve(&mut state, &sound)));
        let before = solve(&mut state, &sound);
        solve(&mut state, &move |_: Vec3| Some(bad));
        (0..200).for_each(|_| drop(solve(&mut state, &sound)));
        let after = solve(&mut state, &sound);
        let apart = before.as_slice().iter().zip(after.as_slice());
        let apart = apart
            .map(|(a, b)| a.translation.distance(b.translation).max(a.rotation.angle_between(b.rotation)));
        assert!(apart.fold(0.0, f32::max) < 2e-3, "{bad:?}");
        assert!((0..2).all(|foot| state.report(foot).planted), "{bad:?}");
    }
}
