//! Jobs for skinning and rendering.

use super::job::Job;
use crate::drawing::framing::Framing;
use crate::drawing::instances;
use crate::drawing::look::Look;
use crate::drawing::view_direction::ViewDirection;
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::Failure;
use sinew::character::{MeshInstanceId, SkinningMethod};
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, Frame};
use sinew_render::{Gpu, RenderSettings, Renderer, Scene, SceneContent, ViewPreset, wgpu};

/// CPU skinning of every skinned mesh, one job per method; none without skinned meshes.
pub(crate) fn skinning_jobs(actor: &Actor) -> Vec<Job<'static>> {
    let exact: Skin = |frame, instance, primitive, out| frame.skin_vertices(instance, primitive, out);
    let fast: Skin = |frame, instance, primitive, out| frame.skin_vertices_fast(instance, primitive, out);
    let jobs = [
        skinning(actor, "skin-linear", SkinningMethod::Linear, exact),
        skinning(actor, "skin-linear-fast", SkinningMethod::Linear, fast),
        skinning(actor, "skin-dual-quaternion", SkinningMethod::DualQuaternion, exact),
    ];
    jobs.into_iter().flatten().collect()
}

/// Function that skins a primitive of a mesh instance.
type Skin = fn(&Frame<'_>, MeshInstanceId, usize, &mut SkinnedVertices);

fn skinning(actor: &Actor, name: &'static str, method: SkinningMethod, skin: Skin) -> Option<Job<'static>> {
    let mut actor = actor.clone();
    let character = actor.character().clone();
    let skinned: Vec<_> = (character.mesh_instance_ids())
        .filter(|&i| character.mesh_instances()[i].skin.is_some())
        .flat_map(|i| {
            let primitives = &character.meshes()[character.mesh_instances()[i].mesh].primitives;
            primitives.iter().enumerate().map(move |(p, primitive)| (i, p, primitive.positions.len()))
        })
        .collect();
    let vertices = skinned.iter().map(|s| s.2).sum::<usize>();
    character.mesh_instance_ids().for_each(|i| actor.meshes_mut().set_skinning(i, method));
    actor.update(0.3);
    let skinned: Vec<_> = skinned.into_iter().map(|(i, p, _)| (i, p, SkinnedVertices::default())).collect();
    (vertices > 0).then(|| {
        let mut skinned = skinned;
        Job::new(name, "vertex", vertices, move || {
            let frame = actor.frame();
            skinned.iter_mut().for_each(|(i, p, out)| skin(&frame, *i, *p, out));
        })
    })
}

/// Job that renders an animated frame and waits for the device.
pub(crate) fn frame_job(gpu: &Gpu, lead: Actor) -> Result<Job<'static>, Failure> {
    const SIZE: [u32; 2] = [1280, 720];
    let mut player = ScenePlayer::of(lead);
    let mut renderer = Renderer::new(gpu, RenderSettings::default());
    let mut actors = instances::create_actors(&renderer, player.actors(), Look::default())?;
    let mut framing =
        Framing::new(ViewDirection::of(ViewPreset::ThreeQuarter), SIZE[0] as f32 / SIZE[1] as f32);
    player.over_clip(|player| framing.add_actor(&player.actor));
    let camera = framing.camera();
    let (gpu, format) = (gpu.clone(), RenderSettings::default().output_format);
    let target = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("bench"),
        size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let job = Job::new("frame", "frame", 1, move || {
        player.update(1.0 / 60.0);
        for (drawn, actor) in actors.iter_mut().zip(player.actors()) {
            drawn.update(renderer.gpu(), actor);
        }
        renderer.draw(&Scene::of(camera, &SceneContent::new(&actors)), &view, SIZE);
        // A lost device ends the wait too; the next frame reports it.
        let _ = gpu.wait();
    });
    Ok(job.waited_for())
}
