//! Export of nodes, scene and skins (glTF 2.0 specification, sections 3.5 and 3.7.3). All nodes of the
//! character keep their indices; additional nodes that glTF requires are appended.

use super::buffer::Use;
use super::document::Document;
use super::number::numbers;
use super::packed::Packed;
use super::plan::{InstanceUse, Plan, SkinUse, find, join};
use serde_json::{Value, json};
use sinew::character::MeshInstance;
use sinew::glam::{Affine3A, Mat4, Quat, Vec3};
use sinew::{Character, Transform};
use std::collections::HashSet;

/// Largest deviation of a rotation's length from 1 at which it is not normalized; validators accept slightly
/// more.
const UNIT_TOLERANCE: f64 = 5e-3;

/// Node whose children are not yet known.
struct Draft {
    json: Value,
    parent: Option<usize>,
    in_scene: bool,
    /// Whether other nodes or several meshes are at or below the node.
    carries_others: bool,
}

/// Writes nodes, scene and skins, after the meshes. Returns the node of each mesh instance.
pub(super) fn write(document: &mut Document, character: &Character, plan: &Plan) -> Vec<Option<usize>> {
    let mut drafts = character_nodes(document, character);
    let joints: Vec<Vec<usize>> = (plan.skins.iter())
        .map(|skin| {
            let (joints, json) = skin_of(document, character, skin, &mut drafts);
            document.skins.push(json);
            joints
        })
        .collect();
    let weights = shared_weights(document, character, plan);
    let mut nodes = Vec::with_capacity(plan.instances.len());
    for (instance, placed) in character.mesh_instances().iter().zip(&plan.instances) {
        nodes.push(placed.map(|placed| {
            let own_weights = weights.get(placed.mesh).is_none_or(|shared| !shared);
            attach_mesh(character, plan, instance, placed, own_weights, &joints, &mut drafts)
        }));
    }
    for (instance, node) in character.mesh_instances().iter().zip(&nodes) {
        let draft = node.filter(|_| !instance.visible).and_then(|node| drafts.get_mut(node));
        if let Some(draft) = draft {
            document.extensions.add(&mut draft.json, "KHR_node_visibility", json!({ "visible": false }));
        }
    }
    add_common_roots(document, &joints, &mut drafts);
    let shown = (plan.instances.iter().zip(&nodes)).filter_map(|(placed, node)| Some(((*placed)?, (*node)?)));
    let mut must_show = Vec::new();
    for (placed, node) in shown {
        must_show.push(node);
        must_show.extend(placed.skin.and_then(|s| joints.get(s)).into_iter().flatten().copied());
    }
    scene(document, drafts, &must_show);
    nodes
}

/// Nodes of the character, in the file's order.
fn character_nodes(document: &mut Document, character: &Character) -> Vec<Draft> {
    let skeleton = character.skeleton();
    let joints = (0..skeleton.len()).filter_map(|n| skeleton.by_file_index(n));
    let mut carried = vec![0usize; skeleton.len()];
    let parents = skeleton.joints().filter_map(|joint| skeleton.parent(joint));
    let meshes = character.mesh_instances().iter().map(|instance| instance.node);
    // A mesh counts once, a node below as two.
    for (joint, count) in parents.map(|joint| (joint, 2)).chain(meshes.map(|joint| (joint, 1))) {
        carried.get_mut(joint.index()).into_iter().for_each(|total| *total += count);
    }
    let draft = |joint| {
        let mut json = json!({});
        if !skeleton.name(joint).is_empty() {
            json["name"] = json!(skeleton.name(joint));
        }
        if let Some(rest) = skeleton.rest().get(joint.index())
            && !put_transform(&mut json, rest)
        {
            let message = "the rotation is not a unit quaternion; it is normalized";
            document.report.warn(
                "rotation-not-unit",
                format!("/nodes/{}", skeleton.file_index(joint)),
                message,
            );
        }
        let parent = skeleton.parent(joint).map(|p| skeleton.file_index(p));
        let carries_others = carried.get(joint.index()).is_some_and(|count| *count > 1);
        Draft { json, parent, in_scene: skeleton.in_scene(joint), carries_others }
    };
    joints.map(draft).collect()
}

