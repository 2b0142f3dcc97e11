//! Export of the lights of a character (KHR_lights_punctual), where the file that it came from is not kept.

use super::document::Document;
use serde_json::{Value, json};
use sinew::Character;
use sinew::character::{Light, LightKind};

/// Adds the lights to the finished nodes of the document. A node has at most one.
pub(super) fn write(document: &mut Document, character: &Character) {
    let mut written: Vec<Value> = Vec::new();
    let mut lost = 0;
    for light in character.lights() {
        let number = character.skeleton().file_index(light.joint);
        let Some(node) = document.nodes.get_mut(number) else {
            lost += 1;
            continue;
        };
        if node["extensions"].get("KHR_lights_punctual").is_some() {
            lost += 1;
            continue;
        }
        document.extensions.add(node, "KHR_lights_punctual", json!({ "light": written.len() }));
        written.push(object(light));
    }
    if !written.is_empty() {
        document.extensions.add(&mut document.root, "KHR_lights_punctual", json!({ "lights": written }));
    }
    if lost > 0 {
        let message = format!("{lost} lights are left out: a node of the file has one at most");
        document.report.warn("export-left-out", "lights", message);
    }
}

fn object(light: &Light) -> Value {
    let mut object = json!({ "color": light.color.to_array(), "intensity": light.intensity });
    if !light.name.is_empty() {
        object["name"] = json!(light.name);
    }
    if let Some(range) = light.range {
        object["range"] = json!(range);
    }
    object["type"] = json!(match light.kind {
        LightKind::Directional => "directional",
        LightKind::Spot { .. } => "spot",
        _ => "point",
    });
    if let LightKind::Spot { inner_angle, outer_angle } = light.kind {
        // glTF asks for an inner angle below the outer one.
        let inner_angle = inner_angle.min(outer_angle * 0.9999);
        object["spot"] = json!({ "innerConeAngle": inner_angle, "outerConeAngle": outer_angle });
    }
    object
}
