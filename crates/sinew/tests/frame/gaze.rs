//! Gaze of an actor: eyes, the head that follows them, lids.

use crate::talker::{self};
use sinew::JointId;
use sinew::actor::Actor;
use sinew::character::Expression;
use sinew::face::{EyeMovementSettings, Gaze};
use sinew::glam::Vec3;
use sinew::humanoid::BodySide;
use sinew::ik::{Chain, LookAt};
use sinew::rig::{IkGoal, IkRig};
use std::sync::Arc;

#[test]
fn each_eye_turns_to_a_near_point() {
    let mut actor = Actor::without_clips(talker::character(talker::parts()));
    let point = Vec3::new(0.05, 1.66, 0.45);
    let face = actor.face_mut().unwrap();
    face.set_eye_movements(Some(EyeMovementSettings::new(1).with_fixation_angle(0.0)));
    face.set_gaze(Gaze::Target(point));
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    for eye in [2, 3] {
        let eye = actor.frame().model()[eye];
        let sight = eye.transform_vector3(Vec3::Z);
        let off = sight.angle_between(point - Vec3::from(eye.translation)).to_degrees();
        assert!(off < 0.2, "{off}°");
    }
    // Nearer than the eyes can converge on.
    actor.face_mut().unwrap().set_gaze(Gaze::Target(Vec3::new(0.0, 1.66, 0.06)));
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    let gaze = actor.face().unwrap().resolved_gaze().unwrap();
    let between = gaze.for_eye(BodySide::Right).yaw - gaze.for_eye(BodySide::Left).yaw;
    assert!((0.3..0.42).contains(&between), "{between}");
}

#[test]
fn the_head_follows_beyond_the_reach_of_the_eyes_and_the_gaze_stays_on_the_target() {
    let character = talker::character(talker::parts());
    let skeleton = character.skeleton();
    let mut rig = IkRig::new();
    let chain = Chain::new(skeleton, &[JointId(0), JointId(1)]).unwrap();
    rig.add_look("look", LookAt::new(skeleton, chain));
    let mut actor = Actor::without_clips(character);
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    let face = actor.face_mut().unwrap();
    face.set_eye_movements(Some(EyeMovementSettings::new(1).with_fixation_angle(0.0)));
    face.set_turns_head(true);
    let head = |actor: &Actor| {
        actor.frame().model()[1].transform_vector3(Vec3::Z).angle_between(Vec3::Z).to_degrees()
    };
    let target = |degrees: f32| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        Gaze::Target(Vec3::new(2.0 * sine, 1.66, 2.0 * cosine))
    };
    (0..30).for_each(|_| actor.update(1.0 / 60.0));
    actor.face_mut().unwrap().set_gaze(target(12.0));
    (0..90).for_each(|_| actor.update(1.0 / 60.0));
    assert!(head(&actor) < 0.5, "the eyes alone: {}°", head(&actor));
    actor.face_mut().unwrap().set_gaze(target(50.0));
    let Gaze::Target(point) = target(50.0) else { unreachable!() };
    let (mut last, mut eyes_first) = (head(&actor), false);
    for frame in 0..150 {
        actor.update(1.0 / 60.0);
        let gaze = actor.face().unwrap().resolved_gaze().unwrap().angles;
        let angle = head(&actor);
        assert!(
            angle >= last - 0.05 && angle - last < 6.0,
            "{frame}: {last}° to {angle}°, without overshoot"
        );
        last = angle;
        let eyes = actor.frame().model()[1].transform_point3(Vec3::new(0.0, 0.06, 0.05));
        let sight = actor.frame().model()[1].transform_vector3(gaze.direction());
        let off = sight.angle_between(point - eyes).to_degrees();
        eyes_first |= off < 1.0 && angle < 22.0;
        assert!(frame < 15 || off < 1.0, "{frame}: the gaze is {off}° off, the head at {angle}°");
    }
    assert!(eyes_first, "the eyes are there before the head has gone two thirds of its way");
    assert!((last - (50.0 - 17.5)).abs() < 3.0, "the eyes keep their part: {last}°");
}

/// Head and eyes that look straight ahead, with a latency of the head; the eyes make no small saccades.
fn looking_actor(latency: f32) -> Actor {
    let character = talker::character(talker::parts());
    let mut rig = IkRig::new();
    let chain = Chain::new(character.skeleton(), &[JointId(0), JointId(1)]).unwrap();
    rig.add_look("look", LookAt::new(character.skeleton(), chain));
    let mut actor = Actor::without_clips(character);
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    let face = actor.face_mut().unwrap();
    let settings = EyeMovementSettings::new(1).with_fixation_angle(0.0).with_head_latency(latency);
    face.set_eye_movements(Some(settings));
    face.set_turns_head(true);
    face.set_gaze(target_at(0.0));
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    actor
}

