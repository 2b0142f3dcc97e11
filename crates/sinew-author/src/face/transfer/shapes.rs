//! Motions of the vertices of a face in its shapes.

use super::face_part::FacePart;
use super::lip_sides::LipSides;
use super::nearest::{Coordinates, NearestPoint, TriangleTree};
use super::surface::Surface;
use super::warp::Warp;
use glam::{Mat4, Vec3};
use sinew::character::Character;
use sinew::math::smoothstep;

/// Weight of normals beside positions, which are in half widths of the mouth.
const NORMAL_WEIGHT: f32 = 0.30;
/// Weight of the side of the mouth beside positions: more than any gap between lips.
const SIDE_WEIGHT: f32 = 1.0;
/// Distances from the source face between which motions fade out, in half widths of the mouth.
const FADE: [f32; 2] = [0.6, 1.4];
/// Distance from the source face from which on motions are fully smoothed, in half widths of the mouth.
const SMOOTH_FROM: f32 = 0.1;
/// Rounds of smoothing of the motions.
const ROUNDS: usize = 2;
/// Smallest motion that is kept, in half widths of the mouth.
const MIN_MOTION: f32 = 5e-4;

/// Offsets in model space of the vertices of a part in one of its morph targets; empty where it moves none.
pub(super) fn offsets_of(
    character: &Character,
    part: FacePart,
    matrices: &[Mat4],
    target: usize,
) -> Vec<Vec3> {
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

/// Vertices of a face with the points on another one, warped onto it, whose motions they follow.
pub(super) struct Followers<'a> {
    from: &'a SidedFace<'a>,
    warp: &'a Warp,
    /// Positions of the vertices of `from` on the other face.
    warped: Vec<Vec3>,
    to: &'a SidedFace<'a>,
    points: Vec<Option<NearestPoint>>,
    /// Shares of the neighbours in the motion of each vertex.
    shares: Vec<f32>,
    half: f32,
}

impl<'a> Followers<'a> {
    /// Vertices of the face `to` that follow those of `from`. `half` is half the width of the mouth of `to`,
    /// metres.
    pub(super) fn new(from: &'a SidedFace<'a>, warp: &'a Warp, to: &'a SidedFace<'a>, half: f32) -> Self {
        let warped: Vec<Vec3> = from.surface.positions.iter().map(|p| warp.apply(*p)).collect();
        let normals = from.surface.normals(&warped);
        let source = coordinates(&warped, &normals, &from.sides.sides, half);
        let corners = from.surface.triangles.iter().map(|t| t.map(|vertex| source[vertex as usize]));
        let triangles = TriangleTree::new(corners.collect());
        let normals = to.surface.normals(&to.surface.positions);
        let at = coordinates(&to.surface.positions, &normals, &to.sides.sides, half);
        let points: Vec<_> = at.iter().map(|at| triangles.nearest(at, FADE[1])).collect();
        // Where the faces coincide, nothing is to be smoothed.
        let share =
            |point: &Option<NearestPoint>| point.map_or(0.5, |p| 0.5 * (p.distance / SMOOTH_FROM).min(1.0));
        let shares = points.iter().map(share).collect();
        Self { from, warp, warped, to, points, shares, half }
    }

    /// Motions of the vertices for the offsets of those of the other face; both are empty where nothing
    /// moves.
    pub(super) fn motions(&self, offsets: &[Vec3]) -> Vec<Vec3> {
        if offsets.is_empty() {
            return Vec::new();
        }
        let moved = |((at, warped), offset): ((&Vec3, &Vec3), &Vec3)| match *offset {
            Vec3::ZERO => Vec3::ZERO,
            offset => self.warp.apply(*at + offset) - *warped,
        };
        let offsets: Vec<Vec3> =
            self.from.surface.positions.iter().zip(&self.warped).zip(offsets).map(moved).collect();
        let motion = |point: &Option<NearestPoint>| {
            let Some(point) = point else { return Vec3::ZERO };
            let corners = self.from.surface.triangles[point.triangle].iter().zip(point.shares);
            let sum: Vec3 = corners.map(|(vertex, share)| offsets[*vertex as usize] * share).sum();
            sum * (1.0 - smoothstep((point.distance - FADE[0]) / (FADE[1] - FADE[0])))
        };
        let mut motions: Vec<Vec3> = self.points.iter().map(motion).collect();
        (0..ROUNDS).for_each(|_| motions = smoothed(&motions, self.to.neighbors, &self.shares));
        motions.iter_mut().filter(|m| m.length() < MIN_MOTION * self.half).for_each(|m| *m = Vec3::ZERO);
        motions
    }
}

/// Each motion moved to the mean of those of its neighbours by its share.
fn smoothed(motions: &[Vec3], neighbors: &[Vec<u32>], shares: &[f32]) -> Vec<Vec3> {
    let smooth = |((motion, around), share): ((&Vec3, &Vec<u32>), &f32)| {
        let sum: Vec3 = around.iter().map(|vertex| motions[*vertex as usize]).sum();
        if around.is_empty() { *motion } else { motion.lerp(sum / around.len() as f32, *share) }
    };
    motions.iter().zip(neighbors).zip(shares).map(smooth).collect()
}
