//! Strands and guides from curves: guides by farthest-point sampling of the roots (T. F. Gonzalez,
//! *Clustering to Minimize the Maximum Intercluster Distance*, 1985), weights by inverse squared distance
//! (D. Shepard, *A Two-Dimensional Interpolation Function for Irregularly-Spaced Data*, 1968), and offsets
//! that make every strand the curve that it was.

use crate::hair::MAX_HAIR_TOTAL_POINTS;
use crate::hair::curves::{HairCurves, Polyline, resampled};
use glam::{DVec3, Vec3};
use sinew::hair::{
    ControlHair, GuidePose, HairCurve, MAX_HAIR_POINTS, MAX_STRAND_GUIDES, MAX_STRAND_POINTS,
    MIN_HAIR_POINTS, Strand, StrandError, Strands,
};
use sinew::internal::{Random, blend_guides, check_hair_points};

/// Largest number of guides that are chosen.
pub const MAX_CURVE_GUIDES: usize = 4096;

/// Number of guides near a root of which those of the most similar shape are taken.
const CANDIDATES: usize = 8;
/// Number of positions along a hair at which it is compared with a guide.
const COMPARED: usize = 4;
/// Distance below which guides count as equally near, metres.
const SAME_DISTANCE: f32 = 1e-4;
/// Smallest length of a strand as a share of its guides.
const MIN_LENGTH: f32 = 1e-6;
/// Largest distance of a guide in relation to that of the nearest one: guides beyond a parting have no
/// weight.
const MAX_DISTANCE_RATIO: f32 = 3.0;
/// Weight of the distance of tips, squared, against that of roots: it decides where roots are at one point,
/// as in a ponytail.
const TIP_WEIGHT: f32 = 1e-4;

/// Settings of [`strands_from_curves`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CurveStrands {
    /// Largest number of guides, 1 to [`MAX_CURVE_GUIDES`]; there are fewer where curves are.
    pub guides: usize,
    /// Points of each guide, [`MIN_HAIR_POINTS`] to [`MAX_HAIR_POINTS`].
    pub guide_points: usize,
    /// Points of each strand, 2 to [`MAX_STRAND_POINTS`].
    pub points: usize,
    /// Seed of the strands' random numbers.
    pub seed: u64,
}

impl Default for CurveStrands {
    /// 256 guides of 16 points, strands of 16 points.
    fn default() -> Self {
        Self { guides: 256, guide_points: 16, points: 16, seed: 1 }
    }
}

impl CurveStrands {
    /// Sets [`guides`](Self::guides).
    #[must_use]
    pub const fn with_guides(self, guides: usize) -> Self {
        Self { guides, ..self }
    }

    /// Sets [`guide_points`](Self::guide_points).
    #[must_use]
    pub const fn with_guide_points(self, guide_points: usize) -> Self {
        Self { guide_points, ..self }
    }

    /// Sets [`points`](Self::points).
    #[must_use]
    pub const fn with_points(self, points: usize) -> Self {
        Self { points, ..self }
    }

    /// Sets [`seed`](Self::seed).
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    fn check(&self) -> Result<(), StrandError> {
        for (items, count, min, max) in [
            ("guides", self.guides, 1, MAX_CURVE_GUIDES),
            ("points per guide", self.guide_points, MIN_HAIR_POINTS, MAX_HAIR_POINTS),
            ("points per strand", self.points, 2, MAX_STRAND_POINTS),
        ] {
            if !(min..=max).contains(&count) {
                return Err(StrandError::Count { items, count, min, max });
            }
        }
        Ok(())
    }
}

/// One strand per curve, and guides chosen among the curves, so that in the rest pose each strand is its
/// curve, resampled as [`HairCurves::resampled`] does. A strand follows up to three guides of those nearest
/// to its root, by the similarity of their shapes.
///
/// # Errors
/// When a setting is out of its range, there are more than [`MAX_STRANDS`](sinew::hair::MAX_STRANDS) curves
/// or [`MAX_HAIR_TOTAL_POINTS`] points of strands, or no curve can be a guide.
pub fn strands_from_curves(
    curves: &HairCurves,
    settings: &CurveStrands,
) -> Result<(Vec<ControlHair>, Strands), StrandError> {
    settings.check()?;
    let (total, max) = (curves.len().saturating_mul(settings.points), MAX_HAIR_TOTAL_POINTS);
    if total > max {
        return Err(StrandError::Count { items: "points of all strands", count: total, min: 0, max });
    }
    let guides = choose_guides(curves, settings);
    if guides.is_empty() {
        return Err(StrandError::NoGuides(curves.len()));
    }
    let (pose, curve) = (GuidePose::at_rest(&guides), HairCurve::default());
    let lines: Vec<Polyline<'_>> = guides.iter().map(|guide| Polyline::new(guide.points())).collect();
    let roots: Vec<Vec3> = lines.iter().map(|line| line.at(0.0)).collect();
    let mut random = Random::new(settings.seed);
    let mut strands = Vec::with_capacity(curves.len());
    let mut offsets = Vec::with_capacity(curves.len() * settings.points);
    for points in curves.iter() {
        let line = Polyline::new(points);
        let (guides, weights) = weights(&line, (&lines, &roots));
        let pairs = guides.iter().zip(weights);
        let along: f64 =
            pairs.map(|(guide, weight)| lines[*guide as usize].length() * f64::from(weight)).sum();
        let length = ((line.length() / along) as f32).clamp(MIN_LENGTH, 1.0);
        let strand = Strand { guides, weights, length, random: random.unit() };
        for (n, point) in resampled(points, settings.points).enumerate() {
            let t = length * n as f32 / (settings.points - 1) as f32;
            offsets.push(point - blend_guides(&strand, t, curve, &pose));
        }
        strands.push(strand);
    }
    let strands = Strands::new(strands, offsets, settings.points, curve, guides.len())?;
    Ok((guides, strands.with_rest(&pose)))
}

