//! Motions of the vertices of a face in its shapes.

use super::closest::{ClosestTriangles, Coordinates, Place};
use super::face_part::FacePart;
use super::lip_sides::LipSides;
use super::surface::Surface;
use super::warp::Warp;
use crate::character::Character;
use crate::math::smoothstep;
use glam::Vec3;

/// Weight of normals beside places, which are in half widths of the mouth.
const NORMAL_WEIGHT: f32 = 0.30;
/// Weight of the side of the mouth beside places: more than any gap between lips.
const SIDE_WEIGHT: f32 = 1.0;
/// Distances from the source face between which motions fade out, in half widths of the mouth.
const FADE: [f32; 2] = [0.6, 1.4];
/// Distance from the source face from which on motions are fully smoothed, in half widths of the mouth.
const SMOOTH_FROM: f32 = 0.1;
/// Rounds of smoothing of the motions.
const ROUNDS: usize = 2;
/// Smallest motion that is kept, in half widths of the mouth.
const MIN_MOTION: f32 = 5e-4;

/// Offsets of the vertices of a surface in model space, one list per shape; empty for a shape that does not move it.
pub(super) type Offsets = Vec<Vec<Vec3>>;

/// Offsets in model space of the vertices of a part, one list per morph target.
pub(super) fn own_offsets(character: &Character, part: FacePart) -> Offsets {
    let matrices = part.matrices(character);
    let count = part.mesh(character).morph_names.len();
    let offsets = |target: usize| {
        let mut offsets = vec![Vec3::ZERO; matrices.len()];
        let mut start = 0;
        for primitive in part.primitives(character) {
            let morph = &primitive.morph_targets[target];
            for (vertex, offset) in morph.vertices().iter().zip(morph.positions()) {
                let vertex = start + *vertex as usize;
                offsets[vertex] = matrices[vertex].transform_vector3(*offset);
            }
            start += primitive.positions.len();
        }
        if offsets.iter().all(|offset| *offset == Vec3::ZERO) { Vec::new() } else { offsets }
    };
    (0..count).map(offsets).collect()
}

/// Coordinates of the vertices of a face, which differ between its lips and between skin and inner surfaces.
fn coordinates(positions: &[Vec3], normals: &[Vec3], sides: &[f32], half: f32) -> Vec<Coordinates> {
    let coordinates = |((p, n), side): ((&Vec3, &Vec3), &f32)| {
        let (p, n) = (*p / half, *n * NORMAL_WEIGHT);
        [p.x, p.y, p.z, n.x, n.y, n.z, *side * SIDE_WEIGHT]
    };
    positions.iter().zip(normals).zip(sides).map(coordinates).collect()
}

/// A face with the sides of its mouth.
pub(super) struct SidedFace<'a> {
    pub(super) surface: &'a Surface,
    pub(super) neighbors: &'a [Vec<u32>],
    pub(super) sides: &'a LipSides,
}

/// Offsets of the vertices of the face `to` that follow the offsets `own` of the vertices of `from`, warped onto it. `half` is half the
/// width of the mouth of `to`.
pub(super) fn follow(
    from: &SidedFace<'_>,
    own: &Offsets,
    warp: &Warp,
    to: &SidedFace<'_>,
    half: f32,
) -> Offsets {
    let warped: Vec<Vec3> = from.surface.positions.iter().map(|p| warp.apply(*p)).collect();
    let normals = from.surface.normals(&warped);
    let own_coordinates = coordinates(&warped, &normals, &from.sides.sides, half);
    let corners = from.surface.triangles.iter().map(|t| t.map(|vertex| own_coordinates[vertex as usize]));
    let triangles = ClosestTriangles::new(corners.collect());
    let normals = to.surface.normals(&to.surface.positions);
    let places = coordinates(&to.surface.positions, &normals, &to.sides.sides, half);
    let places: Vec<_> = places.iter().map(|at| triangles.closest(at, FADE[1])).collect();
    // Where the faces coincide, nothing is to be smoothed.
    let share = |place: &Option<Place>| place.map_or(0.5, |p| 0.5 * (p.distance / SMOOTH_FROM).min(1.0));
    let shares: Vec<f32> = places.iter().map(share).collect();
    let follow = |offsets: &Vec<Vec3>| {
        if offsets.is_empty() {
            return Vec::new();
        }
        let warped: Vec<Vec3> = (from.surface.positions.iter().zip(offsets))
            .map(|(at, offset)| if *offset == Vec3::ZERO { Vec3::ZERO } else { warp.offset(*at, *offset) })
            .collect();
        let motion = |place: &Option<Place>| {
            let Some(place) = place else { return Vec3::ZERO };
            let corners = from.surface.triangles[place.triangle];
            let sum: Vec3 = corners
                .iter()
                .zip(place.shares)
                .map(|(vertex, share)| warped[*vertex as usize] * share)
                .sum();
            sum * (1.0 - smoothstep((place.distance - FADE[0]) / (FADE[1] - FADE[0])))
        };
        let mut motions: Vec<Vec3> = places.iter().map(motion).collect();
        (0..ROUNDS).for_each(|_| motions = smoothed(&motions, to.neighbors, &shares));
        motions.iter_mut().filter(|m| m.length() < MIN_MOTION * half).for_each(|m| *m = Vec3::ZERO);
        motions
    };
    own.iter().map(follow).collect()
}

/// Each motion moved to the mean of those of its neighbours by its share.
fn smoothed(motions: &[Vec3], neighbors: &[Vec<u32>], shares: &[f32]) -> Vec<Vec3> {
    let smooth = |((own, around), share): ((&Vec3, &Vec<u32>), &f32)| {
        let sum: Vec3 = around.iter().map(|vertex| motions[*vertex as usize]).sum();
        if around.is_empty() { *own } else { own.lerp(sum / around.len() as f32, *share) }
    };
    motions.iter().zip(neighbors).zip(shares).map(smooth).collect()
}
