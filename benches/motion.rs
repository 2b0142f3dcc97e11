//! Masked and additive blending, a graph and transitions: nanoseconds per joint. `sinew bench` measures plain
//! blending, retargeting and crowds, also beside programs in any language. The one crate with some of these
//! features, ozz-animation-rs, needs a nightly compiler.

use divan::Bencher;
use divan::counter::ItemsCount;
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::pose::{BlendLayer, apply_additive, blend};
use sinew::skeleton::JointMask;
use sinew::{Actor, Skeleton, Transform};
use sinew_author::clip::{CompressionSettings, LoopSettings, close_loop, compress, mirror_clip};
use std::sync::Arc;

fn main() {
    divan::main();
}

const JOINTS: usize = 67;

fn poses(count: usize) -> Vec<Vec<Transform>> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut one = || random.f32() - 0.5;
    let mut joint = || Transform {
        translation: [one(), one(), one()].into(),
        rotation: sinew::glam::Quat::from_xyzw(one(), one(), one(), 1.0).normalize(),
        ..Transform::IDENTITY
    };
    (0..count).map(|_| (0..JOINTS).map(|_| joint()).collect()).collect()
}

#[divan::bench(args = [2, 4])]
fn blend_masked_layers(bencher: Bencher<'_, '_>, count: usize) {
    let (poses, mut out) = (poses(count), vec![Transform::IDENTITY; JOINTS]);
    let joint = |n: usize| sinew::skeleton::Joint {
        name: String::new(),
        parent: n.checked_sub(1).map(|p| p as u32),
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let skeleton = Skeleton::new((0..JOINTS).map(joint).collect()).unwrap();
    let mask = JointMask::branch(&skeleton, sinew::JointId(30));
    let layer = |(n, pose)| BlendLayer { pose, weight: 0.3, mask: (n > 0).then_some(&mask) };
    let layers: Vec<BlendLayer<'_>> = poses.iter().map(Vec::as_slice).enumerate().map(layer).collect();
    bencher.counter(ItemsCount::new(JOINTS)).bench_local(|| blend(divan::black_box(&layers), &mut out));
}

#[divan::bench]
fn additive(bencher: Bencher<'_, '_>) {
    let (poses, mut out) = (poses(3), vec![Transform::IDENTITY; JOINTS]);
    bencher.counter(ItemsCount::new(JOINTS)).bench_local(|| {
        out.copy_from_slice(&poses[0]);
        apply_additive(&mut out, &poses[1], &poses[2], divan::black_box(0.5), None);
    });
}

/// The walk of the built-in character, mirrored: keys per second.
#[divan::bench]
fn mirror_of_a_clip(bencher: Bencher<'_, '_>) {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let walk = imported.clips.iter().find(|clip| clip.name == "walk").unwrap();
    let mirrored = || mirror_clip(divan::black_box(walk), &imported.character).unwrap();
    bencher.counter(ItemsCount::new(walk.key_count())).bench_local(mirrored);
}

/// The same, cut, with its loop closed and the seam measured before and after.
#[divan::bench]
fn closed_loop(bencher: Bencher<'_, '_>) {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let walk = imported.clips.iter().find(|clip| clip.name == "walk").unwrap();
    let cut = walk.trimmed(0.0, 0.8).unwrap();
    let closed =
        || close_loop(divan::black_box(&cut), &imported.character, &LoopSettings::default()).unwrap();
    bencher.counter(ItemsCount::new(cut.key_count())).bench_local(closed);
}

/// The built-in character with compressed clips.
fn actor() -> Actor {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let character = Arc::new(imported.character);
    let mut actor = Actor::without_clips(character.clone());
    let settings = CompressionSettings::default();
    for clip in &imported.clips {
        let clip = compress(clip, character.skeleton(), &settings).unwrap();
        actor.add_clip(clip).unwrap();
    }
    actor
}

fn joints(actor: &Actor) -> ItemsCount {
    ItemsCount::new(actor.character().skeleton().len())
}

/// The graph of `examples/locomotion.ron`, walking along a curve: six clips in sync, three of them blended.
#[divan::bench]
fn graph(bencher: Bencher<'_, '_>) {
    let mut actor = actor();
    let description = GraphDescription::from_ron(include_str!("../examples/locomotion.ron")).unwrap();
    let graph = AnimationGraph::from_description(&description, actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
    actor.graph_mut().unwrap().set_parameter("speed", 1.5).unwrap();
    actor.graph_mut().unwrap().set_parameter("turn", 0.4).unwrap();
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    bencher.counter(joints(&actor)).bench_local(|| actor.advance(1.0 / 60.0));
}

#[divan::bench(args = ["one clip", "inertial"])]
fn playing(bencher: Bencher<'_, '_>, kind: &str) {
    let mut actor = actor();
    actor.play("walk").unwrap();
    (0..10).for_each(|_| actor.update(1.0 / 60.0));
    if kind == "inertial" {
        actor.play("run").unwrap().inertialize(1e6);
    }
    bencher.counter(joints(&actor)).bench_local(|| actor.advance(1.0 / 60.0));
}
