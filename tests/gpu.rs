//! What the vertex shader computes equals the processor's skinning on real characters, by both data paths: within 1e-4
//! of the model's size. Runs on software Vulkan; says so where no device is.

use sinew::character::SkinningMethod;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, Bounds, ClipId};
use sinew_render::{Gpu, Model, ModelInstance, RenderSettings, Renderer, VertexData};
use std::path::PathBuf;
use std::sync::Arc;

const TOLERANCE: f32 = 1e-4;

fn files() -> Vec<PathBuf> {
    let mut files = vec![sinew_suite::repository().join("data/sinew.vrm")];
    if let Some(assets) = sinew_suite::assets() {
        let names =
            ["Fox.glb", "CesiumMan.glb", "greenman.glb", "rpm_brunette-t.glb", "MorphStressTest.gltf"];
        files.extend(names.map(|name| assets.join("gltf").join(name)));
    }
    files
}

#[test]
fn shader_and_processor_agree() {
    let gpu = match Gpu::off_screen() {
        Ok(gpu) => gpu,
        Err(error) => return eprintln!("skipped: {error}"),
    };
    for vertex_data in [VertexData::Storage, VertexData::Texture] {
        let settings = RenderSettings { vertex_data, ..RenderSettings::default() };
        let renderer = Renderer::new(&gpu, settings);
        for file in files() {
            let imported = sinew_suite::open(&file).unwrap();
            let clips: Vec<_> = imported.clips;
            let mut actor = Actor::new(Arc::new(imported.character), clips).unwrap();
            let model = Model::new(&renderer, actor.character(), &mut |_| None).unwrap();
            let mut puppet = ModelInstance::new(&renderer, &model);
            if !actor.clips().is_empty() {
                actor.play(ClipId(0)).unwrap();
            }
            for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
                (0..actor.character().instances().len())
                    .for_each(|i| actor.meshes_mut().set_skinning(i, method));
                actor.update(0.37);
                puppet.update(&renderer, &actor.frame());
                let error = largest_error(&renderer, &puppet, &actor);
                assert!(error <= TOLERANCE, "{}: {error} ({method:?}, {vertex_data:?})", file.display());
            }
        }
    }
}

/// Largest distance between the two, as a share of the model's size.
fn largest_error(renderer: &Renderer, puppet: &ModelInstance, actor: &Actor) -> f32 {
    let mut ours = SkinnedVertices::default();
    let (mut largest, mut bounds) = (0.0f32, Bounds::EMPTY);
    for (i, instance) in actor.character().instances().iter().enumerate() {
        for p in 0..actor.character().meshes()[instance.mesh].primitives.len() {
            actor.frame().skin_vertices(i, p, &mut ours);
            let theirs = renderer.skinned_vertices(puppet, i, p).unwrap();
            assert_eq!(ours.positions.len(), theirs.positions.len());
            bounds = bounds.union(Bounds::of_points(ours.positions.iter().copied()));
            let apart = ours.positions.iter().zip(&theirs.positions).map(|(a, b)| a.distance(*b));
            largest = apart.fold(largest, f32::max);
        }
    }
    largest / bounds.size().length()
}
