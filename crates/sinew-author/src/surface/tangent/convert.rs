//! Conversion of normal maps between tangent space and object space: each texel is turned by the tangent
//! space of the point of the mesh that it belongs to (Mikkelsen, *Simulation of Wrinkled Surfaces Revisited*,
//! 2008; the inverse is exact).

use super::dilate::dilate;
use super::map_surface::{MapTriangle, TangentFrame};
use super::uv_raster::{MAX_COVERAGE, VisitBudget, for_each_texel};
use super::{MapSurface, NormalMap};
use crate::surface::TextureError;
use glam::Vec3;
use sinew::character::NormalMapSpace;

/// Default number of texels by which normals are extended past the edges of the texture layout.
pub const DEFAULT_NORMAL_MAP_MARGIN: u32 = 16;

/// Cosine of the angle (2 degrees) from which on the normals of two points with one texel are different.
const SAME_NORMAL_COSINE: f32 = 0.9994;

/// Result of [`convert_normal_map`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ConvertedNormalMap {
    /// Map in the other space, of the same size, with unit vectors. Texels that belong to no triangle are (0,
    /// 0, 1) in tangent space and 0, which is grey, in object space.
    pub map: NormalMap,
    /// Share of the texels that triangles cover, 0..1.
    pub covered: f32,
    /// Share of the covered texels that belong to several points of the mesh with different normals, as where
    /// texture coordinates overlap or are mirrored, 0..1. The first point counts for them; a map in object
    /// space cannot have another normal for the rest.
    pub overlapping: f32,
}

/// Texels of the result, while triangles are written.
struct Target {
    width: usize,
    height: usize,
    normals: Vec<Vec3>,
    covered: Vec<bool>,
    overlapping: Vec<bool>,
}