/// Guides far from each other. Each is the curve whose root is the farthest from those of all before; curves
/// that cannot be control hairs are left out.
fn choose_guides(curves: &HairCurves, settings: &CurveStrands) -> Vec<ControlHair> {
    let ends: Vec<[Vec3; 2]> = curves.iter().map(|curve| [curve[0], curve[curve.len() - 1]]).collect();
    let sum: DVec3 = ends.iter().map(|[root, _]| root.as_dvec3()).sum();
    let middle = (sum / ends.len().max(1) as f64).as_vec3();
    let mut points: Vec<Vec3> = Vec::with_capacity(settings.guide_points);
    // Squared distance to the nearest guide; −1 for a curve that is not available. The first guide is the
    // farthest from the middle.
    let first = |curve: &[Vec3]| {
        points.clear();
        points.extend(resampled(curve, settings.guide_points));
        check_hair_points(0, &points).map_or(-1.0, |()| curve[0].distance_squared(middle))
    };
    let mut distances: Vec<f32> = curves.iter().map(first).collect();
    let mut guides: Vec<ControlHair> = Vec::new();
    while guides.len() < settings.guides {
        let farthest = distances.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
        let Some((number, _)) = farthest.filter(|(_, distance)| **distance >= 0.0) else { break };
        distances[number] = -1.0;
        let points: Vec<Vec3> = resampled(curves.curve(number), settings.guide_points).collect();
        let Ok(guide) = ControlHair::new(points) else { continue };
        let [root, tip] = ends[number];
        let is_first = guides.is_empty();
        for (distance, [other_root, other_tip]) in distances.iter_mut().zip(&ends) {
            let new = other_root.distance_squared(root) + TIP_WEIGHT * other_tip.distance_squared(tip);
            if *distance >= 0.0 && (is_first || new < *distance) {
                *distance = new;
            }
        }
        guides.push(guide);
    }
    guides
}

/// Distance of the roots of a hair and a guide, and mean distance of the ways from there at the same lengths.
fn distance(hair: &Polyline<'_>, guide: &Polyline<'_>) -> f32 {
    let roots = hair.at(0.0) - guide.at(0.0);
    let ratio = hair.length() / guide.length();
    let ways: f32 = (1..=COMPARED)
        .map(|n| n as f64 / COMPARED as f64)
        .map(|share| (hair.at(share) - guide.at((share * ratio).min(1.0)) - roots).length())
        .sum();
    roots.length() + ways / COMPARED as f32
}

/// Guides of a hair and their weights, the largest first.
fn weights(
    hair: &Polyline<'_>,
    (guides, roots): (&[Polyline<'_>], &[Vec3]),
) -> ([u32; MAX_STRAND_GUIDES], [f32; MAX_STRAND_GUIDES]) {
    let root = hair.at(0.0);
    // Guides of the nearest roots, in order.
    let mut near = [(f32::INFINITY, 0_u32); CANDIDATES];
    for (number, guide_root) in (0..).zip(roots) {
        let apart = guide_root.distance_squared(root);
        if apart < near[CANDIDATES - 1].0 {
            let slot = near.partition_point(|(other, _)| *other <= apart);
            near[slot..].rotate_right(1);
            near[slot] = (apart, number);
        }
    }
    let mut similar: Vec<(f32, u32)> = near
        .iter()
        .filter(|(distance, _)| distance.is_finite())
        .map(|(_, number)| (distance(hair, &guides[*number as usize]), *number))
        .collect();
    similar.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let nearest = similar[0].0 + SAME_DISTANCE;
    similar.truncate(MAX_STRAND_GUIDES - 1);
    similar.retain(|(distance, _)| *distance <= nearest * MAX_DISTANCE_RATIO);
    let weight = |distance: f32| {
        let ratio = nearest / (distance + SAME_DISTANCE);
        ratio * ratio
    };
    let sum: f32 = similar.iter().map(|(distance, _)| weight(*distance)).sum();
    let mut result = ([similar[0].1; MAX_STRAND_GUIDES], [0.0; MAX_STRAND_GUIDES]);
    for (n, (distance, number)) in similar.iter().enumerate() {
        (result.0[n], result.1[n]) = (*number, weight(*distance) / sum);
    }
    result
}
