//! Tests of the rifle scene.

use super::*;
use crate::test_files::{actor, built_in};
use sinew::body::TPose;
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::humanoid::HumanBone;
use std::sync::Arc;

/// Plays a scene at 60 frames per second; calls `see` in every frame.
fn play(scene: &mut RifleScene, actor: &mut Actor, mut see: impl FnMut(&Actor, &RifleScene)) {
    const STEP: f32 = 1.0 / 60.0;
    let idle = actor.clips().ids().find(|id| actor.clips()[*id].name().to_lowercase().contains("idle"));
    if let Some(idle) = idle {
        actor.play(idle).unwrap();
    }
    scene.begin(actor);
    while scene.clock < scene.duration(actor) {
        actor.advance(STEP);
        scene.advance(actor, &Affine3A::IDENTITY, STEP);
        scene.resolve(actor, FrameInput::new(STEP, Affine3A::IDENTITY));
        see(actor, scene);
    }
}

/// Distance of the left palm from the fore-end, and angle between barrel and target.
fn misses(actor: &Actor, scene: &RifleScene) -> (f32, f32) {
    let rifle = scene.props[0].frame().world_from_model();
    let palm = actor.frame().socket(&scene.rig.palms[0].socket(&Affine3A::IDENTITY));
    let off = (palm.translation - (rifle * scene.rig.rifle.fore_end()).translation).length();
    let (muzzle, barrel) = scene.rig.rifle.barrel();
    let way = scene.target() - rifle.transform_point3(muzzle);
    (off, rifle.transform_vector3(barrel).angle_between(way))
}

/// Distance of the right eye from the line of sight and behind the sights, in metres for human arms, and
/// angle between face and line of sight.
fn sighted(actor: &Actor, scene: &RifleScene) -> [f32; 3] {
    let character = actor.character();
    let head = character.humanoid().unwrap().joint(HumanBone::Head).unwrap().index();
    let moved = actor.frame().model()[head] * character.reference_model()[head].inverse();
    let eye = moved.transform_point3(head::right_eye(character).unwrap());
    let rifle = scene.props[0].frame().world_from_model();
    let (sight, along) = scene.rig.rifle.sight();
    let (sight, along) = (rifle.transform_point3(sight), rifle.transform_vector3(along).normalize());
    let off = sight - eye;
    let facing = TPose::new(character.skeleton(), character.humanoid().unwrap()).facing();
    let past = moved.transform_vector3(facing.inverse() * Vec3::Z).angle_between(along);
    [off.reject_from_normalized(along).length() / scene.scale, off.dot(along) / scene.scale, past]
}

/// Worst values while aiming: eye offset, eye relief, face angle, palm offset, barrel angle.
fn worst(file: &str, actor: &mut Actor) -> [f32; 5] {
    let mut scene = RifleScene::aiming(actor, file).unwrap();
    let mut all = Vec::new();
    play(&mut scene, actor, |actor, scene| {
        let ([off, relief, face], (palm, barrel)) = (sighted(actor, scene), misses(actor, scene));
        all.push([off, relief, face, palm / scene.scale, barrel]);
    });
    assert!(all.len() > 200 && all.iter().flatten().all(|number| number.is_finite()), "{file}: {all:?}");
    let max = |n: usize| all.iter().map(|row| row[n]).fold(0.0, f32::max);
    let nearest = all.iter().map(|row| row[1]).fold(f32::INFINITY, f32::min);
    let [off, relief, face, palm, barrel] = [max(0), nearest, max(2), max(3), max(4)];
    println!(
        "{file}: eye {:.2} mm off, {relief:.3} m behind, face {face:.3} past; palm {:.3} mm off, barrel \
         {barrel:.4} past",
        off * 1e3,
        palm * 1e3
    );
    [off, relief, face, palm, barrel]
}

#[test]
fn aiming_eyes_look_along_the_sights() {
    for (file, aside) in [(None, 0.2), (Some("gltf/CesiumMan.glb"), 0.2), (Some("gltf/mannequiny.glb"), 0.2)]
    {
        let Some(mut actor) = actor(file) else { continue };
        let [off, relief, face, palm, barrel] = worst(file.unwrap_or("built-in"), &mut actor);
        assert!(off < 4e-3 && relief > 0.04 && face < aside, "{file:?}: {off} {relief} {face}");
        assert!(palm < 1e-3 && barrel < 5e-3, "{file:?}: {palm} {barrel}");
    }
}

