use super::behind_map::BehindMap;
use super::decal_pipelines::DecalPipelines;
use super::draw_list::{Draw, DrawList};
use super::edge_region::PixelRect;
use super::frame_groups::FrameGroups;
use super::hair_pass::HairPass;
use super::light_features::LightFeatures;
use super::line_buffer::LineBuffer;
use super::mesh_pipelines::MeshPipelines;
use super::pipeline::PipelineContext;
use super::render_targets::RenderTargets;
use super::scene_pipelines::{BackgroundPipelines, ScenePipelines};
use super::shadow_map::ShadowMap;
use super::shadow_pipelines::ShadowPipelines;
use crate::decal::DecalLayer;
use crate::instance::{ModelInstance, PrimitiveInstance};
use crate::model::BlendMode;
use crate::scene::{Background, Scene};
use std::ops::Range;

/// Scene, draws, pipelines and targets of the render passes of one image.
pub(super) struct Passes<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) draws: &'a DrawList,
    pub(super) lines: &'a LineBuffer,
    pub(super) mesh_pipelines: &'a MeshPipelines,
    pub(super) decal_pipelines: &'a DecalPipelines,
    pub(super) light: LightFeatures,
    /// `None` where the scene has no hair.
    pub(super) hair: Option<&'a HairPass>,
    pub(super) scene_pipelines: &'a ScenePipelines,
    pub(super) shadow_pipelines: &'a ShadowPipelines,
    pub(super) shadow_map: &'a ShadowMap,
    /// Group 0 of all passes.
    pub(super) frames: &'a FrameGroups,
    /// Group 3 of surfaces without a wrinkle map.
    pub(super) no_wrinkles: &'a wgpu::BindGroup,
    pub(super) targets: &'a RenderTargets,
    /// Picture of what lies behind transmissive surfaces; `None` where there are none.
    pub(super) behind: Option<&'a BehindMap>,
    pub(super) context: &'a PipelineContext,
    /// Part of the image that has edges; `None` for all of it.
    pub(super) edge_region: Option<PixelRect>,
}

