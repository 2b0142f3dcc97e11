//! Ray against triangle without gaps: Woop, Benthin, Wald, *Watertight Ray/Triangle Intersection* (Journal of
//! Computer Graphics Techniques, 2013). A ray that meets the edge of two triangles hits at least one of them.

use super::Ray;
use glam::Vec3;

/// Ray prepared for tests: its largest axis becomes z, and the shear turns the direction into (0, 0, 1).
#[derive(Clone, Copy, Debug)]
pub(super) struct RayShear {
    origin: Vec3,
    /// Axes x, y and z of the sheared space.
    axes: [usize; 3],
    shear: Vec3,
}

/// Intersection of a ray with a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TriangleHit {
    pub(super) distance: f32,
    /// Shares of the three corners; their sum is 1.
    pub(super) barycentric: Vec3,
    /// Whether the triangle is seen from the side on which it runs counter-clockwise.
    pub(super) is_front: bool,
}

impl RayShear {
    pub(super) fn new(ray: &Ray) -> Self {
        let d = ray.direction;
        let z = (0..3).max_by(|a, b| d[*a].abs().total_cmp(&d[*b].abs())).unwrap_or(2);
        let (mut x, mut y) = ((z + 1) % 3, (z + 2) % 3);
        // Keeps the orientation of triangles.
        if d[z] < 0.0 {
            (x, y) = (y, x);
        }
        Self { origin: ray.origin, axes: [x, y, z], shear: Vec3::new(d[x] / d[z], d[y] / d[z], 1.0 / d[z]) }
    }

    /// Intersection within `0..=limit`.
    #[inline]
    pub(super) fn hit(&self, corners: [Vec3; 3], limit: f32) -> Option<TriangleHit> {
        let [x, y, z] = self.axes;
        let [a, b, c] = corners.map(|corner| corner - self.origin);
        let flat = |p: Vec3| (p[x] - self.shear.x * p[z], p[y] - self.shear.y * p[z]);
        let ((ax, ay), (bx, by), (cx, cy)) = (flat(a), flat(b), flat(c));
        let (mut u, mut v, mut w) = (cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax);
        if u == 0.0 || v == 0.0 || w == 0.0 {
            // The sign of an edge that the ray meets is decided in double precision.
            let wide = |px: f32, qy: f32, py: f32, qx: f32| {
                (f64::from(px) * f64::from(qy) - f64::from(py) * f64::from(qx)) as f32
            };
            u = wide(cx, by, cy, bx);
            v = wide(ax, cy, ay, cx);
            w = wide(bx, ay, by, ax);
        }
        if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) {
            return None;
        }
        let total = u + v + w;
        if total == 0.0 {
            return None;
        }
        let depth = (u * a[z] + v * b[z] + w * c[z]) * self.shear.z;
        let distance = depth / total;
        if !(distance >= 0.0 && distance <= limit) {
            return None;
        }
        Some(TriangleHit { distance, barycentric: Vec3::new(u, v, w) / total, is_front: total > 0.0 })
    }
}
