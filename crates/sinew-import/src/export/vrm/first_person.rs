use super::Numbers;
use crate::Report;
use serde_json::{Value, json};
use sinew::character::setup::{FirstPerson, FirstPersonSetup};
use sinew::humanoid::{HumanBone, Humanoid};

/// What a character sees of itself. VRM 1.0 knows no other head than the head.
pub(super) fn of(
    setup: &FirstPersonSetup,
    body: &Humanoid,
    numbers: &Numbers<'_>,
    report: &mut Report,
) -> Value {
    if body.map.joint(HumanBone::Head) != Some(setup.head) {
        let message = "another joint than the head is hidden from its own eyes; written as the head";
        report.warn("vrm-value", "/setup/firstPerson", message);
    }
    let annotations = setup.meshes.iter().filter_map(|(instance, kind)| {
        let kind = match kind {
            FirstPerson::Auto => "auto",
            FirstPerson::Both => "both",
            FirstPerson::FirstPersonOnly => "firstPersonOnly",
            FirstPerson::ThirdPersonOnly => "thirdPersonOnly",
        };
        Some(json!({ "node": numbers.instance(*instance)?, "type": kind }))
    });
    let annotations: Vec<Value> = annotations.collect();
    if annotations.is_empty() { json!({}) } else { json!({ "meshAnnotations": annotations }) }
}
