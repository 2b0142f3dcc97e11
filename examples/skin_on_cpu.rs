//! Morphs and skins a character on the CPU, with linear blending and with dual quaternions, and prints the
//! difference. Useful for ray casts and tools without a GPU.
//!
//! `cargo run --example skin_on_cpu -- [FILE]`

use sinew::character::SkinningMethod;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, ClipId};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or("data/sinew.vrm".into());
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    let imported = import(&bytes, &NoFiles)?;
    let clips = imported.clips;
    let mut actor = Actor::new(Arc::new(imported.character), clips)?;
    if !actor.clips().is_empty() {
        actor.play(ClipId(0)).unwrap();
    }
    actor.update(0.5);

    let character = actor.character().clone();
    let (mut linear, mut dual) = (SkinnedVertices::default(), SkinnedVertices::default());
    for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        let mesh = &character.meshes()[instance.mesh];
        for primitive in 0..mesh.primitives.len() {
            for (method, out) in
                [(SkinningMethod::Linear, &mut linear), (SkinningMethod::DualQuaternion, &mut dual)]
            {
                actor.meshes_mut().set_skinning(id, method);
                actor.update(0.0);
                actor.frame().skin_vertices(id, primitive, out);
            }
            let pairs = linear.positions.iter().zip(&dual.positions);
            let apart = pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
            println!(
                "{}[{primitive}]: {} vertices, up to {:.1} mm apart",
                mesh.name,
                linear.positions.len(),
                apart * 1e3
            );
        }
    }
    Ok(())
}
