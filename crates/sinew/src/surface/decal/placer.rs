//! Placement of decals on posed surfaces, by the exponential map or by projection onto a plane.

use super::distance::squared_distance;
use super::exponential_map::ExponentialMap;
use super::flattening::{Effort, Flattening, torn_share};
use super::outline::Outline;
use super::region::Region;
use super::stretch::of_triangle;
use super::{Decal, DecalError, DecalMap, DecalSettings, DecalTriangle};
use crate::math::axis_angle;
use crate::surface::{PosedSurface, SurfacePoint};
use glam::{Vec2, Vec3};

/// Largest stretch of a triangle that is kept: a triangle beyond it lies across the far side of a limb, where
/// the image comes together from both sides, or in a fold that no flat image can follow.
const MAX_STRETCH: f32 = 2.0;
/// Least cosine between the normals of the centre and of a triangle onto which the image is projected.
const MIN_FACING: f32 = 0.05;

/// Least cosine between the mean normal of the skin below the decal and that of a triangle of the core, which
/// is placed as seen along that normal where the exponential map folds over.
const MIN_CORE_FACING: f32 = 0.1;
/// Largest share of the area on which the exponential map may be torn.
const MAX_TORN: f32 = 0.02;

/// Places decals on posed surfaces, with its scratch memory: placing onto a decal that has room allocates
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct DecalPlacer {
    region: Region,
    map: ExponentialMap,
    flattening: Flattening,
    outlines: Vec<(super::DecalShape, Outline)>,
}

impl DecalPlacer {
    /// Placer without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Places a decal around a point of a posed surface.
    ///
    /// # Errors
    /// When a setting is out of its range, the surface lacks the point, or its triangle has no area in this
    /// pose.
    pub fn place(
        &mut self,
        posed: &PosedSurface,
        center: &SurfacePoint,
        settings: &DecalSettings,
    ) -> Result<Decal, DecalError> {
        let mut decal =
            Decal { center: *center, settings: *settings, triangles: Vec::new(), seams_crossed: 0 };
        self.place_into(posed, center, settings, &mut decal)?;
        Ok(decal)
    }

    /// Replaces `decal` by one around a point of a posed surface, and keeps its memory.
    ///
    /// # Errors
    /// As [`DecalPlacer::place`]; `decal` is unchanged then.
    pub fn place_into(
        &mut self,
        posed: &PosedSurface,
        center: &SurfacePoint,
        settings: &DecalSettings,
        decal: &mut Decal,
    ) -> Result<(), DecalError> {
        settings.check()?;
        let surface = &**posed.surface();
        let start = surface.triangle_of(center).ok_or(DecalError::NoSuchPoint {
            instance: center.instance.0,
            primitive: center.primitive,
            triangle: center.triangle,
        })?;
        let positions =
            |triangle: u32| surface.triangles[triangle as usize].map(|v| posed.positions[v as usize]);
        let [a, b, c] = positions(start);
        let shares = center.barycentric;
        let middle = a * shares.x + b * shares.y + c * shares.z;
        let no_area = DecalError::NoArea { triangle: center.triangle };
        let side = if posed.is_mirrored(start) { -1.0 } else { 1.0 };
        let normal = (b - a).cross(c - a).try_normalize().ok_or(no_area)? * side;
        let axes = plane_axes(normal, settings);
        let reach = settings.radius * settings.radius;
        let is_near = |corners| squared_distance(middle, corners) <= reach;
        let faces = |[a, b, c]: [Vec3; 3], direction: Vec3, least: f32| {
            let area_normal = (b - a).cross(c - a) * side;
            area_normal.dot(direction) > area_normal.length() * least
        };
        let mut whole = 0;
        match settings.map {
            DecalMap::Exponential => {
                self.region.grow(posed, start, is_near);
                self.map.place(&mut self.region, middle, axes, side);
                let first = self.region.first_map_positions();
                if torn_share(&self.region, settings.radius, side) > MAX_TORN {
                    // The side on which most of the skin lies: a nose is seen from the front, wherever on it
                    // the centre is.
                    let seen = self.region.mean_normal(side).unwrap_or(normal);
                    let seen = if seen.dot(normal) > MIN_CORE_FACING { seen } else { normal };
                    self.region.grow(posed, start, |c| is_near(c) && faces(c, seen, MIN_CORE_FACING));
                    self.region.place_as_seen(middle, plane_axes(seen, settings));
                    whole = self.region.triangles.len();
                    let (near, vertices) = ((settings.radius, side), self.region.vertices.len());
                    self.flattening.flatten(&mut self.region, near, Effort::SEEN);
                    self.region.spread(posed, is_near);
                    self.map.place_after(&mut self.region, vertices, middle, side);
                }
                self.flattening.flatten(&mut self.region, (settings.radius, side), Effort::NEAR);
                self.region.turn_back(first, shares);
            }
            DecalMap::Plane => {
                self.region.grow(posed, start, |c| is_near(c) && faces(c, normal, MIN_FACING));
                for vertex in &mut self.region.vertices {
                    let arm = vertex.position - middle;
                    vertex.map_position = Vec2::new(arm.dot(axes[0]), arm.dot(axes[1]));
                }
            }
        }
        decal.center = *center;
        decal.settings = *settings;
        decal.seams_crossed = self.region.seams(surface);
        self.keep_inside(settings, whole, &mut decal.triangles);
        Ok(())
    }

