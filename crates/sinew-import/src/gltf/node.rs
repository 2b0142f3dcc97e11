//! Nodes and scenes as a skeleton of all nodes (glTF 2.0 specification, sections 3.5 and 5.25).

use super::source::Source;
use crate::ImportError;
use crate::skeleton_copies::{self, SkeletonCopies};
use sinew::glam::{Affine3A, Mat4, Quat, Vec3};
use sinew::skeleton::Joint;
use sinew::{Skeleton, Transform};

/// Largest unreported deviation of a rotation's length from 1.
const REPORT_TOLERANCE: f64 = 1e-3;
/// Largest deviation from 1 at which a rotation is kept as it is; others are normalized.
const UNIT_TOLERANCE: f64 = 3e-4;
/// Approximate memory of a character per node, in bytes: skeleton and poses.
const NODE_BYTES: usize = 400;

/// Reads all nodes, in the file's order. Copies of a skeleton are joined to it, but in avatars, whose own
/// data name joints.
pub(super) fn read(source: &mut Source<'_>) -> Result<(Skeleton, SkeletonCopies), ImportError> {
    let count = source.json.nodes.len();
    let fail = |location: String, message: String| ImportError::new("node-tree", location, message);
    let mut parents: Vec<Option<u32>> = vec![None; count];
    for (n, node) in source.json.nodes.iter().enumerate() {
        for (c, &child) in node.children.iter().enumerate() {
            let location = format!("/nodes/{n}/children/{c}");
            match parents.get_mut(child) {
                None => return Err(fail(location, format!("node {child} does not exist"))),
                Some(Some(other)) => {
                    return Err(fail(location, format!("node {child} is already a child of node {other}")));
                }
                Some(parent) => *parent = Some(n as u32),
            }
        }
    }
    let in_scene = scene_members(source, &parents)?;
    source.budget.take(count, NODE_BYTES, "/nodes")?;
    let mut joints = Vec::with_capacity(count);
    for (n, (parent, in_scene)) in parents.into_iter().zip(in_scene).enumerate() {
        let rest = rest_transform(source, n)?;
        let name =
            source.json.nodes.get_mut(n).map(|node| std::mem::take(&mut node.name)).unwrap_or_default();
        joints.push(Joint { name, parent, rest, in_scene });
    }
    let extensions = &source.json.extensions;
    let is_avatar = extensions.vrm0.is_some() || extensions.vrm1.is_some() || extensions.springs.is_some();
    let skins: Vec<Vec<usize>> = match is_avatar || source.json.skins.len() < 2 {
        true => Vec::new(),
        false => source.json.skins.iter().map(|skin| skin.joints.to_vec()).collect(),
    };
    let copies = skeleton_copies::join(&mut joints, &skins, &mut source.report);
    let skeleton = Skeleton::new(joints).map_err(|e| fail("/nodes".into(), e.to_string()))?;
    Ok((skeleton, copies))
}

/// Whether each node belongs to the default scene; all do in a file without scenes.
fn scene_members(source: &mut Source<'_>, parents: &[Option<u32>]) -> Result<Vec<bool>, ImportError> {
    let count = parents.len();
    if source.json.scenes.is_empty() {
        return Ok(vec![true; count]);
    }
    let number = source.json.scene.unwrap_or(0);
    let scene = source.json.scenes.get(number).ok_or_else(|| {
        ImportError::new("out-of-range", "/scene", format!("scene {number} does not exist"))
    })?;
    let mut member = vec![false; count];
    let mut open = Vec::new();
    let mut problems = Vec::new();
    for (r, &root) in scene.nodes.iter().enumerate() {
        let location = format!("/scenes/{number}/nodes/{r}");
        match parents.get(root) {
            None => {
                return Err(ImportError::new(
                    "out-of-range",
                    location,
                    format!("node {root} does not exist"),
                ));
            }
            Some(Some(parent)) => problems
                .push((location, format!("node {root} is not a root; it is a child of node {parent}"))),
            Some(None) => {}
        }
        open.push(root);
    }
    while let Some(node) = open.pop() {
        match member.get_mut(node) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        open.extend(source.json.nodes.get(node).into_iter().flat_map(|n| n.children.iter().copied()));
    }
    for (location, message) in problems {
        source.report.warn("scene-root", location, message);
    }
    Ok(member)
}

fn rest_transform(source: &mut Source<'_>, n: usize) -> Result<Transform, ImportError> {
    let Some(node) = source.json.nodes.get(n) else { return Ok(Transform::IDENTITY) };
    let location = format!("/nodes/{n}");
    if let Some(columns) = &node.matrix {
        let affine = Affine3A::from_mat4(Mat4::from_cols_array(columns));
        let rest = Transform::from_affine(&affine);
        if !affine.is_finite() || !rest.is_finite() {
            return Err(ImportError::new(
                "not-finite",
                format!("{location}/matrix"),
                "the matrix is not finite",
            ));
        }
        if !has_affine_row(columns) {
            let message = "the matrix is not affine; its fourth row is replaced by 0 0 0 1";
            source.report.error("node-matrix", format!("{location}/matrix"), message);
        }
        if !rest.to_affine().abs_diff_eq(affine, 1e-4 * affine.matrix3.x_axis.length().max(1.0)) {
            let message = "the matrix has shear; the nearest translation, rotation and scale are used";
            source.report.error("node-matrix", format!("{location}/matrix"), message);
        }
        return Ok(rest);
    }
    let [translation, scale] = [(node.translation, 0.0), (node.scale, 1.0)]
        .map(|(v, default)| v.map_or(Vec3::splat(default), Vec3::from_array));
    let rotation = node.rotation.map_or(Quat::IDENTITY, Quat::from_array);
    let length = rotation.as_dquat().length();
    if (length - 1.0).abs() > REPORT_TOLERANCE {
        let message = format!("the rotation has length {length}, expected 1; it is normalized");
        source.report.warn("rotation-not-unit", format!("{location}/rotation"), message);
    }
    let rotation = match length {
        length if (length - 1.0).abs() <= UNIT_TOLERANCE => rotation,
        length if length > 0.0 => (rotation.as_dquat() / length).as_quat(),
        _ => Quat::IDENTITY,
    };
    let rest = Transform { translation, rotation, scale };
    if !rest.is_finite() {
        return Err(ImportError::new("not-finite", location, "the transform is not finite"));
    }
    Ok(rest)
}

/// Whether the last row of a column-major matrix is 0 0 0 1.
pub(super) fn has_affine_row(columns: &[f32; 16]) -> bool {
    [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)]
        .iter()
        .all(|&(i, v): &(usize, f32)| (columns[i] - v).abs() < 1e-4)
}