fn target_at(degrees: f32) -> Gaze {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    Gaze::Target(Vec3::new(2.0 * sine, 1.66, 2.0 * cosine))
}

/// Angle of the head to the left, degrees.
fn head_yaw(actor: &Actor) -> f32 {
    let ahead = actor.frame().model()[1].transform_vector3(Vec3::Z);
    ahead.x.atan2(ahead.z).to_degrees()
}

#[test]
fn the_head_begins_after_the_eyes_by_its_latency_at_any_frame_rate() {
    for (latency, rate) in
        [(0.035, 30.0f32), (0.035, 60.0), (0.035, 144.0), (0.035, 500.0), (0.2, 60.0), (0.0, 60.0)]
    {
        let mut actor = looking_actor(latency);
        actor.face_mut().unwrap().set_gaze(target_at(50.0));
        let (mut eyes, mut head) = (None, None);
        for frame in 0..rate as u32 {
            // Begin of the frame.
            let time = frame as f32 / rate;
            actor.update(1.0 / rate);
            let gaze = actor.face().unwrap().resolved_gaze().unwrap().angles;
            eyes = eyes.or((gaze.yaw.to_degrees() > 0.05).then_some(time));
            head = head.or((head_yaw(&actor) > 0.01).then_some(time));
        }
        let (eyes, head) = (eyes.unwrap(), head.unwrap());
        // The eyes begin at once; the head with the frame nearest to its latency.
        let eyes_first = eyes < 0.01 || latency == 0.0;
        assert!(eyes_first && (head - latency).abs() < 0.51 / rate + 0.008, "{rate} Hz: {eyes} s, {head} s");
        assert!((head_yaw(&actor) - 32.5).abs() < 3.0, "{rate} Hz: {}°", head_yaw(&actor));
    }
}

#[test]
fn a_head_that_follows_goes_on_until_it_follows_the_next_target() {
    let mut actor = looking_actor(0.2);
    actor.face_mut().unwrap().set_gaze(target_at(50.0));
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    let before = head_yaw(&actor);
    actor.face_mut().unwrap().set_gaze(target_at(-50.0));
    (0..11).for_each(|_| actor.update(1.0 / 60.0));
    assert!((head_yaw(&actor) - before).abs() < 0.5, "{before}° {}°", head_yaw(&actor));
    assert!(actor.face().unwrap().resolved_gaze().unwrap().angles.yaw < -0.3, "the eyes have gone");
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    assert!(head_yaw(&actor) < -25.0, "{}°", head_yaw(&actor));
    // A target that flies by is followed without another stop.
    let mut turned = Vec::new();
    for frame in 0..60 {
        actor.face_mut().unwrap().set_gaze(target_at(-50.0 + frame as f32 * 100.0 / 60.0));
        actor.update(1.0 / 60.0);
        turned.push(head_yaw(&actor));
    }
    let speeds: Vec<f32> = turned.windows(2).skip(20).map(|pair| pair[1] - pair[0]).collect();
    assert!(speeds.iter().all(|speed| *speed > -0.05), "{speeds:?}");
}

#[test]
fn eyes_go_to_the_target_of_an_ik_look_at_once_and_leave_it_when_it_fades() {
    let character = talker::character(talker::parts());
    let skeleton = character.skeleton();
    let mut rig = IkRig::new();
    let chain = Chain::new(skeleton, &[JointId(1)]).unwrap();
    let look = rig.add_look("look", LookAt::new(skeleton, chain));
    rig.set_fade(look, 0.5).unwrap();
    let mut actor = Actor::without_clips(character);
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    let settings = EyeMovementSettings::new(1).with_fixation_angle(0.0).with_glances_per_minute(0.0);
    actor.face_mut().unwrap().set_eye_movements(Some(settings));
    let target = Vec3::new(1.0, 1.66, 1.5);
    let off = |actor: &mut Actor| {
        actor.update(1.0 / 60.0);
        let head = actor.frame().model()[1];
        let gaze = actor.face().unwrap().resolved_gaze().unwrap().angles;
        let eyes = head.transform_point3(Vec3::new(0.0, 0.06, 0.05));
        head.transform_vector3(gaze.direction()).angle_between(target - eyes).to_degrees()
    };
    assert!(off(&mut actor) > 30.0);
    actor.ik_mut().unwrap().set_goal(look, IkGoal::at(target)).unwrap();
    for frame in 0..180 {
        let off = off(&mut actor);
        assert!(frame < 12 || off < 1.5, "{frame}: {off}°");
    }
    actor.ik_mut().unwrap().clear_goal(look).unwrap();
    let away = (0..30).map(|_| off(&mut actor)).position(|off| off > 5.0);
    let weight = actor.ik().unwrap().report(look).weight;
    assert!(away.is_some_and(|frame| frame < 25) && weight > 0.05, "{away:?} {weight}");
}

