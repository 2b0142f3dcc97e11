//! Actors with generated hair through public names: memory, the origin of the world, refused grooms.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

#[path = "../../../sinew/tests/counting/mod.rs"]
mod counting;

use counting::allocations;
use sinew::character::{Mesh, MeshId, MeshInstance, Primitive, SkinningMethod};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::hair::{Hair, HairBody, HairRoot};
use sinew::skeleton::Joint;
use sinew::surface::CharacterSurface;
use sinew::{Actor, Character, CharacterParts, FrameInput, JointId, Skeleton, Transform};
use sinew_author::hair::GroomLayerDescription;
use sinew_author::hair::{GroomDescription, GroomMaps, HairSkin, HeadShape, generate_groom};
use std::f32::consts::PI;
use std::sync::Arc;

fn root(frame: u32) -> HairRoot {
    let time = frame as f32 / 60.0;
    HairRoot {
        rotation: Quat::from_rotation_z((time * 5.0).sin()),
        translation: Vec3::X * (time * 3.0).sin() * 0.2,
    }
}

/// Ball of 0.1 m that stands for a head.
fn ball() -> Arc<Character> {
    let mut primitive = Primitive::default();
    let (rows, columns) = (24_u32, 36_u32);
    for row in 0..=rows {
        for column in 0..=columns {
            let (down, around) = (row as f32 / rows as f32 * PI, column as f32 / columns as f32 * 2.0 * PI);
            let out = Vec3::new(around.sin() * down.sin(), down.cos(), around.cos() * down.sin());
            primitive.positions.push(out * 0.1);
            primitive.normals.push(out);
        }
    }
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let at = |row: u32, column: u32| row * (columns + 1) + column;
        let [a, b, c, d] =
            [at(row, column), at(row + 1, column), at(row, column + 1), at(row + 1, column + 1)];
        primitive.indices.extend([a, b, c, c, b, d]);
    }
    primitive.file_vertex_count = primitive.positions.len();
    primitive.file_vertices = (0..primitive.positions.len() as u32).collect();
    let joint = Joint { name: "ball".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![joint]).unwrap(),
        meshes: vec![Mesh { name: "ball".into(), primitives: vec![primitive], ..Mesh::default() }],
        mesh_instances: vec![MeshInstance {
            node: JointId(0),
            mesh: MeshId(0),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        }],
        ..CharacterParts::default()
    };
    Arc::new(Character::new(parts).unwrap())
}

fn hairy_ball(layer: GroomLayerDescription) -> Actor {
    let character = ball();
    let skin = HairSkin::new(&character, &Arc::new(CharacterSurface::new(&character)), |_| true);
    let head = HeadShape::measure(&character, &skin).unwrap();
    let description = GroomDescription { name: "ball".into(), layers: vec![layer] };
    let groom = generate_groom(&character, &skin, &head, &description, &GroomMaps::new()).unwrap();
    let body = Arc::new(HairBody::measure(&character, |_| true));
    let mut actor = Actor::without_clips(character);
    actor.set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body))))).unwrap();
    actor
}

fn short_hair() -> GroomLayerDescription {
    let mut layer = GroomLayerDescription::default();
    (layer.guides, layer.strands) = (60, 300);
    layer
}

fn place(frame: u32) -> Affine3A {
    let root = root(frame);
    Affine3A::from_rotation_translation(root.rotation, root.translation)
}

#[test]
fn frames_of_actors_with_hair_allocate_nothing() {
    let mut actor = hairy_ball(short_hair());
    let wind = |position: Vec3, _: f64| Vec3::X * position.y;
    let mut run = |frames: std::ops::Range<u32>| {
        for frame in frames {
            actor.advance(1.0 / 60.0);
            actor.resolve(FrameInput::new(1.0 / 60.0, place(frame)).with_wind(&wind));
        }
    };
    run(0..2);
    assert_eq!(allocations(|| run(2..200)), 0);
}

#[test]
fn resolving_again_without_time_gives_the_same_hair() {
    let mut actor = hairy_ball(short_hair());
    for frame in 0..60 {
        actor.resolve(FrameInput::new(1.0 / 60.0, place(frame)));
    }
    let before = actor.hair().unwrap().pose(0).clone();
    actor.resolve(FrameInput::new(0.0, place(59)));
    assert_eq!(actor.frame().hair().unwrap().pose(0), &before);
    // A cut puts the hair into its groomed shape where the character stands now.
    let far = Affine3A::from_translation(Vec3::X * 5.0);
    actor.resolve(FrameInput::new(0.0, far).with_teleport());
    let hair = actor.hair().unwrap();
    let groomed = &hair.groom().layers[0].guides;
    for (guide, points) in groomed.iter().enumerate() {
        let now = hair.pose(0).guide(guide);
        for (point, rest) in now.iter().zip(points.points()) {
            assert!(point.position().distance(*rest + Vec3::X * 5.0) < 1e-5);
        }
    }
}

/// The simulation counts from an origin near to the character, wherever that is.
#[test]
fn hair_moves_the_same_far_from_the_origin_of_the_world() {
    let run = |far: Vec3| {
        let mut actor = hairy_ball(short_hair());
        for frame in 0..120 {
            let turned = Affine3A::from_quat(root(frame).rotation);
            actor.resolve(FrameInput::new(1.0 / 60.0, Affine3A::from_translation(far) * turned));
        }
        let hair = actor.hair().unwrap();
        assert!(hair.origin().distance(far) < 1.0);
        let world = hair.pose(0).guide(5).last().unwrap().position();
        let simulation = hair.simulation(0).unwrap();
        let local = *simulation.points(5).last().unwrap();
        assert_eq!(world, local + hair.origin());
        (0..simulation.hair_count()).flat_map(|n| simulation.points(n).to_vec()).collect::<Vec<_>>()
    };
    let near = run(Vec3::ZERO);
    for far in [1e3, 1e5] {
        let places = run(Vec3::new(far, 0.0, -far));
        let apart = near.iter().zip(&places).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(apart < 1e-6, "{far}: {apart}");
    }
}

#[test]
fn hair_without_physics_moves_with_the_skin() {
    let mut layer = short_hair();
    layer.physics = None;
    let mut actor = hairy_ball(layer);
    for frame in 0..30 {
        actor.resolve(FrameInput::new(1.0 / 60.0, place(frame)));
    }
    let (hair, place) = (actor.hair().unwrap(), place(29));
    for (guide, own) in hair.groom().layers[0].guides.iter().enumerate() {
        for (point, rest) in hair.pose(0).guide(guide).iter().zip(own.points()) {
            assert!(point.position().distance(place.transform_point3(*rest)) < 1e-5);
        }
    }
}

#[test]
fn a_groom_of_another_character_is_refused() {
    let actor = hairy_ball(short_hair());
    let groom = Arc::clone(actor.hair().unwrap().groom());
    let mut other = Actor::without_clips(Arc::new(Character::new(CharacterParts::default()).unwrap()));
    let error = other.set_hair(Some(Arc::new(Hair::new(groom, HairBody::default())))).unwrap_err();
    assert_eq!(error.to_string(), "layer '': guide 0 does not grow there from the skin of this character");
    assert!(other.hair().is_none());
}
