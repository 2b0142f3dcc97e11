//! GLB files whose nodes hold a pose.

use serde_json::{Value, json};
use sinew::LocalPose;
use sinew_import::Imported;

/// A GLB with `pose` as the transforms of its nodes.
pub fn with_nodes(glb: &[u8], imported: &Imported, pose: &LocalPose) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    let json_length = number(12);
    let mut document: Value = serde_json::from_slice(&glb[20..20 + json_length]).unwrap();
    let skeleton = imported.character.skeleton();
    for joint in skeleton.joints() {
        let (local, rest) = (pose.get(joint), skeleton.rest()[joint.index()]);
        if *local == rest {
            continue;
        }
        let node = document["nodes"][skeleton.file_index(joint)].as_object_mut().unwrap();
        node.remove("matrix");
        node.insert("translation".into(), json!(local.translation.to_array()));
        node.insert("rotation".into(), json!(local.rotation.to_array()));
        node.insert("scale".into(), json!(local.scale.to_array()));
    }
    let mut text = serde_json::to_vec(&document).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut out = glb[..12].to_vec();
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(b"JSON");
    out.extend(&text);
    out.extend(&glb[20 + json_length..]);
    let total = out.len() as u32;
    out[8..12].copy_from_slice(&total.to_le_bytes());
    out
}
