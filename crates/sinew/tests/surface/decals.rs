//! Neighbours of a decal: sheets with two sides, limbs that touch, the order of placing.

use crate::shapes::{Shape, grid, plane};
use sinew::glam::Vec3;
use sinew::surface::{DecalPlacer, DecalSettings, HitFaces, Ray};

/// A cape: the same vertices with triangles on both sides. A decal stays on the side that is hit.
#[test]
fn decals_stay_on_their_side_of_a_sheet() {
    let (positions, mut indices) = plane(8);
    let front = indices.len() as u32 / 3;
    let back: Vec<u32> = indices.chunks_exact(3).flat_map(|t| [t[0], t[2], t[1]]).collect();
    indices.extend(back);
    let shape = Shape::new(positions, indices);
    for side in [1.0, -1.0] {
        let ray = Ray::new(Vec3::new(0.01, 0.02, side), Vec3::Z * -side);
        let hit = shape.posed.nearest_hit(&shape.character, &ray, HitFaces::Front).unwrap();
        assert_eq!(hit.normal, Vec3::Z * side);
        let decal = DecalPlacer::new().place(&shape.posed, &hit.point, &DecalSettings::new(0.3)).unwrap();
        assert!(decal.triangles.len() > 20);
        assert!(decal.triangles.iter().all(|piece| (piece.triangle < front) == (side > 0.0)));
    }
}

/// Skin that is near in space but not connected is left out: an arm beside the body.
#[test]
fn decals_do_not_jump_to_what_is_near() {
    let (mut positions, mut indices) = plane(8);
    let (near, more) = grid(8, 8, |x, y| Vec3::new(x - 0.5, y - 0.5, -0.01));
    let first = positions.len() as u32;
    let count = indices.len() as u32 / 3;
    positions.extend(near);
    indices.extend(more.iter().map(|v| v + first));
    let shape = Shape::new(positions, indices);
    let hit = shape.hit(Vec3::new(0.01, 0.02, 1.0), Vec3::NEG_Z).unwrap();
    let decal = DecalPlacer::new().place(&shape.posed, &hit.point, &DecalSettings::new(0.3)).unwrap();
    assert!(decal.triangles.iter().all(|d| d.triangle < count));
}

#[test]
fn the_centre_comes_first_and_placing_again_gives_the_same() {
    let (positions, indices) = crate::shapes::cone(30, 15, [0.08, 0.05]);
    let shape = Shape::new(positions, indices);
    let mut placer = DecalPlacer::new();
    let hits: Vec<_> =
        [-0.03, 0.0, 0.02].map(|x| shape.hit(Vec3::new(x, x * 2.0, 1.0), Vec3::NEG_Z).unwrap()).into();
    let settings = DecalSettings::new(0.05);
    let first: Vec<_> =
        hits.iter().map(|h| placer.place(&shape.posed, &h.point, &settings).unwrap()).collect();
    for (hit, decal) in hits.iter().zip(&first).rev() {
        assert_eq!(decal.triangles[0].triangle, hit.point.triangle);
        assert_eq!(placer.place(&shape.posed, &hit.point, &settings).unwrap(), *decal);
    }
}
