//! GPU skinning equals CPU skinning on real characters, within 1e-4 of the model's size, with storage buffers
//! and with textures. The test is skipped, with a message, on machines without a graphics device.

use sinew::character::SkinningMethod;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, Bounds, ClipId};
use sinew_render::{Gpu, Model, ModelInstance, RenderSettings, Renderer, VertexDataBinding};
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
fn gpu_and_cpu_skinning_agree() {
    let Some(gpu) = test_needs::available(test_needs::Need::Gpu, Gpu::off_screen()) else { return };
    for binding in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        let gpu = gpu.clone().with_vertex_data_binding(binding);
        let renderer = Renderer::new(&gpu, RenderSettings::default());
        for file in files() {
            let imported = sinew_suite::open(&file).unwrap();
            let clips: Vec<_> = imported.clips;
            let mut actor = Actor::new(Arc::new(imported.character), clips).unwrap();
            let model = Model::new(&gpu, actor.character(), &mut |_| None).unwrap();
            let mut instance = ModelInstance::new(&gpu, &model);
            if !actor.clips().is_empty() {
                actor.play(ClipId(0)).unwrap();
            }
            for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
                (actor.character().mesh_instance_ids())
                    .for_each(|i| actor.meshes_mut().set_skinning(i, method));
                actor.update(0.37);
                instance.update(&gpu, &actor.frame());
                let error = largest_error(&renderer, &instance, &actor);
                assert!(error <= TOLERANCE, "{}: {error} ({method:?}, {binding:?})", file.display());
            }
        }
    }
}

/// Largest distance between a vertex skinned by the GPU and by the CPU, as a share of the model's size.
fn largest_error(renderer: &Renderer, instance: &ModelInstance, actor: &Actor) -> f32 {
    let mut cpu = SkinnedVertices::default();
    let (mut largest, mut bounds) = (0.0f32, Bounds::EMPTY);
    let character = actor.character();
    for (i, mesh_instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        for p in 0..actor.character().meshes()[mesh_instance.mesh].primitives.len() {
            actor.frame().skin_vertices(i, p, &mut cpu);
            let gpu = renderer.skinned_vertices(instance, i, p).unwrap();
            assert_eq!(cpu.positions.len(), gpu.positions.len());
            bounds = bounds.union(Bounds::from_points(cpu.positions.iter().copied()));
            let distances = cpu.positions.iter().zip(&gpu.positions).map(|(a, b)| a.distance(*b));
            largest = distances.fold(largest, f32::max);
        }
    }
    largest / bounds.size().length()
}
