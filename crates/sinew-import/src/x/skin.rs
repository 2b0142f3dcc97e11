//! Skin weights: for each bone the vertices it moves, and from the mesh's space to the bone's.

use super::frame::Scene;
use super::{Source, mirror};
use crate::ImportError;
use crate::error::quoted;
use sinew::character::{Influences, Skin};
use sinew::glam::Affine3A;

/// How far from 1 the weights of a vertex may add up before it is reported.
const WEIGHT_SLACK: f64 = 0.005;

/// A mesh's bones, and their nodes; weights follow in [`influences`].
pub(super) struct Bones {
    pub(super) skin: Vec<(usize, Affine3A)>,
    influences: Influences,
}

impl Bones {
    /// The skin; joint numbers are node numbers until the skeleton is made.
    pub(super) fn into_parts(self) -> (Vec<(usize, Affine3A)>, Influences) {
        (self.skin, self.influences)
    }
}

/// The skin; its joint numbers are those of nodes.
pub(super) fn skin(name: String, bones: &[(usize, Affine3A)]) -> Skin {
    Skin {
        name,
        joints: bones.iter().map(|(node, _)| sinew::JointIndex(*node as u32)).collect(),
        inverse_binds: bones.iter().map(|(_, bind)| *bind).collect(),
    }
}

/// Reads the SkinWeights within mesh object `mesh` of `vertices` vertices; none without any.
pub(super) fn read(
    source: &mut Source<'_>,
    scene: &mut Scene,
    mesh: usize,
    vertices: usize,
) -> Result<Option<Bones>, ImportError> {
    let weights =
        source.tree.children(mesh).filter(|&c| source.tree.get(c).is_some_and(|o| o.is("SkinWeights")));
    let weights: Vec<usize> = weights.collect();
    if weights.is_empty() {
        return Ok(None);
    }
    let mut skin: Vec<(usize, Affine3A)> = Vec::with_capacity(weights.len());
    // (vertex, bone, weight)
    let mut all: Vec<(u32, u16, f32)> = Vec::new();
    for &number in &weights {
        let Some(object) = source.tree.get(number) else { continue };
        let (place, name) = (object.place.clone(), object.texts.first().cloned().unwrap_or_default());
        let (pairs, offset) = match read_one(source, number, vertices) {
            Ok(read) => read,
            Err(error) => {
                let then = format!("bone {} moves nothing", quoted(&name));
                source.report.caught(error.unless_too_large()?, &then);
                continue;
            }
        };
        let bone = u16::try_from(skin.len())
            .map_err(|_| ImportError::new(ImportError::TOO_LARGE, place.clone(), "more than 65,536 bones"))?;
        // A bone without a frame stands where the mesh was bound to it.
        let node = scene.named(source, &name, offset.inverse(), &place)?;
        skin.push((node, offset));
        source.budget.take(pairs.len(), 2 * size_of::<(u32, u16, f32)>(), &place)?;
        all.extend(pairs.into_iter().map(|(vertex, weight)| (vertex, bone, weight)));
    }
    if skin.is_empty() {
        return Ok(None);
    }
    let place = source.tree.get(mesh).map(|o| o.place.clone()).unwrap_or_default();
    let influences = influences(source, all, vertices, &place)?;
    Ok(Some(Bones { skin, influences }))
}

type Pairs = Vec<(u32, f32)>;

fn read_one(
    source: &mut Source<'_>,
    number: usize,
    vertices: usize,
) -> Result<(Pairs, Affine3A), ImportError> {
    let Some(object) = source.tree.get(number) else { return Ok(Default::default()) };
    let place = object.place.as_str();
    let fail = |message: String| ImportError::new("x", place, message);
    let numbers = &object.numbers;
    let count = numbers.first().copied().unwrap_or(-1.0);
    let needed = 1.0 + 2.0 * count + 16.0;
    if count < 0.0 || numbers.len() as f64 != needed {
        let message = format!("{} numbers for {count} weights; expected {needed}", numbers.len());
        return Err(fail(message));
    }
    let count = count as usize;
    let (indices, rest) = numbers.get(1..).unwrap_or_default().split_at(count);
    let (weights, matrix) = rest.split_at(count);
    let offset = mirror::matrix(matrix);
    if !offset.is_finite() {
        return Err(ImportError::new("not-finite", place, "the offset matrix is not finite"));
    }
    source.budget.take(count, 2 * size_of::<(u32, f32)>(), place)?;
    let mut pairs = Vec::with_capacity(count);
    for (&vertex, &weight) in indices.iter().zip(weights) {
        if vertex < 0.0 || vertex >= vertices as f64 || !weight.is_finite() || weight < 0.0 {
            let message = format!("weight {weight} for vertex {vertex} of {vertices}");
            return Err(ImportError::new("index-out-of-range", place, message));
        }
        pairs.push((vertex as u32, weight as f32));
    }
    source.budget.give_back(count, 2 * size_of::<(u32, f32)>());
    Ok((pairs, offset))
}

/// Weights by vertex. Those of a vertex are scaled to add up to 1.
fn influences(
    source: &mut Source<'_>,
    mut all: Vec<(u32, u16, f32)>,
    vertices: usize,
    place: &str,
) -> Result<Influences, ImportError> {
    all.sort_by_key(|&(vertex, bone, _)| (vertex, bone));
    let groups = || all.chunk_by(|a, b| a.0 == b.0);
    let stride = groups().map(<[_]>::len).max().unwrap_or(1);
    // As they are gathered here and as they are kept.
    source.budget.take(vertices, stride * 6 * 2, place)?;
    let (mut joints, mut weights) = (vec![0u16; vertices * stride], vec![0.0f32; vertices * stride]);
    let (mut zero, mut off) = (vertices, 0);
    for group in groups() {
        let Some(&(vertex, ..)) = group.first() else { continue };
        let row = vertex as usize * stride;
        for (n, &(_, bone, weight)) in group.iter().enumerate() {
            joints.get_mut(row + n).into_iter().for_each(|j| *j = bone);
            weights.get_mut(row + n).into_iter().for_each(|w| *w = weight);
        }
        let sum: f64 = group.iter().map(|&(.., weight)| f64::from(weight)).sum();
        zero -= usize::from(sum > 0.0);
        off += usize::from(sum > 0.0 && (sum - 1.0).abs() > WEIGHT_SLACK);
    }
    if off > 0 {
        let message = format!("the weights of {off} vertices do not add up to 1; they are scaled to");
        source.report.warn("weights-sum", place, message);
    }
    if zero > 0 {
        let message = format!("{zero} vertices have no weight; they follow the mesh's node");
        source.report.warn("weights-zero", place, message);
    }
    source.budget.give_back(vertices, stride * 6);
    Influences::new(stride, &joints, &weights).map_err(|e| ImportError::new("weights", place, e.to_string()))
}
