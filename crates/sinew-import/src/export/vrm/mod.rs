//! Export of VRM 1.0 extensions: avatar (VRMC_vrm), spring bones (VRMC_springBone), node constraints
//! (VRMC_node_constraint) and toon materials (VRMC_materials_mtoon). The files are named like those of the
//! importer.

mod constraint;
mod expression;
mod first_person;
mod indices;
mod look_at;
mod meta;
mod origin;
mod spec_version;
mod spring;
mod t_pose;
mod toon;
mod turned;

pub(super) use expression::PRESETS;
pub(super) use indices::Indices;
pub(super) use origin::on_ground;
pub(super) use t_pose::in_t_pose;
pub(super) use toon::write as write_toon;
pub(super) use turned::facing_ahead;

use super::ExportOptions;
use super::document::Document;
use crate::Report;
use serde_json::{Map, Value, json};
use sinew::face::VisemeMap;
use sinew::humanoid::Humanoid;
use sinew::{Character, JointId};
use spec_version::SPEC_VERSION;

/// Adds all VRM extensions. The avatar is written if the character was imported from VRM or `options` request
/// it.
pub(super) fn write(
    document: &mut Document,
    character: &Character,
    indices: &Indices<'_>,
    options: &ExportOptions,
) {
    constraint::write(document, character);
    spring::write(document, character);
    let is_avatar = character.meta().is_some();
    match complete_humanoid(character) {
        Some(body) if is_avatar || options.vrm => avatar(document, character, body, indices, options),
        _ => report_left_out(document, character),
    }
}

/// Humanoid with all bones that VRM requires.
pub(super) fn complete_humanoid(character: &Character) -> Option<&Humanoid> {
    character.humanoid().filter(|body| body.named_bones.missing().next().is_none())
}

fn avatar(
    document: &mut Document,
    character: &Character,
    body: &Humanoid,
    indices: &Indices<'_>,
    options: &ExportOptions,
) {
    let node = |joint: JointId| json!({ "node": character.skeleton().file_index(joint) });
    let bones: Map<String, Value> =
        body.named_bones.iter().map(|(bone, joint)| (bone.name().to_owned(), node(joint))).collect();
    let report = &mut document.report;
    if character.meta().is_none() {
        let message = "the character has no licence; the strictest one is written: use by its author alone, \
            personal and without profit, \
            no modification, no redistribution";
        report.info("vrm-licence", "/meta", message);
    }
    if !options.vrm {
        t_pose::report_rest_pose(character, body, report);
    }
    report_body(character, body, report);
    let mut vrm = json!({
        "specVersion": SPEC_VERSION,
        "meta": meta::of(&character.meta().cloned().unwrap_or_default(), indices, report),
        "humanoid": { "humanBones": bones },
    });
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            vrm[name] = value;
        }
    };
    put("expressions", expression::of(character.expressions(), indices, report));
    if character.expressions().is_empty()
        && VisemeMap::detect(character).is_some_and(|map| map.morphs().next().is_some())
    {
        let message = "the face has shapes of the mouth, and no expressions of VRM: the file has none, and \
            programs for VRM do not move its face";
        report.warn("export-left-out", "/expressions", message);
    }
    put("lookAt", character.look_at().map(look_at::of));
    put("firstPerson", character.first_person().map(|f| first_person::of(f, body, indices, report)));
    document.extensions.add(&mut document.root, "VRMC_vrm", vrm);
}

/// Plausible height of an avatar in metres; other heights indicate a wrong unit.
const HEIGHT_RANGE: std::ops::Range<f32> = 0.2..10.0;

/// Reports properties other than the rest pose that VRM requires but the body does not have.
fn report_body(character: &Character, body: &Humanoid, report: &mut Report) {
    let mut warn = |message: String| report.warn("vrm-pose", "/humanoid", message);
    if body.sides_swapped {
        warn("left and right bone names are swapped".into());
    }
    let height = character.rest_bounds().size().y;
    if height > 0.0 && !HEIGHT_RANGE.contains(&height) {
        warn(format!("the avatar is {height:.1} m tall; expected 0.2 to 10 m"));
    }
}

/// Reports settings that are only exported with an avatar.
fn report_left_out(document: &mut Document, character: &Character) {
    let parts = [
        ("expressions", !character.expressions().is_empty()),
        ("gaze", character.look_at().is_some()),
        ("first person", character.first_person().is_some()),
        ("licence", character.meta().is_some()),
    ];
    let left_out: Vec<&str> = parts.into_iter().filter(|(_, there)| *there).map(|(name, _)| name).collect();
    if !left_out.is_empty() {
        let message =
            format!("the character is not exported as an avatar; left out: {}", left_out.join(", "));
        document.report.warn("export-left-out", "/", message);
    }
}
