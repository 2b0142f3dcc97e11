use sinew::Actor;
use sinew::character::MeshInstanceId;
use sinew::hair::{Hair, HairBody};
use sinew::surface::CharacterSurface;
use sinew_author::hair::{GroomDescription, GroomMaps, HairSkin, HeadShape, generate_groom};
use std::sync::Arc;

/// Gives the built-in character simulated hair: one of the haircuts in `data/grooms`, with at most so many
/// strands per layer.
///
/// # Panics
/// When there is no such haircut, or the character has no head for it.
pub fn give_hair(actor: &mut Actor, haircut: &str, max_strands: usize) {
    let character = actor.character().clone();
    let is_skin = |id: MeshInstanceId| character.meshes()[character.mesh_instances()[id].mesh].name != "hair";
    let skin = HairSkin::new(&character, &Arc::new(CharacterSurface::new(&character)), is_skin);
    let head = HeadShape::measure(&character, &skin).expect("a head");
    let path = crate::repository().join(format!("data/grooms/{haircut}.ron"));
    let text = std::fs::read_to_string(path).expect("a haircut");
    let mut description = GroomDescription::from_ron(&text).expect("a haircut");
    description.layers.iter_mut().for_each(|layer| layer.strands = layer.strands.min(max_strands));
    let groom = generate_groom(&character, &skin, &head, &description, &GroomMaps::new()).expect("hair");
    let body = Arc::new(HairBody::measure(&character, is_skin));
    actor.set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body))))).expect("hair of this character");
}
