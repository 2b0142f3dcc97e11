//! Files of characters that face elsewhere.

use serde_json::{Value, json};

/// The bytes of a GLB below a node `Armature` that turns it about +Y, with all VRM extensions left out, since
/// VRM characters face +Z, and the root motion of clips, which extras have in model space.
#[must_use]
pub fn turned_glb(bytes: &[u8], degrees: f32) -> Vec<u8> {
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| bytes[at + n])) as usize;
    let (length, binary) = (word(12), &bytes[20 + word(12)..]);
    let mut root: Value = serde_json::from_slice(&bytes[20..20 + length]).expect("JSON");
    let half = degrees.to_radians() * 0.5;
    let children = root["scenes"][0]["nodes"].clone();
    let armature =
        json!({ "name": "Armature", "rotation": [0.0, half.sin(), 0.0, half.cos()], "children": children });
    let nodes = root["nodes"].as_array_mut().expect("nodes");
    nodes.push(armature);
    let number = nodes.len() - 1;
    root["scenes"][0]["nodes"] = json!([number]);
    let is_vrm = |name: &str| name.starts_with("VRM");
    if let Some(extensions) = root.get_mut("extensions").and_then(Value::as_object_mut) {
        extensions.retain(|name, _| !is_vrm(name));
    }
    for list in ["extensionsUsed", "extensionsRequired"] {
        if let Some(names) = root.get_mut(list).and_then(Value::as_array_mut) {
            names.retain(|name| !name.as_str().is_some_and(is_vrm));
        }
    }
    for animation in root.get_mut("animations").and_then(Value::as_array_mut).into_iter().flatten() {
        animation.as_object_mut().expect("an animation").remove("extras");
    }
    let mut text = serde_json::to_vec(&root).expect("JSON");
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut made = b"glTF".to_vec();
    for number in [2, 20 + text.len() + binary.len(), text.len()] {
        made.extend((number as u32).to_le_bytes());
    }
    made.extend(b"JSON");
    made.extend(text);
    made.extend(binary);
    made
}
