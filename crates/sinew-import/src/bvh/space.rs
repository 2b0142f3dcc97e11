//! Detection of units and axes, which BVH does not define, from the assumption that the body is a human of
//! normal height who stands upright.

use super::hierarchy::Bone;
use super::motion::{Motion, position, rotation};
use crate::{Report, human_units};
use sinew::Bounds;
use sinew::glam::{Affine3A, Quat, Vec3};

/// Smallest length of a leaf bone, relative to the longest limb bone, at which it does not count as part of
/// the body.
const OUTLIER_RATIO: f32 = 1.5;

/// Conversion from the file's space to metres with +Y up.
pub(super) struct Space {
    metres: f32,
    z_up: bool,
}

impl Space {
    pub(super) fn point(&self, v: Vec3) -> Vec3 {
        let v = v * self.metres;
        if self.z_up { Vec3::new(v.x, v.z, -v.y) } else { v }
    }

    pub(super) fn rotation(&self, q: Quat) -> Quat {
        if self.z_up { Quat::from_xyzw(q.x, q.z, -q.y, q.w) } else { q }
    }
}

/// Measures the body, selects unit and up axis, and reports them. A `stated` unit in metres goes before the
/// body's.
pub(super) fn find(bones: &[Bone], motion: &Motion, stated: Option<f32>, report: &mut Report) -> Space {
    let rest = extent(bones, |bone| Affine3A::from_translation(bone.offset));
    let mut rows = motion.rows(bones, 0);
    let pose = extent(bones, |bone| {
        let row = rows.next().map_or(&[][..], |(_, row)| row);
        Affine3A::from_rotation_translation(rotation(bone, row), used_position(bone, row))
    });
    // In some rest poses all limbs are parallel. In any pose the largest extent is about the height.
    let height = if motion.frames > 0 { pose.max_element() } else { rest.max_element() };
    let metres = match (stated, human_units::find(height)) {
        (Some(metres), _) => {
            let message = format!(
                "lengths are scaled × {metres}, as stated, which makes the body {:.2} m tall",
                height * metres
            );
            report.info("units", "HIERARCHY", message);
            metres
        }
        (None, Some((metres, name))) => {
            let message = format!(
                "unit: {name}, which makes the body {:.2} m tall; lengths are scaled × {metres}",
                height * metres
            );
            report.info("units", "HIERARCHY", message);
            metres
        }
        (None, None) => {
            let message = format!(
                "the body measures {height}, which is no human height in any known unit; metres are assumed. \
                 State the unit \
                 with --scale on the command line, `metres_per_unit` in code"
            );
            report.warn("units", "HIERARCHY", message);
            1.0
        }
    };
    let lies_along_z = |extent: Vec3| extent.z > 1.5 * extent.y;
    let z_up = motion.frames > 0
        && lies_along_z(rest)
        && lies_along_z(pose)
        && root_position(bones, motion).z > 0.3 * height;
    if z_up {
        report.info("axes", "HIERARCHY", "the body stands along +Z; converted to +Y up");
    }
    Space { metres, z_up }
}

/// Like [`position`], but the offset for channels that are all zero.
fn used_position(bone: &Bone, row: &[f32]) -> Vec3 {
    let used = position(bone, row);
    if used == Vec3::ZERO { bone.offset } else { used }
}

/// Size of the bounding box around the body, with `local` as the transforms of its bones. The body starts at
/// the first joint with several children; joints above may be on the ground, far away. Leaf bones much longer
/// than all limb bones are excluded; they mark something else, such as the position of a mesh.
fn extent(bones: &[Bone], mut local: impl FnMut(&Bone) -> Affine3A) -> Vec3 {
    let mut children = vec![0usize; bones.len()];
    // Whether a bone has child joints, not just an end site.
    let mut has_joints = vec![false; bones.len()];
    for bone in bones.iter().rev() {
        let Some(parent) = bone.parent.filter(|&p| p < bones.len()) else { continue };
        children[parent] += 1;
        has_joints[parent] |= !bone.channels.is_empty();
    }
    // Model transform of each bone; `None` above the body.
    let mut model: Vec<Option<Affine3A>> = Vec::with_capacity(bones.len());
    // Length of each bone with a parent in the body.
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
    let limbs = lengths.iter().zip(&has_joints).filter(|(_, has_joints)| **has_joints);
    let longest = limbs.filter_map(|(length, _)| *length).fold(0.0, f32::max);
    let mut outliers: Vec<bool> = Vec::with_capacity(bones.len());
    for ((bone, &has_joints), length) in bones.iter().zip(&has_joints).zip(&lengths) {
        let far = longest > 0.0 && length.is_some_and(|length| length > OUTLIER_RATIO * longest);
        outliers.push(!has_joints && far || bone.parent.is_some_and(|p| outliers.get(p) == Some(&true)));
    }
    let points =
        model.iter().zip(&outliers).filter(|(_, outlier)| !**outlier).filter_map(|(model, _)| *model);
    let points = points.map(|m| Vec3::from(m.translation)).filter(|p| p.is_finite());
    let size = Bounds::from_points(points).size();
    if size.is_finite() { size } else { Vec3::ZERO }
}

/// Position of the first root in the first frame.
fn root_position(bones: &[Bone], motion: &Motion) -> Vec3 {
    motion.rows(bones, 0).next().map_or(Vec3::ZERO, |(bone, row)| position(bone, row))
}
