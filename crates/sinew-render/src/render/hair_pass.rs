use super::hair_pipelines::HairPipelines;
use super::light_features::LightFeatures;
use super::pipeline::{DEPTH_FORMAT, PipelineContext};
use super::shadow_map::ShadowMap;
use crate::gpu::{layout_entry, texture_binding, uniform_binding};
use crate::hair::{HairInstance, dispatch};

/// Drawing of hair: pipelines, and the shadow map without hair, which hair reads, since it shadows itself by
/// its density.
#[derive(Debug)]
pub(super) struct HairPass {
    pipelines: HairPipelines,
    /// Layouts of the groups below.
    layouts: [wgpu::BindGroupLayout; 2],
    /// Group 0 of the light pass: the frame uniform.
    light_frame: wgpu::BindGroup,
    /// Group 0 of the shading: frame uniform and shadow map without hair.
    shade_frame: wgpu::BindGroup,
    surface_shadows: wgpu::Texture,
}

impl HairPass {
    /// `None` where the device cannot draw hair. `frame` is the frame uniform of the main pass.
    pub(super) fn new(
        context: &PipelineContext,
        frame: &wgpu::Buffer,
        shadow_map: &ShadowMap,
    ) -> Option<Self> {
        let kernels = context.gpu.hair_kernels()?;
        let device = &context.gpu.device;
        let group = |label: &str, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let compute = wgpu::ShaderStages::COMPUTE;
        let light_layout = group("hair light frame", &[layout_entry(0, compute, uniform_binding())]);
        let unfiltered = wgpu::TextureSampleType::Float { filterable: false };
        let frame_layout = group(
            "hair frame",
            &[
                layout_entry(0, compute, uniform_binding()),
                layout_entry(1, compute, texture_binding(unfiltered)),
            ],
        );
        let surface_shadows = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("shadow map without hair"),
            size: shadow_map.view.texture().size(),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: DEPTH_FORMAT,
            usage: wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let view = surface_shadows.create_view(&wgpu::TextureViewDescriptor::default());
        Some(Self {
            pipelines: HairPipelines::new(context, kernels, &light_layout),
            light_frame: device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("hair light frame"),
                layout: &light_layout,
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() }],
            }),
            shade_frame: device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("hair frame"),
                layout: &frame_layout,
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() },
                    wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&view) },
                ],
            }),
            surface_shadows,
            layouts: [light_layout, frame_layout],
        })
    }

    /// Creates the pipelines of a kind of light.
    pub(super) fn prepare(&mut self, context: &PipelineContext, light: LightFeatures) {
        if let Some(kernels) = context.gpu.hair_kernels() {
            self.pipelines.prepare((context, kernels), self.layouts.each_ref(), light);
        }
    }

    /// Computes the light inside of each layer, then the colours of its points.
    pub(super) fn light(
        &self,
        commands: &mut wgpu::CommandEncoder,
        hair: &[&HairInstance],
        light: LightFeatures,
    ) {
        let Some(lit) = self.pipelines.lit(light) else { return };
        let mut pass = commands.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&lit.light);
        pass.set_bind_group(0, &self.light_frame, &[]);
        for layer in drawn(hair) {
            pass.set_bind_group(1, layer.light_group(), &[]);
            let [x, y, z] = HairInstance::LIGHT_GROUPS;
            pass.dispatch_workgroups(x, y, z);
        }
        pass.set_bind_group(0, &self.shade_frame, &[]);
        for layer in drawn(hair) {
            pass.set_bind_group(1, layer.shade_group(), &[]);
            dispatch(&mut pass, &lit.shade, layer.drawn_points());
        }
        pass.set_pipeline(&self.pipelines.sort);
        pass.set_bind_group(0, &self.light_frame, &[]);
        for group in drawn(hair).filter_map(HairInstance::sort_group) {
            pass.set_bind_group(1, group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
        }
    }

    /// Keeps the shadows of the surfaces, then adds those of hair. `frame` is group 0 of the shadow pass, and
    /// `texel_size` the size of a texel in metres in the middle of the casters.
    pub(super) fn shadow(
        &self,
        commands: &mut wgpu::CommandEncoder,
        hair: &[&HairInstance],
        shadow_map: &ShadowMap,
        frame: &wgpu::BindGroup,
        (texel_size, light): (f32, LightFeatures),
    ) {
        let Some(lit) = self.pipelines.lit(light) else { return };
        let map = shadow_map.view.texture();
        commands.copy_texture_to_texture(
            map.as_image_copy(),
            self.surface_shadows.as_image_copy(),
            map.size(),
        );
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("hair shadow"),
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &shadow_map.view,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_pipeline(&lit.shadow);
        pass.set_bind_group(0, frame, &[]);
        for layer in drawn(hair) {
            pass.set_bind_group(1, layer.draw_group(), &[]);
            pass.draw(0..layer.strip_vertices(layer.shadow_strands(texel_size)), 0..1);
        }
    }

    /// Draws strands, and what sorted strips hide, in the main pass.
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>, hair: &[&HairInstance]) {
        for layer in drawn(hair) {
            let pipeline = layer.sort_group().map_or(&self.pipelines.ribbons, |_| &self.pipelines.strips[0]);
            draw_layer(pass, pipeline, layer);
        }
    }

    /// Draws the rest of sorted strips over everything behind them.
    pub(super) fn draw_blended(&self, pass: &mut wgpu::RenderPass<'_>, hair: &[&HairInstance]) {
        for layer in drawn(hair).filter(|layer| layer.sort_group().is_some()) {
            draw_layer(pass, &self.pipelines.strips[1], layer);
        }
    }
}