/// Arms of this rig hang on the neck, so only the head turns, which is not far enough for a bladed stance,
/// and the spine stops at its limits before the barrel points at every target.
#[test]
fn a_head_alone_comes_near_the_sights() {
    let file = "x/tiny/tiny.x";
    let Some(mut actor) = actor(Some(file)) else { return };
    let [off, relief, face, palm, barrel] = worst(file, &mut actor);
    assert!(off < 0.03 && relief > 0.03 && face < 1.1, "{off} {relief} {face}");
    assert!(palm < 1e-3 && barrel < 0.25, "{palm} {barrel}");
}

/// The eyes of very large heads are farther from the shoulders than the rifle reaches.
#[test]
fn large_heads_come_as_near_to_the_sights_as_arms_let_them() {
    for (file, most) in [("vrm/Godette_vrm_v4.vrm", 0.08), ("gltf/kaykit/Knight.glb", 0.28)] {
        let Some(mut actor) = actor(Some(file)) else { continue };
        let [off, _, face, palm, barrel] = worst(file, &mut actor);
        assert!(
            off < most && face < 0.2 && palm < 1e-3 && barrel < 5e-3,
            "{file}: {off} {face} {palm} {barrel}"
        );
    }
}

#[test]
fn the_head_comes_to_the_stock_and_goes_without_a_jerk() {
    for file in [None, Some("gltf/mannequiny.glb"), Some("gltf/kaykit/Knight.glb")] {
        let Some(mut actor) = actor(file) else { continue };
        let mut scene = RifleScene::on_the_move(&mut actor, "test").unwrap();
        let head = actor.character().humanoid().unwrap().joint(HumanBone::Head).unwrap().index();
        let (mut before, mut fastest, mut settled): (Option<Quat>, f32, f32) = (None, 0.0, f32::INFINITY);
        play(&mut scene, &mut actor, |actor, scene| {
            let turned = sinew::Transform::from_affine(&actor.frame().model()[head]).rotation;
            let fast = before.map_or(0.0, |before| before.angle_between(turned)) * 60.0;
            assert!(fast.is_finite());
            fastest = fastest.max(fast);
            before = Some(turned);
            if (4.0..JUMP_TIME).contains(&scene.clock) {
                settled = sighted(actor, scene)[0];
            }
        });
        println!(
            "{file:?}: the head turns by {fastest:.1} rad/s at most; settled {:.2} mm off",
            settled * 1e3
        );
        assert!(fastest < 9.0, "{file:?}: {fastest}");
        assert!(settled < 3e-3 || file.is_some_and(|file| file.contains("Knight")), "{file:?}: {settled}");
    }
}

#[test]
fn the_left_hand_stays_on_the_rifle_through_run_aim_and_jump() {
    for file in [None, Some("gltf/kaykit/Knight.glb"), Some("gltf/mannequiny.glb")] {
        let Some(mut actor) = actor(file) else { continue };
        let mut scene = RifleScene::on_the_move(&mut actor, "test").unwrap();
        let (mut max, mut frames) = (0.0_f32, 0);
        play(&mut scene, &mut actor, |actor, scene| {
            max = max.max(misses(actor, scene).0);
            frames += 1;
        });
        println!("{file:?}: the left palm is at most {:.2} mm off in {frames} frames", max * 1e3);
        assert!(frames > 390 && max < 1e-3, "{file:?}: {max}");
    }
}

#[test]
fn the_barrel_not_the_hand_points_at_the_target() {
    for file in [None, Some("gltf/kaykit/Knight.glb"), Some("gltf/mannequiny.glb")] {
        let Some(mut actor) = actor(file) else { continue };
        let mut scene = RifleScene::aiming(&mut actor, "test").unwrap();
        let (mut off, mut past) = (0.0_f32, 0.0_f32);
        play(&mut scene, &mut actor, |actor, scene| {
            let miss = misses(actor, scene);
            (off, past) = (off.max(miss.0), past.max(miss.1));
        });
        println!("{file:?}: barrel at most {:.3} mrad, left palm {:.2} mm off", past * 1e3, off * 1e3);
        assert!(past < 5e-3 && off < 1e-3, "{file:?}: {past} {off}");
    }
}

