//! Export of a ragdoll as rigid bodies: KHR_physics_rigid_bodies (draft of October 2025) and
//! KHR_implicit_shapes (release candidate). The files are named like those of the importer.
//!
//! The node of a part's joint has the body. Colliders and the two frames of a joint are its children, hulls
//! are meshes on nodes outside of the scene. All of these come last in the file's lists; `extras` of the
//! extension say from where on, so that the importer leaves them out again.

mod angular;
mod body;
mod filter;
mod joint;
mod lists;

use super::ExportError;
use super::document::Document;
use super::number::number;
use lists::{BODIES, Lists, PartNode, SHAPES};
use serde_json::{Value, json};
use sinew::Character;
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollPart, RagdollState};

/// An error where a ragdoll is that of another character.
pub(super) fn check(character: &Character, ragdoll: &Ragdoll) -> Result<(), ExportError> {
    let state = RagdollState::new(std::sync::Arc::new(ragdoll.clone()), character);
    match state {
        Ok(_) => Ok(()),
        Err(error) => Err(ExportError::new("export-ragdoll", "/", error.to_string())),
    }
}

/// Writes a ragdoll, else the one that is described.
pub(super) fn write_chosen(
    document: &mut Document,
    character: &Character,
    ragdoll: Option<&Ragdoll>,
    description: Option<&RagdollDescription>,
) {
    if let Some(ragdoll) = ragdoll {
        write(document, character, ragdoll);
    } else if let Some(description) = description {
        match Ragdoll::from_description(description, character) {
            Ok(ragdoll) => write(document, character, &ragdoll),
            Err(error) => {
                document.report.warn("export-ragdoll", "/ragdoll", format!("{error}; it is left out"));
            }
        }
    }
}

/// Writes the bodies, colliders and joints of a ragdoll. `character` is the one to which it was fitted; nodes
/// of the same numbers are there.
fn write(document: &mut Document, character: &Character, ragdoll: &Ragdoll) {
    let (first_node, first_mesh) = (document.nodes.len(), document.meshes.len());
    let nodes: Vec<PartNode> = ragdoll.parts().iter().map(|part| part_node(character, part)).collect();
    let mut lists = Lists { filters: filter::filters(ragdoll), ..Lists::default() };
    for (n, (part, part_node)) in ragdoll.parts().iter().zip(&nodes).enumerate() {
        if !(part_node.node_from_part.is_finite()) {
            let message = "the joint has no size in the reference pose; its part is left out";
            document.report.warn("export-ragdoll", format!("/ragdoll/parts/{n}"), message);
            continue;
        }
        body::write(document, &mut lists, part, part_node, filter::number(ragdoll, n), n);
    }
    for (part, part_node) in ragdoll.parts().iter().zip(&nodes) {
        let above = character.skeleton().parent(part.joint);
        let is_joint = part.parent.is_some() && part_node.node_from_part.is_finite();
        if let Some(above) = above.filter(|_| is_joint) {
            joint::write(document, &mut lists, character.skeleton().file_index(above), part, part_node);
        }
    }
    let mut bodies = json!({});
    for (name, list) in [
        ("physicsMaterials", lists.materials),
        ("physicsJoints", lists.joints),
        ("collisionFilters", lists.filters),
    ] {
        if !list.is_empty() {
            bodies[name] = Value::Array(list);
        }
    }
    let mut mark = json!({
        "firstNode": first_node, "firstMesh": first_mesh, "size": number(ragdoll.size())
    });
    if ragdoll.units_per_metre() != Ragdoll::likely_units_per_metre(ragdoll.size()) {
        mark["unitsPerMetre"] = number(ragdoll.units_per_metre());
    }
    bodies["extras"] = json!({ "sinew": mark });
    document.extensions.add(&mut document.root, BODIES, bodies);
    if !lists.shapes.is_empty() {
        document.extensions.add(&mut document.root, SHAPES, json!({ "shapes": lists.shapes }));
    }
}

fn part_node(character: &Character, part: &RagdollPart) -> PartNode {
    let matrix = character.reference_model()[part.joint.index()];
    let rotation = sinew::Transform::from_affine(&matrix).rotation;
    let node = character.skeleton().file_index(part.joint);
    PartNode { node, node_from_part: matrix.matrix3.inverse(), rotation }
}
