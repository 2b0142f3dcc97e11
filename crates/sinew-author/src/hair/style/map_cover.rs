//! Share of a region that painted maps leave or add hair on.

use super::maps::GroomMaps;
use crate::hair::{GroomLayerDescription, HairSkin, HeadShape};
use glam::{Vec2, Vec3};

/// Effect of a map of a layer on its hair.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapCover {
    /// Field of the layer, such as `density_map`.
    pub field: &'static str,
    /// Name of the map.
    pub map: String,
    /// Share of the hair of the region that is grown with a `density_map`; for an `add_map`, area with added
    /// hair as a share of that of the region.
    pub share: f32,
    /// False where the skin of the region has no texture coordinates to lay the map on.
    pub has_uvs: bool,
}

/// Effects of the density maps of a layer on a head.
#[must_use]
pub fn map_cover(
    skin: &HairSkin,
    head: &HeadShape,
    layer: &GroomLayerDescription,
    maps: &GroomMaps,
) -> Vec<MapCover> {
    let middle = Vec3::splat(1.0 / 3.0);
    let on_head =
        |triangle: &&crate::hair::SkinTriangle| layer.region.is_on_body() || skin.is_on_head(triangle);
    let triangles = || skin.triangles().iter().filter(on_head);
    let density = |triangle: &crate::hair::SkinTriangle| layer.region.density(head, triangle.at(middle));
    let region: f32 = triangles().map(|triangle| triangle.area * density(triangle)).sum();
    let of_map = |(field, name): (&'static str, &str)| {
        let map = maps.get(name)?;
        let is_added = field == "add_map";
        let covered = triangles().map(|triangle| {
            let there = if is_added { 1.0 } else { density(triangle) };
            triangle.area * there * map.at(triangle.uv(middle))
        });
        let share = covered.sum::<f32>() / region.max(f32::MIN_POSITIVE);
        let has_uvs = triangles()
            .filter(|triangle| is_added || density(triangle) > 0.0)
            .any(|triangle| triangle.uvs.iter().any(|uv| *uv != Vec2::ZERO));
        Some(MapCover { field, map: name.to_owned(), share, has_uvs })
    };
    layer.maps().filter(|(field, _)| matches!(*field, "density_map" | "add_map")).filter_map(of_map).collect()
}
