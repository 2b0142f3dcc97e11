//! Middle of the strands of a card: a smooth curve, which curls wind around.

use super::strands::CardStrand;
use crate::hair::curves::Polyline;
use glam::Vec3;

/// Points of a middle.
const STEPS: usize = 40;
/// Share of the strands that are shorter than the middle.
const SHORTER: f32 = 0.9;
/// Standard deviation of the smoothing in segments of a card: bends that its segments cannot follow are left
/// to the texture.
const SMOOTHING: f32 = 0.6;
/// Share of the strands that end before the card does.
const WITHIN: f32 = 0.95;
/// Share of its length by which a card begins before its first root, so that no root is cut off.
const MARGIN: f32 = 0.008;

/// Middle of strands for a card of this number of segments. It begins at the root that lies farthest behind
/// the others: cards cover the skin up to partings, from which hair falls to both sides.
pub(super) fn centerline(members: &[&CardStrand], segments: usize, center: Vec3) -> Vec<Vec3> {
    let lines: Vec<Polyline<'_>> = members.iter().map(|strand| Polyline::new(&strand.points)).collect();
    let mut lengths: Vec<f32> = members.iter().map(|strand| strand.length).collect();
    lengths.sort_by(f32::total_cmp);
    let length = lengths[((lengths.len() - 1) as f32 * SHORTER) as usize];
    let step = length / STEPS as f32;
    let mean_root = members.iter().map(|strand| strand.points[0]).sum::<Vec3>() / members.len() as f32;
    let mut points = vec![mean_root];
    // Strands that have ended no longer take part: the middle goes on as the others do.
    for n in 1..=STEPS {
        let (mut way, mut count) = (Vec3::ZERO, 0.0);
        for (line, strand) in lines.iter().zip(members) {
            if strand.length >= step * (n as f32 - 0.5) {
                let at = |n: usize| line.at(f64::from((step * n as f32 / strand.length).min(1.0)));
                (way, count) = (way + at(n) - at(n - 1), count + 1.0);
            }
        }
        points.push(points[n - 1] + way / f32::max(count, 1.0));
    }
    smooth(&mut points, SMOOTHING * STEPS as f32 / segments as f32);
    extend_to_tips(&mut points, members);
    let forward = points[1..].iter().find_map(|point| (*point - points[0]).try_normalize());
    let forward = forward.unwrap_or(Vec3::NEG_Y);
    let behind = |root: Vec3| (points[0] - root).dot(forward);
    let first =
        members.iter().map(|strand| strand.points[0]).max_by(|a, b| behind(*a).total_cmp(&behind(*b)));
    let first = first.unwrap_or(points[0]);
    // Along the card, and as high above the skin as that root.
    let back = forward * -(behind(first).max(0.0) + MARGIN * length);
    let outward = (points[0] - center).reject_from_normalized(forward).normalize_or_zero();
    points.insert(0, points[0] + back + outward * (first - points[0]).dot(outward));
    points
}

/// Lengthens the middle to the tips of strands whose roots lie before the others.
fn extend_to_tips(points: &mut Vec<Vec3>, members: &[&CardStrand]) {
    let [.., before, end] = points[..] else { return };
    let way = (end - before).normalize_or_zero();
    let tips = members.iter().filter_map(|strand| strand.points.last());
    let mut beyond: Vec<f32> = tips.map(|tip| (*tip - end).dot(way)).collect();
    beyond.sort_by(f32::total_cmp);
    let farthest = beyond[((beyond.len() - 1) as f32 * WITHIN) as usize];
    if farthest > 0.0 {
        points.push(end + way * farthest);
    }
}

/// Smooths points by a Gaussian of this standard deviation; both ends stay.
fn smooth(points: &mut [Vec3], deviation: f32) {
    let reach = (deviation * 2.5) as usize;
    if reach == 0 {
        return;
    }
    let before = points.to_vec();
    let last = points.len() - 1;
    for (n, point) in points.iter_mut().enumerate().take(last).skip(1) {
        // The same reach on both sides keeps straight ends straight.
        let reach = reach.min(n).min(last - n) as i32;
        let (mut sum, mut total) = (Vec3::ZERO, 0.0);
        for offset in -reach..=reach {
            let x = offset as f32 / deviation;
            let weight = sinew::internal::ops::exp(-0.5 * x * x);
            sum += before[(n as i32 + offset) as usize] * weight;
            total += weight;
        }
        *point = sum / total;
    }
}
