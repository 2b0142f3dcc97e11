//! Roots of lashes: the upper edges of the openings of the eyes.

use super::roots::Root;
use crate::hair::head::{HairSkin, HeadShape, SkinTriangle};
use crate::math::random::Random;
use glam::{IVec3, Vec3};
use std::collections::HashMap;

/// Distance of the lids from the middle of the eye, in distances from an eye to the middle of the face.
const REACH: f32 = 0.62;
/// Cell in which vertices are the same, on the head of an adult, metres.
const WELD: f32 = 1e-5;

/// Edge of an upper lid: its triangle, the first of its two corners, and its length.
type LidEdge<'a> = (&'a SkinTriangle, usize, f32);

/// About `count` places on the edges of the upper lids; none on a face whose eyes are not open in its mesh.
pub(super) fn lid_roots(skin: &HairSkin, head: &HeadShape, count: usize, random: &mut Random) -> Vec<Root> {
    let edges = upper_edges(skin, head);
    let total: f32 = edges.iter().map(|(_, _, length)| length).sum();
    let mut roots = Vec::with_capacity(count);
    if total <= 0.0 {
        return roots;
    }
    let (mut passed, mut next) = (0.0, 0);
    for (triangle, corner, length) in edges {
        // Evenly spread, each a little aside of its place.
        while next < count && (next as f32 + 0.5) / count as f32 * total < passed + length {
            let at = ((next as f32 + 0.2 + 0.6 * random.unit()) / count as f32 * total - passed) / length;
            let at = at.clamp(0.0, 1.0);
            let mut shares = Vec3::ZERO;
            shares[corner] = 1.0 - at;
            shares[(corner + 1) % 3] = at;
            let (point, position) = (triangle.point(shares), triangle.at(shares));
            roots.push(Root { point, position, normal: triangle.normal, length: 1.0 });
            next += 1;
        }
        passed += length;
    }
    roots
}

/// Edges with one triangle around the eyes, in their upper half, from the left to the right.
fn upper_edges<'a>(skin: &'a HairSkin, head: &HeadShape) -> Vec<LidEdge<'a>> {
    let Some(face) = head.landmarks else { return Vec::new() };
    let reach = face.eye_left.distance(face.eye_right) * 0.5 * REACH;
    let eyes = [face.eye_left, face.eye_right];
    let near = |at: Vec3| {
        eyes.into_iter().find(|eye| {
            let arm = head.rotation.inverse() * (at - *eye);
            arm.truncate().length() < reach && arm.z > -reach * 1.5
        })
    };
    let key = |at: Vec3| (at / (WELD * head.scale)).round().as_ivec3();
    let mut found: HashMap<[IVec3; 2], (usize, LidEdge<'a>)> = HashMap::new();
    for triangle in
        skin.triangles().iter().filter(|own| skin.is_on_head(own) && near(own.corners[0]).is_some())
    {
        for corner in 0..3 {
            let ends = [triangle.corners[corner], triangle.corners[(corner + 1) % 3]];
            let mut name = ends.map(key);
            name.sort_by_key(|own| own.to_array());
            let edge = (triangle, corner, ends[0].distance(ends[1]));
            found.entry(name).or_insert((0, edge)).0 += 1;
        }
    }
    let middle = |(triangle, corner, _): &LidEdge<'_>| {
        (triangle.corners[*corner] + triangle.corners[(corner + 1) % 3]) * 0.5
    };
    let mut edges: Vec<LidEdge<'a>> = found
        .into_values()
        .filter(|(count, edge)| {
            let at = middle(edge);
            *count == 1
                && edge.0.normal.dot(head.rotation * Vec3::Z) > 0.0
                && near(at).is_some_and(|eye| at.y > eye.y)
        })
        .map(|(_, edge)| edge)
        .collect();
    edges.sort_by(|a, b| middle(a).x.total_cmp(&middle(b).x).then(middle(a).y.total_cmp(&middle(b).y)));
    edges
}
