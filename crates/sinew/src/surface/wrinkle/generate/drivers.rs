//! Shapes that fold each region.

use crate::character::Character;
use crate::face::{arkit_spellings, normalized};
use crate::surface::wrinkle::{WrinkleCurve, WrinkleDriverDescription, WrinkleInput};
use std::collections::BTreeSet;

/// Region, ARKit shapes whose product folds it, and gain. `Side` in both is replaced by the two sides.
const ARKIT: [(&str, &[&str], f32); 22] = [
    ("forehead_side", &["browInnerUp"], 0.8),
    ("forehead_side", &["browOuterUpSide"], 0.9),
    ("brow_side", &["browOuterUpSide"], 1.0),
    ("frown", &["browDownLeft"], 0.55),
    ("frown", &["browDownRight"], 0.55),
    ("frown", &["noseSneerLeft", "noseSneerRight"], 0.4),
    ("nose", &["noseSneerLeft"], 0.55),
    ("nose", &["noseSneerRight"], 0.55),
    ("nose", &["browDownLeft", "browDownRight"], 0.35),
    ("crow_side", &["eyeSquintSide"], 0.9),
    ("crow_side", &["mouthSmileSide", "cheekSquintSide"], 0.9),
    ("crow_side", &["mouthSmileSide"], 0.3),
    ("lid_side", &["eyeSquintSide"], 1.0),
    ("lid_side", &["cheekSquintSide"], 0.7),
    ("lid_side", &["noseSneerSide"], 0.3),
    ("nasolabial_side", &["mouthSmileSide"], 0.9),
    ("nasolabial_side", &["noseSneerSide"], 0.6),
    ("nasolabial_side", &["mouthStretchSide"], 0.4),
    ("chin", &["mouthShrugLower"], 1.0),
    ("chin", &["mouthFrownLeft", "mouthFrownRight"], 0.7),
    ("lips", &["mouthPucker"], 1.0),
    ("lips", &["mouthPressLeft", "mouthPressRight"], 0.5),
];

/// Region, expression and gain, for characters without ARKit's shapes.
const EXPRESSIONS: [(&str, &str, f32); 8] = [
    ("forehead_side", "surprised", 1.0),
    ("forehead_side", "sad", 0.4),
    ("brow_side", "surprised", 0.8),
    ("frown", "angry", 1.0),
    ("nose", "angry", 0.5),
    ("crow_side", "happy", 0.9),
    ("lid_side", "happy", 0.6),
    ("nasolabial_side", "happy", 0.9),
];

/// Drivers of all regions by the shapes that a character has; by expressions where it has none of ARKit's.
pub(super) fn drivers(character: &Character, layer: &str) -> Vec<WrinkleDriverDescription> {
    let own: BTreeSet<String> = character.morph_targets().map(|(_, name)| normalized(name)).collect();
    let has_arkit = |name: &str| arkit_spellings(name).iter().any(|spelling| own.contains(spelling));
    let mut drivers = Vec::new();
    let mut add = |region: &str, inputs: Vec<WrinkleInput>, gain: f32| {
        drivers.push(WrinkleDriverDescription {
            region: region.to_owned(),
            layer: layer.to_owned(),
            inputs,
            threshold: 0.05,
            gain,
            curve: WrinkleCurve::Linear,
        });
    };
    for (region, shapes, gain) in ARKIT {
        for (side, capital) in sides(region) {
            let names: Vec<String> = shapes.iter().map(|shape| shape.replace("Side", capital)).collect();
            if names.iter().all(|name| has_arkit(name)) {
                let inputs = names.into_iter().map(WrinkleInput::ArKit).collect();
                add(&region.replace("side", side), inputs, gain);
            }
        }
    }
    if drivers.is_empty() {
        let mut add = |region: &str, name: &str, gain: f32| {
            drivers.push(WrinkleDriverDescription {
                region: region.to_owned(),
                layer: layer.to_owned(),
                inputs: vec![WrinkleInput::Expression(name.to_owned())],
                threshold: 0.05,
                gain,
                curve: WrinkleCurve::Linear,
            });
        };
        for (region, name, gain) in EXPRESSIONS {
            if character.find_expression(name).is_some() {
                sides(region).for_each(|(side, _)| add(&region.replace("side", side), name, gain));
            }
        }
    }
    drivers
}

/// Both sides for a region that has them, else one entry that replaces nothing.
fn sides(region: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let count = if region.ends_with("side") { 2 } else { 1 };
    [("left", "Left"), ("right", "Right")].into_iter().take(count)
}
