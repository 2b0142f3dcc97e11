//! Cutting of guides: they end where a brush touches them, and the strands are shortened with them.

use super::HairBrush;
use glam::Vec3;
use sinew::hair::{ControlHair, GroomError, GroomLayer, GuidePose, HairCurve, Strands, segment_percent};

/// Shortest length to which hair is cut, metres.
pub const MIN_CUT_LENGTH: f32 = 0.005;
/// Positions per segment of a guide at which the brush is looked for.
const SAMPLES: usize = 4;
/// Share of a hair from which on it stays as it is.
const UNCUT: f32 = 0.999;
/// Steps per segment by which the length of a curve is measured.
const STEPS: usize = 16;

/// Cuts the guides of a layer where a brush touches them first from the root on, and the strands with them.
/// Returns the number of guides that have changed.
///
/// `pose` has the guides as they are seen. Guides keep their number of points, which lie on the curve that
/// they had, and at least [`MIN_CUT_LENGTH`] of their length; shorter ones stay.
///
/// # Errors
/// When points come to lie on each other. Nothing changes then.
///
/// # Panics
/// When the pose is not one of the layer's guides.
pub fn cut(layer: &mut GroomLayer, pose: &GuidePose, brush: &HairBrush) -> Result<usize, GroomError> {
    let curve = layer.strands.curve();
    let mut guides = layer.guides.clone();
    let mut kept = vec![1.0; guides.len()];
    for (number, guide) in guides.iter_mut().enumerate() {
        let Some(touched) = touched(pose, number, brush) else { continue };
        let share = touched.max(share_of(guide.points(), curve, MIN_CUT_LENGTH));
        if share >= UNCUT {
            continue;
        }
        let last = (guide.points().len() - 1) as f32;
        let points = (0..guide.points().len()).map(|n| curve.at(guide.points(), share * n as f32 / last));
        *guide = ControlHair::new(points.collect::<Vec<_>>())?;
        kept[number] = share;
    }
    let count = kept.iter().filter(|share| **share < 1.0).count();
    if count > 0 {
        layer.strands =
            shortened(&layer.strands, &kept, guides.len())?.with_rest(&GuidePose::at_rest(&guides));
        layer.guides = guides;
    }
    Ok(count)
}

/// Share of a guide at which the brush touches it first.
fn touched(pose: &GuidePose, guide: usize, brush: &HairBrush) -> Option<f32> {
    let points = pose.guide(guide);
    let steps = (points.len() - 1) * SAMPLES;
    let position = |n: &usize| {
        let (from, share) = (n / SAMPLES, (n % SAMPLES) as f32 / SAMPLES as f32);
        let to = (from + 1).min(points.len() - 1);
        points[from].position().lerp(points[to].position(), share)
    };
    let first = (0..=steps).find(|n| brush.strength(position(n)) > 0.0)?;
    Some(first as f32 / steps as f32)
}

/// Share of a guide that has a length in metres along its curve; 1 for a shorter guide.
fn share_of(points: &[Vec3], curve: HairCurve, length: f32) -> f32 {
    let steps = (points.len() - 1) * STEPS;
    let (mut from, mut before) = (points[0], 0.0);
    for n in 1..=steps {
        let to = curve.at(points, n as f32 / steps as f32);
        let after = before + from.distance(to);
        if after >= length {
            let within = (length - before) / (after - before);
            return (n as f32 - 1.0 + within) / steps as f32;
        }
        (from, before) = (to, after);
    }
    1.0
}

/// Strands on guides of which these shares are left: their offsets are those of the parts that are left.
fn shortened(strands: &Strands, kept: &[f32], guides: usize) -> Result<Strands, GroomError> {
    let points = strands.points_per_strand();
    let mut offsets = Vec::with_capacity(strands.offsets().len());
    for (strand, before) in strands.strands().iter().zip(strands.offsets().chunks_exact(points)) {
        let share: f32 = strand
            .guides
            .iter()
            .zip(strand.weights)
            .map(|(guide, weight)| kept[*guide as usize] * weight)
            .sum();
        let last = (points - 1) as f32;
        offsets.extend((0..points).map(|n| {
            let (from, between) = segment_percent(share * n as f32 / last, points);
            before[from].lerp(before[from + 1], between)
        }));
    }
    Ok(Strands::new(strands.strands().to_vec(), offsets, points, strands.curve(), guides)?)
}
