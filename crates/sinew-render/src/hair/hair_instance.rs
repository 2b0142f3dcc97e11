use super::HairDetail;
use super::bounds::StrandBounds;
use super::detail::MAX_SORTED;
use super::hair_model::{HairModel, HairModelData};
use super::uniform::{GRID_CELLS, HairUniform};
use crate::gpu::{Gpu, HairKernels, LIGHT_FORMAT};
use sinew::Bounds;
use sinew::glam::Vec3;
use sinew::hair::{GuidePoint, GuidePose, HairLook};

/// Invocations of a workgroup, as in shaders/hair_points.wgsl.
const GROUP_SIZE: u32 = 64;

/// Instance of a [`HairModel`] on the device: one layer of hair of one character, posed by [`HairInstance::update`].
///
/// ```no_run
/// use sinew::hair::{GuidePose, HairLook, Strands};
/// use sinew_render::{Gpu, HairInstance, HairModel, Scene};
///
/// # fn example(gpu: &Gpu, strands: &Strands, guides: &GuidePose, scene: Scene<'_>) -> Result<(), Box<dyn std::error::Error>> {
/// let count = guides.points().len() / guides.points_per_guide();
/// let model = HairModel::new(gpu, strands, &HairLook::default(), count, guides.points_per_guide())?;
/// let mut hair = HairInstance::new(gpu, &model);
///
/// // Once per frame: only the table of guides is sent to the device.
/// hair.update(gpu, guides);
/// let layers = [&hair];
/// let scene = scene.with_hair(&layers);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct HairInstance {
    model: HairModel,
    look: HairLook,
    detail: HairDetail,
    uniform: HairUniform,
    /// Box and mean length of the last update; an empty box hides the hair.
    extent: StrandBounds,
    uniform_buffer: wgpu::Buffer,
    guide_buffer: wgpu::Buffer,
    point_buffer: wgpu::Buffer,
    density_buffer: wgpu::Buffer,
    update_group: wgpu::BindGroup,
    light_group: wgpu::BindGroup,
    shade_group: wgpu::BindGroup,
    sort_group: wgpu::BindGroup,
    draw_group: wgpu::BindGroup,
}

