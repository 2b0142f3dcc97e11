//! Curves through the points of a control hair. Source of the cubic, the segment percent and the blend
//! indices: C. Granberg, *Character Animation with Direct3D* (2009), chapter 15; of the other: E. Catmull,
//! R. Rom, *A Class of Local Interpolating Splines* (1974).

use glam::Vec3;

/// Interpolation between the points of a control hair. Both curves pass through all points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HairCurve {
    /// Cubic of the text: `P·s³ + Q·s² + R·s + S` with `P = (p3 − p2) − (p0 − p1)`, `Q = (p0 − p1) − P`,
    /// `R = p2 − p0` and `S = p1`.
    Cubic,
    /// Catmull–Rom spline.
    #[default]
    CatmullRom,
}

impl HairCurve {
    /// Point between the second and the third of four points; `s` runs from 0 at the second to 1 at the
    /// third.
    #[must_use]
    #[inline]
    pub fn blend(self, [p0, p1, p2, p3]: [Vec3; 4], s: f32) -> Vec3 {
        match self {
            Self::Cubic => {
                let p = (p3 - p2) - (p0 - p1);
                let q = (p0 - p1) - p;
                let r = p2 - p0;
                ((p * s + q) * s + r) * s + p1
            }
            Self::CatmullRom => {
                let q = p0 * 2.0 - p1 * 5.0 + p2 * 4.0 - p3;
                let p = (p1 - p2) * 3.0 + p3 - p0;
                (((p * s + q) * s + (p2 - p0)) * s) * 0.5 + p1
            }
        }
    }

    /// Point on the curve through `points`; `t` runs from 0 at the first to 1 at the last and is clamped. The
    /// zero vector without points.
    #[must_use]
    #[inline]
    pub fn at(self, points: &[Vec3], t: f32) -> Vec3 {
        if points.is_empty() {
            return Vec3::ZERO;
        }
        let (segment, s) = segment_percent(t, points.len());
        self.blend(blend_indices(segment, points.len()).map(|index| points[index]), s)
    }
}

/// Segment of a hair with `points` points at `t` in 0..=1, and the share of the segment, 0..=1. `t` is
/// clamped; a `t` that is no number counts as 0.
#[must_use]
#[inline]
pub fn segment_percent(t: f32, points: usize) -> (usize, f32) {
    let segments = points.saturating_sub(1);
    let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
    let along = t * segments as f32;
    let segment = (along as usize).min(segments.saturating_sub(1));
    (segment, along - segment as f32)
}

/// The four points that shape a segment: those of its ends and their neighbours, clamped to the ends of a
/// hair with `points` points.
#[must_use]
#[inline]
pub fn blend_indices(segment: usize, points: usize) -> [usize; 4] {
    let last = points.saturating_sub(1);
    [segment.saturating_sub(1), segment, segment + 1, segment + 2].map(|index| index.min(last))
}
