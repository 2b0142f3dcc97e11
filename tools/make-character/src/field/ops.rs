//! Operations on volumes: smooth union, smooth subtraction and displacement, evaluated in the order of
//! addition.

use super::Shape;
use super::bound::Ball;
use glam::Vec3;

/// Smooth minimum (quadratic, Inigo Quilez) with a blend width of `k` metres.
fn smooth_min(a: f32, b: f32, k: f32) -> f32 {
    if k <= 0.0 {
        return a.min(b);
    }
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// Smooth maximum.
fn smooth_max(a: f32, b: f32, k: f32) -> f32 {
    -smooth_min(-a, -b, k)
}

/// Hermite step from 0 at `a` to 1 at `b`.
pub(crate) fn smoothstep(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

enum Op {
    Add(Shape, f32, Ball),
    Carve(Shape, f32, Ball),
    Keep(Shape, f32),
    Join(Field, f32, Ball),
    Swell(Box<dyn Fn(Vec3) -> f32>),
}

/// Volume as a list of operations.
#[derive(Default)]
pub(crate) struct Field {
    steps: Vec<Op>,
}

impl Field {
    /// Joins a shape with a blend of `k` metres.
    pub(crate) fn add(&mut self, shape: Shape, k: f32) -> &mut Self {
        let ball = shape.ball();
        self.steps.push(Op::Add(shape, k, ball));
        self
    }

    /// Joins a shape and its mirror image.
    pub(crate) fn add_both(&mut self, shape: &Shape, k: f32) -> &mut Self {
        self.add(shape.clone(), k).add(shape.mirrored(), k)
    }

    /// Carves a shape out.
    pub(crate) fn carve(&mut self, shape: Shape, k: f32) -> &mut Self {
        let ball = shape.ball();
        self.steps.push(Op::Carve(shape, k, ball));
        self
    }

    /// Carves a shape and its mirror image out.
    pub(crate) fn carve_both(&mut self, shape: &Shape, k: f32) -> &mut Self {
        self.carve(shape.clone(), k).carve(shape.mirrored(), k)
    }

    /// Keeps only what is also inside the shape.
    pub(crate) fn keep(&mut self, shape: Shape, k: f32) -> &mut Self {
        self.steps.push(Op::Keep(shape, k));
        self
    }

    /// Joins another field.
    pub(crate) fn join(&mut self, other: Field, k: f32) -> &mut Self {
        let balls: Vec<Ball> = other
            .steps
            .iter()
            .filter_map(|step| match step {
                Op::Add(_, k, ball) | Op::Join(_, k, ball) => Some(Ball::around(&[*ball], *k)),
                _ => None,
            })
            .collect();
        // Displacements are a few millimetres.
        let ball = Ball::around(&balls, 0.02);
        self.steps.push(Op::Join(other, k, ball));
        self
    }

    /// Moves the surface outward by a function of position (metres).
    pub(crate) fn swell(&mut self, by: impl Fn(Vec3) -> f32 + 'static) -> &mut Self {
        self.steps.push(Op::Swell(Box::new(by)));
        self
    }

    /// Distance, negative inside.
    pub(crate) fn distance(&self, p: Vec3) -> f32 {
        let mut d = 1.0e3f32;
        for step in &self.steps {
            d = match step {
                Op::Add(_, k, ball) | Op::Join(_, k, ball) if ball.lower_bound(p) >= d + k => d,
                Op::Carve(_, k, ball) if ball.lower_bound(p) >= k - d => d,
                Op::Add(s, k, _) => smooth_min(d, s.distance(p), *k),
                Op::Carve(s, k, _) => smooth_max(d, -s.distance(p), *k),
                Op::Keep(s, k) => smooth_max(d, s.distance(p), *k),
                Op::Join(f, k, _) => smooth_min(d, f.distance(p), *k),
                Op::Swell(f) => d - f(p),
            };
        }
        d
    }

    /// The gradient, by central differences over `h` metres.
    pub(crate) fn gradient(&self, p: Vec3, h: f32) -> Vec3 {
        let d = |o: Vec3| self.distance(p + o) - self.distance(p - o);
        Vec3::new(d(Vec3::X * h), d(Vec3::Y * h), d(Vec3::Z * h)) / (2.0 * h)
    }

    /// Moves a point onto the surface by a few steps along the gradient.
    pub(crate) fn project(&self, mut p: Vec3, limit: f32) -> Vec3 {
        let start = p;
        for _ in 0..3 {
            let g = self.gradient(p, 4e-4);
            let g2 = g.length_squared().max(0.05);
            p -= g * (self.distance(p) / g2);
        }
        if p.distance(start) > limit { start } else { p }
    }
}

impl Shape {
    /// The mirror image across x = 0.
    pub(crate) fn mirrored(&self) -> Self {
        let m = |v: &Vec3| Vec3::new(-v.x, v.y, v.z);
        let turn = |q: &glam::Quat| glam::Quat::from_xyzw(q.x, -q.y, -q.z, q.w);
        match self {
            Self::Cone(a, b, ra, rb) => Self::Cone(m(a), m(b), *ra, *rb),
            Self::Chain(points) => Self::Chain(points.iter().map(|(p, r)| (m(p), *r)).collect()),
            Self::Ellipsoid(c, r, q) => Self::Ellipsoid(m(c), *r, turn(q)),
            Self::Box(c, h, r, q) => Self::Box(m(c), *h, *r, turn(q)),
            Self::Loft(sections) => Self::Loft(
                sections
                    .iter()
                    .map(|s| {
                        let mut s = *s;
                        s.centre.x = -s.centre.x;
                        s
                    })
                    .collect(),
            ),
            Self::Ring(c, q, rx, rz, t) => Self::Ring(m(c), turn(q), *rx, *rz, *t),
            Self::Half(at, n) => Self::Half(m(at), m(n)),
        }
    }
}
