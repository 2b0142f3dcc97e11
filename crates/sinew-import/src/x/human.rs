//! Humans in metres and upright. The format states neither a unit nor an up axis; where the joints are those
//! of a human, the body tells both.

use crate::assemble::{find_humanoid, first_pose};
use crate::human_units::{self, ASSUMED_HEIGHT};
use crate::{ImportOptions, Report};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::pose::ModelPose;
use sinew::{Bounds, CharacterParts, RawClip};

/// Height of a body relative to the box around its human joints, which ends at the base of the skull.
const OVER_JOINTS: f32 = 1.1;
/// Heights in metres that are kept although no human unit fits: dwarfs and giants.
const PLAUSIBLE_HEIGHTS: std::ops::RangeInclusive<f32> = 0.4..=4.0;
/// Smallest cosine between an axis and the body from hips to head at which the body lies along the axis.
const LYING: f32 = 0.8;

/// Scales a human to metres and stands it up, and reports both. Anything else stays as it is, unless the
/// options state its unit. The result tells whether the unit is settled.
pub(super) fn settle(
    parts: &mut CharacterParts,
    clips: &mut [RawClip],
    options: &ImportOptions,
    report: &mut Report,
) -> bool {
    let stated = options.metres_per_unit;
    if let Some(metres) = stated {
        report.info("units", "file", format!("lengths are scaled × {metres}, as stated"));
        scale(parts, clips, metres);
    }
    let Some(human) = find_humanoid(parts, clips, options) else { return stated.is_some() };
    let mut is_scaled = stated.is_some();
    let mut poses = vec![ModelPose::rest(&parts.skeleton)];
    poses.extend(clips.first().map(|clip| first_pose(&parts.skeleton, clip)));
    // As the clip moves it: in some rest poses all joints coincide.
    let height = poses.last().map_or(0.0, |pose| OVER_JOINTS * extent(&human, pose).max_element());
    if stated.is_none() && height.is_finite() && height > 0.0 {
        let known = human_units::find(height);
        let metres = match known {
            Some((metres, _)) => metres,
            None if PLAUSIBLE_HEIGHTS.contains(&height) => 1.0,
            None => ASSUMED_HEIGHT / height,
        };
        if metres != 1.0 {
            let unit = known.map_or_else(String::new, |(_, name)| format!(" of {name}"));
            let message = format!(
                "the format has no unit; lengths{unit} are scaled × {metres}, which makes the human of \
                 {height:.2} units \
                 {:.2} m tall",
                height * metres
            );
            report.info("units", "file", message);
            scale(parts, clips, metres);
            is_scaled = true;
        }
    }
    let axes = poses.iter().map(|pose| lying_along(&human, pose)).collect::<Vec<_>>();
    if let Some(&Some(axis)) = axes.first().filter(|axis| axes.iter().all(|other| other == *axis)) {
        report.info("axes", "file", format!("the body lies along {axis}; it is stood up along +Y"));
        turn(parts, clips, Quat::from_rotation_arc(axis, Vec3::Y));
    }
    is_scaled
}

/// Size of the box around the human joints.
fn extent(human: &Humanoid, pose: &ModelPose) -> Vec3 {
    let matrices = human.named_bones.iter().filter_map(|(_, joint)| pose.as_slice().get(joint.index()));
    Bounds::from_points(matrices.map(|p| Vec3::from(p.translation)).filter(|p| p.is_finite())).size()
}

/// Axis, not vertical, along which the body lies from hips to head.
fn lying_along(human: &Humanoid, pose: &ModelPose) -> Option<Vec3> {
    let position = |bone| Some(Vec3::from(pose.as_slice().get(human.joint(bone)?.index())?.translation));
    let spine = (position(HumanBone::Head)? - position(HumanBone::Hips)?).try_normalize()?;
    [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].into_iter().find(|axis| spine.dot(*axis) > LYING)
}

/// Scales all lengths: joints, vertices, morph offsets, inverse binds and clips.
fn scale(parts: &mut CharacterParts, clips: &mut [RawClip], factor: f32) {
    let mut rest = parts.skeleton.rest().to_vec();
    rest.iter_mut().for_each(|joint| joint.translation *= factor);
    parts.skeleton.set_rest(rest);
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        primitive.positions.iter_mut().for_each(|position| *position *= factor);
    }
    let binds = parts.skins.iter_mut().flat_map(|skin| &mut skin.inverse_binds);
    binds.for_each(|bind| bind.translation *= factor);
    for track in clips.iter_mut().flat_map(|clip| &mut clip.joints) {
        track.translation.iter_mut().for_each(|keys| keys.map_values(|position| position * factor));
    }
}

/// Turns the roots, at rest and in clips.
fn turn(parts: &mut CharacterParts, clips: &mut [RawClip], by: Quat) {
    let skeleton = &parts.skeleton;
    let is_root: Vec<bool> = skeleton.joints().map(|joint| skeleton.parent(joint).is_none()).collect();
    let mut rest = skeleton.rest().to_vec();
    for (joint, _) in rest.iter_mut().zip(&is_root).filter(|(_, root)| **root) {
        joint.translation = by * joint.translation;
        joint.rotation = by * joint.rotation;
    }
    parts.skeleton.set_rest(rest);
    for track in clips.iter_mut().flat_map(|clip| &mut clip.joints) {
        if is_root.get(track.joint.index()) == Some(&true) {
            track.translation.iter_mut().for_each(|keys| keys.map_values(|position| by * position));
            track.rotation.iter_mut().for_each(|keys| keys.map_values(|rotation| by * rotation));
        }
    }
}
