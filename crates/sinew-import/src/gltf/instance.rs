//! Meshes on nodes of the shown scene, with their skins (glTF 2.0 specification, sections 3.7.2.2 and 3.7.3).

use super::source::Source;
use super::tree::Tree;
use crate::ImportError;
use crate::limits::REPEATED_VERTICES;
use sinew::character::{Mesh, MeshInstance, Primitive, Skin, SkinningMethod};
use sinew::{JointIndex, Skeleton};

/// What nodes ask of a mesh, worked out once.
struct MeshFacts {
    /// The largest joint number of each primitive that has influences.
    joints: Vec<(usize, usize)>,
    /// Vertices and morph offsets.
    vertices: usize,
    /// About how many bytes the boxes take that a character keeps for each joint and morph target it moves.
    boxes: usize,
}

impl MeshFacts {
    fn of(mesh: &Mesh) -> Self {
        let joint = |p: &Primitive| p.influences.as_ref().map(|i| usize::from(i.max_joint().unwrap_or(0)));
        let joints = mesh.primitives.iter().enumerate().filter_map(|(n, p)| Some((n, joint(p)?))).collect();
        let moved = |p: &Primitive| p.morph_targets.iter().map(|t| t.vertices().len()).sum::<usize>();
        let boxes = |p: &Primitive| {
            let stride = p.influences.as_ref().map_or(1, |i| i.stride());
            p.morph_targets
                .iter()
                .map(|t| (t.vertices().len() * stride).min(p.positions.len()))
                .sum::<usize>()
        };
        Self {
            joints,
            vertices: mesh.primitives.iter().map(|p| p.positions.len() + moved(p)).sum(),
            boxes: mesh.primitives.iter().map(|p| boxes(p) * 32).sum(),
        }
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
    let mut seen = vec![false; meshes.len()];
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
        let Some(joint) = skeleton.by_source(n).filter(|&joint| skeleton.in_scene(joint)) else { continue };
        source.budget.take(mesh.morph_names.len(), 2 * size_of::<f32>(), &place)?;
        let weights = read_weights(source, n, mesh_number, mesh.morph_names.len())?;
        let skin = match skin_number {
            None => None,
            Some(skin) => usable_skin(source, n, skin, skeleton, tree, skins, facts)?,
        };
        match seen.get_mut(mesh_number) {
            Some(seen) if !*seen => *seen = true,
            _ => again = again.saturating_add(facts.vertices),
        }
        if again > REPEATED_VERTICES {
            let message = format!("more than {REPEATED_VERTICES} vertices are shown again by further nodes");
            return Err(ImportError::new(ImportError::TOO_LARGE, place, message));
        }
        let joints = skin.and_then(|s| skins.get(s)).map_or(1, |s| s.joints.len());
        source.budget.take(joints, 160, &place)?;
        source.budget.take(facts.boxes, 1, &place)?;
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
    let joint = skeleton.by_source(n);
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
