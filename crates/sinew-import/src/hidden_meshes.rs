//! Meshes that a file hides: copies of lower detail, spare clothes, shapes of collisions.

use crate::Imported;
use crate::error::quoted;

/// Largest number of names in the message.
const MAX_NAMES: usize = 5;

/// Reports the meshes that the file hides.
pub(crate) fn report(imported: &mut Imported) {
    let character = &imported.character;
    let hidden: Vec<&str> = character
        .mesh_instances()
        .iter()
        .filter(|instance| !instance.visible)
        .map(|instance| {
            let name = character.skeleton().name(instance.node);
            let mesh = character.meshes().get(instance.mesh.index()).map_or("", |mesh| &mesh.name);
            if name.is_empty() { mesh } else { name }
        })
        .collect();
    if hidden.is_empty() {
        return;
    }
    let mut names: Vec<String> = hidden.iter().take(MAX_NAMES).map(|name| quoted(name)).collect();
    names.extend((hidden.len() > MAX_NAMES).then(|| "…".to_owned()));
    let (count, names) = (hidden.len(), names.join(", "));
    let all = if count == 1 { "1 mesh is hidden".to_owned() } else { format!("{count} meshes are hidden") };
    let message = format!("{all} by the file: {names}; loaded, but not drawn and not measured");
    imported.report.info("hidden-mesh", "file", message);
}
