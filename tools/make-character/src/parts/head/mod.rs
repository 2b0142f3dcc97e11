//! Head and neck: skin from the field, with holes around mouth and eyes that strips of lips and lids fill.
//! The left half is made and mirrored, so both sides have the same vertices.

mod field;
mod half;
mod labels;
mod lid_strip;
mod mouth_strip;
mod shell;
mod weights;

pub(crate) use field::{CHIN, skin, solid};
pub(crate) use labels::{INSIDE, LIDS, RIM};
pub(crate) use lid_strip::{CLOSED, LID, Opening, REST, on_sphere, points as lid_points};
pub(crate) use mouth_strip::{
    CONTACT, LAST, MOUTH_HALF, gap, lip_height, mouth_line, points as mouth_points,
};

use super::face::{Face, FacePoint};
use super::shapes;
use crate::skeleton::Skeleton;
use crate::surface::Surface;
use glam::Vec3;
use half::Half;

/// The finished head.
pub(crate) fn make(skeleton: &Skeleton, face: &Face, budget: usize) -> Surface {
    let (skin, solid) = (skin(), solid());
    let Half { surface: half, points } = half::make(&skin, &solid, face, budget / 2);
    let (mut s, from) = half.doubled();
    let mirrored = |i: usize| i >= half.positions.len();
    let turned = |i: usize, v: Vec3| if mirrored(i) { Vec3::new(-v.x, v.y, v.z) } else { v };
    let old = |i: usize| from[i] as usize;
    let all = 0..s.positions.len();
    s.normals = all.clone().map(|i| turned(i, half.normals[old(i)])).collect();
    s.painted_at = all.clone().map(|i| turned(i, half.painted_at[old(i)])).collect();
    s.labels = all.clone().map(|i| half.labels[old(i)]).collect();
    s.openness = all.clone().map(|i| half.openness[old(i)]).collect();
    let points: Vec<FacePoint> =
        all.map(|i| if mirrored(i) { points[old(i)].mirrored() } else { points[old(i)] }).collect();
    s.influences = points.iter().map(|p| weights::influence(p, skeleton)).collect();
    for name in face.names() {
        s.add_morph(name, |_, i| face.offset(name, &points[i]));
        if let Some((_, offsets)) = s.morphs.last_mut() {
            for (i, p) in points.iter().enumerate().filter(|(_, p)| p.is_skin()) {
                offsets[i][1] = face.turn(name, p, s.normals[i]);
            }
        }
    }
    shapes::add(&mut s);
    s.drop_small_turns();
    s
}
