//! Pockets of the skin: triangles that face connected skin a short way off, as inside the mouth.

use super::Ray;
use super::bvh::{Bvh, RaySlabs};
use super::neighbors::NONE;
use super::triangle_test::RayShear;
use glam::Vec3;

/// Largest distance of the opposite wall of a pocket, as a share of the surface's size: 3 cm on a person.
const MAX_WIDTH: f32 = 0.018;
/// Most triangles that a direction is tested with: more lie along it only where triangles lie upon each other
/// by the thousands.
const MAX_TESTED: usize = 256;
/// Largest cosine between the normals of opposite walls.
const MAX_FACING: f32 = -0.5;

/// Marks the triangles inside of pockets in the reference pose: those that face skin they are connected with,
/// a short way off, such as the inside of the mouth, closed lips, and nostrils. `normals` are those of the
/// triangles, `neighbors` the triangles across their edges.
pub(super) fn pockets(
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    normals: &[Vec3],
    neighbors: &[[u32; 3]],
    bvh: &Bvh,
) -> Vec<bool> {
    let mut boxes = Vec::new();
    bvh.refit(positions, &mut boxes);
    let Some(bounds) = boxes.first().copied() else { return vec![false; triangles.len()] };
    let width = bounds.size().max_element() * MAX_WIDTH;
    let pieces = pieces(neighbors);
    let faces = |number: u32| {
        let corners = triangles[number as usize].map(|v| positions[v as usize]);
        let normal = normals[number as usize];
        let ray = Ray::new((corners[0] + corners[1] + corners[2]) / 3.0, normal);
        if !ray.is_valid() {
            return false;
        }
        let (slabs, shear) = (RaySlabs::new(&ray, &bounds), RayShear::new(&ray));
        let (mut is_pocket, mut tested) = (false, 0);
        bvh.visit(&boxes, &slabs, width, |other| {
            let is_wall = other != number && pieces[other as usize] == pieces[number as usize] && {
                let corners = triangles[other as usize].map(|v| positions[v as usize]);
                normals[other as usize].dot(normal) < MAX_FACING
                    && shear.hit(corners, width).is_some_and(|hit| hit.is_front)
            };
            is_pocket |= is_wall;
            tested += 1;
            if is_pocket || tested >= MAX_TESTED { -1.0 } else { width }
        });
        is_pocket
    };
    (0..triangles.len() as u32).map(faces).collect()
}

/// Number of the connected piece of every triangle.
fn pieces(neighbors: &[[u32; 3]]) -> Vec<u32> {
    let mut pieces = vec![NONE; neighbors.len()];
    let mut waiting = Vec::new();
    for start in 0..neighbors.len() {
        if pieces[start] != NONE {
            continue;
        }
        waiting.push(start);
        while let Some(triangle) = waiting.pop() {
            if pieces[triangle] == NONE {
                pieces[triangle] = start as u32;
                waiting.extend(neighbors[triangle].iter().filter(|n| **n != NONE).map(|n| *n as usize));
            }
        }
    }
    pieces
}
