//! Tests of the ladder scene with the built-in character and others.

use super::*;
use crate::test_files::{actor, built_in};

#[test]
fn climbers_stay_on_the_ladder_with_any_clip() {
    let mut actor = built_in();
    actor.play("walk").unwrap();
    let mut scene = LadderScene::new(&mut actor, "test").unwrap();
    let hips = scene.hips.unwrap().index();
    let rest = actor.character().rest_model()[hips].translation;
    scene.begin(&mut actor);
    let (mut travelled, mut swayed) = (Affine3A::IDENTITY, 0.0_f32);
    for _ in 0..120 {
        travelled = actor.advance(1.0 / 60.0).apply_to(travelled);
        scene.advance(&mut actor, &travelled, 1.0 / 60.0);
        let world_from_model = scene.transform(actor.character(), &travelled);
        assert_eq!(world_from_model, scene.transform(actor.character(), &Affine3A::IDENTITY));
        scene.resolve(&mut actor, FrameInput::new(1.0 / 60.0, world_from_model));
        let frame = actor.frame();
        swayed = swayed.max((frame.model()[hips].translation - rest).with_y(0.0).length());
        let hips = frame.world_from_model() * frame.model()[hips];
        let off = world_from_model.inverse().transform_point3a(hips.translation) - rest;
        assert!(off.with_y(0.0).length() < 1e-4, "{off}");
    }
    assert!(travelled.translation.length() > 1.0 && swayed > 1e-3, "{travelled} {swayed}");
}

/// Actor of a file, or the built-in character, playing an idle clip; none where the file is missing.
fn idler(file: Option<&str>) -> Option<Actor> {
    let mut actor = actor(file)?;
    let idle = actor.clips().ids().find(|id| actor.clips()[*id].name().to_lowercase().contains("idle"));
    if let Some(idle) = idle {
        actor.play(idle).unwrap();
    }
    Some(actor)
}

/// Over a round: largest position of a head vertex through the plane of the ladder, and largest errors of
/// hands and feet.
fn round(scene: &mut LadderScene, actor: &mut Actor) -> (f32, [f32; 4]) {
    scene.begin(actor);
    let (mut through, mut off) = (f32::MIN, [0.0_f32; 4]);
    let back = scene.ladder.foot.inverse();
    for frame in 0..(scene.round * 60.0) as usize {
        actor.advance(1.0 / 60.0);
        scene.advance(actor, &Affine3A::IDENTITY, 1.0 / 60.0);
        let world_from_model = scene.transform(actor.character(), &Affine3A::IDENTITY);
        scene.resolve(actor, FrameInput::new(1.0 / 60.0, world_from_model));
        let ik = actor.ik().unwrap();
        for (off, effector) in off.iter_mut().zip(scene.effectors) {
            *off = off.max(ik.report(effector).error);
        }
        if frame % 30 == 29 {
            let mut see = |position| through = through.max(back.transform_point3(position).z);
            crate::asset::head::head_vertices(&actor.frame(), &mut see);
        }
    }
    (through, off)
}

#[test]
fn heads_are_not_among_the_rungs_and_hands_still_reach_them() {
    let files = [None, Some("gltf/kaykit/Knight.glb"), Some("x/tiny/tiny.x"), Some("vrm/Godette_vrm_v4.vrm")];
    for file in files {
        let Some(mut actor) = idler(file) else { continue };
        let mut scene = LadderScene::new(&mut actor, "test").unwrap();
        let (through, off) = round(&mut scene, &mut actor);
        let body = actor.character().clone();
        scene.climb = Climb::human(body.skeleton(), body.humanoid().unwrap()).unwrap();
        let (before, off_before) = round(&mut scene, &mut actor);
        println!("{file:?}: head {through} m, all fours {off:?}; without {before} m, {off_before:?}");
        let scale = body_scale(&actor);
        assert!(through < -0.015 * scale, "{file:?}: {through}");
        // Hands and feet are no worse for it.
        for (off, before) in off.into_iter().zip(off_before) {
            assert!(off < before.max(0.01 * scale) + 1e-3 * scale, "{file:?}: {off} {before}");
        }
    }
}

