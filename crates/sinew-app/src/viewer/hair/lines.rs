//! Overlays of the hair: guides, and the shapes that they stay out of.

use crate::drawing::ragdoll_lines::shape_edges;
use sinew::glam::{Vec3, Vec4};
use sinew::hair::{HairCollider, HairField, HairRoot, HairState};
use sinew::ragdoll::PartShape;
use sinew_render::overlay::Line;

/// Colours of guides at root and tip, and of colliders, linear.
const ROOT_COLOR: Vec4 = Vec4::new(0.02, 0.5, 0.9, 0.9);
const TIP_COLOR: Vec4 = Vec4::new(1.0, 0.75, 0.1, 0.9);
const BODY_COLOR: Vec4 = Vec4::new(0.1, 0.8, 0.25, 0.6);
/// Distance between two contour lines of a field, as a share of its height.
const CONTOUR: f32 = 0.06;
/// Cells across a contour line's slice.
const CELLS: usize = 28;

/// Appends guides and colliders of the hair.
pub(in crate::viewer) fn hair_lines(hair: &HairState, guides: bool, body: bool, lines: &mut Vec<Line>) {
    for layer in (0..hair.groom().layers.len()).filter(|_| guides) {
        let pose = hair.pose(layer);
        let count = pose.points_per_guide();
        for guide in pose.points().chunks_exact(count) {
            lines.extend(guide.windows(2).enumerate().map(|(n, pair)| {
                let color = ROOT_COLOR.lerp(TIP_COLOR, n as f32 / (count - 1) as f32);
                Line::new(pair[0].position(), pair[1].position(), color)
            }));
        }
    }
    for collider in hair.colliders().iter().filter(|_| body) {
        match collider {
            HairCollider::Capsule { start, end, radius } => {
                let shape = PartShape::Capsule { ends: [*start, *end], radius: *radius };
                let edges = shape_edges(&shape).into_iter();
                lines.extend(edges.map(|[from, to]| Line::new(from, to, BODY_COLOR)));
            }
            HairCollider::Field { field, root } => contours(field, root, lines),
            // The body of an actor has no other shapes.
            _ => {}
        }
    }
}

/// Appends contour lines of a field's surface in slices from bottom to top, by marching squares (W. Lorensen,
/// H. Cline, *Marching Cubes*, 1987, in the plane).
fn contours(field: &HairField, root: &HairRoot, lines: &mut Vec<Line>) {
    let bounds = field.bounds();
    let (size, step) = (bounds.size(), bounds.size() / CELLS as f32);
    for slice in 0..(1.0 / CONTOUR) as usize {
        let y = bounds.min.y + size.y * CONTOUR * (slice as f32 + 0.5);
        let at = |x: usize, z: usize| {
            Vec3::new(bounds.min.x + step.x * x as f32, y, bounds.min.z + step.z * z as f32)
        };
        let side = CELLS + 1;
        let distances: Vec<f32> = (0..side * side).map(|n| field.distance(at(n % side, n / side))).collect();
        for (x, z) in (0..CELLS * CELLS).map(|n| (n % CELLS, n / CELLS)) {
            let corners = [(x, z), (x + 1, z), (x + 1, z + 1), (x, z + 1)];
            let crossing = |n: usize| {
                let [from, to] = [corners[n], corners[(n + 1) % 4]];
                let [a, b] = [from, to].map(|(x, z)| distances[z * side + x]);
                ((a < 0.0) != (b < 0.0)).then(|| at(from.0, from.1).lerp(at(to.0, to.1), a / (a - b)))
            };
            let mut crossed = (0..4).filter_map(crossing).map(|offset| root.at(offset));
            while let (Some(from), Some(to)) = (crossed.next(), crossed.next()) {
                lines.push(Line::new(from, to, BODY_COLOR));
            }
        }
    }
}
