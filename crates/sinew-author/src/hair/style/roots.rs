//! Roots on the skin: random positions that keep their distance (dart throwing; R. Cook, *Stochastic Sampling
//! in Computer Graphics*, 1986).

use super::comb::Combing;
use super::maps::{GroomMaps, HairMap};
use crate::hair::cells::Cells;
use crate::hair::head::{HairSkin, SkinDistance, SkinTriangle};
use crate::hair::{Comb, GroomMakingError, HairRegion};
use glam::Vec3;
use sinew::internal::Random;
use sinew::math::smoothstep;
use sinew::surface::SurfacePoint;
use std::collections::HashMap;

/// Shortest hair that grows, on the head of an adult, metres.
const MIN_LENGTH: f32 = 0.003;
/// Height over a root that must lie outside of all skin, on the head of an adult, metres: shells within a
/// head grow none.
const FREE: f32 = 0.006;
/// Points of a triangle, along either side, at which its density is measured.
const MEASURED: usize = 6;
/// Least density of skin that counts as hairy.
const MIN_DENSITY: f32 = 0.02;
/// Parts with less than this share of the hairy area of the largest one have none: glasses, collars.
const MIN_PART: f32 = 0.3;
/// Throws per root that is wanted.
const THROWS: usize = 40;
/// Distance of roots as a share of the side of the square of skin that each has.
const SPACING: f32 = 0.72;

/// Strands after which progress is reported.
pub(super) const REPORTED: usize = 1024;

/// Point where hair grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) point: SurfacePoint,
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    /// Length as a share of that of the layer.
    pub(super) length: f32,
    /// sRGB colour by which its colours are multiplied.
    pub(super) tint: [u8; 3],
    /// Direction in which it grows on a body, model space; `None` where the haircut decides it.
    pub(super) flow: Option<Vec3>,
}

/// Density of hair at a point of a triangle, given by the shares of its corners.
type Density<'a> = Box<dyn Fn(&SkinTriangle, Vec3) -> f32 + 'a>;

/// Hairy skin of a layer.
pub(super) struct RootField<'a> {
    skin: &'a HairSkin,
    triangles: Vec<(&'a SkinTriangle, f32)>,
    /// Sum of area times density up to each triangle.
    sums: Vec<f32>,
    /// Sum of area times density, m².
    area: f32,
    density: Density<'a>,
    combing: &'a Combing<'a>,
    length: Option<&'a HairMap>,
    color: Option<&'a HairMap>,
}

