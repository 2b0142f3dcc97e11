//! Joints between parts.

use super::angular::{Angular, angular};
use super::lists::{Lists, PartNode, add_child, add_property};
use crate::export::document::Document;
use crate::export::number::{number, numbers};
use serde_json::{Value, json};
use sinew::glam::Quat;
use sinew::ragdoll::{PartDynamics, RagdollPart};

/// Writes the joint of a part: a frame on the node above the part's node, `above`, with the joint, and one on
/// the part's node. The rotation of the second one in the first one is that of the limit.
pub(super) fn write(
    document: &mut Document,
    lists: &mut Lists,
    above: usize,
    part: &RagdollPart,
    part_node: &PartNode,
) {
    let angular = angular(&part.limit);
    let mut frame = rotated(angular.axes);
    if let Some(translation) = document.nodes.get(part_node.node).and_then(|node| node.get("translation")) {
        frame["translation"] = translation.clone();
    }
    let frame = add_child(document, above, frame);
    let connected =
        add_child(document, part_node.node, rotated((part.reference.inverse() * angular.axes).normalize()));
    let description = description(&angular, &part.dynamics);
    let known = lists.joints.iter().position(|known| *known == description);
    let joint = known.unwrap_or(lists.joints.len());
    if known.is_none() {
        lists.joints.push(description);
    }
    add_property(document, frame, "joint", json!({ "connectedNode": connected, "joint": joint }));
}

fn rotated(rotation: Quat) -> Value {
    if rotation == Quat::IDENTITY { json!({}) } else { json!({ "rotation": numbers(rotation) }) }
}

/// Description of a joint: its two points coincide, the angles are within the ranges, and a spring and damper
/// turn it back.
fn description(angular: &Angular, dynamics: &PartDynamics) -> Value {
    let mut limits = vec![json!({ "linearAxes": [0, 1, 2], "min": 0.0, "max": 0.0 })];
    let axes = || angular.ranges.iter().enumerate().filter_map(|(axis, range)| Some((axis, (*range)?)));
    let fixed: Vec<usize> = axes().filter(|(_, range)| *range == [0.0; 2]).map(|(axis, _)| axis).collect();
    if !fixed.is_empty() {
        limits.push(json!({ "angularAxes": fixed, "min": 0.0, "max": 0.0 }));
    }
    if let Some(half) = angular.cone {
        limits.push(json!({ "angularAxes": [0, 2], "min": 0.0, "max": number(half) }));
    }
    for (axis, [min, max]) in axes().filter(|(_, range)| *range != [0.0; 2]) {
        limits.push(json!({ "angularAxes": [axis], "min": number(min), "max": number(max) }));
    }
    let mut description = json!({ "limits": limits });
    if dynamics.stiffness > 0.0 || dynamics.damping.is_some() {
        let drive = |axis: usize| {
            let mut drive = json!({ "type": "angular", "mode": "force", "axis": axis });
            drive["stiffness"] = number(dynamics.stiffness);
            if let Some(damping) = dynamics.damping {
                drive["damping"] = number(damping);
            }
            drive
        };
        description["drives"] = Value::Array((0..3).map(drive).collect());
    }
    description
}
