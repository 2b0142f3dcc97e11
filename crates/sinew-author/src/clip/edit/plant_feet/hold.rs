//! Offsets of a foot that hold it while it stands.
//!
//! They are the curve o(t) with the least ∫ |o|² + λ|ö|² + W|ȯ + v|² dt, where v is the velocity of the point that
//! rests and the last part counts while the foot stands: there the offset takes the velocity away, elsewhere it fades
//! without a jump, and by a stand that is as long as a swing it moves the foot as little as it can. The three parts
//! are those of a smoothing spline, for which the sums of squares at frames have a matrix of five diagonals.

use sinew::glam::{DVec3, Vec3};

/// Weight of a velocity while the foot stands, seconds²: over a stand of a second about 10⁻⁵ of its slide is left.
const HOLD: f64 = 1e4;
/// Times that a curve which fades as a spline takes, in fourth roots of λ.
const FADE: f64 = 2.5;

/// Offset at each frame. `ways` are those over the ground from frame to frame while the foot stands. In a loop of
/// `period` frames, frames that many apart are the same.
pub(super) fn offsets(
    ways: &[Option<Vec3>],
    interval: f32,
    blend_time: f32,
    period: Option<usize>,
) -> Vec<Vec3> {
    let frames = ways.len() + 1;
    if ways.iter().all(Option::is_none) || interval <= 0.0 {
        return vec![Vec3::ZERO; frames];
    }
    let step = f64::from(interval);
    let root = (f64::from(blend_time) / FADE).max(step * 0.25);
    let bend = root * root * root * root / (step * step * step * step);
    let hold = HOLD / (step * step);
    let count = period.unwrap_or(frames).max(4);
    let mut curve = Curve { count, rows: Vec::with_capacity(3 * count) };
    let ends = |last: usize| if period.is_some() { count } else { count.saturating_sub(last) };
    for k in 0..count {
        curve.add(&[k], &[1.0], 1.0, DVec3::ZERO);
    }
    for k in 0..ends(2) {
        curve.add(&[k, k + 1, k + 2], &[1.0, -2.0, 1.0], bend, DVec3::ZERO);
    }
    for k in 0..ends(1) {
        // A loop that lacks its last frame goes on as before it.
        if let Some(way) = ways.get(k).or(ways.last()).copied().flatten() {
            curve.add(&[k, k + 1], &[-1.0, 1.0], hold, -way.as_dvec3());
        }
    }
    let found = curve.solve(period.is_some());
    (0..frames).map(|frame| found[frame % count].as_vec3()).collect()
}

/// Part of a sum of squares: neighbours, times factors, should be what is wanted.
struct Row {
    at: [usize; 3],
    factors: [f64; 3],
    weight: f64,
    wanted: DVec3,
}

/// Least squares of a curve of so many frames.
struct Curve {
    count: usize,
    rows: Vec<Row>,
}

/// Most steps of conjugate gradients: a loop adds five rows to a curve that is solved directly, and each takes one.
const MAX_STEPS: usize = 16;

impl Curve {
    fn add(&mut self, at: &[usize], factors: &[f64], weight: f64, wanted: DVec3) {
        let index = |n: usize| at.get(n).map_or(0, |frame| frame % self.count);
        let factor = |n: usize| factors.get(n).copied().unwrap_or(0.0);
        self.rows.push(Row { at: [0, 1, 2].map(index), factors: [0, 1, 2].map(factor), weight, wanted });
    }

    /// Product with the matrix of the normal equations.
    fn product(&self, values: &[DVec3]) -> Vec<DVec3> {
        let mut product = vec![DVec3::ZERO; self.count];
        for Row { at, factors, weight, .. } in &self.rows {
            let sum: DVec3 = at.iter().zip(factors).map(|(at, factor)| values[*at] * *factor).sum();
            at.iter().zip(factors).for_each(|(at, factor)| product[*at] += sum * (*weight * *factor));
        }
        product
    }

    /// Solves the rows that do not go around a loop directly, and those of a loop by conjugate gradients that begin
    /// each step with that.
    fn solve(&self, is_loop: bool) -> Vec<DVec3> {
        let mut right = vec![DVec3::ZERO; self.count];
        for Row { at, factors, weight, wanted } in &self.rows {
            at.iter().zip(factors).for_each(|(at, factor)| right[*at] += *wanted * (*weight * *factor));
        }
        let factors = Factors::of(self);
        if !is_loop {
            return factors.solve(right);
        }
        let dot = |a: &[DVec3], b: &[DVec3]| -> DVec3 { a.iter().zip(b).map(|(a, b)| *a * *b).sum() };
        let safe = |a: DVec3, b: DVec3| {
            DVec3::from_array(std::array::from_fn(|n| if b[n] > 1e-300 { a[n] / b[n] } else { 0.0 }))
        };
        let mut found = vec![DVec3::ZERO; self.count];
        let mut left = right;
        let mut near = factors.solve(left.clone());
        let mut direction = near.clone();
        let mut size = dot(&left, &near);
        let first = size;
        for _ in 0..MAX_STEPS.min(self.count) {
            let product = self.product(&direction);
            let step = safe(size, dot(&direction, &product));
            for k in 0..self.count {
                found[k] += direction[k] * step;
                left[k] -= product[k] * step;
            }
            near = factors.solve(left.clone());
            let now = dot(&left, &near);
            if now.cmple(first * 1e-18).all() {
                break;
            }
            let share = safe(now, size);
            direction
                .iter_mut()
                .zip(&near)
                .for_each(|(direction, near)| *direction = *near + *direction * share);
            size = now;
        }
        found
    }
}

