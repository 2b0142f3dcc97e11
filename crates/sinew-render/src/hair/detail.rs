use crate::camera::Camera;
use sinew::Bounds;
use sinew::hair::HairLook;

/// Level of detail of drawn hair: the share of its strands that is drawn. That of simulated hair is a
/// [`HairDetail`](sinew::hair::HairDetail).
///
/// Fewer strands are drawn wider, so that they cover the same area. From four times their width on, strands
/// are strips that show several strands across, with gaps between them where the image resolves them. They
/// are drawn with as many samples of each pixel as they cover, or sorted and blended. Strands are left out in
/// the order of [`sinew::hair::Strand::random`] and thin out before they vanish, so that nothing changes at
/// once while the share does.
///
/// ```
/// use sinew_render::StrandDetail;
///
/// let half = StrandDetail::default().with_strands(0.5);
/// assert_eq!(half.points, 1.0);
/// assert!(StrandDetail::CARDS.strands < StrandDetail::RIBBONS.strands);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct StrandDetail {
    /// Share of the strands that are drawn, 0 to 1; at least one strand is drawn.
    pub strands: f32,
    /// Share of the points of each strand that are drawn, 0 to 1; at least 2 points are.
    pub points: f32,
    /// True for strips that are sorted by distance and blended, which is smoother, and less exact where
    /// strips cross. It needs strips, at most 2048 of them.
    pub sorted: bool,
}

/// Largest number of strips that are sorted; as in shaders/hair_sort.wgsl.
pub(super) const MAX_SORTED: usize = 2048;
/// Number of strands that one stands for, from which they are drawn as strips with gaps between several
/// strands, and from which gaps no longer grow.
const STRIPS: [f32; 2] = [4.0, 16.0];
/// Width of a wide strip against the strands that it stands for.
const MAX_SPREAD: f32 = 1.6;
/// Strands that a strip shows across for each that it stands for: fewer, which the image resolves from
/// farther away.
const CELLS_PER_STRAND: f32 = 0.25;
/// Most strands across a strip.
const MAX_CELLS: f32 = 24.0;
/// Width in pixels that strands get in the level of detail of a view.
const MAX_PIXELS: f32 = 0.6;
/// Smallest share of the strands in the level of detail of a view.
const MIN_SHARE: f32 = 0.01;
/// Distance of points in pixels, and their least number, in the level of detail of a view.
const PIXELS_PER_SEGMENT: f32 = 6.0;
const MIN_POINTS: f32 = 5.0;
/// Share of the drawn strands that thin out.
const FADING_SHARE: f32 = 0.25;

impl Default for StrandDetail {
    /// All strands with all points.
    fn default() -> Self {
        Self::STRANDS
    }
}

impl StrandDetail {
    /// All strands with all points.
    pub const STRANDS: Self = Self { strands: 1.0, points: 1.0, sorted: false };
    /// A sixth of the strands, six times as wide, with three quarters of the points.
    pub const RIBBONS: Self = Self { strands: 1.0 / 6.0, points: 0.75, sorted: false };
    /// A fortieth of the strands as sorted strips, with half of the points.
    pub const CARDS: Self = Self { strands: 1.0 / 40.0, points: 0.5, sorted: true };

    /// Level of detail for hair in `bounds`, seen by `camera` in an image of `height` pixels: as many strands
    /// as reach 0.6 of the width of a pixel, so that the picture stays the same, and points some pixels
    /// apart. `length` is about that of a strand in metres, and `points` their number per strand.
    #[must_use]
    pub(super) fn for_view(
        look: &HairLook,
        bounds: &Bounds,
        (length, points): (f32, usize),
        camera: &Camera,
        height: u32,
    ) -> Self {
        let nearest = camera.eye.clamp(bounds.min, bounds.max).distance(camera.eye).max(camera.near);
        let pixel = 2.0 * nearest * (camera.fov_y * 0.5).tan() / height.max(1) as f32;
        let width = look.width * 0.5 * (1.0 + look.tip_width.clamp(0.0, 1.0));
        let needed = length / (pixel * PIXELS_PER_SEGMENT) + 1.0;
        Self {
            strands: (width / (pixel * MAX_PIXELS)).clamp(MIN_SHARE, 1.0),
            sorted: false,
            points: (needed.max(MIN_POINTS) / points.max(1) as f32).min(1.0),
        }
    }

    /// Replaces the share of the strands that are drawn.
    #[must_use]
    pub fn with_strands(self, strands: f32) -> Self {
        Self { strands, ..self }
    }

