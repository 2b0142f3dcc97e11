//! VRM extensions: arbitrary text as VRM 1.0 and 0.x extensions of a small model.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let extensions = ["VRMC_vrm", "VRM", "VRMC_springBone", "VRMC_vrm_animation"];
    let name = extensions[bytes.first().map_or(0, |b| usize::from(*b)) % extensions.len()];
    let nodes = r#"[{"children":[1],"mesh":0},{"children":[2]},{"mesh":0},{}]"#;
    let mesh = r#"{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}],"material":0}]}"#;
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":{nodes},"meshes":[{mesh}],"materials":[{{"name":"m"}}],
        "accessors":[{{"componentType":5126,"type":"VEC3","count":3}}],"extensions":{{"{name}":{text}}}}}"#
    );
    if let Ok(imported) = import(json.as_bytes(), &NoFiles) {
        let clips = imported.clips;
        if let Ok(mut actor) = sinew::Actor::new(std::sync::Arc::new(imported.character), clips) {
            if !actor.clips().is_empty() {
                actor.play(sinew::ClipId(0)).unwrap().seek(0.5);
            }
            actor.update(0.0);
        }
    }
});
