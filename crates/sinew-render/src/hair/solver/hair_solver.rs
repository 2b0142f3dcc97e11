use super::buffers::SolverBuffers;
use super::error::HairSolverError;
use super::fields::Fields;
use super::obstacle_record::ObstacleRecord;
use super::records::{RestRecord, RootRecord, SolverUniform, StepRecord};
use crate::gpu::{Gpu, HairSolverKernel};
use crate::hair::dispatch::dispatch;
use sinew::Bounds;
use sinew::glam::{Vec3, Vec4};
use sinew::hair::{
    ControlHair, HairCollider, HairCover, HairRoot, HairSettings, HairSimulation, HairSteps, MAX_HAIR_STEPS,
};
use sinew::stage::EvenWind;

/// Simulated control hairs on a graphics device: the method of [`HairSimulation`] as a compute shader.
///
/// Its result is the table of guides, which stays on the device:
/// [`HairInstance::update_from_solver`](crate::HairInstance::update_from_solver) draws strands between them.
/// [`Renderer::guide_points`](crate::Renderer::guide_points) reads it back.
///
/// Places agree with those of the processor but for rounding. Differences from [`HairSimulation`]:
///
/// - All hairs have the same number of points and are simulated at the full rate; they never sleep.
/// - Neighbours do not hold together ([`HairSettings::cohesion`] counts as 0).
/// - There is no hair among hair ([`HairSolverError::Volume`]).
/// - The wind is an [`EvenWind`], since positions are known on the device only.
///
/// ```no_run
/// use sinew::hair::{ControlHair, HairRoot, HairSettings};
/// use sinew::stage::EvenWind;
/// use sinew_render::{Gpu, HairInstance, HairSolver, HairSolverError};
///
/// # type Updated = Result<(), HairSolverError>;
/// # fn example(gpu: &Gpu, guides: &[ControlHair], head: HairRoot, hair: &mut HairInstance) -> Updated {
/// let mut solver = HairSolver::new(gpu, guides, HairSettings::default())?;
///
/// // Once per frame.
/// let roots = vec![head; guides.len()]; // Keep this in a game.
/// solver.update(gpu, 1.0 / 60.0, &roots, &EvenWind::default(), &[])?;
/// hair.update_from_solver(gpu, &solver);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct HairSolver {
    settings: HairSettings,
    /// Gravity as a multiple of Earth's.
    gravity: f32,
    points_per_hair: usize,
    /// Points at rest, hair after hair.
    rest: Vec<Vec3>,
    /// Length of every hair from its second point on, and the longest edge.
    free_lengths: Vec<f32>,
    longest_edge: f32,
    steps: HairSteps,
    fields: Fields,
    buffers: SolverBuffers,
    /// Records of an update.
    root_records: Vec<RootRecord>,
    step_records: Vec<StepRecord>,
    obstacle_records: Vec<ObstacleRecord>,
}

