//! Frames of .x files as nodes.

use super::mirror;
use super::source::Source;
use crate::limits::MAX_ENTRIES;
use crate::{ImportError, Report};
use sinew::glam::Affine3A;
use sinew::skeleton::Joint;
use sinew::{Skeleton, Transform};
use std::collections::HashMap;

/// Approximate memory of a character per node, in bytes: skeleton and poses.
const NODE_BYTES: usize = 400;

/// Nodes in the file's order, and the meshes on them.
pub(super) struct Scene {
    nodes: Vec<Node>,
    by_name: HashMap<String, usize>,
    /// Pairs of mesh object and node index.
    pub(super) meshes: Vec<(usize, usize)>,
}

struct Node {
    name: String,
    parent: Option<u32>,
    rest: Affine3A,
    location: String,
}

/// Visits all frames. A mesh outside of all frames gets a node of its own.
pub(super) fn read(source: &mut Source<'_>) -> Result<Scene, ImportError> {
    let mut scene = Scene { nodes: Vec::new(), by_name: HashMap::new(), meshes: Vec::new() };
    // Stack of objects to visit with their parent nodes. References may form cycles.
    let mut open: Vec<(usize, Option<usize>)> = source.tree.top().map(|o| (o, None)).collect();
    open.reverse();
    let mut visited = vec![false; source.tree.all().count() + 1];
    while let Some((number, parent)) = open.pop() {
        let Some(object) = source.tree.get(number) else { continue };
        if object.is("Frame") {
            let seen = visited.get_mut(number).is_none_or(|seen| std::mem::replace(seen, true));
            if seen {
                let message =
                    format!("frame {} is referenced twice; the second reference is ignored", object.name);
                source.report.warn("x-frame", object.location.clone(), message);
                continue;
            }
            let (name, location) = (object.name.clone(), object.location.clone());
            let rest = rest(source, number)?;
            let node = scene.add(source, name, parent, rest, location)?;
            let children: Vec<usize> = source.tree.children(number).collect();
            open.extend(children.into_iter().rev().map(|child| (child, Some(node))));
        } else if object.is("Mesh") {
            source.budget.take(1, 4 * size_of::<(usize, usize)>(), &object.location)?;
            let node = match parent {
                Some(node) => node,
                None => {
                    let (name, location) = (object.name.clone(), object.location.clone());
                    scene.add(source, name, None, Affine3A::IDENTITY, location)?
                }
            };
            scene.meshes.push((number, node));
        }
    }
    Ok(scene)
}

/// Local transform of a frame.
fn rest(source: &mut Source<'_>, frame: usize) -> Result<Affine3A, ImportError> {
    let matrix = source.tree.child(frame, "FrameTransformMatrix").and_then(|m| source.tree.get(m));
    let Some(object) = matrix else { return Ok(Affine3A::IDENTITY) };
    let location = object.location.clone();
    if object.numbers.len() < 16 {
        let message = format!("the matrix has {} numbers; expected 16", object.numbers.len());
        return Err(ImportError::new("x", location, message));
    }
    let affine = mirror::matrix(&object.numbers);
    if !affine.is_finite() {
        return Err(ImportError::new("not-finite", location, "the matrix is not finite"));
    }
    Ok(affine)
}

impl Scene {
    fn add(
        &mut self,
        source: &mut Source<'_>,
        name: String,
        parent: Option<usize>,
        rest: Affine3A,
        location: String,
    ) -> Result<usize, ImportError> {
        if self.nodes.len() == MAX_ENTRIES {
            return Err(ImportError::new(
                ImportError::TOO_LARGE,
                location,
                format!("more than {MAX_ENTRIES} frames"),
            ));
        }
        source.budget.take(1, NODE_BYTES, &location)?;
        let number = self.nodes.len();
        self.by_name.entry(name.clone()).or_insert(number);
        self.nodes.push(Node { name, parent: parent.map(|p| p as u32), rest, location });
        Ok(number)
    }

    /// Index of the node with this name. A missing one is created as a root at `rest`.
    pub(super) fn node_by_name(
        &mut self,
        source: &mut Source<'_>,
        name: &str,
        rest: Affine3A,
        location: &str,
    ) -> Result<usize, ImportError> {
        if let Some(&node) = self.by_name.get(name) {
            return Ok(node);
        }
        let message = format!("frame {} does not exist; it is created", crate::error::quoted(name));
        source.report.warn("x-frame", location, message);
        self.add(source, name.to_owned(), None, rest, location.to_owned())
    }

    /// Creates the skeleton of all nodes and reports matrices with shear.
    pub(super) fn skeleton(&self, report: &mut Report) -> Result<Skeleton, ImportError> {
        let mut joints = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let rest = Transform::from_affine(&node.rest);
            if !rest.to_affine().abs_diff_eq(node.rest, 1e-4 * node.rest.matrix3.x_axis.length().max(1.0)) {
                let message = "the matrix has shear; the nearest translation, rotation and scale are used";
                report.error("node-matrix", node.location.clone(), message);
            }
            joints.push(Joint { name: node.name.clone(), parent: node.parent, rest, in_scene: true });
        }
        Skeleton::new(joints).map_err(|e| ImportError::new("x", "file", e.to_string()))
    }
}
