//! Triangles of guides: the skin is unrolled into a plane, where the guides are triangulated (Delaunay).

use super::comb::{BACK, EDGE, FRINGE, Group};
use glam::{Quat, Vec2, Vec3};
use sinew::internal::{nearest_on_triangle, ops};

/// Unrolling of the skin around a middle: azimuthal equidistant, as maps of the poles are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unroll {
    middle: Vec3,
    /// Rotation that brings the middle of the region to +Y.
    turn: Quat,
}

impl Unroll {
    pub(super) fn new(middle: Vec3, positions: impl Iterator<Item = Vec3>) -> Self {
        let sum: Vec3 = positions.map(|position| (position - middle).normalize_or_zero()).sum();
        Self { middle, turn: Quat::from_rotation_arc(sum.normalize_or(Vec3::Y), Vec3::Y) }
    }

    pub(super) fn at(&self, position: Vec3) -> Vec2 {
        let arm = self.turn * (position - self.middle).normalize_or(Vec3::Y);
        let aside = Vec2::new(arm.x, arm.z);
        aside.normalize_or_zero() * ops::atan2(aside.length(), arm.y)
    }
}

/// Guides of one group, triangulated.
struct GroupPlane {
    group: Group,
    /// Corners of triangles, guide numbers.
    triangles: Vec<[u32; 3]>,
    /// Triangles at the border of all.
    border: Vec<u32>,
    guides: Vec<u32>,
    near: NearTriangles,
}

/// Triangles by the cells of a square grid that their boxes meet.
struct NearTriangles {
    low: Vec2,
    size: Vec2,
    cells: Vec<Vec<u32>>,
}

/// Cells of the grid along either side.
const CELLS: usize = 32;

impl NearTriangles {
    fn new(triangles: &[[Vec2; 3]]) -> Self {
        let all = triangles.iter().flatten();
        let [low, high] =
            all.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], at| [low.min(*at), high.max(*at)]);
        let size = ((high - low) / CELLS as f32).max(Vec2::splat(f32::MIN_POSITIVE));
        let mut near = Self { low, size, cells: vec![Vec::new(); CELLS * CELLS] };
        for (number, [a, b, c]) in (0..).zip(triangles) {
            let [low, high] = [a.min(*b).min(*c), a.max(*b).max(*c)].map(|at| near.cell(at));
            for (x, y) in (low[1]..=high[1]).flat_map(|y| (low[0]..=high[0]).map(move |x| (x, y))) {
                near.cells[y * CELLS + x].push(number);
            }
        }
        near
    }

    fn cell(&self, at: Vec2) -> [usize; 2] {
        ((at - self.low) / self.size).to_array().map(|at| (at.max(0.0) as usize).min(CELLS - 1))
    }

    /// Triangles near a position: all that it can be inside of.
    fn at(&self, at: Vec2) -> &[u32] {
        let [x, y] = self.cell(at);
        &self.cells[y * CELLS + x]
    }
}

/// Guides in the plane, by group.
pub(super) struct Planes {
    positions: Vec<Vec2>,
    groups: Vec<GroupPlane>,
}

impl Planes {
    pub(super) fn new(positions: Vec<Vec2>, group_of: &[Group]) -> Self {
        let mut names: Vec<Group> = group_of.to_vec();
        names.sort_unstable();
        names.dedup();
        if names.starts_with(&[0, 1]) {
            names.push(BACK);
        }
        if names.contains(&FRINGE) {
            names.push(EDGE);
        }
        let groups = names.into_iter().map(|group| {
            let is_member = |other: Group| other == group || group == EDGE || (group == BACK && other < BACK);
            let members = group_of.iter().enumerate().filter(|(_, other)| is_member(**other));
            let guides: Vec<u32> = members.map(|(guide, _)| guide as u32).collect();
            let point = |guide: &u32| {
                let Vec2 { x, y } = positions[*guide as usize];
                delaunator::Point { x: f64::from(x), y: f64::from(y) }
            };
            let points: Vec<_> = guides.iter().map(point).collect();
            let made = delaunator::triangulate(&points);
            let corners = made.triangles.as_chunks::<3>().0;
            let triangles: Vec<_> =
                corners.iter().map(|corners| corners.map(|corner| guides[corner])).collect();
            let sides = made.halfedges.as_chunks::<3>().0;
            let is_border = |sides: &[usize; 3]| sides.contains(&delaunator::EMPTY);
            let border = (0..)
                .zip(sides)
                .filter(|(_, sides)| is_border(sides))
                .map(|(triangle, _)| triangle)
                .collect();
            let at: Vec<[Vec2; 3]> =
                triangles.iter().map(|corners| corners.map(|guide| positions[guide as usize])).collect();
            GroupPlane { group, near: NearTriangles::new(&at), triangles, border, guides }
        });
        Self { groups: groups.collect(), positions }
    }

    /// Up to three guides around a position and their weights, the largest first. Outside of all triangles
    /// these are of the nearest point of a triangle.
    pub(super) fn weights(&self, at: Vec2, group: Group) -> ([u32; 4], [f32; 4]) {
        let Some(plane) = self.groups.iter().find(|plane| plane.group == group).or(self.groups.first())
        else {
            return ([0; 4], [1.0, 0.0, 0.0, 0.0]);
        };
        let mut best: Option<(f32, [u32; 3], Vec3)> = None;
        // Outside of all triangles the nearest one is at the border.
        for triangle in plane.near.at(at).iter().chain(&plane.border) {
            let corners = &plane.triangles[*triangle as usize];
            let [a, b, c] = corners.map(|guide| self.positions[guide as usize]);
            let shares = nearest_on_triangle([a, b, c].map(|corner| corner.extend(0.0)), at.extend(0.0));
            let shares = Vec3::from_array(shares);
            let point = a * shares.x + b * shares.y + c * shares.z;
            let distance = point.distance_squared(at);
            if best.is_none_or(|(other, ..)| distance < other) {
                best = Some((distance, *corners, shares));
                // Inside of a triangle.
                if shares.min_element() > 0.0 {
                    break;
                }
            }
        }
        let Some((_, corners, shares)) = best else {
            // Guides in one line: the nearest one alone.
            let distance = |guide: &u32| self.positions[*guide as usize].distance_squared(at);
            let nearest = plane.guides.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            return ([*nearest.unwrap_or(&0); 4], [1.0, 0.0, 0.0, 0.0]);
        };
        let mut weighted = [0, 1, 2].map(|n| (shares[n], corners[n]));
        weighted.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        (
            [weighted[0].1, weighted[1].1, weighted[2].1, weighted[0].1],
            [weighted[0].0, weighted[1].0, weighted[2].0, 0.0],
        )
    }
}
