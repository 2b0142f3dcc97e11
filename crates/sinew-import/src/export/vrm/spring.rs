//! Spring bones and their colliders as JSON of VRMC_springBone.

use super::spec_version::SPEC_VERSION;
use crate::export::document::{Document, Extensions};
use crate::export::number::{number, numbers};
use serde_json::{Value, json};
use sinew::character::{ColliderShape, Spring, SpringJoint};
use sinew::glam::Vec3;
use sinew::{Character, JointId};

/// Position of the substitute shape, out of reach, for readers without VRMC_springBone_extended_collider.
const OUT_OF_REACH: Vec3 = Vec3::new(0.0, -10_000.0, 0.0);

/// Writes spring bones and colliders. Chains with a virtual end (VRM 0.x) get an end node.
pub(super) fn write(document: &mut Document, character: &Character) {
    let system = character.spring_bones();
    let node = |joint| character.skeleton().file_index(joint);
    let colliders = system.colliders.iter().map(|collider| {
        let mut json = json!({ "node": node(collider.joint) });
        shape(&collider.shape, &mut json, &mut document.extensions);
        json
    });
    let colliders: Vec<Value> = colliders.collect();
    let groups = system
        .collider_groups
        .iter()
        .map(|group| named(&group.name, json!({ "colliders": group.colliders })));
    let groups: Vec<Value> = groups.collect();
    let mut springs = Vec::new();
    for (n, spring) in system.springs.iter().enumerate() {
        let mut joints: Vec<Value> =
            spring.joints.iter().map(|joint| settings(joint, node(joint.joint))).collect();
        if let Some(end) = end(document, character, spring, n) {
            joints.push(json!({ "node": end }));
        }
        let mut json = named(&spring.name, json!({ "joints": joints }));
        if !spring.collider_groups.is_empty() {
            json["colliderGroups"] = json!(spring.collider_groups);
        }
        if let Some(center) = spring.center {
            json["center"] = json!(node(center));
        }
        springs.push(json);
    }
    let mut json = json!({ "specVersion": SPEC_VERSION });
    for (name, list) in [("colliders", colliders), ("colliderGroups", groups), ("springs", springs)] {
        if !list.is_empty() {
            json[name] = Value::Array(list);
        }
    }
    if json.as_object().is_some_and(|json| json.len() > 1) {
        document.extensions.add(&mut document.root, "VRMC_springBone", json);
    }
}

fn named(name: &str, mut json: Value) -> Value {
    if !name.is_empty() {
        json["name"] = json!(name);
    }
    json
}

fn settings(joint: &SpringJoint, node: usize) -> Value {
    json!({
        "node": node,
        "hitRadius": number(joint.hit_radius),
        "stiffness": number(joint.stiffness),
        "gravityPower": number(joint.gravity_power),
        "gravityDir": numbers(joint.gravity_dir),
        "dragForce": number(joint.drag.clamp(0.0, 1.0)),
    })
}

/// Adds an end node beyond the last joint, in the direction from its parent; `None` for a chain without a
/// virtual end.
fn end(document: &mut Document, character: &Character, spring: &Spring, n: usize) -> Option<usize> {
    let (tail, last) = (spring.tail?, spring.joints.last()?.joint);
    let Some(point) = end_position(character, last, tail) else {
        let message = "the last joint has zero scale; the chain ends at it";
        document.report.warn("vrm-value", format!("/springBones/springs/{n}"), message);
        return None;
    };
    let skeleton = character.skeleton();
    let number = document.nodes.len();
    let parent = document.nodes.get_mut(skeleton.file_index(last))?.as_object_mut()?;
    let children = parent.entry("children").or_insert_with(|| json!([]));
    children.as_array_mut()?.push(json!(number));
    let name = format!("{}_end", skeleton.name(last));
    document.nodes.push(json!({ "name": name, "translation": numbers(point) }));
    Some(number)
}

/// Position of the end node in the space of the last joint.
fn end_position(character: &Character, last: JointId, tail: f32) -> Option<Vec3> {
    let model = character.rest_model();
    let matrix = model.get(last.index())?;
    let above = character.skeleton().parent(last).and_then(|parent| model.get(parent.index()));
    let direction = above.map_or(Vec3::ZERO, |above| (matrix.translation - above.translation).into());
    let offset = direction.normalize_or(Vec3::Y) * tail;
    let point = matrix.matrix3.inverse() * offset;
    point.is_finite().then_some(point)
}

/// Writes a shape, with VRMC_springBone_extended_collider if VRMC_springBone does not support it.
fn shape(shape: &ColliderShape, json: &mut Value, extensions: &mut Extensions) {
    let (plain, extended) = match *shape {
        ColliderShape::Sphere { offset, radius, inside } => {
            let sphere = json!({ "offset": numbers(offset), "radius": number(radius) });
            (json!({ "sphere": sphere }), inside.then(|| json!({ "sphere": inside_of(sphere) })))
        }
        ColliderShape::Capsule { offset, tail, radius, inside } => {
            let ends = [numbers(offset), numbers(tail)];
            let capsule = json!({ "offset": ends[0], "tail": ends[1], "radius": number(radius) });
            (json!({ "capsule": capsule }), inside.then(|| json!({ "capsule": inside_of(capsule) })))
        }
        ColliderShape::Plane { offset, normal } => {
            let plane = json!({ "offset": numbers(offset), "normal": numbers(normal) });
            (json!({}), Some(json!({ "plane": plane })))
        }
    };
    json["shape"] = plain;
    if let Some(extended) = extended {
        json["shape"] = json!({ "sphere": { "offset": numbers(OUT_OF_REACH), "radius": 0.0 } });
        let content = json!({ "specVersion": SPEC_VERSION, "shape": extended });
        extensions.add(json, "VRMC_springBone_extended_collider", content);
    }
}

fn inside_of(mut shape: Value) -> Value {
    shape["inside"] = json!(true);
    shape
}
