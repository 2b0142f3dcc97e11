//! Choice of items that stand for all: farthest-point sampling (T. Gonzalez, *Clustering to Minimize the
//! Maximum Intercluster Distance*, 1985), then some rounds of Lloyd's algorithm (S. Lloyd, *Least Squares
//! Quantization in PCM*, 1982) with the item nearest to the middle of each cluster.

use crate::hair::curves::Polyline;
use glam::Vec3;

/// Rounds of Lloyd's algorithm.
const ROUNDS: usize = 4;
/// Weights of root, middle and tip in the distance of two curves, before they are squared.
const WEIGHTS: [f32; 3] = [1.0, 0.707, 0.707];

/// Numbers that tell an item from others; the distance of two is Euclidean.
pub(super) type Feature<const N: usize> = [f32; N];

/// Root, middle and tip of a curve.
pub(super) type CurveFeature = Feature<9>;

/// Feature of a curve.
pub(super) fn curve_feature(points: &[Vec3]) -> CurveFeature {
    let polyline = Polyline::new(points);
    let mut feature = [0.0; 9];
    for (n, share) in [0.0, 0.5, 1.0].into_iter().enumerate() {
        let at = polyline.at(share) * WEIGHTS[n];
        feature[n * 3..n * 3 + 3].copy_from_slice(&at.to_array());
    }
    feature
}

pub(super) fn distance_squared<const N: usize>(a: &Feature<N>, b: &Feature<N>) -> f32 {
    (0..N).map(|n| (a[n] - b[n]) * (a[n] - b[n])).sum()
}

/// Items that stand for those around them.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters {
    /// Number of the item that stands for each cluster.
    pub(super) middles: Vec<usize>,
    /// Per item: its cluster.
    pub(super) of: Vec<u32>,
}

/// At most `count` clusters of items. Items at the same position as a chosen one open no cluster.
pub(super) fn clusters<const N: usize>(items: &[Feature<N>], count: usize) -> Clusters {
    let mut middles = spread(items, count);
    let mut of = assign(items, &middles);
    for _ in 0..ROUNDS {
        middles = medoids(items, &of, &middles);
        of = assign(items, &middles);
    }
    Clusters { middles, of }
}

/// At most `count` items that are far from each other, beginning with the one nearest to the mean.
pub(super) fn spread<const N: usize>(items: &[Feature<N>], count: usize) -> Vec<usize> {
    if items.is_empty() || count == 0 {
        return Vec::new();
    }
    let mean = mean(items, 0..items.len());
    let mut chosen = vec![nearest(items, &mean, 0..items.len()).unwrap_or(0)];
    let mut distance = vec![f32::INFINITY; items.len()];
    while chosen.len() < count {
        let last = &items[chosen[chosen.len() - 1]];
        let mut farthest = (0.0, 0);
        for (number, squared) in distance.iter_mut().enumerate() {
            *squared = squared.min(distance_squared(&items[number], last));
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

fn assign<const N: usize>(items: &[Feature<N>], middles: &[usize]) -> Vec<u32> {
    let nearest = |item: &Feature<N>| {
        let mut best = (f32::INFINITY, 0);
        for (cluster, middle) in middles.iter().enumerate() {
            let distance = distance_squared(item, &items[*middle]);
            if distance < best.0 {
                best = (distance, cluster as u32);
            }
        }
        best.1
    };
    items.iter().map(nearest).collect()
}

/// Per cluster: the item nearest to the mean of its items.
fn medoids<const N: usize>(items: &[Feature<N>], of: &[u32], middles: &[usize]) -> Vec<usize> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); middles.len()];
    for (item, cluster) in of.iter().enumerate() {
        members[*cluster as usize].push(item);
    }
    let medoid = |(cluster, before): (&Vec<usize>, &usize)| {
        let mean = mean(items, cluster.iter().copied());
        nearest(items, &mean, cluster.iter().copied()).unwrap_or(*before)
    };
    members.iter().zip(middles).map(medoid).collect()
}

fn mean<const N: usize>(items: &[Feature<N>], among: impl ExactSizeIterator<Item = usize>) -> Feature<N> {
    let count = among.len().max(1) as f32;
    let mut mean = [0.0; N];
    among.for_each(|number| (0..N).for_each(|n| mean[n] += items[number][n] / count));
    mean
}

fn nearest<const N: usize>(
    items: &[Feature<N>],
    feature: &Feature<N>,
    among: impl Iterator<Item = usize>,
) -> Option<usize> {
    let distance = |number: &usize| distance_squared(&items[*number], feature);
    among.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}
