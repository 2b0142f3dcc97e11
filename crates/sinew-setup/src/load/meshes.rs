//! Meshes by name.

use sinew::Character;
use sinew::character::MeshInstanceId;
use sinew::internal::suggest;

/// Mesh instances whose node or mesh has this name, in any letter case.
pub(crate) fn find(character: &Character, name: &str) -> Result<Vec<MeshInstanceId>, String> {
    let names = |id: MeshInstanceId| {
        let instance = &character.mesh_instances()[id];
        [character.skeleton().name(instance.node), character.meshes()[instance.mesh].name.as_str()]
    };
    let is_called = |id: &MeshInstanceId| names(*id).iter().any(|called| called.eq_ignore_ascii_case(name));
    let found: Vec<_> = character.mesh_instance_ids().filter(is_called).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let known = character.mesh_instance_ids().flat_map(names).filter(|name| !name.is_empty());
    Err(format!("no mesh called {name:?}; {}", suggest(name, known)))
}
