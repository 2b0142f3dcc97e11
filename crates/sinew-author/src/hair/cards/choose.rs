//! Choice of curves that stand for all: farthest-point sampling (T. Gonzalez, *Clustering to Minimize the
//! Maximum Intercluster Distance*, 1985), then some rounds of Lloyd's algorithm (S. Lloyd, *Least Squares
//! Quantization in PCM*, 1982) with the curve nearest to the middle of each cluster.

use glam::Vec3;

/// Rounds of Lloyd's algorithm.
const ROUNDS: usize = 4;
/// Weights of root, middle and tip in the distance of two curves.
const WEIGHTS: [f32; 3] = [1.0, 0.5, 0.5];

/// Position of a curve: root, middle and tip.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Feature(pub(super) [Vec3; 3]);

impl Feature {
    pub(super) fn distance_squared(&self, other: &Self) -> f32 {
        (0..3).map(|n| self.0[n].distance_squared(other.0[n]) * WEIGHTS[n]).sum()
    }
}

/// Curves that stand for those around them.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters {
    /// Number of the curve that stands for each cluster.
    pub(super) middles: Vec<usize>,
    /// Per curve: its cluster.
    pub(super) of: Vec<u32>,
}

/// At most `count` clusters of curves. Curves at the same position as a chosen one open no cluster.
pub(super) fn clusters(curves: &[Feature], count: usize) -> Clusters {
    let mut middles = spread(curves, count);
    let mut of = assign(curves, &middles);
    for _ in 0..ROUNDS {
        middles = medoids(curves, &of, &middles);
        of = assign(curves, &middles);
    }
    Clusters { middles, of }
}

/// At most `count` curves that are far from each other, beginning with the one nearest to the mean.
pub(super) fn spread(curves: &[Feature], count: usize) -> Vec<usize> {
    if curves.is_empty() || count == 0 {
        return Vec::new();
    }
    let mut mean = Feature::default();
    for curve in curves {
        (0..3).for_each(|n| mean.0[n] += curve.0[n] / curves.len() as f32);
    }
    let mut chosen = vec![nearest(curves, &mean, 0..curves.len()).unwrap_or(0)];
    let mut distance = vec![f32::INFINITY; curves.len()];
    while chosen.len() < count {
        let last = &curves[chosen[chosen.len() - 1]];
        let mut farthest = (0.0, 0);
        for (number, squared) in distance.iter_mut().enumerate() {
            *squared = squared.min(curves[number].distance_squared(last));
            if *squared > farthest.0 {
                farthest = (*squared, number);
            }
        }
        if farthest.0 <= 0.0 {
            break;
        }
        chosen.push(farthest.1);
    }
    chosen
}

fn assign(curves: &[Feature], middles: &[usize]) -> Vec<u32> {
    let nearest = |curve: &Feature| {
        let mut best = (f32::INFINITY, 0);
        for (cluster, middle) in middles.iter().enumerate() {
            let distance = curve.distance_squared(&curves[*middle]);
            if distance < best.0 {
                best = (distance, cluster as u32);
            }
        }
        best.1
    };
    curves.iter().map(nearest).collect()
}

/// Per cluster: the curve nearest to the mean of its curves.
fn medoids(curves: &[Feature], of: &[u32], middles: &[usize]) -> Vec<usize> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); middles.len()];
    for (curve, cluster) in of.iter().enumerate() {
        members[*cluster as usize].push(curve);
    }
    let medoid = |(cluster, before): (&Vec<usize>, &usize)| {
        let mut mean = Feature::default();
        for curve in cluster {
            (0..3).for_each(|n| mean.0[n] += curves[*curve].0[n] / cluster.len() as f32);
        }
        nearest(curves, &mean, cluster.iter().copied()).unwrap_or(*before)
    };
    members.iter().zip(middles).map(medoid).collect()
}

fn nearest(curves: &[Feature], feature: &Feature, among: impl Iterator<Item = usize>) -> Option<usize> {
    let distance = |number: &usize| curves[*number].distance_squared(feature);
    among.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}
