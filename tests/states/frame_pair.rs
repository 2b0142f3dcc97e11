//! Pictures between fixed time steps, views of a split screen, and servers that draw nothing.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

use crate::counting::allocations;
use sinew::actor::{Frame, FramePair, FrameView};
use sinew::character::{MeshInstanceId, SkinId, SkinningMethod};
use sinew::face::Gaze;
use sinew::glam::{Affine3A, Vec3};
use sinew::hair::Hair;
use sinew::humanoid::HumanBone;
use sinew::skeleton::Socket;
use sinew::surface::{CharacterSurface, PosedSurface, SurfaceBounds, SurfaceError, SurfacePoint};
use sinew::{Actor, Character, FrameInput, RawClip};
use sinew_suite::give_hair;
use std::sync::{Arc, OnceLock};

fn imported() -> &'static (Arc<Character>, Vec<RawClip>) {
    static IMPORTED: OnceLock<(Arc<Character>, Vec<RawClip>)> = OnceLock::new();
    IMPORTED.get_or_init(|| {
        let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
        (Arc::new(imported.character), imported.clips)
    })
}

fn actor() -> Actor {
    let (character, clips) = imported();
    let mut actor = Actor::new(character.clone(), clips.iter().cloned()).unwrap();
    actor.play("run").unwrap();
    actor
}

/// One fixed step: the body runs, turns and smiles.
fn step(actor: &mut Actor, world_from_model: &mut Affine3A, dt: f32) {
    *world_from_model *= Affine3A::from_rotation_y(dt);
    run_on(actor, world_from_model, dt);
}

/// One step straight on.
fn run_on(actor: &mut Actor, world_from_model: &mut Affine3A, dt: f32) {
    *world_from_model = actor.advance(dt).apply_to(*world_from_model);
    let face = actor.face_mut().unwrap();
    face.set_expression("happy", world_from_model.translation.z.fract().abs()).unwrap();
    face.set_gaze(Gaze::Target(world_from_model.transform_point3(Vec3::new(0.5, 1.5, 2.0))));
    actor.resolve(FrameInput::new(dt, *world_from_model));
}

/// All numbers of a frame that are drawn.
fn numbers(frame: &Frame<'_>) -> Vec<f32> {
    let character = frame.character();
    let mut all = frame.world_from_model().to_cols_array().to_vec();
    all.extend(frame.model().iter().flat_map(|matrix| matrix.to_cols_array()));
    for transform in frame.local() {
        all.extend(transform.translation.to_array());
        all.extend(transform.rotation.to_array());
        all.extend(transform.scale.to_array());
    }
    for skin in (0..character.skins().len() as u32).map(SkinId) {
        all.extend(frame.palette(skin).iter().flat_map(|matrix| matrix.rows).flatten());
    }
    for id in character.mesh_instance_ids() {
        all.extend(frame.morph_weights(id));
        all.push(f32::from(u8::from(frame.is_visible(id))));
    }
    all.extend(frame.expression_weights());
    let layers = frame.hair().map_or(0, |hair| hair.groom().layers.len());
    for points in (0..layers).map(|layer| frame.hair().unwrap().pose(layer).points()) {
        all.extend(points.iter().flat_map(|point| point.position));
    }
    all.extend(frame.bounds().min.to_array());
    all.extend(frame.bounds().max.to_array());
    all
}

/// Largest difference of two lists of numbers.
fn difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

fn places_of_joints(frame: &Frame<'_>) -> Vec<Vec3> {
    let world = frame.world_from_model();
    frame.model().iter().map(|matrix| Vec3::from((world * *matrix).translation)).collect()
}

#[test]
fn the_ends_of_a_pair_are_the_frames_themselves() {
    let mut actor = actor();
    give_hair(&mut actor, "bob", 60);
    let mut world_from_model = Affine3A::IDENTITY;
    let mut pair = FramePair::new(&actor);
    let mut before = Vec::new();
    for n in 0..60 {
        step(&mut actor, &mut world_from_model, 1.0 / 30.0);
        pair.push(&actor);
        let now = numbers(&actor.frame());
        let off = difference(&numbers(&pair.between(1.0)), &now);
        assert!(off < 1e-6, "step {n}: {off}");
        if n > 0 {
            let off = difference(&numbers(&pair.between(0.0)), &before);
            assert!(off < 2e-5, "step {n}: {off}");
        }
        before = now;
    }
    assert!(difference(&numbers(&pair.between(f32::NAN)), &before) < 1e-6);
    assert!(difference(&numbers(&pair.between(7.0)), &before) < 1e-6);
    assert!(pair.between(0.5).events().is_empty());
}

