//! The stages of a frame on the built-in character: sampling, local → model, palette, skinning. No crate on stable
//! Rust has these features without an engine; `sinew bench --peer` compares with programs in other languages.

use divan::Bencher;
use divan::counter::ItemsCount;
use sinew::character::{MeshInstanceId, SkinId, SkinningMethod};
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, LocalPose, Mat3x4, ModelPose, SampleCursor};
use std::sync::Arc;

fn main() {
    divan::main();
}

fn actor() -> Actor {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let clips = imported.clips;
    let mut actor = Actor::new(Arc::new(imported.character), clips).unwrap();
    actor.play("walk").unwrap();
    actor
}

fn joints(actor: &Actor) -> ItemsCount {
    ItemsCount::new(actor.character().skeleton().len())
}

#[divan::bench]
fn sample(bencher: Bencher<'_, '_>) {
    let actor = actor();
    let clip = actor.clips()[actor.playback().unwrap().clip()].clone();
    let mut pose = LocalPose::rest(actor.character().skeleton());
    let mut morphs = actor.character().rest_weights().clone();
    let mut faces = vec![0.0; actor.character().expressions().len()];
    let (mut cursor, mut time) = (SampleCursor::new(), 0.0);
    bencher.counter(joints(&actor)).bench_local(|| {
        time = (time + 1.0 / 60.0) % clip.end();
        clip.sample(time, &mut cursor, &mut pose, &mut morphs, &mut faces)
    });
}

#[divan::bench]
fn local_to_model(bencher: Bencher<'_, '_>) {
    let actor = actor();
    let skeleton = actor.character().skeleton();
    let local = LocalPose::rest(skeleton);
    let mut model = ModelPose::rest(skeleton);
    bencher.counter(joints(&actor)).bench_local(|| model.update(skeleton, &local));
}

#[divan::bench]
fn palette(bencher: Bencher<'_, '_>) {
    let actor = actor();
    let mut palette = vec![Mat3x4::IDENTITY; actor.character().skins()[0].joints.len()];
    let count = ItemsCount::new(palette.len());
    bencher.counter(count).bench_local(|| actor.frame().write_palette(SkinId(0), &mut palette));
}

#[divan::bench]
fn actor_update(bencher: Bencher<'_, '_>) {
    let mut actor = actor();
    bencher.counter(joints(&actor)).bench_local(|| actor.update(1.0 / 60.0));
}

#[divan::bench(args = ["linear", "dual quaternion"])]
fn skin(bencher: Bencher<'_, '_>, method: &str) {
    let mut actor = actor();
    let dual = if method == "linear" { SkinningMethod::Linear } else { SkinningMethod::DualQuaternion };
    actor.character().mesh_instance_ids().for_each(|i| actor.meshes_mut().set_skinning(i, dual));
    actor.update(0.3);
    // The largest mesh.
    let character = actor.character().clone();
    let size = |i: MeshInstanceId| {
        character.meshes()[character.mesh_instances()[i].mesh].primitives[0].positions.len()
    };
    let instance = character.mesh_instance_ids().max_by_key(|&i| size(i)).unwrap();
    let mut vertices = SkinnedVertices::default();
    let count = ItemsCount::new(size(instance));
    bencher.counter(count).bench_local(|| actor.frame().skin_vertices(instance, 0, &mut vertices));
}
