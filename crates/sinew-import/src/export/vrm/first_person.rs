use super::indices::Indices;
use crate::Report;
use serde_json::{Value, json};
use sinew::character::{FirstPersonFlag, FirstPersonSetup};
use sinew::humanoid::{HumanBone, Humanoid};

/// JSON of the first-person settings. VRM 1.0 supports only the head bone as the first-person bone.
pub(super) fn of(
    setup: &FirstPersonSetup,
    body: &Humanoid,
    indices: &Indices<'_>,
    report: &mut Report,
) -> Value {
    if body.joint(HumanBone::Head) != Some(setup.head) {
        let message = "the first-person bone is not the head; the head is used";
        report.warn("vrm-value", "/firstPerson", message);
    }
    let annotations = setup.mesh_annotations.iter().filter_map(|(instance, kind)| {
        let kind = match kind {
            FirstPersonFlag::Auto => "auto",
            FirstPersonFlag::Both => "both",
            FirstPersonFlag::FirstPersonOnly => "firstPersonOnly",
            FirstPersonFlag::ThirdPersonOnly => "thirdPersonOnly",
        };
        Some(json!({ "node": indices.instance(*instance)?, "type": kind }))
    });
    let annotations: Vec<Value> = annotations.collect();
    if annotations.is_empty() { json!({}) } else { json!({ "meshAnnotations": annotations }) }
}