impl Passes<'_> {
    /// Draws the depth of shadow casters as seen from the light. `texel_size` is that of the map in metres.
    pub(super) fn shadow(&self, commands: &mut wgpu::CommandEncoder, texel_size: f32) {
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
        pass.set_bind_group(0, &self.frames.uniform, &[]);
        for &(instance, primitive) in &self.draws.shadow_casters {
            let instance = self.scene.instances[instance];
            let primitive = &instance.primitives[primitive];
            let is_masked = primitive.blend_mode != BlendMode::Opaque;
            let masked = is_masked.then_some(instance.material(primitive).shading);
            pass.set_pipeline(self.shadow_pipelines.get(instance.primitive(primitive).topology, masked));
            draw_primitive(&mut pass, instance, primitive);
        }
        drop(pass);
        if let Some(hair) = self.hair {
            hair.shadow(
                commands,
                self.scene.hair,
                self.shadow_map,
                &self.frames.uniform,
                (texel_size, self.light),
            );
        }
    }

    /// Draws everything visible in linear colours: opaque surfaces, decals, hair, ground, sky, blended
    /// surfaces, overlay lines; where there is a region with edges, in the region. Before transmissive surfaces
    /// the pass is interrupted for a picture of what lies behind them.
    pub(super) fn main(&self, commands: &mut wgpu::CommandEncoder) {
        let mut rest = &self.draws.blended[..];
        let mut pass = self.begin_main(commands, true, !rest.iter().any(|draw| draw.transmits));
        pass.set_bind_group(0, &self.frames.main, &[]);
        self.draw_meshes(&mut pass, &self.draws.opaque);
        self.draw_decals(&mut pass);
        if let Some(hair) = self.hair {
            hair.draw(&mut pass, self.scene.hair);
        }
        if let Some(background) = self.scene_pipelines.background(self.light) {
            self.draw_background(&mut pass, &background.main);
        }
        if let Some(hair) = self.hair {
            hair.draw_blended(&mut pass, self.scene.hair);
        }
        loop {
            let (now, later) = split_while(rest, |draw| !draw.transmits);
            self.draw_blended(&mut pass, now);
            let Some(behind) = self.behind.filter(|_| !later.is_empty()) else { break };
            drop(pass);
            behind.capture(self.context, commands, self.targets.single());
            let (now, later) = split_while(later, |draw| draw.transmits);
            pass = self.begin_main(commands, false, !later.iter().any(|draw| draw.transmits));
            pass.set_bind_group(0, self.frames.with_behind(), &[]);
            self.draw_blended(&mut pass, now);
            rest = later;
        }
        if self.lines.count > 0 {
            pass.set_vertex_buffer(0, self.lines.buffer.slice(..));
            for pipeline in [&self.scene_pipelines.hidden_lines, &self.scene_pipelines.lines] {
                pass.set_pipeline(pipeline);
                pass.draw(0..6, 0..self.lines.count);
            }
        }
    }

    /// Begins the main pass, or goes on with it.
    fn begin_main<'e>(
        &self,
        commands: &'e mut wgpu::CommandEncoder,
        is_first: bool,
        is_last: bool,
    ) -> wgpu::RenderPass<'e> {
        let targets = self.targets;
        let (view, resolve_target) = match &targets.multisampled {
            Some(multisampled) => (multisampled, Some(targets.single())),
            None => (targets.single(), None),
        };
        // After resolving for the last time, the samples are not needed.
        let is_done = is_last && resolve_target.is_some();
        let store = |is_done: bool| if is_done { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store };
        let load = if is_first { wgpu::LoadOp::Clear(self.clear_color()) } else { wgpu::LoadOp::Load };
        // Depth is reversed: 0 is the far plane.
        let load_depth = if is_first { wgpu::LoadOp::Clear(0.0) } else { wgpu::LoadOp::Load };
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("main"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load, store: store(is_done) },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &targets.depth,
                depth_ops: Some(wgpu::Operations { load: load_depth, store: store(is_last) }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        if let Some(region) = self.edge_region {
            // The image around the region lies outside of the targets.
            let [width, height] = targets.size.map(|side| side as f32);
            pass.set_viewport(-(region.x as f32), -(region.y as f32), width, height, 0.0, 1.0);
            pass.set_scissor_rect(0, 0, region.width, region.height);
        }
        pass
    }

    /// Draws the background around the region with edges, with one sample per pixel, and copies the region
    /// into the image.
    pub(super) fn around_region(&self, commands: &mut wgpu::CommandEncoder) {
        let background = self.scene_pipelines.background(self.light);
        let single_sample = background.and_then(|background| background.single_sample.as_ref());
        let (Some(region), Some(targets), Some(pipelines)) =
            (self.edge_region, &self.targets.region, single_sample)
        else {
            return;
        };
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("background"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.targets.resolved,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(self.clear_color()),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(discarded_depth(&targets.background_depth)),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.frames.around, &[]);
        for part in region.around(self.targets.size).into_iter().filter(|part| !part.is_empty()) {
            pass.set_scissor_rect(part.x, part.y, part.width, part.height);
            self.draw_background(&mut pass, pipelines);
        }
        drop(pass);
        let to = self.targets.resolved.texture().as_image_copy();
        commands.copy_texture_to_texture(
            targets.resolved.texture().as_image_copy(),
            wgpu::TexelCopyTextureInfo { origin: wgpu::Origin3d { x: region.x, y: region.y, z: 0 }, ..to },
            wgpu::Extent3d { width: region.width, height: region.height, depth_or_array_layers: 1 },
        );
    }

    /// Colour of the image where nothing is drawn.
    fn clear_color(&self) -> wgpu::Color {
        match self.scene.background {
            Background::Color(c) => {
                let [r, g, b, a] = [c.x * c.w, c.y * c.w, c.z * c.w, c.w].map(f64::from);
                wgpu::Color { r, g, b, a }
            }
            // The sky is drawn last, where nothing else is.
            Background::Sky => wgpu::Color::BLACK,
            Background::Transparent => wgpu::Color::TRANSPARENT,
        }
    }

    /// Draws ground and sky.
    fn draw_background(&self, pass: &mut wgpu::RenderPass<'_>, pipelines: &BackgroundPipelines) {
        let scene = self.scene;
        let has_sky = scene.background == Background::Sky;
        // Ground that is transparent or seen from below is blended over the sky instead.
        let is_opaque = scene.ground.is_some_and(|g| g.color.w >= 1.0 && scene.camera.eye.y > g.height);
        if has_sky && is_opaque {
            pipelines.ground_with_sky.draw(pass);
        }
        if has_sky {
            pass.set_pipeline(&pipelines.sky);
            pass.draw(0..3, 0..1);
        }
        if scene.ground.is_some() && !(has_sky && is_opaque) {
            pipelines.ground.draw(pass);
        }
    }

    /// Draws the decals of all instances over their opaque surfaces.
    fn draw_decals(&self, pass: &mut wgpu::RenderPass<'_>) {
        for layer in self.scene.instances.iter().filter_map(|instance| instance.decals.as_ref()) {
            self.draw_layer(pass, layer, layer.draws());
        }
    }

    /// Draws some of the decals of a layer.
    fn draw_layer(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        layer: &DecalLayer,
        draws: impl Iterator<Item = (usize, Range<u32>)>,
    ) {
        let Some((vertices, material, data)) = layer.bindings() else { return };
        pass.set_bind_group(1, material, &[]);
        pass.set_bind_group(2, data, &[]);
        pass.set_bind_group(3, self.no_wrinkles, &[]);
        pass.set_vertex_buffer(0, vertices.slice(..));
        for (blend, range) in draws {
            if let Some(pipeline) = self.decal_pipelines.get(blend, self.light) {
                pass.set_pipeline(pipeline);
                pass.draw(range, 0..1);
            }
        }
    }

    /// Draws blended surfaces, each followed by the decals that lie on it.
    fn draw_blended(&self, pass: &mut wgpu::RenderPass<'_>, draws: &[Draw]) {
        let is_same = |a: &Draw, b: &Draw| (a.instance, a.primitive) == (b.instance, b.primitive);
        for draws in draws.chunk_by(is_same) {
            self.draw_meshes(pass, draws);
            let instance = self.scene.instances[draws[0].instance];
            let primitive = &instance.primitives[draws[0].primitive];
            if let Some(layer) = &instance.decals {
                let mut on_it = layer.draws_on(primitive.mesh_instance, primitive.primitive).peekable();
                if on_it.peek().is_some() {
                    self.draw_layer(pass, layer, on_it);
                }
            }
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
            let primitive = &instance.primitives[draw.primitive];
            let wrinkles = primitive.wrinkles.as_ref().map(|wrinkles| &wrinkles.bind_group);
            pass.set_bind_group(3, wrinkles.unwrap_or(self.no_wrinkles), &[]);
            draw_primitive(pass, instance, primitive);
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

/// The first draws of which `is_first` is true, and the rest.
fn split_while(draws: &[Draw], is_first: impl Fn(&Draw) -> bool) -> (&[Draw], &[Draw]) {
    draws.split_at(draws.iter().take_while(|draw| is_first(draw)).count())
}

/// Depth attachment that is cleared before and not kept after the pass. Depth is reversed: 0 is the far
/// plane.
fn discarded_depth(view: &wgpu::TextureView) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Discard }),
        stencil_ops: None,
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
