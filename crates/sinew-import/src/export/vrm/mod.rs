//! What VRM adds to glTF, as VRM 1.0: the avatar (VRMC_vrm), its springs (VRMC_springBone), nodes that follow others
//! (VRMC_node_constraint), toon materials (VRMC_materials_mtoon). Each part is a file here, named as the one that reads
//! it.

mod constraint;
mod expression;
mod first_person;
mod licence;
mod look_at;
mod spring;
mod toon;

pub(super) use toon::write as write_toon;

use super::document::Document;
use super::image::Written;
use super::{ExportError, ExportOptions};
use crate::Report;
use serde_json::{Map, Value, json};
use sinew::humanoid::{Humanoid, RestPoseKind};
use sinew::{Character, JointIndex};

/// The version of all these extensions.
const SPEC: &str = "1.0";

/// The numbers that things of the character have in the file.
pub(super) struct Numbers<'a> {
    /// The node of each mesh instance; none for one that is not written.
    pub(super) nodes: &'a [Option<usize>],
    pub(super) images: &'a [Option<Written>],
}

impl Numbers<'_> {
    fn instance(&self, instance: usize) -> Option<usize> {
        self.nodes.get(instance).copied().flatten()
    }
}

/// Adds all of it. A character is written as an avatar where its file said that it is one, or where `options` ask.
pub(super) fn write(
    document: &mut Document,
    character: &Character,
    numbers: &Numbers<'_>,
    options: &ExportOptions,
) -> Result<(), ExportError> {
    constraint::write(document, character);
    spring::write(document, character);
    let is_avatar = character.setup().licence.is_some();
    match whole_body(character) {
        Some(body) if is_avatar || options.vrm => avatar(document, character, body, numbers),
        None if options.vrm => {
            let message = "no human body was found in it, which a VRM avatar must have";
            return Err(ExportError::new("export-no-body", "/", message));
        }
        _ => report_left_out(document, character),
    }
    Ok(())
}

/// The body with all bones that VRM requires.
fn whole_body(character: &Character) -> Option<&Humanoid> {
    character.humanoid().filter(|body| body.map.missing().next().is_none())
}

fn avatar(document: &mut Document, character: &Character, body: &Humanoid, numbers: &Numbers<'_>) {
    let setup = character.setup();
    let node = |joint: JointIndex| json!({ "node": character.skeleton().file_index(joint) });
    let bones: Map<String, Value> =
        body.map.iter().map(|(bone, joint)| (bone.name().to_owned(), node(joint))).collect();
    let report = &mut document.report;
    report_stance(character, body, report);
    let mut vrm = json!({
        "specVersion": SPEC,
        "meta": licence::of(&setup.licence.clone().unwrap_or_default(), numbers, report),
        "humanoid": { "humanBones": bones },
    });
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            vrm[name] = value;
        }
    };
    put("expressions", expression::of(&setup.expressions, numbers, report));
    put("lookAt", setup.look_at.as_ref().map(look_at::of));
    put("firstPerson", setup.first_person.as_ref().map(|f| first_person::of(f, body, numbers, report)));
    document.extensions.add(&mut document.root, "VRMC_vrm", vrm);
}

/// Metres between which people are; giants and dwarfs have their numbers in another unit.
const SIZES: std::ops::Range<f32> = 0.2..10.0;

/// What readers of avatars take for granted and is not so.
fn report_stance(character: &Character, body: &Humanoid, report: &mut Report) {
    let mut warn = |message: String| report.warn("vrm-pose", "/humanoid", message);
    if body.rest_pose != RestPoseKind::TPose {
        warn(format!("VRM wants a T-pose; it rests in {} pose", body.rest_pose.name()));
    }
    if body.mirrored {
        warn("what it calls left lies on its right".into());
    }
    let height = character.rest_bounds().size().y;
    if height > 0.0 && !SIZES.contains(&height) {
        warn(format!("it is {height:.1} m tall"));
    }
}

/// What only an avatar can have.
fn report_left_out(document: &mut Document, character: &Character) {
    let setup = character.setup();
    let parts = [
        ("expressions", !setup.expressions.is_empty()),
        ("gaze", setup.look_at.is_some()),
        ("first person", setup.first_person.is_some()),
        ("licence", setup.licence.is_some()),
    ];
    let left_out: Vec<&str> = parts.into_iter().filter(|(_, there)| *there).map(|(name, _)| name).collect();
    if !left_out.is_empty() {
        let message = format!("it is no whole avatar; not written: {}", left_out.join(", "));
        document.report.warn("export-left-out", "/", message);
    }
}
