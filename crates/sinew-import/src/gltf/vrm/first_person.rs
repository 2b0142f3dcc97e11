//! First-person settings: visibility of meshes for the character's own camera.

use super::bones::Bones;
use super::json::{FirstPerson0, FirstPerson1};
use super::refs::Refs;
use crate::ImportError;
use crate::error::quoted;
use crate::gltf::source::Source;
use sinew::CharacterParts;
use sinew::character::{FirstPersonFlag, FirstPersonSetup};
use sinew::character::{MeshId, MeshInstanceId};

pub(super) fn read1(
    json: Option<&FirstPerson1>,
    bones: &Bones,
    refs: &mut Refs<'_>,
) -> Option<FirstPersonSetup> {
    let head = bones.get("head")?;
    let mut setup = FirstPersonSetup { head, mesh_annotations: Vec::new() };
    for (n, annotation) in json.map_or(&[][..], |json| &json.mesh_annotations).iter().enumerate() {
        let location = format!("/firstPerson/meshAnnotations/{n}");
        let instance = refs.instance(annotation.node, &location);
        setup
            .mesh_annotations
            .extend(instance.map(|i| (i, kind(annotation.kind.as_deref(), &location, refs))));
    }
    Some(setup)
}

pub(super) fn read0(
    json: Option<&FirstPerson0>,
    bones: &Bones,
    refs: &mut Refs<'_>,
) -> Option<FirstPersonSetup> {
    let bone = json.and_then(|json| refs.joint(json.first_person_bone, "/firstPerson/firstPersonBone"));
    let head = bone.or(bones.get("head"))?;
    let mut by_mesh = std::collections::HashMap::new();
    for (n, annotation) in json.map_or(&[][..], |json| &json.mesh_annotations).iter().enumerate() {
        let location = format!("/firstPerson/meshAnnotations/{n}");
        let kind = kind(annotation.first_person_flag.as_deref(), &location, refs);
        if let Some(mesh) = annotation.mesh.and_then(|mesh| u32::try_from(mesh).ok()) {
            by_mesh.insert(MeshId(mesh), kind);
        }
    }
    let meshes = (0..).map(MeshInstanceId).zip(refs.instances);
    let meshes = meshes.filter_map(|(id, i)| Some((id, *by_mesh.get(&i.mesh)?)));
    Some(FirstPersonSetup { head, mesh_annotations: meshes.collect() })
}

fn kind(name: Option<&str>, location: &str, refs: &mut Refs<'_>) -> FirstPersonFlag {
    match name.map(str::to_lowercase).as_deref() {
        Some("auto") | None => FirstPersonFlag::Auto,
        Some("both") => FirstPersonFlag::Both,
        Some("firstpersononly") => FirstPersonFlag::FirstPersonOnly,
        Some("thirdpersononly") => FirstPersonFlag::ThirdPersonOnly,
        Some(other) => {
            refs.warn("vrm-value", location, format!("{} is unknown; it is taken as auto", quoted(other)));
            FirstPersonFlag::Auto
        }
    }
}

/// Reserves the memory of a character's first-person meshes.
pub(super) fn reserve(source: &mut Source<'_>, parts: &CharacterParts) -> Result<(), ImportError> {
    if parts.first_person.is_none() {
        return Ok(());
    }
    for instance in &parts.mesh_instances {
        let primitives = parts.meshes.get(instance.mesh.index()).map_or(&[][..], |mesh| &mesh.primitives);
        for primitive in primitives {
            source.budget.take(primitive.indices.len(), 2 * size_of::<u32>(), "/nodes")?;
            source.budget.take(primitive.positions.len(), 1, "/nodes")?;
            source.budget.give_back(primitive.positions.len(), 1);
        }
    }
    Ok(())
}
