use super::hair_model::HairModelData;
use super::solver::HairSolver;
use sinew::Bounds;
use sinew::glam::Vec3;
use sinew::hair::{GuidePose, HairCurve};

/// Bounds of strands, and about their length.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrandBounds {
    /// Box that contains all strands; empty where a guide is not finite.
    pub(super) bounds: Bounds,
    /// Mean length of the guides in metres.
    pub(super) mean_length: f32,
}

/// Largest share of its four points by which a curve goes beyond them: the sum of its negative weights.
fn overshoot(curve: HairCurve) -> f32 {
    match curve {
        HairCurve::Cubic => 0.25,
        HairCurve::CatmullRom => 0.125,
    }
}

impl StrandBounds {
    pub(super) fn new(model: &HairModelData, guides: &GuidePose) -> Self {
        let (mut bounds, mut longest, mut sum) = (Bounds::EMPTY, 0.0_f32, 0.0_f32);
        for guide in guides.points().chunks_exact(guides.points_per_guide().max(1)) {
            let positions = || guide.iter().map(|point| Vec3::from_array(point.position));
            for (position, next) in positions().zip(positions().skip(1)) {
                let length = position.distance(next);
                longest = longest.max(length);
                sum += length;
            }
            bounds = positions().fold(bounds, Bounds::including);
        }
        let is_sound =
            !bounds.is_empty() && bounds.min.is_finite() && bounds.max.is_finite() && sum.is_finite();
        if !is_sound {
            return Self { bounds: Bounds::EMPTY, mean_length: 0.0 };
        }
        Self::around(model, &bounds, longest, sum / model.guides.max(1) as f32)
    }

    /// Bounds that contain the strands of a solver wherever they swing.
    pub(super) fn of_solver(model: &HairModelData, solver: &HairSolver) -> Self {
        let (bounds, longest) = solver.reach();
        if bounds.is_empty() || !bounds.min.is_finite() || !bounds.max.is_finite() {
            return Self { bounds: Bounds::EMPTY, mean_length: 0.0 };
        }
        Self::around(model, &bounds, longest, solver.mean_length())
    }

    /// Bounds of strands between guides in a box, with edges of this length at most.
    fn around(model: &HairModelData, bounds: &Bounds, longest: f32, mean_length: f32) -> Self {
        let beyond = overshoot(model.curve) * 3.0 * longest + model.negative_weight * bounds.size().length();
        let margin = beyond + model.longest_offset + 1e-4;
        Self { bounds: bounds.grown(margin), mean_length: mean_length.max(1e-4) }
    }
}
