//! Meshes of simple solids, of which props are built.

use sinew::glam::{Quat, Vec2, Vec3};
use std::f32::consts::{PI, TAU};

/// Number of sides of round shapes.
const SIDES: usize = 32;

/// Triangles of simple solids, facing outwards. Flat faces have face normals, round ones smooth normals.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) indices: Vec<u32>,
}

impl Surface {
    /// Number of rings of a sphere from pole to pole.
    pub(super) const BALL_RINGS: usize = 24;

    /// Adds a flat, convex face; its corners are counter-clockwise as seen from outside.
    pub(super) fn face(mut self, corners: &[Vec3]) -> Self {
        let [a, b, c, ..] = corners else { return self };
        let normal = (b - a).cross(c - a).normalize_or_zero();
        self.patch(corners.iter().map(|&corner| (corner, normal)));
        self
    }

    /// Adds a box with half extents `half`, rotated by `turn`.
    pub(super) fn cuboid(mut self, centre: Vec3, half: Vec3, turn: Quat) -> Self {
        for side in 0..6 {
            let sign = if side < 3 { 1.0 } else { -1.0 };
            let [out, u, v] = [0, 1, 2].map(|axis| Vec3::AXES[(side + axis) % 3]);
            let (out, v) = (out * sign, v * sign);
            let corners = [out - u - v, out + u - v, out + u + v, out - u + v];
            self = self.face(&corners.map(|corner| centre + turn * (corner * half)));
        }
        self
    }

    /// Adds an axis-aligned box between two opposite corners.
    pub(super) fn block(self, low: Vec3, high: Vec3) -> Self {
        self.cuboid((low + high) * 0.5, (high - low) * 0.5, Quat::IDENTITY)
    }

    /// Adds an extrusion along X from `-half_width` to `half_width`. The outline (z, y) is convex and
    /// counter-clockwise with Z to the right and Y up.
    pub(super) fn prism(mut self, outline: &[Vec2], half_width: f32) -> Self {
        let at = |x: f32, point: &Vec2| Vec3::new(x, point.y, point.x);
        let right: Vec<_> = outline.iter().map(|p| at(-half_width, p)).collect();
        let left: Vec<_> = outline.iter().map(|p| at(half_width, p)).collect();
        for (n, next) in (0..outline.len()).map(|n| (n, (n + 1) % outline.len())) {
            self = self.face(&[right[n], left[n], left[next], right[next]]);
        }
        self.face(&right).face(&left.into_iter().rev().collect::<Vec<_>>())
    }

    /// Adds a cylinder with flat ends.
    pub(super) fn rod(mut self, from: Vec3, to: Vec3, radius: f32) -> Self {
        let axis = (to - from).normalize_or(Vec3::Y);
        let u = axis.any_orthonormal_vector();
        let v = axis.cross(u);
        let out = |side: usize| {
            let (sin, cos) = (TAU * (side % SIDES) as f32 / SIDES as f32).sin_cos();
            u * cos + v * sin
        };
        for (a, b) in (0..SIDES).map(|side| (out(side), out(side + 1))) {
            let corners = [(from, a), (from, b), (to, b), (to, a)];
            self.patch(corners.into_iter().map(|(end, out)| (end + out * radius, out)));
        }
        let end = |middle: Vec3| (0..SIDES).map(move |side| middle + out(side) * radius);
        let (first, last): (Vec<_>, Vec<_>) = (end(from).rev().collect(), end(to).collect());
        self.face(&first).face(&last)
    }

    /// Adds a ring of a sphere around the origin; ring 0 is at the pole +Z.
    pub(super) fn ball_ring(mut self, radius: f32, ring: usize) -> Self {
        let out = |ring: usize, side: usize| {
            // A pole is one point in spite of rounding.
            let pole = ring.is_multiple_of(Self::BALL_RINGS);
            let (sin, cos) = (PI * ring as f32 / Self::BALL_RINGS as f32).sin_cos();
            let (y, x) = (TAU * (side % SIDES) as f32 / SIDES as f32).sin_cos();
            if pole { Vec3::Z * cos } else { Vec3::new(x * sin, y * sin, cos) }
        };
        for side in 0..SIDES {
            // Corners at a pole coincide.
            let mut corners =
                vec![out(ring, side + 1), out(ring, side), out(ring + 1, side), out(ring + 1, side + 1)];
            corners.dedup();
            self.patch(corners.into_iter().map(|out| (out * radius, out)));
        }
        self
    }

    /// Adds a convex face with a normal per corner.
    fn patch(&mut self, corners: impl Iterator<Item = (Vec3, Vec3)>) {
        let first = self.positions.len() as u32;
        let (positions, normals): (Vec<_>, Vec<_>) = corners.unzip();
        let count = positions.len() as u32;
        self.indices.extend((2..count).flat_map(|n| [first, first + n - 1, first + n]));
        self.positions.extend(positions);
        self.normals.extend(normals);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The volume inside, and what is left of all areas with their directions, of which a closed surface has
    /// nothing.
    fn volume_and_gap(surface: &Surface) -> (f32, f32) {
        let corners = surface.indices.chunks_exact(3);
        let corners = corners.map(|t| [0, 1, 2].map(|c| surface.positions[t[c] as usize]));
        let sums = corners.fold((0.0, Vec3::ZERO), |(volume, area), [a, b, c]| {
            (volume + a.dot(b.cross(c)) / 6.0, area + (b - a).cross(c - a))
        });
        (sums.0, sums.1.length())
    }

    #[test]
    fn solids_are_closed_and_as_large_as_told() {
        let turn = Quat::from_rotation_x(0.4) * Quat::from_rotation_z(1.0);
        let triangle = [Vec2::new(1.0, 1.0), Vec2::new(3.0, 1.0), Vec2::new(1.0, 2.0)];
        let ball = (0..Surface::BALL_RINGS).fold(Surface::default(), |ball, ring| ball.ball_ring(0.5, ring));
        let of = Surface::default;
        for (surface, volume) in [
            (of().cuboid(Vec3::ONE, Vec3::new(0.5, 1.0, 1.5), turn), 6.0),
            (of().block(Vec3::new(-1.0, 0.0, 2.0), Vec3::new(1.0, 3.0, 2.5)), 3.0),
            (of().prism(&triangle, 0.75), 1.5),
            (of().rod(Vec3::ONE, Vec3::new(2.0, 3.0, 3.0), 0.5), PI * 0.25 * 3.0),
            (ball, PI / 6.0),
        ] {
            let (found, gap) = volume_and_gap(&surface);
            assert!((found / volume - 1.0).abs() < 0.02, "{found} for {volume}");
            assert!(gap < 1e-5, "{gap} is left over");
        }
    }
}
