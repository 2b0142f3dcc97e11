//! Checks of the used and required extensions (glTF 2.0 specification, section 3.12).

use super::extension_table::{Support, entry};
use super::source::Source;
use crate::error::quoted;
use crate::{ImportError, Severity};

/// Unsupported extensions with the command that converts a file to one without them.
const CONVERTIBLE: &[(&str, &str)] = &[
    #[cfg(not(feature = "draco"))]
    ("KHR_draco_mesh_compression", "npx @gltf-transform/cli copy IN.glb OUT.glb"),
    #[cfg(not(feature = "basisu"))]
    ("KHR_texture_basisu", "npx @gltf-transform/cli ktxdecompress IN.glb OUT.glb"),
];

/// Whether an extension is one of VRM. An unknown VRM extension does not prevent the import of the model.
fn is_vrm(name: &str) -> bool {
    name.starts_with("VRMC_")
}

/// Whether an extension is read.
pub(super) fn is_read(name: &str) -> bool {
    matches!(entry(name), Some((_, Support::Read, _)))
}

/// Fails for required extensions without which the file cannot be used, and reports others that are not read,
/// each with its consequence.
pub(super) fn check(source: &mut Source<'_>) -> Result<(), ImportError> {
    for (n, name) in source.json.extensions_required.iter().enumerate() {
        if is_vrm(name) || entry(name).is_some_and(|(_, support, _)| *support != Support::Disabled) {
            continue;
        }
        let mut message = format!("required extension {} is not supported", quoted(name));
        if let Some((_, command)) = CONVERTIBLE.iter().find(|(convertible, _)| convertible == name) {
            message.push_str(&format!("; convert the file first: {command}"));
        }
        return Err(ImportError::new("required-extension", format!("/extensionsRequired/{n}"), message));
    }
    let is_required = |name: &String| source.json.extensions_required.contains(name);
    let mut findings = Vec::new();
    for (n, name) in source.json.extensions_used.iter().enumerate() {
        let (severity, why) = match entry(name) {
            Some((_, Support::Read, _)) => continue,
            Some((_, Support::Ignored(severity), loss)) => {
                (if is_required(name) { Severity::Warning } else { *severity }, *loss)
            }
            Some((_, Support::Disabled, _)) => (Severity::Warning, "its feature is disabled"),
            None => (Severity::Info, "it is ignored"),
        };
        let message = format!("extension {} is not read: {why}", quoted(name));
        findings.push((severity, format!("/extensionsUsed/{n}"), message));
    }
    for (severity, location, message) in findings {
        match severity {
            Severity::Info => source.report.info("unknown-extension", location, message),
            _ => source.report.warn("unknown-extension", location, message),
        }
    }
    Ok(())
}
