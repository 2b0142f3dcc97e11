use super::behind_map::BehindMap;
use super::decal_pipelines::DecalPipelines;
use super::draw_list::DrawList;
use super::edge_region::edge_region;
use super::error::RenderError;
use super::frame_groups::FrameGroups;
use super::frame_uniform::FrameUniform;
use super::hair_pass::HairPass;
use super::light_features::LightFeatures;
use super::light_list::LightList;
use super::line_buffer::LineBuffer;
use super::mesh_pipelines::MeshPipelines;
use super::output_pipelines::{OutputFormat, OutputPipelines};
use super::passes::Passes;
use super::pipeline::PipelineContext;
use super::read_back::{create_target, read_texture};
use super::render_targets::RenderTargets;
use super::scene_pipelines::ScenePipelines;
use super::shadow_map::ShadowMap;
use super::shadow_pipelines::ShadowPipelines;
use super::shadow_projection::ShadowProjection;
use super::skinned_vertices::read_skinned_vertices;
use super::sky_irradiance::SkyIrradiance;
use super::strand_points::{read_guide_points, read_strand_points};
use super::vertex_strain::read_vertex_strain;
use crate::gpu::Gpu;
use crate::hair::{HairInstance, HairSolver};
use crate::instance::ModelInstance;
use crate::scene::Scene;
use crate::settings::RenderSettings;
use sinew::character::{MeshInstanceId, Pixels};
use sinew::glam::Vec3;
use sinew::hair::GuidePoint;
use sinew::skinning::SkinnedVertices;

/// Renderer of scenes, to a texture view or to memory. Owns the pipelines, the shadow map and the render
/// targets.
///
/// ```no_run
/// use sinew_render::{Camera, Gpu, RenderSettings, Renderer, Scene, ViewPreset};
///
/// # fn example(instance: &sinew_render::ModelInstance) -> Result<(), Box<dyn std::error::Error>> {
/// let gpu = Gpu::off_screen()?;
/// let mut renderer = Renderer::new(&gpu, RenderSettings::default());
/// let camera = Camera::framing(&instance.bounds(), ViewPreset::Front, 16.0 / 9.0);
/// let image = renderer.render_to_image(&Scene::new(camera, &[instance]), 1280, 720)?;
/// assert_eq!(image.rgba.len(), 1280 * 720 * 4);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Renderer {
    context: PipelineContext,
    settings: RenderSettings,
    scene_pipelines: ScenePipelines,
    shadow_pipelines: ShadowPipelines,
    mesh_pipelines: MeshPipelines,
    decal_pipelines: DecalPipelines,
    /// Created for the first scene with hair.
    hair_pass: Option<HairPass>,
    output_pipelines: OutputPipelines,
    frame_uniform: wgpu::Buffer,
    /// Frame uniform of the background around the region with edges.
    around_uniform: wgpu::Buffer,
    frame_groups: FrameGroups,
    shadow_map: ShadowMap,
    /// Render targets of the last image's size.
    targets: Option<RenderTargets>,
    /// Created for the first scene with transmissive surfaces.
    behind: Option<BehindMap>,
    lines: LineBuffer,
    draws: DrawList,
    sky_irradiance: SkyIrradiance,
}

impl Renderer {
    /// Creates a renderer for models of `gpu`.
    #[must_use]
    pub fn new(gpu: &Gpu, settings: RenderSettings) -> Self {
        let context = PipelineContext::new(gpu, settings.sample_count);
        let device = &gpu.device;
        let scene_pipelines = ScenePipelines::new(&context);
        let shadow_pipelines = ShadowPipelines::new(&context);
        let create_uniform = || {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("frame"),
                size: size_of::<FrameUniform>() as u64,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let (frame_uniform, around_uniform) = (create_uniform(), create_uniform());
        let shadow_map = ShadowMap::new(device, settings.shadow_map_size);
        let frame_groups = FrameGroups::new(&context, &shadow_map, [&frame_uniform, &around_uniform]);
        Self {
            shadow_map,
            lines: LineBuffer::new(device),
            settings,
            scene_pipelines,
            shadow_pipelines,
            mesh_pipelines: MeshPipelines::default(),
            decal_pipelines: DecalPipelines::default(),
            hair_pass: None,
            output_pipelines: OutputPipelines::default(),
            frame_uniform,
            around_uniform,
            frame_groups,
            targets: None,
            behind: None,
            draws: DrawList::default(),
            sky_irradiance: SkyIrradiance::default(),
            context,
        }
    }

    /// The device that the renderer draws with.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.context.gpu
    }

