//! Triangulation of arbitrary polygons by ear clipping (Meisters, *Polygons Have Ears*, 1975) in the
//! best-fitting plane (Newell's normal). Corners on straight edges are kept, since skinning and morphs may
//! move them.

use sinew::glam::{Vec2, Vec3};

/// Vector along the polygon's normal with a length of twice its area (Newell's method); zero for a degenerate
/// polygon.
pub(super) fn area_vector(corners: impl Iterator<Item = Vec3> + Clone) -> Vec3 {
    let next = corners.clone().cycle().skip(1);
    // Coordinates relative to the first corner keep precision far from the origin.
    let origin = corners.clone().next().unwrap_or_default();
    corners.zip(next).map(|(a, b)| (a - origin).cross(b - origin)).sum()
}

/// Appends the triangles of a polygon as indices into `corners`: two fewer than it has corners. `steps` is
/// the remaining work; if it runs out, the polygon is triangulated as if it were convex and the result is
/// `false`.
pub(super) fn triangulate(corners: &[Vec3], steps: &mut usize, triangles: &mut Vec<[u32; 3]>) -> bool {
    let count = corners.len() as u32;
    let fan = |triangles: &mut Vec<_>| triangles.extend((2..count).map(|c| [0, c - 1, c]));
    if count < 4 {
        fan(triangles);
        return true;
    }
    let flat = flatten(corners);
    if is_convex(&flat) {
        fan(triangles);
        return true;
    }
    let from = triangles.len();
    let done = EarClipper::new(&flat).clip(steps, triangles);
    if !done {
        triangles.truncate(from);
        fan(triangles);
    }
    done
}

/// Projects the corners to the polygon's plane, counter-clockwise.
fn flatten(corners: &[Vec3]) -> Vec<Vec2> {
    let normal = area_vector(corners.iter().copied()).normalize_or(Vec3::Z);
    let (x, y) = normal.any_orthonormal_pair();
    let origin = corners.first().copied().unwrap_or_default();
    corners.iter().map(|&c| Vec2::new((c - origin).dot(x), (c - origin).dot(y))).collect()
}

/// Twice the signed area of a triangle, positive if counter-clockwise.
fn signed_area(a: Vec2, b: Vec2, c: Vec2) -> f32 {
    (b - a).perp_dot(c - b)
}

fn is_convex(flat: &[Vec2]) -> bool {
    let around = |i: usize| flat.get(i % flat.len()).copied().unwrap_or_default();
    let turns_left = (0..flat.len()).all(|i| signed_area(around(i), around(i + 1), around(i + 2)) >= 0.0);
    // A star polygon turns left at every corner too, but winds around more than once; seen from its first
    // corner, it turns back.
    turns_left && (1..flat.len() - 1).all(|i| signed_area(around(0), around(i), around(i + 1)) >= 0.0)
}

/// Remaining polygon of the ear clipping, as a doubly linked list of corners.
struct EarClipper<'a> {
    flat: &'a [Vec2],
    next: Vec<u32>,
    previous: Vec<u32>,
}

impl<'a> EarClipper<'a> {
    fn new(flat: &'a [Vec2]) -> Self {
        let count = flat.len() as u32;
        Self {
            flat,
            next: (0..count).map(|c| (c + 1) % count).collect(),
            previous: (0..count).map(|c| (c + count - 1) % count).collect(),
        }
    }

    fn at(&self, corner: u32) -> Vec2 {
        self.flat.get(corner as usize).copied().unwrap_or_default()
    }

    fn after(&self, corner: u32) -> u32 {
        self.next.get(corner as usize).copied().unwrap_or_default()
    }

    fn before(&self, corner: u32) -> u32 {
        self.previous.get(corner as usize).copied().unwrap_or_default()
    }

    /// Clips all ears; `false` if `steps` run out.
    fn clip(mut self, steps: &mut usize, triangles: &mut Vec<[u32; 3]>) -> bool {
        let mut left = self.flat.len();
        let mut corner = 0;
        while left > 3 {
            let Some(ear) = self.find_ear(corner, left, steps) else { return false };
            let (before, after) = (self.before(ear), self.after(ear));
            triangles.push([before, ear, after]);
            if let Some(next) = self.next.get_mut(before as usize) {
                *next = after;
            }
            if let Some(previous) = self.previous.get_mut(after as usize) {
                *previous = before;
            }
            // Skipping the neighbour avoids a fan of thin triangles.
            corner = self.after(after);
            left -= 1;
        }
        triangles.push([self.before(corner), corner, self.after(corner)]);
        true
    }

    /// Finds a corner whose triangle contains no other corner. For a self-intersecting polygon without an
    /// ear: the corner of the largest signed area.
    fn find_ear(&self, start: u32, left: usize, steps: &mut usize) -> Option<u32> {
        let (mut corner, mut best) = (start, (f32::NEG_INFINITY, start));
        for _ in 0..left {
            let area =
                signed_area(self.at(self.before(corner)), self.at(corner), self.at(self.after(corner)));
            if area > best.0 {
                best = (area, corner);
            }
            if area > 0.0 {
                *steps = steps.checked_sub(left)?;
                if self.is_ear(corner) {
                    return Some(corner);
                }
            }
            corner = self.after(corner);
        }
        Some(best.1)
    }

    fn is_ear(&self, ear: u32) -> bool {
        let (first, last) = (self.before(ear), self.after(ear));
        let [a, b, c] = [first, ear, last].map(|n| self.at(n));
        let mut corner = self.after(last);
        while corner != first {
            let p = self.at(corner);
            // A corner at the position of a triangle corner does not count: bridges to holes produce such
            // corners.
            let inside =
                signed_area(a, b, p) >= 0.0 && signed_area(b, c, p) >= 0.0 && signed_area(c, a, p) >= 0.0;
            if inside && p != a && p != b && p != c {
                return false;
            }
            corner = self.after(corner);
        }
        true
    }
}
