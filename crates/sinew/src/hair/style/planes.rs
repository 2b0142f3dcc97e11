//! Triangles of guides: the skin is unrolled into a plane, where the guides are triangulated (Delaunay).

use super::comb::{BACK, Group};
use crate::math::{nearest_on_triangle, ops};
use glam::{Quat, Vec2, Vec3};

/// Unrolling of the skin around a middle: azimuthal equidistant, as maps of the poles are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unroll {
    middle: Vec3,
    /// Rotation that brings the middle of the region to +Y.
    turn: Quat,
}

impl Unroll {
    pub(super) fn new(middle: Vec3, places: impl Iterator<Item = Vec3>) -> Self {
        let sum: Vec3 = places.map(|place| (place - middle).normalize_or_zero()).sum();
        Self { middle, turn: Quat::from_rotation_arc(sum.normalize_or(Vec3::Y), Vec3::Y) }
    }

    pub(super) fn at(&self, place: Vec3) -> Vec2 {
        let arm = self.turn * (place - self.middle).normalize_or(Vec3::Y);
        let aside = Vec2::new(arm.x, arm.z);
        aside.normalize_or_zero() * ops::atan2(aside.length(), arm.y)
    }
}

/// Guides of one group, triangulated.
struct GroupPlane {
    group: Group,
    /// Corners of triangles, guide numbers.
    triangles: Vec<[u32; 3]>,
    guides: Vec<u32>,
}

/// Guides in the plane, by group.
pub(super) struct Planes {
    places: Vec<Vec2>,
    groups: Vec<GroupPlane>,
}

impl Planes {
    pub(super) fn new(places: Vec<Vec2>, group_of: &[Group]) -> Self {
        let mut names: Vec<Group> = group_of.to_vec();
        names.sort_unstable();
        names.dedup();
        if names.starts_with(&[0, 1]) {
            names.push(BACK);
        }
        let groups = names.into_iter().map(|group| {
            let is_own = |other: Group| other == group || (group == BACK && other < BACK);
            let own = group_of.iter().enumerate().filter(|(_, other)| is_own(**other));
            let guides: Vec<u32> = own.map(|(guide, _)| guide as u32).collect();
            let point = |guide: &u32| {
                let Vec2 { x, y } = places[*guide as usize];
                delaunator::Point { x: f64::from(x), y: f64::from(y) }
            };
            let points: Vec<_> = guides.iter().map(point).collect();
            let corners = delaunator::triangulate(&points).triangles;
            let triangles =
                corners.as_chunks::<3>().0.iter().map(|corners| corners.map(|corner| guides[corner]));
            GroupPlane { group, triangles: triangles.collect(), guides }
        });
        Self { groups: groups.collect(), places }
    }

    /// Up to three guides around a place and their weights, the largest first. Outside of all triangles these are of the nearest place of a triangle.
    pub(super) fn weights(&self, at: Vec2, group: Group) -> ([u32; 4], [f32; 4]) {
        let Some(plane) = self.groups.iter().find(|own| own.group == group).or(self.groups.first()) else {
            return ([0; 4], [1.0, 0.0, 0.0, 0.0]);
        };
        let mut best: Option<(f32, [u32; 3], Vec3)> = None;
        for corners in &plane.triangles {
            let [a, b, c] = corners.map(|guide| self.places[guide as usize]);
            let shares = nearest_on_triangle([a, b, c].map(|corner| corner.extend(0.0)), at.extend(0.0));
            let shares = Vec3::from_array(shares);
            let place = a * shares.x + b * shares.y + c * shares.z;
            let distance = place.distance_squared(at);
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
            let distance = |guide: &u32| self.places[*guide as usize].distance_squared(at);
            let nearest = plane.guides.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            return ([*nearest.unwrap_or(&0); 4], [1.0, 0.0, 0.0, 0.0]);
        };
        let mut own = [0, 1, 2].map(|n| (shares[n], corners[n]));
        own.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ([own[0].1, own[1].1, own[2].1, own[0].1], [own[0].0, own[1].0, own[2].0, 0.0])
    }
}