/// Adds the parts of a transform that differ from identity. Returns whether the rotation is a unit
/// quaternion.
pub(super) fn put_transform(json: &mut Value, transform: &Transform) -> bool {
    let Transform { translation, rotation, scale } = *transform;
    if translation != Vec3::ZERO {
        json["translation"] = numbers(translation);
    }
    let length = rotation.as_dquat().length();
    let is_unit = (length - 1.0).abs() <= UNIT_TOLERANCE;
    // If the length is slightly above 1, a component may exceed 1, which validators reject.
    let in_range = rotation.to_array().iter().all(|v| v.abs() <= 1.0);
    let rotation = match length {
        _ if is_unit && in_range => rotation,
        length if length > 0.0 => (rotation.as_dquat() / length).as_quat(),
        _ => Quat::IDENTITY,
    };
    if rotation != Quat::IDENTITY {
        json["rotation"] = numbers(rotation);
    }
    if scale != Vec3::ONE {
        json["scale"] = numbers(scale);
    }
    is_unit
}

/// Writes a skin. Returns the nodes of its joints and its JSON.
fn skin_of(
    document: &mut Document,
    character: &Character,
    skin_use: &SkinUse,
    drafts: &mut Vec<Draft>,
) -> (Vec<usize>, Value) {
    let Some(skin) = character.skins().get(skin_use.skin.index()) else { return (Vec::new(), json!({})) };
    let own_joints = skin.joints.iter().zip(&skin.inverse_binds).map(|(&joint, &bind)| (joint, bind));
    let anchors = skin_use.anchors.iter().map(|&node| (node, Affine3A::IDENTITY));
    let (mut joints, mut binds) = (Vec::new(), Vec::new());
    let (mut seen, mut duplicates) = (HashSet::new(), 0);
    for (joint, bind) in own_joints.chain(anchors) {
        let mut node = character.skeleton().file_index(joint);
        if !seen.insert(node) {
            // glTF allows each joint once. An additional child node with identity transform moves
            // identically.
            duplicates += usize::from(joints.len() < skin.joints.len());
            let in_scene = drafts.get(node).is_some_and(|d| d.in_scene);
            drafts.push(Draft { json: json!({}), parent: Some(node), in_scene, carries_others: false });
            node = drafts.len() - 1;
        }
        joints.push(node);
        let bind = skin_use.volume.map_or_else(|| Mat4::from(bind), |volume| volume.bind(&bind));
        binds.push(bind.to_cols_array());
    }
    if duplicates > 0 {
        let message = format!("{duplicates} joints occur twice; child nodes are added for them");
        document.report.info("skin-joint-twice", format!("/skins/{}", skin_use.skin.0), message);
    }
    let binds = document.buffer.accessor(Packed::tight(&binds), Use::Matrices);
    let mut json = json!({ "joints": joints, "inverseBindMatrices": binds });
    if !skin.name.is_empty() {
        json["name"] = json!(skin.name);
    }
    (joints, json)
}

/// Sets the morph weights of meshes whose instances all have equal weights. Returns whether each mesh is one
/// of them.
fn shared_weights(document: &mut Document, character: &Character, plan: &Plan) -> Vec<bool> {
    let mut shared = Vec::with_capacity(plan.meshes.len());
    for number in 0..plan.meshes.len() {
        let shows = |placed: &Option<InstanceUse>| placed.is_some_and(|p| p.mesh == number);
        let mut weights = (character.mesh_instances().iter().zip(&plan.instances))
            .filter(|(_, placed)| shows(placed))
            .map(|(instance, _)| &instance.weights);
        let first = weights.next();
        let same = first.is_some_and(|first| weights.all(|w| w == first));
        if let Some(first) = first.filter(|w| same && w.iter().any(|&w| w != 0.0))
            && let Some(mesh) = document.meshes.get_mut(number)
        {
            mesh["weights"] = first.iter().map(|&w| super::number::number(w)).collect();
        }
        shared.push(same);
    }
    shared
}

