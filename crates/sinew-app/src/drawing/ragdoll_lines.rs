//! Overlay of a ragdoll: outlines of the parts' shapes, and the limits of their joints.

use super::limit_lines::limit_lines;
use super::placed_parts::{PlacedPart, placed_parts};
use sinew::Actor;
use sinew::glam::{Vec3, Vec4};
use sinew::ragdoll::PartShape;
use sinew_render::overlay::Line;
use std::collections::BTreeMap;
use std::f32::consts::{PI, TAU};

/// Colour of outlines, linear.
const COLOR: Vec4 = Vec4::new(0.75, 0.03, 0.6, 0.6);

/// Cosine of the angle between two faces of a hull below which the edge between them is drawn.
const FLAT: f32 = 0.94;

/// Number of segments of a circle.
const SEGMENTS: usize = 24;

/// Appends the outlines of all parts of an actor's ragdoll, and the limits of its joints.
pub(crate) fn ragdoll_lines(actor: &Actor, lines: &mut Vec<Line>) {
    for PlacedPart { part, world_from_part, .. } in placed_parts(actor) {
        let line = |[start, end]: [Vec3; 2]| {
            let [start, end] = [start, end].map(|point| world_from_part.transform_point3(point));
            Line::new(start, end, COLOR)
        };
        lines.extend(part.shapes.iter().flat_map(shape_edges).map(line));
        if part.parent.is_some() {
            limit_lines(actor, part, lines);
        }
    }
}

/// Edges of a shape in its own space.
pub(crate) fn shape_edges(shape: &PartShape) -> Vec<[Vec3; 2]> {
    match shape {
        PartShape::Sphere { center, radius } => {
            let axes = [[Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z], [Vec3::Z, Vec3::X]];
            axes.into_iter().flat_map(|axes| arc(*center, axes.map(|axis| axis * *radius), TAU)).collect()
        }
        PartShape::Capsule { ends, radius } => capsule_edges(*ends, *radius),
        PartShape::Box { center, rotation, half } => {
            let corner = |n: u32| {
                let side = |bit: u32| if n >> bit & 1 == 0 { -1.0 } else { 1.0 };
                *center + *rotation * (Vec3::new(side(0), side(1), side(2)) * *half)
            };
            let from_lower =
                |n: u32| (0..3).filter(move |bit| n >> bit & 1 == 0).map(move |bit| [n, n | 1 << bit]);
            (0..8).flat_map(from_lower).map(|ends| ends.map(corner)).collect()
        }
        PartShape::Hull { points, triangles } => hull_edges(points, triangles),
    }
}

/// Segments of an ellipse around `center` with two half-axes, from the first one by `angle`.
fn arc(center: Vec3, [x, y]: [Vec3; 2], angle: f32) -> impl Iterator<Item = [Vec3; 2]> {
    let point = move |n: usize| {
        let (sine, cosine) = (angle * n as f32 / SEGMENTS as f32).sin_cos();
        center + x * cosine + y * sine
    };
    (0..SEGMENTS).map(move |n| [point(n), point(n + 1)])
}

fn capsule_edges([from, to]: [Vec3; 2], radius: f32) -> Vec<[Vec3; 2]> {
    let axis = (to - from).normalize_or(Vec3::Y);
    let (x, y) = axis.any_orthonormal_pair();
    let [x, y, axis] = [x, y, axis].map(|axis| axis * radius);
    let mut edges: Vec<_> = [x, y, -x, -y].map(|side| [from + side, to + side]).into();
    for (end, out) in [(from, -axis), (to, axis)] {
        edges.extend(arc(end, [x, y], TAU));
        edges.extend([x, y].into_iter().flat_map(|side| arc(end, [side, out], PI)));
    }
    edges
}

/// Edges of a hull at which its surface bends.
fn hull_edges(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[Vec3; 2]> {
    let mut normals: BTreeMap<[u32; 2], Vec<Vec3>> = BTreeMap::new();
    for &[a, b, c] in triangles {
        let [p, q, r] = [a, b, c].map(|corner| points[corner as usize]);
        let normal = (q - p).cross(r - p).normalize_or_zero();
        for [a, b] in [[a, b], [b, c], [c, a]] {
            normals.entry([a.min(b), a.max(b)]).or_default().push(normal);
        }
    }
    let bends = |normals: &[Vec3]| !matches!(normals, [one, other] if one.dot(*other) > FLAT);
    let bent = normals.into_iter().filter(|(_, normals)| bends(normals));
    bent.map(|(ends, _)| ends.map(|corner| points[corner as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::glam::Quat;

    #[test]
    fn boxes_and_their_hulls_have_the_same_edges() {
        let (center, half) = (Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.1, 0.2, 0.3));
        let edges = shape_edges(&PartShape::Box { center, rotation: Quat::IDENTITY, half });
        let corners: Vec<Vec3> = edges.iter().flatten().copied().collect();
        let hull = shape_edges(&PartShape::hull(&corners).unwrap());
        let length = |edges: &[[Vec3; 2]]| edges.iter().map(|[a, b]| a.distance(*b)).sum::<f32>();
        assert_eq!((edges.len(), hull.len()), (12, 12));
        assert!((length(&edges) - length(&hull)).abs() < 1e-5);
    }

    #[test]
    fn outlines_lie_on_the_surface() {
        let sphere = shape_edges(&PartShape::Sphere { center: Vec3::ONE, radius: 0.2 });
        assert!(sphere.iter().flatten().all(|point| (point.distance(Vec3::ONE) - 0.2).abs() < 1e-6));
        let capsule = shape_edges(&PartShape::Capsule { ends: [Vec3::ZERO, Vec3::Y], radius: 0.2 });
        let surface = |point: Vec3| point.distance(Vec3::Y * point.y.clamp(0.0, 1.0));
        assert!(capsule.iter().flatten().all(|point| (surface(*point) - 0.2).abs() < 1e-6));
    }
}