#[test]
fn thirty_steps_drawn_at_any_rate_are_close_to_many_steps() {
    const PARTS: u32 = 8;
    let (mut coarse, mut fine) = (actor(), actor());
    let (mut coarse_place, mut fine_place) = (Affine3A::IDENTITY, Affine3A::IDENTITY);
    let mut pair = FramePair::new(&coarse);
    let (mut off, mut held): (f32, f32) = (0.0, 0.0);
    // The first step begins the clip, which is a cut.
    run_on(&mut coarse, &mut coarse_place, 1.0 / 30.0);
    pair.push(&coarse);
    (0..PARTS).for_each(|_| run_on(&mut fine, &mut fine_place, 1.0 / 30.0 / PARTS as f32));
    for _ in 0..90 {
        let last = places_of_joints(&coarse.frame());
        run_on(&mut coarse, &mut coarse_place, 1.0 / 30.0);
        pair.push(&coarse);
        for part in 1..=PARTS {
            run_on(&mut fine, &mut fine_place, 1.0 / 30.0 / PARTS as f32);
            let right = places_of_joints(&fine.frame());
            let found = places_of_joints(&pair.between(part as f32 / PARTS as f32));
            let farthest = |positions: &[Vec3]| {
                positions.iter().zip(&right).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
            };
            off = off.max(farthest(&found));
            held = held.max(farthest(&last));
        }
    }
    // The foot of a runner changes its velocity by 7 m/s in a step where it strikes; drawn from the last step
    // alone it is 20 cm behind.
    assert!(off < 0.04, "{off} m");
    assert!(held > 0.1, "{held} m");
}

#[test]
fn nothing_lies_between_the_ends_of_a_cut() {
    let mut actor = actor();
    give_hair(&mut actor, "bob", 60);
    let mut world_from_model = Affine3A::IDENTITY;
    let mut pair = FramePair::new(&actor);
    for _ in 0..30 {
        step(&mut actor, &mut world_from_model, 1.0 / 30.0);
        pair.push(&actor);
    }
    // Teleported by ten metres: there for all shares.
    world_from_model.translation.x += 10.0;
    actor.advance(1.0 / 30.0);
    actor.resolve(FrameInput::new(1.0 / 30.0, world_from_model).with_teleport());
    pair.push(&actor);
    let now = numbers(&actor.frame());
    assert!(difference(&numbers(&pair.between(0.3)), &now) < 1e-6);
    // Another clip at once: its pose for all shares, on a body that goes its way; hair stays on the head.
    actor.play("idle").unwrap();
    world_from_model.translation.z += 0.2;
    actor.advance(1.0 / 30.0);
    actor.resolve(FrameInput::new(1.0 / 30.0, world_from_model));
    pair.push(&actor);
    let local = actor.frame().local().to_vec();
    let root = actor.hair().unwrap().groom().layers[0].roots[0];
    let gap = |frame: &Frame<'_>| {
        let on_skin = frame.world_from_model().transform_point3(frame.surface(&root).position);
        frame.hair().unwrap().pose(0).guide(0)[0].position().distance(on_skin)
    };
    let now = gap(&actor.frame());
    let frame = pair.between(0.25);
    assert_eq!(frame.local(), local);
    assert!((frame.world_from_model().translation.z - (world_from_model.translation.z - 0.15)).abs() < 1e-5);
    assert!((gap(&frame) - now).abs() < 1e-4, "{} {now}", gap(&frame));
}

