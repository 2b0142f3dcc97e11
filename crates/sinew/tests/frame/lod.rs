//! Levels of detail: chosen by the viewer's distance, with outfits and visibility apart from them.

use sinew::actor::LodLevel;
use sinew::character::{Material, Primitive};
use sinew::glam::{Affine3A, Vec3};
use sinew::hair::HairDetail;
use sinew::skeleton::JointMask;
use sinew::{Actor, Character, FrameInput};
use std::sync::Arc;

fn two_boxes() -> Arc<Character> {
    let box_at = |x: f32| {
        let part = (Primitive::cuboid(Vec3::X * x, Vec3::splat(0.5)), Material::default());
        Character::rigid("boxes", [part]).unwrap()
    };
    let both = box_at(-1.0).edited(|parts| drop(parts.append_parts(&box_at(1.0)).unwrap()));
    Arc::new(both.unwrap())
}

/// Level of an actor that a viewer at `distance` metres sees, at a scale.
fn seen(actor: &mut Actor, distance: f32, scale: f32) -> Option<usize> {
    let world_from_model = Affine3A::from_scale(Vec3::splat(scale)) * Affine3A::from_translation(Vec3::X);
    let at = Vec3::X * scale + Vec3::Z * distance;
    actor.resolve(FrameInput::new(0.1, world_from_model).with_viewer(at));
    actor.lod_level()
}

#[test]
fn the_viewer_chooses_the_level() {
    let character = two_boxes();
    let mut actor = Actor::without_clips(character.clone());
    assert_eq!(seen(&mut actor, 50.0, 1.0), None, "without levels");
    let mask = JointMask::uniform(character.skeleton(), 0.0);
    let far = LodLevel::new(20.0).with_joints(mask).with_hair(HairDetail::OFF);
    actor.set_lod_levels([far, LodLevel::new(8.0)]);
    assert_eq!(actor.lod_levels()[0].distance, 8.0, "sorted");
    let mut at = |distance: f32| seen(&mut actor, distance, 1.0);
    assert_eq!([at(1.0), at(7.9), at(8.1), at(19.0), at(20.1)], [None, None, Some(0), Some(0), Some(1)]);
    // A level stays a little while the viewer comes nearer.
    assert_eq!([at(19.5), at(18.9), at(7.8), at(7.5)], [Some(1), Some(0), Some(0), None]);
    // A large body is seen in detail from farther away.
    assert_eq!(seen(&mut actor, 60.0, 10.0), None);
    assert_eq!(seen(&mut actor, 90.0, 10.0), Some(0));
    assert!(actor.lod().is_none());
    assert_eq!(seen(&mut actor, 900.0, 10.0), Some(1));
    assert!(actor.lod().is_some());
    // No viewer, or one that is nowhere: the level stays.
    actor.resolve(FrameInput::new(0.1, Affine3A::IDENTITY));
    actor.resolve(FrameInput::new(0.1, Affine3A::IDENTITY).with_viewer(Vec3::NAN));
    assert_eq!(actor.lod_level(), Some(1));
    actor.set_lod_levels([]);
    assert!(actor.lod_level().is_none() && actor.lod().is_none());
}

#[test]
fn a_mesh_is_drawn_where_level_and_visibility_agree() {
    let character = two_boxes();
    let mut actor = Actor::without_clips(character.clone());
    let [first, second] = [0, 1].map(|n| character.mesh_instance_ids().nth(n).unwrap());
    actor.set_lod_levels([LodLevel::new(8.0).with_hidden(vec![first])]);
    let sees = |actor: &Actor| [first, second].map(|id| actor.frame().is_visible(id));
    assert_eq!(sees(&actor), [true, true]);
    let whole = actor.frame().bounds();
    actor.set_lod_level(Some(0));
    actor.update(0.1);
    assert_eq!(sees(&actor), [false, true]);
    assert!(actor.frame().bounds().size().x < whole.size().x);
    // Neither knows of the other, in whatever order they are called.
    actor.meshes_mut().set_visible(first, true);
    assert_eq!(sees(&actor), [false, true]);
    actor.meshes_mut().set_visible(first, false);
    actor.set_lod_level(None);
    assert_eq!(sees(&actor), [false, true]);
    actor.meshes_mut().set_visible(first, true);
    assert_eq!(sees(&actor), [true, true]);
    let mut copy = actor.clone();
    copy.set_lod_level(Some(0));
    assert_eq!((sees(&copy), sees(&actor)), ([false, true], [true, true]));
}
