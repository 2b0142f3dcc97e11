//! Skin deformers: clusters of weighted vertices, one per node.

use super::node::affine;
use super::source::{Source, location};
use crate::ImportError;
use sinew::character::{Influences, Skin, SkinningMethod};
use sinew::{JointId, Skeleton};

/// Skin of a mesh with its skinning method and influences.
pub(super) struct BoundSkin {
    pub(super) skin: Skin,
    pub(super) method: SkinningMethod,
    pub(super) influences: Influences,
}

/// Reads the skin of a mesh with `vertices` vertices; `None` without a usable deformer.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    mesh: &ufbx::Mesh,
    vertices: usize,
) -> Result<Option<BoundSkin>, ImportError> {
    let Some(deformer) = mesh.skin_deformers.first() else { return Ok(None) };
    let here = location(&mesh.element);
    if mesh.skin_deformers.len() > 1 {
        let message =
            format!("the mesh has {} skin deformers; only the first one is used", mesh.skin_deformers.len());
        source.report.warn("fbx-skin", &*here, message);
    }
    let mut skin = Skin { name: deformer.element.name.to_string(), ..Skin::default() };
    // Joint index of each cluster; `None` for a cluster without a node.
    let mut joint_of: Vec<Option<u16>> = Vec::with_capacity(deformer.clusters.len());
    source.budget.take(deformer.clusters.len(), 160, &here)?;
    for cluster in &deformer.clusters {
        // For nodes that do not pass scale to their children, ufbx adds a helper node with the scale.
        let scaled = |node: &ufbx::Node| joint(skeleton, node.scale_helper.as_deref().unwrap_or(node));
        let joint = cluster.bone_node.as_ref().and_then(|node| scaled(node));
        let bind = affine(&cluster.geometry_to_bone);
        let (Some(joint), Ok(number), true) = (joint, u16::try_from(skin.joints.len()), bind.is_finite())
        else {
            source.report.warn(
                "fbx-skin",
                location(&cluster.element),
                "the cluster has no node; it is left out",
            );
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
        let message = format!("{zero} vertices have no joint weights; they follow the mesh's node");
        source.report.warn("weights-zero", &*here, message);
    }
    let method = match deformer.skinning_method {
        ufbx::SkinningMethod::Linear | ufbx::SkinningMethod::Rigid => SkinningMethod::Linear,
        ufbx::SkinningMethod::DualQuaternion => SkinningMethod::DualQuaternion,
        ufbx::SkinningMethod::BlendedDqLinear => dominant_method(source, deformer, &here),
    };
    source.budget.give_back(vertices, stride * 6);
    let influences = Influences::new(stride, &joints, &weights)
        .map_err(|e| ImportError::new("weights", here, e.to_string()))?;
    Ok(Some(BoundSkin { skin, method, influences }))
}

pub(super) fn joint(skeleton: &Skeleton, node: &ufbx::Node) -> Option<JointId> {
    skeleton.by_file_index(node.element.typed_id as usize)
}

/// Keeps only the largest weight of each vertex, for rigid skinning.
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

/// Skinning method for per-vertex blends of both methods: the one with the larger total weight.
fn dominant_method(source: &mut Source<'_>, deformer: &ufbx::SkinDeformer, here: &str) -> SkinningMethod {
    let all = deformer.vertices.len() as f64;
    let dual_weight = deformer.vertices.iter().map(|v| v.dq_weight).sum::<f64>();
    if dual_weight == 0.0 || dual_weight == all {
        return if dual_weight == 0.0 { SkinningMethod::Linear } else { SkinningMethod::DualQuaternion };
    }
    let dual = dual_weight * 2.0 > all;
    let name = if dual { "dual quaternion" } else { "linear" };
    let message = format!(
        "dual quaternion and linear skinning are blended per vertex; {name} skinning is used for all vertices"
    );
    source.report.warn("fbx-skin", here, message);
    if dual { SkinningMethod::DualQuaternion } else { SkinningMethod::Linear }
}