/// Converts `map` to the space `to` from the other one. `surfaces` are all that the map belongs to; texels
/// past the edges of their texture layout are filled from their neighbours, `margin` texels wide
/// ([`DEFAULT_NORMAL_MAP_MARGIN`]).
///
/// A map in object space has the axes of the bind pose of the mesh that it belongs to, not those of the node
/// on which the mesh stands. Factors on the strength of a map in tangent space (`normal_scale`) do not count;
/// lengths of its vectors do not either.
///
/// # Errors
/// When the texture coordinates cover the map hundreds of times.
pub fn convert_normal_map(
    map: &NormalMap,
    to: NormalMapSpace,
    surfaces: &[MapSurface<'_>],
    margin: u32,
) -> Result<ConvertedNormalMap, TextureError> {
    let texels = map.normals.len();
    let mut target = Target {
        width: map.width as usize,
        height: map.height as usize,
        normals: vec![if to == NormalMapSpace::Object { Vec3::ZERO } else { Vec3::Z }; texels],
        covered: vec![false; texels],
        overlapping: vec![false; texels],
    };
    let mut budget = VisitBudget::new(texels);
    for triangle in surfaces.iter().flat_map(MapSurface::triangles) {
        let size = [target.width as f64, target.height as f64];
        let corners = triangle.uvs.map(|uv| [f64::from(uv.x) * size[0], f64::from(uv.y) * size[1]]);
        if !budget.take(corners) {
            return Err(TextureError::TooManyOverlaps(MAX_COVERAGE));
        }
        target.write(map, to, &triangle, corners);
    }
    let Target { width, height, mut normals, mut covered, overlapping } = target;
    let count = |flags: &[bool]| flags.iter().filter(|flag| **flag).count() as f32;
    let (known, doubtful) = (count(&covered), count(&overlapping));
    dilate(width, height, &mut normals, &mut covered, margin);
    Ok(ConvertedNormalMap {
        map: NormalMap { width: map.width, height: map.height, normals },
        covered: known / (texels as f32).max(1.0),
        overlapping: doubtful / known.max(1.0),
    })
}

impl Target {
    /// Writes the texels of a triangle with these corners in texels.
    fn write(&mut self, map: &NormalMap, to: NormalMapSpace, triangle: &MapTriangle, corners: [[f64; 2]; 3]) {
        for_each_texel(corners, |x, y, weights| {
            let at = y.rem_euclid(self.height as i64) as usize * self.width
                + x.rem_euclid(self.width as i64) as usize;
            let frame = TangentFrame::at(triangle, weights);
            let source = map.normals[at];
            let normal = match to {
                NormalMapSpace::Object => frame.to_object(source),
                _ => frame.to_tangent(source),
            };
            if self.covered[at] {
                self.overlapping[at] |= self.normals[at].dot(normal) < SAME_NORMAL_COSINE;
            } else {
                (self.normals[at], self.covered[at]) = (normal, true);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, vec2};
    use sinew::character::{Primitive, UvTransform};

    /// A strip bent around the y axis; `u_of` gives u along it.
    fn bent(u_of: impl Fn(f32) -> f32) -> Primitive {
        const COLUMNS: u32 = 8;
        let at = |n: u32| (n as f32 / COLUMNS as f32, (n as f32 - 4.0) * 0.3);
        let columns = (0..=COLUMNS).flat_map(|n| [at(n), at(n)]);
        let directions: Vec<Vec3> =
            columns.clone().map(|(_, angle)| Vec3::new(angle.sin(), 0.0, angle.cos())).collect();
        Primitive {
            positions: directions.iter().zip(0..).map(|(d, n)| *d + Vec3::Y * (n % 2) as f32).collect(),
            uvs: vec![columns.zip(0..).map(|((u, _), n)| vec2(u_of(u), 1.0 - (n % 2) as f32)).collect()],
            normals: directions,
            indices: (0..COLUMNS).flat_map(|n| [0, 2, 3, 0, 3, 1].map(|k| 2 * n + k)).collect(),
            file_vertices: (0..2 * COLUMNS + 2).collect(),
            file_vertex_count: 2 * COLUMNS as usize + 2,
            ..Primitive::default()
        }
    }

    /// Bumps in tangent space.
    fn bumps() -> NormalMap {
        let normal = |n: i32| {
            let (x, y) = ((n % 32) as f32, (n / 32) as f32);
            Vec3::new((x * 0.7).sin() * 0.5, (y * 0.9).cos() * 0.5, 1.0).normalize()
        };
        NormalMap::new(32, 32, (0..1024).map(normal).collect()).unwrap()
    }

    fn largest_angle(a: &NormalMap, b: &NormalMap) -> f32 {
        a.normals.iter().zip(&b.normals).map(|(a, b)| a.angle_between(*b)).fold(0.0, f32::max)
    }

    #[test]
    fn there_and_back_gives_the_same_map_mirrored_or_not() {
        for (scale, offset) in [(1.0, 0.0), (-1.0, 1.0), (0.9, -3.0)] {
            let strip = bent(|u| u * scale + offset);
            let surface = [MapSurface::new(&strip, 0, &UvTransform::IDENTITY).unwrap()];
            let convert = |map: &NormalMap, to| convert_normal_map(map, to, &surface, 4).unwrap();
            let map = bumps();
            let object = convert(&map, NormalMapSpace::Object);
            assert!(object.covered > 0.89 && object.overlapping == 0.0, "{scale}");
            let sixteen = NormalMap::from_rgba16(32, 32, &object.map.to_rgba16()).unwrap();
            let back = convert(&sixteen, NormalMapSpace::Tangent);
            // Texels of the margin have normals of their neighbours.
            let inside = |map: &NormalMap| {
                let kept = (0..1024).filter(|n| (n % 32) < 28).map(|n| map.normals[n]);
                NormalMap::new(1024 * 28 / 32 / 32, 32, kept.collect()).unwrap()
            };
            assert!(largest_angle(&inside(&back.map), &inside(&map)) < 1e-3, "{scale}");
        }
    }

    #[test]
    fn a_flat_map_becomes_the_vertex_normals() {
        let strip = bent(|u| u);
        let surface = [MapSurface::new(&strip, 0, &UvTransform::IDENTITY).unwrap()];
        let flat = NormalMap::new(64, 2, vec![Vec3::Z; 128]).unwrap();
        let object = convert_normal_map(&flat, NormalMapSpace::Object, &surface, 0).unwrap();
        for (n, normal) in object.map.normals().iter().enumerate() {
            let angle = ((n % 64) as f32 + 0.5) / 64.0 * 2.4 - 1.2;
            assert!(normal.angle_between(Vec3::new(angle.sin(), 0.0, angle.cos())) < 0.01, "{n} {normal}");
        }
    }

    #[test]
    fn overlaps_are_measured() {
        // Both halves share the map, mirrored about the middle.
        let folded = bent(|u| (2.0 * u - 1.0).abs());
        let surface = [MapSurface::new(&folded, 0, &UvTransform::IDENTITY).unwrap()];
        let object = convert_normal_map(&bumps(), NormalMapSpace::Object, &surface, 4).unwrap();
        assert!(object.overlapping > 0.9, "{}", object.overlapping);
        // Twice the same point is no conflict.
        let strip = bent(|u| u);
        let surface = MapSurface::new(&strip, 0, &UvTransform::IDENTITY).unwrap();
        let twice = [surface.clone(), surface];
        assert_eq!(convert_normal_map(&bumps(), NormalMapSpace::Object, &twice, 4).unwrap().overlapping, 0.0);
    }

    #[test]
    fn hostile_coordinates_end_soon() {
        let map = bumps();
        for scale in [1e4, 1e30, f32::INFINITY, f32::NAN] {
            let strip = bent(|u| u * scale);
            let Ok(surface) = MapSurface::new(&strip, 0, &UvTransform::IDENTITY) else { continue };
            let done = convert_normal_map(&map, NormalMapSpace::Object, &[surface], 4);
            assert!(done.is_err() || scale.is_nan() || done.is_ok_and(|d| d.covered == 0.0), "{scale}");
        }
        // Indices and attributes of a primitive that was never checked.
        let torn =
            Primitive { tangents: vec![glam::Vec4::X; 3], indices: vec![0, 1, 900, 0, 5, 2], ..bent(|u| u) };
        let surface = [MapSurface::new(&torn, 0, &UvTransform::IDENTITY).unwrap()];
        assert_eq!(convert_normal_map(&map, NormalMapSpace::Object, &surface, 4).unwrap().covered, 0.0);
        let without = Primitive { uvs: vec![], ..bent(|u| u) };
        assert!(MapSurface::new(&without, 0, &UvTransform::IDENTITY).is_err());
        let empty = NormalMap::new(0, 0, vec![]).unwrap();
        let strip = bent(|_| 0.0);
        let surface =
            [MapSurface::new(&strip, 0, &UvTransform { scale: Vec2::ZERO, ..UvTransform::IDENTITY })
                .unwrap()];
        assert_eq!(convert_normal_map(&empty, NormalMapSpace::Object, &surface, 4).unwrap().covered, 0.0);
    }
}
