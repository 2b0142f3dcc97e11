//! Nodes and scenes: the skeleton of all nodes, and the meshes that hang on those of the shown scene.

use super::source::Source;
use crate::ImportError;
use sinew::character::{Mesh, MeshInstance, Skin, SkinningMethod};
use sinew::glam::{Affine3A, Mat4, Quat, Vec3};
use sinew::skeleton::Joint;
use sinew::{Skeleton, Transform};

/// How far from 1 a rotation's length may be before it is reported.
const UNIT_SLACK: f32 = 1e-3;

/// All nodes, in the file's order.
pub(super) fn read(source: &mut Source<'_>) -> Result<Skeleton, ImportError> {
    let count = source.json.nodes.len();
    let fail = |place: String, message: String| ImportError::new("node-tree", place, message);
    let mut parents: Vec<Option<u32>> = vec![None; count];
    for (n, node) in source.json.nodes.iter().enumerate() {
        for (c, &child) in node.children.iter().enumerate() {
            let place = format!("/nodes/{n}/children/{c}");
            match parents.get_mut(child) {
                None => return Err(fail(place, format!("node {child} does not exist"))),
                Some(Some(other)) => {
                    return Err(fail(place, format!("node {child} is already a child of node {other}")));
                }
                Some(parent) => *parent = Some(n as u32),
            }
        }
    }
    let in_scene = scene_members(source, &parents)?;
    let mut joints = Vec::with_capacity(count);
    for (n, (parent, in_scene)) in parents.into_iter().zip(in_scene).enumerate() {
        let rest = rest_transform(source, n)?;
        let name = source.json.nodes.get(n).map(|node| node.name.clone()).unwrap_or_default();
        joints.push(Joint { name, parent, rest, in_scene });
    }
    Skeleton::new(joints).map_err(|e| fail("/nodes".into(), e.to_string()))
}