fn draw_layer(pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline, layer: &HairInstance) {
    pass.set_pipeline(pipeline);
    pass.set_bind_group(1, layer.draw_group(), &[]);
    pass.draw(0..layer.strip_vertices(layer.drawn_strands() as u32), 0..1);
}

/// Layers that have something to draw.
fn drawn<'a>(hair: &'a [&HairInstance]) -> impl Iterator<Item = &'a HairInstance> {
    hair.iter().copied().filter(|layer| layer.is_drawn())
}

#[cfg(test)]
mod tests {
    use crate::camera::Camera;
    use crate::gpu::Gpu;
    use crate::hair::{HairInstance, HairModel, HairModelError, StrandDetail};
    use crate::render::Renderer;
    use crate::render::read_back::read_buffer;
    use crate::scene::Scene;
    use crate::settings::RenderSettings;
    use sinew::glam::Vec3;
    use sinew::hair::{ControlHair, GuidePose, HairCurve, HairLook, Strand, Strands};
    use std::io::Write;

    /// Prints past the test harness.
    fn skip(problem: &dyn std::fmt::Display) {
        let _ = writeln!(std::io::stderr(), "SKIPPED the order of strips: {problem}");
    }

    #[test]
    fn strips_are_sorted_from_the_farthest_to_the_nearest() {
        let gpu = match Gpu::off_screen() {
            Ok(gpu) => gpu,
            Err(problem) => return skip(&problem),
        };
        let guide = ControlHair::new([Vec3::ZERO, Vec3::Y * 0.1, Vec3::Y * 0.2]).expect("three points");
        let pose = GuidePose::at_rest(&[guide]);
        // Strands at positions that are spread evenly, some of them twice.
        let offset = |n: usize| Vec3::new(0.618_034, 0.414_214, 0.732_051) * (n / 2 * 37) as f32;
        let strand = |n: usize| Strand {
            guides: [0; 4],
            weights: [1.0, 0.0, 0.0, 0.0],
            length: 1.0,
            random: (n as f32 * 0.618_034).fract(),
        };
        for (count, share) in [(40_000, 0.035), (3000, 0.02), (40, 0.1)] {
            let all = (0..count).map(strand).collect();
            let offsets = (0..count).flat_map(|n| [offset(n).fract(); 3]).collect();
            let strands = Strands::new(all, offsets, 3, HairCurve::CatmullRom, 1).expect("a sound groom");
            let model = match HairModel::new(&gpu, &strands, &HairLook::default(), 1, 3) {
                Err(HairModelError::Unsupported) => return skip(&HairModelError::Unsupported),
                other => other.expect("a small groom"),
            };
            let mut hair = HairInstance::new(&gpu, &model);
            hair.set_lod(StrandDetail::default().with_strands(share).with_sorted(true));
            hair.update(&gpu, &pose);
            let camera = Camera::look_at(Vec3::new(0.3, 0.4, 3.0), Vec3::splat(0.5));
            let mut renderer = Renderer::new(&gpu, RenderSettings::default());
            renderer.render_to_image(&Scene::new(camera, &[]).with_hair(&[&hair]), 16, 16).expect("an image");
            let drawn = hair.drawn_strands();
            let bytes = read_buffer(&gpu, hair.strip_order()).expect("ranks");
            let ranks: Vec<u32> =
                bytes.as_chunks::<4>().0[..drawn].iter().map(|rank| u32::from_le_bytes(*rank)).collect();
            let mut all = ranks.clone();
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..drawn as u32), "{count} strands");
            let distance = |rank: &u32| {
                strands.point(hair.order()[*rank as usize] as usize, 1, &pose).distance(camera.eye)
            };
            assert!(ranks.is_sorted_by(|a, b| distance(a) >= distance(b) - 1e-5), "{count} strands");
            assert!(distance(&ranks[0]) > distance(&ranks[drawn - 1]) + 0.3);
        }
    }
}