impl HairInstance {
    /// Creates an instance of `model`, which was made with the same `gpu`. It is drawn only after its first [`HairInstance::update`].
    ///
    /// # Panics
    /// When `model` was made with another device, which draws hair, and this one does not.
    #[must_use]
    pub fn new(gpu: &Gpu, model: &HairModel) -> Self {
        let kernels = kernels(gpu);
        let data = &*model.data;
        let buffer = |label: &str, size: usize, usage: wgpu::BufferUsages| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size.max(64) as u64,
                usage,
                mapped_at_creation: false,
            })
        };
        let (storage, copy) = (wgpu::BufferUsages::STORAGE, wgpu::BufferUsages::COPY_DST);
        let guide_bytes = data.guides * data.points_per_guide * size_of::<GuidePoint>();
        let guide_buffer = buffer("hair guides", guide_bytes, storage | copy);
        let point_bytes = data.strands * data.points_per_strand * 16;
        let point_buffer = buffer("strand points", point_bytes, storage | wgpu::BufferUsages::COPY_SRC);
        let density_buffer = buffer("hair density", GRID_CELLS.pow(3) as usize * 4, storage | copy);
        let uniform_bytes = size_of::<HairUniform>();
        let uniform_buffer = buffer("hair", uniform_bytes, wgpu::BufferUsages::UNIFORM | copy);
        let light = light_grid(gpu);
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("hair light"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let extent = StrandBounds { bounds: Bounds::EMPTY, mean_length: 0.0 };
        let detail = HairDetail::default();
        let unit = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
        let uniform = uniform_buffer.as_entire_binding();
        let (strands, points) = (data.strand_buffer.as_entire_binding(), point_buffer.as_entire_binding());
        let order_buffer = buffer("hair order", MAX_SORTED * 4, storage);
        let order = order_buffer.as_entire_binding();
        let density = density_buffer.as_entire_binding();
        let grid = wgpu::BindingResource::TextureView(&light);
        Self {
            light_group: bind_group(
                gpu,
                "hair light",
                &kernels.light,
                &[uniform.clone(), density.clone(), grid.clone()],
            ),
            shade_group: bind_group(
                gpu,
                "hair shading",
                &kernels.shade,
                &[
                    uniform.clone(),
                    strands.clone(),
                    points.clone(),
                    grid,
                    wgpu::BindingResource::Sampler(&sampler),
                ],
            ),
            sort_group: bind_group(
                gpu,
                "hair order",
                &kernels.sort,
                &[uniform.clone(), points.clone(), order.clone()],
            ),
            draw_group: bind_group(gpu, "hair", &kernels.draw, &[uniform, strands, points, order]),
            update_group: update_group(
                gpu,
                data,
                [&uniform_buffer, &guide_buffer, &point_buffer, &density_buffer],
            ),
            uniform: HairUniform::new(data, &data.look, &detail, &unit, 0.1),
            look: data.look,
            model: model.clone(),
            detail,
            extent,
            uniform_buffer,
            guide_buffer,
            point_buffer,
            density_buffer,
        }
    }

    /// Workgroups of the light pass, of 4 cells a side as in shaders/hair_light.wgsl.
    pub(crate) const LIGHT_GROUPS: [u32; 3] = [GRID_CELLS.div_ceil(4); 3];

    /// Look of the strands.
    #[must_use]
    pub fn look(&self) -> &HairLook {
        &self.look
    }

    /// Replaces the look of the strands, which shows from the next [`HairInstance::update`] on.
    pub fn set_look(&mut self, look: &HairLook) {
        self.look = *look;
    }

    /// Level of detail.
    #[must_use]
    pub fn detail(&self) -> HairDetail {
        self.detail
    }

    /// Replaces the level of detail, which shows from the next [`HairInstance::update`] on.
    pub fn set_detail(&mut self, detail: HairDetail) {
        self.detail = detail;
    }

    /// Number of strands that the level of detail draws, as of the last update.
    #[must_use]
    pub fn drawn_strands(&self) -> usize {
        self.uniform.drawn_strands() as usize
    }

    /// Box in world space that contains the strands as of the last update; empty before the first one, and after one with guides that are not
    /// finite, which hide the hair.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.extent.bounds
    }

    /// Takes over the pose of the guides, in world space: uploads their table, and lets the device compute the points of the strands and their
    /// density. Allocates nothing itself.
    ///
    /// # Panics
    /// When the pose has other numbers of guides or points than the model.
    pub fn update(&mut self, gpu: &Gpu, guides: &GuidePose) {
        let data = &*self.model.data;
        let fits = guides.points_per_guide() == data.points_per_guide
            && guides.points().len() == data.guides * data.points_per_guide;
        assert!(fits, "the pose has other guides than the hair model");
        self.extent = StrandBounds::new(data, guides);
        if !self.is_drawn() {
            return;
        }
        let (bounds, length) = (&self.extent.bounds, self.extent.mean_length);
        self.uniform = HairUniform::new(data, &self.look, &self.detail, bounds, length);
        gpu.queue.write_buffer(&self.uniform_buffer, 0, bytemuck::bytes_of(&self.uniform));
        gpu.queue.write_buffer(&self.guide_buffer, 0, bytemuck::cast_slice(guides.points()));
        let kernels = kernels(gpu);
        let mut commands = gpu.device.create_command_encoder(&Default::default());
        commands.clear_buffer(&self.density_buffer, 0, None);
        let mut pass = commands.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_bind_group(0, &self.update_group, &[]);
        let (strands, points) = (self.uniform.drawn_strands(), data.points_per_strand as u32);
        dispatch(&mut pass, &kernels.points, strands * points);
        dispatch(&mut pass, &kernels.density, strands * (points - 1));
        drop(pass);
        gpu.queue.submit([commands.finish()]);
    }

    /// Whether there is something to draw.
    pub(crate) fn is_drawn(&self) -> bool {
        !self.extent.bounds.is_empty() && self.model.data.strands > 0
    }

    /// Group 1 of the light pass.
    pub(crate) fn light_group(&self) -> &wgpu::BindGroup {
        &self.light_group
    }

    /// Group 1 of the shading of points.
    pub(crate) fn shade_group(&self) -> &wgpu::BindGroup {
        &self.shade_group
    }

    /// Group 1 of the sorting of strips; `None` where strands are not sorted.
    pub(crate) fn sort_group(&self) -> Option<&wgpu::BindGroup> {
        self.uniform.is_sorted().then_some(&self.sort_group)
    }

    /// Number of points that are drawn, of all strands.
    pub(crate) fn drawn_points(&self) -> u32 {
        self.uniform.drawn_points() * self.uniform.drawn_strands()
    }

    /// Group 1 of draws.
    pub(crate) fn draw_group(&self) -> &wgpu::BindGroup {
        &self.draw_group
    }

    /// Vertices of the strip of triangles that draws this number of strands, as in shaders/hair_ribbon.wgsl.
    pub(crate) fn strip_vertices(&self, strands: u32) -> u32 {
        strands * (self.uniform.drawn_points() * 2 + 2)
    }

    /// Number of strands that the shadow pass draws into texels of this size: as many as fill them if they are as wide; the shader widens
    /// them by the same share (`shadow_share` in shaders/hair_shadow.wgsl).
    pub(crate) fn shadow_strands(&self, texel_size: f32) -> u32 {
        let share = (self.uniform.drawn_width() / texel_size.max(1e-9)).clamp(1.0 / 16.0, 1.0);
        ((self.uniform.drawn_strands() as f32 * share).ceil() as u32).min(self.uniform.drawn_strands())
    }

    /// Evaluates the points of all strands, drawn or not, into the buffer that is returned, which can be copied from. They are in the order of
    /// [`HairInstance::order`].
    pub(crate) fn evaluate_all(&self, gpu: &Gpu) -> &wgpu::Buffer {
        let data = &*self.model.data;
        let uniform = self.uniform.with_all_strands(data.strands);
        let usage = wgpu::BufferUsages::UNIFORM;
        let uniform = gpu.create_buffer("hair", bytemuck::bytes_of(&uniform), usage);
        let buffers = [&uniform, &self.guide_buffer, &self.point_buffer, &self.density_buffer];
        let group = update_group(gpu, data, buffers);
        let mut commands = gpu.device.create_command_encoder(&Default::default());
        let mut pass = commands.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_bind_group(0, &group, &[]);
        dispatch(&mut pass, &kernels(gpu).points, (data.strands * data.points_per_strand) as u32);
        drop(pass);
        gpu.queue.submit([commands.finish()]);
        &self.point_buffer
    }

    /// Index in the groom of each strand on the device.
    pub(crate) fn order(&self) -> &[u32] {
        &self.model.data.order
    }

    /// Number of points of each strand.
    pub(crate) fn points_per_strand(&self) -> usize {
        self.model.data.points_per_strand
    }
}

