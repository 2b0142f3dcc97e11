//! Random poses of an actor.

use sinew::character::MorphTargetId;
use sinew::{Actor, ClipId};
use std::sync::Arc;

/// Poses an actor at a random time of a random clip, with random weights of one in `one_in` morph targets.
pub fn random_pose(actor: &mut Actor, rng: &mut fastrand::Rng, one_in: u32) {
    if !actor.clips().is_empty() {
        let clip = ClipId(rng.u32(..actor.clips().len() as u32));
        actor.play(clip).unwrap().speed(0.0).seek(rng.f64() * 3.0);
    }
    let character = Arc::clone(actor.character());
    for (instance, mesh_instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        for target in 0..mesh_instance.weights.len() {
            let weight = if rng.u32(..one_in) == 0 { rng.f32() } else { 0.0 };
            if let Some(face) = actor.face_mut() {
                face.set_morph(MorphTargetId { instance, target }, weight).unwrap();
            }
        }
    }
    actor.update(0.0);
}