impl<'a> RootField<'a> {
    pub(super) fn new(
        skin: &'a HairSkin,
        combing: &'a Combing<'a>,
        distance: &'a SkinDistance,
        maps: &'a GroomMaps,
    ) -> Result<Self, GroomMakingError> {
        let Combing { head, layer, .. } = *combing;
        let find = |name: &Option<String>| maps.get(name.as_ref()?);
        let (painted, added) = (find(&layer.density_map), find(&layer.add_map));
        let (length, color) = (find(&layer.length_map), find(&layer.color_map));
        let is_tied = matches!(layer.comb, Comb::Tied { .. });
        let density = move |triangle: &SkinTriangle, shares: Vec3| {
            let at = triangle.at(shares);
            let value = layer.region.density(head, at);
            // The border of tied hair is narrow.
            let value = if is_tied { smoothstep((value - 0.05) / 0.6) } else { value };
            // Sideburns do not reach a tie.
            let is_sideburn = is_tied && {
                let at = head.from_model(at);
                at.y < 0.16 && at.z > -0.3
            };
            let is_short = length.is_some_and(|map| {
                map.at(triangle.uv(shares)) * layer.length * layer.region.length(head, at) < MIN_LENGTH
            });
            let added = added.map_or(0.0, |map| map.at(triangle.uv(shares)));
            let value = if is_sideburn { 0.0 } else { value };
            let value = painted.map_or(value, |map| value * map.at(triangle.uv(shares))).max(added);
            if value <= 0.0 || is_short {
                return 0.0;
            }
            combing.crowding(at) * value
        };
        // Faces are one part; scalps are whatever skin lies outside.
        let face = head.landmarks.filter(|_| layer.region.needs_face());
        let face = face.and_then(|face| skin.nearest_point(face.nose_base)).map(|(point, _)| point);
        let is_free = |triangle: &SkinTriangle| match face {
            Some(face) => (triangle.instance, triangle.primitive) == (face.instance, face.primitive),
            None => {
                let over = triangle.at(Vec3::splat(1.0 / 3.0)) + triangle.normal * (FREE * head.scale);
                distance.at(over).is_none_or(|(depth, _)| depth > 0.0)
            }
        };
        let mut areas: HashMap<_, f32> = HashMap::new();
        let mut triangles = Vec::new();
        let is_chosen = |triangle: &SkinTriangle| {
            let named = |name: &String| layer.meshes.iter().any(|wanted| wanted.eq_ignore_ascii_case(name));
            let is_named =
                layer.meshes.is_empty() || skin.names(triangle).is_some_and(|names| names.iter().any(named));
            is_named
                && match layer.region {
                    HairRegion::Everywhere => true,
                    HairRegion::Body => skin.head().is_none() || !skin.is_on_head(triangle),
                    _ => skin.is_on_head(triangle),
                }
        };
        for triangle in skin.triangles().iter().filter(|triangle| is_chosen(triangle)) {
            let (mut most, mut sum, mut count) = (0.0_f32, 0.0, 0.0);
            for shares in measured_shares() {
                let value = density(triangle, shares);
                (most, sum, count) = (most.max(value), sum + value, count + 1.0);
            }
            if most > MIN_DENSITY && is_free(triangle) {
                let hairy = triangle.area * sum / count;
                *areas.entry((triangle.instance, triangle.primitive)).or_default() += hairy;
                triangles.push((triangle, most));
            }
        }
        // Whatever has fur has it in all of its parts.
        let least = if layer.region.is_on_body() { 0.0 } else { MIN_PART };
        let largest = areas.values().copied().fold(0.0, f32::max);
        triangles.retain(|(triangle, _)| areas[&(triangle.instance, triangle.primitive)] >= largest * least);
        let area = areas.values().filter(|area| **area >= largest * least).sum();
        let mut sum = 0.0;
        let sums: Vec<f32> = triangles
            .iter()
            .map(|(triangle, most)| {
                sum += triangle.area * most;
                sum
            })
            .collect();
        if !(sum > 0.0 && sum.is_finite()) {
            return Err(GroomMakingError::NoSkin {
                layer: layer.name.clone(),
                reason: "no skin of the head lies in its region, or the density or length map is black there",
            });
        }
        Ok(Self { skin, triangles, sums, area, density: Box::new(density), combing, length, color })
    }

    /// Mean distance of this many roots, metres.
    pub(super) fn spacing(&self, count: usize) -> f32 {
        (self.area / count as f32).sqrt()
    }

    /// About `count` roots.
    pub(super) fn sample(&self, count: usize, random: &mut Random, progress: &dyn Fn(usize)) -> Vec<Root> {
        let spacing = SPACING * self.spacing(count);
        let sum = self.sums[self.sums.len() - 1];
        let mut cells = Cells::new(spacing);
        let mut roots = Vec::with_capacity(count);
        for _ in 0..count.saturating_mul(THROWS) {
            if roots.len() == count {
                break;
            }
            let at = random.unit() * sum;
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
            let distance = spacing / self.combing.crowding(position).sqrt();
            if cells.near(position).all(|other: Vec3| other.distance(position) >= distance) {
                cells.add(position, position);
                let Combing { head, layer, .. } = *self.combing;
                let length = layer.region.length(head, position)
                    * self.length.map_or(1.0, |map| map.at(triangle.uv(shares)));
                let (point, normal) = (triangle.point(shares), triangle.normal);
                let tint = self.color.map_or([255; 3], |map| map.color_at(triangle.uv(shares)));
                let is_natural = layer.region.is_on_body() && matches!(layer.comb, Comb::Natural);
                let flow = is_natural.then(|| self.skin.flow(triangle.joint));
                let flow = flow.filter(|flow| *flow != Vec3::ZERO);
                roots.push(Root { point, position, normal, length, tint, flow });
                if roots.len().is_multiple_of(REPORTED) {
                    progress(REPORTED);
                }
            }
        }
        roots
    }
}

/// Points spread evenly over a triangle, with its corners, as shares of the corners.
fn measured_shares() -> impl Iterator<Item = Vec3> {
    let last = MEASURED - 1;
    let rows = (0..=last).flat_map(move |x| (0..=last - x).map(move |y| (x, y)));
    rows.map(move |(x, y)| Vec3::new((last - x - y) as f32, x as f32, y as f32) / last as f32)
}
