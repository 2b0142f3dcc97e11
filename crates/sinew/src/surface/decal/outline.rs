//! Outline of a decal in texture coordinates, and clipping to it (Sutherland and Hodgman, *Reentrant Polygon
//! Clipping*, 1974).

use super::DecalShape;
use crate::math::ops;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Sides of the polygon inside of a disc's circle: it covers 99.7 % of the disc.
const DISC_SIDES: usize = 48;
/// Most corners of a triangle that is clipped: each side adds one at most.
pub(super) const MAX_CORNERS: usize = 3 + DISC_SIDES;

/// Convex outline, counter-clockwise where the second coordinate points up.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// Sides: unit vector towards the inside, and its product with the side's points.
    sides: Vec<(Vec2, f32)>,
}

/// Corner of a clipped triangle: shares of the triangle's corners, and the texture coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Corner {
    pub(super) shares: Vec3,
    pub(super) uv: Vec2,
}

/// Corners of a clipped triangle.
#[derive(Clone, Debug)]
pub(super) struct Polygon {
    corners: [Corner; MAX_CORNERS],
    count: usize,
}

impl Polygon {
    /// A whole triangle.
    fn new(uvs: [Vec2; 3]) -> Self {
        let mut corners = [Corner::default(); MAX_CORNERS];
        for ((corner, uv), shares) in corners.iter_mut().zip(uvs).zip([Vec3::X, Vec3::Y, Vec3::Z]) {
            *corner = Corner { shares, uv };
        }
        Self { corners, count: 3 }
    }

    pub(super) fn corners(&self) -> &[Corner] {
        &self.corners[..self.count]
    }

    fn push(&mut self, corner: Corner) {
        if self.count < MAX_CORNERS {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }
}

impl Outline {
    pub(super) fn new(shape: DecalShape) -> Self {
        let corners: Vec<Vec2> = match shape {
            DecalShape::Disc => (0..DISC_SIDES)
                .map(|n| {
                    let (sine, cosine) = ops::sin_cos(TAU * n as f32 / DISC_SIDES as f32);
                    Vec2::new(0.5 + cosine * 0.5, 0.5 + sine * 0.5)
                })
                .collect(),
            DecalShape::Rectangle { .. } => vec![Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y],
        };
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).map(|(from, to)| {
            let inside = (to - from).perp().normalize();
            (inside, inside.dot(*from))
        });
        Self { sides: sides.collect() }
    }

    /// Whether a triangle may reach into the outline: no side has all of it outside.
    pub(super) fn touches(&self, uvs: &[Vec2; 3]) -> bool {
        self.sides.iter().all(|(inside, at)| uvs.iter().any(|uv| inside.dot(*uv) > *at))
    }

    /// The part of a triangle inside; without corners where there is none.
    pub(super) fn clip(&self, uvs: [Vec2; 3]) -> Polygon {
        let mut polygon = Polygon::new(uvs);
        for (inside, at) in &self.sides {
            let height = |corner: &Corner| inside.dot(corner.uv) - at;
            if polygon.corners().iter().all(|corner| height(corner) >= 0.0) {
                continue;
            }
            let whole = polygon.clone();
            polygon.count = 0;
            let corners = whole.corners();
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                let (a, b) = (height(from), height(to));
                if a >= 0.0 {
                    polygon.push(*from);
                }
                if (a >= 0.0) != (b >= 0.0) {
                    let share = a / (a - b);
                    polygon.push(Corner {
                        shares: from.shares.lerp(to.shares, share),
                        uv: from.uv.lerp(to.uv, share),
                    });
                }
            }
        }
        polygon
    }
}
