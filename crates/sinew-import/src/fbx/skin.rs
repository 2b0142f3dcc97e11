//! Skin deformers: clusters of weighted vertices, each following a node.

use super::node::affine;
use super::{Source, place};
use crate::ImportError;
use sinew::character::{Influences, Skin, SkinningMethod};
use sinew::{JointIndex, Skeleton};

/// A skin, how its influences combine, and which vertices they move.
pub(super) struct Made {
    pub(super) skin: Skin,
    pub(super) method: SkinningMethod,
    pub(super) influences: Influences,
}

/// The skin of a mesh of `vertices` vertices; none without a deformer that moves anything.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    mesh: &ufbx::Mesh,
    vertices: usize,
) -> Result<Option<Made>, ImportError> {
    let Some(deformer) = mesh.skin_deformers.first() else { return Ok(None) };
    let here = place(&mesh.element);
    if mesh.skin_deformers.len() > 1 {
        let message = format!("{} skin deformers; the first one counts", mesh.skin_deformers.len());
        source.report.warn("fbx-skin", &*here, message);
    }
    let mut skin = Skin { name: deformer.element.name.to_string(), ..Skin::default() };
    // The joint of each cluster; none where it lost its node.
    let mut joint_of: Vec<Option<u16>> = Vec::with_capacity(deformer.clusters.len());
    source.budget.take(deformer.clusters.len(), 160, &here)?;
    for cluster in &deformer.clusters {
        // Where scale is not handed down to children, it stands on a node of its own beside them.
        let scaled = |node: &ufbx::Node| joint(skeleton, node.scale_helper.as_deref().unwrap_or(node));
        let joint = cluster.bone_node.as_ref().and_then(|node| scaled(node));
        let bind = affine(&cluster.geometry_to_bone);
        let (Some(joint), Ok(number), true) = (joint, u16::try_from(skin.joints.len()), bind.is_finite())
        else {
            source.report.warn("fbx-skin", place(&cluster.element), "it follows no node; left out");
            joint_of.push(None);
            continue;
        };
        joint_of.push(Some(number));
        skin.joints.push(joint);
        skin.inverse_binds.push(bind);
    }
    if skin.joints.is_empty() {
        return Ok(None);
    }
    let stride = deformer.vertices.iter().map(|v| v.num_weights as usize).max().unwrap_or(0).max(1);
    source.budget.take(vertices, stride * 6 * 2, &here)?;
    let (mut joints, mut weights) = (vec![0u16; vertices * stride], vec![0.0f32; vertices * stride]);
    let mut zero = 0;
    for (vertex, entry) in deformer.vertices.iter().enumerate().take(vertices) {
        let first = entry.weight_begin as usize;
        let entries = deformer.weights.get(first..first + entry.num_weights as usize).unwrap_or_default();
        let used = entries.iter().filter_map(|w| {
            let joint = joint_of.get(w.cluster_index as usize).copied().flatten()?;
            let weight = w.weight as f32;
            (weight.is_finite() && weight > 0.0).then_some((joint, weight))
        });
        let (mut at, mut sum) = (vertex * stride, 0.0);
        for (joint, weight) in used {
            joints.get_mut(at).into_iter().for_each(|j| *j = joint);
            weights.get_mut(at).into_iter().for_each(|w| *w = weight);
            at += 1;
            sum += weight;
        }
        zero += usize::from(sum == 0.0);
    }
    if deformer.skinning_method == ufbx::SkinningMethod::Rigid {
        keep_heaviest(&mut weights, stride);
    }
    if zero > 0 {
        let message = format!("{zero} vertices have no weight; they follow the mesh's node");
        source.report.warn("weights-zero", &*here, message);
    }
    let method = match deformer.skinning_method {
        ufbx::SkinningMethod::Linear | ufbx::SkinningMethod::Rigid => SkinningMethod::Linear,
        ufbx::SkinningMethod::DualQuaternion => SkinningMethod::DualQuaternion,
        ufbx::SkinningMethod::BlendedDqLinear => blended(source, deformer, &here),
    };
    source.budget.give_back(vertices, stride * 6);
    let influences = Influences::new(stride, &joints, &weights)
        .map_err(|e| ImportError::new("weights", here, e.to_string()))?;
    Ok(Some(Made { skin, method, influences }))
}

pub(super) fn joint(skeleton: &Skeleton, node: &ufbx::Node) -> Option<JointIndex> {
    skeleton.by_file_index(node.element.typed_id as usize)
}

/// Rigid skins move a vertex with one joint.
fn keep_heaviest(weights: &mut [f32], stride: usize) {
    for row in weights.chunks_exact_mut(stride) {
        let heaviest = row.iter().copied().fold(0.0, f32::max);
        let mut kept = false;
        for weight in row {
            let keep = !kept && *weight == heaviest;
            kept |= keep;
            *weight = if keep { *weight } else { 0.0 };
        }
    }
}

/// A mix of both methods by vertex, which is drawn by the one that most vertices lean to.
fn blended(source: &mut Source<'_>, deformer: &ufbx::SkinDeformer, here: &str) -> SkinningMethod {
    let all = deformer.vertices.len() as f64;
    let lean = deformer.vertices.iter().map(|v| v.dq_weight).sum::<f64>();
    if lean == 0.0 || lean == all {
        return if lean == 0.0 { SkinningMethod::Linear } else { SkinningMethod::DualQuaternion };
    }
    let dual = lean * 2.0 > all;
    let name = if dual { "dual quaternions" } else { "linear" };
    let message = format!("dual quaternions and linear skinning are mixed by vertex; {name} is used for all");
    source.report.warn("fbx-skin", here, message);
    if dual { SkinningMethod::DualQuaternion } else { SkinningMethod::Linear }
}