    /// Sets whether strips are sorted by distance and blended.
    #[must_use]
    pub fn with_sorted(self, sorted: bool) -> Self {
        Self { sorted, ..self }
    }

    /// Replaces the share of the points of each strand that are drawn.
    #[must_use]
    pub fn with_points(self, points: f32) -> Self {
        Self { points, ..self }
    }
}

/// Numbers by which the shaders leave strands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DrawnStrands {
    /// Number of strands, at least 1 where there is one.
    pub(super) strands: u32,
    /// Rank from which strands have no width.
    pub(super) end_rank: f32,
    /// Number of ranks before it over which they thin out.
    pub(super) fading_ranks: f32,
    /// Factor on the width of strands.
    pub(super) width_factor: f32,
    /// Points of each strand.
    pub(super) points: u32,
    /// Factor on the width of strips, whose gaps take the rest.
    pub(super) spread: f32,
    /// Strands across a strip; 1 for strands.
    pub(super) cells: f32,
    /// True for strips that are sorted and blended.
    pub(super) is_sorted: bool,
}

impl DrawnStrands {
    pub(super) fn new(detail: &StrandDetail, strands: usize, points: usize) -> Self {
        let total = strands as f32;
        let share = if detail.strands.is_nan() { 1.0 } else { detail.strands.clamp(0.0, 1.0) };
        // With all strands the fading ranks lie behind the last one.
        let end_rank = (share * total).max(1.0) / (1.0 - FADING_SHARE);
        let fading_ranks = end_rank * FADING_SHARE;
        let full = (end_rank - fading_ranks).min(total);
        // Sum of the shares of their width that strands keep: the full ones, and the trapezoid of those that
        // fade.
        let last = total.min(end_rank);
        let kept_at_last = (end_rank - last) / fading_ranks;
        let kept = full + (last - full) * (1.0 + kept_at_last) * 0.5;
        let share = if detail.points.is_nan() { 1.0 } else { detail.points.clamp(0.0, 1.0) };
        let points = ((points as f32 * share).round() as u32).clamp(2, points as u32);
        let drawn = (last.ceil() as u32).min(strands as u32);
        let width_factor = total / kept.max(f32::MIN_POSITIVE);
        let widening = ((width_factor - STRIPS[0]) / (STRIPS[1] - STRIPS[0])).clamp(0.0, 1.0);
        let cells = (width_factor * CELLS_PER_STRAND).floor().clamp(1.0, MAX_CELLS);
        let is_strip = width_factor >= STRIPS[0];
        Self {
            strands: drawn,
            end_rank,
            fading_ranks,
            width_factor,
            points,
            spread: 1.0 + (MAX_SPREAD - 1.0) * widening,
            cells: if is_strip { cells } else { 1.0 },
            is_sorted: detail.sorted && is_strip && drawn as usize <= MAX_SORTED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strands_keep_their_width_in_sum() {
        for share in [0.001_f32, 0.01, 0.1, 0.33, 0.5, 0.74, 0.76, 0.9, 0.99, 1.0] {
            let drawn = DrawnStrands::new(&StrandDetail::default().with_strands(share), 5000, 16);
            let kept =
                |rank: u32| ((drawn.end_rank - rank as f32 - 0.5) / drawn.fading_ranks).clamp(0.0, 1.0);
            let sum: f32 = (0..drawn.strands).map(|rank| kept(rank) * drawn.width_factor).sum();
            assert!((sum / 5000.0 - 1.0).abs() < 0.05 / (share * 5000.0) + 1e-3, "{share}: {sum}");
            assert!(kept(drawn.strands) < 0.01 || drawn.strands == 5000, "{share}");
        }
        let all = DrawnStrands::new(&StrandDetail::default(), 5000, 16);
        assert_eq!((all.strands, all.width_factor, all.points), (5000, 1.0, 16));
    }

    #[test]
    fn any_share_draws_something() {
        for (share, points) in [(f32::NAN, f32::NAN), (-1.0, 0.0), (0.0, -3.0), (7.0, 9.0)] {
            let detail = StrandDetail::default().with_strands(share).with_points(points);
            let drawn = DrawnStrands::new(&detail, 100, 5);
            assert!((1..=100).contains(&drawn.strands) && (2..=5).contains(&drawn.points), "{drawn:?}");
            assert!(drawn.width_factor.is_finite() && drawn.width_factor > 0.0, "{drawn:?}");
        }
    }
}