/// Kernels of hair on a device on which a hair model exists.
fn kernels(gpu: &Gpu) -> &HairKernels {
    gpu.hair_kernels().expect("hair models are made on devices that draw hair")
}

/// Group 0 of the update: the buffers are uniform, guides, points and density.
fn update_group(gpu: &Gpu, data: &HairModelData, buffers: [&wgpu::Buffer; 4]) -> wgpu::BindGroup {
    let [uniform, guides, points, density] = buffers;
    let all = [uniform, &data.strand_buffer, &data.offset_buffer, guides, points, density];
    bind_group(gpu, "hair update", &kernels(gpu).update, &all.map(|buffer| buffer.as_entire_binding()))
}

/// Bind group of these resources in the order of their bindings.
fn bind_group(
    gpu: &Gpu,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let entries = (0..).zip(resources);
    let entries: Vec<_> = entries
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
}

/// Light grid: radiance and optical depth of each cell.
fn light_grid(gpu: &Gpu) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("hair light"),
        size: wgpu::Extent3d { width: GRID_CELLS, height: GRID_CELLS, depth_or_array_layers: GRID_CELLS },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D3,
        format: LIGHT_FORMAT,
        usage: wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// Runs a kernel `count` times, in rows of at most the number of groups that every device takes.
pub(crate) fn dispatch(pass: &mut wgpu::ComputePass<'_>, pipeline: &wgpu::ComputePipeline, count: u32) {
    const MAX_ROW: u32 = 65_535;
    let groups = count.div_ceil(GROUP_SIZE);
    if groups == 0 {
        return;
    }
    pass.set_pipeline(pipeline);
    let row = groups.min(MAX_ROW);
    pass.dispatch_workgroups(row, groups.div_ceil(row), 1);
}