    /// Draws `scene` to `output`, a view of `size` pixels in [`RenderSettings::output_format`], and submits
    /// the commands. Colours are premultiplied by alpha, in formats that are not sRGB after they are encoded, as compositors
    /// expect. [`Gpu::take_error`] has the errors of the device.
    pub fn draw(&mut self, scene: &Scene<'_>, output: &wgpu::TextureView, size: [u32; 2]) {
        let format = OutputFormat { format: self.settings.output_format, straight_alpha: false };
        self.draw_in_format(scene, output, size, format);
    }

    /// Draws `scene` to an image in memory: 8-bit sRGB with straight alpha, rows from the top. Waits for the
    /// device.
    ///
    /// # Errors
    /// When a side is 0 or longer than the device takes, or the device failed, now or since
    /// [`Gpu::take_error`] was asked.
    pub fn render_to_image(
        &mut self,
        scene: &Scene<'_>,
        width: u32,
        height: u32,
    ) -> Result<Pixels, RenderError> {
        let limit = self.context.gpu.device.limits().max_texture_dimension_2d;
        if width == 0 || height == 0 || width > limit || height > limit {
            return Err(RenderError::ImageSize { width, height, limit });
        }
        let gpu = self.context.gpu.clone();
        let image = gpu.catch(|| {
            let format = wgpu::TextureFormat::Rgba8Unorm;
            let texture = create_target(&gpu.device, format, [width, height]);
            let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
            let output = OutputFormat { format, straight_alpha: true };
            self.draw_in_format(scene, &view, [width, height], output);
            read_texture(&gpu, &texture)
        });
        if let Some(error) = gpu.take_error() {
            return Err(RenderError::Device(error));
        }
        let rgba = image.map_err(RenderError::Device)??;
        Ok(Pixels { width, height, rgba })
    }

    /// Vertices of one primitive as the device skins them, in model space, in the pose of the last
    /// [`ModelInstance::update`]: the counterpart of [`sinew::Frame::skin_vertices`] on the CPU, for tools
    /// and tests. `primitive` is an index in the primitives of the mesh.
    /// Builds a pipeline and waits for the device.
    ///
    /// # Errors
    /// When there is no such mesh instance or primitive, or the device is lost.
    pub fn skinned_vertices(
        &self,
        instance: &ModelInstance,
        mesh_instance: MeshInstanceId,
        primitive: usize,
    ) -> Result<SkinnedVertices, RenderError> {
        let read = || read_skinned_vertices(&self.context, instance, mesh_instance, primitive);
        self.context.gpu.catch(read).map_err(RenderError::Device)?
    }

    /// Area strain of the vertices of one primitive as the device computes it, in the pose of the last
    /// [`ModelInstance::update`]: the counterpart of [`sinew::Frame::area_strain`], for tools and tests.
    /// Zeros for a primitive without an automatic wrinkle map. Builds a pipeline and waits for the device.
    ///
    /// # Errors
    /// When there is no such mesh instance or primitive, or the device is lost.
    pub fn area_strain(
        &self,
        instance: &ModelInstance,
        mesh_instance: MeshInstanceId,
        primitive: usize,
    ) -> Result<Vec<f32>, RenderError> {
        let read = || read_vertex_strain(&self.context, instance, mesh_instance, primitive);
        self.context.gpu.catch(read).map_err(RenderError::Device)?
    }

