//! Drawing: a shadow pass, a pass for everything that is seen, a pass that encodes.

mod draft;
mod draw_list;
mod encode;
mod frame;
mod layouts;
mod lines;
mod mesh_pipelines;
mod picture;
mod read_vertices;
mod scenery;
mod shadow;
mod targets;

pub(crate) use layouts::Layouts;
pub use picture::PictureError;

use crate::Gpu;
use crate::model::{Mipmapper, Translucency};
use crate::puppet::{ModelInstance, Part};
use crate::scene::{Background, Scene};
use crate::settings::{RenderSettings, VertexDataPath};
use crate::shader::Shaders;
use draft::{Context, LIGHT};
use draw_list::{Draw, DrawList};
use frame::{FrameUniform, SkyLight};
use lines::Lines;
use mesh_pipelines::MeshPipelines;
use scenery::Scenery;
use shadow::{ShadowFit, ShadowMap};
use targets::Targets;

/// Draws scenes. Owns every pipeline, the shadow map and the buffers that pictures are drawn into.
#[derive(Debug)]
pub struct Renderer {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) path: VertexDataPath,
    pub(crate) layouts: Layouts,
    pub(crate) mipmapper: Mipmapper,
    pub(crate) anisotropy: u16,
    shaders: Shaders,
    settings: RenderSettings,
    samples: u32,
    scenery: Scenery,
    meshes: MeshPipelines,
    encoders: Vec<(wgpu::TextureFormat, bool, wgpu::RenderPipeline)>,
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    shadow_map: ShadowMap,
    targets: Option<Targets>,
    lines: Lines,
    draws: DrawList,
    sky_light: SkyLight,
}

