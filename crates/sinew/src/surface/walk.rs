//! Straightest paths over a posed surface (K. Polthier and M. Schmies, *Straightest Geodesics on Polyhedral
//! Surfaces*, 1998): straight within a triangle, and straight on in the plane of the next one.

use super::neighbors::NONE;
use super::{PosedSurface, SurfacePoint};
use glam::Vec3;

/// Most triangles that one path crosses.
const MAX_TRIANGLES: usize = 1024;
/// Longest path, metres.
const MAX_LENGTH: f32 = 1e6;
/// Least area of a triangle that is walked over, relative to the product of two of its sides; others are
/// crossed to their longest free edge.
const MIN_SINE: f32 = 1e-5;

/// End of a path over a surface, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceWalk {
    /// Point of the surface at the end of the path.
    pub point: SurfacePoint,
    /// Its position.
    pub position: Vec3,
    /// Unit normal of its triangle, towards the outside; zero for a triangle without area.
    pub normal: Vec3,
    /// Unit direction of the path at its end, along the surface; zero for a path without length.
    pub direction: Vec3,
    /// Length of the path, metres.
    pub distance: f32,
    /// Reason why the path ended.
    pub end: WalkEnd,
}

/// Reason why a path over a surface ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WalkEnd {
    /// The path has its whole length.
    Arrived,
    /// An edge without a neighbour: a hem, the rim of a hole, or the beginning of a hidden part.
    Border,
    /// More triangles than a path crosses, or triangles without area.
    Stopped,
}

impl PosedSurface {
    /// End of the straightest path from a point along the surface. `offset` is its direction and length in
    /// model space, metres, at most 1,000 km; its part along the normal of the point's triangle has no
    /// effect. Paths cross seams of texture coordinates, normals and materials, and stop at borders. `None`
    /// where the surface lacks the point, or the offset is not finite.
    #[must_use]
    pub fn walk(&self, from: &SurfacePoint, offset: Vec3) -> Option<SurfaceWalk> {
        let triangle = self.surface().triangle_of(from).filter(|_| offset.is_finite())?;
        let [x, y, z] = from.barycentric.to_array().map(|share| share.max(0.0));
        let sum = x + y + z;
        let shares = if sum > 0.0 { [x / sum, y / sum, z / sum] } else { [1.0, 0.0, 0.0] };
        let mut path = Path { posed: self, triangle, shares, offset: Vec3::ZERO, walked: 0.0 };
        let offset = offset * (MAX_LENGTH / offset.abs().max_element()).min(1.0);
        path.offset = offset - path.normal() * path.normal().dot(offset);
        let end = path.walk();
        Some(path.finish(end))
    }
}

/// Path on its way.
struct Path<'a> {
    posed: &'a PosedSurface,
    triangle: u32,
    /// Shares of the corners.
    shares: [f32; 3],
    /// Rest of the path, in the plane of the triangle.
    offset: Vec3,
    walked: f32,
}

