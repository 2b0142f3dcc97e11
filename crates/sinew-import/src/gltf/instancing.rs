//! Copies of a mesh on one node (EXT_mesh_gpu_instancing), as nodes below it: each has the mesh and the
//! transform of its copy.

use super::json::Node;
use super::layout::Component;
use super::source::Source;
use crate::ImportError;
use crate::limits::MAX_ENTRIES;
use sinew::glam::Quat;

/// Largest unreported deviation of a rotation's length from 1: of floats, and of integers of 8 bits, which are
/// rounded.
const FLOAT_TOLERANCE: f64 = 1e-3;
const INTEGER_TOLERANCE: f64 = 2e-2;

/// Transforms of the copies of one node; a missing attribute is empty.
struct Copies {
    count: usize,
    translations: Vec<[f32; 3]>,
    rotations: Vec<[f32; 4]>,
    scales: Vec<[f32; 3]>,
}

impl Source<'_> {
    /// Node of the file on which `node` is: itself, or for a copy of a mesh the node with the copies.
    pub(super) fn origin(&self, node: usize) -> usize {
        let first = self.json.nodes.len() - self.instance_origins.len();
        let number = node.checked_sub(first);
        number.and_then(|number| self.instance_origins.get(number)).copied().unwrap_or(node)
    }

    /// Whether the mesh of `node` is shown by nodes below it, and not by the node.
    pub(super) fn has_copies(&self, node: usize) -> bool {
        self.instance_origins.binary_search(&node).is_ok()
    }
}

/// Adds a node for each copy of a mesh at the end of the file's nodes.
pub(super) fn add_nodes(source: &mut Source<'_>) -> Result<(), ImportError> {
    let mut added = Vec::new();
    let count = source.json.nodes.len();
    for n in 0..count {
        let Some(node) = source.json.nodes.get(n).filter(|node| node.extensions.instancing.is_some()) else {
            continue;
        };
        let location = format!("/nodes/{n}/extensions/EXT_mesh_gpu_instancing");
        if node.mesh.is_none() || node.skin.is_some() {
            let message = match node.mesh {
                None => "the node has no mesh; its copies are ignored",
                Some(_) => "a skinned mesh follows only its joints; it is drawn once",
            };
            source.report.warn("instancing", location, message);
            continue;
        }
        let copies = match read(source, n, count + added.len(), &location) {
            Ok(copies) => copies,
            Err(error) => {
                let consequence = "the mesh is drawn once, at its node";
                source.report.recovered(error.unless_too_large()?, consequence);
                continue;
            }
        };
        let name_bytes = source.json.nodes.get(n).map_or(0, |node| node.name.len());
        // Lists of nodes that grow hold up to three times as much for a while.
        source.budget.take(copies.count, 3 * size_of::<Node>() + name_bytes + 32, &location)?;
        let Some(node) = source.json.nodes.get_mut(n) else { continue };
        let first = count + added.len();
        node.children.extend(first..first + copies.count);
        added.extend((0..copies.count).map(|number| Node {
            name: if node.name.is_empty() { String::new() } else { format!("{}_{number}", node.name) },
            mesh: node.mesh,
            translation: copies.translations.get(number).copied(),
            rotation: copies.rotations.get(number).copied(),
            scale: copies.scales.get(number).copied(),
            ..Node::default()
        }));
        source.instance_origins.extend(std::iter::repeat_n(n, copies.count));
        source.budget.give_back(copies.translations.len() + copies.scales.len(), size_of::<[f32; 3]>());
        source.budget.give_back(copies.rotations.len(), size_of::<[f32; 4]>());
    }
    source.json.nodes.extend(added);
    Ok(())
}

/// Reads the copies of node `n`, with which the file has `nodes` nodes before them.
fn read(source: &mut Source<'_>, n: usize, nodes: usize, location: &str) -> Result<Copies, ImportError> {
    let attributes = source.json.nodes.get(n).and_then(|node| node.extensions.instancing.as_ref());
    let accessors = ["TRANSLATION", "ROTATION", "SCALE"]
        .map(|name| (attributes.and_then(|instancing| instancing.attributes.get(name)), name));
    let at = |name: &str| format!("{location}/attributes/{name}");
    let mut counts = Vec::new();
    for (accessor, name) in accessors {
        let Some(accessor) = accessor else { continue };
        counts.push((source.layout(accessor, &at(name))?.count, name));
    }
    let Some(&(count, name)) = counts.iter().min_by_key(|(count, _)| *count) else {
        let message = "neither TRANSLATION nor ROTATION nor SCALE is given";
        return Err(ImportError::new("instancing", location, message));
    };
    if count == 0 {
        return Err(ImportError::new("instancing", at(name), "there are no copies"));
    }
    if nodes.saturating_add(count) > MAX_ENTRIES {
        let message = format!("{count} copies and {nodes} nodes exceed the limit of {MAX_ENTRIES} nodes");
        return Err(ImportError::new(ImportError::TOO_LARGE, location, message));
    }
    if let Some((other, name)) = counts.iter().find(|(other, _)| *other != count) {
        let message = format!("{other} elements; another attribute has {count}, as many copies are drawn");
        source.report.error("instancing", at(name), message);
    }
    let [translation, rotation, scale] = accessors.map(|(accessor, _)| accessor);
    let mut copies = Copies { count, translations: Vec::new(), rotations: Vec::new(), scales: Vec::new() };
    if let Some(accessor) = translation {
        copies.translations = source.vectors(accessor, &at("TRANSLATION"))?;
    }
    if let Some(accessor) = rotation {
        copies.rotations = rotations(source, accessor, &at("ROTATION"))?;
    }
    if let Some(accessor) = scale {
        copies.scales = source.vectors(accessor, &at("SCALE"))?;
    }
    Ok(copies)
}

/// Reads unit rotations; others are reported.
fn rotations(source: &mut Source<'_>, accessor: usize, location: &str) -> Result<Vec<[f32; 4]>, ImportError> {
    let layout = source.layout(accessor, location)?;
    let is_float = layout.component == Component::F32;
    if !is_float && !layout.normalized {
        return Err(ImportError::new("accessor-type", location, "the integers are not normalized"));
    }
    let tolerance = if is_float { FLOAT_TOLERANCE } else { INTEGER_TOLERANCE };
    let mut rotations = source.vectors(accessor, location)?;
    let mut off = 0;
    for rotation in &mut rotations {
        let stored = Quat::from_array(*rotation).as_dquat();
        let length = stored.length();
        off += usize::from((length - 1.0).abs() > tolerance);
        let unit = if length > 0.0 { (stored / length).as_quat() } else { Quat::IDENTITY };
        *rotation = unit.to_array();
    }
    if off > 0 {
        let message = format!("{off} rotations are not unit quaternions; they are normalized");
        source.report.warn("rotation-not-unit", location, message);
    }
    Ok(rotations)
}