impl HairSolver {
    /// Hairs at rest, with their skin at rest.
    ///
    /// # Errors
    /// When [`HairSimulation::new`] refuses the hairs or settings, the hairs have different numbers of
    /// points, a setting asks for hair among hair, or the device lacks what the solver needs.
    pub fn new(gpu: &Gpu, hairs: &[ControlHair], settings: HairSettings) -> Result<Self, HairSolverError> {
        let kernel = gpu.catch(|| kernel(gpu)).map_err(HairSolverError::Device)??;
        let HairSettings { volume, hair_friction, .. } = settings;
        if volume > 0.0 || hair_friction > 0.0 {
            return Err(HairSolverError::Volume { volume, hair_friction });
        }
        let simulation = HairSimulation::new(hairs, settings).map_err(HairSolverError::Hair)?;
        let expected = hairs.first().map_or(0, |hair| hair.points().len());
        let other = hairs.iter().position(|hair| hair.points().len() != expected);
        if let Some(hair) = other {
            return Err(HairSolverError::PointCount { hair, points: hairs[hair].points().len(), expected });
        }
        let mut records = Vec::with_capacity(hairs.len() * expected);
        for hair in 0..hairs.len() {
            let (edges, covers) = (simulation.rest_edges(hair), simulation.rest_covers(hair));
            for (n, position) in simulation.rest_points(hair).iter().enumerate() {
                let cover = covers.get(n).copied().unwrap_or(HairCover::NONE);
                records.push(RestRecord::new(&edges[n], *position, &cover));
            }
        }
        let lengths =
            |hair: usize| simulation.rest_edges(hair).iter().take(expected - 1).map(|edge| edge.length);
        let mut solver = Self {
            settings,
            gravity: 1.0,
            points_per_hair: expected,
            rest: hairs.iter().flat_map(|hair| hair.points()).copied().collect(),
            free_lengths: (0..hairs.len()).map(|hair| lengths(hair).skip(1).sum()).collect(),
            longest_edge: (0..hairs.len()).flat_map(lengths).fold(0.0, f32::max),
            steps: HairSteps::new(&simulation),
            fields: Fields::default(),
            buffers: SolverBuffers::new(gpu, kernel, hairs.len(), &records)?,
            root_records: Vec::with_capacity(hairs.len() * (MAX_HAIR_STEPS + 3)),
            step_records: Vec::with_capacity(MAX_HAIR_STEPS),
            obstacle_records: Vec::new(),
        };
        solver.reset(gpu, &[])?;
        Ok(solver)
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &HairSettings {
        &self.settings
    }

    /// Number of hairs.
    #[must_use]
    pub fn hair_count(&self) -> usize {
        self.free_lengths.len()
    }

    /// Number of points of each hair.
    #[must_use]
    pub const fn points_per_hair(&self) -> usize {
        self.points_per_hair
    }

    /// Moves the hair by `delta` seconds; the arguments are those of [`HairSimulation::update`]. The device
    /// works on after the return. Allocates on the processor only where there are more colliders than before,
    /// and on the device also for a field that is new.
    ///
    /// # Errors
    /// When the device cannot hold the colliders or fields, or failed. The hair stays where it was.
    pub fn update(
        &mut self,
        gpu: &Gpu,
        delta: f32,
        roots: &[HairRoot],
        wind: &EvenWind,
        colliders: &[HairCollider],
    ) -> Result<(), HairSolverError> {
        let kernel = kernel(gpu)?;
        self.buffers.reserve_obstacles(gpu, kernel, colliders.len() * MAX_HAIR_STEPS)?;
        if !self.fields.has_all(colliders) {
            let fields = Fields::of(colliders);
            self.buffers.set_nodes(gpu, kernel, &fields.nodes())?;
            self.fields = fields;
        }
        self.begin_records();
        let Self { steps, fields, root_records, step_records, obstacle_records, .. } = self;
        steps.advance(delta, roots, colliders, |step| {
            let roots_and_jumps = step.roots.iter().zip(step.jumps);
            root_records.extend(roots_and_jumps.map(|(root, is_jump)| RootRecord::new(root, *is_jump)));
            let start = obstacle_records.len();
            let obstacles = step
                .colliders
                .iter()
                .map(|collider| ObstacleRecord::new(collider, |field| fields.first_node(field)));
            obstacle_records.extend(obstacles.flatten());
            step_records.push(StepRecord::new(&step, wind, (obstacle_records.len() - start) as u32));
            obstacle_records.resize(start + colliders.len(), ObstacleRecord::default());
        });
        self.submit(gpu, kernel, wind, colliders.len());
        Ok(())
    }

    /// Sets gravity from the next update on, as a multiple of Earth's, in which the hair has its groomed
    /// shape; 1 at first.
    pub const fn set_gravity(&mut self, over_earth: f32) {
        self.gravity = over_earth;
    }

    /// Takes the hair to where its skin is, in its groomed shape and at rest.
    ///
    /// # Errors
    /// When the device lacks what the solver needs.
    pub fn reset(&mut self, gpu: &Gpu, roots: &[HairRoot]) -> Result<(), HairSolverError> {
        let kernel = kernel(gpu)?;
        self.steps.reset(roots);
        let (hairs, points) = (self.hair_count(), self.points_per_hair);
        let rest = &self.rest;
        let position =
            |n: usize, hair: usize| self.steps.roots()[hair].at(rest[hair * points + n]).extend(0.0);
        let positions: Vec<Vec4> = (0..points)
            .flat_map(|n| (0..hairs).map(move |hair| (n, hair)))
            .map(|(n, hair)| position(n, hair))
            .collect();
        let still = vec![Vec4::ZERO; positions.len()];
        // Points, velocities, points one step before.
        for (section, contents) in [&positions, &still, &positions].into_iter().enumerate() {
            let start = section * size_of_val(&positions[..]);
            gpu.queue.write_buffer(&self.buffers.state, start as u64, bytemuck::cast_slice(contents));
        }
        self.begin_records();
        self.submit(gpu, kernel, &EvenWind::default(), 0);
        Ok(())
    }

    /// Begins the records with the roots of the last two steps.
    fn begin_records(&mut self) {
        self.root_records.clear();
        self.step_records.clear();
        self.obstacle_records.clear();
        let last = self.steps.last_roots().into_iter().flatten();
        self.root_records.extend(last.map(|root| RootRecord::new(root, false)));
    }

    /// Uploads the records, and lets the device take the steps.
    fn submit(&mut self, gpu: &Gpu, kernel: &HairSolverKernel, wind: &EvenWind, colliders: usize) {
        let present = self.steps.roots().iter();
        self.root_records.extend(present.map(|root| RootRecord::new(root, false)));
        let sizes = [self.hair_count(), self.points_per_hair, self.step_records.len(), colliders];
        let gravity = self.settings.gravity(self.gravity);
        let sizes = sizes.map(|count| count as u32);
        let uniform = SolverUniform::new(&self.settings, sizes, gravity, wind, self.steps.share());
        let buffers = &self.buffers;
        for (buffer, bytes) in [
            (&buffers.uniform, bytemuck::bytes_of(&uniform)),
            (&buffers.roots, bytemuck::cast_slice(&self.root_records)),
            (&buffers.steps, bytemuck::cast_slice(&self.step_records)),
            (&buffers.obstacles, bytemuck::cast_slice(&self.obstacle_records)),
        ] {
            if !bytes.is_empty() {
                gpu.queue.write_buffer(buffer, 0, bytes);
            }
        }
        let mut commands = gpu.device.create_command_encoder(&Default::default());
        let mut pass = commands.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_bind_group(0, &buffers.group, &[]);
        dispatch(&mut pass, &kernel.update, self.hair_count() as u32);
        drop(pass);
        gpu.queue.submit([commands.finish()]);
    }

    /// Table of guides on the device.
    pub(crate) const fn guides(&self) -> &wgpu::Buffer {
        &self.buffers.guides
    }

    /// Box that contains all hairs wherever they swing, and the length of the longest edge in metres.
    pub(in crate::hair) fn reach(&self) -> (Bounds, f32) {
        let mut bounds = Bounds::EMPTY;
        let hairs = self.rest.chunks_exact(self.points_per_hair.max(1));
        for ((points, root), length) in hairs.zip(self.steps.roots()).zip(&self.free_lengths) {
            let [first, second] = [root.at(points[0]), root.at(points[1])];
            let around_second = Bounds { min: second - *length, max: second + *length };
            bounds = bounds.including(first).including(around_second.min).including(around_second.max);
        }
        (bounds, self.longest_edge)
    }

    /// Mean length of the hairs in metres.
    pub(in crate::hair) fn mean_length(&self) -> f32 {
        self.free_lengths.iter().sum::<f32>() / self.free_lengths.len().max(1) as f32
    }
}

/// Kernel of the device.
fn kernel(gpu: &Gpu) -> Result<&HairSolverKernel, HairSolverError> {
    gpu.hair_solver_kernel().ok_or(HairSolverError::Unsupported)
}
