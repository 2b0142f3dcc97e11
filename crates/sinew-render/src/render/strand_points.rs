//! Reading of the points of strands back from the device.

use super::error::RenderError;
use super::read_back::read_buffer;
use crate::gpu::Gpu;
use crate::hair::{HairInstance, HairSolver};
use sinew::glam::Vec3;
use sinew::hair::GuidePoint;

/// Lets the device evaluate the points of all strands in the pose of the last update, and reads them back in
/// the order of the groom.
///
/// # Errors
/// When the device fails.
pub(super) fn read_strand_points(gpu: &Gpu, hair: &HairInstance) -> Result<Vec<Vec3>, RenderError> {
    let bytes = read_buffer(gpu, hair.evaluate_all(gpu))?;
    let count = hair.points_per_strand();
    let mut points = vec![Vec3::ZERO; hair.order().len() * count];
    let mut read = bytes.as_chunks::<16>().0.iter().map(|point| {
        let [x, y, z, _] = bytemuck::pod_read_unaligned::<[f32; 4]>(point);
        Vec3::new(x, y, z)
    });
    for strand in hair.order() {
        let strand_points = &mut points[*strand as usize * count..][..count];
        strand_points.iter_mut().zip(&mut read).for_each(|(point, position)| *point = position);
    }
    Ok(points)
}

/// Reads back the table of guides of a solver.
///
/// # Errors
/// When the device fails.
pub(super) fn read_guide_points(gpu: &Gpu, solver: &HairSolver) -> Result<Vec<GuidePoint>, RenderError> {
    let bytes = read_buffer(gpu, solver.guides())?;
    let points = bytes.chunks_exact(size_of::<GuidePoint>()).map(bytemuck::pod_read_unaligned);
    Ok(points.take(solver.hair_count() * solver.points_per_hair()).collect())
}
