use super::*;
use crate::tried::{actor, built_in};
use sinew::graph::{AnimationGraph, graph_from_ron};
use sinew::humanoid::HumanBone;
use std::sync::Arc;

/// Plays a scene at 60 frames a second; shows every frame.
fn play(scene: &mut Armed, actor: &mut Actor, mut see: impl FnMut(&Actor, &Armed)) {
    const STEP: f32 = 1.0 / 60.0;
    let idle = actor.clips().iter().position(|clip| clip.name().to_lowercase().contains("idle"));
    actor.play_clip(idle.unwrap());
    scene.begin(actor);
    while scene.clock < scene.seconds(actor) {
        actor.advance(STEP);
        scene.advance(actor, &Affine3A::IDENTITY, STEP);
        scene.resolve(actor, &FrameInput::default());
        see(actor, scene);
    }
}

/// How far the left palm is from the fore-end of the rifle that is drawn, and how far the barrel points past the target.
fn misses(actor: &Actor, scene: &Armed) -> (f32, f32) {
    let rifle = scene.seen[0].frame().world_from_model();
    let palm = actor.frame().socket(&scene.held.palms[0].socket(&Affine3A::IDENTITY));
    let off = (palm.translation - (rifle * scene.held.rifle.fore_end()).translation).length();
    let (muzzle, barrel) = scene.held.rifle.barrel();
    let way = scene.target() - rifle.transform_point3(muzzle);
    (off, rifle.transform_vector3(barrel).angle_between(way))
}

#[test]
fn the_left_hand_stays_on_the_rifle_through_run_aim_and_jump() {
    for file in [None, Some("gltf/kaykit/Knight.glb"), Some("gltf/mannequiny.glb")] {
        let Some(mut actor) = actor(file) else { continue };
        let mut scene = Armed::on_the_move(&mut actor, "test").unwrap();
        let (mut most, mut frames) = (0.0_f32, 0);
        play(&mut scene, &mut actor, |actor, scene| {
            most = most.max(misses(actor, scene).0);
            frames += 1;
        });
        println!("{file:?}: the left palm is at most {:.2} mm off in {frames} frames", most * 1e3);
        assert!(frames > 390 && most < 1e-3, "{file:?}: {most}");
    }
}

#[test]
fn the_barrel_not_the_hand_points_at_the_target() {
    for file in [None, Some("gltf/kaykit/Knight.glb"), Some("gltf/mannequiny.glb")] {
        let Some(mut actor) = actor(file) else { continue };
        let mut scene = Armed::aiming(&mut actor, "test").unwrap();
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
fn its_clips_play_as_fast_as_what_played_and_never_over_a_graph() {
    let mut actor = built_in();
    actor.play("walk").unwrap().speed(2.0);
    let mut scene = Armed::on_the_move(&mut actor, "test").unwrap();
    scene.begin(&mut actor);
    let playing = |actor: &Actor| actor.playback().map(|playback| (playback.clip(), playback.speed));
    let run = playing(&actor).unwrap();
    scene.advance(&mut actor, &Affine3A::IDENTITY, 3.0);
    let idle = playing(&actor).unwrap();
    assert!(run.1 == 2.0 && idle.1 == 2.0 && run.0 != idle.0, "{run:?} {idle:?}");

    let description = graph_from_ron(r#"(output: Clip(clip: "walk"))"#).unwrap();
    let graph = AnimationGraph::new(&description, actor.character(), actor.clips()).unwrap();
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
        let mut scene = Armed::on_the_move(&mut actor, "test").unwrap();
        play(&mut scene, &mut actor, |_, _| ());
        let body = actor.character().humanoid().unwrap();
        let place = |bone| actor.frame().model()[body.joint(bone).unwrap().index()].translation;
        let bent = |[a, b, c]: [HumanBone; 3]| {
            let [a, b, c] = [a, b, c].map(place);
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
fn the_rifle_is_half_as_long_as_who_holds_it_is_tall() {
    for file in [None, Some("gltf/kaykit/Knight.glb"), Some("gltf/mannequiny.glb"), Some("x/tiny/tiny.x")] {
        let Some(mut actor) = actor(file) else { continue };
        let scene = Armed::aiming(&mut actor, "test").unwrap();
        let length = scene.seen[0].character().rest_bounds().size().z;
        let tall = rest_bounds(&actor).size().y;
        println!("{file:?}: {length:.2} m of {tall:.2} m, {:?}", scene.held.rifle);
        assert!(length > 0.499 * tall && length < 0.7 * tall, "{file:?}: {length} {tall}");
    }
}

#[test]
fn a_jump_plays_once_and_is_over() {
    for file in [None, Some("gltf/mannequiny.glb")] {
        let Some(mut actor) = actor(file) else { continue };
        let mut scene = Armed::on_the_move(&mut actor, "test").unwrap();
        let jump = actor.clips().iter().position(|clip| clip.name().to_lowercase().contains("jump")).unwrap();
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
