//! Meshes on nodes of the shown scene, with their skins (glTF 2.0 specification, sections 3.7.2.2 and 3.7.3).

use super::source::Source;
use super::tree::Tree;
use crate::ImportError;
use crate::limits::REPEATED_STEPS;
use sinew::character::{Mesh, MeshInstance, Primitive, Skin, SkinningMethod};
use sinew::{JointIndex, Skeleton};
use std::collections::HashSet;

/// About what a character keeps of a joint for each instance of a mesh: its matrix, as read and as drawn.
const PALETTE_BYTES: usize = 160;
/// About what it keeps of a joint to know a mesh's bounds, and of each morph target that concerns the joint; lists
/// that grow hold their old place as well.
const BOX_BYTES: usize = 160;
const MORPH_BOX_BYTES: usize = 84;
/// And of a pair of joints that share vertices, in a tree and then in a list.
const PAIR_BYTES: usize = 120;

/// What nodes ask of a mesh, worked out once.
struct MeshFacts {
    /// The largest joint number of each primitive that has influences.
    joints: Vec<(usize, usize)>,
    /// Vertices and morph offsets, each as often as joints may move it: the steps it takes to measure or to skin.
    steps: usize,
    /// How many pairs of joints may share vertices.
    pairs: usize,
    /// For each primitive and morph target, how many joints it may concern.
    morphed: Vec<usize>,
}

impl MeshFacts {
    fn of(mesh: &Mesh) -> Self {
        let joint = |p: &Primitive| p.influences.as_ref().map(|i| usize::from(i.max_joint().unwrap_or(0)));
        let joints = mesh.primitives.iter().enumerate().filter_map(|(n, p)| Some((n, joint(p)?))).collect();
        let mut facts = Self { joints, steps: 0, pairs: 0, morphed: Vec::new() };
        for p in &mesh.primitives {
            let stride = p.influences.as_ref().map_or(1, |i| i.stride());
            facts.steps += p.positions.len() * stride;
            facts.pairs += p.positions.len() * (stride + 2);
            for target in &p.morph_targets {
                let concerned = target.vertices().len() * stride;
                facts.steps += concerned;
                facts.morphed.extend((concerned > 0).then_some(concerned));
            }
        }
        facts
    }

    /// About how many bytes a character keeps to know the mesh's bounds under a skin of `joints` joints, or none.
    fn bounds_bytes(&self, joints: usize) -> usize {
        let slots = joints + 1;
        let boxes: usize = self.morphed.iter().map(|&concerned| concerned.min(slots)).sum();
        let pairs = self.pairs.min(slots.saturating_mul(slots) / 2);
        (slots * BOX_BYTES).saturating_add(boxes * MORPH_BOX_BYTES).saturating_add(pairs * PAIR_BYTES)
    }
}

/// All instances, in the order of their nodes.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    tree: &Tree,
    skins: &[Skin],
    meshes: &[Mesh],
) -> Result<Vec<MeshInstance>, ImportError> {
    let facts: Vec<_> = meshes.iter().map(MeshFacts::of).collect();
    let mut shown = HashSet::new();
    let mut measured = HashSet::new();
    let mut again = 0usize;
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
        let (Some(mesh), Some(facts)) = (meshes.get(mesh_number), facts.get(mesh_number)) else {
            let message = format!("mesh {mesh_number} does not exist");
            return Err(ImportError::new("out-of-range", format!("{place}/mesh"), message));
        };
        let Some(joint) = skeleton.by_file_index(n).filter(|&joint| skeleton.in_scene(joint)) else {
            continue;
        };
        source.budget.take(mesh.morph_names.len(), 2 * size_of::<f32>(), &place)?;
        let weights = read_weights(source, n, mesh_number, mesh.morph_names.len())?;
        let skin = match skin_number {
            None => None,
            Some(skin) => usable_skin(source, n, skin, skeleton, tree, skins, facts)?,
        };
        if !shown.insert(mesh_number) {
            again = again.saturating_add(facts.steps);
        }
        if again > REPEATED_STEPS {
            let message =
                format!("meshes shown before take more than {REPEATED_STEPS} further steps to show again");
            return Err(ImportError::new(ImportError::TOO_LARGE, place, message));
        }
        let joints = skin.and_then(|s| skins.get(s)).map_or(0, |s| s.joints.len());
        source.budget.take(joints + 1, PALETTE_BYTES, &place)?;
        if measured.insert((mesh_number, skin)) {
            source.budget.read(facts.steps, 1, &place)?;
            source.budget.take(facts.bounds_bytes(joints), 1, &place)?;
        }
        let skinning = SkinningMethod::Linear;
        instances.push(MeshInstance { node: joint, mesh: mesh_number, skin, weights, skinning });
    }
    Ok(instances)
}

/// The morph weights of node `n`: its own, else its mesh's, else zeros.
fn read_weights(
    source: &mut Source<'_>,
    n: usize,
    mesh: usize,
    targets: usize,
) -> Result<Vec<f32>, ImportError> {
    let own = source.json.nodes.get(n).map(|node| &node.weights).filter(|w| w.given);
    let place = if own.is_some() { format!("/nodes/{n}/weights") } else { format!("/meshes/{mesh}/weights") };
    let given = own.or(source.json.meshes.get(mesh).map(|m| &m.weights)).map_or(&[][..], |w| w);
    if given.iter().any(|w| !w.is_finite()) {
        return Err(ImportError::new("not-finite", place, "a weight is not finite"));
    }
    let mut weights = vec![0.0; targets];
    weights.iter_mut().zip(given).for_each(|(w, &given)| *w = given);
    if !given.is_empty() && given.len() != targets {
        let message = format!("{} weights for {targets} morph targets", given.len());
        source.report.error("morph-weights", place, message);
    }
    Ok(weights)
}

/// The skin of node `n`, if its mesh can use it.
fn usable_skin(
    source: &mut Source<'_>,
    n: usize,
    number: usize,
    skeleton: &Skeleton,
    tree: &Tree,
    skins: &[Skin],
    facts: &MeshFacts,
) -> Result<Option<usize>, ImportError> {
    let place = format!("/nodes/{n}");
    let skin = skins.get(number).ok_or_else(|| {
        ImportError::new("out-of-range", format!("{place}/skin"), format!("skin {number} does not exist"))
    })?;
    if facts.joints.is_empty() {
        let message = "its mesh has no joint weights, so it follows the node";
        source.report.error("skin-without-weights", place, message);
        return Ok(None);
    }
    if let Some((p, max)) = facts.joints.iter().find(|(_, max)| *max >= skin.joints.len()) {
        let message =
            format!("primitive {p} of its mesh names joint {max} of a skin of {} joints", skin.joints.len());
        return Err(ImportError::new("joint-out-of-range", place, message));
    }
    if !skin.joints.iter().any(|&joint| skeleton.in_scene(joint)) {
        source.report.error("skin-outside-scene", &*place, "no joint of its skin belongs to the scene");
    }
    let rest = |joint: JointIndex| skeleton.rest().get(joint.index()).copied().unwrap_or_default();
    let joint = skeleton.by_file_index(n);
    let whose = if joint.is_some_and(|joint| rest(joint) != Default::default()) {
        Some("own transform is")
    } else if joint.is_some_and(|joint| tree.is_moved(joint)) {
        Some("parents' transforms are")
    } else {
        None
    };
    if let Some(whose) = whose {
        let message = format!("a skinned mesh follows its joints; its node's {whose} ignored");
        source.report.warn("skinned-node-transform", place, message);
    }
    Ok(Some(number))
}