#[test]
fn clips_keep_the_playback_speed_and_never_replace_a_graph() {
    let mut actor = built_in();
    actor.play("walk").unwrap().speed(2.0);
    let mut scene = RifleScene::on_the_move(&mut actor, "test").unwrap();
    scene.begin(&mut actor);
    let playing = |actor: &Actor| actor.playback().map(|playback| (playback.clip(), playback.speed));
    let run = playing(&actor).unwrap();
    scene.advance(&mut actor, &Affine3A::IDENTITY, 3.0);
    let idle = playing(&actor).unwrap();
    assert!(run.1 == 2.0 && idle.1 == 2.0 && run.0 != idle.0, "{run:?} {idle:?}");

    let description = GraphDescription::from_ron(r#"(output: Clip(clip: "walk"))"#).unwrap();
    let graph = AnimationGraph::from_description(&description, actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
    scene.begin(&mut actor);
    scene.advance(&mut actor, &Affine3A::IDENTITY, 3.0);
    assert!(actor.graph().is_some());
}

#[test]
fn fingers_of_both_hands_close_alike() {
    use sinew::humanoid::HumanBone::*;
    for file in [None, Some("gltf/mannequiny.glb")] {
        let Some(mut actor) = actor(file) else { continue };
        let mut scene = RifleScene::on_the_move(&mut actor, "test").unwrap();
        play(&mut scene, &mut actor, |_, _| ());
        let body = actor.character().humanoid().unwrap();
        let position = |bone| actor.frame().model()[body.joint(bone).unwrap().index()].translation;
        let bent = |[a, b, c]: [HumanBone; 3]| {
            let [a, b, c] = [a, b, c].map(position);
            Vec3::from(b - a).angle_between((c - b).into()).to_degrees()
        };
        for finger in [
            [LeftIndexProximal, LeftIndexIntermediate, LeftIndexDistal],
            [LeftMiddleProximal, LeftMiddleIntermediate, LeftMiddleDistal],
            [LeftRingProximal, LeftRingIntermediate, LeftRingDistal],
        ] {
            let [left, right] = [bent(finger), bent(finger.map(HumanBone::mirrored))];
            assert!(left > 60.0 && (left - right).abs() < 3.0, "{file:?} {finger:?}: {left} {right}");
        }
    }
}

#[test]
fn the_rifle_is_half_as_long_as_the_body_is_tall() {
    for file in [None, Some("gltf/kaykit/Knight.glb"), Some("gltf/mannequiny.glb"), Some("x/tiny/tiny.x")] {
        let Some(mut actor) = actor(file) else { continue };
        let scene = RifleScene::aiming(&mut actor, "test").unwrap();
        let length = scene.props[0].character().rest_bounds().size().z;
        let tall = reference_bounds(&actor).size().y;
        println!("{file:?}: {length:.2} m of {tall:.2} m, {:?}", scene.rig.rifle);
        assert!(length > 0.499 * tall && length < 0.7 * tall, "{file:?}: {length} {tall}");
    }
}

#[test]
fn a_jump_plays_once_and_is_over() {
    for file in [None, Some("gltf/mannequiny.glb")] {
        let Some(mut actor) = actor(file) else { continue };
        let mut scene = RifleScene::on_the_move(&mut actor, "test").unwrap();
        let jump =
            actor.clips().ids().find(|id| actor.clips()[*id].name().to_lowercase().contains("jump")).unwrap();
        let lasts = f64::from(actor.clips()[jump].end() - actor.clips()[jump].start());
        let (mut jumps, mut last) = (0.0, None);
        play(&mut scene, &mut actor, |actor, scene| {
            let playback = actor.playback().unwrap();
            if playback.clip() == jump {
                let end = f64::from(actor.clips()[jump].end());
                assert!(playback.time <= end, "{file:?}: begun again at {}", scene.clock);
                jumps += 1.0 / 60.0;
            }
            last = Some(playback.clip());
        });
        println!("{file:?}: jumps {jumps:.2} s of {lasts:.2} s");
        assert!(jumps > 0.1 && jumps < lasts.min(1.6) + 0.04, "{file:?}: {jumps} {lasts}");
        assert!(last == Some(jump) || lasts < 1.6, "{file:?}");
    }
}