/// Factors L·D·Lᵀ of a positive definite matrix of five diagonals.
struct Factors {
    /// Pivot, and the factors of the next row and the one after.
    rows: Vec<[f64; 3]>,
}

impl Factors {
    /// Decomposition of the rows of a curve that do not go around.
    fn of(curve: &Curve) -> Self {
        let count = curve.count;
        let mut rows = vec![[0.0; 3]; count];
        for Row { at, factors, weight, .. } in &curve.rows {
            let width = factors.iter().rposition(|factor| *factor != 0.0).map_or(0, |last| last + 1);
            if at[..width].windows(2).any(|pair| pair[1] != pair[0] + 1) {
                continue;
            }
            for n in 0..width {
                for m in n..width {
                    rows[at[n]][m - n] += weight * factors[n] * factors[m];
                }
            }
        }
        for k in 0..count {
            let [pivot, first, second] = rows[k];
            let factors = [first / pivot, second / pivot];
            if k + 1 < count {
                rows[k + 1][0] -= factors[0] * first;
                rows[k + 1][1] -= factors[0] * second;
            }
            if k + 2 < count {
                rows[k + 2][0] -= factors[1] * second;
            }
            rows[k] = [pivot, factors[0], factors[1]];
        }
        Self { rows }
    }

    fn solve(&self, mut right: Vec<DVec3>) -> Vec<DVec3> {
        let count = right.len();
        for k in 0..count {
            let ([pivot, first, second], value) = (self.rows[k], right[k]);
            if k + 1 < count {
                right[k + 1] -= value * first;
            }
            if k + 2 < count {
                right[k + 2] -= value * second;
            }
            right[k] = value / pivot;
        }
        for k in (0..count).rev() {
            let [_, first, second] = self.rows[k];
            let next = right.get(k + 1).copied().unwrap_or(DVec3::ZERO);
            let after = right.get(k + 2).copied().unwrap_or(DVec3::ZERO);
            right[k] -= next * first + after * second;
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sliding_stand_is_held_and_the_offset_fades() {
        let (interval, first, last) = (1.0 / 60.0, 120, 180);
        let way = Vec3::new(0.002, 0.0, -0.001);
        let ways: Vec<Option<Vec3>> = (0..299).map(|k| (first..last).contains(&k).then_some(way)).collect();
        let offsets = offsets(&ways, interval, 0.25, None);
        for k in first..last {
            let left = offsets[k + 1] - offsets[k] + way;
            assert!(left.length() < 1e-4 * way.length(), "{k}: {left}");
        }
        // The foot moves as far to one side as to the other.
        assert!((offsets[first] + offsets[last]).length() < 1e-5);
        assert!((offsets[first] - way * 30.0).length() < 1e-4);
        assert!(offsets[0].length() < 1e-4 && offsets[299].length() < 1e-4);
        let jump = offsets.windows(3).map(|w| (w[2] - 2.0 * w[1] + w[0]).length()).fold(0.0, f32::max);
        assert!(jump < 1.1 * way.length(), "{jump}");
    }

    #[test]
    fn feet_that_never_stand_stay() {
        assert_eq!(offsets(&[None; 9], 0.02, 0.25, None), vec![Vec3::ZERO; 10]);
        assert_eq!(offsets(&[], 0.0, 0.25, Some(1)), vec![Vec3::ZERO]);
    }

    #[test]
    fn loops_close_and_are_those_of_many_rounds() {
        // Two stands, one of which goes on over the seam, with short swings between.
        let way = |k: usize| match k % 60 {
            0..20 => Some(Vec3::new(0.004, 0.0, 0.001)),
            24..40 => Some(Vec3::new(0.0, 0.0, -0.002)),
            45.. => Some(Vec3::new(-0.001, 0.0, 0.002)),
            _ => None,
        };
        let ways: Vec<Option<Vec3>> = (0..60).map(way).collect();
        let looped = offsets(&ways, 0.02, 0.25, Some(60));
        assert_eq!((looped.len(), looped[0]), (61, looped[60]));
        let rounds: Vec<Option<Vec3>> = (0..60 * 41).map(way).collect();
        let many = offsets(&rounds, 0.02, 0.25, None);
        for k in 0..60 {
            assert!(looped[k].distance(many[20 * 60 + k]) < 1e-4, "{k}: {} {}", looped[k], many[20 * 60 + k]);
        }
        for k in (0..60).filter(|k| ways[*k].is_some()) {
            assert!((looped[k + 1] - looped[k] + ways[k].unwrap()).length() < 1e-5);
        }
    }
}
