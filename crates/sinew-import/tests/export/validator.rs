//! Khronos glTF validator, if Node.js and the validator are installed (`THREE_DIR`, set by
//! `cargo xtask test`).

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Validator errors for files of these names and bytes; `None` if the validator is not installed.
pub(crate) fn errors(files: &[(String, Vec<u8>)]) -> Option<Vec<String>> {
    let folder = PathBuf::from(std::env::var_os("THREE_DIR")?);
    if !folder.join("node_modules/gltf-validator").is_dir() {
        eprintln!("not validated: there is no gltf-validator in THREE_DIR");
        return None;
    }
    let first = files.first().map_or("nothing", |(name, _)| name);
    let at = std::env::temp_dir().join(format!("sinew-validate-{}-{first}", std::process::id()));
    std::fs::create_dir_all(&at).unwrap();
    let paths = files.iter().map(|(name, bytes)| {
        let path = at.join(format!("{name}.glb"));
        std::fs::write(&path, bytes).unwrap();
        path
    });
    let paths: Vec<PathBuf> = paths.collect();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/validate.mjs");
    let run = Command::new("node").arg(program).args(&paths).output().ok();
    std::fs::remove_dir_all(&at).unwrap();
    let run = run?;
    let lines = String::from_utf8(run.stdout).unwrap();
    let reports: Vec<Value> = lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(reports.len(), files.len(), "{}", String::from_utf8_lossy(&run.stderr));
    let errors = reports.iter().flat_map(|report| {
        let errors = report["errors"].as_array().unwrap();
        errors.iter().map(|e| format!("{}: {e}", report["file"]))
    });
    Some(errors.collect())
}
