//! Detection of properties that glTF 2.0 does not define (specification, section 3.12: additions belong in
//! extensions and extras).

use crate::Report;

/// Properties of glTF 2.0 that the importer ignores.
const IGNORED: &[&str] = &["generator", "mimeType", "minVersion", "name", "sampler", "target", "uri"];

/// Reports a skipped property that the specification does not define.
pub(super) fn report_unknown(report: &mut Report, location: String) {
    // Extensions and extras may contain any property; unsupported extensions are reported elsewhere.
    if location.split('/').any(|part| part == "extensions" || part == "extras") {
        return;
    }
    let name = location.rsplit('/').next().unwrap_or_default();
    if location.contains("/targets/") {
        if !name.starts_with('_') {
            report.info(
                "morph-attribute",
                location,
                "morph targets support only positions, normals, tangents and COLOR_0; the attribute is ignored",
            );
        }
    } else if !IGNORED.contains(&name) {
        report.warn("unexpected-property", location, "glTF 2.0 does not define this property; it is ignored");
    }
}
