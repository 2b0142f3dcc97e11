//! Generation of a groom from its description on a head.

use super::haircut::Haircut;
use super::maps::GroomMaps;
use super::tail::tail;
use super::tie::Tie;
use crate::hair::head::SkinDistance;
use crate::hair::{
    Comb, GroomDescription, GroomLayerDescription, GroomMakingError, HairSkin, HeadShape, SkinTriangle,
};
use glam::Vec3;
use sinew::character::Character;
use sinew::hair::{Groom, GroomLayer};
use sinew::humanoid::HumanBone;
use sinew::internal::suggest;
use sinew::skeleton::JointId;

/// Edge of a cell of the head's field, on the head of an adult, metres.
const HEAD_CELL: f32 = 0.004;
/// Edge of a cell of the body's field, on the head of an adult, metres.
const BODY_CELL: f32 = 0.01;
/// Depth below the eyes to which the skin of the body counts, on the head of an adult, metres.
const MAX_DEPTH: f32 = 0.9;

/// Generates a haircut on a head. `maps` are the images that the description names.
///
/// # Errors
/// When the description has a value out of its range, a map is missing, or a region of the head is not found.
pub fn generate_groom(
    character: &Character,
    skin: &HairSkin,
    head: &HeadShape,
    description: &GroomDescription,
    maps: &GroomMaps,
) -> Result<Groom, GroomMakingError> {
    generate_groom_with(character, skin, head, description, maps, &|_| ())
}

/// [`generate_groom`] with a report of its progress: `progress` is called with a number of finished steps
/// from time to time, of which there are about two per strand of the description.
///
/// # Errors
/// As [`generate_groom`].
pub fn generate_groom_with(
    character: &Character,
    skin: &HairSkin,
    head: &HeadShape,
    description: &GroomDescription,
    maps: &GroomMaps,
    progress: &dyn Fn(usize),
) -> Result<Groom, GroomMakingError> {
    description.check()?;
    check_maps(description, maps)?;
    // Arms move: hair lies on them in the simulation alone.
    let arms = arm_joints(character);
    let floor = head.center.y - MAX_DEPTH * head.scale;
    let body = skin.triangles().iter().filter(|triangle| {
        triangle.corners[0].y > floor && !skin.is_on_head(triangle) && !arms[triangle.joint.index()]
    });
    let is_ear = |triangle: &SkinTriangle| head.is_ear(triangle.at(Vec3::splat(1.0 / 3.0)));
    let measure = |with_ears: bool| {
        skin.distance(with_ears, || {
            let on_head = skin
                .triangles()
                .iter()
                .filter(|triangle| skin.is_on_head(triangle) && (with_ears || !is_ear(triangle)));
            let on_head = on_head.filter(|triangle| triangle.corners[0].y > floor);
            SkinDistance::new((on_head, HEAD_CELL * head.scale), (body.clone(), BODY_CELL * head.scale))
        })
    };
    // Tied hair passes behind the ears, which come out of it.
    let is_tied = |layer: &GroomLayerDescription| matches!(layer.comb, Comb::Tied { .. });
    let mut layers = Vec::new();
    for layer in &description.layers {
        let tie = match layer.comb {
            Comb::Tied { to, .. } => Some(Tie::new(character, skin, head, layer, to)?),
            _ => None,
        };
        let distance = measure(!is_tied(layer));
        let made = Haircut { character, skin, head, distance, layer, maps, tie, progress };
        layers.push(made.layer()?);
        if let (Comb::Tied { tail: settings, .. }, Some(tie)) = (layer.comb, tie) {
            let tint = layers.last().map_or([255; 3], mean_tint);
            layers.push(tail(&made, &tie, &settings, tint)?);
        }
    }
    Ok(Groom { name: description.name.clone(), layers })
}

/// Mean of the tints of a layer.
fn mean_tint(layer: &GroomLayer) -> [u8; 3] {
    let tints = layer.strands.tints();
    if tints.is_empty() {
        return [255; 3];
    }
    [0, 1, 2].map(|n| (tints.iter().map(|tint| u64::from(tint[n])).sum::<u64>() / tints.len() as u64) as u8)
}

/// Per joint: true for arms and what hangs on them.
fn arm_joints(character: &Character) -> Vec<bool> {
    let skeleton = character.skeleton();
    let arms = [HumanBone::LeftUpperArm, HumanBone::RightUpperArm];
    let arms = arms.map(|bone| character.humanoid().and_then(|humanoid| humanoid.joint(bone)));
    let is_below = |joint: JointId, arm: JointId| skeleton.is_descendant_of(joint, arm);
    skeleton.joints().map(|joint| arms.into_iter().flatten().any(|arm| is_below(joint, arm))).collect()
}

/// Fails for a map that is missing.
fn check_maps(description: &GroomDescription, maps: &GroomMaps) -> Result<(), GroomMakingError> {
    for (number, layer) in description.layers.iter().enumerate() {
        if let Some((field, name)) = layer.maps().find(|(_, name)| !maps.contains_key(*name)) {
            let known = suggest(name, maps.keys().map(String::as_str));
            return Err(GroomMakingError::Description {
                location: format!("layers[{number}].{field}"),
                message: format!("no map called {name:?}; {known}"),
            });
        }
    }
    Ok(())
}
