//! Canvas on which strands are painted one over the other.

use glam::{Vec2, Vec3};

/// Colours and shape of the strands of a texel; all but the coverage are weighted by it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Texel {
    /// Linear colour.
    pub(super) color: Vec3,
    /// Share of the texel that strands cover.
    pub(super) coverage: f32,
    /// Unit direction of the strands, right and down.
    pub(super) flow: Vec2,
    /// Tilt of the surface of the strands, right and down: sine of the angle.
    pub(super) tilt: Vec2,
    /// Height, 0 to 1.
    pub(super) depth: f32,
}

/// Piece of a strand in texels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) from: Vec2,
    pub(super) to: Vec2,
    /// Half width at both ends, texels.
    pub(super) half: [f32; 2],
    /// Linear colour at both ends.
    pub(super) color: [Vec3; 2],
    /// Height, 0 to 1.
    pub(super) depth: f32,
}

/// Texels in rows.
pub(super) struct Canvas {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) texels: Vec<Texel>,
}

/// Sine of the tilt at the edge of a strand: rounder ones would glitter.
const ROUNDNESS: f32 = 0.55;

impl Canvas {
    pub(super) fn new([width, height]: [u32; 2]) -> Self {
        Self { width, height, texels: vec![Texel::default(); (width * height) as usize] }
    }

    /// Paints a stroke over what is there, in the columns `left` to `right` and above the row `bottom`.
    pub(super) fn paint(&mut self, stroke: &Stroke, [left, right]: [u32; 2], bottom: u32) {
        let widest = stroke.half[0].max(stroke.half[1]) + 1.0;
        let low = (stroke.from.min(stroke.to) - widest).floor();
        let high = (stroke.from.max(stroke.to) + widest).ceil();
        let (first_x, last_x) = (low.x.max(left as f32) as u32, high.x.clamp(0.0, right as f32) as u32);
        let (first_y, last_y) = (low.y.max(0.0) as u32, high.y.clamp(0.0, bottom as f32) as u32);
        let way = stroke.to - stroke.from;
        let length_squared = way.length_squared().max(1e-12);
        let flow = way / length_squared.sqrt();
        let across = Vec2::new(-flow.y, flow.x);
        for y in first_y..last_y {
            for x in first_x..last_x {
                let arm = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - stroke.from;
                let share = (arm.dot(way) / length_squared).clamp(0.0, 1.0);
                let half = stroke.half[0] + (stroke.half[1] - stroke.half[0]) * share;
                let distance = (arm - way * share).length();
                let cover = (half + 0.5 - distance).clamp(0.0, 1.0);
                if cover <= 0.0 {
                    continue;
                }
                let side = (arm.dot(across) / half.max(0.5)).clamp(-1.0, 1.0);
                let over = Texel {
                    color: stroke.color[0].lerp(stroke.color[1], share),
                    coverage: 1.0,
                    flow,
                    tilt: across * (side * ROUNDNESS),
                    depth: stroke.depth,
                };
                self.texels[(y * self.width + x) as usize].cover(&over, cover);
            }
        }
    }

    /// The texel of a column and row.
    pub(super) fn at(&mut self, x: u32, y: u32) -> &mut Texel {
        &mut self.texels[(y * self.width + x) as usize]
    }
}

impl Texel {
    /// Covers a share of the texel with another one.
    pub(super) fn cover(&mut self, over: &Self, share: f32) {
        let keep = 1.0 - share;
        self.color = self.color * keep + over.color * share;
        self.coverage = self.coverage * keep + over.coverage * share;
        self.flow = self.flow * keep + over.flow * share;
        self.tilt = self.tilt * keep + over.tilt * share;
        self.depth = self.depth * keep + over.depth * share;
    }
}
