//! Section `SKIN`: the surfaces that hair grows from, and the meshes that it replaces.

use super::GroomFileError;
use crate::character::{Character, MeshInstanceId};
use crate::hair::Groom;
use crate::pack::{Reader, Writer};

/// Primitive of a mesh instance that hair grows from.
pub(super) type Surface = (MeshInstanceId, usize);

/// Surfaces of the roots of a groom, each once.
pub(super) fn surfaces(groom: &Groom) -> Vec<Surface> {
    let roots = groom.layers.iter().flat_map(|layer| &layer.roots);
    let mut all: Vec<Surface> = roots.map(|root| (root.instance, root.primitive)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

pub(super) fn write(character: &Character, surfaces: &[Surface], replaced: &[MeshInstanceId]) -> Vec<u8> {
    let mut out = Writer::default();
    out.count(surfaces.len());
    for (instance, primitive) in surfaces {
        out.count(instance.index());
        out.count(*primitive);
        out.count(triangle_count(character, (*instance, *primitive)).unwrap_or(0));
        out.text(node_name(character, *instance).unwrap_or_default());
    }
    out.count(replaced.len());
    for instance in replaced {
        out.count(instance.index());
        out.text(node_name(character, *instance).unwrap_or_default());
    }
    out.finish()
}

pub(super) fn read(
    mut from: Reader<'_>,
    character: &Character,
) -> Result<(Vec<Surface>, Vec<MeshInstanceId>), GroomFileError> {
    let count = from.count(16, "surfaces")?;
    let mut surfaces = Vec::with_capacity(count);
    for _ in 0..count {
        let instance = MeshInstanceId(from.u32("mesh instance")?);
        let surface = (instance, from.u32("primitive")? as usize);
        let stated = from.u32("triangles")? as usize;
        let name = checked_name(&mut from, character, instance)?;
        let found = triangle_count(character, surface).unwrap_or(0);
        if found != stated {
            let message =
                format!("mesh \"{name}\" has {found} triangles where hair grows; expected {stated}");
            return Err(GroomFileError::OtherCharacter { message });
        }
        surfaces.push(surface);
    }
    let count = from.count(8, "replaced meshes")?;
    let mut replaced = Vec::with_capacity(count);
    for _ in 0..count {
        let instance = MeshInstanceId(from.u32("mesh instance")?);
        checked_name(&mut from, character, instance)?;
        replaced.push(instance);
    }
    from.finish()?;
    Ok((surfaces, replaced))
}

/// Name of the node of a mesh instance, which has to be the one of the character.
fn checked_name(
    from: &mut Reader<'_>,
    character: &Character,
    instance: MeshInstanceId,
) -> Result<String, GroomFileError> {
    let name = from.text("name of a node")?;
    if node_name(character, instance) == Some(name.as_str()) {
        return Ok(name);
    }
    let number = instance.index();
    let message = format!("mesh instance {number} is not on a node named \"{name}\"");
    Err(GroomFileError::OtherCharacter { message })
}

fn node_name(character: &Character, instance: MeshInstanceId) -> Option<&str> {
    let instance = character.mesh_instances().get(instance.index())?;
    Some(character.skeleton().name(instance.node))
}

fn triangle_count(character: &Character, (instance, primitive): Surface) -> Option<usize> {
    let mesh = character.mesh_instances().get(instance.index())?.mesh;
    Some(character.meshes()[mesh].primitives.get(primitive)?.indices.len() / 3)
}