impl Path<'_> {
    fn walk(&mut self) -> WalkEnd {
        for _ in 0..MAX_TRIANGLES {
            let Some(rates) = self.rates() else {
                // A triangle without area has no inside: go on behind its longest edge that leads anywhere.
                let Some(edge) = self.longest_free_edge() else { return WalkEnd::Stopped };
                if !self.cross(edge) {
                    return WalkEnd::Border;
                }
                continue;
            };
            // The corner whose share is used up first lies opposite to the edge that is met.
            let share_of_path = |corner: usize| match rates[corner] < 0.0 {
                true => self.shares[corner] / -rates[corner],
                false => f32::INFINITY,
            };
            let corner = (0..3).min_by(|a, b| share_of_path(*a).total_cmp(&share_of_path(*b)));
            let corner = corner.unwrap_or(0);
            let step = share_of_path(corner).min(1.0);
            for (share, rate) in self.shares.iter_mut().zip(rates) {
                *share = (*share + rate * step).max(0.0);
            }
            self.walked += self.offset.length() * step;
            if step >= 1.0 {
                return WalkEnd::Arrived;
            }
            self.shares[corner] = 0.0;
            self.offset *= 1.0 - step;
            if !self.cross((corner + 1) % 3) {
                return WalkEnd::Border;
            }
        }
        WalkEnd::Stopped
    }

    fn corners(&self) -> [Vec3; 3] {
        let corners = self.posed.surface().triangles[self.triangle as usize];
        corners.map(|vertex| self.posed.positions[vertex as usize])
    }

    fn normal(&self) -> Vec3 {
        let [a, b, c] = self.corners();
        (b - a).cross(c - a).normalize_or_zero()
    }

    /// Change of the three shares over the rest of the path; `None` for a triangle without area.
    fn rates(&self) -> Option<[f32; 3]> {
        let [a, b, c] = self.corners();
        let (u, v) = (b - a, c - a);
        let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
        let area = u.cross(v).length_squared();
        if area.is_nan() || area <= uu * vv * MIN_SINE * MIN_SINE {
            return None;
        }
        let (du, dv) = (self.offset.dot(u), self.offset.dot(v));
        let [x, y] = [(vv * du - uv * dv) / area, (uu * dv - uv * du) / area];
        (x.is_finite() && y.is_finite()).then_some([-x - y, x, y])
    }

    /// Longest edge with a neighbour that is not the one the path came by, whose opposite corner has no
    /// share.
    fn longest_free_edge(&self) -> Option<usize> {
        let corners = self.corners();
        let length = |edge: usize| corners[edge].distance_squared(corners[(edge + 1) % 3]);
        let came_by = |edge: usize| self.shares[(edge + 2) % 3] == 0.0;
        let edges = (0..3).filter(|edge| self.neighbor(*edge).is_some() && !came_by(*edge));
        edges.max_by(|a, b| length(*a).total_cmp(&length(*b)))
    }

    /// Shown triangle across an edge.
    fn neighbor(&self, edge: usize) -> Option<u32> {
        let other = self.posed.surface().neighbors[self.triangle as usize][edge];
        (other != NONE && self.posed.is_shown(other)).then_some(other)
    }

    /// Goes on in the triangle across an edge; false where there is none.
    fn cross(&mut self, edge: usize) -> bool {
        let Some(other) = self.neighbor(edge) else { return false };
        let surface = self.posed.surface();
        let welded = |triangle: u32| {
            surface.triangles[triangle as usize].map(|vertex| surface.welded[vertex as usize])
        };
        let (current, next) = (welded(self.triangle), welded(other));
        let ends = [edge, (edge + 1) % 3];
        let corner_of = |end: usize| next.iter().position(|vertex| *vertex == current[ends[end]]);
        let (Some(from), Some(to)) = (corner_of(0), corner_of(1)) else { return false };
        if from == to {
            return false;
        }
        let before = self.corners();
        let along = (before[ends[1]] - before[ends[0]]).normalize_or_zero();
        let (parallel, length) = (self.offset.dot(along), self.offset.length());
        let across = (length * length - parallel * parallel).max(0.0).sqrt();
        let share = self.share_of_edge(ends, &before);
        self.shares = [0.0; 3];
        (self.shares[from], self.shares[to]) = (1.0 - share, share);
        self.triangle = other;
        let after = self.corners();
        let along = (after[to] - after[from]).normalize_or_zero();
        let inward = after[3 - from - to] - after[from];
        let inward = (inward - along * inward.dot(along)).normalize_or_zero();
        self.offset = along * parallel + inward * across;
        true
    }

    /// Position on an edge as the share of its second end: the nearest one where the path does not meet the
    /// edge.
    fn share_of_edge(&self, [from, to]: [usize; 2], corners: &[Vec3; 3]) -> f32 {
        let total = self.shares[from] + self.shares[to];
        if self.shares[3 - from - to] == 0.0 && total > 0.0 {
            return self.shares[to] / total;
        }
        let edge = corners[to] - corners[from];
        let point: Vec3 = corners.iter().zip(self.shares).map(|(corner, share)| *corner * share).sum();
        let share = (point - corners[from]).dot(edge) / edge.length_squared();
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 }
    }

    fn finish(&self, end: WalkEnd) -> SurfaceWalk {
        let surface = self.posed.surface();
        let part = surface.part_of(self.triangle);
        let corners = self.corners();
        let side = if self.posed.is_mirrored(self.triangle) { -1.0 } else { 1.0 };
        SurfaceWalk {
            point: SurfacePoint {
                instance: part.instance,
                primitive: part.primitive,
                triangle: self.triangle - part.triangles.start,
                barycentric: Vec3::from_array(self.shares),
            },
            position: corners.iter().zip(self.shares).map(|(corner, share)| *corner * share).sum(),
            normal: self.normal() * side,
            direction: self.offset.normalize_or_zero(),
            distance: self.walked,
            end,
        }
    }
}
