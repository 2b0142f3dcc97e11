//! Lists of KHR_physics_rigid_bodies and KHR_implicit_shapes, and the nodes that refer to them.

use crate::export::document::Document;
use serde_json::{Value, json};
use sinew::glam::{Mat3A, Quat};

pub(super) const BODIES: &str = "KHR_physics_rigid_bodies";
pub(super) const SHAPES: &str = "KHR_implicit_shapes";

/// Lists of the root extensions.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) shapes: Vec<Value>,
    pub(super) joints: Vec<Value>,
    pub(super) filters: Vec<Value>,
    pub(super) materials: Vec<Value>,
}

/// Node of a part's joint, and the matrix from the part's space to the node's.
pub(super) struct PartNode {
    pub(super) node: usize,
    pub(super) node_from_part: Mat3A,
    /// Rotation of the node in the part's space.
    pub(super) rotation: Quat,
}

/// Adds a child node and returns its number.
pub(super) fn add_child(document: &mut Document, parent: usize, child: Value) -> usize {
    let number = document.nodes.len();
    document.nodes.push(child);
    if let Some(parent) = document.nodes.get_mut(parent).and_then(Value::as_object_mut) {
        let children = parent.entry("children").or_insert_with(|| json!([]));
        if let Some(children) = children.as_array_mut() {
            children.push(json!(number));
        }
    }
    number
}

/// Adds a property to the extension of a node.
pub(super) fn add_property(document: &mut Document, node: usize, name: &str, value: Value) {
    let Some(node) = document.nodes.get_mut(node) else { return };
    let mut extension =
        node.get("extensions").and_then(|all| all.get(BODIES)).cloned().unwrap_or_else(|| json!({}));
    extension[name] = value;
    document.extensions.add(node, BODIES, extension);
}
