//! Roots on the skin: random places that keep their distance (dart throwing; R. Cook, *Stochastic Sampling in Computer Graphics*, 1986).

use super::maps::{GroomMaps, HairMap};
use crate::hair::cells::Cells;
use crate::hair::head::{HairSkin, HeadShape, SkinTriangle};
use crate::hair::{Comb, GroomError, LayerDescription};
use crate::math::random::Random;
use crate::surface::SurfacePoint;
use glam::Vec3;
use std::collections::HashMap;

/// Least density of skin that counts as hairy.
const MIN_DENSITY: f32 = 0.02;
/// Parts with less than this share of the hairy area of the largest one have none: glasses, collars.
const MIN_PART: f32 = 0.3;
/// Throws per root that is wanted.
const THROWS: usize = 40;
/// Distance of roots as a share of the side of the square of skin that each has.
const SPACING: f32 = 0.72;

/// Place where hair grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) point: SurfacePoint,
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    /// Length as a share of that of the layer.
    pub(super) length: f32,
}

/// Density of hair at a place of a triangle, given by the shares of its corners.
type Density<'a> = Box<dyn Fn(&SkinTriangle, Vec3) -> f32 + 'a>;

/// Hairy skin of a layer.
pub(super) struct RootField<'a> {
    triangles: Vec<(&'a SkinTriangle, f32)>,
    /// Sum of area times density up to each triangle.
    sums: Vec<f32>,
    density: Density<'a>,
    length: Option<&'a HairMap>,
}

impl<'a> RootField<'a> {
    pub(super) fn new(
        skin: &'a HairSkin,
        head: &'a HeadShape,
        layer: &'a LayerDescription,
        maps: &'a GroomMaps,
    ) -> Result<Self, GroomError> {
        let find = |name: &'a Option<String>| match name {
            None => Ok(None),
            Some(name) => maps
                .get(name)
                .map(Some)
                .ok_or_else(|| GroomError::NoMap { layer: layer.name.clone(), map: name.clone() }),
        };
        let (painted, length) = (find(&layer.density_map)?, find(&layer.length_map)?);
        let is_tied = matches!(layer.comb, Comb::Tied { .. });
        let density = move |triangle: &SkinTriangle, shares: Vec3| {
            let at = triangle.at(shares);
            let own = layer.region.density(head, at);
            // Sideburns do not reach a tie.
            let is_sideburn = is_tied && {
                let at = head.from_model(at);
                at.y < 0.16 && at.z > -0.3
            };
            let own = if is_sideburn { 0.0 } else { own };
            painted.map_or(own, |map| own * map.at(triangle.uv(shares)))
        };
        let mut areas: HashMap<_, f32> = HashMap::new();
        let mut triangles = Vec::new();
        for triangle in skin.triangles().iter().filter(|triangle| skin.is_on_head(triangle)) {
            let corners = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(1.0 / 3.0)];
            let most = corners.map(|shares| density(triangle, shares)).into_iter().fold(0.0, f32::max);
            if most > MIN_DENSITY {
                *areas.entry((triangle.instance, triangle.primitive)).or_default() += triangle.area * most;
                triangles.push((triangle, most));
            }
        }
        let largest = areas.values().copied().fold(0.0, f32::max);
        triangles.retain(|(own, _)| areas[&(own.instance, own.primitive)] >= largest * MIN_PART);
        let mut sum = 0.0;
        let sums: Vec<f32> = triangles
            .iter()
            .map(|(triangle, most)| {
                sum += triangle.area * most;
                sum
            })
            .collect();
        if !(sum > 0.0 && sum.is_finite()) {
            return Err(GroomError::NoSkin {
                layer: layer.name.clone(),
                reason: "no skin of the head lies in its region, or the density map is black there",
            });
        }
        Ok(Self { triangles, sums, density: Box::new(density), length })
    }

    /// Hairy area, m².
    pub(super) fn area(&self) -> f32 {
        self.sums[self.sums.len() - 1]
    }

    /// About `count` places.
    pub(super) fn sample(&self, count: usize, random: &mut Random) -> Vec<Root> {
        let spacing = SPACING * (self.area() / count as f32).sqrt();
        let mut cells = Cells::new(spacing);
        let mut roots = Vec::with_capacity(count);
        for _ in 0..count.saturating_mul(THROWS) {
            if roots.len() == count {
                break;
            }
            let at = random.unit() * self.area();
            let number = self.sums.partition_point(|sum| *sum <= at).min(self.triangles.len() - 1);
            let (triangle, most) = self.triangles[number];
            let (mut x, mut y) = (random.unit(), random.unit());
            if x + y > 1.0 {
                (x, y) = (1.0 - x, 1.0 - y);
            }
            let shares = Vec3::new(1.0 - x - y, x, y);
            let chance = random.unit() * most;
            if chance > (self.density)(triangle, shares) {
                continue;
            }
            let position = triangle.at(shares);
            if cells.near(position).all(|other: Vec3| other.distance(position) >= spacing) {
                cells.add(position, position);
                let length = self.length.map_or(1.0, |map| map.at(triangle.uv(shares)).max(0.02));
                let (point, normal) = (triangle.point(shares), triangle.normal);
                roots.push(Root { point, position, normal, length });
            }
        }
        roots
    }
}
