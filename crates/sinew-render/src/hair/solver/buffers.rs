//! Buffers of the hair solver, and their bind group.

use super::error::HairSolverError;
use super::obstacle_record::ObstacleRecord;
use super::records::{RestRecord, RootRecord, SolverUniform, StepRecord};
use crate::gpu::{Gpu, HairSolverKernel};
use sinew::hair::{GuidePoint, MAX_HAIR_STEPS};

/// Rows of roots of an update: those of the last two steps before, of every step, and of the present time.
const MAX_ROOT_ROWS: usize = MAX_HAIR_STEPS + 3;
/// Vectors of the state per point.
const SECTIONS: usize = 5;

/// Buffers of the solver, and their bind group.
#[derive(Debug)]
pub(super) struct SolverBuffers {
    pub(super) uniform: wgpu::Buffer,
    rest: wgpu::Buffer,
    pub(super) roots: wgpu::Buffer,
    pub(super) steps: wgpu::Buffer,
    pub(super) obstacles: wgpu::Buffer,
    nodes: wgpu::Buffer,
    pub(super) state: wgpu::Buffer,
    pub(super) guides: wgpu::Buffer,
    pub(super) group: wgpu::BindGroup,
}

impl SolverBuffers {
    /// Buffers of this number of hairs with these points at rest.
    ///
    /// # Errors
    /// When the device cannot hold them.
    pub(super) fn new(
        gpu: &Gpu,
        kernel: &HairSolverKernel,
        hairs: usize,
        rest: &[RestRecord],
    ) -> Result<Self, HairSolverError> {
        let sizes = [
            size_of_val(rest),
            hairs * MAX_ROOT_ROWS * size_of::<RootRecord>(),
            rest.len() * SECTIONS * 16,
            rest.len() * size_of::<GuidePoint>(),
        ];
        for bytes in sizes {
            check_size(gpu, "hairs", bytes)?;
        }
        let [_, roots, state, guides] = sizes;
        let make = || {
            let source = wgpu::BufferUsages::COPY_SRC;
            let uniform = wgpu::BufferUsages::UNIFORM;
            let rest =
                storage(gpu, size_of_val(rest), wgpu::BufferUsages::empty(), bytemuck::cast_slice(rest));
            let buffers = [
                buffer(gpu, size_of::<SolverUniform>(), uniform),
                rest,
                storage(gpu, roots, wgpu::BufferUsages::empty(), &[]),
                storage(gpu, MAX_HAIR_STEPS * size_of::<StepRecord>(), wgpu::BufferUsages::empty(), &[]),
                storage(gpu, size_of::<ObstacleRecord>(), wgpu::BufferUsages::empty(), &[]),
                storage(gpu, 0, wgpu::BufferUsages::empty(), &[]),
                storage(gpu, state, wgpu::BufferUsages::empty(), &[]),
                storage(gpu, guides, source, &[]),
            ];
            let group = group(gpu, kernel, buffers.each_ref());
            let [uniform, rest, roots, steps, obstacles, nodes, state, guides] = buffers;
            Self { uniform, rest, roots, steps, obstacles, nodes, state, guides, group }
        };
        gpu.catch(make).map_err(HairSolverError::Device)
    }

    /// Makes room for this number of obstacles.
    ///
    /// # Errors
    /// When the device cannot hold them.
    pub(super) fn reserve_obstacles(
        &mut self,
        gpu: &Gpu,
        kernel: &HairSolverKernel,
        count: usize,
    ) -> Result<(), HairSolverError> {
        let bytes = count * size_of::<ObstacleRecord>();
        if bytes as u64 <= self.obstacles.size() {
            return Ok(());
        }
        check_size(gpu, "colliders", bytes)?;
        self.obstacles = gpu
            .catch(|| storage(gpu, bytes, wgpu::BufferUsages::empty(), &[]))
            .map_err(HairSolverError::Device)?;
        self.bind(gpu, kernel)
    }

    /// Replaces the nodes of fields.
    ///
    /// # Errors
    /// When the device cannot hold them.
    pub(super) fn set_nodes(
        &mut self,
        gpu: &Gpu,
        kernel: &HairSolverKernel,
        nodes: &[i16],
    ) -> Result<(), HairSolverError> {
        let bytes = bytemuck::cast_slice(nodes);
        check_size(gpu, "fields", bytes.len())?;
        self.nodes = gpu
            .catch(|| storage(gpu, bytes.len(), wgpu::BufferUsages::empty(), bytes))
            .map_err(HairSolverError::Device)?;
        self.bind(gpu, kernel)
    }

    fn bind(&mut self, gpu: &Gpu, kernel: &HairSolverKernel) -> Result<(), HairSolverError> {
        let Self { uniform, rest, roots, steps, obstacles, nodes, state, guides, .. } = &*self;
        let buffers = [uniform, rest, roots, steps, obstacles, nodes, state, guides];
        self.group = gpu.catch(|| group(gpu, kernel, buffers)).map_err(HairSolverError::Device)?;
        Ok(())
    }
}

/// Compares a size with the largest that the device takes.
fn check_size(gpu: &Gpu, data: &'static str, bytes: usize) -> Result<(), HairSolverError> {
    let limits = gpu.device.limits();
    let limit = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) as usize;
    if bytes > limit { Err(HairSolverError::TooLarge { data, bytes, limit }) } else { Ok(()) }
}

/// Storage buffer of a size, which is not empty, with these contents.
fn storage(gpu: &Gpu, size: usize, usage: wgpu::BufferUsages, contents: &[u8]) -> wgpu::Buffer {
    let buffer = buffer(gpu, size, usage | wgpu::BufferUsages::STORAGE);
    if !contents.is_empty() {
        gpu.queue.write_buffer(&buffer, 0, contents);
    }
    buffer
}

fn buffer(gpu: &Gpu, size: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("hair solver"),
        // An empty binding is an error, and so is one without a whole element.
        size: size.max(256) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

fn group(gpu: &Gpu, kernel: &HairSolverKernel, buffers: [&wgpu::Buffer; 8]) -> wgpu::BindGroup {
    let entries = (0..).zip(buffers);
    let entries: Vec<_> = entries
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    let (label, layout) = (Some("hair solver"), &kernel.layout);
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries: &entries })
}