/// Which nodes belong to the default scene; all where the file has none.
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
    let mut findings = Vec::new();
    for (r, &root) in scene.nodes.iter().enumerate() {
        let place = format!("/scenes/{number}/nodes/{r}");
        match parents.get(root) {
            None => {
                return Err(ImportError::new("out-of-range", place, format!("node {root} does not exist")));
            }
            Some(Some(parent)) => {
                findings.push((place, format!("node {root} is no root but a child of {parent}")))
            }
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
    for (place, message) in findings {
        source.report.error("scene-root", place, message);
    }
    Ok(member)
}

fn rest_transform(source: &mut Source<'_>, n: usize) -> Result<Transform, ImportError> {
    let Some(node) = source.json.nodes.get(n) else { return Ok(Transform::IDENTITY) };
    let place = format!("/nodes/{n}");
    if let Some(columns) = &node.matrix {
        let affine = Affine3A::from_mat4(Mat4::from_cols_array(columns));
        let rest = Transform::from_affine(&affine);
        if !affine.is_finite() || !rest.is_finite() {
            return Err(ImportError::new("not-finite", format!("{place}/matrix"), "it is not finite"));
        }
        if !rest.to_affine().abs_diff_eq(affine, 1e-4 * affine.matrix3.x_axis.length().max(1.0)) {
            let message = "the matrix shears; the nearest translation, rotation and scale is used";
            source.report.error("node-matrix", format!("{place}/matrix"), message);
        }
        return Ok(rest);
    }
    let [translation, scale] = [(node.translation, 0.0), (node.scale, 1.0)]
        .map(|(v, default)| v.map_or(Vec3::splat(default), Vec3::from_array));
    let rotation = node.rotation.map_or(Quat::IDENTITY, Quat::from_array);
    let length = rotation.length();
    if (length - 1.0).abs() > UNIT_SLACK {
        let message = format!("the rotation has length {length}; it is taken as a direction");
        source.report.error("rotation-not-unit", format!("{place}/rotation"), message);
    }
    let rotation = match length {
        // Rounded a little off is as good as unit, and kept as the file has it.
        length if (length - 1.0).abs() <= UNIT_SLACK => rotation,
        length if length > 0.0 && length.is_finite() => rotation / length,
        _ => Quat::IDENTITY,
    };
    let rest = Transform { translation, rotation, scale };
    if !rest.is_finite() {
        return Err(ImportError::new("not-finite", place, "its transform is not finite"));
    }
    Ok(rest)
}

/// The meshes on nodes of the shown scene.
pub(super) fn read_instances(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    skins: &[Skin],
    meshes: &[Mesh],
) -> Result<Vec<MeshInstance>, ImportError> {
    let mut instances = Vec::new();
    for n in 0..source.json.nodes.len() {
        let Some(node) = source.json.nodes.get(n) else { continue };
        let place = format!("/nodes/{n}");
        let (mesh_number, skin_number) = (node.mesh, node.skin);
        let Some(mesh_number) = mesh_number else {
            if skin_number.is_some() {
                source.report.error("skin-without-mesh", place, "it has a skin but no mesh");
            }
            continue;
        };
        let mesh = meshes.get(mesh_number).ok_or_else(|| {
            ImportError::new(
                "out-of-range",
                format!("{place}/mesh"),
                format!("mesh {mesh_number} does not exist"),
            )
        })?;
        let mut weights = vec![0.0; mesh.morph_names.len()];
        let mesh_weights =
            source.json.meshes.get(mesh_number).map(|m| m.weights.to_vec()).unwrap_or_default();
        let given = if node.weights.given { node.weights.to_vec() } else { mesh_weights };
        if given.iter().any(|w| !w.is_finite()) {
            return Err(ImportError::new("not-finite", format!("{place}/weights"), "a weight is not finite"));
        }
        if !given.is_empty() && given.len() != weights.len() {
            let message = format!("{} weights for {} morph targets", given.len(), weights.len());
            source.report.error("morph-weights", format!("{place}/weights"), message);
        }
        weights.iter_mut().zip(&given).for_each(|(w, &given)| *w = given);

        let Some(joint) = skeleton.by_source(n).filter(|&joint| skeleton.in_scene(joint)) else { continue };
        let skin = match skin_number {
            None => None,
            Some(skin) => usable_skin(source, n, skin, skeleton, skins, mesh)?,
        };
        if let Some(skin) = skin.and_then(|s| skins.get(s)) {
            // What the character will keep per joint of a skinned mesh.
            source.budget.take(skin.joints.len(), 160, &place)?;
        }
        let skinning = SkinningMethod::Linear;
        instances.push(MeshInstance { node: joint, mesh: mesh_number, skin, weights, skinning });
    }
    Ok(instances)
}

/// The skin of node `n`, if its mesh can use it.
fn usable_skin(
    source: &mut Source<'_>,
    n: usize,
    number: usize,
    skeleton: &Skeleton,
    skins: &[Skin],
    mesh: &Mesh,
) -> Result<Option<usize>, ImportError> {
    let place = format!("/nodes/{n}");
    let skin = skins.get(number).ok_or_else(|| {
        ImportError::new("out-of-range", format!("{place}/skin"), format!("skin {number} does not exist"))
    })?;
    if !skin.joints.iter().any(|&joint| skeleton.in_scene(joint)) {
        source.report.error("skin-outside-scene", &*place, "no joint of its skin belongs to the scene");
    }
    let influences = |p: &sinew::character::Primitive| p.influences.as_ref().and_then(|i| i.max_joint());
    if mesh.primitives.iter().all(|p| p.influences.is_none()) {
        let message = "its mesh has no joint weights, so it follows the node";
        source.report.error("skin-without-weights", place, message);
        return Ok(None);
    }
    if let Some((p, max)) = (mesh.primitives.iter().enumerate())
        .filter_map(|(p, primitive)| Some((p, influences(primitive)?)))
        .find(|(_, max)| usize::from(*max) >= skin.joints.len())
    {
        let message = format!("primitive {p} names joint {max} of a skin of {} joints", skin.joints.len());
        return Err(ImportError::new("joint-out-of-range", place, message));
    }
    let own = source.json.nodes.get(n);
    let moved = own.is_some_and(|node| {
        node.matrix.is_some() || node.translation.is_some() || node.rotation.is_some() || node.scale.is_some()
    });
    if moved {
        let message = "a skinned mesh follows its joints; its node's own transform is ignored";
        source.report.warn("skinned-node-transform", &*place, message);
    }
    let joint = skeleton.by_source(n);
    let moves = |joint| skeleton.rest().get(sinew::JointIndex::index(joint)) != Some(&Transform::IDENTITY);
    let mut parents = std::iter::successors(joint.and_then(|j| skeleton.parent(j)), |&j| skeleton.parent(j));
    if parents.any(moves) && !moved {
        let message = "a skinned mesh follows its joints; its parents' transforms are ignored";
        source.report.warn("skinned-node-transform", place, message);
    }
    Ok(Some(number))
}
