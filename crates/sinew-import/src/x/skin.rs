//! Skin weights: for each bone its weighted vertices and its inverse bind matrix.

use super::frame::Scene;
use super::mirror;
use super::source::Source;
use crate::ImportError;
use crate::error::quoted;
use sinew::character::{Influences, Skin};
use sinew::glam::Affine3A;

/// Largest unreported deviation of a vertex's weight sum from 1.
const WEIGHT_SUM_TOLERANCE: f64 = 0.005;

/// Bones of a mesh: node indices with inverse bind matrices, and the influences of the vertices.
pub(super) struct Bones {
    pub(super) skin: Vec<(usize, Affine3A)>,
    influences: Influences,
}

impl Bones {
    /// Splits the bones into nodes and influences.
    pub(super) fn into_parts(self) -> (Vec<(usize, Affine3A)>, Influences) {
        (self.skin, self.influences)
    }
}

/// Creates a skin. Its joint indices are node indices until the skeleton exists.
pub(super) fn skin(name: String, bones: &[(usize, Affine3A)]) -> Skin {
    Skin {
        name,
        joints: bones.iter().map(|(node, _)| sinew::JointId(*node as u32)).collect(),
        inverse_binds: bones.iter().map(|(_, bind)| *bind).collect(),
    }
}

/// Reads the SkinWeights of mesh object `mesh` with `vertices` vertices; `None` if it has none.
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
        let (location, name) = (object.location.clone(), object.texts.first().cloned().unwrap_or_default());
        let (pairs, offset) = match read_one(source, number, vertices) {
            Ok(read) => read,
            Err(error) => {
                let consequence = format!("bone {} has no influence", quoted(&name));
                source.report.recovered(error.unless_too_large()?, &consequence);
                continue;
            }
        };
        let bone = u16::try_from(skin.len()).map_err(|_| {
            ImportError::new(ImportError::TOO_LARGE, location.clone(), "more than 65,536 bones")
        })?;
        // A bone without a frame gets the bind pose of the mesh.
        let node = scene.node_by_name(source, &name, offset.inverse(), &location)?;
        skin.push((node, offset));
        source.budget.take(pairs.len(), 2 * size_of::<(u32, u16, f32)>(), &location)?;
        all.extend(pairs.into_iter().map(|(vertex, weight)| (vertex, bone, weight)));
    }
    if skin.is_empty() {
        return Ok(None);
    }
    let location = source.tree.get(mesh).map(|o| o.location.clone()).unwrap_or_default();
    let influences = influences(source, all, vertices, &location)?;
    Ok(Some(Bones { skin, influences }))
}

type Pairs = Vec<(u32, f32)>;

fn read_one(
    source: &mut Source<'_>,
    number: usize,
    vertices: usize,
) -> Result<(Pairs, Affine3A), ImportError> {
    let Some(object) = source.tree.get(number) else { return Ok(Default::default()) };
    let location = object.location.as_str();
    let fail = |message: String| ImportError::new("x", location, message);
    let numbers = &object.numbers;
    let count = numbers.first().copied().unwrap_or(-1.0);
    let needed = 1.0 + 2.0 * count + 16.0;
    if count < 0.0 || numbers.len() as f64 != needed {
        let message = format!("{} numbers; {count} weights need {needed}", numbers.len());
        return Err(fail(message));
    }
    let count = count as usize;
    let (indices, rest) = numbers.get(1..).unwrap_or_default().split_at(count);
    let (weights, matrix) = rest.split_at(count);
    let offset = mirror::matrix(matrix);
    if !offset.is_finite() {
        return Err(ImportError::new("not-finite", location, "the offset matrix is not finite"));
    }
    source.budget.take(count, 2 * size_of::<(u32, f32)>(), location)?;
    let mut pairs = Vec::with_capacity(count);
    for (&vertex, &weight) in indices.iter().zip(weights) {
        if vertex < 0.0 || vertex >= vertices as f64 || !weight.is_finite() || weight < 0.0 {
            let message =
                format!("invalid weight {weight} of vertex {vertex}; the mesh has {vertices} vertices");
            return Err(ImportError::new("index-out-of-range", location, message));
        }
        pairs.push((vertex as u32, weight as f32));
    }
    source.budget.give_back(count, 2 * size_of::<(u32, f32)>());
    Ok((pairs, offset))
}

/// Gathers the weights by vertex and normalizes them.
fn influences(
    source: &mut Source<'_>,
    mut all: Vec<(u32, u16, f32)>,
    vertices: usize,
    location: &str,
) -> Result<Influences, ImportError> {
    all.sort_by_key(|&(vertex, bone, _)| (vertex, bone));
    let groups = || all.chunk_by(|a, b| a.0 == b.0);
    let stride = groups().map(<[_]>::len).max().unwrap_or(1);
    // Twice: the gathered rows and the resulting influences.
    source.budget.take(vertices, stride * 6 * 2, location)?;
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
        off += usize::from(sum > 0.0 && (sum - 1.0).abs() > WEIGHT_SUM_TOLERANCE);
    }
    if off > 0 {
        let message = format!("the weights of {off} vertices do not sum to 1; they are normalized");
        source.report.warn("weights-sum", location, message);
    }
    if zero > 0 {
        let message = format!("{zero} vertices have no joint weights; they follow the mesh's node");
        source.report.warn("weights-zero", location, message);
    }
    source.budget.give_back(vertices, stride * 6);
    Influences::new(stride, &joints, &weights)
        .map_err(|e| ImportError::new("weights", location, e.to_string()))
}
