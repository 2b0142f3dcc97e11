use super::StrandDetail;
use super::bounds::StrandBounds;
use super::dispatch::dispatch;
use super::hair_buffers::{HairBuffers, kernels, update_group};
use super::hair_model::HairModel;
use super::solver::HairSolver;
use super::uniform::{GRID_CELLS, HairUniform};
use crate::camera::Camera;
use crate::gpu::Gpu;
use sinew::Bounds;
use sinew::glam::Vec3;
use sinew::hair::{GuidePoint, GuidePose, HairLook};

/// Instance of a [`HairModel`] on the device: one layer of hair of one character, posed by
/// [`HairInstance::update`].
///
/// ```no_run
/// use sinew::hair::{GuidePose, HairLook, Strands};
/// use sinew_render::{Gpu, HairInstance, HairModel, Scene};
///
/// # type Failure = Box<dyn std::error::Error>;
/// # fn example(gpu: &Gpu, strands: &Strands, guides: &GuidePose, scene: Scene<'_>) -> Result<(), Failure> {
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
    detail: StrandDetail,
    uniform: HairUniform,
    /// Box and mean length of the last update; an empty box hides the hair.
    extent: StrandBounds,
    buffers: HairBuffers,
}

impl HairInstance {
    /// Creates an instance of `model`, which was made with the same `gpu`. It is drawn only after its first
    /// [`HairInstance::update`].
    ///
    /// # Panics
    /// When `model` was made with another device, which draws hair, and this one does not.
    #[must_use]
    pub fn new(gpu: &Gpu, model: &HairModel) -> Self {
        let data = &*model.data;
        let unit = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
        let detail = StrandDetail::default();
        Self {
            model: model.clone(),
            look: data.look,
            detail,
            uniform: HairUniform::new(data, &data.look, &detail, &unit, 0.1),
            extent: StrandBounds { bounds: Bounds::EMPTY, mean_length: 0.0 },
            buffers: HairBuffers::new(gpu, data),
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
    pub fn lod(&self) -> StrandDetail {
        self.detail
    }

    /// Replaces the level of detail, which shows from the next [`HairInstance::update`] on.
    pub fn set_lod(&mut self, detail: StrandDetail) {
        self.detail = detail;
    }

    /// Level of detail for a view: as many strands as reach 0.6 of the width of a pixel in an image of
    /// `height` pixels, which looks like all of them and is faster. It follows the distance without steps.
    /// All strands before the first update.
    #[must_use]
    pub fn detail_for(&self, camera: &Camera, height: u32) -> StrandDetail {
        if !self.is_drawn() {
            return StrandDetail::default();
        }
        let strand = (self.extent.mean_length, self.model.data.points_per_strand);
        StrandDetail::for_view(&self.look, &self.extent.bounds, strand, camera, height)
    }

    /// Number of strands that the level of detail draws, as of the last update.
    #[must_use]
    pub fn drawn_strands(&self) -> usize {
        self.uniform.drawn_strands() as usize
    }

    /// Box in world space that contains the strands as of the last update; empty before the first one, and
    /// after one with guides that are not finite, which hide the hair.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.extent.bounds
    }

    /// Takes over the pose of the guides, in world space: uploads their table, and lets the device compute
    /// the points of the strands and their density. Allocates nothing itself.
    ///
    /// # Panics
    /// When the pose has other numbers of guides or points than the model.
    pub fn update(&mut self, gpu: &Gpu, guides: &GuidePose) {
        let data = &*self.model.data;
        // A pose without guides has no points per guide.
        let fits = (data.guides == 0 || guides.points_per_guide() == data.points_per_guide)
            && guides.points().len() == data.guides * data.points_per_guide;
        assert!(fits, "the pose has other guides than the hair model");
        self.extent = StrandBounds::new(data, guides);
        if self.is_drawn() {
            gpu.queue.write_buffer(&self.buffers.guides, 0, bytemuck::cast_slice(guides.points()));
            self.evaluate(gpu, None);
        }
    }

    /// Takes over the guides of a solver, as of its last update. They stay on the device;
    /// [`HairInstance::bounds`] contains the hair wherever it swings.
    ///
    /// # Panics
    /// When the solver has other numbers of hairs or points than the model has guides, or was made with
    /// another device.
    pub fn update_from_solver(&mut self, gpu: &Gpu, solver: &HairSolver) {
        let data = &*self.model.data;
        let fits = data.guides == solver.hair_count()
            && (data.guides == 0 || solver.points_per_hair() == data.points_per_guide);
        assert!(fits, "the solver has other hairs than the hair model has guides");
        self.extent = StrandBounds::of_solver(data, solver);
        if self.is_drawn() {
            self.evaluate(gpu, Some(solver.guides()));
        }
    }

    /// Lets the device compute the points of the strands and their density, after copying the table of guides
    /// from `source`.
    fn evaluate(&mut self, gpu: &Gpu, source: Option<&wgpu::Buffer>) {
        let data = &*self.model.data;
        let (bounds, length) = (&self.extent.bounds, self.extent.mean_length);
        self.uniform = HairUniform::new(data, &self.look, &self.detail, bounds, length);
        gpu.queue.write_buffer(&self.buffers.uniform, 0, bytemuck::bytes_of(&self.uniform));
        let kernels = kernels(gpu);
        let mut commands = gpu.device.create_command_encoder(&Default::default());
        if let Some(source) = source {
            let bytes = data.guides * data.points_per_guide * size_of::<GuidePoint>();
            commands.copy_buffer_to_buffer(source, 0, &self.buffers.guides, 0, bytes as u64);
        }
        commands.clear_buffer(&self.buffers.density, 0, None);
        let mut pass = commands.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_bind_group(0, &self.buffers.update, &[]);
        let (strands, points) = (self.uniform.drawn_strands(), data.points_per_strand as u32);
        dispatch(&mut pass, &kernels.points, strands * points);
        dispatch(&mut pass, &kernels.density, strands * (points - 1));
        drop(pass);
        gpu.queue.submit([commands.finish()]);
    }

    /// True when there is something to draw.
    pub(crate) fn is_drawn(&self) -> bool {
        !self.extent.bounds.is_empty() && self.model.data.strands > 0
    }

    /// Group 1 of the light pass.
    pub(crate) fn light_group(&self) -> &wgpu::BindGroup {
        &self.buffers.light
    }

    /// Group 1 of the shading of points.
    pub(crate) fn shade_group(&self) -> &wgpu::BindGroup {
        &self.buffers.shade
    }

    /// Group 1 of the sorting of strips; `None` where strands are not sorted.
    pub(crate) fn sort_group(&self) -> Option<&wgpu::BindGroup> {
        self.uniform.is_sorted().then_some(&self.buffers.sort)
    }

    /// Number of points that are drawn, of all strands.
    pub(crate) fn drawn_points(&self) -> u32 {
        self.uniform.drawn_points() * self.uniform.drawn_strands()
    }

    /// Group 1 of draws.
    pub(crate) fn draw_group(&self) -> &wgpu::BindGroup {
        &self.buffers.draw
    }

    /// Vertices of the strip of triangles that draws this number of strands, as in shaders/hair_ribbon.wgsl.
    pub(crate) fn strip_vertices(&self, strands: u32) -> u32 {
        strands * (self.uniform.drawn_points() * 2 + 2)
    }

    /// Number of strands that the shadow pass draws into texels of this size: as many as fill them if they
    /// are as wide; the shader widens them by the same share (`shadow_share` in shaders/hair_shadow.wgsl).
    pub(crate) fn shadow_strands(&self, texel_size: f32) -> u32 {
        let share = (self.uniform.drawn_width() / texel_size.max(1e-9)).clamp(1.0 / 16.0, 1.0);
        ((self.uniform.drawn_strands() as f32 * share).ceil() as u32).min(self.uniform.drawn_strands())
    }

    /// Evaluates the points of all strands, drawn or not, into the buffer that is returned, which can be
    /// copied from. They are in the order of [`HairInstance::order`].
    pub(crate) fn evaluate_all(&self, gpu: &Gpu) -> &wgpu::Buffer {
        let data = &*self.model.data;
        let uniform = self.uniform.with_all_strands(data.strands);
        let usage = wgpu::BufferUsages::UNIFORM;
        let uniform = gpu.create_buffer("hair", bytemuck::bytes_of(&uniform), usage);
        let buffers = [&uniform, &self.buffers.guides, &self.buffers.points, &self.buffers.density];
        let group = update_group(gpu, data, buffers);
        let mut commands = gpu.device.create_command_encoder(&Default::default());
        let mut pass = commands.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_bind_group(0, &group, &[]);
        dispatch(&mut pass, &kernels(gpu).points, (data.strands * data.points_per_strand) as u32);
        drop(pass);
        gpu.queue.submit([commands.finish()]);
        &self.buffers.points
    }

    /// Index in the groom of each strand on the device.
    pub(crate) fn order(&self) -> &[u32] {
        &self.model.data.order
    }

    /// Ranks of sorted strips from the farthest to the nearest, as of the last drawing.
    #[cfg(test)]
    pub(crate) fn strip_order(&self) -> &wgpu::Buffer {
        &self.buffers.order
    }

    /// Number of points of each strand.
    pub(crate) fn points_per_strand(&self) -> usize {
        self.model.data.points_per_strand
    }
}