/// Attaches a mesh to its node, or to a new child if the node already has a mesh, the mesh needs a scale, the
/// mesh is hidden and the node has others below it, or the node is a joint and the mesh has morph targets:
/// three.js loses the channel of their weights on a joint. `joints` are those of all skins. Returns the node.
fn attach_mesh(
    character: &Character,
    plan: &Plan,
    instance: &MeshInstance,
    placed: InstanceUse,
    own_weights: bool,
    joints: &[Vec<usize>],
    drafts: &mut Vec<Draft>,
) -> usize {
    let mut node = character.skeleton().file_index(instance.node);
    let volume = plan.meshes.get(placed.mesh).and_then(|m| m.volume).filter(|_| placed.skin.is_none());
    let taken = drafts.get(node).is_some_and(|d| d.json.get("mesh").is_some());
    let morphs_on_a_joint = !instance.weights.is_empty() && joints.iter().any(|skin| skin.contains(&node));
    let hides_others = !instance.visible && drafts.get(node).is_some_and(|d| d.carries_others);
    if taken || volume.is_some() || morphs_on_a_joint || hides_others {
        let mut json = json!({});
        if let Some(volume) = volume {
            put_transform(&mut json, &volume.transform());
        }
        let in_scene = drafts.get(node).is_some_and(|d| d.in_scene);
        drafts.push(Draft { json, parent: Some(node), in_scene, carries_others: false });
        node = drafts.len() - 1;
    }
    if let Some(draft) = drafts.get_mut(node) {
        draft.json["mesh"] = json!(placed.mesh);
        if let Some(skin) = placed.skin {
            draft.json["skin"] = json!(skin);
        }
        if own_weights && !instance.weights.is_empty() {
            draft.json["weights"] = instance.weights.iter().map(|&w| super::number::number(w)).collect();
        }
    }
    node
}

/// Root ancestor of `node`.
fn root(drafts: &[Draft], mut node: usize) -> usize {
    while let Some(parent) = drafts.get(node).and_then(|d| d.parent) {
        node = parent;
    }
    node
}

/// Adds a common root for skins whose joints have none, as glTF requires.
fn add_common_roots(document: &mut Document, joints: &[Vec<usize>], drafts: &mut Vec<Draft>) {
    let mut group: Vec<usize> = (0..drafts.len()).collect();
    let mut has_several_roots = false;
    for joints in joints {
        let roots: Vec<usize> = joints.iter().map(|&joint| root(drafts, joint)).collect();
        for pair in roots.array_windows::<2>() {
            has_several_roots |= pair[0] != pair[1];
            join(&mut group, pair[0], pair[1]);
        }
    }
    if !has_several_roots {
        return;
    }
    let mut members = vec![0usize; group.len()];
    for node in 0..group.len() {
        if let Some(count) = members.get_mut(find(&group, node)) {
            *count += 1;
        }
    }
    let mut above = vec![None; group.len()];
    for node in 0..group.len() {
        let leader = find(&group, node);
        if members.get(leader).is_none_or(|&count| count < 2) {
            continue;
        }
        let (next, in_scene) = (drafts.len(), drafts.get(node).is_some_and(|d| d.in_scene));
        let Some(slot) = above.get_mut(leader) else { continue };
        let joint_root = *slot.get_or_insert(next);
        if joint_root == next {
            drafts.push(Draft { json: json!({}), parent: None, in_scene, carries_others: true });
        }
        if let Some(draft) = drafts.get_mut(joint_root) {
            draft.in_scene |= in_scene;
        }
        if let Some(draft) = drafts.get_mut(node) {
            draft.parent = Some(joint_root);
        }
    }
    let message = "the joints of a skin have no common root; a root node is added";
    document.report.info("skin-no-common-root", "/skins", message);
}

/// Fills in the children and writes the scene. The nodes `must_show` are added to the scene: glTF requires it
/// for skinned meshes and their joints.
fn scene(document: &mut Document, mut drafts: Vec<Draft>, must_show: &[usize]) {
    let mut shown: HashSet<usize> = HashSet::new();
    for node in 0..drafts.len() {
        if drafts.get(node).is_some_and(|d| d.in_scene) {
            shown.insert(root(&drafts, node));
        }
    }
    let before = shown.len();
    shown.extend(must_show.iter().map(|&node| root(&drafts, node)));
    if shown.len() > before {
        let message = "meshes of the scene depend on nodes outside of it; these are added to the scene";
        document.report.info("skin-outside-scene", "/nodes", message);
    }
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); drafts.len()];
    for (node, draft) in drafts.iter().enumerate() {
        if let Some(siblings) = draft.parent.and_then(|p| children.get_mut(p)) {
            siblings.push(node);
        }
    }
    for (draft, children) in drafts.iter_mut().zip(children) {
        if !children.is_empty() {
            draft.json["children"] = json!(children);
        }
    }
    if drafts.is_empty() {
        return;
    }
    let mut roots: Vec<usize> = shown.into_iter().collect();
    roots.sort_unstable();
    document.scenes.push(if roots.is_empty() { json!({}) } else { json!({ "nodes": roots }) });
    document.nodes.extend(drafts.into_iter().map(|d| d.json));
}
