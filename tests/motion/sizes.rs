//! Bodies of any size: the same character in other units.

use sinew::character::{Character, MeshInstanceId};
use sinew::hair::HairBody;
use sinew::skeleton::Joint;
use sinew::surface::CharacterSurface;
use sinew::{Skeleton, Transform};
use sinew_author::hair::{HairSkin, HeadShape};
use sinew_suite::person;
use std::path::Path;
use std::sync::Arc;

/// The built-in character with all lengths multiplied.
fn scaled(by: f32) -> Character {
    let mut parts = person(Path::new(""), "").character.into_parts();
    let skeleton = &parts.skeleton;
    let joints = (0..skeleton.len()).map(|n| {
        let joint = skeleton.by_file_index(n).unwrap();
        let rest = skeleton.rest()[joint.index()];
        Joint {
            name: skeleton.name(joint).into(),
            parent: skeleton.parent(joint).map(|parent| skeleton.file_index(parent) as u32),
            rest: Transform { translation: rest.translation * by, ..rest },
            in_scene: skeleton.in_scene(joint),
        }
    });
    parts.skeleton = Skeleton::new(joints.collect()).unwrap();
    for matrix in parts.skins.iter_mut().flat_map(|skin| &mut skin.inverse_binds) {
        matrix.translation *= by;
    }
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        primitive.positions.iter_mut().for_each(|position| *position *= by);
        primitive.morph_targets.clear();
    }
    parts.meshes.iter_mut().for_each(|mesh| mesh.morph_names.clear());
    parts.mesh_instances.iter_mut().for_each(|instance| instance.weights.clear());
    parts.expressions.iter_mut().for_each(|expression| expression.morphs.clear());
    Character::new(parts).unwrap()
}

#[test]
fn hair_stays_out_of_all_parts_of_bodies_of_any_size() {
    let is_skin = |_: MeshInstanceId| true;
    let one = HairBody::measure(&scaled(1.0), is_skin).collider_count();
    for by in [1e-3, 0.01, 100.0, 1000.0, 30_000.0] {
        let character = scaled(by);
        let body = HairBody::measure(&character, is_skin);
        assert_eq!((body.collider_count(), body.missing()), (one, &[][..]), "{by} times as large");
        let surface = Arc::new(CharacterSurface::new(&character));
        let head = HeadShape::measure(&character, &HairSkin::new(&character, &surface, is_skin)).unwrap();
        assert!(head.axes.is_finite());
    }
}
