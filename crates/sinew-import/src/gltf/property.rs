//! Properties that glTF 2.0 does not have (specification, section 3.12: additions belong in extensions and extras).

use crate::Report;

/// Properties of glTF 2.0 that nothing here needs.
const UNREAD: &[&str] = &[
    "camera",
    "cameras",
    "copyright",
    "generator",
    "mimeType",
    "minVersion",
    "name",
    "sampler",
    "target",
    "uri",
];

/// Reports a property that nothing here reads and the specification does not know either.
pub(super) fn report_unknown(report: &mut Report, place: String) {
    // Extensions and extras may hold anything, and extensions are told apart by name elsewhere.
    if place.split('/').any(|part| part == "extensions" || part == "extras") {
        return;
    }
    let name = place.rsplit('/').next().unwrap_or_default();
    if place.contains("/targets/") {
        if !name.starts_with('_') {
            report.info("morph-attribute", place, "morph targets move positions, normals and tangents only");
        }
    } else if !UNREAD.contains(&name) {
        report.warn("unexpected-property", place, "glTF 2.0 has no such property here; it is ignored");
    }
}