/// Bodies of motion files rest with the hips on the floor and start anywhere.
#[test]
fn bodies_that_rest_on_the_floor_take_their_rungs() {
    let Some(mut actor) = actor(Some("bvh/cmu/01_01.bvh")) else { return };
    actor.play(sinew::ClipId(0)).unwrap();
    let mut scene = LadderScene::new(&mut actor, "test").unwrap();
    scene.begin(&mut actor);
    let mut off = [const { Vec::new() }; 4];
    for _ in 0..(scene.round * 30.0) as usize {
        actor.advance(1.0 / 60.0);
        scene.advance(&mut actor, &Affine3A::IDENTITY, 1.0 / 60.0);
        let world_from_model = scene.transform(actor.character(), &Affine3A::IDENTITY);
        scene.resolve(&mut actor, FrameInput::new(1.0 / 60.0, world_from_model));
        let ik = actor.ik().unwrap();
        for (off, effector) in off.iter_mut().zip(scene.effectors) {
            off.push(ik.report(effector).error);
        }
    }
    let worst = off.clone().map(|off: Vec<f32>| off.into_iter().fold(0.0, f32::max));
    let median = off.map(|mut off| {
        off.sort_by(f32::total_cmp);
        off[off.len() / 2]
    });
    println!("hands and feet are off by {median:?} m, at worst {worst:?} m");
    // A jump in the clip bends the body away from the rungs for a moment.
    assert!(worst[2..].iter().all(|off| *off < 1e-3), "{worst:?}");
    assert!(median.iter().all(|off| *off < 0.01), "{median:?} {worst:?}");
}

/// Bones of the left arm and leg.
const LIMBS: [HumanBone; 6] = {
    use HumanBone::*;
    [LeftUpperArm, LeftLowerArm, LeftHand, LeftUpperLeg, LeftLowerLeg, LeftFoot]
};

/// Regression: an arm flipped when its hand passed close to the shoulder.
#[test]
fn no_arm_or_leg_flips() {
    /// Radians a second; a fast human movement.
    const QUICK: f32 = 23.0;
    let files = [
        None,
        Some("gltf/kaykit/Knight.glb"),
        Some("x/tiny/tiny.x"),
        Some("gltf/mannequiny.glb"),
        Some("vrm/Godette_vrm_v4.vrm"),
        Some("gltf/CesiumMan.glb"),
    ];
    for file in files {
        let Some(mut actor) = idler(file) else { continue };
        let mut scene = LadderScene::new(&mut actor, "test").unwrap();
        scene.begin(&mut actor);
        let body = actor.character().clone();
        let bones = LIMBS.into_iter().flat_map(|bone| [bone, bone.mirrored()]);
        let joints: Vec<_> =
            bones.map(|bone| (bone, body.humanoid().unwrap().joint(bone).unwrap())).collect();
        let mut before = Vec::new();
        let mut fastest = (0.0, HumanBone::Hips, 0.0);
        for _ in 0..(scene.round * 60.0) as usize {
            actor.advance(1.0 / 60.0);
            scene.advance(&mut actor, &Affine3A::IDENTITY, 1.0 / 60.0);
            let world_from_model = scene.transform(actor.character(), &Affine3A::IDENTITY);
            scene.resolve(&mut actor, FrameInput::new(1.0 / 60.0, world_from_model));
            let frame = actor.frame();
            let now: Vec<_> = joints.iter().map(|(_, joint)| frame.local()[joint.index()].rotation).collect();
            for ((bone, _), (now, before)) in joints.iter().zip(now.iter().zip(&before)) {
                let speed = now.angle_between(*before) * 60.0;
                if speed > fastest.0 {
                    fastest = (speed, *bone, scene.clock);
                }
            }
            before = now;
        }
        println!("{file:?}: {fastest:.1?}");
        assert!(fastest.0 > 1.0 && fastest.0 < QUICK, "{file:?}: {fastest:?}");
    }
}
