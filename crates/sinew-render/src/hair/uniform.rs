//! Uniform of a hair layer.

use super::StrandDetail;
use super::detail::DrawnStrands;
use super::hair_model::HairModelData;
use bytemuck::{Pod, Zeroable};
use sinew::Bounds;
use sinew::glam::{UVec4, Vec4};
use sinew::hair::{HairCurve, HairLook, HairShading};

/// Cells a side of the density grid.
pub(super) const GRID_CELLS: u32 = 48;

/// Uniform of a hair layer; the same layout as `Hair` in shaders/hair_data.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct HairUniform {
    root: Vec4,
    tip: Vec4,
    grey: Vec4,
    fade: Vec4,
    shape: Vec4,
    counts: UVec4,
    detail: Vec4,
    strips: Vec4,
    grid_min: Vec4,
    grid_size: Vec4,
}

impl HairUniform {
    /// `bounds` are those of the density grid, not empty; `mean_length` is about that of a strand in metres.
    pub(super) fn new(
        model: &HairModelData,
        look: &HairLook,
        detail: &StrandDetail,
        bounds: &Bounds,
        mean_length: f32,
    ) -> Self {
        let drawn = DrawnStrands::new(detail, model.strands, model.points_per_strand);
        let shading = match look.shading {
            HairShading::Kajiya => 0.0,
            _ => 1.0,
        };
        let curve = match model.curve {
            HairCurve::Cubic => 0,
            HairCurve::CatmullRom => 1,
        };
        let width = look.width.max(0.0);
        // The sum over all strands is about 2²⁸ units, far from overflow and fine enough for a segment.
        let area = model.strands as f32 * mean_length * width;
        let unit = (area / (1 << 28) as f32).max(f32::MIN_POSITIVE * 16.0);
        Self {
            root: look.root_color.extend(look.variation.clamp(0.0, 1.0)),
            tip: look.tip_color.extend(look.tip_width.clamp(0.0, 1.0)),
            grey: look.grey_color.extend(look.grey.clamp(0.0, 1.0)),
            fade: Vec4::new(look.fade.0, (look.fade.1 - look.fade.0).max(1e-4), 0.0, 0.0),
            shape: Vec4::new(width, look.roughness, look.shift, shading),
            counts: UVec4::new(
                drawn.strands,
                model.points_per_strand as u32,
                model.points_per_guide as u32,
                curve,
            ),
            detail: Vec4::new(drawn.end_rank, drawn.fading_ranks, drawn.width_factor, drawn.points as f32),
            strips: Vec4::new(drawn.spread, drawn.cells, f32::from(u8::from(drawn.is_sorted)), 0.0),
            grid_min: bounds.min.extend(GRID_CELLS as f32),
            grid_size: bounds.size().extend(unit),
        }
    }

    /// Number of strands that are drawn.
    pub(super) fn drawn_strands(&self) -> u32 {
        self.counts.x
    }

    /// Number of points that are drawn of each strand.
    pub(super) fn drawn_points(&self) -> u32 {
        self.detail.w as u32
    }

    /// True for strips that are sorted and blended.
    pub(super) fn is_sorted(&self) -> bool {
        self.strips.z > 0.0
    }

    /// Width of full strands at the root, metres.
    pub(super) fn drawn_width(&self) -> f32 {
        self.shape.x * self.detail.z
    }

    /// The same with every strand and point.
    pub(super) fn with_all_strands(mut self, strands: usize) -> Self {
        self.counts.x = strands as u32;
        self
    }
}
