use super::draw_list::{Draw, DrawList};
use super::line_buffer::LineBuffer;
use super::mesh_pipelines::MeshPipelines;
use super::render_targets::RenderTargets;
use super::scene_pipelines::ScenePipelines;
use super::shadow_map::ShadowMap;
use super::shadow_pipelines::ShadowPipelines;
use crate::instance::{ModelInstance, PrimitiveInstance};
use crate::model::BlendMode;
use crate::scene::{Background, Scene};

/// Scene, draws, pipelines and targets of the render passes of one image.
pub(super) struct Passes<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) draws: &'a DrawList,
    pub(super) lines: &'a LineBuffer,
    pub(super) mesh_pipelines: &'a MeshPipelines,
    pub(super) scene_pipelines: &'a ScenePipelines,
    pub(super) shadow_pipelines: &'a ShadowPipelines,
    pub(super) shadow_map: &'a ShadowMap,
    /// Group 0 of the shadow pass: the frame uniform.
    pub(super) frame: &'a wgpu::BindGroup,
    pub(super) targets: &'a RenderTargets,
}

impl Passes<'_> {
    /// Draws the depth of shadow casters as seen from the sun.
    pub(super) fn shadow(&self, commands: &mut wgpu::CommandEncoder) {
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
        pass.set_bind_group(0, self.frame, &[]);
        for &(instance, primitive) in &self.draws.shadow_casters {
            let instance = self.scene.instances[instance];
            let primitive = &instance.primitives[primitive];
            let is_masked = primitive.blend_mode != BlendMode::Opaque;
            let masked = is_masked.then_some(instance.material(primitive).shading);
            pass.set_pipeline(self.shadow_pipelines.get(instance.primitive(primitive).topology, masked));
            draw_primitive(&mut pass, instance, primitive);
        }
    }

    /// Draws everything visible in linear colours: opaque surfaces, ground, sky, blended surfaces, overlay lines.
    pub(super) fn main(&self, commands: &mut wgpu::CommandEncoder) {
        let clear = match self.scene.background {
            Background::Color(c) => {
                let [r, g, b, a] = [c.x * c.w, c.y * c.w, c.z * c.w, c.w].map(f64::from);
                wgpu::Color { r, g, b, a }
            }
            Background::Sky | Background::Transparent => wgpu::Color::TRANSPARENT,
        };
        let (view, resolve_target) = match &self.targets.multisampled {
            Some(multisampled) => (multisampled, Some(&self.targets.resolved)),
            None => (&self.targets.resolved, None),
        };
        // After resolving, the samples are not needed.
        let store = if resolve_target.is_some() { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store };
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("main"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.targets.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.shadow_map.frame_with_shadow, &[]);
        self.draw_meshes(&mut pass, &self.draws.opaque);
        self.draw_background(&mut pass);
        self.draw_meshes(&mut pass, &self.draws.blended);
        if self.lines.count > 0 {
            pass.set_vertex_buffer(0, self.lines.buffer.slice(..));
            for pipeline in [&self.scene_pipelines.hidden_lines, &self.scene_pipelines.lines] {
                pass.set_pipeline(pipeline);
                pass.draw(0..6, 0..self.lines.count);
            }
        }
    }

    /// Draws ground and sky.
    fn draw_background(&self, pass: &mut wgpu::RenderPass<'_>) {
        let scene = self.scene;
        let has_sky = scene.background == Background::Sky;
        // Ground that is transparent or seen from below is blended over the sky instead.
        let is_opaque = scene.ground.is_some_and(|g| g.color.w >= 1.0 && scene.camera.eye.y > g.height);
        if has_sky && is_opaque {
            self.scene_pipelines.ground_with_sky.draw(pass);
        }
        if has_sky {
            pass.set_pipeline(&self.scene_pipelines.sky);
            pass.draw(0..3, 0..1);
        }
        if scene.ground.is_some() && !(has_sky && is_opaque) {
            self.scene_pipelines.ground.draw(pass);
        }
    }

    fn draw_meshes(&self, pass: &mut wgpu::RenderPass<'_>, draws: &[Draw]) {
        let mut current = None;
        for draw in draws {
            if current != Some(draw.pipeline) {
                pass.set_pipeline(self.mesh_pipelines.get(draw.pipeline));
                current = Some(draw.pipeline);
            }
            let instance = self.scene.instances[draw.instance];
            draw_primitive(pass, instance, &instance.primitives[draw.primitive]);
        }
    }

    /// Writes the resolved colours to `output`, encoded by `pipeline`.
    pub(super) fn output(
        &self,
        commands: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::RenderPipeline,
        output: &wgpu::TextureView,
    ) {
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("output"),
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
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.targets.output, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn draw_primitive(pass: &mut wgpu::RenderPass<'_>, instance: &ModelInstance, primitive: &PrimitiveInstance) {
    let indices = instance.indices(primitive);
    pass.set_bind_group(1, instance.material_bind_group(primitive), &[]);
    pass.set_bind_group(2, &primitive.bind_group, &[]);
    pass.set_vertex_buffer(0, instance.primitive(primitive).vertices.slice(..));
    pass.set_index_buffer(indices.buffer.slice(..), wgpu::IndexFormat::Uint32);
    pass.draw_indexed(0..indices.count, 0, 0..1);
}
