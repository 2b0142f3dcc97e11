//! Hairs at rest: their ranges of points, and the data of their edges with the factored matrix of a step.

use super::HairSettings;
use glam::Vec3;
use std::f32::consts::TAU;
use std::ops::Range;

/// Smallest stiffness of an edge, so that its rest vector stays finite: that of 0.05 Hz.
const MIN_STIFFNESS: f32 = 0.05;

/// Points of a hair among all.
#[derive(Clone, Debug)]
pub(super) struct RestHair {
    pub(super) first: usize,
    pub(super) count: usize,
}

impl RestHair {
    /// Indices of the points.
    pub(super) const fn range(&self) -> Range<usize> {
        self.first..self.first + self.count
    }
}

/// Data at rest of the edge from a point to the next, and of the equation of the next point: 48 bytes.
///
/// Masses are 1; stiffness and damping are per mass.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
#[non_exhaustive]
pub struct HairEdge {
    /// Edge as groomed, metres.
    pub groomed: Vec3,
    /// Its length.
    pub length: f32,
    /// Vector it is drawn to: the groomed one less the way that the weight of the hair beyond pulls it aside.
    pub target: Vec3,
    /// Tension by the weight of the hair beyond over the length, as groomed, 1/s²; negative where the edge
    /// stands upright.
    pub tension: f32,
    /// Stiffness, 1/s².
    pub stiffness: f32,
    /// Damping over the time of a step, 1/s².
    pub damping: f32,
    /// Inverse of the pivot of the factored matrix.
    pub inverse_pivot: f32,
    /// Entry beside the diagonal over the pivot.
    pub beside: f32,
}

/// Fills the edges of a hair with these points. `edges[n]` is the edge from point `n` to the next; the last
/// is unused.
pub(super) fn fill(points: &[Vec3], settings: &HairSettings, edges: &mut [HairEdge]) {
    let last = points.len() - 1;
    let total: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let step = 1.0 / settings.rate;
    for n in 0..last {
        let groomed = points[n + 1] - points[n];
        let length = groomed.length();
        // Points that hang from the edge. The whole hair bends under its weight as much with few points as
        // with many.
        let beyond = (last - n) as f32;
        let fraction = if last > 2 { n.saturating_sub(1) as f32 / (last - 2) as f32 } else { 0.0 };
        let share = 1.0 + (settings.tip_stiffness - 1.0) * fraction;
        let frequency = (settings.stiffness * share.max(0.0).sqrt()).max(MIN_STIFFNESS) * TAU;
        let lever = total / length;
        let stiffness = frequency * frequency * beyond * lever * lever;
        let damping = 2.0 * settings.damping * frequency * beyond * lever * lever.min(4.0) / step / lever;
        let weight = settings.groomed_gravity() * beyond;
        let along = groomed / length;
        let tension = weight.dot(along);
        edges[n] = HairEdge {
            groomed,
            target: groomed - (weight - along * tension) / stiffness,
            tension: tension / length,
            length,
            stiffness,
            damping,
            ..HairEdge::default()
        };
    }
    factor(settings, edges);
}

/// Factors the symmetric tridiagonal matrix of the points from the third on.
fn factor(settings: &HairSettings, edges: &mut [HairEdge]) {
    let step = 1.0 / settings.rate;
    let inertia = 1.0 / (step * step) + settings.drag / step;
    let last = edges.len() - 1;
    let coupling = |edge: &HairEdge| edge.stiffness + edge.damping;
    let mut before = 0.0;
    for point in 2..=last {
        let toward = coupling(&edges[point - 1]);
        let onward = if point < last { coupling(&edges[point]) } else { 0.0 };
        let mut pivot = inertia + toward + onward;
        if point > 2 {
            // The entry beside the diagonal is -toward.
            pivot -= toward * toward * before;
        }
        before = 1.0 / pivot;
        edges[point - 1].inverse_pivot = before;
        edges[point - 1].beside = onward * before;
    }
}