/// Gaze 30 degrees up or down, with lids that follow.
fn look_up_or_down(actor: &mut Actor, down: f32) {
    let face = actor.face_mut().unwrap();
    face.set_eye_movements(Some(EyeMovementSettings::new(1).with_fixation_angle(0.0)));
    face.set_gaze(Gaze::Angles(sinew::face::GazeAngles { yaw: 0.0, pitch: down * 0.524 }));
    (0..60).for_each(|_| actor.update(1.0 / 60.0));
}

#[test]
fn lids_follow_the_gaze_by_look_shapes_else_by_blinks() {
    let blink = |actor: &Actor| actor.frame().expression_weights()[3];
    let morph = |actor: &Actor, name: &str| {
        let id = actor.character().find_morphs(name).next().unwrap();
        actor.frame().morph_weights(id.instance)[id.target]
    };
    let mut actor = Actor::without_clips(talker::character(talker::parts()));
    look_up_or_down(&mut actor, 1.0);
    assert!((blink(&actor) - 0.4).abs() < 1e-3, "{}", blink(&actor));
    look_up_or_down(&mut actor, -1.0);
    assert!(blink(&actor) == 0.0 && (morph(&actor, "eyeWideLeft") - 0.4).abs() < 1e-3);
    let mut parts = talker::parts();
    parts.meshes[0].morph_names[1] = "eyeLookDown_L".into();
    let mut actor = Actor::without_clips(talker::character(parts));
    look_up_or_down(&mut actor, 1.0);
    assert!(blink(&actor) == 0.0 && (morph(&actor, "eyeLookDown_L") - 1.0).abs() < 1e-3);
    // Look shapes that move the eyeballs would turn them twice.
    let mut parts = talker::parts();
    parts.meshes[0].morph_names[1] = "eyeLookDown_L".into();
    parts.mesh_instances[0].node = JointId(2);
    let still = sinew::morph::MorphTarget::default();
    let mut targets = vec![still; talker::MORPHS.len()];
    targets[1] = sinew::morph::MorphTarget::from_dense(1, &[Vec3::Y], &[], &[]).unwrap();
    parts.meshes[0].primitives = vec![sinew::character::Primitive {
        topology: sinew::character::Topology::Points,
        positions: vec![Vec3::ZERO],
        indices: vec![0],
        file_vertices: vec![0],
        file_vertex_count: 1,
        morph_targets: targets,
        ..sinew::character::Primitive::default()
    }];
    let mut actor = Actor::without_clips(talker::character(parts));
    look_up_or_down(&mut actor, 1.0);
    assert!((blink(&actor) - 0.4).abs() < 1e-3 && morph(&actor, "eyeLookDown_L") == 0.0);
}

#[test]
fn eyes_that_look_by_expressions_move_too_and_leave_the_lids_to_them() {
    let mut parts = talker::parts();
    let setup = parts.look_at.as_mut().unwrap();
    setup.kind = sinew::character::LookAtKind::Expression;
    for name in ["lookLeft", "lookDown"] {
        parts.expressions.push(Expression { name: name.into(), ..Expression::default() });
    }
    let mut actor = Actor::without_clips(talker::character(parts));
    look_up_or_down(&mut actor, 1.0);
    let weights = actor.frame().expression_weights();
    assert!(weights[3] == 0.0 && weights[4] == 0.0 && (weights[5] - 0.524).abs() < 1e-3, "{weights:?}");
    actor.face_mut().unwrap().set_gaze(Gaze::Target(Vec3::new(0.3, 1.66, 1.0)));
    let mut lefts = Vec::new();
    for _ in 0..30 {
        actor.update(1.0 / 120.0);
        lefts.push(actor.frame().expression_weights()[4]);
    }
    let between = lefts.iter().filter(|left| (0.02..0.25).contains(*left)).count();
    assert!((3..12).contains(&between) && lefts[29] > 0.25, "a saccade: {lefts:?}");
}