    /// Points of all strands of a layer of hair as the device evaluates them, in the pose of the last
    /// [`HairInstance::update`], strand after strand in the order of the groom: the counterpart of
    /// [`sinew::hair::Strands::point`], for tools and tests. Waits for the device.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn strand_points(&self, hair: &HairInstance) -> Result<Vec<Vec3>, RenderError> {
        let gpu = &self.context.gpu;
        gpu.catch(|| read_strand_points(gpu, hair)).map_err(RenderError::Device)?
    }

    /// Points of all hairs of a solver as of its last update, hair after hair, with their rotations: the
    /// counterpart of [`sinew::hair::GuidePose::points`], for tools and tests. Waits for the device.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn guide_points(&self, solver: &HairSolver) -> Result<Vec<GuidePoint>, RenderError> {
        let gpu = &self.context.gpu;
        gpu.catch(|| read_guide_points(gpu, solver)).map_err(RenderError::Device)?
    }

    fn draw_in_format(
        &mut self,
        scene: &Scene<'_>,
        output: &wgpu::TextureView,
        size: [u32; 2],
        format: OutputFormat,
    ) {
        let size = size.map(|side| side.max(1));
        let Gpu { device, queue, .. } = &self.context.gpu;
        let edge_region = edge_region(scene, size).filter(|_| self.context.sample_count > 1);
        let targets = self.targets.take().filter(|targets| targets.fit(size, edge_region));
        let targets = targets.unwrap_or_else(|| RenderTargets::new(&self.context, size, edge_region));
        let output_pipeline = self.output_pipelines.prepare(&self.context, format);
        let bounds = scene.bounds();
        let lights = LightList::new(scene, &bounds);
        let light = LightFeatures::new(scene, &lights);
        self.scene_pipelines.prepare(&self.context, light);
        self.draws.fill(scene, light, &self.context, &mut self.mesh_pipelines);
        if scene.instances.iter().any(|instance| instance.decals.is_some()) {
            self.decal_pipelines.prepare(&self.context, light);
        }
        let transmits = self.draws.blended.iter().any(|draw| draw.transmits);
        let behind = self.behind.take().filter(|behind| behind.fits(targets.single()));
        self.behind = behind.or_else(|| {
            let size = targets.single().texture().size();
            transmits.then(|| BehindMap::new(&self.context, size))
        });
        let environment = scene.environment.map(|environment| &environment.map.view);
        let behind = self.behind.as_ref().filter(|_| transmits);
        let frames = [&self.frame_uniform, &self.around_uniform];
        self.frame_groups.prepare(&self.context, &self.shadow_map, frames, (environment, behind));
        let has_hair = scene.hair.iter().any(|layer| layer.is_drawn());
        if has_hair && self.hair_pass.is_none() {
            self.hair_pass = HairPass::new(&self.context, &self.frame_uniform, &self.shadow_map);
        }
        if let Some(hair) = self.hair_pass.as_mut().filter(|_| has_hair) {
            hair.prepare(&self.context, light);
        }
        let hair = self.hair_pass.as_ref().filter(|_| has_hair);
        let map_size = if self.settings.shadow_map_size == 0 { 0 } else { self.shadow_map.size };
        let shadow = ShadowProjection::new(&bounds, scene, &lights.caster, map_size);
        let irradiance = self.sky_irradiance.get(scene);
        let uniform = FrameUniform::new(scene, size, &bounds, (&lights, shadow.as_ref()), &irradiance);
        let origin = edge_region.map_or([0; 2], |region| [region.x, region.y]);
        queue.write_buffer(&self.frame_uniform, 0, bytemuck::bytes_of(&uniform.with_origin(origin)));
        if edge_region.is_some() {
            queue.write_buffer(&self.around_uniform, 0, bytemuck::bytes_of(&uniform));
        }
        self.lines.upload(device, queue, scene.lines);

        let passes = Passes {
            no_wrinkles: &self.context.gpu.caches.no_wrinkles,
            scene,
            draws: &self.draws,
            lines: &self.lines,
            mesh_pipelines: &self.mesh_pipelines,
            decal_pipelines: &self.decal_pipelines,
            light,
            hair,
            scene_pipelines: &self.scene_pipelines,
            shadow_pipelines: &self.shadow_pipelines,
            shadow_map: &self.shadow_map,
            frames: &self.frame_groups,
            targets: &targets,
            behind,
            context: &self.context,
            edge_region,
        };
        let mut commands = device.create_command_encoder(&Default::default());
        if let Some(shadow) = &shadow {
            passes.shadow(&mut commands, shadow.texel_at_casters);
        }
        if let Some(hair) = hair {
            hair.light(&mut commands, scene.hair, light);
        }
        passes.main(&mut commands);
        passes.around_region(&mut commands);
        passes.output(&mut commands, self.output_pipelines.get(output_pipeline), output);
        queue.submit([commands.finish()]);
        self.targets = Some(targets);
    }
}
