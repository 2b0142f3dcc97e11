use super::error::HairModelError;
use super::strand_record::StrandRecord;
use crate::gpu::Gpu;
use sinew::glam::Vec3;
use sinew::hair::{GuidePoint, HairCurve, HairLook, Strands};
use std::sync::Arc;

/// Strands of a groom on a graphics device, shared by their instances. Clones are cheap and refer to the same
/// data.
///
/// A strand with its points takes 48 bytes and 12 bytes per point here, and 16 bytes per point in each
/// [`HairInstance`](super::HairInstance).
#[derive(Clone, Debug)]
pub struct HairModel {
    pub(super) data: Arc<HairModelData>,
}

#[derive(Debug)]
pub(super) struct HairModelData {
    pub(super) strands_buffer: wgpu::Buffer,
    pub(super) offsets_buffer: wgpu::Buffer,
    /// Index in the groom of each strand on the device, which are sorted by their random number.
    pub(super) order: Vec<u32>,
    pub(super) strands: usize,
    pub(super) points_per_strand: usize,
    pub(super) guides: usize,
    pub(super) points_per_guide: usize,
    pub(super) curve: HairCurve,
    pub(super) look: HairLook,
    /// Length of the longest offset in metres.
    pub(super) longest_offset: f32,
    /// Largest sum of the negative weights of a strand, as a positive number.
    pub(super) negative_weight: f32,
}

impl HairModel {
    /// Uploads strands that follow `guides` guides with `points_per_guide` points each. `look` is that of
    /// instances until [`HairInstance::set_look`](super::HairInstance::set_look).
    ///
    /// # Errors
    /// When the device cannot draw hair or hold the data, guides have fewer than 2 points, or a strand
    /// follows a guide which does not exist.
    pub fn new(
        gpu: &Gpu,
        strands: &Strands,
        look: &HairLook,
        guides: usize,
        points_per_guide: usize,
    ) -> Result<Self, HairModelError> {
        if gpu.hair_kernels().is_none() {
            return Err(HairModelError::Unsupported);
        }
        if points_per_guide < 2 {
            return Err(HairModelError::GuidePoints(points_per_guide));
        }
        check_guides(strands, guides)?;
        let (count, points) = (strands.strands().len(), strands.points_per_strand());
        let limits = gpu.device.limits();
        let limit = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) as usize;
        for (data, bytes) in [
            ("strands", count * size_of::<StrandRecord>()),
            ("offsets", count * points * 12),
            ("points of strands", count * points * 16),
            ("guides", guides * points_per_guide * size_of::<GuidePoint>()),
        ] {
            if bytes > limit {
                return Err(HairModelError::TooLarge { data, bytes, limit });
            }
        }
        let mut order: Vec<u32> = (0..count as u32).collect();
        let random = |index: &u32| strands.strands()[*index as usize].random;
        // The sort is stable, so that equal numbers keep their order.
        order.sort_by(|a, b| random(a).total_cmp(&random(b)));
        let sorted = order.iter().map(|index| *index as usize);
        let records: Vec<_> = sorted.clone().map(|index| StrandRecord::new(strands, index)).collect();
        let strand_offsets = |index: usize| &strands.offsets()[index * points..(index + 1) * points];
        let offsets: Vec<Vec3> = sorted.flat_map(strand_offsets).copied().collect();
        let negative = |strand: &sinew::hair::Strand| {
            strand.weights.iter().map(|weight| (-weight).max(0.0)).sum::<f32>()
        };
        let upload = || {
            let usage = wgpu::BufferUsages::STORAGE;
            let strands_buffer = create_storage(gpu, "strands", bytemuck::cast_slice(&records), usage);
            (strands_buffer, create_storage(gpu, "strand offsets", bytemuck::cast_slice(&offsets), usage))
        };
        let (strands_buffer, offsets_buffer) = gpu.catch(upload).map_err(HairModelError::Device)?;
        Ok(Self {
            data: Arc::new(HairModelData {
                strands_buffer,
                offsets_buffer,
                order,
                strands: count,
                points_per_strand: points,
                guides,
                points_per_guide,
                curve: strands.curve(),
                look: *look,
                longest_offset: offsets.iter().map(|offset| offset.length()).fold(0.0, f32::max),
                negative_weight: strands.strands().iter().map(negative).fold(0.0, f32::max),
            }),
        })
    }

    /// Number of strands.
    #[must_use]
    pub fn strand_count(&self) -> usize {
        self.data.strands
    }

    /// Number of points of each strand.
    #[must_use]
    pub fn points_per_strand(&self) -> usize {
        self.data.points_per_strand
    }
}

/// Storage buffer that holds `contents`, or a few zeros, since an empty binding is an error.
pub(super) fn create_storage(
    gpu: &Gpu,
    label: &str,
    contents: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let contents = if contents.is_empty() { &[0; 64] } else { contents };
    gpu.create_buffer(label, contents, usage)
}

fn check_guides(strands: &Strands, guides: usize) -> Result<(), HairModelError> {
    for (strand, guided) in strands.strands().iter().enumerate() {
        if let Some(&guide) = guided.guides.iter().find(|guide| **guide as usize >= guides) {
            return Err(HairModelError::NoSuchGuide { strand, guide, guides });
        }
    }
    Ok(())
}
