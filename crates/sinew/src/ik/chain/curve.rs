//! Smooth curve through points (E. Catmull, R. Rom, *A Class of Local Interpolating Splines*, 1974, with the
//! knots of C. Yuksel, S. Schaefer, J. Keyser, *On the Parameterization of Catmull-Rom Curves*, 2009, which
//! neither loop nor overshoot), straight beyond both ends.

use glam::{Vec3, Vec3A};

/// Curve through points, and optionally one before them. Its parameter counts points; before the first and
/// after the last point it counts metres.
pub(crate) struct Curve<'a> {
    before: Option<Vec3A>,
    points: &'a [Vec3],
    /// Smallest distance between points that have a direction.
    least: f32,
}

/// Steps per segment in the search for a crossing.
const STEPS: f32 = 16.0;

/// Segment of the curve between two points.
#[derive(Clone, Copy)]
struct Piece([Vec3A; 4]);

impl Piece {
    fn at(&self, u: f32) -> Vec3A {
        let [a, b, c, d] = self.0;
        ((a * u + b) * u + c) * u + d
    }

    fn tangent(&self, u: f32) -> Vec3A {
        let [a, b, c, _] = self.0;
        (a * (3.0 * u) + b * 2.0) * u + c
    }
}

impl<'a> Curve<'a> {
    /// Curve through points; none for fewer than two points, non-finite points, and points all closer
    /// together than `least`.
    pub(crate) fn new(before: Option<Vec3A>, points: &'a [Vec3], least: f32) -> Option<Self> {
        let curve = Self { before, points, least };
        let far = 1e12 * least;
        let is_sound = |n: usize| curve.point(n).abs().max_element() < far;
        let first = |n: usize| curve.point(n).distance(curve.point(0)) > least;
        let count = curve.count();
        (count > 1 && (0..count).all(is_sound) && (1..count).any(first)).then_some(curve)
    }

    fn count(&self) -> usize {
        self.points.len() + usize::from(self.before.is_some())
    }

    fn point(&self, n: usize) -> Vec3A {
        match (self.before, n) {
            (Some(before), 0) => before,
            (Some(_), n) => self.points[n - 1].into(),
            (None, n) => self.points[n].into(),
        }
    }

    /// Parameter of the last point.
    fn last(&self) -> f32 {
        (self.count() - 1) as f32
    }

    fn piece(&self, n: usize) -> Piece {
        let (from, to) = (self.point(n), self.point(n + 1));
        // Beyond the ends the curve is straight.
        let before = if n > 0 { self.point(n - 1) } else { from * 2.0 - to };
        let after = if n + 2 < self.count() { self.point(n + 2) } else { to * 2.0 - from };
        let knot = |a: Vec3A, b: Vec3A| a.distance(b).sqrt();
        let (interval, least) = (knot(from, to), self.least.sqrt());
        if interval <= least {
            return Piece([Vec3A::ZERO, Vec3A::ZERO, to - from, from]);
        }
        let usual = |knot: f32| if knot > least { knot } else { interval };
        let (first, second) = (usual(knot(before, from)), usual(knot(to, after)));
        let along = (to - from) / interval;
        let leaves = ((from - before) / first - (to - before) / (first + interval) + along) * interval;
        let arrives = (along - (after - from) / (interval + second) + (after - to) / second) * interval;
        let chord = to - from;
        Piece([leaves + arrives - chord * 2.0, chord * 3.0 - leaves * 2.0 - arrives, leaves, from])
    }

    /// Direction of the curve at its first or last point.
    fn direction(&self, at_end: bool) -> Vec3A {
        let count = self.count();
        // Coincident points have no direction; the ones before them have.
        let pieces = (0..count - 1).map(|n| if at_end { count - 2 - n } else { n });
        let tangents = pieces.map(|n| self.piece(n).tangent(if at_end { 1.0 } else { 0.0 }));
        tangents
            .map(|tangent| (tangent, tangent.length()))
            .find(|(_, far)| *far > self.least)
            .map_or(Vec3A::ZERO, |w| w.0 / w.1)
    }

    pub(crate) fn at(&self, t: f32) -> Vec3A {
        let last = self.last();
        if t < 0.0 {
            return self.point(0) + self.direction(false) * t;
        }
        if t >= last {
            return self.point(self.count() - 1) + self.direction(true) * (t - last);
        }
        self.piece(t as usize).at(t.fract())
    }

    /// Parameter of the point so many metres along the curve from its first point.
    pub(crate) fn along(&self, metres: f32) -> f32 {
        if metres.is_nan() || metres <= 0.0 {
            return if metres < 0.0 { metres } else { 0.0 };
        }
        let mut left = metres;
        for n in 0..self.count() - 1 {
            let piece = self.piece(n);
            let mut from = piece.at(0.0);
            for step in 1..=STEPS as usize {
                let to = piece.at(step as f32 / STEPS);
                let far = from.distance(to);
                if left < far {
                    return n as f32 + (step as f32 - 1.0 + left / far) / STEPS;
                }
                (left, from) = (left - far, to);
            }
        }
        self.last() + left
    }

    /// Parameter from `t` on at which the curve first leaves a sphere; `t` itself where it is outside.
    pub(crate) fn leaves(&self, center: Vec3A, radius: f32, t: f32) -> f32 {
        let over = |position: Vec3A| position.distance(center) - radius;
        let mut t = t;
        if t < 0.0 {
            let out = crossing(self.point(0) - center, self.direction(false), radius).max(t);
            if out <= 0.0 {
                return out;
            }
            t = 0.0;
        }
        let last = self.last();
        if t < last && over(self.at(t)) > 0.0 {
            return t;
        }
        while t < last {
            let n = t as usize;
            let piece = self.piece(n);
            let mut from = t - n as f32;
            while from < 1.0 {
                let to = (((from * STEPS) as u32 + 1) as f32 / STEPS).min(1.0);
                if over(piece.at(to)) > 0.0 {
                    return n as f32 + border(from, to, |u| over(piece.at(u)));
                }
                from = to;
            }
            t = (n + 1) as f32;
        }
        last + crossing(self.point(self.count() - 1) - center, self.direction(true), radius).max(t - last)
    }
}

/// Distance along a line from `from` to where it leaves a sphere around the origin; to the nearest point
/// where it misses the sphere.
fn crossing(from: Vec3A, direction: Vec3A, radius: f32) -> f32 {
    let along = from.dot(direction);
    let root = along * along - from.length_squared() + radius * radius;
    root.max(0.0).sqrt() - along
}

/// Bisection between a position inside and one outside.
fn border(mut inside: f32, mut outside: f32, over: impl Fn(f32) -> f32) -> f32 {
    for _ in 0..18 {
        let between = 0.5 * (inside + outside);
        if over(between) > 0.0 {
            outside = between;
        } else {
            inside = between;
        }
    }
    0.5 * (inside + outside)
}
