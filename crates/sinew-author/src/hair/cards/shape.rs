//! Rows of cards along their middles, and the side that they face.

use crate::hair::curves::Polyline;
use glam::Vec3;
use sinew::internal::{Random, angle};
use sinew::math::smoothstep;

/// Share of the rows of a card that follow its bends; the others are spaced by length. It is reached from
/// this many radians of bends on.
const BEND_SHARE: f32 = 0.5;
/// See [`BEND_SHARE`], radians.
const FULL_BEND: f32 = 1.5;
/// Most rows that are compared with each row.
const MAX_SAMPLED_ROWS: usize = 8192;
/// Radius within which hair belongs to the same bundle, on the head of an adult, metres.
const BUNDLE: f32 = 0.025;
/// Sines of the angle between hair and the direction outwards below which hair stands, and above which it
/// lies.
const STANDING: (f32, f32) = (0.3, 0.6);

/// Row of a card.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CardRow {
    pub(super) position: Vec3,
    /// Unit direction towards the tip.
    pub(super) tangent: Vec3,
    /// Unit direction that the card faces.
    pub(super) normal: Vec3,
    /// Distance from the root along the curve, metres.
    pub(super) along: f32,
    pub(super) half_width: f32,
    /// Share by which the hair stands off the skin here, 0 to 1.
    pub(super) stands: f32,
    /// Direction away from the middle of the head.
    pub(super) outward: Vec3,
    /// Height of the cross-section over the row as a polynomial a + b x + c x² of the position across, -1
    /// to 1, metres.
    pub(super) section: Vec3,
}

impl CardRow {
    /// Unit direction across, from x = -1 to 1.
    pub(super) fn side(&self) -> Vec3 {
        self.tangent.cross(self.normal)
    }

    /// Height of the cross-section at `x`, metres.
    pub(super) fn height(&self, x: f32) -> f32 {
        self.section.dot(Vec3::new(1.0, x, x * x))
    }

    /// Point of the cross-section at `x`, -1 to 1.
    pub(super) fn at(&self, x: f32) -> Vec3 {
        self.position + self.side() * (x * self.half_width) + self.normal * self.height(x)
    }

    /// Unit normal of the cross-section at `x`.
    pub(super) fn normal_at(&self, x: f32) -> Vec3 {
        let slope = self.section.dot(Vec3::new(0.0, 1.0, 2.0 * x)) / self.half_width.max(f32::MIN_POSITIVE);
        (self.normal - self.side() * slope).normalize()
    }
}

/// Rows of a card along a curve: closer together where it bends.
pub(super) fn rows(points: &[Vec3], segments: usize) -> Vec<CardRow> {
    let polyline = Polyline::new(points);
    let length = polyline.length() as f32;
    // Fine enough that rounding of rows to these points does not matter.
    let fine = segments * 4;
    let positions: Vec<Vec3> = (0..=fine).map(|n| polyline.at(n as f64 / fine as f64)).collect();
    let bend = |n: usize| {
        let [a, b, c] = [0, 1, 2].map(|m| positions[(n + m).saturating_sub(1).min(fine)]);
        let (from, to) = (b - a, c - b);
        angle::atan2(from.cross(to).length(), from.dot(to))
    };
    let bends: Vec<f32> =
        (0..=fine).map(bend).map(|bend| if bend.is_finite() { bend } else { 0.0 }).collect();
    let total: f32 = bends.iter().sum();
    let share = BEND_SHARE * (total / FULL_BEND).min(1.0);
    let measure = |n: usize| {
        let bent = if total > 0.0 { (bends[n] + bends[n + 1]) * 0.5 / total } else { 0.0 };
        (1.0 - share) / fine as f32 + share * bent
    };
    let mut sums = vec![0.0];
    for n in 0..fine {
        sums.push(sums[n] + measure(n));
    }
    let at = |row: usize| {
        let wanted = sums[fine] * row as f32 / segments as f32;
        let n = sums.partition_point(|sum| *sum <= wanted).clamp(1, fine);
        let step = sums[n] - sums[n - 1];
        let inside = if step > 0.0 { ((wanted - sums[n - 1]) / step).clamp(0.0, 1.0) } else { 1.0 };
        (n as f32 - 1.0 + inside) / fine as f32
    };
    let mut rows: Vec<CardRow> = (0..=segments)
        .map(|row| {
            let share = at(row);
            let position = polyline.at(f64::from(share));
            CardRow { position, along: share * length, ..CardRow::default() }
        })
        .collect();
    let mut tangent = Vec3::NEG_Y;
    for n in 0..rows.len() {
        let [before, after] = [n.saturating_sub(1), (n + 1).min(segments)];
        tangent = (rows[after].position - rows[before].position).normalize_or(tangent);
        rows[n].tangent = tangent;
    }
    rows
}

