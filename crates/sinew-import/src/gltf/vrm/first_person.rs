//! What a character sees of itself.

use super::bones::Bones;
use super::json::{FirstPerson0, FirstPerson1};
use super::refs::Refs;
use crate::ImportError;
use crate::error::quoted;
use crate::gltf::source::Source;
use sinew::CharacterParts;
use sinew::character::setup::{FirstPerson, FirstPersonSetup};

pub(super) fn read1(
    json: Option<&FirstPerson1>,
    bones: &Bones,
    refs: &mut Refs<'_>,
) -> Option<FirstPersonSetup> {
    let head = bones.get("head")?;
    let mut setup = FirstPersonSetup { head, meshes: Vec::new() };
    for (n, annotation) in json.map_or(&[][..], |json| &json.mesh_annotations).iter().enumerate() {
        let place = format!("/firstPerson/meshAnnotations/{n}");
        let instance = refs.instance(annotation.node, &place);
        setup.meshes.extend(instance.map(|i| (i, kind(annotation.kind.as_deref(), &place, refs))));
    }
    Some(setup)
}

pub(super) fn read0(
    json: Option<&FirstPerson0>,
    bones: &Bones,
    refs: &mut Refs<'_>,
) -> Option<FirstPersonSetup> {
    let stated = json.and_then(|json| refs.joint(json.first_person_bone, "/firstPerson/firstPersonBone"));
    let head = stated.or(bones.get("head"))?;
    let mut by_mesh = std::collections::HashMap::new();
    for (n, annotation) in json.map_or(&[][..], |json| &json.mesh_annotations).iter().enumerate() {
        let place = format!("/firstPerson/meshAnnotations/{n}");
        let how = kind(annotation.first_person_flag.as_deref(), &place, refs);
        if let Some(mesh) = annotation.mesh.and_then(|mesh| usize::try_from(mesh).ok()) {
            by_mesh.insert(mesh, how);
        }
    }
    let meshes = refs.instances.iter().enumerate().filter_map(|(n, i)| Some((n, *by_mesh.get(&i.mesh)?)));
    Some(FirstPersonSetup { head, meshes: meshes.collect() })
}

fn kind(name: Option<&str>, place: &str, refs: &mut Refs<'_>) -> FirstPerson {
    match name.map(str::to_lowercase).as_deref() {
        Some("auto") | None => FirstPerson::Auto,
        Some("both") => FirstPerson::Both,
        Some("firstpersononly") => FirstPerson::FirstPersonOnly,
        Some("thirdpersononly") => FirstPerson::ThirdPersonOnly,
        Some(other) => {
            refs.warn("vrm-value", place, format!("{} is unknown; taken as auto", quoted(other)));
            FirstPerson::Auto
        }
    }
}

/// Takes the memory of the indices that a character keeps for its own view.
pub(super) fn take(source: &mut Source<'_>, parts: &CharacterParts) -> Result<(), ImportError> {
    if parts.setup.first_person.is_none() {
        return Ok(());
    }
    for instance in &parts.instances {
        let primitives = parts.meshes.get(instance.mesh).map_or(&[][..], |mesh| &mesh.primitives);
        for primitive in primitives {
            source.budget.take(primitive.indices.len(), 2 * size_of::<u32>(), "/nodes")?;
            source.budget.take(primitive.positions.len(), 1, "/nodes")?;
            source.budget.give_back(primitive.positions.len(), 1);
        }
    }
    Ok(())
}