impl Renderer {
    /// Makes what every picture needs.
    pub fn new(gpu: &Gpu, settings: RenderSettings) -> Self {
        let device = gpu.device.clone();
        let path = settings.vertex_data.decide(&gpu.adapter, &device.limits());
        let shaders = Shaders::new(&device, path);
        let layouts = Layouts::new(&device, path);
        let features = gpu.adapter.get_texture_format_features(LIGHT).flags;
        let samples = if settings.samples >= 4 && features.sample_count_supported(4) { 4 } else { 1 };
        let context = Context { device: &device, layouts: &layouts, shaders: &shaders, samples };
        let scenery = Scenery::new(&context);
        let frame = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameUniform>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &layouts.frame,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() }],
        });
        // On a processor every further texel read costs what it costs.
        let software = gpu.adapter.get_info().device_type == wgpu::DeviceType::Cpu;
        Self {
            shadow_map: ShadowMap::new(&device, &layouts, settings.shadow_size, &frame),
            mipmapper: Mipmapper::new(&device, &shaders.mipmap),
            anisotropy: if software { 1 } else { 8 },
            queue: gpu.queue.clone(),
            path,
            shaders,
            settings,
            samples,
            scenery,
            meshes: MeshPipelines::default(),
            encoders: Vec::new(),
            frame,
            frame_group,
            targets: None,
            lines: Lines::new(&device),
            draws: DrawList::default(),
            sky_light: SkyLight::default(),
            layouts,
            device,
        }
    }

    /// Whether joints, influences and morph targets are read from storage buffers, not textures.
    pub fn uses_storage_buffers(&self) -> bool {
        self.path == VertexDataPath::Storage
    }

    /// Draws `scene` to `output`, a view of `size` pixels in the settings' output format, and submits it.
    pub fn draw(&mut self, scene: &Scene<'_>, output: &wgpu::TextureView, size: [u32; 2]) {
        self.draw_to(scene, output, size, self.settings.output, false);
    }

    fn draw_to(
        &mut self,
        scene: &Scene<'_>,
        output: &wgpu::TextureView,
        size: [u32; 2],
        format: wgpu::TextureFormat,
        straight: bool,
    ) {
        let size = size.map(|s| s.max(1));
        if self.targets.as_ref().is_none_or(|t| t.size != size) {
            self.targets = Some(Targets::new(&self.device, &self.layouts, size, self.samples));
        }
        let encoder = self.encoders.iter().position(|(f, s, _)| (*f, *s) == (format, straight));
        let encoder = encoder.unwrap_or_else(|| {
            self.encoders.push((format, straight, encode::pipeline(self, format, straight)));
            self.encoders.len() - 1
        });
        let context = Context {
            device: &self.device,
            layouts: &self.layouts,
            shaders: &self.shaders,
            samples: self.samples,
        };
        self.draws.fill(scene, &context, &mut self.meshes);
        let bounds = draw_list::actor_bounds(scene);
        let size_of_map = if self.settings.shadow_size == 0 { 0 } else { self.shadow_map.size };
        let fit = ShadowFit::new(&bounds, scene, size_of_map);
        let uniform = FrameUniform::new(scene, size, &bounds, fit.as_ref(), &mut self.sky_light);
        self.queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(&uniform));
        self.lines.upload(&self.device, &self.queue, scene.lines);

        let Some(targets) = &self.targets else { return };
        let mut commands = self.device.create_command_encoder(&Default::default());
        if fit.is_some() {
            self.shadow_pass(&mut commands, scene);
        }
        self.light_pass(&mut commands, scene, targets);
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("encode"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: output,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&self.encoders[encoder].2);
        pass.set_bind_group(0, &targets.encode, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        self.queue.submit([commands.finish()]);
    }

    fn shadow_pass(&self, commands: &mut wgpu::CommandEncoder, scene: &Scene<'_>) {
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("shadow"),
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.shadow_map.view,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.frame_group, &[]);
        for &(actor, part) in &self.draws.casters {
            let puppet = scene.actors[actor];
            let part = &puppet.parts[part];
            let masked = part.translucency != Translucency::Opaque;
            let masked = masked.then_some(puppet.material(part).shading);
            pass.set_pipeline(self.scenery.shadow.get(puppet.primitive(part).topology, masked));
            draw_part(&mut pass, puppet, part);
        }
    }

    fn light_pass(&self, commands: &mut wgpu::CommandEncoder, scene: &Scene<'_>, targets: &Targets) {
        let clear = match scene.background {
            Background::Color(c) => {
                let [r, g, b, a] = [c.x * c.w, c.y * c.w, c.z * c.w, c.w].map(f64::from);
                wgpu::Color { r, g, b, a }
            }
            Background::Sky | Background::None => wgpu::Color::TRANSPARENT,
        };
        let (view, resolve_target) = match &targets.samples {
            Some(samples) => (samples, Some(&targets.resolved)),
            None => (&targets.resolved, None),
        };
        // The samples themselves are not wanted afterwards.
        let store = if resolve_target.is_some() { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store };
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("light"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &targets.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.shadow_map.shaded, &[]);
        self.draw_parts(&mut pass, scene, &self.draws.solid);
        let sky = scene.background == Background::Sky;
        // Seen from below, or see-through, the ground is blended like anything else.
        let solid = scene.ground.is_some_and(|g| g.color.w >= 1.0 && scene.camera.eye.y > g.height);
        if sky && solid {
            pass.set_pipeline(&self.scenery.ground_with_sky);
            pass.draw(0..6, 0..1);
        }
        if sky {
            pass.set_pipeline(&self.scenery.backdrop);
            pass.draw(0..3, 0..1);
        }
        if scene.ground.is_some() && !(sky && solid) {
            pass.set_pipeline(&self.scenery.ground);
            pass.draw(0..6, 0..1);
        }
        self.draw_parts(&mut pass, scene, &self.draws.blended);
        if self.lines.count > 0 {
            pass.set_vertex_buffer(0, self.lines.buffer.slice(..));
            for pipeline in [&self.scenery.hidden_lines, &self.scenery.lines] {
                pass.set_pipeline(pipeline);
                pass.draw(0..6, 0..self.lines.count);
            }
        }
    }

    fn draw_parts(&self, pass: &mut wgpu::RenderPass<'_>, scene: &Scene<'_>, draws: &[Draw]) {
        let mut bound = None;
        for draw in draws {
            if bound != Some(draw.pipeline) {
                pass.set_pipeline(self.meshes.get(draw.pipeline));
                bound = Some(draw.pipeline);
            }
            let puppet = scene.actors[draw.actor];
            draw_part(pass, puppet, &puppet.parts[draw.part]);
        }
    }
}

fn draw_part(pass: &mut wgpu::RenderPass<'_>, puppet: &ModelInstance, part: &Part) {
    let indices = puppet.indices(part);
    pass.set_bind_group(1, puppet.material_group(part), &[]);
    pass.set_bind_group(2, &part.bind_group, &[]);
    pass.set_vertex_buffer(0, puppet.primitive(part).vertices.slice(..));
    pass.set_index_buffer(indices.buffer.slice(..), wgpu::IndexFormat::Uint32);
    pass.draw_indexed(0..indices.count, 0, 0..1);
}