    /// The triangles of the region inside of the outline. The first `whole` are kept however much they are
    /// stretched.
    fn keep_inside(&mut self, settings: &DecalSettings, whole: usize, out: &mut Vec<DecalTriangle>) {
        let outline = match self.outlines.iter().position(|(shape, _)| *shape == settings.shape) {
            Some(number) => number,
            None => {
                self.outlines.truncate(MAX_OUTLINES - 1);
                self.outlines.insert(0, (settings.shape, Outline::new(settings.shape)));
                0
            }
        };
        let outline = &self.outlines[outline].1;
        let [width, height] = settings.half_size();
        out.clear();
        let vertices = &self.region.vertices;
        for (number, (triangle, corners)) in
            self.region.triangles.iter().zip(&self.region.corners).enumerate()
        {
            let corners = corners.map(|vertex| vertices[vertex as usize]);
            let uvs = corners.map(|v| {
                Vec2::new(0.5 + 0.5 * v.map_position.x / width, 0.5 - 0.5 * v.map_position.y / height)
            });
            let mapped = corners.map(|corner| corner.map_position);
            let stretch = of_triangle(corners.map(|corner| corner.position), mapped);
            // Positions that the map did not reach are no numbers.
            let is_mapped = mapped.iter().all(|point| point.is_finite());
            // What faces the eye is covered in any case.
            let is_kept = settings.map == DecalMap::Plane || stretch <= MAX_STRETCH || number < whole;
            let is_whole = is_mapped && is_kept;
            if is_whole && outline.touches(&uvs) {
                out.push(DecalTriangle { triangle: *triangle, uvs });
            }
        }
    }
}

/// Most outlines that a placer keeps.
const MAX_OUTLINES: usize = 8;

/// Axes of the image to its right and to its top, in the plane with this normal.
fn plane_axes(normal: Vec3, settings: &DecalSettings) -> [Vec3; 2] {
    const PARALLEL: f32 = 1e-3;
    let on_plane = |v: Vec3| {
        let v = v.normalize_or_zero();
        v - normal * normal.dot(v)
    };
    let top = [settings.up, Vec3::Z, Vec3::X].into_iter().map(on_plane).find(|top| top.length() > PARALLEL);
    let top = top.unwrap_or(Vec3::Y).normalize();
    let top = axis_angle::from_axis_angle(normal, settings.rotation) * top;
    [top.cross(normal), top]
}
