//! Frames as nodes.

use super::{Source, mirror};
use crate::limits::ENTRIES;
use crate::{ImportError, Report};
use sinew::glam::Affine3A;
use sinew::skeleton::Joint;
use sinew::{Skeleton, Transform};
use std::collections::HashMap;

/// About what a character keeps of a node, in the skeleton and its poses.
const NODE_BYTES: usize = 400;

/// The nodes so far, in the file's order, and the meshes that hang on them.
pub(super) struct Scene {
    nodes: Vec<Node>,
    by_name: HashMap<String, usize>,
    /// Mesh objects, and their nodes.
    pub(super) meshes: Vec<(usize, usize)>,
}

struct Node {
    name: String,
    parent: Option<u32>,
    rest: Affine3A,
    place: String,
}

/// Walks the frames, and makes nodes for meshes that stand outside of all.
pub(super) fn read(source: &mut Source<'_>) -> Result<Scene, ImportError> {
    let mut scene = Scene { nodes: Vec::new(), by_name: HashMap::new(), meshes: Vec::new() };
    // Objects still to visit, the next one last, with their node above. A reference may lead in a circle.
    let mut open: Vec<(usize, Option<usize>)> = source.tree.top().map(|o| (o, None)).collect();
    open.reverse();
    let mut visited = vec![false; source.tree.all().count() + 1];
    while let Some((number, parent)) = open.pop() {
        let Some(object) = source.tree.get(number) else { continue };
        if object.is("Frame") {
            let seen = visited.get_mut(number).is_none_or(|seen| std::mem::replace(seen, true));
            if seen {
                let message = format!("frame {} is shown twice; the first place counts", object.name);
                source.report.warn("x-frame", object.place.clone(), message);
                continue;
            }
            let (name, place) = (object.name.clone(), object.place.clone());
            let rest = rest(source, number)?;
            let node = scene.add(source, name, parent, rest, place)?;
            let children: Vec<usize> = source.tree.children(number).collect();
            open.extend(children.into_iter().rev().map(|child| (child, Some(node))));
        } else if object.is("Mesh") {
            source.budget.take(1, 4 * size_of::<(usize, usize)>(), &object.place)?;
            let node = match parent {
                Some(node) => node,
                None => {
                    let (name, place) = (object.name.clone(), object.place.clone());
                    scene.add(source, name, None, Affine3A::IDENTITY, place)?
                }
            };
            scene.meshes.push((number, node));
        }
    }
    Ok(scene)
}

/// The frame's own transform.
fn rest(source: &mut Source<'_>, frame: usize) -> Result<Affine3A, ImportError> {
    let matrix = source.tree.child(frame, "FrameTransformMatrix").and_then(|m| source.tree.get(m));
    let Some(object) = matrix else { return Ok(Affine3A::IDENTITY) };
    let place = object.place.clone();
    if object.numbers.len() < 16 {
        let message = format!("{} numbers; a matrix has 16", object.numbers.len());
        return Err(ImportError::new("x", place, message));
    }
    let affine = mirror::matrix(&object.numbers);
    if !affine.is_finite() {
        return Err(ImportError::new("not-finite", place, "the matrix is not finite"));
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
        place: String,
    ) -> Result<usize, ImportError> {
        if self.nodes.len() == ENTRIES {
            return Err(ImportError::new(
                ImportError::TOO_LARGE,
                place,
                format!("more than {ENTRIES} frames"),
            ));
        }
        source.budget.take(1, NODE_BYTES, &place)?;
        let number = self.nodes.len();
        self.by_name.entry(name.clone()).or_insert(number);
        self.nodes.push(Node { name, parent: parent.map(|p| p as u32), rest, place });
        Ok(number)
    }

    /// The node called `name`; where there is none, one beside all others, standing at `rest`.
    pub(super) fn named(
        &mut self,
        source: &mut Source<'_>,
        name: &str,
        rest: Affine3A,
        place: &str,
    ) -> Result<usize, ImportError> {
        if let Some(&node) = self.by_name.get(name) {
            return Ok(node);
        }
        let message = format!("no frame is called {}; one was made", crate::error::quoted(name));
        source.report.warn("x-frame", place, message);
        self.add(source, name.to_owned(), None, rest, place.to_owned())
    }

    /// All nodes; matrices that shear are reported.
    pub(super) fn skeleton(&self, report: &mut Report) -> Result<Skeleton, ImportError> {
        let mut joints = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let rest = Transform::from_affine(&node.rest);
            if !rest.to_affine().abs_diff_eq(node.rest, 1e-4 * node.rest.matrix3.x_axis.length().max(1.0)) {
                let message = "the matrix shears; the nearest translation, rotation and scale is used";
                report.error("node-matrix", node.place.clone(), message);
            }
            joints.push(Joint { name: node.name.clone(), parent: node.parent, rest, in_scene: true });
        }
        Skeleton::new(joints).map_err(|e| ImportError::new("x", "byte 0", e.to_string()))
    }
}
