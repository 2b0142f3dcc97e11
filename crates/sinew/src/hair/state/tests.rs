//! Tests of hair that goes on from other hair.

use super::*;
use crate::Actor;
use crate::actor::FrameInput;
use crate::character::{
    Character, CharacterParts, Mesh, MeshId, MeshInstance, MeshInstanceId, Primitive, SkinningMethod,
};
use crate::hair::{ControlHair, Groom, GroomLayer, HairCurve, HairSettings, Strand, Strands};
use crate::math::Transform;
use crate::skeleton::{Joint, JointId, Skeleton};
use crate::surface::SurfacePoint;
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// A plate of a metre with this number of joints, each the child of the one before; the skin follows the first.
fn plate(joints: u32) -> Arc<Character> {
    let joint = |n: u32| Joint {
        name: format!("joint {n}"),
        parent: n.checked_sub(1),
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let primitive = Primitive {
        positions: vec![Vec3::ZERO, Vec3::Z, Vec3::X],
        normals: vec![Vec3::Y; 3],
        indices: vec![0, 1, 2],
        file_vertex_count: 3,
        file_vertices: vec![0, 1, 2],
        ..Primitive::default()
    };
    let instance = MeshInstance {
        node: JointId(0),
        mesh: MeshId(0),
        skin: None,
        weights: Vec::new(),
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    let parts = CharacterParts {
        skeleton: Skeleton::new((0..joints).map(joint).collect()).unwrap(),
        meshes: vec![Mesh { name: "plate".into(), primitives: vec![primitive], ..Mesh::default() }],
        mesh_instances: vec![instance],
        ..CharacterParts::default()
    };
    Arc::new(Character::new(parts).unwrap())
}

/// A hair of four points that lies along +X, `height` above the plate at its end.
fn hair(character: &Character, height: f32, settings: HairSettings, body: HairBody) -> Arc<Hair> {
    let root = SurfacePoint {
        instance: MeshInstanceId(0),
        primitive: 0,
        triangle: 0,
        barycentric: Vec3::new(0.5, 0.25, 0.25),
    };
    let at = Vec3::new(0.25, 0.0, 0.25);
    let points = [0.0, 0.1, 0.2, 0.3].map(|x: f32| at + Vec3::new(x, height * x / 0.3, 0.0));
    let strand = Strand { guides: [0; 4], weights: [1.0, 0.0, 0.0, 0.0], length: 1.0, random: 0.5 };
    let strands = Strands::new(vec![strand], vec![Vec3::ZERO; 4], 4, HairCurve::Cubic, 1).unwrap();
    let guides = vec![ControlHair::new(points).unwrap()];
    let layer = GroomLayer::new("one", guides, vec![root], strands).unwrap().with_physics(settings);
    let made = Hair::new(Groom { name: String::new(), layers: vec![layer] }, body);
    assert!(made.fits(character));
    Arc::new(made)
}

fn with_hair(character: &Arc<Character>, hair: Arc<Hair>) -> Actor {
    let mut actor = Actor::without_clips(character.clone());
    actor.set_hair(Some(hair)).unwrap();
    actor
}

/// A frame with the plate at `z`.
fn step(actor: &mut Actor, z: f32) {
    let dt = 1.0 / 60.0;
    actor.advance(dt);
    actor.resolve(FrameInput::new(dt, Affine3A::from_translation(Vec3::Z * z)));
}

fn tip(actor: &Actor) -> Vec3 {
    actor.hair().unwrap().pose(0).guide(0).last().unwrap().position()
}

#[test]
fn hair_goes_on_with_its_body_and_settings() {
    let (old, new) = (plate(3), plate(1));
    let settings = HairSettings::default().with_stiffness(2.0);
    let body = |character: &Character, joint: u32| {
        let mut body = HairBody::without_colliders(character.skeleton());
        body.capsules.push((JointId(joint), [Vec3::ZERO, Vec3::X], 0.01));
        body.rest.push(character.reference_model()[joint as usize]);
        body
    };
    let mut before = with_hair(&old, hair(&old, 0.0, settings, body(&old, 2)));
    // Skin that moves lets it swing.
    (0..7).for_each(|n| step(&mut before, n as f32 * 0.02));
    let way = tip(&before);
    step(&mut before, 0.12);
    let swung = tip(&before);
    assert!(swung.distance(way) > 1e-4, "it swings: {way} {swung}");

    // Fewer joints: a collider of the body before would be on a joint that is not there.
    let stiffer = settings.with_stiffness(2.5);
    let mut now = with_hair(&new, hair(&new, 0.0, stiffer, body(&new, 0)));
    let own = now.hair().unwrap().hair().clone();
    now.hair_mut().unwrap().continue_from(before.hair().unwrap()).unwrap();
    assert!(tip(&now).distance(swung) < 1e-5, "{} {swung}", tip(&now));
    let state = now.hair().unwrap();
    assert!(Arc::ptr_eq(state.hair(), &own));
    assert_eq!(state.simulation(0).unwrap().settings().stiffness, 2.5);
    step(&mut now, 0.12);
    step(&mut before, 0.12);
    let (going, went) = (tip(&now), tip(&before));
    assert!(going.distance(went) < 0.01 && going.distance(swung) > 1e-6, "{going} {went} {swung}");

    // A groom of another shape moves the hair by the difference.
    let higher = hair(&new, 0.02, stiffer, body(&new, 0));
    let mut other = with_hair(&new, higher);
    other.hair_mut().unwrap().continue_from(now.hair().unwrap()).unwrap();
    let moved = tip(&other) - tip(&now);
    assert!(moved.y > 0.005 && moved.length() < 0.05, "{moved}");
}

#[test]
fn hair_with_other_guides_begins_anew() {
    let character = plate(1);
    let settings = HairSettings::default();
    let body = || HairBody::without_colliders(character.skeleton());
    let mut before = with_hair(&character, hair(&character, 0.0, settings, body()));
    before.update(0.1);
    let made = hair(&character, 0.0, settings, body());
    let mut groom = (*made.groom).clone();
    groom.layers[0].roots[0].barycentric = Vec3::new(0.5, 0.26, 0.24);
    let mut now = with_hair(&character, Arc::new(Hair::new(groom, body())));
    assert!(now.hair_mut().unwrap().continue_from(before.hair().unwrap()).is_err());
    let mut still = (*made.groom).clone();
    still.layers[0].physics = None;
    let mut now = with_hair(&character, Arc::new(Hair::new(still, body())));
    let error = now.hair_mut().unwrap().continue_from(before.hair().unwrap()).unwrap_err();
    assert!(error.to_string().contains("simulated"), "{error}");
}
