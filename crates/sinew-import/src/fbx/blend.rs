//! Blend shapes. Each shape of a channel, including in-between shapes, becomes a morph target. The weight of
//! the channel is split among its shapes by linear interpolation. It is the channel's property
//! `DeformPercent`, or in files before version 7 a property of the mesh's node that is connected to it.

use super::node::vector;
use super::source::{Source, location};
use crate::ImportError;
use crate::primitive::offset_bytes;
use sinew::glam::Vec3;
use sinew::morph::MorphTarget;
use std::cmp::Ordering;

/// Morph target names of a mesh and the channels that drive them.
#[derive(Clone, Debug, Default)]
pub(super) struct Blends {
    pub(super) channels: Vec<Channel>,
    pub(super) names: Vec<String>,
}

/// Blend channel: ascending weights at which each shape has full weight (`stops`), and the index of its first
/// morph target.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    /// Element and property that hold the weight in percent.
    pub(super) weight: (u32, String),
    pub(super) stops: Vec<f32>,
    pub(super) first: usize,
    pub(super) rest: f32,
}

impl Channel {
    /// Writes the morph weights of the channel's targets for a channel weight.
    pub(super) fn split(&self, weight: f32, targets: &mut [f32]) {
        let Some(channel_targets) = targets.get_mut(self.first..self.first + self.stops.len()) else {
            return;
        };
        channel_targets.fill(0.0);
        // At weight 0 no shape is active; stops may be negative or positive.
        let before = self.stops.iter().filter(|stop| **stop < 0.0).count();
        let points = self.stops.len() + 1;
        let point = |n: usize| match n.cmp(&before) {
            Ordering::Less => self.stops.get(n).map(|stop| (*stop, Some(n))),
            Ordering::Equal => Some((0.0, None)),
            Ordering::Greater => self.stops.get(n - 1).map(|stop| (*stop, Some(n - 1))),
        };
        // Before the first and after the last point the nearest segment is extrapolated.
        let upper =
            (1..points).find(|&n| point(n).is_some_and(|(stop, _)| weight < stop)).unwrap_or(points - 1);
        let (Some((from, lower)), Some((to, upper))) = (point(upper - 1), point(upper)) else { return };
        let share = if to == from { 1.0 } else { (weight - from) / (to - from) };
        for (target, weight) in [(lower, 1.0 - share), (upper, share)] {
            let slot = target.and_then(|n| channel_targets.get_mut(n));
            slot.into_iter().for_each(|slot| *slot = weight);
        }
    }
}

/// Name of the property that holds the weight of a channel in percent.
const WEIGHT: &str = "DeformPercent";
/// Largest number of connections from property to property that are followed.
const MAX_CONNECTIONS: usize = 64;

/// Element and property whose curve is the weight of a channel: its own, or what is connected to it.
fn weight_property(channel: &ufbx::BlendChannel) -> (u32, String) {
    let (mut element, mut property) = (&channel.element, WEIGHT);
    for _ in 0..MAX_CONNECTIONS {
        let all = element.connections_dst.iter();
        let Some(from) = all.into_iter().find(|c| &*c.dst_prop == property && !c.src_prop.is_empty()) else {
            break;
        };
        (element, property) = (&from.src, &from.src_prop);
    }
    (element.element_id, property.to_owned())
}

/// Reads the morph targets and channels of a mesh with `vertices` vertices.
pub(super) fn read(
    source: &mut Source<'_>,
    mesh: &ufbx::Mesh,
    vertices: usize,
) -> Result<(Vec<MorphTarget>, Blends), ImportError> {
    let (mut targets, mut blends) = (Vec::new(), Blends::default());
    for channel in mesh.blend_deformers.iter().flat_map(|deformer| deformer.channels.iter()) {
        let name = channel.element.name.to_string();
        let mut keyframes: Vec<&ufbx::BlendKeyframe> = channel.keyframes.iter().collect();
        keyframes.retain(|k| k.target_weight.is_finite() && k.target_weight != 0.0);
        keyframes.sort_by(|a, b| a.target_weight.total_cmp(&b.target_weight));
        if keyframes.is_empty() {
            continue;
        }
        let first = targets.len();
        let last = keyframes.len() - 1;
        let mut stops = Vec::with_capacity(keyframes.len());
        for (n, keyframe) in keyframes.iter().enumerate() {
            source.budget.take(1, 256 + 2 * name.len(), &location(&channel.element))?;
            targets.push(target(source, &keyframe.shape, vertices)?);
            let percent = (keyframe.target_weight * 100.0).round();
            blends.names.push(if n == last { name.clone() } else { format!("{name}@{percent}%") });
            stops.push(keyframe.target_weight as f32);
        }
        let rest = channel.weight as f32;
        let rest = if rest.is_finite() { rest } else { 0.0 };
        blends.channels.push(Channel { weight: weight_property(channel), stops, first, rest });
    }
    Ok((targets, blends))
}

fn target(
    source: &mut Source<'_>,
    shape: &ufbx::BlendShape,
    vertices: usize,
) -> Result<MorphTarget, ImportError> {
    let here = location(&shape.element);
    source.budget.take(shape.offset_vertices.len(), offset_bytes(&MorphTarget::default()) * 2, &here)?;
    source.budget.take(vertices, 2 * size_of::<Vec3>(), &here)?;
    let mut positions = vec![Vec3::ZERO; vertices];
    let has_normals = shape.normal_offsets.len() == shape.offset_vertices.len();
    let mut normals = vec![Vec3::ZERO; if has_normals { vertices } else { 0 }];
    for (n, &vertex) in shape.offset_vertices.iter().enumerate() {
        // Mask per offset, which Blender writes as `FullWeights` of the channel. Other programs write the
        // stops of the channel's shapes there, which ufbx gives as `target_weight`.
        let mask = shape.offset_weights.get(n).map_or(1.0, |weight| *weight as f32);
        let offset = |list: &[ufbx::Vec3]| {
            let offset = list.get(n).map(|v| vector(v) * mask);
            offset.filter(|v| v.is_finite()).unwrap_or_default()
        };
        if let Some(slot) = positions.get_mut(vertex as usize) {
            *slot += offset(&shape.position_offsets);
        }
        if let Some(slot) = normals.get_mut(vertex as usize) {
            *slot += offset(&shape.normal_offsets);
        }
    }
    source.budget.give_back(vertices, 2 * size_of::<Vec3>());
    MorphTarget::from_dense(vertices, &positions, &normals, &[])
        .map_err(|e| ImportError::new("morph-target", here, e.to_string()))
}
