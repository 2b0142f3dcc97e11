//! Numbers of a file that poses in 32-bit floats cannot hold: finite, but so large that products of them are
//! not.

use crate::Report;
use sinew::character::{Mesh, Primitive};
use sinew::glam::{Affine3A, Vec3};
use sinew::morph::MorphTarget;
use sinew::skeleton::{MAX_COORDINATE, MAX_WEIGHT};
use sinew::{CharacterParts, RawClip, Transform};

/// Code of the diagnostics.
const CODE: &str = "too-large-number";

/// Leaves out or replaces the numbers that are too large for poses, each with a diagnostic.
pub(crate) fn leave_out_unposable(parts: &mut CharacterParts, clips: &mut [RawClip], report: &mut Report) {
    rest_pose(parts, report);
    for (s, skin) in parts.skins.iter_mut().enumerate() {
        for (j, bind) in skin.inverse_binds.iter_mut().enumerate().filter(|(_, bind)| !is_matrix(bind)) {
            let location = format!("/skins/{s}/joints/{j}");
            report.error(CODE, location, "the inverse bind matrix is too large; the identity is used");
            *bind = Affine3A::IDENTITY;
        }
    }
    for (m, mesh) in parts.meshes.iter_mut().enumerate() {
        primitives(mesh, m, report);
    }
    for (i, instance) in parts.mesh_instances.iter_mut().enumerate() {
        for weight in instance.weights.iter_mut().filter(|weight| !is_weight(**weight)) {
            let message = format!("the morph weight {weight:e} is too large; it is set to 0");
            report.error(CODE, format!("/instances/{i}"), message);
            *weight = 0.0;
        }
    }
    for (e, expression) in parts.expressions.iter_mut().enumerate() {
        let before = expression.morphs.len();
        expression.morphs.retain(|bind| is_weight(bind.weight));
        if expression.morphs.len() < before {
            let message = "the weight of a morph target is too large; the bind is left out";
            report.error(CODE, format!("/expressions/{e}"), message);
        }
    }
    if let Some(look_at) = parts.look_at.as_mut().filter(|look_at| !is_position(&look_at.offset_from_head)) {
        report.error(CODE, "/lookAt/offsetFromHeadBone", "the offset is too large; it is set to 0");
        look_at.offset_from_head = Vec3::ZERO;
    }
    for (c, clip) in clips.iter_mut().enumerate() {
        for message in clip.remove_unposable(&parts.skeleton) {
            report.error(CODE, format!("/clips/{c}"), format!("{message}; the tracks are left out"));
        }
    }
}

fn rest_pose(parts: &mut CharacterParts, report: &mut Report) {
    let skeleton = &parts.skeleton;
    let joints: Vec<_> = skeleton.unposable(skeleton.rest()).collect();
    if joints.is_empty() {
        return;
    }
    let mut rest = skeleton.rest().to_vec();
    for joint in joints {
        let (node, name) = (skeleton.file_index(joint), skeleton.name(joint));
        let Some(transform) = rest.get_mut(joint.index()) else { continue };
        let message = format!(
            "{name:?}: translation {:e} m, scale {:e}: poses in 32-bit floats cannot hold this; the node is \
             not moved",
            transform.translation.abs().max_element(),
            transform.scale.abs().max_element()
        );
        report.error(CODE, format!("/nodes/{node}"), message);
        *transform = Transform::IDENTITY;
    }
    parts.skeleton.set_rest(rest);
}

/// Leaves out primitives and empties morph targets whose vertices are too far away.
fn primitives(mesh: &mut Mesh, m: usize, report: &mut Report) {
    let mut p = 0..;
    mesh.primitives.retain_mut(|primitive| {
        let location = format!("/meshes/{m}/primitives/{}", p.next().unwrap_or_default());
        if let Some(far) = primitive.positions.iter().position(|position| !is_position(position)) {
            let position = primitive.positions.get(far).copied().unwrap_or_default();
            let message = format!(
                "vertex {far} is {:e} m away; the primitive is left out",
                position.abs().max_element()
            );
            report.error(CODE, location, message);
            return false;
        }
        morph_targets(primitive, &location, report);
        true
    });
}

fn morph_targets(primitive: &mut Primitive, location: &str, report: &mut Report) {
    for (t, target) in primitive.morph_targets.iter_mut().enumerate() {
        if !target.positions().iter().all(is_position) {
            let message = "an offset is too large; the morph target moves nothing";
            report.error(CODE, format!("{location}/targets/{t}"), message);
            *target = MorphTarget::default();
        }
    }
}

fn is_position(position: &Vec3) -> bool {
    position.is_finite() && position.abs().max_element() <= MAX_COORDINATE
}

fn is_matrix(matrix: &Affine3A) -> bool {
    matrix.to_cols_array().iter().all(|number| number.abs() <= MAX_COORDINATE)
}

fn is_weight(weight: f32) -> bool {
    weight.abs() <= MAX_WEIGHT
}
