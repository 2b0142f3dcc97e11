//! Primitive volumes.
//!
//! Sources: Inigo Quilez, "Distance functions" (round cone, ellipsoid bound, rounded box). The loft is a
//! stack of super-ellipses with separate front and back depth, for torsos, trouser legs and faces.

use glam::{Quat, Vec2, Vec3};

/// One slice of a loft, across the axis at height `y`.
#[derive(Clone, Copy)]
pub(crate) struct Section {
    /// Height along the axis, metres.
    pub y: f32,
    /// Middle of the slice.
    pub centre: Vec2,
    /// Half width.
    pub width: f32,
    /// Depth from the middle to the front (+Z) and to the back.
    pub depth: [f32; 2],
    /// Super-ellipse exponent: 2 is round, larger is boxier.
    pub power: f32,
}

impl Section {
    /// Slice with height, centre x and z, half width, front and back depth, and exponent.
    pub(crate) const fn new(y: f32, x: f32, z: f32, width: f32, front: f32, back: f32, power: f32) -> Self {
        Self { y, centre: Vec2::new(x, z), width, depth: [front, back], power }
    }
}

/// A primitive volume.
#[derive(Clone)]
pub(crate) enum Shape {
    /// A cone with round ends: two centres and their radii.
    Cone(Vec3, Vec3, f32, f32),
    /// A chain of round cones.
    Chain(Vec<(Vec3, f32)>),
    /// An ellipsoid: centre, radii, orientation.
    Ellipsoid(Vec3, Vec3, Quat),
    /// A rounded box: centre, half sizes, corner radius, orientation.
    Box(Vec3, Vec3, f32, Quat),
    /// A stack of super-elliptic slices along Y, in increasing height.
    Loft(Vec<Section>),
    /// A ring: centre, orientation (the ring lies across Y), radii along X and Z, radius of the tube.
    Ring(Vec3, Quat, f32, f32, f32),
    /// Everything on the side of a plane that the normal points away from.
    Half(Vec3, Vec3),
}

impl Shape {
    /// Distance, negative inside; a lower bound or a close estimate near the surface.
    pub(crate) fn distance(&self, p: Vec3) -> f32 {
        match self {
            Self::Cone(a, b, ra, rb) => round_cone(p, *a, *b, *ra, *rb),
            Self::Chain(points) => points
                .windows(2)
                .map(|w| round_cone(p, w[0].0, w[1].0, w[0].1, w[1].1))
                .fold(f32::MAX, f32::min),
            Self::Ellipsoid(c, r, q) => {
                let l = q.inverse() * (p - *c);
                let k0 = (l / *r).length();
                let k1 = (l / (*r * *r)).length();
                if k1 < 1e-6 { -r.min_element() } else { k0 * (k0 - 1.0) / k1 }
            }
            Self::Box(c, half, round, q) => {
                let l = (q.inverse() * (p - *c)).abs() - (*half - Vec3::splat(*round));
                l.max(Vec3::ZERO).length() + l.max_element().min(0.0) - round
            }
            Self::Loft(sections) => loft(p, sections),
            Self::Ring(c, q, rx, rz, tube) => {
                let l = q.inverse() * (p - *c);
                let flat = Vec2::new(l.x, l.z);
                let scaled = flat / Vec2::new(*rx, *rz);
                let k0 = scaled.length();
                let k1 = (scaled / Vec2::new(*rx, *rz)).length().max(1e-6);
                let radial = k0 * (k0 - 1.0) / k1;
                Vec2::new(radial, l.y).length() - tube
            }
            Self::Half(at, normal) => (p - *at).dot(*normal),
        }
    }
}

fn round_cone(p: Vec3, a: Vec3, b: Vec3, r1: f32, r2: f32) -> f32 {
    let ba = b - a;
    let l2 = ba.length_squared().max(1e-12);
    let rr = r1 - r2;
    let a2 = l2 - rr * rr;
    let il2 = 1.0 / l2;
    let pa = p - a;
    let y = pa.dot(ba);
    let z = y - l2;
    let x2 = (pa * l2 - ba * y).length_squared();
    let y2 = y * y * l2;
    let z2 = z * z * l2;
    let k = rr.signum() * rr * rr * x2;
    if a2 <= 0.0 {
        return (pa.length() - r1).min((p - b).length() - r2);
    }
    if z.signum() * a2 * z2 > k {
        return (x2 + z2).sqrt() * il2 - r2;
    }
    if y.signum() * a2 * y2 < k {
        return (x2 + y2).sqrt() * il2 - r1;
    }
    ((x2 * a2 * il2).sqrt() + y * rr) * il2 - r1
}

fn loft(p: Vec3, sections: &[Section]) -> f32 {
    let (first, last) = (sections[0], sections[sections.len() - 1]);
    let y = p.y.clamp(first.y, last.y);
    let i = sections.windows(2).position(|w| y <= w[1].y).unwrap_or(sections.len() - 2);
    let (a, b) = (sections[i], sections[i + 1]);
    let before = sections[i.saturating_sub(1)];
    let after = sections[(i + 2).min(sections.len() - 1)];
    let t = (y - a.y) / (b.y - a.y);
    let mix = |f: fn(&Section) -> f32| {
        // Cubic Hermite with slopes from the neighbours, so that the silhouette has no corners.
        let slope = |l: &Section, r: &Section| (f(r) - f(l)) / (r.y - l.y).max(1e-6) * (b.y - a.y);
        let (m0, m1) = (slope(&before, &b), slope(&a, &after));
        let (t2, t3) = (t * t, t * t * t);
        f(&a) * (2.0 * t3 - 3.0 * t2 + 1.0)
            + m0 * (t3 - 2.0 * t2 + t)
            + f(&b) * (3.0 * t2 - 2.0 * t3)
            + m1 * (t3 - t2)
    };
    let x = p.x - mix(|s| s.centre.x);
    let z = p.z - mix(|s| s.centre.y);
    let w = mix(|s| s.width).max(1e-4);
    let d = if z > 0.0 { mix(|s| s.depth[0]) } else { mix(|s| s.depth[1]) }.max(1e-4);
    let power = mix(|s| s.power);
    let q = ((x.abs() / w).powf(power) + (z.abs() / d).powf(power)).powf(1.0 / power);
    let flat = Vec2::new(x, z).length();
    let across = if q > 1e-4 { flat * (1.0 - 1.0 / q) } else { -w.min(d) };
    let along = (p.y - last.y).max(first.y - p.y);
    if along > 0.0 && across > 0.0 { Vec2::new(along, across).length() } else { along.max(across) }
}
