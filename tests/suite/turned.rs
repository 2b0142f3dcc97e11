//! Files of characters that face elsewhere.

use serde_json::{Value, json};
use sinew::glam::Quat;
use sinew_import::{Imported, NoFiles, import};

/// The bytes of a GLB below a node `Armature` that turns it about +Y, with all VRM extensions left out: VRM characters face +Z.
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

/// The built-in character, found as a humanoid by its names, facing `degrees` from +Z to +X, with clips that go where it faces.
#[must_use]
pub fn turned_built_in(degrees: f32) -> Imported {
    let bytes = std::fs::read(crate::repository().join("data/sinew.vrm")).expect("the built-in character");
    let mut imported = import(&turned_glb(&bytes, degrees), &NoFiles).expect("a GLB");
    // Root motion in extras is that of the file's model space.
    let turn = Quat::from_rotation_y(degrees.to_radians());
    for clip in &mut imported.clips {
        clip.root_motion = clip.root_motion.take().map(|motion| motion.turned(turn));
    }
    imported
}