#[test]
fn skin_hair_and_sockets_follow_the_frame_between() {
    let mut actor = actor();
    give_hair(&mut actor, "bob", 60);
    let mut world_from_model = Affine3A::IDENTITY;
    let mut pair = FramePair::new(&actor);
    for _ in 0..40 {
        step(&mut actor, &mut world_from_model, 1.0 / 30.0);
        pair.push(&actor);
    }
    let surface = Arc::new(CharacterSurface::new(actor.character()));
    let mut posed = PosedSurface::new(&surface);
    let hand = actor.character().humanoid().unwrap().joint(HumanBone::LeftHand).unwrap();
    let socket = Socket { joint: hand, offset: sinew::Transform::from_translation(Vec3::Y * 0.1) };
    let point = actor.hair().unwrap().groom().layers[0].roots[0];
    let mut of = |share: f32| -> [Vec3; 3] {
        let frame = pair.between(share);
        frame.pose_surface(&mut posed).unwrap();
        let world = frame.world_from_model();
        let number = surface.parts().iter().position(|part| part.instance == point.instance).unwrap();
        let part = &surface.parts()[number];
        [
            world.transform_point3(posed.positions(part)[0]),
            frame.hair().unwrap().pose(0).guide(0)[0].position(),
            Vec3::from(frame.socket(&socket).translation),
        ]
    };
    let (start, half, end) = (of(0.0), of(0.5), of(1.0));
    for n in 0..3 {
        assert!(start[n].distance(end[n]) > 0.005, "{n}: it moves");
        assert!(half[n].distance(start[n].midpoint(end[n])) < 0.01, "{n}: {start:?} {half:?} {end:?}");
    }
}

#[test]
fn pictures_between_steps_allocate_nothing() {
    let mut actor = actor();
    give_hair(&mut actor, "bob", 60);
    let mut world_from_model = Affine3A::IDENTITY;
    let mut pair = FramePair::new(&actor);
    let mut round = |actor: &mut Actor| {
        for _ in 0..30 {
            step(actor, &mut world_from_model, 1.0 / 30.0);
            pair.push(actor);
            for share in [0.0, 0.21, 0.5, 1.0] {
                assert!(pair.between(share).bounds().max.is_finite());
            }
        }
    };
    round(&mut actor);
    assert_eq!(allocations(|| round(&mut actor)), 0);
    // Hair off and on again.
    let (groom, body) = (actor.hair().unwrap().groom().clone(), actor.hair().unwrap().body().clone());
    actor.set_hair(None).unwrap();
    pair.push(&actor);
    assert!(pair.between(0.5).hair().is_none());
    actor.set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body))))).unwrap();
    pair.push(&actor);
    assert!(pair.between(0.5).hair().is_some());
    // An actor of another character begins anew.
    let other = Actor::without_clips(Arc::new((**actor.character()).clone()));
    pair.push(&other);
    assert!(difference(&numbers(&pair.between(0.5)), &numbers(&other.frame())) < 1e-6);
}

#[test]
fn a_pair_begins_where_the_first_frame_is() {
    let mut actor = actor();
    let mut world_from_model = Affine3A::from_translation(Vec3::new(100.0, 0.0, 50.0));
    let mut pair = FramePair::new(&actor);
    step(&mut actor, &mut world_from_model, 1.0 / 30.0);
    pair.push(&actor);
    let first = pair.between(0.0).world_from_model().translation;
    assert!(first.distance(actor.frame().world_from_model().translation) < 1e-4, "{first}");
    step(&mut actor, &mut world_from_model, 1.0 / 30.0);
    pair.push(&actor);
    assert_eq!(pair.between(0.0).world_from_model().translation, first);
}

