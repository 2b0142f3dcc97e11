//! Place of imported hair on a head.

use crate::hair::{HairCurves, HairCurvesError, HairRegion, HairSkin, HeadShape};
use sinew::Bounds;
use sinew::glam::{Affine3A, Vec3};
use std::collections::HashMap;

/// Number of roots that are examined for their distance from the skin.
const SAMPLES: usize = 256;
/// Mean distance of roots from the skin, in sizes of the scalp, up to which hair belongs to the head: heads
/// of people differ by less.
const MAX_DISTANCE: f32 = 0.1;
/// Smallest width of hair, in widths of the scalp, that says how large its head is; single locks are
/// narrower.
const MIN_WIDTH: f32 = 1e-6;

/// Curves on the head: as they are where their roots lie on its skin. Else they are scaled to the width of
/// its scalp and moved there, each with its root onto the skin; with the scale.
pub(super) fn on_head(
    curves: HairCurves,
    skin: &HairSkin,
    head: &HeadShape,
) -> Result<(HairCurves, Option<f32>), HairCurvesError> {
    let scalp = scalp_bounds(skin, head);
    let size = scalp.size();
    if scalp.is_empty() || mean_distance(&curves, skin) < size.max_element() * MAX_DISTANCE {
        return Ok((curves, None));
    }
    let roots = curves.iter().fold(Bounds::EMPTY, |bounds, points| bounds.including(points[0]));
    let share = roots.size().x / size.x;
    let scale = if share > MIN_WIDTH { 1.0 / share } else { 1.0 };
    let transform = Affine3A::from_translation(scalp.center())
        * Affine3A::from_scale(Vec3::splat(scale))
        * Affine3A::from_translation(-roots.center());
    let placed = curves.transformed(&transform).and_then(|placed| rooted(placed, skin))?;
    Ok((placed, Some(scale)))
}

/// Box around the scalp.
fn scalp_bounds(skin: &HairSkin, head: &HeadShape) -> Bounds {
    let on_head = skin.triangles().iter().filter(|triangle| skin.is_on_head(triangle));
    let points = on_head.map(|triangle| triangle.at(Vec3::splat(1.0 / 3.0)));
    points.filter(|at| HairRegion::Scalp.density(head, *at) > 0.5).fold(Bounds::EMPTY, Bounds::including)
}

/// Mean distance of roots from the skin, metres.
fn mean_distance(curves: &HairCurves, skin: &HairSkin) -> f32 {
    let step = curves.len().div_ceil(SAMPLES).max(1);
    let distances = curves.iter().step_by(step).filter_map(|points| Some(skin.nearest_point(points[0])?.1));
    let (count, sum) = distances.fold((0.0, 0.0), |(count, sum), distance| (count + 1.0, sum + distance));
    sum / f32::max(count, 1.0)
}

/// The curves, each moved with its root to the nearest point of the skin.
fn rooted(curves: HairCurves, skin: &HairSkin) -> Result<HairCurves, HairCurvesError> {
    let triangles = skin
        .triangles()
        .iter()
        .map(|triangle| ((triangle.instance, triangle.primitive, triangle.triangle), triangle));
    let triangles: HashMap<_, _> = triangles.collect();
    let nearest = |at: Vec3| {
        let (point, _) = skin.nearest_point(at)?;
        let triangle = triangles.get(&(point.instance, point.primitive, point.triangle))?;
        Some(triangle.at(point.barycentric))
    };
    let mut points = Vec::with_capacity(curves.points().len());
    for curve in curves.iter() {
        let way = nearest(curve[0]).map_or(Vec3::ZERO, |nearest| nearest - curve[0]);
        points.extend(curve.iter().map(|point| *point + way));
    }
    let counts: Vec<u32> = curves.counts().collect();
    HairCurves::new(points, &counts)?
        .with_thickness(curves.thickness().to_vec())?
        .with_colors(curves.colors().to_vec())?
        .with_opacity(curves.opacity().to_vec())
}
