//! What a file's units and axes are, which BVH does not say: guessed from a body that should be as tall as people are,
//! and stand upright.

use super::hierarchy::Bone;
use super::motion::{Motion, position, rotation};
use crate::Report;
use sinew::Bounds;
use sinew::glam::{Affine3A, Quat, Vec3};

/// How tall a body is taken to be, in metres: between its outermost joints.
const HEIGHT: f32 = 1.65;
/// Bodies this far from that, as a factor, are none of the units' doing.
const TALLEST: f32 = 1.6;

/// What ends a limb and is this many times as long as the longest bone is none of the body.
const STRAYS: f32 = 1.5;

/// Metres in units that are met, and their names.
const UNITS: &[(f32, &str)] = &[
    (1.0, "metres"),
    (0.01, "centimetres"),
    (0.001, "millimetres"),
    (0.0254, "inches"),
    (0.3048, "feet"),
    // The CMU database as most copies of it scale it: inches, divided by 0.45.
    (0.0254 / 0.45, "inches / 0.45"),
    (0.1, "decimetres"),
];

/// From the file's space to metres with Y up.
pub(super) struct Space {
    metres: f32,
    z_up: bool,
}

impl Space {
    pub(super) fn place(&self, v: Vec3) -> Vec3 {
        let v = v * self.metres;
        if self.z_up { Vec3::new(v.x, v.z, -v.y) } else { v }
    }

    pub(super) fn rotation(&self, q: Quat) -> Quat {
        if self.z_up { Quat::from_xyzw(q.x, q.z, -q.y, q.w) } else { q }
    }
}

/// Measures the body, decides, and reports it.
pub(super) fn find(bones: &[Bone], motion: &Motion, report: &mut Report) -> Space {
    let rest = extent(bones, |bone| Affine3A::from_translation(bone.offset));
    let mut rows = motion.rows(bones, 0);
    let pose = extent(bones, |bone| {
        let row = rows.next().map_or(&[][..], |(_, row)| row);
        Affine3A::from_rotation_translation(rotation(bone, row), used_position(bone, row))
    });
    // At rest some skeletons are a bundle of lines; whatever the pose, a body's largest extent is about its height.
    let height = if motion.frames > 0 { pose.max_element() } else { rest.max_element() };
    let off = |metres: f32| (height * metres / HEIGHT).ln().abs();
    let best = UNITS.iter().min_by(|a, b| off(a.0).total_cmp(&off(b.0)));
    let metres = match best.filter(|(metres, _)| off(*metres) < TALLEST.ln()) {
        Some(&(metres, name)) => {
            let message = format!("{name}, since the body is {:.2} m then; times {metres}", height * metres);
            report.info("units", "HIERARCHY", message);
            metres
        }
        None => {
            let message = format!("the body measures {height}, as people do in no unit; taken as metres");
            report.warn("units", "HIERARCHY", message);
            1.0
        }
    };
    let lies = |extent: Vec3| extent.z > 1.5 * extent.y;
    let z_up = motion.frames > 0 && lies(rest) && lies(pose) && root_height(bones, motion).z > 0.3 * height;
    if z_up {
        report.info("axes", "HIERARCHY", "the body stands along Z; turned to stand along Y");
    }
    Space { metres, z_up }
}

/// As [`position`], save that channels of zeros mean the offset.
fn used_position(bone: &Bone, row: &[f32]) -> Vec3 {
    let place = position(bone, row);
    if place == Vec3::ZERO { bone.offset } else { place }
}

/// The size of the box around the body, its joints placed by `local` relative to their parents. The body begins where
/// joints part: those above it stand on the ground, far from it maybe. It ends at its limbs: what stands much farther off
/// than any bone is long marks something else, such as where a mesh is.
fn extent(bones: &[Bone], mut local: impl FnMut(&Bone) -> Affine3A) -> Vec3 {
    let mut children = vec![0usize; bones.len()];
    // Whether joints hang from it, and not just its end.
    let mut bears = vec![false; bones.len()];
    for bone in bones.iter().rev() {
        let Some(parent) = bone.parent.filter(|&p| p < bones.len()) else { continue };
        children[parent] += 1;
        bears[parent] |= !bone.channels.is_empty();
    }
    // Where a bone is in the model; none above the body.
    let mut model: Vec<Option<Affine3A>> = Vec::with_capacity(bones.len());
    // The lengths of those that hang from another of the body.
    let mut lengths: Vec<Option<f32>> = Vec::with_capacity(bones.len());
    for (bone, &below) in bones.iter().zip(&children) {
        let here = local(bone);
        let above = bone.parent.and_then(|p| model.get(p)).copied().flatten();
        lengths.push(above.map(|_| here.translation.length()));
        model.push(match above {
            Some(above) => Some(above * here),
            None if below == 1 => None,
            None => Some(Affine3A::IDENTITY),
        });
    }
    let limbs = lengths.iter().zip(&bears).filter(|(_, bears)| **bears);
    let longest = limbs.filter_map(|(length, _)| *length).fold(0.0, f32::max);
    let mut strays: Vec<bool> = Vec::with_capacity(bones.len());
    for ((bone, &bears), length) in bones.iter().zip(&bears).zip(&lengths) {
        let far = longest > 0.0 && length.is_some_and(|length| length > STRAYS * longest);
        strays.push(!bears && far || bone.parent.is_some_and(|p| strays.get(p) == Some(&true)));
    }
    let places = model.iter().zip(&strays).filter(|(_, strays)| !**strays).filter_map(|(model, _)| *model);
    let places = places.map(|m| Vec3::from(m.translation)).filter(|p| p.is_finite());
    let size = Bounds::from_points(places).size();
    if size.is_finite() { size } else { Vec3::ZERO }
}

/// Where the first root is in the first frame.
fn root_height(bones: &[Bone], motion: &Motion) -> Vec3 {
    motion.rows(bones, 0).next().map_or(Vec3::ZERO, |(bone, row)| position(bone, row))
}