#[test]
fn each_view_has_its_own_meshes() {
    let mut actor = actor();
    actor.update(1.0 / 60.0);
    let ids: Vec<MeshInstanceId> = actor.character().mesh_instance_ids().collect();
    let outside = FrameView::new();
    let own_eyes = FrameView::new().with_first_person(true);
    let without = FrameView::new().with_hidden([ids[0]]);
    let frame = actor.frame();
    let seen = |frame: &Frame<'_>| ids.iter().map(|id| frame.is_visible(*id)).collect::<Vec<_>>();
    assert_eq!(seen(&frame.in_view(&outside)), seen(&frame));
    let (in_view, right) = (frame.in_view(&outside).bounds(), frame.bounds());
    assert!(in_view.min.abs_diff_eq(right.min, 1e-6) && in_view.max.abs_diff_eq(right.max, 1e-6));
    assert!(!frame.in_view(&without).is_visible(ids[0]) && frame.is_visible(ids[0]));
    assert!(frame.in_view(&own_eyes).is_first_person() && !frame.is_first_person());
    let (inside, bounds) = (seen(&frame.in_view(&own_eyes)), frame.in_view(&own_eyes).bounds());
    // As where the actor itself is in first person, without a change of the actor.
    let mut other = actor.clone();
    other.meshes_mut().set_first_person(true);
    assert_eq!(inside, seen(&other.frame()));
    let right = other.frame().bounds();
    assert!(bounds.min.abs_diff_eq(right.min, 1e-6) && bounds.max.abs_diff_eq(right.max, 1e-6));
    // What is hidden for all is hidden in every view.
    other.meshes_mut().set_visible(ids[0], false);
    assert!(!other.frame().in_view(&outside).is_visible(ids[0]));
}

#[test]
fn a_server_does_without_images_and_palettes() {
    let (character, clips) = imported();
    assert!(!character.images().is_empty());
    let light = Arc::new((**character).clone().without_images());
    assert!(light.images().is_empty() && light.textures().len() == character.textures().len());
    assert!(light.textures().iter().all(|texture| texture.image.is_none()));
    let bytes = std::fs::read(sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let options = sinew_import::ImportOptions::default().without_images();
    let imported = sinew_import::import_with(&bytes, &sinew_import::NoFiles, &options).unwrap();
    assert!(imported.character.images().is_empty());

    let mut server = Actor::new(light, clips.iter().cloned()).unwrap();
    let mut client = actor();
    server.play("run").unwrap();
    server.meshes_mut().set_palettes_enabled(false);
    let (mut here, mut there) = (Affine3A::IDENTITY, Affine3A::IDENTITY);
    let surface = Arc::new(CharacterSurface::new(server.character()));
    let bounds = SurfaceBounds::new(server.character());
    let (mut posed, mut right) = (PosedSurface::new(&surface), PosedSurface::new(&surface));
    for _ in 0..20 {
        step(&mut server, &mut here, 1.0 / 30.0);
        step(&mut client, &mut there, 1.0 / 30.0);
        assert_eq!(server.frame().model(), client.frame().model());
        assert_eq!(server.frame().bounds(), client.frame().bounds());
        assert_eq!(server.frame().pose_surface(&mut posed), Err(SurfaceError::NoPalettes));
    }
    let ray = sinew::surface::Ray::new(Vec3::new(0.0, 1.0, 5.0), Vec3::NEG_Z);
    assert_eq!(server.frame().may_hit(&bounds, &ray), client.frame().may_hit(&bounds, &ray));
    server.write_palettes();
    server.frame().pose_surface(&mut posed).unwrap();
    client.frame().pose_surface(&mut right).unwrap();
    for part in surface.parts() {
        assert_eq!(posed.positions(part), right.positions(part));
    }
    let point = SurfacePoint {
        instance: surface.parts()[0].instance,
        primitive: surface.parts()[0].primitive,
        triangle: 0,
        barycentric: Vec3::splat(1.0 / 3.0),
    };
    assert_eq!(server.frame().surface(&point).position, client.frame().surface(&point).position);
    // Dual quaternions are needed for rays, and so come with the palettes in every frame.
    for actor in [&mut server, &mut client] {
        for id in surface.parts().iter().map(|part| part.instance) {
            actor.meshes_mut().set_skinning(id, SkinningMethod::DualQuaternion);
        }
    }
    step(&mut server, &mut here, 1.0 / 30.0);
    step(&mut client, &mut there, 1.0 / 30.0);
    let aimed = server.frame().surface(&point).position;
    assert_eq!(aimed, client.frame().surface(&point).position);
    let ray = sinew::surface::Ray::new(aimed + Vec3::Z * 5.0, Vec3::NEG_Z);
    assert!(server.frame().ray_entry(&bounds, &ray).is_some());
    assert_eq!(server.frame().ray_entry(&bounds, &ray), client.frame().ray_entry(&bounds, &ray));
}