/// Turns all cards outwards. On a sheet of hair that is away from the line below `center`; in a bundle, such
/// as a tail, away from its middle; hair that stands off the skin has no such side, and a random one.
pub(super) fn face_outwards(cards: &mut [Vec<CardRow>], center: Vec3, scale: f32, random: &mut Random) {
    // A sample of the rows tells a bundle from a sheet as well as all of them.
    let every = cards.iter().map(Vec::len).sum::<usize>().div_ceil(MAX_SAMPLED_ROWS).max(1);
    let positions: Vec<Vec3> = cards.iter().flatten().step_by(every).map(|row| row.position).collect();
    let (radius, mut near) = (BUNDLE * scale, Vec::new());
    for card in cards.iter_mut() {
        let any = [0; 3].map(|_| random.unit() * 2.0 - 1.0);
        let any_side = Vec3::from(any).normalize_or(Vec3::X);
        let mut normals: Vec<Vec3> = card
            .iter_mut()
            .map(|row| {
                let flat = |direction: Vec3| direction.reject_from_normalized(row.tangent);
                let axis = center.with_y(row.position.y.min(center.y));
                let outward = flat((row.position - axis).normalize_or(Vec3::Y));
                let stands = 1.0 - smoothstep((outward.length() - STANDING.0) / (STANDING.1 - STANDING.0));
                (row.stands, row.outward) = (stands, (row.position - axis).normalize_or(Vec3::Y));
                let outward = outward + flat(any_side) * stands;
                let all = positions.iter().map(|position| *position - row.position);
                near.clear();
                near.extend(all.filter(|offset| offset.length() < radius));
                let (bundle, away) = bundle(row, &near);
                outward * (1.0 - bundle) + flat(away) * bundle
            })
            .collect();
        for _ in 0..2 {
            let before = normals.clone();
            for (n, normal) in normals.iter_mut().enumerate() {
                let neighbours = before[n.saturating_sub(1)] + before[(n + 1).min(before.len() - 1)];
                *normal = before[n] * 2.0 + neighbours;
            }
        }
        let mut last = Vec3::ZERO;
        for (row, normal) in card.iter_mut().zip(normals) {
            let flat = |direction: Vec3| direction.reject_from_normalized(row.tangent).try_normalize();
            let any = || row.tangent.any_orthonormal_vector();
            last = flat(normal).or_else(|| flat(last)).unwrap_or_else(any);
            row.normal = last;
        }
    }
}

/// Share by which hair around a row is a bundle instead of a sheet, and the direction out of its middle.
/// `near` are the offsets of the rows nearby.
fn bundle(row: &CardRow, near: &[Vec3]) -> (f32, Vec3) {
    let middle = near.iter().sum::<Vec3>() / near.len().max(1) as f32;
    let [x, y] =
        [row.tangent.any_orthonormal_vector(), row.tangent.cross(row.tangent.any_orthonormal_vector())];
    // Spread across the card: the two principal values of a symmetric matrix.
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for offset in near {
        let arm = *offset - middle;
        let (a, b) = (arm.dot(x), arm.dot(y));
        (xx, xy, yy) = (xx + a * a, xy + a * b, yy + b * b);
    }
    let half = (xx + yy) * 0.5;
    let root = (((xx - yy) * 0.5).powi(2) + xy * xy).sqrt();
    let roundness = if half + root > 0.0 { ((half - root) / (half + root)).max(0.0) } else { 0.0 };
    (smoothstep((roundness - 0.2) / 0.4), (-middle).normalize_or_zero())
}
