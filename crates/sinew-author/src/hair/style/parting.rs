//! Lines of skin between hair that is combed to both sides.

use super::comb::{Combing, parted, parting};
use super::roots::Root;
use crate::hair::Comb;
use crate::hair::head::HeadShape;
use glam::Vec3;

/// Half width of the line of skin in a parting, and distances within which roots are the first row beside it,
/// and stand closer towards it, on the head of an adult, metres.
const PARTING_LINE: [f32; 3] = [0.000_3, 0.001_2, 0.005];
/// Neighbours on either side in the middle of which a root of the first row stands.
const EVEN_NEIGHBOURS: usize = 8;

/// Moves the roots beside a parting towards it, and the first row on either side to even distances from each
/// other: the edges are straight, and no skin shows between the strands.
pub(super) fn close(combing: &Combing<'_>, roots: &mut [Root]) {
    let (Comb::Parted { at: part, .. }, head) = (combing.layer.comb, combing.head) else { return };
    let mut rows = [Vec::new(), Vec::new()];
    for (number, root) in roots.iter_mut().enumerate() {
        let at = head.from_model(root.position);
        let [line, row, band] = PARTING_LINE.map(|width| width * head.scale * parted(at));
        let distance = (at.x - parting(part, at)) * head.axes.x;
        if at.y < 0.3 || distance.abs() >= band {
            continue;
        }
        let share = distance.abs() / band;
        let wanted = (line + (band - line) * share * share * share).copysign(distance);
        root.position += along_skin(head, Vec3::X, wanted - distance, root.normal);
        if wanted.abs() < row {
            rows[usize::from(distance > 0.0)].push((at.z * head.axes.z, number));
        }
    }
    for mut row in rows {
        row.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (index, (depth, number)) in row.iter().enumerate() {
            // Fewer neighbours towards both ends, which stay.
            let beside = index.min(row.len() - 1 - index).min(EVEN_NEIGHBOURS);
            let near = &row[index - beside..=index + beside];
            let mean = near.iter().map(|(depth, _)| depth).sum::<f32>() / near.len() as f32;
            let root = &mut roots[*number];
            root.position += along_skin(head, Vec3::Z, mean - depth, root.normal);
        }
    }
}

/// Movement along the skin that leads this far along an axis of the head, metres.
fn along_skin(head: &HeadShape, axis: Vec3, distance: f32, normal: Vec3) -> Vec3 {
    let axis = head.rotation * axis;
    let along = axis - normal * axis.dot(normal);
    along * (distance / along.length_squared().max(0.1))
}
