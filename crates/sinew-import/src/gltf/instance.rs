//! Mesh instances: meshes on nodes of the scene, with their skins (glTF 2.0 specification, sections 3.7.2.2
//! and 3.7.3).

use super::source::Source;
use super::tree::Tree;
use super::visibility;
use crate::ImportError;
use crate::limits::MAX_REPEATED_STEPS;
use sinew::character::{Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId, SkinningMethod};
use sinew::{JointId, Skeleton};
use std::collections::HashSet;

/// Approximate memory of a character per joint of each mesh instance, in bytes: its matrices.
const PALETTE_BYTES: usize = 160;
/// Approximate memory per joint for animated bounds, in bytes, including the growth of lists.
const BOX_BYTES: usize = 160;
const MORPH_BOX_BYTES: usize = 84;
/// The same per pair of joints that share vertices, in a tree and then in a list.
const PAIR_BYTES: usize = 120;

/// Costs and joint range of a mesh, computed once per mesh.
struct MeshCosts {
    /// Primitive index and largest joint index of each primitive with influences.
    joints: Vec<(usize, usize)>,
    /// Number of vertices and morph offsets, each times its joints: the steps to measure or skin the mesh.
    steps: usize,
    /// Largest possible number of joint pairs that share vertices.
    pairs: usize,
    /// Largest possible number of joints affected by each morph target of each primitive.
    morphed: Vec<usize>,
}

impl MeshCosts {
    fn of(mesh: &Mesh) -> Self {
        let joint = |p: &Primitive| p.influences.as_ref().map(|i| usize::from(i.max_joint().unwrap_or(0)));
        let joints = mesh.primitives.iter().enumerate().filter_map(|(n, p)| Some((n, joint(p)?))).collect();
        let mut costs = Self { joints, steps: 0, pairs: 0, morphed: Vec::new() };
        for p in &mesh.primitives {
            let stride = p.influences.as_ref().map_or(1, |i| i.stride());
            costs.steps += p.positions.len() * stride;
            costs.pairs += p.positions.len() * (stride + 2);
            for target in &p.morph_targets {
                let concerned = target.vertices().len() * stride;
                costs.steps += concerned;
                costs.morphed.extend((concerned > 0).then_some(concerned));
            }
        }
        costs
    }

    /// Approximate memory of a character for the mesh's animated bounds with a skin of `joints` joints, in
    /// bytes.
    fn bounds_bytes(&self, joints: usize) -> usize {
        let slots = joints + 1;
        let boxes: usize = self.morphed.iter().map(|&concerned| concerned.min(slots)).sum();
        let pairs = self.pairs.min(slots.saturating_mul(slots) / 2);
        (slots * BOX_BYTES).saturating_add(boxes * MORPH_BOX_BYTES).saturating_add(pairs * PAIR_BYTES)
    }
}

/// Reads all mesh instances, in the order of their nodes.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    tree: &Tree,
    skins: &[Skin],
    meshes: &[Mesh],
) -> Result<Vec<MeshInstance>, ImportError> {
    let costs: Vec<_> = meshes.iter().map(MeshCosts::of).collect();
    let mut seen = HashSet::new();
    let mut measured = HashSet::new();
    let mut repeated_steps = 0usize;
    let mut instances = Vec::new();
    source.budget.take(skeleton.len(), 1, "/nodes")?;
    let visible = visibility::of_joints(source, skeleton);
    for n in 0..source.json.nodes.len() {
        let Some(node) = source.json.nodes.get(n) else { continue };
        let origin = source.origin(n);
        let location = format!("/nodes/{origin}");
        let (mesh_number, skin_number) = (node.mesh.filter(|_| !source.has_copies(n)), node.skin);
        let Some(mesh_number) = mesh_number else {
            if skin_number.is_some() {
                source.report.warn(
                    "skin-without-mesh",
                    location,
                    "the node has a skin but no mesh; the skin is ignored",
                );
            }
            continue;
        };
        let (Some(mesh), Some(costs)) = (meshes.get(mesh_number), costs.get(mesh_number)) else {
            let message = format!("mesh {mesh_number} does not exist");
            return Err(ImportError::new("out-of-range", format!("{location}/mesh"), message));
        };
        let Some(joint) = skeleton.by_file_index(n).filter(|&joint| skeleton.in_scene(joint)) else {
            continue;
        };
        source.budget.take(mesh.morph_names.len(), 2 * size_of::<f32>(), &location)?;
        let weights = read_weights(source, origin, mesh_number, mesh.morph_names.len())?;
        let skin = match skin_number {
            None => None,
            Some(skin) => usable_skin(source, n, skin, skeleton, tree, skins, costs)?,
        };
        if !seen.insert(mesh_number) {
            repeated_steps = repeated_steps.saturating_add(costs.steps);
        }
        if repeated_steps > MAX_REPEATED_STEPS {
            let message = format!("repeated meshes exceed the limit of {MAX_REPEATED_STEPS} steps");
            return Err(ImportError::new(ImportError::TOO_LARGE, location, message));
        }
        let joints = skin.and_then(|s| skins.get(s)).map_or(0, |s| s.joints.len());
        source.budget.take(joints + 1, PALETTE_BYTES, &location)?;
        if measured.insert((mesh_number, skin)) {
            source.budget.read(costs.steps, 1, &location)?;
            source.budget.take(costs.bounds_bytes(joints), 1, &location)?;
        }
        let skinning = SkinningMethod::Linear;
        instances.push(MeshInstance {
            node: joint,
            mesh: MeshId(mesh_number as u32),
            skin: skin.map(|skin| SkinId(skin as u32)),
            weights,
            skinning,
            visible: visible.get(joint.index()).copied().unwrap_or(true),
        });
    }
    Ok(instances)
}

/// Morph weights of node `n`: its own, else those of its mesh, else zeros.
fn read_weights(
    source: &mut Source<'_>,
    n: usize,
    mesh: usize,
    targets: usize,
) -> Result<Vec<f32>, ImportError> {
    let node_weights = source.json.nodes.get(n).map(|node| &node.weights).filter(|w| w.is_present);
    let location = if node_weights.is_some() {
        format!("/nodes/{n}/weights")
    } else {
        format!("/meshes/{mesh}/weights")
    };
    let given = node_weights.or(source.json.meshes.get(mesh).map(|m| &m.weights)).map_or(&[][..], |w| w);
    if given.iter().any(|w| !w.is_finite()) {
        return Err(ImportError::new("not-finite", location, "a weight is not finite"));
    }
    let mut weights = vec![0.0; targets];
    weights.iter_mut().zip(given).for_each(|(w, &given)| *w = given);
    if !given.is_empty() && given.len() != targets {
        let message = format!("{} weights; the mesh has {targets} morph targets", given.len());
        source.report.error("morph-weights", location, message);
    }
    Ok(weights)
}

/// Skin of node `n`; `None` if its mesh has no joint weights.
fn usable_skin(
    source: &mut Source<'_>,
    n: usize,
    number: usize,
    skeleton: &Skeleton,
    tree: &Tree,
    skins: &[Skin],
    costs: &MeshCosts,
) -> Result<Option<usize>, ImportError> {
    let location = format!("/nodes/{n}");
    let skin = skins.get(number).ok_or_else(|| {
        ImportError::new("out-of-range", format!("{location}/skin"), format!("skin {number} does not exist"))
    })?;
    if costs.joints.is_empty() {
        let message = "the mesh has no joint weights; the skin is ignored";
        source.report.error("skin-without-weights", location, message);
        return Ok(None);
    }
    if let Some((p, max)) = costs.joints.iter().find(|(_, max)| *max >= skin.joints.len()) {
        let message = format!(
            "primitive {p} of the mesh references joint {max}; the skin has {} joints",
            skin.joints.len()
        );
        return Err(ImportError::new("joint-out-of-range", location, message));
    }
    if !skin.joints.iter().any(|&joint| skeleton.in_scene(joint)) {
        source.report.error("skin-outside-scene", &*location, "no joint of the skin belongs to the scene");
    }
    let rest = |joint: JointId| skeleton.rest().get(joint.index()).copied().unwrap_or_default();
    let joint = skeleton.by_file_index(n);
    let ignored = if joint.is_some_and(|joint| rest(joint) != Default::default()) {
        Some("transform has")
    } else if joint.is_some_and(|joint| tree.is_moved(joint)) {
        Some("ancestors' transforms have")
    } else {
        None
    };
    if let Some(ignored) = ignored {
        let message = format!("a skinned mesh follows only its joints: the node's {ignored} no effect");
        source.report.warn("skinned-node-transform", location, message);
    }
    Ok(Some(number))
}
